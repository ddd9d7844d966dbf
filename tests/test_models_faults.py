"""Faults of servers: nothing is lost or counted twice, the cost is right. And a stop before the first answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import faulty
from tests.cli import environment, world

STOPPED_WHILE_IT_IMPORTS = """
import os, signal, sys, time, warnings
class Look:
    seen = False
    def find_spec(self, name, path=None, target=None):
        if name.startswith("litellm.") and not self.seen:
            self.seen = True
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(1)
            warnings.warn("what a library thinks of another")
sys.meta_path.insert(0, Look())
from contragraph.app.cli import main
main(sys.argv[1:])
"""


def test_every_fault(tmp_path: Path) -> None:
    """Twelve questions of each kind; ``python -m benchmarks.gateway --faults 10000`` asks 10,000."""
    server, spent = faulty.run(range(12 * len(faulty.KINDS)), tmp_path)
    assert spent.retries == 12 * 14
    assert spent.lost > 0
    # What a server refuses is asked again by the second run.
    assert server.repeated == spent.retries + 12


def test_a_stop_while_the_client_is_imported_is_one_sentence(tmp_path: Path) -> None:
    """That takes seconds, in the thread that sends the questions."""
    given = ["--model", "openai/none", "--api-base", "http://127.0.0.1:9/v1", "--cache", "c.sqlite", "--out", "out"]
    command = [sys.executable, "-c", STOPPED_WHILE_IT_IMPORTS, "evaluate", str(world() / "dataset"), *given]
    ended = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    said = "Stopped; answers that came are kept, and the same command goes on from there.\n"
    assert (ended.returncode, ended.stderr.lstrip("\n")) == (130, said)
