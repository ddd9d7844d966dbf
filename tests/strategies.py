"""Hypothesis strategies: small random ontologies with every kind of axiom, and small random graphs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from contragraph.graph.model import Literal, Statement, Strength
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term

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
TIMES = (
    *((None, None), (None, None), (None, None), (None, None), (None, None), (None, None)),
    *(("1990", "1992"), ("1992", "1994"), ("1992", None), (None, "1992"), ("1993", "1993"), ("1993-02", "1993-02")),
    *(("1990-05-31", "1990-12-31"), ("1990-06", "1991-01-01"), ("1990", "1991"), ("1990-12-31", "1990-12-31")),
)
"""Times of validity, most often none."""
TYPED, SUBCLASS = "wdt:P31", "wdt:P279"
RELATIONS = ("wdt:P1", "wdt:P2", "wdt:P3", "wdt:P4")
FORMS = ("cg:only_P1", "cg:sole_P2", "cg:only_hidden")

_ONE_ROLE = (
    Kind.FUNCTIONAL,
    Kind.INVERSE_FUNCTIONAL,
    Kind.SYMMETRIC,
    Kind.ASYMMETRIC,
    Kind.IRREFLEXIVE,
    Kind.TRANSITIVE,
    Kind.EVENT,
)
_TWO_ROLES = (Kind.INVERSE_OF, Kind.SUB_PROPERTY, Kind.EQUIVALENT, Kind.DISJOINT, Kind.BEFORE)

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
    kinds = (*_ONE_ROLE, *_TWO_ROLES, Kind.CHAIN, Kind.CHAIN, Kind.DOMAIN, Kind.RANGE, Kind.AT_MOST_ONE)
    kind = draw(st.sampled_from((*kinds, Kind.SUB_CLASS, Kind.DISJOINT_CLASSES, Kind.EXCLUSIVE_FORM, Kind.DISJOINT)))
    role, a_class = roles(relations), st.sampled_from(CLASSES)
    terms: tuple[Term, ...]
    if kind in _ONE_ROLE:
        terms = (draw(role),)
    elif kind in _TWO_ROLES or kind is Kind.EXCLUSIVE_FORM:
        terms = (draw(role), draw(role))
    elif kind is Kind.CHAIN:
        terms = tuple(draw(st.lists(role, min_size=3, max_size=4)))
    elif kind in (Kind.DOMAIN, Kind.RANGE, Kind.AT_MOST_ONE):
        terms = (draw(role), draw(a_class))
    else:
        terms = tuple(draw(st.permutations(CLASSES))[:2])
    strength: Strength = "strict" if draw(st.booleans()) else "typical"
    return Axiom(f"ax:{number}", kind, terms, strength)


@st.composite
def derivations(draw: st.DrawFn, relations: tuple[str, ...]) -> list[Axiom]:
    """A relation that only proofs know, from chains, and what contradicts it: conflicts of several hops."""
    hidden, role = Role("cg:hidden"), roles(relations)
    steps = draw(st.lists(role, min_size=2, max_size=3))
    found = [Axiom("ax:h1", Kind.CHAIN, (*steps, hidden), "strict")]
    clash = draw(st.sampled_from((Kind.DISJOINT, Kind.FUNCTIONAL, Kind.ASYMMETRIC, Kind.EXCLUSIVE_FORM, Kind.DOMAIN)))
    if clash is Kind.DOMAIN:
        found.append(Axiom("ax:h2", Kind.DOMAIN, (hidden, CLASSES[0]), "strict"))
        found.append(Axiom("ax:h3", Kind.RANGE, (draw(role), CLASSES[1]), "strict"))
        found.append(Axiom("ax:h4", Kind.DISJOINT_CLASSES, CLASSES[:2], "typical"))
    elif clash is Kind.DISJOINT:
        found.append(Axiom("ax:h2", clash, (hidden, draw(role)), "strict"))
    elif clash is Kind.EXCLUSIVE_FORM:
        found.append(Axiom("ax:h2", clash, (Role("cg:only_hidden"), hidden), "strict"))
    else:
        found.append(Axiom("ax:h2", clash, (hidden,), "strict"))
    if draw(st.booleans()):
        found.append(Axiom("ax:h5", Kind.TRANSITIVE, (draw(st.sampled_from((hidden, steps[0]))),), "strict"))
    return found


@st.composite
def ontologies(draw: st.DrawFn, *, most: int = 7) -> Ontology:
    """A few axioms over a few relations, so that they meet."""
    relations = RELATIONS[: draw(st.integers(2, len(RELATIONS)))]
    if draw(st.booleans()):
        relations = (*relations, TYPED, SUBCLASS)
    count = draw(st.integers(1, most))
    found = [draw(axioms(number, relations)) for number in range(count)]
    if draw(st.integers(0, 2)):
        relations = relations[:3]
        found = [*found[: draw(st.integers(0, 3))], *draw(derivations(relations))]
    if any(isinstance(t, str) for a in found for t in a.terms) or draw(st.booleans()):
        found.extend(TYPING)
    if draw(st.integers(0, 3)) == 0:
        found.extend(EXCLUSIVE)
    statable = frozenset((*relations, *FORMS, TYPED, SUBCLASS))
    return Ontology(tuple(sorted(found, key=lambda a: a.id)), statable=statable)


def ordered(ontology: Ontology) -> set[str]:
    """The relations of which one comes before another, so that literals matter."""
    return {r for a in ontology.axioms if a.kind is Kind.BEFORE for r in a.relations}


@st.composite
def statements(
    draw: st.DrawFn, ontology: Ontology, *, literals: bool = True, negated: bool = True, timed: bool = False
) -> Statement:
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
    elif literals and draw(st.integers(0, 5)) < (4 if relation in ordered(ontology) else 1):
        thing = draw(st.sampled_from(LITERALS))
    else:
        # A statement about a thing and itself is rare, or the single ones hide all larger conflicts.
        others = tuple(e for e in ENTITIES if e != subject)
        thing = draw(st.sampled_from(others if draw(st.integers(0, 9)) else ENTITIES))
    times = draw(st.sampled_from(TIMES)) if timed else (None, None)
    return Statement(subject, relation, thing, negated and draw(st.integers(0, 7)) == 0, *times)


def said(role: Role, first: str, second: str) -> Statement:
    """The statement that ``role(first, second)``."""
    return Statement(second, role.relation, first) if role.inverse else Statement(first, role.relation, second)


@st.composite
def walks(draw: st.DrawFn, ontology: Ontology) -> list[Statement]:
    """Statements that make the hidden relation hold and, often, clash; none if the ontology has none."""
    by_id = {a.id: a for a in ontology.axioms}
    if "ax:h1" not in by_id:
        return []
    places = draw(st.permutations(ENTITIES))
    steps = by_id["ax:h1"].roles[:-1]
    found = [said(r, places[i], places[i + 1]) for i, r in enumerate(steps)]
    clash, end = by_id["ax:h2"], places[len(steps)]
    if clash.kind is Kind.DISJOINT:
        found.append(said(clash.roles[1], places[0], end))
    elif clash.kind is Kind.EXCLUSIVE_FORM:
        found.append(said(clash.roles[0], places[0], places[1]))
    elif clash.kind is Kind.DOMAIN:
        found.append(said(by_id["ax:h3"].roles[0], places[1], places[0]))
    else:
        start, goal = (places[0], places[1]) if clash.kind is Kind.FUNCTIONAL else (end, places[0])
        between = draw(st.permutations(ENTITIES))[: len(steps) - 1]
        stops = [start, *between, goal]
        found += [said(r, stops[i], stops[i + 1]) for i, r in enumerate(steps)]
    return found


@st.composite
def graphs(
    draw: st.DrawFn,
    ontology: Ontology,
    *,
    most: int = 8,
    literals: bool = True,
    negated: bool = True,
    timed: bool = False,
) -> tuple[Statement, ...]:
    """At most ``most`` different statements, sorted."""
    planted = draw(walks(ontology)) if draw(st.integers(0, 3)) else []
    one = statements(ontology, literals=literals, negated=negated, timed=timed)
    drawn = draw(st.lists(one, min_size=2, max_size=most))
    return tuple(sorted(dict.fromkeys([*planted, *drawn][:most]), key=lambda s: s.sort_key))


@st.composite
def problems(draw: st.DrawFn, *, most: int = 8, timed: bool = False) -> tuple[Ontology, tuple[Statement, ...]]:
    """An ontology and a graph over it."""
    ontology = draw(ontologies())
    return ontology, draw(graphs(ontology, most=most, timed=timed))
