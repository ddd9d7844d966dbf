"""Figures of a review, and decisions that go from store to store as files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from contragraph.annotation.agreement import review_agreements
from contragraph.annotation.decisions import Decision, effective, standing, write_decisions
from contragraph.annotation.desk import Desk
from contragraph.app.commands.review import command
from contragraph.graph.errors import InputError
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph
from tests.made import sample_world
from tests.reviewing import ADA, BOB, desk_of, judge, world


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return world(tmp_path)


@pytest.fixture
def desk(folder: Path) -> Desk:
    return desk_of(folder)


def test_progress_and_agreement(folder: Path) -> None:
    desk = desk_of(folder, overlap=0.5)
    both = [i for i in desk.items if len(desk.assignment.assigned(i.id)) == 2]
    disputed = {i.id for i in both if i in desk.items[:16]}
    assert disputed
    decided = []
    for number, item in enumerate(desk.items[:16]):
        for name in desk.assignment.assigned(item.id):
            rejected = name == BOB and item.id in disputed
            verdict, criteria = ("reject", ("clear",)) if rejected else ("accept", ())
            decided.append(Decision(name, verdict, "", criteria, number + 1, tuple(sorted(item.versions))))
    with open_store(desk.address) as store:
        write_decisions(store, decided)
    for item in desk.items[16:]:
        for name in desk.assignment.assigned(item.id):
            judge(desk, name, item)
    verdicts, *_ = review_agreements(desk.state().said)
    assert (verdicts.units, verdicts.readers) == (len(both), (ADA, BOB))
    assert verdicts.same == pytest.approx(1 - len(disputed) / len(both), abs=1e-4)
    assert verdicts.alpha is not None
    assert verdicts.kappa_interval is not None
    options = ("--reviewers", "ada,bob", "--overlap", "0.5", "--format", "json")
    rows = json.loads(contragraph("review", "dataset", "--progress", *options, cwd=folder).out)
    assert [(r["reviewer"], r["assigned"] - r["done"], r["beyond"]) for r in rows] == [(ADA, 0, 0), (BOB, 0, 0)]


def test_decisions_go_from_store_to_store(folder: Path, desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    judge(desk, ADA, desk.items[0], "reject", "clear", reason="“no” – nein")
    judge(desk, ADA, desk.items[0])
    judge(desk, ADA, desk.items[-1], "unsure", reason="?")
    desk.undo(ADA, 3)
    assert desk.export_to(folder / "said.jsonl") == 4
    other = world(tmp_path_factory.mktemp("other"))
    (other / "said.jsonl").write_bytes((folder / "said.jsonl").read_bytes())
    for new in (4, 0):
        done = contragraph("review", "dataset", "--import", "said.jsonl", cwd=other)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{new} new decisions of 4 are in ")
    copied = desk_of(other)
    assert copied.state().decisions == desk.state().decisions
    assert effective(copied.state().decisions) == effective(desk.state().decisions)
    assert len(standing(copied.state().decisions)) == 1
    copied.export_to(other / "again.jsonl")
    assert (other / "again.jsonl").read_bytes() == (folder / "said.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda line: line.replace('"accept"', '"reject"'), "line 1 was changed: its id is not the hash"),
        (lambda line: line[:-20], "line 1 is no decision: "),
        (lambda line: line.replace('"number": 1', '"number": "1"'), "line 1 is no decision: number"),
        (lambda line: "\udcff", "is no text file in UTF-8"),
    ],
)
def test_a_spoilt_import_takes_nothing(folder: Path, desk: Desk, spoil: object, problem: str) -> None:
    assert callable(spoil)
    judge(desk, ADA, desk.items[0])
    desk.export_to(folder / "said.jsonl")
    line = (folder / "said.jsonl").read_text("utf-8")
    (folder / "said.jsonl").write_text(spoil(line), "utf-8", errors="surrogateescape")
    with pytest.raises(InputError, match=problem):
        desk.import_from(folder / "said.jsonl")
    assert len(desk.state().decisions) == 1


def test_decisions_on_what_the_store_lacks_are_left_out(folder: Path, desk: Desk) -> None:
    judge(desk, ADA, desk.items[0])
    judge(desk, BOB, desk.items[-1], "unsure", reason="?")
    desk.export_to(folder / "said.jsonl")
    with open_store(desk.address) as store:
        store.delete_run(str(store.run("explore.runs")[0]["id"]))
    taken = desk.import_from(folder / "said.jsonl")
    assert (taken.given, taken.new, taken.unknown) == (2, 0, 1)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--progress", "--agreement"), "Give one of --progress"),
        ((), "Say who reviews: --reviewer NAME."),
        (("--reviewer", "ada", "--overlap", "most"), "'most' is no overlap"),
        (("--import", "none.jsonl"), "There is no file none.jsonl"),
    ],
)
def test_wrong_use_is_one_sentence(desk: Desk, arguments: tuple[str, ...], problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        command.main([str(desk.dataset), *arguments, "--store", desk.address], standalone_mode=False)


def test_a_spoilt_queue_is_said_with_its_line(folder: Path) -> None:
    path = folder / "dataset" / "review.jsonl"
    path.write_text(path.read_text("utf-8") + '{"id": "x"}\n', "utf-8")
    with pytest.raises(InputError, match=r"review\.jsonl, line 3 is no proposal: kind"):
        desk_of(folder)


def test_the_sample_is_left_alone() -> None:
    assert not (sample_world() / "dataset" / "review.jsonl").exists()
