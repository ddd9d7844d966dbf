"""A folder that a run writes is held: a second run is refused, whichever command it is, and nothing is lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from tests.cli import contragraph, environment
from tests.forking import SECONDS
from tests.made import dataset, sample_world

_HOLD = "import sys\nfrom pathlib import Path\nfrom contragraph.graph.lock import held\nwith held(Path(sys.argv[1])):\n"
_HOLD += "    print('held', flush=True)\n    sys.stdin.read()\n"


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds a folder."""
    command = [sys.executable, "-c", _HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


COMMANDS = {
    "generate": ("generate", "--plan", "1-single-hop=1", "--store", "ladybug:store.lbug", "--out", "out"),
    "resume": ("generate", "--plan", "1-single-hop=1", "--resume", "--store", "ladybug:store.lbug", "--out", "out"),
    "evaluate": ("evaluate", "dataset", "--baseline", "always", "--out", "out"),
    "export": ("export", "dataset", "--to", "jsonl", "--out", "out"),
    "read": ("read", "draw", "dataset", "--seed", "1", "--out", "out"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_another_run_writes_is_refused(tmp_path: Path, command: str) -> None:
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
    (tmp_path / "dataset").symlink_to(dataset())
    with holder(tmp_path / "out") as other:
        refused = contragraph(*COMMANDS[command], cwd=tmp_path)
        assert refused.code == 2, refused.err
        assert f"out is being written in process {other.pid} (writing)" in refused.err
        assert not (tmp_path / "out").exists()
    done = contragraph(*COMMANDS[command], cwd=tmp_path)  # the holder was killed: its lock went with it
    assert done.code == 0, done.err
    assert (tmp_path / "out").is_dir()
    assert not [*tmp_path.glob("out.*")]


def test_of_evaluations_at_the_same_time_nothing_is_lost(tmp_path: Path) -> None:
    """Each ends well or says that another one writes; what ended well is in the folder."""
    (tmp_path / "dataset").symlink_to(dataset())
    names = ("always", "never", "overlap")
    given = [[sys.executable, "-m", "contragraph.app", *COMMANDS["evaluate"]] for _ in names]
    for arguments, name in zip(given, names, strict=True):
        arguments[arguments.index("always")] = name
    running = [
        subprocess.Popen(
            arguments, cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for arguments in given
    ]
    said = [process.communicate(timeout=SECONDS)[1] for process in running]
    ended = {name for name, process in zip(names, running, strict=True) if process.returncode == 0}
    assert ended
    assert all(p.returncode == 0 or "is being written in process" in s for p, s in zip(running, said, strict=True))
    answers = (tmp_path / "out" / "answers.jsonl").read_text("utf-8")
    assert {name for name in names if f':{name}"' in answers} == ended


def test_a_folder_is_held_by_one_and_free_afterwards(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    for _ in range(2):
        with held(out):
            again = held(out)
            with pytest.raises(InputError, match="is being written in process"), again:
                raise AssertionError("held twice")
        assert not [*out.parent.iterdir()]
