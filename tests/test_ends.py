"""The kinds of things that auxiliary relations take follow from the axioms."""

from __future__ import annotations

from contragraph.ontology import Axiom, Kind, Role, load_ontology
from contragraph.reasoning.ends import End, ends_like
from contragraph.reasoning.rules import compile_rules


def test_ends_of_auxiliaries_are_those_of_the_kg_relations_next_to_them() -> None:
    ontology = load_ontology()
    told = [r for r in ontology.statable if not r.startswith("cg:")]
    like = ends_like(compile_rules(ontology.axioms).rules, told)
    assert like[End("cg:noneFoundedBy_P127", subject=False)] == (End("wdt:P112", subject=False),)
    owned = (End("wdt:P127", subject=True), End("wdt:P1830", subject=False))  # owned by, and owner of
    assert like[End("cg:noneFoundedBy_P127", subject=True)] == owned
    assert like[End("cg:fatherBornIn", subject=False)] == (End("wdt:P19", subject=False),)
    assert like[End("cg:noOccupation_inv_P463", subject=False)] == (End("wdt:P106", subject=False),)
    assert End("wdt:P551", subject=True) in like[End("cg:neverIn", subject=True)]
    assert like[End("wdt:P47", subject=True)] == (End("wdt:P47", subject=True),)
    assert End("wdt:P460", subject=True) in like[End("cg:neverEquatedWith", subject=True)]
    reachable = {end.relation for end in like}
    assert ontology.statable <= reachable


def test_an_end_that_no_relation_of_the_kg_touches_is_left_out() -> None:
    axiom = Axiom("cg:ax_1", Kind.SYMMETRIC, (Role("cg:rivalOf"),), "strict")
    assert ends_like(compile_rules([axiom]).rules, ["wdt:P1"]) == {}
