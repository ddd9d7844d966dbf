"""Persons: sex, death and surname as descriptions and other names tell them, and the capitals of names."""

from __future__ import annotations

import re

from contragraph.generation.verbalise.given import is_given, is_womans
from contragraph.generation.verbalise.grammar import classes
from contragraph.graph.model import Entity

_SHE = re.compile(
    r"\b(?:actress|queen|princess|empress|duchess|woman|female|wife|daughter|mother|nun)\b", re.IGNORECASE
)
_HE = re.compile(
    r"\b(?:king of|prince|emperor|duke|husband|son of|father|pope|male|monk|businessman|statesman|sportsman|"
    r"clergyman|cameraman|frontman|baseball player|priest|bishop)\b|"
    r"(?-i:^(?:[A-Z][\w'’-]+ )*)(?:film |stage |voice |television |character )*actor\b",
    re.IGNORECASE,
)
"""Descriptions call women *actress* nearly always: of 184 actors of known sex one was a woman."""
_HERS = re.compile(r"\w+(?:a|i|ine|elle|ette|ie|ey|een|lyn|eth)\b")
"""First names that may be women's, whatever a description says of actors."""
_DESCRIBED = (("she", _SHE), ("he", _HE))
_LIFETIME = re.compile(
    r"\(\D{0,12}\d{3,4}\D{0,20}[-–—]\D{0,20}\d{3,4}\)|\(d(?:ied|\.) |\b(?:1[0-8]|[1-9])(?:th|st|nd|rd)[- ]century\b|"
    r"^(?:ancient|medieval|Ancient|Medieval) "
)
_FORMER = re.compile(
    r"^(?:the )?(?:20th-century|former|defunct|historical|dissolved|extinct)\b|"
    r"\bformer (?:country|state|empire|kingdom)\b",
    re.IGNORECASE,
)
_OVER = classes("no_more")
"""Classes of what is no more: historical countries, former administrative territories."""
_SURNAMED = re.compile(
    r"(?:American|British|English|Scottish|Welsh|Irish|Canadian|Australian|German|Austrian|Swiss|French|Italian|Dutch|"
    r"Serbian|Croatian|Slovene|Slovenian|Slovak|Bulgarian|Romanian|Greek|Russian|Ukrainian|Lithuanian|Latvian|Estonian|"
    r"Israeli|Turkish|Armenian|Jamaican|South African|Belgian|Swedish|Norwegian|Danish|Finnish|Polish|Czech)\b"
)
"""How descriptions begin of people whose last name can stand alone."""
_FULL_NAME = re.compile(r"(?:[A-Z][\w'’-]+|[A-Z]\.)(?: (?:[A-Z]\.|[A-Z][\w'’-]+)){0,2} ([A-Z][\w'’-]{2,})$")
_INITIAL = re.compile(r"[A-Z][a-z]+ [A-Z]\. [A-Z]")
"""Names with a middle initial, of languages in which the last name comes last."""
_TITLED = re.compile(
    r"(?:\d+(?:st|nd|rd|th) |Count|Duke|Duchess|Prince|Princess|Earl|Baron|Marquess|Viscount|Queen|King)"
)
_OTHERWISE = re.compile(
    r"\b(?:Chinese|Taiwanese|Hong Kong|Korean?|Japanese|Vietnam|Hungarian|Indian|Indonesian|Icelandic|Burmese|"
    r"Malaysian|Ethiopian|fictional)\b"
)
_CROWNED = re.compile(
    r"\b(?:[Kk]ing|[Qq]ueen|[Pp]rince(?:ss)?|[Pp]ope|[Ss]aint|[Ee]mpress|[Ee]mperor|[Dd]uke|[Dd]uchess)\b"
)
"""Descriptions of people who are not called by the last word of their name."""
_STAGE = re.compile(r"\b(?:[Rr]apper|hip hop|DJ|disc jockey|drag queen)\b")
"""Descriptions of people with stage names, which are not cut: "Snoop Dogg"."""
_NO_SURNAME = frozenset(
    (
        "Jr",
        "Sr",
        "III",
        "VII",
        "VIII",
        "XII",
        "XIII",
        "XIV",
        "XVI",
        "Jr.",
        "Sr.",
        "Junior",
        "Senior",
        "Brothers",
        "Sisters",
    )
)
_SECOND_NAMES = frozenset(("Antoinette", "Theresia", "Amalia", "Carolina", "Christina", "Josepha", "Feodorovna"))
"""Second first names, as of queens: nobody calls Marie Antoinette "Antoinette"."""
_PARTICLE = re.compile(r" ((?:Di|De|Da|Del|Della|Van|Von|La|Le|Du) [A-Z][\w'’-]+)$| (?:Bin|Ibn|Al|El|Abu) [A-Z]")
"""Words that belong to a last name, "Di Stéfano", or make it one that does not stand alone."""
_NO_CAPITAL = frozenset(
    (
        *("of", "the", "and", "in", "on", "at", "for", "von", "van", "de", "der", "den", "la", "le", "du", "di", "da"),
        *(
            "a",
            "an",
            "to",
            "with",
            "or",
            "from",
            "by",
            "do",
            "dos",
            "das",
            "del",
            "della",
            "el",
            "al",
            "bin",
            "ibn",
            "y",
            "e",
            "zu",
            "af",
            "av",
            "ter",
            "ten",
        ),
    )
)


