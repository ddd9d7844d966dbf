"""Stand-ins: what to put at the free end of a made-up statement so that a reader may believe it.

A stand-in is like what it stands in for: of a class with it, about as well known, and of the same surroundings (the
same state, trade, team or movement). "Lived in Delft" stands for "lived in Haarlem", and not "lived in Nairobi".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from random import Random

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.plans import Reading
from contragraph.generation.rules.plausible import Signatures, readable
from contragraph.generation.support import Match, value
from contragraph.graph.model import Entity
from contragraph.reasoning.ends import End
from contragraph.reasoning.unfold import Spelling

STAND_INS = 5
"""Stand-ins tried for the free end of a made-up statement."""
_SAMPLED = 60
"""Members of that side of the relation from which likely ones are chosen, at most."""
_SIBLINGS = 12
"""Entities taken that share one fact with the entity stood in for, at most."""
_SHARED_FACTS = 6
"""Facts of that entity whose other bearers are looked at."""
_CONSIDERED = 24
"""Likely stand-ins whose facts are compared with those of the entity that they stand in for."""
_DATED = 8
"""Stand-ins of which it is asked at once when they were."""
_LINKS = 4
"""Facts of one relation that are followed from the other end of the made-up statement, at most."""
_LINK = 2.0
"""How much nearer a stand-in is for having to do with the other end."""
_ENOUGH = 0.16
"""What makes two things alike: to share a fact with about 70 others, or two or three with thousands."""
_COUNTRIES = frozenset({"wd:Q6256", "wd:Q3624078"})
"""Country, sovereign state."""
_LIES_IN = ("wdt:P17", "wdt:P131", "wdt:P159")
_SAY_LITTLE = frozenset({"wdt:P31", "wdt:P21", "wdt:P735", "wdt:P734", "wdt:P1196", "wdt:P509", "wdt:P190", "wdt:P530"})
"""Relations that two things may share without being alike: class, sex, names, kind of death, partner towns, envoys."""
_HUMAN = "wd:Q5"


@dataclass(frozen=True, slots=True)
class Likeness:
    """What an entity is compared by: the facts that others may share with it, by how telling each is."""

    entity: Entity
    facts: Mapping[str, Mapping[str, float]]
    """By relation and other end."""
    telling: tuple[tuple[str, str], ...]
    """Those that tell most, best first."""
    enough: float
    """How much a stand-in must share with it: more than a common trade, if there is more."""

    @classmethod
    def of(cls, entity: Entity, facts: Mapping[tuple[str, str], float]) -> Likeness:
        """The likeness of an entity with these facts, each of a relation and another end."""
        by_relation: dict[str, dict[str, float]] = {}
        for (relation, end), weight in facts.items():
            by_relation.setdefault(relation, {})[end] = weight
        telling = nsmallest(_SHARED_FACTS, ((-weight, fact) for fact, weight in facts.items()))
        enough = min(_ENOUGH, sum(facts.values()) / 3)
        return cls(entity, by_relation, tuple(fact for _, fact in telling), enough)


def choose(
    reading: Reading,
    match: Match,
    spelling: Spelling,
    signatures: Signatures,
    periods: Periods,
    knowledge: Knowledge,
    random: Random,
) -> Asking[list[tuple[Match, float]]]:
    """The match with the made-up statement's free end filled by likely stand-ins, best first, or as it is.

    Each comes with its distance from what it stands in for; smaller is more alike.
    """
    if reading.free is None:
        return [(match, 0.0)]
    atom = reading.pattern.leaves[reading.made]
    subject = (atom.first == reading.free) != spelling.flip
    other_end = value(atom.second if atom.first == reading.free else atom.first, match.binding)
    bound = other_end if isinstance(other_end, str) else None
    model = yield from _model(reading, match, spelling, subject, bound, knowledge)
    if model is None:
        return []
    likeness = yield from knowledge_of(model, knowledge)
    options, linked = yield from _options(
        End(spelling.relation, subject), likeness, bound, signatures, knowledge, random
    )
    taken = {*match.binding.values(), *(e for fact in match.facts for e in fact.entities), model}
    entity, classes = likeness.entity, frozenset(likeness.entity.types)
    near = nsmallest(
        _CONSIDERED,
        (
            (_unlike(e, entity, classes) + random.random() - _LINK * (e.id in linked), e.id)
            for e in options
            if e.id not in taken
        ),
    )
    yield from knowledge.prefetch_out([name for _, name in near])
    # That somebody only ever lived in a country is to be believed of one that they have to do with.
    of_countries = not _COUNTRIES.isdisjoint(classes) and bound is not None
    of_countries = of_countries and spelling.relation != _LIES_IN[0]  # where a place lies may be mistaken
    alike: list[tuple[float, str]] = []
    for distance, name in near:
        if of_countries and name not in linked:
            continue
        shared = yield from _alike(name, likeness, knowledge)
        if name in linked or shared >= likeness.enough:
            alike.append((distance - 2 * shared, name))
    chosen = yield from _of_one_time(sorted(alike), (model, bound) if bound else (model,), periods)
    return [(Match({**match.binding, reading.free: name}, match.facts), distance) for distance, name in chosen]


def _of_one_time(
    likely: Sequence[tuple[float, str]], beside: tuple[str, ...], periods: Periods
) -> Asking[list[tuple[float, str]]]:
    """The best of likely stand-ins, best first, that are not known to be of another time than the things ``beside``.

    One that is known to be of the time of the first of these is preferred. When things were is dear to find out in a
    large graph, so it is asked of a few, and of more only where they might yet be better.
    """
    chosen: list[tuple[float, str]] = []
    for start in range(0, len(likely), _DATED):
        if len(chosen) == STAND_INS and chosen[-1][0] < likely[start][0] - 1:
            break
        some = likely[start : start + _DATED]
        yield from periods.prepare([*beside, *(name for _, name in some)])
        for distance, name in some:
            met = [periods.together(name, other) for other in beside]
            if False not in met:
                chosen.append((distance - (met[0] is True), name))
        chosen = nsmallest(STAND_INS, chosen)
    return chosen


def _model(
    reading: Reading, match: Match, spelling: Spelling, subject: bool, bound: str | None, knowledge: Knowledge
) -> Asking[str | None]:
    """What the stand-in should be like.

    What it must differ from, else what stands there in truth, else the other end of the made-up statement (a brother
    is like his brother).
    """
    for one, other in reading.pattern.distinct:
        for free, against in ((one, other), (other, one)):
            model = match.binding.get(against)
            if free == reading.free and isinstance(model, str):
                return model
    if bound is None:
        return None
    around = yield from (knowledge.into(bound) if subject else knowledge.out(bound))
    true = around.ends(spelling.relation)
    return true[0] if true else bound


def knowledge_of(name: str, knowledge: Knowledge) -> Asking[Likeness]:
    """What an entity is compared by; a fact that few share tells more than one that many share."""
    return (yield from knowledge.remember(("likeness", name), lambda: _likeness(name, knowledge)))


def _likeness(name: str, knowledge: Knowledge) -> Asking[Likeness]:
    (entity,) = (yield from knowledge.entities([name])) or [Entity(name, name)]
    out = yield from knowledge.out(name)
    ends = [(r, e) for r, some in out.by_relation.items() if r not in _SAY_LITTLE for e in some]
    degrees = {e.id: e.degree for e in (yield from knowledge.entities(dict.fromkeys(e for _, e in ends)))}
    shared = [(r, e) for r, e in ends if degrees.get(e, 0) > 1]  # what nobody can share tells nothing
    return Likeness.of(entity, {(r, e): 1 / math.log2(4 + degrees[e]) for r, e in shared})


def _options(
    end: End, likeness: Likeness, bound: str | None, signatures: Signatures, knowledge: Knowledge, random: Random
) -> Asking[tuple[list[Entity], frozenset[str]]]:
    """Readable entities of a class with it that may stand there, and which of them have to do with the other end.

    Members of that side of the relation, those that share facts with it, and what the other end has to do with: that
    she only lived in the country where she was born is what one may believe.
    """
    entity = likeness.entity
    members = yield from signatures.stand_ins(end, entity.types, knowledge)
    names = [m.id for m in members]
    if len(names) > _SAMPLED:
        names = random.sample(names, _SAMPLED)
    yield from knowledge.prefetch_facts([other for _, other in likeness.telling], entering_only=True)
    for relation, other in likeness.telling:
        into = yield from knowledge.into(other)
        names += into.ends(relation)[:_SIBLINGS]
    # Without a class nothing tells which of them are of its kind.
    linked = (yield from _linked(bound, knowledge)) if bound and entity.types else ()
    found = yield from knowledge.entities(dict.fromkeys([*names, *linked]))
    classes = frozenset(entity.types)
    of_its_kind = [e for e in found if not classes.isdisjoint(e.types)] if classes else found
    alike = [e for e in of_its_kind if e.id not in knowledge.hidden and readable(e.label)]
    return alike, frozenset(linked)


def _linked(name: str, knowledge: Knowledge) -> Asking[tuple[str, ...]]:
    """What an entity has to do with: where its facts lead, and where those places lie."""
    return (yield from knowledge.remember(("linked", name), lambda: _links(name, knowledge)))


def _links(name: str, knowledge: Knowledge) -> Asking[tuple[str, ...]]:
    out = yield from knowledge.out(name)
    near = [e for r, ends in out.by_relation.items() if r not in _SAY_LITTLE for e in ends[:_LINKS]]
    yield from knowledge.prefetch_out(near)
    found = dict.fromkeys(near)
    for one in near:
        around = yield from knowledge.out(one)
        for relation in _LIES_IN:
            found.update(dict.fromkeys(around.ends(relation)[:2]))
    return tuple(found)


def _unlike(one: Entity, other: Entity, classes: frozenset[str]) -> float:
    """How unlike two entities are by degree and class alone, of which the other has these."""
    shared = len(classes.intersection(one.types))
    return abs(math.log2((one.degree + 1) / (other.degree + 1))) - 1.5 * min(shared, 2)


def _alike(name: str, likeness: Likeness, knowledge: Knowledge) -> Asking[float]:
    """How much an entity shares with what it is compared to; 0 for nothing."""
    out = yield from knowledge.out(name)
    return sum(
        weights.get(end, 0.0)
        for relation, ends in out.by_relation.items()
        if (weights := likeness.facts.get(relation))
        for end in ends
    )
