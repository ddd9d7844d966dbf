"""The command ``paths`` as a user runs it: forms of output, labels, exit codes, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from contragraph.app.cli import main
from tests.cli import Result, contragraph, world

LENNON, MOSCOW = "wd:Q1203", "wd:Q649"


def paths(*arguments: str) -> Result:
    """The command in this process, which is many times as fast as in one of its own."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
        main(["paths", "--store", f"ladybug:{world() / 'contragraph.lbug'}", *arguments])
    assert isinstance(end.value.code, int)
    return Result(end.value.code, out.getvalue(), err.getvalue())


def test_labels_and_ids_give_the_same_paths() -> None:
    by_label = contragraph("paths", "John Lennon", "moscow", "--limit", "3", cwd=world())
    assert by_label.code == 0, by_label.err
    assert paths(LENNON, "Q649", "--limit", "3").out == by_label.out
    head, first, *_ = by_label.out.splitlines()
    assert head.split() == ["bits", "hops", "path"]
    assert "John Lennon —manner of death→ homicide ←manner of death— " in first
    assert first.endswith(" Moscow")


def test_json_csv_and_the_table_say_the_same() -> None:
    arguments = (LENNON, MOSCOW, "--limit", "4")
    found = json.loads(paths(*arguments, "--format", "json").out)
    rows = list(csv.DictReader(io.StringIO(paths(*arguments, "--format", "csv").out)))
    lines = paths(*arguments).out.splitlines()[1:]
    assert len(found) == len(rows) == len(lines) == 4
    for each, row, line in zip(found, rows, lines, strict=True):
        assert each["path"] == row["path"]
        assert line.endswith(each["path"])
        assert len(each["facts"]) == each["hops"] == int(row["hops"]) == len(each["entities"]) - 1
        assert each["entities"][0] == {"id": LENNON, "label": "John Lennon"}
    assert [each["bits"] for each in found] == sorted(each["bits"] for each in found)


def test_bounds_of_a_search() -> None:
    without = paths(LENNON, MOSCOW, "--not-relations", "manner of death,P140", "--format", "json")
    told = {fact["relation"]["label"] for path in json.loads(without.out) for fact in path["facts"]}
    assert "manner of death" not in told
    for path in json.loads(paths(MOSCOW, "--relations", "P19", "--direction", "in", "--format", "json").out):
        assert [fact["relation"]["id"] for fact in path["facts"]] == ["wdt:P19"] * path["hops"]
    arguments = (MOSCOW, "--max-hops", "1", "--limit", "500", "--format", "json")
    every = {path["path"] for path in json.loads(paths(*arguments).out)}
    people = {path["path"] for path in json.loads(paths(*arguments, "--classes", "human").out)}
    assert people < every
    assert people
    assert every < {path["path"] for path in json.loads(paths(*arguments, "--hidden").out)}
    unknown = json.loads(
        paths(LENNON, "--min-hops", "2", "--max-hops", "2", "--max-degree", "9", "--format", "json").out
    )
    assert unknown != json.loads(paths(LENNON, "--min-hops", "2", "--max-hops", "2", "--format", "json").out)


def test_drawings() -> None:
    drawn = paths(LENNON, MOSCOW, "--limit", "2", "--format", "svg")
    root = ET.fromstring(drawn.out)
    assert root[0].text == "Paths from John Lennon to Moscow"
    assert "homicide" in "".join(root.itertext())
    dotted = paths("--refutes", f"wd:Q159|P131|{MOSCOW}", "--limit", "1", "--format", "dot").out
    assert dotted.startswith("digraph ")
    assert dotted.count(" -> ") == 2


