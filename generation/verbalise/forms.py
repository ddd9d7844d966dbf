"""Forms: what kind of word a label is, where lexicons say a relation in other words for it."""

from __future__ import annotations

import re
from functools import lru_cache

_FORMS = (
    ("awards", re.compile(r"^[A-Z].* Awards$")),
    ("hall", re.compile(r"\b(?:Hall|Walk) of Fame$")),
    ("named_many", re.compile(r"\bLegends$")),
    ("listed", re.compile(r"\b\d+ (?:[A-Z]\w+ )*[A-Z]\w+s of the (?:Year|Decade|Century)$")),
    ("named", re.compile(r"^(?!.*\b(?:Award|Prize|Medal)\b).*\b[A-Z][a-z]+ of the (?:Year|Decade|Century|Month)$")),
    (
        "rank",
        re.compile(
            r"^(?:Honorary |Foreign )?(?:Fellow|Officer|Commander|Knight|Dame|Member|Companion|Grand Officer|"
            r"Honorary Member|member|Commandeur|Chevalier|Officier|honorary (?:doctor|citizen|member|fellow)) "
            r"(?!Award)|^doctor honoris causa$"
        ),
    ),
    (
        "believer",
        re.compile(
            r"^(?:[A-Z]\w+ )?(?:Hindu|Baptist|Muslim|Christian|Catholic|Jew|Buddhist|Quaker|Mormon|Sikh|Jain|Methodist|"
            r"Presbyterian|Lutheran|Protestant|Puritan|Calvinist|Anglican|Unitarian|Franciscan|Dominican|Benedictine|"
            r"Carmelite|Cistercian|Augustinian|Jesuit)s?$"
        ),
    ),
    (
        "faith",
        re.compile(
            r"^(?:[A-Z]\w+ )*(?:Catholicism|Hinduism|Buddhism|Christianity|Protestantism|"
            r"Lutheranism|Anglicanism|Methodism|Presbyterianism|Calvinism|Unitarianism|Mormonism|Sikhism|"
            r"Jainism|Evangelicalism|Pentecostalism|Unitarian Universalism)$|"
            r"^(?:atheism|agnosticism|deism|pantheism|humanism|secular humanism)$",
            re.IGNORECASE,
        ),
    ),
    ("church", re.compile(r"^[A-Z].*\b(?:[Cc]hurch|Communion|Convention|Witnesses)$|^(?:The )?Church of ")),
    ("outlook", re.compile(r"(?:theism|agnosticism|humanism|irreligion|materialism)$", re.IGNORECASE)),
    (
        "demonym",
        re.compile(
            r"^[A-Z].* American$|^(?:African-American|French|Dutch|English|Irish|Welsh|Scottish|Jewish|Chinese|"
            r"Japanese|Portuguese|Cornish|Manx)$"
        ),
    ),
    (
        "descent",
        re.compile(r"^(?:[A-Z][\w-]+ )*(?:[A-Z][\w-]*(?:an|Jew|Serb|Croat|Greek|Arab|Pashtun)s|[A-Z]\w+ people)$"),
    ),
    (
        "played",
        re.compile(
            r"^(?:association football|American football|Canadian football|basketball|baseball|"
            r"(?:ice |field )?hockey|golf|chess|(?:table )?tennis|volleyball|handball|cricket|"
            r"rugby(?: union| league)?|badminton|squash|snooker|poker|"
            r"water polo|polo|softball|lacrosse|futsal|darts|pool|bridge)$"
        ),
    ),
    (
        "investor",
        re.compile(r"^(?:BlackRock|The Vanguard Group|Vanguard|State Street|Fidelity|Berkshire Hathaway|SoftBank)"),
    ),
    ("entered", re.compile(r"\bRegistry$|^National Register\b")),
    ("game", re.compile(r"^[a-z].*video game$")),
    ("zone", re.compile(r" [Tt]ime [Zz]one$")),
    ("route", re.compile(r"\b(?:[Rr]oute|Highway|Interstate|Autobahn|Motorway|Expressway) [A-Z]?\d+")),
    (
        "learned",
        re.compile(
            r"^(?!.*\b(?:Film|Television|Recording|Motion Picture)\b).*\bAcademy of |^Royal Society$|"
            r"\b(?:Philosophical Society|Academy)$"
        ),
    ),
    ("league", re.compile(r"\b(?:League|Serie [ABC]|Bundesliga|Premiership|La Liga|Ligue \d|Eredivisie)$")),
    ("dispute", re.compile(r"\bdispute$")),
    ("front", re.compile(r"\bFront\b")),
    ("cup", re.compile(r"\b(?:Cup|Trophy)$")),
    ("order", re.compile(r"^Order of (?:the British Empire|the Bath|the Garter|the Thistle|Canada|Australia|Merit$)")),
    (
        "means",
        re.compile(
            r"^(?:hanging|beheading|drowning|decapitation|strangulation|crucifixion|electrocution|"
            r"firing squad|lethal injection|suicide|assassination)$"
        ),
    ),
    ("writing", re.compile(r"^(?:prose|poetry|fiction|non-fiction|children's literature)$")),
    (
        "job",
        re.compile(
            r"\b(?:actor|actress|model|lawyer|teacher|professor|journalist|engineer|physician|surgeon|nurse|"
            r"librarian|screenwriter|editor|director|producer|photographer|cinematographer|dancer|presenter|"
            r"choreographer|designer|programmer|coach|manager|accountant|banker|diplomat|conductor|"
            r"interpreter|translator|columnist|broadcaster|announcer|narrator)$"
        ),
    ),
    ("drum", re.compile(r"^drum$")),
    ("instrument", re.compile(r"^[a-z].* instrument$")),
    (
        "genre_of_works",
        re.compile(
            r"^(?!short film$|feature film$)(?:[a-z]|Western ).*(?:film(?: based on \w+)?|television series|sitcom|"
            r"adventure game|shooter game|novel|comedy|comedy-drama|melodrama|documentary|musical|thriller|opera|"
            r"miniseries|talk show|game show|game)$|"
            r"^(?:film based on \w+|drama|thriller|comedy|musical|sitcom|documentary|melodrama|[Ww]estern|novel|essay)$"
        ),
    ),
    (
        "music",
        re.compile(
            r"^[\w -]*(?:music|rock|metal|pop|jazz|blues|soul|funk|punk|hip hop|R&B|rap|reggae|ska|disco|folk|techno|"
            r"house|gospel|swing|bebop|grunge|trance|electronica|dance|grime|new wave|bluegrass|doo-wop|salsa|"
            r"bossa nova)$"
        ),
    ),
)
_ONLY_ONE = re.compile(r" (?:industry|national .*team|Time Zone)$")


