"""The notebooks of ``examples/``: they run offline, show what their files keep, and are short."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.cli import environment
from tests.notebooks import EXAMPLES, cells_of, is_stable, notebooks

ROOT = EXAMPLES.parent
MODEL_IN = "measure-a-model"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they run, one after the other: the second goes on with the dataset of the first."""
    return tmp_path_factory.mktemp("notebooks")


def names() -> list[str]:
    return [path.stem for path in notebooks()]


def test_there_are_three_and_each_is_in_the_list() -> None:
    assert names() == ["first-pairs", "measure-a-model", "own-graph"]
    page = (EXAMPLES / "README.md").read_text("utf-8")
    assert re.findall(r"\]\((.+?)\.ipynb\)", page) == names()


@pytest.mark.parametrize("name", names())
def test_a_notebook_is_short_and_says_what_it_does(name: str) -> None:
    path = EXAMPLES / f"{name}.ipynb"
    nbformat.validate(nbformat.read(path, as_version=4))  # type: ignore[no-untyped-call]
    cells = cells_of(path)
    assert len(cells) <= 12
    assert cells[0]["cell_type"] == "markdown"
    assert cells[0]["source"][0].startswith("# ")
    words = sum(len("".join(cell["source"]).split()) for cell in cells if cell["cell_type"] == "markdown")
    assert words > 80
    text = path.read_text("utf-8")
    assert not re.search(r'["\s(](?:/home|/root|/tmp|/Users|/work)/', text), "a path of a machine"


@pytest.mark.parametrize("name", names())
def test_a_notebook_runs_and_shows_what_its_file_keeps(name: str, folder: Path, request: pytest.FixtureRequest) -> None:
    """``python -m tests.notebooks`` writes anew what they show."""
    told = {}
    if name == MODEL_IN:
        told = {"CONTRAGRAPH_MODEL": "openai/smollm2", "CONTRAGRAPH_API_BASE": request.getfixturevalue("local_model")}
    command = [sys.executable, "-m", "tests.notebooks", str(EXAMPLES / f"{name}.ipynb")]
    env = environment(PYTHONPATH=str(ROOT), **told)
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    cells = [cell for cell in cells_of(EXAMPLES / f"{name}.ipynb") if cell["cell_type"] == "code"]
    shown = json.loads(done.stdout)
    for cell, its in zip(cells, shown, strict=True):
        if is_stable(cell):
            assert its == cell["outputs"], "".join(cell["source"])
        else:
            assert its, "the model has answered"
