"""The search: shape by shape, window by window, until whoever asks has enough.

Each window of a shape is one query; its rows are read as candidates, what the graph knows around all of them is read at
once, filters refuse, and the prover has the last word. A window depends on graph, seed and shape alone, so that the
same conflicts come in the same order on every engine, however many are asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from contragraph.cypher import Row, Value
from contragraph.generation.search.admitting import admitted
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.filters import Refusal
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.rows import FoundRow, candidates, read
from contragraph.generation.search.shapes import Shape
from contragraph.generation.search.shard import Shard
from contragraph.generation.search.view import View, look
from contragraph.graph.model import RANK_LIMIT, Order, content_hash
from contragraph.graph.store import GraphStore, Window

ROWS = 2_400
"""Rows of one window of a shape, at most."""
ANCHORS = 20_000
"""Facts that the first leaf of a shape should match in one window, about."""
COSTLY = 1_500
"""The same of a shape that looks for another subject that has something in common."""
LARGE = 1_000_000
"""Facts of patterns from which on a graph is looked at in parts: all patterns at the same things, so that what they
find hangs together."""
PART = 12_000
"""Facts whose subjects are such a part, about."""
READ = 8
"""Parts whose things are read at once: a query goes over all facts for one as for many."""
ENOUGH = 2
"""Proven conflicts of a window with the same subject and relation perturbed: no pair has two of them."""
TRIED = 8
"""Rows of a window with the same subject and relation that are judged, at most."""


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
    shard: Shard | None = None
    """The class of things at which it begins; None for all."""
    _read: dict[int, list[str]] = field(default_factory=dict, compare=False, repr=False)
    """The things of the parts of a large graph that were looked at."""

    def reading(self, store: GraphStore) -> Searcher:
        """The same search by way of another opening of the store."""
        return replace(self, store=store)

    def batches(self, shapes: Sequence[Shape], starts: Mapping[str, int]) -> list[Batch]:
        """One window of each of some shapes, from its start."""
        return self.found([(shape, self.window(shape, starts[shape.name])) for shape in shapes])

    def found(self, asked: Sequence[tuple[Shape, Window]]) -> list[Batch]:
        """What a window of each of some shapes gives; what is known around all of it is read together."""
        rows = [self.rows(shape, window) for shape, window in asked]
        found = [thinned(read(shape, some), self.seed) for (shape, _), some in zip(asked, rows, strict=True)]
        view = look(self.store, (e for some in found for each in some for e in each.entities), self.grounds.asked)
        judged = (self.judged(some, view) for some in found)
        each = zip(asked, rows, judged, strict=True)
        return [Batch(shape, len(some), self.later(window, some), *last) for (shape, window), some, last in each]

    def things(self, asked: Sequence[tuple[Shape, Window]]) -> dict[int, list[str]]:
        """The things of the parts that some windows look at: one process reads them for all."""
        return {part: self.subjects(part) for part in sorted({w.part for _, w in asked if w.part is not None})}

    def know(self, things: Mapping[int, list[str]]) -> None:
        """Take the things of parts as another process has read them."""
        self._read.update(things)

    def rows(self, shape: Shape, window: Window) -> list[Row]:
        """The rows of a window of a shape."""
        among = None if window.part is None else self.subjects(window.part)
        matching = shape.matching
        if self.shard:  # so that nothing is made up of one thing in two shards
            matching = replace(matching, anchor=shape.perturbed.first)
        return self.store.match(matching, shape.together, self.order, window, among)

    def window(self, shape: Shape, start: int, rows: int = ROWS) -> Window:
        """The window of a shape that begins at a place in the seeded order, of so many rows at most.

        In a large graph places are those in its first part, then those in the second, and so on.
        """
        part, place = divmod(start, RANK_LIMIT)
        if self.parts > 1 or self.shard:
            return replace(self._limits, limit=rows, start=place, part=part)
        edge = shape.matching.edges[0]
        facts = sum(self.grounds.relations[r].facts for r in {*edge.forwards, *edge.backwards})
        anchors = COSTLY if shape.link == "cousin" else ANCHORS
        width = RANK_LIMIT if facts <= anchors else RANK_LIMIT * anchors // facts
        until = min(RANK_LIMIT, start + width)
        return replace(self._limits, limit=rows, start=start, until=until)

    def window_about(self, part: int) -> Window:
        """The window of all that a shape finds about the things that are known as a part."""
        return replace(self._limits, part=part)

    @cached_property
    def _facts(self) -> Mapping[str, int]:
        """How many facts the graph has of each relation of a pattern, in order."""
        edges = (edge for shape in self.grounds.shapes for edge in shape.matching.edges)
        of_patterns = sorted({r for edge in edges for r in (*edge.forwards, *edge.backwards)})
        return {r: self.grounds.relations[r].facts for r in of_patterns if r in self.grounds.relations}

    @cached_property
    def parts(self) -> int:
        """In how many parts the graph is looked at."""
        facts = sum(self._facts.values())
        if self.shard:  # in which only few of the facts of a part begin
            shared = facts // self.shard.of // PART
            return shared // READ * READ or 1
        return 1 if facts < LARGE else max(1, facts // PART // READ) * READ

    def subjects(self, part: int) -> list[str]:
        """The things of a part of the graph: those that its share of the facts is about.

        A part is a range of ranks, which the engines find soon; the seed says with which the search begins.
        """
        if part not in self._read:
            first = part // READ * READ
            number = (first + self.order.b // READ * READ) % self.parts
            width = RANK_LIMIT // self.parts + 1
            ranks: dict[str, Value] = {"from": number * width, "until": (number + READ) * width, "width": width}
            self._read.update((p, []) for p in range(first, first + READ))
            for row in self.store.each("search.subjects", relations=list[Value](self._facts), **ranks):
                if self.ours(thing := str(row["id"])):
                    self._read[first + int(str(row["part"])) - number].append(thing)
        return self._read[part]

    def ours(self, thing: str) -> bool:
        """Whether a thing is one at which the search may begin."""
        return self.shard is None or self.shard.has(thing)

    @property
    def _limits(self) -> Window:
        """The window of everything, as connected as the graph's thresholds say."""
        setting = self.grounds.setting(View({}, {}))

        def number(name: str, key: str, default: int) -> int:
            """A threshold that a filter has as well; what is switched off asks nothing of the graph either."""
            return default if name in self.without else int(setting.number(name, key))

        return Window(
            ROWS,
            degree=int(setting.number("degree", "link")),
            few=int(setting.number("degree", "few")),
            about=number("degree", "topic", int(setting.number("degree", "link"))),
            least=number("degree", "least", 0),
            known=number("prominence", "link", 99),
            denied=number("prominence", "denied", 99),
        )

    def later(self, window: Window, rows: Sequence[Row]) -> int | None:
        """Where the next window begins: where the rows were cut off, or where this one ends; None after the last."""
        before = RANK_LIMIT * (window.part or 0)
        if len(rows) == window.limit:
            last = int(str(rows[-1]["place"]))
            return before + (last if last > window.start else last + 1)
        return before + window.until if before + window.until < RANK_LIMIT * self.parts else None

    def judged(self, found: Collection[FoundRow], view: View) -> tuple[tuple[ProvenConflict, ...], tuple[Refusal, ...]]:
        """What of the found passes all filters and is proven; of several values for one the first that does."""
        grounds = self.grounds
        setting = grounds.setting(view)
        known = partial(grounds.background, view=view)
        proven: list[ProvenConflict] = []
        refused: list[Refusal] = []
        enough = Counter[tuple[str, str]]()
        for each in found:
            key = (each.subject, each.relation)
            if each.thing is not None and enough[key] == ENOUGH:
                continue
            outcome: ProvenConflict | Refusal | None = None
            for candidate in candidates(each, view, grounds.modifiers, grounds.errors, known, self.seed):
                outcome = admitted(candidate, grounds, setting, strict=self.strict, without=self.without)
                if isinstance(outcome, ProvenConflict):
                    break
            if isinstance(outcome, ProvenConflict):
                proven.append(outcome)
                enough[key] += 1
            elif outcome is not None:
                refused.append(outcome)
        return tuple(proven), tuple(refused)


def thinned(found: Iterable[FoundRow], *salt: object) -> list[FoundRow]:
    """What was found with fewer replacements for one subject and relation, drawn by lot: a few of them do."""
    of_one: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    every = list(found)
    for place, each in enumerate(every):
        of_one[each.subject, each.relation].append(place)
    dropped: set[int] = set()
    for places in of_one.values():
        if len(places) > TRIED:
            lots = sorted(places, key=lambda place: content_hash("lot", every[place].thing, places[0], *salt))
            dropped.update(lots[TRIED:])
    return [each for place, each in enumerate(every) if place not in dropped]
