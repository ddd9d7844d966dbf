"""Shards made by processes and by a real Ray: the same files in the same order, whoever dies on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.executors import Local
from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError, WorkerError
from contragraph.graph.lock import is_running
from contragraph.graph.model import id_number
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph, environment
from tests.made import lines_of, sample_world
from tests.ray_cluster import ALONE, ROOT, Cluster, begun, cluster, lose, of_session, toy, working_for
from tests.shards import BENCHMARKS, PAIRS, SHARDS, at_work, bytes_of, command, made

PLAN = PAIRS[1]
NONE = -1


def demand_ray() -> None:
    """Leave out what needs Ray where it is not installed; where all must be tested that is an error."""
    if find_spec("ray") is None:
        message = "NO RAY TESTS RUN: ray is not installed (pip install 'contragraph[ray]')"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Cluster]:
    demand_ray()
    with cluster(2) as running:
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
        assert (run.returncode, said_by_us(err)) == (0, "")
    assert said.split() == NAMES
    assert files(tmp_path) == WHOLE
    assert of_session(run.pid) == {}


def said_by_us(err: str) -> str:
    """Without what Ray's own parts log on standard error now and then."""
    return "".join(line for line in err.splitlines(keepends=True) if not re.match(r"\[\d{4}-.* \w+\.cc:\d+: ", line))


def test_a_cluster_says_what_failed(tmp_path: Path, two_nodes: Cluster) -> None:
    with make(tmp_path, two_nodes.address, fails=1) as run:
        err = run.communicate()[1]
    assert (run.returncode, said_by_us(err)) == (1, "InputError: The toy shard 1 is to fail; leave it out.\n")
    assert begun(tmp_path)[1] == 1, "an error of ours is no reason to try again"


# -- pairs -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset whose shards one process has made, one after the other."""
    folder = tmp_path_factory.mktemp("whole")
    done = contragraph(*command(folder), "--processes", "1", cwd=folder)
    assert (done.code, done.err) == (0, "")
    return folder / "dataset"


def test_shards_are_a_dataset(whole: Path) -> None:
    """The plan is met, nothing is there twice, every proof holds, and each shard has made its share of its own."""
    assert check(whole).accepted
    pairs = lines_of(whole)
    assert Counter(pair["type"] for pair in pairs) == Counter({str(t): n for t, n in parse_plan(PLAN).items()})
    assert len({pair["id"] for pair in pairs}) == len(pairs)
    perturbed = [s for pair in pairs for s in pair["contexts"]["perturbed"]["statements"] if s["source"] == "made"]
    assert len({s["id"] for s in perturbed}) == len(perturbed)
    assert {id_number(s["subject"]["id"]) % SHARDS for s in perturbed} == {*range(SHARDS)}
    manifest = json.loads((whole / "manifest.json").read_text("utf-8"))
    assert manifest["settings"]["shards"] == SHARDS
    rejected = (whole / "rejected.jsonl").read_text("utf-8").splitlines()
    assert manifest["rejected"] == len(rejected) == sum(manifest["filters"].values())
    with open_store(f"ladybug:{whole.parent / 'sample.lbug'}", read_only=True) as store:
        assert audit(store) == []
        assert store.instance_ids(manifest["run"]) == sorted(pair["id"] for pair in pairs)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_sets_and_claims_are_made_in_shards(name: str, tmp_path: Path) -> None:
    """One process and two make the same; nothing is there twice, and every proof holds."""
    for processes in ("1", "2"):
        (tmp_path / processes).mkdir()
        given = command(tmp_path / processes, (*BENCHMARKS[name], "--lengths", "1-50", "--shards", "2"))
        done = contragraph(*given, "--processes", processes, cwd=tmp_path / processes)
        assert (done.code, done.err) == (0, "")
    one, two = (tmp_path / processes / "dataset" for processes in ("1", "2"))
    assert bytes_of(one) == bytes_of(two)
    assert check(one).accepted
    lines = [json.loads(line) for line in bytes_of(one)[f"{name}.jsonl"].splitlines()]
    assert len({line["statement"]["id"] if name == "claims" else line["id"] for line in lines}) == len(lines) > 3


