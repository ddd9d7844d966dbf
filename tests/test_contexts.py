"""Evaluation on sets of documents: answers read, measures of answers of known quality, baselines, and whole runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.contexts import measured
from benchmarks.measure import halves
from contragraph.evaluation.contexts.ask import TYPES, AskPlan, asked_of, questions, rotation_of, shown
from contragraph.evaluation.contexts.baselines import SET_BASELINES, replies
from contragraph.evaluation.contexts.items import open_sets
from contragraph.evaluation.contexts.measures import MEASURES, rows_of
from contragraph.evaluation.contexts.reading import read
from contragraph.evaluation.contexts.records import SetItem, SetReply, SetScore, Task
from contragraph.evaluation.contexts.run import evaluate_sets
from contragraph.graph.errors import InputError
from tests.cli import contragraph
from tests.made import sets
from tests.scripted_server import Reply as Answer
from tests.scripted_server import scripted

DOCUMENTS = tuple((f"Title {n}", f"Text {n}.") for n in range(1, 6))
TASKS: tuple[Task, ...] = ("detect", "type", "guided", "blind", "resolve")


def item(name: str, kind: str, *gold: tuple[int, ...], wrong: tuple[int, ...] = ()) -> SetItem:
    return SetItem(
        id=name,
        type=kind,
        shape=kind,
        position="near",
        length="1-50",
        importance="most",
        documents=DOCUMENTS,
        gold=gold,
        wrong=wrong or tuple(some[0] for some in gold),
    )


def answer(of: SetItem, task: Task, text: str, rotation: int = 0, failure: str | None = None) -> SetReply:
    return SetReply(
        item=of.id,
        model="m",
        task=task,
        variant="plain",
        rotation=rotation,
        attempt=1,
        text=text,
        failure=failure,
        made_by={},
    )


def figures(task: Task, given: Sequence[tuple[SetItem, str]]) -> dict[str, float | None]:
    scores = [read(answer(of, task, text), len(of.documents)) for of, text in given]
    values = rows_of(task, [of for of, _ in given], scores).values(list(MEASURES[task]))
    return {name: value.value for name, value in values.items()}


SOME = item("i", "pair", (2, 4))


# -- answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Answer: yes", "yes"),
        ("NO.", "no"),
        ("No two of them agree, so yes", "yes"),
        ("<think>no, no</think> Yes", "yes"),
        ("<think>it goes on: yes", "unreadable"),
        ("I cannot say.", "unreadable"),
        ("", "unreadable"),
        ("Nobody knows; yesterday nothing", "unreadable"),
    ],
)
def test_verdicts(text: str, said: str) -> None:
    assert read(answer(SOME, "detect", text), 5).said == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<type>self</type>", "self"),
        ("It might be self.\n<TYPE> Conditional </TYPE>", "conditional"),
        ("<type>self</type> or rather <type>pair</type>", "pair"),
        ("Type: pair", "pair"),
        ("pair", "pair"),
        ("<type>self, pair or conditional</type>", "unreadable"),
        ("<type>none</type>", "unreadable"),
        ("first line\nself or so", "unreadable"),
        ("yourself", "unreadable"),
    ],
)
def test_types(text: str, said: str) -> None:
    assert read(answer(SOME, "type", text), 5).said == said


@pytest.mark.parametrize(
    ("text", "documents", "dropped"),
    [
        ("<documents>1, 4</documents>", (1, 4), 0),
        ("<documents>[4] and [1]</documents>", (1, 4), 0),
        ("<documents>2</documents> no: <documents>3, 3</documents>", (3,), 0),
        ("<documents>0, 4, 6, 99</documents>", (4,), 3),
        ("<documents></documents>", (), 0),
        ("<documents>none</documents>", (), 0),
        ("<documents>2, 5", (2, 5), 0),
        ("Documents: 2 and 5", (2, 5), 0),
        ("2, 5", (2, 5), 0),
        ("<documents>the first</documents>", None, 0),
        ("I saw 3 things.\nThere are 2 of them.", None, 0),
        ("", None, 0),
    ],
)
def test_documents(text: str, documents: tuple[int, ...] | None, dropped: int) -> None:
    score = read(answer(SOME, "blind", text), 5)
    assert (score.documents, score.dropped) == (documents, dropped)
    assert score.said == ("unreadable" if documents is None else "documents")


@given(st.integers(0, 4), st.sets(st.integers(1, 5)))
def test_numbers_are_those_of_the_dataset_whatever_was_turned(rotation: int, wanted: set[int]) -> None:
    """A model names documents by the numbers it saw."""
    order = re.findall(r"\[(\d+)\] Title (\d+)", shown(SOME.documents, rotation))
    seen = [int(number) for number, title in order if int(title) in wanted]
    told = f"<documents>{', '.join(map(str, seen))}</documents>"
    assert read(answer(SOME, "guided", told, rotation), 5).documents == tuple(sorted(wanted))


def test_a_call_that_failed_is_unreadable() -> None:
    for task in TASKS:
        assert read(answer(SOME, task, "yes", failure="it hung up"), 5).said == "unreadable"


# -- measures ---------------------------------------------------------------------------------------------------

CLASHING = [item(f"c{n}", "pair", (1, 2)) for n in range(6)]
HARMLESS = [item(f"n{n}", "none") for n in range(4)]


def test_detection() -> None:
    """Six sets with a contradiction: three found, one denied, two unreadable; of four without one is cried at."""
    given = [*zip(CLASHING, ["yes"] * 3 + ["no"] + ["?"] * 2), *zip(HARMLESS, ["yes", "no", "no", "?"])]
    found = figures("detect", given)
    assert found == {
        "accuracy": 0.5,
        "precision": 0.75,
        "recall": 0.5,
        "F1": 0.6,
        "specificity": 0.5,
        "balanced accuracy": 0.5,
        "MCC": pytest.approx((3 * 2 - 1 * 1) / (4 * 4 * 3 * 3) ** 0.5, abs=1e-4),
        "unreadable": 0.3,
    }


def test_detection_where_a_measure_does_not_exist() -> None:
    never = figures("detect", [(of, "no") for of in (*CLASHING, *HARMLESS)])
    assert (never["precision"], never["recall"], never["F1"], never["balanced accuracy"]) == (None, 0.0, 0.0, 0.5)
    always = figures("detect", [(of, "yes") for of in CLASHING])
    assert (always["specificity"], always["balanced accuracy"], always["F1"]) == (None, None, 1.0)


def test_always_yes_is_better_than_every_model_of_the_paper() -> None:
    paper = [*(item(f"c{n}", "pair", (1, 2)) for n in range(1167)), *(item(f"n{n}", "none") for n in range(700))]
    found = figures("detect", [(of, "yes") for of in paper])
    assert found["precision"] == pytest.approx(0.625, abs=5e-4)
    assert found["F1"] == pytest.approx(0.769, abs=5e-4)
    assert found["F1"] is not None
    assert found["F1"] > 0.710


def typed(confusion: dict[tuple[str, str], int]) -> dict[str, float | None]:
    given = []
    for (gold, said), count in confusion.items():
        given += [(item(f"{gold}>{said}{n}", gold, (1,)), f"<type>{said}</type>") for n in range(count)]
    return figures("type", given)


def test_types_are_measured_over_three_classes() -> None:
    found = typed({("self", "self"): 2, ("self", "pair"): 1, ("pair", "pair"): 1, ("pair", "?"): 1})
    assert found["accuracy"] == 0.6
    assert found["macro-F1"] == pytest.approx((4 / 5 + 2 / 4) / 2, abs=1e-4), "no conditional: left out"
    assert found["recall of self"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["recall of conditional"] is None
    assert found["unreadable"] == 0.2
    more = typed({("self", "self"): 1, ("self", "conditional"): 1})
    assert more["macro-F1"] == pytest.approx((2 / 3 + 0) / 2, abs=1e-4), "none is conditional, but one was called so"


def least_macro_f1(accuracy: float) -> float:
    """The least macro-F1 that three types can have on the paper's 1,167 sets at an accuracy."""
    return 2 * accuracy * 1167 / (1167 + 491) / 3


