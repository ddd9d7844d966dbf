"""The search of a graph as a source of conflicts: more windows of those shapes that give what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.assembly.source import Rejected, Wanted
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.searching import Searcher
from contragraph.generation.search.shapes import Shape


class Searched:
    """Conflicts as a search finds them; what was given before is not given again."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._starts = dict.fromkeys((shape.name for shape in searcher.grounds.shapes), 0)
        self._dry: set[str] = set()
        self._given: set[str] = set()
        self._rejected: list[Rejected] = []

    def more(self, wanted: Wanted) -> Sequence[ProvenConflict]:
        """Further proven conflicts: of each shape with the wanted steps a window, and again until there are enough."""
        found: list[ProvenConflict] = []
        while len(found) < wanted.count and (shapes := self._next(wanted)):
            found += self._windows_of(shapes)
        return found

    def rejected(self) -> Sequence[Rejected]:
        """The candidates that were refused since this was last asked."""
        said, self._rejected = self._rejected, []
        return said

    def _next(self, wanted: Wanted) -> list[Shape]:
        """The shapes that have a window left, of the wanted steps."""
        left = [s for s in self._searcher.grounds.shapes if s.name not in self._dry]
        return [s for s in left if not wanted.hops or s.hops in wanted.hops]

    def _windows_of(self, shapes: Sequence[Shape]) -> list[ProvenConflict]:
        found: list[ProvenConflict] = []
        todo = {s.name: self._starts[s.name] for s in shapes}
        for batch in self._searcher.batches(shapes, todo):
            name = batch.shape.name
            if not batch.rows or batch.later is None:
                self._dry.add(name)  # one that gave nothing is not asked again
            else:
                self._starts[name] = batch.later
            self._rejected += [
                Rejected(r.candidate.original, batch.shape.hops, r.filter, r.reason) for r in batch.refused
            ]
            new = [c for c in batch.proven if c.id not in self._given]
            self._given.update(c.id for c in new)
            found += new
        return found
