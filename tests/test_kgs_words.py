"""The words and the alignments of DBpedia and YAGO: read on the facts, and enough for nearly all of them."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from benchmarks.coverage import covered, said
from contragraph.dataset.check.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.run.making import Settings, generate
from contragraph.graph.errors import InputError, OntologyError
from contragraph.graph.model import Relation
from contragraph.graph.store import Staging
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.loaders.dbpedia.files import DbpediaSettings, stage_dbpedia
from contragraph.loaders.yago.files import stage_yago
from contragraph.ontology.axioms import Role
from contragraph.ontology.lexicon import read_lexicon
from tests.webnlg import relation_of, triples


def test_what_matches_was_read_on_the_facts() -> None:
    dbpedia, yago = kg_of("dbpedia").alignment, kg_of("yago").alignment
    assert dbpedia.exact["dbo:birthPlace"] == yago.exact["yago:wasBornIn"] == Role("wdt:P19")
    assert dbpedia.exact["dbo:influenced"] == yago.exact["yago:influences"] == Role("wdt:P737", inverse=True)
    assert "dbo:writer" not in dbpedia.exact  # of films, of songs and of books
    assert dbpedia.narrower["dbo:musicSubgenre"] == (Role("wdt:P279", inverse=True),)
    assert dbpedia.classes["dbo:SoccerPlayer"] == ("wd:Q5",)
    assert yago.things["yago:male"] == "wd:Q6581097"


def test_a_relation_borrows_the_phrases_of_another() -> None:
    entries = kg_of("dbpedia").lexicon.entries
    assert entries["dbp:placeOfBirth"] == entries["dbo:birthPlace"] == kg_of("wikidata").lexicon.entries["wdt:P19"]
    assert "dbo:writer" not in kg_of("wikidata").lexicon.entries


def test_a_graph_that_nobody_described_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match=r"no knowledge graph named 'freebase'; known are .*dbpedia.*wikidata"):
        kg_of("freebase")


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
        read_lexicon(path)


def relations_of(staging: Staging) -> list[Relation]:
    rows = pl.read_parquet(staging.table("relations")).select("id", "label", "facts").rows()
    return [Relation(name, label, facts=count) for name, label, count in rows]


@pytest.mark.data
@pytest.mark.parametrize(
    ("names", "infobox", "least", "share"),
    [
        (("db15k.nt.gz", "db_InsType_train.txt.gz", "dbo-snapshots.ttl.gz"), False, 60_000, 0.95),
        (("dbp15k_en_union.nt.gz",), True, 200_000, 0.80),
    ],
    ids=["mapped", "raw infobox"],
)
def test_most_facts_of_dbpedia_are_said_by_a_phrase(
    data_folder: Path, tmp_path: Path, names: tuple[str, ...], infobox: bool, least: int, share: float
) -> None:
    paths = [data_folder / "dbpedia" / name for name in names]
    staging, _ = stage_dbpedia(paths, tmp_path / "staging", DbpediaSettings(infobox=infobox))
    told, every = covered(said(relations_of(staging), kg_of("dbpedia").lexicon))
    assert every > least
    assert told > share * every


@pytest.mark.data
def test_most_triples_of_webnlg_are_said_by_a_phrase(data_folder: Path) -> None:
    entries = kg_of("dbpedia").lexicon.entries
    relations = [relation_of(relation) for _, relation, _ in triples(data_folder)]
    assert sum(r in entries for r in relations) > 0.9 * len(relations)


@pytest.mark.data
def test_facts_of_yago_are_said_by_a_phrase_and_make_pairs_in_its_own_terms(data_folder: Path, tmp_path: Path) -> None:
    names = ("joined_yago_facts.tsv.gz", "yago11k_timed_facts.tsv.gz")
    staging, _ = stage_yago([data_folder / "yago" / name for name in names], tmp_path / "staging")
    told, every = covered(said(relations_of(staging), kg_of("yago").lexicon))
    assert every > 118_000
    assert told > 0.95 * every
    with open_store(f"ladybug:{tmp_path / 'yago.lbug'}", create=True) as store:
        store.load(staging)
        report = generate(store, tmp_path / "out", Settings(parse_plan("1-single-hop=2,1-multi-hop=2")))
    assert not report.shortfalls
    assert check(tmp_path / "out").accepted
    stated = set()
    for line in (tmp_path / "out" / "instances.jsonl").read_text(encoding="utf-8").splitlines():
        for context in json.loads(line)["contexts"].values():
            stated |= {s["relation"]["id"].partition(":")[0] for s in context["statements"]}
            said_of = {i for sentence in context["sentences"] for i in sentence["statements"]}
            assert said_of == {s["id"] for s in context["statements"]}
    assert stated <= {"yago", "cg"}