@given(st.lists(st.integers(0, 40), min_size=9, max_size=9).filter(any))
def test_macro_f1_cannot_be_below_what_accuracy_allows(counts: list[int]) -> None:
    """The F1 of a type is at least twice its hits over all sets and those of the most frequent answer or type."""
    confusion = dict(zip(product(TYPES, TYPES), counts, strict=True))
    found = typed({cell: count for cell, count in confusion.items() if count})
    total, hits = sum(counts), sum(confusion[k, k] for k in TYPES)
    most = max(sum(confusion[k, other] for other in TYPES) for k in TYPES)
    assert found["macro-F1"] is not None
    assert found["macro-F1"] >= 2 * hits / (total + most) / 3 - 1e-4


@pytest.mark.parametrize(("accuracy", "printed"), [(0.368, 0.119), (0.308, 0.065), (0.245, 0.095), (0.399, 0.056)])
def test_four_rows_of_the_paper_are_impossible(accuracy: float, printed: float) -> None:
    assert printed < least_macro_f1(accuracy) - 0.01


def test_documents_are_measured_set_by_set() -> None:
    """Right; half; too many; wrong; unreadable: Jaccard 1, 1/2, 2/3, 0, 0."""
    five = [item(f"s{n}", "pair", (1, 2)) for n in range(5)]
    told = ["1, 2", "1", "1, 2, 3", "4, 9", "?"]
    found = figures("blind", [(of, f"<documents>{said}</documents>") for of, said in zip(five, told, strict=True)])
    assert found == {
        "Jaccard": pytest.approx((1 + 1 / 2 + 2 / 3) / 5, abs=1e-4),
        "F1": pytest.approx((1 + 2 / 3 + 4 / 5) / 5, abs=1e-4),
        "micro-F1": pytest.approx(2 * 5 / (2 * 5 + 2 + 5), abs=1e-4),
        "exact": 0.2,
        "any": 0.4,
        "all": 0.4,
        "unreadable": 0.2,
        "no such document": 0.2,
    }


