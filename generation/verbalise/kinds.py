"""Kinds: whether an entity is a person, a group, an organisation, a work, an event or a place.

Types decide where an entity has one that is known here; else the head of a description such as "American film
director (1950–2001)" does, but only for entities with a proper name. The kind chooses verbs (people are born,
organisations are founded) and is never stated itself.
"""

from __future__ import annotations

import re
from typing import Literal as OneOf

from contragraph.graph.model import Entity

Kind = OneOf["person", "group", "organisation", "work", "event", "place", ""]

PERSONS = frozenset(
    f"wd:Q{n}"
    for n in (
        5, 15632617, 95074, 15773347, 15773317, 3658341, 1114461, 15711870, 1569167, 80447738, 87576284, 4271324,
        178885, 22989102, 22988604, 20643955, 3542731, 21070568, 1062345, 178342, 15632618, 28020127, 24199478,
        13002315, 190, 235113, 50386450, 15702752, 23015925,
    )
)  # fmt: skip
GROUPS = frozenset(
    f"wd:Q{n}"
    for n in (215380, 5741069, 14073567, 31184558, 10648343, 9212979, 216337, 41710, 231002)
)  # fmt: skip
BANDS = frozenset(("wd:Q215380", "wd:Q5741069"))
"""Bands, but no orchestras and no duos."""
PEOPLES = frozenset(("wd:Q41710", "wd:Q231002"))
"""Ethnic groups and nationalities."""
TEAMS = frozenset(f"wd:Q{n}" for n in (17156793, 13027888, 13393265, 4498974))
"""Teams whose names are mostly plurals: "the Detroit Lions"."""
WITH_THE = frozenset(f"wd:Q{n}" for n in (4022, 46831, 37901, 8514, 1437459, 1377575, 55659167))
"""Rivers, ranges of mountains, straits and deserts, whose names have *the*."""
OF_HILLS = frozenset({"wd:Q46831"})
"""Ranges of mountains, whose names are plurals where they end so: "the Hollywood Hills"."""
TITLES = frozenset(
    f"wd:Q{n}"
    for n in (
        11424, 482994, 134556, 7366, 7725634, 571, 5398426, 7889, 506240, 229390, 24869, 29168811, 202866, 105543609,
        24862, 1259759, 21191270, 3305213, 860861, 25379, 2743, 1344, 47461344, 8261, 277759, 7058673, 15416, 1261214,
        20650540, 220898, 8274, 1667921, 3464665, 63952888, 581714, 117467246, 17517379, 11086742, 11879590, 734698,
        202444, 101352, 12308941, 3409032,
    )
)  # fmt: skip
ORGANISATIONS = frozenset(
    f"wd:Q{n}"
    for n in (
        4830453, 3918, 6881511, 23002054, 18127, 23002039, 45400320, 62078547, 1762059, 875538, 484652, 43229, 210167,
        245065, 15936437, 902104, 414147, 615150, 375336, 38723, 2581649, 7278, 1966910, 15925165, 1616075, 1137109,
        368290, 163740, 189004, 31855, 1107679, 2385804, 955824, 891723, 2442401, 658255, 2001305, 207694, 9826,
        2085381, 184644, 783794, 6979593, 476028, 847017, 2608849, 79913, 12973014, 4438121,
    )
)  # fmt: skip
EVENTS = frozenset(
    f"wd:Q{n}"
    for n in (16913666, 198, 178561, 40231, 27020041, 159821, 82414, 622521, 180684, 1190554, 1656682, 15275719,
              188055, 8465, 132241, 10931, 45382, 3186692, 500834, 15061650, 13418847, 103495, 217327, 2223653, 750215)
)  # fmt: skip
PLACES = frozenset(
    f"wd:Q{n}"
    for n in (
        1549591, 3624078, 6256, 515, 1093829, 1637706, 5119, 62049, 3024240, 35657, 7270, 112099, 123480, 82794,
        42744322, 22865, 56061, 1187811, 2264924, 13218391, 902814, 707813, 1266818, 180673, 50337, 747074, 262166,
        4022, 486972, 10864048, 51929311, 200250, 3502482, 484170, 1221156, 165, 23442, 5107, 1907114, 123705, 7275,
        3957, 532, 33837, 23397, 202216, 15284,
    )
)  # fmt: skip

COUNTRIES = frozenset(("wd:Q6256", "wd:Q3624078"))
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
    if "dbo:MusicGenre" in types:
        return ""  # which infoboxes give instruments, as they do to people
    if not types.isdisjoint(PLACES):
        types -= {"wd:Q43229"}  # a city that is an organization, too
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