def on_cluster(folder: Path, cluster: Cluster, *more: str) -> subprocess.Popen[str]:
    """A process that makes the dataset on a cluster."""
    given = [*command(folder), "--executor", "ray", "--ray-address", cluster.address, *more]
    return subprocess.Popen(
        [sys.executable, "-m", "contragraph.app", *map(str, given)],
        cwd=folder,
        env=environment(**ALONE),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for(run: subprocess.Popen[str], what: Callable[[], object]) -> None:
    while not what():
        assert run.poll() is None, run.communicate()
        time.sleep(0.01)


def test_a_cluster_goes_on_where_it_was_killed(whole: Path, tmp_path: Path, two_nodes: Cluster) -> None:
    with on_cluster(tmp_path, two_nodes) as run:
        wait_for(run, lambda: made(tmp_path) > 1 and len(at_work(tmp_path)) == len(two_nodes.raylets))
        run.kill()
        run.communicate()
    while any(is_running(pid) for some in at_work(tmp_path).values() for pid in some):
        time.sleep(0.05)  # Ray ends them
    before, half = made(tmp_path), len(at_work(tmp_path))
    assert 0 < before < SHARDS
    assert not (tmp_path / "dataset").exists()
    with on_cluster(tmp_path, two_nodes, "--resume") as run:
        said, err = run.communicate()
    assert run.returncode == 0, err
    assert f"begun again {half} times" in err.replace("again once", "again 1 times"), "what was made is not made again"
    assert bytes_of(tmp_path / "dataset") == bytes_of(whole)
    assert said


def test_a_bank_is_the_same_whoever_makes_its_shards(tmp_path: Path, two_nodes: Cluster) -> None:
    made_by = {
        "one": ("--processes", "1"),
        "cluster": ("--executor", "ray", "--ray-address", two_nodes.address),
    }
    sample = ("--store", f"ladybug:{sample_world() / 'loaded.lbug'}")
    for name, who in made_by.items():
        bank = ("--benchmark", "conflictbank", "--facts", "300", "--styles", "short", "--files-only")
        given = (*bank, *sample, "--out", name)
        done = contragraph("generate", *given, *who, cwd=tmp_path, **ALONE)
        assert (done.code, done.err) == (0, "")
    one, cluster = (bytes_of(tmp_path / name) for name in made_by)
    assert one == cluster
    assert len(one["bank.jsonl"].splitlines()) == 300


def test_a_node_that_is_killed_costs_its_shard_alone(whole: Path, tmp_path: Path, two_nodes: Cluster) -> None:
    lost = two_nodes.raylets[-1]
    with on_cluster(tmp_path, two_nodes) as run:

        def its() -> set[int]:
            """The shards that the node is at."""
            return {number for number, pids in at_work(tmp_path).items() if pids & working_for(lost)}

        wait_for(run, lambda: made(tmp_path) and its())
        lose(lost)
        err = run.communicate()[1]
    assert (run.returncode, said_by_us(err)) == (
        0,
        "Shards were begun again once, since whoever made them was gone or stopped.\n",
    )
    assert bytes_of(tmp_path / "dataset") == bytes_of(whole)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".partial"] == []


# -- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--executor", "ray"), "--executor ray makes shards: give --shards N"),
        (("--shards", "2", "--ray-address", "127.0.0.1:1"), "--ray-address goes with --executor ray"),
        (("--shards", "2", "--generator", "natural", "--kg", "a", "--against", "b"), "--shards goes with --generator"),
        (("--shards", "2", "--store", "ladybug:none.lbug"), "none.lbug"),
    ],
)
def test_what_does_not_go_together(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = contragraph("generate", *options, "--out", "dataset", cwd=tmp_path)
    assert done.code == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "dataset").exists()


def test_a_cluster_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    demand_ray()
    options = ("--executor", "ray", "--ray-address", "127.0.0.1:1")
    done = contragraph(*command(tmp_path), *options, cwd=tmp_path)
    assert done.code == 3
    assert "No Ray cluster listens at 127.0.0.1:1" in done.err
    assert len(done.err.splitlines()) == 1
    done = contragraph(*command(tmp_path), "--executor", "ray", "--ray-address", "here", "--resume", cwd=tmp_path)
    assert done.code == 2
    assert "'here' is no address of a Ray cluster" in done.err
