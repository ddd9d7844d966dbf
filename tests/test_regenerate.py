"""R-RAG with a scripted model and figures worked out by hand, its controls, and the arithmetic of published figures."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from contragraph.documents.regenerate.answers import cited, option_of
from contragraph.documents.regenerate.arms import ARMS, MIND, answer_all, most_balanced
from contragraph.documents.regenerate.figures import Compared, Second, compared, figures_of, mcnemar
from contragraph.documents.regenerate.questions import read_questions
from contragraph.documents.regenerate.reports import HOW
from contragraph.documents.score.run import ScoreSettings, parse_variant
from contragraph.evaluation.statistics import Proportion
from contragraph.llm import open_gateway, read_config
from tests.cli import contragraph
from tests.scoring import AFTER, BEFORE, OTHER, answered
from tests.scripted_server import Reply, Request, ScriptedServer, scripted
from tests.test_score import scored

ROWS = ("ABBAA", "AABBA", "AAAA?", "BBABA", "BBB?B")
"""What the arms answer, in the order of ``ARMS``, to questions whose documents disagree; B is right."""
ALIKE = ("BA", "AB", "?B")
"""The same of the first two arms where they agree."""
CONFLICT = "\nThe documents disagree about what was claimed:\n"


def row(n: int, script: str, conflict: bool = True) -> dict[str, Any]:
    """A question whose first option is 10 n + 6 sails and whose second one is 10 n + 8."""
    options = [str(10 * n + 6), str(10 * n + 8)]
    told = [f"The mill has {number} sails." for number in options]
    documents = [f"{told[0]} Many people come.", f"Long ago it burned. {told[1]}"] if conflict else [*told[:1], OTHER]
    return {
        "id": f"q{n}",
        "question": f"How many sails? {script}",
        "options": options,
        "answer": "B",
        "passages": documents,
    }


QUESTIONS = [row(n, script) for n, script in enumerate(ROWS, 1)]
QUESTIONS += [row(n, script, False) for n, script in enumerate(ALIKE, 6)]


def arm_of(system: str, asked: str) -> str:
    """Which arm asks: a conflict that is not that of the first answer is another question's."""
    if "has one right option, by the documents" in system:
        return "control" if MIND in system else "rag"
    claim = re.search(r"^Claim: The mill has (\d+) sails", asked, re.MULTILINE)
    first = re.search(r"^First answer: \(.\) (\d+)", asked, re.MULTILINE)
    assert first
    return "again" if claim is None else "regenerate" if claim[1] == first[1] else "placebo"


def model_of_arms(request: Request, nth: int = 0) -> Reply:
    """What the script in a question says; everything else as ``tests/scoring.py``."""
    system, asked = request["messages"][0]["content"], request["messages"][-1]["content"]
    if "You turn a question" in system:
        return Reply(json.dumps({"statement": f"The mill has {asked.rpartition('Option: ')[2]} sails."}))
    if "has one right option" not in system:
        return answered(request, nth)
    script = re.findall(r"^Question: How many sails\? (\S+)", asked, re.MULTILINE)[0]
    letter = script[ARMS.index(arm_of(system, asked))]
    said = "Neither can be told." if letter == "?" else f"({letter})"
    return Reply(f"{said}\nJustification: so it says. (Docs 1, 2, 9)" if "two lines" in system else said)


def written(path: Path, rows: Sequence[object] = QUESTIONS) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def model(server: ScriptedServer, cache: str = "answers.sqlite") -> tuple[str, ...]:
    return ("--model", "openai/known", "--api-base", server.url, "--cache", cache)


# -- arms ----------------------------------------------------------------------------------------------------


