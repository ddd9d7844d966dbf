"""A Neo4j database that is not ours: read on a real server, and left as it was."""

from __future__ import annotations

import os
from pathlib import Path

import neo4j
import pytest

import contragraph as cg
from contragraph.graph.errors import InputError
from contragraph.kgs import read_kg
from contragraph.loaders.tables.neo4j_graph import read_neo4j
from tests import cli

FILMS = ["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper", "Kapok", "Larch"]
PEOPLE = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ina", "Jon", "Kim", "Lea"]
FILL = """
UNWIND range(0, 3) AS n
CREATE (:Studio {name: 'Studio ' + n, founded: 1950 + n}), (:City {name: ['Aberdeen', 'Bath', 'Carlisle', 'Derby'][n]})
"""
MORE = f"""
UNWIND range(0, 11) AS n
MATCH (s:Studio {{founded: 1950 + n % 4}}), (c:City {{name: ['Aberdeen', 'Bath', 'Carlisle', 'Derby'][n % 4]}})
CREATE (f:Film {{title: 'The ' + {FILMS}[n], released: date({{year: 1990 + n, month: 5, day: 3}}), length: 90 + n}})
CREATE (p:Person {{id: n, name: {PEOPLE}[n] + ' Ober', born: 1940 + n, tags: ['a', 'b']}})
CREATE (p)-[:DIRECTED {{since: 1989 + n}}]->(f), (f)-[:PRODUCED_BY]->(s), (p)-[:LIVES_IN]->(c), (p)-[:WORKS_FOR]->(s)
"""
CAST = "MATCH (p:Person), (f:Film) WHERE f.length = 90 + (p.id * 5 + 1) % 12 CREATE (p)-[:ACTED_IN]->(f)"
COUNT = """
MATCH (n) OPTIONAL MATCH (n)-[r]->()
RETURN labels(n) AS l, count(DISTINCT n), count(r), sum(size(keys(n))) ORDER BY l
"""


def send(address: str, *queries: str) -> list[object]:
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    with neo4j.GraphDatabase.driver(address, auth=auth) as driver, driver.session() as session:
        return [row for query in queries for row in session.run(query).values()]


@pytest.mark.neo4j
def test_a_database_becomes_pairs_and_stays_as_it_was(neo4j_address: str, tmp_path: Path) -> None:
    send(neo4j_address, FILL, MORE, CAST)
    before = send(neo4j_address, COUNT)
    graph = read_neo4j(neo4j_address)
    labels = dict(graph.things.select("key", "label").iter_rows())
    assert len(labels) == 32
    assert labels["Person/3"] == "Dan Ober"
    assert graph.classes.filter(key="Person/3")["class"].to_list() == ["Person"]
    values = {key: dict(some.select("property", "value").iter_rows()) for (key,), some in graph.values.group_by("key")}
    assert values["Person/3"] == {"born": "1943"}
    assert values["Film/The Ash"] == {"length": "90", "released": "1990-05-03"}
    assert ("Person/2", "DIRECTED", "Film/The Cedar", "1991", None) in graph.edges.rows()
    assert len(graph.edges) == 60
    environment = {name: value for name, value in os.environ.items() if name.startswith("NEO4J_")}
    for words in (
        ("kg", "new", "films", "--from", neo4j_address),
        ("load", "neo4j", neo4j_address, "--kg", "films"),
        ("generate", "--kg", "films", "--plan", "1-single-hop=3", "--out", "pairs"),
    ):
        done = cli.contragraph(*words, cwd=tmp_path, **environment)
        assert done.code == 0, done.err
    assert cg.check(tmp_path / "pairs").accepted
    known = read_kg(tmp_path / "films")
    assert known.classes("human") == ("urn:films:class:Person",)
    assert "urn:films:relation:DIRECTED" in known.seeds
    assert send(neo4j_address, COUNT) == before


@pytest.mark.neo4j
def test_an_empty_database_is_refused(neo4j_address: str) -> None:
    with pytest.raises(InputError, match="is empty"):
        read_neo4j(neo4j_address)


def test_an_embedded_store_is_no_such_database() -> None:
    with pytest.raises(InputError, match="no database of Neo4j"):
        read_neo4j("ladybug:x.lbug")
