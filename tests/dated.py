"""Hypothesis strategies: people with dates, ages and parents, and axioms about them."""

from __future__ import annotations

from hypothesis import strategies as st

from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import POINTS, Axiom, Kind, Ontology, OrderAxiom, Point, Role, SpanAxiom

BORN, DIED, AGE, AGE_OF_FATHER = "wdt:P569", "wdt:P570", "cg:ageAtDeath", "cg:ageOfFather"
FATHER, CHILD, BEFORE, BAPTISED = "wdt:P22", "wdt:P40", "wdt:P155", "wdt:P1636"
PEOPLE = ("wd:Q1", "wd:Q2", "wd:Q3")

AXIOMS = (
    Axiom("cg:ax_1", Kind.INVERSE_OF, (Role(FATHER), Role(CHILD)), "strict"),
    Axiom("cg:ax_2", Kind.SUB_PROPERTY, (Role(BAPTISED), Role(BORN)), "typical"),
    Axiom("cg:ax_3", Kind.FUNCTIONAL, (Role(FATHER),), "strict"),
    Axiom("cg:ax_4", Kind.TRANSITIVE, (Role(BEFORE),), "strict"),
)
PARENT = OrderAxiom("cg:ax_order_P22", Role(FATHER), "objectStart", "subjectStart", 13, "strict")
POSTHUMOUS = OrderAxiom("cg:ax_order_P22_late", Role(FATHER), "subjectStart", "objectEnd", -1, "typical")
FOLLOWS = OrderAxiom("cg:ax_order_P155", Role(BEFORE), "objectStart", "subjectStart", 0, "typical")
OF_DEATH = SpanAxiom("cg:ax_span_death", AGE, None, "subjectStart", "subjectEnd", "strict")
OF_FATHER = SpanAxiom("cg:ax_span_father", AGE_OF_FATHER, Role(FATHER), "objectStart", "subjectStart", "strict")


def ontology() -> Ontology:
    """The axioms of parents, ages and works that follow each other."""
    return Ontology(
        AXIOMS,
        statable=frozenset((BORN, DIED, AGE, AGE_OF_FATHER, FATHER, CHILD, BEFORE, BAPTISED)),
        data=frozenset((BORN, DIED, AGE, AGE_OF_FATHER, BAPTISED)),
        orders=(FOLLOWS, PARENT, POSTHUMOUS),
        spans=(OF_DEATH, OF_FATHER),
        dates={BORN: "start", DIED: "end"},
    )


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    """Some of the axioms, and a few random orders."""
    base = ontology()
    some = tuple(axiom for axiom in base.axioms if draw(st.integers(0, 3)))
    orders = [order for order in base.orders if draw(st.booleans())]
    spans = tuple(span for span in base.spans if draw(st.integers(0, 3)))
    for number in range(draw(st.integers(0, 2))):
        points: list[Point] = draw(st.permutations(POINTS))
        role = Role(draw(st.sampled_from((FATHER, CHILD, BEFORE))), draw(st.booleans()))
        years = draw(st.sampled_from((-40, -1, 0, 1, 20)))
        orders.append(OrderAxiom(f"cg:ax_order_{number}", role, points[0], points[1], years, "strict"))
    return base.restricted(some).dated(orders, spans)


def date_of(year: int, form: str) -> Literal:
    """A date of some precision."""
    told = form.format(year)
    return Literal(told, {4: "xsd:gYear", 7: "xsd:gYearMonth"}.get(len(told), "xsd:date"))


dates = st.builds(
    date_of,
    st.sampled_from((1850, 1870, 1871, 1889, 1890, 1922, 1923, 1940, 1958)),
    st.sampled_from(("{}", "{}-02", "{}-02-15", "{}-12-31", "{}-03-01", "{}-01-01")),
)
ages = st.sampled_from((0, 1, 12, 19, 20, 33, 66)).map(lambda n: Literal(str(n), "xsd:integer"))


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    """A date, an age, or that one thing has to do with another."""
    subject = draw(st.sampled_from(PEOPLE))
    relation = draw(
        st.sampled_from((BORN, BORN, DIED, DIED, BAPTISED, AGE, AGE_OF_FATHER, FATHER, FATHER, CHILD, BEFORE))
    )
    if relation in (BORN, DIED, BAPTISED):
        return Statement(subject, relation, draw(dates))
    if relation in (AGE, AGE_OF_FATHER):
        return Statement(subject, relation, draw(ages))
    return Statement(subject, relation, draw(st.sampled_from(PEOPLE)), draw(st.integers(0, 11)) == 0)


def graphs(least: int = 2, most: int = 8) -> st.SearchStrategy[tuple[Statement, ...]]:
    """Different statements, sorted."""
    drawn = st.lists(statements(), min_size=least, max_size=most, unique=True)
    return drawn.map(lambda some: tuple(sorted(some, key=lambda s: s.sort_key)))
