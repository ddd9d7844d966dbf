"""The search of a graph as a source of conflicts: more windows of those shapes that give what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.assembly.source import Rejected, Wanted
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.searching import ROWS, Batch, Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.generation.search.team import Team
from contragraph.graph.store import Window

_FEWEST = 60
"""Rows of a window where few conflicts are wanted."""
_AT_ONCE = 500
"""Things that one query is asked about."""
_POOR = 100
"""A window gives next to nothing if not one of so many rows is proven."""
_LONGEST = 31
"""Rounds that a pattern sits out, at most."""


class Searched:
    """Conflicts as a search finds them; what was given before is not given again."""

    def __init__(self, searcher: Searcher, processes: int = 1) -> None:
        self._searcher = searcher
        self._team = Team(searcher, processes)
        self._starts = dict.fromkeys((shape.name for shape in searcher.grounds.shapes), 0)
        self._dry: set[str] = set()
        self._pauses: dict[str, int] = {}
        """Of patterns whose last window gave next to nothing, how many rounds they sit out before the next."""
        self._left: dict[str, int] = {}
        """How many of these are left."""
        self._given: set[str] = set()
        self._rejected: list[Rejected] = []

    def more(self, wanted: Wanted) -> Sequence[ProvenConflict]:
        """Further proven conflicts: about the wanted things, else of each shape with the wanted steps a window.

        Of windows there are as many as it takes.
        """
        if wanted.topics:
            return self._about(wanted)
        found: list[ProvenConflict] = []
        while len(found) < wanted.count and (asked := self._next(wanted)):
            batches = self._team.found(asked)
            for batch in batches:
                name = batch.shape.name
                if batch.rows and batch.later is not None:
                    self._starts[name] = batch.later
                else:
                    self._dry.add(name)  # one that gave nothing is not asked again
                poor = len(batch.proven) * _POOR < batch.rows
                self._pauses[name] = self._left[name] = min(2 * self._pauses.get(name, 0) + 1, _LONGEST) * poor
            found += self._new(batches)
        return found

    def rejected(self) -> Sequence[Rejected]:
        """The candidates that were refused since this was last asked."""
        said, self._rejected = self._rejected, []
        return said

    def close(self) -> None:
        """End the processes that search beside this one."""
        self._team.close()

    def _about(self, wanted: Wanted) -> list[ProvenConflict]:
        parts = [wanted.topics[start : start + _AT_ONCE] for start in range(0, len(wanted.topics), _AT_ONCE)]
        windows = [self._searcher.about(part, wanted.full) for part in parts]
        shapes = [shape for shape in self._of(wanted) if not self._pauses.get(shape.name)]
        return self._new(self._team.found([(shape, window) for shape in shapes for window in windows]))

    def _next(self, wanted: Wanted) -> list[tuple[Shape, Window]]:
        """The next window of each shape of the wanted steps that has one."""
        left = [shape for shape in self._of(wanted) if shape.name not in self._dry]
        turn = min((self._left.get(shape.name, 0) for shape in left), default=0)
        due = [shape for shape in left if self._left.get(shape.name, 0) == turn]
        self._left.update({shape.name: max(0, self._left.get(shape.name, 0) - turn - 1) for shape in left})
        rows = max(_FEWEST, min(ROWS, wanted.count))  # who wants few conflicts need not judge thousands of rows
        return [(shape, self._searcher.window(shape, self._starts[shape.name], rows=rows)) for shape in due]

    def _of(self, wanted: Wanted) -> list[Shape]:
        """The shapes of the wanted steps, where dates are short those with dates."""
        fitting = [s for s in self._searcher.grounds.shapes if not wanted.hops or s.hops in wanted.hops]
        dated = [s for s in fitting if any(leaf.literal for leaf in s.leaves)] if wanted.dated else []
        return dated or fitting

    def _new(self, batches: Sequence[Batch]) -> list[ProvenConflict]:
        """What some windows gave that was not given before."""
        found: list[ProvenConflict] = []
        for batch in batches:
            self._rejected += [
                Rejected(r.candidate.original, batch.shape.hops, r.filter, r.reason) for r in batch.refused
            ]
            new = {c.id: c for c in batch.proven if c.id not in self._given}
            self._given.update(new)
            found += new.values()
        return found
