"""A dataset from the sample with a control for every pair, made once for all tests of a process."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from contragraph.dataset.types import parse_plan
from contragraph.generation.controls_rounds import parse_ratio
from contragraph.generation.run import Settings, generate
from contragraph.graph import open_store
from tests.made import sample_world

PAIRS = 12
SETTINGS = Settings(
    parse_plan("1-single-hop=6,2-single-hop=2,1-multi-hop=3,2-multi-hop=1"), controls=parse_ratio("1:1")
)


@cache
def controlled() -> Path:
    """A folder with the sample in ``contragraph.lbug``, and ``PAIRS`` pairs with as many controls in ``dataset``."""
    made = Path(mkdtemp(prefix="contragraph-controls-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    shutil.copy(sample_world() / "loaded.lbug", made / "contragraph.lbug")
    with open_store(f"ladybug:{made / 'contragraph.lbug'}") as store:
        report = generate(store, made / "dataset", SETTINGS)
        assert not report.shortfalls
    return made
