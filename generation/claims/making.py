"""A run that makes claims with documents: from a loaded graph to ``claims.jsonl`` and ``responses.jsonl``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Unpack

from contragraph.dataset.folder.writer import write_claims
from contragraph.generation.claims.items import ClaimSetter
from contragraph.generation.claims.slots import slots_of
from contragraph.generation.sets.making import Benchmark, How, SetReport, make, sets_of
from contragraph.generation.settings import Settings
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore

_SPARE = 3
"""Pairs that are asked for beside each that is needed: many a claim would leave open of whom it speaks."""


def _claim_of(line: str) -> str:
    """No two items have one claim."""
    return str(json.loads(line)["statement"]["id"])


def generate_claims(store: GraphStore, out: Path, settings: Settings, **how: Unpack[How]) -> SetReport:
    """Make a dataset of claims with documents in the folder ``out``, as ``settings.claims`` asks for.

    The same store content and settings give byte-identical files, whether the run was killed in between or not. A run
    that cannot meet its plan writes what it has and names the shortfall in the report. Nothing is written to the store.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of, or settings
            that ask for no claims.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    return make(store, out, settings, claims_of(settings), **how)


def claims_of(settings: Settings) -> Benchmark:
    """The benchmark of claims that settings ask for.

    Raises:
        InputError: if they ask for none.
    """
    plan = settings.claims
    if plan is None:
        raise InputError("The settings ask for no claims.")
    return Benchmark(
        plan.counts,
        slots_of(plan),
        plan.documents,
        ClaimSetter,
        lambda item: item.line,
        _claim_of,
        write_claims,
        None,
        "claims",
        _SPARE,
    )


def benchmark_of(settings: Settings) -> Benchmark:
    """The benchmark that settings ask for: sets, or claims.

    Raises:
        InputError: if they ask for neither.
    """
    return sets_of(settings) if settings.claims is None else claims_of(settings)
