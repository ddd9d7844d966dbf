"""A real Ray cluster of several nodes on this machine, which speak by way of it alone; and toy shards for it.

``python -m tests.ray_cluster hold N`` holds one of N nodes, with one processor each, until its input ends: in a process
of its own, for Ray starts threads and processes that tests should not inherit. It prints its address and the ids of the
processes of its nodes. ``python -m tests.ray_cluster make FOLDER SHARDS [ADDRESS]`` makes toy shards.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120
OBJECTS = 80 << 20
"""Memory for objects of each node, in bytes: the least that Ray takes."""
HEALTH = {"health_check_initial_delay_ms": 500, "health_check_period_ms": 500}
"""Nodes are asked more often than Ray would whether they live: one that is lost is known after seconds."""
ALONE = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running cluster."""

    address: str
    raylets: tuple[int, ...]
    """The ids of the processes that are the nodes, the head first."""


@contextmanager
def cluster(nodes: int) -> Iterator[Cluster]:
    """A cluster that is gone in the end, with all its processes."""
    command = [sys.executable, "-m", "tests.ray_cluster", "hold", str(nodes)]
    environment = {**os.environ, **ALONE}
    environment.pop("RAY_ADDRESS", None)
    holder = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert holder.stdin
        assert holder.stdout
        assert select.select([holder.stdout], [], [], START_SECONDS)[0], "the Ray cluster does not start"
        said = json.loads(holder.stdout.readline())
        yield Cluster(said["address"], tuple(said["raylets"]))
        holder.stdin.close()
        holder.wait(START_SECONDS)
    finally:
        left = of_session(holder.pid)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        holder.wait()
        for stream in (holder.stdin, holder.stdout):
            assert stream
            stream.close()
    assert not left, f"processes of the cluster were left behind: {left}"


def working_for(raylet: int) -> set[int]:
    """The processes that a node has started."""
    return set(map(int, Path(f"/proc/{raylet}/task/{raylet}/children").read_text("ascii").split()))


def lose(raylet: int) -> None:
    """Lose a node: the process that it is and those that work for it are killed, as they are where a machine fails."""
    for pid in (raylet, *working_for(raylet)):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def of_session(session: int) -> dict[int, str]:
    """The processes of a session that run, with their names; of those that Ray starts with a process in it as well."""
    found = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdecimal() and os.getsid(int(folder.name)) == session:
                name, _, rest = (folder / "stat").read_text("utf-8").rpartition(")")
                if rest.split()[0] != "Z":
                    found[int(folder.name)] = name
    return found


def begun(folder: Path) -> Counter[int]:
    """How often each toy shard was begun."""
    return Counter(int(name.name.partition("-")[0]) for name in folder.glob("begun/*"))


def toy(folder: Path, fails: int, slow: float, number: int) -> Path:
    """Make a toy shard: the number, after a while; one of them fails."""
    from contragraph.graph.errors import InputError

    note = folder / "begun" / f"{number:04}-{os.environ.get('RAY_RAYLET_PID', '0')}-{os.getpid()}"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.touch()
    time.sleep(slow)
    if number == fails:
        raise InputError(f"The toy shard {number} is to fail; leave it out.")
    made = folder / f"{number}.txt"
    temporary = folder / f"{number}.{socket.gethostname()}-{os.getpid()}.tmp"
    temporary.write_text(f"shard {number}\n", "utf-8")
    temporary.replace(made)
    return made


def _hold(nodes: int) -> None:
    said = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Ray says there what it likes
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        os.environ["RAY_TMPDIR"] = folder
        from ray.cluster_utils import Cluster as RayCluster

        each = {"num_cpus": 1, "num_gpus": 0, "object_store_memory": OBJECTS, "include_dashboard": False}
        made = RayCluster(initialize_head=True, head_node_args={**each, "_system_config": HEALTH})
        others = [made.add_node(**each, wait=False) for _ in range(nodes - 1)]
        made.wait_for_nodes()
        raylets = [node.all_processes["raylet"][0].process.pid for node in (made.head_node, *others)]
        print(json.dumps({"address": made.address, "raylets": raylets}), file=said, flush=True)
        sys.stdin.read()
        made.shutdown()


def _make(folder: Path, shards: int, address: str | None, fails: int) -> None:
    from contragraph.generation.executors import OnRay
    from contragraph.graph.errors import ContragraphError

    try:
        for path in OnRay(2, address or None).run(partial(toy, folder, fails, 0.3), range(shards)):
            print(path.name, flush=True)
    except ContragraphError as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        _hold(int(sys.argv[2]))
    else:
        _make(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
