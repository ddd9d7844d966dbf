"""Disagreements of two linked graphs: what is behind them, and the pairs that they become."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from contragraph.dataset.check import check
from contragraph.generation.agreement import agreement
from contragraph.generation.run import Settings, generate
from contragraph.graph import open_store
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order, Statement
from contragraph.graph.store import GraphStore
from contragraph.ontology.alignment import load_alignment
from contragraph.ontology.vocabulary import lens_of
from tests.cli import contragraph
from tests.made import lines_of, raw_facts, sample_world
from tests.staged_kgs import stage

ORDER = Order.of_seed(7)
LENS = lens_of(load_alignment(), {r: 1 for r in load_alignment().exact if r.partition(":")[0] in ("dbo", "rdf")})


def moved(triples: frozenset[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
    """Births of which the second graph says that they were elsewhere: every twentieth moves to the next one's place."""
    births = sorted(t for t in triples if t[1] == "wdt:P19")
    picked = births[::20]
    return {t: o[2] for t, o in zip(picked, [*picked[1:], picked[0]]) if t[2] != o[2]}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    """The sample, and a DBpedia that says the same but for some places of birth; all things are linked."""
    folder = tmp_path_factory.mktemp("natural")
    with open_store(f"ladybug:{sample_world() / 'contragraph.lbug'}", read_only=True) as sample:
        everyone = {e.id: e for e in sample.snapshot("wikidata5m", ORDER).every_entity()}
    triples, has = raw_facts(), {role.relation for role in LENS.exact.values()}
    elsewhere = moved(triples)
    said = (Statement(s, r, elsewhere.get((s, r, o), o)) for s, r, o in triples if r in has)
    theirs = sorted({(t.subject, t.relation, str(t.object)) for t in map(LENS.own.statement, said)})
    named = [(s.replace("wd:", "dbr:"), r, o.replace("wd:", "dbr:")) for s, r, o in theirs]
    with open_store(f"ladybug:{folder / 'store.lbug'}", create=True) as store:
        for kg, facts in (("wikidata", sorted(triples)), ("dbpedia", named)):
            staged = stage(folder / kg, kg, facts)
            table = pl.read_parquet(staged.table("entities"))
            known = [everyone[i.replace("dbr:", "wd:")] for i in table["id"]]
            prefix = "wd:" if kg == "wikidata" else "dbr:"
            table.with_columns(
                pl.Series("label", [e.label for e in known]),
                pl.Series("types", [[t.replace("wd:", prefix) for t in e.types] for e in known]),
                pl.Series("description", [e.description for e in known]),
                pl.Series("hidden", [e.hidden for e in known]),
            ).write_parquet(staged.table("entities"))
            store.load(staged)
        ids = sorted({i for s, _, o in named for i in (s, o)})
        store.add_links(pl.DataFrame({"source": ids, "target": [i.replace("dbr:", "wd:") for i in ids]}))
        yield store


def test_agreement_counts_what_was_moved(world: GraphStore) -> None:
    links, rows = agreement(world, "wikidata", "dbpedia")
    assert links == next(i.entities for i in world.kgs() if i.kg == "dbpedia")
    births = next(r for r in rows if r.relation == "wdt:P19")
    changed = moved(raw_facts())
    assert births.other == "dbo:birthPlace"
    assert 0 < births.differ <= len(changed)
    assert births.only_one == births.only_other == births.unlinked == 0
    assert all(r.differ == 0 and r.same_name == 0 for r in rows if r.relation != "wdt:P19")


def test_disagreements_become_proven_pairs(world: GraphStore, tmp_path: Path) -> None:
    settings = Settings({}, generator="natural", against="dbpedia")
    report = generate(world, tmp_path / "one", settings, kg="wikidata")
    made = lines_of(tmp_path / "one")
    assert len(made) == sum(report.made.values()) > 3
    assert not report.shortfalls
    assert check(tmp_path / "one").faults == []
    elsewhere = {(s, o): other for (s, _, o), other in moved(raw_facts()).items()}
    for pair in made:
        against = pair["provenance"]["against"]
        assert (pair["provenance"]["generator"], against["kg"]) == ("natural", "dbpedia")
        here = {s["id"]: s for c in pair["contexts"].values() for s in c["statements"]}
        (conflict,) = pair["conflicts"]
        (original,), (perturbed,) = conflict["original"], conflict["perturbed"]
        (told,) = against["statements"]
        assert told["id"] == perturbed
        assert here[perturbed]["source"] == "made"
        assert told["relation"] == "dbo:birthPlace"
        assert told["subject"] == here[original]["subject"]["id"].replace("wd:", "dbr:")
        assert told["object"] == here[perturbed]["object"]["id"].replace("wd:", "dbr:")
        ends = here[original]["subject"]["id"], here[original]["object"]["id"]
        assert elsewhere[ends] == here[perturbed]["object"]["id"]
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text("utf-8"))
    causes = manifest["disagreements"]["wdt:P19"]
    assert sum(causes.values()) == next(r for r in agreement(world, "wikidata", "dbpedia")[1] if r.differ).differ
    assert causes["real"] >= len(made)
    generate(world, tmp_path / "two", settings, kg="wikidata")
    for name in ("instances.jsonl", "rejected.jsonl", "ontology.ttl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_graph_in_its_own_terms(world: GraphStore, tmp_path: Path) -> None:
    settings = Settings({}, generator="natural", against="wikidata")
    generate(world, tmp_path / "turned", settings, kg="dbpedia")
    made = lines_of(tmp_path / "turned")
    assert made
    assert check(tmp_path / "turned").faults == []
    for pair in made:
        (told,) = pair["provenance"]["against"]["statements"]
        here = {s["id"] for s in pair["contexts"]["perturbed"]["statements"]}
        assert told["id"] in here
        assert told["relation"] == "wdt:P19"
        assert pair["relations"] == ["dbo:birthPlace"]


def test_what_is_not_linked_is_refused(world: GraphStore, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no KG yago"):
        generate(world, tmp_path / "none", Settings({}, generator="natural", against="yago"), kg="wikidata")


def test_the_command_asks_for_both_graphs(tmp_path: Path) -> None:
    alone = contragraph("generate", "--generator", "natural", "--out", "d", cwd=tmp_path)
    assert (alone.code, alone.out) == (2, "")
    assert "--against" in alone.err
