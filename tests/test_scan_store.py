"""A scan in the graph, on both engines: documents once, their statements, and what contradicts what."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from contragraph.documents import stored
from contragraph.documents.documents import NamedText
from contragraph.documents.scan import Scan, scan
from contragraph.documents.stored import store_scan
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph, world

NOTES = (
    NamedText("a.txt", "The Old Mill of Tarn was built in 1820 by Anna Roth. It has two wheels."),
    NamedText("b.txt", "Beru is a town of ceramics."),
    NamedText("c.txt", "The Old Mill of Tarn was built in 1920 by Anna Roth."),
    NamedText("d.txt", "The Old Mill of Tarn was built in 1720 by Anna Roth."),
)
MILLS = {(0, 2), (0, 3), (2, 3)}


def rows_of(store: GraphStore, dataset: str) -> list[dict[str, object]]:
    return [dict(row) for row in store.run("datasets.contradictions", dataset=dataset, limit=50)]


def test_documents_stand_once_whatever_contradicts_them(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written in many small transactions, and again, they are as they were written at once; both engines alike."""
    found = scan(NOTES)
    monkeypatch.setattr(stored, "NODES", 2)
    store_scan(store, "notes", found, "rules")
    monkeypatch.setattr(stored, "NODES", 10_000)
    store_scan(store, "notes", found, "rules")
    assert [(r["name"], r["layout"], r["items"]) for r in store.run("datasets.held")] == [("notes", "documents", 1)]
    assert store.run("datasets.types") == [{"dataset": "notes", "type": "3-single-hop", "found": 1}]
    causes = [(r["dataset"], r["cause"], r["conflicts"]) for r in store.run("datasets.causes")]
    assert causes == [("notes", "time", 3)]
    rows = rows_of(store, "notes")
    assert {(row["first"], row["second"]) for row in rows} == MILLS
    named = {(row["first_document"], row["second_document"], row["says"], row["but"]) for row in rows}
    built = "The Old Mill of Tarn was built in {} by Anna Roth."
    assert ("a.txt", "c.txt", built.format(1820), built.format(1920)) in named
    evidence = store.run("datasets.evidence", item="notes")
    assert {row["document"] for row in evidence} == {"a.txt", "c.txt", "d.txt"}
    read = "MATCH (:Item)-[:COMPARES]->(p:Passage)-[:READS]->(l:Line)"
    counted = list(store.query(f"{read} RETURN count(DISTINCT p) AS texts, count(l) AS lines"))
    assert counted == [{"texts": 4, "lines": 5}]


def test_another_scan_of_the_same_name_is_refused(store: GraphStore) -> None:
    """Another text, another name of a document, another bar: each is another result."""
    store_scan(store, "notes", scan(NOTES), "rules")
    others: list[tuple[Scan, str]] = [
        (scan(NOTES[:3]), "rules"),
        (scan([*NOTES[:3], NamedText("e.txt", NOTES[3].text)]), "rules"),
        (scan(NOTES), "other rules"),
    ]
    for found, settings in others:
        with pytest.raises(InputError, match="another dataset called notes"):
            store_scan(store, "notes", found, settings)
    store_scan(store, "other notes", others[0][0], "rules")
    assert {(row["first"], row["second"]) for row in rows_of(store, "other notes")} == {(0, 2)}


def test_passages_of_a_trace_are_an_item_for_each_question(store: GraphStore) -> None:
    trace = [
        NamedText(f"question {n}, passage {k}", d.text, str(n)) for n in (1, 2) for k, d in enumerate(NOTES[:3], 1)
    ]
    store_scan(store, "trace", scan(trace), "rules")
    assert [(row["item"], row["first"], row["second"]) for row in rows_of(store, "trace")] == [
        ("1", 0, 2),
        ("2", 0, 2),
    ]


def test_the_command_links_what_documents_say_to_a_loaded_graph(tmp_path: Path) -> None:
    """Said of Berlin is said of the Berlin of the graph, and the document that says it is named."""
    shutil.copy(world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    (tmp_path / "notes.v1").mkdir()
    for name, year in (("old.txt", 1237), ("new.md", 1307)):
        (tmp_path / "notes.v1" / name).write_text(f"Berlin was founded in {year}.", "utf-8")
    for _ in range(2):
        done = contragraph("scan", "notes.v1", "--save", "--format", "json", cwd=tmp_path)
        assert done.code == 0, done.err
    (row,) = json.loads(done.out)
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as store:
        claims = store.run("datasets.claims", entity="wd:Q64", limit=9)
        (saved,) = store.run("datasets.contradictions", dataset="notes.v1", limit=9)
    said = [(claim["dataset"], claim["document"], claim["object"]) for claim in claims]
    assert said == [("notes.v1", "old.txt", "1237"), ("notes.v1", "new.md", "1307")]
    assert (saved["first_document"], saved["says"], saved["but"]) == (row["first"], row["says"], row["but"])
    (tmp_path / "notes.v1" / "new.md").write_text("Berlin was founded in 1237.", "utf-8")
    refused = contragraph("scan", "notes.v1", "--save", cwd=tmp_path)
    assert refused.code == 2
    assert "another dataset called notes.v1" in refused.err
    assert contragraph("scan", "notes.v1", "--save", "--name", "later", cwd=tmp_path).code == 0
