"""What the prover says of a claim and a document, and what a plan of claims asks for."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from contragraph.generation.claims.slots import slots_of
from contragraph.generation.settings.claim_plan import ClaimPlan
from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import Kind
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.prover.claims import judge_claim
from contragraph.reasoning.rules.ruleset import compile_rules, rules_of
from tests.made import axiom

ONE_SEAT = compile_rules([axiom(Kind.FUNCTIONAL, "wdt:P159"), axiom(Kind.SYMMETRIC, "wdt:P26")])


def seat(place: str, start: str | None = None, end: str | None = None) -> Statement:
    return Statement("wd:Q1", "wdt:P159", place, valid_from=start, valid_to=end)


def test_labels() -> None:
    here, there = seat("wd:Q2"), seat("wd:Q3")
    wed = Statement("wd:Q1", "wdt:P26", "wd:Q4")
    turned = Statement("wd:Q4", "wdt:P26", "wd:Q1")
    cases = [([here], "supports"), ([there], "contradicts"), ([here, there], "mixed"), ([], "irrelevant")]
    for document, label in [*cases, ([wed], "irrelevant")]:
        assert judge_claim(here, document, ONE_SEAT).label == label
    assert judge_claim(wed, [turned], ONE_SEAT).label == "supports"
    assert judge_claim(wed, [here, there], ONE_SEAT).label == "irrelevant", "a contradiction elsewhere proves nothing"


def test_labels_at_times() -> None:
    """Only at one time do two seats exclude each other, and only all along is a claim supported."""
    claim = seat("wd:Q2", "1990", "2000")
    for document, label, decided in (
        (seat("wd:Q2", "1980", "2010"), "supports", True),
        (seat("wd:Q2"), "supports", True),
        (seat("wd:Q2", "1992", "1995"), "irrelevant", False),
        (seat("wd:Q3", "1992", "1995"), "contradicts", True),
        (seat("wd:Q3", "2000", "2005"), "irrelevant", True),
    ):
        verdict = judge_claim(claim, [document], ONE_SEAT)
        assert (verdict.label, verdict.decided) == (label, decided), document


def test_a_number_that_alone_is_left_is_supported() -> None:
    rules = rules_of(read_ontology(Path(str(files("contragraph.kgs").joinpath("wikidata", "ontology.ttl")))))
    dated = {"wdt:P569": "1900-05-01", "wdt:P570": "1970-06-01"}
    dates = [Statement("wd:Q1", r, Literal(value, "xsd:date", value)) for r, value in dated.items()]

    def aged(years: int) -> Statement:
        return Statement("wd:Q1", "cg:lifespan", Literal(str(years), "xsd:integer", str(years)))

    assert judge_claim(aged(70), dates, rules).label == "supports"
    assert judge_claim(aged(71), dates, rules).label == "contradicts"
    assert judge_claim(aged(70), dates[:1], rules).label == "irrelevant"


# -- plans ------------------------------------------------------------------------------------------------------


def test_plans() -> None:
    assert ClaimPlan(500).counts == {"conflict": 250, "supported": 84, "refuted": 83, "neither": 83}
    assert ClaimPlan(1).counts == {"conflict": 1}
    for wrong in ({"claims": 0}, {"documents": 2}, {"documents": 21}, {"lengths": ("1-10",)}):
        with pytest.raises(InputError):
            ClaimPlan(**wrong)
    for documents in (3, 6, 20):
        plan = ClaimPlan(500, documents)
        slots = slots_of(plan)
        assert len(slots) == 500
        assert all(slot.supports + slot.contradicts + slot.mixed < documents for slot in slots)
        conflicts = [slot for slot in slots if slot.kind == "conflict"]
        assert all(slot.supports and slot.contradicts for slot in conflicts)
        assert abs(sum(slot.made for slot in conflicts) - 125) <= 1
        assert len({(slot.made, slot.type.multi, slot.length) for slot in conflicts}) == 8
