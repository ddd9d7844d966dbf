"""When statements hold: what contradicts at one moment, and what only follows in time."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from contragraph.dataset.records.codec import parse_line, statement_of, to_line
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Role
from contragraph.reasoning.prover.certificate import certify, consistent, verify
from contragraph.reasoning.prover.judge import Outcome, judge
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import compile_rules
from contragraph.reasoning.values.times import moments, together
from tests.oracle import holds, minimal_sets
from tests.staged_kgs import instance

CAPITAL, BORN = "wdt:P36", "wdt:P19"
AXIOMS = (
    Axiom("ax:capital", Kind.FUNCTIONAL, (Role(CAPITAL),), "strict"),
    Axiom("ax:born", Kind.FUNCTIONAL, (Role(BORN),), "strict"),
    Axiom("ax:event", Kind.EVENT, (Role(BORN),), "strict"),
    Axiom("ax:seat", Kind.CHAIN, (Role(CAPITAL), Role("wdt:P131"), Role("cg:ruledFromWithin")), "strict"),
    Axiom("ax:outside", Kind.DISJOINT, (Role("cg:ruledFromWithin"), Role("wdt:P47")), "strict"),
)
RULES = compile_rules(AXIOMS)


def capital(city: str, valid_from: str | None = None, valid_to: str | None = None) -> Statement:
    return Statement("wd:Q1", CAPITAL, city, valid_from=valid_from, valid_to=valid_to)


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        (("1990", "1994"), ("1994", "1998"), False),  # one follows the other within 1994
        (("1990", "1994"), ("1993", "1998"), True),  # both surely hold when 1994 begins
        (("1990", "1994"), ("1991", "1991"), True),
        (("1990", "1994"), ("1990", "1990"), False),  # "in 1990" is all of it, but the first began some day then
        (("1986", "1986"), ("1986", "1986"), True),
        (("1986", "1986"), ("1986-05", "1986-05"), True),
        (("1986-05", "1986-05"), ("1986-06", "1986-06"), False),
        (("1990", "1991"), ("1990", "1991"), True),  # both hold at the turn of the year
        (("1990", "1991"), ("1991", "1992"), False),
        (("1990", None), ("2001", None), True),
        ((None, "1968"), ("1968", None), False),
        ((None, "1968"), ("1967-06-01", None), True),
        ((None, None), ("1990", "1994"), True),
        (("1990-05-31", "1990-06-30"), ("1990-06-01", "1990-12-31"), True),
        (("1990-05-31", "1990-06-01"), ("1990-06-01", "1990-12-31"), False),
        (("0044", "0046"), ("-0044", "-0040"), False),
        (("1990-##-##", "1995-00-00"), ("1993", "1998"), True),
        (("some day", None), ("1990", "1994"), False),  # nobody knows when
    ],
)
def test_two_capitals(one: tuple[str | None, str | None], other: tuple[str | None, str | None], clash: bool) -> None:
    pair = [capital("wd:Q2", *one), capital("wd:Q3", *other)]
    assert bool(minimal_conflicts(pair, RULES).minimal) is clash
    assert bool(minimal_conflicts(pair[::-1], RULES).minimal) is clash
    assert (certify(pair, RULES, RULES) is not None) is clash
    assert consistent(pair, RULES) is not clash
    assert together(pair) is clash


def test_a_birth_is_no_state() -> None:
    here = Statement("wd:Q1", BORN, "wd:Q2", valid_from="1952", valid_to="1952")
    there = Statement("wd:Q1", BORN, "wd:Q3", valid_from="1960-05-01", valid_to="1960-05-01")
    assert minimal_conflicts([here, there], RULES).minimal == (3,)
    without = compile_rules([a for a in AXIOMS if a.kind is not Kind.EVENT])
    assert not minimal_conflicts([here, there], without).minimal
    assert minimal_conflicts([here, there], RULES.only(["ax:born"])).minimal == (3,)


def test_premises_of_several_steps_hold_at_one_moment() -> None:
    seat = capital("wd:Q2", "1950", "1990")
    within = Statement("wd:Q2", "wdt:P131", "wd:Q5", valid_from="1980", valid_to=None)
    beside = Statement("wd:Q1", "wdt:P47", "wd:Q5")
    later_beside = replace(beside, valid_from="1991")
    assert minimal_conflicts([seat, within, beside], RULES).minimal == (7,)
    assert not minimal_conflicts([seat, within, later_beside], RULES).minimal
    assert judge([seat, within], [within, beside], RULES).outcome is Outcome.PROVEN
    assert judge([seat, within], [within, later_beside], RULES).outcome is Outcome.CONSISTENT


def test_background_of_another_time_makes_nothing_smaller() -> None:
    first, second = capital("wd:Q2", "1950", "1960"), capital("wd:Q3", "1950", "1960")
    known = capital("wd:Q3", "1955", "1957")
    assert minimal_conflicts([first, second], RULES, background=[known]).minimal == (1,)
    elsewhen = capital("wd:Q3", "1970", "1980")
    assert minimal_conflicts([first, second], RULES, background=[elsewhen]).minimal == (3,)


def test_a_certificate_of_statements_of_different_times_is_refused() -> None:
    members = [capital("wd:Q2", "1950", "1960"), capital("wd:Q3", "1955", "1957")]
    certified = certify(members, RULES, RULES)
    assert certified is not None
    assert verify(certified[0], members, RULES) is None
    moved = [members[0], capital("wd:Q3", "1970", "1980")]
    ids = {members[1].id: moved[1].id}
    forged = replace(
        certified[0],
        statements=tuple(ids.get(i, i) for i in certified[0].statements),
        proof=tuple(replace(s, premises=tuple(ids.get(str(p), p) for p in s.premises)) for s in certified[0].proof),
    )
    assert verify(forged, moved, RULES) == "the statements hold at different times"


def test_moments_are_the_largest_sets_that_hold_together() -> None:
    years = [("1990", "1995"), ("1993", "1998"), ("1997", "2005"), (None, None), ("1994", "1994"), ("1991", "1990")]
    some = [capital(f"wd:Q{i}", *each) for i, each in enumerate(years)]
    assert list(moments(some)) == [[0, 1, 3, 4], [1, 2, 3], [3, 5]]
    noon = 728_000.5  # some noon in March 1994
    assert [holds(s, noon) for s in some] == [True, True, False, True, True, False]
    assert minimal_sets(some, AXIOMS) == {
        frozenset(s for i, s in enumerate(some) if mask >> i & 1) for mask in minimal_conflicts(some, RULES).minimal
    }


def test_a_dataset_keeps_the_times() -> None:
    pair = instance(1, statements=1)
    (true,) = pair.original.statements
    names = {true.subject: "Norway", true.object_id: "Oslo", true.relation: "capital"}
    timed = replace(true, valid_from="1990", valid_to=None)
    other = replace(pair.original, name="perturbed")
    told = replace(pair, perturbed=other, labels=tuple(sorted(names.items())))
    sentences = tuple(replace(s, statements=(timed.id,)) for s in pair.original.text.sentences)
    side = replace(pair.original, statements=(timed,), text=replace(pair.original.text, sentences=sentences))
    line = to_line(replace(told, original=side))[1]
    contexts = json.loads(line)["contexts"]
    assert contexts["original"]["statements"][0]["valid"] == {"from": "1990", "to": None}
    assert "valid" not in contexts["perturbed"]["statements"][0]
    record = parse_line(line, "the test")
    assert statement_of(record.contexts.original.statements[0]) == timed
    assert statement_of(record.contexts.perturbed.statements[0]) == true
