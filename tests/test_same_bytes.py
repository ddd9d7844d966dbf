"""The order in which Python keeps sets, which differs from process to process, decides nothing of what is made."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli import contragraph
from tests.made import BANK, CLAIMS, bank, claims, sample_world


@pytest.mark.parametrize(("plan", "made"), [(CLAIMS, claims), (BANK, bank)], ids=["conflictbench", "conflictbank"])
def test_the_order_of_sets_decides_nothing(plan: tuple[str, ...], made: Callable[[], Path], tmp_path: Path) -> None:
    """What all tests share was made under another hash seed. Fewer claims would not show the fault that claims had."""
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "contragraph.lbug")
    done = contragraph("generate", *plan, "--out", "again", cwd=tmp_path, PYTHONHASHSEED="1")
    assert done.code == 0, done.err
    first, again = ({p.name: p.read_bytes() for p in folder.iterdir()} for folder in (made(), tmp_path / "again"))
    assert first == again
