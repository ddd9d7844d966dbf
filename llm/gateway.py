"""The gateway itself: questions in, answers out in the same order, each checked against the shape it was to have.

Callers see plain functions; inside, an event loop in a thread of its own sends the requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from contragraph.graph.errors import ContragraphError
from contragraph.graph.progress import Progress, silent
from contragraph.llm.asking import Answer, Ask, Came, Gateway, Spent, unheard
from contragraph.llm.budget import Budget
from contragraph.llm.cache import Cache, Reply, default_place
from contragraph.llm.config import ModelsConfig
from contragraph.llm.fetching import Fetcher, Request
from contragraph.llm.pace import Pace
from contragraph.llm.shapes import SHOWN, correction, read_object
from contragraph.llm.thread import LOOP

LINGER = 10
"""Seconds that answers under way have to arrive when the gateway is closed early."""


@contextmanager
def open_gateway(
    config: ModelsConfig, *, cache: Path | None = None, max_cost: float | None = None, progress: Progress = silent
) -> Iterator[Gateway]:
    """A gateway for these settings, closed in the end.

    ``cache`` and ``max_cost`` (USD) come before those of the config.

    :raises InputError: if the cache is no cache
    :raises ModelError: if a limit of cost is set and a price is not known
    """
    limit = config.limits.max_cost if max_cost is None else max_cost
    gateway = _Gateway(config, Cache(cache or config.cache or default_place()), limit, progress)
    try:
        if limit is not None:
            gateway.check_prices()
        yield gateway
    finally:
        gateway.close()


class _Gateway:
    def __init__(self, config: ModelsConfig, cache: Cache, limit: float | None, progress: Progress) -> None:
        self.spent = Spent()
        self.came: Came = unheard
        self._config = config
        self._cache = cache
        self._progress = progress
        self._fetcher = Fetcher(cache, config.limits, Budget(limit, self.spent), Pace(config.limits), self.spent)
        LOOP.enter()

    def made_by(self, ask: Ask) -> dict[str, str]:
        settings = self._config.settings(ask.step)
        return {"step": ask.step, "model": settings.model, "prompt": ask.prompt, "settings": settings.hash}

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        return LOOP.run(self._all(asks)) if asks else []

    def check_prices(self) -> None:
        """See that each model has a price."""
        for settings in dict.fromkeys((self._config.default, *self._config.steps.values())):
            self._fetcher.price(settings)

    def close(self) -> None:
        """End what is under way and release everything."""
        try:
            LOOP.run(self._fetcher.end(LINGER))
        finally:
            LOOP.leave()
            self._cache.close()

    async def _all(self, asks: Sequence[Ask]) -> list[Answer]:
        answers: dict[int, Answer] = {}
        waiting = iter(enumerate(asks))

        async def work() -> None:
            for place, ask in waiting:
                answer = answers[place] = await self._answer(ask)
                self.came(ask, answer)
                self._progress("asking", len(answers), len(asks))

        self._fetcher.begin()
        try:
            async with asyncio.TaskGroup() as group:
                # More than may be in flight: some wait for another try meanwhile.
                for _ in range(min(len(asks), 2 * self._config.limits.in_flight)):
                    group.create_task(work())
        except* ContragraphError as errors:
            # What was already asked is paid for.
            await self._fetcher.settled()
            raise _first(errors) from None
        return [answers[place] for place in range(len(asks))]

    async def _answer(self, ask: Ask) -> Answer:
        """One question, asked a second time if the answer is not of the shape."""
        settings = self._config.settings(ask.step)
        turns = tuple({"role": m.role, "content": m.content} for m in ask.messages)
        replies: list[Reply] = []
        parsed: BaseModel | None = None
        failure: str | None
        cached = True
        while True:
            reply, from_cache = await self._fetcher.reply(Request(settings, turns, ask.shape, ask.attempt, ask.among))
            cached = cached and from_cache
            if isinstance(reply, str):
                failure = reply
                break
            replies.append(reply)
            # Where it is known how likely each letter was, an answer that goes on for long says no more.
            failure = None if reply.likely and reply.finish == "length" else _failure(reply, settings.max_tokens)
            if ask.shape is None or reply.finish in {"refused", "empty"}:
                break
            parsed, problem = read_object(ask.shape, reply.text)
            if parsed is not None:
                failure = None
            elif failure is None and len(replies) == 1:
                said = {"role": "assistant", "content": reply.text[:SHOWN]}
                turns = (*turns, said, {"role": "user", "content": correction(problem)})
                continue
            elif failure is None:
                failure = f"the answer is not of the shape asked for, twice: {problem}"
            break
        self.spent.failures += failure is not None
        return Answer(
            text=replies[-1].text if replies else "",
            parsed=parsed,
            model=settings.model,
            tokens_in=sum(r.tokens_in for r in replies),
            tokens_out=sum(r.tokens_out for r in replies),
            cost=sum(r.cost for r in replies),
            cached=cached,
            failure=failure,
            likely=replies[-1].likely if replies else (),
        )


def _first(errors: BaseExceptionGroup[ContragraphError]) -> ContragraphError:
    """The first error of a group; others that came at the same time say much the same."""
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    assert isinstance(found, ContragraphError)
    return found


def _failure(reply: Reply, most: int) -> str | None:
    """What is wrong with an answer as such."""
    match reply.finish:
        case "length":
            return f"the answer was cut off after {reply.tokens_out} tokens (max_tokens is {most})"
        case "refused":
            return "the model refused to answer"
        case "empty":
            return "the answer was empty"
        case "stop":
            return None
