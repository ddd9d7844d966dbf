"""Facts that are true in the graph, and that no text can tell well: they are neither seeds nor fill of a subgraph.

"The Crystal Award is an award", "George has the given name George", "Brazil is an administrative division of South
America", "Russians are found in Svalbard": an editor would strike them out, whatever the words. Facts that support a
proof are not asked, since without them the conflict would be gone.
"""

from __future__ import annotations

import re

from contragraph.generation.plausible import short_label
from contragraph.graph.model import Entity, Statement

_NEVER_TOLD = frozenset(f"wdt:P{n}" for n in (21, 734, 735, 1552, 2348, 5869, 3902, 5008))
"""Sex and names of persons (pronouns and names tell them), and characteristics that are no English noun."""
_CLASSES = frozenset({"wdt:P31", "wdt:P279"})
_EMPTY = frozenset(
    (
        *("entity", "concept", "object", "occurrence", "thing", "item", "artificial entity", "class", "group", "work"),
        *("organization", "organisation", "enterprise", "business", "agent", "location", "geographic location"),
        *("locality", "profession", "occupation", "manifestation", "abstract object", "physical object"),
        *("spatial entity", "geographical object"),
    )
)
"""Classes that say nothing of an individual; between classes they may."""
_INSIDE = frozenset(f"wdt:P{n}" for n in (17, 131, 276, 30))
_CONTINENTS = frozenset(("wd:Q5107", "wd:Q82794", "wd:Q2418896", "wd:Q855697"))
"""Continents and regions of the world, which have neither administration nor capital."""
_BODIES = frozenset(("wd:Q245065", "wd:Q484652", "wd:Q1335818", "wd:Q4120211", "wd:Q1140229", "wd:Q170156"))
"""International organizations and unions of states, which have no border of their own."""
_PEOPLES = frozenset(("wd:Q41710", "wd:Q231002", "wd:Q2472587", "wd:Q34770", "wd:Q33742", "wd:Q1288568"))
"""Peoples and languages, which are not located like towns."""
_OLD = frozenset(("wd:Q3024240", "wd:Q19953632", "wd:Q28171280"))
_YEARS = re.compile(r"\(\D{0,12}\d{3,4}\D{0,20}[-–—]\D{0,20}\d{3,4}\)|^(?:former|historical)\b")
_WARS = re.compile(r"\b(?:[Ww]ars?|[Cc]onflict|[Ii]nvasion|[Cc]ampaign|Crusades?)\b|\bOlympi(?:ad|cs)\b")


def tellable(statement: Statement, subject: Entity, thing: Entity) -> bool:
    """Whether an editor would let a text state this fact of these two entities."""
    relation = statement.relation
    if relation in _NEVER_TOLD:
        return False
    if relation in _CLASSES:
        return _says_something(subject.label, thing.label, individual=relation == "wdt:P31")
    if relation in ("wdt:P150", "wdt:P36", "wdt:P1376"):
        upper = thing if relation == "wdt:P1376" else subject
        return _CONTINENTS.isdisjoint(upper.types)
    if relation in (*_INSIDE, "wdt:P47") and _gone(thing) != _gone(subject):
        return False
    if relation == "wdt:P47":
        return _BODIES.isdisjoint((*subject.types, *thing.types))
    if relation in _INSIDE:
        war = relation == "wdt:P17" and _WARS.search(subject.label) is not None
        return _PEOPLES.isdisjoint(subject.types) and not war
    if relation in ("wdt:P361", "wdt:P527"):
        whole = thing if relation == "wdt:P361" else subject
        couple = " and " in whole.label and "wd:Q5" in (*subject.types, *thing.types)
        return not (couple and not whole.types)
    return _fits(relation, thing)


def _gone(place: Entity) -> bool:
    """Whether it is a state or province of old: what is there today is not said to lie in it."""
    return not _OLD.isdisjoint(place.types) or _YEARS.search(place.description) is not None


def _says_something(name: str, of: str, *, individual: bool) -> bool:
    """Whether a class tells more than the name of what it is said of: not "the Crystal Award, an award"."""
    if individual and of in _EMPTY:
        return False
    words = set(re.findall(r"\w+", short_label(name).casefold()))
    return not words.issuperset(re.findall(r"\w+", short_label(of).casefold()))


def _fits(relation: str, thing: Entity) -> bool:
    """Whether the object is of the sort of word that the relation asks for."""
    label = thing.label.casefold()
    if relation == "wdt:P1303":
        return label not in ("voice", "vocal music", "singing")
    if relation == "wdt:P140":
        return label not in ("christian", "muslim", "jewish", "catholic")
    if relation in ("wdt:P101", "wdt:P641"):
        return not label.endswith(("person", "people", "olympic sport"))
    if relation in ("wdt:P509", "wdt:P1196"):
        return label not in ("disease", "death", "illness")
    return True
