"""Proofs that count days: held against the calendar, against brute force over all subsets, and step by step."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.model import Bound, Literal, MinimalSet, Statement, Step
from contragraph.ontology.axioms import Ontology, OrderAxiom, Role
from contragraph.reasoning.prover.background import needed_background
from contragraph.reasoning.prover.certificate import certify, consistent, verify
from contragraph.reasoning.prover.cycles import minimal_cycles, shortest_cycle
from contragraph.reasoning.prover.judge import Outcome, conflicts, independent, judge
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.bounds import BoundEdge
from contragraph.reasoning.rules.ruleset import rules_of
from contragraph.reasoning.values.days import day_number, interval, least_days, most_days, years_of
from contragraph.reasoning.values.terms import normal
from tests import dated
from tests.dated import AGE, AGE_OF_FATHER, BORN, CHILD, DIED, FATHER, OF_FATHER, PARENT
from tests.oracle_dates import extremes, impossible, minimal_impossible, solvable
from tests.strategies import deterministic

RULES = rules_of(dated.ontology())


def day(text: str) -> Literal:
    return Literal(text, {4: "xsd:gYear", 7: "xsd:gYearMonth"}.get(len(text.lstrip("-")), "xsd:date"))


def years(number: int) -> Literal:
    return Literal(str(number), "xsd:integer")


# -- days ------------------------------------------------------------------------------------------------


def test_days_are_those_of_the_calendar() -> None:
    dice = random.Random(1)
    for number in [0, date.max.toordinal() - 1, *(dice.randrange(3_000_000) for _ in range(3000))]:
        d = date.fromordinal(number + 1)
        assert day_number(d.year, d.month, d.day) == number


def test_days_before_year_one_follow_each_other() -> None:
    lengths = {1: 31, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
    expected = day_number(1) - 1
    for year in range(0, -801, -1):
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        for month in range(12, 0, -1):
            for d in range(lengths.get(month, 29 if leap else 28), 0, -1):
                assert day_number(year, month, d) == expected
                expected -= 1


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 8, 13, 66, 96, 97, 100, 101, 104, 399, 400, 437])
def test_years_last_as_many_days_as_they_may(number: int) -> None:
    assert (least_days(number), most_days(number)) == extremes(number)
    assert (least_days(-number), most_days(-number)) == (-extremes(number)[1], -extremes(number)[0])


@pytest.mark.parametrize(
    ("told", "first", "last"),
    [
        ("1950-06-15", (1950, 6, 15), (1950, 6, 15)),
        ("1950-02", (1950, 2, 1), (1950, 2, 28)),
        ("1952-02", (1952, 2, 1), (1952, 2, 29)),
        ("1950", (1950, 1, 1), (1950, 12, 31)),
        ("1923-03-01", (1923, 3, 1), (1923, 3, 1)),
        ("1923-02-28", (1923, 2, 15), (1923, 3, 13)),
        ("1923", (1922, 12, 19), (1923, 12, 31)),
        ("1891-02", (1891, 1, 19), (1891, 3, 13)),
        ("-0044-03-15", (-44, 3, 2), (-44, 3, 28)),
        ("0000", (-1, 12, 19), (1, 1, 13)),
        ("1950-06-15T12:00:00Z", (1950, 6, 14), (1950, 6, 16)),
    ],
)
def test_a_date_is_an_interval_of_days(told: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    literal = normal(Literal(told, "xsd:dateTime"))
    assert isinstance(literal, Literal)
    assert interval(literal.value) == (day_number(*first), day_number(*last))


def test_what_is_no_date_or_no_count_gives_no_bound() -> None:
    assert [interval(told) for told in ("1950-13", "1950-02-30")] == [None, None]
    assert years_of(Literal("66", "number")) == 66
    assert [years_of(Literal(v, "number")) for v in ("-3", "6.5", "1E+30")] == [None, None, None]
    assert years_of(Literal("66", "number metre")) is None
    for thing in ("wd:Q9", Literal("about 1900", "xsd:string"), Literal("1900", "xsd:integer")):
        some = [Statement("wd:Q1", BORN, thing), Statement("wd:Q1", DIED, day("1800"))]
        assert minimal_conflicts(some, RULES).minimal == ()


# -- minimal conflicts -----------------------------------------------------------------------------------


@deterministic(150)
@given(dated.ontologies(), dated.graphs())
def test_all_minimal_conflicts_are_found(ontology: Ontology, graph: tuple[Statement, ...]) -> None:
    rules = rules_of(ontology)
    verdict = minimal_conflicts(graph, rules)
    found = {frozenset(s for i, s in enumerate(graph) if mask >> i & 1) for mask in verdict.minimal}
    assert verdict.decided
    assert found == minimal_impossible(graph, ontology)
    assert consistent(graph, rules) == (not found)


@deterministic(60)
@given(dated.ontologies(), dated.graphs(most=6), dated.graphs(least=1, most=3))
def test_background_supports_and_is_not_counted(
    ontology: Ontology, graph: tuple[Statement, ...], background: tuple[Statement, ...]
) -> None:
    rules = rules_of(ontology)
    known = [s for s in background if s not in graph]
    verdict = minimal_conflicts(graph, rules, background=known)
    found = {frozenset(s for i, s in enumerate(graph) if mask >> i & 1) for mask in verdict.minimal}
    assert found == minimal_impossible(graph, ontology, known)
    for some in found:
        certified = certify(list(some), rules, rules.strict(), background=known)
        assert certified is not None
        assert verify(certified[0], list(some), rules, background=known) is None
        assert set(certified[0].statements) == {s.id for s in some}


@deterministic(80)
@given(dated.ontologies(), dated.graphs())
def test_every_conflict_has_a_proof_and_is_as_strong_as_its_axioms(
    ontology: Ontology, graph: tuple[Statement, ...]
) -> None:
    rules = rules_of(ontology)
    strict = rules.strict()
    strength = {axiom.id: axiom.strength for axiom in ontology.every}
    for mask in minimal_conflicts(graph, rules).minimal:
        members = [s for i, s in enumerate(graph) if mask >> i & 1]
        certified = certify(members, rules, strict)
        assert certified is not None
        minimal, told = certified
        assert verify(minimal, members, rules) is None
        assert (told == "strict") == all(strength[axiom] == "strict" for axiom in minimal.axioms)
        hard = ontology.restricted(a for a in ontology.axioms if a.strength == "strict").dated(
            [o for o in ontology.orders if o.strength == "strict"], ontology.spans
        )
        assert (told == "strict") == impossible(members, hard)
        assert certify(list(reversed(members)), rules, strict) == certified
        for left_out in members:
            assert certify([s for s in members if s != left_out], rules, strict) is None


@deterministic(200)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(-3, 3), st.integers(0, 63)),
        min_size=1,
        max_size=10,
    )
)
def test_cycles_of_any_graph_of_bounds(edges: list[tuple[str, str, int, int]]) -> None:
    """Bounds with sets of several statements, loops and parallels: by all subsets of six statements."""
    expected: list[int] = []
    for mask in sorted(range(64), key=int.bit_count):
        inside = [(one, other, days) for one, other, days, needs in edges if needs & mask == needs]
        if not any(smaller & mask == smaller for smaller in expected) and not solvable(inside):
            expected.append(mask)
    assert sorted(minimal_cycles(edges, [], 6, 10**6).minimal) == sorted(expected)
    cycle = shortest_cycle([BoundEdge(Bound(one, other, days)) for one, other, days, _ in edges])
    assert (cycle is None) == solvable([(one, other, days) for one, other, days, _ in edges])
    if cycle is not None:
        bounds = [edge.bound for edge in cycle]
        assert sum(bound.days for bound in bounds) > 0
        assert [b.later for b in bounds] == [b.earlier for b in (*bounds[1:], bounds[0])]


# -- examples --------------------------------------------------------------------------------------------

DIED_AGED = (
    Statement("wd:Q1", AGE, years(66)),
    Statement("wd:Q1", BORN, day("1930-02-15")),
    Statement("wd:Q1", DIED, day("1998-01-24")),
)


def test_died_aged_66_is_three_statements_and_one_cycle() -> None:
    assert minimal_conflicts(DIED_AGED, RULES).minimal == (0b111,)
    certified = certify(DIED_AGED, RULES, RULES.strict())
    assert certified is not None
    minimal, strength = certified
    assert strength == "strict"
    assert minimal.axioms == ("cg:ax_span_death",)
    assert [step.rule for step in minimal.proof] == ["cg-edge", "cg-edge", "cg-edge", "cg-cycle"]
    born, died = day_number(1930, 2, 15), day_number(1998, 1, 24)
    assert {step.conclusion for step in minimal.proof} == {
        Bound("#origin", "wd:Q1#end", died),
        Bound("wd:Q1#end", "wd:Q1#start", 1 - most_days(67)),
        Bound("wd:Q1#start", "#origin", -born),
        None,
    }
    assert minimal.proof[-1].premises == (0, 1, 2)
    assert verify(minimal, DIED_AGED, RULES) is None


def test_a_right_age_is_no_conflict_and_neither_is_one_within_the_precision() -> None:
    for number, died in ((66, "1996-02-15"), (65, "1996-02-14"), (65, "1996"), (66, "1996"), (66, "1997-02")):
        some = [DIED_AGED[1], Statement("wd:Q1", AGE, years(number)), Statement("wd:Q1", DIED, day(died))]
        assert minimal_conflicts(some, RULES).minimal == (), (number, died)
    # "66 years" may be a day shorter than these were: only what no first day allows is refuted.
    some = [DIED_AGED[1], DIED_AGED[0], Statement("wd:Q1", DIED, day("1996-02-12"))]
    assert len(minimal_conflicts(some, RULES).minimal) == 1


def test_the_age_of_a_father_counts_through_who_he_was() -> None:
    some = [
        Statement("wd:Q1", AGE_OF_FATHER, years(39)),
        Statement("wd:Q1", BORN, day("1960-05-01")),
        Statement("wd:Q2", CHILD, "wd:Q1"),  # the father, told the other way round
        Statement("wd:Q2", BORN, day("1925-05-01")),
    ]
    assert minimal_conflicts(some, RULES).minimal == (0b1111,)
    certified = certify(some, RULES, RULES.strict())
    assert certified is not None
    spans = [step for step in certified[0].proof if step.axiom == OF_FATHER.id]
    assert [len(step.premises) for step in spans] == [2]
    assert set(certified[0].axioms) == {"cg:ax_1", OF_FATHER.id}
    assert minimal_conflicts(some[:2] + some[3:], RULES).minimal == ()


def test_a_cycle_needs_no_date() -> None:
    some = [
        Statement("wd:Q1", FATHER, "wd:Q2"),
        Statement("wd:Q2", FATHER, "wd:Q3"),
        Statement("wd:Q3", FATHER, "wd:Q1"),
    ]
    assert minimal_conflicts(some, RULES).minimal == (0b111,)
    own = [Statement("wd:Q1", FATHER, "wd:Q1")]
    assert minimal_conflicts(own, RULES).minimal == (1,)
    certified = certify(own, RULES, RULES.strict())
    assert certified is not None
    assert verify(certified[0], own, RULES) is None


def test_negated_statements_say_nothing_of_days() -> None:
    some = [DIED_AGED[0], DIED_AGED[1], replace(DIED_AGED[2], negated=True)]
    assert minimal_conflicts(some, RULES).minimal == ()


def test_nothing_ends_before_it_starts() -> None:
    some = [Statement("wd:Q1", BORN, day("1950-02-01")), Statement("wd:Q1", DIED, day("1949"))]
    certified = certify(some, RULES, RULES.strict())
    assert certified is not None
    lasting = [step for step in certified[0].proof if not step.premises]
    assert lasting == [Step("cg-edge", None, (), Bound("wd:Q1#start", "wd:Q1#end", 0))]
    assert verify(certified[0], some, RULES) is None


def test_rules_are_left_out_with_their_axioms() -> None:
    born = [
        Statement("wd:Q1", FATHER, "wd:Q2"),
        Statement("wd:Q1", BORN, day("1950")),
        Statement("wd:Q2", BORN, day("1945")),
    ]
    assert len(minimal_conflicts(born, RULES).minimal) == 1
    assert minimal_conflicts(born, RULES.without(PARENT.id)).minimal == ()
    assert minimal_conflicts(born, RULES.only(["cg:ax_order_P155"])).minimal == ()
    assert len(minimal_conflicts(born, RULES.only([PARENT.id])).minimal) == 1
    late = [Statement("wd:Q1", FATHER, "wd:Q2"), born[1], Statement("wd:Q2", DIED, day("1940"))]
    assert len(minimal_conflicts(late, RULES).minimal) == 1
    assert minimal_conflicts(late, RULES.strict()).minimal == ()


# -- judging ---------------------------------------------------------------------------------------------


def test_a_pair_is_judged_with_background() -> None:
    shared = [DIED_AGED[0]]
    original, perturbed = [DIED_AGED[1]], [DIED_AGED[2]]
    unused = Statement("wd:Q3", BORN, day("1900"))
    judgement = judge(original, perturbed, RULES, background=[*shared, unused])
    assert judgement.outcome is Outcome.PROVEN
    assert judgement.hops == (1,)
    assert independent(judgement)
    found = conflicts(judgement, RULES, RULES.strict())
    assert found[0].shared == ()
    assert shared[0].id in {p for step in found[0].minimal[0].proof for p in step.premises}
    needed = needed_background(found, judgement.background)
    assert needed == (shared[0],)
    assert conflicts(judge(original, perturbed, RULES, background=needed), RULES, RULES.strict()) == found
    assert judge(original, perturbed, RULES).outcome is Outcome.CONSISTENT
    # What a side states is no background: it counts.
    assert judge([*original, *shared], [*perturbed, *shared], RULES, background=shared).hops == (2,)
    known = [*shared, Statement("wd:Q1", BORN, day("1930"))]  # told less exactly than a side states it
    assert judge(original, perturbed, RULES, background=known).outcome is Outcome.PERTURBED_INCONSISTENT
    wrong = [Statement("wd:Q3", BORN, day("1990")), unused]
    assert judge(original, perturbed, RULES, background=wrong).outcome is Outcome.BACKGROUND_INCONSISTENT


# -- certificates ----------------------------------------------------------------------------------------


def proven() -> MinimalSet:
    certified = certify(DIED_AGED, RULES, RULES.strict())
    assert certified is not None
    return certified[0]


def with_step(number: int, step: Step) -> MinimalSet:
    minimal = proven()
    return replace(minimal, proof=(*minimal.proof[:number], step, *minimal.proof[number + 1 :]))


def test_a_changed_proof_is_refused() -> None:
    minimal = proven()
    for number, step in enumerate(minimal.proof[:-1]):
        assert isinstance(step.conclusion, Bound)
        for bound in (
            replace(step.conclusion, days=step.conclusion.days + 1),
            replace(step.conclusion, days=step.conclusion.days - 1),
            replace(step.conclusion, earlier="wd:Q2#start"),
            Bound(step.conclusion.later, step.conclusion.earlier, step.conclusion.days),
        ):
            assert verify(with_step(number, replace(step, conclusion=bound)), DIED_AGED, RULES)
        assert verify(with_step(number, replace(step, axiom="cg:ax_order_P22")), DIED_AGED, RULES)
        assert verify(with_step(number, replace(step, premises=())), DIED_AGED, RULES)
        assert verify(with_step(number, replace(step, rule="cg-cycle")), DIED_AGED, RULES)
        assert verify(with_step(number, replace(step, conclusion=DIED_AGED[0])), DIED_AGED, RULES)
    last = len(minimal.proof) - 1
    wrong: list[tuple[str | int, ...]] = [(), (0, 1), (1, 0, 2), (0, 1, 2, 0, 1, 2), (0, 1, 1)]
    wrong.append((*minimal.statements, 0, 1, 2))
    for premises in wrong:
        assert verify(with_step(last, replace(minimal.proof[last], premises=premises)), DIED_AGED, RULES), premises
    assert verify(minimal, DIED_AGED, RULES.without("cg:ax_span_death"))
    assert verify(replace(minimal, axioms=()), DIED_AGED, RULES)
    assert verify(minimal, DIED_AGED, RULES) is None


def test_a_cycle_that_does_not_exceed_is_refused() -> None:
    fine = (DIED_AGED[0], DIED_AGED[1], Statement("wd:Q1", DIED, day("1996-07-01")))
    edges = RULES.bounds.edges([(s.relation, s.subject, normal(s.object)) for s in fine])
    by_ends = {(e.bound.earlier, e.bound.later): e for e in edges}
    ring = [
        by_ends[ends] for ends in (("#origin", "wd:Q1#end"), ("wd:Q1#end", "wd:Q1#start"), ("wd:Q1#start", "#origin"))
    ]
    ids = [fine[2].id, fine[0].id, fine[1].id]
    steps = tuple(Step("cg-edge", e.axiom, (i,), e.bound) for e, i in zip(ring, ids, strict=True))
    proof = (*steps, Step("cg-cycle", None, (0, 1, 2), None))
    minimal = MinimalSet(tuple(sorted(ids)), ("cg:ax_span_death",), proof)
    assert sum(e.bound.days for e in ring) <= 0
    assert verify(minimal, fine, RULES) == "step 3 (cg-cycle, None) does not follow"


def test_background_may_be_a_premise_and_nothing_else_may() -> None:
    certified = certify(DIED_AGED[1:], RULES, RULES.strict(), background=DIED_AGED[:1])
    assert certified is not None
    assert verify(certified[0], DIED_AGED[1:], RULES, background=DIED_AGED[:1]) is None
    assert "unknown statement" in str(verify(certified[0], DIED_AGED[1:], RULES))
    unused = [*DIED_AGED[:1], Statement("wd:Q5", BORN, day("1900"))]
    assert verify(certified[0], DIED_AGED[1:], RULES, background=unused) is None


# -- speed and limits ------------------------------------------------------------------------------------


def family(size: int, wrong: int) -> list[Statement]:
    """A line of fathers and sons with dates and ages, some of the dates wrong by five years."""
    some: list[Statement] = []
    for n in range(size):
        born = 1500 + 30 * n
        name = f"wd:Q{n}"
        some.append(Statement(name, BORN, day(f"{born + (5 if n < wrong else 0)}-06-01")))
        some.append(Statement(name, DIED, day(f"{born + 70}-07-01")))
        some.append(Statement(name, AGE, years(70)))
        if n:
            some.append(Statement(name, FATHER, f"wd:Q{n - 1}"))
    return some


def test_a_pair_is_proven_in_few_steps() -> None:
    found = minimal_conflicts(family(10, 2), RULES)  # 39 statements
    assert len(found.minimal) == 2
    assert found.work < 500  # it is 111, which takes about a millisecond


def test_past_the_limit_what_is_found_is_sure() -> None:
    orders = tuple(
        OrderAxiom(f"cg:ax_order_{n}", Role(f"wdt:P{n}"), "objectStart", "subjectStart", n, "strict") for n in range(4)
    )
    rules = rules_of(Ontology((), orders=orders, dates={BORN: "start"}))
    dense = [Statement(f"wd:Q{a}", f"wdt:P{(a + b) % 4}", f"wd:Q{b}") for a in range(9) for b in range(9) if a != b]
    verdict = minimal_conflicts(dense, rules, limit=20_000)
    assert not verdict.decided
    assert verdict.work < 21_000
    for mask in verdict.minimal:
        members = [s for i, s in enumerate(dense) if mask >> i & 1]
        assert certify(members, rules, rules) is not None
        for left_out in members:
            assert certify([s for s in members if s != left_out], rules, rules) is None
