"""What all tests share: a real Neo4j server, and stores of both engines."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests import local_model as local
from tests.made import sample_world
from tests.neo4j_content import Database, bundle, complete
from tests.neo4j_server import missing, server
from tests.scratch import leave, scratch

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from xdist.workermanage import WorkerController

ENGINES = [
    "ladybug",
    pytest.param("neo4j", marks=pytest.mark.neo4j),
]


SERVER = "neo4j"
"""The group of the tests on the one Neo4j server."""
LONGEST_FIRST = (
    SERVER,
    "tests/test_house.py",
    "tests/test_soak.py",
    "tests/test_search.py",
    "tests/test_llm_runs.py",
    "tests/test_executors.py",
    "tests/test_pages_browser.py",
    "tests/test_api.py",
    "tests/test_several_graphs.py",
    "tests/test_cli.py",
    "tests/test_generation_runs.py",
    "tests/test_natural.py",
    "tests/test_making.py",
    "tests/test_benchmarks.py",
    "tests/test_pattern_queries.py",
    "tests/test_models.py",
    "tests/test_models_faults.py",
    "tests/test_load_crash.py",
    "tests/test_prover_owlrl.py",
    "tests/test_context_sets.py",
    "tests/test_claims.py",
    "tests/test_fluency.py",
    "tests/test_adapters.py",
    "tests/test_paths_data.py",
    "tests/test_held.py",
    "tests/test_llm_propose.py",
    "tests/test_detect_run.py",
    "tests/test_audit.py",
)
"""Groups that take long: where one of them came last, the other processes would wait for it."""


SCRATCH = pytest.StashKey[Path | None]()


def pytest_configure(config: pytest.Config) -> None:
    """Let the first process of a run choose where all of them write, and keep the groups in our order."""
    config.stash[SCRATCH] = None if hasattr(config, "workerinput") else scratch()
    # A run in the background of a shell ignores Ctrl-C, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.option.loadscopereorder = False  # pytest-xdist would begin with the groups of most tests


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what was written; with ``TMPDIR`` set it is kept as pytest keeps it."""
    folder = config.stash.get(SCRATCH, None)
    if folder is not None:
        leave(folder)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test one group, whose tests run in one process where there are several, and the groups their order.

    A group is a module; the tests on the one Neo4j server are one, with the modules that a mark puts there too.
    """
    groups = {item: _group(item) for item in items}
    places = {group: place for place, group in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda i: (places.get(groups[i], len(places)), _turn(i) if groups[i] == SERVER else 0, groups[i]))
    for item, group in groups.items():
        # Several marks, of a test and its module, would make a group of their joined names.
        for node in item.listchain():
            node.own_markers[:] = [mark for mark in node.own_markers if mark.name != "xdist_group"]
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: WorkerController, ids: list[str]) -> None:
    """Refuse versions that forget the groups: every process would start servers and make datasets of its own."""
    if node.config.getoption("dist") == "loadgroup" and ids and "@" not in ids[0]:
        pytest.exit("pytest-xdist does not group tests under this version of pytest; run: make install", returncode=2)


def _group(item: pytest.Item) -> str:
    if item.get_closest_marker("neo4j"):
        return SERVER
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else item.nodeid.partition("::")[0]


def _turn(item: pytest.Item) -> int:
    """On the server: first the tests that share the sample."""
    names: list[str] = getattr(item, "fixturenames", [])
    return 0 if any("sample" in name for name in names) else 1


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of shared real facts."""
    folder = os.environ.get("CONTRAGRAPH_DATA")
    if not folder:
        pytest.skip("CONTRAGRAPH_DATA is not set: tests on the shared real facts are left out")
    return Path(folder)


def demand_server(why: str = "") -> None:
    """Leave out what needs a server of its own where none can be started; where all must be tested that is an error."""
    if problem := missing():
        message = f"NO NEO4J TESTS RUN: {why}{problem}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="session")
def neo4j_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The database of the server of the environment, else of one started for these tests on what was imported."""
    if os.environ.get("NEO4J_URI"):
        yield Database({k: v for k, v in os.environ.items() if k.startswith("NEO4J_")})
        return
    demand_server("NEO4J_URI is not set and ")
    with server(bundle(tmp_path_factory.mktemp("bundle")), lasting=True) as environment:
        with pytest.MonkeyPatch.context() as patched:
            for name, value in environment.items():
                patched.setenv(name, value)
            complete(environment["NEO4J_URI"])
        yield Database(environment, sample=True)


@pytest.fixture(scope="session")
def neo4j_environment(neo4j_database: Database) -> Mapping[str, str]:
    """Where that server is."""
    return neo4j_database.environment


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; a longer life would keep its event loop running in tests that have one of their own."""
    from tests.browser import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def neo4j_address(neo4j_database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an emptied Neo4j database, with its credentials in the environment."""
    for name, value in neo4j_database.environment.items():
        monkeypatch.setenv(name, value)
    return neo4j_database.emptied()


@pytest.fixture
def neo4j_sample(neo4j_database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a Neo4j database that holds the sample, which no test may change, and nothing else."""
    for name, value in neo4j_database.environment.items():
        monkeypatch.setenv(name, value)
    return neo4j_database.with_sample()


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


@pytest.fixture(params=ENGINES)
def sample_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphStore]:
    """A store that holds the sample and nothing else, on each engine in turn; on Neo4j no test may change the graph."""
    if request.param == "ladybug":
        shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
        place = f"ladybug:{tmp_path / 'store.lbug'}"
    else:
        place = request.getfixturevalue("neo4j_sample")
    with open_store(place) as opened:
        yield opened
