"""What a model's free words mean: its names of relations and things, taken as known ones or as none.

A relation is found by its id, by its label, by a wording of the lexicon ("was born in"), or by being spelled almost
like one of these. No embeddings: a name that is like nothing known goes to a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz, process

from contragraph.graph.model import Entity
from contragraph.ontology.lexicon import Entry, Lexicon

ALIKE = 88.0
"""How like a known name (rapidfuzz's ``token_sort_ratio``, 0 to 100) a name of a relation must be to be taken as it."""
ALIKE_THING = 92.0
"""The same for names of things (``ratio``): of two things with similar names one is soon taken for the other."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_WORD = re.compile(r"[\W_]+")
_DENIES = frozenset({"no", "not", "never", "none", "nothing", "nobody", "without", "only", "sole", "any", "outside"})
"""Words that no likeness makes up for: "is not owned by" is nearly spelled like "is owned by"."""
_SUBJECT, _OBJECT = "\ue000", "\ue001"
Named = tuple[str, bool]
"""A relation, and whether the name says it of its object (then subject and object are exchanged)."""


def plain(name: str) -> str:
    """A name for comparing: no case, no punctuation, ``camelCase`` as words."""
    spaced = _CAMEL.sub(" ", unicodedata.normalize("NFKC", name))
    return _NO_WORD.sub(" ", spaced).strip().casefold()


@dataclass(frozen=True)
class RelationNames:
    """The names of all relations that may be stated."""

    labels: Mapping[str, str]
    """Relations by id."""
    lexicon: Lexicon

    @cached_property
    def _known(self) -> Mapping[str, frozenset[Named]]:
        found: defaultdict[str, set[Named]] = defaultdict(set)
        told: defaultdict[str, set[Named]] = defaultdict(set)
        for relation, label in self.labels.items():
            for name in (relation, relation.partition(":")[2], label):
                found[plain(name)].add((relation, False))
            for name, turned in _wordings(self.lexicon.entry(relation, label)):
                told[name].add((relation, turned))
        for name, named in told.items():
            found.setdefault(name, named)  # a label goes before a wording
        found.pop("", None)
        return {name: frozenset(named) for name, named in found.items()}

    def find(self, name: str, preferred: Iterable[str] = ()) -> Named | None:
        """The relation that a name means; of several the only one that is preferred, else none."""
        wanted = plain(name)
        if not wanted:
            return None
        named = self._known.get(wanted)
        if named is None:
            near = process.extract(wanted, list(self._known), scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE, limit=8)
            near = [each for each in near if _denials(each[0]) == _denials(wanted)]
            best = max((score for _, score, _ in near), default=0.0)
            named = frozenset(each for key, score, _ in near if score == best for each in self._known[key])
        some = set(preferred)
        likely = [each for each in sorted(named) if len({r for r, _ in named}) == 1 or each[0] in some]
        # Of a relation that is said both ways in the same words, the straight way is meant.
        return likely[0] if len({r for r, _ in likely}) == 1 else None


def denies(name: str) -> bool:
    """Whether the name of a relation denies or restricts something."""
    return bool(_denials(plain(name)))


def _denials(name: str) -> frozenset[str]:
    return _DENIES.intersection(name.split())


def _wordings(entry: Entry) -> Iterable[tuple[str, bool]]:
    """What is said of the subject before the object's name, and of the object before the subject's."""
    for phrases, turned in ((entry.said_of_subject, False), (entry.said_of_object, True)):
        for phrase in phrases:
            said = phrase.say({"s": _SUBJECT, "o": _OBJECT, "their": "their"})
            end = _SUBJECT if turned else _OBJECT
            if said.endswith(end) and said.count(end) == 1:
                yield plain(said.removesuffix(end)), turned


@dataclass(frozen=True)
class ThingNames:
    """The names of the things that a model was shown."""

    entities: tuple[Entity, ...]

    @cached_property
    def _known(self) -> Mapping[str, frozenset[str]]:
        sure: defaultdict[str, set[str]] = defaultdict(set)
        loose: defaultdict[str, set[str]] = defaultdict(set)
        for entity in self.entities:
            for name in (entity.label, entity.id, entity.id.partition(":")[2]):
                sure[plain(name)].add(entity.id)
            for name in (*entity.aliases, re.sub(r"\s*\([^)]*\)$", "", entity.label)):
                loose[plain(name)].add(entity.id)
        for name, things in loose.items():
            sure.setdefault(name, things)
        sure.pop("", None)
        return {name: frozenset(things) for name, things in sure.items()}

    def find(self, name: str) -> str | None:
        """The thing that a name means, None where it means none of them or several."""
        wanted = plain(name)
        things = self._known.get(wanted)
        if things is None and wanted:
            near = process.extractOne(wanted, list(self._known), scorer=fuzz.ratio, score_cutoff=ALIKE_THING)
            things = self._known[near[0]] if near else None
        return next(iter(things)) if things is not None and len(things) == 1 else None
