"""A run that makes claims with documents: from a loaded graph to ``claims.jsonl`` and ``responses.jsonl``."""

from __future__ import annotations

import json
from pathlib import Path

from contragraph.dataset.folder.writer import write_claims
from contragraph.generation.claims.items import ClaimSetter
from contragraph.generation.claims.slots import slots_of
from contragraph.generation.sets.making import Benchmark, Progress, SetReport, make
from contragraph.generation.settings import Settings
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore

_SPARE = 3
"""Pairs that are asked for beside each that is needed: many a claim would leave open of whom it speaks."""


def _claim_of(line: str) -> str:
    """No two items have one claim."""
    return str(json.loads(line)["statement"]["id"])


def generate_claims(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = lambda *_: None,
) -> SetReport:
    """Make a dataset of claims with documents in the folder ``out``, as ``settings.claims`` asks for.

    The same store content and settings give byte-identical files, whether the run was killed in between or not. A run
    that cannot meet its plan writes what it has and names the shortfall in the report. Nothing is written to the store.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of, or settings
            that ask for no claims.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    return make(store, out, settings, claims_of(settings), None, kg, axioms, processes, resume, overwrite, progress)


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
        "claims",
        _SPARE,
    )
