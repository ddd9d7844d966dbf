"""Exports of sets of documents, read back by the readers of other tools and held against the dataset."""

from __future__ import annotations

import csv
import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from contragraph.app.runs.formats import FORMATS
from contragraph.dataset.exports.formats.hotpotqa import unique_titles
from contragraph.dataset.exports.tables import read_parquet
from contragraph.dataset.folder.content import PAIR_CONTENT, SET_CONTENT
from contragraph.graph.errors import InputError
from tests.cli import contragraph
from tests.exporting import exported, hard_dataset
from tests.forge import reseal
from tests.made import sets
from tests.test_export_tables import as_table

Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return read(sets() / "sets.jsonl")


def read(path: Path) -> list[Line]:
    return [json.loads(text) for text in path.read_text("utf-8").split("\n") if text]


def clashing(line: Line) -> set[str]:
    return {i for c in line["conflicts"] for m in c["minimal"] for i in m["statements"]}


def said(document: Line, sentence: Line) -> str:
    return str(document["text"][sentence["start"] : sentence["end"]]).strip()


def row(line: Line) -> object:
    """A set as a table has it; keys that only some sets have are null."""
    return as_table({"background": None, "glosses": None, **line})


# -- the formats that pairs have too ------------------------------------------------------------------------------


def test_json_lines_and_parquet_give_the_lines_back(tmp_path: Path) -> None:
    whole = (sets() / "sets.jsonl").read_bytes()
    done = exported("jsonl", tmp_path / "lines", source=sets())
    assert [(f.file, f.count, f.of) for f in done.files] == [("train.jsonl", 18, "sets")]
    assert (tmp_path / "lines/train.jsonl").read_bytes() == whole
    exported("parquet", tmp_path / "table", source=sets())
    path = tmp_path / "table/train.parquet"
    assert "".join(f"{line}\n" for line, _ in read_parquet(path, SET_CONTENT)).encode() == whole
    with pytest.raises(InputError, match="not a table of pairs"):
        list(read_parquet(path, PAIR_CONTENT))


