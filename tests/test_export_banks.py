"""Exports of banks: rows in ConflictBank's layout, read back; a corpus whose shares are exact in tokens."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.app.runs.formats import writer
from contragraph.dataset.exports.formats.pretrain import _exactly, parse_ratio
from contragraph.dataset.exports.job import Export, Options, export
from contragraph.dataset.exports.splits import parse_shares
from contragraph.dataset.exports.tables import read_parquet
from contragraph.dataset.folder.content import BANK_CONTENT
from contragraph.dataset.records.bank import read_bank
from contragraph.evaluation.memory.ask import style_of
from contragraph.evaluation.memory.items import holds_memory, open_memory
from contragraph.evaluation.memory.released import NEEDED
from contragraph.graph.errors import InputError
from tests import made
from tests.cli import contragraph
from tests.memory_rows import bank, row

Line = dict[str, Any]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bank(tmp_path_factory.mktemp("banks") / "bank", 60)


def lines(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def exported(source: Path, out: Path, name: str, **options: Any) -> Export:  # noqa: ANN401
    return export(source, out, writer(name), Options(**options))


# -- ConflictBank ---------------------------------------------------------------------------------------------------


def test_rows_have_the_columns_of_the_release(source: Path, tmp_path: Path) -> None:
    done = exported(source, tmp_path / "rows", "conflictbank")
    assert [(f.file, f.count) for f in done.files] == [("CB_qa.jsonl", 60), ("CB_claim_evidence.jsonl", 240)]
    rows = lines(tmp_path / "rows/CB_qa.jsonl")
    missing = {*row(0)} - {*rows[0]}
    assert not missing
    assert {*row(0)} >= NEEDED
    # A control, and the second of two temporal claims, in each.
    assert "120 claims have no place" in done.notes[0]
    texts = lines(tmp_path / "rows/CB_claim_evidence.jsonl")
    assert Counter(t["category"] for t in texts) == dict.fromkeys(
        ("default", "misinformation_conflict", "temporal_conflict", "semantic_conflict"), 60
    )
    assert all({*t} == {"id", "subject", "category", "claim", "evidence"} for t in texts)


def test_the_importer_reads_the_export_back(source: Path, tmp_path: Path) -> None:
    """Question, options, roles and texts are those of the bank, as it is asked about itself."""
    exported(source, tmp_path / "rows", "conflictbank")
    path = tmp_path / "rows/CB_qa.jsonl"
    assert holds_memory(path)
    assert holds_memory(tmp_path / "rows")
    assert open_memory(tmp_path / "rows").drawn == open_memory(path).drawn
    read, own = open_memory(path), open_memory(source)
    assert (read.total, read.faulty) == (60, 0)
    for theirs, ours in zip(read.drawn, own.drawn, strict=True):
        assert (theirs.question, theirs.options) == (ours.question, ours.options)
        told = {p.cause: p.texts[0][1] for p in theirs.passages}
        first = {p.cause: style_of(ours, p)[1] for p in reversed(ours.passages) if not p.control}
        assert told == first  # of two temporal claims the first, which is proven


def test_a_cause_that_is_not_there_is_null(tmp_path: Path) -> None:
    _, fact = next(read_bank(bank(tmp_path / "whole", 1)))
    few = [claim for claim in fact.model_dump(mode="json", by_alias=True)["claims"] if claim["cause"] != "semantic"]
    exported(bank(tmp_path / "few", 1, lambda n: {"claims": few}), tmp_path / "rows", "conflictbank")
    (only,) = lines(tmp_path / "rows/CB_qa.jsonl")
    assert (only["semantic_conflict_evidence"], only["semantic_description"]) == (None, None)
    (item,) = open_memory(tmp_path / "rows/CB_qa.jsonl").drawn
    assert {p.cause for p in item.passages} == {"default", "misinformation", "temporal"}


# -- pre-training ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", ["1:0", "2:1", "1:1", "2:3"])
@pytest.mark.parametrize("tokens", [None, 600])
def test_shares_are_exact_and_no_text_or_fact_is_cut(
    source: Path, tmp_path: Path, ratio: str, tokens: int | None
) -> None:
    exported(source, tmp_path / "corpus", "pretrain", ratio=ratio, tokens=tokens)
    corpus = lines(tmp_path / "corpus/train.jsonl")
    sums = Counter[str]()
    for line in corpus:
        sums[line["side"]] += len(line["text"].split())
    one, other = map(int, ratio.split(":"))
    assert sums["default"] * other == sums["conflict"] * one
    if tokens:
        assert tokens - (one + other) * 5 < sums.total() <= tokens
    facts = {fact.id: fact for _, fact in read_bank(source)}
    whole = {
        (fact.id, side, claim.id, evidence.style, evidence.text)
        for fact in facts.values()
        for claim in fact.claims
        for evidence in claim.evidence
        for side in (["default"] if claim.cause == "default" else ["conflict"])
        if not claim.control and claim.status != "consistent"
    }
    there = {(x["fact"], x["side"], x["claim"], x["style"], x["text"]) for x in corpus}
    assert len(there) == len(corpus)
    assert there == {each for each in whole if (each[0], each[1]) in {(x[0], x[1]) for x in there}}


def test_the_seed_decides_and_nothing_else(source: Path, tmp_path: Path) -> None:
    for name, seed in (("one", 7), ("same", 7), ("other", 8)):
        exported(source, tmp_path / name, "pretrain", seed=seed, tokens=600)
    one, same, other = ((tmp_path / name / "train.jsonl").read_bytes() for name in ("one", "same", "other"))
    assert one == same != other
    corpus = lines(tmp_path / "one/train.jsonl")
    sides = [line["side"] for line in corpus]
    assert sorted(sides) != sides != sorted(sides, reverse=True)  # they are mixed


def test_a_tokeniser_counts(source: Path, tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers

    made = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Split("", "isolated")  # every character is a token
    made.enable_truncation(3)
    made.save(str(tmp_path / "tokenizer.json"))
    exported(source, tmp_path / "corpus", "pretrain", ratio="1:1", tokenizer=str(tmp_path))
    corpus = lines(tmp_path / "corpus/train.jsonl")
    sums = Counter[str]()
    for line in corpus:
        sums[line["side"]] += len(line["text"])
    assert sums["default"] == sums["conflict"] > 3 * len(corpus)


@given(st.lists(st.integers(0, 12), max_size=12), st.integers(1, 60))
def test_sums_are_found_where_there_are_any(sizes: list[int], target: int) -> None:
    """Held against all sums of subsets."""
    every = {0}
    for size in sizes:
        every |= {size + each for each in every}
    found = _exactly(sizes, target)
    assert (found is not None) == (target in every)
    if found is not None:
        assert sum(sizes[n] for n in found) == target
        assert sorted({*found}) == found


def test_long_lists_begin_with_the_first(tmp_path: Path) -> None:
    sizes = [100 + n % 37 for n in range(5_000)]
    found = _exactly(sizes, 333_333)
    assert found is not None
    assert sum(sizes[n] for n in found) == 333_333
    assert found[:2_000] == [*range(2_000)]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--to", "pretrain", "--ratio", "0:1"], "is no ratio"),
        (["--to", "pretrain", "--ratio", "two"], "is no ratio"),
        (["--to", "pretrain", "--tokens", "99999999"], "at most; give --tokens"),
        (["--to", "pretrain", "--tokens", "1"], "No choice of whole facts"),
        (["--to", "pretrain", "--tokenizer", "nowhere"], "no tokeniser nowhere"),
        (["--to", "conflictbank", "--ratio", "1:1"], "go with --to pretrain"),
        (["--to", "magic"], "takes pairs alone"),
        (["--to", "pretrain", "--split", "80/20"], "has no splits"),
    ],
)
def test_wrong_use(source: Path, tmp_path: Path, arguments: list[str], why: str) -> None:
    done = contragraph("export", source, *arguments, "--out", "out", cwd=tmp_path)
    assert (done.code, why in done.err) == (2, True), done.err
    assert not [*tmp_path.glob("out*")]


def test_ratios() -> None:
    assert [parse_ratio(text) for text in ("1:0", " 2:3 ")] == [(1, 0), (2, 3)]
    with pytest.raises(InputError, match="is no ratio"):
        parse_ratio("1/2")


def test_what_has_no_place_for_a_bank_says_so(source: Path, tmp_path: Path) -> None:
    done = contragraph("export", source, "--to", "rag", "--out", "rag", cwd=tmp_path)
    assert done.code == 2
    assert "rag takes pairs and sets alone" in done.err


# -- the formats that pairs have too --------------------------------------------------------------------------------


def test_json_lines_and_parquet_give_the_lines_back(tmp_path: Path) -> None:
    whole = (made.bank() / "bank.jsonl").read_bytes()
    done = exported(made.bank(), tmp_path / "lines", "jsonl")
    assert [(f.file, f.count, f.of) for f in done.files] == [("train.jsonl", made.FACTS_WANTED, "facts")]
    assert (tmp_path / "lines/train.jsonl").read_bytes() == whole
    exported(made.bank(), tmp_path / "table", "parquet")
    path = tmp_path / "table/train.parquet"
    assert "".join(f"{line}\n" for line, _ in read_parquet(path, BANK_CONTENT)).encode() == whole
    assert b'"object": {"datatype"' in whole  # what needs a place of its own in a table is there
    assert b'"hops": null' in whole


def test_splits_share_no_entity(tmp_path: Path) -> None:
    done = exported(made.bank(), tmp_path / "split", "jsonl", shares=parse_shares("70/30"))
    sides = [lines(tmp_path / "split" / f"{name}.jsonl") for name in ("train", "test")]
    assert all(sides)
    told = [
        {
            thing["id"]
            for line in side
            for s in (*(c["statement"] for c in line["claims"]), *line.get("facts", ()))
            for thing in (s["subject"], s["object"])
            if "id" in thing
        }
        for side in sides
    ]
    assert not told[0] & told[1]
    assert "no entity is in two splits" in done.notes[0]


def test_a_folder_for_hugging_face(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import datasets
        import mlcroissant

        exported(made.bank(), tmp_path / "out", "hf")
        loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
        described = mlcroissant.Dataset(tmp_path / "out/croissant.json")
        assert not described.metadata.issues.errors
        first = next(iter(described.records("train")))
    fact = lines(made.bank() / "bank.jsonl")[0]
    assert loaded["train"][0]["question"]["text"] == fact["question"]["text"]
    assert first["train/question"].decode() == fact["question"]["text"]
    assert [c.decode() for c in first["train/causes"]] == [c["cause"] for c in fact["claims"]]
