"""YAGO's ontology, lexicon and alignment: sound, worded throughout, and able to make a dataset of the real facts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from benchmarks.coverage import covered, said
from contragraph.dataset.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.making import Settings, generate
from contragraph.graph import open_store
from contragraph.graph.model import Relation, Statement
from contragraph.graph.store import GraphStore
from contragraph.loaders.yago import YagoSettings, stage_yago
from contragraph.ontology import load_ontology
from contragraph.ontology.alignment import load_alignment
from contragraph.ontology.axioms import Kind, Ontology, Role
from contragraph.ontology.lexicon import lexicon_of
from contragraph.ontology.vocabulary import Vocabulary, family_vocabulary, vocabulary_of
from contragraph.reasoning.audit import audit
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import compile_rules

YAGO_3 = re.findall(
    r"\w+",
    """actedIn created dealsWith diedIn directed edited exports graduatedFrom happenedIn hasAcademicAdvisor
hasCapital hasChild hasCurrency hasGender hasMusicalRole hasNeighbor hasOfficialLanguage hasWebsite hasWonPrize imports
influences isAffiliatedTo isCitizenOf isConnectedTo isInterestedIn isLeaderOf isLocatedIn isMarriedTo isPoliticianOf
livesIn owns participatedIn playsFor wasBornIn worksAt wroteMusicFor""",
)


@pytest.fixture(scope="module")
def own() -> Ontology:
    return load_ontology("yago")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return family_vocabulary("yago")


def test_what_a_text_may_state_has_phrases(own: Ontology) -> None:
    entries = lexicon_of("yago").entries
    assert sorted(r for r in own.statable if r not in entries) == []


def test_the_lexicon_words_nothing_that_the_ontology_does_not_know(own: Ontology, vocabulary: Vocabulary) -> None:
    text = (files("contragraph.ontology") / "yago_lexicon.toml").read_text(encoding="utf-8")
    auxiliary = {r for r in tomllib.loads(text) if r.startswith("cg:")}
    assert auxiliary <= own.statable
    assert all(own.comments[r].count("{s}") and own.comments[r].count("{o}") for r in auxiliary)
    assert auxiliary <= vocabulary.ontology.statable


def test_every_relation_of_yago_3_is_aligned_or_has_axioms_of_its_own(own: Ontology) -> None:
    alignment = load_alignment()
    known = {*alignment.exact, *alignment.narrower, *own.statable}
    assert [r for r in YAGO_3 if f"yago:{r}" not in known] == []


def test_inverse_relations_are_seen_turned_round() -> None:
    exact = load_alignment().exact
    assert exact["yago:actedIn"] == Role("wdt:P161", inverse=True)
    assert exact["yago:influences"] == Role("wdt:P737", inverse=True)
    assert exact["yago:wasBornIn"] == Role("wdt:P19")


BYRON, ADA, FILM, PRIZE = "yago:Byron", "yago:Ada", "yago:Film", "yago:Prize"
UNI, TOWN, STATE, CLUB = "yago:School", "yago:Town", "yago:State", "yago:Club"
TRUE = {
    "acted": Statement(ADA, "yago:actedIn", FILM),
    "directed": Statement(BYRON, "yago:directed", FILM),
    "won": Statement(BYRON, "yago:hasWonPrize", PRIZE),
    "won too": Statement(ADA, "yago:hasWonPrize", PRIZE),
    "graduated": Statement(ADA, "yago:graduatedFrom", UNI),
    "school in town": Statement(UNI, "yago:isLocatedIn", TOWN),
    "town in state": Statement(TOWN, "yago:isLocatedIn", STATE),
    "married": Statement(ADA, "yago:isMarriedTo", BYRON),
    "played": Statement(ADA, "yago:playsFor", CLUB),
    "born": Statement(BYRON, "yago:wasBornIn", TOWN),
}


@pytest.mark.parametrize(
    ("made", "truths"),
    [
        (Statement(ADA, "cg:leftWithoutDegree", UNI), ["graduated"]),
        (Statement(BYRON, "cg:neverMarriedTo", ADA), ["married"]),
        (Statement(ADA, "cg:turnedDownPartIn", FILM), ["acted"]),
        (Statement(ADA, "cg:declinedToPlayFor", CLUB), ["played"]),
        (Statement(ADA, "cg:noCommon_hasWonPrize", BYRON), ["won", "won too"]),
        (Statement(ADA, "cg:noneLocated_graduatedFrom", STATE), ["graduated", "school in town", "town in state"]),
        (Statement(ADA, "cg:noneAwarded_actedUnder", PRIZE), ["acted", "directed", "won"]),
        (Statement(ADA, "cg:noneBorn_actedUnder", STATE), ["acted", "directed", "born", "town in state"]),
        (Statement(FILM, "cg:noneMarried_inv_actedIn", BYRON), ["acted", "married"]),
        (Statement(FILM, "cg:sole_directed", ADA), ["directed"]),
    ],
    ids=lambda value: value.relation if isinstance(value, Statement) else "",
)
def test_kinds_of_lies_are_refuted_by_true_facts_and_not_by_fewer(made: Statement, truths: list[str]) -> None:
    rules = compile_rules(vocabulary_of_yago_3().own.axioms)
    told = [made, *(TRUE[name] for name in truths)]
    verdict = minimal_conflicts(told, rules)
    assert verdict.decided
    assert verdict.minimal == ((1 << len(told)) - 1,)
    # Other true facts of the same things do not contradict, with it or alone.
    assert minimal_conflicts(list(TRUE.values()), rules).minimal == ()


@cache
def vocabulary_of_yago_3() -> Vocabulary:
    return vocabulary_of([Relation(f"yago:{name}", name, facts=1) for name in YAGO_3])


@pytest.fixture(scope="module")
def store(data_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    folder = tmp_path_factory.mktemp("yago")
    names = ("joined_yago_facts.tsv.gz", "yago11k_timed_facts.tsv.gz")
    staging, _ = stage_yago([data_folder / "yago" / name for name in names], folder / "staging", YagoSettings())
    with open_store(f"ladybug:{folder / 'yago.lbug'}", create=True) as made:
        made.load(staging)
        yield made


@pytest.mark.data
def test_nearly_all_real_facts_are_said_by_a_phrase(store: GraphStore) -> None:
    told, every = covered(said(store.relations("yago"), lexicon_of("yago")))
    assert every > 118_000
    assert told > 0.95 * every


@pytest.mark.data
def test_the_figures_in_the_file_are_those_of_the_real_facts(store: GraphStore, own: Ontology) -> None:
    vocabulary = vocabulary_of(store.relations("yago"))
    measured = {f.axiom: (f.facts, f.violations) for f in audit(store, "yago", vocabulary.own)}
    told = {
        seen.id: (axiom.facts, axiom.violations)
        for axiom in own.axioms
        if axiom.facts is not None and (seen := vocabulary.lens.own.axiom(axiom)) is not None
    }
    assert len(told) > 60
    assert {name: measured[name] for name in told} == told


@pytest.mark.data
def test_pairs_of_every_type_come_from_the_real_facts(store: GraphStore, tmp_path: Path) -> None:
    plan = "1-single-hop=3,2-single-hop=1,4-single-hop=1,1-multi-hop=3,2-multi-hop=1,3-multi-hop=1"
    report = generate(store, tmp_path / "out", Settings(parse_plan(plan)))
    assert not report.shortfalls
    assert check(tmp_path / "out").accepted
    told = re.findall(r'"relation": {"id": "(\w+):', (tmp_path / "out" / "instances.jsonl").read_text(encoding="utf-8"))
    assert set(told) == {"yago", "cg"}  # conclusions of proofs may speak of what is above a relation of YAGO


def test_functional_relations_of_the_schema_are_functional(own: Ontology) -> None:
    functional = {a.roles[0].relation for a in own.axioms if a.kind is Kind.FUNCTIONAL}
    assert {"wdt:P19", "wdt:P20", "wdt:P21", "wdt:P38"} <= functional