def test_datasets_opens_the_folder_and_croissant_is_valid(
    tmp_path: Path, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Splits share nothing that their documents with the role conflict speak of; every row is a set of the dataset."""
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY", "HF_HUB_DISABLE_PROGRESS_BARS"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    (note,) = exported("hf", tmp_path / "out", source=sets(), shares="70/30").notes
    assert "documents with the role conflict share no entity across splits" in note
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import datasets
        import mlcroissant

        datasets.disable_progress_bars()
        loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
        described = mlcroissant.Dataset(tmp_path / "out/croissant.json")
        issues = described.metadata.ctx.issues
        records = {split: list(described.records(split)) for split in ("train", "test")}
    assert not issues.errors
    assert list(loaded) == ["train", "test"]
    by_id = {line["id"]: line for line in lines}
    spoken = []
    for split, rows in loaded.items():
        assert list(rows) == [row(by_id[each["id"]]) for each in rows]
        kept = [by_id[each["id"]] for each in rows]
        told = (s for line in kept for d in line["documents"] if d["role"] == "conflict" for s in d["statements"])
        spoken.append({n["id"] for s in told for n in (s["subject"], s["object"]) if "id" in n})
        assert len(records[split]) == len(kept) > 0
        for record, line in zip(records[split], kept, strict=True):
            assert record[f"{split}/id"].decode() == line["id"]
            assert [t.decode() for t in record[f"{split}/texts"]] == [d["text"] for d in line["documents"]]
            assert record[f"{split}/shape"].decode() == line["shape"]
    assert spoken[0].isdisjoint(spoken[1])
    card = (tmp_path / "out/README.md").read_text("utf-8")
    assert 'license: "cc0-1.0"' in card
    assert f"{sum(map(len, records.values()))} sets of documents" in card


# -- passages ------------------------------------------------------------------------------------------------------


def test_a_question_has_the_documents_of_its_set_as_passages(tmp_path: Path, lines: list[Line]) -> None:
    exported("rag", tmp_path / "out", source=sets())
    corpus = {passage["id"]: passage for passage in read(tmp_path / "out/corpus.jsonl")}
    for question, line in zip(read(tmp_path / "out/train.jsonl"), lines, strict=True):
        documents = line["documents"]
        assert [(p["title"], p["text"]) for p in question["passages"]] == [(d["title"], d["text"]) for d in documents]
        for place, passage in enumerate(question["passages"]):
            assert corpus.pop(passage["id"]) == {**passage, "set": line["id"], "place": place}
        assert question["roles"] == [d["role"] for d in documents]
        assert question["conflicting"] == sorted({n for c in line["conflicts"] for n in c["documents"]})
        evidence = [
            [said(d, s) for s in d["sentences"] if set(s["statements"]) & clashing(line)] for d in line["documents"]
        ]
        assert question["evidence"] == evidence
        assert [n for n, sentences in enumerate(evidence) if sentences] == question["conflicting"]
        told = [s for d in documents for s in d["statements"]]
        (seed,) = (s for s in told if s["id"] in line["provenance"]["seed_statements"])
        assert (question["truth"], question["relation"]) == (seed["object"]["label"], seed["relation"])
        assert seed["subject"]["label"] in question["question"]
        assert question["truth"] in {value for values in question["answers"] for value in values}
        lies = {s["id"] for s in told if s["source"] == "made"} & clashing(line)
        wrong = [n for n, d in enumerate(documents) if lies & {s["id"] for s in d["statements"]}]
        assert question["wrong"] == wrong
        assert len(wrong) == (line["type"] != "none")
    assert not corpus


def test_beir_judges_the_documents_of_each_set(tmp_path: Path, lines: list[Line]) -> None:
    """Read as BEIR's own loader does it: ids, titles and texts by line, judgements as tabs after one header."""
    exported("beir", tmp_path / "out", source=sets(), shares="70/30")
    corpus = {each["_id"]: each for each in read(tmp_path / "out/corpus.jsonl")}
    queries = {each["_id"]: each for each in read(tmp_path / "out/queries.jsonl")}
    seen: set[str] = set()
    for split in ("train", "test"):
        with (tmp_path / f"out/qrels/{split}.tsv").open(encoding="utf-8", newline="") as file:
            header, *judged = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        assert header == ["query-id", "corpus-id", "score"]
        asked = {query for query, _, _ in judged}
        assert asked
        assert seen.isdisjoint(asked)
        seen |= asked
        for line in (each for each in lines if each["id"] in asked):
            its = [(corpus[name], int(score)) for query, name, score in judged if query == line["id"]]
            documents = line["documents"]
            assert [(d["title"], d["text"]) for d, _ in its] == [(d["title"], d["text"]) for d in documents]
            assert [score for _, score in its] == [int(d["role"] == "conflict") for d in documents]
            places = sorted({n for c in line["conflicts"] for n in c["documents"]})
            assert queries[line["id"]]["metadata"]["conflicting"] == [its[n][0]["_id"] for n in places]
            assert queries[line["id"]]["text"].endswith("?")
    assert seen == set(queries)


def test_hotpotqa_names_the_sentences_that_matter(tmp_path: Path, lines: list[Line]) -> None:
    exported("hotpotqa", tmp_path / "out", source=sets())
    questions = json.loads((tmp_path / "out/train.json").read_text("utf-8"))
    numbered = 0
    for question, line in zip(questions, lines, strict=True):
        assert list(question) == ["_id", "question", "answer", "type", "level", "context", "supporting_facts"]
        assert (question["_id"], question["type"], question["level"]) == (line["id"], line["type"], "hard")
        titles = [title for title, _ in question["context"]]
        assert len(set(titles)) == len(titles)
        for (title, sentences), document in zip(question["context"], line["documents"], strict=True):
            assert "".join(sentences) == document["text"]
            assert [s.strip() for s in sentences] == [said(document, s) for s in document["sentences"]]
            assert title.startswith(document["title"])
            numbered += title != document["title"]
        wanted = clashing(line) or set(line["provenance"]["seed_statements"])
        facts = [
            [titles[n], place]
            for n, document in enumerate(line["documents"])
            for place, sentence in enumerate(document["sentences"])
            if wanted & set(sentence["statements"])
        ]
        assert question["supporting_facts"] == facts != []
    assert numbered


def test_equal_titles_are_told_apart() -> None:
    assert unique_titles(["A", "B", "A", "A"]) == ["A", "B", "A (2)", "A (3)"]
    assert unique_titles(["A", "A", "A (2)", "A (2)"]) == ["A", "A (3)", "A (2)", "A (2) (2)"]


# -- what does not fit ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_takes_sets_or_says_so(tmp_path: Path, name: str) -> None:
    """Twice the same bytes; or one sentence, and nothing is left behind."""
    if "sets" not in FORMATS[name].contents:
        done = contragraph("export", sets(), "--to", name, "--out", "out", cwd=tmp_path)
        able = "beir, hf, hotpotqa, html, jsonl, parquet, rag"
        wanted = " and ".join(FORMATS[name].contents)
        sentence = f"{name} takes {wanted} alone, and {sets()} holds sets; these go into {able}.\n"
        assert (done.code, done.err, list(tmp_path.iterdir())) == (2, sentence, [])
        return
    for out in ("one", "two"):
        exported(name, tmp_path / out, source=sets())
    one, two = (
        {p.relative_to(tmp_path / f): p.read_bytes() for p in (tmp_path / f).rglob("*") if p.is_file()}
        for f in ("one", "two")
    )
    assert one == two
    assert len(one) > 1


@pytest.mark.parametrize("name", ["beir", "hotpotqa"])
def test_pairs_are_refused_by_formats_of_sets(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=f"{name} takes sets alone, and .* holds pairs; these go into csv"):
        exported(name, tmp_path / "out", source=hard_dataset())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["hf", "beir"])
def test_damaged_sets_leave_nothing(tmp_path: Path, name: str) -> None:
    """A file that was changed, and one that holds no set under a checksum that fits."""
    source = tmp_path / "sets"
    shutil.copytree(sets(), source)
    path = source / "sets.jsonl"
    path.write_bytes(path.read_bytes()[:5000])
    for sentence in ("is not the file that manifest.json names", "line 1 is not a set of documents"):
        with pytest.raises(InputError, match=sentence):
            exported(name, tmp_path / "out", source=source)
        assert [p.name for p in tmp_path.iterdir()] == ["sets"]
        reseal(source, "sets.jsonl")


def test_parquet_has_one_row_a_set(tmp_path: Path, lines: list[Line]) -> None:
    exported("parquet", tmp_path / "out", source=sets())
    rows = pq.read_table(tmp_path / "out/train.parquet").to_pylist()
    assert rows == [row(line) for line in lines]
