"""Other names of what a label names, by its words alone: without its qualifier, as a people, as a believer."""

from __future__ import annotations

import re
from functools import lru_cache

_QUALIFIER = re.compile(r"\s+\([^()]*\)$")
_LANGUAGE = re.compile(r"^([A-Z]\w+) language$")


def unqualified(label: str) -> str:
    """A label without what stands in parentheses at its end."""
    return _QUALIFIER.sub("", label)


def plain_name(label: str) -> str:
    """A label as a text says it where no namesake is near: "Cabaret", "French" for "French language"."""
    return _LANGUAGE.sub(r"\1", unqualified(label))


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


@lru_cache(maxsize=1 << 14)
def form_of(label: str) -> str:
    """The form of a label by its words: an honor that one enters, a genre of music, a plural name; or empty."""
    return next((form for form, pattern in _FORMS if pattern.search(label)), "")


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
