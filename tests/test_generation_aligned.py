"""Pairs from graphs that do not speak Wikidata's terms: the sample with the relations of other graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from contragraph.dataset.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.lensed import Lensed, LensedSnapshot
from contragraph.generation.periods.estimate import read_periods
from contragraph.generation.run import Settings, generate
from contragraph.graph import open_store
from contragraph.graph.model import Order, Relation, Statement
from contragraph.graph.store import Direction, GraphStore
from contragraph.ontology.alignment import load_alignment
from contragraph.ontology.axioms import Role
from contragraph.ontology.translate import Lens
from contragraph.ontology.vocabulary import lens_of, vocabulary_of
from tests.cli import contragraph
from tests.made import lines_of, raw_facts, sample_world
from tests.staged_kgs import Triple, stage

TONGUES = {"plain": "wd:", "dbpedia": "dbr:", "yago": "yago:"}
"""The prefixes of entities of each graph."""
PLAN = "1-single-hop=4,2-multi-hop=2"
ORDER = Order.of_seed(7)
BOTH: tuple[Direction, ...] = ("in", "out")


def retold(prefixes: tuple[str, ...]) -> Lens:
    """A lens through which a graph that has every matching relation of these prefixes is seen."""
    return lens_of(load_alignment(), {r: 1 for r in load_alignment().exact if r.partition(":")[0] in prefixes})


def told_by(lens: Lens, triples: frozenset[Triple]) -> list[Triple]:
    """The facts of relations that the graph has, in its terms; all of them where none matches."""
    has = {role.relation for role in lens.exact.values()}
    own = (lens.own.statement(Statement(*triple)) for triple in triples if not has or triple[1] in has)
    return sorted((s.subject, s.relation, str(s.object)) for s in own)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    """The sample in three tongues: Wikidata's, DBpedia's, and YAGO's, of which much is turned round."""
    folder = tmp_path_factory.mktemp("aligned")
    with open_store(f"ladybug:{sample_world() / 'contragraph.lbug'}", read_only=True) as sample:
        everyone = {e.id: e for e in sample.snapshot("wikidata5m", ORDER).every_entity()}
    with open_store(f"ladybug:{folder / 'store.lbug'}", create=True) as store:
        for kg, prefixes in (("plain", ()), ("dbpedia", ("dbo", "rdf")), ("yago", ("yago",))):
            triples = told_by(retold(prefixes), raw_facts())
            # One graph's things are not another's: their ids differ, as they do in life.
            mine = {i: i.replace("wd:", TONGUES[kg]) for i in everyone}
            named = [(mine[s], r, mine[o]) for s, r, o in triples]
            staged = stage(folder / kg, kg, named, labels={mine[i]: e.label for i, e in everyone.items()})
            table = pl.read_parquet(staged.table("entities"))
            back = {own: everyone[i] for i, own in mine.items()}
            table.with_columns(
                pl.Series("types", [[mine.get(t, t) for t in back[i].types] for i in table["id"]]),
                pl.Series("description", [back[i].description for i in table["id"]]),
                pl.Series("hidden", [back[i].hidden for i in table["id"]]),
            ).write_parquet(staged.table("entities"))
            store.load(staged)
        yield store