def test_arms_and_their_figures_by_hand(tmp_path: Path) -> None:
    choices = read_questions(written(tmp_path / "questions.jsonl"))
    with (
        scripted(model_of_arms) as server,
        open_gateway(read_config(None, "openai/known", server.url), cache=tmp_path / "a.sqlite") as gateway,
    ):
        found = answer_all(choices, ARMS, ScoreSettings(parse_variant("full")), gateway)
        assert len(server.requests) == 8 + 8 + 7 + 7 * (1 + 2) + 5 * 3
    assert [its.flagged for its in found] == [True] * 5 + [False] * 3
    by_arm = {arm: figures_of(found, arm) for arm in ARMS}
    assert {arm: its.right.count for arm, its in by_arm.items()} == {
        "rag": 3, "control": 5, "regenerate": 4, "again": 4, "placebo": 2
    }  # fmt: skip
    assert {arm: its.unreadable for arm, its in by_arm.items()} == {
        "rag": 1, "control": 0, "regenerate": 0, "again": 1, "placebo": 1
    }  # fmt: skip
    assert by_arm["regenerate"].flagged == Second(wrong=3, right=2, corrected=2, broken=1)
    assert by_arm["again"].flagged == Second(3, 2, 1, 0)
    assert by_arm["placebo"].flagged == Second(3, 2, 0, 1)
    assert by_arm["control"].flagged == Second(3, 2, 1, 0)
    second = by_arm["regenerate"].flagged
    assert (second.improve, second.harm, second.net) == (0.6667, 0.5, 0.2)
    pairs = {(its.one, its.other): (its.gained, its.lost, its.p) for its in compared(found, ARMS)}
    assert len(pairs) == 10
    assert pairs["rag", "control"] == (3, 1, 0.625)
    assert pairs["rag", "regenerate"] == (2, 1, 1.0)
    assert pairs["regenerate", "placebo"] == (0, 2, 0.5)
    kept = [[its.given[arm].kept for arm in ARMS[2:]] for its in found]
    assert kept[2] == ["", "", "unreadable"]
    assert kept[4] == ["", "unreadable", ""]
    assert kept[5] == kept[6] == ["not conflicted"] * 3
    assert kept[7] == ["not scored"] * 3
    assert found[7].given["regenerate"].option is None
    assert found[0].given["regenerate"].cited == (1, 2)


def test_controls_differ_from_the_arm_in_what_is_said_of_the_conflict_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "questions.jsonl")
    with scripted(model_of_arms) as server:
        done = contragraph("regenerate", path, *model(server), cwd=tmp_path)
        assert done.code == 0, done.err
        asked = [r["messages"] for r in server.requests if "You are shown" in r["messages"][0]["content"]]
    assert len(asked) == 15
    assert len({system["content"] for system, _ in asked}) == 1
    by_question: dict[str, dict[str, str]] = {}
    for system, user in asked:
        question, _, conflict = user["content"].partition(CONFLICT)
        by_question.setdefault(question.strip(), {})[arm_of(system["content"], user["content"])] = conflict
    assert [set(its) for its in by_question.values()] == [{"regenerate", "again", "placebo"}] * 5
    told = {its["regenerate"]: its["placebo"] for its in by_question.values()}
    assert set(told) == set(told.values())  # each conflict is told once of its own question and once of another
    assert all(its["again"] == "" and its["regenerate"] != its["placebo"] for its in by_question.values())
    assert any(
        "Claim: The mill has 16 sails.\nFor it, document 1: “mill has 16 sails”\nAgainst it, document 2: “mill has 18"
        in conflict
        for conflict in told
    )


def test_one_conflict_alone_has_no_placebo(tmp_path: Path) -> None:
    path = written(tmp_path / "questions.jsonl", [QUESTIONS[0], QUESTIONS[5]])
    with scripted(model_of_arms) as server:
        done = contragraph("regenerate", path, "--arms", "placebo", "--out", "out", *model(server), cwd=tmp_path)
        assert done.code == 0, done.err
    first, second = map(json.loads, (tmp_path / "out" / "answers.jsonl").read_text("utf-8").splitlines())
    assert (first["arms"]["placebo"]["kept"], first["arms"]["placebo"]["option"]) == ("no other conflict", "A")
    assert second["arms"]["placebo"]["kept"] == "not conflicted"


def test_the_claim_that_is_told_is_the_most_balanced_then_the_first() -> None:
    claims = scored("SCC", "SSS", "SCI", "CSI")
    assert most_balanced(claims) == claims.claims[2]
    assert most_balanced(scored("SSS", "CCC")) is None
    assert most_balanced(scored()) is None


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("(A)", 0), ("\n (B)\nJustification: (A) is wrong.", 1), ("b", 1), ("**B**", 1), ("Answer: A", 0),
        ("A. Six", 0),
        ("The final answer is (B).", 1), ("The answer is B", 1), ("A) six", 0), ("A good question.", None), ("", None),
        ("(A) or (B)", None), ("(C)", None), ("I cannot say.\n(A)", None), ("Both", None), ("(A), not (A)", 0),
    ],
)  # fmt: skip
def test_the_first_line_names_the_option(text: str, option: int | None) -> None:
    assert option_of(text, 2) == option


def test_documents_that_a_justification_names() -> None:
    assert cited("(A)\nJustification: as told. (Docs 2, 5)", 5) == (2, 5)
    assert cited("(A)\nJustification: Document 1 and documents 3 and 4 (doc. 7).", 5) == (1, 3, 4)
    assert cited("(A) (Doc 1)", 5) == ()


# -- the command ---------------------------------------------------------------------------------------------


