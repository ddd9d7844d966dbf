"""Adapters to other libraries, with their real classes, offline."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState

import contragraph as cg
from contragraph.adapters.base import figures
from contragraph.adapters.inspect import conflicts
from contragraph.graph.errors import InputError
from tests import libraries
from tests.adapted import CASES, EIGHT, QUESTION, RIVER, SIX
from tests.cli import environment

ANSWER, OTHER = SIX, EIGHT
PAGE = Path(__file__).resolve().parent.parent / "docs" / "adapters.md"
BY_HAND = {
    "disagree": (1.0, 0.5, 0.0, 1.0),
    "agree": (0.0, 0.0, None, 1.0),
    "half": (0.5, 0.25, 0.0, 1.0),
    "regions": (0.0, 0.0, None, 1.0),
}
"""CS-C, CS-R, acknowledged and coverage. Half: the sails are disputed (1 of 2), the river is not (0 of 1)."""
SHOWN = ("cs_c", "cs_r", "acknowledged", "coverage")
OTHERS = ("ragas", "deepeval", "trulens")
THEIRS = ("CONFIDENT_", "DEEPEVAL_", "LANGCHAIN_", "LANGSMITH_", "RAGAS_", "TRULENS_", "XDG_")
"""Settings of a developer's own, which would send results somewhere or put files elsewhere."""


def scored(answer: str, metadata: dict[str, Any]) -> Score:
    state = TaskState(
        model=ModelName("none/none"),
        sample_id="mill",
        epoch=1,
        input="How many sails has the mill?",
        messages=[],
        output=ModelOutput.from_content("none", answer),
        metadata=metadata,
    )
    found = asyncio.run(conflicts()(state, Target("")))
    assert found is not None
    return found


def test_a_scorer_of_inspect_says_which_documents_disagree() -> None:
    found = scored(ANSWER, {"contexts": [ANSWER, OTHER]})
    assert isinstance(found.value, dict)
    assert (found.value["cs_c"], found.value["cs_r"]) == (1.0, 0.5)
    assert found.answer == ANSWER
    assert "supported by document 1, contradicted by document 2" in (found.explanation or "")


def test_documents_that_agree_are_no_conflict_and_missing_ones_are_said() -> None:
    found = scored(ANSWER, {"contexts": [ANSWER, "The mill of Tarn stands by the river."]})
    assert isinstance(found.value, dict)
    assert found.value["cs_c"] == 0
    with pytest.raises(InputError, match="has no documents in its metadata"):
        scored(ANSWER, {})


# -- the others, in a process that has them ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the libraries say of the cases; a run in CI may not leave these tests out."""
    try:
        folder = libraries.fetch()
    except OSError as error:
        told = f"NO TESTS WITH RAGAS, DEEPEVAL AND TRULENS RUN: {error}"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    home = tmp_path_factory.mktemp("adapted")
    root = Path(__file__).resolve().parent.parent
    given = environment(HOME=str(home), PYTHONPATH=f"{folder}{os.pathsep}{root}")
    given = {name: its for name, its in given.items() if not name.startswith(THEIRS)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.adapted", "found.json", str(PAGE)],
        cwd=home,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads((home / "found.json").read_text("utf-8"))
    return read


def test_the_cases_are_scored_as_by_hand() -> None:
    for name, (response, documents) in CASES.items():
        score = cg.conflict_score(response, documents, QUESTION)
        assert (score.cs_c, score.cs_r, score.acknowledged, score.coverage) == BY_HAND[name], name


@pytest.mark.parametrize("library", OTHERS)
def test_figures_and_reasons_are_those_of_the_score(found: dict[str, Any], library: str) -> None:
    for name, (response, documents) in CASES.items():
        told = found[library]["figures"][name]
        assert told == figures(cg.conflict_score(response, documents, QUESTION)), name
        assert tuple(told[its] for its in SHOWN) == BY_HAND[name], name
    reasons = found[library]["reasons"]
    disputed = f"“{SIX}” is supported by document 1, contradicted by document 2."
    assert reasons["disagree"] == f"1 of 1 claims are conflicted. {disputed}"
    assert reasons["half"] == f"1 of 2 claims are conflicted. {disputed}"
    assert reasons["agree"] == "0 of 1 claims are conflicted."


@pytest.mark.parametrize("library", OTHERS)
def test_settings_reach_the_score(found: dict[str, Any], library: str) -> None:
    """The response says nothing of the sails: only with ``read`` it is held against it that it does not."""
    assert cg.conflict_score(RIVER, [SIX, EIGHT]).acknowledged is None
    assert found[library]["read"]["acknowledged"] == 0


def test_ragas_has_one_metric_for_both_of_its_ways(found: dict[str, Any]) -> None:
    said = found["ragas"]
    expected = {name: cs_c for name, (cs_c, *_) in BY_HAND.items()}
    assert said["values"] == said["single_turn"] == expected
    assert said["evaluated"] == list(expected.values())
    assert said["nothing"] == [None, "No score: no claims."]
    assert said["refused"].startswith("InputError: There are no documents")


def test_in_deepeval_more_is_better(found: dict[str, Any]) -> None:
    said = found["deepeval"]
    expected = {name: 1 - cs_c for name, (cs_c, *_) in BY_HAND.items()}
    assert said["values"] == said["later"] == expected
    assert said["successes"] == {"disagree": False, "agree": True, "half": True, "regions": True}
    assert said["strict"] is False
    assert said["nothing"] == [None, False, "No score: no claims."]
    assert said["sourced"] == 0
    assert said["evaluated"] == sorted(["Conflict", score] for score in expected.values())


def test_trulens_scores_rows_and_records_of_an_app(found: dict[str, Any]) -> None:
    said = found["trulens"]
    assert said["values"] == {name: cs_c for name, (cs_c, *_) in BY_HAND.items()}
    assert said["nothing"] is None
    assert said["app"] == [1.0]
    assert said["higher_is_better"] is False


def test_examples_of_the_page_say_what_is_disputed(found: dict[str, Any]) -> None:
    told = found["page"]
    assert len(told) == 4
    for said in told:
        assert "supported by document 1, contradicted by document 2" in said
    assert [said.split(" 1 of")[0] for said in told] == ["1.0 0.5", "0.0 False 1.0", "1.0", "1.0 0.5"]


def test_nothing_is_imported_unasked_and_nothing_calls_home(found: dict[str, Any]) -> None:
    assert found["package"] == []
    assert found["imports"] == []
    assert found["network"] == []


@pytest.mark.parametrize("library", [*OTHERS, "inspect"])
def test_a_library_that_is_not_there_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    module = f"contragraph.adapters.{library}"
    name = "inspect_ai" if library == "inspect" else library
    monkeypatch.delitem(sys.modules, module, raising=False)
    for loaded in [its for its in sys.modules if its == name or its.startswith(f"{name}.")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, name, None)
    expected = f"needs the module {name}"
    with pytest.raises(InputError, match=re.escape(expected)) as refused:
        importlib.import_module(module)
    assert f"pip install 'contragraph[{library}]' brings it." in str(refused.value)
