"""The order in which Python keeps sets, which differs from process to process, decides nothing of what is made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli import contragraph
from tests.made import sample_world

PLANS = {
    "conflictbench": ("--claims", "3", "--documents", "6", "--lengths", "1-50"),
    "conflictbank": ("--facts", "6"),
}


@pytest.mark.parametrize("benchmark", PLANS)
def test_the_order_of_sets_decides_nothing(benchmark: str, tmp_path: Path) -> None:
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "contragraph.lbug")
    for seed in ("1", "2"):
        made = contragraph(
            *("generate", "--benchmark", benchmark, *PLANS[benchmark], "--out", seed),
            cwd=tmp_path,
            PYTHONHASHSEED=seed,
        )
        assert made.code == 0, made.err
    first, again = ({p.name: p.read_bytes() for p in (tmp_path / seed).iterdir()} for seed in ("1", "2"))
    assert first == again
