"""Styles: in which manner a text is written; all of them state the same statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from contragraph.graph.errors import InputError
from contragraph.ontology.phrase import Phrase, Verb

Style = OneOf["encyclopedic", "short", "news", "book"]


@dataclass(frozen=True, slots=True)
class StyleParameters:
    """What a style does, as shares in [0, 1] of the places where it could."""

    clauses: float = 0.22
    """How often a statement that could be a predicate is said as a clause such as "The capital of France is Paris"."""
    asides: float = 0.6
    """How often what a thing is stands in apposition: "Ann, a lawyer, …"."""
    births: float = 0.8
    """How often "is a lawyer" and "was born in Ulm" become "is a lawyer born in Ulm"."""
    relatives: float = 1.0
    """How often "is a town and lies in Kent" becomes "is a town that lies in Kent"."""
    tails: float = 0.85
    """How often what a sentence ends with is introduced there, if little is said of it."""
    joins: float = 0.6
    """How often two short sentences that belong together become one."""
    single: bool = False
    """Whether each sentence has one predicate alone, which may hold a list."""
    lead: int = 0
    """How many more predicates the first sentence may have."""
    past: bool = False
    """Whether wordings in the past are taken, where there are some."""


STYLES: Mapping[str, StyleParameters] = {
    "encyclopedic": StyleParameters(),
    "short": StyleParameters(clauses=0.0, asides=0.0, births=0.0, relatives=0.0, tails=0.0, joins=0.0, single=True),
    "news": StyleParameters(
        clauses=0.0, asides=1.0, births=1.0, relatives=1.0, tails=1.0, joins=1.0, lead=2, past=True
    ),
    "book": StyleParameters(clauses=0.6, asides=0.3, births=0.4, relatives=0.5, tails=0.4, joins=1.0, past=True),
}


def manner_of(style: str) -> StyleParameters:
    """The manner of a style.

    :raises InputError: if there is no such style
    """
    try:
        return STYLES[style]
    except KeyError:
        raise InputError(f"There is no style {style!r} of texts; take one of {', '.join(STYLES)}.") from None


def in_the_past(options: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Those of the wordings whose verb tells of the past, or all if none does."""
    past = tuple(p for p in options for verb in p.parts if isinstance(verb, Verb) and verb.past == verb.present != "is")
    told = tuple(p for p in past if not _of_now(p))
    return told or tuple(options)


def _of_now(phrase: Phrase) -> bool:
    verb = next(part for part in phrase.parts if isinstance(part, Verb))
    return verb.present.endswith("s") and verb.present not in ("was", verb.base)
