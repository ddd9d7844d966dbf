"""One suite for both engines: loading, reading, writing, and what goes wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from contragraph.cypher import Value
from contragraph.graph.errors import InputError, QueryError, StoreError, StoreMissingError
from contragraph.graph.model import Literal, Order
from contragraph.graph.model.origin import Run
from contragraph.graph.model.versions import version_id
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.graph.stores.open import open_store
from tests.staged_kgs import AXIOMS, HOSTILE, geography, instance, stage

ORDER = Order.of_seed(7)
RUN = Run(7, "{}", "geo", "snap")
YEAR = Literal("1912", "xsd:gYear", "1912")


@pytest.fixture
def geo(store: GraphStore, tmp_path: Path) -> GraphStore:
    store.load(
        stage(
            tmp_path / "geo",
            "geo",
            geography(),
            literals=[("wd:Q1", "wdt:P571", YEAR)],
            labels={"wd:Q3": "Straße", "wd:Q4": "Ärger"},
            aliases={"wd:Q5": ["STRASSE", "straße"]},
            hidden=["wd:Q6256"],
        )
    )
    return store


def test_a_new_store_is_empty(store: GraphStore) -> None:
    assert store.kgs() == []
    assert store.entities(["wd:Q1"]) == {}
    assert store.existing([("wd:Q1", "wdt:P36", "wd:Q2")]) == set()
    with pytest.raises(InputError, match=r"There is no KG geo .*load it first"):
        store.relations("geo")


def test_no_store_is_made_unasked(address: str) -> None:
    with pytest.raises(StoreMissingError, match="load a KG first"):
        open_store(address)
    with pytest.raises(StoreMissingError, match="load a KG first"):
        open_store(address, read_only=True)


def test_what_a_loaded_kg_says(geo: GraphStore) -> None:
    (info,) = geo.kgs()
    assert info == KgInfo("geo", info.snapshot, entities=26, hidden=1, relations=7, facts=86)
    assert [(r.id, r.facts) for r in geo.relations("geo")] == [
        ("wdt:P1376", 12),
        ("wdt:P17", 12),
        ("wdt:P279", 1),
        ("wdt:P31", 24),
        ("wdt:P36", 12),
        ("wdt:P47", 24),
        ("wdt:P571", 1),
    ]
    assert geo.hidden("geo") == {"wd:Q6256"}


def test_reading_agrees_with_the_facts(geo: GraphStore) -> None:
    triples = set(geography())
    ids = sorted({end for s, _, o in triples for end in (s, o)})

    def place(s: str, r: str, o: str) -> int:
        from tests.fact_ranks import fact_rank

        return ORDER.key(fact_rank(s, r, o))

    out, into = geo.facts(ids, "out", ORDER, 100, hidden=True), geo.facts(ids, "in", ORDER, 100)
    for each in ids:
        expected = sorted((place(*t), t[1], t[2]) for t in triples if t[0] == each)
        if each == "wd:Q1":
            expected = sorted([*expected, (place("wd:Q1", "wdt:P571", YEAR.id), "wdt:P571", YEAR.id)])
        assert [(f.relation, f.statement.object_id) for f in out[each]] == [e[1:] for e in expected]
        expected = sorted((place(*t), t[1], t[0]) for t in triples if t[2] == each and t[0] != "wd:Q6256")
        assert [(f.relation, f.subject) for f in into[each]] == [e[1:] for e in expected]
    assert YEAR in [f.object for f in out["wd:Q1"]]
    assert [f.object for f in geo.facts(["wd:Q1"], "out", ORDER, 2)["wd:Q1"]] == [
        f.object for f in out["wd:Q1"] if f.object != "wd:Q6256"
    ][:2]
    assert geo.facts(["wd:nothing"], "out", ORDER, 5) == {"wd:nothing": []}
    assert geo.facts([], "in", ORDER, 5) == {}

    seeds = geo.seeds("geo", "wdt:P36", ORDER, 5)
    assert [f.statement for f in seeds] == [
        f.statement for f in sorted(geo.seeds("geo", "wdt:P36", ORDER, 99), key=lambda f: ORDER.key(f.rank))
    ][:5]
    assert geo.seeds("geo", "wdt:P279", ORDER, 5) == [], "both ends are hidden"
    wrong = ("wd:Q1", "wdt:P36", "wd:Q1002")
    literal = ("wd:Q1", "wdt:P571", YEAR.id)
    assert geo.existing([*triples, wrong, literal]) == triples | {literal}


def test_names_are_found_whatever_their_case(geo: GraphStore) -> None:
    assert [e.id for e in geo.find("STRASSE")] == ["wd:Q5"]
    assert {e.id for e in geo.find("straße")} == {"wd:Q3", "wd:Q5"}
    assert [e.id for e in geo.find("ÄRGER")] == ["wd:Q4"]
    assert geo.find("nobody") == []


def test_loading_again_replaces_that_kg_alone(geo: GraphStore, tmp_path: Path) -> None:
    geo.load(stage(tmp_path / "other", "other", [("dbr:A", "dbo:capital", "dbr:B"), ("dbr:A", "dbp:x%y", "dbr:C")]))
    geo.write_run(RUN)
    geo.write_instances(RUN, [("i1", instance(1))], AXIOMS)
    info = geo.load(stage(tmp_path / "geo2", "geo", geography(3)))
    assert [k.kg for k in geo.kgs()] == ["geo", "other"]
    assert geo.kgs()[0] == info
    assert geo.facts(["wd:Q9", "wd:Q1"], "out", ORDER, 9)["wd:Q9"] == []
    assert geo.existing([("dbr:A", "dbp:x%y", "dbr:C"), ("dbr:A", "dbo:capital", "dbr:B")]) == {
        ("dbr:A", "dbp:x%y", "dbr:C"),
        ("dbr:A", "dbo:capital", "dbr:B"),
    }
    assert geo.instance_ids(RUN.id) == ["i1"]
    joined = "MATCH (s:Statement)-[:SUBJECT]->(e:Entity) RETURN count(*) AS n"
    assert (
        next(geo.query(joined))["n"]
        == next(geo.query("MATCH (s:Statement) WHERE s.subject IN ['wd:Q1', 'wd:Q1001'] RETURN count(*) AS n"))["n"]
    )


def test_an_entity_of_another_kg_is_refused_and_nothing_changes(geo: GraphStore, tmp_path: Path) -> None:
    before = geo.kgs()
    with pytest.raises(InputError, match="wd:Q1 of the KG other belongs to the KG geo"):
        geo.load(stage(tmp_path / "other", "other", [("wd:Q1", "wdt:P99", "wd:Q77777")]))
    assert geo.kgs() == before
    assert geo.entities(["wd:Q77777"]) == {}


def test_bad_staging_is_refused_and_nothing_changes(geo: GraphStore, tmp_path: Path) -> None:
    before = geo.kgs()
    staging = stage(tmp_path / "bad", "geo", geography(2))
    staging.table("facts").write_bytes(b"no parquet")
    with pytest.raises(InputError, match=r"facts.parquet cannot be read"):
        geo.load(staging)
    staging.table("facts").unlink()
    with pytest.raises(InputError, match=r"facts.parquet is missing"):
        geo.load(staging)
    assert geo.kgs() == before
    assert len(geo.facts(["wd:Q1"], "out", ORDER, 99)["wd:Q1"]) == 4


def test_hostile_names_stay_data(store: GraphStore, tmp_path: Path) -> None:
    odd = ["wdt:P1`]->() DETACH DELETE n //", "dbp:größe {x}", "x:y z", "wdt:P31", "dbo:team%20x", "$type"]
    ids = ["wd:Q1", f"dbr:{HOSTILE}", "dbr:\uffee", "dbr:\U0001f600", "dbr:b'"]
    triples = [(ids[i % 5], odd[j], ids[(i + j) % 5]) for i in range(5) for j in range(6)]
    labels = {ids[0]: HOSTILE, ids[1]: "long " * 2000}
    store.load(stage(tmp_path / "kg", HOSTILE, triples, labels=labels, aliases={"wd:Q1": ["", HOSTILE, "}"]}))
    assert [k.kg for k in store.kgs()] == [HOSTILE]
    assert {e.id: e.label for e in store.entities(ids).values() if e.id in labels} == labels
    assert store.existing(triples) == set(triples)
    for relation in odd:
        found = {(f.subject, f.relation, f.object) for f in store.seeds(HOSTILE, relation, ORDER, 99)}
        assert found == {t for t in triples if t[1] == relation}
    assert [e.id for e in store.find(HOSTILE)] == ["wd:Q1"]
    assert [r.id for r in store.relations(HOSTILE)] == sorted(odd)


def _count(store: GraphStore) -> list[Value]:
    rows = [
        next(store.query("MATCH (n) RETURN count(n) AS n")),
        next(store.query("MATCH ()-[r]->() RETURN count(r) AS n")),
    ]
    return [row["n"] for row in rows]


def test_writing_twice_changes_nothing(geo: GraphStore) -> None:
    batch = [(f"i{n}", instance(n)) for n in range(8)]
    geo.write_run(RUN)
    geo.write_instances(RUN, batch[:5], AXIOMS)
    geo.write_instances(RUN, batch, AXIOMS)
    before = _count(geo)
    geo.write_run(RUN)
    geo.write_instances(RUN, batch, AXIOMS)
    geo.write_instances(RUN, [], AXIOMS)
    assert _count(geo) == before
    assert geo.instance_ids(RUN.id) == sorted(i for i, _ in batch)
    assert geo.instance_ids("none") == []


def test_a_batch_is_stored_whole_or_not_at_all(geo: GraphStore) -> None:
    geo.write_run(RUN)
    geo.write_instances(RUN, [("i1", instance(1))], AXIOMS)
    before = _count(geo)
    bad = instance(3)
    broken = [("i2", instance(2)), ("i3", bad)]
    # a hop count that is no number gets as far as the engine
    object.__setattr__(bad.conflicts[0], "hops", {"no": "number"})
    with pytest.raises((StoreError, TypeError, ValueError)):
        geo.write_instances(RUN, broken, AXIOMS)
    assert _count(geo) == before
    geo.write_instances(RUN, [("i2", instance(2))], AXIOMS)
    assert geo.instance_ids(RUN.id) == ["i1", "i2"]


def test_versions_texts_and_proofs_can_be_walked(geo: GraphStore) -> None:
    pair = instance(1)
    geo.write_run(RUN)
    geo.write_instances(RUN, [("i1", pair)], AXIOMS)
    versions = geo.run("explore.versions", instance="i1")
    original, perturbed = version_id(pair, "original"), version_id(pair, "perturbed")
    base = versions[0]["id"]
    assert versions == [
        {"id": base, "number": 0, "kind": "base", "parent": None},
        {"id": original, "number": 1, "kind": "original", "parent": base},
        {"id": perturbed, "number": 2, "kind": "perturbed", "parent": original},
    ]
    ids = [s.id for s in pair.original.statements]
    assert [r["id"] for r in geo.run("explore.version_adds", version=original)] == ids
    (removed,) = geo.run("explore.version_removes", version=perturbed)
    added = geo.run("explore.version_adds", version=perturbed)
    now = {r["id"] for r in added} | set(ids) - {removed["id"]}
    assert now == {s.id for s in pair.perturbed.statements}
    assert {r["source"] for r in added} == {"kg", "made"}
    text = geo.run("explore.text", version=perturbed)
    assert [r["statement"] for r in text] == [s.id for s in pair.perturbed.statements]
    (conflict,) = geo.run("explore.conflicts", instance="i1")
    proof = geo.run("explore.proof", conflict=conflict["id"])
    assert [(r["position"], r["rule"], r["text"]) for r in proof] == [
        (0, "inverse", "one capital"),
        (1, "functional", "one capital"),
    ]
    premises = (
        "MATCH (d:Derivation)-[:PREMISE]->(s:Statement)-[:SUBJECT]->(e:Entity) "
        "RETURN d.rule AS r, count(*) AS n ORDER BY r"
    )
    assert list(geo.query(premises)) == [{"r": "functional", "n": 3}, {"r": "inverse", "n": 1}]
    literal = "MATCH (s:Statement)-[:OBJECT]->(l:Literal) RETURN l.value AS v, s.relation AS r"
    assert list(geo.query(literal)) == [{"v": "1901", "r": "wdt:P571"}]


@pytest.mark.parametrize(
    "text",
    [
        "CREATE (:Entity {id: 'x'})",
        "MATCH (n:Entity) SET n.label = 'x'",
        "MATCH (n:Entity) DETACH DELETE n",
        "MATCH (n:Entity RETURN n",
        "MATCH (n:Entity) RETURN nothing.id",
    ],
)
def test_queries_that_write_or_are_wrong_are_refused(geo: GraphStore, text: str) -> None:
    before = _count(geo)
    with pytest.raises(QueryError):
        list(geo.query(text))
    assert _count(geo) == before


def test_named_queries_check_their_parameters(geo: GraphStore) -> None:
    assert len(geo.run("explore.hubs", kg="geo", limit=3)) == 3
    for name, params, message in (
        ("nope", {}, "no query named nope"),
        ("explore.hubs", {"kg": "geo"}, "needs the parameter limit"),
        ("explore.hubs", {"kg": "geo", "limit": "3"}, "must be of type int"),
        ("explore.hubs", {"kg": "geo", "limit": 3, "x": 1}, "has no parameter x"),
        ("store.write_layout", {"layout": 9}, "internal use"),
        ("kg.seeds", {"kg": "g", "relation": "r", "a": 1, "b": 1, "below": 1, "limit": 1}, "internal use"),
    ):
        with pytest.raises(QueryError, match=message):
            geo.run(name, **params)


def test_read_only_stores_refuse_writes(geo: GraphStore, address: str, tmp_path: Path) -> None:
    geo.close()
    with open_store(address, read_only=True) as reader:
        assert [k.kg for k in reader.kgs()] == ["geo"]
        assert next(reader.query("MATCH (n:Entity) RETURN count(n) AS n"))["n"] == 26
        with pytest.raises(StoreError, match="open for reading only"):
            reader.write_run(RUN)
        with pytest.raises(StoreError, match="open for reading only"):
            reader.load(stage(tmp_path / "again", "geo", geography(2)))


@pytest.mark.neo4j
def test_both_engines_answer_alike(tmp_path: Path, neo4j_address: str) -> None:
    draw = random.Random(3)
    ids = [f"wd:Q{i}" for i in range(60)] + ["wd:\uffee", "wd:\U0001f600"]
    triples = {(draw.choice(ids), f"wdt:P{draw.randrange(6)}", draw.choice(ids)) for _ in range(600)}
    hub = {("wd:Q0", "wdt:P1", f"wd:Q{i}") for i in range(2000)}
    staging = stage(tmp_path / "kg", "kg", sorted(triples | hub), hidden=ids[5:9])
    answers = []
    for place in (f"ladybug:{tmp_path / 'store.lbug'}", neo4j_address):
        with open_store(place, create=True) as each:
            each.load(staging)
            relations = [r.id for r in each.relations("kg")]
            answers.append(
                [
                    relations,
                    list(each.entities(ids).items()),
                    [each.seeds("kg", r, ORDER, 17) for r in relations],
                    [each.facts(ids, "out", ORDER, 7, hidden=h) for h in (True, False)],
                    [each.facts(ids, "in", ORDER, 7, hidden=h) for h in (True, False)],
                    each.existing([(s, r, o) for s in ids[:9] for r in relations for o in ids[:30]]),
                    each.find("q7"),
                ]
            )
    for ours, theirs in zip(*answers, strict=True):
        assert ours == theirs
