"""What all tests share: a real Neo4j server, and stores of both engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from contragraph.graph import open_store
from contragraph.graph.store import GraphStore
from tests import local_model as local
from tests.neo4j_server import missing, server

ENGINES = [
    "ladybug",
    pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]),
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run in several processes: those on the one Neo4j server in one, those of a module together."""
    for item in items:
        if item.get_closest_marker("neo4j"):
            item.add_marker(pytest.mark.xdist_group("neo4j"), append=False)
        elif not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of shared real facts."""
    folder = os.environ.get("CONTRAGRAPH_DATA")
    if not folder:
        pytest.skip("CONTRAGRAPH_DATA is not set: tests on the shared real facts are left out")
    return Path(folder)


@pytest.fixture(scope="session")
def neo4j_environment() -> Iterator[dict[str, str]]:
    """Where a real Neo4j server is: that of the environment, else one started for these tests."""
    if os.environ.get("NEO4J_URI"):
        yield {k: v for k, v in os.environ.items() if k.startswith("NEO4J_")}
        return
    problem = missing()
    if problem:
        message = f"NO NEO4J TESTS RUN: NEO4J_URI is not set and {problem}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with server() as environment:
        yield environment


@pytest.fixture(scope="session")
def local_model() -> Iterator[str]:
    """The base URL of a small real language model, served in this process."""
    problem = local.missing()
    if problem:
        message = f"NO TESTS WITH A REAL MODEL RUN: {problem}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with local.serving() as url:
        yield url


@pytest.fixture
def neo4j_address(neo4j_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an emptied Neo4j database, with its credentials in the environment."""
    for name, value in neo4j_environment.items():
        monkeypatch.setenv(name, value)
    clear_neo4j(neo4j_environment)
    return neo4j_environment["NEO4J_URI"]


def clear_neo4j(environment: dict[str, str]) -> None:
    """Delete all nodes of the test database."""
    import neo4j

    auth = (environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"])
    driver = neo4j.GraphDatabase.driver(environment["NEO4J_URI"], auth=auth)
    with driver, driver.session(database=environment.get("NEO4J_DATABASE")) as session:
        # In portions: a graph of real size does not fit into one transaction of a small server.
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()


@pytest.fixture(params=ENGINES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet, on each engine in turn."""
    if request.param == "ladybug":
        return f"ladybug:{tmp_path / 'store.lbug'}"
    found = request.getfixturevalue("neo4j_address")
    assert isinstance(found, str)
    return found


@pytest.fixture
def store(address: str) -> Iterator[GraphStore]:
    """A new empty store on each engine in turn."""
    with open_store(address, create=True) as opened:
        yield opened
