"""What kind of thing an entity is in time, and what the relations between things say about when they were.

A person lives, a work comes out, an event happens, a body (a company, a team, a state of the past) lasts as long as it
says. All else (places, classes, languages, offices, awards, characters of fiction) is timeless.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from contragraph.generation.periods.traits import TRAITS
from contragraph.generation.periods.years import Years, read

Kind = Literal["person", "work", "event", "body", "timeless"]
Triple = tuple[str, str, str]
"""Subject, relation, object: ids."""


class Described(NamedTuple):
    """What the period of an entity is read from."""

    label: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    years: Years | None = None
    """Those that the graph tells in dates."""


class Tie(NamedTuple):
    """A relation between two things of about one time.

    ``offset``: years from the middle of the subject's time to that of the object's (a film comes out ten years after
    its cast had the middle of their lives, which is taken to be at forty). ``error``: how far off this is, as a rule.
    """

    subject: Kind
    object: Kind
    offset: int
    error: int


def _made_by(offset: int, error: int) -> Tie:
    return Tie("work", "person", offset, error)


TIES: Mapping[str, Tie] = {
    "wdt:P161": _made_by(-10, 14),  # cast member
    "wdt:P725": _made_by(-10, 14),  # voice actor
    "wdt:P57": _made_by(-8, 10),  # director
    "wdt:P58": _made_by(-8, 16),  # screenwriter, or the author of what was filmed
    "wdt:P86": _made_by(-12, 14),  # composer
    "wdt:P162": _made_by(-12, 10),  # producer
    "wdt:P1431": _made_by(-14, 10),  # executive producer
    "wdt:P344": _made_by(-9, 14),  # director of photography
    "wdt:P1040": _made_by(-10, 14),  # film editor
    "wdt:P2554": _made_by(-8, 14),  # production designer
    "wdt:P2515": _made_by(-6, 14),  # costume designer
    "wdt:P3092": _made_by(-8, 14),  # film crew member
    "wdt:P3275": _made_by(-8, 12),  # storyboard artist
    "wdt:P6942": _made_by(-4, 12),  # animator
    "wdt:P371": _made_by(-8, 10),  # presenter
    "wdt:P175": _made_by(-10, 14),  # performer
    "wdt:P50": _made_by(-8, 18),  # author
    "wdt:P676": _made_by(-8, 14),  # lyricist
    "wdt:P170": _made_by(-4, 18),  # creator
    "wdt:P800": Tie("person", "work", 5, 15),  # notable work
    "wdt:P26": Tie("person", "person", 0, 8),  # spouse
    "wdt:P451": Tie("person", "person", 0, 12),  # unmarried partner
    "wdt:P3373": Tie("person", "person", 0, 10),  # sibling
    "wdt:P40": Tie("person", "person", 31, 8),  # child
    "wdt:P22": Tie("person", "person", -32, 10),  # father
    "wdt:P25": Tie("person", "person", -28, 8),  # mother
    "wdt:P1066": Tie("person", "person", -22, 12),  # student of
    "wdt:P184": Tie("person", "person", -25, 12),  # doctoral advisor
    "wdt:P802": Tie("person", "person", 22, 12),  # student
    "wdt:P185": Tie("person", "person", 25, 12),  # doctoral student
    "wdt:P1327": Tie("person", "person", 0, 12),  # partner in business or sport
    "wdt:P607": Tie("person", "event", -8, 12),  # participated in conflict
    "wdt:P1344": Tie("person", "event", 0, 14),  # participant in
    "wdt:P710": Tie("event", "person", -4, 16),  # participant
    "wdt:P1346": Tie("event", "person", -2, 16),  # winner
    "wdt:P726": Tie("event", "person", -12, 10),  # candidate
    "wdt:P991": Tie("event", "person", -12, 10),  # successful candidate
    "wdt:P112": Tie("body", "person", -4, 14),  # founder, of a body whose beginning is known
}
"""Relations by which the time of one thing tells that of another.

