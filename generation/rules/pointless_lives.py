"""What nobody denies of lives and kin: where statesmen worked, who was at home, what one's relatives ever did.

That a president never worked in Washington nobody would say, nor that a Californian never saw California; and what all
relatives of somebody have or have not done, nobody knows.
"""

from __future__ import annotations

import re

from contragraph.generation.knowledge import Asking
from contragraph.generation.rules.commonplace import countries_of
from contragraph.generation.rules.lie import Lie, Rules, plainly
from contragraph.generation.rules.plausible import CONTINENT
from contragraph.generation.rules.pointless_places import wholes
from contragraph.generation.rules.refused import comes_from, is_of_that_land
from contragraph.generation.verbalise.kinds import COUNTRIES
from contragraph.generation.verbalise.persons import over

_HUMAN = "wd:Q5"
_CITIZEN, _DIED_AT, _OCCUPATION = "wdt:P27", "wdt:P20", "wdt:P106"
_STATESMAN = re.compile(r"\b(?:[Pp]resident|[Pp]rime [Mm]inister|politician|statesman)\b")
_KNOWN_CAPITAL = 150
"""Facts about a place, above which everybody knows that statesmen worked and lived there: Washington, London."""
_RESIDENT, _TAKES_PART = frozenset({"wdt:P551", "wdt:P937"}), "wdt:P1344"
_FOOTBALLER = re.compile(r"\b(?:footballer|soccer player|football player)\b")
_FOOTBALL = "wd:Q937857"
_FAR, _KNOWN_LAND = 3, 80
"""Facts between a lie and the truth, and facts about a place, from which on one may say that no relative of somebody
lived there: a state, no borough."""
_LIVED_AT = ("wdt:P19", "wdt:P20", "wdt:P551", "wdt:P937")
_KIN = frozenset(f"wdt:P{n}" for n in (22, 25, 26, 40, 1038, 3373))
_SIBLING = "wdt:P3373"


def _of_a_statesman_in_the_capital(lie: Lie) -> bool:
    return lie.other.degree > _KNOWN_CAPITAL and _STATESMAN.search(lie.one.description) is not None


def _of_a_resident_who_may_be_at_home(lie: Lie) -> Asking[bool]:
    """Whether somebody who lived somewhere is told never to have been there, and nobody knows where they are from."""
    if lie.seed.relation not in _RESIDENT or lie.one.description:
        return False
    return not (yield from lie.knowledge.out(lie.one.id)).ends(_CITIZEN)


def _of_football(lie: Lie) -> Asking[bool]:
    """Whether a footballer took part in Games of a town, of which football is played in others of the country too."""
    if lie.seed.relation != _TAKES_PART or not COUNTRIES.isdisjoint(lie.other.types):
        return False
    trades = (yield from lie.knowledge.out(lie.one.id)).ends(_OCCUPATION)
    return _FOOTBALL in trades or _FOOTBALLER.search(lie.one.description) is not None


def _at_home(lie: Lie) -> Asking[bool]:
    """Whether somebody is of the country of a place, by citizenship or description, or the place is a continent.

    There people mostly have been, or have been members of something.
    """
    if CONTINENT in lie.other.types:
        return True
    own = (yield from lie.knowledge.out(lie.one.id)).ends(_CITIZEN)
    around = yield from countries_of(lie.other, lie.knowledge)
    if not around.isdisjoint(own) or is_of_that_land(lie.one, lie.other):
        return True
    lands = yield from lie.knowledge.entities(sorted(around))
    return any(comes_from(lie.one, land) for land in lands)


def _of_the_dead(lie: Lie) -> Asking[bool]:
    """Whether somebody is dead: the seat of an organization may have been elsewhere in their time."""
    return over(lie.one) or bool((yield from lie.knowledge.out(lie.one.id)).ends(_DIED_AT))


def _of_no_people(lie: Lie) -> Asking[bool]:
    """Whether some who are said to be kin are no people: a family is no relative of its members."""
    facts = (s for s in (lie.seed, *lie.supports) if s.relation in _KIN)
    kin = yield from lie.knowledge.entities(dict.fromkeys([lie.made.subject, *(e for s in facts for e in s.entities)]))
    return any(e.types and _HUMAN not in e.types for e in kin)


def _of_kin_in_a_place(lie: Lie) -> Asking[bool]:
    """Whether kin are said not to have lived in a small place, or where somebody was born, lived, worked or died."""
    if len(lie.supports) < _FAR or lie.other.degree < _KNOWN_LAND or CONTINENT in lie.other.types:
        return True
    life = yield from lie.knowledge.out(lie.one.id)
    return lie.other.id in (yield from wholes([e for r in _LIVED_AT for e in life.ends(r)], lie.knowledge))


def _of_two_tenses(lie: Lie) -> Asking[bool]:
    """Whether one of two friends is dead and the other is not: one tense fits the living, another the dead."""
    gone = []
    for end in (lie.one, lie.other):
        gone.append(over(end) or bool((yield from lie.knowledge.out(end.id)).ends(_DIED_AT)))
    return gone[0] != gone[1]


def _told_by_siblings(lie: Lie) -> Asking[bool]:
    """Whether brothers and sisters tell what two people are to each other: nobody is the grandson of their father."""
    knowledge = lie.knowledge
    one, other = lie.made.entities
    for person, relative in ((one, other), (other, one)):
        out, into = (yield from knowledge.out(person)), (yield from knowledge.into(person))
        siblings = [e for e in dict.fromkeys((*out.ends(_SIBLING), *into.ends(_SIBLING))) if e != relative]
        yield from knowledge.prefetch(siblings)
        for sibling in siblings:
            of, to = (yield from knowledge.out(sibling)), (yield from knowledge.into(sibling))
            if any(relative in (*of.ends(r), *to.ends(r)) for r in _KIN):
                return True
    return False


_STATESMEN = plainly(_of_a_statesman_in_the_capital)
RULES: Rules = {
    **{f"cg:{what}": (_STATESMEN,) for what in ("workedOutside", "declinedWorkIn", "livedOutside")},
    "cg:neverIn": (_STATESMEN, _of_a_resident_who_may_be_at_home, _of_football, _at_home),
    "cg:noneHeld_P1344": (_of_football, _at_home),
    "cg:noneSeated_P463": (_of_the_dead, _at_home),
    "_P1038": (_of_no_people,),
    "cg:noneLived_P1038": (_of_kin_in_a_place,),
    "cg:friendNotKin": (_of_two_tenses, _told_by_siblings),
    **{
        f"cg:{what}": (_told_by_siblings,)
        for what in ("unrelatedTo", "cousinOf", "nephewOrNieceOf", "stepchildOf", "grandchildOf")
    },
}
"""Rules by the relation of the lie."""
