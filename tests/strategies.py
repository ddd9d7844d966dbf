"""Hypothesis strategies: small random ontologies with every kind of axiom, and small random graphs."""

from __future__ import annotations

from contragraph.graph.model import Literal, Statement, Strength
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ENTITIES = ("wd:Q1", "wd:Q2", "wd:Q3", "wd:Q4")
CLASSES = ("wd:C1", "wd:C2", "wd:C3")
LITERALS = (
    Literal("5", "xsd:integer"),
    Literal("5.0", "xsd:decimal"),
    Literal("7", "xsd:integer"),
    Literal("1930", "xsd:gYear"),
    Literal("1930-05-01", "xsd:date"),
    Literal("1931", "xsd:gYear"),
)
TYPED, SUBCLASS = "wdt:P31", "wdt:P279"
RELATIONS = ("wdt:P1", "wdt:P2", "wdt:P3", "wdt:P4")
FORMS = ("cg:only_P1", "cg:sole_P2")

_ONE_ROLE = (
    Kind.FUNCTIONAL,
    Kind.INVERSE_FUNCTIONAL,
    Kind.SYMMETRIC,
    Kind.ASYMMETRIC,
    Kind.IRREFLEXIVE,
    Kind.TRANSITIVE,
)
_TWO_ROLES = (Kind.INVERSE_OF, Kind.SUB_PROPERTY, Kind.EQUIVALENT, Kind.DISJOINT)

TYPING = (
    Axiom("ax:P279", Kind.SUB_PROPERTY, (Role(SUBCLASS), Role("rdfs:subClassOf")), "strict"),
    Axiom("ax:P31", Kind.SUB_PROPERTY, (Role(TYPED), Role("rdf:type")), "strict"),
)
"""What makes instance-of and subclass-of count as types and classes."""
EXCLUSIVE = (
    Axiom("ax:only", Kind.EXCLUSIVE_FORM, (Role("cg:only_P1"), Role("wdt:P1")), "strict"),
    Axiom("ax:sole", Kind.EXCLUSIVE_FORM, (Role("cg:sole_P2"), Role("wdt:P2", inverse=True)), "strict"),
)


def deterministic(examples: int) -> settings:
    """The same examples in every run, without a time limit for one (machines differ)."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def roles(relations: tuple[str, ...]) -> st.SearchStrategy[Role]:
    """Property expressions, one in four an inverse."""
    return st.builds(Role, st.sampled_from(relations), st.sampled_from((False, False, False, True)))


@st.composite
def axioms(draw: st.DrawFn, number: int, relations: tuple[str, ...]) -> Axiom:
    """Any axiom of our kinds."""
    kinds = (*_ONE_ROLE, *_TWO_ROLES, Kind.CHAIN, Kind.CHAIN, Kind.DOMAIN, Kind.RANGE)
    kind = draw(st.sampled_from((*kinds, Kind.SUB_CLASS, Kind.DISJOINT_CLASSES, Kind.EXCLUSIVE_FORM, Kind.DISJOINT)))
    role, a_class = roles(relations), st.sampled_from(CLASSES)
    terms: tuple[Term, ...]
    if kind in _ONE_ROLE:
        terms = (draw(role),)
    elif kind in _TWO_ROLES or kind is Kind.EXCLUSIVE_FORM:
        terms = (draw(role), draw(role))
    elif kind is Kind.CHAIN:
        terms = tuple(draw(st.lists(role, min_size=3, max_size=4)))
    elif kind in (Kind.DOMAIN, Kind.RANGE):
        terms = (draw(role), draw(a_class))
    else:
        terms = tuple(draw(st.permutations(CLASSES))[:2])
    strength: Strength = "strict" if draw(st.booleans()) else "typical"
    return Axiom(f"ax:{number}", kind, terms, strength)


@st.composite
def ontologies(draw: st.DrawFn, *, most: int = 7) -> Ontology:
    """A few axioms over a few relations, so that they meet."""
    relations = RELATIONS[: draw(st.integers(2, len(RELATIONS)))]
    if draw(st.booleans()):
        relations = (*relations, TYPED, SUBCLASS)
    count = draw(st.integers(1, most))
    found = [draw(axioms(number, relations)) for number in range(count)]
    if any(isinstance(t, str) for a in found for t in a.terms) or draw(st.booleans()):
        found.extend(TYPING)
    if draw(st.booleans()):
        found.extend(EXCLUSIVE)
    statable = frozenset((*relations, *FORMS, TYPED, SUBCLASS))
    return Ontology(tuple(sorted(found, key=lambda a: a.id)), statable=statable)


@st.composite
def statements(draw: st.DrawFn, ontology: Ontology, *, literals: bool = True, negated: bool = True) -> Statement:
    """A statement over the relations of an ontology."""
    used = sorted({r for a in ontology.axioms for r in a.relations} & ontology.statable) or list(RELATIONS)
    relation = draw(st.sampled_from(used))
    if relation == SUBCLASS:
        first, second = draw(st.sampled_from(CLASSES)), draw(st.sampled_from(CLASSES))
        return Statement(first, relation, second)
    subject = draw(st.sampled_from((*ENTITIES, *ENTITIES, CLASSES[0])))
    thing: str | Literal
    if relation == TYPED:
        thing = draw(st.sampled_from(CLASSES))
    elif literals and draw(st.integers(0, 5)) == 0:
        thing = draw(st.sampled_from(LITERALS))
    else:
        thing = draw(st.sampled_from(ENTITIES))
    return Statement(subject, relation, thing, negated and draw(st.integers(0, 7)) == 0)


@st.composite
def graphs(
    draw: st.DrawFn, ontology: Ontology, *, most: int = 8, literals: bool = True, negated: bool = True
) -> tuple[Statement, ...]:
    """At most ``most`` different statements, sorted."""
    drawn = draw(
        st.lists(statements(ontology, literals=literals, negated=negated), min_size=2, max_size=most, unique=True)
    )
    return tuple(sorted(drawn, key=lambda s: s.sort_key))


@st.composite
def problems(draw: st.DrawFn, *, most: int = 8) -> tuple[Ontology, tuple[Statement, ...]]:
    """An ontology and a graph over it."""
    ontology = draw(ontologies())
    return ontology, draw(graphs(ontology, most=most))
