"""A store of layout 1, made with its own schema and the rows that were written then, is brought forward."""

from __future__ import annotations

import logging
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import StoreLayoutError
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.stores.open import open_store
from contragraph.graph.versions.history import content, log
from tests.cli import contragraph
from tests.stores import everything, frozen, make_layout_1

OPEN = "import sys; from contragraph.graph.stores.open import open_store; open_store(sys.argv[1]).close()"


def test_an_old_store_is_brought_forward_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    make_layout_1(address)
    refused = rf"has layout 1, this version needs {LAYOUT_VERSION}: .*contragraph runs migrate"
    with pytest.raises(StoreLayoutError, match=refused):
        open_store(address, read_only=True)
    with caplog.at_level(logging.WARNING, "contragraph"), open_store(address) as store:
        assert [r.getMessage() for r in caplog.records] == [
            f"The store {store.address.removeprefix('ladybug:')} was brought to layout {LAYOUT_VERSION}."
        ]
        assert audit(store) == []
        before = everything(store)
    caplog.clear()
    with open_store(address) as store:
        assert everything(store) == before
    assert not caplog.records


def test_what_was_there_stays_as_it_was(address: str) -> None:
    make_layout_1(address)
    rows = frozen()
    with open_store(address) as store:
        for pair in rows["nodes"]["Instance"]:
            base, original, perturbed = log(store, pair["id"])
            assert (base.kind, original.kind, perturbed.kind) == ("base", "original", "perturbed")
            assert (original.parent, perturbed.parent) == (base.id, original.id)
            assert {original.id, perturbed.id} <= {v["id"] for v in rows["nodes"]["Version"]}
            for role, its in (("ORIGINAL", original), ("PERTURBED", perturbed)):
                (linked,) = (
                    row["target"]
                    for kind in rows["relationships"]
                    if (kind["type"], kind["source"]) == (role, "Instance")
                    for row in kind["rows"]
                    if row["source"] == pair["id"]
                )
                assert linked == its.id
            told = content(store, original.id)
            assert content(store, base.id).hashed == told.hashed
            assert content(store, base.id).text is None
            assert told.text is not None
            assert told.text.body in {t["body"] for t in rows["nodes"]["Text"]}
        (run,) = store.run("doctor.runs")
        assert run["pairs"] == run["counted"] == len(rows["nodes"]["Instance"])
        assert len(everything(store)) > sum(map(len, rows["nodes"].values()))


def test_a_killed_migration_leaves_the_old_store_or_the_new_one(tmp_path: Path) -> None:
    made = tmp_path / "made.lbug"
    make_layout_1(f"ladybug:{made}")
    path = tmp_path / "store.lbug"
    shutil.copy(made, path)
    with open_store(f"ladybug:{path}") as store:
        whole = everything(store)
    draw, killed = random.Random(5), 0
    for _ in range(4):
        shutil.copy(made, path)
        process = subprocess.Popen([sys.executable, "-c", OPEN, f"ladybug:{path}"], stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0.15, 0.9))
        process.kill()
        killed += process.wait() != 0
        with open_store(f"ladybug:{path}") as store:
            assert everything(store) == whole
    assert killed


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    make_layout_1(f"ladybug:{tmp_path / 'contragraph.lbug'}")
    refused = contragraph("doctor", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "contragraph runs migrate" in refused.err
    moved = contragraph("runs", "migrate", cwd=tmp_path)
    assert (moved.code, moved.out) == (0, f"The store has layout {LAYOUT_VERSION}.\n")
    assert moved.err == f"The store contragraph.lbug was brought to layout {LAYOUT_VERSION}.\n"
    assert contragraph("runs", "migrate", cwd=tmp_path).err == ""
    assert contragraph("doctor", cwd=tmp_path).out.startswith("All is well")