@lru_cache(maxsize=1 << 14)
def form_of(label: str) -> str:
    """The form of a label by its words: an honor that one enters, a genre of music, a plural name; or empty."""
    return next((form for form, pattern in _FORMS if pattern.search(label)), "")


def only_one(label: str) -> bool:
    """Whether a name with *the* keeps it where a class would have *a*: "the Eastern Time Zone"."""
    return _ONLY_ONE.search(label) is not None


_US_STATE = "wd:Q35657"
_SHARED_BY_STATES = frozenset(("New York", "Washington", "Georgia"))


def is_state(label: str, types: frozenset[str]) -> bool:
    """Whether it is a state of the United States that has its name in common with a city or a country."""
    return _US_STATE in types and label in _SHARED_BY_STATES


_RANKS = re.compile(r"Chevalier|Officer|Officier|Commander|Commandeur|Companion|Grand |Knight |Dame ")


def titled(label: str) -> str:
    """An honor that is a rank or a title, as what one receives: "the rank of Chevalier …"; else empty."""
    if label.endswith("Living Legend"):
        return f"the {label} award"
    if form_of(label) != "rank":
        return ""
    return f"the {'rank' if _RANKS.match(label) else 'title'} of {label}"


_SORTS = (
    ("county", re.compile(r" (?:County|Parish)(?:, [A-Z].*)?$|^County of ")),
    ("school", re.compile(r"\b(?:University|College|School|Conservatory|Polytechnic)\b")),
    ("award", re.compile(r"\b(?:Awards?|Prize|Medal)\b|^(?:\w+ )?Order of ")),
    ("team", re.compile(r" national .*team$")),
    ("club", re.compile(r"\b(?:A\.?)?F\.?C\.?(?:$| )")),
    ("road", re.compile(r"\b(?:[Rr]oute|Highway|Interstate|Autobahn|Motorway|Expressway) [A-Z]?\d+")),
    (
        "river",
        re.compile(
            r" (?:River|Creek)$|^River |^(?:Rhine|Danube|Elbe|Oder|Vistula|Rhône|Loire|Seine|Thames|Volga|"
            r"Dnieper|Dniester|Nile|Meuse|Moselle|Neckar|Ebro|Tagus|Douro|Mekong|Ganges|Indus|Yangtze)$"
        ),
    ),
    ("composition", re.compile(r"\b(?:Sonata|Symphony|Concerto|Quartet|Quintet|Requiem|Suite|Overture)\b")),
    ("occasion", re.compile(r"\bFestival$|^Operation [A-Z]")),
    (
        "body",
        re.compile(
            r"\b(?:Academy|Society|Association|Foundation|Institute|Museum|Library|"
            r"Senate|Parliament|Assembly|Legislature|Court|Council|Commission|Agency)(?: |$)"
        ),
    ),
)


