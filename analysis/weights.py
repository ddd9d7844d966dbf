"""How much each feature of a candidate weighs: a logistic regression for each kind, learnt by ``benchmarks.rivals``."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from contragraph.analysis.candidates import Candidate

WEIGHTS = "weights.toml"


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The weights by kind of candidate, with the ``bias`` of each."""
    loaded: dict[str, dict[str, float]] = tomllib.loads((files(__package__) / WEIGHTS).read_text("utf-8"))
    return loaded


def probability(candidate: Candidate) -> float:
    """How probable it is that both cannot hold, 0 … 1, where one text of two contradicts the other."""
    its = weights()[candidate.kind]
    total = its["bias"] + sum(its.get(name, 0.0) * value for name, value in candidate.features.items())
    return round(1 / (1 + math.exp(-total)), 3)
