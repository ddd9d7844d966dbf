"""Sets of documents in the graph, on both engines: what the queries answer is what stands in the files."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from contragraph.cypher import Value
from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import read_sets
from contragraph.graph.doctor.audit import audit
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.transfer import dump_run, load_run
from tests.made import sets
from tests.stores import everything, write, write_dataset

TRIPLE = "MATCH (s:ContextSet {id: $i})-[:HAS]->(c:Conflict) MATCH (s)-[:HOLDS]->(p:Passage)<-[:ACROSS]-(c)"
DAMAGES = (
    ("MATCH (s:ContextSet {id: $i})-[h:HOLDS]->(p:Passage {position: 0}) DELETE h", "one of its documents is missing"),
    (f"{TRIPLE} MATCH (c)-[a:ACROSS]->(p) DELETE a", "its contradictions are not those of the type conditional"),
    ("MATCH (s:ContextSet {id: $i})-[:HOLDS]->(p:Passage {position: 1}) SET p.body = 'x'", "not the text of a version"),
    ("MATCH (s:ContextSet {id: $i}) SET s.type = 'self'", "its contradictions are not those of the type self"),
    ("MATCH (s:ContextSet {id: $i})-[m:MADE_BY]->(:Run) DELETE m", "nothing that was made leads to it"),
    (f"{TRIPLE} MATCH (p)-[t:TELLS]->(:Version) DELETE t",
     "does not stand in one of its documents"),
)  # fmt: skip


def records() -> list[SetRecord]:
    return [record for _, record in read_sets(sets())]


def test_queries_answer_what_the_files_say(store: GraphStore) -> None:
    """Written twice, sets are there once."""
    write_dataset(store, sets())
    before = everything(store)
    write_dataset(store, sets())
    assert everything(store) == before
    assert audit(store) == []
    counted = Counter((r.kg, r.type, r.shape, r.position) for r in records())
    assert {tuple(row.values()) for row in store.run("contexts.by_type")} == {(*k, n) for k, n in counted.items()}
    for record in records():
        taking = Counter(place for conflict in record.conflicts for place in conflict.documents)
        told = [(n + 1, d.title, d.role, taking[n], d.text) for n, d in enumerate(record.documents)]
        assert [tuple(row.values()) for row in store.run("contexts.documents_of", set=record.id)] == told
        stated = {
            (n + 1, document.text[sentence.start : sentence.end].strip())
            for conflict in record.conflicts
            for n in conflict.documents
            for document in [record.documents[n]]
            for sentence in document.sentences
            if {*sentence.statements} & {*conflict.statements}
        }
        rows = store.run("contexts.condition_of", set=record.id)
        assert {(row["document"], row["sentence"]) for row in rows} == stated
        assert {row["documents"] for row in rows} == {c.k for c in record.conflicts}
        roles = {row["role"] for row in rows}
        assert ({"original", "made up"} <= roles) == bool(record.conflicts)
        assert ("condition" in roles) >= (record.type == "conditional")
    missed: list[Value] = [r.id for r in records() if r.type == "pair"]
    rows = store.run("contexts.missed_by", missed=missed)
    assert sum(int(str(row["sets"])) for row in rows) == len(records())
    assert {row["type"]: row["missed"] == row["sets"] for row in rows}["pair"]
    assert sum(int(str(row["missed"])) for row in rows) == len(missed)


@pytest.mark.parametrize(("damage", "problem"), DAMAGES, ids=range(len(DAMAGES)))
def test_damage_is_found(tmp_path: Path, whole: Path, damage: str, problem: str) -> None:
    address = f"ladybug:{shutil.copy(whole, tmp_path / 'store.lbug')}"
    (one, *_) = (r for r in records() if r.type == "conditional")
    write(address, (damage, {"i": one.id}))
    with open_store(address, read_only=True) as store:
        assert any(problem in finding.problem for finding in audit(store))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the sets alone."""
    path = tmp_path_factory.mktemp("sets") / "store.lbug"
    with open_store(f"ladybug:{path}", create=True) as store:
        write_dataset(store, sets())
    return path


def test_a_run_moves_and_goes(store: GraphStore, tmp_path: Path) -> None:
    """A dump of the run has everything; deleted, nothing of it is left."""
    write_dataset(store, sets())
    whole = everything(store)
    (run,) = (str(row["id"]) for row in store.run("doctor.runs"))
    counts = dump_run(store, run, tmp_path / "dump")
    assert counts["ContextSet"] == len(records())
    assert counts["Passage"] == sum(len(r.documents) for r in records())
    store.delete_run(run)
    assert [json.loads(each)[1] for each in everything(store)] == ["Store"]
    load_run(store, tmp_path / "dump")
    assert everything(store) == whole


def test_generate_stores_what_it_wrote() -> None:
    """The store that the sets were made from holds them, beside the graph."""
    with open_store(f"ladybug:{sets().parent / 'sets.lbug'}", read_only=True) as store:
        assert [row["id"] for row in store.query("MATCH (s:ContextSet) RETURN s.id AS id ORDER BY id")] == sorted(
            record.id for record in records()
        )
        (one, *_) = (r for r in records() if r.conflicts)
        made = [s for document in one.documents for s in document.statements if s.source == "made"]
        assert one.id in {row["set"] for row in store.run("contexts.about", entity=made[0].subject.id)}
        assert audit(store) == []
