"""Does a proposal stand against the whole KG, and does a pair against what every reader knows?

Readers know more than a text tells them: that two towns are two places, what kind of thing a famous thing is. What
they know may make a conflict shorter than its proof, or show them one that nobody declared. These tests need many
facts, so they are made last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.plausible import Containment, short_label
from contragraph.graph.model import Entity, Statement
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import RuleSet

_MAX_LOCAL_FACTS = 150
APART = "cg:apartFrom"
"""What a reader knows of two places of which neither lies in the other: they do not overlap."""
_COUNTRY = "wdt:P17"
_KNOWN = ("wdt:P31", "wdt:P106", "wdt:P17")
_LIES_IN = "wdt:P131"
_HELD_IN = "wdt:P276"
_KIND_OF = "wdt:P279"
_KNOWN_STEPS = 3
_SHORT_NAME = 4
_CLASS = ("wdt:P31", "wdt:P279")
_PLACED = ("wdt:P131", "wdt:P17", "wdt:P30", "wdt:P36", "wdt:P47", "wdt:P150")
"""Relations that only a place has: what it lies in, its capital, neighbours and divisions."""
_LIVED_IN = ("wdt:P19", "wdt:P20", "wdt:P131", "wdt:P150", "wdt:P551")
"""Relations that have a place at their other end."""
_NO_PLACE = ("wdt:P159", "wdt:P106", "wdt:P569", "wdt:P21")


def axioms_hold(
    statements: Sequence[Statement], rules: RuleSet, relevant: frozenset[str], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the KG itself keeps the axioms around these entities.

    All facts of the relevant relations at any of the entities are taken together, or if they are very many those at
    each entity; if they contradict each other by the axioms of the proof, the KG breaks an axiom for this very entity
    and the conflict would be none.
    """
    at: dict[str, list[Statement]] = {}
    names = dict.fromkeys(e for s in statements for e in s.entities)
    yield from knowledge.prefetch(names)
    for name in names:
        out = yield from knowledge.out(name)
        into = yield from knowledge.into(name)
        at[name] = [
            statement
            for outgoing, around in ((True, out), (False, into))
            for relation in around.by_relation
            if relation in relevant
            for _, statement in around.statements(relation, name, outgoing=outgoing)
        ]
        at[name] += [s for relation, some in out.values.items() if relation in relevant for s in some]
    everything = list(dict.fromkeys(s for here in at.values() for s in here))
    if len(everything) <= _MAX_LOCAL_FACTS:
        return consistent(everything, rules)
    return all(len(here) <= _MAX_LOCAL_FACTS and consistent(here, rules) for here in at.values())


def is_shorter(
    statements: Sequence[Statement],
    rules: RuleSet,
    containment: Containment,
    knowledge: Knowledge,
    unknown: Collection[str] = (),
) -> Asking[bool]:
    """Whether common knowledge makes the conflict shorter than its statements say.

    "Spent the whole life in Riga" against "born in Beijing" is one step to any reader, however many the proof takes.
    Of ``unknown`` places readers do not know where they lie.
    """
    known = [name for name in _names(statements) if name not in unknown]
    background = yield from places_apart(known, containment, knowledge)
    if not background:
        return False
    verdict = minimal_conflicts(statements, rules, background=background)
    return not verdict.decided or any(m.bit_count() < len(statements) for m in verdict.minimal)


def seen_by_readers(
    original: Sequence[Statement],
    perturbed: Sequence[Statement],
    declared: Sequence[frozenset[Statement]],
    lies: frozenset[Statement],
    rules: RuleSet,
    rules_of_lies: RuleSet,
    containment: Containment,
    knowledge: Knowledge,
) -> Asking[tuple[set[Statement], bool]]:
    """What readers would find in a pair that nobody declared.

    Returns statements that belong to no declared conflict and should go, and whether something is left that cannot be
    mended: a contradiction within one side, or between two declared conflicts, by what readers know of the things
    named. "It borders no county of Arizona" beside "it borders Yavapai County" is a contradiction within one text to
    anyone who knows what Yavapai County is, told or not; so is "never took part in any event in Europe" beside
    the Games in Helsinki.
    """
    union = list(dict.fromkeys([*original, *perturbed]))
    names = _names(union)
    apart = yield from places_apart(names, containment, knowledge)
    inside = yield from places_inside(names, containment, knowledge)
    kinds = yield from known_kinds(names, knowledge)
    core = frozenset[Statement]().union(*declared)
    sides = (set(original), set(perturbed))
    fill: set[Statement] = set()
    # What kind of thing something is matters to the lies' own axioms only; where places lie, to any.
    for background, in_force in (([*apart, *inside], rules), (kinds, rules_of_lies)):
        known = set(background)
        spoken = [s for s in union if s not in known]
        verdict = minimal_conflicts(spoken, in_force, background=background)
        if not verdict.decided:
            return set(), True
        for mask in verdict.minimal:
            found = {s for i, s in enumerate(spoken) if mask >> i & 1}
            if found <= lies:
                continue  # that a lie is not true, or the KG at odds with itself, is no contradiction in a text
            if found - core:
                fill |= found - core
            elif any(found <= side for side in sides) or not any(found <= conflict for conflict in declared):
                return fill, True
    return fill, False


