"""What a piece of work has asked in all its sittings is counted once each, whatever ends a sitting."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.llm import Ask, Ledger, Message, open_gateway, read_config
from contragraph.llm.ledger import LedgerEntry
from tests.scripted_server import Reply, Request, ScriptedServer, scripted

MODEL = "openai/scripted"


def entry(question: str, cost: float = 0.5) -> LedgerEntry:
    return LedgerEntry(MODEL, "detect", question, 10, 2, cost)


def questions(ledger: Ledger) -> int:
    return ledger.total(lambda _: True).questions


def test_sittings_add_up(tmp_path: Path) -> None:
    path = tmp_path / "work" / "asked.jsonl"
    path.parent.mkdir()
    assert not Ledger(path, "it")
    Ledger(path, "it").add([entry("a"), entry("b")])
    later = Ledger(path, "it")
    later.add([entry("b")])
    total = Ledger(path, "it").total(lambda _: True)
    assert (total.questions, total.tokens_in, total.tokens_out, total.cost) == (3, 30, 6, 1.5)
    assert Ledger(path, "it").totals()[MODEL]["detect"] == total


def test_a_line_that_was_cut_off_is_none(tmp_path: Path) -> None:
    """A kill while a line is written takes that line alone; what is added later does not hang on to it."""
    path = tmp_path / "asked.jsonl"
    Ledger(path, "it").add([entry("a"), entry("b")])
    whole = path.read_bytes()
    for cut in range(len(whole) - 1, len(whole) - 60, -7):
        path.write_bytes(whole[:cut])
        torn = Ledger(path, "it")
        assert questions(torn) == 1
        torn.add([entry("c")])
        assert questions(Ledger(path, "it")) == 2


def test_another_work_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    Ledger(path, "it").add([entry("a")])
    other = Ledger(path, "another")
    assert not other
    other.add([entry("b")])
    assert questions(Ledger(path, "another")) == 1
    assert not Ledger(path, "it")


def test_work_goes_on_with_what_was_published(tmp_path: Path) -> None:
    """The working folder comes first, where there is one: it has what the published one has, and more."""
    published, working = tmp_path / "out" / "asked.jsonl", tmp_path / "out.partial" / "asked.jsonl"
    published.parent.mkdir()
    Ledger(published, "it").add([entry("a")])
    going_on = Ledger(working, "it", published)
    assert questions(going_on) == 1
    going_on.add([entry("b")])
    assert questions(Ledger(working, "it", published)) == 2
    assert questions(Ledger(published, "it")) == 1


def test_the_file_does_not_tell_in_which_order_answers_came(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for path, some in ((one, "abc"), (other, "cab")):
        ledger = Ledger(path, "it")
        for question in some:
            ledger.add([entry(question)])
        ledger.settle()
    assert one.read_bytes() == other.read_bytes()


def test_damage_is_said(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    Ledger(path, "it").add([entry("a")])
    path.write_bytes(path.read_bytes().replace(b'"cost"', b'"coins"'))
    with pytest.raises(InputError, match=r"asked\.jsonl is damaged; move it away"):
        Ledger(path, "it")


def ask(words: str) -> Ask:
    return Ask("detect", "ask/1", (Message("user", words),))


def sitting(server: ScriptedServer, folder: Path, words: list[str]) -> Ledger:
    ledger = Ledger(folder / "asked.jsonl", "it")
    config = read_config(None, MODEL, server.url)
    with open_gateway(config, cache=folder / "answers.sqlite") as gateway, ledger.counting(gateway):
        gateway.ask([ask(each) for each in words])
    return ledger


def test_what_a_server_answered_is_what_is_counted(tmp_path: Path) -> None:
    """Two sittings with a common question, which the cache answers the second time."""

    def answer(request: Request, nth: int) -> Reply:
        del request, nth
        return Reply("yes")

    with scripted(answer) as server:
        sitting(server, tmp_path, ["one", "two"])
        found = sitting(server, tmp_path, ["two", "three"]).total(lambda _: True)
        assert (found.questions, found.tokens_in, found.tokens_out) == (3, server.tokens_in, server.tokens_out)
        assert server.answered == 3


def test_a_question_whose_line_was_lost_is_counted_from_the_cache(tmp_path: Path) -> None:
    """A kill between an answer and its line: the answer is in the cache, and was paid for."""
    with scripted(lambda *_: Reply("yes")) as server:
        sitting(server, tmp_path, ["one", "two"])
        (tmp_path / "asked.jsonl").unlink()
        assert questions(sitting(server, tmp_path, ["one", "two"])) == server.answered == 2
