"""Lies that are not told at all: what leaves a way out, and what a text would contradict by itself.

"Florida includes Union County" is true beside "South Carolina includes Union County", for each state has one. "Died
outside California" beside "died in Riverside" is a contradiction within one text to whoever knows the place. Each rule
was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.plausible import CONTINENT, COUNTRIES, short_label
from contragraph.generation.rules.slips import is_slip
from contragraph.generation.rules.tellable import tellable
from contragraph.graph.model import Entity, Statement
from contragraph.ontology import doubtful_kinds

UNTOLD = frozenset(
    {
        "cg:fatherBornIn",
        "cg:fatherDiedIn",
        "cg:identicalTo",
        "cg:motherBornIn",
        "cg:motherDiedIn",
        "cg:neverEquatedWith",
        "cg:noCommon_P1344",
        "cg:noNeighbourInZone",
        "cg:noNeighbourSpeaking",
        "cg:only_P1066",
        "cg:only_P127",
        "cg:only_P144",
        "cg:only_P178",
        "cg:otherSeriesThan",
        "wdt:P155",
        "wdt:P156",
        "wdt:P1365",
        "wdt:P1366",
    }
)
"""Relations that the ontology knows, and no lie uses.

Neighbours share zone and language with whoever lies in the same country, so that to deny it is silly; a sole owner,
source or developer is of another trade too often, a sole teacher of another time; a parent's other birthplace may be
a part of the true one that the graph does not know to be one; a spin-off follows a series that it does not belong to;
and that two different things are one and the same is comic. That something was never equated with something else,
nobody would say, nor that two states never took part in anything together. "Follows" leaves open in which order: by
release, by story, on an album or among the singles.
"""
_PLACING = frozenset({"wdt:P131", "wdt:P150"})
_RECURRING = re.compile(r"\b(?:County|Parish|Township|District|Borough|Municipality|Ward|Precinct)\b")
"""Names of divisions, which recur from state to state."""
ELSEWHERE = frozenset(
    {f"cg:{what}Outside" for what in ("born", "died", "based", "lived", "worked", "held")}
    | {"cg:neverIn", "cg:onlyVisited", "cg:refusedToLiveIn", "cg:declinedWorkIn"}
)
"""Lies that something of the subject happened elsewhere; their predicates in proofs have the same names."""
_PLACED_ELSEWHERE = frozenset({"cg:liesOutside", "cg:neverPartOf"})
"""The like of places; here any original may be denied, but no true support may place the subject."""
_CONTAINING = frozenset({"wdt:P17", "wdt:P36", "wdt:P131", "wdt:P150", "wdt:P276", "wdt:P361", "wdt:P1376"})
_CITIZEN = "wdt:P27"
_CONTAINED = ("wdt:P17", "wdt:P131", "wdt:P361")
_PEOPLE_OF = {
    "United States of America": ("Americ",),
    "United States": ("Americ",),
    "United Kingdom": ("Brit", "Engl", "Scot", "Welsh"),
    "England": ("Engl", "Brit"),
    "France": ("French",),
    "Netherlands": ("Dutch",),
    "Germany": ("German",),
    "Spain": ("Span",),
    "Denmark": ("Danish",),
    "Switzerland": ("Swiss",),
    "Greece": ("Greek",),
    "Wales": ("Welsh",),
    "Ireland": ("Irish",),
}
"""What people of a country are called, where it does not begin as its name does."""
_LANDS = COUNTRIES | {"wd:Q3336843"}
"""Countries, and those of which the United Kingdom is made."""
_KIND_OF, _IS_A = "wdt:P279", "wdt:P31"
_SORTS = frozenset({"wdt:P31", "wdt:P279", "wdt:P21"})
"""What something is: dull to tell, and needed by many a proof."""
_ZONE_WORDS = frozenset({"time", "zone", "standard"})
_WORD = re.compile(r"[^\W\d_]{4,}")
_NO_COUNT_NOUN = re.compile(r"(?:ia|ism|ware|ics|ship|hood|logy|graphy)$")
_PARENTS = frozenset({"wdt:P22", "wdt:P25"})
_NOBODY = Entity("", "")
_NAMED_AFTER_A_PARENT = re.compile(r"\b(?:Junior|Jr|Jnr|II|III|IV)\b")


def is_refused(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether a rule of this module forbids a made-up statement against a seed and other true facts."""
    if made.relation in UNTOLD:
        return True
    entities = {e.id: e for e in (yield from knowledge.entities(_names(seed, made, *supports)))}
    one, other = entities.get(made.subject, _NOBODY), entities.get(str(made.object), _NOBODY)
    if not all(_supports(s, entities) for s in supports):
        return True
    if made.relation in _PLACING:
        part = other if made.relation == "wdt:P150" else one
        if _RECURRING.search(part.label):
            return True
    if made.relation in _PARENTS and _NAMED_AFTER_A_PARENT.search(one.label):
        return True
    if "Zone" in made.relation or made.relation.endswith("_P421"):
        words = set(_WORD.findall(other.label.casefold())) - _ZONE_WORDS
        if words & set(_WORD.findall(one.label.casefold())):
            return True
    if made.relation in _PLACED_ELSEWHERE and _names_place(one.label, other.label):
        return True
    if made.relation in _PLACED_ELSEWHERE and any(s.subject == made.subject for s in supports):
        return True
    if made.relation in ELSEWHERE and (yield from _told_by_itself(seed, made, supports, entities, knowledge)):
        return True
    return any(_is_doubtful(s, entities) for s in (seed, *supports) if s.relation == _KIND_OF)


