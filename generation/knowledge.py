"""What a generator may ask about the KG, answered for many generators at once.

A generator is a coroutine: when it needs facts that are not at hand it yields a :class:`Need`. The scheduler runs many
generators in lock step, asks the store once for all their needs, and goes on. So the traversal is one query (or one
batch of queries) per round, however many seeds are running, and its result does not depend on the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Literal, TypeVar, cast

from contragraph.generation.lensed import Lensed, LensedSnapshot, Reader
from contragraph.generation.verbalise.values import words
from contragraph.graph.model import Entity, Fact, Object, Order, Statement
from contragraph.graph.model import Literal as LiteralObject
from contragraph.graph.store import GraphStore, Member, Row
from contragraph.ontology.translate import IDENTITY, Lens

OUT_LIMIT = 300
IN_LIMIT = 60
LITERAL_LIMIT = 2000
"""Facts of one relation with literals, at most, that are seeds or show what values are usual."""
MEMBER_LIMIT = 400
AMPLE = 2_000_000
"""Facts from which on a graph has seeds enough for none to be tried long, and few of all members are looked at."""
IN_MEMORY = 2_000_000
"""Up to this many facts a KG is held in memory while pairs are made: 0.6 GB for these about half a million entities."""

T = TypeVar("T")
Kind = Literal["out", "in", "entity", "subjects", "objects", "values"]
Need = tuple[Kind, str]
"""What is missing: facts that leave or enter an entity, an entity, the two sides of a relation, its literal facts."""
Answers = Mapping[Need, object]
Asking = Generator[frozenset[Need], None, T]
"""A computation that may pause for the store, and its result."""

Joined = Sequence[tuple[Object, Statement]]
"""Facts at one entity that spell one predicate, each with its other end."""

_NOTHING: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """The facts at one end of an entity in seeded order, and its neighbours by relation."""

    facts: tuple[Fact, ...] = ()
    by_relation: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    """All facts of the relations of which some hold for a time only."""
    values: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    """Facts with literal objects by relation; they are no neighbours."""
    cut: bool = False
    """Whether there may be more facts than were asked for."""

    def statements(self, relation: str, here: str, *, outgoing: bool) -> Sequence[tuple[str, Statement]]:
        """The facts of a relation at the entity ``here`` with their times, each with its other end."""
        if relation in self.told:
            return [(str(s.object) if outgoing else s.subject, s) for s in self.told[relation]]
        ends = self.by_relation.get(relation, _NOTHING)
        if outgoing:
            return [(end, Statement(here, relation, end)) for end in ends]
        return [(end, Statement(end, relation, here)) for end in ends]

    def ends(self, relation: str) -> tuple[str, ...]:
        """The other ends by a relation, in seeded order."""
        return self.by_relation.get(relation, _NOTHING)


def _around(facts: Sequence[Fact], outgoing: bool) -> Around:
    grouped: dict[str, list[str]] = {}
    values: dict[str, list[Statement]] = {}
    kept = []
    timed = set()
    for fact in facts:
        if isinstance(fact.object, str):
            kept.append(fact)
            grouped.setdefault(fact.relation, []).append(fact.object if outgoing else fact.subject)
            if fact.valid_from is not None or fact.valid_to is not None:
                timed.add(fact.relation)
        else:
            values.setdefault(fact.relation, []).append(in_words(fact.statement))
    told = {relation: tuple(f.statement for f in kept if f.relation == relation) for relation in sorted(timed)}
    ends = {relation: tuple(dict.fromkeys(ends) if relation in timed else ends) for relation, ends in grouped.items()}
    literal = {relation: tuple(some) for relation, some in values.items()}
    return Around(tuple(kept), ends, told, literal, len(facts) >= (OUT_LIMIT if outgoing else IN_LIMIT))


def in_words(statement: Statement) -> Statement:
    """A statement whose literal, if its object is one, is labelled as texts write it."""
    thing = statement.object
    if isinstance(thing, str):
        return statement
    return replace(statement, object=replace(thing, label=words(thing)))


class Knowledge:
    """A cache of the KG in front of a store; everything it returns is in the seeded order of the run.

    A KG is read at the start: one of at most ``in_memory`` facts into a snapshot, a bigger one into an index, and
    hardly a computation waits. For a few questions that takes too long: not ``read_whole``, all is asked for round by
    round. What is answered is the same. All is told as it is seen through the ``lens``.
    """

    def __init__(
        self,
        store: GraphStore,
        kg: str,
        order: Order,
        *,
        in_memory: int = IN_MEMORY,
        read_whole: bool = True,
        lens: Lens = IDENTITY,
    ) -> None:
        self._kg, self._order, self._store, self._lens = kg, order, store, lens
        self.ample = any(info.kg == kg and info.facts > AMPLE for info in store.kgs())
        """Whether the KG is so large that nothing is used up; unlike the memory, this decides what is made."""
        small = read_whole and any(info.kg == kg and info.facts <= in_memory for info in store.kgs())
        snapshot = store.snapshot(kg, order) if small else None
        self.snapshot = LensedSnapshot(snapshot, lens) if snapshot and lens else snapshot
        index = store.fact_index(kg, order) if read_whole and not small else None
        around: frozenset[Kind] = frozenset({"out", "in", "entity"} if read_whole else ())
        # Members of a snapshot are found by polars, whose threads a forked process lacks.
        self._at_hand = around if index is None else around | {"subjects", "objects"}
        """What is answered without asking the store, and without threads."""
        self._eager = not read_whole
        """Whether rounds are dear."""
        wide: Reader = index or store
        self.read: Reader = self.snapshot or (Lensed(wide, lens) if lens else wide)
        """What answers all questions about the KG."""
        self._out: dict[str, Around] = {}
        self._into: dict[str, Around] = {}
        self._entities: dict[str, Entity | None] = {}
        self._subjects: dict[str, tuple[Member, ...]] = {}
        self._objects: dict[str, tuple[Member, ...]] = {}
        self._values: dict[str, tuple[Statement, ...]] = {}
        self._known: Mapping[Kind, dict[str, Any]] = {
            "out": self._out,
            "in": self._into,
            "entity": self._entities,
            "subjects": self._subjects,
            "objects": self._objects,
            "values": self._values,
        }
        self._asked = Lock()
        self._elsewhere: Callable[[frozenset[Need]], Answers] | None = None
        self.hidden = frozenset(map(lens.seen.thing, store.hidden(kg) if index is None else index.hidden()))
        self.remembered: dict[tuple[str, ...], Any] = {}
        self.joined: dict[tuple[str, str, bool], Joined] = {}
        """Facts by predicate, entity, and whether that is the first term."""
        self.rounds = 0

    # -- asking ------------------------------------------------------------------------------------------

    def _ask(self, needs: Iterable[Need]) -> Asking[None]:
        missing = frozenset(need for need in needs if need[1] not in self._known[need[0]])
        if not missing:
            return
        if self.snapshot is not None:
            self.fetch(missing)
            return
        known = frozenset(need for need in missing if need[0] in self._at_hand)
        if known:
            self.fetch(known)
        if missing != known:
            yield missing - known

    def out(self, entity: str) -> Asking[Around]:
        """Facts that leave an entity, those with hidden ends included."""
        found = self._out.get(entity)  # asked so often that a question less is worth a line
        if found is None:
            yield from self._ask([("out", entity)])
            found = self._out[entity]
        return found

    def into(self, entity: str) -> Asking[Around]:
        """Facts that enter an entity; none for hidden ones, which are hubs."""
        found = self._into.get(entity)
        if found is None:
            if entity in self.hidden:
                return _EMPTY
            yield from self._ask([("in", entity)])
            found = self._into[entity]
        return found

    def entities(self, ids: Iterable[str]) -> Asking[list[Entity]]:
        """The entities with these ids, in their order; unknown ones are left out."""
        wanted, known = list(ids), self._entities
        found = list(map(known.get, wanted))
        if all(found):  # asked most often of all; there is no empty entity
            return cast("list[Entity]", found)
        if not all(map(known.__contains__, wanted)):
            yield from self._ask(("entity", i) for i in wanted)
        return [e for i in wanted if (e := known[i]) is not None]

    def prefetch(self, ids: Iterable[str]) -> Asking[None]:
        """Ask for everything around these entities at once, to save rounds."""
        needs: list[Need] = []
        for entity in ids:
            if entity not in self._out:
                needs.append(("out", entity))
            if entity not in self._entities:
                needs.append(("entity", entity))
            if entity not in self._into and entity not in self.hidden:
                needs.append(("in", entity))
        if needs:
            yield from self._ask(needs)

    def prefetch_facts(self, ids: Iterable[str], *, entering_only: bool = False) -> Asking[None]:
        """Ask for the facts at these entities at once, or for those that enter them."""
        needs: list[Need] = []
        for entity in ids:
            if entity not in self._out and not entering_only:
                needs.append(("out", entity))
            if entity not in self._into and entity not in self.hidden:
                needs.append(("in", entity))
        if needs:
            yield from self._ask(needs)

    def prefetch_out(self, ids: Iterable[str]) -> Asking[None]:
        """Ask for what leaves these entities at once."""
        needs: list[Need] = [("out", i) for i in ids if i not in self._out]
        if needs:
            yield from self._ask(needs)

    def members(self, relation: str, *, subjects: bool) -> Asking[tuple[Member, ...]]:
        """Entities on one side of a relation."""
        known = self._subjects if subjects else self._objects
        if relation not in known:
            yield from self._ask([("subjects" if subjects else "objects", relation)])
        return known[relation]

    def remember(self, key: tuple[str, ...], asking: Callable[[], Asking[T]]) -> Asking[T]:
        """The result of a computation that depends on the KG alone, from memory if it was made before."""
        if key not in self.remembered:
            self.remembered[key] = yield from asking()
        found: T = self.remembered[key]
        return found

    def literal_facts(self, relation: str) -> tuple[Statement, ...]:
        """Facts of a relation with literal objects in seeded order, labelled as texts write them."""
        if relation not in self._values:
            self.fetch([("values", relation)])
        return self._values[relation]

    # -- answering ---------------------------------------------------------------------------------------

    def answers(self, needs: Iterable[Need]) -> Answers:
        """What the KG says to these needs, from memory where it was asked before."""
        wanted = list(needs)
        missing = [(kind, name) for kind, name in wanted if name not in self._known[kind]]
        if missing:
            self.fetch(missing)
        return {(kind, name): self._known[kind][name] for kind, name in wanted}

    def leave_to(self, elsewhere: Callable[[frozenset[Need]], Answers]) -> None:
        """From now on let another process ask the store: one that was forked has no connection, nor the threads."""
        self._elsewhere = elsewhere

    def fetch(self, needs: Iterable[Need]) -> None:
        """Ask the store for what is missing, in a fixed order; of several threads one does so at a time."""
        with self._asked:
            self._fetch(needs)

    def _fetch(self, needs: Iterable[Need]) -> None:
        missing = self._with_more(set(needs)) if self._eager else set(needs)
        if self._elsewhere is not None:
            away = frozenset(need for need in missing if need[0] not in self._at_hand)
            for (kind, name), answer in self._elsewhere(away).items() if away else ():
                self._known[kind][name] = answer
            missing -= away
        by_kind: dict[Kind, list[str]] = {}
        for kind, name in sorted(missing):
            by_kind.setdefault(kind, []).append(name)
        self.rounds += 1
        if self._eager and len(by_kind) > 1:
            # Each kind is put away in a place of its own, so it does not matter which answer comes first.
            with ThreadPoolExecutor(len(by_kind)) as pool:
                list(pool.map(self._fetch_kind, by_kind, by_kind.values()))
        else:
            for kind, names in by_kind.items():
                self._fetch_kind(kind, names)

    def _fetch_kind(self, kind: Kind, names: Sequence[str]) -> None:
        if kind == "out":
            for entity, facts in self.read.facts(names, "out", self._order, OUT_LIMIT, hidden=True).items():
                self._out[entity] = _around(facts, outgoing=True)
        elif kind == "in":
            for entity, facts in self.read.facts(names, "in", self._order, IN_LIMIT, hidden=True).items():
                self._into[entity] = _around(facts, outgoing=False)
        elif kind == "entity":
            found = self.read.entities(names)
            for name in names:
                self._entities[name] = found.get(name)
        elif kind == "values":
            for relation in names:
                self._values[relation] = self._literal_facts(relation)
        else:
            self._fetch_members(names, subjects=kind == "subjects")

    def _with_more(self, needs: set[Need]) -> set[Need]:
        """Needs with those that mostly follow: who asks what leaves a thing soon asks what enters it, and its name."""
        things = {name for kind, name in needs if kind in ("out", "in")}
        more: set[Need] = {("out", name) for name in things if name not in self._out}
        more |= {("entity", name) for name in things if name not in self._entities}
        more |= {("in", name) for name in things if name not in self._into and name not in self.hidden}
        return needs | more

    def _fetch_members(self, relations: Sequence[str], *, subjects: bool) -> None:
        for relation in relations:
            members = self.read.members(self._kg, relation, "out" if subjects else "in", self._order, MEMBER_LIMIT)
            (self._subjects if subjects else self._objects)[relation] = tuple(members)

    def _literal_facts(self, relation: str) -> tuple[Statement, ...]:
        role, thing = self._lens.own.relation(relation), self._lens.seen.thing
        limits = {"a": self._order.a, "b": self._order.b, "limit": LITERAL_LIMIT}
        rows = self._store.run("kg.literal_facts", kg=self._kg, relation=role.relation, **limits)
        return tuple(_of_row(row, relation, thing(str(row["subject"]))) for row in rows)


_EMPTY = Around()


def _of_row(row: Row, relation: str, subject: str) -> Statement:
    """The statement of a fact with a literal."""
    since, until = (None if row[key] is None else str(row[key]) for key in ("valid_from", "valid_to"))
    thing = LiteralObject(str(row["value"]), str(row["datatype"]))
    return in_words(Statement(subject, relation, thing, valid_from=since, valid_to=until))


def side_by_side(asking: Sequence[Asking[T]]) -> Asking[list[T]]:
    """All computations as one, which asks each round for all that they need; results in their order."""
    results: dict[int, T] = {}
    running = dict(enumerate(asking))
    while running:
        needs: set[Need] = set()
        for slot, computation in list(running.items()):
            try:
                needs |= next(computation)
            except StopIteration as end:
                results[slot] = end.value
                del running[slot]
        if needs:
            yield frozenset(needs)
    return [results[slot] for slot in range(len(asking))]


def run_in_lock_step(asking: Sequence[Asking[T]], knowledge: Knowledge) -> list[T]:
    """Run all computations to their end; results in their order."""
    return at_once(side_by_side(asking), knowledge)


def at_once(asking: Asking[T], knowledge: Knowledge) -> T:
    """Run one computation to its end, while nothing else goes on."""
    while True:
        try:
            knowledge.fetch(next(asking))
        except StopIteration as end:
            return cast(T, end.value)
