"""Axioms of dates survive being written and read, and what says no such axiom is refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Strength
from contragraph.ontology.axioms import POINTS, Axiom, Kind, Ontology, OrderAxiom, Role, SpanAxiom
from contragraph.ontology.namespaces import PREFIXES
from contragraph.ontology.translate import Renaming, renamed
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.ontology.union import union
from tests import strategies

HEADER = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in PREFIXES.items())
DECLARED = HEADER + (
    "wdt:P22 a owl:ObjectProperty .\n"
    "wdt:P569 a owl:DatatypeProperty ; cg:dates cg:start .\n"
    "wdt:P570 a owl:DatatypeProperty ; cg:dates cg:end .\n"
    "cg:ageOfFather a owl:DatatypeProperty .\n"
)
ORDER = (
    "cg:ax_order_P22 a cg:OrderAxiom ; cg:relation wdt:P22 ; cg:earlier cg:objectStart ; cg:later cg:subjectStart ;"
    ' cg:leastYears 13 ; cg:subjectKind wd:Q5 ; cg:strength "strict" .\n'
)
SPAN = (
    "cg:ax_span_father a cg:SpanAxiom ; cg:relation cg:ageOfFather ; cg:through wdt:P22 ; cg:earlier cg:objectStart ;"
    ' cg:later cg:subjectStart ; cg:strength "strict" .\n'
)

words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
figures = st.tuples(st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 9))
strengths: st.SearchStrategy[Strength] = st.sampled_from(("strict", "typical"))
pairs = st.permutations(POINTS).map(lambda points: points[:2])
kinds = st.sampled_from(("", "wd:Q5", "wd:Q43229"))


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    orders: dict[object, OrderAxiom] = {}
    for number in range(draw(st.integers(0, 4))):
        role, (earlier, later) = draw(strategies.roles(strategies.RELATIONS)), draw(pairs)
        years, one, other = draw(st.integers(-3000, 3000)), draw(kinds), draw(kinds)
        strength, source, comment, seen = draw(strengths), draw(words), draw(words), draw(figures)
        orders[role, earlier, later, years, one, other] = OrderAxiom(
            f"cg:ax_order_{number}", role, earlier, later, years, strength, source, comment, one, other, *seen
        )
    spans: dict[object, SpanAxiom] = {}
    for number in range(draw(st.integers(0, 4))):
        earlier, later = draw(pairs)
        apart = all(point.startswith("subject") for point in (earlier, later))
        through = None if apart else draw(strategies.roles(strategies.RELATIONS))
        name = draw(st.sampled_from(("cg:age", "cg:years")))
        spans[name, through, earlier, later] = SpanAxiom(
            f"cg:ax_span_{number}", name, through, earlier, later, draw(strengths), draw(words), draw(words)
        )
    most = (Axiom("cg:ax_most", Kind.AT_MOST_ONE, (draw(strategies.roles(("wdt:P1",))), "wd:C1"), "typical"),)
    return Ontology(
        most if draw(st.booleans()) else (),
        statable=frozenset(strategies.RELATIONS),
        data=frozenset(("cg:age", "cg:years", "wdt:P569")),
        orders=tuple(sorted(orders.values(), key=lambda a: a.id)),
        spans=tuple(sorted(spans.values(), key=lambda a: a.id)),
        dates=draw(st.sampled_from(({}, {"wdt:P569": "start"}, {"wdt:P569": "end"}))),
    )


@strategies.deterministic(80)
@given(ontologies())
def test_what_is_written_reads_back_as_the_same(ontology: Ontology) -> None:
    text = format_ontology(ontology)
    read = parse_ontology(text)
    assert read == ontology
    assert format_ontology(read) == text


def test_the_syntax_is_that_of_the_contract() -> None:
    read = parse_ontology(DECLARED + ORDER.replace("13", "-5") + SPAN.replace("wdt:P22", "[ owl:inverseOf wdt:P22 ]"))
    assert read.dates == {"wdt:P569": "start", "wdt:P570": "end"}
    (order,) = read.orders
    assert (order.relation, order.earlier, order.later) == (Role("wdt:P22"), "objectStart", "subjectStart")
    assert (order.least_years, order.subject_kind, order.object_kind) == (-5, "wd:Q5", "")
    (span,) = read.spans
    assert (span.relation, span.through) == ("cg:ageOfFather", Role("wdt:P22", inverse=True))
    assert [axiom.id for axiom in read.every] == ["cg:ax_order_P22", "cg:ax_span_father"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (ORDER.replace("cg:leastYears 13 ;", ""), "lacks cg:leastYears"),
        (ORDER.replace("13", "1.5"), "must be a whole number"),
        (ORDER.replace("13", '"13"'), "must be a whole number"),
        (ORDER.replace("cg:relation wdt:P22 ;", ""), "lacks cg:relation"),
        (ORDER.replace("cg:relation wdt:P22", "cg:relation wdt:P99"), "wdt:P99 is used by cg:ax_order_P22"),
        (ORDER.replace("cg:earlier cg:objectStart", "cg:earlier cg:start"), "cg:earlier must be one of"),
        (ORDER.replace("cg:earlier cg:objectStart", "cg:earlier cg:subjectStart"), "are the same point"),
        (ORDER.replace("cg:earlier cg:objectStart", "cg:earlier cg:objectStart, cg:objectEnd"), "has 2 values"),
        (ORDER.replace("strict", "always"), "needs cg:strength"),
        (ORDER.replace('cg:strength "strict"', 'cg:colour "red"; cg:strength "strict"'), "not one of ours"),
        (ORDER.replace("cg:leastYears", "cg:through wdt:P22 ; cg:leastYears"), "cg:through, which is not one of ours"),
        (ORDER.replace("a cg:OrderAxiom", "a cg:OrderAxiom, cg:SpanAxiom"), "may name one axiom only"),
        (ORDER.replace("cg:ax_order_P22 a", "[] a"), "has no id"),
        (ORDER.replace("wd:Q5", '"a person"'), "expected the id"),
        (ORDER + ORDER.replace("ax_order_P22", "ax_order_2"), "says the same as"),
        (SPAN + SPAN.replace("ax_span_father", "ax_span_2"), "says the same as"),
        (SPAN.replace("cg:through wdt:P22 ;", ""), "no cg:through"),
        (SPAN.replace("cg:objectStart", "cg:subjectEnd"), "cg:through for no point"),
        (SPAN.replace("cg:relation cg:ageOfFather", "cg:relation wdt:P22"), "declare it as owl:DatatypeProperty"),
        ("wdt:P22 cg:dates cg:start .", "declare it as owl:DatatypeProperty"),
        ("wdt:P569 cg:dates cg:end .", "has 2 values for cg:dates"),
        ("cg:ageOfFather cg:dates wdt:P569 .", "must be cg:start or cg:end"),
    ],
)
def test_what_is_no_axiom_of_dates_is_refused_in_one_sentence(text: str, what: str) -> None:
    with pytest.raises(OntologyError) as caught:
        parse_ontology(DECLARED + text, "bad.ttl")
    message = str(caught.value)
    assert what in message
    assert message.startswith("bad.ttl: ")
    assert "\n" not in message


def test_axioms_of_dates_are_said_in_another_vocabulary() -> None:
    own = parse_ontology(DECLARED + ORDER + SPAN)
    names = Renaming(
        {"wdt:P22": Role("dbo:child", inverse=True), "wdt:P569": Role("dbo:birthDate")}, {"wd:Q5": "dbo:P"}
    )
    seen = renamed(own, names)
    assert seen.orders[0].relation == Role("dbo:child", inverse=True)
    assert seen.orders[0].subject_kind == "dbo:P"
    assert seen.spans[0].through == Role("dbo:child", inverse=True)
    assert seen.dates == {"dbo:birthDate": "start", "wdt:P570": "end"}


def test_a_union_has_the_axioms_of_all_and_refuses_two_meanings() -> None:
    one, other = parse_ontology(DECLARED + ORDER), parse_ontology(DECLARED + SPAN)
    both = union([one, other])
    assert (both.orders, both.spans, both.dates) == (one.orders, other.spans, one.dates)
    weaker = parse_ontology(DECLARED + ORDER.replace('"strict"', '"typical"'))
    assert {a.strength for a in one.orders} == {"strict"}
    assert union([one, weaker]).orders == union([weaker, one]).orders == weaker.orders
    with pytest.raises(OntologyError, match="mean different things by cg:ax_order_P22"):
        union([one, parse_ontology(DECLARED + ORDER.replace("13", "14"))])
