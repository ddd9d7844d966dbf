"""What was detected has the share of false alarms beside it, measured on texts that agree."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from benchmarks.agreeing import BARS, weights_hash
from contragraph.documents.alarms import detection, halves, held_out
from contragraph.documents.clash import LEAST
from contragraph.documents.classify import Classified, classify
from contragraph.documents.extract import extract
from contragraph.documents.readers import read_corpus
from contragraph.documents.records import AGREE, TextPair
from tests.cli import contragraph

ROOT = Path(__file__).resolve().parent.parent
MILL = "The Old Mill of Tarn was built in {} by Anna Roth."
WHEELS = " It has two wheels."


def shares(items: list[Classified]) -> list[tuple[str, str, int, int]]:
    """Of what was measured on the items themselves."""
    found = [(s.what, s.value, s.share.count, s.share.of) for s in detection("x", items, LEAST)]
    assert found.pop()[1].startswith("pairs of others that agree")
    return found


def test_a_text_is_held_against_itself() -> None:
    """Its second half speaks of what the first one named; a text that two items have is one, one sentence none."""
    steady, torn = MILL.format(1820) + WHEELS, f"{MILL.format(1820)} {MILL.format(1920)}"
    items = [classify("x", TextPair(str(n), (steady, text))) for n, text in enumerate((torn, MILL.format(1720)))]
    assert [bool(item.conflicts) for item in items] == [True, True]
    assert shares(items) == [("detected", "a conflict", 2, 2), ("false alarm", "halves of one text", 1, 2)]
    first, second = halves(extract(f"{steady} The lake is deep.")) or (None, None)
    assert first is not None
    assert second is not None
    assert ([s.body for s in first.text.sentences], len(second.text.sentences)) == ([MILL.format(1820)], 2)
    assert "tarn" in {*first.lines[0].about} & {*second.lines[0].about}


def test_a_text_that_is_compared_with_itself_says_nothing_of_false_alarms() -> None:
    torn = f"{MILL.format(1820)} {MILL.format(1920)}"
    assert shares([classify("x", TextPair("1", (torn, torn)))]) == [("detected", "a conflict", 1, 1)]


def test_items_that_agree_by_their_label_are_what_false_alarms_are_measured_on(tmp_path: Path) -> None:
    rows = [
        {"premise": MILL.format(a), "hypothesis": MILL.format(b), "label": label}
        for a, b, label in ((1820, 1920, "contradiction"), (1820, 1820, "entailment"), (1820, 1720, "neutral"))
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    pairs = read_corpus(tmp_path / "t.jsonl").pairs
    assert [dict(pair.gold).get("kind") for pair in pairs] == ["contradiction", AGREE, AGREE]
    items = [classify("x", pair) for pair in pairs]
    assert shares(items) == [("detected", "a conflict", 1, 1), ("false alarm", "items that agree", 1, 2)]


@pytest.mark.parametrize("least", [0.0, 0.3, 0.5, 0.95, 1.0])
def test_of_held_out_pairs_those_with_most_false_alarms_are_shown(least: float) -> None:
    held = tomllib.loads((ROOT / "documents" / "alarms.toml").read_text("utf-8"))
    place = max((n for n, bar in enumerate(BARS) if bar <= least), default=0)
    _, share = held_out(least)
    assert share.count / share.of == max(its["reach"][place] / its["pairs"] for its in held["agree"].values())


def test_held_out_pairs_were_scored_with_the_weights_that_are_there() -> None:
    """Weights that are learnt anew need ``python -m benchmarks.agreeing``."""
    held = tomllib.loads((ROOT / "documents" / "alarms.toml").read_text("utf-8"))
    assert (held["weights"], held["bars"]) == (weights_hash(), BARS)


def test_the_command_asks_for_as_much_as_the_function(tmp_path: Path) -> None:
    """What is measured with the one holds of the other."""
    assert f"[default: {LEAST};" in contragraph("classify", "--help", cwd=tmp_path).out


def test_the_command_and_its_pages_say_both(tmp_path: Path) -> None:
    row = {"text1": MILL.format(1820) + WHEELS, "text2": MILL.format(1920) + WHEELS}
    (tmp_path / "t.jsonl").write_text(json.dumps(row), "utf-8")
    done = contragraph("classify", "t.jsonl", "--out", "o", "--format", "json", cwd=tmp_path)
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert rows == json.loads((tmp_path / "o" / "shares.json").read_text("utf-8"))
    assert [(r["what"], r["items"], r["of"]) for r in rows[:2]] == [("detected", 1, 1), ("false alarm", 0, 2)]
    assert rows[2]["value"].startswith("pairs of others that agree")
    page = (tmp_path / "o" / "index.html").read_text("utf-8")
    assert "1 of 1 (100.0 %)" in page
    assert "0 of 2 (0.0 %)" in page
    assert "halves of one text" in page
