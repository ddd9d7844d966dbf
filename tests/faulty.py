"""Many questions to a server that fails in every way it can, and what has to come of each.

A question carries its number; the number decides how the server treats it, and what it answers in the end.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from email.utils import formatdate
from pathlib import Path

from pydantic import BaseModel

from contragraph.llm import Answer, Ask, Message, open_gateway, read_config
from contragraph.llm.asking import Spent
from tests.scripted_server import Reply, Request, ScriptedServer, scripted

KINDS = (
    *("well", "busy", "busy for a moment", "busy until", "failing", "unavailable", "failing twice", "cut", "hang-up"),
    *("half", "garbage", "empty", "always empty", "truncated", "wrong shape", "never the shape", "in prose", "cut off"),
    *("refusal", "filtered", "foreign", "long", "twice", "slow", "control", "html", "surrogate", "too large"),
)
"""How a question is treated: question n like KINDS[n % 28]."""
FAILURES = {
    "always empty": "the answer was empty",
    "never the shape": "not of the shape",
    "cut off": "cut off",
    "refusal": "refused",
    "filtered": "refused",
    "too large": "refused the request",
}
"""Kinds that give no usable answer, and what is said of them."""
REQUESTS = {
    **dict.fromkeys(("busy", "busy for a moment", "busy until", "failing", "unavailable", "cut", "hang-up", "half"), 2),
    **dict.fromkeys(("garbage", "empty", "truncated", "wrong shape", "never the shape"), 2),
    **dict.fromkeys(("failing twice", "always empty"), 3),
}
"""How often the server is asked for one answer, where it is not once."""
LONG = 200_000
NUMBER = re.compile(r"Question (\d+)\.")


class Said(BaseModel):
    """The shape of the answers."""

    number: int
    text: str


def question(number: int) -> Ask:
    """The question of a number."""
    return Ask("perturb", "faulty/1", (Message("user", f"Question {number}."),), Said)


def text_of(number: int) -> str:
    """What a usable answer to the question says."""
    match KINDS[number % len(KINDS)]:
        case "foreign":
            return f"第{number}个回答，مع كلمات عربية и по-русски"
        case "long":
            return f"{number} " + "x" * LONG
        case "control":
            return f"{number}\x00\x1b[31m\u202e\u2028"
        case "html":
            return f"<script>alert({number})</script>&amp;"
        case "surrogate":
            return f"half a pair � of {number}"
    return f"answer {number}"


def reply(request: Request, nth: int) -> Reply:
    """What the server does when it is asked the same for the nth time; no fewer tokens than words."""
    treated = _treated(request, nth)
    if treated.status != 200:
        return treated
    words = sum(len(str(m["content"]).split()) for m in request["messages"])
    said = len((treated.text or treated.refusal or "").split())
    return replace(treated, tokens_in=max(words, treated.tokens_in or 0), tokens_out=max(said, treated.tokens_out or 0))


def _treated(request: Request, nth: int) -> Reply:
    found = NUMBER.search(request["messages"][0]["content"])
    assert found is not None
    number = int(found[1])
    kind = KINDS[number % len(KINDS)]
    again = len(request["messages"]) > 1
    good = json.dumps({"number": number, "text": text_of(number)})
    well = Reply(good, tokens_in=10 + number % 7, tokens_out=5 + number % 11)
    match kind, nth, again:
        case "busy", 0, _:
            return Reply(status=429, headers={"retry-after": "0"})
        case "busy for a moment", 0, _:
            return Reply(status=429)
        case "busy until", 0, _:
            return Reply(status=429, headers={"Retry-After": formatdate(time.time() - 1, usegmt=True)})
        case ("failing", 0, _) | ("failing twice", 0 | 1, _):
            return Reply("boom", status=500)
        case "unavailable", 0, _:
            return Reply("boom", status=503)
        case "cut" | "hang-up" | "half" | "garbage", 0, _:
            return replace(well, fault=kind)
        case ("empty", 0, _) | ("always empty", _, _):
            return replace(well, text="")
        case "truncated", _, False:
            return replace(well, text=good[:-7])
        case ("wrong shape", _, False) | ("never the shape", _, _):
            return replace(well, text=json.dumps({"number": "many", "words": 1}))
        case "in prose", _, _:
            return replace(well, text=f"Sure! Here is {{the}} answer:\n```json\n{good}\n```\nAnything else?")
        case "cut off", _, _:
            return replace(well, text=good[:-7], finish="length")
        case "refusal", _, _:
            return replace(well, text="", refusal="I cannot help with that.")
        case "filtered", _, _:
            return replace(well, text="", finish="content_filter")
        case "too large", _, _:
            return Reply("This model's maximum context length is 10 tokens", status=400)
        case "twice", _, _:
            return replace(well, fault="twice")
        case "slow", _, _:
            return replace(well, wait=0.3)
        case "surrogate", _, _:
            return replace(well, text=good.replace("\\ufffd", "\ud800"))
    return well


def settings_file(folder: Path, url: str) -> Path:
    """A config file for the server at an address: a token costs one USD, waits are short."""
    path = folder / "models.toml"
    path.write_text(
        f'model = "openai/faulty"\napi_base = "{url}"\nprice_in = 1e6\nprice_out = 1e6\ntimeout = 20\n'
        "[limits]\nfirst_wait = 0.01\nlongest_wait = 0.1\n",
        "utf-8",
    )
    return path


def check(number: int, answer: Answer) -> None:
    """One answer is what it has to be."""
    kind = KINDS[number % len(KINDS)]
    if kind in FAILURES:
        assert answer.failure is not None, kind
        assert FAILURES[kind] in answer.failure, kind
        assert answer.parsed is None
        return
    assert answer.failure is None, (kind, answer.failure)
    assert isinstance(answer.parsed, Said)
    assert (answer.parsed.number, answer.parsed.text) == (number, text_of(number)), kind


def run(numbers: range, folder: Path) -> tuple[ScriptedServer, Spent]:
    """Ask all questions, twice; check answers, counts and cost; the server and what was spent the first time."""
    asks = [question(number) for number in numbers]
    with scripted(reply) as server:
        found = read_config(settings_file(folder, server.url))
        with open_gateway(found, cache=folder / "answers.sqlite") as gateway:
            answers = gateway.ask(asks)
            spent = gateway.spent
        for number, answer in zip(numbers, answers, strict=True):
            check(number, answer)
        expected = sum(REQUESTS.get(KINDS[number % len(KINDS)], 1) for number in numbers)
        assert spent.calls == len(server.requests) == expected
        assert (spent.tokens_in, spent.tokens_out) == (server.tokens_in, server.tokens_out)
        assert spent.cost == server.tokens_in + server.tokens_out == sum(answer.cost for answer in answers)
        assert spent.failures == sum(KINDS[number % len(KINDS)] in FAILURES for number in numbers)
        assert server.most_in_flight <= found.limits.in_flight
        asked = len(server.requests)
        with open_gateway(found, cache=folder / "answers.sqlite") as gateway:
            again = gateway.ask(asks)
        for number, first, second in zip(numbers, answers, again, strict=True):
            check(number, second)
            assert (second.text, second.parsed, second.cost) == (first.text, first.parsed, first.cost)
        # What a server refused is no answer, so it is asked again.
        assert len(server.requests) - asked == sum(KINDS[n % len(KINDS)] == "too large" for n in numbers)
    return server, spent
