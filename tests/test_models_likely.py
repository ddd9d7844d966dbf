"""How likely letters were: what servers say of tokens, and answers with it in the cache."""

from __future__ import annotations

import json
import math
import sqlite3
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace as Said

import pytest

from contragraph.llm.likely import Top, likely_of, tops_of
from tests.asking import ask, gateway
from tests.scripted_server import Reply, scripted


def place(token: str, **likely: float) -> Top:
    return Top(token, tuple(likely.items()))


def test_the_first_token_that_is_a_letter_decides() -> None:
    said = [
        place("The", The=-0.1, A=-3.0),
        place(" answer", B=-1.0),
        Top(" C", ((" C", -0.5), ("C", -1.5), ("(A", -2.0))),
    ]
    found = dict(likely_of(said, "ABCD"))
    assert found.keys() == {"A", "C"}
    assert math.exp(found["C"]) == pytest.approx(math.exp(-0.5) + math.exp(-1.5), rel=1e-5)
    assert likely_of(said[:2], "ABCD") == (("A", -3.0),)
    assert likely_of([], "ABCD") == likely_of(said, ()) == ()


def test_what_servers_say_of_tokens_is_read_with_care() -> None:
    top = Said(token="A", logprob=-0.2)
    (first,) = tops_of(Said(content=[Said(token="A", logprob=-0.2, top_logprobs=[top, Said(token="B", logprob=-2)])]))
    assert (first.token, dict(first.likely)) == ("A", {"A": -0.2, "B": -2.0})
    alone = tops_of(Said(content=[Said(token="A", logprob=-0.2, top_logprobs=None)]))
    assert alone == (Top("A", (("A", -0.2),)),)
    for odd in (None, Said(), Said(content=None), Said(content="A"), Said(content=[{"token": "A"}]), Said(content=[3])):
        assert tops_of(odd) == ()
    endless = Said(token="B", logprob=float("-inf"))
    assert (
        tops_of(Said(content=[Said(token="A", logprob=-0.2, top_logprobs=[endless, Said(token="C", logprob="x")])]))
        == alone
    )


def test_questions_about_letters_leave_other_questions_in_the_cache(tmp_path: Path) -> None:
    """What was asked before there were any is found as it was; with letters it is another question."""
    letters = replace(ask("A or B?"), among=("A", "B"))
    with scripted(lambda request, n: Reply("B", tops=[("B", {"B": -0.1, "A": -2.5})])) as server:
        with gateway(tmp_path, server.url) as opened:
            before, after = opened.ask([ask("A or B?")]), opened.ask([letters])
        with sqlite3.connect(tmp_path / "cache.sqlite") as file:
            kept = [set(json.loads(row)) for (row,) in file.execute("SELECT answer FROM answers")]
        with gateway(tmp_path, server.url) as opened:
            again = opened.ask([ask("A or B?"), letters])
    assert [answer.likely for answer in (*before, *after)] == [(), (("A", -2.5), ("B", -0.1))]
    assert [answer.cached for answer in again] == [True, True]
    assert [replace(answer, cached=False) for answer in again] == [*before, *after]
    assert [r.get("top_logprobs") for r in server.requests] == [None, 20]
    plain = {"text", "finish", "served", "tokens_in", "tokens_out", "cost"}  # as older versions wrote and read it
    assert sorted(kept, key=len) == [plain, plain | {"likely"}]
