"""Texts that reviewers rewrite, and pairs that they choose as demonstrations for models."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from contragraph.annotation.demonstrations import alike, by_relation, settled
from contragraph.annotation.desk import Desk, ObjectionsError, StaleError
from contragraph.annotation.items import DemonstrationCandidate, ReviewItem
from contragraph.app.pages.rows import read_index
from contragraph.app.review.demonstrating import write_demonstrations
from contragraph.dataset.folder.content import PAIR_CONTENT
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.generation.llm.demonstrations import named, read_demonstrations
from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError
from contragraph.graph.stores.open import open_store
from contragraph.graph.versions.history import content, log
from tests.cli import contragraph
from tests.made import few_axioms
from tests.reviewing import ADA, BOB, desk_of, judge, world


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return world(tmp_path)


@pytest.fixture
def desk(folder: Path) -> Desk:
    return desk_of(folder)


def test_a_rewritten_text_is_a_version_of_its_own(folder: Path, desk: Desk) -> None:
    """Verdicts stay with the version they judge; a tab that still shows that one cannot judge the new one."""
    index = read_index(desk.dataset, PAIR_CONTENT)
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


def without_what_was_made_up(record: InstanceRecord) -> str:
    """The perturbed text without the sentences that say what was made up."""
    context, made = record.contexts.perturbed, record.conflicts[0].perturbed[0]
    return " ".join(context.text[s.start : s.end].strip() for s in context.sentences if made not in s.statements)


def leaves_a_gap(record: InstanceRecord) -> bool:
    """Whether a pair has one conflict, with a thing or a date that only the perturbed statement names."""
    said = {s.id: s for s in record.contexts.perturbed.statements}
    (conflict, *more), rest = record.conflicts, without_what_was_made_up(record)
    return not more and said[conflict.perturbed[0]].object.label not in rest


def is_read(record: InstanceRecord) -> bool:
    """Whether the perturbed text tells dates in plain sentences alone: not all ways to tell them are read yet."""
    return not any(told in record.contexts.perturbed.text for told in (" at the age of ", "("))


def test_a_text_that_says_too_little_or_too_much_is_refused(desk: Desk) -> None:
    index = read_index(desk.dataset, PAIR_CONTENT)
    gaps = (n for n, row in enumerate(index.rows) if leaves_a_gap(index.record(row)))
    place = next(n for n in gaps if is_read(index.record(index.rows[n])))
    pair, record = desk.items[place], index.record(index.rows[place])
    instance = to_instance(record)
    version = desk.state().current[pair.id][1]
    context, without = record.contexts.perturbed, without_what_was_made_up(record)
    tries = {
        without: "which a conflict rests on|No sentence names both|What is denied or restricted got lost",
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
    plan = ("--plan", "1-single-hop=1", "--ontology", few_axioms(folder))
    generate = ("generate", *plan, "--overwrite", "--out", "dataset")
    assert contragraph(*generate, cwd=folder).code == 0
    desk = desk_of(folder)
    judge(desk, ADA, desk.items[0])
    assert contragraph(*generate, "--style", "short", cwd=folder).code == 0
    again = desk_of(folder)
    assert again.items[0].versions != desk.items[0].versions
    assert again.items[0].conflicts == desk.items[0].conflicts
    state = again.state()
    assert not any(state.said.values())
    assert state.outdated[ADA][again.items[0].id].verdict == "accept"


# -- demonstrations ----------------------------------------------------------------------------------------------


def candidate(name: str, axiom: str, rule: str = "prp-fp", hops: int = 1) -> DemonstrationCandidate:
    return DemonstrationCandidate(name, f"pair-{name}", 0, "wdt:P36", (axiom,), (rule,), hops)


def test_candidates_of_different_axioms_come_first_and_likeness_is_told() -> None:
    some = [candidate("a", "x"), candidate("b", "x"), candidate("c", "y"), candidate("d", "z", "prp-pdw", 2)]
    items = [ReviewItem("pair", c.item, n, "1-single-hop", ("wdt:P36",), (), (), (c,)) for n, c in enumerate(some)]
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
    written, short = write_demonstrations(desk, read_index(desk.dataset, PAIR_CONTENT), folder / "demonstrations.jsonl")
    assert (written, short) == (sum(map(len, chosen.values())), [])
    read = read_demonstrations(folder / "demonstrations.jsonl")
    assert Counter(d.relation for d in read) == {r: len(some) for r, some in chosen.items()}
    assert all(named(d) for d in read)
    assert [d.instance for d in read].count(None) == 1
    assert all("so that it cannot be that" in d.reason for d in read if d.instance)
    desk.undo(ADA, max(d.number for d in desk.state().decisions))
    assert len(desk.state().chosen[ADA]) == written - len(some)
