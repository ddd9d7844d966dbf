"""Names: what an entity is called in a text, and which pronoun may stand for it.

A name keeps the entity's label letter for letter, but for white space, underscores, a parenthesised qualifier
that no namesake needs, and anything beyond the length that still fits a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.dataset.words.articles import names_many, wants_the
from contragraph.dataset.words.naming import form_of, plain_name, stem_of, unqualified
from contragraph.generation.verbalise.articles import case_of, with_article
from contragraph.generation.verbalise.forms import in_state, only_one, sort_of, titled
from contragraph.generation.verbalise.given import sex_of
from contragraph.generation.verbalise.grammar import GRAPH, prefixes_of_classes
from contragraph.generation.verbalise.kinds import (
    COUNTRIES,
    OF_HILLS,
    Kind,
    band_of,
    began,
    ends_of,
    is_nation,
    is_several,
    is_team,
    kind_of,
    long_over,
)
from contragraph.generation.verbalise.persons import (
    LATER_SEX,
    called,
    described,
    lived,
    over,
    proper_name,
    surname,
    with_capitals,
)
from contragraph.generation.verbalise.plurals import is_mass_genre, plural_of
from contragraph.generation.verbalise.said import said_as
from contragraph.generation.verbalise.stated import StatedTraits, stated_in
from contragraph.generation.verbalise.values import when, words
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Statement
from contragraph.ontology.words import known_names

MAX_LABEL_WORDS = 16
"""Longer labels are cut, so that two of them and a phrase stay below the limit for sentences."""

_HUMAN = frozenset(GRAPH.classes("human"))
_PLURAL_NAME = re.compile(r"^the .*[^s]s$")
_PEOPLE = re.compile(r"^[A-Z].* (?:people|peoples|Americans|Jews|Armed Forces)$|^Grateful Dead$")
_EVENT = re.compile(r"^\d{4} \w|(?<!Man of )\bWars?$|\bOlympics$|^Games of the |^Battle of |^Siege of ")
_BY_PLACE = re.compile(r", (?!Inc\b|Ltd|LLC|L\.|S\.|and |the |The )(?!.* (?:and|&) )[A-Z\d][^,]*$")
"""Names that end with a place or a title, which has commas on both sides: "Sandusky, Ohio, lies …"."""
_OFFICE_OF = re.compile(r" of (?:the )?[A-Z]")
"""Offices of which there is one: "the monarch of the United Kingdom"."""
_OTHER_SEX = {
    "she": re.compile(r"(?:Prince|King|Duke|Earl|Count|Emperor|Sultan|Pope|Lord) "),
    "he": re.compile(r"(?:Princess|Queen|Duchess|Countess|Empress|Lady) "),
}
"""Titles whose bearers may be of either sex over time, so that the one on record tells no pronoun."""
_KNOWN = 20
"""Of how many facts a class is part that readers may be expected to know."""
_ASIDE_ROLES = frozenset(("open-access publisher", "university building", "steering committee", "artwork series"))
"""Classes that say one odd thing of what is known for another: not in apposition."""
_ACT = re.compile(r"The [A-Z][\w-]*[^su]s$")
"""Bands by their names, where they record music: "The Dells"."""
_WORD = re.compile(r"[\w'’-]+")
_CAPITAL_CLASSES = frozenset(("Western", "Bildungsroman"))


@dataclass(frozen=True, slots=True)
class Name:
    """How one entity is named. ``pronoun`` is empty where none is known to be right."""

    label: str
    said: str
    """The label, with *the* or *a* where it wants it."""
    pronoun: str = ""
    kind: Kind = ""
    past: bool = False
    """Whether the text or the description says that the person is dead."""
    former: bool = False
    """Whether it is no more: a state of old, a band that broke up."""
    plural: bool = False
    short: str = ""
    """A person's surname, where it can stand alone after the full name; of two who share it the first names."""
    when: str = ""
    """A date with its preposition: "in 1930"."""
    noun: str = ""
    """What a band with a name in the singular may be called after it: "the band"."""
    common: bool = True
    """Whether it is a class of which the graph knows more than a few things."""

    @property
    def person(self) -> bool:
        """Whether it is a person's."""
        return self.kind == "person"

    @property
    def indefinite(self) -> str:
        """With an indefinite article, as a class is named."""
        plain = self.said in (self.label, f"the {self.label}", titled(self.label)) and not only_one(self.label)
        return with_article(self.label) if plain else self.said

    @property
    def form(self) -> str:
        """What kind of word the label is: an honor, a genre, a plural; empty for a class that takes *a* like most."""
        known = form_of(self.label)
        if known:
            return known
        if self.former and self.kind == "place":
            return "former"
        said = self.indefinite
        if said == self.label and said[:1].islower():
            return "uncounted"
        if said.startswith("one of "):
            return "of_many"
        return "people" if self.label.endswith((" people", " peoples")) else ""

    @property
    def sort(self) -> str:
        """A narrower kind that its words tell, for which some things are said in words of their own: a county."""
        return sort_of(self.label) if self.kind in ("", "place", "organisation", "event") else ""

    @property
    def definite(self) -> str:
        """With *the*, as an office is named: "the President of the Gambia"."""
        if self.said.lower().startswith(("the ", "a ", "an ")) and not _OFFICE_OF.search(self.label):
            return self.said
        small = self.label[:1].islower() and not _OFFICE_OF.search(self.label)
        return with_article(self.label) if small else f"the {self.label}"

    @property
    def believer(self) -> str:
        """Of a faith named after those who have it, one of them: "a Baptist"."""
        return with_article(stem_of(self.label))

    @property
    def descent(self) -> str:
        """Of a people, the adjective: "Jewish", "African American"."""
        stem = stem_of(self.label)
        return f"{stem}ish" if stem.endswith("Jew") else stem

    @property
    def case(self) -> str:
        """As a case of something: "a stroke", but "cancer"."""
        return case_of(self.label) if self.said in (self.label, with_article(self.label)) else self.said

    @property
    def possessive(self) -> str:
        """The possessive of the name."""
        return possessive(self.said)

    @property
    def their(self) -> str:
        """The possessive pronoun that follows the name in one sentence."""
        if self.pronoun == "they" and not self.plural:
            return "its"
        known = {"he": "his", "she": "her", "it": "its", "they": "their"}.get(self.pronoun)
        return known or ("their" if self.person or self.plural else "its")

    @property
    def relative(self) -> str:
        """*who*, *which*, or nothing where neither is safe."""
        return "who" if self.person else "which" if self.pronoun in ("it", "they") else ""

    @property
    def began(self) -> str:
        """The name with the verb of its beginning: "Ann was born"."""
        return began(self.said, self.kind, plural=self.plural)

    @property
    def several(self) -> str:
        """As a class in the plural: "playwrights"; where that would change the label, "any county"."""
        if self.said != self.label and not self.said.startswith(("a ", "an ")):
            return self.said
        if is_mass_genre(self.label):
            return self.label
        if self.label[:1].isupper() and " " not in self.label and self.label not in _CAPITAL_CLASSES:
            return self.said  # a name: "makes Showtime"
        return plural_of(self.label) if self.regular else f"any {self.label}"

    @property
    def regular(self) -> bool:
        """Whether its plural has the label in it, letter for letter."""
        return is_mass_genre(self.label) or self.label in plural_of(self.label)

    @property
    def start(self) -> str:
        """Its beginning as a noun: "the birth of Ann"."""
        return ends_of(self.said, self.kind)[0]

    @property
    def end(self) -> str:
        """Its end as a noun: "the death of Ann"."""
        return ends_of(self.said, self.kind)[1]

    @property
    def closed(self) -> bool:
        """Whether a comma closes it within a sentence: "Lima, Ohio, lies …"."""
        return (self.kind in ("person", "place") or in_state(self.said)) and _BY_PLACE.search(self.said) is not None

    @property
    def shifty(self) -> bool:
        """Whether it would blur a list or a possessive: it holds a comma or ends with a mark."""
        return any(c in self.label for c in ",;") or self.label[-1] in "!?"


