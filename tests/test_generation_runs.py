"""Runs: the same bytes whatever the hash seed, the engine, or how often the run was stopped."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.files.folder import JOURNAL, MANIFEST, working_folder
from contragraph.dataset.types import parse_plan
from contragraph.generation.run.making import Settings, generate
from contragraph.generation.settings import choose_kg
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph
from tests.made import dataset, few_axioms, lines_of, sample_world
from tests.staged_kgs import geography, stage

PLAN = "1-single-hop=1,2-single-hop=1"
"""Two waves, of conflicts that are found soon."""


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A folder with the loaded sample."""
    shutil.copy(sample_world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


def test_the_hash_seed_changes_nothing(world: Path) -> None:
    """The dataset of the other tests was made under hash seed 0."""
    again = contragraph("generate", "--plan", "small", "--out", "dataset", cwd=world, PYTHONHASHSEED="12345")
    assert again.code == 0, again.err
    assert contents(world / "dataset") == contents(dataset())


@pytest.mark.neo4j
def test_both_engines_give_the_same_bytes(neo4j_sample: str, world: Path) -> None:
    """Proofs of several steps, and a control; those of one are made on a server that is killed, and compared there."""
    settings = Settings(parse_plan("1-multi-hop=1"), controls="1:1")
    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        generate(store, world / "ladybug", settings)
    with open_store(neo4j_sample) as store:
        report = generate(store, world / "neo4j", settings)
        assert store.instance_ids(report.run) == sorted(line["id"] for line in lines_of(world / "neo4j"))
    assert [line["type"] for line in lines_of(world / "neo4j")] == ["1-multi-hop", "0-conflict"]
    assert contents(world / "neo4j") == contents(world / "ladybug")


def test_instances_are_in_the_store_and_stay_the_same_but_for_another_seed(world: Path) -> None:
    """Nor do processes change a byte."""
    plan, axioms = parse_plan("1-single-hop=1"), few_axioms(world)
    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        first = generate(store, world / "one", Settings(plan), axioms=axioms)
        assert store.instance_ids(first.run) == sorted(line["id"] for line in lines_of(world / "one"))
        second = generate(store, world / "two", Settings(plan), axioms=axioms, processes=2)
        assert second.run == first.run
        assert store.instance_ids(first.run) == sorted(line["id"] for line in lines_of(world / "one"))
        generate(store, world / "other", Settings(plan, seed=8), axioms=axioms)
    assert contents(world / "one") == contents(world / "two")
    assert check(world / "other").accepted
    one, other = ({line["id"] for line in lines_of(world / name)} for name in ("one", "other"))
    assert len(one) == len(other) == 1
    assert not one & other


class StoppedError(Exception):
    """The user's patience ended."""


def ends_within_a_wave(store: GraphStore, out: Path, settings: Settings, *, resume: bool) -> bool:
    """Run for one wave more, then stop; whether the run ended before that."""
    journal = working_folder(out) / JOURNAL
    replayed = journal.read_bytes().count(b"\n") if resume else 0  # the torn last line is none
    reports: list[int] = []

    def progress(what: str, done: int, of: int) -> None:
        if what == "pairs":
            reports.append(done)
        if len(reports) == replayed + 2:  # the first is from before the first wave
            raise StoppedError

    try:
        generate(store, out, settings, axioms=few_axioms(out.parent), resume=resume, progress=progress)
    except StoppedError:
        return False
    return True


def test_a_run_stopped_at_every_turn_ends_with_the_same_bytes(world: Path) -> None:
    """Stopped after each wave, and each time with the journal's last line torn, then resumed."""
    settings = Settings(parse_plan(PLAN))
    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        generate(store, world / "whole", settings, axioms=few_axioms(world))
        stops = 0
        while not ends_within_a_wave(store, world / "torn", settings, resume=stops > 0):
            stops += 1
            assert not (world / "torn").exists()
            with (working_folder(world / "torn") / JOURNAL).open("ab") as journal:
                journal.write(b'{"type": "1-single-hop", "kept": [{"li\xc3')
            assert stops < 120
    assert stops >= 2
    assert not working_folder(world / "torn").exists()
    assert contents(world / "torn") == contents(world / "whole")


# -- settings ---------------------------------------------------------------------------------------------


def test_strict_admits_only_strict_conflicts(world: Path) -> None:
    """By axioms of one's own, which do not say that P31 states classes: then no control takes any for granted."""
    with open_store(f"ladybug:{world / 'contragraph.lbug'}") as store:
        settings = Settings(parse_plan("1-single-hop=4"), strict=True, controls="1:1")
        generate(store, world / "strict", settings, axioms=few_axioms(world))
    lines = lines_of(world / "strict")
    assert Counter(line["type"] for line in lines) == {"1-single-hop": 4, "0-conflict": 4}
    assert {c["strength"] for line in lines for c in line["conflicts"]} == {"strict"}
    assert check(world / "strict").accepted
    usual = [line for line in lines_of(dataset()) if line["type"] == "1-single-hop"]
    assert any(c["strength"] == "typical" for line in usual for c in line["conflicts"])
    assert json.loads((world / "strict" / MANIFEST).read_text("utf-8"))["settings"]["strict"] is True


def test_a_plan_that_cannot_be_met_says_what_is_missing(tmp_path: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'tiny.lbug'}", create=True) as store:
        store.load(stage(tmp_path / "staged", "tiny", geography(6)))
        report = generate(store, tmp_path / "out", Settings(parse_plan("1-single-hop=40,4-multi-hop=1")))
        with pytest.raises(InputError, match="'other'"):
            choose_kg(store, "other")
    short = {str(s.type): (s.wanted, s.made) for s in report.shortfalls}
    made = len(lines_of(tmp_path / "out"))
    assert short["1-single-hop"] == (40, made)
    assert short["4-multi-hop"] == (1, 0)
    assert all(s.reasons for s in report.shortfalls)
    manifest = json.loads((tmp_path / "out" / MANIFEST).read_text("utf-8"))
    assert {s["type"]: (s["planned"], s["made"]) for s in manifest["shortfalls"]} == short
    assert check(tmp_path / "out").accepted


def test_an_empty_store_holds_nothing_to_make_pairs_of(tmp_path: Path) -> None:
    with (
        open_store(f"ladybug:{tmp_path / 'empty.lbug'}", create=True) as store,
        pytest.raises(InputError, match="no knowledge graph"),
    ):
        generate(store, tmp_path / "out", Settings(parse_plan("small")))
    assert not (tmp_path / "out").exists()
    assert not working_folder(tmp_path / "out").exists()
