"""Shards done by Ray: on this machine, or on all nodes of a cluster.

Ray gives a shard to another node where the one that had it is gone. What it hands back is a path: the shard itself lies
in a folder that all nodes share.
"""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from contragraph.graph.errors import ContragraphError, InputError, WorkerError

ATTEMPTS = 5
"""How often a shard is begun again, at most, because whoever worked on it was gone."""
OBJECTS = 80 << 20
"""Memory for what tasks hand each other, in bytes: the least that Ray takes, for ours hand over names of files."""
_LISTENING = 10
"""Seconds within which a cluster must take a connection."""
_SOCKETS = "/tmp"
"""Ray makes sockets in its folder, and the name of one may have 107 bytes."""


def run_shards(
    task: Callable[[int], Path], numbers: Sequence[int], processes: int, address: str | None = None
) -> Iterator[Path]:
    """What a task gives for each number, in their order: as tasks of a cluster, each of one processor.

    Without an ``address`` Ray is started here with so many ``processes``, which speak by way of this machine alone and
    end with the iterator; else the cluster says how many there are.

    Raises:
        ContragraphError: what the task raised.
        InputError: if Ray is not installed.
        WorkerError: if Ray cannot be reached, or a shard was begun in vain again and again.
    """
    ray = _imported(alone=address is None)
    with _joined(ray, processes, address):
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS, scheduling_strategy="SPREAD")(_outcome)
        numbered = {remote.remote(task, number): number for number in numbers}
        waiting, done = list(numbered), dict[int, Path]()
        for number in numbers:
            while number not in done:
                ready, waiting = ray.wait(waiting, num_returns=1)
                for each in ready:
                    done[numbered[each]] = _answer(ray, each, numbered[each])
            yield done.pop(number)


def _outcome(task: Callable[[int], Path], number: int) -> Path | ContragraphError:
    """What comes of a shard, on the node that makes it; an error of ours is no reason to try again."""
    try:
        return task(number)
    except ContragraphError as error:
        return error


def _answer(ray: Any, reference: object, number: int) -> Path:  # noqa: ANN401
    """What came of a shard."""
    try:
        answer = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        why = f"{type(error.cause).__name__}: {error.cause}"
        raise WorkerError(f"Shard {number} failed on a node of Ray: {why}") from error
    except ray.exceptions.RayError as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise WorkerError(
            f"Shard {number} was begun {ATTEMPTS + 1} times in vain, the last time for this: {why}. The same command"
            " with --resume makes what is missing."
        ) from error
    if isinstance(answer, ContragraphError):
        raise answer
    assert isinstance(answer, Path)
    return answer


def _imported(*, alone: bool) -> Any:  # noqa: ANN401
    """Ray, which nobody else imports: it reports its use to nobody, and ``alone`` listens to this machine only."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if alone:
        # Even of 127.0.0.1 Ray makes an address that others reach, but where it holds that there can be no cluster.
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        import ray
    except ImportError:
        raise InputError("Ray is not installed: pip install 'contragraph[ray]', or leave --executor ray out.") from None
    return ray


@contextmanager
def _joined(ray: Any, processes: int, address: str | None) -> Iterator[None]:  # noqa: ANN401
    """Part of a cluster while the work lasts; of that which the program has joined already, where it has."""
    if ray.is_initialized():
        yield
        return
    if address is not None:
        _demand_listening(address)
    with nullcontext("") if address else _own_folder() as folder:
        # Named "local": else it would join whatever $RAY_ADDRESS names.
        mine: dict[str, Any] = {
            "num_cpus": processes,
            "num_gpus": 0,
            "object_store_memory": OBJECTS,
            "include_dashboard": False,
        }
        mine |= {"_node_ip_address": "127.0.0.1", "_temp_dir": folder}
        try:
            ray.init(address or "local", logging_level=logging.ERROR, log_to_driver=False, **({} if address else mine))
        except (ConnectionError, RuntimeError, OSError, ValueError) as error:
            why = str(error).partition("\n")[0].rstrip(".")
            raise WorkerError(f"Ray {address or 'on this machine'} cannot be used: {why}.") from error
        told = ray._private.worker
        told._worker_logs_enabled = False  # else it prints on stdout, unasked, that a node is gone
        try:
            yield
        finally:
            ray.shutdown()
            told._worker_logs_enabled = True


def _own_folder() -> tempfile.TemporaryDirectory[str]:
    """Where a Ray of our own keeps its sockets and logs."""
    return tempfile.TemporaryDirectory(prefix="ray-", dir=_SOCKETS, ignore_cleanup_errors=True)


def _demand_listening(address: str) -> None:
    """Refuse an address at which nobody listens: Ray would try for minutes.

    Raises:
        InputError: if it is no address.
        WorkerError: if nobody listens there.
    """
    if address == "auto" or "://" in address:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 1 << 16:
        raise InputError(f"'{address}' is no address of a Ray cluster; give HOST:PORT, as ray start --head prints it.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _LISTENING).close()
    except OSError as error:
        raise WorkerError(
            f"No Ray cluster listens at {address} ({error.strerror or error}): start one with ray start --head, or"
            " leave --ray-address out."
        ) from None
