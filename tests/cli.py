"""Running the command line as a user does: in a process of its own, in a folder of its own.

What Python reads at its start needs a new process; other commands are forked from one that has imported everything.
Tests of how a process starts, waits or is killed start their own.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.forking import SECONDS, forked


@dataclass(frozen=True, slots=True)
class Result:
    """How a command ended."""

    code: int
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """The environment without settings that would change what a command does; tests have the other cores for tests."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CONTRAGRAPH_", "NEO4J_", "COLUMNS"))}
    return {**kept, "CONTRAGRAPH_PROCESSES": "1", **changes}


def contragraph(*arguments: str | Path, cwd: Path, **changes: str) -> Result:
    """Run ``contragraph`` with arguments in a folder, under an environment with these changes."""
    given = [str(argument) for argument in arguments]
    if not any(name.startswith("PYTHON") for name in changes):
        return Result(*forked(given, cwd, environment(**changes)))
    command = [sys.executable, "-m", "contragraph.app", *given]
    done = subprocess.run(
        command, cwd=cwd, env=environment(**changes), capture_output=True, text=True, check=False, timeout=SECONDS
    )
    return Result(done.returncode, done.stdout, done.stderr)


@cache
def world() -> Path:
    """A folder of this process alone with the sample in ``contragraph.lbug``, and the small dataset, also in it."""
    from tests.made import sample_world

    folder = Path(mkdtemp(prefix="contragraph-cli-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(sample_world() / "contragraph.lbug", folder)
    shutil.copytree(sample_world() / "dataset", folder / "dataset")
    return folder
