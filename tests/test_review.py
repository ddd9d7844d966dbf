"""Reviews: who judges what, decisions that stay, demonstrations, agreement, and what goes from store to store."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from contragraph.app.commands.review import command
from contragraph.app.pages.rows import read_index
from contragraph.app.review.demonstrating import write_demonstrations
from contragraph.generation.llm.demonstrations import named, read_demonstrations
from contragraph.generation.record import to_instance
from contragraph.graph import open_store
from contragraph.graph.doctor import audit
from contragraph.graph.errors import InputError, StoreLockedError
from contragraph.graph.history import content, log
from contragraph.graph.transfer import dump_run, load_run
from contragraph.review import desk as desks
from contragraph.review.assignment import Assignment, assignment
from contragraph.review.decisions import Decision, effective, standing, write_decisions
from contragraph.review.demonstrations import alike, by_relation, settled
from contragraph.review.desk import Desk, ObjectionsError, StaleError
from contragraph.review.figures import agreements
from contragraph.review.items import Candidate, Item
from tests.cli import contragraph
from tests.made import sample_world
from tests.reviewing import ADA, BOB, desk_of, world


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


def judge(desk: Desk, reviewer: str, item: Item, verdict: str = "accept", *criteria: str, reason: str = "") -> None:
    desk.decide(reviewer, item, item.versions, verdict, criteria, reason)


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
    desk: Desk, verdict: str, criteria: tuple[str, ...], reason: str, problem: str
) -> None:
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


# -- texts -------------------------------------------------------------------------------------------------------


def test_a_rewritten_text_is_a_version_of_its_own(folder: Path, desk: Desk) -> None:
    """Verdicts stay with the version they judge; a tab that still shows that one cannot judge the new one."""
    index = read_index(desk.dataset)
    pair = desk.items[0]
    record = index.record(index.rows[0])
    instance = to_instance(record)
    old = desk.state().current[pair.id]
    judge(desk, BOB, pair)
    body = record.contexts.perturbed.text + " That is all that there is to say."
    made = desk.rewrite(ADA, pair, "perturbed", old[1], body, instance, anyway=True)
    assert desk.state().current[pair.id] == (old[0], made.id)
    place = desk.place(desk.state(), pair, BOB)
    assert place.own is None
    assert place.outdated is not None
    assert pair in desk.to_do(desk.state(), BOB)
    with pytest.raises(StaleError) as stale:
        desk.decide(BOB, pair, old, "accept")
    assert (stale.value.seen, stale.value.current) == (old, (old[0], made.id))
    with pytest.raises(StaleError):
        desk.rewrite(BOB, pair, "perturbed", old[1], body + " Or is it?", instance, anyway=True)
    desk.decide(BOB, pair, (old[0], made.id), "reject", ["natural"])
    back = desk.bring_back(ADA, pair, "perturbed", made.id)
    with open_store(desk.address, read_only=True) as store:
        text = content(store, back.id).text
        assert text is not None
        assert text.body == record.contexts.perturbed.text
        assert audit(store) == []
        said = [(r.reviewer, r.verdict) for v in log(store, pair.id)[3:] for r in v.reviews]
        assert said == [(ADA, "edited"), (BOB, "reject"), (ADA, "restored")]
    with pytest.raises(InputError, match="there is none to bring back"):
        desk.bring_back(ADA, desk.items[1], "original", desk.state().current[desk.items[1].id][0])


def test_a_text_that_says_too_little_or_too_much_is_refused(desk: Desk) -> None:
    index = read_index(desk.dataset)
    place = next(n for n, row in enumerate(index.rows) if len(index.record(row).conflicts) == 1)
    pair, record = desk.items[place], index.record(index.rows[place])
    instance = to_instance(record)
    version = desk.state().current[pair.id][1]
    made = next(s for s in record.contexts.perturbed.statements if s.id in record.conflicts[0].perturbed)
    context = record.contexts.perturbed
    kept = [s for s in context.sentences if made.id not in s.statements]
    without = " ".join(context.text[s.start : s.end].strip() for s in kept)
    tries = {
        without: "which a conflict rests on|No sentence names both",
        "": "The text is empty",
        "x" * 20_001: "20,000 are the most",
        context.text + " It" + " very" * 70 + " long.": "60 are the most",
        context.text + " He was born in Reykjavik in 1848.": "Reykjavik",
    }
    for body, problem in tries.items():
        with pytest.raises(ObjectionsError, match=problem):
            desk.rewrite(ADA, pair, "perturbed", version, body, instance)
    with pytest.raises(ObjectionsError) as refused:
        desk.rewrite(ADA, pair, "perturbed", version, without, instance, anyway=True)
    assert any(o.serious for o in refused.value.found)
    assert desk.state().current[pair.id][1] == version
    with pytest.raises(InputError, match="Nothing to change"):
        desk.rewrite(ADA, pair, "perturbed", version, context.text, instance)


def test_decisions_survive_that_the_dataset_is_made_again(folder: Path) -> None:
    """With other texts it has other versions: what was said is shown, as said of the earlier ones."""
    generate = ("generate", "--plan", "1-single-hop=1", "--overwrite", "--out", "dataset")
    assert contragraph(*generate, cwd=folder).code == 0
    desk = desk_of(folder)
    judge(desk, ADA, desk.items[0])
    assert contragraph(*generate, "--style", "news", cwd=folder).code == 0
    again = desk_of(folder)
    assert again.items[0].versions != desk.items[0].versions
    assert again.items[0].conflicts == desk.items[0].conflicts
    state = again.state()
    assert not any(state.said.values())
    assert state.outdated[ADA][again.items[0].id].verdict == "accept"


# -- demonstrations ----------------------------------------------------------------------------------------------


def candidate(name: str, axiom: str, rule: str = "prp-fp", hops: int = 1) -> Candidate:
    return Candidate(name, f"pair-{name}", 0, "wdt:P36", (axiom,), (rule,), hops)


def test_candidates_of_different_axioms_come_first_and_likeness_is_told() -> None:
    some = [candidate("a", "x"), candidate("b", "x"), candidate("c", "y"), candidate("d", "z", "prp-pdw", 2)]
    items = [Item("pair", c.item, n, "1-single-hop", ("wdt:P36",), (), (), (c,)) for n, c in enumerate(some)]
    (listed,) = by_relation(items).values()
    assert {c.axioms for c in listed[:3]} == {("x",), ("y",), ("z",)}
    assert alike([some[0], some[1], some[3]]) == [(0, 1, "rest on the same axioms")]
    assert alike([some[0], some[2]]) == [(0, 1, "have a proof of the same kind")]
    assert [c.judged for c in settled(some, {"a": 1, "b": 1, "c": 2, "d": 1})] == ["c", "d", "a"]


def test_demonstrations_are_chosen_exactly_and_written_for_models(folder: Path, desk: Desk) -> None:
    judge(desk, ADA, desk.items[-2])
    every = desk.candidates(desk.state(), ADA)
    assert sum(map(len, every.values())) == len({c.judged for i in desk.items for c in i.candidates})
    relations = [desk.items[-2].relations[0], *sorted(every, key=lambda r: -len(every[r]))][:3]
    chosen = {r: every[r][:3] for r in relations}
    for relation, some in chosen.items():
        with pytest.raises(InputError, match="Choose exactly"):
            desk.choose(ADA, relation, [])
        with pytest.raises(InputError, match="no candidate"):
            desk.choose(ADA, relation, ["0" * 16])
        assert len(desk.choose(ADA, relation, [c.judged for c in some])) == len(some)
    assert desk.choose(ADA, relation, [c.judged for c in some]) == []
    written, short = write_demonstrations(desk, read_index(desk.dataset), folder / "demonstrations.jsonl")
    assert (written, short) == (sum(map(len, chosen.values())), [])
    read = read_demonstrations(folder / "demonstrations.jsonl")
    assert Counter(d.relation for d in read) == {r: len(some) for r, some in chosen.items()}
    assert all(named(d) for d in read)
    assert [d.instance for d in read].count(None) == 1
    assert all("so that it cannot be that" in d.reason for d in read if d.instance)
    desk.undo(ADA, max(d.number for d in desk.state().decisions))
    assert len(desk.state().chosen[ADA]) == written - len(some)


# -- figures and files -------------------------------------------------------------------------------------------


def test_progress_and_agreement(folder: Path) -> None:
    desk = desk_of(folder, overlap=0.5)
    decided = []
    for number, item in enumerate(desk.items[:16]):
        for name in desk.assignment.assigned(item.id):
            verdict, criteria = ("accept", ()) if number % 3 or name == ADA else ("reject", ("clear",))
            decided.append(Decision(name, verdict, "", criteria, number + 1, tuple(sorted(item.versions))))
    with open_store(desk.address) as store:
        write_decisions(store, decided)
    for item in desk.items[16:]:
        for name in desk.assignment.assigned(item.id):
            judge(desk, name, item)
    both = [i for i in desk.items if len(desk.assignment.assigned(i.id)) == 2]
    verdicts, *_ = agreements(desk.state().said)
    assert (verdicts.units, verdicts.readers) == (len(both), (ADA, BOB))
    same = sum(number % 3 > 0 or number > 15 for number, item in enumerate(desk.items) if item in both)
    assert verdicts.same == pytest.approx(same / len(both), abs=1e-4)
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
