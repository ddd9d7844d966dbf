"""Running the notebooks of ``examples/`` without Jupyter: their cells in order in one process, with what they show.

``python -m tests.notebooks`` runs all of them and writes what they show into their files.
"""

from __future__ import annotations

import ast
import io
import json
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
VARIES = "varies"
"""The tag of cells that show something else elsewhere: what a model says that may be there or not."""
Cell = dict[str, Any]


def notebooks() -> list[Path]:
    """The notebooks, in an order in which each finds what it goes on with."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def cells_of(path: Path) -> list[Cell]:
    """The cells of a notebook."""
    cells: list[Cell] = json.loads(path.read_text("utf-8"))["cells"]
    return cells


def is_stable(cell: Mapping[str, Any]) -> bool:
    """Whether what a cell shows is the same everywhere."""
    return VARIES not in cell["metadata"].get("tags", ())


def run(path: Path) -> list[list[Cell]]:
    """What each cell of code shows, run one after the other in the working folder of the process."""
    space: dict[str, Any] = {"__name__": "__main__"}
    shown: list[list[Cell]] = []
    for cell in cells_of(path):
        if cell["cell_type"] == "code":
            shown.append(_shown("".join(cell["source"]), f"{path.name}, cell {len(shown) + 1}", space, len(shown) + 1))
    return shown


def _shown(source: str, where: str, space: dict[str, Any], number: int) -> list[Cell]:
    """What a cell prints, and what its last line is if that is an expression."""
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, where, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), space)
    found: list[Cell] = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        page = getattr(value, "_repr_html_", None)
        data = {"text/html": page()} if page else {"text/plain": repr(value)}
        lines = {kind: told.splitlines(keepends=True) for kind, told in data.items()}
        found.append({"data": lines, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def write(path: Path) -> None:
    """Run a notebook, and keep in its file what it shows."""
    notebook = json.loads(path.read_text("utf-8"))
    shown = run(path)
    for number, cell in enumerate(each for each in notebook["cells"] if each["cell_type"] == "code"):
        cell["execution_count"] = number + 1
        cell["outputs"] = shown[number] if is_stable(cell) else []
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:  # what the tests ask for
        print(json.dumps(run(Path(sys.argv[1]))))
    else:
        with TemporaryDirectory() as work:
            os.chdir(work)
            for each in notebooks():
                write(each)
