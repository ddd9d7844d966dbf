"""The export for retrieval-augmented generation, read back line by line and by ``datasets``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contragraph.dataset.exports.questions import ask
from contragraph.dataset.records.schema import NodeRecord, StatementRecord
from tests.exporting import copies, exported, hard_dataset
from tests.made import Line, lines_of
from tests.test_export_splits import entities

Question = dict[str, Any]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copies(tmp_path_factory.mktemp("rag") / "many", 4)


@pytest.fixture(scope="module")
def folder(many: Path) -> Path:
    out = many.parent / "out"
    assert exported("rag", out, source=many, passages=6).notes == ()
    return out


def questions(folder: Path) -> list[Question]:
    return [json.loads(text) for text in (folder / "train.jsonl").read_text("utf-8").split("\n") if text]


def labels(line: Line) -> set[str]:
    nodes = (n for c in line["contexts"].values() for s in c["statements"] for n in (s["subject"], s["object"]))
    return {node["label"].casefold() for node in nodes if "id" in node}


def test_every_conflict_is_asked_about(folder: Path, many: Path) -> None:
    expected = [(line["id"], c["id"], c["hops"]) for line in lines_of(many) for c in line["conflicts"]]
    assert [(q["pair"], q["conflict"], q["hops"]) for q in questions(folder)] == expected
    assert len({q["id"] for q in questions(folder)}) == len(expected)


def test_passages_are_the_pair_among_strangers(folder: Path, many: Path) -> None:
    """Each passage is a text of the dataset; the two named ones are the pair's; no two others share an entity."""
    lines = {line["id"]: line for line in lines_of(many)}
    places = set()
    for question in questions(folder):
        assert len(question["passages"]) == 6
        first, second = question["conflicting"]
        places.add((first, second))
        pair = lines[question["pair"]]
        assert question["passages"][first]["text"] == pair["contexts"]["original"]["text"]
        assert question["passages"][second]["text"] == pair["contexts"]["perturbed"]["text"]
        spoken, named = set(entities(pair)), labels(pair)
        for number, passage in enumerate(question["passages"]):
            context = lines[passage["pair"]]["contexts"][passage["side"]]
            assert (context["text"], context["version"]) == (passage["text"], passage["id"])
            if number not in (first, second):
                assert not spoken & entities(lines[passage["pair"]])
                assert not named & labels(lines[passage["pair"]])
                spoken |= entities(lines[passage["pair"]])
                named |= labels(lines[passage["pair"]])
    assert len(places) > 10  # the order is drawn, not fixed


def test_answers_are_what_the_sides_state(folder: Path, many: Path) -> None:
    """The original text answers with the true value; the other one gives another value, or denies this one."""
    lines = {line["id"]: line for line in lines_of(many)}
    for question in questions(folder):
        line = lines[question["pair"]]
        (conflict,) = (c for c in line["conflicts"] if c["id"] == question["conflict"])
        sides = {name: {s["id"]: s for s in c["statements"]} for name, c in line["contexts"].items()}
        (seed,) = (i for i in conflict["original"] if i in line["provenance"]["seed_statements"])
        truth = sides["original"][seed]
        assert (question["subject"], question["relation"]) == (truth["subject"], truth["relation"])
        assert truth["object"]["label"] in question["answers"]["original"]
        assert truth["subject"]["label"] in question["question"]
        assert truth["object"]["label"] not in question["answers"]["perturbed"]
        assert question["denied"] == {"original": [], "perturbed": [truth["object"]["label"]]}
        for name, stated in (("original", conflict["original"]), ("perturbed", conflict["perturbed"])):
            context = line["contexts"][name]
            for sentence in context["sentences"]:
                if set(stated) & set(sentence["statements"]):
                    said = context["text"][sentence["start"] : sentence["end"]].strip()
                    assert said in question["evidence"][name]


def test_the_corpus_holds_all_passages(folder: Path, many: Path) -> None:
    texts = (folder / "corpus.jsonl").read_text("utf-8").split("\n")
    passages = [json.loads(text) for text in texts if text]
    assert [(p["pair"], p["side"], p["text"]) for p in passages] == [
        (line["id"], side, line["contexts"][side]["text"])
        for line in lines_of(many)
        for side in ("original", "perturbed")
    ]


def test_another_seed_draws_other_passages(folder: Path, many: Path, tmp_path: Path) -> None:
    exported("rag", tmp_path / "out", source=many, passages=6, seed=8)
    ours, others = questions(folder), questions(tmp_path / "out")
    assert [q["question"] for q in ours] == [q["question"] for q in others]
    assert sum(a["passages"] != b["passages"] for a, b in zip(ours, others, strict=True)) > len(ours) * 0.9


def test_too_few_strangers_are_said(tmp_path: Path) -> None:
    done = exported("rag", tmp_path / "out", passages=100)
    assert "fewer than 100 passages" in done.notes[0]
    assert all(2 < len(q["passages"]) <= 16 for q in questions(tmp_path / "out"))


def test_questions_are_worded_for_seed_relations_and_by_label_for_others() -> None:
    def of(relation: str, label: str) -> str:
        berlin, thing = NodeRecord(id="wd:Q1", label="Mill"), NodeRecord(id="wd:Q2", label="x")
        relation_record = NodeRecord(id=relation, label=label)
        statement = StatementRecord(
            id="s", subject=berlin, relation=relation_record, object=thing, negated=False, source="kg"
        )
        return ask(statement)

    assert of("wdt:P22", "father") == "Who is the father of Mill?"
    assert of("dbo:birthPlace", "birth place") == "What is the birth place of Mill?"


def test_every_seed_relation_has_its_question() -> None:
    from contragraph.dataset.exports.questions import wordings
    from contragraph.kgs import kg_of

    assert set(kg_of("wikidata").ontology.domains) <= set(wordings())
    assert all(text.count("{s}") == 1 and text.endswith("?") for text in wordings().values())


def test_hard_labels_stand_in_questions(tmp_path: Path) -> None:
    exported("rag", tmp_path / "out")
    pair = lines_of(hard_dataset())[0]
    asked = [q for q in questions(tmp_path / "out") if q["pair"] == pair["id"]]
    assert len(asked) == len(pair["conflicts"])
    assert {q["passages"][q["conflicting"][0]]["text"] for q in asked} == {pair["contexts"]["original"]["text"]}
