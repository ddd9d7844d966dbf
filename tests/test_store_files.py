"""The embedded store as a file: its lock, its layout, damage, and loads that are killed. Real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.engines.ladybug.store import UNFINISHED
from contragraph.graph.errors import StoreError, StoreLayoutError, StoreLockedError, StoreMissingError
from contragraph.graph.model import Order
from contragraph.graph.model.origin import Run
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.stores.open import open_store
from tests.forking import SECONDS
from tests.staged_kgs import AXIOMS, geography, instance, stage

HOLD = """
import sys
from contragraph.graph.stores.open import open_store
with open_store(sys.argv[1], create=True, read_only=sys.argv[2] == "reading"):
    print("open", flush=True)
    sys.stdin.read()
"""
LOAD = """
import sys
from pathlib import Path
from contragraph.graph.stores.open import open_store
from contragraph.graph.store import Staging
with open_store(sys.argv[1], create=True) as store:
    while True:
        store.load(Staging(Path(sys.argv[2]), "geo", "new"))
        print("loaded", flush=True)
"""


HELPED = """
import os, sys, time
from contragraph.graph.stores.open import open_store
with open_store(sys.argv[1], create=True) as store:
    opener = store.opener()
    if os.fork() == 0:
        with opener() as helper:
            helper.kgs()
            print(os.getpid(), flush=True)
            time.sleep(60)
    time.sleep(60)
"""


def _hold(address: str, how: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, address, how]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def _end(process: subprocess.Popen[str]) -> None:
    process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "it's a [store].lbug"


def test_who_helps_a_writer_that_is_killed_locks_nobody_out(path: Path) -> None:
    """It ends soon after, but a busy machine may take a while."""
    command = [sys.executable, "-W", "ignore", "-c", HELPED, f"ladybug:{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        helper = int(writer.stdout.readline())
        try:
            with pytest.raises(StoreLockedError):
                open_store(f"ladybug:{path}")
            writer.kill()
            writer.wait()
            open_store(f"ladybug:{path}").close()
        finally:
            os.kill(helper, signal.SIGKILL)


def test_a_writer_keeps_other_processes_out(path: Path) -> None:
    address = f"ladybug:{path}"
    writer = _hold(address, "writing")
    try:
        for read_only in (False, True):
            with pytest.raises(StoreLockedError, match=rf"is open in process {writer.pid} \(writing\): wait"):
                open_store(address, read_only=read_only)
    finally:
        _end(writer)
    open_store(address).close()


def test_readers_share_and_keep_writers_out(path: Path) -> None:
    address = f"ladybug:{path}"
    open_store(address, create=True).close()
    reader = _hold(address, "reading")
    try:
        with open_store(address, read_only=True) as second:
            assert second.kgs() == []
        with pytest.raises(StoreLockedError, match=rf"process {reader.pid} \(reading\)"):
            open_store(address)
    finally:
        _end(reader)
    open_store(address).close()


def test_two_in_one_process_are_refused(path: Path) -> None:
    with (
        open_store(f"ladybug:{path}", create=True),
        pytest.raises(StoreLockedError, match=rf"process {os.getpid()} \(writing\)"),
    ):
        open_store(f"ladybug:{path}")


def test_a_killed_writer_leaves_no_lock_and_loses_nothing(path: Path, tmp_path: Path) -> None:
    address, run = f"ladybug:{path}", Run(1, "{}", "geo", "s")
    with open_store(address, create=True) as store:
        store.load(stage(tmp_path / "geo", "geo", geography()))
    child = f"""
import os, signal
from contragraph.graph.stores.open import open_store
from contragraph.graph.model.origin import Run
from tests.staged_kgs import AXIOMS, instance
store = open_store({address!r})
run = Run(1, "{{}}", "geo", "s")
store.write_run(run)
store.write_instances(run, [("i1", instance(1))], AXIOMS)
os.kill(os.getpid(), signal.SIGKILL)
"""
    root = Path(__file__).resolve().parent.parent
    ended = subprocess.run([sys.executable, "-c", child], cwd=root, check=False)
    assert ended.returncode == -signal.SIGKILL
    with open_store(address, read_only=True) as store:
        assert store.instance_ids(run.id) == ["i1"]
    with open_store(address) as store:
        store.write_instances(run, [("i1", instance(1)), ("i2", instance(2))], AXIOMS)
        assert store.instance_ids(run.id) == ["i1", "i2"]


def test_a_store_left_in_the_middle_of_a_checkpoint_is_read(path: Path, tmp_path: Path) -> None:
    """The engine itself refuses to read it; whoever opens it brings it into order, and nothing of it is lost."""
    address = f"ladybug:{path}"
    child = f"""
