"""Facts that are true in the graph, and that no text can tell well: they are neither seeds nor fill of a subgraph.

"The Crystal Award is an award", "George has the given name George", "Brazil is an administrative division of South
America", "Russians are found in Svalbard": an editor would strike them out, whatever the words. Nor do they
support a proof, save those that only say what sort of thing something is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from contragraph.generation.rules.labels import WARS, is_small
from contragraph.generation.rules.lives import within_lives
from contragraph.generation.rules.mangled import is_mangled
from contragraph.generation.rules.placing import OF_OLD
from contragraph.generation.rules.plausible import short_label
from contragraph.generation.rules.slips import is_slip
from contragraph.generation.verbalise.articles import with_article
from contragraph.generation.verbalise.kinds import PERSONS, PLACES
from contragraph.graph.model import Entity, Statement
from contragraph.ontology import doubtful_kinds
from contragraph.ontology.lexicon import load_lexicon

_NEVER_TOLD = frozenset(
    f"wdt:P{n}"
    for n in (21, 91, 163, 275, 462, 734, 735, 790, 1283, 1343, 1552, 1889, 2348, 2925, 3095, 5869, 3902, 5008)
)
"""Sex, leanings and names of persons (pronouns and names tell them), characteristics that are no English noun,
licenses of classes of software, approvals of wars, flags by the name of flag, who practices what, lists of films,
entries in works of reference, and what must not be confused."""
_CLASSES = frozenset({"wdt:P31", "wdt:P279"})
_EMPTY = frozenset(
    (
        *("entity", "concept", "object", "occurrence", "thing", "item", "artificial entity", "class", "group", "work"),
        *("organization", "organisation", "enterprise", "business", "agent", "location", "geographic location"),
        *("locality", "profession", "occupation", "manifestation", "abstract object", "physical object"),
        *("spatial entity", "geographical object", "division", "big city", "married couple", "class of award", "term"),
        *("open-access publisher", "academic publisher", "publisher", "university building", "steering committee"),
        *("first-level administrative country subdivision", "city designated by government ordinance"),
        *("equivalent territory", "trademark", "Wikipedia article covering multiple topics", "major regional center"),
        *("headquarters", "member states of the United Nations", "city with millions of inhabitants", "award"),
        *("place with town rights and privileges", "private not-for-profit educational institution"),
        *("public educational institution of the United States", "educational institution", "specialty channel"),
        *(
            "membership organization",
            "time in the United Kingdom",
            "Mutual-benefit nonprofit corporation",
            "sub-faculty",
        ),
        *("human biblical figure", "geographic region", "conflict", "sub-province-level division", "county seat"),
        *(
            "film genre",
            "literary genre",
            "paramilitary",
            "first-class city",
            "art institution",
            "statistical service",
            "consortium",
        ),
        *("subsidiary", "children's interest channel", "capital", "community"),
    )
)
"""Classes that say nothing of an individual; between classes they may."""
_VAGUE = re.compile(r"former |(?:administrative|political) territorial entity\b")
_INSIDE = frozenset(f"wdt:P{n}" for n in (17, 131, 276, 30))
_OF_ONE_AGE = frozenset({*_INSIDE, "wdt:P47", "wdt:P150", "wdt:P361", "wdt:P527"})
_SPOKEN = frozenset({"wdt:P2936", "wdt:P2341", "wdt:P37"})
_CONTINENTS = frozenset(("wd:Q5107", "wd:Q82794", "wd:Q2418896", "wd:Q855697", "wd:Q55833"))
"""Continents and regions of the world, which have neither administration nor capital, nor a border in a text."""
_BODIES = frozenset(("wd:Q245065", "wd:Q484652", "wd:Q1335818", "wd:Q4120211", "wd:Q1140229", "wd:Q170156"))
"""International organizations and unions of states, which have no border of their own."""
_PLACES_TOO = frozenset(("wd:Q3624078", "wd:Q6256", "wd:Q3336843"))
"""Countries, which are given for a person's people now and then."""
_PEOPLES = frozenset(("wd:Q41710", "wd:Q231002", "wd:Q2472587", "wd:Q34770", "wd:Q33742", "wd:Q1288568"))
"""Peoples and languages, which are not located like towns."""
_SUBSTANCES = frozenset(("wd:Q11173", "wd:Q11344", "wd:Q79529", "wd:Q12140", "wd:Q8066"))
_SUBSTANCE = re.compile(r"\b[Aa]cid$|^[a-z]+ose$|^(?:D|L|DL|Cis|Trans)-")
"""What chemicals are made of is a list of codes, not a text."""
_ODD_CLASSES = frozenset(("social issue", "food ingredient", "computer language c", "academia", "academic institution"))
"""Words of which nothing is a kind in plain English, whatever a taxonomy says."""
_PAIR = re.compile(r"\b(?:super)?couple\b")
"""Two people under one name, who are no body that has members: "Brangelina"."""
_CRIMES = frozenset(("murder", "homicide", "manslaughter", "assassination", "crime", "suicide", "capital punishment"))
_MEMBERLESS = frozenset(
    ("wd:Q1254874", "wd:Q1061197", "wd:Q1616075", "wd:Q15265344", "wd:Q11032", "wd:Q6256", "wd:Q3624078", "wd:Q3024240")
)
"""Broadcasters, newspapers and states."""
_OFFICE = re.compile(r"\b(?:Secretariat|Program|Treaty|University)\b|\(journal\)$")
_OLD = frozenset(("wd:Q3024240", "wd:Q19953632", "wd:Q28171280"))
_YEARS = re.compile(
    r"\b(?:from|between) \d{3,4} (?:to|until|and) \d{3,4}\b|"
    r"\(\D{0,12}\d{3,4}\D{0,20}[-–—]\D{0,20}\d{3,4}\)|^(?:former|historical)\b"
)
_CEREMONY = re.compile(r"\d+(?:st|nd|rd|th)? .*awards$")
"""Evenings on which prizes are given: "the 2007 Grammy Awards"."""
_OWN_TRADES = frozenset(
    ("music industry", "phonographic industry", "video game industry", "filmmaking", "software development")
)
"""Industries of labels, studios and developers, of which nobody needs to be told."""
_HUMAN = "wd:Q5"
_FILM = re.compile(r"\bfilm\b")
"""What nobody performs, whatever the graph says of its composer."""