Offsets are medians, and errors one and a half times the median deviation, where the facts at hand have enough pairs
with years of their own; the rest are estimates.
"""

SUCCESSIONS: Mapping[str, int] = {"wdt:P155": -1, "wdt:P156": 1, "wdt:P179": 0, "wdt:P361": 0, "wdt:P527": 0}
"""Follows, followed by, series, part and whole, between works and between events: years from subject to object."""
SUCCESSION_ERROR = 8

INFLUENCED_BY = "wdt:P737"
"""Who influenced one may have lived long before, but not long after."""
MEMBERSHIPS = ("wdt:P27", "wdt:P102", "wdt:P241", "wdt:P463")
"""Citizenship, party, army, society: who was of a state that ended lived at some time when it was there."""

_OF_PEOPLE = (
    *("wdt:P106", "wdt:P27", "wdt:P19", "wdt:P20", "wdt:P69", "wdt:P1412", "wdt:P1303"),
    *("wdt:P102", "wdt:P551", "wdt:P54"),
)
_OF_TEAMS_TOO = frozenset(["wdt:P607", "wdt:P1344", "wdt:P710", "wdt:P1346", "wdt:P112", "wdt:P175"])
"""Ties in which a team, an army or a company may stand where a person is expected."""
SUB_CLASS = "wdt:P279"
RELATIONS: tuple[str, ...] = tuple(
    sorted({*TIES, *SUCCESSIONS, INFLUENCED_BY, *MEMBERSHIPS, *TRAITS, *_OF_PEOPLE, SUB_CLASS})
)
"""The relations to read."""

_HEADS: Mapping[Kind, str] = {
    "person": "human person people",
    "work": "film movie miniseries novel book song album single game painting play musical opera poem story work "
    "thesis sculpture composition comedy episode translation anime manga soundtrack concerto symphony ballet video ep",
    "event": "election ceremony season battle war conflict treaty outbreak pandemic epidemic riot riots games olympics "
    "championship tournament referendum census cabinet term massacre revolution siege earthquake hurricane attack "
    "assassination accident crisis coup draft final match race competition edition event campaign protest disaster "
    "trial congress summit convention expedition uprising rebellion occurrence mission flood storm shooting year "
    "murder act constitution agreement awards inauguration",
    "body": "company business enterprise organization organisation institution university school college team club "
    "party band group duo trio ensemble orchestra label publisher studio developer network channel broadcaster station "
    "newspaper magazine journal society association institute academy museum foundation corporation agency bank army "
    "regiment unit empire kingdom republic colony union protectorate principality duchy dynasty dominion realm house "
    "country state federation alliance league order church manufacturer distributor airline consortium government "
    "theater theatre hospital library faculty forces force movement",
}
_KIND_OF_HEAD = {head: kind for kind, heads in _HEADS.items() for head in heads.split()}
_MODERN = re.compile(r"^(?:sovereign state|country|republic|island country|state of |member state|kingdom$|land )")
_STATE = re.compile(r"\b(?:state|country|monarchy|kingdom|empire|republic|union|colony|realm)$")
_STILL_THERE = 2020
_FICTION = re.compile(
    r"\b(?:fictional|fiction|character|mythical|mythological|legendary|deity|superhero|supervillain)\b"
)
_ERAS = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), first, last)
    for words, first, last in (
        ("ancient greek|classical greek|ancient athenian", -500, -200),
        (
            "ancient roman|roman (?:emperor|general|consul|senator|statesman|poet|politician|philosopher|historian)",
            -100,
            300,
        ),
        ("byzantine", 400, 1450),
        ("medieval", 800, 1450),
        ("renaissance", 1400, 1600),
        ("elizabethan", 1550, 1610),
        ("baroque", 1600, 1750),
        ("romantic (?:era|poet|composer|painter|artist|writer)", 1770, 1890),
        ("victorian", 1820, 1905),
    )
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BEFORE_OF = re.compile(r"\s+(?:of|in|for|to|by|from|on|with|at|that|who|which)\b|\s*[,(]")
_SERIES = re.compile(r"\b(?:television|tv|film|radio|book|web|comic|anime|documentary|novel) series\b")
_EVENT_WORD = re.compile(
    r"\b(?:elections?|championships?|cup|games|olympics|season|draft|awards?|open|masters|referendum|festival|"
    r"grand prix|contest|tour|race|war|battle|riots?|floods?|earthquake|hurricane|attacks?|crisis|pandemic|outbreak|"
    r"league|tournament|convention|conference|inauguration|treaty|massacre|final|playoffs)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 16)
def kind_of_class(label: str) -> Kind | None:
    """What the members of a class are in time, by the head of its name ("film production company" is a company).

    None where the name does not say.
    """
    name = label.lower()
    if _FICTION.search(name) or _MODERN.search(name):
        return "timeless"
    if _SERIES.search(name):
        return "work"
    words = _BEFORE_OF.split(name, maxsplit=1)[0].split()
    return _KIND_OF_HEAD.get(words[-1]) if words else None


def named_by_id(identifier: str) -> str:
    """The name that the id of a class gives, where the graph has no entity for it: "sports team" of schema:SportsTeam.

    Empty for ids that are numbers.
    """
    name = identifier.rpartition(":")[2]
    return "" if re.fullmatch(r"Q\d+", name) else _CAMEL.sub(" ", name).replace("_", " ").lower()


def looks_like_event(label: str) -> bool:
    """Whether a label without a class names an event of one year ("2015 Six-red World Championship")."""
    return bool(_EVENT_WORD.search(label))


def era(description: str) -> tuple[int, int] | None:
    """The first and last year of the age that a description places a person in ("English Romantic poet")."""
    return next(((first, last) for words, first, last in _ERAS if words.search(description)), None)


def kinds(entities: Mapping[str, Described], facts: Iterable[Triple]) -> dict[str, Kind]:
    """The kind of every entity: by its classes, else by the relations that it stands in; timeless if neither says."""
    votes: dict[str, list[int]] = {}
    classes = set().union(*(entity.types for entity in entities.values()))
    for subject, relation, thing in facts:
        if relation == SUB_CLASS:
            classes.add(subject)
        elif relation in TIES:
            tie = TIES[relation]
            for end, kind in ((subject, tie.subject), (thing, tie.object)):
                if kind in _VOTED and not (kind == "person" and relation in _OF_TEAMS_TOO):
                    votes.setdefault(end, [0, 0, 0])[_VOTED.index(kind)] += 1
        elif relation in _OF_PEOPLE:
            votes.setdefault(subject, [0, 0, 0])[0] += 1
    names = {c: entities[c].label if c in entities else named_by_id(c) for c in classes}
    of_class = {c: kind_of_class(name) for c, name in names.items() if name}
    states = {c for c in of_class if _STATE.search(names[c].lower())}
    return {i: _kind(e, i in classes, of_class, states, votes.get(i)) for i, e in entities.items()}


def _kind(
    entity: Described,
    is_class: bool,
    of_class: Mapping[str, Kind | None],
    states: set[str],
    votes: list[int] | None,
) -> Kind:
    if is_class:
        return "timeless"
    if entity.types:
        told = {of_class.get(each) for each in entity.types}
        for kind in _PREFERRED:
            if kind in told:
                return "body" if kind == "timeless" and _is_former_state(entity, states) else kind
        return "timeless"
    if votes and votes.count(max(votes)) == 1:
        voted = _VOTED[votes.index(max(votes))]
        # Awards and cups have winners as well, each year others: what happened once has a number in its name.
        return voted if voted != "event" or any(map(str.isdigit, entity.label)) else "timeless"
    return "event" if looks_like_event(entity.label) else "timeless"


def _is_former_state(entity: Described, states: set[str]) -> bool:
    """Whether the description gives the beginning and the end of a state."""
    if states.isdisjoint(entity.types):
        return False
    years = read(entity.description)
    return years is not None and years.exact and years.first < years.last < _STILL_THERE


_VOTED: tuple[Kind, ...] = ("person", "work", "event")
_PREFERRED: tuple[Kind, ...] = ("timeless", "person", "event", "work", "body")
