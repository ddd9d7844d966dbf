"""The search of a graph as a source of conflicts: more windows of those shapes that give what is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from contragraph.generation.pool.source import Rejected, SearchRequest
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.searching import ROWS, Batch, Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.generation.search.team import Team
from contragraph.graph.store import Window

_EACH = 4
"""Rows for each conflict that is wanted: one in ten is proven, and several shapes are asked."""
_SHARE = 10
"""A round is in vain if it gives less than one in so many of the conflicts that are wanted."""
_VAIN = 3
"""Rounds in vain in a row after which a search gives up for the time being; after so many times for good."""
_LEAST = 100
"""Conflicts for which a window is wide enough at least: it costs about the same, whatever it gives."""
_POOR = 200
"""A pattern of which fewer than one row in so many is proven is not asked again: its next windows are no better."""
_RARE = 8
"""Of denials few are wanted: one window suffices, of so many times fewer rows."""
_LITTLE = 20
"""A question is in vain if it gives less than one in so many of the conflicts that are wanted."""


class Searched:
    """Conflicts as a search finds them; what was given before is not given again."""

    def __init__(self, searcher: Searcher, processes: int = 1) -> None:
        self._searcher = searcher
        self._team = Team(searcher, processes)
        self._starts = dict.fromkeys((shape.name for shape in searcher.grounds.shapes), 0)
        self._dry: set[str] = set()
        self._last: dict[str, Counter[str]] = {}
        """How many conflicts of each seed relation the last window of a pattern gave."""
        self._vain: Counter[tuple[tuple[int, ...], bool]] = Counter()
        """How often in a row next to nothing was found of some numbers of steps, with dates or at all."""
        self._given: set[str] = set()
        self._asked_about = 0
        self._rejected: list[Rejected] = []

    def more(self, wanted: SearchRequest) -> Sequence[ProvenConflict]:
        """Further proven conflicts, from as many windows of shapes with the wanted steps as it takes."""
        if wanted.about:
            return self._about(wanted)
        found: list[ProvenConflict] = []
        of, vain = (tuple(sorted(wanted.hops)), wanted.dated), 0
        if self._vain[of] == _VAIN:
            return found
        while len(found) < wanted.count and vain < _VAIN and (asked := self._next(wanted)):
            batches = self._team.found(asked)
            for batch in batches:
                name = batch.shape.name
                if batch.later is None or batch.shape.denies or len(batch.proven) * _POOR < max(batch.rows, 1):
                    self._dry.add(name)
                else:
                    self._starts[name] = batch.later
                self._last[name] = Counter(c.candidate.original.relation for c in batch.proven)
            new = self._new(batches)
            found += new
            vain = 0 if len(new) * _SHARE >= wanted.count else vain + 1
        self._vain[of] = self._vain[of] + 1 if len(found) * _LITTLE < wanted.count else 0
        return found

    def _about(self, wanted: SearchRequest) -> list[ProvenConflict]:
        """What all shapes of the wanted steps find about some things."""
        self._asked_about += 1
        part = -self._asked_about
        self._searcher.know({part: [thing for thing in wanted.about if self._searcher.ours(thing)]})
        shapes = [shape for shape in self._of(wanted) if not shape.denies]
        return self._new(self._team.found([(shape, self._searcher.window_about(part)) for shape in shapes]))

    def rejected(self) -> Sequence[Rejected]:
        """The candidates that were refused since this was last asked."""
        said, self._rejected = self._rejected, []
        return said

    def close(self) -> None:
        """End the processes that search beside this one."""
        self._team.close()

    def _next(self, wanted: SearchRequest) -> list[tuple[Shape, Window]]:
        """The next windows of those shapes that have given most, as many as it takes; each is asked once to begin with.

        Every query costs about the same, whatever it gives.
        """
        left = [shape for shape in self._of(wanted) if shape.name not in self._dry]
        gave = {shape.name: self._gave(shape, wanted) for shape in left}
        rows = min(ROWS, _EACH * max(_LEAST, wanted.count))
        asked: list[Shape] = []
        hoped = 0
        for shape in sorted(left, key=lambda shape: (-gave[shape.name], shape.name)):
            if hoped >= wanted.count:
                break
            asked.append(shape)
            hoped += gave[shape.name] if shape.name in self._last else 0
        asked.sort(key=lambda shape: (shape.hops, shape.name))
        few = max(1, rows // _RARE)
        return [(s, self._searcher.window(s, self._starts[s.name], rows=few if s.denies else rows)) for s in asked]

    def _gave(self, shape: Shape, wanted: SearchRequest) -> int:
        """How many conflicts the last window of a shape gave that would help; of one not asked yet more than any."""
        if shape.name not in self._last:
            return ROWS
        return sum(n for relation, n in self._last[shape.name].items() if relation not in wanted.full)

    def _of(self, wanted: SearchRequest) -> list[Shape]:
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