from contragraph.graph.stores.open import open_store
store = open_store({address!r})
print("open", flush=True)
for n in range(10_000):
    store._file.fetch("MATCH (e:Entity) SET e.label = e.label + 'x'", {{}})
    store._file.do("store.checkpoint")
"""
    for n in range(40):
        if not path.exists():
            with open_store(address, create=True) as store:
                store.load(stage(tmp_path / f"geo{n}", "geo", geography()))
        with subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "open\n"
            time.sleep(0.01 * (n + 1))
            writer.kill()
        if any(path.with_name(path.name + ending).exists() for ending in UNFINISHED):
            break
    else:
        pytest.fail("no writer was ended in the middle of a checkpoint")
    with open_store(address, read_only=True) as store:
        known = {triple[0] for triple in geography()}
        assert store.entities(sorted(known)).keys() == known
    assert not any(path.with_name(path.name + ending).exists() for ending in UNFINISHED)


def test_a_killed_load_leaves_the_old_store_or_the_new_one(path: Path, tmp_path: Path) -> None:
    address, order = f"ladybug:{path}", Order.of_seed(1)
    old, new = geography(3), geography(400)
    with open_store(address, create=True) as store:
        store.load(stage(tmp_path / "old", "geo", old))
    staging = stage(tmp_path / "new", "geo", new)
    states = set()
    for moment in (0.6, 1.2, None):
        command = [sys.executable, "-c", LOAD, address, str(staging.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as loader:
            assert loader.stdout is not None
            if moment is None:  # in the midst of loading for the second time
                assert loader.stdout.readline() == b"loaded\n"
            time.sleep(moment or 0.1)
            loader.send_signal(signal.SIGKILL)
        with open_store(address) as store:
            (info,) = store.kgs()
            expected = new if info.snapshot == "new" else old
            states.add(info.snapshot == "new")
            assert info.facts == len(expected)
            found = store.facts(sorted({t[0] for t in expected}), "out", order, 99)
            assert {(f.subject, f.relation, f.object) for facts in found.values() for f in facts} == set(expected)
        assert sorted(p.name for p in tmp_path.glob("*.new*")) == []
    assert True in states


def test_another_layout_is_refused(path: Path) -> None:
    address = f"ladybug:{path}"
    open_store(address, create=True).close()
    file = LadybugFile(path)
    file.do("store.write_layout", layout=99)
    file.close()
    with pytest.raises(StoreLayoutError, match=f"has layout 99, this version needs {LAYOUT_VERSION}"):
        open_store(address)


def test_files_that_are_no_stores(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"something else " * 1000)
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError, match="is not a contragraph store"):
            open_store(f"ladybug:{path}", create=True, read_only=read_only)
    assert path.read_bytes() == before
    with pytest.raises(StoreError, match="is a folder"):
        open_store(f"ladybug:{tmp_path}", create=True)
    with pytest.raises(StoreMissingError, match="There is no folder"):
        open_store(f"ladybug:{tmp_path}/no/such/place.lbug", create=True)
    other = tmp_path / "other.lbug"
    LadybugFile(other).close()
    with pytest.raises(StoreError, match="no contragraph store"):
        open_store(f"ladybug:{other}")


def test_a_damaged_store_is_refused(path: Path, tmp_path: Path) -> None:
    with open_store(f"ladybug:{path}", create=True) as store:
        store.load(stage(tmp_path / "geo", "geo", geography()))
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(StoreError) as caught:
        open_store(f"ladybug:{path}")
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_closed_store_says_so(path: Path) -> None:
    store = open_store(f"ladybug:{path}", create=True)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.kgs()


STOPPED = """
import os, signal, sys
from contragraph.graph.stores.open import open_store
from contragraph.graph.model.origin import Run
def stop(number, frame):
    raise KeyboardInterrupt
def look(event, given):
    if event == "tempfile.mkdtemp":  # for the table that is copied next
        os.kill(os.getpid(), signal.SIGTERM)
signal.signal(signal.SIGTERM, stop)
with open_store(sys.argv[1], create=True) as store:
    sys.addaudithook(look)
    try:
        store.write_run(Run(7, "{}", "geo", "snap"))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


def test_a_stop_amid_a_transaction_waits_for_its_end(path: Path) -> None:
    """The engine would crash if it had to take back what was copied into an empty table."""
    command = [sys.executable, "-c", STOPPED, f"ladybug:{path}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (ended.returncode, ended.stdout) == (0, "stopped\n"), ended
    with open_store(f"ladybug:{path}", read_only=True) as store:
        assert [row["id"] for row in store.run("explore.runs")] == [Run(7, "{}", "geo", "snap").id]
