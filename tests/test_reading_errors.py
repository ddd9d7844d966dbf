"""Bad input to the reading commands: one plain sentence that says what is wrong and where, and nothing recorded."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from contragraph.annotation.answers import ReaderFinding, ReaderJudgement, record_findings, record_judgements
from contragraph.app.terminal.failures import exit_code_of
from contragraph.evaluation.magic import read_magic
from contragraph.evaluation.sheets import ReadingFolder, open_reading, read_records
from contragraph.graph.errors import InputError
from tests.cli import contragraph
from tests.readings import FINE, by_hand, conflict, numbers, put

FOUND: dict[str, Any] = {"pair": 1, "verdict": "conflict", "conflicts": ["A1-B2"], "english": FINE}
JUDGED: dict[str, Any] = {"pair": 1, "declared": ["real"]}


@pytest.fixture
def reading(tmp_path: Path) -> ReadingFolder:
    """Two pairs with one declared conflict each, between A1 and B2."""
    declared = conflict([("original", "A1"), ("perturbed", "B2")])
    return by_hand(tmp_path, [("1-single-hop", [declared]), ("1-single-hop", [declared])])


def find(reading: ReadingFolder, reader: str, *answers: dict[str, Any]) -> int:
    path = put(reading.folder.parent / "answers.jsonl", answers)
    return record_findings(reading, reader, read_records(ReaderFinding, path))


def judge(reading: ReadingFolder, reader: str, *answers: dict[str, Any]) -> int:
    path = put(reading.folder.parent / "answers.jsonl", answers)
    return record_judgements(reading, reader, read_records(ReaderJudgement, path))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pair": 3}, "there is no pair 3"),
        ({"conflicts": ["A1-B9"]}, "names sentence B9, but text B ends with B4"),
        ({"conflicts": ["A1-C2"]}, "'C2' is no sentence"),
        ({"conflicts": ["A1"]}, "names one sentence"),
        ({"conflicts": [""]}, "is no sentence"),
        ({"conflicts": []}, "no conflict is named"),
        ({"verdict": "none"}, "the verdict is none, but conflicts are named"),
        ({"verdict": "maybe"}, "verdict: Input should be 'conflict', 'unsure' or 'none' (it is \"maybe\")"),
        ({"english": {"A": "fine"}}, "english.B: is missing"),
        ({"english": {"A": "fine", "B": "good"}}, "english.B"),
        ({"remark": "x"}, "remark: is not a known key"),
        ({"sheet": "0"}, "belongs to another draw"),
    ],
)
def test_a_wrong_finding(reading: ReadingFolder, change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        find(reading, "ada", {**FOUND, "pair": 2}, {**FOUND, **change})
    assert said in str(error.value)
    assert "line 2" in str(error.value)
    assert "\n" not in str(error.value)
    assert not list(reading.folder.glob("findings-*"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pair": 3}, "there is no pair 3"),
        ({"pair": 2}, "has no finding on pair 2"),
        ({"declared": []}, "has 1 declared conflicts, but 0 are judged"),
        ({"declared": ["true"]}, "declared.0"),
        ({"undeclared": {}}, "A3-B3 was found and matches no declared conflict"),
        ({"undeclared": {"A3-B3": "no", "A1-B2": "real"}}, "A1-B2 matches a declared conflict"),
        ({"undeclared": {"A3-B3": "no", "A4-B4": "real"}}, "A4-B4 was not found"),
        ({"undeclared": {"A3-B3": "none"}}, "undeclared.A3-B3"),
        ({"undeclared": {"A3-B7": "no"}}, "names sentence B7"),
        ({"sentences": ["A1-B2"]}, "leave sentences out"),
        ({"sheet": "0"}, "belongs to another draw"),
    ],
)
def test_a_wrong_judgement(reading: ReadingFolder, change: dict[str, Any], said: str) -> None:
    find(reading, "ada", {**FOUND, "conflicts": ["A1-B2", "A3-B3"]})
    with pytest.raises(InputError) as error:
        judge(reading, "ada", {**JUDGED, "undeclared": {"a3-b3": "no"}, **change})
    assert said in str(error.value)
    assert "line 1" in str(error.value)
    assert not list(reading.folder.glob("judgements-*"))
    assert judge(reading, "ada", {**JUDGED, "undeclared": {"a3-b3": "no"}}) == 1


def test_an_answer_stays_as_it_is(reading: ReadingFolder) -> None:
    """The same answer again changes nothing; another one is refused, before the pair is judged and after."""
    assert find(reading, "ada", FOUND) == 1
    before = (reading.folder / "findings-ada.jsonl").read_bytes()
    assert find(reading, "ada", FOUND) == 0
    with pytest.raises(InputError, match="pair 1 is recorded already"):
        find(reading, "ada", {**FOUND, "pair": 2}, {**FOUND, "conflicts": ["A1-B3"]})
    assert judge(reading, "ada", JUDGED) == 1
    with pytest.raises(InputError, match="pair 1 is recorded already"):
        find(reading, "ada", {**FOUND, "remarks": "now I see"})
    with pytest.raises(InputError, match="judgement of ada on pair 1 is recorded already"):
        judge(reading, "ada", {**JUDGED, "declared": ["silly"]})
    with pytest.raises(InputError, match="answered twice"):
        find(reading, "bob", FOUND, FOUND)
    assert (reading.folder / "findings-ada.jsonl").read_bytes() == before


def test_findings_of_another_draw(reading: ReadingFolder, tmp_path: Path) -> None:
    """A file of findings that is copied into the folder of another draw is refused."""
    find(reading, "ada", FOUND)
    other = by_hand(tmp_path / "other", [("1-single-hop", [conflict([("original", "A1"), ("perturbed", "B2")])])] * 3)
    assert numbers(other) != numbers(reading)
    lines = (reading.folder / "findings-ada.jsonl").read_text("utf-8").replace(reading.sheets[1].sheet, "ffff")
    (other.folder / "findings-ada.jsonl").write_text(lines, "utf-8")
    result = contragraph("read", "score", "reading", cwd=tmp_path / "other")
    assert (result.code, "belongs to another draw or dataset" in result.err) == (2, True)


def test_a_changed_folder_is_refused(reading: ReadingFolder) -> None:
    for name in ("pairs.jsonl", "key.jsonl"):
        path = reading.folder / name
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"1 of", b"one of") if name == "pairs.jsonl" else whole[:-10])
        with pytest.raises(InputError, match=f"{name} was changed"):
            open_reading(reading.folder)
        path.write_bytes(whole)
    (reading.folder / "key.jsonl").unlink()
    with pytest.raises(InputError, match="is missing"):
        open_reading(reading.folder)


def test_wrong_use_of_the_commands(reading: ReadingFolder, tmp_path: Path) -> None:
    put(tmp_path / "answers.jsonl", [FOUND])
    (tmp_path / "empty").mkdir()
    (tmp_path / "latin.jsonl").write_bytes(b'{"pair": "\xe9"}')
    for line, said in (
        ("read score reading", "holds no findings yet"),
        ("read find empty --reader ada --from answers.jsonl", "is no reading folder"),
        ("read find reading --reader a/b --from answers.jsonl", "'a/b' is no name for a reader"),
        ("read find reading --reader ada --from nothing.jsonl", "Cannot read nothing.jsonl"),
        ("read find reading --reader ada --from latin.jsonl", "is not UTF-8"),
        ("read find reading --reader ada --from answers.jsonl --todo", "exclude each other"),
        ("read judge reading --reader ada", "ada has no finding"),
        ("read draw empty --seed 1 --out new", "holds no dataset"),
        ("read draw empty --seed 1 --out reading", "reading exists"),
        ("read report reading --out report.md", "holds no findings yet"),
    ):
        result = contragraph(*line.split(), cwd=tmp_path)
        assert result.code == 2, line
        assert said in result.err, line
        assert result.err.count("\n") == 1, result.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["answers.jsonl", "empty", "latin.jsonl", "reading"]
    assert contragraph("read", "find", "reading", "--reader", "ada", "--from", "answers.jsonl", cwd=tmp_path).code == 0
    unknown = contragraph("read", "score", "reading", "--reader", "bob", cwd=tmp_path)
    assert "bob has recorded no findings" in unknown.err


# -- MAGIC's layout -------------------------------------------------------------------------------------------

ITEM: dict[str, Any] = {
    "id": 1,
    "original_triplet": ["(a | b | c)", "(a | b | d)"],
    "perturb_triplet": ["(a | b | e)", ["(a | b | f)", "(f | g | h)"]],
    "context1": "A b c.",
    "context2": "A b e.",
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "is not JSON"),
        ("{}", "holds no list"),
        ("[3]", "item 1 is no pair: it is not an object"),
        (json.dumps([ITEM, {**ITEM, "context2": " \n"}]), "item 2 is no pair: context2: is empty"),
        (json.dumps([{k: v for k, v in ITEM.items() if k != "perturb_triplet"}]), "item 1 is no pair: perturb_triplet"),
        (json.dumps([{**ITEM, "perturb_triplet": ["(a | b | e)"]}]), "do not speak of as many conflicts"),
    ],
)
def test_a_wrong_file_in_the_layout_of_magic(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "multi-hop" / "2-multi-hop_conflict.json"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        list(read_magic(tmp_path))
    assert said in str(error.value)
    assert str(path) in str(error.value)
    path.write_text(json.dumps([ITEM, ITEM]), "utf-8")
    assert [str(p.id) for p in read_magic(tmp_path)] == ["1", "1#2"]
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    assert exit_code_of(lambda: list(read_magic(tmp_path)), debug=False) == 2