@lru_cache(maxsize=1 << 17)
def tellable(statement: Statement, subject: Entity, thing: Entity) -> bool:
    """Whether an editor would let a text state this fact of these two entities."""
    relation = statement.relation
    if any(", " in e.label and " and " in e.label for e in (subject, thing)) and relation in ("wdt:P361", "wdt:P463"):
        return False
    if relation.startswith("wdt:") and relation not in load_lexicon().entries:
        return False  # "has book as iconographic symbol": nobody has worded it
    if relation in _NEVER_TOLD or is_mangled(subject) or is_mangled(thing):
        return False
    if is_slip(relation, subject, thing):
        return False
    if subject.id.startswith("yago:") and not within_lives(statement, subject, thing):
        return False
    if relation in _CLASSES:
        if relation == "wdt:P279" and not _ODD_CLASSES.isdisjoint((subject.label, thing.label)):
            return False
        if (subject.id, thing.id) in doubtful_kinds() or (relation == "wdt:P279" and _is_truism(subject, thing)):
            return False
        return _says_something(subject.label, thing.label, individual=relation == "wdt:P31")
    if relation == "wdt:P421" and subject.types and PLACES.isdisjoint(subject.types):
        return False
    if relation in ("wdt:P150", "wdt:P36", "wdt:P1376", "wdt:P421"):
        upper = thing if relation == "wdt:P1376" else subject
        return _CONTINENTS.isdisjoint(upper.types)
    if relation in _INSIDE and (is_small(thing) or (is_small(subject) and " " not in subject.label)):
        return False
    if relation == "wdt:P276" and _names(subject, thing):
        return False
    if relation in _OF_ONE_AGE and _gone(thing) != _gone(subject):
        return False
    if relation in _SPOKEN and (_gone(thing) or _gone(subject)):
        return False
    if relation == "wdt:P47":
        return (_BODIES | _CONTINENTS).isdisjoint((*subject.types, *thing.types))
    if relation in _INSIDE:
        war = relation == "wdt:P17" and WARS.search(subject.label) is not None
        return _PEOPLES.isdisjoint(subject.types) and not war and (relation == "wdt:P131" or not _names(subject, thing))
    if relation in ("wdt:P361", "wdt:P527"):
        whole = thing if relation == "wdt:P361" else subject
        return not _couple(whole, subject if whole is thing else thing) and not _mixed(subject, thing)
    if relation == "wdt:P463":
        return not is_small(thing) and not _couple(thing, subject) and not _memberless(thing)
    if relation in ("wdt:P127", "wdt:P1830"):
        return _HUMAN not in (thing if relation == "wdt:P1830" else subject).types
    if relation in ("wdt:P103", "wdt:P1412"):
        return not subject.types or _HUMAN in subject.types
    if relation == "wdt:P38":
        return not _PLACES_TOO.isdisjoint(subject.types) or PLACES.isdisjoint(subject.types)
    if relation == "wdt:P175" and not PERSONS.isdisjoint(subject.types):
        return False
    if relation == "wdt:P175":
        return _FILM.search(subject.description) is None
    return _fits(relation, thing)


