"""A metric of deepeval: whether outputs say so where their retrieval contexts disagree."""

from __future__ import annotations

import asyncio
from typing import Unpack

from contragraph._score import conflict_score
from contragraph.adapters.base import Scoring, figures, library, reason

with library("deepeval"):
    from deepeval.errors import MissingTestCaseParamsError
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase, RetrievedContextData


class ConflictMetric(BaseMetric):
    """1 − CS-C of the actual output against the retrieval context: in deepeval more is better.

    ``settings`` are those of :func:`contragraph.conflict_score`; without a model the variant is offline. All figures
    are in ``score_breakdown``. An output that claims nothing has no score, and is no success.
    """

    def __init__(self, threshold: float = 0.5, settings: Scoring | None = None, **further: Unpack[Scoring]) -> None:
        # deepeval copies a metric by handing attributes to the arguments of the same names.
        self.threshold = threshold
        self.settings: Scoring = {**(settings or {}), **further}

    def measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float | None:
        """Score a test case.

        :raises MissingTestCaseParamsError: if it has no actual output or no retrieval context.
        """
        return self._scored(test_case)

    async def a_measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float | None:
        """Score a test case in a thread of its own."""
        return await asyncio.to_thread(self._scored, test_case)

    def _scored(self, test_case: LLMTestCase) -> float | None:
        if test_case.actual_output is None or not test_case.retrieval_context:
            raise MissingTestCaseParamsError("Conflicts need an 'actual_output' and a 'retrieval_context'.")
        documents = [_document(given) for given in test_case.retrieval_context]
        found = conflict_score(test_case.actual_output, documents, test_case.input, **self.settings)
        self.score = None if found.cs_c is None else 1 - found.cs_c
        self.score_breakdown, self.reason, self.error = figures(found), reason(found), None
        self.is_successful()
        return self.score

    @property
    def __name__(self) -> str:
        """What reports call it."""
        return "Conflict"


def _document(given: str | RetrievedContextData) -> str | dict[str, object]:
    return given if isinstance(given, str) else {"title": given.source, "text": given.context}
