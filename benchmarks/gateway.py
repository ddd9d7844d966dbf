"""What the gateway to models adds, beside bare litellm and bare httpx: python -m benchmarks.gateway [--faults N].

All three ask the same server, 32 questions in flight, in turns within one run; what is printed is the median of the
rounds. ``--faults N`` asks N questions of a server with every fault instead, and checks each answer and every count.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from benchmarks.measure import Table, Took, machine, timed
from contragraph.llm import Ask, Message, open_gateway, read_config
from contragraph.llm.provider import library, quietly
from tests import faulty
from tests.scripted_server import Reply, scripted

Asked = TypeVar("Asked")
IN_FLIGHT = 32
TEXT = "A city lies on a river. " * 20
"""About the length of a question."""
ROUNDS = 5


def _server(latency: float, pipe: Connection) -> None:
    """A process of its own that answers after so many seconds."""
    with scripted(lambda request, nth: Reply(TEXT, wait=latency, tokens_in=100, tokens_out=50)) as server:
        pipe.send(server.url)
        pipe.recv()


@contextmanager
def serving(latency: float, server: Callable[[float, Connection], None] = _server) -> Iterator[str]:
    """The address of a server with a latency in seconds."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=server, args=(latency, theirs))
    process.start()
    yield ours.recv()
    ours.send("end")
    process.join()


def texts(kind: str, count: int) -> list[str]:
    """Questions that no round has asked before."""
    return [f"{kind} {time.monotonic_ns()} {n}. {TEXT}" for n in range(count)]


def through_gateway(url: str, asked: list[str]) -> None:
    """Ask with the gateway: a new cache on disk, every answer committed."""
    with tempfile.TemporaryDirectory() as folder:
        config = read_config(None, "openai/bare", url)
        with open_gateway(config, cache=Path(folder) / "answers.sqlite") as gateway:
            answers = gateway.ask([Ask("perturb", "bench/1", (Message("user", text),)) for text in asked])
    assert all(answer.text == TEXT for answer in answers)


async def _bounded(asked: Sequence[Asked], one: Callable[[Asked], Awaitable[str]]) -> None:
    slots = asyncio.Semaphore(IN_FLIGHT)

    async def slotted(each: Asked) -> None:
        async with slots:
            assert await one(each)

    await asyncio.gather(*map(slotted, asked))


def bare_litellm(url: str, asked: Sequence[Mapping[str, Any]]) -> None:
    """Ask with ``litellm.acompletion`` and a semaphore; ``asked`` are messages, and what else goes with them."""

    async def one(request: Mapping[str, Any]) -> str:
        answer = await library().acompletion(
            # A name of its own: the gateway tells litellm of its models, which spares it work.
            model="openai/plain",
            api_base=url,
            api_key="none",
            max_retries=0,
            timeout=120,
            max_tokens=2048,
            seed=7,
            **request,
        )
        return str(answer.choices[0].message.content)

    async def whole() -> None:
        await _bounded(asked, one)
        await library().close_litellm_async_clients()

    asyncio.run(whole())


def bare_httpx(url: str, asked: list[str]) -> None:
    """Ask with ``httpx`` and a semaphore."""
    import httpx

    async def whole() -> None:
        async with httpx.AsyncClient(timeout=120) as client:

            async def one(text: str) -> str:
                body = {"model": "bare", "max_tokens": 2048, "seed": 7, "messages": [{"role": "user", "content": text}]}
                answer = await client.post(f"{url}/chat/completions", json=body)
                return str(answer.json()["choices"][0]["message"]["content"])

            await _bounded(asked, one)

    asyncio.run(whole())


def _texts_by_litellm(url: str, asked: list[str]) -> None:
    bare_litellm(url, [{"messages": [{"role": "user", "content": text}]} for text in asked])


def compare(latency: float, count: int) -> Table:
    """All three in turns; seconds for ``count`` answers."""
    ways = {"bare httpx": bare_httpx, "bare litellm": _texts_by_litellm, "the gateway": through_gateway}
    took: dict[str, list[Took]] = {name: [] for name in ways}
    with serving(latency) as url, quietly():
        for way in ways.values():
            way(url, texts("warm", IN_FLIGHT))
        for _ in range(ROUNDS):
            for name, way in ways.items():
                took[name].append(timed(way, url, texts(name, count))[0])
    seconds = {name: median(each.seconds for each in all_) for name, all_ in took.items()}
    processor = {name: median(each.processor for each in all_) for name, all_ in took.items()}
    rows = tuple(
        (
            name,
            f"{seconds[name]:.2f} s",
            f"{processor[name] / count * 1000:.1f} ms",
            f"{seconds['the gateway'] / seconds[name]:.2f} ×" if name != "the gateway" else "",
        )
        for name in ways
    )
    return Table(
        f"{count:,} answers from a server with {latency * 1000:.0f} ms latency, {IN_FLIGHT} in flight",
        ("", "wall time", "processor for one answer", "the gateway's wall time beside it"),
        rows,
        f"The median of {ROUNDS} rounds in turns.",
    )


def faults(count: int) -> Table:
    """Ask ``count`` questions of a server with every fault; fails if anything is lost or counted wrong."""
    with tempfile.TemporaryDirectory() as folder:
        took, (server, spent) = timed(faulty.run, range(count), Path(folder))
    rows = (
        ("questions, each asked in two runs", f"{count:,}"),
        ("requests of the first run", f"{spent.calls:,}"),
        ("of these repeated after a fault", f"{spent.retries:,}"),
        ("questions without a usable answer, as it has to be", f"{spent.failures:,}"),
        ("answers lost, doubled or in another place", "0"),
        ("tokens that the server charged / that were counted", f"{server.tokens_in + server.tokens_out:,} / "
            f"{spent.tokens_in + spent.tokens_out:,}"),
        ("seconds", f"{took.seconds:.0f}"),
    )  # fmt: skip
    return Table(f"Answers of {len(faulty.KINDS)} kinds, from failing to strange", ("", ""), rows)


def main() -> None:
    """Measure, and print Markdown."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.gateway", description=__doc__)
    options.add_argument("--faults", type=int, metavar="N", help="ask N questions of a server with every fault")
    options.add_argument("--count", type=int, default=1000, metavar="N", help="answers of each round")
    given = options.parse_args()
    print(f"{machine()}\n")
    if given.faults:
        print(faults(given.faults).markdown())
        return
    for latency in (0.05, 0.5):
        print(compare(latency, given.count).markdown(), end="\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
