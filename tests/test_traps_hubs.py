"""Traps of entities that were cleaned away as hubs: no text is about them, and what they say still counts."""

from __future__ import annotations

from pathlib import Path

from contragraph.ontology.axioms import Kind
from tests.made import axiom, drafts, ontology, reasons, small_kg
from tests.staged_kgs import Triple
from tests.toy_countries import CAPITALS, COUNTRIES, FILL, FRANCE, MULTI, NOTHING, SINGLE, countries, lies


def test_a_hidden_entity_is_no_stand_in(tmp_path: Path) -> None:
    with small_kg(tmp_path, countries("France", "Spain"), hidden=["wd:Madrid"]) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == NOTHING


def test_hidden_classes_still_say_what_fits(tmp_path: Path) -> None:
    """Berlin's stand-ins are cities, although the class itself was cleaned away as a hub."""
    odd: list[Triple] = [("wd:Atlantis", "wdt:P36", "wd:Nemo"), ("wd:Nemo", "wdt:P31", "wd:Ship")]
    with small_kg(tmp_path, [*countries(), *odd], hidden=["wd:City", "wd:Country"]) as knowledge:
        told = lies(drafts(FRANCE, SINGLE, knowledge, CAPITALS, tries=30))
    assert told
    assert {thing for _, _, thing in told} <= {f"wd:{c}" for c in COUNTRIES.values()}


BORN = ontology(
    axiom(Kind.CHAIN, "wdt:P19", "wdt:P17", "cg:bornInCountry"),
    axiom(Kind.DISJOINT, "cg:bornInCountry", "cg:neverIn"),
    domains={"wdt:P19": "Human"},
    statable=["cg:neverIn"],
)


def test_hidden_hubs_support_conflicts_but_are_not_walked_into(tmp_path: Path) -> None:
    triples: list[Triple] = []
    for name, town, country in (("Ann", "Lyon", "France"), ("Bob", "Nice", "France"), ("Eve", "Rome", "Italy")):
        triples += [(f"wd:{name}", "wdt:P19", f"wd:{town}"), (f"wd:{town}", "wdt:P17", f"wd:{country}")]
        triples += [(f"wd:{name}", "wdt:P937", "wd:France"), ("wd:France", "wdt:P793", f"wd:{town}")]
        triples += [(f"wd:{country}", "wdt:P31", "wd:Country")]
        triples += [(f"wd:{name}", relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABCD", strict=False)]
    seed = ("wd:Ann", "wdt:P19", "wd:Lyon")
    with small_kg(tmp_path, triples, hidden=["wd:France"]) as knowledge:
        found = drafts(seed, MULTI, knowledge, BORN)
    assert lies(found) == {("wd:Ann", "cg:neverIn", "wd:France")}
    for draft in found:
        assert not any("wd:France" in s.entities for s in draft.original)
        beside = [s for s in draft.perturbed if "wd:France" in s.entities and s.id not in draft.made]
        assert [(s.subject, s.relation) for s in beside] == [("wd:Lyon", "wdt:P17")]


def test_a_lie_about_a_hidden_hub_is_not_told_where_it_is_true(tmp_path: Path) -> None:
    """With the hub's facts left out, "Ann is allied with France" would look made up."""
    allied = ontology(
        axiom(Kind.CHAIN, "wdt:P19", "wdt:P17", "cg:bornInCountry"),
        axiom(Kind.DISJOINT, "cg:bornInCountry", "wdt:P945"),
        domains={"wdt:P19": "Human"},
    )
    triples: list[Triple] = [("wd:Spain", "wdt:P31", "wd:Country"), ("wd:France", "wdt:P31", "wd:Country")]
    for name, town in (("Ann", "Lyon"), ("Bob", "Nice")):
        triples += [(f"wd:{name}", "wdt:P19", f"wd:{town}"), (f"wd:{town}", "wdt:P17", "wd:France")]
        triples += [(f"wd:{name}", "wdt:P31", "wd:Q5"), (f"wd:{name}Friend", "wdt:P31", "wd:Q5")]
        triples += [(f"wd:{name}Friend", "wdt:P945", "wd:Spain")]
        triples += [(f"wd:{name}", relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABCD", strict=False)]
    seed = ("wd:Ann", "wdt:P19", "wd:Lyon")
    true: Triple = ("wd:Ann", "wdt:P945", "wd:France")
    with small_kg(tmp_path / "false", triples, hidden=["wd:France"]) as knowledge:
        assert lies(drafts(seed, MULTI, knowledge, allied)) == {true}
    with small_kg(tmp_path / "true", [*triples, true], hidden=["wd:France"]) as knowledge:
        assert reasons(seed, MULTI, knowledge, allied) == NOTHING
