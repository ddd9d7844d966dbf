"""Ablation: what one filter alone refuses, so that nobody keeps a rule that catches nothing.

On a sample of the rows of every shape each candidate that the filter refuses is judged by all others and by the prover;
what these let pass the filter refuses alone. Several seeds read other rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from contragraph.generation.search.admitting import admitted
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters import FILTERS, Setting, prove, refusal
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.rows import FoundRow, candidates, read
from contragraph.generation.search.searching import Searcher
from contragraph.generation.search.view import look
from contragraph.graph.model import Order
from contragraph.graph.store import GraphStore

SAMPLE = 150
"""Rows of each shape that are looked at."""


@dataclass(frozen=True, slots=True)
class Example:
    """A candidate that one filter alone refuses."""

    hops: int
    candidate: Candidate
    reason: str


@dataclass
class Alone:
    """What a filter refuses on the rows of one seed."""

    seed: int
    candidates: int = 0
    """All that were looked at."""
    refused: int = 0
    """Those that it refuses, whatever the others say."""
    alone: list[Example] = field(default_factory=list)
    """Those that nothing else refuses."""


def ablated(store: GraphStore, grounds: Grounds, name: str, seed: int, rows: int = SAMPLE) -> Alone:
    """What a filter alone refuses on a sample for a seed; of the ways to make up one value the first is looked at."""
    searcher = Searcher(store, grounds, Order.of_seed(str(seed)), seed)
    found = [
        each for shape in grounds.shapes for each in read(shape, searcher.rows(shape, searcher.window(shape, 0))[:rows])
    ]
    view = look(store, (e for each in found for e in each.entities), grounds.asked)
    setting = grounds.setting(view)
    count = Alone(seed)
    for hops, candidate in _first_ones(found, setting, grounds, seed):
        count.candidates += 1
        if reason := _refused(name, candidate, setting, grounds):
            count.refused += 1
            if isinstance(admitted(candidate, grounds, setting, strict=False, without=(name,)), ProvenConflict):
                count.alone.append(Example(hops, candidate, reason))
    return count


def _first_ones(
    found: Sequence[FoundRow], setting: Setting, grounds: Grounds, seed: int
) -> Iterator[tuple[int, Candidate]]:
    known = partial(grounds.background, view=setting.view)
    for each in found:
        for candidate in candidates(each, setting.view, grounds.modifiers, grounds.errors, known, seed)[:1]:
            yield each.shape.hops, candidate


def _refused(name: str, candidate: Candidate, setting: Setting, grounds: Grounds) -> str:
    """Why the filter refuses a candidate, or the conflict that it is; empty where it does not, or there is none."""
    each = FILTERS[name]
    if each.of_candidate:
        return each.of_candidate(candidate, setting)
    assert each.of_conflict is not None
    if refusal(candidate, setting):
        return ""
    proven = prove(candidate, grounds.rules, grounds.strict_rules, strict=False)
    return each.of_conflict(proven, setting) if isinstance(proven, ProvenConflict) else ""
