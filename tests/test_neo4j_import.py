"""Neo4j's own bulk import of the files that we write, against the online load and the embedded store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from contragraph import cypher
from contragraph.graph.doctor.audit import audit
from contragraph.graph.engines.neo4j.bulk import SCHEMA, command_line, write_import
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order
from contragraph.graph.store import GraphStore, Staging
from contragraph.graph.stores.open import open_store
from tests import neo4j_server
from tests.neo4j_content import complete
from tests.staged_kgs import HOSTILE, stage
from tests.test_valid_times import expected, held, timed

ORDER = Order.of_seed(7)
HOSTILE_FACTS = [("wd:Q1", "yago:is a", "wd:Q2"), ("wd:Q2", "dbp:x", "wd:Q1"), ("wd:Q1", "wdt:P36", "wd:Q2")]


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[GraphStore, Staging]]:
    """A server whose database was made by the import alone, then our schema; and what was staged."""
    if problem := neo4j_server.missing():
        pytest.skip(f"Neo4j: {problem}")
    staging = timed(tmp_path / "geo")
    write_import(staging, tmp_path / "import")
    with neo4j_server.server(tmp_path / "import") as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        complete(environment["NEO4J_URI"])
        assert (tmp_path / "import" / SCHEMA).read_text("utf-8") == cypher.get("schema.create", "neo4j").text + "\n"
        with open_store(environment["NEO4J_URI"]) as store:
            yield store, staging


@pytest.mark.neo4j
def test_the_import_makes_what_the_loader_makes(imported: tuple[GraphStore, Staging], tmp_path: Path) -> None:
    store, staging = imported
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}", create=True) as embedded:
        embedded.load(staging)
        assert held(store) == held(embedded) == expected()
        ids = sorted(str(row["id"]) for row in embedded.query("MATCH (e:Entity) RETURN e.id AS id"))
        assert store.entities(ids) == embedded.entities(ids)
        assert store.kgs() == embedded.kgs()
        assert store.relations("geo") == embedded.relations("geo")
        for direction in ("in", "out"):
            assert store.facts(ids, direction, ORDER, 50) == embedded.facts(ids, direction, ORDER, 50)
    assert audit(store) == []
    made = _everything(store)
    store.load(staging)
    assert _everything(store) == made


def _everything(store: GraphStore) -> list[str]:
    """All nodes and relationships with their labels, types and properties, in an order of their own."""
    nodes = store.query("MATCH (n) RETURN labels(n) AS what, properties(n) AS has")
    joins = store.query("MATCH (a)-[r]->(b) RETURN [a.id, type(r), b.id] AS what, properties(r) AS has")
    return sorted(
        repr((row["what"], sorted((k, v) for k, v in dict(row["has"]).items() if v not in ([], ""))))
        for row in [*nodes, *joins]
        if isinstance(row["has"], dict)
    )


def test_texts_that_mean_something_to_csv(tmp_path: Path) -> None:
    staging = stage(tmp_path / "kg", "kg", HOSTILE_FACTS, labels={"wd:Q1": HOSTILE}, aliases={"wd:Q2": ['a"', "b;c"]})
    info = write_import(staging, tmp_path / "import")
    assert (info.entities, info.facts) == (2, 3)
    entities = (tmp_path / "import" / "Entity.csv").read_text("utf-8")
    assert entities.startswith('"id:ID(Entity)","label","description","aliases:string[]","types:string[]","kg",')
    assert '"' + HOSTILE.replace('"', '""') + '"' in entities
    assert '"a""\x1fb;c"' in entities
    facts = (tmp_path / "import" / "facts.csv").read_text("utf-8").splitlines()
    times, counts = '"valid_from","valid_to"', '"objects:long","subjects:long"'
    assert facts[0] == f'":START_ID(Entity)",":END_ID(Entity)","relation","rank:long",{times},{counts},":TYPE"'
    assert [line.rsplit(",", 3)[1:] for line in facts[1:]] == [
        ["", "", '"P36"'],
        ["", "", '"other"'],
        ["", "", '"dbp"'],
    ]
    how, after = command_line(tmp_path / "import")
    assert "database import full neo4j @import.args" in how
    assert SCHEMA in after
    with pytest.raises(InputError, match="is there already"):
        write_import(staging, tmp_path / "import")
