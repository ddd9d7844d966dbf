"""A knowledge graph as its folder tells it: roles, levels, axioms, words, and what its relations are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from contragraph.graph.errors import OntologyError
from contragraph.kgs.words import words_of
from contragraph.ontology.alignment import Alignment, lens_of, read_alignment
from contragraph.ontology.axioms import Axiom, Kind, Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.nearest import nearest
from contragraph.ontology.sections import read_sections
from contragraph.ontology.translate import Lens, Renaming

_ONTOLOGY, _LEXICON, _ALIGNMENT, _TEXTS = "ontology.ttl", "lexicon.toml", "alignment.ttl", "texts.toml"
_AT_ONE_TIME, _SWITCHES = "at_one_time.ttl", "axioms.toml"


@dataclass(frozen=True, slots=True)
class ErrorSize:
    """How far a made-up date or number may lie from the true one: ``most``, in a ``share`` of cases at most ``small``.

    Errors are in years, or in what the number counts; with ``percent`` they are in hundredths of the true number.
    """

    most: int
    small: int
    share: float
    least: int = 1
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Relations, classes and other terms of a graph by what they are to one part of the work, by table and name."""

    tables: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def table(self, name: str) -> Mapping[str, tuple[str, ...]]:
        """A table by its name, in the file's order; empty where the graph has none."""
        return self.tables.get(name, {})

    def role(self, name: str) -> tuple[str, ...]:
        """The relations of a role, in the file's order; whoever asks knows that the graph has it."""
        return self.tables["roles"][name]

    def classes(self, name: str) -> tuple[str, ...]:
        """The classes that are called so, in the file's order; whoever asks knows that the graph has them."""
        return self.tables["classes"][name]


@dataclass(frozen=True)
class Kg:
    """A knowledge graph.

    ``roles`` maps what a relation does ("located_in") to the relations that do it; ``levels`` the levels of places,
    finest first, to their classes: a thing is of the first level that one of its classes reaches by the role
    ``subclass_of``, but for those of ``levels_except`` (id to reason), which have none. ``moments`` maps a relation of
    what happens once to that of the date which it gives its subject (a birth to the date of birth): the time of such a
    fact is loaded as that date. ``domains`` maps seed relations to their domain, ``errors`` relations of dates to the
    size of made-up errors, ``filters`` the names of filters to their thresholds. ``reference`` is the graph with whose
    relations its own are aligned, and whose words are said of those that are the same; None of that graph itself.
    ``quotas`` are shares that a dataset of it keeps instead of the usual ones, ``off`` the ids of axioms of its
    ontology that somebody has switched off, and ``own`` says that its folder is a user's. ``grammar`` has the roles,
    classes and things that wording alone asks for, ``loading`` what only the readers of its files do.
    """

    folder: Path
    name: str
    label: str = ""
    licence: str = ""
    attribution: str = ""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    levels_except: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moments: Mapping[str, str] = field(default_factory=dict)
    object_moments: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, ErrorSize] = field(default_factory=dict)
    filters: Mapping[str, Any] = field(default_factory=dict)
    reference: Kg | None = None
    quotas: Mapping[str, float] = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    own: bool = False
    grammar: Terms = field(default_factory=Terms)
    loading: Terms = field(default_factory=Terms)

    def role(self, name: str) -> tuple[str, ...]:
        """The relations of a role, in the file's order; empty where the graph has none."""
        return self.roles.get(name, ())

    def classes(self, name: str) -> tuple[str, ...]:
        """The classes that are called so in the file, in its order; empty where the graph has none."""
        return self.kinds.get(name, ())

    @property
    def seeds(self) -> tuple[str, ...]:
        """The seed relations, in the file's order: those of the paper first."""
        return tuple(self.domains)

    @cached_property
    def ontology(self) -> Ontology:
        """The axioms of the graph; empty where its folder has none.

        Those that say of which level a class is follow from ``levels``, as far as an axiom speaks of the level.

        Raises:
            OntologyError: the file says something that is no axiom of ours.
        """
        path = self.folder / _ONTOLOGY
        if not path.exists():
            return Ontology(())
        from contragraph.ontology.turtle import read_ontology  # rdflib takes long to import

        told = read_ontology(path)
        if self.off:
            known = {axiom.id for axiom in told.every}
            if strange := sorted(self.off - known):
                raise OntologyError(
                    f"{self.folder / _SWITCHES}: {path.name} has no axiom {strange[0]};{nearest(strange[0], known)}"
                    " name one that it has, or take the line out."
                )
            # What may have several dates of its beginning has none by which anything could be proven.
            several = {a.roles[0].relation for a in told.axioms if a.id in self.off and a.kind is Kind.FUNCTIONAL}
            told = told.only(axiom for axiom in told.every if axiom.id not in self.off)
            told = replace(told, dates={r: moment for r, moment in told.dates.items() if r not in several})
        used = {a.terms[1] for a in told.axioms if a.kind is Kind.AT_MOST_ONE}
        levels = [
            _of_level(c, level) for level, some in self.levels.items() if level in used for c in some if c != level
        ]
        axioms = tuple(sorted((*told.axioms, *levels), key=lambda a: a.id))
        return replace(told, axioms=axioms, domains={**told.domains, **self.domains})

    @cached_property
    def at_one_time(self) -> Ontology:
        """Axioms beside those of the graph that hold between dated statements alone: what has one value at a time.

        Raises:
            OntologyError: the file says something that is no axiom of ours.
        """
        path = self.folder / _AT_ONE_TIME
        if not path.exists():
            return Ontology(())
        from contragraph.ontology.turtle import read_ontology

        return read_ontology(path)

    @cached_property
    def lexicon(self) -> Lexicon:
        """How the graph's relations are said and in which order, and those of the graph that it is aligned with.

        Raises:
            OntologyError: an entry is not well formed.
        """
        base = self.reference.lexicon if self.reference else Lexicon()
        own = {a.roles[0].relation for a in self.ontology.axioms if a.kind is Kind.EVENT}
        same = {self.alignment.exact[r].relation for r in own if r in self.alignment.exact}
        entries = words_of(self.folder / _LEXICON, base.entries, self.alignment.exact)
        seen = Renaming(self.alignment.exact)
        through = {span.relation: seen.role(span.through) for span in self.ontology.spans if span.through}
        path = self.folder / _TEXTS
        sections = read_sections(path) if path.exists() else base.sections
        return Lexicon(entries, base.events | own | same, through, self.alignment, sections)

    @cached_property
    def alignment(self) -> Alignment:
        """Which of the graph's relations and classes are which of those of its reference.

        Raises:
            OntologyError: the file says something that is no match of ours.
        """
        path = self.folder / _ALIGNMENT
        return read_alignment(path) if path.exists() else Alignment()

    def lens(self, relations: Iterable[str]) -> Lens:
        """How a graph with these relations is seen in the vocabulary of the reference."""
        return lens_of(self.alignment, relations)


def _of_level(kind: str, level: str) -> Axiom:
    """That members of a class are of a level."""
    said = f"What is of this class is a {level.rpartition(':')[2].lower()}, and two of these lie apart."
    name = f"cg:ax_level_{kind.rpartition(':')[2]}"
    return Axiom(name, Kind.SUB_CLASS, (kind, level), "strict", source="levels of places", comment=said)