def possessive(name: str) -> str:
    """The possessive of a name: "Ann's", "the Netherlands'"."""
    return f"{name}'" if _PLURAL_NAME.search(name) else f"{name}'s"


def names_of(
    statements: Sequence[Statement],
    entities: Mapping[str, Entity],
    known: Sequence[Statement] = (),
    background: Sequence[Statement] = (),
    gone: Collection[str] = (),
) -> dict[str, Name]:
    """The names of all ends of the statements, by entity or literal id.

    ``known`` are statements of the other text: both then call a thing the same. What only the other text says with
    a relation of our own is no evidence, since it may be made up.

    :raises InputError: if an entity is not among ``entities`` or has no label
    """
    labels: dict[str, str] = {}
    dates: dict[str, str] = {}
    own = {s.id for s in statements}
    evidence = (*statements, *(s for s in known if s.id not in own))
    for statement in (*statements, *known):
        for end in (statement.subject, statement.object):
            if isinstance(end, Literal):
                labels.setdefault(end.id, _literal(end))
                dates[end.id] = when(end)
            elif end not in labels:
                labels[end] = _label(end, entities)
    short = {key: plain_name(label) or label for key, label in labels.items()}
    taken = Counter(s.casefold() for s in short.values())
    named = {key: short[key] if taken[short[key].casefold()] == 1 else label for key, label in labels.items()}
    taken = Counter(n.casefold() for n in named.values())
    stated = stated_in(evidence, background)
    stated.dead.update(gone)
    names = {
        key: _name(key, label if taken[label.casefold()] == 1 else _told_apart(key, label, entities), entities, stated)
        for key, label in named.items()
    }
    said = Counter(w for n in names.values() for w in set(_WORD.findall(n.label)))
    last = Counter(n.label.rpartition(" ")[2] for n in names.values() if n.person)
    return {
        key: replace(n, when=dates[key]) if key in dates else replace(n, short=_short(n, said, last))
        for key, n in names.items()
    }


