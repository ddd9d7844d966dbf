"""A store and a dataset are read where nothing may be written: on a read-only file system, or without the rights."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from contragraph.graph.lock import StoreLock
from tests.cli import environment
from tests.forking import SECONDS
from tests.made import sample_world

RUN = """
import json, sys
from contragraph.app.cli import main
for given in json.loads(sys.argv[1]):
    try:
        main(given)
    except SystemExit as end:
        print(f"\\n{given[0]} ended with {end.code}", flush=True)
"""
MOUNTED = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
UNSHARE = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
POWERLESS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
"""Root is let do everything, unless it gives these powers up."""
READING = (
    ["info"],
    ["find", "Berlin"],
    ["cypher", "query", "MATCH (r:Run) RETURN r.id"],
    ["show", "dataset", "1"],
    ["check", "dataset"],
    ["paths", "wd:Q64", "wd:Q183"],
    ["runs", "list"],
    ["doctor"],
    ["review", "dataset", "--progress"],
)


@pytest.fixture(params=["read-only file system", "no rights"])
def closed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """The beginning of a command that runs in a folder, with a store and a dataset, where it may write nothing."""
    folder = tmp_path / "closed"
    folder.mkdir()
    shutil.copy(sample_world() / "contragraph.lbug", folder / "contragraph.lbug")
    shutil.copytree(sample_world() / "dataset", folder / "dataset")
    if request.param == "read-only file system":
        found = [*UNSHARE, "sh", "-c", MOUNTED, str(folder)]
        try:
            tried = subprocess.run([*found, "true"], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            pytest.skip("NO TESTS ON A READ-ONLY FILE SYSTEM RUN: unshare is not installed")
        if tried.returncode:
            pytest.skip(f"NO TESTS ON A READ-ONLY FILE SYSTEM RUN: {tried.stderr.strip()}")
        yield found
        return
    if POWERLESS and shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed: nothing is closed to root")
    shut(folder)
    yield [*POWERLESS, "env", "-C", str(folder)]
    opened(tmp_path)


def shut(folder: Path) -> None:
    """Let nobody write."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)


def opened(top: Path) -> Path:
    """The folder, in which may be written again."""
    for path in (top / "closed", *(top / "closed").rglob("*")):
        path.chmod(0o755)
    return top / "closed"


def told(closed: Sequence[str], *commands: Sequence[str]) -> str:
    """What commands say there."""
    command = [*closed, sys.executable, "-c", RUN, json.dumps(commands)]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=SECONDS)
    return ended.stdout + ended.stderr


def test_reading_commands(closed: list[str]) -> None:
    said = told(closed, *READING)
    for given in READING:
        assert f"{given[0]} ended with 0" in said, said
    assert said.count("ended with 0") == len(READING), said


def test_pages_are_served(closed: list[str]) -> None:
    command = [*closed, sys.executable, "-m", "contragraph.app", "serve", "dataset", "--port", "0"]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        with urllib.request.urlopen(next(word for word in line.split() if word.startswith("http"))) as page:
            assert page.status == 200
        process.terminate()


def test_what_would_write_says_that_it_may_not(closed: list[str]) -> None:
    said = told(closed, ["load", "sample"])
    assert "load ended with 3" in said
    assert "Cannot write the lock file contragraph.lbug.lock" in said


def test_what_is_in_the_log_alone_is_read(closed: list[str], tmp_path: Path) -> None:
    """A writer was killed after it had committed."""
    code = (
        "import os, sys; from pathlib import Path; from contragraph.graph.engines.ladybug.file import LadybugFile;"
        "f = LadybugFile(Path(sys.argv[1])); f.do('store.begin');"
        "f.fetch(\"CREATE (:Run {id: 'late', kg: 'k', seed: 1})\", {}); f.do('store.commit'); os._exit(0)"
    )
    folder = opened(tmp_path)
    subprocess.run([sys.executable, "-c", code, str(folder / "contragraph.lbug")], check=True)
    assert (folder / "contragraph.lbug.wal").exists()
    shut(folder)
    assert "run late" in told(closed, ["info"])


def test_who_writes_by_another_way_is_seen(closed: list[str], tmp_path: Path) -> None:
    folder = opened(tmp_path)
    lock = StoreLock(folder / "contragraph.lbug", shared=False)
    shut(folder)
    try:
        said = told(closed, ["info"])
    finally:
        lock.release()
    assert f"is open in process {os.getpid()} (writing)" in said
