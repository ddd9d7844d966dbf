"""What scoring responses adds beside bare litellm for the same requests: python -m benchmarks.scoring [--responses N].

Both ask the same server in turns within one run, 32 questions in flight; what is printed is the median of the rounds.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.gateway import IN_FLIGHT, bare_litellm, serving
from benchmarks.measure import Table, Took, machine, timed
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.run import Case, ScoreSettings, foreseen, score_all
from contragraph.llm import Ask, open_gateway, read_config
from contragraph.llm.provider import quietly
from contragraph.llm.shapes import response_format
from tests.scoring import AFTER, BEFORE, EIGHT, OTHER, SIX, answered
from tests.scripted_server import scripted

ROUNDS = 5
FILL = "Nothing of it is said in these words, which only make a passage as long as those that are retrieved. " * 10


def _server(latency: float, pipe: Connection) -> None:
    """A process of its own that takes responses apart and labels claims after so many seconds."""

    def slowly(request: dict[str, Any], nth: int) -> Any:  # noqa: ANN401
        from dataclasses import replace

        return replace(answered(request, nth), wait=latency)

    with scripted(slowly) as server:
        pipe.send(server.url)
        pipe.recv()


def cases(count: int, documents: int) -> list[Case]:
    """Responses of three claims with so many passages, which no round has had before."""
    mark = time.monotonic_ns()
    texts = (BEFORE, AFTER, OTHER)
    return [
        Case(
            str(n),
            f"{SIX} {EIGHT} {OTHER}",
            tuple(ContextDocument(f"{texts[d % 3]} {FILL} {mark} {n} {d}") for d in range(documents)),
            f"Question {mark} {n}?",
        )
        for n in range(count)
    ]


def scoring(url: str, given: list[Case]) -> None:
    """Score them: a new cache on disk, every answer committed, read, and its words looked up."""
    with tempfile.TemporaryDirectory() as folder:
        config = read_config(None, "openai/scored", url)
        with open_gateway(config, cache=Path(folder) / "answers.sqlite") as gateway:
            found = score_all(given, ScoreSettings(), gateway)
    assert all(score.cs_c is not None and not score.unlabelled for score in found)


def bare(url: str, asked: list[Ask]) -> None:
    """Send the same requests with bare litellm; answers are not looked at."""
    bare_litellm(
        url,
        [
            {
                "temperature": 0,
                "messages": [{"role": m.role, "content": m.content} for m in ask.messages],
                "response_format": response_format(ask.shape, "schema") if ask.shape else None,
            }
            for ask in asked
        ],
    )


def compare(latency: float, count: int, documents: int) -> Table:
    """Both in turns."""
    took: dict[str, list[Took]] = {"bare litellm": [], "score": []}
    with serving(latency, _server) as url, quietly():
        for round_ in range(ROUNDS + 1):
            asked = list(foreseen(cases(count if round_ else 2, documents), ScoreSettings()))
            given = cases(count if round_ else 2, documents)
            spent = timed(bare, url, asked)[0], timed(scoring, url, given)[0]
            if round_:  # the first one warms up
                for each, name in zip(spent, took, strict=True):
                    took[name].append(each)
    seconds = {name: median(t.seconds for t in each) for name, each in took.items()}
    processor = {name: median(t.processor for t in each) for name, each in took.items()}
    rows = tuple(
        (
            name,
            f"{seconds[name]:.2f} s",
            f"{processor[name]:.2f} s",
            f"{seconds[name] / seconds['bare litellm']:.2f} ×",
            f"{processor[name] / processor['bare litellm']:.2f} ×",
        )
        for name in took
    )
    return Table(
        f"{count:,} responses with {documents} passages: {len(asked):,} requests, {latency * 1000:.0f} ms latency,"
        f" {IN_FLIGHT} in flight",
        ("", "wall time", "processor", "wall time beside bare litellm", "processor beside it"),
        rows,
        f"The median of {ROUNDS} rounds in turns.",
    )


def main() -> None:
    """Measure, and print Markdown."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.scoring", description=__doc__)
    options.add_argument("--responses", type=int, default=100, metavar="N", help="responses of each round")
    options.add_argument("--documents", type=int, default=10, metavar="N", help="passages of each")
    options.add_argument("--latency", type=float, default=0.05, metavar="SECONDS", help="of the server")
    given = options.parse_args()
    print(f"{machine()}\n")
    print(compare(given.latency, given.responses, given.documents).markdown())


if __name__ == "__main__":
    main()