_TOWNS = frozenset(
    """
    Washington Paris London Berlin Israel Ireland England France Holland Brazil Georgia Virginia Montana York Boston
    Dallas Denver Houston Sydney Florence Milan Vienna Chester Lancaster Cleveland Madison Charleston
    """.split()  # noqa: SIM905
)
"""Last names that a reader takes for a place where they stand alone."""
_TWO_SURNAMES = re.compile(
    r"(?:Alejandro|Alberto|Antonio|Carlos|Diego|Enrique|Felipe|Fernando|Francisco|Gabriel|Javier|Jorge|José|Juan|Luis|"
    r"Manuel|Mario|Miguel|Pedro|Rafael|Salvador|Isabel|Cristina|María) [A-Z]\w{2,} [A-Z]\w+$"
)
"""Names of Spain and Latin America, whose last name is two words: Vargas Llosa."""
LATER_SEX = {
    **dict.fromkeys(("Caitlyn Jenner", "Eddie Izzard", "Lana Wachowski", "Lilly Wachowski", "Wendy Carlos"), "she"),
    **dict.fromkeys(("Chelsea Manning", "Laura Jane Grace", "Jan Morris", "Deirdre McCloskey"), "she"),
    **dict.fromkeys(("Elliot Page", "Alice Cooper", "Evelyn Waugh", "Nikita Khrushchev"), "he"),
}
"""People of whom the facts and first names tell the sex of an earlier time, or another one."""
_MUSIC = re.compile(r"\b(?:musician|singer|producer|songwriter|band|record)\b")
_KNOWN_AS = re.compile(r" \([^()]*\)$")


def surname(label: str, entity: Entity) -> str:
    """The last name, where the description tells a people whose last names stand alone; a name without its title."""
    name, _, title = label.partition(", ")
    if _TITLED.match(title) and " " in name:
        return name
    match = _FULL_NAME.match(label)
    others = [alias for alias in entity.aliases if " " in alias]
    given = is_given(label.partition(" ")[0]) or _INITIAL.match(label) is not None
    if match and others and not given and not any(match[1] in alias for alias in others):
        return ""  # "Kid Rock", whose other names have nothing of it, is no Mr. Rock
    if match and (match[1] in _TOWNS or _TWO_SURNAMES.match(label)):
        return ""
    if not given and _MUSIC.search(entity.description) and {_KNOWN_AS.sub("", o) for o in others} <= {label}:
        return ""  # "Danger Mouse", of whom nothing tells whether that is a name or a title of the stage
    told = _SURNAMED.match(entity.description) is not None or (given and not _OTHERWISE.search(entity.description))
    told = told and not any(p.search(entity.description) for p in (_CROWNED, _STAGE))
    particle = _PARTICLE.search(label)
    if particle and told and given and label.count(" ") == 2:
        return particle[1] or ""
    plain = match is not None and match[1] not in _NO_SURNAME and told and not particle
    double = match is not None and (match[1] in _SECOND_NAMES or is_womans(match[1]))
    return match[1] if match and plain and not double else ""


_REGNAL = re.compile(r"(.+? [IVX]+) of ", re.IGNORECASE)


def called(label: str) -> str:
    """What a person is called who shares a last name with another, or has none: "Leo", "Christian X"; else empty.

    The name may be given in small letters throughout.
    """
    regnal, first = _REGNAL.match(label), label.partition(" ")[0]
    return regnal[1] if regnal else first if is_given(first[:1].upper() + first[1:]) and first != label else ""


_ALWAYS_CAPITAL = re.compile(
    r"\b(?:african|american|anglican|asian|benedictine|british|buddhist|canadian|carmelite|catholic|christian|cistercian|"
    r"dominican|dutch|english|european|franciscan|french|german|greek|hindu|indian|irish|islamic|italian|japanese|"
    r"jesuit|jewish|latin|lutheran|methodist|mormon|muslim|protestant|puritan|quaker|russian|scottish|sikh|spanish|"
    r"swedish|welsh)\b(?! dressing| fries)"
)
"""Words that have a capital wherever they stand, though labels of classes may lack it: "Dominican friar"."""


def with_capitals(label: str, *, person: bool, proper: bool) -> str:
    """A name with the capitals that it wants, where its label has small letters; a class has those of its peoples."""
    if label[:1].islower():
        label = _ALWAYS_CAPITAL.sub(lambda m: m[0][:1].upper() + m[0][1:], label)
    if re.fullmatch(r"\d[a-z]{1,2}", label):
        return label.upper()  # "4AD"
    small = label.islower() and (proper or " " in label)
    if not (person or proper) or not (small or (person and 1 < len(label.split()) < 5)):
        return label
    words = label.split()
    return " ".join(w if w in _NO_CAPITAL and i else w[:1].upper() + w[1:] for i, w in enumerate(words))


def proper_name(label: str) -> bool:
    """Whether a label that begins with a small letter is a name all the same, such as "eBay"."""
    return any(c.isupper() for c in label.split(maxsplit=1)[0])


def described(entity: Entity) -> set[str]:
    """The pronouns that a description allows for; empty where it may be a woman who is called an actor."""
    found = {pronoun for pronoun, pattern in _DESCRIBED if pattern.search(entity.description)}
    return set() if found == {"he"} and _HERS.match(entity.label) else found


def over(entity: Entity, types: frozenset[str] = frozenset()) -> bool:
    """Whether a description or a class says that it is no more."""
    said = _FORMER.search(entity.description) or lived(entity)
    return bool(said) or not types.isdisjoint(_OVER)


def lived(entity: Entity) -> bool:
    """Whether a description gives the years of a life, or a time long ago."""
    return _LIFETIME.search(entity.description) is not None
