"""What two linked graphs say of the same things, by relation, in one vocabulary.

Things are one by links, one to one: what is linked with several things of the other graph is left out. Where two graphs
have no links of their own, those through a third graph count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from contragraph.generation.search.labels import bare
from contragraph.generation.search.view import read
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Object, Statement
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import Kg, kg_like
from contragraph.ontology.translate import Lens
from contragraph.reasoning.values.terms import NUMBER, different, normal

_BLOCK = 10_000
"""Things that are read at once."""
_NEAR = 0.1
"""Numbers that differ by less than such a share of the larger one say the same."""


class Comparison(StrEnum):
    """What two graphs say by one relation of one thing."""

    SAME = "same"
    SAME_NAME = "same name"
    """No link joins the values, but they have one name."""
    OTHER = "other"
    UNLINKED = "unlinked"
    """The values differ by name, and those of the other graph are linked with nothing."""
    ONE_ONLY = "only the first"
    OTHER_ONLY = "only the second"


@dataclass(frozen=True)
class MappedGraph:
    """A graph of a store, read through its schema mapping."""

    store: GraphStore
    info: KgInfo
    known: Kg
    lens: Lens
    relations: Mapping[str, str]
    """The relations that it has facts of, in the common vocabulary, each with its own name."""

    @property
    def classes(self) -> Collection[str]:
        """The relations to classes, in the common vocabulary: which classes are one the schema mapping says."""
        own = (*self.known.role("instance_of"), *self.known.role("subclass_of"))
        return {self.lens.seen.relation(r).relation for r in own}

    def facts(self, ids: Sequence[str], relations: Iterable[str]) -> dict[str, list[Statement]]:
        """What it says of things (its own ids) by some relations, by the subject; all in the common vocabulary."""
        seen = self.lens.seen
        own = [self.relations[r] for r in relations]
        leaving = [r for r in own if not seen.relation(r).inverse]
        entering = [r for r in own if seen.relation(r).inverse]
        found: defaultdict[str, set[Statement]] = defaultdict(set)
        for _, fact in read(self.store, ids, leaving, entering):
            statement = seen.statement(fact)
            found[statement.subject].add(statement)
        return {thing: sorted(some, key=lambda s: s.sort_key) for thing, some in found.items()}


def reading(store: GraphStore, kg: str) -> MappedGraph:
    """A graph of the store.

    Raises:
        InputError: if there is none of that name, or nothing is known of graphs like it.
    """
    infos = {info.kg: info for info in store.kgs()}
    if kg not in infos:
        raise InputError(f"The store holds no knowledge graph '{kg}'; it holds {', '.join(infos) or 'none'}.")
    relations = [r.id for r in store.relations(kg) if r.facts]
    known = kg_like(relations)
    if known is None:
        raise InputError(f"Nothing is known of graphs like {kg}: no folder of kgs/ has its relations.")
    lens = known.lens(relations)
    return MappedGraph(store, infos[kg], known, lens, {lens.seen.relation(r).relation: r for r in relations})


def linked(store: GraphStore, one: str, other: str) -> dict[str, str]:
    """The things of one graph that are one with exactly one thing of the other, by their own ids, sorted.

    Raises:
        InputError: if the graphs have no links, nor any through a third.
    """
    pairs = set(store.links(one, other))
    direct = {mine for mine, _ in pairs}, {its for _, its in pairs}
    for third in sorted(info.kg for info in store.kgs() if info.kg not in (one, other)):
        onwards: dict[str, list[str]] = {}
        for its, thing in store.links(other, third):
            onwards.setdefault(thing, []).append(its)
        for mine, thing in store.links(one, third):
            for its in onwards.get(thing, ()):
                if mine not in direct[0] and its not in direct[1]:
                    pairs.add((mine, its))
    if not pairs:
        raise InputError(f"Nothing links {one} with {other}; load links first, with contragraph load links.")
    ours, theirs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    return {a: b for a, b in sorted(pairs) if ours[a] == theirs[b] == 1}


@dataclass(frozen=True, slots=True)
class Met:
    """What two graphs say by one relation of one thing, in the common vocabulary."""

    relation: str
    subject: str
    twin: str
    """The subject in the other graph."""
    one: tuple[Statement, ...]
    other: tuple[Statement, ...]
    told: tuple[Object | None, ...]
    """What each object of the other graph is in the first one; None where that is unknown."""
    outcome: Comparison


def compare(one: MappedGraph, other: MappedGraph, links: Mapping[str, str]) -> Iterator[Met]:
    """What two graphs say of linked things, by subject and relation, wherever at least one of them says something."""
    relations = sorted((one.relations.keys() & other.relations.keys()) - {*one.classes, *other.classes})
    own, its = one.lens.seen, other.lens.seen
    back = {its.thing(b): own.thing(a) for a, b in links.items()}
    shared = frozenset(one.lens.things.values()) | frozenset(other.lens.things.values())
    pairs = list(links.items())
    for start in range(0, len(pairs), _BLOCK):
        block = pairs[start : start + _BLOCK]
        first = one.facts([a for a, _ in block], relations)
        second = other.facts([b for _, b in block], relations)
        ours = one.store.entities(_objects(first.values()))
        theirs = other.store.entities(_objects(second.values()))
        for a, b in ((own.thing(a), its.thing(b)) for a, b in block):
            said, answered = _by_relation(first.get(a, ())), _by_relation(second.get(b, ()))
            for relation in relations:
                mine, others = said.get(relation, ()), answered.get(relation, ())
                if mine or others:
                    told = tuple(_told(s.object, back, shared) for s in others)
                    outcome = _outcome(mine, others, told, ours, theirs)
                    yield Met(relation, a, b, tuple(mine), tuple(others), told, outcome)


def _objects(some: Iterable[Iterable[Statement]]) -> list[str]:
    return sorted({s.object for each in some for s in each if isinstance(s.object, str)})


def _told(thing: Object, back: Mapping[str, str], shared: Collection[str]) -> Object | None:
    if isinstance(thing, Literal):
        return thing
    return back.get(thing, thing if thing in shared else None)


def _by_relation(statements: Iterable[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        if statement.subject != statement.object:
            found.setdefault(statement.relation, []).append(statement)
    return found


def _outcome(
    mine: Sequence[Statement],
    others: Sequence[Statement],
    told: Sequence[Object | None],
    ours: Mapping[str, Entity],
    theirs: Mapping[str, Entity],
) -> Comparison:
    if not others:
        return Comparison.ONE_ONLY
    if not mine:
        return Comparison.OTHER_ONLY
    if any(t is not None and not apart(s.object, t) for s in mine for t in told):
        return Comparison.SAME
    names = {n for s in mine if s.object_id in ours for n in names_of(ours[s.object_id])}
    loose = [theirs[s.object_id] for s, t in zip(others, told, strict=True) if t is None and s.object_id in theirs]
    if any(not names.isdisjoint(names_of(e)) for e in loose):
        return Comparison.SAME_NAME
    return Comparison.OTHER if any(t is not None for t in told) else Comparison.UNLINKED


def apart(one: Object, other: Object) -> bool:
    """Whether two values are two: dates that no one day has, numbers that are not near each other, things by id."""
    mine, its = normal(one), normal(other)
    if isinstance(mine, Literal) and isinstance(its, Literal) and mine.datatype.startswith(NUMBER):
        same = mine.datatype == its.datatype
        return same and abs(float(mine.value) - float(its.value)) > _NEAR * max(abs(float(mine.value)), 1)
    return different(mine, its)


def names_of(entity: Entity) -> set[str]:
    """The names of a thing, fit to be compared: qualifiers ("Paris, Texas", "Avatar (film)") are left out too."""
    names = {bare(n) for n in (entity.label, *entity.aliases) if n}
    return names | {n.partition(", ")[0] for n in names}
