"""Several KGs in one store that have a relation in common, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore, Staging
from tests.staged_kgs import stage


def small(folder: Path, kg: str, *, ours: bool = True) -> Staging:
    triples = [(f"{kg}:A", "rdf:type", f"{kg}:City"), (f"{kg}:B", "rdf:type", f"{kg}:City")]
    if ours:
        triples.append((f"{kg}:A", f"{kg}:near", f"{kg}:B"))
    return stage(folder / kg, kg, triples)


def counts(store: GraphStore, kg: str) -> dict[str, int]:
    return {relation.id: relation.facts for relation in store.relations(kg) if relation.kg == kg}


def test_each_has_its_own_count(store: GraphStore, tmp_path: Path) -> None:
    for kg in ("one", "two", "three"):
        store.load(small(tmp_path, kg))
    for kg in ("one", "two", "three"):
        assert counts(store, kg) == {"rdf:type": 2, f"{kg}:near": 1}
    assert [info.relations for info in store.kgs()] == [2, 2, 2]
    assert audit(store) == []


def test_it_stays_when_the_other_is_loaded_again(store: GraphStore, tmp_path: Path) -> None:
    store.load(small(tmp_path, "one"))
    store.load(small(tmp_path, "two"))
    store.load(small(tmp_path / "again", "one", ours=False))
    assert counts(store, "one") == {"rdf:type": 2}
    assert counts(store, "two") == {"rdf:type": 2, "two:near": 1}
    assert audit(store) == []
    store.load(small(tmp_path / "again", "two", ours=False))
    assert counts(store, "two") == {"rdf:type": 2}
    assert audit(store) == []


def test_an_entity_has_one_kg(store: GraphStore, tmp_path: Path) -> None:
    store.load(small(tmp_path, "one"))
    other = stage(tmp_path / "two", "two", [("two:A", "two:near", "one:A")])
    with pytest.raises(InputError, match="Entity one:A of the KG two belongs to the KG one"):
        store.load(other)
    assert [info.kg for info in store.kgs()] == ["one"]
