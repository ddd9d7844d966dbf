"""Axioms as the prover and the generator see them: OWL 2 RL axioms over property expressions.

An :class:`Axiom` has an id (a CURIE), a kind named after OWL, and terms. Terms are property expressions
(:class:`Role`) or classes (CURIEs). The Turtle form is read by :mod:`contragraph.ontology.turtle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from contragraph.graph.model import Strength


class Kind(StrEnum):
    """The kinds of axioms; values are the OWL, RDFS or own terms that state them."""

    FUNCTIONAL = "owl:FunctionalProperty"
    INVERSE_FUNCTIONAL = "owl:InverseFunctionalProperty"
    SYMMETRIC = "owl:SymmetricProperty"
    ASYMMETRIC = "owl:AsymmetricProperty"
    IRREFLEXIVE = "owl:IrreflexiveProperty"
    TRANSITIVE = "owl:TransitiveProperty"
    INVERSE_OF = "owl:inverseOf"
    SUB_PROPERTY = "rdfs:subPropertyOf"
    EQUIVALENT = "owl:equivalentProperty"
    CHAIN = "owl:propertyChainAxiom"
    DISJOINT = "owl:propertyDisjointWith"
    DOMAIN = "rdfs:domain"
    RANGE = "rdfs:range"
    SUB_CLASS = "rdfs:subClassOf"
    DISJOINT_CLASSES = "owl:disjointWith"
    EXCLUSIVE_FORM = "cg:exclusiveFormOf"
    BEFORE = "cg:before"
    EVENT = "cg:EventProperty"
    AT_MOST_ONE = "cg:atMostOne"


@dataclass(frozen=True, slots=True, order=True)
class Role:
    """A property expression: a relation or its inverse."""

    relation: str
    inverse: bool = False

    def __invert__(self) -> Role:
        return Role(self.relation, not self.inverse)

    def __str__(self) -> str:
        return f"inverse of {self.relation}" if self.inverse else self.relation


Term = Role | str
"""A property expression, or the CURIE of a class."""


@dataclass(frozen=True, slots=True)
class Axiom:
    """One axiom.

    ``terms`` by kind: one role for the characteristics; two roles for inverseOf, subPropertyOf,
    equivalentProperty, propertyDisjointWith and exclusiveFormOf (the form, then what it is a form of), and before (no
    value of the first is later, or larger, than one that the same thing has of the second);
    the chain's roles and last the role that it implies for propertyChainAxiom; a role and a class for
    domain, range and atMostOne (of the class a thing has one value of the role at most, short for a maximal qualified
    cardinality of 1); two classes for subClassOf and disjointWith. An EventProperty is one whose statements stay true:
    the time of a birth says when it was, not how long.
    ``facts`` and ``violations`` are what the audit measured: base facts (or pairs, for axioms over two
    relations) in reach of the axiom, and those that break it; None where it was not measured.
    """

    id: str
    kind: Kind
    terms: tuple[Term, ...]
    strength: Strength
    source: str = ""
    comment: str = ""
    facts: int | None = None
    violations: int | None = None
    disputed: bool = False
    """Readers do not grant it: texts are kept consistent with it, but no contradiction is made by it."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """Its terms that are property expressions."""
        return tuple(t for t in self.terms if isinstance(t, Role))

    @property
    def relations(self) -> frozenset[str]:
        """The relations that it speaks of."""
        return frozenset(r.relation for r in self.roles)


Point = Literal["subjectStart", "subjectEnd", "objectStart", "objectEnd"]
"""The beginning or the end of the subject or the object of a statement."""
POINTS: tuple[Point, ...] = ("subjectStart", "subjectEnd", "objectStart", "objectEnd")
Moment = Literal["start", "end"]
"""What a date is the date of: the beginning of its subject, or its end."""


@dataclass(frozen=True, slots=True)
class OrderAxiom:
    """Of whatever ``relation`` holds, the ``later`` point comes at least ``least_years`` after the ``earlier`` one.

    Years may be negative: at most so many years before. The kinds (CURIEs of classes, or empty) limit where it is
    searched for; proofs do not ask for them. ``facts`` and ``violations`` are those of :class:`Axiom`: the facts with
    both points dated, and those of them that break it.
    """

    id: str
    relation: Role
    earlier: Point
    later: Point
    least_years: int
    strength: Strength
    source: str = ""
    comment: str = ""
    subject_kind: str = ""
    object_kind: str = ""
    facts: int | None = None
    violations: int | None = None

    @property
    def relations(self) -> frozenset[str]:
        """The relations that it speaks of."""
        return frozenset((self.relation.relation,))


@dataclass(frozen=True, slots=True)
class SpanAxiom:
    """The object of ``relation`` is the number of whole years between two points.

    ``through`` is the role by which the subject has the object whose points are meant; None where both points are the
    subject's.
    """

    id: str
    relation: str
    through: Role | None
    earlier: Point
    later: Point
    strength: Strength
    source: str = ""
    comment: str = ""
    facts: int | None = None
    violations: int | None = None

    @property
    def relations(self) -> frozenset[str]:
        """The relations that it speaks of."""
        return frozenset((self.relation, *((self.through.relation,) if self.through else ())))


AnyAxiom = Axiom | OrderAxiom | SpanAxiom
"""An axiom of any sort; all have id, strength, source, comment, figures and relations."""


def as_rule(comment: str) -> str:
    """The comment of an axiom as a rule: where it speaks of the subject and the object of its relation, X and Y."""
    return comment.replace("{s}", "X").replace("{o}", "Y")


@dataclass(frozen=True, slots=True)
class Ontology:
    """The axioms in force for a KG, with labels of the relations and what may be said.

    ``axioms`` are sorted by id. ``statable`` are the relations that a text may state: those of the KG,
    exclusive forms, and the auxiliary relations with a wording; all others only occur within proofs.
    ``factual`` are those of them that facts alone state: no made-up statement uses them. ``data`` are the relations
    whose objects are literals.
    ``domains`` maps a seed relation to its domain (Table 6 of the MAGIC paper).
    ``orders`` and ``spans``, sorted by id, are the axioms of dates; ``dates`` maps a relation whose objects are dates
    to what they are the date of.
    """

    axioms: tuple[Axiom, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    statable: frozenset[str] = frozenset()
    factual: frozenset[str] = frozenset()
    data: frozenset[str] = frozenset()
    orders: tuple[OrderAxiom, ...] = ()
    spans: tuple[SpanAxiom, ...] = ()
    dates: Mapping[str, Moment] = field(default_factory=dict)

    def __hash__(self) -> int:
        """So that what is compiled from axioms can be kept."""
        return hash((self.axioms, self.orders, self.spans))

    @property
    def every(self) -> tuple[AnyAxiom, ...]:
        """All axioms, those of dates too, sorted by id."""
        return tuple(sorted((*self.axioms, *self.orders, *self.spans), key=lambda a: a.id))

    def axiom(self, axiom_id: str) -> AnyAxiom:
        """The axiom with this id; KeyError if there is none."""
        for axiom in self.every:
            if axiom.id == axiom_id:
                return axiom
        raise KeyError(axiom_id)

    def stored(self) -> dict[str, tuple[str, str]]:
        """By id what a store keeps of each axiom: what it says (its id where it has no words), and its strength."""
        return {axiom.id: (as_rule(axiom.comment) or axiom.id, str(axiom.strength)) for axiom in self.every}

    def restricted(self, axioms: Iterable[Axiom]) -> Ontology:
        """The same ontology with these axioms only; those of dates stay."""
        return replace(self, axioms=tuple(sorted(axioms, key=lambda a: a.id)))

    def only(self, axioms: Iterable[AnyAxiom]) -> Ontology:
        """The same ontology with these axioms only, of whatever sort."""
        kept = list(axioms)
        return self.restricted(a for a in kept if isinstance(a, Axiom)).dated(
            (a for a in kept if isinstance(a, OrderAxiom)), (a for a in kept if isinstance(a, SpanAxiom))
        )

    def dated(
        self, orders: Iterable[OrderAxiom], spans: Iterable[SpanAxiom], dates: Mapping[str, Moment] | None = None
    ) -> Ontology:
        """The same ontology with these axioms of dates only; ``dates`` None leaves what is dated by what."""
        return replace(
            self,
            orders=tuple(sorted(orders, key=lambda a: a.id)),
            spans=tuple(sorted(spans, key=lambda a: a.id)),
            dates=self.dates if dates is None else dict(sorted(dates.items())),
        )
