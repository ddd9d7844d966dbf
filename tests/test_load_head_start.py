"""A store that begins with the entities while the facts are still being written ends as any other."""

from __future__ import annotations

import gzip
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.model import Order
from contragraph.graph.store import GraphStore, Staging
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.wikidata.wikidata5m import stage_wikidata5m
from tests.staged_kgs import geography, stage
from tests.stores import content
from tests.test_loaders_wikidata5m import release

FACTS_DO_NOT_FIT = 3_500_000
"""The table of facts is larger; that of entities, and a store with these, are not."""
OTHER = [("x:A", "x:near", "x:B"), ("x:A", "x:far", "x:C")]


def held(store: GraphStore) -> list[object]:
    """All that the store says of its graphs."""
    found: list[object] = []
    for info in store.kgs():
        found += [info, store.relations(info.kg), *content(store, info.kg)]
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


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file can be larger."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, hard)
        signal.signal(signal.SIGXFSZ, handler)


def begun(path: Path) -> list[str]:
    """What there is of a store, but for its lock, which others may wait for."""
    return sorted(each.name for each in path.parent.glob(f"{path.name}*") if each.suffix != ".lock")


def test_an_archive_that_is_cut_behind_the_entities_leaves_no_store(tmp_path: Path) -> None:
    files = release(tmp_path / "in")
    packed = gzip.compress("".join(f"P{number}\trelation {number}\n" for number in range(1, 9_000)).encode())
    cut = tmp_path / "in" / "cut.txt.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    path = tmp_path / "store.lbug"
    with pytest.raises(InputError, match=r"cut\.txt\.gz"), Receiver(f"ladybug:{path}") as receiver:
        receiver.load(stage_wikidata5m(replace(files, relations=cut), tmp_path / "out", ready=receiver.head_start)[0])
    assert begun(path) == []
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_is_full_behind_the_entities_leaves_what_was_there(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "store.lbug"
    before: list[object] = []
    if there:
        with Receiver(f"ladybug:{path}") as receiver:
            receiver.load(stage(tmp_path / "kg", "kg", OTHER))
        with open_store(f"ladybug:{path}", read_only=True) as store:
            before = held(store)
    many = "".join(f"Q{one}\tP{one * other % 97 + 1}\tQ{other}\n" for one in range(1, 300) for other in range(1, 1_700))
    files = release(tmp_path / "in", triples=many)
    seen: list[list[str]] = []

    def load() -> None:
        with Receiver(f"ladybug:{path}") as receiver, full_disk(FACTS_DO_NOT_FIT):

            def ready(staging: Staging) -> None:
                receiver.head_start(staging)
                seen.append(begun(path))

            receiver.load(stage_wikidata5m(files, tmp_path / "out", ready=ready)[0])

    with pytest.raises(StoreError, match="the disk is full"):
        load()
    assert [names[:2] for names in seen] == [["store.lbug", "store.lbug.new"]]
    assert begun(path) == (["store.lbug"] if there else [])
    assert not list(tmp_path.glob("out*"))
    if there:
        with open_store(f"ladybug:{path}") as store:
            assert held(store) == before


def test_a_store_that_was_there_empty_stays_when_a_load_fails(tmp_path: Path) -> None:
    path = tmp_path / "store.lbug"
    with open_store(f"ladybug:{path}", create=True):
        pass
    for left in (["store.lbug"], []):
        with pytest.raises(InputError, match="is missing"), Receiver(f"ladybug:{path}") as receiver:
            receiver.load(Staging(tmp_path / "nowhere", "kg", ""))
        assert begun(path) == left
        path.unlink(missing_ok=True)