def test_of_several_contradictions_any_or_all_may_be_named() -> None:
    several = item("s", "pair", (1, 2), (3, 4))
    found = figures("blind", [(several, "<documents>1, 2</documents>")])
    assert (found["Jaccard"], found["any"], found["all"], found["exact"]) == (0.5, 1.0, 0.0, 0.0)


def test_the_wrong_document_is_the_one_that_tells_what_is_made_up() -> None:
    of = item("s", "conditional", (1, 2, 3), wrong=(2,))
    assert figures("resolve", [(of, "<documents>2</documents>")])["exact"] == 1.0
    assert figures("resolve", [(of, "<documents>1, 2, 3</documents>")])["exact"] == 0.0


@given(st.sets(st.integers(1, 5)), st.sets(st.integers(1, 5), min_size=1))
def test_jaccard_and_f1_are_those_of_sets(named: set[int], gold: set[int]) -> None:
    of = item("s", "pair", tuple(sorted(gold)))
    found = figures("guided", [(of, f"<documents>{', '.join(map(str, named))}</documents>")])
    assert found["Jaccard"] == pytest.approx(len(named & gold) / len(named | gold), abs=1e-4)
    assert found["F1"] == pytest.approx(2 * len(named & gold) / (len(named) + len(gold)), abs=1e-4)