def _short(name: Name, said: Mapping[str, int], last: Mapping[str, int]) -> str:
    """What may stand for a person's name after the full one, where no other name has its words."""
    if not name.person or (name.short and (" " in name.short or said[name.short] == 1)):
        return name.short
    if " and " in name.label:
        return ""  # once alone "Emma of Waldeck and Pyrmont" reads as two
    first = called(name.label) if " of " in name.label or last[name.label.rpartition(" ")[2]] > 1 else ""
    return first if first and said[first.rpartition(" ")[2]] == 1 else ""


def _name(key: str, label: str, entities: Mapping[str, Entity], stated: StatedTraits) -> Name:
    entity = entities.get(key)
    if entity is None:
        return Name(label, label, "it")
    types = frozenset({*entity.types, *stated.types.get(key, ())})
    kind = kind_of(entity, types)
    personal = key in stated.persons and kind not in ("event", "place") and not (kind == "" and wants_the(label))
    if personal and key not in stated.things and (kind == "" or (kind in ("organisation", "work") and not types)):
        kind = "person"
    kind = "person" if key in stated.born and kind != "group" else kind
    kind = "place" if kind == "" and key in stated.places and label[:1].isupper() else kind
    kind = "event" if kind == "" and _EVENT.search(label) else kind
    kind = "work" if kind == "" and key in stated.works and key not in stated.persons else kind
    if label.endswith((" family", " Family")) and label[:1].isupper() and kind == "person":
        kind, personal = "group", False
    person, group = kind == "person", kind == "group"
    unknown = not types and not entity.description and " " in label
    if key.startswith(prefixes_of_classes()) and label.istitle():
        label = label.lower()  # a class, whatever its label says
    small = label[:1].islower() and not proper_name(label)
    label = with_capitals(label, person=person, proper=key in stated.names or (unknown and key in stated.members))
    team = not person and is_team(label, entity.description, types, told=key in stated.teams)
    kind = "organisation" if team and kind == "work" else kind  # a franchise of a league
    nation = is_nation(label, types)
    plural = label not in known_names().singular and (
        team
        or nation
        or (group and (is_several(label)))
        or _PEOPLE.search(label) is not None
        or (kind in ("", "group") and key in stated.acts and _ACT.match(label) is not None)
        or (not types.isdisjoint(OF_HILLS) and label.endswith("s"))
        or (not person and label in known_names().plural)
        or (
            kind not in ("person", "work")
            and types.isdisjoint(COUNTRIES)
            and not (label.endswith(" Wars") and key in stated.works)
            and names_many(label)
        )
    )
    if person:
        genders = stated.genders.get(key) or described(entity) if _HUMAN & types or not types else {""}
        pronoun = next(iter(genders)) if len(genders) == 1 else "" if genders else sex_of(label)
        pronoun = LATER_SEX.get(label) or ("" if pronoun and _OTHER_SEX[pronoun].match(label) else pronoun)
    else:
        thing = bool(types) or kind != "" or (key in stated.things and not personal)
        pronoun = "they" if plural else "it" if thing else ""
    said = said_as(label, entity, types, stated, kind=kind, plural=plural, team=team, personal=personal, small=small)
    past = person and (key in stated.dead or lived(entity))
    former = (kind in ("place", "organisation", "group") or (kind == "" and bool(types))) and over(entity, types)
    former = former or (kind == "event" and long_over(label))
    last = surname(label, entity) if person else ""
    common = label not in _ASIDE_ROLES and (entity.degree == 0 or entity.degree >= _KNOWN)
    return Name(
        label, said, pronoun, kind, past, former, plural, last, noun="" if plural else band_of(types), common=common
    )


def _label(key: str, entities: Mapping[str, Entity]) -> str:
    entity = entities.get(key)
    label = _clean(entity.label) if entity else ""
    if not label:
        raise InputError(f"The entity {key} has no label, so it cannot be put into words; leave it out.")
    return label


def _clean(text: str) -> str:
    words = text.replace("_", " ").split()
    return " ".join(words[:MAX_LABEL_WORDS])


def _literal(literal: Literal) -> str:
    return (_clean(literal.label) if literal.label != literal.value else "") or words(literal)


def _told_apart(key: str, label: str, entities: Mapping[str, Entity]) -> str:
    """A namesake with its description or a class behind it."""
    entity = entities.get(key)
    if entity is None:
        return label
    room = max(4, MAX_LABEL_WORDS - len(label.split()))
    label = " ".join(label.split()[: MAX_LABEL_WORDS - room])
    hint = _clean(unqualified(entity.description))
    if not hint:
        hint = next((_clean(entities[t].label) for t in entity.types if t in entities), "")
    return f"{label} ({' '.join(hint.split()[:room])})" if hint else label