_BEFORE_OF = re.compile(r" (?:of|in|for) ")


def _is_truism(kind: Entity, wider: Entity) -> bool:
    """Whether a class ends as its wider class does: nobody writes that a film producer is a kind of producer."""
    ends = [_BEFORE_OF.split(short_label(e.label), maxsplit=1)[0].split() for e in (kind, wider)]
    return all(ends) and ends[0][-1] == ends[1][-1]


def _names(event: Entity, place: Entity) -> bool:
    """Whether a name says already where it is: the 2003 invasion of Iraq took place in Iraq."""
    return re.search(rf"\b{re.escape(short_label(place.label))}\b", event.label.casefold()) is not None


def _couple(whole: Entity, part: Entity) -> bool:
    """Whether a whole is but two people by name, one of them the part: "Bill and Hillary Clinton"."""
    if " and " not in whole.label or "wd:Q5" not in (*whole.types, *part.types):
        return _PAIR.search(whole.description) is not None
    names = set(re.findall(r"\w+", part.label))
    return not whole.types or not names.isdisjoint(re.findall(r"\w+", whole.label))


def _mixed(subject: Entity, thing: Entity) -> bool:
    """Whether one end is a name and the other a class, or one is a chemical."""
    if is_small(subject) != is_small(thing) and not _small_name(subject, thing):
        return True
    return any(_SUBSTANCES.intersection(e.types) or _SUBSTANCE.search(e.label) for e in (subject, thing))


def _memberless(body: Entity) -> bool:
    """Whether nobody is a member of it: a broadcaster, an office, a treaty, a state."""
    return not _MEMBERLESS.isdisjoint(body.types) or _OFFICE.search(body.label) is not None


def _small_name(*ends: Entity) -> bool:
    """Whether an end is a name for all its small letters: "contiguous United States"."""
    return any(e.label[:1].islower() and not e.label.islower() for e in ends)


def _gone(place: Entity) -> bool:
    """Whether it is a state or province of old: what is there today is not said to lie in it."""
    return (
        not _OLD.isdisjoint(place.types)
        or _YEARS.search(place.description) is not None
        or OF_OLD.search(place.label) is not None
    )


def _says_something(name: str, of: str, *, individual: bool) -> bool:
    """Whether a class tells more than the name of what it is said of: not "the Crystal Award, an award"."""
    if individual and of.endswith("ing") and with_article(of) == of:
        return False  # "is academic publishing"
    if individual and (of in _EMPTY or _VAGUE.match(of)):
        return False
    words = set(re.findall(r"\w+", short_label(name).casefold()))
    return not words.issuperset(re.findall(r"\w+", short_label(of).casefold()))


def _fits(relation: str, thing: Entity) -> bool:
    """Whether the object is of the sort of word that the relation asks for."""
    label = thing.label.casefold()
    if relation == "wdt:P551":
        return not short_label(label).endswith(("school", "college", "university"))
    if relation == "wdt:P30":
        return label != "americas"
    if relation == "wdt:P106":
        return label != "military personnel"
    if relation == "wdt:P1303":
        return label not in ("voice", "vocal music", "singing", "vocals", "vocalist", "singer", "percussion instrument")
    if relation == "wdt:P27":
        return _PEOPLES.isdisjoint(thing.types)
    if relation == "wdt:P172":
        return label not in ("white people", "white americans", "people", "americans") and not _PLACES_TOO.intersection(
            thing.types
        )
    if relation == "wdt:P2541":
        return label not in ("worldwide", "global", "world")
    if relation in ("wdt:P793", "wdt:P138"):
        return not is_small(thing)
    if relation == "wdt:P166":
        return not (label.startswith("star on ") or _CEREMONY.match(label))
    if relation == "wdt:P136":
        return not label.endswith(" films")
    if relation == "wdt:P6364":
        return not label.startswith("color ")
    if relation == "wdt:P452":
        return label not in _OWN_TRADES
    if relation == "wdt:P1454":
        return label != "subsidiary"
    if relation == "wdt:P1313":
        return label != "head of government"
    if relation == "wdt:P54":
        return not label.endswith(" record")
    if relation == "wdt:P1343":
        return label != "ubuweb"
    if relation == "wdt:P140":
        return label not in ("christian", "muslim", "jewish", "catholic")
    if relation in ("wdt:P101", "wdt:P641"):
        return not label.endswith(("person", "people", "olympic sport"))
    if relation in ("wdt:P509", "wdt:P1196"):
        return label not in ("disease", "death", "illness", "intoxication") and label not in _CRIMES
    return True
