"""What statements give away about their ends: persons or things, classes or names, the living and the dead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from contragraph.generation.verbalise.grammar import CITIZENSHIP, GRAPH, INSTANCE_OF, SEX, SUBCLASS_OF, relations
from contragraph.graph.model import Statement
from contragraph.kgs import kg_of, shipped_kgs

_PERSONAL = relations("of_a_person")
"""Relations whose subject is a person, where no type says what it is."""
_BORN = relations("of_the_born")
"""Relations whose subject is a person for certain."""
_THINGS = relations("of_a_thing")
"""Relations whose subject is no person."""
_WORKS = relations("of_a_work")
"""Relations whose subject is a work: its title never takes an article."""
_PERSON_OBJECTS = relations("to_a_person")
"""Relations whose object is a person."""
_COUNTED = frozenset((INSTANCE_OF, *GRAPH.role("occupation")))
"""Relations whose object is a class of things that one counts: "a lawyer"."""
_OF_CLASSES = relations("of_classes")
"""Relations that hold between classes too, which are named as such: "a coach is the opposite of a player"."""
_NAMED = relations("of_names")
"""Relations between things that have proper names."""
_NAMES = relations("to_a_name")
"""Relations whose object is a name: it has a capital whatever its label says."""
_THING_OBJECTS = relations("to_a_thing")
"""Relations whose object is no person."""
_DEATH = relations("of_a_death")
_GENDERS = {sex: pronoun for pronoun in ("he", "she") for sex in GRAPH.grammar.classes(pronoun)}
_ROLES = {**dict.fromkeys(GRAPH.role("father"), "he"), **dict.fromkeys(GRAPH.role("mother"), "she")}
_HONORS = tuple(relation.partition(":")[2] for relation in GRAPH.role("award"))
"""How relations to an honor end, those that deny all others of it among them."""
_OF_TEAMS, _TEAM_OBJECTS, _OF_ACTS = (relations(role) for role in ("of_a_team", "to_a_team", "of_an_act"))


_PLACES = relations("of_a_place")
"""Relations whose subject is most probably a place, where nothing else says what it is."""
_PLACE_OBJECTS = relations("to_a_place")


@dataclass(slots=True)
class StatedTraits:
    """What the statements themselves say of their entities, by id."""

    types: dict[str, set[str]] = field(default_factory=dict)
    genders: dict[str, set[str]] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    persons: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    works: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    born: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    teams: set[str] = field(default_factory=set)
    honors: set[str] = field(default_factory=set)
    acts: set[str] = field(default_factory=set)
    """Who records music."""


_TELLING = _DEATH | {SEX, CITIZENSHIP}
"""Relations of facts that tell grammar, whether or not the text states them: pronouns and tenses."""
_OF_THE_BORN = relations("of_the_born_untold")
_LONG_GONE = frozenset(GRAPH.grammar.table("things")["long_gone"])
"""States that ended before the Second World War did, whose citizens are not spoken of as alive."""


def tells_grammar(relation: str) -> bool:
    """Whether facts of a relation help to word what is said of their subject: its sex, or that it is dead."""
    return relation in _telling()


@cache
def _telling() -> frozenset[str]:
    """Relations that tell grammar, by the names that they have in any graph that ships."""
    exact = {own: role for name in shipped_kgs() for own, role in kg_of(name).alignment.exact.items()}
    return _TELLING | {own for own, role in exact.items() if role.relation in _TELLING and not role.inverse}


def stated_in(statements: Sequence[Statement], background: Sequence[Statement] = ()) -> StatedTraits:
    """What the statements let one conclude about how their ends are to be named.

    Of ``background`` facts, which the text does not state, only sex, death, and states long gone are taken: all of
    persons.
    """
    found = StatedTraits()
    for s in background:
        found.persons.add(s.subject)
        if s.relation in _OF_THE_BORN:
            found.born.add(s.subject)
        if s.relation == SEX:
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _DEATH or (s.relation == CITIZENSHIP and s.object_id in _LONG_GONE):
            found.dead.add(s.subject)
    known = set(found.genders)
    wider: dict[str, list[str]] = {}
    for s in statements:
        found.subjects.add(s.subject)
        if s.relation in _COUNTED:
            found.counted.add(s.object_id)
        if s.relation.endswith(_HONORS):
            found.honors.add(s.object_id)
        if s.relation in _NAMES:
            found.names.add(s.object_id)
        if s.relation in _NAMED:
            found.members.update((s.subject, s.object_id))
        if s.relation in _OF_CLASSES:
            found.classes.update((s.subject, s.object_id))
        if s.relation == SUBCLASS_OF:
            wider.setdefault(s.subject, []).append(s.object_id)
            wider.setdefault(s.object_id, []).append(s.subject)
        if s.negated:
            continue
        if s.relation == INSTANCE_OF:
            found.types.setdefault(s.subject, set()).add(s.object_id)
        elif s.relation == SEX:
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _ROLES and s.object_id not in known:
            found.genders.setdefault(s.object_id, set()).add(_ROLES[s.relation])
        if s.relation in _PLACES:
            found.places.add(s.subject)
        if s.relation in _PLACE_OBJECTS:
            found.places.add(s.object_id)
        if s.relation in _OF_TEAMS:
            found.teams.add(s.subject)
        elif s.relation in _TEAM_OBJECTS:
            found.teams.add(s.object_id)
        if s.relation in _OF_ACTS:
            found.acts.add(s.subject)
        if s.relation in _BORN:
            found.born.add(s.subject)
        if s.relation in _DEATH or (s.relation == CITIZENSHIP and s.object_id in _LONG_GONE):
            found.dead.add(s.subject)
        if s.relation in _PERSONAL:
            found.persons.add(s.subject)
        elif s.relation in _THINGS:
            found.things.add(s.subject)
        if s.relation in _WORKS:
            found.works.add(s.subject)
        if s.relation in _THING_OBJECTS:
            found.things.add(s.object_id)
        elif s.relation in _PERSON_OBJECTS:
            found.persons.add(s.object_id)
    left = sorted(found.counted)
    while left:
        near = [c for c in wider.get(left.pop(), ()) if c not in found.counted]
        found.counted.update(near)
        left += near
    return found
