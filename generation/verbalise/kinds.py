"""Kinds: whether an entity is a person, a group, an organisation, a work, an event or a place.

Types decide where an entity has one that is known here; else the head of a description such as "American film
director (1950–2001)" does, but only for entities with a proper name. The kind chooses verbs (people are born,
organisations are founded) and is never stated itself.
"""

from __future__ import annotations

import re
from typing import Literal as OneOf

from contragraph.generation.verbalise.grammar import classes, of_no_kind
from contragraph.graph.model import Entity

Kind = OneOf["person", "group", "organisation", "work", "event", "place", ""]

PERSONS = classes("person")
GROUPS = classes("group")
BANDS = classes("named_band")
"""Bands, but no orchestras and no duos."""
PEOPLES = classes("people")
"""Ethnic groups and nationalities."""
TEAMS = classes("team")
"""Teams whose names are mostly plurals: "the Detroit Lions"."""
WITH_THE = classes("with_the")
"""Rivers, ranges of mountains, straits and deserts, whose names have *the*."""
OF_HILLS = classes("hills")
"""Ranges of mountains, whose names are plurals where they end so: "the Hollywood Hills"."""
TITLES = classes("work")
ORGANISATIONS = classes("organisation")
_ANY_ORGANISATION = classes("any_organisation")
EVENTS = classes("event")
PLACES = classes("place")

COUNTRIES = classes("country_in_singular")
"""Countries, of which one speaks in the singular: "the Netherlands is"."""

_BEFORE_HEAD = re.compile(
    r"[,;(–—]| (?:of|by|in|from|for|who|that|which|and|based|founded|formed|directed|born|on|at|to|with|known|&)\b"
)
_TRADE = r"(?:film|television|stage|theat(?:er|re)|radio|voice|music|video|comic)"
TRADES = re.compile(rf"\b{_TRADE}(?:, and |, | and | & |/)(?={_TRADE}\b)", re.IGNORECASE)
"""What stands before "television actor" in "film and television actor"."""
_HEADS: tuple[tuple[Kind, str], ...] = (
    ("person", "actor actress singer musician writer author politician director producer composer guitarist drummer "
     "pianist rapper player footballer novelist poet philosopher scientist physicist mathematician painter model "
     "screenwriter comedian journalist songwriter artist lawyer economist historian businessman businesswoman "
     "entrepreneur editor cinematographer dancer conductor architect designer engineer chemist biologist theologian "
     "king queen emperor empress prince princess duke president minister chancellor senator wrestler boxer swimmer "
     "athlete cyclist driver coach linguist logician psychologist sociologist playwright dramatist theorist critic "
     "singer-songwriter bassist violinist saxophonist personality presenter host officer general soldier officer "
     "statesman pope saint monarch astronomer filmmaker sculptor photographer programmer animator librettist"),
    ("group", "band group duo trio quartet quintet supergroup ensemble orchestra choir girlgroup"),
    ("work", "film album song single novel book series sitcom game play poem opera musical miniseries painting "
     "drama comedy telenovela soap trilogy franchise manga anime short"),
    ("organisation", "company university organization organisation label agency club team school party institute "
     "studio manufacturer newspaper broadcaster network foundation association society museum college church league "
     "corporation bank developer publisher conglomerate retailer airline ministry army academy"),
    ("event", "war battle ceremony election championship tournament olympics revolution attacks treaty season "
     "conference invasion uprising festival race draft"),
    ("place", "city county country state town village municipality region island river district province commune "
     "capital borough neighborhood neighbourhood lake mountain sea continent territory prefecture suburb settlement "
     "peninsula kingdom empire republic"),
)  # fmt: skip
_KIND_OF_HEAD: dict[str, Kind] = {word: kind for kind, words in reversed(_HEADS) for word in words.split()}

_EVENT = re.compile(
    r"^[A-Z].*\b(?:War|Wars|Crusade|Revolution|Uprising|Rebellion|Invasion|Campaign)$|"
    r"^World War I+$|^(?:Battle|Siege|War) (?:of|in) "
)
"""Names that tell an event where no class does."""
_BEGAN: dict[Kind, tuple[str, str]] = {
    "person": ("was born", "were born"),
    "group": ("was formed", "were formed"),
    "organisation": ("was founded", "were founded"),
    "work": ("was made", "were made"),
    "event": ("began", "began"),
    "place": ("came into being", "came into being"),
}


