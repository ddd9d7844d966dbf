"""How much each sign weighs: a logistic regression for each kind, learnt by ``benchmarks.rivals_learnt``."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

Features = Mapping[str, float]
WEIGHTS = "weights.toml"


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The weights by kind of candidate, with the ``bias`` of each."""
    loaded: dict[str, dict[str, float]] = tomllib.loads((files(__package__) / WEIGHTS).read_text("utf-8"))
    return loaded


def weigh(kind: str, features: Features) -> float:
    """The probability that signs of a kind add up to, 0 … 1."""
    its = weights()[kind]
    total = its["bias"] + sum(its.get(name, 0.0) * value for name, value in features.items())
    return round(1 / (1 + math.exp(-total)), 3)
