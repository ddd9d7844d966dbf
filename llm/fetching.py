"""One request: from the cache, else from the server, with as many tries as the limits let.

A request that is under way is never cut off by what happens to others: its answer is paid for, so it goes into the
cache even if the run ends meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pydantic import BaseModel

from contragraph.graph.errors import ContragraphError, ModelError
from contragraph.llm import provider
from contragraph.llm.asking import Spent
from contragraph.llm.budget import BYTES_A_TOKEN, Budget, Price, counted, most_tokens, price_of
from contragraph.llm.cache import Cache, Finish, Reply, request_key
from contragraph.llm.config import Limits, StepSettings
from contragraph.llm.faults import AgainError, RefusedError, UnreachedError
from contragraph.llm.likely import likely_of
from contragraph.llm.pace import Load, Pace
from contragraph.llm.shapes import Mode, in_words, response_format, schema

FAILED_IN_A_ROW = 8
"""Questions that fail one after the other, with no answer between, before it is the server that is to blame."""
EMPTY_TRIES = 3
UNREACHED_TRIES = 3
"""Of a server that has never answered."""
SIMPLER: dict[Mode, Mode] = {"schema": "object", "object": "plain"}


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: the conversation, the form of the answer, and which repetition it is."""

    settings: StepSettings
    turns: tuple[dict[str, str], ...]
    shape: type[BaseModel] | None
    attempt: int
    among: tuple[str, ...] = ()

    @property
    def sampling(self) -> dict[str, str | int | float]:
        """The settings that go into the request; each repetition has a seed of its own."""
        return {**self.settings.sampling, "seed": self.settings.seed + self.attempt}

    @property
    def key(self) -> str:
        """The hash of the whole request; how the form is asked for belongs to the server, not to the question."""
        form = schema(self.shape) if self.shape else None
        address = self.settings.api_base
        among = [self.among] if self.among else []
        return request_key([self.settings.model, address, self.sampling, self.turns, form, self.attempt, *among])


Came = tuple[Reply, asyncio.Future[Reply] | None]
"""An answer, and its way into the cache."""


@dataclass(slots=True)
class _Server:
    """What is known of a model and its server."""

    price: Price | None
    takes: frozenset[str]
    mode: Mode
    tells: bool
    """Whether it may say how likely tokens are; False from when it has refused that."""
    answered: bool = False


