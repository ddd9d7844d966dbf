"""``contragraph score`` and ``cg.conflict_score`` with a scripted model: variants, files, gates, and what stops."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import contragraph as cg
from contragraph.app.cli import main
from contragraph.app.shown import scored
from contragraph.documents.judges.base import Certificate, PassageJudgement
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.metric import ResponseClaim, score_of
from contragraph.graph.errors import InputError
from contragraph.llm import open_gateway, read_config
from tests.cli import Result
from tests.scoring import AFTER, BEFORE, DRY, EIGHT, OTHER, SIX, answered
from tests.scripted_server import Reply, ScriptedServer, scripted

ROWS: list[dict[str, Any]] = [
    {"id": "one", "query": "?", "response": f"{SIX} {DRY}", "contexts": [BEFORE, AFTER, {"id": "z", "text": OTHER}]},
    {"id": "both", "user_input": "Sails?", "answer": f"{SIX} {EIGHT}", "retrieval_context": [BEFORE, AFTER]},
    {"id": "hush", "input": "Sails?", "actual_output": "", "documents": [BEFORE, AFTER]},
]  # fmt: skip


def contragraph(*arguments: str | Path, cwd: Path) -> Result:
    """Run the command in this process, which has the libraries of models already."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return Result(ended.value.code, out.getvalue(), err.getvalue())


def written(path: Path, rows: Sequence[object] = ROWS) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def model(server: ScriptedServer, *more: str) -> tuple[str, ...]:
    return ("--model", "openai/known", "--api-base", server.url, "--cache", "answers.sqlite", *more)


def test_one_call_scores_a_response(tmp_path: Path) -> None:
    with (
        scripted(answered) as server,
        open_gateway(read_config(None, "openai/known", server.url), cache=tmp_path / "a.sqlite") as gateway,
    ):
        s = cg.conflict_score(f"{SIX} {DRY}", [BEFORE, AFTER, OTHER], "Sails?", gateway=gateway)
        assert (s.cs_c, s.cs_r, s.acknowledged) == (0.5, 0.5, 0.0)
        sails, dry = s.claims
        assert [its.label for its in sails.labels] == ["supports", "contradicts", "irrelevant"]
        assert (sails.supporting, sails.contradicting, dry.uncovered) == ((1,), (2,), True)
        assert sails.claim.span == (0, len(SIX))
        (snippet,) = sails.labels[1].snippets
        assert AFTER[snippet.start : snippet.end] == snippet.text == "mill has 8 sails"
        assert {its.by for its in sails.labels} == {"model"}
        assert sails.labels[2].proof is None
        assert len(server.requests) == 1 + 2 * 3
        assert {r["temperature"] for r in server.requests} == {0}
        assert all("response_format" in r for r in server.requests)
        both = cg.conflict_score(f"{SIX} {EIGHT}", [BEFORE, AFTER], gateway=gateway)
        assert (both.cs_c, both.acknowledged) == (1.0, 1.0)
        local = cg.conflict_score(SIX, [f"{SIX} {EIGHT}", OTHER], gateway=gateway)
        assert (local.cs_c, local.local_inconsistency) == (0.0, 1)
        assert [s.text for s in local.claims[0].labels[0].snippets] == ["mill has 6 sails", "mill has 8 sails"]
        paper = cg.conflict_score(SIX, [f"{SIX} {EIGHT}", AFTER], gateway=gateway, labels="paper")
        assert [its.label for its in paper.claims[0].labels] == ["supports", "contradicts"]


def test_long_documents_are_read_whole_and_their_windows_put_together(tmp_path: Path) -> None:
    rest = "Nothing of it is said here. " * 1_200
    with (
        scripted(answered) as server,
        open_gateway(read_config(None, "openai/known", server.url), cache=tmp_path / "a.sqlite") as gateway,
    ):
        long = [f"{SIX} {rest} {EIGHT}", f"{rest} {EIGHT}", rest, f"{SIX} {rest} unreadable"]
        s = cg.conflict_score(SIX, long, gateway=gateway)
        assert [its.label for its in s.claims[0].labels] == ["mixed", "contradicts", "irrelevant", None]
        for number, its in enumerate(s.claims[0].labels):
            assert all(long[number][s.start : s.end] == s.text for s in its.snippets)
        (place,) = s.claims[0].labels[1].snippets
        assert place.start > len(rest)
        assert len(server.requests) > 1 + 4
        three = cg.conflict_score(SIX, long, gateway=gateway, labels="paper")
        assert [its.label for its in three.claims[0].labels] == ["supports", "contradicts", "irrelevant", None]


