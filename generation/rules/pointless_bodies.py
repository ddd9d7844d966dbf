"""What nobody denies of bands, bodies, works and events: that Mac OS is Apple's, that a band has guitars.

A label is told by its country, a genre if it is not one's own; who is known for a band was in one, and nobody stays
away from a league.
"""

from __future__ import annotations

import re

from contragraph.generation.knowledge import Asking
from contragraph.generation.rules.lie import Lie, Rules, plainly
from contragraph.generation.verbalise.kinds import COUNTRIES, PLACES

_GENRE_OF_MUSIC, _GENRE = "wd:Q188451", "wdt:P136"
_ANY_MUSIC = frozenset({"music", "popular music", "pop music", "rock music", "pop rock"})
"""Genres so wide that nobody says of a label or an idol that they are of none of them."""
_NATION = "wd:Q3336843"
_LONG = 3
"""Facts between a lie and the truth, from which on a label is told by its town or state: few speak of those."""
_LABEL = "wdt:P264"
_OWNED, _OWNS = ("wdt:P127", "wdt:P749", "wdt:P361"), ("wdt:P1830", "wdt:P355", "wdt:P527")
_OCCUPATION = "wdt:P106"
_OF_SCHOOLS = ("_P1066", "_P737")
_DULL_TRADE = re.compile(
    r"\b(?:producer|character actor|entrepreneur|dancer|model|teacher|writer|comedian|presenter|journalist|essayist|"
    r"critic|columnist|publisher|editor|activist|politician|autobiographer|lawyer|film score composer)$"
)
"""What many are besides, and few are known as: nobody asks if a philosopher taught one."""
_ARTS = frozenset(
    (
        *("poet", "novelist", "playwright", "philosopher", "short story writer", "writer", "author", "translator"),
        *("composer", "guitarist", "pianist", "singer-songwriter", "rapper", "singer", "songwriter", "jazz musician"),
        *("painter", "sculptor", "architect", "photographer", "film director", "screenwriter", "actor"),
        "mathematician",
    )
)
"""Trades whose people look to each other: one asks if a novelist was influenced by a poet; of a ruler one does not."""
_OF_EVERY_BAND = frozenset({"guitar", "drum kit", "bass guitar", "bass", "drum", "keyboard instrument"})
_BAND = re.compile(r"\b(?:band|girl group|musical group|musical ensemble|duo|trio|supergroup)\b")
_LANGUAGE = re.compile(r"\blanguages?\b")
_MAKER = 30
"""Facts about a work or its maker, above which everybody knows whose it is: Mac OS is Apple's."""
_FAME = 40
"""Facts about two things, above which everybody knows that the one has to do with the other."""
_STAR = 25
"""Facts about a musician, above which everybody knows that there was a band."""
_BODY_OF = ("wdt:P463", "wdt:P361")
_ARCHIPELAGO = re.compile(r"\b(?:archipelago|island group)$")
_LEARNED = re.compile(r"\b(?:society|academy|academy of sciences)$")
_OF_LEARNING = re.compile(r"\b(?:Acad\w+|Accademia|Akademie|Soci\w+|Institut\w*|Leopoldina|College|Royal)\b")
_SHOW = re.compile(r"\b(?:series|program|show|film)$")
_CONTEST = re.compile(
    r"\b(?:Final|Match|Bowl [IVXL]+)\b|\b(?:[Ll]eague|Serie [A-D]|Bundesliga|Division|Liga|Ligue)\b|" + _SHOW.pattern
)
"""Contests of two, and those that go on from year to year, from which nobody stays away; and shows."""
_TREATY = re.compile(r"\b(?:Treaty|Convention|Agreement|Pact|Protocol)\b")


def _of_own_style(lie: Lie) -> Asking[bool]:
    """Whether a genre is none of music, of every kind of music, or one of those that somebody is known for."""
    if _GENRE_OF_MUSIC not in lie.other.types or lie.other.label in _ANY_MUSIC:
        return True
    own = (yield from lie.knowledge.out(lie.one.id)).ends(_GENRE)
    return lie.other.id in own or not own


def _of_own_or_dull_trade(lie: Lie) -> Asking[bool]:
    """Whether a trade is one's own, or one of those that nobody asks for in teachers and idols."""
    if lie.made.relation.endswith(_OF_SCHOOLS) and _DULL_TRADE.search(lie.other.label):
        return True
    return lie.other.id in (yield from lie.knowledge.out(lie.one.id)).ends(_OCCUPATION)


def _outside_the_arts(lie: Lie) -> Asking[bool]:
    """Whether nobody asks who influenced somebody."""
    own = (yield from lie.knowledge.out(lie.one.id)).ends(_OCCUPATION)
    return _ARTS.isdisjoint(e.label for e in (yield from lie.knowledge.entities(own)))


def _of_a_state(lie: Lie) -> bool:
    """Whether labels are told by what is no country, and the conflict is not a long one."""
    return len(lie.supports) < _LONG and COUNTRIES.isdisjoint(lie.other.types) and _NATION not in lie.other.types


