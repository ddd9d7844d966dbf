"""Datasets that others released, as items."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from contragraph.evaluation.pairs.items import open_dataset
from contragraph.graph.errors import InputError
from tests.cli import contragraph
from tests.made import dataset, lines_of

WIKI = {
    "question": "When was the mill built?",
    "context1": "The mill stands by the river. It was built in 1802.",
    "context2": "Built in 1810, the mill burned down twice.",
    "answer1": "1802",
    "answer2": "1810",
    "contradiction_type": "Implicit (reasoning required)",
}
ECON = {
    "instance_id": "q-1",
    "kind": "factoid",
    "question": "Do otters swim?",
    "e1": ["Yes", ["Otters swim.", "Otters eat fish."], "Otters swim well. They eat fish."],
    "e2": ["No", ["Otters sink.", "Otters eat fish."], "Otters sink. They eat fish."],
}


def jsonl(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_wikicontradict_in_every_kind_of_file(tmp_path: Path) -> None:
    lines = jsonl(tmp_path / "wiki.jsonl", WIKI)
    packed = tmp_path / "wiki.jsonl.gz"
    packed.write_bytes(gzip.compress(lines.read_bytes()))
    listed = tmp_path / "wiki.json"
    listed.write_text(json.dumps([WIKI]), "utf-8")
    table = tmp_path / "wiki.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(WIKI))
        writer.writeheader()
        writer.writerow(WIKI)
    found = [open_dataset(path).items for path in (lines, packed, listed, table)]
    assert all(items == found[0] for items in found)
    (item,) = found[0]
    assert (item.dataset, item.type, item.control, item.question) == (
        "wikicontradict",
        "implicit",
        False,
        WIKI["question"],
    )
    assert item.sentences[0] == ("The mill stands by the river.", "It was built in 1802.")
    (conflict,) = item.conflicts
    assert [(s.role, s.words, s.sentences) for s in conflict.statements] == [
        ("original", "1802", None),
        ("perturbed", "1810", None),
    ]


def test_econ_declares_the_facts_that_were_changed(tmp_path: Path) -> None:
    answer = {"question": "Who?", "e1": ["Ann", False, "Ann did it."], "e2": ["Bo", True, "Bo did it."]}
    other = {**ECON, "e2": ["No", ["Otters float.", "Otters fly."], "Otters float and fly."]}
    opened = open_dataset(jsonl(tmp_path / "econ.jsonl", ECON, answer, other, ECON))
    assert [(i.id, i.type, len(i.conflicts)) for i in opened.items[::2]] == [
        ("q-1", "factoid", 1),
        ("q-1#2", "factoid", 2),
    ]
    assert opened.items[1].type == "answer"
    assert [s.words for s in opened.items[0].conflicts[0].statements] == ["Otters swim.", "Otters sink."]
    assert opened.left_out == {"q-1, pair 4": "its id was there before"}


def test_pairs_that_lack_something_are_left_out_with_what_they_lack(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "wiki.jsonl", WIKI, {**WIKI, "context2": " "}, [1], {"question": "?"})
    path.write_text(path.read_text("utf-8") + "{oops\n", "utf-8")
    opened = open_dataset(path)
    assert len(opened.items) == 1
    assert list(opened.left_out) == [f"wikicontradict, pair {n}" for n in (2, 3, 4, 5)]
    reasons = list(opened.left_out.values())
    assert reasons[0] == "it has no context2"
    assert reasons[1] == "it is no object with the texts of a pair"
    assert reasons[2] == "it has no context1 and no context2"
    assert reasons[3].startswith("it is not JSON")
    damaged = {**ECON, "e1": ["Yes"]}
    assert open_dataset(jsonl(tmp_path / "econ.jsonl", ECON, damaged)).left_out == {
        "econ, pair 2": "it has no e1 with an answer, its facts and a text"
    }


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "a.jsonl",
            '{"premise": "a", "hypothesis": "b"}\n',
            "its columns are hypothesis, premise, but ECON has e1 and e2, and WikiContradict has",
        ),
        ("a.json", "{", "is not JSON"),
        ("a.json", '{"a": 1}', "holds no list of pairs"),
        ("a.json", "3", "holds no list of pairs"),
        ("a.jsonl", "", "its columns are none"),
        ("a.jsonl.gz", "no gzip", "cannot be read as text in UTF-8"),
        ("a.txt", "words", "holds no dataset: there is no instances.jsonl in it, nor is it MAGIC's folders"),
        ("a.jsonl", '{"context1": "", "context2": "b"}\n', "holds no pair that can be asked; .*it has no context1"),
    ],
)
def test_files_that_are_no_dataset_are_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        open_dataset(tmp_path / name)


def test_magics_layout_is_that_of_our_export(tmp_path: Path) -> None:
    made = contragraph("export", dataset(), "--to", "magic", "--out", tmp_path / "magic", cwd=tmp_path)
    assert made.code == 0, made.err
    opened = open_dataset(tmp_path / "magic")
    assert opened.left_out == {}
    assert opened.evaluated.layout == "magic"
    own = lines_of(dataset())
    assert Counter(i.type for i in opened.items) == Counter(line["type"] for line in own)
    texts = {(line["contexts"]["original"]["text"], line["contexts"]["perturbed"]["text"]): line for line in own}
    for item in opened.items:
        line = texts[item.texts]
        assert len(item.conflicts) == len(line["conflicts"])
        named = [{r.partition(":")[2] for r in some} for some in (item.relations, line["relations"])]
        assert named[0] == named[1]  # the layout has no prefixes


def test_an_item_of_magic_that_lacks_a_text_is_left_out(tmp_path: Path) -> None:
    pair: dict[str, Any] = {
        "id": 1,
        "rel_id": "P36",
        "original_triplet": "(a | capital | b)",
        "perturb_triplet": "(a | capital | c)",
        "context1": "The capital of a is b.",
        "context2": "The capital of a is c.",
    }
    (tmp_path / "single-hop").mkdir()
    path = tmp_path / "single-hop" / "1-single-hop_conflict.json"
    path.write_text(json.dumps([pair, {**pair, "id": 2, "context2": ""}]), "utf-8")
    opened = open_dataset(tmp_path)
    assert [(i.id, i.relations, i.conflicts[0].relation) for i in opened.items] == [
        ("1-single-hop 1", ("wdt:P36",), "wdt:P36")
    ]
    assert "context2: is empty" in opened.left_out["1-single-hop_conflict.json, item 2"]


@pytest.mark.data
def test_the_released_files_are_read_whole(data_folder: Path) -> None:
    conflicts = data_folder / "conflicts"
    econ = open_dataset(conflicts / "econ" / "econ_168_merged.jsonl")
    assert econ.evaluated.items == {"answer": 118, "factoid": 50}
    released = [open_dataset(p) for p in sorted((conflicts / "econ").glob("*_results__claude-v3-haiku.json*"))]
    assert sorted(len(r.items) for r in released) == [50, 118]
    assert sum(len(i.conflicts) for i in econ.items) == sum(len(i.conflicts) for r in released for i in r.items)
    wiki = open_dataset(conflicts / "wikicontradict" / "wiki_contradict_half.jsonl.gz")
    assert wiki.evaluated.items == {"explicit": 80, "implicit": 47}
    assert econ.left_out == wiki.left_out == {}