@pytest.mark.parametrize(
    ("variant", "asked", "claims"),
    [("full", 7, 2), ("whole", 3, 1), ("salient:1", 4, 1), ("together", 3, 2), ("prefilter", 3, 2), ("offline", 0, 2)],
)
def test_variants_ask_as_much_as_they_say(tmp_path: Path, variant: str, asked: int, claims: int) -> None:
    """Of two claims and three documents; one document and one claim have nothing in common with the rest."""
    with (
        scripted(answered) as server,
        open_gateway(read_config(None, "openai/known", server.url), cache=tmp_path / "a.sqlite") as gateway,
    ):
        s = cg.conflict_score(f"{SIX} {DRY}", [BEFORE, AFTER, OTHER], gateway=gateway, variant=variant)
        assert len(server.requests) == asked
        assert len(s.claims) == claims
        if variant != "offline":
            labels = [its.label for its in s.claims[0].labels]
            assert labels == ["supports", "contradicts", "irrelevant"]


def test_answers_that_cannot_be_read_are_no_label_and_no_claim(tmp_path: Path) -> None:
    with (
        scripted(answered) as server,
        open_gateway(read_config(None, "openai/known", server.url), cache=tmp_path / "a.sqlite") as gateway,
    ):
        s = cg.conflict_score(SIX, [BEFORE, "unreadable", ""], gateway=gateway)
        assert (s.cs_c, s.cs_c_interval, s.unlabelled) == (0.0, (0.0, 1.0), 1)
        assert "not of the shape" in s.claims[0].labels[1].failure
        assert s.claims[0].labels[2].label == "irrelevant"  # it has no text, and is not asked about
        server.answer = lambda request, n: Reply("no")
        none = cg.conflict_score(f"{SIX} Really.", [BEFORE], gateway=gateway)
        assert (none.cs_c, none.claims) == (None, ())
        assert "could not be taken apart" in none.reason
        server.answer = lambda request, n: Reply("no") if "several numbered" in str(request) else answered(request)
        many = cg.conflict_score(SIX, [BEFORE, AFTER], gateway=gateway, variant="together")
        assert many.unlabelled == 2


