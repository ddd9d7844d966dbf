"""The gateway's pace: calls in flight, busy servers, tokens in a minute, servers that hang."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from contragraph.graph.errors import ModelError
from contragraph.llm.config import Limits
from contragraph.llm.pace import Pace
from tests.asking import ask, gateway
from tests.scripted_server import Reply, Request, scripted


def test_never_more_in_flight_than_allowed_and_a_busy_server_is_left_alone(tmp_path: Path) -> None:
    """After a 429 with Retry-After nobody asks for that long, whoever it was said to."""
    came: list[tuple[float, int]] = []

    def answer(request: Request, nth: int) -> Reply:
        status = 429 if request["messages"][0]["content"] == "5" and nth == 0 else 200
        came.append((time.monotonic(), status))
        return Reply("x", status=status, headers={"retry-after": "1"} if status == 429 else {}, wait=0.02)

    with scripted(answer) as server, gateway(tmp_path, server.url, limits="in_flight = 3") as opened:
        opened.ask([ask("warm")])
        opened.ask([ask(f"{n}") for n in range(12)])
        assert server.most_in_flight == 3
        assert opened.spent.retries == 1
        refused = next(at for at, status in came if status == 429)
        gaps = [at - refused for at, _ in came if at > refused + 0.5]
        assert len(gaps) >= 4
        assert min(gaps) >= 1


def test_calls_set_off_one_after_the_other_until_all_places_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: who takes a place that another call has left waits no longer."""
    apart = 0.1
    monkeypatch.setattr("contragraph.llm.pace.APART", apart)

    async def seconds(calls: int) -> float:
        pace = Pace(Limits(in_flight=3))
        clock = asyncio.get_running_loop().time

        async def call() -> None:
            async with pace.slot(1):
                await asyncio.sleep(0)

        start = clock()
        await asyncio.gather(*(call() for _ in range(calls)))
        return clock() - start

    assert asyncio.run(seconds(30)) == pytest.approx(2 * apart, abs=1)  # thirty that wait would take three seconds
    assert asyncio.run(seconds(3)) >= 2 * apart - 0.01


def test_tokens_in_a_minute(tmp_path: Path) -> None:
    """The third call would pass the limit and waits for the minute to end; it is given up with the run's patience."""
    with (
        scripted(lambda request, nth: Reply("x", tokens_in=300, tokens_out=100)) as server,
        gateway(tmp_path, server.url, "max_tokens = 400", "tokens_per_minute = 1000\nin_flight = 1") as opened,
    ):
        opened.ask([ask("a"), ask("b")])
        timer = subprocess.Popen(
            [sys.executable, "-c", f"import os, time; time.sleep(1); os.kill({os.getpid()}, {signal.SIGINT})"]
        )
        with pytest.raises(KeyboardInterrupt):
            opened.ask([ask("c")])
        timer.wait()
        assert len(server.requests) == 2


@pytest.mark.parametrize("fault", ["never", "drip"])
def test_a_hanging_call_ends(tmp_path: Path, fault: str) -> None:
    with (
        scripted(lambda request, nth: Reply("x", fault=fault if nth == 0 else None)) as server,  # type: ignore[arg-type]
        gateway(tmp_path, server.url, "timeout = 0.5") as opened,
    ):
        (found,) = opened.ask([ask("x")])
        assert found.text == "x"
        assert opened.spent.retries == 1


def test_a_server_that_only_hangs_is_given_up(tmp_path: Path) -> None:
    with (
        scripted(lambda request, nth: Reply("x", fault="never")) as server,
        gateway(tmp_path, server.url, "timeout = 0.2", "tries = 2\nin_flight = 20") as opened,
        pytest.raises(ModelError, match=r"8 questions in a row failed.*does not answer"),
    ):
        opened.ask([ask(f"{n}") for n in range(20)])