@pytest.mark.parametrize("kg", ["dbpedia", "yago"])
def test_a_graph_is_seen_as_wikidata_is(world: GraphStore, kg: str) -> None:
    relations = world.relations(kg)
    lens = vocabulary_of(relations).lens
    assert len(lens.exact) > 8
    assert any(role.inverse for role in lens.exact.values())
    prefix = TONGUES[kg]
    has = {role.relation for role in lens.exact.values()}
    plain, seen = world.snapshot("plain", ORDER), LensedSnapshot(world.snapshot(kg, ORDER), lens)
    stored = Lensed(world, lens)
    ids = sorted({s for s, _, _ in raw_facts()})[::40]
    own = [i.replace("wd:", prefix) for i in ids]
    for direction in BOTH:
        expected = plain.facts(ids, direction, ORDER, 400, hidden=True)
        found = seen.facts(own, direction, ORDER, 400, hidden=True)
        assert stored.facts(own, direction, ORDER, 400, hidden=True) == found
        for i, mine in zip(ids, own, strict=True):
            told = {(f.subject, f.relation, str(f.object)) for f in found[mine]}
            assert told == {
                (f.subject.replace("wd:", prefix), f.relation, str(f.object).replace("wd:", prefix))
                for f in expected[i]
                if f.relation in has
            }
    for relation in [*sorted({"wdt:P161", "wdt:P19", "wdt:P36"} & has), "wdt:P999"]:
        for direction in BOTH:
            members = {m.id for m in plain.members("plain", relation, direction, ORDER, 9999)}
            mine_ = {m.id for m in seen.members(kg, relation, direction, ORDER, 9999)}
            assert mine_ == {i.replace("wd:", prefix) for i in members}
        assert len(seen.seeds(kg, relation, ORDER, 9999)) == len(plain.seeds("plain", relation, ORDER, 9999))
    known = read_periods(world, kg, seen)
    assert read_periods(world, kg, lens=lens).known == known.known
    assert len(known.known) > 50


@pytest.mark.parametrize("kg", ["dbpedia", "yago"])
def test_pairs_are_told_and_proven_in_the_terms_of_their_graph(world: GraphStore, kg: str, tmp_path: Path) -> None:
    report = generate(world, tmp_path / "out", Settings(parse_plan(PLAN)), kg=kg)
    assert not report.shortfalls
    assert check(tmp_path / "out").accepted
    lens = vocabulary_of(world.relations(kg)).lens
    seen_as = {role.relation for role in lens.exact.values()}
    everything = "".join(p.read_text("utf-8") for p in sorted((tmp_path / "out").iterdir()))
    assert not [r for r in seen_as if f'"{r}"' in everything]
    facts = {tuple(s) for s in told_by(retold(("dbo", "rdf") if kg == "dbpedia" else ("yago",)), raw_facts())}
    prefix = TONGUES[kg]
    own = 0
    for line in lines_of(tmp_path / "out"):
        assert line["kg"] == kg
        for statement in line["contexts"]["original"]["statements"]:
            ends = [statement[end]["id"].replace(prefix, "wd:") for end in ("subject", "object")]
            assert (ends[0], statement["relation"]["id"], ends[1]) in facts
            own += statement["relation"]["id"] in lens.exact
    assert own > 5
    assert report.relations.keys() <= {r.id for r in world.relations(kg)}
    assert generate(world, tmp_path / "again", Settings(parse_plan(PLAN)), kg=kg, in_memory=0).made == report.made
    assert (tmp_path / "again" / "instances.jsonl").read_bytes() == (tmp_path / "out" / "instances.jsonl").read_bytes()
    shown = contragraph("show", "out", "1", cwd=tmp_path)
    assert shown.code == 0
    assert "CONFLICT 1" in shown.out


def test_one_dataset_of_all_graphs_has_an_even_share_of_each(world: GraphStore, tmp_path: Path) -> None:
    report = generate(world, tmp_path / "out", Settings(parse_plan("1-single-hop=4,1-multi-hop=2")), kg="all")
    lines = lines_of(tmp_path / "out")
    kgs = [line["kg"] for line in lines]
    assert len(lines) == 6
    assert {kg: kgs.count(kg) for kg in kgs} == {"dbpedia": 2, "plain": 2, "yago": 2}
    assert check(tmp_path / "out").accepted
    assert set(world.instance_ids(report.run)) == {line["id"] for line in lines}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    assert manifest["settings"]["kg"] == "all"
    assert manifest["settings"]["kgs"].keys() == {"dbpedia", "plain", "yago"}
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "license: cc-by-sa-4.0" in card
    assert all(name in card for name in ("dbpedia.org", "yago-knowledge.org", "wikidata.org"))


def test_a_graph_without_any_match_is_seen_as_it_is() -> None:
    vocabulary = vocabulary_of([Relation("dbo:noSuchRelation", "", facts=1)])
    assert not vocabulary.lens.exact
    assert vocabulary.lens.seen.relation("dbo:noSuchRelation") == Role("dbo:noSuchRelation")