def test_proofs_of_labels_are_written_and_shown(tmp_path: Path) -> None:
    """A contradiction as the prover proves it, and an entailment, which has no contradiction to show."""
    (found,) = cg.validate(["Ada Byron was born on 10 December 1815.", "Ada Byron was born on 3 May 1820."]).findings
    assert found.proof is not None
    its = found.proof
    clash = Certificate(its.statements, its.labels, its.minimal, its.strength)
    same = Certificate(its.statements[:1], its.labels, None, "strict")
    labels = [
        PassageJudgement("contradicts", 1.0, "proof", proof=clash),
        PassageJudgement("supports", 1.0, "proof", proof=same),
    ]
    documents = [ContextDocument("one", "a"), ContextDocument("two")]
    score = score_of("It is so.", documents, [ResponseClaim("Ada Byron was born on 3 May 1820.")], [labels])
    axioms = cg.load_ontology()
    told: Any = scored.record(score, axioms)
    proofs = [label["proof"] for label in told["claims"][0]["labels"]]
    assert proofs[0]["minimal"]["statements"]
    assert [len(proof["statements"]) for proof in proofs] == [2, 1]
    assert {s["subject"]["label"] for s in proofs[0]["statements"]} == {"Ada Byron"}
    assert proofs[1]["minimal"] is None
    scored.write_page([score], axioms, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count('<ul class="tree">') == 1
    assert "strict: true by the meaning of the words" in page


def test_bad_input_in_python() -> None:
    with pytest.raises(InputError, match="no documents"):
        cg.conflict_score("It is so.", [])
    with pytest.raises(InputError, match="asks a model"):
        cg.conflict_score("It is so.", ["x"], variant="full")
    assert cg.conflict_score("", ["x"]).reason == "no claims"
    assert cg.conflict_score("It is so.", ["x"]).cs_c == 0.0


# -- the command ---------------------------------------------------------------------------------------------


def test_the_command_scores_files(tmp_path: Path) -> None:
    path = written(tmp_path / "responses.jsonl")
    with scripted(answered) as server:
        done = contragraph("score", path, "--out", "out", "--html", "page.html", *model(server), cwd=tmp_path)
        assert done.code == 0, done.err
        assert "mean CS-C 0.750" in done.err
        assert "full: 12 questions" in done.err
        told = contragraph("score", path, "--format", "json", *model(server), cwd=tmp_path)
        rows = list(csv.DictReader(io.StringIO(
            contragraph("score", path, "--format", "csv", *model(server), cwd=tmp_path).out
        )))  # fmt: skip
        assert len(server.requests) == 10  # the rest came from the cache
    assert [(row["id"], row["cs_c"], row["acknowledged"]) for row in rows] == [
        ("one", "0.5", "0.0"), ("both", "1.0", "1.0"), ("hush", "", "")
    ]  # fmt: skip
    listed = json.loads(told.out)
    lines = (tmp_path / "out" / "scores.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == listed
    assert listed[0]["claims"][0]["labels"][1]["snippets"][0]["text"] == "mill has 8 sails"
    assert listed[2]["reason"] == "no claims"
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page == (tmp_path / "out" / "index.html").read_text("utf-8")
    assert page.count("<mark") == 3
    assert "mill has 8 sails" in page
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert summary["variants"] == [{"variant": "full", "questions": 12, "cost": 0.0, "kappa": None, "pairs": 0}]
    assert summary["means"]["responses"] == 3
    again = contragraph("score", path, "--out", "out", *model(server), cwd=tmp_path)
    assert (again.code, "holds files already" in again.err) == (2, True)


def test_variants_are_compared_with_full(tmp_path: Path) -> None:
    path = written(tmp_path / "responses.jsonl")
    variants = [part for name in ("prefilter", "full", "together", "offline") for part in ("--variant", name)]
    with scripted(answered) as server:
        done = contragraph("score", path, *variants, *model(server), cwd=tmp_path)
        dry = contragraph("score", path, *variants, "--dry-run", *model(server), cwd=tmp_path)
        before = len(server.requests)
        assert dry.code == 0, dry.err
        assert len(server.requests) == before
    assert [line.partition(" calls")[0] for line in dry.out.splitlines()] == [
        "prefilter: 8", "full: 12", "together: 6", "offline: no"
    ]  # fmt: skip
    assert "prefilter: 8 questions, $0.0000, kappa with full 1.000 of 10 labels." in done.err
    assert "together: 6 questions, $0.0000, kappa with full 1.000 of 10 labels." in done.err
    assert "offline: 0 questions, $0.0000, kappa with full" in done.err


@pytest.mark.parametrize(("most", "code"), [("0.3", 1), ("0.99", 1), ("1", 0)])
def test_the_gate_ends_with_1_above_a_share(tmp_path: Path, most: str, code: int) -> None:
    path = written(tmp_path / "responses.jsonl")
    with scripted(answered) as server:
        assert contragraph("score", path, "--fail-above", most, *model(server), cwd=tmp_path).code == code


def test_what_could_not_be_read_does_not_pass_the_gate(tmp_path: Path) -> None:
    unread = {"id": "u", "response": SIX, "documents": [BEFORE, "unreadable"]}
    with scripted(answered) as server:
        for rows in (
            [unread],
            [{"response": OTHER, "documents": [BEFORE]}, {"question": "Who?"}],
            [{"documents": ["x"]}],
        ):
            path = written(tmp_path / "responses.jsonl", rows)
            done = contragraph("score", path, "--fail-above", "0.5", *model(server), cwd=tmp_path)
            assert done.code == 2, done.err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--variant", "full"), "No model is named"),
        (("--variant", "nonsense"), "no variant"),
        (("--fail-above", "2"), "0<=x<=1"),
    ],
)
def test_wrong_options_are_told_in_a_sentence(tmp_path: Path, given: tuple[str, ...], said: str) -> None:
    path = written(tmp_path / "responses.jsonl")
    done = contragraph("score", path, *given, cwd=tmp_path)
    assert (done.code, said in done.err) == (2, True), done.err


def test_conflicts_of_the_documents_are_looked_for_where_asked(tmp_path: Path) -> None:
    """A response that keeps to neither side states none of what is proven between its documents."""
    documents = ["Ada Byron was born on 10 December 1815.", "Ada Byron was born on 3 May 1820."]
    assert cg.conflict_score("Ada Byron lived.", documents).acknowledged is None
    assert cg.conflict_score("Ada Byron lived.", documents, read=True).acknowledged == 0.0
