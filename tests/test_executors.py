"""Shards made by processes and by a real Ray: the same files in the same order, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from contragraph.generation.executors import Local
from contragraph.graph.errors import InputError, WorkerError
from tests.ray_cluster import ALONE, ROOT, Cluster, begun, cluster, lose, of_session, toy

SHARDS = 8
NONE = -1


def demand_ray() -> None:
    """Leave out what needs Ray where it is not installed; where all must be tested that is an error."""
    if find_spec("ray") is None:
        message = "NO RAY TESTS RUN: ray is not installed (pip install 'contragraph[ray]')"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="module")
def three_nodes() -> Iterator[Cluster]:
    demand_ray()
    with cluster(3) as running:
        yield running


def make(folder: Path, address: str = "", fails: int = NONE, shards: int = SHARDS) -> subprocess.Popen[str]:
    """A process that makes toy shards on Ray."""
    command = [sys.executable, "-m", "tests.ray_cluster", "make", str(folder), str(shards), address, str(fails)]
    environment = {**os.environ, **ALONE, "RAY_ADDRESS": "203.0.113.1:6379"}  # of nobody: it must not be asked
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.txt")}


NAMES = [f"{number}.txt" for number in range(SHARDS)]
WHOLE = {f"{number}.txt": f"shard {number}\n" for number in range(SHARDS)}


@pytest.mark.parametrize("processes", [1, 2, 8])
def test_processes_make_shards_in_order(tmp_path: Path, processes: int) -> None:
    made = list(Local(processes).run(partial(toy, tmp_path, NONE, 0.01), range(SHARDS)))
    assert [path.name for path in made] == NAMES
    assert files(tmp_path) == WHOLE
    assert set(begun(tmp_path).values()) == {1}


def test_an_error_of_a_shard_is_raised_and_ends_the_others(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="toy shard 1 is to fail"):
        list(Local(2).run(partial(toy, tmp_path, 1, 0.2), range(SHARDS)))
    assert set(begun(tmp_path)) <= {0, 1, 2, 3}


def test_a_process_that_is_killed_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"made shard 2 has ended \(-9\)"):
        list(Local(2).run(partial(_killed, tmp_path), range(4)))


def _killed(folder: Path, number: int) -> Path:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return toy(folder, NONE, 0.1, number)


def test_ray_that_is_started_for_a_run_is_alone_and_ends_with_it(tmp_path: Path) -> None:
    demand_ray()
    with make(tmp_path) as run:
        while not files(tmp_path):
            assert run.poll() is None
            time.sleep(0.05)
        assert len(of_session(run.pid)) > 3, "Ray runs"
        listening = subprocess.run(["ss", "-lntpH"], capture_output=True, text=True, check=True).stdout
        ours = [line for line in listening.splitlines() if any(f"pid={pid}," in line for pid in of_session(run.pid))]
        assert ours
        assert all("127.0.0.1" in line.split()[3] for line in ours), ours
        said, err = run.communicate()
        assert (run.returncode, err) == (0, "")
    assert said.split() == NAMES
    assert files(tmp_path) == WHOLE
    assert of_session(run.pid) == {}


def test_a_cluster_makes_the_same_and_says_what_failed(tmp_path: Path, three_nodes: Cluster) -> None:
    with make(tmp_path / "whole", three_nodes.address) as run:
        assert run.communicate() == ("".join(f"{name}\n" for name in NAMES), "")
    assert files(tmp_path / "whole") == WHOLE
    nodes = {note.name.split("-")[1] for note in (tmp_path / "whole" / "begun").iterdir()}
    assert len(nodes) == 3, "every node works"
    with make(tmp_path / "failed", three_nodes.address, fails=1) as run:
        err = run.communicate()[1]
    assert (run.returncode, err) == (1, "InputError: The toy shard 1 is to fail; leave it out.\n")
    assert begun(tmp_path / "failed")[1] == 1, "an error of ours is no reason to try again"


def test_a_node_that_is_killed_costs_its_shards_alone(tmp_path: Path, three_nodes: Cluster) -> None:
    lost = three_nodes.raylets[-1]
    with make(tmp_path, three_nodes.address, shards=12) as run:
        while not (its := list((tmp_path / "begun").glob(f"*-{lost}-*"))):
            assert run.poll() is None
            time.sleep(0.01)
        lose(lost)
        said, err = run.communicate()
    assert (run.returncode, err) == (0, "")
    assert said.split() == [f"{number}.txt" for number in range(12)]
    assert files(tmp_path) == {f"{number}.txt": f"shard {number}\n" for number in range(12)}
    again = {number for number, times in begun(tmp_path).items() if times > 1}
    assert again == {int(its[0].name.partition("-")[0])}