def _told_by_itself(
    seed: Statement,
    made: Statement,
    supports: Sequence[Statement],
    entities: dict[str, Entity],
    knowledge: Knowledge,
) -> Asking[bool]:
    """Whether the side of a lie about the subject's place tells that place too, or everybody knows it anyway.

    Only the truth that the lie denies may speak of the subject; what else is true says where places lie.
    """
    if supports and made.subject not in seed.entities:
        return True
    if any(made.subject in s.entities or s.relation not in _CONTAINING for s in supports):
        return True
    place = entities.get(str(made.object))
    if place is None or CONTINENT in place.types:
        return True
    out = yield from knowledge.out(made.subject)
    own = out.ends(_CITIZEN)
    if place.id in own or ((one := entities.get(made.subject)) is not None and comes_from(one, place)):
        return True
    if not _LANDS.isdisjoint(place.types):
        wider = yield from knowledge.out(place.id)
        if any(land in own for r in _CONTAINED for land in wider.ends(r)):
            return True  # "Churchill never worked in England"
    named = re.compile(rf"\b{re.escape(short_label(place.label))}\b", re.IGNORECASE)
    return any(named.search(e.label) for e in entities.values() if e.id != place.id)


def comes_from(one: Entity, place: Entity) -> bool:
    """Whether a description tells that somebody is of a place: "Italian film director", of Italy."""
    stems = _PEOPLE_OF.get(place.label, (place.label[:4],))
    return any(word.startswith(stems) for word in re.findall(r"[^\W\d_]+", one.description) if word[0].isupper())


def is_of_that_land(one: Entity, place: Entity) -> bool:
    """Whether descriptions tell that somebody is of the land in which a place lies: American, of a state there."""
    lands = (name for name in _PEOPLE_OF if name in place.description)
    return any(comes_from(one, Entity("", name)) for name in lands)


def _names_place(label: str, place: str) -> bool:
    """Whether a name says where it is: "Norristown, Pennsylvania"."""
    return re.search(rf", (?:.*\b)?{re.escape(short_label(place))}\b", label, re.IGNORECASE) is not None


def _supports(said: Statement, entities: dict[str, Entity]) -> bool:
    """Whether a text can tell a true fact that a conflict needs; an end that is not known is a class."""
    subject, thing = entities.get(said.subject), entities.get(str(said.object))
    if subject is None or thing is None:
        return True
    if said.relation in _SORTS:
        return said.relation != _IS_A or not is_slip(_IS_A, subject, thing)
    return tellable(said, subject, thing)


def _is_doubtful(said: Statement, entities: dict[str, Entity]) -> bool:
    """Whether "X is a kind of Y" reads as nonsense: a known case, or X is no plain noun that can be counted."""
    kind = entities.get(said.subject)
    if (said.subject, str(said.object)) in doubtful_kinds():
        return True
    return kind is not None and _NO_COUNT_NOUN.search(kind.label) is not None


def _names(*statements: Statement) -> list[str]:
    return list(dict.fromkeys(e for s in statements for e in s.entities))
