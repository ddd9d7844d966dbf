"""ConflictBench: its sources read into items by rule and seed, the arithmetic of its Table 2, judges evaluated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from contragraph.dataset.records.claims import ClaimDocument, ClaimItem, DocumentLabel
from contragraph.documents.score.bench import ItemVerdict, labelled, measured, rates
from contragraph.documents.score.bench_readers import PAPER, STRANGERS, holds_claims, read_bench
from contragraph.evaluation.contexts.measures import DETECT
from contragraph.graph.errors import InputError
from tests.scoring import AFTER, BEFORE, EIGHT, OTHER, SIX, answered
from tests.scripted_server import scripted
from tests.test_score_command import contragraph, model

TABLE_2 = {
    "ContraQA": (348, 424, 373, 374),
    "MacNoise-NQ": (85, 94, 93, 105),
    "MacNoise-TQA": (112, 116, 91, 95),
    "AmbigDocs": (260, 291, 359, 360),
    "ConflictingQA": (347, 355, 69, 79),
}
"""Of GPT-4.1: conflicts that it found, all conflicts, others that it passed, all others."""


def rows(found: int, conflict: int, passed: int, none: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A row for each item of an evaluation with these counts."""
    kinds = {"tp": found, "fn": conflict - found, "tn": passed, "fp": none - passed}
    return np.array([[float(name == kind) for name in DETECT] for kind, n in kinds.items() for _ in range(n)])


def test_table_2_of_the_paper_follows_from_its_counts() -> None:
    every = np.concatenate([rows(*counts) for counts in TABLE_2.values()])
    values = {name: value.value for name, value in measured(every).items()}
    assert values == {"precision": 0.9763, "recall": 0.9, "F1": 0.9366, "accuracy": 0.932, "Acc_noConf": 0.9724}
    assert len(every) == 2293
    assert measured(rows(*TABLE_2["ConflictingQA"]))["Acc_noConf"].value == 0.8734
    for split, counts in TABLE_2.items():
        assert (counts[1], counts[3]) == PAPER[split]


def test_always_a_conflict_looks_good_where_most_are() -> None:
    every = measured(rows(1280, 1280, 0, 1013))
    opinions = measured(rows(355, 355, 0, 79))
    assert (every["F1"].value, opinions["F1"].value) == (0.7165, 0.8999)


def test_precision_without_a_positive_is_null() -> None:
    never = measured(rows(0, 10, 10, 10))
    assert (never["precision"].value, never["precision"].interval) == (None, None)
    assert (never["recall"].value, never["F1"].value, never["Acc_noConf"].value) == (0.0, 0.0, 1.0)


# -- layouts -------------------------------------------------------------------------------------------------


