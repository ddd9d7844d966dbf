"""Datasets of sets of documents: made, proven again from their files and by brute force, and damaged."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import contragraph as cg
from benchmarks.subsets import agrees, choices
from contragraph.dataset.check.check import check
from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.check.sets import set_faults
from contragraph.dataset.records.sets import LENGTHS, PAPER_PLAN, parse_set, parse_set_plan, read_sets, set_line, to_set
from contragraph.generation.search.candidate import Candidate
from contragraph.generation.sets.making import generate_sets
from contragraph.generation.sets.slots import in_turns, places, slots_of
from contragraph.generation.sets.spread import spread
from contragraph.generation.settings import Settings
from contragraph.generation.settings.set_plan import POSITIONS, SetPlan
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.transfer import run_rows
from tests.cli import contragraph
from tests.forge import Change, at, by, drop, put, relined
from tests.made import SETS_PLAN, Line, few_axioms, sample_world, sets

PLAN = parse_set_plan(SETS_PLAN)
SMALL = Settings({}, sets=SetPlan({"self": 2, "pair": 2}, documents=5, lengths=("1-50",)))


def store(folder: Path) -> cg.GraphStore:
    """A copy of the loaded sample of one's own."""
    return open_store(f"ladybug:{shutil.copy(sample_world() / 'loaded.lbug', folder / 'own.lbug')}")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# -- what is made -----------------------------------------------------------------------------------------------


def test_the_plan_is_met_and_all_is_proven_again() -> None:
    report = check(sets())
    assert report.accepted, report.faults
    assert dict(report.types) == PLAN
    assert report.conflicts == sum(n for kind, n in PLAN.items() if kind != "none")


def test_every_subset_of_documents_agrees() -> None:
    """Of all choices of at most four documents just those contradict that hold all documents of the conflict."""
    rules = Axioms.of(sets()).rules
    for _, record in read_sets(sets()):
        found = to_set(record)
        for some in choices(found):
            assert agrees(found, some, rules), (record.id, some)


def test_documents_are_as_asked_for() -> None:
    for _, record in read_sets(sets()):
        found = to_set(record)
        roles = [n for n, d in enumerate(found.documents) if d.role == "conflict"]
        assert len(found.documents) == 10
        assert len(roles) == {"self": 1, "pair": 2, "conditional": 3}[found.shape]
        if found.position in ("near", "contiguous"):
            assert roles[-1] - roles[0] == len(roles) - 1
        elif found.position == "far":
            assert roles[1] - roles[0] >= 5
        elif found.position == "separate":
            assert all(b - a > 1 for a, b in pairwise(roles))
        least, most = LENGTHS[found.length]
        assert all(least <= len(d.text.body.split()) <= most for d in found.documents)
        apart = {e for n in roles for s in found.documents[n].statements for e in s.entities}
        for document in found.documents:
            its = {e for s in document.statements for e in s.entities}
            assert document.role != "distractor" or apart.isdisjoint(its)
        members = {i for c in found.conflicts for m in c.minimal for i in m.statements}
        holders = [n for i in members for n, d in enumerate(found.documents) if i in {s.id for s in d.statements}]
        assert len(holders) == len(members), "no statement of a conflict stands in two documents"


def test_sets_without_a_conflict_have_documents_like_those_with_one() -> None:
    harmless = [record for _, record in read_sets(sets()) if record.type == "none"]
    assert {record.shape for record in harmless} == {"self", "pair", "conditional"}
    assert all([d.role for d in record.documents].count("conflict") for record in harmless)


def test_a_line_is_read_as_it_was_written() -> None:
    for line, record in read_sets(sets()):
        assert set_line(to_set(record)) == (record.id, line)


@pytest.mark.neo4j
def test_both_engines_and_any_number_of_processes_give_the_same_bytes(neo4j_sample: str, tmp_path: Path) -> None:
    """All patterns find the same on both engines: ``test_pattern_queries``."""
    least, axioms = Settings({}, sets=SetPlan({"pair": 1}, documents=5, lengths=("1-50",))), few_axioms(tmp_path)
    with store(tmp_path) as opened:
        stored = run_rows(opened, generate_sets(opened, tmp_path / "ladybug", least, axioms=axioms, processes=2).run)
    with open_store(neo4j_sample) as opened:
        run = generate_sets(opened, tmp_path / "neo4j", least, axioms=axioms).run
        assert run_rows(opened, run) == stored
        opened.delete_run(run)  # no test may change the sample
    assert contents(tmp_path / "ladybug") == contents(tmp_path / "neo4j")


def test_the_commands_show_and_check(tmp_path: Path) -> None:
    done = contragraph("check", sets(), cwd=tmp_path)
    assert (done.code, done.out) == (0, f"{sets()}: 18 sets with 9 conflicts; every proof holds.\n")
    shown = contragraph("show", sets(), "1", "--type", "conditional", cwd=tmp_path)
    assert "cannot all be true; any 2 of them can" in shown.out
    assert shown.out.count("▶") >= 3
    wrong = contragraph("show", sets(), "1", "--type", "1-multi-hop", cwd=tmp_path)
    assert (wrong.code, "not a type of set" in wrong.err) == (2, True)


# -- what is not accepted ---------------------------------------------------------------------------------------


def other_document(line: Line) -> None:
    places = line["conflicts"][0]["documents"]
    places[-1] = next(n for n in range(len(line["documents"])) if n not in places)


def said_twice(line: Line) -> None:
    conflict = line["conflicts"][0]
    one, other = (at(line, "documents", place, "statements") for place in conflict["documents"][:2])
    other += [s for s in one if s["id"] in conflict["statements"]]


def true_lie(line: Line) -> None:
    for document in line["documents"]:
        for statement in document["statements"]:
            statement["source"] = "kg"


