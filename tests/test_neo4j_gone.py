"""A Neo4j server that is killed amid work: one sentence, and the work that is done again ends as if nothing had been.

The server is one of this module's own. Everything is done once, in order, since each start of it takes long.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import httpx
import neo4j
import pytest

from contragraph.dataset.files.folder import working_folder
from contragraph.dataset.types import parse_plan
from contragraph.generation.run.making import generate
from contragraph.generation.settings import Settings
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.samples import sample_files
from tests.cli import Result, contragraph, environment
from tests.conftest import demand_server
from tests.crashes import lines
from tests.forking import SECONDS
from tests.made import few_axioms
from tests.neo4j_server import Server, running
from tests.reviewing import ADA, desk_of, served
from tests.stores import content
from tests.test_pages_served import ask
from tests.test_pages_served import served as pages

pytestmark = pytest.mark.neo4j

FACTS = 25_000
"""Lines of the sample that are loaded: more than fit into one transaction."""
PLAN = "1-single-hop=1,2-single-hop=1"
"""Two waves, of conflicts that are found soon."""
GENERATE = ("generate", "--plan", PLAN, "--seed", "7", "--ontology", "few.ttl", "--out", "dataset")


@pytest.fixture(scope="module")
def its() -> Iterator[Server]:
    """A server to kill, with its address and password in the environment."""
    demand_server()
    with running() as made, pytest.MonkeyPatch.context() as patched:
        for name, value in made.environment.items():
            patched.setenv(name, value)
        yield made


def killed(its: Server, folder: Path, here: Callable[[], bool], *arguments: str, processes: int = 1) -> Result:
    """How a command ended whose server was killed when it had come ``here``, and was then started again."""
    command = [sys.executable, "-m", "contragraph.app", *arguments]
    environ = environment(**its.environment, CONTRAGRAPH_PROCESSES=str(processes))
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            while not here():
                assert process.poll() is None, process.communicate()
                time.sleep(0.002)
            its.kill()
            out, err = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    its.start()
    return Result(process.returncode, out, err)


def gone(its: Server, how: str = "") -> Result:
    """How a command has to end."""
    address = its.environment["NEO4J_URI"]
    return Result(3, "", f"The server {address} went away: start it again, then give the same command again{how}.\n")


@dataclass(frozen=True)
class Loaded:
    """A part of the sample in an embedded store, and how a load of it ended whose server was killed, and the next."""

    folder: Path
    stopped: Result
    again: Result

    @property
    def whole(self) -> Path:
        """The embedded store."""
        return self.folder / "whole.lbug"


@pytest.fixture(scope="module")
def loaded(its: Server, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """The server is killed when some facts are there."""
    folder = tmp_path_factory.mktemp("loads")
    packed = (sample_files() / "wikidata5m_all_triplet.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode().splitlines(keepends=True)
    (folder / "facts.txt").write_text("".join(lines[:FACTS]), "utf-8")
    load = ("load", "wikidata5m", str(sample_files()), "--triples", "facts.txt")
    assert contragraph(*load, "--store", "ladybug:whole.lbug", cwd=folder).code == 0
    given = ("neo4j", its.password)
    with neo4j.GraphDatabase.driver(its.environment["NEO4J_URI"], auth=given) as driver:

        def some() -> bool:
            return bool(driver.execute_query("MATCH ()-[f]->() RETURN count(f) AS n").records[0]["n"])

        stopped = killed(its, folder, some, *load)
    return Loaded(folder, stopped, contragraph(*load, cwd=folder, **its.environment))


def test_a_load(its: Server, loaded: Loaded) -> None:
    """What the second one brings is what an embedded store holds."""
    assert loaded.stopped == gone(its)
    assert (loaded.again.code, loaded.again.err) == (0, "")
    with open_store() as store, open_store(f"ladybug:{loaded.whole}", read_only=True) as whole:
        assert graph(store) == graph(whole)


def graph(store: GraphStore) -> list[object]:
    """All that a load brings."""
    (info,) = store.kgs()
    values = "MATCH (s:Entity)-[f]->(o:Literal) RETURN s.id AS s, f.relation AS r, o.id AS o, f.rank AS rank"
    literals = sorted(repr(sorted(row.items())) for row in store.query(values))
    return [info, store.relations(info.kg), content(store, info.kg), literals]


@pytest.fixture(scope="module")
def runs(its: Server, loaded: Loaded, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Result]]:
    """How a run ended whose server was killed after a wave, and how it ended when it went on; with its folder."""
    assert loaded.again.code == 0
    folder = tmp_path_factory.mktemp("runs")
    few_axioms(folder)
    work = working_folder(folder / "dataset")
    ended = [
        killed(its, folder, lambda: lines(work) > 0, *GENERATE, processes=2),
        contragraph(*GENERATE, "--resume", cwd=folder, **its.environment),
    ]
    return folder, ended


def test_a_run(its: Server, loaded: Loaded, runs: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """The bytes are those of a run that was not stopped, on an embedded store."""
    folder, (stopped, last) = runs
    assert stopped == gone(its, " with --resume")
    assert (last.code, last.err) == (0, "")
    with open_store(f"ladybug:{loaded.whole}") as whole, open_store() as store:
        report = generate(whole, tmp_path / "out", Settings(parse_plan(PLAN), seed=7), axioms=folder / "few.ttl")
        assert store.instance_ids(report.run) == whole.instance_ids(report.run) != []
    found, wanted = ({p.name: p.read_bytes() for p in at.iterdir()} for at in (folder / "dataset", tmp_path / "out"))
    assert found == wanted
    assert not working_folder(folder / "dataset").exists()


def test_pages(its: Server, runs: tuple[Path, list[Result]]) -> None:
    """Those of a dataset need no store; those of a review say what is wrong, and go on when the server is back."""
    folder, _ = runs
    desk = desk_of(folder, address=its.environment["NEO4J_URI"])
    with (
        served(desk) as server,
        httpx.Client(base_url=server.root, timeout=SECONDS, headers={"Origin": server.root}) as ada,
    ):
        ada.get(server.access.urls()[ADA])
        item = desk.items[0]
        place = f"/{item.kind}/{item.id}"
        form = {
            **{"form_token": server.access.form_token(ADA), "judged": list(item.versions)},
            **{"verdict": "reject", "criteria": "clear", "reason": "What was typed."},
        }
        assert ada.get(place).status_code == 200
        its.kill()
        problem = f"The server {desk.address} cannot be reached: start it, or check the address."
        for path in ("/", "/next", place, "/demonstrations", "/figures"):
            answer = ada.get(path)
            assert (answer.status_code, problem in unescape(answer.text)) == (503, True), path
        answer = ada.post(place, data=form)
        assert (answer.status_code, problem in answer.text, "What was typed." in answer.text) == (503, True, True)
        with pages(folder / "dataset") as shown:
            assert ask(shown, f"/pair/{item.id}.html")[0] == 200
        its.start()
        assert desk.state().decisions == []
        assert ada.post(place, data=form).status_code == 303
        assert [each.reason for each in desk.state().decisions] == ["What was typed."]
