"""A store that begins with the entities while the facts are still being written ends as any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph import open_store
from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.model import Order
from contragraph.graph.receiving import Receiver
from contragraph.graph.store import GraphStore, Staging
from contragraph.loaders import stage_wikidata5m
from tests.staged_kgs import geography, stage
from tests.test_loaders_wikidata5m import release

OTHER = [("x:A", "x:near", "x:B"), ("x:A", "x:far", "x:C")]


def held(store: GraphStore) -> list[object]:
    """All that the store says of its graphs."""
    found: list[object] = []
    for info in store.kgs():
        snapshot = store.snapshot(info.kg, Order.of_seed(1))
        relations = store.relations(info.kg)
        links = sorted(snapshot.links(relation.id for relation in relations))
        found += [info, relations, sorted(map(repr, snapshot.every_entity())), links]
    return found


def test_the_store_is_the_same_beside_another_graph(tmp_path: Path) -> None:
    files = release(tmp_path / "in")
    found = []
    for begun in (False, True):
        address = f"ladybug:{tmp_path / str(begun)}.lbug"
        with open_store(address, create=True) as store:
            store.load(stage(tmp_path / "other", "other", OTHER))
        with Receiver(address) as receiver:
            staging, _ = stage_wikidata5m(files, tmp_path / "out", ready=receiver.head_start if begun else None)
            assert list(tmp_path.glob("*.new")) == ([tmp_path / "True.lbug.new"] if begun else [])
            receiver.load(staging)
        with open_store(address, read_only=True) as store:
            found.append(held(store))
    assert len(found[0]) == 8
    assert found[0] == found[1]
    assert not list(tmp_path.glob("*.new*"))


def test_what_was_begun_counts_for_these_tables_alone(tmp_path: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}", create=True) as store:
        store.head_start(stage(tmp_path / "one", "kg", geography(2)))
        store.load(stage(tmp_path / "two", "kg", OTHER))
        assert sorted(store.entities(["x:A", "x:B", "x:C"])) == ["x:A", "x:B", "x:C"]
        assert store.kgs()[0].entities == 3
        store.head_start(stage(tmp_path / "two", "kg", geography(2)))
        again = stage(tmp_path / "two", "kg", OTHER)
        store.load(again)
        assert store.kgs()[0].entities == 3
        assert len(store.facts(["x:A"], "out", Order.of_seed(1), 50)["x:A"]) == 2


def test_a_load_that_is_given_up_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    address = f"ladybug:{tmp_path / 'store.lbug'}"
    with open_store(address, create=True) as store:
        store.load(stage(tmp_path / "kg", "kg", OTHER))
        before = held(store)
        store.head_start(stage(tmp_path / "two", "two", geography(2)))
        assert (tmp_path / "store.lbug.new").exists()
        assert held(store) == before
    assert not list(tmp_path.glob("*.new*"))
    with open_store(address) as store:
        assert held(store) == before


def test_what_is_wrong_is_said_by_the_load(tmp_path: Path) -> None:
    address = f"ladybug:{tmp_path / 'store.lbug'}"
    with Receiver(address) as receiver:
        receiver.load(stage(tmp_path / "kg", "kg", OTHER))
        same = stage(tmp_path / "two", "two", OTHER)
        receiver.head_start(same)
        assert not list(tmp_path.glob("*.new*"))
        with pytest.raises(InputError, match="belongs to the KG kg"):
            receiver.load(same)
    with Receiver(f"ladybug:{tmp_path}") as receiver:
        receiver.head_start(same)
        with pytest.raises(StoreError, match="is a folder"):
            receiver.load(same)
    with open_store(address) as store:
        store.head_start(Staging(tmp_path / "nowhere", "kg", ""))
        assert [info.kg for info in store.kgs()] == ["kg"]
