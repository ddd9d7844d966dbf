"""Runs that are killed at random moments leave a sound store, and end with the same bytes when they are resumed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from contragraph.dataset.files.folder import prepare, working_folder
from tests.cli import environment
from tests.crashes import STATES
from tests.forking import SECONDS
from tests.made import few_axioms, sample_world

ROOT = Path(__file__).resolve().parent.parent
PLAN = "1-single-hop=2,2-single-hop=1"
"""Conflicts of one step are found soon, which a run that is resumed does again; two types make two waves."""
KILLS = 2
"""Points tried in each run of the tests; twenty and more are tried by hand."""


def killed(address: str, folder: Path, *options: str, **environ: str) -> str:
    """What the runs that were killed said, if all was well."""
    command = [sys.executable, "-m", "tests.crashes", address, str(folder), *options]
    command += ["--ontology", str(few_axioms(folder))]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(**environ), capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_killed_at_random_points(tmp_path: Path) -> None:
    """The store holds another run as well, which shares statements with this one."""
    shutil.copy(sample_world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    said = killed(f"ladybug:{tmp_path / 'contragraph.lbug'}", tmp_path, "--plan", PLAN, "--kills", str(KILLS))
    assert f"kill {KILLS}:" in said
    assert all(state in said for state in STATES), said


@pytest.mark.neo4j
def test_killed_on_a_server(neo4j_sample: str, neo4j_environment: Mapping[str, str], tmp_path: Path) -> None:
    """While it writes to the server, which it does not before: what it does then is the same on both engines."""
    options = ("--plan", "1-single-hop=1", "--kills", "1", "--at", "storing", "--seed", "1")
    said = killed(neo4j_sample, tmp_path, *options, **neo4j_environment)
    assert "kill 1: storing" in said


def test_a_run_killed_before_it_noted_its_settings_is_resumed(tmp_path: Path) -> None:
    work = working_folder(tmp_path / "out")
    work.mkdir()
    (work / "manifest.json.tmp").write_text('{"sett', "utf-8")
    assert prepare(tmp_path / "out", {"seed": 1}, resume=True, overwrite=False) == work
    assert [p.name for p in work.iterdir()] == ["manifest.json"]
