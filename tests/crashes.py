"""Killing runs: a run into a store is killed at random moments, audited, resumed, and in the end held against one that
was never stopped. By hand: python -m tests.crashes ADDRESS FOLDER [--plan PLAN] [--kills N] [--seed SEED].

Every run, audit and comparison is a process of its own, forked from one that has imported everything and opened
nothing, so that a kill comes at a random moment of the work and not of the start.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from contragraph.dataset.folder import INSTANCES, working_folder
from contragraph.dataset.types import parse_plan
from contragraph.generation.graphs import searched
from contragraph.generation.making import Settings, generate
from contragraph.generation.task import Task
from contragraph.graph import open_store
from contragraph.graph.doctor import audit
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.tables import MADE
from tests.forking import prepare

_POLL = 0.002


@dataclass(frozen=True, slots=True)
class Trial:
    """What is killed: a run into a store with its dataset folder."""

    address: str
    out: Path
    settings: Settings


def forked(work: Callable[[], object]) -> int:
    """The id of a process that does this and ends with 0, or with 1 after an error or a false answer."""
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none of ours hold a lock
        child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = 0 if work() is not False else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def done(work: Callable[[], object]) -> bool:
    """Whether a process that does this came to a good end."""
    return os.waitpid(forked(work), 0)[1] == 0


def run(trial: Trial) -> None:
    """Make the dataset, or go on making it."""
    with open_store(trial.address) as store:
        generate(store, trial.out, trial.settings, resume=True)


def sound(trial: Trial) -> bool:
    """Whether the audit finds nothing."""
    with open_store(trial.address) as store:
        found = audit(store)
    for finding in found:
        print(finding)
    return not found


def forget(trial: Trial) -> None:
    """Delete the run from the store."""
    with open_store(trial.address) as store:
        store.delete_run(Task.of(trial.settings, searched(store, trial.settings, None)[0]).run.id)


def content(store: GraphStore) -> str:
    """A hash of everything in a store that was made: nodes and relationships with their properties."""
    labels = sorted({kind.source for kind in MADE} | {kind.target for kind in MADE if kind.target != "Entity"})
    found: list[object] = []
    for label in labels:
        rows = store.query(f"MATCH (n:{label}) RETURN n AS n")
        found.append([label, sorted(_spelled(row["n"]) for row in rows)])
    for kind in MADE:
        text = f"MATCH (a:{kind.source})-[r:{kind.type}]->(b:{kind.target}) RETURN a.id AS a, b.id AS b, r AS r"
        rows = store.query(text)
        found.append([kind.type, sorted([row["a"], row["b"], _spelled(row["r"])] for row in rows)])
    return content_hash(found)


def _spelled(thing: object) -> str:
    """The properties of a node or relationship, without what the engine numbers it by."""
    own = dict(thing) if isinstance(thing, dict) else {}
    return json.dumps({k: v for k, v in own.items() if not k.startswith("_") and v is not None}, sort_keys=True)


def same(trial: Trial, whole: Path, expected: Path) -> bool:
    """Whether files and store are those of the run that was never stopped; without the latter it is noted."""
    with open_store(trial.address, read_only=True) as store:  # where each query need not open the file again
        held = content(store)
    if not expected.exists():
        expected.write_text(held, "utf-8")
    files = {p.name: p.read_bytes() for p in trial.out.iterdir()} == {p.name: p.read_bytes() for p in whole.iterdir()}
    stored = held == expected.read_text("utf-8")
    print("files are the same:", files, "· store is the same:", stored, flush=True)
    return files and stored


def worked(process: int) -> float:
    """The seconds of processor time that a process has taken in all its threads."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def kill(trial: Trial, after: Path, delay: float) -> bool:
    """Start the run, and kill it after so many seconds of work since a file was there; whether that met it alive.

    Seconds of work, since seconds on the clock are longer where others work too.
    """
    child = forked(lambda: run(trial))
    while not after.exists() and not _ended(child):
        time.sleep(_POLL)
    deadline = worked(child) + delay
    while worked(child) < deadline and not _ended(child):
        time.sleep(_POLL)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def _ended(child: int) -> bool:
    """Whether a process has ended; it still waits to be asked how."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def crashes(trial: Trial, kills: int, seed: int) -> bool:
    """Kill the run so many times, half of them while it is being stored; whether all was well each time."""
    prepare()  # what a run would import or read at its start is here before it is forked
    random = Random(seed)
    work, whole = working_folder(trial.out), trial.out.with_name("whole")
    expected = trial.out.with_name("whole.hash")
    total = 0.0
    reference = Trial(trial.address, whole, trial.settings)
    times: dict[Path, float] = {}
    child = forked(lambda: run(reference))
    while not _ended(child):
        for path in (work, work / INSTANCES):
            if path not in times and (working_folder(whole) / path.relative_to(work)).exists():
                times[path] = worked(child)
        total = worked(child) or total
        time.sleep(_POLL)
    if os.waitpid(child, 0)[1] or not done(lambda: same(reference, whole, expected)):
        return False
    if not done(lambda: forget(trial)):
        return False
    killed = 0
    while killed < kills:
        # Storing is short, and takes half of the kills.
        after = random.choice(sorted(times))
        delay = random.random() * (total - times[after])
        if not killed:  # the first kill comes while pairs are searched for, however short that is
            after, delay = work, random.random() * (times.get(work / INSTANCES, total) - times[work]) / 2
        if kill(trial, after, delay):
            killed += 1
            state = "searching" if not (work / INSTANCES).exists() else "storing"
            print(f"kill {killed}: {state}, {delay:.2f} s of work after {after.name}", flush=True)
        if not done(lambda: sound(trial)):
            return False
        stored = (work / INSTANCES).exists()
        if stored and random.random() < 0.5 and not done(lambda: run(trial)):
            return False
        if trial.out.exists() and not (done(lambda: same(trial, whole, expected)) and done(lambda: _again(trial))):
            return False
    return done(lambda: run(trial)) and done(lambda: same(trial, whole, expected)) and done(lambda: sound(trial))


def _again(trial: Trial) -> None:
    """Begin anew: no folder, and no run in the store."""
    forget(trial)
    for path in trial.out.iterdir():
        path.unlink()
    trial.out.rmdir()


def main() -> None:
    """The command."""
    made = argparse.ArgumentParser(prog="python -m tests.crashes", description=__doc__)
    made.add_argument("address")
    made.add_argument("folder", type=Path)
    made.add_argument("--plan", default="small")
    made.add_argument("--kills", type=int, default=20)
    made.add_argument("--seed", type=int, default=1)
    options = made.parse_args()
    trial = Trial(options.address, options.folder / "killed", Settings(parse_plan(options.plan)))
    sys.exit(0 if crashes(trial, options.kills, options.seed) else 1)


if __name__ == "__main__":
    main()
