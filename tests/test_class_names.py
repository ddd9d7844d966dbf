"""One class name has one meaning: whoever reads a name knows which class it is."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("generation", "documents")


def test_no_two_classes_have_one_name() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    names = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []
