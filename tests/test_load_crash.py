"""Loads that are killed at random moments, and run again, end with the same staged tables and the same store.

By hand, for more kills: python -m tests.test_load_crash KILLS FOLDER, where FOLDER is there and empty
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import polars as pl
import pytest

from contragraph.graph.errors import StoreError
from contragraph.graph.store import KgInfo
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.raw import RawTables
from contragraph.loaders.wikidata.wikidata5m import released_files, stage_wikidata5m
from contragraph.samples import sample_files
from tests.crashes import done, ended, forked, worked
from tests.forking import SECONDS, prepare
from tests.staged_kgs import stage
from tests.stores import content
from tests.test_load_head_start import full_disk

ROOT = Path(__file__).resolve().parent.parent


def raw_tables(folder: Path, facts: int) -> RawTables:
    """Facts of the sample in raw tables of three sources; those that are finished are not written again."""
    frame = pl.read_csv(
        sample_files() / "wikidata5m_all_triplet.txt.gz",
        separator="\t",
        has_header=False,
        new_columns=["subject", "relation", "object"],
        n_rows=facts,
    )
    kinds = {"subject": "wd:", "relation": "wdt:", "object": "wd:"}
    curies = frame.select(pl.concat_str(pl.lit(prefix), column).alias(column) for column, prefix in kinds.items())
    raw = RawTables(folder)
    for number, part in enumerate(curies.iter_slices(-(-facts // 3))):
        if not raw.finished(f"part {number}", "1"):
            with raw.writing(f"part {number}", "1") as out:
                out.add("facts", part)
    return raw


def load(folder: Path) -> None:
    """Two graphs from their files to staged tables to one store each, one of which begins with the entities."""
    with Receiver(f"ladybug:{folder / 'one'}.lbug") as store:
        one, _ = stage_wikidata5m(released_files(sample_files()), folder / "staging", ready=store.head_start)
        store.load(one)
    settings = KgSettings("again", type_relations=("wdt:P31",))
    two, _ = assemble(raw_tables(folder / "raw", 9_000), folder / "assembled", settings)
    with open_store(f"ladybug:{folder / 'two'}.lbug", create=True) as other:
        other.load(two)


def state(folder: Path) -> str:
    """A hash of the staged tables as files, and of what the stores hold."""
    digest = hashlib.sha256()
    for name in ("staging", "assembled"):
        for path in sorted((folder / name).iterdir()):
            digest.update(path.name.encode() + path.read_bytes())
    for name in ("one", "two"):
        with open_store(f"ladybug:{folder / name}.lbug", read_only=True) as store:
            for info in store.kgs():
                digest.update(repr((info, content(store, info.kg), store.relations(info.kg))).encode())
    return digest.hexdigest()


def graphs(folder: Path, name: str) -> list[KgInfo]:
    """The graphs of a store in a folder; none where there is no store."""
    path = folder / f"{name}.lbug"
    if not path.exists():
        return []
    with open_store(f"ladybug:{path}") as store:
        return store.kgs()


def sound(folder: Path, whole: Path) -> bool:
    """Whether each store is not there, or holds the graph that a load to the end gives, or none."""
    return all(graphs(folder, name) in ([], graphs(whole, name)) for name in ("one", "two"))


def same(folder: Path, expected: Path) -> bool:
    """Whether tables and stores are as they should be; without a note of that, it is made."""
    found = state(folder)
    if not expected.exists():
        expected.write_text(found, "utf-8")
    return found == expected.read_text("utf-8")


def trial(folder: Path, kills: int, seed: int = 92) -> int:
    """Kill loads at random moments of their work, some of them going on with what an earlier one left.

    Each is forked from this process, which imports everything and works with nothing: no thread of a library is lost.
    """
    prepare()
    whole, broken, expected, draw = folder / "whole", folder / "broken", folder / "expected", Random(seed)
    whole.mkdir()
    broken.mkdir()
    process, total = forked(lambda: load(whole)), 0.0
    while not ended(process):
        total = max(total, worked(process))
        time.sleep(0.002)
    assert os.waitpid(process, 0)[1] == 0
    assert done(lambda: same(whole, expected))
    killed = 0
    for _ in range(kills):
        process, delay = forked(lambda: load(broken)), draw.random() * total
        while not ended(process) and worked(process) < delay:
            time.sleep(0.002)
        os.kill(process, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(process, 0)[1])
        left = sorted(path.name for path in broken.iterdir())
        print(
            f"killed after {delay:.2f} of {total:.2f} s of work, which left {', '.join(left) or 'nothing'}", flush=True
        )
        assert done(lambda: sound(broken, whole))
        if draw.random() < 0.4:
            assert done(lambda: load(broken))
            assert done(lambda: same(broken, expected))
            shutil.rmtree(broken)
            broken.mkdir()
    assert done(lambda: load(broken))
    assert done(lambda: same(broken, expected))
    names = {path.name for path in broken.iterdir()}
    assert not {name for name in names if ".new" in name or ".partial" in name or name.endswith(".old")}
    return killed


def test_killed_and_run_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.test_load_crash", "2", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert told.returncode == 0, told.stdout + told.stderr
    assert int(told.stdout.splitlines()[-1].split()[0]) >= 1


def test_a_disk_that_is_full_at_any_point_is_said(tmp_path: Path) -> None:
    near = [
        (f"x:{one}", f"x:near{one % 7}", f"x:{(one * other) % 3001}") for one in range(3001) for other in range(1, 9)
    ]
    staging = stage(tmp_path / "near", "near", near)
    path = tmp_path / "store.lbug"
    with open_store(f"ladybug:{path}", create=True) as store:
        store.load(staging)
    whole = path.stat().st_size
    path.unlink()
    for limit in range(50_000, whole - 50_000, whole // 15):
        with (
            full_disk(limit),
            pytest.raises(StoreError, match=r"disk (of .*)?is full"),
            Receiver(f"ladybug:{path}") as receiver,
        ):
            receiver.load(staging)
        assert not [each.name for each in tmp_path.glob("store.lbug*") if each.suffix != ".lock"]


def test_a_full_disk_while_tables_are_written(tmp_path: Path) -> None:
    with full_disk(100_000):
        with pytest.raises(StoreError, match="the disk is full"):
            stage_wikidata5m(released_files(sample_files()), tmp_path / "staging")
        with pytest.raises(StoreError, match="the disk is full"):
            raw_tables(tmp_path / "raw", 60_000)
    assert not (tmp_path / "staging").exists()
    assert not list((tmp_path / "raw").glob("*.partial"))


def main(kills: str, folder: str) -> int:
    """A whole trial."""
    print(trial(Path(folder), int(kills)), "kills, and the same tables and stores each time")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