@dataclass(slots=True)
class Fetcher:
    """Everything that the requests of one gateway share."""

    cache: Cache
    limits: Limits
    budget: Budget
    pace: Pace
    spent: Spent
    _servers: dict[StepSettings, _Server] = field(default_factory=dict)
    _busy: dict[str, asyncio.Event] = field(default_factory=dict)
    _live: set[asyncio.Task[Came]] = field(default_factory=set)
    _failed: int = 0
    _over: ContragraphError | None = None
    """What ended the run: whoever still waits for a place asks no more."""

    async def reply(self, wanted: Request) -> tuple[Reply | str, bool]:
        """The answer to a request, or why there is none; and whether it was in the cache.

        :raises CostLimitError: if it might pass the limit
        :raises ModelError: on what every request would meet
        """
        key = wanted.key
        while (same := self._busy.get(key)) is not None:
            await same.wait()
        if (known := self.cache.get(key)) is not None:
            self.spent.cached += 1
            return known, True
        done = self._busy[key] = asyncio.Event()
        try:
            return await self._asked(wanted, key), False
        except ContragraphError as error:
            self._over = self._over or error
            raise
        finally:
            del self._busy[key]
            done.set()

    def begin(self) -> None:
        """Before a list of questions: what ended an earlier one may be mended."""
        self._over = None

    async def settled(self) -> None:
        """Wait for what is under way; each request has its time-out."""
        if self._live:
            await asyncio.wait(self._live)
        await self.cache.settled()

    async def end(self, seconds: float) -> None:
        """Wait for what is under way for so many seconds, then end it."""
        if self._live:
            _, late = await asyncio.wait(self._live, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.cache.settled()

    def server(self, settings: StepSettings) -> _Server:
        """What is known of a model before it is asked.

        :raises ModelError: if its provider is not known, its key is missing, or a limit of cost needs its price
        """
        if settings not in self._servers:
            takes = provider.supported(settings)
            mode: Mode = "schema" if "response_format" in takes else "plain"
            tells = {"logprobs", "top_logprobs"} <= takes or settings.api_base is not None
            self._servers[settings] = _Server(self.price(settings), takes, mode, tells)
        return self._servers[settings]

    def price(self, settings: StepSettings) -> Price | None:
        """What a model costs, if that is known.

        :raises ModelError: if it is not, and a limit of cost needs it
        """
        price = price_of(settings)
        if price is None and self.budget.limited:
            raise ModelError(
                f"The price of {settings.model} is not known, so no limit of cost can be kept; give price_in and "
                "price_out (USD for a million tokens) in the config file, or leave out --max-cost."
            )
        return price

    async def _asked(self, wanted: Request, key: str) -> Reply | str:
        """Ask until there is an answer, which is in the cache then."""
        server = self.server(wanted.settings)
        end = asyncio.get_running_loop().time() + self.limits.patience
        failed = busy = empty = 0
        before: Reply | None = None
        while True:
            mode, telling = server.mode, server.tells and bool(wanted.among)
            try:
                again = failed + busy + empty > 0
                last = empty + 1 >= EMPTY_TRIES
                reply = await self._once(wanted, server, key, again=again, last=last, before=before)
            except RefusedError as error:
                if wanted.shape and error.form and mode in SIMPLER:
                    # Many may be refused at the same time; it is one step down for all of them.
                    server.mode = SIMPLER[mode]
                    continue
                if telling and error.likely:
                    server.tells = False
                    continue
                return self._given_up(f"the server refused the request: {error}", wanted, blame=not error.content)
            except AgainError as error:
                busy, failed = busy + error.busy, failed + (not error.busy)
                if isinstance(error, UnreachedError) and not server.answered and failed >= UNREACHED_TRIES:
                    raise ModelError(
                        f"{_place(wanted)} cannot be reached; check the address, the network, and that it runs."
                    ) from None
                wait = self.pace.backoff(busy if error.busy else failed) if error.wait is None else error.wait
                if failed >= self.limits.tries or asyncio.get_running_loop().time() + wait > end:
                    return self._given_up(f"the server {error}, {failed + busy} times", wanted)
                if error.busy:
                    self.pace.pause(wait)
                else:
                    await asyncio.sleep(wait)
                continue
            server.answered, self._failed = True, 0
            if reply.finish != "empty" or last:
                return reply
            empty, before = empty + 1, reply

    def _given_up(self, reason: str, wanted: Request, *, blame: bool = True) -> str:
        self._failed += blame
        if self._failed >= FAILED_IN_A_ROW:
            raise ModelError(f"{_place(wanted)}: {self._failed} questions in a row failed; of the last, {reason}.")
        return reason

    async def _once(
        self, wanted: Request, server: _Server, key: str, *, again: bool, last: bool, before: Reply | None
    ) -> Reply:
        """One request, when the limits let.

        An empty answer is kept only if it is the last try; else the next answer bears what it cost.
        """
        turns, form = [*wanted.turns], None
        if wanted.shape:
            form = response_format(wanted.shape, server.mode)
            if server.mode != "schema":
                turns.insert(0, {"role": "system", "content": in_words(wanted.shape)})
        tokens = _most(wanted, turns)
        longest = wanted.settings.max_tokens
        most = server.price.of(tokens, longest) if server.price else 0.0
        async with self.pace.slot(tokens // BYTES_A_TOKEN + longest) as load:
            if self._over:
                raise self._over
            await self.budget.reserve(most)
            self.spent.calls += 1
            self.spent.retries += again
            work = partial(self._sent, wanted, server, turns, form, most, load)
            task = asyncio.create_task(self._kept(work, key, last=last, before=before))
            task.add_done_callback(self._ended)
            self._live.add(task)
            reply, kept = await asyncio.shield(task)
        # Only the way to the disk is left, which needs no place among the calls.
        return await asyncio.shield(kept) if kept else reply

    async def _kept(
        self, work: Callable[[], Coroutine[None, None, Reply]], key: str, *, last: bool, before: Reply | None
    ) -> Came:
        """Do a request, and give its answer to the cache. It is begun here: a stop may come before that."""
        reply = await work()
        if before:
            reply = replace(
                reply,
                tokens_in=before.tokens_in + reply.tokens_in,
                tokens_out=before.tokens_out + reply.tokens_out,
                cost=before.cost + reply.cost,
            )
        return reply, self.cache.put(key, reply) if last or reply.finish != "empty" else None

    def _ended(self, task: asyncio.Task[Came]) -> None:
        self._live.discard(task)
        if not task.cancelled():
            # Whoever waited for it may be gone; the error is nobody's then.
            task.exception()

    async def _sent(
        self,
        wanted: Request,
        server: _Server,
        turns: list[dict[str, str]],
        form: dict[str, object] | None,
        most: float,
        load: Load,
    ) -> Reply:
        """Send a request, and count what came."""
        settings = wanted.settings
        sampling = {name: value for name, value in wanted.sampling.items() if name in server.takes}
        try:
            async with asyncio.timeout(settings.timeout):
                raw = await provider.call(settings, turns, sampling, form, likely=server.tells and bool(wanted.among))
        except TimeoutError:
            self.spent.lost += most
            raise AgainError(f"does not answer within {settings.timeout:g} seconds", paid=True) from None
        except AgainError as error:
            self.spent.lost += most if error.paid else 0.0
            raise
        else:
            tokens_in = counted(raw.tokens_in, (turn["content"] for turn in turns), _most(wanted, turns))
            tokens_out = counted(raw.tokens_out, (raw.text,), settings.max_tokens)
            load.tokens = tokens_in + tokens_out
            cost = server.price.of(tokens_in, tokens_out) if server.price else 0.0
            self.spent.tokens_in += tokens_in
            self.spent.tokens_out += tokens_out
            self.spent.cost += cost
            likely = likely_of(raw.tops, wanted.among)
            return Reply(raw.text, _finish(raw), raw.served, tokens_in, tokens_out, cost, likely)
        finally:
            self.budget.settle(most)


def _most(wanted: Request, turns: Sequence[Mapping[str, str]]) -> int:
    """Tokens that a request can have at most."""
    form = [in_words(wanted.shape)] if wanted.shape else []
    return most_tokens([*(turn["content"] for turn in turns), *form])


def _place(wanted: Request) -> str:
    """Where a question goes."""
    return wanted.settings.api_base or wanted.settings.model


def _finish(raw: provider.Raw) -> Finish:
    """How an answer ended."""
    if raw.refusal:
        return "refused"
    if raw.finish == "length":
        return "length"
    return "stop" if raw.text.strip() else "empty"