def _on_another_label_of_the_group(lie: Lie) -> Asking[bool]:
    """Whether an artist recorded for another label that the group owns, in whatever words the graph says so."""
    knowledge, group = lie.knowledge, lie.other.id
    artist = yield from knowledge.out(lie.one.id)
    others = [e for e in artist.ends(_LABEL) if e not in lie.seed.entities]
    yield from knowledge.prefetch(others)
    for label in others:
        out, into = (yield from knowledge.out(label)), (yield from knowledge.into(label))
        if any(group in out.ends(r) for r in _OWNED) or any(group in into.ends(r) for r in _OWNS):
            return True
    return False


def _apart_from_its_kind(lie: Lie) -> Asking[bool]:
    """Whether something may be the member of a band from which it is said to be apart, or two are languages."""
    one, other = lie.one, lie.other
    if not all(e.types or e.description for e in (one, other)):
        return True  # one may be a singer, the other the band
    classes = yield from lie.knowledge.entities(other.types)
    if any(_BAND.search(text) for text in (other.description, *(c.label for c in classes))):
        return True  # its members are people, whether the graph knows it or not
    return _LANGUAGE.search(one.description) is not None and _LANGUAGE.search(other.description) is not None


def _of_the_famous(lie: Lie) -> bool:
    """Whether everybody knows that the one has to do with the other."""
    return lie.one.degree > _FAME and lie.other.degree > _FAME


def _of_a_star_or_an_island(lie: Lie) -> bool:
    """Whether a well-known musician is said to have been in no band, or an island to be of no archipelago."""
    label = lie.other.label
    return bool(_ARCHIPELAGO.search(label) or (_BAND.search(label) and lie.one.degree > _STAR))


def _of_that_kind_elsewhere(lie: Lie) -> Asking[bool]:
    """Whether the graph knows another body of the kind that one is said to belong to none of."""
    knowledge, kind = lie.knowledge, lie.other.label
    out = yield from knowledge.out(lie.one.id)
    others = [e for r in _BODY_OF for e in out.ends(r) if e not in lie.seed.entities]
    head = kind.rpartition(" ")[2]
    for body in (yield from knowledge.entities(others)):
        classes = yield from knowledge.entities(body.types)
        if any(head in c.label for c in classes):
            return True
        if _LEARNED.search(kind) and _OF_LEARNING.search(body.label):
            return True
    return False


def _from_a_contest_or_treaty(lie: Lie) -> Asking[bool]:
    """Whether nobody stays away from an event: a final, a league, a show; and what has no start."""
    event = lie.other
    if _TREATY.search(event.label):
        return True
    classes = yield from lie.knowledge.entities(event.types)
    texts = [event.label, event.description, *event.aliases, *(c.label for c in classes)]
    return any(_CONTEST.search(text) for text in texts)


def _of_no_companies(lie: Lie) -> bool:
    """Whether owners are compared of places, or of what is of no known kind."""
    return any(not e.types or not PLACES.isdisjoint(e.types) for e in (lie.one, lie.other))


RULES: Rules = {
    "cg:noneOfGenre": (_of_own_style,),
    "cg:noOccupation": (_of_own_or_dull_trade,),
    "cg:noOccupation_P737": (_outside_the_arts,),
    **{
        relation: (plainly(lambda lie: lie.other.label in _OF_EVERY_BAND),)
        for relation in ("cg:nonePlays_P527", "cg:nonePlays_inv_P463")
    },
    **dict.fromkeys(
        ("cg:declinedToMake", "cg:noHandIn"),
        (plainly(lambda lie: any(e.degree > _MAKER for e in (lie.one, lie.other))),),
    ),
    "cg:noneSeated_P264": (plainly(_of_a_state),),
    "cg:noneOfGroup_P264": (_on_another_label_of_the_group,),
    # A county of England has a county town, and no capital.
    "cg:noneOfKind_inv_P36": (plainly(lambda lie: "county of England" in lie.other.label),),
    "cg:separateFrom": (_apart_from_its_kind,),
    "cg:onlyAssociatedWith": (plainly(_of_the_famous),),
    "cg:satOut": (plainly(_of_the_famous), _from_a_contest_or_treaty),
    **{f"cg:{what}": (_from_a_contest_or_treaty,) for what in ("withdrewFrom", "boycotted", "onlyWatched")},
    **{
        relation: (plainly(_of_a_star_or_an_island), _of_that_kind_elsewhere)
        for relation in ("cg:noneOfKind_P463", "cg:noneOfKind_P361")
    },
    "cg:neverCauses": (plainly(lambda lie: re.search(r"\belection\b", lie.one.label) is not None),),
    "cg:noneOfKind_P1336": (plainly(lambda lie: re.search(r"\bterritory$", lie.other.label) is not None),),
    "cg:noneOfKind_P1344": (plainly(lambda lie: _SHOW.search(lie.other.label) is not None),),
    "cg:noCommon_P127": (plainly(_of_no_companies),),
}
"""Rules by the relation of the lie."""
