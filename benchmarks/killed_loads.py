"""Loads of a made-up graph killed at random points and run again: python -m benchmarks.killed_loads --work DIR.

A load is the command ``contragraph load`` itself, with a folder to work in that is kept. The points are drawn by a seed
over the processor time of a load that nobody killed. After each kill the load is run again to its end; the staged
files must then be those of the load that was never killed, byte for byte, and the store must hold the same rows.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import polars as pl

from benchmarks import synthetic
from contragraph import cypher
from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.stores.open import open_store

POLL = 0.005
NODES = ("Kg", "Entity", "Literal", "Relation", "Store")


def worked(process: int) -> float:
    """The seconds of processor time that a process has taken in all its threads; 0 when it is gone."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def start(files: Path, folder: Path, offline: bool) -> subprocess.Popen[bytes]:
    """A load from the files into what is in a folder."""
    store = f"import:{folder / 'import'}" if offline else f"ladybug:{folder / 'store.lbug'}"
    command = [sys.executable, "-m", "contragraph.app", "load", "wikidata5m", str(files)]
    command += ["--work", str(folder / "work"), "--store", store]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finished(load: subprocess.Popen[bytes]) -> float:
    """Wait for a load that must come to a good end; its processor time."""
    taken = 0.0
    while load.poll() is None:
        taken = max(taken, worked(load.pid))
        time.sleep(POLL)
    assert load.stderr is not None
    assert load.returncode == 0, load.stderr.read().decode()
    return taken


def killed(load: subprocess.Popen[bytes], after: float) -> bool:
    """Kill a load after so many seconds of processor time; whether that met it alive."""
    while load.poll() is None and worked(load.pid) < after:
        time.sleep(POLL)
    load.kill()
    return load.wait() == -signal.SIGKILL


def files_of(folder: Path) -> dict[str, bytes]:
    """All files under a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def rows_of(store: Path) -> list[pl.DataFrame]:
    """All nodes and facts of a store, sorted."""
    with open_store(f"ladybug:{store}", read_only=True):
        file = LadybugFile(store, read_only=True)
        texts: list[tuple[str, dict[str, str]]] = []
        for label in NODES:
            texts.append((cypher.get("store.dump_nodes", "ladybug").fill(table=label), {}))
        for target in ("Entity", "Literal"):
            texts.append((cypher.get("store.dump_facts", "ladybug").fill(target=target), {"kg": ""}))
        try:
            frames = [pl.DataFrame(file.arrow(text, params)) for text, params in texts]
        finally:
            file.close()
    return [frame.sort(pl.all().exclude(pl.List)) if frame.height else frame for frame in frames]


def same(one: Path, other: Path, offline: bool) -> bool:
    """Whether two folders hold the same staged files, and the same store or files of an import."""
    if files_of(one / "work") != files_of(other / "work"):
        return False
    if offline:
        return files_of(one / "import") == files_of(other / "import")
    pairs = zip(rows_of(one / "store.lbug"), rows_of(other / "store.lbug"), strict=True)
    return all(a.equals(b) for a, b in pairs)


def trial(files: Path, folder: Path, kills: int, seed: int, offline: bool) -> int:
    """How many of the kills met a load alive; all that was left by a kill is what the next load begins with."""
    whole, broken = folder / "whole", folder / "broken"
    whole.mkdir()
    total = finished(start(files, whole, offline))
    draw, met = Random(seed), 0
    for number in range(1, kills + 1):
        broken.mkdir()
        after = draw.random() * total
        met += killed(start(files, broken, offline), after)
        left = sorted(str(path.relative_to(broken)) for path in broken.rglob("*") if path.is_file())
        # A folder for an import appears when it is complete, and is not written again.
        done = offline and (broken / "import").exists()
        taken = 0.0 if done else finished(start(files, broken, offline))
        assert same(whole, broken, offline), f"not the same after kill {number}"
        beside = [path.name for path in broken.iterdir() if path.name not in {p.name for p in whole.iterdir()}]
        assert not beside, beside
        print(
            f"{number}: killed after {after:.2f} of {total:.2f} s of work, left {', '.join(left) or 'nothing'}; "
            f"the same after {taken:.2f} s more",
            flush=True,
        )
        shutil.rmtree(broken)
    return met


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Loads killed at random points and run again.")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="a folder that is not there yet")
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--offline", action="store_true", help="files for Neo4j's own import instead of a store")
    options = parser.parse_args(arguments)
    if options.work.exists():
        parser.error(f"{options.work} is there already; give a new folder")
    options.work.mkdir(parents=True)
    files = options.work / "files"
    synthetic.write(files, options.facts)
    met = trial(files, options.work, options.kills, options.seed, options.offline)
    print(f"{met} of {options.kills} kills met a load alive; the same files and the same store each time")


if __name__ == "__main__":
    main()
