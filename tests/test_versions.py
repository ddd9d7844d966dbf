"""The history of a pair on both engines: what it says, and the changes that continue it and overwrite nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Statement
from contragraph.graph.model.origin import Run
from contragraph.graph.model.versions import version_id
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.graph.versions.edits import edit, newest, restore, review
from contragraph.graph.versions.history import Stated, content, find_pair, find_version, log, pairs_of
from tests.staged_kgs import AXIOMS, instance
from tests.stores import everything

RUN = Run(7, "{}", "geo", "snap")


@pytest.fixture
def made(store: GraphStore) -> GraphStore:
    """Two pairs."""
    store.write_run(RUN)
    store.write_instances(RUN, [("aa1", instance(1)), ("aa2", instance(2))], AXIOMS)
    store.finish_run(RUN.id)
    return store


def stated(subject: str, relation: str, thing: str | Literal) -> Stated:
    label = thing if isinstance(thing, str) else thing.label
    return Stated(Statement(subject, relation, thing), "made", subject, relation, label)


def test_a_pair_begins_with_three_versions(made: GraphStore) -> None:
    pair = instance(1)
    base, original, perturbed = log(made, "aa1")
    ids = [s.id for s in pair.original.statements]
    assert (base.kind, base.number, base.parent, base.text, base.added) == ("base", 0, None, None, tuple(ids))
    assert (original.id, original.parent) == (version_id(pair, "original"), base.id)
    assert (original.added, original.removed, original.text) == ((), (), pair.original.text.id)
    assert (perturbed.id, perturbed.parent) == (version_id(pair, "perturbed"), original.id)
    now = [s.id for s in pair.perturbed.statements]
    assert set(perturbed.added) == set(now) - set(ids)
    assert set(perturbed.removed) == set(ids) - set(now)
    assert all(info.text_changed for info in (original, perturbed))
    for side, info in zip(pair.sides, (original, perturbed), strict=True):
        its = content(made, info.id)
        assert tuple(s.statement for s in its.statements) == side.statements
        assert {s.statement.id for s in its.statements if s.source == "made"} == side.made
        assert its.text == side.text
    assert log(made, "nothing") == []


def test_the_original_can_be_read_without_its_base(made: GraphStore) -> None:
    text = "MATCH (v:Version {kind: 'original'})-[:ADDS]->(s:Statement) WHERE v.id = $v RETURN s.id AS id"
    found = {row["id"] for row in made.query(text, v=version_id(instance(1), "original"))}
    assert found == {s.id for s in instance(1).original.statements}


def test_a_rewritten_text_keeps_what_it_says(made: GraphStore) -> None:
    original = log(made, "aa1")[1]
    told = content(made, original.id)
    assert told.text is not None
    body = told.text.body.replace("wd:Q1 has wdt:P36 wd:Q1001.", "Its capital, wd:Q1001, is the pride of wd:Q1.")
    assert body != told.text.body
    child = edit(made, original.id, text=body)
    assert (child.parent, child.number, child.unaligned) == (original.id, 3, ())
    now = content(made, child.id)
    assert (now.kind, now.hashed) == ("edited", told.hashed)
    assert now.text is not None
    assert now.text.body == body.strip()
    assert [s.statements for s in now.text.sentences] == [s.statements for s in told.text.sentences]
    (info,) = [i for i in log(made, "aa1") if i.id == child.id]
    assert (info.added, info.removed, info.text_changed) == ((), (), True)
    assert content(made, original.id) == told, "nothing is overwritten"
    assert audit(made) == []
    with pytest.raises(InputError, match="is that change of"):
        edit(made, original.id, text=body)
    with pytest.raises(InputError, match="Nothing to change"):
        edit(made, child.id, text=body)


def test_statements_come_and_go(made: GraphStore) -> None:
    perturbed = log(made, "aa1")[2]
    told = content(made, perturbed.id)
    gone, new = told.statements[0].statement.id, stated("wd:Q1", "wdt:P31", "wd:Q6256")
    year = stated("wd:Q1", "wdt:P571", Literal("1850", "xsd:gYear", "1850"))
    child = edit(made, perturbed.id, drop=[gone[:9]], add=[new, year])
    assert child.without_text
    now = content(made, child.id)
    assert now.text is None
    assert [s.statement for s in now.statements] == [
        *(s.statement for s in told.statements[1:]),
        new.statement,
        year.statement,
    ]
    assert {s.source for s in now.statements[-2:]} == {"made"}, "the graph is not loaded"
    (info,) = [i for i in log(made, "aa1") if i.id == child.id]
    assert (set(info.removed), set(info.added)) == ({gone}, {new.statement.id, year.statement.id})
    grandchild = edit(made, child.id, text="wd:Q1 has wdt:P31 wd:Q6256 since 1850. The end of wd:Q1.")
    assert [len(s.statements) for s in content(made, grandchild.id).text.sentences] == [2, 0]  # type: ignore[union-attr]
    assert {f.check for f in audit(made)} == {"alignment"}
    for wrong, message in (
        ({"drop": ["zz"]}, "no statement 'zz' in the version"),
        ({"drop": [""]}, "no statement ''"),
        ({"add": [new]}, "already"),
        ({"text": " \n "}, "text is empty"),
        ({"drop": [s.statement.id for s in now.statements]}, "Nothing would be left"),
    ):
        with pytest.raises(InputError, match=message):
            edit(made, child.id, **wrong)


def test_restoring_makes_a_new_version(made: GraphStore) -> None:
    original = log(made, "aa1")[1].id
    with pytest.raises(InputError, match="nothing to restore it over"):
        restore(made, original)
    first = edit(made, original, text="wd:Q1 it is.").id
    second = edit(made, first, text="wd:Q1 it was.").id
    assert newest(made, original) == second
    back = restore(made, original)
    assert (back.parent, back.number) == (second, 5)
    old, now = content(made, original), content(made, back.id)
    assert (now.kind, now.hashed, now.text) == ("restored", old.hashed, old.text)
    with pytest.raises(InputError, match="says the same already"):
        restore(made, original)
    onto = restore(made, original, onto=first)
    assert onto.parent == first
    with pytest.raises(InputError, match="name two versions of one pair"):
        restore(made, original, onto=log(made, "aa2")[1].id)
    assert audit(made) == []


def test_reviews_are_notes_on_versions_and_conflicts(made: GraphStore) -> None:
    perturbed = log(made, "aa1")[2].id
    key = review(made, perturbed[:10], "ada", "real", "cannot both be")
    assert review(made, perturbed, "ada", "real", "cannot both be") == key
    review(made, perturbed, "bob", "silly")
    infos = {i.id: i for i in log(made, "aa1")}
    assert [(r.reviewer, r.verdict, r.reason) for r in infos[perturbed].reviews] == [
        ("ada", "real", "cannot both be"),
        ("bob", "silly", ""),
    ]
    conflict = str(made.run("explore.conflicts", instance="aa1")[0]["id"])
    review(made, conflict, "ada", "real")
    judged = "MATCH (r:Review)-[:JUDGES]->(c:Conflict) RETURN c.id AS id"
    assert [row["id"] for row in made.query(judged)] == [conflict]
    for wrong in (("", "real"), ("ada", " "), ("a\nb", "real")):
        with pytest.raises(InputError, match="is empty or not one line"):
            review(made, perturbed, *wrong)
    assert audit(made) == []


def test_ids_may_be_cut_short_where_that_leaves_one(made: GraphStore) -> None:
    original = log(made, "aa1")[1].id
    assert find_version(made, original[:12].upper()) == original
    assert find_pair(made, "aa2") == "aa2"
    assert pairs_of(made, original) == {"aa1": "geo"}
    for wrong, message in (
        ("aa", r"Several pairs begin with 'aa' \(aa1, aa2\)"),
        ("b", "no pair 'b'"),
        ("", "no pair"),
    ):
        with pytest.raises(InputError, match=message):
            find_pair(made, wrong)
    with pytest.raises(InputError, match="There is no version 'x'"):
        content(made, "x")


def test_versions_that_two_runs_share_belong_to_both(made: GraphStore) -> None:
    second = Run(8, "{}", "geo", "snap")
    before = everything(made)
    made.write_run(second)
    made.write_instances(second, [("bb1", instance(1)), ("bb3", instance(3))], AXIOMS)
    made.finish_run(second.id)
    original = log(made, "bb1")[1].id
    assert pairs_of(made, original) == {"aa1": "geo", "bb1": "geo"}
    child = edit(made, original, text="wd:Q1 it is.").id
    review(made, child, "ada", "none")
    assert [i.id for i in log(made, "aa1")] == [i.id for i in log(made, "bb1")]
    gone = made.delete_run(second.id)
    assert (gone["Run"], gone["Instance"], gone["Version"]) == (1, 2, 3)
    assert child in {i.id for i in log(made, "aa1")}, "the first run has the edit too"
    assert {f.check for f in audit(made)} == {"alignment"}
    assert made.delete_run(RUN.id)["Review"] == 1
    assert [line for line in everything(made) if '"Store"' not in line] == []
    made.write_run(RUN)
    made.write_instances(RUN, [("aa1", instance(1)), ("aa2", instance(2))], AXIOMS)
    made.finish_run(RUN.id)
    assert everything(made) == before


def test_deleting_a_run_leaves_the_store_as_without_it(address: str) -> None:
    """What pairs that stay take for granted is said by the graph, not derived, though no version adds it."""
    granted = replace(instance(0), background=(Statement("wd:Q1", "wdt:P31", "wd:Q5"),))
    runs = [Run(seed, "{}", "geo", "snap") for seed in (1, 2)]
    pairs = [(n, f"i{n}") for n in range(6)]
    with open_store(address, create=True) as store:
        for run, some in zip(runs, (pairs[:4], pairs[3:]), strict=True):
            store.write_run(run)
            store.write_instances(run, [(f"{run.seed}{i}", instance(n) if n else granted) for n, i in some], AXIOMS)
            store.finish_run(run.id)
            if run is runs[0]:
                alone = everything(store)
        store.delete_run(runs[1].id)
        assert everything(store) == alone
        (row,) = store.query("MATCH (:Instance)-[:BACKGROUND]->(s:Statement) RETURN s.source AS source")
        assert row["source"] == "kg"
        assert audit(store) == []
        assert store.instance_ids(runs[1].id) == []