_ENDS: dict[Kind, tuple[str, str]] = {
    "person": ("birth", "death"),
    "group": ("formation", "break-up"),
    "organisation": ("founding", "dissolution"),
    "work": ("making", "end"),
    "event": ("start", "end"),
}


def kind_of(entity: Entity, stated_types: frozenset[str]) -> Kind:
    """The kind of an entity, by its types and those stated of it, else by its description; else empty."""
    types = stated_types.union(entity.types)
    if not types.isdisjoint(of_no_kind()):
        return ""
    if not types.isdisjoint(PLACES):
        types -= _ANY_ORGANISATION  # a city that is an organization, too
    known: tuple[tuple[Kind, frozenset[str]], ...] = (
        ("person", PERSONS),
        ("group", GROUPS),
        ("work", TITLES),
        ("organisation", ORGANISATIONS),
        ("event", EVENTS),
        ("place", PLACES),
    )
    for kind, members in known:
        if not types.isdisjoint(members):
            return kind
    if not types and _EVENT.search(entity.label):
        return "event"
    if not entity.description or entity.label[:1].islower():
        return ""
    words = _BEFORE_HEAD.split(TRADES.sub("", entity.description), maxsplit=1)[0].split()
    return _KIND_OF_HEAD.get(words[-1].lower(), "") if words else ""


def began(name: str, kind: Kind, *, plural: bool = False) -> str:
    """The beginning of what has this name: "Ann was born", "Acme was founded", else "the time of it"."""
    verbs = _BEGAN.get(kind)
    return f"{name} {verbs[plural]}" if verbs else f"the time of {name}"


def ends_of(name: str, kind: Kind) -> tuple[str, str]:
    """Beginning and end as nouns: "the birth of Ann" and "the death of Ann"."""
    start, end = _ENDS.get(kind, ("beginning", "end"))
    return f"the {start} of {name}", f"the {end} of {name}"


_TEAM = re.compile(r"\b(?:basketball|American football|baseball|hockey) team\b|\bLeague franchise\b")
_FRANCHISE = re.compile(
    r"^(?:professional )?(?:American|Canadian|US|U\.S\.)\b.*\b(?:basketball|football|baseball|hockey) "
    r"(?:team|club|franchise)\b|"
    r"\b(?:NBA|NFL|NHL|MLB)\b.* (?:team|franchise)"
)
_SOCCER = re.compile(r"\b(?:association football|soccer)\b|(?<!American )(?<!Canadian )\b[Ff]ootball (?:team|club)\b")


def is_team(label: str, description: str, types: frozenset[str], *, told: bool) -> bool:
    """Whether it is a team with a name in the plural, "the Detroit Lions"; ``told`` where someone plays for it."""
    team = not types.isdisjoint(TEAMS) or _TEAM.search(description) is not None or told
    american = re.match(r"(?:American|Canadian|US) |.* in the United States$", description) is not None
    team = team or (american and _SOCCER.search(description) is not None)
    team = team and label[-1:] == "s" and label[-2:-1] not in "sui" and (american or not _SOCCER.search(description))
    franchise = _FRANCHISE.search(description) is not None and label.rsplit(maxsplit=1)[-1][:1].isupper()
    return (team or franchise) and " " in label


def band_of(types: frozenset[str]) -> str:
    """What a band may be called after its name; empty for other groups."""
    return "" if types.isdisjoint(BANDS) else "band"


def is_several(label: str) -> bool:
    """Whether a band's name is a plural: "Pixies", "The Who", but "Genesis"."""
    return label.startswith("The ") or re.search(r"(?:[^sui]|ie)s$", label) is not None


def is_nation(label: str, types: frozenset[str]) -> bool:
    """Whether it is a people whose name takes *the*: "the Sioux", but "Armenians"."""
    return not types.isdisjoint(PEOPLES) and re.fullmatch(r"[A-Z][a-z]+[^s\W]", label) is not None


_LONG_OVER = re.compile(
    r"\b(?:Wars?|Olympics|Crusades?|Revolution|Uprising|[Cc]ampaign|attacks|Final)$|^(?:Battle|Siege|"
    r"Games) of |^1\d{3}\b|World War I+$"
)
"""Events of which one speaks in the past."""


def long_over(label: str) -> bool:
    """Whether an event is of the past by its name."""
    return _LONG_OVER.search(label) is not None
