"""Adapters to other libraries, with their real classes, offline."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState

from contragraph.adapters.inspect import conflicts
from contragraph.graph.errors import InputError

ANSWER = "The mill of Tarn has 6 sails."
OTHER = "The mill of Tarn has 8 sails."


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
