"""Traps of how a fact is said: one fact in two spellings, and relations with many values or without axioms."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.generation.build import Draft
from contragraph.ontology.axioms import Axiom, Kind
from tests.made import axiom, built, drafts, ontology, reasons, small_kg
from tests.staged_kgs import Triple
from tests.toy_countries import CAPITALS, FILL, FRANCE, MULTI, NOTHING, SINGLE, countries, lies


@pytest.mark.parametrize(
    ("also", "said"),
    [("wdt:P47", axiom(Kind.SYMMETRIC, "wdt:P47")), ("wdt:P999", axiom(Kind.INVERSE_OF, "wdt:P47", "wdt:P999"))],
    ids=["symmetric", "inverse"],
)
def test_no_fact_is_told_in_two_spellings(tmp_path: Path, also: str, said: Axiom) -> None:
    """Every border stands in the KG from both sides; as support on one side and fill on both it would be said twice."""
    borders = ontology(
        said,
        axiom(Kind.SUB_PROPERTY, "wdt:P47", "cg:beside"),
        axiom(Kind.SYMMETRIC, "cg:beside"),
        axiom(Kind.CHAIN, "wdt:P131", "cg:beside", "cg:notIn"),
        axiom(Kind.DISJOINT, "cg:notIn", "wdt:P131"),
        domains={"wdt:P131": "Geography"},
    )
    regions = ["Tula", "Tver", "Kursk", "Orel"]
    triples: list[Triple] = []
    for region in regions:
        triples += [(f"wd:{region}Town", "wdt:P131", f"wd:{region}"), (f"wd:{region}", "wdt:P31", "wd:Region")]
        triples += [(f"wd:{region}Town", "wdt:P31", "wd:Town")]
        triples += [(f"wd:{region}", "wdt:P47", f"wd:{r}") for r in regions if r != region]
        triples += [(f"wd:{region}", also, f"wd:{r}") for r in regions if r != region and also != "wdt:P47"]
    with small_kg(tmp_path, triples) as knowledge:
        found = drafts(("wd:TulaTown", "wdt:P131", "wd:Tula"), MULTI, knowledge, borders, tries=40)
    assert len(found) > 10
    for draft in found:
        for side in (draft.original, draft.perturbed):
            pairs = [frozenset(s.entities) for s in side if s.relation in ("wdt:P47", also)]
            assert len(pairs) == len(set(pairs)), side


def test_a_lie_is_not_true_in_another_spelling(tmp_path: Path) -> None:
    """ "Paris is the capital of France" makes "the capital of France is Paris" true."""
    said = ontology(*CAPITALS.axioms, axiom(Kind.INVERSE_OF, "wdt:P36", "wdt:P1376"), domains=CAPITALS.domains)
    triples = countries("France", "Spain")
    other: Triple = ("wd:Madrid", "wdt:P1376", "wd:France")
    with small_kg(tmp_path / "plain", triples) as knowledge:
        assert lies(drafts(FRANCE, SINGLE, knowledge, said))
    with small_kg(tmp_path / "spelled", [*triples, other]) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, said) == NOTHING


# -- relations with many values ----------------------------------------------------------------------------------


def test_a_relation_with_many_values_gets_an_exclusive_form(tmp_path: Path) -> None:
    """Another record label is no contradiction; "its only record label" is one, and says what no fact says."""
    form = axiom(Kind.EXCLUSIVE_FORM, "cg:only_P264", "wdt:P264")
    labels = ontology(form, domains={"wdt:P264": "Creative Work"}, statable=["cg:only_P264"])
    triples: list[Triple] = []
    for name in ("Queen", "Genesis", "Yes"):
        band = f"wd:{name}"
        triples += [(band, "wdt:P31", "wd:Band"), (f"wd:{name}Records", "wdt:P31", "wd:Label")]
        triples += [
            (band, "wdt:P264", f"wd:{name}Records"),
            (band, "wdt:P264", "wd:Decca"),
            (band, "wdt:P136", "wd:Rock"),
        ]
        triples += [(band, relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "AB", strict=False)]
    seed = ("wd:Queen", "wdt:P264", "wd:QueenRecords")
    with small_kg(tmp_path, [*triples, ("wd:Decca", "wdt:P31", "wd:Label")]) as knowledge:
        found = drafts(seed, SINGLE, knowledge, labels, tries=30)
    assert {(s, r) for s, r, _ in lies(found)} == {("wd:Queen", "cg:only_P264")}
    assert not {"wd:QueenRecords", "wd:Decca"} & {thing for _, _, thing in lies(found)}


def test_a_relation_without_axioms_is_denied_as_a_last_resort(tmp_path: Path) -> None:
    silent = ontology(domains={"wdt:P36": "Geography"})
    with small_kg(tmp_path, countries()) as knowledge:
        plain = built(FRANCE, SINGLE, knowledge, silent)
        assert isinstance(plain, Draft)
        (lie,) = (s for s in plain.perturbed if s.id in plain.made)
        assert (lie.subject, lie.relation, lie.object, lie.negated) == (*FRANCE, True)
        assert not any(s.negated for d in drafts(FRANCE, SINGLE, knowledge, CAPITALS) for s in d.perturbed)
