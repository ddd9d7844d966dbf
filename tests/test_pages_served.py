"""``contragraph serve``: the pages of the export, on this machine alone, with headers that forbid everything else."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from contragraph.app.pages.server import HEADERS, PageServer
from contragraph.app.pages.site import addresses, open_site, render
from tests.cli import contragraph, environment
from tests.forking import SECONDS
from tests.made import dataset


@contextmanager
def served(folder: Path) -> Iterator[PageServer]:
    """A server of a dataset on a free port."""
    with PageServer(open_site(folder), 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served(dataset()) as running:
        yield running


def ask(server: PageServer, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", int(server.server_address[1]), timeout=SECONDS)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_the_pages_are_those_of_the_export(server: PageServer) -> None:
    for address in addresses(server.site):
        status, headers, body = ask(server, f"/{address}")
        assert status == 200
        assert body == render(server.site, address)
        assert {name: headers[name] for name in HEADERS} == HEADERS
        kind = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
        assert headers["Content-Type"] == kind[address.rpartition(".")[2]]
    assert ask(server, "/")[2] == render(server.site, "index.html")
    assert ask(server, "/axioms.html?x=1")[0] == 200


def test_head_has_no_body(server: PageServer) -> None:
    status, headers, body = ask(server, "/index.html", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(render(server.site, "index.html") or b"")


@pytest.mark.parametrize(
    "path", ["/nothing", "/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/pair/"]
)
def test_there_is_nothing_else(server: PageServer, path: str) -> None:
    status, headers, body = ask(server, path)
    assert status == 404
    assert b"There is no such page" in body
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_only_this_machine_is_answered(server: PageServer) -> None:
    """A page from elsewhere that points a name of its own at this machine gets nothing."""
    assert server.server_address[0] == "127.0.0.1"
    assert ask(server, "/", Host="evil.example")[0] == 421
    assert ask(server, "/", Host=f"localhost:{server.server_address[1]}")[0] == 200
    assert ask(server, "/", "POST")[0] == 501


def test_a_dataset_that_went_away(tmp_path: Path) -> None:
    source = tmp_path / "dataset"
    source.mkdir()
    for name in ("instances.jsonl", "manifest.json", "ontology.ttl"):
        (source / name).write_bytes((dataset() / name).read_bytes())
    with served(source) as running:
        row = running.site.index.rows[0]
        (source / "instances.jsonl").unlink()
        status, _, body = ask(running, f"/pair/{row.id}.html")
    assert status == 500
    assert b"Traceback" not in body


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = contragraph("serve", dataset(), "--port", str(port), cwd=tmp_path)
    assert done.code == 2
    assert (
        done.err == f"Port {port} is taken by another program; give another with --port (0 lets the system choose).\n"
    )


def test_the_command_says_where_and_ends_with_ctrl_c() -> None:
    command = [sys.executable, "-m", "contragraph.app", "serve", str(dataset()), "--port", "0"]
    with subprocess.Popen(
        command, env=environment(PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.search(r"16 pairs at http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=SECONDS)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out, err) == (0, "Ended.\n", "")
