"""The bundle for Neo4j: imported by Neo4j's own admin tool, it is the graph that the store writes into a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from contragraph import cypher
from contragraph.dataset.files.reading import read_manifest
from contragraph.graph.doctor.audit import audit
from contragraph.graph.stores.open import open_store
from tests.exporting import exported, hard_dataset
from tests.made import Line, lines_of
from tests.neo4j_server import server
from tests.staged_kgs import Triple, stage
from tests.stores import write_dataset

pytestmark = pytest.mark.neo4j
Graph = tuple[dict[tuple[str, str], dict[str, Any]], set[tuple[Any, ...]]]
"""Properties of nodes by label and id; relationships as type, ends, properties."""


@pytest.fixture(scope="module")
def imported(
    neo4j_environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, str]]:
    """A second server, started on what the admin tool made of the bundle, with the schema of the bundle."""
    del neo4j_environment  # it skips, or fails in CI, where no server can be started
    folder = tmp_path_factory.mktemp("bundle") / "out"
    exported("neo4j", folder)
    with server(bundle=folder) as environment:
        schema = (folder / "schema.cypher").read_text("utf-8")
        with driver(environment) as connection:
            for statement in filter(None, map(str.strip, schema.split(";\n"))):
                connection.execute_query(statement.rstrip(";"))
        yield environment


def driver(environment: Mapping[str, str]) -> Any:  # noqa: ANN401
    import neo4j

    auth = (environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"])
    return neo4j.GraphDatabase.driver(environment["NEO4J_URI"], auth=auth)


def graph(environment: Mapping[str, str]) -> Graph:
    """What was made, and the entities that its statements are about, as the driver gives them."""
    with driver(environment) as connection:
        nodes = connection.execute_query(
            "MATCH (n) WHERE n.id IS NOT NULL RETURN labels(n)[0] AS l, properties(n) AS p"
        )
        joins = connection.execute_query(
            "MATCH (a)-[r]->(b) WHERE r.relation IS NULL "
            "RETURN type(r) AS t, labels(a)[0] AS l, a.id AS a, labels(b)[0] AS m, b.id AS b, properties(r) AS p"
        )
    ends = {r["b"] for r in joins.records if r["m"] == "Entity"}
    found = {
        (r["l"], r["p"]["id"]): r["p"]
        for r in nodes.records
        if r["l"] != "Relation" and (r["l"] != "Entity" or r["p"]["id"] in ends)
    }
    relationships = {(r["t"], r["l"], r["a"], r["m"], r["b"], *sorted(r["p"].items())) for r in joins.records}
    assert len(relationships) == len(joins.records)
    return found, relationships


def statements_of(line: Line) -> list[Line]:
    """What the texts of a pair state, and what it takes for granted."""
    told = [s for context in line["contexts"].values() for s in context["statements"]]
    return [*told, *line.get("background", [])]


def write_into(address: str, folder: Path) -> None:
    """Bring the dataset into the server as ``generate`` does, on a graph of the facts that it states."""
    source = hard_dataset()
    spoken = [s for line in lines_of(source) for s in statements_of(line)]
    nodes = [n for s in spoken for n in (s["subject"], s["object"]) if "id" in n]
    triples: list[Triple] = sorted(
        {
            (s["subject"]["id"], s["relation"]["id"], s["object"]["id"])
            for s in spoken
            if s["source"] == "kg" and "id" in s["object"] and not s["negated"]
        }
    )
    labels: dict[str, str] = {}
    for node in nodes:
        labels[node["id"]] = max(labels.get(node["id"], node["label"]), node["label"])
    settings = read_manifest(source)["settings"]
    assert isinstance(settings, dict)
    with open_store(address, create=True) as store:
        store.load(stage(folder, settings["kg"], triples, labels=labels))
        write_dataset(store, source)


def test_the_imported_graph_is_the_written_one(
    neo4j_address: str, neo4j_environment: Mapping[str, str], imported: Mapping[str, str], tmp_path: Path
) -> None:
    """Every node, relationship and property; of entities what the dataset says of them."""
    write_into(neo4j_address, tmp_path / "staged")
    ours, theirs = graph(imported), graph(neo4j_environment)
    assert ours[1] == theirs[1]
    assert set(ours[0]) == set(theirs[0])
    several = {("Entity", node) for node in ambiguous()}
    for key, properties in ours[0].items():
        if key[0] == "Entity":
            told = {name: value for name, value in theirs[0][key].items() if name in properties}
            assert key in several or properties == told
            assert set(properties) == {"id", "label", "kg", "names"}
        else:
            assert properties == theirs[0][key]
    kinds = {label for label, _ in ours[0]}
    assert {"Instance", "Version", "Statement", "Text", "Sentence", "Conflict", "Derivation", "Literal"} <= kinds


def ambiguous() -> set[str]:
    """Entities that the hard dataset calls differently in its pairs."""
    labels: dict[str, set[str]] = {}
    for line in lines_of(hard_dataset()):
        for s in statements_of(line):
            for node in (s["subject"], s["object"]):
                if "id" in node:
                    labels.setdefault(node["id"], set()).add(node["label"])
    return {node for node, names in labels.items() if len(names) > 1}


def test_the_imported_database_is_a_store(imported: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens, the named queries run on it, the audit finds nothing, and it has the constraints and indexes."""
    for name, value in imported.items():
        monkeypatch.setenv(name, value)
    with open_store(imported["NEO4J_URI"], read_only=True) as store:
        assert len(store.instance_ids(str(read_manifest(hard_dataset())["run"]))) == 16
        assert store.run("explore.runs")
        assert audit(store) == []
    with driver(imported) as connection:
        found = {r["name"] for r in connection.execute_query("SHOW CONSTRAINTS YIELD name").records}
    wanted = cypher.get("schema.create", "neo4j").text
    assert found
    assert all(name in wanted for name in found)
    assert len(found) == wanted.count("CREATE CONSTRAINT")