def telling(
    statements: Sequence[Statement], conflicts: Iterable[Sequence[Statement]], knowledge: Knowledge
) -> Asking[set[Statement]]:
    """Classes and places that tell by their names what a conflict is about.

    "A county of Colorado" beside "lies entirely outside Colorado", or "the seat of Erie County is Sandusky, Ohio"
    beside "never belonged to Ohio": no axiom sees what every reader does. ``conflicts`` are the statements of each; of
    the things that they speak of nothing with such a name may be told.
    """
    entities = {e.id: e for e in (yield from knowledge.entities(_names(statements)))}
    found = set()
    for conflict in conflicts:
        here = dict.fromkeys(_names(conflict)).keys()
        labels = [short_label(entities[e].label) for e in here if e in entities]
        words = [rf"\b{re.escape(label)}\b" for label in labels if len(label) >= _SHORT_NAME]
        if not words:
            continue
        named = re.compile("|".join(words), re.IGNORECASE)
        placed = re.compile(", (?:.*, )?(?:" + "|".join(words) + ")$", re.IGNORECASE)
        for said in statements:
            ends = [entities[e] for e in said.entities if e in entities]
            if not here.isdisjoint(said.entities) and any(placed.search(e.label) for e in ends if e.id not in here):
                found.add(said)
            kind = entities.get(str(said.object))
            about = said.relation in _CLASS and said.subject in here
            if about and kind and kind.id not in here and named.search(kind.label):
                found.add(said)
    return found


def _names(statements: Iterable[Statement]) -> list[str]:
    return list(dict.fromkeys(e for s in statements for e in s.entities))


def places_apart(names: Sequence[str], containment: Containment, knowledge: Knowledge) -> Asking[list[Statement]]:
    """Pairs of places of which, by the whole KG, neither contains the other: to a reader they are apart."""
    entities = yield from knowledge.entities(names)
    places = []
    for entity in entities:
        if (yield from is_place(entity, knowledge)):
            places.append(entity.id)
    found = []
    for i, one in enumerate(places):
        for other in places[i + 1 :]:
            if not (yield from containment.nested(one, other, knowledge)):
                found.append(Statement(one, APART, other))
    return found


def places_inside(names: Sequence[str], containment: Containment, knowledge: Knowledge) -> Asking[list[Statement]]:
    """Which of the things named lie in which places named, by the whole KG: readers know where Helsinki is."""
    entities = yield from knowledge.entities(names)
    places = set()
    for entity in entities:
        if (yield from is_place(entity, knowledge)):
            places.add(entity.id)
    found = []
    for one in names:
        relation = _LIES_IN if one in places else _HELD_IN
        if one not in places and not (yield from knowledge.out(one)).ends(_HELD_IN):
            continue
        above = yield from containment.ancestors(one, knowledge)
        found += [Statement(one, relation, other) for other in names if other in above and other in places]
    return found


def is_place(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a place: it lies in another, has neighbours or divisions, or people live there."""
    return (yield from knowledge.remember(("place", entity.id), lambda: _is_place(entity, knowledge)))


def _is_place(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    out = yield from knowledge.out(entity.id)
    if any(r in out.by_relation for r in _NO_PLACE) or _KIND_OF in out.by_relation:
        return False
    if any(r in out.by_relation for r in _PLACED):
        return True
    into = yield from knowledge.into(entity.id)
    return any(r in into.by_relation for r in _LIVED_IN)


def known_kinds(entities: Sequence[str], knowledge: Knowledge) -> Asking[list[Statement]]:
    """What readers know of things without being told: their classes, professions and countries, and wider classes."""
    yield from knowledge.prefetch_out(entities)
    found: dict[Statement, None] = {}
    classes: dict[str, None] = {}
    for entity in entities:
        out = yield from knowledge.out(entity)
        for relation in _KNOWN:
            ends = out.ends(relation)
            if relation == _COUNTRY and len(ends) > 1:
                continue  # a matter of time or of dispute, so that no reader would hold it against a text
            for end in ends:
                found[Statement(entity, relation, end)] = None
                classes[end] = None
        classes[entity] = None
    for _ in range(_KNOWN_STEPS):
        yield from knowledge.prefetch_out(classes)
        wider: dict[str, None] = {}
        for one in classes:
            out = yield from knowledge.out(one)
            for end in out.ends(_KIND_OF):
                found[Statement(one, _KIND_OF, end)] = None
                wider[end] = None
        classes = wider
    return list(found)
