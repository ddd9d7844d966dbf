"""What ragas, deepeval and TruLens make of the adapters, in a process that has these libraries (``libraries.py``).

``python -m tests.adapted FILE PAGE`` writes what they say into FILE as JSON, and runs the Python blocks of PAGE. It is
called in an empty folder, which is the home of the libraries too. Whatever looks for a network is refused and told.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import math
import os
import re
import sys
from pathlib import Path
from typing import Any

QUESTION = "How many sails has the mill?"
SIX = "The mill of Tarn has 6 sails."
EIGHT = "The mill of Tarn has 8 sails."
RIVER = "The mill of Tarn stands by the river."
AMER = "Refunds are accepted within 20 days in AMER."
EMEA = "Refunds are accepted within 30 days in EMEA."
CASES = {
    "disagree": (SIX, [SIX, EIGHT]),
    "agree": (SIX, [SIX, RIVER]),
    "half": (f"{SIX} {RIVER}", [SIX, EIGHT, RIVER]),
    "regions": (AMER, [AMER, EMEA]),
}
"""Responses with their documents."""
QUIET = {"DEEPEVAL_TELEMETRY_OPT_OUT": "1", "DEEPEVAL_DISABLE_TIMEOUTS": "1", "RAGAS_DO_NOT_TRACK": "true"}
LIBRARIES = ("deepeval", "inspect_ai", "ragas", "trulens")

tried: list[str] = []


def refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """Keep the process from any network."""
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        tried.append(f"{event} {arguments}")
        raise OSError("There is no network here.")


def whole_package() -> list[str]:
    """Which libraries come with all that is public, the command line and what adapters share: none may."""
    import contragraph
    import contragraph.adapters.base
    import contragraph.app.cli

    for name in contragraph.__all__:
        getattr(contragraph, name)
    return [name for name in LIBRARIES if name in sys.modules]


def imports() -> list[str]:
    """What adapters look for in the network while they are imported, without any word against it."""
    import contragraph.adapters.deepeval
    import contragraph.adapters.ragas
    import contragraph.adapters.trulens  # noqa: F401

    return list(tried)


def known(number: object) -> object:
    """A number as JSON has it."""
    return None if isinstance(number, float) and math.isnan(number) else number


def of_ragas() -> dict[str, object]:
    """A metric of its collections, and of its evaluation."""
    from ragas import EvaluationDataset, evaluate
    from ragas.dataset_schema import SingleTurnSample

    from contragraph.adapters.ragas import Conflicts

    samples = {
        name: SingleTurnSample(user_input=QUESTION, response=response, retrieved_contexts=documents)
        for name, (response, documents) in CASES.items()
    }
    metric = Conflicts()
    found = {name: asyncio.run(metric.ascore(**sample.to_dict())) for name, sample in samples.items()}
    nothing = metric.score(response="", retrieved_contexts=[SIX])
    table = evaluate(EvaluationDataset(list(samples.values())), [metric], show_progress=False)
    try:
        metric.score(response=SIX, retrieved_contexts=[])
    except Exception as error:
        refused = f"{type(error).__name__}: {error}"
    return {
        "values": {name: its.value for name, its in found.items()},
        "reasons": {name: its.reason for name, its in found.items()},
        "figures": {name: its.traces["output"] for name, its in found.items()},
        "nothing": [known(nothing.value), nothing.reason],
        "single_turn": {name: asyncio.run(Conflicts().single_turn_ascore(its)) for name, its in samples.items()},
        "evaluated": table["conflicts"],
        "read": Conflicts(read=True).score(response=RIVER, retrieved_contexts=[SIX, EIGHT]).traces["output"],
        "refused": refused,
    }


def of_deepeval() -> dict[str, object]:
    """A metric by itself, and in an evaluation, which copies it for each test case."""
    from deepeval import evaluate
    from deepeval.evaluate.configs import CacheConfig, DisplayConfig, ErrorConfig
    from deepeval.metrics.utils import copy_metrics
    from deepeval.test_case import LLMTestCase, RetrievedContextData

    from contragraph.adapters.deepeval import ConflictMetric

    def case(response: str, documents: list[Any] | None) -> LLMTestCase:
        return LLMTestCase(input=QUESTION, actual_output=response, retrieval_context=documents)

    metrics = {name: ConflictMetric() for name in CASES}
    scores = {name: its.measure(case(*CASES[name])) for name, its in metrics.items()}
    later = {name: asyncio.run(ConflictMetric().a_measure(case(*given))) for name, given in CASES.items()}
    nothing, strict, read = ConflictMetric(), ConflictMetric(threshold=0.6), ConflictMetric(read=True)
    nothing.measure(case("", [SIX]))
    strict.measure(case(*CASES["half"]))
    sourced = [RetrievedContextData(source=name, context=text) for name, text in (("a", SIX), ("b", EIGHT))]
    (copied,) = copy_metrics([read])
    copied.measure(case(RIVER, [SIX, EIGHT]))
    report = evaluate(
        [case(*CASES[name]) for name in CASES] + [case(SIX, None)],
        [ConflictMetric()],
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        error_config=ErrorConfig(skip_on_missing_params=True),
        cache_config=CacheConfig(write_cache=False),
    )
    return {
        "values": scores,
        "later": later,
        "reasons": {name: its.reason for name, its in metrics.items()},
        "figures": {name: its.score_breakdown for name, its in metrics.items()},
        "successes": {name: its.is_successful() for name, its in metrics.items()},
        "strict": strict.success,
        "nothing": [nothing.score, nothing.success, nothing.reason],
        "sourced": ConflictMetric().measure(case(SIX, sourced)),
        "read": copied.score_breakdown,
        "evaluated": sorted([its.name, its.score] for run in report.test_results for its in run.metrics_data or ()),
    }


def of_trulens() -> dict[str, object]:
    """A metric over rows, and over the records of an app."""
    from trulens.apps.app import TruApp
    from trulens.core import BatchEvaluator, Selector, TruSession
    from trulens.core.otel.instrument import instrument
    from trulens.otel.semconv.trace import SpanAttributes

    from contragraph.adapters.trulens import conflicts

    columns = {name: Selector.from_column(name) for name in ("question", "response", "contexts")}
    rows = [
        {"question": QUESTION, "response": response, "contexts": documents}
        for response, documents in [*CASES.values(), ("", [SIX])]
    ]
    table = BatchEvaluator([conflicts().on(columns)]).evaluate(rows)
    told = dict(zip(CASES, table["conflicts_explanation"]))
    river = {"question": QUESTION, "response": RIVER, "contexts": [SIX, EIGHT]}
    read = BatchEvaluator([conflicts(read=True).on(columns)]).evaluate([river])

    class Mill:
        """An app that retrieves two documents."""

        @instrument(
            span_type=SpanAttributes.SpanType.RETRIEVAL,
            attributes={SpanAttributes.RETRIEVAL.RETRIEVED_CONTEXTS: "return"},
        )
        def retrieve(self, question: str) -> list[str]:
            return [SIX, EIGHT]

        @instrument()
        def answer(self, question: str) -> str:
            documents: list[str] = self.retrieve(question)
            return documents[0]

    mill = Mill()
    TruSession(database_url="sqlite:///trulens.sqlite").reset_database()
    app = TruApp(mill, app_name="mill", app_version="1", feedbacks=[conflicts()], main_method=mill.answer)
    with app as recording:
        mill.answer(QUESTION)
    results = recording.retrieve_feedback_results()
    return {
        "values": dict(zip(CASES, table["conflicts"])),
        "reasons": {name: its.pop("reason") for name, its in told.items()},
        "figures": told,
        "nothing": known(float(table["conflicts"].iloc[-1])),
        "read": read["conflicts_explanation"].iloc[0],
        "app": list(results["conflicts"]),
        "higher_is_better": conflicts().higher_is_better,
    }


def printed(page: str) -> list[str]:
    """What each Python block of a page prints."""
    said = []
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(block, "page", "exec"), {})
        said.append(out.getvalue())
    return said


def main(file: Path, page: Path) -> None:
    """All of it, in one process: the libraries take longest to import."""
    sys.addaudithook(refuse)
    found: dict[str, object] = {"package": whole_package(), "imports": imports()}
    os.environ.update(QUIET)
    found |= {"ragas": of_ragas(), "deepeval": of_deepeval(), "trulens": of_trulens()}
    found |= {"page": printed(page.read_text("utf-8")), "network": tried}
    file.write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