def written(path: Path, held: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = held if path.suffix == ".jsonl" and isinstance(held, list) else [held]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def ambigdocs(number: int) -> list[dict[str, Any]]:
    return [
        {
            "qid": f"q{n}",
            "question": f"Who led club {n}?",
            "ambiguous_entity": f"Club {n}",
            "documents": [
                {"title": f"Club {n} (a)", "text": f"Ann {n} led the club.", "pid": "1", "answer": f"Ann {n}"},
                {"title": f"Club {n} (b)", "text": f"Bob {n} led the club.", "pid": "2", "answer": f"Bob {n}"},
            ],
        }
        for n in range(number)
    ]


def test_namesakes_are_items_of_conflict_or_of_none(tmp_path: Path) -> None:
    path = written(tmp_path / "dev.json", ambigdocs(40))
    bench = read_bench(path)
    ((split, (conflict, none)),) = bench.counts.items()
    assert (split, conflict + none) == ("AmbigDocs", 40)
    assert min(conflict, none) >= 10
    for item in bench.items:
        labels = [d.label for d in item.documents]
        number = item.id.removeprefix("AmbigDocs-q")
        if item.conflict:
            assert sorted(map(str, labels)) == ["contradicts", "supports"]
            assert all(f" {number} led" in d.text for d in item.documents)
        else:
            assert labels == ["supports", *["irrelevant"] * STRANGERS]
            assert all(f" {number} led" not in d.text for d in item.documents[1:])
            assert len({d.text for d in item.documents}) == 1 + STRANGERS
        (support,) = [d for d in item.documents if d.label == "supports"]
        assert " ".join(support.text.split()[:2]) in item.claim
    assert read_bench(path) == bench
    other = read_bench(path, seed=8)
    assert other.counts != bench.counts or other.items != bench.items
    assert {d.text.split()[0] for i in bench.items for d in i.documents if d.label == "supports"} == {"Ann", "Bob"}


def test_columns_of_documents_and_parquet_say_the_same(tmp_path: Path) -> None:
    listed = ambigdocs(6)
    by_column = [
        {**row, "documents": {key: [d[key] for d in row["documents"]] for key in row["documents"][0]}} for row in listed
    ]
    pq.write_table(pa.Table.from_pylist(listed), tmp_path / "dev.parquet")
    wanted = read_bench(written(tmp_path / "dev.json", listed))
    for name in ("columns.json", "lines.jsonl"):
        assert read_bench(written(tmp_path / name, by_column)) == wanted
    assert read_bench(tmp_path / "dev.parquet") == wanted


def test_perturbed_texts_contradict(tmp_path: Path) -> None:
    held = [
        {
            "question": f"Where is mill {n}?",
            "answers": [f"Tarn {n}"],
            "ctxs": [
                {"title": "Mill", "text": f"The mill is in Tarn {n}.", "text_pert": f"The mill is in Zim {n}."},
                {"title": "Rain", "text": f"It rains {n}.", "text_pert": f"It never rains {n}."},
                {"title": "Mill", "text": f"In Tarn {n} it is.", "text_pert": None},
            ],
        }
        for n in range(20)
    ]
    held.append({"question": "?", "answers": ["Zim"], "ctxs": [{"title": "", "text": "x", "text_pert": "y"}]})
    written(tmp_path / "NQ_dev.json", held)
    written(tmp_path / "TQA_dev.json", held)
    bench = read_bench(tmp_path)
    assert {*bench.counts} == {"MacNoise-NQ", "MacNoise-TQA"}
    assert [sum(both) for both in bench.counts.values()] == [20, 20]
    assert bench.left_out == {"questions have no text with their answer": 2}
    conflict = next(i for i in bench.items if i.conflict)
    assert [d.label for d in conflict.documents] == ["supports", "contradicts", None, "supports"]


def test_pages_with_stances_stay_as_they_are(tmp_path: Path) -> None:
    table = [
        {"search_query": "Is tea good?", "text_window": "Tea is good.", "stance": "yes", "url": "u1"},
        {"search_query": "Is tea good?", "text_window": "Tea is bad.", "stance": "no", "url": "u2"},
        {"search_query": "Is rain wet?", "text_window": "It is.", "stance": "yes", "url": "u3",
         "search_type": "yes_statement", "search_engine_input": "Rain is wet."},
    ]  # fmt: skip
    names = ("search_query", "text_window", "stance", "url", "search_type", "search_engine_input")
    pandas = {name: {str(n): row.get(name) for n, row in enumerate(table)} for name in names}
    for held in (table, pandas):
        tea, rain = read_bench(written(tmp_path / "data.json", held)).items
        assert (tea.conflict, rain.conflict) == (True, False)
        assert [d.label for d in tea.documents] == ["supports", "contradicts"]
        assert tea.claim == "The answer to the question “Is tea good?” is: yes."
        assert rain.claim == "Rain is wet."


def test_false_paragraphs_have_marked_ids(tmp_path: Path) -> None:
    corpus = [{"id": f"{n}:::Mill_{n}{end}", "contents": f"{n}{end}"} for n in range(30) for end in ("", "-FAKE")]
    questions = [
        {"id": f"q{n}", "question": f"Mill {n}?", "answers": {"text": [f"a{n}"]}, "paragraph_id": f"{n}:::Mill_{n}"}
        for n in range(29)
    ]
    folder = tmp_path / "noisy"
    written(folder / "corpus.json", corpus)
    written(folder / "queries.json", [*questions, {"id": "q", "question": "?", "answers": []}])
    bench = read_bench(tmp_path)
    assert sum(bench.counts["ContraQA"]) == 29
    assert bench.left_out == {"questions name no paragraph": 1}
    conflict = next(i for i in bench.items if i.conflict)
    assert [(d.label, d.text.endswith("FAKE"), d.title[:4]) for d in conflict.documents] == [
        ("supports", False, "Mill"), ("contradicts", True, "Mill")
    ]  # fmt: skip
    # without ids in the questions a table of relevance names the paragraphs
    written(folder / "queries.json", [{k: v for k, v in q.items() if k != "paragraph_id"} for q in questions])
    (folder / "q_rel_dev.tsv").write_text("".join(f"q{n}\t0\t{n}:::Mill_{n}\t1\n" for n in range(29)))
    assert read_bench(tmp_path).items == bench.items


def test_items_of_our_own_are_read_as_they_are(tmp_path: Path) -> None:
    written(tmp_path / "claims.jsonl", [item.model_dump() for item in ITEMS])
    written(tmp_path / "other.json", ambigdocs(3))
    assert read_bench(tmp_path).items == tuple(ITEMS)
    assert read_bench(tmp_path / "claims.jsonl").items == tuple(ITEMS)


@pytest.mark.parametrize(
    ("name", "held", "said"),
    [
        ("data.pkl", b"\x80\x04K\x07.", "is a pickle"),
        ("data.json", b"\x80\x04K\x07.", "is a pickle"),
        ("data.json", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"),
        ("data.parquet", b"PAR1", "no Parquet"),
        ("data.json", b'{"a": ', "is not JSON"),
        ("data.json", b"[1, 2]", "no list of objects"),
        ("data.jsonl", b'{"search_query": 1, "stance": 1}\n7\n', "is no object"),
        ("claims.jsonl", b'{"claim": "c", "documents": [], "conflict": true}\n', "is no claim with documents"),
        ("data.json", b"[]", "holds no claim"),
        ("data.json", b'[{"search_query": "q", "stance": "yes"}, {"stance": "no"}]', "a row is not like those of"),
        ("data.json", b'[{"question": "q", "answers": [], "ctxs": 7}]', "no text with their answer"),
        ("corpus.json", b'[{"id": "1:::A", "contents": "x"}]', "no queries.json beside it"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, name: str, held: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(held)
    with pytest.raises(InputError, match=said) as error:
        read_bench(tmp_path / name)
    assert "\n" not in str(error.value)


def test_items_that_are_there_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="twice"):
        read_bench(written(tmp_path / "dev.json", ambigdocs(6) * 2))


def test_other_folders_are_not_taken_for_claims(tmp_path: Path) -> None:
    assert not holds_claims(tmp_path)
    assert not holds_claims(tmp_path / "absent")
    assert not holds_claims(written(tmp_path / "pairs.json", [{"context1": "a", "context2": "b"}]))
    written(tmp_path / "instances.jsonl", [{"claim": "c", "documents": [], "conflict": True}])
    assert not holds_claims(tmp_path)


# -- evaluation ------------------------------------------------------------------------------------------------


def item(name: str, split: str, *documents: tuple[str, DocumentLabel | None]) -> ClaimItem:
    told = tuple(ClaimDocument(id=f"{name}{n}", text=t, label=label) for n, (t, label) in enumerate(documents))
    conflict = {"supports", "contradicts"} <= {label for _, label in documents}
    return ClaimItem(
        id=name, split=split, claim=f"As {name} says, the mill has 6 sails.", documents=told, conflict=conflict
    )


ITEMS = [
    item("a", "one", (BEFORE, "supports"), (AFTER, "contradicts"), (OTHER, "irrelevant")),
    item("b", "one", (BEFORE, "supports"), (OTHER, "irrelevant")),
    item("c", "two", (BEFORE, None), (f"{BEFORE} unreadable", "contradicts"), (BEFORE, "supports")),
    item("d", "two", (AFTER, "contradicts"), (f"{SIX} {EIGHT}", "mixed")),
]


def test_rates_and_labels_of_verdicts() -> None:
    said = [
        ItemVerdict(item="a", judge="j", conflict=True, labels=("supports", "contradicts", "irrelevant")),
        ItemVerdict(item="b", judge="j", conflict=True, labels=("supports", "contradicts")),
        ItemVerdict(item="c", judge="j", conflict=False, labels=("supports", None, "supports")),
        ItemVerdict(item="d", judge="j", conflict=False, labels=("contradicts", "contradicts")),
    ]
    found = {its.split: its for its in rates(ITEMS, said)}
    assert [*found] == ["one", "two", "all"]
    pooled = found["all"]
    assert (pooled.conflict, pooled.none, pooled.unreadable) == (2, 2, 1)
    assert {name: value.value for name, value in pooled.values.items()} == {
        "precision": 0.5, "recall": 0.5, "F1": 0.5, "accuracy": 0.5, "Acc_noConf": 0.5
    }  # fmt: skip
    labels = {its.split: its for its in labelled(ITEMS, said)}
    assert (labels["all"].labels, labels["all"].right) == (9, 6)
    assert (labels["one"].bias["CS-C"], labels["one"].error["CS-C"]) == (0.5, 0.5)
    assert (labels["one"].bias["CS-R"], labels["one"].error["CS-R"]) == (0.25, 0.25)
    assert (
        labels["two"].bias["CS-C"] == -1.0
    )  # of the item of which all labels are known: one of its documents is mixed
    assert labels["one"].each["supports"] == 1.0
    assert labels["one"].each["mixed"] is None


def test_the_command_evaluates_claims_and_goes_on_in_its_folder(tmp_path: Path) -> None:
    written(tmp_path / "bench" / "claims.jsonl", [each.model_dump() for each in ITEMS])
    baselines = [part for name in ("always", "never", "overlap", "offline") for part in ("--baseline", name)]
    done = contragraph("evaluate", "bench", *baselines, "--out", "out", "--format", "json", cwd=tmp_path)
    assert done.code == 0, done.err
    told = {(row["judge"], row["part"]): row for row in json.loads(done.out)}
    assert (told["always", "all"]["recall"], told["always", "all"]["Acc_noConf"]) == (1.0, 0.0)
    assert told["never", "all"]["precision"] is None
    with scripted(answered) as server:
        asked = contragraph("evaluate", "bench", "--out", "out", "--format", "json", *model(server), cwd=tmp_path)
        assert asked.code == 0, asked.err
        told = {(row["judge"], row["part"]): row for row in json.loads(asked.out)}
        assert (told["openai/known", "all"]["recall"], told["openai/known", "all"]["precision"]) == (0.5, 0.5)
        first = (tmp_path / "out" / "verdicts.jsonl").read_bytes()
        again = contragraph("evaluate", "bench", "--out", "out", "--format", "json", *model(server), cwd=tmp_path)
        assert again.out == asked.out
        assert (tmp_path / "out" / "verdicts.jsonl").read_bytes() == first
        before = len(server.requests)
        whole = contragraph(
            "evaluate", "bench", "--variant", "together", "--out", "out", *model(server), "--dry-run", cwd=tmp_path
        )
        assert "4 calls" in whole.out
        assert len(server.requests) == before
    report = (tmp_path / "out" / "report.md").read_text("utf-8")
    for name in ("always", "never", "overlap", "offline", "openai/known"):
        assert f"| {name} |" in report, name
    assert "MAE of CS-R" in report
    wrong = contragraph("evaluate", "bench", "--baseline", "nonsense", "--out", "else", cwd=tmp_path)
    assert (wrong.code, "no baseline 'nonsense' for claims" in wrong.err) == (2, True)
    written(tmp_path / "other" / "claims.jsonl", [ITEMS[0].model_dump()])
    foreign = contragraph("evaluate", "other", "--baseline", "never", "--out", "out", cwd=tmp_path)
    assert (foreign.code, "other claims" in foreign.err) == (2, True)
    pickled = contragraph("evaluate", "data.pkl", "--baseline", "never", "--out", "else", cwd=tmp_path)
    assert pickled.code == 2


def test_counts_stand_beside_those_of_the_paper(tmp_path: Path) -> None:
    written(tmp_path / "dev.json", ambigdocs(12))
    done = contragraph("evaluate", "dev.json", "--baseline", "always", "--out", "out", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "the paper's none" in done.out
    assert "360" in done.out
    (tmp_path / "data.pkl").write_bytes(b"\x80\x04K\x07.")
    refused = contragraph("evaluate", "data.pkl", "--baseline", "always", "--out", "else", cwd=tmp_path)
    assert (refused.code, "can run any code" in refused.err) == (2, True)
