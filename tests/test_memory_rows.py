"""Released questions read from files of several kinds, bad ones named; and letters read from answers."""

from __future__ import annotations

import gzip
import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.evaluation.memory.choosing import letter_of, scored
from contragraph.evaluation.memory.items import holds_memory, open_memory
from contragraph.evaluation.memory.records import MemoryItem, MemoryReply
from contragraph.evaluation.memory.released import item_of
from contragraph.evaluation.memory.rows import rows_of
from contragraph.graph.errors import InputError
from tests.cli import contragraph
from tests.memory_rows import TEXTS, row, written

OPTIONS = ["Trusk", "Brond", "Quarl", "uncertain"]


def test_a_row_has_all_that_the_release_has() -> None:
    item = item_of(row(1))
    assert isinstance(item, MemoryItem)
    assert [(o.text, o.role) for o in item.options] == [
        ("Brond 1", "replacement"), ("Quarl 1", "other"), ("uncertain", "uncertain"), ("Trusk 1", "original")
    ]  # fmt: skip
    assert {p.cause: p.texts[0] for p in item.passages} == {
        "default": ("wikipedia", row(1)["default_evidence"]),
        "misinformation": ("news", row(1)["misinformation_conflict_evidence_evidence"]),
        "temporal": ("wikipedia", row(1)["temporal_conflict_evidence"]),
        "semantic": ("book", row(1)["semantic_conflict_evidence"]),
    }
    assert item.relation == "P69"
    assert [w.text for w in item.wordings] == [
        "Whom did Velmo 1 drelly? The question is about the time from 10 April, 2028 to 21 July, 2036.",
        "Whom did Velmo 1 drelly? “Velmo 1” in this question means: a velmo of the hills.",
    ]


def without(name: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {key: value for key, value in row(0, **more).items() if key != name}


@pytest.mark.parametrize(
    "same",
    [
        row(0, options=json.dumps(row(0)["options"])),
        row(0, options=str(row(0)["options"])),
        row(0, options=tuple(row(0)["options"])),
        row(0, correct_option="a", replace_option="Brond 0"),
        without(TEXTS["misinformation"], misinformation_conflict_evidence=row(0)[TEXTS["misinformation"]]),
        row(0, question="  Whom did Velmo 0 drelly? "),
    ],
)
def test_rows_spelled_in_other_ways_are_the_same(same: dict[str, Any]) -> None:
    assert item_of(same) == item_of(row(0))


def test_a_point_in_time_and_a_row_without_uncertain() -> None:
    item = item_of(row(0, temporal_conflict_time_span=["2031"], uncertain_option=None))
    assert isinstance(item, MemoryItem)
    assert item.wordings[0].text.endswith("The question is about this time: 2031.")
    assert item.options[-1].role == "other"
    fewer = item_of({**without(TEXTS["temporal"]), TEXTS["semantic"]: None})
    assert isinstance(fewer, MemoryItem)
    assert [p.cause for p in fewer.passages] == ["default", "misinformation"]
    assert fewer.wordings == ()


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (without("question"), "has no question"),
        (row(0, question="  "), "has no question"),
        (row(0, question=7), "has no question"),
        (without("options"), "has no list of 2 to 10 options"),
        (row(0, options="os.system('x')"), "has no list"),
        (row(0, options="[" * 10_000), "has no list"),
        (row(0, options=["one"]), "has no list"),
        (row(0, options=["a", "b", "", "d"]), "has an empty option"),
        (row(0, options=["a", "b", "A", "d"]), "has an option twice"),
        (without("correct_option"), "has no correct_option"),
        (row(0, correct_option="E"), "has correct_option 'E', which is none of its options"),
        (row(0, correct_option=0), "has no correct_option"),
        (row(0, replace_option="A"), "has the option A as original and as replacement"),
        (row(0, uncertain_option="Z"), "has uncertain_option 'Z'"),
        (without("default_evidence"), "has no default_evidence"),
        ({k: v for k, v in row(0).items() if k not in [*TEXTS.values()][1:]}, "has no text against its fact"),
    ],
)
def test_a_bad_row_says_what_is_wrong(bad: dict[str, Any], why: str) -> None:
    found = item_of(bad)
    assert isinstance(found, str)
    assert why in found


# -- files ----------------------------------------------------------------------------------------------------------


def test_files_of_all_kinds_give_the_same(tmp_path: Path) -> None:
    rows = [row(n) for n in range(5)]
    paths = [written(tmp_path / f"rows.{kind}", rows) for kind in ("parquet", "json", "jsonl")]
    lines = tmp_path / "lines.json"  # objects one after the other, as some call JSON
    lines.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    zipped = tmp_path / "rows.jsonl.gz"
    zipped.write_bytes(gzip.compress(paths[2].read_bytes()))
    found = [open_memory(path).drawn for path in (*paths, lines, zipped)]
    assert all(each == found[0] for each in found)
    assert len(found[0]) == 5
    assert all(map(holds_memory, (*paths, lines, zipped)))


