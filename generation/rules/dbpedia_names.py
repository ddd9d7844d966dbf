"""Names of DBpedia's things that are none of their kind: what no editor would print, whatever the classes say.

Classes of a sample are as good as guessed now and then: Florentine biscuit is a city, Television Academy a person, and
case sensitivity a language. What a kind of name looks like is known better.
"""

from __future__ import annotations

import re

from contragraph.dataset.naming import unqualified
from contragraph.generation.rules.first_names import is_first_name
from contragraph.graph.model import Entity

_PARTICLES = re.compile(
    r"^(?:[a-z]{1,3}|[dD]['’].*|della|delle|from|with|into|versus|over|upon|under|against|about|without|after|before|vs\.)$"
)
_ODD = re.compile(
    r"^(?:List of|Lists of|Portal:|Geography of|Music of|History of|Culture of|Demographics of)|/redirects|\.com\b|"
    r"\bcharacters\b|\barticle\b|\(disambiguation\)|^\d+(?:st|nd|rd|th) [Ss]tate|\bunion$|\bfire of\b|ország|^[^\w'.]|"
    r"\bepisode|\bseason \d"
)
_SMALL_GENITIVE = re.compile(r"^[a-z]+['’]s [a-z]")
"""A name that lost its capital: "parkinson's disease"."""
_NO_PERSON = re.compile(
    r"\b(?:State|Assembly|Party|Council|Committee|Academy|Technology|Awards?|Records|University|School|College|Team|"
    r"football|Caucus|Convention|Congress|Society|"
    r"Kingdom|Republic|Empire|Company|Studios?|Films|Pictures)\b|"
    r"^(?:Mayor|President|Chairman|Major|Prime Minister|Governor)$|/"
)
_AWARD = re.compile(
    r"\b(?:Award|Prize|Medal|Lion|Bear|Heart|Star)\b|^(?:Order of|Legion of|Palme) ?\w|\b(?:Award|Prize) for "
)
"""Names of what is given to one person: not the evening, the academy or the calling."""
_SMALL_WORDS = re.compile(r"^(?:of|the|and|upon|on|in|d[eu]|l[ae]s?|d[ei]l|d[aio]s?|y|al|am|an|de[rn]|von|zu)$")
"""Words without a capital in names of places; with another one a dish is meant ("Florentine biscuit")."""
_WITH_THE = re.compile(r"^The (?!Bronx$|Hague$|Bahamas$|Gambia$)")
_CLUB = re.compile(r"\b(?:F\.?C\.?|[Ff]ootball|Athletic|Calcio|Tour de)\b")
_NO_FIRM = re.compile(r"\b(?:University|College|School|F\.?C\.?)\b")
_OF_ITS_OWN = re.compile(r" (?:the|of) |^(?:The|Los|Las) |(?:ss|us|is|'s)$")
_PLURAL = re.compile(r"(?:s|\b(?:Band|Group|Orchestra|Ensemble|Dead))$")
"""Bands and teams that want an article, which no name tells: "Red Hot Chili Peppers"."""
_BUSINESS = re.compile(
    r"\b(?:Records|Pictures|Studios?|Films?|Press|Music|Entertainment|Company|Media|Books|Group|University|College|"
    r"School|Bros\.|Brothers|County|City|Beach|Island|Springs|Airlines|Games)\b"
)
_INITIAL = re.compile(r" (?!Jr\.|Sr\.)\w{1,2}\.$")
_OF_ONE_NAME = frozenset(f"dbo:{name}" for name in ("MusicalArtist", "Philosopher", "Royalty", "Monarch", "Saint"))
_ANYBODY = frozenset({"dbo:Person", "dbo:Agent", "dbo:Artist"})
"""Classes that hardly tell that somebody is meant: here a name must tell it."""
_CHANNEL = re.compile(
    r"^[A-Z\d&!.-]+$|\b(?:Network|Channel|Broadcasting|Television|TV|TV\d|Radio|BBC|CBC|Syfy|Showtime|Lifetime|Univision|"
    r"Nickelodeon|Telemundo|The WB|The CW|Adult Swim|Comedy Central|Fox Kids|Teletoon|MyNetworkTV|ABS-CBN)\b"
)
_LANGUAGE = re.compile(r"^[A-Z][\w-]+(?: [A-Z]\w+)?(?: languages?)?$")
_VAGUE_INSTRUMENT = re.compile(
    r"instrument|vocalist|ceremonies|programming|rhodes|hammond|"
    r"^[A-Z](?!nglish|rench)|^musical|^bass$|^lead |^electronic"
)
_NO_STYLE = frozenset(
    ("domestic partnership", "boy band", "big band", "jam band", "science fiction", "children's music")
)
_NEITHER = re.compile(r"ism$|\b(?:artist|actor|musician|singer|composer|writer|record producer|comedian)$")
"""What is no place and no style, whatever infoboxes have in these fields."""
_NOT_NAMED_SO = frozenset(
    (
        *("Africian Raga", "Bog seber", "Magna Carta Holy Grail", 'Armstrong, Louis "Pops"', "Jesus", "Mary", "Kylie"),
        *(
            "Juris Doctor",
            "Dark Invasion",
            "G.o.a.t. of r&b",
            "M word",
            "San Diegan",
            "lead vocalist",
            "vocalist",
            "vocals",
            "singing",
            "master of ceremonies",
            "Frankenstein's monster",
            "film score",
            "soundtrack",
            "soapy",
            "BBC News",
            "Taj Arabia",
            "Think Tank",
            "Virgin Experience Days",
        ),
    )
)


