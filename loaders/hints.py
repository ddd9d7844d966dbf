"""What the English words of labels mean: verbs and their forms, prepositions, what relations and classes are called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWELS = "aeiou"


def words_of(label: str) -> list[str]:
    """The words of a label in small letters, but for abbreviations: "WORKS_AT", "worksAt" and "Works at" are alike."""
    if label.isupper() and len(label) > 4:
        label = label.lower()
    spaced = _CAMEL.sub(" ", re.sub(r"[\[\]{}|_/\\.:;,\"()]+|(?<!\w)-|-(?!\w)", " ", label))
    return [w if w.isupper() and len(w) > 1 else w.lower() for w in spaced.split()]


@dataclass(frozen=True, slots=True)
class VerbForms:
    """A verb: "works", "worked", "worked", "work"."""

    present: str
    past: str
    participle: str
    base: str


def _forms(base: str, irregular: Mapping[str, str], doubled: frozenset[str]) -> VerbForms:
    consonant_y = base.endswith("y") and base[-2] not in _VOWELS
    present = (
        f"{base[:-1]}ies"
        if consonant_y
        else f"{base}es"
        if base.endswith(("s", "sh", "ch", "x", "z", "o"))
        else f"{base}s"
    )
    if base in irregular:
        past, participle = irregular[base].split()
        return VerbForms(present, past, participle, base)
    stem = f"{base[:-1]}i" if consonant_y else base + base[-1] if base in doubled else base.removesuffix("e")
    return VerbForms(present, f"{stem}ed", f"{stem}ed", base)


@dataclass(frozen=True)
class Hints:
    """The tables of ``words.toml``."""

    by_present: Mapping[str, VerbForms]
    by_base: Mapping[str, VerbForms]
    by_past: Mapping[str, VerbForms]
    by_participle: Mapping[str, VerbForms]
    states: frozenset[str]
    links: frozenset[str]
    happening: frozenset[str]
    active: frozenset[str]
    events: Mapping[str, str]
    moments: Mapping[str, frozenset[str]]
    meaning: Mapping[str, frozenset[str]]
    classes: Mapping[str, frozenset[str]]
    roles: Mapping[str, frozenset[str]]

    def dates(self, label: str) -> bool:
        """Whether a label tells what happened, so that what it has is a date: "painted", "founding year"."""
        moments = frozenset[str]().union(*self.moments.values(), self.events, ("year", "date", "since", "until"))
        return any(w in self.by_participle or w in self.by_past or w in moments for w in words_of(label))

    def means(self, label: str, what: str) -> bool:
        """Whether a word of a label says so by its meaning (a key of ``[meaning]``)."""
        return not self.meaning[what].isdisjoint(words_of(label))


@cache
def hints() -> Hints:
    """What is known of English words."""
    told = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))

    def sets(table: str) -> dict[str, frozenset[str]]:
        return {key: frozenset(words.split()) for key, words in told[table].items()}

    doubled = frozenset(told["doubled"]["verbs"].split())
    verbs = [_forms(base, told["irregular"], doubled) for base in sorted({*told["verbs"].split(), *told["irregular"]})]
    return Hints(
        {verb.present: verb for verb in verbs},
        {verb.base: verb for verb in verbs},
        {verb.past: verb for verb in verbs},
        {verb.participle: verb for verb in verbs},
        frozenset(told["states"]["words"].split()),
        frozenset(told["links"]["words"].split()),
        frozenset(told["happening"]["words"].split()),
        frozenset(told["active"]["words"].split()),
        told["events"],
        sets("moments"),
        sets("meaning"),
        sets("classes"),
        sets("roles"),
    )