def test_intervals_hold_the_figure() -> None:
    scores = [read(answer(of, "detect", "yes" if n % 3 else "no"), 5) for n, of in enumerate(CLASHING + HARMLESS)]
    for value in rows_of("detect", [*CLASHING, *HARMLESS], scores).values(list(MEASURES["detect"])).values():
        assert value.value is not None
        assert value.interval is not None
        assert value.interval[0] <= value.value <= value.interval[1]


# -- questions --------------------------------------------------------------------------------------------------


def test_what_makes_no_sense_is_not_asked() -> None:
    assert [task for task in TASKS if asked_of(HARMLESS[0], task)] == ["detect"]
    assert "type" not in [task for task in TASKS if asked_of(item("k", "k4", (1, 2, 3, 4)), task)]
    assert "resolve" not in [task for task in TASKS if asked_of(item("s", "self", (1,)), task)]


def test_each_attempt_turns_the_documents() -> None:
    rotations = {rotation_of(item(f"s{n}", "pair", (1, 2)), attempt) for n in range(40) for attempt in (2, 3)}
    assert rotations == {*range(5)}
    assert rotation_of(SOME, 1) == 0
    asked = [*questions([SOME], AskPlan(tasks=TASKS, variants=("plain", "reasoned"), runs=2), "m")]
    assert len(asked) == len(TASKS) * 4
    guided = [ask.messages[-1].content for about, ask in asked if about.task == "guided"]
    assert all("pair (two documents contradict each other)" in text for text in guided)
    reasoned = [ask.messages[-1].content for about, ask in asked if about.variant == "reasoned"]
    assert all("step by step" in text for text in reasoned)


# -- whole runs -------------------------------------------------------------------------------------------------


def scores_of(folder: Path) -> list[SetScore]:
    lines = (folder / "scores.jsonl").read_text("utf-8").splitlines()
    return [SetScore.model_validate_json(line) for line in lines]


def test_baselines_answer_all_tasks(tmp_path: Path) -> None:
    done = contragraph(
        *("evaluate", sets(), "--tasks", "all", "--out", "results", "--format", "json"),
        *(word for name in SET_BASELINES for word in ("--baseline", name)),
        cwd=tmp_path,
    )
    assert done.code == 0, done.err
    rows: list[dict[str, Any]] = json.loads(done.out)
    models = [f"baseline:{name}" for name in SET_BASELINES]
    assert {(row["task"], row["model"]) for row in rows} == {*product(TASKS, models)}
    assert not any(row["unreadable"] for row in rows)
    items = {of.id: of for of in open_sets(sets())}
    read_back = [s for s in scores_of(tmp_path / "results") if s.model == "baseline:graph-reader"]
    right = [(s.said == "yes") == items[s.item].conflict for s in read_back if s.task == "detect"]
    assert sum(right) >= 2 * len(right) / 3
    report = (tmp_path / "results" / "report.md").read_text("utf-8")
    assert all(part in report for part in ("Detection", "part by part", "Sonnet CoT", "baseline:majority"))


def test_the_majority_is_the_best_without_reading() -> None:
    some = [*CLASHING, *HARMLESS, item("s", "self", (3,))]
    told = {reply.task: reply.text for reply in replies(some, ["detect", "type", "blind"], ["majority"])}
    assert told == {"detect": "Answer: yes", "type": "<type>pair</type>", "blind": "<documents>1, 2</documents>"}


def told_by(items: Sequence[SetItem]) -> Callable[[dict[str, Any], int], Answer]:
    """A model that knows the answers."""

    def answered(request: dict[str, Any], _: int) -> Answer:
        asked = request["messages"][-1]["content"]
        of = next(of for of in items if all(text in asked for _, text in of.documents))
        if "Answer: yes" in asked:
            return Answer(f"Answer: {'yes' if of.conflict else 'no'}")
        if "<type>" in asked:
            return Answer(f"<type>{of.type}</type>")
        order = [text.strip() for text in re.findall(r"<<<\n(.*?)\n>>>", asked, re.DOTALL)]
        texts = {of.documents[n - 1][1] for some in of.gold for n in some}
        return Answer(f"<documents>{', '.join(str(n) for n, t in enumerate(order, 1) if t in texts)}</documents>")

    return answered