def test_bad_rows_are_left_out_and_named(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", [row(0), without("question"), row(1), row(0), [1]])
    path.write_text(path.read_text("utf-8") + '{"question": \n', "utf-8")
    found = open_memory(path)
    assert (found.total, found.faulty) == (2, 4)
    assert found.left_out["row 2"] == "has no question"
    assert found.left_out["row 4"] == "says the same as row 1"
    assert found.left_out["row 5"] == "is no object"
    assert found.left_out["row 6"].startswith("is not JSON")
    with pytest.raises(InputError, match="no fact that can be asked about: row 1 has no default_evidence"):
        open_memory(written(tmp_path / "none.jsonl", [without("default_evidence")]))


@pytest.mark.parametrize("name", ["rows.pkl", "rows.parquet", "rows.json", "rows.pickle", "rows.jsonl", "rows"])
def test_pickles_are_refused_whatever_they_are_called(tmp_path: Path, name: str) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "sprung",))

    (tmp_path / name).write_bytes(pickle.dumps(Trap()))
    done = contragraph("evaluate", name, "--out", "out", cwd=tmp_path)
    assert done.code == 2
    assert "is a pickle or the like" in done.err
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[{}, {", "is not JSON"),
        ('[{"a": 1}', "breaks off"),
        ("[" * 100_000, "nested too deep|not JSON"),
        ("x", "not JSON"),
    ],
)
def test_files_that_break_off_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "rows.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=why):
        list(rows_of(path))
    assert not holds_memory(path)


def test_what_is_no_table_of_that_kind_is_left_to_others(tmp_path: Path) -> None:
    pairs = written(tmp_path / "pairs.jsonl", [{"context1": "a", "context2": "b"}])
    assert not holds_memory(pairs)
    assert not holds_memory(tmp_path)
    assert not holds_memory(tmp_path / "nowhere.json")
    (tmp_path / "pointer.parquet").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    with pytest.raises(InputError, match="pointer of Git LFS"):
        holds_memory(tmp_path / "pointer.parquet")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match="no Parquet file that can be read"):
        holds_memory(tmp_path / "broken.parquet")


@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=30), max_size=3), max_size=8), st.integers(1, 9))
def test_json_is_read_alike_whatever_the_blocks(rows: list[dict[str, str]], block: int) -> None:
    """Blocks of a few characters, as gigabytes have them in blocks of a million."""
    import io

    from contragraph.evaluation.memory import rows as module

    whole, module._BLOCK = module._BLOCK, block
    try:
        for text in (json.dumps(rows), json.dumps(rows, indent=1), "\n".join(map(json.dumps, rows))):
            assert [*module._objects(Path("x"), io.StringIO(text), 1000)] == rows
    finally:
        module._BLOCK = whole


def test_a_smaller_sample_is_a_part_of_a_larger_one(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", [row(n) for n in range(30)])
    every = [item.id for item in open_memory(path).drawn]
    last: set[str] = set()
    for size in (1, 5, 20, 30, 99):
        drawn = [item.id for item in open_memory(path, size).drawn]
        assert drawn == [name for name in every if name in drawn]
        assert last <= {*drawn}
        assert len(drawn) == min(size, 30)
        last = {*drawn}
    other = open_memory(path, 5, 8)
    assert {item.id for item in other.drawn} != {item.id for item in open_memory(path, 5, 7).drawn}
    kept = open_memory(path, 5, 7, frozenset(every[:2]))
    assert {*every[:2]} <= kept.items.keys()
    assert len(kept.drawn) == 5


# -- letters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("B", 1),
        (" (B)", 1),
        ("**C**", 2),
        ("b.", 1),
        ("B. Brond", 1),
        ("B: because the text says so", 1),
        ("D\nI cannot tell.", 3),
        ("Answer: C", 2),
        ("The answer is (A).", 0),
        ("I think the best option is **D**", 3),
        ("<think>A? No, B.</think>\nC", 2),
        ("quarl", 2),
        ("“Brond”.", 1),
        ("", None),
        ("<think>A, I suppose", None),
        ("E", None),
        ("Answer: E", None),
        ("A or B", None),
        ("Answer: A or B", None),
        ("A, B", None),
        ("A person cannot say.", None),
        ("Trusk or Brond", None),
        ("I'd say nothing", None),
        ("Being asked, I decline.", None),
    ],
)
def test_letters_of_answers(text: str, place: int | None) -> None:
    assert letter_of(text, OPTIONS) == place


@given(st.lists(st.floats(-30, 0), min_size=4, max_size=4), st.integers(0, 3))
def test_shares_go_to_the_options_that_stood_at_the_letters(values: list[float], turn: int) -> None:
    """In each order of the options the letters are turned back to the options that stood there."""
    item = item_of(row(turn))
    assert isinstance(item, MemoryItem)
    replies = []
    for rotation in range(4):
        shown = [*range(rotation, 4), *range(rotation)]
        likely = tuple((letter, values[option]) for letter, option in zip("ABCD", shown))
        replies.append(
            MemoryReply(item=item.id, condition="closed", order="", model="m", rotation=rotation, text="",
                  likely=likely, failure=None, made_by={})
        )  # fmt: skip
    weights = [math.exp(value - max(values)) for value in values]
    score = scored(item, replies)
    assert score.shares == pytest.approx([w / sum(weights) for w in weights], abs=1e-5)
    assert score.letters == pytest.approx([0.25] * 4, abs=1e-5)
    best = values.index(max(values))
    assert score.said == item.options[best].role or score.tie