DAMAGES: dict[str, tuple[Change, str]] = {
    "other k": (by("conflicts", 0, "k", of=lambda k: k + 1), "another k"),
    "fewer documents": (drop("conflicts", 0, "documents", -1), "which is not declared"),
    "other document": (other_document, "cannot be proven"),
    "undeclared": (put("conflicts", to=[]), "which is not declared"),
    "said twice": (said_twice, "does not state"),
    "other type": (lambda line: line.update(type="self", shape="self"), "but the prover says: conditional"),
    "longer": (put("length", to="151-200"), "words, not 151-200"),
    "other role": (put("documents", {"role": "conflict"}, "role", to="topic"), "has another role"),
    "true lie": (true_lie, "has no made-up statement"),
    "wrong step": (drop("conflicts", 0, "minimal", 0, "proof", 0), "does not hold"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_sets(damage: str) -> None:
    change, said = DAMAGES[damage]
    (line, *_) = (json.loads(line) for line, record in read_sets(sets()) if record.type == "conditional")
    told = relined(line, "set", change)
    faults = list(set_faults(told, parse_set(told, "here"), Axioms.of(sets())))
    assert any(said in fault for fault in faults), faults


def test_what_needs_pairs_says_so(tmp_path: Path) -> None:
    store = f"ladybug:{sample_world() / 'loaded.lbug'}"
    done = contragraph("review", sets(), "--progress", "--store", store, cwd=tmp_path)
    assert (done.code, "holds sets of documents, not pairs of texts" in done.err) == (2, True), done.err


def test_a_line_that_is_no_set_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "sets"
    shutil.copytree(sets(), folder)
    with (folder / "sets.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "x"}\n')
    with pytest.raises(InputError, match=r"line 19 is not a set of documents: type"):
        check(folder)


# -- plans ------------------------------------------------------------------------------------------------------


def test_plans() -> None:
    assert parse_set_plan("paper") == PAPER_PLAN
    assert sum(PAPER_PLAN.values()) == 1867
    assert parse_set_plan("none=2, self=1") == {"self": 1, "none": 2}
    for wrong in ("", "self", "self=0", "triple=1", "self=1,self=2", "self=-1"):
        with pytest.raises(InputError):
            parse_set_plan(wrong)
    for documents in (4, 51):
        with pytest.raises(InputError, match="A set has from"):
            SetPlan({"self": 1}, documents)
    with pytest.raises(InputError, match="no position"):
        SetPlan({"self": 1}, positions=("middle",))
    with pytest.raises(InputError, match="need a set of 7 at least, not 6"):
        SetPlan({"k4": 1}, 6)
    assert SetPlan({"k4": 1}, 6, positions=("near",)).documents == 6


def test_sets_are_filled_by_topic(tmp_path: Path) -> None:
    with store(tmp_path) as opened, pytest.raises(InputError, match="leave the fill dfs out"):
        generate_sets(opened, tmp_path / "out", replace(SMALL, fill="dfs"))


def test_slots_take_turns() -> None:
    slots = slots_of(SetPlan({"pair": 8, "conditional": 8, "none": 16}))
    for shape in ("pair", "conditional"):
        for kind in (shape, "none"):
            some = [slot for slot in slots if (slot.shape, slot.kind) == (shape, kind)]
            assert len(some) == 8
            assert len({(slot.position, slot.length) for slot in some}) == 8
    assert all(slot.type.multi for slot in slots if slot.shape == "conditional")
    assert sorted(map(repr, in_turns(slots))) == sorted(map(repr, slots))


@pytest.mark.parametrize("documents", [5, 10, 20])
@pytest.mark.parametrize("taken", [1, 2, 3, 4])
def test_no_place_is_left_out(documents: int, taken: int) -> None:
    """Over many sets every document of a conflict stands at every place, in every order."""
    if (documents, taken) == (5, 4):
        return
    for position in ["alone"] if taken == 1 else [*POSITIONS] if taken == 2 else [*POSITIONS.values()]:
        found = {places(documents, taken, position, f"set {n}") for n in range(40 * documents)}
        near = position in ("near", "contiguous")
        for some in found:
            at = sorted(some)
            gaps = [b - a for a, b in pairwise(at)]
            assert len(at) == taken
            assert position == "alone" or (all(g == 1 for g in gaps) if near else all(g > 1 for g in gaps))
        if (documents, taken, position) != (5, 3, "separate"):  # there is one way alone
            assert {some[0] for some in found} == {*range(documents)}


# -- spreading --------------------------------------------------------------------------------------------------

BORN = Statement("wd:Q1", "wdt:P19", "wd:Q2")
OTHER = Statement("wd:Q1", "wdt:P19", "wd:Q3")
INSIDE = Statement("wd:Q3", "wdt:P131", "wd:Q4")
BESIDE = Statement("wd:Q4", "wdt:P47", "wd:Q5")
LOOSE = Statement("wd:Q8", "wdt:P47", "wd:Q9")


def test_spreading() -> None:
    candidate = Candidate("a shape", BORN, OTHER, (INSIDE, BESIDE))
    for shape, number in (("self", 1), ("pair", 2), ("conditional", 3), ("k4", 4)):
        shares = spread(candidate, shape)
        assert shares is not None
        assert len(shares) == number
        told = [s for share in shares for s in share.statements]
        assert sorted(s.id for s in told) == sorted(s.id for s in candidate.statements)


def test_no_document_tells_unrelated_things() -> None:
    assert spread(Candidate("a shape", BORN, OTHER, (LOOSE,)), "pair") is None
    assert spread(Candidate("a shape", BORN, OTHER, (INSIDE, LOOSE)), "conditional") is None
    assert spread(Candidate("a shape", BORN, OTHER), "conditional") is None
