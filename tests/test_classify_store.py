"""A classified dataset in the graph, on both engines, and the queries that compare datasets."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from contragraph.documents.classify import Classified, classify
from contragraph.documents.records import TextPair
from contragraph.documents.stored import store_classified
from contragraph.graph.errors import InputError
from contragraph.graph.lock import StoreLock
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph, world

FIRST = (
    TextPair("a", ("Anna Roth was born in 1820 in Bern.", "Anna Roth was born in 1825 in Bern."), "When?"),
    TextPair("b", ("The estate covers 20 acres.", "The estate covers 30 acres.")),
)
SECOND = (TextPair("a", ("Bea Lind was born in 1901.", "Bea Lind was born in 1911.")),)


def items(name: str, pairs: tuple[TextPair, ...]) -> list[Classified]:
    return [classify(name, pair) for pair in pairs]


def test_datasets_are_nodes_that_queries_compare(store: GraphStore) -> None:
    """Written twice they are there once; both engines answer alike."""
    for _ in range(2):
        store_classified(store, "first", "generic", items("first", FIRST), "rules")
    store_classified(store, "second", "generic", items("second", SECOND), "rules")
    held = [(row["name"], row["items"]) for row in store.run("datasets.held")]
    assert held == [("first", 2), ("second", 1)]
    assert store.run("datasets.types") == [
        {"dataset": "first", "type": "1-single-hop", "found": 2},
        {"dataset": "second", "type": "1-single-hop", "found": 1},
    ]
    causes = [(r["dataset"], r["cause"], r["conflicts"]) for r in store.run("datasets.causes")]
    assert causes == [("first", "number", 1), ("first", "time", 1), ("second", "time", 1)]
    only = store.run("datasets.relations_only_in", dataset="first", never_in="second", limit=10)
    assert "cover" in [row["relation"] for row in only]
    assert "born" not in [row["relation"] for row in only]
    evidence = store.run("datasets.evidence", item="b")
    assert [(row["passage"], row["words"]) for row in evidence] == [(0, "20"), (1, "30")]
    assert evidence[0]["sentence"] == "The estate covers 20 acres."


def test_another_dataset_of_the_same_name_is_refused(store: GraphStore) -> None:
    store_classified(store, "first", "generic", items("first", FIRST), "rules")
    with pytest.raises(InputError, match="another dataset called first"):
        store_classified(store, "first", "generic", items("first", SECOND), "rules")


def test_ends_are_linked_to_a_loaded_graph(tmp_path: Path) -> None:
    """What is said of Berlin is said of the Berlin of the graph."""
    shutil.copy(world() / "contragraph.lbug", tmp_path / "own.lbug")
    pairs = (TextPair("x", ("Berlin was founded in 1237.", "Berlin was founded in 1307.")),)
    with open_store(f"ladybug:{tmp_path / 'own.lbug'}") as store:
        assert store_classified(store, "linked", "generic", items("linked", pairs), "rules") == 1
        rows = store.run("datasets.claims", entity="wd:Q64", limit=10)
    assert [(row["dataset"], row["subject"], row["object"]) for row in rows] == [
        ("linked", "Berlin", "1237"),
        ("linked", "Berlin", "1307"),
    ]


def test_one_that_could_not_be_saved_leaves_no_folder_and_is_done_again(tmp_path: Path) -> None:
    """A folder that is there is not written to: were it written first, what was not saved would never be."""
    (tmp_path / "pairs.jsonl").write_text(
        json.dumps({"text_a": FIRST[1].texts[0], "text_b": FIRST[1].texts[1]}), "utf-8"
    )
    given = ("classify", "pairs.jsonl", "--out", "kinds", "--save")
    lock = StoreLock(tmp_path / "contragraph.lbug", shared=False)
    try:
        assert contragraph(*given, cwd=tmp_path).code == 3
    finally:
        lock.release()
    assert not (tmp_path / "kinds").exists()
    done = contragraph(*given, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "kinds" / "items.jsonl").exists()
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as store:
        assert [row["items"] for row in store.run("datasets.held")] == [1]
    assert "holds files already" in contragraph(*given, cwd=tmp_path).err
