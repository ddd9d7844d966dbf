"""The soak finds what differs, and a few stops of every kind leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import contragraph, environment
from tests.forking import SECONDS
from tests.soak import crashed, sentence_missing
from tests.soak_place import Ended, Place, content, differences
from tests.soak_steps import STEPS

ROOT = Path(__file__).resolve().parent.parent


def ended(code: int, err: str) -> Ended:
    return Ended(code, err, 0.0, 0.0)


def place(folder: Path) -> Place:
    folder.mkdir()
    assert contragraph("load", "rdf", graph(folder, "near"), "--kg", "mine", cwd=folder).code == 0
    (folder / "told.txt").write_text("One.\n", "utf-8")
    return Place(folder, {})


def test_what_differs_is_said(tmp_path: Path) -> None:
    """Nothing is forked from this process: the threads of libraries would be missing, and waited for."""
    one, other = place(tmp_path / "one"), place(tmp_path / "other")
    whole = content(one)
    assert differences(content(other), whole) == []
    (other.folder / "told.txt").write_text("Two.\n", "utf-8")
    (other.folder / "told.txt.tmp").touch()
    listed = contragraph("runs", "list", "--format", "json", cwd=other.folder)
    assert listed.code == 0, listed.err
    found = differences(content(other), whole)
    assert [said for said in found if ".lock " not in said] == ["told.txt.tmp is left over", "told.txt differs"]
    (other.folder / "told.txt").unlink()
    assert "told.txt is missing" in differences(content(other), whole)
    assert contragraph("load", "rdf", graph(other.folder, "far"), "--kg", "other", cwd=other.folder).code == 0
    said = differences(content(other), whole)
    assert {"store: entities differs", "store: facts differs"} <= {*said}


def graph(folder: Path, relation: str) -> Path:
    path = folder.parent / f"{relation}.nt"
    path.write_text(f"<http://{relation}.org/a> <http://{relation}.org/is> <http://{relation}.org/b> .\n", "utf-8")
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


def test_some_stops() -> None:
    """All steps are stopped by hand: ``make soak`` takes an hour."""
    only = [f"--only={name}" for name in ("generate pairs", "export in parts", "evaluate a model")]
    command = [sys.executable, "-m", "tests.soak", "--kills", "3", "--seed", "5", *only]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills over 3 steps on ladybug" in done.stdout
