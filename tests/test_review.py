"""Reviews: who judges what, and decisions that stay."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from contragraph.annotation import desk as desks
from contragraph.annotation.assignment import Assignment, assignment
from contragraph.annotation.desk import Desk
from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError, StoreLockedError
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.transfer import dump_run, load_run
from contragraph.graph.versions.history import log
from tests.reviewing import ADA, BOB, desk_of, judge, world


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return world(tmp_path)


@pytest.fixture
def desk(folder: Path) -> Desk:
    return desk_of(folder)


@pytest.fixture(scope="module")
def dumped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of the small dataset, ready for any store."""
    folder = world(tmp_path_factory.mktemp("dumped"))
    with open_store(f"ladybug:{folder / 'contragraph.lbug'}", read_only=True) as store:
        dump_run(store, str(store.run("explore.runs")[0]["id"]), folder / "run")
    return folder


# -- assignment --------------------------------------------------------------------------------------------------


def test_work_is_divided_by_the_things_themselves() -> None:
    things = [f"{n:016x}" for n in range(2000)]
    apart = Assignment(("ada", "bob", "eve"), 0.0)
    shares = Counter(name for thing in things for name in apart.assigned(thing))
    assert shares.total() == len(things)
    assert min(shares.values()) > 600
    part = Assignment(("ada", "bob"), 0.2)
    both = [thing for thing in things if len(part.assigned(thing)) == 2]
    assert 340 < len(both) < 460
    more = Assignment(("ada", "bob", "cid", "eve"), 0.0)
    moved = [t for t in things if apart.assigned(t) != more.assigned(t)]
    assert {name for t in moved for name in more.assigned(t)} == {"cid"}, "a new name takes, and nothing else moves"


@pytest.mark.parametrize(
    ("here", "everybody", "overlap", "problem"),
    [
        (["ada"], "bob,eve", "all", "ada is not among --reviewers bob,eve"),
        ([" "], None, "all", "'' is no name of a reviewer"),
        (["a\nb"], None, "all", "is no name of a reviewer"),
        (["ada"], "ada,", "all", "'' is no name of a reviewer"),
        (["ada"], None, "half", "'half' is no overlap"),
        (["ada"], None, "1.2", "'1.2' is no overlap"),
        (["ada"], None, "nan", "'nan' is no overlap"),
    ],
)
def test_a_wrong_assignment_is_one_sentence(here: list[str], everybody: str, overlap: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        assignment(here, everybody, overlap)


# -- decisions ---------------------------------------------------------------------------------------------------


def test_decisions_stay_in_either_store(address: str, dumped: Path) -> None:
    """They are noted in order, read back by another desk, can be taken back, and the audit finds nothing wrong."""
    with open_store(address, create=True) as store:
        load_run(store, dumped / "run")
    first = desk_of(dumped, address=address)
    pair, other = first.items[:2]
    undecided, unknown = first.items[-2:]
    judge(first, ADA, pair, "reject", "clear", "told", reason="too  far\nfetched")
    judge(first, ADA, pair, "accept")
    judge(first, ADA, pair, "accept")
    judge(first, BOB, pair, "unsure", reason="hm")
    judge(first, ADA, undecided, "accept")
    judge(first, BOB, unknown, "reject", "contradiction")
    second = desk_of(dumped, address=address)
    state = second.state()
    assert [(d.reviewer, d.number, d.verdict) for d in state.decisions] == [
        (ADA, 1, "reject"),
        (BOB, 1, "unsure"),
        (ADA, 2, "accept"),
        (BOB, 2, "reject"),
        (ADA, 3, "accept"),
    ]
    assert state.said[ADA][pair.id].verdict == "accept"
    assert state.decisions[0].reason == "too far fetched"
    assert state.decisions[0].criteria == ("clear", "told")
    assert second.place(state, pair, BOB).others[0].reviewer == ADA
    assert second.place(state, other, BOB).others == ()
    second.undo(ADA, 3)
    second.undo(ADA, 3)
    assert undecided.id not in second.state().said[ADA]
    second.undo(ADA, 2)
    assert second.state().said[ADA][pair.id].verdict == "reject", "what stood before stands again"
    with open_store(address) as store:
        assert audit(store) == []
        assert [r.verdict for r in log(store, pair.id)[2].reviews if r.reviewer == BOB] == ["unsure"]
        assert store.delete_run(str(store.run("explore.runs")[0]["id"]))["Review"] == 4
        assert audit(store) == [], "decisions on proposals stay, with what they judge"


def test_nobody_sees_the_verdicts_of_others_first(desk: Desk) -> None:
    pair = desk.items[0]
    judge(desk, ADA, pair, "reject", "clear")
    assert desk.place(desk.state(), pair, BOB).others == ()
    judge(desk, BOB, pair)
    assert [d.reviewer for d in desk.place(desk.state(), pair, BOB).others] == [ADA]
    desk.undo(BOB, 1)
    assert desk.place(desk.state(), pair, BOB).others == ()


@pytest.mark.parametrize(
    ("verdict", "criteria", "reason", "problem"),
    [
        ("", (), "", "Choose a verdict"),
        ("perhaps", (), "", "Choose a verdict"),
        ("accept", ("clear",), "", "What is accepted meets all criteria"),
        ("reject", (), "  ", "Say what is wrong"),
        ("reject", ("nice",), "", "There is no criterion 'nice'"),
        ("reject", (), "x" * 2001, "2,001 characters"),
        ("reject", (), "a\u202eb", "control characters"),
    ],
)
def test_a_verdict_against_the_guideline_is_refused(
    dumped: Path, verdict: str, criteria: tuple[str, ...], reason: str, problem: str
) -> None:
    desk = desk_of(dumped)
    with pytest.raises(InputError, match=problem):
        judge(desk, ADA, desk.items[0], verdict, *criteria, reason=reason)
    assert desk.state().decisions == []


def test_two_desks_at_once_lose_nothing(folder: Path) -> None:
    """Two servers on one file: each verdict waits for the store and is noted once."""
    one, two = desk_of(folder), desk_of(folder)
    pairs = one.items[:6]

    def work(desk: Desk, reviewer: str) -> None:
        for pair in pairs:
            judge(desk, reviewer, pair)
            time.sleep(0.02)  # no reader is faster

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (one, two), (ADA, BOB)))
    assert {n: len(its) for n, its in one.state().said.items()} == {ADA: len(pairs), BOB: len(pairs)}
    assert one.state().decisions == two.state().decisions


def test_a_store_that_stays_in_use_is_said(folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "WAIT", 0.3)
    with open_store(desk.address):
        with pytest.raises(StoreLockedError, match=r"is open in process \d+ \(writing\)"):
            judge(desk, ADA, desk.items[0])
        assert desk.state().decisions == [], "pages are still shown, as of before"
        with pytest.raises(StoreLockedError):
            desk_of(folder)


def test_a_dataset_of_another_store_is_refused(folder: Path) -> None:
    open_store(f"ladybug:{folder / 'other.lbug'}", create=True).close()
    with pytest.raises(
        InputError, match=r"lacks 16 of the 16 pairs of .*dataset, such as [0-9a-f]{16}: give the --store"
    ):
        desk_of(folder, address=f"ladybug:{folder / 'other.lbug'}")