@lru_cache(maxsize=1 << 14)
def sort_of(label: str) -> str:
    """What a proper name is of by its words: a county, a school, an award, a national team; or empty."""
    return next((sort for sort, pattern in _SORTS if pattern.search(label)), "") if label[:1].isupper() else ""


_NOUN = re.compile(
    r"\b(?:University|College|County|Museum|Academy|Association|Party|Festival|Orchestra|Institute|Foundation|Agency)\b"
)


@lru_cache(maxsize=1 << 14)
def noun_of(label: str) -> str:
    """The one word by which a proper name says what it is of: "university" for "Yale University"; else empty."""
    found = set(_NOUN.findall(label)) if label[:1].isupper() else set()
    return found.pop().lower() if len(found) == 1 else ""


_ONE_OF = {
    **{"catholicism": "Catholic", "hinduism": "Hindu", "sikhism": "Sikh"},
    **{"christianity": "Christian", "protestantism": "Protestant", "agnosticism": "agnostic", "jainism": "Jain"},
    **{
        "humanism": "humanist",
        "deism": "deist",
        "evangelicalism": "Evangelical",
        "pentecostalism": "Pentecostal",
        "universalism": "Universalist",
    },
}
"""Who has a faith, where no rule makes the word of the faith's name."""


def stem_of(label: str) -> str:
    """The name of a people or of believers without its plural, or of one of a faith: "Baptist", "Irish", "atheist"."""
    if form_of(label) == "faith":
        head, _, faith = label.rpartition(" ")
        one = _ONE_OF.get(faith.casefold()) or re.sub(
            r"(?:an)?ism$", lambda m: "an" if m[0] == "anism" else "ist", faith
        )
        return f"{head} {one}".strip()
    if label.endswith((" people", " peoples")):
        return label.rpartition(" ")[0]
    return label[:-1] if label.endswith("s") else label


STATES = frozenset(
    (
        *("Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware", "Florida"),
        *("Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine"),
        *("Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana", "Nebraska"),
        *("Nevada", "Ohio", "Oklahoma", "Ontario", "Oregon", "Pennsylvania", "Tennessee", "Texas", "Utah", "Vermont"),
        *(
            "Virginia",
            "Washington",
            "Wisconsin",
            "Wyoming",
            "New Hampshire",
            "New Jersey",
            "New Mexico",
            "Rhode Island",
        ),
        *("North Carolina", "North Dakota", "South Carolina", "South Dakota", "West Virginia", "New York"),
    )
)
"""States and provinces whose names end those of towns: "Hartington, Iowa"."""


def in_state(name: str) -> bool:
    """Whether a name ends with a place: "Luzerne County, Pennsylvania", "the University of California, Davis"."""
    return name.removeprefix("the ").startswith("University of ") or (
        name.rpartition(", ")[2] in STATES and ", " in name
    )