def test_what_proves_and_refutes_a_statement() -> None:
    refuted = paths("--refutes", f"wd:Q159|P131|{MOSCOW}")
    assert refuted.code == 0, refuted.err
    assert "[1] Refutes “Russia is located in Moscow” by 1 fact, no exceptions:" in refuted.out
    assert "against “Russia is located in Moscow” — “Nothing lies within itself.”" in refuted.out
    proven = paths("--proves", f"{MOSCOW}|located in the administrative territorial entity|wd:Q159", "--format", "json")
    by_itself, by_division = json.loads(proven.out)
    assert [each["relation"]["id"] for each in by_itself["facts"] + by_division["facts"]] == [
        "wdt:P131",
        "wdt:P150",
    ] or ([each["relation"]["id"] for each in by_division["facts"] + by_itself["facts"]] == ["wdt:P131", "wdt:P150"])
    assert {tuple(each["axioms"]) for each in (by_itself, by_division)} == {(), ("cg:ax_sub_P150_inv_P131",)}
    nothing = paths("--proves", f"{MOSCOW}|P36|{LENNON}")
    assert (nothing.code, nothing.out, nothing.err) == (1, "(none)\n", "")


def test_no_path_and_no_time_are_exit_code_1() -> None:
    none = paths(LENNON, MOSCOW, "--max-hops", "1")
    assert (none.code, none.out, none.err) == (1, "(none)\n", "")
    late = paths(LENNON, MOSCOW, "--time-limit", "0.000001")
    assert late.code == 1
    assert "Time was up after 1e-06 seconds, so this is only a part, the 0 found by then" in late.err
    assert late.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody at all xyz", MOSCOW], "No entity is called 'nobody at all xyz'"),
        ([MOSCOW, "Moscow"], "Both ends of the path are wd:Q649"),
        ([MOSCOW, LENNON, "--min-hops", "3", "--max-hops", "2"], "at least 3 and at most 2 hops"),
        ([MOSCOW, LENNON, "--max-hops", "9"], "1 to 8 hops, not 9"),
        ([MOSCOW, LENNON, "--relations", "P99999"], "No relation is called 'P99999'"),
        ([MOSCOW, LENNON, "--relations", "P36", "--not-relations", "P17"], "either the only ones or those left out"),
        ([MOSCOW, LENNON, "--classes", "no such class xyz"], "No entity is called 'no such class xyz'"),
        ([MOSCOW, LENNON, "--kg", "other"], "holds no knowledge graph 'other'"),
        ([], "Ask one thing"),
        ([MOSCOW, "--proves", "a|b|c"], "Ask one thing"),
        (["--proves", "Moscow is big"], "'Moscow is big' is no statement: write 'subject|relation|object'"),
        (["--proves", "Moscow||Russia"], "is no statement"),
        (["--refutes", "Moscow|P36|Moscow"], "has wd:Q649 at both ends"),
        (["--refutes", f"Moscow|P36|{LENNON}", "--max-hops", "6"], "1 to 4 facts, not 6"),
    ],
)
def test_wrong_questions_are_one_sentence(arguments: list[str], said: str) -> None:
    result = paths(*arguments)
    assert result.code == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""


def test_labels_with_markup_and_marks_stay_on_their_line(tmp_path: Path) -> None:
    from contragraph.graph.stores.open import open_store
    from tests.staged_kgs import HOSTILE, stage

    address = f"ladybug:{tmp_path / 'odd.lbug'}"
    with open_store(address, create=True) as store:
        odd = {"wd:Q2": HOSTILE, "wd:Q3": "x" * 10_000}
        store.load(
            stage(tmp_path / "odd", "odd", [("wd:Q1", "wdt:P1", "wd:Q2"), ("wd:Q2", "wdt:P1", "wd:Q3")], labels=odd)
        )
    result = paths("wd:Q1", "wd:Q3", "--store", address)
    assert result.code == 0, result.err
    assert len(result.out.splitlines()) == 2
    assert "\u202e" not in result.out
    assert len(result.out) < 1000
    drawn = paths("wd:Q1", "wd:Q3", "--format", "svg", "--store", address)
    assert ET.fromstring(drawn.out) is not None
