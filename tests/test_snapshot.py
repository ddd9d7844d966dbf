"""A KG held in memory: the same answers as the store's own, and the same datasets."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

from contragraph.dataset.types import parse_plan
from contragraph.generation.knowledge import Knowledge
from contragraph.generation.run import Settings, generate
from contragraph.graph import engine, fact_index, ladybug_index, neo4j_index, open_store
from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Order
from contragraph.graph.snapshot import Snapshot
from contragraph.graph.store import Direction, GraphStore
from tests.made import sample_world
from tests.staged_kgs import geography, stage

ORDER = Order.of_seed(7)
YEARS = [("wd:Q1", "wdt:P571", Literal(str(year), "xsd:gYear", str(year))) for year in range(1900, 1912)]
BOTH: tuple[Direction, ...] = ("in", "out")


@pytest.fixture
def two_kgs(store: GraphStore, tmp_path: Path) -> GraphStore:
    store.load(stage(tmp_path / "other", "other", [("dbr:A", "dbo:capital", "dbr:B")]))
    aliases = {"wd:Q5": ["STRASSE", "straße"]}
    store.load(stage(tmp_path / "geo", "geo", geography(), literals=YEARS, aliases=aliases, hidden=["wd:Q6256"]))
    return store


@pytest.mark.parametrize("seed", [7, 8])
@pytest.mark.parametrize("whole", [True, False])
def test_a_kg_in_memory_answers_as_the_store_does(
    two_kgs: GraphStore, seed: int, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((ladybug_index, "AT_ONCE"), (engine, "PART"), (neo4j_index, "PART")):
        monkeypatch.setattr(module, name, 5)  # else this graph would be one part
    monkeypatch.setattr(fact_index, "_SOME_MORE", 2)
    order = Order.of_seed(seed)
    snapshot = two_kgs.snapshot("geo", order) if whole else two_kgs.fact_index("geo", order)
    ids = sorted({end for s, _, o in geography() for end in (s, o)})
    assert YEARS[0][2] in [f.object for f in two_kgs.facts(["wd:Q1"], "out", order, 99)["wd:Q1"]]
    for direction in BOTH:
        for hidden in (True, False):
            for limit in (1, 3, 5, 100):
                expected = two_kgs.facts(ids, direction, order, limit, hidden=hidden)
                found = snapshot.facts(ids, direction, order, limit, hidden=hidden)
                assert found == expected
                assert [[f.rank for f in some] for some in found.values()] == [
                    [f.rank for f in some] for some in expected.values()
                ]
    assert any(len(f) > 5 for f in snapshot.facts(ids, "out", order, 100).values()), "no limit was met"
    relations = [*sorted({r for _, r, _ in geography()}), "wdt:P571", "wdt:P999"]
    for relation in relations:
        for limit in (3, 99):
            for direction in BOTH:
                expected_members = two_kgs.members("geo", relation, direction, order, limit)
                assert snapshot.members("geo", relation, direction, order, limit) == expected_members
            seeds, expected_seeds = (s.seeds("geo", relation, order, limit) for s in (snapshot, two_kgs))
            assert [(f, f.rank) for f in seeds] == [(f, f.rank) for f in expected_seeds]
    assert snapshot.members("geo", "wdt:P36", "in", order, 99)
    if not isinstance(snapshot, Snapshot):
        assert snapshot.hidden() == two_kgs.hidden("geo") == {"wd:Q6256"}
        assert snapshot.entities([*ids, "wd:nothing", YEARS[0][2].id]) == two_kgs.entities(ids)
        return
    everyone = {e.id: e for e in snapshot.every_entity()}
    assert everyone == two_kgs.entities(sorted(everyone))
    assert everyone.keys() == {end for s, _, o in geography() for end in (s, o)}
    linked = ["wdt:P36", "wdt:P47", "wdt:P571", "wdt:P999"]
    assert sorted(snapshot.links(linked)) == sorted(t for t in geography() if t[1] in linked)
    wanted = ["wd:Q5", "wd:nobody", "wd:Q6256", "wd:Q5"]
    assert list(snapshot.entities(wanted).items()) == list(two_kgs.entities(wanted).items())
    assert snapshot.entities(["wd:Q5"])["wd:Q5"].aliases == ("STRASSE", "straße")


def test_a_snapshot_holds_its_own_kg_alone(two_kgs: GraphStore) -> None:
    snapshot = two_kgs.snapshot("geo", ORDER)
    assert snapshot.entities(["dbr:A"]) == {}
    assert snapshot.facts(["dbr:A", YEARS[0][2].id], "out", ORDER, 9) == {"dbr:A": [], YEARS[0][2].id: []}
    assert snapshot.facts([YEARS[0][2].id], "in", ORDER, 9) == {YEARS[0][2].id: []}
    other = two_kgs.snapshot("other", ORDER)
    assert [f.object for f in other.facts(["dbr:A"], "out", ORDER, 9)["dbr:A"]] == ["dbr:B"]
    assert other.facts(["wd:Q1"], "out", ORDER, 9) == {"wd:Q1": []}
    with pytest.raises(InputError, match="There is no KG mars"):
        two_kgs.snapshot("mars", ORDER)
    with pytest.raises(ValueError, match="the order that it was made in"):
        snapshot.facts(["wd:Q1"], "out", Order.of_seed(8), 9)


def test_a_graph_is_at_hand_but_for_a_few_questions(two_kgs: GraphStore) -> None:
    facts = next(info.facts for info in two_kgs.kgs() if info.kg == "geo")

    for limit in (facts - 1, facts):
        whole = Knowledge(two_kgs, "geo", ORDER, in_memory=limit)
        assert (whole.snapshot is None) == (limit < facts)
        assert next(whole.prefetch(["wd:Q1"]), None) is None
    asked = Knowledge(two_kgs, "geo", ORDER, read_whole=False)
    assert next(asked.prefetch(["wd:Q1"])) == {("out", "wd:Q1"), ("in", "wd:Q1"), ("entity", "wd:Q1")}


def test_in_memory_or_not_the_dataset_is_the_same(tmp_path: Path) -> None:
    shutil.copy(sample_world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    settings = Settings(parse_plan("1-single-hop=3,2-single-hop=2,1-multi-hop=3,2-multi-hop=2"))
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as store:
        for in_memory in (0, 1_000_000):
            report = generate(store, tmp_path / str(in_memory), settings, in_memory=in_memory)
            assert sum(report.made.values()) == 10
    names = sorted(p.name for p in (tmp_path / "0").iterdir())
    assert "instances.jsonl" in names
    for name in names:
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "1000000" / name).read_bytes(), name


def test_an_index_knows_until_when_facts_hold(store: GraphStore, tmp_path: Path) -> None:
    staging = stage(tmp_path / "geo", "geo", geography())
    facts = pl.read_parquet(staging.table("facts"))
    until = pl.when(pl.int_range(pl.len()) % 3 == 0).then(pl.lit("1990"))
    facts.with_columns(valid_from=pl.lit(None, dtype=pl.String), valid_to=until).write_parquet(staging.table("facts"))
    store.load(staging)
    index = store.fact_index("geo", ORDER)
    ids = sorted({end for s, _, o in geography() for end in (s, o)})
    for direction in BOTH:
        found = index.facts(ids, direction, ORDER, 100, hidden=True)
        assert found == store.facts(ids, direction, ORDER, 100, hidden=True)
        assert {f.valid_to for some in found.values() for f in some} == {None, "1990"}


@pytest.mark.parametrize("relation", ["wdt:P47", "dbp:neighbour", "no plain name"])
def test_what_a_type_and_ends_say_is_not_read_fact_by_fact(
    store: GraphStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, relation: str
) -> None:
    for module in (ladybug_index, engine, neo4j_index):
        monkeypatch.setattr(module, "AT_ONCE" if module is ladybug_index else "PART", 4)
    monkeypatch.setattr(neo4j_index, "_TIMES", frozenset())  # other tests wrote times into the same database
    if relation == "wdt:P47":
        monkeypatch.setattr(neo4j_index, "_facts", lambda *_: pytest.fail("each fact was looked at"))
    facts = [(s, relation if r == "wdt:P47" else r, o) for s, r, o in geography()]
    store.load(stage(tmp_path / "other", "other", [("dbr:A", "wdt:P36", "dbr:B")]))
    store.load(stage(tmp_path / "geo", "geo", facts))
    store.load(stage(tmp_path / "same", "same", [("dbr:C", "wdt:P36", "dbr:D")]))
    store.add_links(pl.DataFrame({"source": ["wd:Q1", "wd:Q2"], "target": ["dbr:A", "dbr:D"]}))
    index = store.fact_index("geo", ORDER)
    ids = sorted({end for s, _, o in facts for end in (s, o)})
    for direction in BOTH:
        found, expected = (s.facts(ids, direction, ORDER, 100, hidden=True) for s in (index, store))
        assert [(f, f.rank) for each in ids for f in found[each]] == [(f, f.rank) for i in ids for f in expected[i]]
    assert relation in {f.relation for some in found.values() for f in some}
    assert index.facts(["dbr:A", "dbr:C"], "out", ORDER, 100, hidden=True) == {"dbr:A": [], "dbr:C": []}