def test_the_command_writes_answers_and_figures(tmp_path: Path) -> None:
    path = written(tmp_path / "questions.jsonl")
    with scripted(model_of_arms) as server:
        dry = contragraph("regenerate", path, "--dry-run", *model(server), cwd=tmp_path)
        assert dry.out.startswith("72 calls"), dry.err
        assert not server.requests
        told = contragraph("regenerate", path, "--out", "out", "--format", "json", *model(server), cwd=tmp_path)
        assert told.code == 0, told.err
        asked = len(server.requests)
        again = contragraph("regenerate", path, "--out", "out", *model(server), cwd=tmp_path)
        assert (again.code, "holds files already" in again.err) == (2, True)
        fewer = contragraph("regenerate", path, "--arms", "regenerate", "--format", "csv", *model(server), cwd=tmp_path)
        assert len(server.requests) == asked
    assert "8 questions, 5 with a conflicted claim" in told.err
    assert "placebo against regenerate: 0 won, 2 lost, p 0.5000" in told.err
    rows = {r["arm"]: r for r in json.loads(told.out)}
    assert rows["regenerate"] == {
        "arm": "regenerate", "right": 4, "of": 8, "accuracy": 0.5, "unreadable": 0, "wrong_flagged": 3,
        "right_flagged": 2, "corrected": 2, "broken": 1, "improve": 0.6667, "harm": 0.5, "net": 0.2, "p": 1.0,
    }  # fmt: skip
    assert (rows["rag"]["accuracy"], rows["rag"]["improve"], rows["rag"]["p"]) == (0.375, None, None)
    assert [line.split(",")[0] for line in fewer.out.splitlines()] == ["arm", "rag", "regenerate"]
    lines = [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").read_text("utf-8").splitlines()]
    assert [line["arms"]["regenerate"]["option"] for line in lines] == ["B", "B", "A", "A", "B", "B", "A", None]
    assert lines[0]["claim"] == lines[0]["statement"] == "The mill has 16 sails."
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert (summary["questions"], summary["flagged"], summary["unstated"]) == (8, 5, 0)
    assert summary["scores"]["cs_c"] == round(5 / 7, 4)


def test_an_answer_that_cannot_be_put_as_a_statement_is_kept_and_counted(tmp_path: Path) -> None:
    def silent(request: Request, nth: int) -> Reply:
        return Reply("no") if "You turn a question" in str(request) else model_of_arms(request, nth)

    path = written(tmp_path / "questions.jsonl", QUESTIONS[:2])
    with scripted(silent) as server:
        done = contragraph("regenerate", path, "--out", "out", *model(server), cwd=tmp_path)
        assert done.code == 0, done.err
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert (summary["unstated"], summary["flagged"], summary["scores"]) == (2, 0, None)
    assert {r["right"] for r in summary["arms"] if r["arm"] != "control"} == {0}


GOOD = QUESTIONS[0]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "is empty"),
        ([["A"]], "line 1 is no object"),
        ([GOOD, GOOD | {"id": 2, "passages": [""]}], "line 2 has no document with a text"),
        ([GOOD, GOOD], "line 2 has the id 'q1' of a line before"),
        ([GOOD | {"question": ""}], "line 1 has no question"),
        ([GOOD | {"options": ["six"]}], "no list of two or more different options"),
        ([GOOD | {"options": ["six", " six"]}], "no list of two or more different options"),
        ([GOOD | {"options": ["six", 8]}], "no list of two or more different options"),
        ([GOOD | {"answer": 1}], "the answer is neither a letter"),
        ([GOOD | {"answer": "C"}], "the answer is neither a letter"),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_anything_is_asked(
    tmp_path: Path, rows: list[object], said: str
) -> None:
    path = written(tmp_path / "questions.jsonl", rows)
    with scripted(model_of_arms) as server:
        done = contragraph("regenerate", path, *model(server), cwd=tmp_path)
        assert not server.requests
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_wrong_options_and_files_are_told(tmp_path: Path) -> None:
    path = written(tmp_path / "questions.jsonl")
    (tmp_path / "broken.jsonl").write_text("{", "utf-8")
    for given, said in (
        ((path, "--arms", "rag,nonsense"), "there is no 'nonsense'"),
        ((path, "--reports", "--arms", "placebo"), "there is no 'placebo'"),
        ((path, "--variant", "half"), "no variant"),
        ((path,), "No model is named"),
        ((path, "--reports"), "does not say what the report is about"),
        (("broken.jsonl",), "line 1 is not JSON"),
        (("missing.jsonl",), "There is no file"),
    ):
        done = contragraph("regenerate", *given, cwd=tmp_path)
        assert (done.code, said in done.err) == (2, True), done.err
    assert read_questions(written(path, [GOOD | {"answer": "(b)"}, GOOD | {"id": 2, "answer": " 18 "}]))[1].right == 1


# -- reports -------------------------------------------------------------------------------------------------