def misnamed(entity: Entity, kinds: frozenset[str]) -> bool:
    """Whether the name of what is of these kinds is none that an editor would print: a list, a slip, a dish."""
    name = unqualified(entity.label)
    if name in _NOT_NAMED_SO or "(" in name or _SMALL_GENITIVE.match(name) or _ODD.search(entity.label):
        return True
    words = name.split()
    if kinds == {"person"}:
        return _is_no_name(entity, name, words)
    if _is_of_another_kind(kinds, name, words):
        return True
    if kinds & {"place", "music", "style"} and _NEITHER.search(name):
        return True
    if "work" in kinds and len(words) > 2:
        return not any(w[:1].isupper() or w[:1].isdigit() for w in words[1:])
    return False


def _is_no_name(entity: Entity, name: str, words: list[str]) -> bool:
    """Whether nobody is called so, as far as his or her classes do not tell better."""
    if _INITIAL.search(name) or '"' in name or "(" in name or "(band)" in entity.label:
        return True
    if len(words) == 1:
        return _OF_ONE_NAME.isdisjoint(entity.types)
    own = [t for t in entity.types if t.startswith("dbo:")]  # others follow from these
    if entity.types and _ANYBODY.issuperset(own) and not is_first_name(words[0]):
        return True
    return _NO_PERSON.search(entity.label) is not None or any(
        w[:1].islower() and not _PARTICLES.match(w) for w in words
    )


def _is_of_another_kind(kinds: frozenset[str], name: str, words: list[str]) -> bool:
    """Whether a name is none of its kind: a label that is called Lewis Gilbert, a dish among the towns."""
    if kinds and kinds <= {"firm", "place", "school", "channel", "band"} and is_of_a_person(name):
        return True
    if "band" in kinds and (_CLUB.search(name) or _NO_PERSON.search(name)):
        return True
    if kinds == {"firm"} and _NO_FIRM.search(name):
        return True
    if kinds & {"band", "team", "body"}:
        return _wants_article(name)
    if kinds == {"place"}:
        odd = any(w[:1].islower() and not _SMALL_WORDS.match(w) for w in words)
        return odd or _WITH_THE.match(name) is not None
    if kinds == {"award"}:
        return _AWARD.search(name) is None
    if kinds == {"channel"}:
        return _CHANNEL.search(name) is None
    if kinds == {"language"}:
        return _LANGUAGE.search(name) is None
    if kinds == {"instrument"}:
        return _VAGUE_INSTRUMENT.search(name) is not None
    if kinds == {"music"}:
        return name in _NO_STYLE or (len(words) > 1 and all(w[:1].isupper() for w in words))
    return False


def is_of_a_person(name: str) -> bool:
    """Whether a name begins with a first name, and says of no business: a label that is called Lewis Gilbert."""
    words = name.split()
    if name.endswith((" Jr.", " Sr.")):
        return True
    return len(words) == 2 and is_first_name(words[0]) and _BUSINESS.search(words[1]) is None


def _wants_article(name: str) -> bool:
    return _PLURAL.search(name) is not None and _OF_ITS_OWN.search(name) is None
