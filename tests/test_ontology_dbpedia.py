"""DBpedia's ontology, lexicon and alignment: sound, worded throughout, and able to make a dataset of the real facts."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import polars as pl
import pytest

from benchmarks.coverage import covered, said
from contragraph.dataset.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.making import Settings, generate
from contragraph.graph import open_store
from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Relation, Statement
from contragraph.graph.store import GraphStore
from contragraph.loaders.dbpedia import DbpediaSettings, stage_dbpedia
from contragraph.ontology import load_ontology
from contragraph.ontology.alignment import load_alignment
from contragraph.ontology.axioms import Ontology, Role
from contragraph.ontology.lexicon import lexicon_of, load_lexicon
from contragraph.ontology.vocabulary import Vocabulary, family_vocabulary, vocabulary_of
from contragraph.reasoning.audit import audit
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import compile_rules
from tests.webnlg import relation_of, triples

MAPPED = ("db15k.nt.gz", "db_InsType_train.txt.gz", "dbo-snapshots.ttl.gz")


@pytest.fixture(scope="module")
def own() -> Ontology:
    return load_ontology("dbpedia")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return family_vocabulary("dbpedia")


def test_what_a_text_may_state_has_phrases(vocabulary: Vocabulary) -> None:
    entries = lexicon_of("dbpedia").entries
    assert sorted(r for r in vocabulary.ontology.statable if r not in entries) == []


def test_the_lexicon_words_nothing_that_the_ontology_does_not_know(vocabulary: Vocabulary) -> None:
    text = (files("contragraph.ontology") / "dbpedia_lexicon.toml").read_text(encoding="utf-8")
    auxiliary = {r for r in tomllib.loads(text) if r.startswith("cg:")}
    assert auxiliary <= vocabulary.ontology.statable
    comments = vocabulary.ontology.comments
    assert all("{s}" in comments[r] and "{o}" in comments[r] for r in auxiliary)


def test_what_matches_was_read_on_the_facts() -> None:
    alignment = load_alignment()
    assert alignment.exact["dbo:birthPlace"] == Role("wdt:P19")
    assert alignment.exact["dbo:influenced"] == Role("wdt:P737", inverse=True)
    assert "dbo:writer" not in alignment.exact  # of films, of songs and of books
    assert alignment.narrower["dbo:musicSubgenre"] == (Role("wdt:P279", inverse=True),)
    assert alignment.classes["dbo:SoccerPlayer"] == ("wd:Q5",)


ADA, BOB, CARL, FILM, SHOW = "dbr:Ada", "dbr:Bob", "dbr:Carl", "dbr:Film", "dbr:Show"
TOWN, STATE, LABEL, MAJOR, SCHOOL, BAND = "dbr:Town", "dbr:State", "dbr:Label", "dbr:Major", "dbr:School", "dbr:Band"
TRUE = {
    "acted": Statement(FILM, "dbo:starring", ADA),
    "acted in the show": Statement(SHOW, "dbo:starring", ADA),
    "directed": Statement(FILM, "dbo:director", BOB),
    "scored": Statement(FILM, "dbo:musicComposer", CARL),
    "released": Statement(FILM, "dbo:distributor", MAJOR),
    "born": Statement(ADA, "dbo:birthPlace", TOWN),
    "in state": Statement(TOWN, "dbo:isPartOf", STATE),
    "married": Statement(ADA, "dbo:spouse", BOB),
    "studied": Statement(BOB, "dbo:almaMater", SCHOOL),
    "school in town": Statement(SCHOOL, "dbo:city", TOWN),
    "member": Statement(BAND, "dbo:bandMember", ADA),
    "recorded": Statement(ADA, "dbo:recordLabel", LABEL),
    "label of": Statement(LABEL, "dbo:parentCompany", MAJOR),
    "seat": Statement(MAJOR, "dbo:headquarter", TOWN),
}


@pytest.mark.parametrize(
    ("made", "truths"),
    [
        (Statement(ADA, "cg:turnedDownPartIn", FILM), ["acted"]),
        (Statement(BOB, "cg:noHandIn", FILM), ["directed"]),
        (Statement(FILM, "dbo:director", CARL), ["directed"]),
        (Statement(BOB, "cg:turnedAwayBySchool", SCHOOL), ["studied"]),
        (Statement(ADA, "cg:neverJoined", BAND), ["member"]),
        (Statement(FILM, "cg:noCommon_starring", SHOW), ["acted", "acted in the show"]),
        (Statement(BOB, "cg:neverDirectedPerson", ADA), ["directed", "acted"]),
        (Statement(CARL, "cg:neverScoredFilmOf", BOB), ["scored", "directed"]),
        (Statement(CARL, "cg:neverWorkedWith", ADA), ["scored", "acted"]),
        (Statement(ADA, "cg:neverInReleaseOf", MAJOR), ["acted", "released"]),
        (Statement(FILM, "cg:noneBorn_starring", TOWN), ["acted", "born"]),
        (Statement(FILM, "cg:noneBorn_starring", STATE), ["acted", "born", "in state"]),
        (Statement(FILM, "cg:noneMarriedTo_starring", BOB), ["acted", "married"]),
        (Statement(ADA, "cg:noneStudied_spouse", SCHOOL), ["married", "studied"]),
        (Statement(BOB, "cg:noneWithin_almaMater", STATE), ["studied", "school in town", "in state"]),
        (Statement(ADA, "cg:noneParent_recordLabel", MAJOR), ["recorded", "label of"]),
        (Statement(LABEL, "cg:noneSeated_parentCompany", TOWN), ["label of", "seat"]),
    ],
    ids=lambda value: value.relation if isinstance(value, Statement) else "",
)
def test_kinds_of_lies_are_refuted_by_true_facts_and_not_by_fewer(made: Statement, truths: list[str]) -> None:
    rules = compile_rules(vocabulary_of_the_facts().own.axioms)
    told = [made, *(TRUE[name] for name in truths)]
    verdict = minimal_conflicts(told, rules)
    assert verdict.decided
    assert verdict.minimal == ((1 << len(told)) - 1,)
    # Other true facts of the same things do not contradict, with it or alone.
    assert minimal_conflicts(list(TRUE.values()), rules).minimal == ()


@cache
def vocabulary_of_the_facts() -> Vocabulary:
    return vocabulary_of([Relation(name, name, facts=1) for name in sorted({s.relation for s in TRUE.values()})])


def test_a_relation_borrows_the_phrases_of_another() -> None:
    lexicon = lexicon_of("dbpedia")
    assert lexicon.entries["dbp:placeOfBirth"] == lexicon.entries["wdt:P19"]
    assert lexicon.entries["wdt:P19"] == load_lexicon().entries["wdt:P19"]
    assert "dbo:writer" not in load_lexicon().entries


def test_a_lexicon_that_nobody_wrote_is_named_in_the_error() -> None:
    with pytest.raises(OntologyError, match=r"no lexicon named 'freebase'; known are .*dbpedia.*wikidata"):
        lexicon_of("freebase")


@pytest.mark.parametrize(
    ("text", "said_of_it"),
    [
        ('["dbo:a"]\nas = "dbo:b"\n', "borrows from dbo:b, which has no phrases"),
        ('["dbo:a"]\nas = "wdt:P19"\ns = ["[was] born in {o}"]\n', "'as' names one relation and stands alone"),
        ('["dbo:a"]\nas = ["wdt:P19"]\n', "'as' names one relation and stands alone"),
    ],
)
def test_phrases_are_borrowed_of_one_relation_that_has_some(tmp_path: Path, text: str, said_of_it: str) -> None:
    path = tmp_path / "lexicon.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError, match=said_of_it):
        load_lexicon(path)


@pytest.fixture(scope="module")
def store(data_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    folder = tmp_path_factory.mktemp("dbpedia")
    paths = [data_folder / "dbpedia" / name for name in MAPPED]
    staging, report = stage_dbpedia(paths, folder / "staging", DbpediaSettings())
    assert any("does not stand there" in r.rule and r.count > 5_000 for r in report.repairs)
    with open_store(f"ladybug:{folder / 'dbpedia.lbug'}", create=True) as made:
        made.load(staging)
        yield made


@pytest.mark.data
def test_nearly_all_real_facts_are_said_by_a_phrase(store: GraphStore) -> None:
    told, every = covered(said(store.relations("dbpedia"), lexicon_of("dbpedia")))
    assert every > 60_000
    assert told > 0.95 * every


@pytest.mark.data
def test_most_raw_infobox_facts_are_said_by_a_phrase(data_folder: Path, tmp_path: Path) -> None:
    staging, _ = stage_dbpedia(
        [data_folder / "dbpedia" / "dbp15k_en_union.nt.gz"], tmp_path / "staging", DbpediaSettings(infobox=True)
    )
    rows = pl.read_parquet(staging.table("relations")).select("id", "label", "facts").rows()
    relations = [Relation(name, label, facts=count) for name, label, count in rows]
    told, every = covered(said(relations, lexicon_of("dbpedia")))
    assert every > 200_000
    assert told > 0.80 * every


@pytest.mark.data
def test_most_triples_of_webnlg_are_said_by_a_phrase(data_folder: Path) -> None:
    alignment, entries = load_alignment(), lexicon_of("dbpedia").entries
    relations = [relation_of(relation) for _, relation, _ in triples(data_folder)]
    told = [r for r in relations if r in entries or (r in alignment.exact and alignment.exact[r].relation in entries)]
    assert len(told) > 0.9 * len(relations)


@pytest.mark.data
def test_the_figures_in_the_file_are_those_of_the_real_facts(store: GraphStore, own: Ontology) -> None:
    found = audit(store, "dbpedia", vocabulary_of(store.relations("dbpedia")).own)
    measured = {f.axiom: (f.facts, f.violations) for f in found}
    told = {axiom.id: (axiom.facts, axiom.violations) for axiom in own.axioms if axiom.facts is not None}
    assert told
    assert {name: measured[name] for name in told} == told


@pytest.mark.data
def test_pairs_of_every_type_come_from_the_real_facts(store: GraphStore, tmp_path: Path) -> None:
    plan = "1-single-hop=3,2-single-hop=1,4-single-hop=1,1-multi-hop=3,2-multi-hop=1,3-multi-hop=1"
    report = generate(store, tmp_path / "out", Settings(parse_plan(plan)))
    assert not report.shortfalls
    assert check(tmp_path / "out").accepted
    for line in (tmp_path / "out" / "instances.jsonl").read_text(encoding="utf-8").splitlines():
        for context in json.loads(line)["contexts"].values():
            assert not [s for s in context["statements"] if s["relation"]["id"].startswith("wdt:")]
