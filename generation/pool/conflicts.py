"""The pool: all proven conflicts that a run knows, found by topic, seed relation and hops, in seeded order."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.generation.search.candidate import ProvenConflict
from contragraph.graph.model import Literal, Statement, id_number

Ends = frozenset[str] | tuple[str, str]


def ends(statement: Statement) -> Ends:
    """What a statement is between, in whatever direction and words; of a value its subject and its relation."""
    if isinstance(statement.object, Literal):
        return (statement.subject, statement.relation)
    return frozenset(statement.entities)


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """Conflicts that quotas treat alike."""

    relation: str
    """The seed relation: that of the original."""
    hops: int
    dated: bool
    """Whether a date, an age or a number takes part."""
    denial: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """A conflict with its place in the seeded order, and what is asked of it again and again."""

    key: tuple[int, str]
    number: int
    """How many came into the pool before it."""
    conflict: ProvenConflict
    cell: Cell
    made: Statement
    made_id: str
    original: Statement
    topics: tuple[str, ...]
    """What it is about: the subject of the original first, then the original's object if it is a thing."""

    truths: tuple[Statement, ...]
    """The true statements of the contradiction."""
    replacement: str
    """The node id of the made-up object; of a control that tells its original again the statement's."""
    tells: frozenset[Ends]
    """Between what its statements are."""
    withheld: frozenset[Ends]
    """Between what nothing else may be told: the original, what is made up, the truth in whose place it stands."""

    @property
    def subjects(self) -> frozenset[str]:
        """The things of which its statements tell something."""
        return frozenset(s.subject for s in self.conflict.candidate.statements)

    @property
    def entities(self) -> tuple[str, ...]:
        """The things that its statements speak of."""
        candidate = self.conflict.candidate
        return tuple(dict.fromkeys(e for s in (*candidate.statements, *candidate.background) for e in s.entities))


@dataclass
class Pool:
    """Proven conflicts, each once; the order in which they are found depends on the ``salt``, not on who found them."""

    salt: str
    everything: list[Pooled] = field(default_factory=list)
    """In the order in which they came."""
    _numbers: dict[str, int] = field(default_factory=dict)
    _at: dict[str, list[tuple[tuple[int, str], Pooled]]] = field(default_factory=dict)
    _cells: dict[Cell, list[tuple[tuple[int, str], Pooled]]] = field(default_factory=dict)

    def add(self, conflicts: Iterable[ProvenConflict]) -> int:
        """Take conflicts in; how many of them were new."""
        before = len(self.everything)
        for conflict in conflicts:
            name = conflict.id
            if name in self._numbers:
                continue
            self._numbers[name] = len(self.everything)
            pooled = _pooled((id_number(f"{self.salt}|{name}"), name), len(self.everything), conflict)
            self.everything.append(pooled)
            for topic in pooled.topics:
                insort(self._at.setdefault(topic, []), (pooled.key, pooled), key=_key)
            insort(self._cells.setdefault(pooled.cell, []), (pooled.key, pooled), key=_key)
        return len(self.everything) - before

    def __len__(self) -> int:
        return len(self.everything)

    def at(self, topic: str) -> Iterator[Pooled]:
        """The conflicts about a thing, in seeded order."""
        return (pooled for _, pooled in self._at.get(topic, ()))

    def knows(self, topic: str) -> bool:
        """Whether there is a conflict about a thing."""
        return topic in self._at

    @property
    def dated(self) -> int:
        """How many conflicts are by dates, ages or numbers."""
        return sum(len(some) for cell, some in self._cells.items() if cell.dated)

    def cells(self) -> Mapping[Cell, Sequence[Pooled]]:
        """The conflicts by what quotas ask of them, each cell in seeded order."""
        return {cell: [pooled for _, pooled in self._cells[cell]] for cell in sorted(self._cells)}


def _key(item: tuple[tuple[int, str], Pooled]) -> tuple[int, str]:
    return item[0]


def _pooled(key: tuple[int, str], number: int, conflict: ProvenConflict) -> Pooled:
    candidate = conflict.candidate
    original, made = candidate.original, candidate.perturbed
    dated = any(isinstance(s.object, Literal) for s in candidate.statements)
    cell = Cell(original.relation, conflict.hops, dated, made.negated)
    truth = () if candidate.truth is None else (candidate.truth,)
    return Pooled(
        key,
        number,
        conflict,
        cell,
        made,
        made.id,
        original,
        tuple(dict.fromkeys(original.entities)),
        (original, *candidate.support),
        made.id if made == original else made.object_id,  # what is told again stands in place of nothing
        frozenset(map(ends, candidate.statements)),
        frozenset(map(ends, (original, made, *truth))),
    )
