"""A real HTTP server on loopback that speaks OpenAI's protocol; a function says what it answers, faults included.

It counts what it was asked, how often, and what it would have charged.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

Fault = Literal["cut", "hang-up", "never", "drip", "half", "garbage", "twice"]
"""Of the connection: the body breaks off; nothing comes and the connection ends; nothing ever comes; single spaces
come for ever; the JSON of the protocol ends in its middle; a web page; the whole answer is sent a second time."""
Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. Tokens that are not given are counted as words of the request and of the text."""

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: str = "stop"
    refusal: str | None = None
    fault: Fault | None = None
    wait: float = 0.0
    """Seconds before it comes."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    usage: object = ...
    """What is said of tokens in place of these; None for nothing at all."""
    tops: Sequence[tuple[str, Mapping[str, float]]] = ()
    """For each place of the answer its token, and the log-probabilities of tokens there, where they are told."""


class ScriptedServer:
    """What a test sees of the server."""

    def __init__(self, answer: Callable[[Request, int], Reply]) -> None:
        self.answer = answer
        self.url = ""
        """The base URL, as in ``--api-base``."""
        self.requests: list[Request] = []
        """The bodies of all requests, in the order in which they came."""
        self.keys: list[str] = []
        """The keys that came with them."""
        self.counts: Counter[str] = Counter()
        """How often each body came, as JSON with sorted keys."""
        self.answered = self.tokens_in = self.tokens_out = 0
        """Whole answers that were sent, and the tokens that they counted."""
        self.in_flight = self.most_in_flight = 0
        self.problems: list[BaseException] = []
        """What went wrong in the function that answers."""

    @property
    def repeated(self) -> int:
        """Requests that had come before in the same words."""
        return sum(self.counts.values()) - len(self.counts)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The streams of Python 3.11 complain of a cancelled task.
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                lines = (line.partition(": ") for line in head.split("\r\n")[1:])
                fields = {name.lower(): value for name, _, value in lines}
                body = await reader.readexactly(int(fields.get("content-length", "0")))
                self.keys.append(fields.get("authorization", "").removeprefix("Bearer "))
                if not await self._served(json.loads(body), writer):
                    break
        writer.close()
        with suppress(ConnectionError, asyncio.CancelledError):
            await writer.wait_closed()

    async def _served(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        """Answer; False ends the connection."""
        spelled = json.dumps(request, sort_keys=True, ensure_ascii=False)
        nth = self.counts[spelled]
        self.counts[spelled] += 1
        self.requests.append(request)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            reply = self.answer(request, nth)
            if reply.wait:
                await asyncio.sleep(reply.wait)
        except Exception as error:
            self.problems.append(error)
            reply = Reply(status=400)
        finally:
            self.in_flight -= 1
        return await self._sent(request, reply, writer)

    async def _sent(self, request: Request, reply: Reply, writer: asyncio.StreamWriter) -> bool:
        if reply.fault == "hang-up":
            return False
        if reply.fault == "never":
            await asyncio.sleep(3600)
        kind = "text/html" if reply.fault == "garbage" else "application/json"
        body = self._body(request, reply)
        head = f"HTTP/1.1 {reply.status} Told\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        start = head.encode() + b"\r\n"
        if reply.fault == "twice":
            # In one piece: a second answer that comes when the next question is out already is an answer to that one.
            writer.write(2 * (start + body))
            await writer.drain()
            return True
        writer.write(start)
        if reply.fault == "drip":
            for _ in range(1000):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.1)
        if reply.fault == "cut":
            writer.write(body[: len(body) // 2])
            await writer.drain()
            return False
        writer.write(body)
        await writer.drain()
        return True

    def _body(self, request: Request, reply: Reply) -> bytes:
        if reply.status != 200:
            return json.dumps({"error": {"message": reply.text or "no", "type": "scripted"}}).encode()
        if reply.fault == "garbage":
            return b"<!DOCTYPE html><html><body>Down for maintenance</body></html>"
        said = "".join(str(m["content"]) for m in request["messages"])
        tokens_in = len(said.split()) if reply.tokens_in is None else reply.tokens_in
        tokens_out = len(reply.text.split()) if reply.tokens_out is None else reply.tokens_out
        message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
        whole = json.dumps(
            {
                "id": "scripted",
                "object": "chat.completion",
                "created": 1,
                "model": request["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": reply.finish, **_likely(reply)}],
                "usage": {
                    "prompt_tokens": tokens_in,
                    "completion_tokens": tokens_out,
                    "total_tokens": tokens_in + tokens_out,
                },
            }
            | ({} if reply.usage is ... else {"usage": reply.usage})
        ).encode()
        if reply.fault == "half":
            return whole[: len(whole) // 2]
        if reply.fault not in {"cut", "drip"}:
            self.answered += 1
            self.tokens_in += tokens_in
            self.tokens_out += tokens_out
        return whole


def _likely(reply: Reply) -> dict[str, object]:
    """What a choice says of how likely tokens were, in OpenAI's protocol."""
    if not reply.tops:
        return {}
    content = [
        {
            "token": token,
            "logprob": likely.get(token, -1.0),
            "bytes": list(token.encode()),
            "top_logprobs": [{"token": t, "logprob": v, "bytes": list(t.encode())} for t, v in likely.items()],
        }
        for token, likely in reply.tops
    ]
    return {"logprobs": {"content": content, "refusal": None}}


@contextmanager
def scripted(answer: Callable[[Request, int], Reply]) -> Iterator[ScriptedServer]:
    """A server whose answers come from a function of the request and of how often the very same came before.

    The function runs in the server's thread; if it raises, the request is refused and the error raised in the end.
    """
    server = ScriptedServer(answer)
    loop = asyncio.new_event_loop()

    async def start() -> asyncio.Server:
        return await asyncio.start_server(server._connected, "127.0.0.1", 0, backlog=1000, limit=1 << 24)

    async def stop() -> None:
        listening.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    thread = threading.Thread(target=loop.run_forever, name="scripted server", daemon=True)
    thread.start()
    listening = asyncio.run_coroutine_threadsafe(start(), loop).result()
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
    if server.problems:
        raise server.problems[0]
