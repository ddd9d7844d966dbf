"""Killing runs: a run into a store is killed at random moments, audited, resumed, and in the end held against one that
was never stopped. By hand: python -m tests.crashes ADDRESS FOLDER [--plan PLAN] [--kills N] [--seed SEED]
[--at STATE].

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
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from contragraph.dataset.files.folder import INSTANCES, JOURNAL, working_folder
from contragraph.dataset.files.reading import read_manifest
from contragraph.dataset.types import parse_plan
from contragraph.generation.run.making import Settings, generate
from contragraph.graph.doctor.audit import audit
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.graph.tables.schema import MADE
from tests.forking import prepare

_POLL = 0.002
FILES, END = 10**6, 10**6 + 1
"""Marks in the course of a run after those of its waves: its files are written and the store is next; it has ended."""
STATES = ("searching", "between waves", "storing")


@dataclass(frozen=True, slots=True)
class Trial:
    """What is killed: a run into a store with its dataset folder."""

    address: str
    out: Path
    settings: Settings
    axioms: Path | None = None


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
        generate(store, trial.out, trial.settings, axioms=trial.axioms, resume=True)


def sound(trial: Trial) -> bool:
    """Whether the audit finds nothing."""
    with open_store(trial.address) as store:
        found = audit(store)
    for finding in found:
        print(finding)
    return not found


def forget(trial: Trial, whole: Path) -> None:
    """Delete the run from the store, which is that of the files of the one that was never stopped."""
    with open_store(trial.address) as store:
        store.delete_run(str(read_manifest(whole)["run"]))


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


def lines(folder: Path) -> int:
    """The waves that the journal of a run holds."""
    journal = folder / JOURNAL
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def reached(folder: Path) -> int:
    """How far a run has come: -1 before it has a folder, then the waves in its journal, and after all waves FILES."""
    if (folder / INSTANCES).exists():
        return FILES
    return lines(folder) if folder.exists() else -1


def state(mark: int) -> str:
    """What a run that has come so far does."""
    return "storing" if mark == FILES else "between waves" if mark > 0 else "searching"


def kill(trial: Trial, mark: int, delay: float) -> int | None:
    """Start the run, and kill it after so many seconds of work since it came so far: where that met it, if unfinished.

    A run whose folder has its name has only to let go of its store: what kills it there stops nothing. Seconds of work,
    since seconds on the clock are longer where others work too.
    """
    folder = working_folder(trial.out)
    child = forked(lambda: run(trial))
    while reached(folder) < mark and not ended(child):
        time.sleep(_POLL)
    deadline = worked(child) + delay
    while worked(child) < deadline and not ended(child):
        time.sleep(_POLL)
    os.kill(child, signal.SIGKILL)
    stopped = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    return reached(folder) if stopped and not trial.out.exists() else None


def course(trial: Trial) -> dict[int, float]:
    """The seconds of work after which a run that nobody stops has come how far; the last of them is its end."""
    folder = working_folder(trial.out)
    found: dict[int, float] = {}
    child = forked(lambda: run(trial))
    while not ended(child):
        now = worked(child)
        found.setdefault(reached(folder), now)
        found[END] = now or found.get(END, 0.0)
        time.sleep(_POLL)
    if os.waitpid(child, 0)[1]:
        raise ValueError("the run that nobody stopped came to no good end")
    return {mark: found[mark] for mark in sorted(found) if mark >= 0}


def moment(marks: Mapping[int, float], after: int, wanted: str, random: Random) -> tuple[int, float]:
    """Where to kill a run that goes on after so many waves: a mark that it will meet, and seconds of work after it.

    Anywhere before the next mark: amid the search, amid a wave or while it is stored.
    """
    ahead = [mark for mark in marks if mark != END and (mark > after or not mark)]
    mark = random.choice([mark for mark in ahead if state(mark) == wanted] or [FILES])
    later = min(marks[other] for other in marks if other > mark)
    return mark, random.random() * (later - marks[mark])


def ended(child: int) -> bool:
    """Whether a process has ended; it still waits to be asked how."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def aim(states: Sequence[str], seen: Set[str], killed: int, *, begun: bool) -> str:
    """What of these the run should do when it is killed next: what it was not killed at yet, then each by turns.

    One that has a wave already does not search for the first.
    """
    missing = [each for each in states if each not in seen and not (begun and each == STATES[0])]
    return missing[0] if missing else states[killed % len(states)]


def crashes(trial: Trial, kills: int, seed: int, states: Sequence[str] = STATES) -> bool:
    """Kill the run so many times, up to twice as often until it was at all of these; whether all was well each time."""
    prepare()  # what a run would import or read at its start is here before it is forked
    random = Random(seed)
    work, whole = working_folder(trial.out), trial.out.with_name("whole")
    expected = trial.out.with_name("whole.hash")
    reference = replace(trial, out=whole)
    marks = course(reference)
    if not (done(lambda: same(reference, whole, expected)) and done(lambda: forget(trial, whole))):
        return False
    killed, seen = 0, set[str]()
    while killed < kills or (not seen.issuperset(states) and killed < 2 * kills):
        begun = lines(work)
        mark, delay = moment(marks, begun, aim(states, seen, killed, begun=begun > 0), random)
        met = kill(trial, mark, delay)
        if met is not None:
            killed += 1
            seen.add(state(met))
            print(f"kill {killed}: {state(met)}, {delay:.2f} s of work after mark {mark}", flush=True)
        if not done(lambda: sound(trial)):
            return False
        if met == FILES and random.random() < 0.5 and not done(lambda: run(trial)):
            return False
        if trial.out.exists() and not done(lambda: same(trial, whole, expected)):
            return False
        if trial.out.exists() and not done(lambda: _again(trial, whole)):
            return False
    return done(lambda: run(trial)) and done(lambda: same(trial, whole, expected)) and done(lambda: sound(trial))


def _again(trial: Trial, whole: Path) -> None:
    """Begin anew: no folder, and no run in the store."""
    forget(trial, whole)
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
    made.add_argument("--at", action="append", choices=STATES, help="only when the run does this")
    made.add_argument("--ontology", type=Path, help="axioms, instead of those that ship")
    options = made.parse_args()
    trial = Trial(options.address, options.folder / "killed", Settings(parse_plan(options.plan)), options.ontology)
    sys.exit(0 if crashes(trial, options.kills, options.seed, options.at or STATES) else 1)


if __name__ == "__main__":
    main()
