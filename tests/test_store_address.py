"""Addresses of stores, credentials, and servers that cannot be used."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from contragraph.graph.engines.address import parse_address
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.errors import InputError, StoreError, StoreLayoutError
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.staged_kgs import geography, stage


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONTRAGRAPH_STORE", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse_address().path == Path("contragraph.lbug")
    monkeypatch.setenv("CONTRAGRAPH_STORE", "ladybug:/a/b c.lbug")
    assert parse_address().path == Path("/a/b c.lbug")
    assert parse_address("ladybug:x").path == Path("x")
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2hunter2")
    monkeypatch.setenv("NEO4J_DATABASE", "kg")
    for scheme in ("neo4j", "neo4j+s", "bolt", "bolt+s"):
        found = parse_address(f"{scheme}://host:7687")
        assert (found.engine, found.username, found.database) == ("neo4j", "neo4j", "kg")
        assert "hunter2" not in repr(found)


@pytest.mark.parametrize(
    "text",
    ["ladybug:", "ladybug:x/", "file.lbug", "http://x", "neo4j://", "bolt://h:no", "bolt://h:99999", "bolt://h/x"],
)
def test_wrong_addresses(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2hunter2")
    with pytest.raises(InputError):
        parse_address(text)


@pytest.mark.parametrize("text", ["neo4j://neo4j:hunter2@host", "bolt://:hunter2@host:1", "http://u:hunter2@host"])
def test_secrets_in_addresses_are_refused_and_not_shown(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_address(text)
    assert "hunter2" not in str(caught.value)


def test_a_password_is_asked_for() -> None:
    with pytest.raises(InputError, match="set NEO4J_PASSWORD"):
        open_store("neo4j://localhost")


def test_an_unreachable_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2hunter2")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"bolt://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(StoreError, match="cannot be reached") as caught:
            open_store(address)
    assert caught.value.exit_code == 3
    assert "hunter2" not in str(caught.value)


@pytest.mark.neo4j
def test_a_wrong_password(neo4j_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2hunter2")
    with pytest.raises(StoreError, match="refuses the user or password") as caught:
        open_store(neo4j_address)
    assert "hunter2" not in str(caught.value)


@pytest.mark.neo4j
def test_a_server_store_of_another_layout(neo4j_address: str) -> None:
    from contragraph.graph.engines.neo4j.store import Neo4jStore

    with open_store(neo4j_address, create=True) as store:
        assert isinstance(store, Neo4jStore)
        store.send("MATCH (s:Store) SET s.layout = 99", {})
    with pytest.raises(StoreLayoutError, match="has layout 99"):
        open_store(neo4j_address)


@pytest.mark.neo4j
def test_a_half_loaded_kg_is_no_kg(neo4j_address: str, tmp_path: Path) -> None:
    from contragraph.graph.engines.neo4j.store import Neo4jStore

    staging = stage(tmp_path / "geo", "geo", geography())
    with open_store(neo4j_address, create=True) as store:
        assert isinstance(store, Neo4jStore)
        store.load(staging)
        whole = _everything(store)
        # what a load that was killed half-way leaves
        store.send("MATCH (k:Kg) SET k.complete = false", {})
        store.send("MATCH (e:Entity) WHERE e.id < 'wd:Q5' DETACH DELETE e", {})
    with open_store(neo4j_address) as store:
        assert store.kgs() == []
        with pytest.raises(StoreError, match="was not loaded to its end: load it again"):
            store.relations("geo")
        store.load(staging)
        assert _everything(store) == whole


def _everything(store: GraphStore) -> list[object]:
    nodes = "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY l, p.id, p.kg"
    facts = "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS t, r.rank AS r, b.id AS b ORDER BY a, t, r, b"
    return [*store.query(nodes), *store.query(facts)]


def test_relationship_types_are_plain_names() -> None:
    assert relationship_type("wdt:P36") == "P36"
    assert relationship_type("dbo:capital") == "dbo_capital"
    assert relationship_type("yago:hasCapital") == "yago_hasCapital"
    assert relationship_type("dbp:größe") == relationship_type("dbp:name") == "dbp"
    for odd in ("wdt:P36`", "wdt:P36\n", "x", "", "a:b c", "dbo:x%20", "wdt:SUBJECT)"):
        assert relationship_type(odd) == "other"


def test_engines_are_imported_only_when_used() -> None:
    heavy = ("neo4j", "ladybug", "pyarrow", "polars")
    code = f"import sys, contragraph.graph; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
