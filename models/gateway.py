"""The gateway itself: a cache before the server, limits around it, retries behind it, answers in the right order.

Callers see plain functions; inside, an event loop in a thread of its own sends the requests.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from contragraph.graph.errors import ContragraphError, ModelError
from contragraph.models import provider
from contragraph.models.asking import Answer, Ask, Gateway, Progress, Spent, silent
from contragraph.models.budget import Budget, Price, most_tokens, price_of
from contragraph.models.cache import Cache, Finish, Reply, default_place, request_key
from contragraph.models.config import ModelsConfig, StepSettings
from contragraph.models.pace import Pace
from contragraph.models.shapes import SHOWN, Mode, correction, in_words, read_object, response_format, schema

T = TypeVar("T")
Turns = list[dict[str, str]]
FAILED_IN_A_ROW = 8
"""Questions that fail one after the other, with no answer between, before it is the server that is to blame."""
EMPTY_TRIES = 3
NEXT_MODE: dict[Mode, Mode] = {"schema": "object", "object": "plain"}


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
    if limit is not None:
        for settings in (config.default, *config.steps.values()):
            if price_of(settings) is None:
                raise ModelError(
                    f"The price of {settings.model} is not known, so no limit of cost can be kept; give price_in and "
                    "price_out (USD for a million tokens) in the config file, or leave out --max-cost."
                )
    gateway = _Gateway(config, Cache(cache or config.cache or default_place()), limit, progress)
    try:
        yield gateway
    finally:
        gateway.close()


class _Gateway:
    def __init__(self, config: ModelsConfig, cache: Cache, limit: float | None, progress: Progress) -> None:
        self.spent = Spent()
        self._config = config
        self._cache = cache
        self._progress = progress
        self._pace = Pace(config.limits)
        self._budget = Budget(limit, self.spent)
        self._prices: dict[StepSettings, Price | None] = {}
        self._modes: dict[tuple[str, str | None], Mode] = {}
        self._busy: dict[str, asyncio.Event] = {}
        self._failed_in_a_row = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="models", daemon=True)
        self._thread.start()

    def made_by(self, ask: Ask) -> dict[str, str]:
        settings = self._config.settings(ask.step)
        return {"step": ask.step, "model": settings.model, "prompt": ask.prompt, "settings": settings.hash}

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        return self._run(self._all(asks)) if asks else []

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do work in the loop; Ctrl-C here ends it there."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            with provider.quietly():
                return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """End what is under way and release everything."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._cache.close()

    async def _end(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await provider.close()

    # -- questions ---------------------------------------------------------------------------------------

    async def _all(self, asks: Sequence[Ask]) -> list[Answer]:
        answers: dict[int, Answer] = {}
        waiting = iter(enumerate(asks))
        stopped: list[ContragraphError] = []

        async def work() -> None:
            for place, ask in waiting:
                try:
                    answers[place] = await self._answer(ask, stopped)
                except ContragraphError as error:
                    stopped.append(error)
                if stopped:
                    return
                self._progress("asking", len(answers), len(asks))

        # More than may be in flight: some wait for a retry meanwhile.
        async with asyncio.TaskGroup() as group:
            for _ in range(min(len(asks), 2 * self._config.limits.in_flight)):
                group.create_task(work())
        if stopped:
            raise stopped[0]
        return [answers[place] for place in range(len(asks))]

    async def _answer(self, ask: Ask, stopped: list[ContragraphError]) -> Answer:
        settings = self._config.settings(ask.step)
        turns = [{"role": m.role, "content": m.content} for m in ask.messages]
        replies, cached, failure, parsed = [], True, None, None
        for last in (False, True):
            reply, from_cache = await self._reply(settings, turns, ask, stopped)
            cached = cached and from_cache
            if isinstance(reply, str):
                failure = reply
                break
            replies.append(reply)
            failure = _failure(reply, settings)
            if reply.finish in {"refused", "empty"} or ask.shape is None:
                break
            parsed, problem = read_object(ask.shape, reply.text)
            if parsed is not None:
                failure = None
                break
            if failure is not None:
                break
            failure = f"the answer is not of the shape asked for, twice: {problem}"
            if not last:
                turns = [
                    *turns,
                    {"role": "assistant", "content": reply.text[:SHOWN]},
                    {"role": "user", "content": correction(problem)},
                ]
        self.spent.failures += failure is not None
        return Answer(
            replies[-1].text if replies else "",
            parsed,
            settings.model,
            sum(r.tokens_in for r in replies),
            sum(r.tokens_out for r in replies),
            sum(r.cost for r in replies),
            cached and bool(replies),
            failure,
        )

    async def _reply(
        self, settings: StepSettings, turns: Turns, ask: Ask, stopped: list[ContragraphError]
    ) -> tuple[Reply | str, bool]:
        """The answer to one request, or why there is none; and whether it was in the cache."""
        sampling = {**settings.sampling, "seed": settings.seed + ask.attempt}
        form = schema(ask.shape) if ask.shape else None
        key = request_key([settings.model, settings.api_base, sampling, turns, form, ask.attempt])
        while (same := self._busy.get(key)) is not None:
            await same.wait()
        if (known := self._cache.get(key)) is not None:
            self.spent.cached += 1
            return known, True
        done = self._busy[key] = asyncio.Event()
        try:
            return await self._fetch(settings, turns, ask, key, stopped), False
        finally:
            del self._busy[key]
            done.set()

    # -- requests ----------------------------------------------------------------------------------------

    async def _fetch(
        self, settings: StepSettings, turns: Turns, ask: Ask, key: str, stopped: list[ContragraphError]
    ) -> Reply | str:
        """Ask the server until it answers, for as long as the limits let; the answer is in the cache then."""
        limits = self._config.limits
        self._open(settings)
        end = self._loop.time() + limits.patience
        reason, failures, empty = "", 0, 0
        while failures < limits.tries and not stopped:
            mode = self._modes.get((settings.model, settings.api_base), "schema")
            try:
                reply = await self._once(settings, turns, ask, mode, repeated=failures + empty > 0)
            except provider.RefusedError as error:
                if ask.shape and error.form and mode in NEXT_MODE:
                    # Many may be told at the same time; it is one step down for all of them.
                    self._modes[settings.model, settings.api_base] = NEXT_MODE[mode]
                    continue
                return self._gone(f"the server refused the request: {error}", settings)
            except provider.AgainError as error:
                reason, failures = str(error), failures + 1
                wait = self._pace.backoff(failures) if error.wait is None else error.wait
                if self._loop.time() + wait > end:
                    break
                if error.busy:
                    self._pace.pause(wait)
                else:
                    await asyncio.sleep(wait)
                continue
            self._failed_in_a_row = 0
            if reply.finish == "empty" and (empty := empty + 1) < EMPTY_TRIES:
                continue
            return self._cache.put(key, reply)
        return self._gone(f"the server {reason}, {failures} times" if reason else "the run was stopped", settings)

    def _open(self, settings: StepSettings) -> None:
        """Before the first question to a model: is it there, and what does it cost?"""
        if settings not in self._prices:
            provider.check_model(settings)
            self._prices[settings] = price_of(settings)

    def _gone(self, reason: str, settings: StepSettings) -> str:
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= FAILED_IN_A_ROW:
            where = settings.api_base or settings.model
            raise ModelError(f"{where}: {self._failed_in_a_row} questions in a row failed, the last since {reason}.")
        return reason

    async def _once(self, settings: StepSettings, turns: Turns, ask: Ask, mode: Mode, *, repeated: bool) -> Reply:
        """One request."""
        form = response_format(ask.shape, mode) if ask.shape else None
        if ask.shape and mode != "schema":
            turns = [{"role": "system", "content": in_words(ask.shape)}, *turns]
        tokens = most_tokens([t["content"] for t in turns] + ([in_words(ask.shape)] if form else []))
        price = self._prices[settings]
        most = price.of(tokens, settings.max_tokens) if price else 0.0
        async with self._pace.slot(tokens // 4 + settings.max_tokens):
            await self._budget.reserve(most)
            self.spent.calls += 1
            self.spent.retries += repeated
            try:
                async with asyncio.timeout(settings.timeout):
                    raw = await provider.call(settings, turns, settings.seed + ask.attempt, form)
                return self._counted(raw, price)
            except TimeoutError:
                self.spent.lost += most
                raise provider.AgainError(f"does not answer within {settings.timeout:g} seconds") from None
            except provider.AgainError as error:
                self.spent.lost += most if error.paid else 0
                raise
            finally:
                self._budget.settle(most)

    def _counted(self, raw: provider.Raw, price: Price | None) -> Reply:
        cost = price.of(raw.tokens_in, raw.tokens_out) if price else 0.0
        self.spent.tokens_in += raw.tokens_in
        self.spent.tokens_out += raw.tokens_out
        self.spent.cost += cost
        finish: Finish = "refused" if raw.refusal else "length" if raw.finish == "length" else "stop"
        if finish == "stop" and not raw.text.strip():
            finish = "empty"
        return Reply(raw.text, finish, raw.served, raw.tokens_in, raw.tokens_out, cost)


def _failure(reply: Reply, settings: StepSettings) -> str | None:
    """What is wrong with an answer as such."""
    match reply.finish:
        case "length":
            return f"the answer was cut off after {reply.tokens_out} tokens; max_tokens is {settings.max_tokens}"
        case "refused":
            return "the model refused to answer"
        case "empty":
            return "the answer was empty"
        case "stop":
            return None
