"""The pages of a review over HTTP: who is let in, which forms are taken, and what is refused."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from contragraph.annotation import desk as desks
from contragraph.app.review.guard import FORM, HEADERS, MOST_BYTES
from contragraph.dataset.files.folder import REVIEW
from contragraph.dataset.records.codec import dump, to_instance
from contragraph.graph.stores.open import open_store
from tests.cli import environment
from tests.forking import SECONDS
from tests.pages import NASTY, Html
from tests.reviewing import ADA, BOB, Served, desk_of, proposals, served, world


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return world(tmp_path_factory.mktemp("review"))


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    with served(desk_of(folder)) as running:
        yield running


@contextmanager
def client(server: Served, reviewer: str | None = ADA) -> Iterator[httpx.Client]:
    """A browser of a reviewer: it has followed the link."""
    with httpx.Client(base_url=server.root, timeout=SECONDS, headers={"Origin": server.root}) as opened:
        if reviewer is not None:
            entered = opened.get(server.access.urls()[reviewer])
            assert (entered.status_code, entered.headers["location"]) == (303, "/")
        yield opened


def form(server: Served, reviewer: str = ADA, item: int = 0, **values: object) -> dict[str, object]:
    """What the form of an item sends."""
    its = server.desk.items[item]
    token = server.access.form_token(reviewer)
    return {"form_token": token, "judged": list(server.desk.state().current[its.id]), "verdict": "accept", **values}


def address(server: Served, item: int = 0) -> str:
    its = server.desk.items[item]
    return f"/{its.kind}/{its.id}"


def test_only_those_with_a_link_are_let_in(server: Served) -> None:
    with client(server, None) as stranger:
        for path in ("/", "/next", address(server), "/demonstrations", "/figures", "/nothing"):
            answer = stranger.get(path)
            assert (answer.status_code, "Open the link" in answer.text) == (403, True)
        assert stranger.get("/?token=guess").status_code == 403
        assert stranger.post(address(server), data=form(server)).status_code == 403
        assert stranger.get("/style.css").status_code == 200
        assert stranger.get("/", headers={"Cookie": f"{server.access.cookie}=guess"}).status_code == 403
        assert stranger.get("/", headers={"Cookie": "broken;;="}).status_code == 403
        entered = stranger.get(server.access.urls()[BOB])
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert str(server.access.port) in cookie, "cookies are shared between ports, so each server has its own"
    assert len(set(server.access.links) | set(server.access.sessions)) == 4


def test_headers_forbid_what_is_not_needed(server: Served) -> None:
    with client(server) as ada:
        for path in ("/", address(server), "/keys.js", "/nothing"):
            answer = ada.get(path)
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
            assert "server" not in answer.headers
        page = Html(ada.get(address(server)).text)
        assert page.tags.count("script") == 1
        assert not {a for a in page.attributes if a.startswith("on") or a == "style"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
    ],
)
def test_forms_from_elsewhere_are_refused(server: Served, headers: dict[str, str], status: int) -> None:
    with client(server) as ada:
        assert ada.post(address(server), data=form(server), headers=headers).status_code == status
    assert server.desk.state().decisions == []


def test_forms_must_be_whole_and_small(server: Served) -> None:
    with client(server) as ada:
        big = form(server, reason="x" * MOST_BYTES)
        assert ada.post(address(server), data=big).status_code == 413
        unmeasured = ada.post(address(server), content=iter([b"x"]), headers={"Content-Type": FORM})
        assert unmeasured.status_code == 411
        assert ada.post(address(server), data={"verdict": "accept"}).status_code == 403
        assert ada.post(address(server), data=form(server) | {"form_token": "x"}).status_code == 403
        assert ada.post(address(server), data=form(server, BOB)).status_code == 403, "the token of another reviewer"
        token = {"form_token": server.access.form_token(ADA)}
        assert ada.post(address(server), data=token).status_code == 422
        assert ada.post("/undo", data={**token, "number": "x"}).status_code == 422
        assert ada.put(address(server)).status_code == 405
        del ada.headers["Origin"]
        assert ada.post(address(server), data=form(server)).status_code == 403, "neither Origin nor Referer"
        for path in ("/nothing", "/pair/0000", "/proposal/" + server.desk.items[0].id, "/a.css", "/../etc/passwd"):
            assert ada.get(path).status_code == 404
        assert ada.get("/demonstrations?relation=wdt:none").status_code == 404
        assert ada.get("/?page=x").status_code == 422
        assert "Traceback" not in ada.get("/?page=x").text
    assert server.desk.state().decisions == []


def test_a_verdict_is_noted_once_and_can_be_undone(server: Served) -> None:
    with client(server) as ada:
        empty = ada.post(address(server), data=form(server, verdict="reject", reason=" "))
        assert (empty.status_code, "Say what is wrong" in empty.text) == (422, True)
        sent = form(server, verdict="reject", criteria=["clear", "told"], reason="<b>too far</b>")
        for _ in range(2):
            answer = ada.post(address(server), data=sent)
            assert (answer.status_code, answer.headers["location"]) == (303, address(server, 1))
        assert [d.number for d in server.desk.state().decisions] == [1]
        page = ada.get(address(server)).text
        assert "&lt;b&gt;too far&lt;/b&gt;" in page
        assert re.search(r'value="reject" [^>]*checked', page)
        undo = {"form_token": server.access.form_token(ADA), "number": "1"}
        assert ada.post("/undo", data=undo).headers["location"] == address(server)
        assert ada.post("/undo", data=undo).headers["location"] == "/"
        assert server.desk.state().said.get(ADA, {}) == {}


def test_a_tab_that_shows_an_earlier_version_is_refused_and_sees_both(server: Served) -> None:
    pair = server.desk.items[2]
    with client(server, BOB) as bob:
        before = form(server, BOB, 2, verdict="unsure", reason="wait & see")
        record = server.index.record(server.index.rows[2])
        body = record.contexts.original.text + " Nothing else is known."
        version = server.desk.state().current[pair.id][0]
        server.desk.rewrite(ADA, pair, "original", version, body, to_instance(record), anyway=True)
        answer = bob.post(address(server, 2), data=before)
        page = unescape(answer.text)
        assert answer.status_code == 409
        assert "This was changed after you opened it" in page
        assert re.search(r"<ins>[^<]*Nothing else is known", page)
        assert "wait & see" in page, "what was typed is not lost"
        assert server.desk.state().said.get(BOB, {}) == {}
        assert bob.post(address(server, 2), data=form(server, BOB, 2)).status_code == 303
        token = server.access.form_token(BOB)
        rewrite = {"form_token": token, "version": version, "text": "Other words.", "act": "keep"}
        answer = bob.post(f"{address(server, 2)}/original", data=rewrite)
        assert (answer.status_code, "Other words." in answer.text, "Nothing else is known." in answer.text) == (
            409,
            True,
            True,
        )


def test_figures_are_shown_to_those_who_are_done(server: Served) -> None:
    with client(server) as ada:
        assert "it is shown when you have judged everything" in ada.get("/figures").text


def test_a_store_in_use_loses_nothing(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "WAIT", 0.2)
    sent = form(server, ADA, 3, verdict="unsure", reason="keep these words")
    with client(server) as ada, open_store(server.desk.address):
        answer = ada.post(address(server, 3), data=sent)
        assert answer.status_code == 503
        assert "is open in process" in answer.text
        assert "keep these words" in answer.text
        assert ada.get("/").status_code == 200
    with client(server) as ada:
        assert ada.post(address(server, 3), data=sent).status_code == 303


def test_hostile_proposals_are_text(tmp_path: Path) -> None:
    """Labels, reasons and names of models with markup, marks of direction and control characters."""
    place = world(tmp_path)
    lines = proposals(place / "dataset")
    for number, nasty in enumerate(NASTY):
        spoilt = {**lines[number % 2], "id": str(number)} | dict.fromkeys(("why", "reason", "model", "prompt"), nasty)
        spoilt["said"] = [{"subject": nasty, "relation": nasty, "object": f"{nasty}{number}"}]
        spoilt["relation"] = {"id": f"wdt:P1/../{nasty}", "label": nasty}
        lines.append(spoilt)
    (place / "dataset" / REVIEW).write_text("".join(dump(each) + "\n" for each in lines), "utf-8")
    with served(desk_of(place)) as server, client(server) as ada:
        ours = [i for i in server.desk.items if i.proposal is not None]
        assert len(ours) == 2 + len(NASTY)
        for item in ours:
            page = Html(ada.get(f"/proposal/{item.id}").text)
            assert page.tags.count("script") == 1
            assert not {"img", "iframe", "style", "b", "i"} & set(page.tags)
            assert not {a for a in page.attributes if a.startswith("on")}
        last = len(server.desk.items) - 1
        assert ada.post(address(server, last), data=form(server, ADA, last)).status_code == 303
        for path in ("/?view=all", "/?view=done", "/demonstrations"):
            assert Html(ada.get(path).text).tags.count("script") == 1


def test_without_the_packages_one_sentence_says_which(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    command = import_module("contragraph.app.commands.review")
    for name in [n for n in sys.modules if n.startswith("contragraph.app.review.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(Exception, match=r"pip install 'contragraph\[review\]'"):
        command._serve(desk_of(folder), [ADA], 0)


def test_the_command_prints_a_link_for_each_and_ends_with_ctrl_c(folder: Path) -> None:
    arguments = ["review", "dataset", "--reviewer", "ada", "--reviewer", "Bob Ross"]
    command = [sys.executable, "-m", "contragraph.app", *arguments]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(PYTHONUNBUFFERED="1", PATH=os.environ["PATH"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        lines = [running.stdout.readline() for _ in range(3)]
        links = [re.fullmatch(r"(ada|Bob Ross): (http://127\.0\.0\.1:\d+/\?token=[\w-]{32})\n", x) for x in lines[:2]]
        assert all(links), lines
        with httpx.Client(follow_redirects=True, timeout=SECONDS) as browser:
            assert "Reviewer <bdi>Bob Ross</bdi>" in browser.get(links[1][2]).text if links[1] else False
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out, err) == (0, "Ended.\n", "")