def reporting(request: Request, nth: int = 0) -> Reply:
    """One claim of which documents disagree; that and another one; one of which they do not; about Tarn nothing."""
    system, asked = request["messages"][0]["content"], request["messages"][-1]["content"]
    if "report of three paragraphs" not in system:
        return answered(request, nth)
    if HOW["super_balanced"] in system:
        return Reply("" if "about Tarn" in asked else "Many people come.")
    more = " Many people come." if HOW["balanced"] in system else ""
    return Reply(f"The mill has 6 sails.{more}")


def test_reports_under_three_prompts_are_compared_in_pairs(tmp_path: Path) -> None:
    split, alike = [BEFORE, AFTER], [BEFORE, OTHER]
    subjects = [("the mill", split), ("mills", split), ("Tarn", alike)]
    path = written(tmp_path / "s.jsonl", [{"about": a, "documents": d} for a, d in subjects])
    with scripted(reporting) as server:
        told = contragraph(
            "regenerate", path, "--reports", "--out", "out", "--format", "json", *model(server), cwd=tmp_path
        )
        assert told.code == 0, told.err
    rows = json.loads(told.out)
    assert [(r["prompt"], r["reports"], r["cs_c"], r["cs_r"]) for r in rows] == [
        ("rag", 3, 0.6667, 0.3333), ("balanced", 3, 0.3333, 0.1667), ("super_balanced", 2, 0.0, 0.0)
    ]  # fmt: skip
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert summary["unwritten"] == 1
    apart = {(d["other"], d["measure"]): (d["value"], d["interval"], d["of"]) for d in summary["differences"]}
    # Of −½, −½ and 0, three draws are all 0 in 1 of 27 resamples and all −½ in 8: both are within 95 %.
    assert apart["balanced", "cs_c"] == (-0.3333, [-0.5, 0.0], 3)
    assert apart["super_balanced", "cs_c"] == (-1.0, [-1.0, -1.0], 2)
    assert apart["super_balanced", "cs_r"] == (-0.5, [-0.5, -0.5], 2)
    assert "balanced against rag: cs_c -0.3333 [-0.5000, 0.0000] of 3" in told.err
    lines = [json.loads(line) for line in (tmp_path / "out" / "reports.jsonl").read_text("utf-8").splitlines()]
    assert [(line["id"], line["prompt"]) for line in lines][:4] == [
        ("1", "rag"), ("1", "balanced"), ("1", "super_balanced"), ("2", "rag")
    ]  # fmt: skip
    assert lines[-1]["score"] is None
    assert lines[-1]["failure"] == "the answer was empty"


# -- what was published (arXiv 2606.26437, tables 4 and 5) -----------------------------------------------------

ACCURACIES = {
    "gpt-4.1-mini": (84.21, 84.47, 85.24),
    "gpt-oss-20b": (82.60, 83.87, 85.03),
    "qwen3-30b": (80.87, 82.33, 83.16),
}
"""Per cent, of RAG, C-RAG and R-RAG."""


def counts_of(per_cent: float, of: int) -> list[int]:
    """The counts whose share is this per cent, rounded to two places."""
    return [k for k in range(of + 1) if abs(100 * k / of - per_cent) < 0.005 + 1e-9]


def test_five_published_accuracies_are_no_share_of_779_questions() -> None:
    impossible = {(m, a) for m, its in ACCURACIES.items() for a in its if not counts_of(a, 779)}
    assert impossible == {
        *(("gpt-oss-20b", a) for a in (82.60, 83.87, 85.03)), *(("qwen3-30b", a) for a in (82.33, 83.16))
    }  # fmt: skip
    assert [counts_of(a, 779) for a in ACCURACIES["gpt-4.1-mini"]] == [[656], [658], [664]]


def test_published_shares_follow_from_counts_where_they_do() -> None:
    mini = Second(wrong=43, right=207, corrected=16, broken=8)
    assert (mini.improve, mini.harm, mini.net) == (0.3721, 0.0386, 0.032)
    assert mini.corrected - mini.broken == 664 - 656
    assert counts_of(65.79, 39) == []
    assert Proportion(25, 38).share == 0.6579
    oss = Second(wrong=39, right=182, corrected=25, broken=7)
    assert (oss.harm, oss.net) == (0.0385, 0.0814)
    assert counts_of(48.72, 41) == []
    assert Proportion(19, 39).share == 0.4872
    qwen = Second(wrong=41, right=184, corrected=19, broken=3)
    assert (qwen.harm, qwen.net) == (0.0163, 0.0711)  # 7.05 was published


def test_the_exact_test_of_mcnemar_on_the_published_counts() -> None:
    assert mcnemar(16, 8) == pytest.approx(0.1516, abs=1e-4)
    assert mcnemar(25, 7) == pytest.approx(0.0021, abs=1e-4)
    assert mcnemar(19, 3) == pytest.approx(0.0009, abs=1e-4)
    assert Compared("rag", "regenerate", 0, 0).p is None
