"""What two linked graphs say of the same things, told in one vocabulary: that of the rules.

Both graphs are read through their lenses, so that ``dbo:birthPlace`` and ``wdt:P19`` are one relation; which things are
one is told by links, one to one: what is linked with several things of the other graph is left out. Where two graphs
have no links of their own, those through a third graph count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from contragraph.generation.knowledge import Knowledge
from contragraph.generation.rules.plausible import short_label
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Order, Statement
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.ontology.vocabulary import Vocabulary, vocabulary_of

KINDS = frozenset({"wdt:P31", "wdt:P279", "rdf:type", "rdfs:subClassOf"})
"""Relations to classes: which classes are one the alignment says, not links."""
FACTS = 2000
"""Facts of one thing that are compared, at most."""
_BLOCK = 2000
"""Things that are read at once."""


class Outcome(StrEnum):
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
class View:
    """A graph of a store as the rules see it."""

    info: KgInfo
    vocabulary: Vocabulary
    knowledge: Knowledge
    order: Order

    @property
    def relations(self) -> dict[str, str]:
        """The relations that it has facts of, in the terms of the rules, each with its own name."""
        lens = self.vocabulary.lens
        return {lens.seen.relation(r.id).relation: r.id for r in self.vocabulary.relations}


def view(store: GraphStore, kg: str, seed: int = 0) -> View:
    """A graph of the store.

    Raises:
        InputError: if there is none of that name.
    """
    infos = {info.kg: info for info in store.kgs()}
    if kg not in infos:
        raise InputError(f"The store holds no knowledge graph '{kg}'; it holds {', '.join(infos) or 'none'}.")
    vocabulary = vocabulary_of(store.relations(kg))
    order = Order.of_seed(f"{seed}:{kg}:{infos[kg].snapshot}")
    return View(infos[kg], vocabulary, Knowledge(store, kg, order, lens=vocabulary.lens), order)


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
    """What two graphs say by one relation of one thing; ids are those that the rules see."""

    relation: str
    subject: str
    twin: str
    """The subject in the other graph."""
    one: tuple[Statement, ...]
    other: tuple[Statement, ...]
    told: tuple[str | None, ...]
    """What each object of the other graph is in the first one; None where that is unknown."""
    outcome: Outcome

    def translated(self, place: int) -> Statement:
        """A statement of the other graph about the things of the first; a value without a link keeps its id."""
        theirs = self.other[place]
        thing = self.told[place] or str(theirs.object)
        return Statement(self.subject, theirs.relation, thing, valid_from=theirs.valid_from, valid_to=theirs.valid_to)


def compare(one: View, other: View, links: Mapping[str, str]) -> Iterator[Met]:
    """What two graphs say of linked things, by subject and relation, wherever at least one of them says something."""
    relations = sorted((one.relations.keys() & other.relations.keys()) - KINDS)
    own, its = one.vocabulary.lens, other.vocabulary.lens
    back = {its.seen.thing(b): own.seen.thing(a) for a, b in links.items()}
    shared = frozenset(own.things.values()) | frozenset(its.things.values())
    pairs = [(own.seen.thing(a), its.seen.thing(b)) for a, b in links.items()]
    for start in range(0, len(pairs), _BLOCK):
        block = pairs[start : start + _BLOCK]
        first, second = _facts(one, [a for a, _ in block]), _facts(other, [b for _, b in block])
        ends = {str(s.object) for some in second.values() for s in some} - back.keys()
        theirs = other.knowledge.read.entities(sorted(ends))
        ours = one.knowledge.read.entities(sorted({str(s.object) for some in first.values() for s in some}))
        for a, b in block:
            said, answered = _by_relation(first[a]), _by_relation(second[b])
            for relation in relations:
                mine, others = said.get(relation, ()), answered.get(relation, ())
                if not mine and not others:
                    continue
                told = tuple(back.get(o, o if o in shared else None) for o in (str(s.object) for s in others))
                outcome = _outcome(mine, others, told, ours, theirs)
                yield Met(relation, a, b, tuple(mine), tuple(others), told, outcome)


def _facts(graph: View, ids: Sequence[str]) -> dict[str, list[Statement]]:
    found = graph.knowledge.read.facts(ids, "out", graph.order, FACTS, hidden=True)
    return {
        each: sorted((f.statement for f in facts if isinstance(f.object, str)), key=lambda s: s.sort_key)
        for each, facts in found.items()
    }


def _by_relation(statements: Iterable[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        if statement.subject != statement.object:
            found.setdefault(statement.relation, []).append(statement)
    return found


def _outcome(
    mine: Sequence[Statement],
    others: Sequence[Statement],
    told: Sequence[str | None],
    ours: Mapping[str, Entity],
    theirs: Mapping[str, Entity],
) -> Outcome:
    if not others:
        return Outcome.ONE_ONLY
    if not mine:
        return Outcome.OTHER_ONLY
    objects = {str(s.object) for s in mine}
    if not objects.isdisjoint(t for t in told if t):
        return Outcome.SAME
    names = {n for o in objects if o in ours for n in names_of(ours[o])}
    loose = [theirs[o] for s, t in zip(others, told, strict=True) if t is None and (o := str(s.object)) in theirs]
    if any(not names.isdisjoint(names_of(e)) for e in loose):
        return Outcome.SAME_NAME
    return Outcome.OTHER if any(told) else Outcome.UNLINKED


def names_of(entity: Entity) -> set[str]:
    """The names of a thing, fit to be compared: qualifiers ("Paris, Texas", "Avatar (film)") are left out too."""
    names = {short_label(n) for n in (entity.label, *entity.aliases) if n}
    return names | {n.partition(", ")[0] for n in names}