def test_a_model_that_knows_all_is_right_in_every_order(tmp_path: Path) -> None:
    items = open_sets(sets())
    with scripted(told_by(items)) as server:
        command = ("evaluate", sets(), "--model", "openai/known", "--api-base", server.url, "--runs", "2", "--out", "r")
        done = contragraph(*command, cwd=tmp_path, OPENAI_API_KEY="none")
        assert done.code == 0, done.err
        asked = server.answered
        again = contragraph(*command, "--baseline", "always", cwd=tmp_path, OPENAI_API_KEY="none")
        assert again.code == 0, again.err
        assert server.answered == asked, "what was answered is not asked again"
    manifest = json.loads((tmp_path / "r" / "manifest.json").read_text("utf-8"))
    counted = manifest["asked"]["openai/known"].values()
    assert sum(step["questions"] for step in counted) == asked
    assert sum(step["tokens_out"] for step in counted) == server.tokens_out
    scores = [s for s in scores_of(tmp_path / "r") if s.model == "openai/known"]
    clashing = sum(of.conflict for of in items)
    assert len(scores) == 2 * (len(items) + 3 * clashing) == asked
    for task in ("detect", "type", "guided", "blind"):
        rows = rows_of(task, items, (s for s in scores if s.task == task))
        name = {"detect": "accuracy", "type": "accuracy"}.get(task, "exact")
        assert rows.values([name])[name].value == 1.0, task
    assert any(s.rotation for s in scores)
    assert {s.model for s in scores_of(tmp_path / "r")} == {"openai/known", "baseline:always"}


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to evaluate"):
        evaluate_sets(sets(), tmp_path / "r", AskPlan())
    with pytest.raises(InputError, match="no baseline 'best'"):
        evaluate_sets(sets(), tmp_path / "r", AskPlan(), baselines=["best"])
    evaluate_sets(sets(), tmp_path / "r", AskPlan(tasks=("detect",)), baselines=["always"])
    path = tmp_path / "r" / "answers.jsonl"
    path.write_text(path.read_text("utf-8").replace("yes", "no"), "utf-8")
    with pytest.raises(InputError, match="was changed after it was written"):
        evaluate_sets(sets(), tmp_path / "r", AskPlan(), baselines=["always"])
    done = contragraph("evaluate", sets(), "--known", "--model", "openai/m", "--out", "x", cwd=tmp_path)
    assert (done.code, "for datasets of pairs" in done.err) == (2, True)


# -- what the surface says --------------------------------------------------------------------------------------


def surfaces(word: Callable[[bool, int], str]) -> dict[str, float]:
    """The figures of two hundred sets, half of them with a contradiction; ``word`` stands in the first document."""
    some = []
    for n in range(200):
        of = item(f"s{n}", "pair", (1, 2)) if n % 2 else item(f"s{n}", "none")
        first = ("Title", f"This is {word(of.conflict, n)} number {n}.")
        some.append(of.model_copy(update={"documents": (first, *DOCUMENTS[1:])}))
    learnt, judged = halves(some)
    return {name: float(value) for name, value in measured(learnt, judged).rows}


def test_a_surface_that_tells_is_found() -> None:
    assert surfaces(lambda conflict, _: "bad" if conflict else "fine")["all words"] == 100.0
    assert surfaces(lambda conflict, _: "a long, long, long and longer" if conflict else "one")["lengths"] == 100.0
    assert surfaces(lambda conflict, _: "not" if conflict else "one")["negation"] == 100.0


def test_a_surface_that_tells_nothing_is_at_chance() -> None:
    found = surfaces(lambda _, n: "red" if n % 4 < 2 else "blue")
    assert all(35 < value < 65 for value in found.values()), found
