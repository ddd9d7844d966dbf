"""Whole evaluations: asked of a server whose answers are known, of a real small model, stopped, repeated, refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contragraph.evaluation.pairs.ask import PairPlan
from contragraph.evaluation.pairs.items import EvaluationDataset, open_dataset, sample
from contragraph.evaluation.pairs.run import Asking, Evaluation, evaluate, summary
from contragraph.evaluation.records import ANSWERS, RATINGS, SCORES, Item, PairAttempt
from contragraph.graph.errors import ContragraphError, CostLimitError, InputError
from contragraph.llm import ModelsConfig, open_gateway, read_config
from tests import local_model as small
from tests.cli import contragraph
from tests.detect_answers import perfect
from tests.made import dataset
from tests.scripted_server import Reply, Request, ScriptedServer, scripted

MODEL = "openai/scripted"
BOTH = PairPlan(runs=2)


def _item_of(text: str) -> tuple[Item, bool]:
    """The item that a question shows, and whether its original text comes first."""
    for item in open_dataset(dataset()).items:
        places = [text.find(t) for t in item.texts]
        if min(places) >= 0:
            return item, places[0] < places[1]
    raise AssertionError(text)


def _right(request: Request, nth: int) -> Reply:
    """What somebody says who knows everything; the second attempt is always a refusal."""
    del nth
    question = request["messages"][-1]["content"]
    system = request["messages"][0]["content"]
    if "naturalness" in system:
        return Reply("naturalness: 4\nrealism: 2")
    if "Is the statement true?" in question:
        return Reply("Answer: yes")
    item, first = _item_of(question)
    known = perfect(item).text
    if not first:
        known = known.replace("Sentence A:", "Sentence ?:").replace("Sentence B:", "Sentence A:")
        known = known.replace("Sentence ?:", "Sentence B:")
    return Reply(known if "Conflict 1:" in system else "Answer: yes")


def _config(server: ScriptedServer, **changes: Any) -> ModelsConfig:  # noqa: ANN401
    config = read_config(None, MODEL, server.url)
    steps = {step: replace(its, **changes) for step, its in config.steps.items()}
    return replace(config, default=replace(config.default, **changes), steps=steps)


@contextmanager
def _asking(server: ScriptedServer, folder: Path, limit: float | None = None, **changes: Any) -> Iterator[Asking]:  # noqa: ANN401
    config = _config(server, **{k: v for k, v in changes.items() if k not in {"known", "judge"}})
    with open_gateway(config, cache=folder / "answers.sqlite", max_cost=limit) as gateway:
        yield Asking(gateway, MODEL, changes.get("judge"), changes.get("known", False))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def opened() -> EvaluationDataset:
    return open_dataset(dataset())


def _evaluated(
    opened: EvaluationDataset,
    server: ScriptedServer,
    folder: Path,
    plan: PairPlan,
    **changes: Any,  # noqa: ANN401
) -> Evaluation:
    with _asking(server, folder, **changes) as asking:
        return evaluate(opened, folder / "results", plan, asking=asking)


def test_an_evaluation_from_question_to_report(opened: EvaluationDataset, tmp_path: Path) -> None:
    plan = PairPlan(orders=("ab", "ba"), runs=2)
    with scripted(_right) as server:
        found = _evaluated(opened, server, tmp_path, plan, known=True, judge="openai/scripted")
        conflicts = [conflict for item in opened.items for conflict in item.conflicts]
        probes = len({next(s.words for s in c.statements if s.role == "original") for c in conflicts})
        assert server.answered == len(opened.items) * (2 * 2 * 2 + 1) + 5 * probes
        before = _files(tmp_path / "results")
        again = _evaluated(opened, server, tmp_path, plan, known=True, judge="openai/scripted")
        assert server.answered == len(opened.items) * 9 + 5 * probes  # nothing is asked twice
    assert not server.problems
    assert _files(tmp_path / "results") == before
    assert again.results.scores == found.results.scores
    steps = [s for s in found.results.scores.values() if s.prompt == "steps"]
    assert len(steps) == 4 * len(opened.items)
    assert all(s.said == "conflict" and s.localised and all(s.localised) for s in steps)
    assert all(s.matched == s.reported and not s.stray for s in steps)
    assert {p.knowledge for p in found.results.probes.values()} == {"known"}
    assert {(r.naturalness, r.realism) for r in found.results.ratings.values()} == {(4, 2)}
    assert {"manifest.json", ANSWERS, SCORES, RATINGS, "report.html", "report.md"} <= set(before)
    (first, *_) = before[ANSWERS].decode().splitlines()
    assert json.loads(first)["made_by"]["prompt"] == "binary-plain/1"
    assert [row["localised"] for row in summary(found.results)] == [None, len(steps)]


def test_other_questions_add_to_the_folder(opened: EvaluationDataset, tmp_path: Path) -> None:
    with scripted(_right) as server:
        _evaluated(opened, server, tmp_path, PairPlan(prompts=("binary",), runs=1, sample=3))
        found = _evaluated(opened, server, tmp_path, PairPlan(prompts=("steps",), runs=1, sample=4))
    assert {(s.prompt, len(found.items)) for s in found.results.scores.values()} == {("binary", 4), ("steps", 4)}
    assert len(found.results.scores) == 7
    alone = evaluate(opened, tmp_path / "results", PairPlan(), baselines=["never"])
    assert len(alone.results.scores) == 7 + len(opened.items)


def test_a_run_that_a_limit_stopped_goes_on_without_a_repeated_call(opened: EvaluationDataset, tmp_path: Path) -> None:
    prices = {"price_in": 1.0, "price_out": 1.0, "max_tokens": 100}
    with scripted(_right) as server:
        with pytest.raises(CostLimitError):
            _evaluated(opened, server, tmp_path, BOTH, limit=0.01, **prices)
        stopped = server.answered
        assert 0 < stopped < 4 * len(opened.items)
        assert not (tmp_path / "results").exists()
        _evaluated(opened, server, tmp_path, BOTH, **prices)
        assert server.answered == 4 * len(opened.items)
        asked = json.loads((tmp_path / "results" / "manifest.json").read_text("utf-8"))["asked"]["openai/scripted"]
        assert sum(step["questions"] for step in asked.values()) == server.answered
        # Never below what the text takes by our own estimate, whatever the server says.
        assert server.tokens_in <= sum(step["tokens_in"] for step in asked.values()) <= 1.05 * server.tokens_in
        shutil.copytree(tmp_path / "results", tmp_path / "first")
        shutil.rmtree(tmp_path / "results")
        (tmp_path / "other").mkdir()
        _evaluated(opened, server, tmp_path / "other", BOTH, **prices)
    assert _files(tmp_path / "first") == _files(tmp_path / "other" / "results")


def test_answers_that_cannot_be_read_are_counted_as_such(opened: EvaluationDataset, tmp_path: Path) -> None:
    said = iter(["", "Je ne sais pas.", "I'm sorry, I can't help with that.", '{"conflicts": [{"text_a": "Th'] * 100)
    with scripted(lambda request, nth: Reply(next(said))) as server:
        found = _evaluated(opened, server, tmp_path, PairPlan(runs=1))
    rows = summary(found.results)
    assert [(r["none"], r["conflict"], r["unreadable"]) for r in rows] == [(0, 0, len(opened.items))] * 2


def test_a_probe_that_cannot_be_read_is_no_unknown(opened: EvaluationDataset, tmp_path: Path) -> None:
    with scripted(lambda request, nth: Reply("Vielleicht.")) as server:
        found = _evaluated(opened, server, tmp_path, PairPlan(prompts=("binary",), runs=1, sample=2), known=True)
    assert {(p.knowledge, p.unreadable) for p in found.results.probes.values()} == {("unsure", 5)}


def test_a_sample_is_the_same_each_time(opened: EvaluationDataset) -> None:
    drawn = sample(opened.items, 5, 7)
    assert drawn == sample(opened.items, 5, 7) != sample(opened.items, 5, 8)
    assert [i for i in opened.items if i in drawn] == drawn
    assert set(sample(opened.items, 3, 7)) < set(drawn)
    assert sample(opened.items, None, 7) == sample(opened.items, 10_000, 7) == list(opened.items)


# -- bad input ------------------------------------------------------------------------------------------------


@pytest.fixture
def results(opened: EvaluationDataset, tmp_path: Path) -> Path:
    evaluate(opened, tmp_path / "results", PairPlan(), baselines=["always"])
    return tmp_path / "results"


def test_results_of_another_dataset_are_refused(opened: EvaluationDataset, results: Path) -> None:
    other = replace(opened, evaluated=opened.evaluated.model_copy(update={"sha256": "0" * 64}))
    before = _files(results)
    with pytest.raises(InputError, match="another version of this one"):
        evaluate(other, results, PairPlan(), baselines=["always"])
    assert _files(results) == before


@pytest.mark.parametrize("change", ["changed", "missing", "manifest", "foreign", "file"])
def test_a_folder_that_is_no_evaluation_is_refused(opened: EvaluationDataset, results: Path, change: str) -> None:
    path = results / SCORES
    if change == "changed":
        path.write_text(path.read_text().replace('"conflict"', '"none"'))
    elif change == "missing":
        path.unlink()
    elif change == "manifest":
        (results / "manifest.json").write_text("{}")
    elif change == "foreign":
        (results / "manifest.json").unlink()
    else:
        shutil.rmtree(results)
        results.write_text("x")
    with pytest.raises(InputError, match=r"give --out|Give --out|copy the whole folder"):
        evaluate(opened, results, PairPlan(), baselines=["always"])


def test_a_run_that_was_stopped_while_it_put_its_folder_in_place_loses_nothing(
    opened: EvaluationDataset, results: Path
) -> None:
    before = _files(results)
    results.rename(results.with_name("results.old"))
    (results.with_name("results.partial")).mkdir()
    found = evaluate(opened, results, PairPlan())
    assert len(found.results.scores) == len(opened.items)
    assert _files(results) == before
    assert [p.name for p in results.parent.iterdir()] == ["results"]


def test_nothing_to_evaluate(opened: EvaluationDataset, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name a model"):
        evaluate(opened, tmp_path / "results", PairPlan())
    assert not (tmp_path / "results").exists()


def test_pairs_that_cannot_be_asked_are_left_out(opened: EvaluationDataset, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(dataset(), folder)
    lines = (folder / "instances.jsonl").read_text("utf-8").split("\n")[:-1]
    lines[3:3] = [lines[0], "{", lines[1].replace('"domains"', '"domain"')]
    (folder / "instances.jsonl").write_text("\n".join([*lines, ""]), "utf-8")
    found = open_dataset(folder)
    assert found.items == opened.items
    assert [why for name, why in found.left_out.items() if "pair 4" in name] == ["its id was there before"]
    assert {"line 5", "line 6"} < set(found.left_out)
    (folder / "instances.jsonl").write_text("{\n", "utf-8")
    with pytest.raises(InputError, match="no pair that can be asked"):
        open_dataset(folder)


def test_texts_that_are_too_long_or_empty_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "magic/single-hop").mkdir(parents=True)
    pair = {"original_triplet": "(a | b | c)", "perturb_triplet": "(a | b | d)", "context2": "A is not C."}
    texts = ["A is C.", "A is C. " * 140_000, "\u2060"]
    (tmp_path / "magic/single-hop/1-single-hop_conflict.json").write_text(
        json.dumps([{"id": n, **pair, "context1": text} for n, text in enumerate(texts)])
    )
    found = open_dataset(tmp_path / "magic")
    assert "1-single-hop 0" in {item.id for item in found.items}
    assert any("1,120,000 characters" in why for why in found.left_out.values())


def _human(scores: list[PairAttempt], **changes: object) -> list[dict[str, object]]:
    kept = {"item", "model", "prompt", "variant", "order", "attempt"}
    return [{**s.model_dump(include=kept), "scorer": "ada", "said": "conflict", **changes} for s in scores]


def test_scores_by_people_are_kept_or_refused(opened: EvaluationDataset, results: Path, tmp_path: Path) -> None:
    scores: list[PairAttempt] = list(
        evaluate(opened, results, PairPlan(), baselines=["always"]).results.scores.values()
    )
    sizes = {item.id: len(item.conflicts) for item in opened.items}
    path = tmp_path / "human.jsonl"

    def given(rows: list[dict[str, object]]) -> Path:
        rows = [{"localised": [True] * sizes.get(str(r["item"]), 1), **r} for r in rows]
        path.write_text("".join(json.dumps(r) + "\n" for r in rows))
        return path

    found = evaluate(opened, results, PairPlan(), human=given(_human(scores)))
    assert len(found.results.human) == len(scores)
    assert len(evaluate(opened, results, PairPlan()).results.human) == len(scores)  # they stay
    for rows, why in (
        (_human(scores[:1], item="none"), "there is no pair none"),
        (_human(scores[:1], attempt=9), "gave no answer 9"),
        (_human(scores[:1], localised=[True] * 9), "9 entries"),
        (_human(scores[:1]) * 2, "twice"),
        (_human(scores[:1], said="perhaps"), "said"),
    ):
        with pytest.raises(ContragraphError, match=why):
            evaluate(opened, results, PairPlan(), human=given(rows))


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_with_a_real_model(local_model: str, tmp_path: Path) -> None:
    """Its answers are poor; that the whole line runs on them to an honest end is the point."""
    (tmp_path / "models.toml").write_text("temperature = 0.0\nmax_tokens = 24\n")
    told = ["--model", small.NAME, "--api-base", local_model, "--models", "models.toml", "--cache", "answers.sqlite"]
    asked = ["--sample", "1", "--runs", "1", "--out", "results"]
    dry = contragraph("evaluate", dataset(), *told, *asked, "--dry-run", cwd=tmp_path)
    assert (dry.code, dry.out.split(",")[0]) == (0, "2 calls")
    assert not (tmp_path / "results").exists()
    done = contragraph("evaluate", dataset(), *told, *asked, "--format", "json", cwd=tmp_path)
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert [(r["model"], r["prompt"], r["answers"]) for r in rows] == [(small.NAME, p, 1) for p in ("binary", "steps")]
    assert all(r["conflict"] + r["none"] + r["unreadable"] == 1 for r in rows)
    assert "2 calls" in done.err
    again = contragraph("evaluate", dataset(), *told, *asked, "--format", "json", cwd=tmp_path)
    assert again.out == done.out
    assert "0 calls" in again.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--prompts", "many"], "none of binary, steps"),
        (["--order", ","], "is empty"),
        (["--known"], "need a model"),
        (["--baseline", "wisdom"], "no baseline"),
    ],
)
def test_wrong_use(arguments: list[str], why: str, tmp_path: Path) -> None:
    done = contragraph("evaluate", dataset(), *arguments, "--out", "results", cwd=tmp_path)
    assert done.code == 2
    assert why in done.err
    assert not (tmp_path / "results").exists()
