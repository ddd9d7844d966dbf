"""The task of Inspect: the same questions, and the same scores for the same answers."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

inspect_ai = pytest.importorskip(
    "inspect_ai", reason="the harness is not installed: pip install 'contragraph[inspect]'"
)

from inspect_ai._util.registry import registry_info  # noqa: E402
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model  # noqa: E402

from contragraph.evaluation.answers.match import score  # noqa: E402
from contragraph.evaluation.bootstrap import sampled  # noqa: E402
from contragraph.evaluation.measures import counts_of  # noqa: E402
from contragraph.evaluation.pairs import inspect_task  # noqa: E402
from contragraph.evaluation.pairs.ask import PairPlan, questions  # noqa: E402
from contragraph.evaluation.pairs.inspect_task import MEASURED, conflicts, scores_of_log  # noqa: E402
from contragraph.evaluation.pairs.items import open_dataset  # noqa: E402
from contragraph.evaluation.records import Item, PairReply  # noqa: E402
from contragraph.graph.errors import InputError  # noqa: E402
from tests.made import dataset  # noqa: E402


@pytest.fixture(autouse=True)
def tidied() -> Iterator[None]:
    """The harness leaves streams open; they go here, and not as warnings in a later test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def answer(item: Item, number: int) -> str:
    """One of four answers: none, nothing that can be read, a conflict that is there, one that is not."""
    first, second = item.sentences
    quoted = f'Answer: yes\n\nConflict 1:\nSentence A: "{first[number % len(first)]}"\nSentence B: "{second[0]}"'
    declared = "\n".join(
        f'Sentence {name[0]}: "{item.sentences["AB".index(name[0])][int(name[1:]) - 1]}"'
        for s in item.conflicts[0].statements
        for name in s.sentences or ()
    )
    return ("Answer: no", "Well.", f"Answer: yes\n\nConflict 1:\n{declared}", quoted)[number % 4]


@pytest.mark.filterwarnings("ignore")  # what the harness does with deprecated names is its own affair
def test_scores_are_those_of_our_own_evaluation(tmp_path: Path) -> None:
    items = open_dataset(dataset()).items
    asked = list(questions(items, PairPlan(("steps",), runs=1), ""))
    answers = {ask.messages[-1].content: answer(item, n) for n, (item, (_, ask)) in enumerate(zip(items, asked))}

    def replying(messages: list[ChatMessage], *_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", answers[messages[-1].text])
        output.usage = ModelUsage()  # or it counts tokens, with tables that it fetches
        return output

    model = get_model("mockllm/model", custom_outputs=replying, memoize=False)
    (log,) = inspect_ai.eval(
        conflicts(str(dataset())), model=model, display="none", log_dir=str(tmp_path), epochs=2, score_display=False
    )
    assert log.status == "success", log.error
    found = sorted(scores_of_log(log), key=lambda s: (s.item, s.attempt))
    own = [
        score(
            item,
            PairReply(
                **{**about.model_dump(), "model": "mockllm/model", "attempt": attempt},
                text=answers[ask.messages[-1].content],
                failure=None,
                made_by={},
            ),
        )
        for item, (about, ask) in zip(items, asked)
        for attempt in (1, 2)
    ]
    assert found == sorted(own, key=lambda s: (s.item, s.attempt))
    assert {s.said for s in found} == {"conflict", "none", "unreadable"}
    (counts,) = counts_of(items, own)
    values = sampled(counts).values(MEASURED)
    assert log.results is not None
    shown = {s.name: next(iter(s.metrics.values())).value for s in log.results.scores}
    for name in ("id", "unreadable", "loc"):
        assert shown[name] == pytest.approx(values[name].value, abs=1e-4)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(InputError, match="'maybe' is none of binary, steps"):
        conflicts(str(dataset()), prompt="maybe")


def test_the_harness_finds_the_task_by_its_entry_point() -> None:
    (entry,) = (e for e in entry_points(group="inspect_ai") if e.name == "contragraph")
    assert entry.load() is inspect_task
    assert registry_info(conflicts).name == "contragraph/conflicts"
