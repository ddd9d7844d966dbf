"""The search: shape by shape, window by window, until whoever asks has enough.

Each window of a shape is one query; its rows are read as candidates, what the graph knows around all of them is read at
once, filters refuse, and the prover has the last word. A window depends on graph, seed and shape alone, so that the
same conflicts come in the same order on every engine, however many are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from contragraph.generation.search.background import background
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.filters import Refusal, prove, refusal, refusal_of_proven
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.rows import Found, candidates, read
from contragraph.generation.search.shapes import Shape
from contragraph.generation.search.view import View, look
from contragraph.graph.model import RANK_LIMIT, Order
from contragraph.graph.store import GraphStore, Row, Window

ROWS = 600
"""Rows of one window of a shape."""
ANCHORS = 20_000
"""Facts that the first leaf of a shape should match in one window, about."""

COSTLY = 1_500
"""The same of a shape that looks for another subject that has something in common."""


@dataclass(frozen=True)
class Batch:
    """What one window of a shape gave."""

    shape: Shape
    rows: int
    later: int | None
    """Where the next window begins; None where there is none."""
    proven: tuple[ProvenConflict, ...]
    refused: tuple[Refusal, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Searcher:
    """A search of one graph with one seed."""

    store: GraphStore
    grounds: Grounds
    order: Order
    seed: int
    strict: bool = False
    without: frozenset[str] = frozenset()
    """Filters that are switched off."""

    def batches(self, shapes: Sequence[Shape], starts: Mapping[str, int]) -> list[Batch]:
        """One window of each of some shapes, from its start; what is known around all of it is read together."""
        windows = [self.window(shape, starts[shape.name]) for shape in shapes]
        rows = [self.rows(shape, window) for shape, window in zip(shapes, windows, strict=True)]
        found = [list(read(shape, some)) for shape, some in zip(shapes, rows, strict=True)]
        view = look(self.store, (e for some in found for each in some for e in each.entities), self.grounds.asked)
        judged = (self.judged(some, view) for some in found)
        each = zip(shapes, windows, rows, judged, strict=True)
        return [Batch(shape, len(some), _later(window, some), *last) for shape, window, some, last in each]

    def rows(self, shape: Shape, window: Window) -> list[Row]:
        """The rows of one window of a shape."""
        return self.store.match(shape.matching, shape.together, self.order, window)

    def window(self, shape: Shape, start: int) -> Window:
        """The window of a shape that begins at a place in the seeded order."""
        edge = shape.matching.edges[0]
        facts = sum(self.grounds.relations[r].facts for r in {*edge.forwards, *edge.backwards})
        anchors = COSTLY if shape.link == "cousin" else ANCHORS
        width = RANK_LIMIT if facts <= anchors else RANK_LIMIT * anchors // facts
        setting = self.grounds.setting(View({}, {}))
        return Window(
            ROWS,
            start,
            min(RANK_LIMIT, start + width),
            int(setting.number("degree", "link")),
            int(setting.number("degree", "few")),
        )

    def judged(self, found: Collection[Found], view: View) -> tuple[tuple[ProvenConflict, ...], tuple[Refusal, ...]]:
        """What of the found passes all filters and is proven; of several values for one the first that does."""
        grounds = self.grounds
        setting = grounds.setting(view)
        known = partial(background, view=view, roles=grounds.roles, levels=grounds.kg.levels)
        proven: list[ProvenConflict] = []
        refused: list[Refusal] = []
        for each in found:
            outcome: ProvenConflict | Refusal | None = None
            for candidate in candidates(each, view, grounds.modifiers, grounds.errors, known, self.seed):
                outcome = refusal(candidate, setting, without=self.without)
                outcome = outcome or prove(candidate, grounds.rules, grounds.strict_rules, strict=self.strict)
                if isinstance(outcome, ProvenConflict):
                    outcome = refusal_of_proven(outcome, setting, without=self.without) or outcome
                if isinstance(outcome, ProvenConflict):
                    break
            if isinstance(outcome, ProvenConflict):
                proven.append(outcome)
            elif outcome is not None:
                refused.append(outcome)
        return tuple(proven), tuple(refused)


def _later(window: Window, rows: Sequence[Row]) -> int | None:
    """Where the window after this one begins: where its rows were cut off, or where it ends; None after the last."""
    if len(rows) < window.limit:
        return window.until if window.until < RANK_LIMIT else None
    last = int(str(rows[-1]["place"]))
    return last if last > window.start else last + 1
