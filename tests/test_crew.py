"""Pairs built by several processes: the same bytes, and no process left behind, however a run ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from contragraph.dataset.folder import JOURNAL, working_folder
from contragraph.dataset.types import parse_plan, parse_type
from contragraph.generation import crew
from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.crew import crew_of, processes_here
from contragraph.generation.knowledge import IN_MEMORY, Asking, Knowledge
from contragraph.generation.ranking import Usage
from contragraph.generation.run import Settings, generate
from contragraph.graph import open_store
from contragraph.graph.errors import InputError, WorkerError
from contragraph.graph.lock import StoreLock
from contragraph.graph.model import Order, Statement
from tests.cli import contragraph, environment
from tests.made import sample_world

PLAN = "1-single-hop=4,1-multi-hop=1"
SETTINGS = Settings(parse_plan(PLAN))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A folder with the loaded sample."""
    shutil.copy(sample_world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    return tmp_path


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one process makes."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(sample_world() / "contragraph.lbug", folder / "contragraph.lbug")
    with open_store(f"ladybug:{folder / 'contragraph.lbug'}") as store:
        generate(store, folder / "alone", SETTINGS)
    return contents(folder / "alone")


def contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


@pytest.mark.parametrize(("processes", "in_memory"), [(2, IN_MEMORY), (3, IN_MEMORY), (2, 0), (3, 0)])
def test_any_number_of_processes_gives_the_same_bytes(
    world: Path, alone: dict[str, bytes], processes: int, in_memory: int
) -> None:
    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        generate(store, world / "together", SETTINGS, in_memory=in_memory, processes=processes)
    assert contents(world / "together") == alone
    assert not active_children()


@pytest.mark.neo4j
def test_so_it_does_on_a_server(neo4j_sample: str, tmp_path: Path, alone: dict[str, bytes]) -> None:
    """There all kinds of facts are asked for, in rounds that are dear."""
    with open_store(neo4j_sample) as store:
        generate(store, tmp_path / "together", SETTINGS, in_memory=0, processes=2)
    assert contents(tmp_path / "together") == alone


def test_a_worker_that_is_killed_ends_the_run_in_one_sentence(world: Path, alone: dict[str, bytes]) -> None:
    """Whatever was made stays, the run goes on from there, and the bytes are those of a run that met no such thing."""

    def shoot(what: str, done: int, of: int) -> None:
        for worker in active_children() if what == "pairs" and done else ():
            assert worker.pid
            os.kill(worker.pid, signal.SIGKILL)

    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        with pytest.raises(WorkerError, match=r"^A process .* killed by signal 9.*--resume.*\.$"):
            generate(store, world / "shot", SETTINGS, processes=2, progress=shoot)
        assert not active_children()
        assert not (world / "shot").exists()
        assert (working_folder(world / "shot") / JOURNAL).exists()
        generate(store, world / "shot", SETTINGS, processes=2, resume=True)
    assert contents(world / "shot") == alone


def test_what_goes_wrong_in_a_worker_is_raised_here(world: Path) -> None:
    here, seed = os.getpid(), Statement("wd:Q649", "wdt:P131", "wd:Q159")
    task = Task(parse_type("1-single-hop"), seed, "7", frozenset(), Usage({}))

    def failing(task: Task) -> Asking[Draft | Rejection]:
        if os.getpid() != here:
            raise InputError("The worker does not want to.")
        time.sleep(0.01)  # so that the worker comes to its turn
        yield from knowledge.entities(task.seed.entities)
        return Rejection(task.type, task.seed, "")

    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        knowledge = Knowledge(store, "wikidata5m", Order.of_seed("7"))
        with crew_of(2, failing, knowledge) as team:
            team.begin([task] * 200)
            with pytest.raises(InputError, match="does not want to") as raised:
                team.finish()
    assert "in failing" in "".join(raised.value.__notes__)
    assert not active_children()


def workers_of(process: int) -> list[int]:
    """The processes that a process has forked in any of its threads."""
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text("utf-8").split()]


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_ended_leaves_no_process_and_no_lock(
    world: Path, alone: dict[str, bytes], how: signal.Signals
) -> None:
    """Killed alone, or stopped at the keyboard, which all processes of the run hear: it can be gone on with at once."""
    arguments = ["generate", "--plan", PLAN, "--processes", "3", "--out", "ended"]
    command = [sys.executable, "-m", "contragraph.app", *arguments]
    process = subprocess.Popen(
        command,
        cwd=world,
        env=environment(),
        start_new_session=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 120
    while not (working_folder(world / "ended") / JOURNAL).exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    workers = workers_of(process.pid)
    assert len(workers) == 2
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        os.kill(process.pid, how)
    _, said = process.communicate(timeout=60)  # ends when no process has the streams any more
    deadline = time.monotonic() + 5
    while any(map(alive, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    StoreLock(world / "contragraph.lbug", shared=False).release()
    if how == signal.SIGINT:
        assert said == "Stopped; the same command with --resume goes on where it was.\n"
    again = contragraph(*arguments, "--resume", cwd=world)
    assert again.code == 0, again.err
    assert contents(world / "ended") == alone


def test_each_core_has_a_process_up_to_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(64)))
    assert processes_here() == crew.MOST
    monkeypatch.setattr(sys, "platform", "darwin")
    assert processes_here() == 1
