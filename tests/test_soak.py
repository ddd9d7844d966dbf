"""The soak finds what differs, and a few stops of every kind leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.cli import environment
from tests.made import sample_world
from tests.soak import crashed, sentence_missing
from tests.soak_place import STORE, Ended, Place, differences, held, run
from tests.soak_steps import STEPS

ROOT = Path(__file__).resolve().parent.parent


def ended(code: int, err: str) -> Ended:
    return Ended(code, err, 0.0, 0.0)


def place(folder: Path, store: Path) -> Place:
    folder.mkdir()
    (folder / STORE).write_bytes(store.read_bytes())
    (folder / "told.txt").write_text("One.\n", "utf-8")
    return Place(folder, {})


def test_what_differs_is_said(tmp_path: Path) -> None:
    """In a new process: what this one has done with polars would leave a command that is forked waiting for ever."""
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        fresh.submit(differing, tmp_path, sample_world() / "contragraph.lbug").result(timeout=600)


def differing(folder: Path, store: Path) -> None:
    one, other = place(folder / "one", store), place(folder / "other", store)
    whole = held(one)
    assert differences(held(other), whole) == []
    (other.folder / "told.txt").write_text("Two.\n", "utf-8")
    (other.folder / "told.txt.tmp").touch()
    run_id = run(other, ["runs", "list", "--format", "json"])
    assert run_id.code == 0, run_id.err
    found = differences(held(other), whole)
    assert [said for said in found if ".lock " not in said] == ["told.txt.tmp is left over", "told.txt differs"]
    (other.folder / "told.txt").unlink()
    assert "told.txt is missing" in differences(held(other), whole)
    assert run(other, ["load", "rdf", str(graph(other.folder)), "--kg", "mine"]).code == 0
    said = differences(held(other), whole)
    assert {"store: entities differs", "store: facts differs"} <= {*said}


def graph(folder: Path) -> Path:
    path = folder.parent / "graph.nt"
    path.write_text("<http://example.org/a> <http://example.org/near> <http://example.org/b> .\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("code", "err", "right"),
    [
        (130, "Stopped; the same command goes on where it was.\n", True),
        (-15, "", True),
        (130, "", False),
        (130, "Traceback (most recent call last):\n", False),
        (1, "Stopped.\n", False),
        (130, "Stopped.\nAnd more.\n", False),
        (-15, "Half a sen", False),
    ],
)
def test_a_stop_is_said_in_one_sentence(code: int, err: str, right: bool) -> None:
    assert (sentence_missing(ended(code, err), ended(0, "")) == []) is right


def test_a_crash_is_known() -> None:
    assert crashed("Traceback (most recent call last):")
    assert not crashed("Stopped; the same command goes on where it was.")


def test_every_step_has_a_name_of_its_own() -> None:
    assert len({step.name for step in STEPS}) == len(STEPS)


@pytest.mark.parametrize("only", ["export in parts", "versions edit", "evaluate a model"])
def test_some_stops(only: str) -> None:
    """All steps are stopped by hand: ``make soak`` takes an hour."""
    command = [sys.executable, "-m", "tests.soak", "--kills", "2", "--seed", "5", "--only", only]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kills over 1 steps on ladybug" in done.stdout
