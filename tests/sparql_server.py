"""A real SPARQL endpoint on loopback (Oxigraph behind Python's server) that misbehaves when it is told to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import parse_qs

import pyoxigraph as ox

JSON = "application/sparql-results+json"
PAGE = b"<!DOCTYPE html><html><body>Down for maintenance</body></html>"


class Endpoint:
    """The server's address, its faults to come (one for each request, then none), and what it was asked."""

    def __init__(self, data: str, cap: int | None = None) -> None:
        self.store = ox.Store()
        self.store.load(data.encode(), format=ox.RdfFormat.TURTLE)
        self.cap = cap
        """Rows of an answer at most, which it does not tell."""
        self.faults: list[str] = []
        self.queries: list[str] = []
        self.agents: list[str] = []
        self.url = ""
        self.closing = Event()

    def answer(self, query: str) -> bytes:
        found = self.store.query(query)
        assert isinstance(found, ox.QuerySolutions)
        body = found.serialize(format=ox.QueryResultsFormat.JSON)
        assert body is not None
        if self.cap is None:
            return body
        import json

        content = json.loads(body)
        content["results"]["bindings"] = content["results"]["bindings"][: self.cap]
        return json.dumps(content).encode()


class Handler(BaseHTTPRequestHandler):
    endpoint: Endpoint

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        query = parse_qs(body)["query"][0]
        self.endpoint.queries.append(query)
        self.endpoint.agents.append(self.headers["User-Agent"])
        fault = self.endpoint.faults.pop(0) if self.endpoint.faults else ""
        if self.path.endswith("/nothing"):
            fault = "404"
        self.misbehave(fault, query)

    def reply(self, code: int, body: bytes = b"", kind: str = JSON, **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, fault: str, query: str) -> None:
        match fault.split():
            case []:
                self.reply(200, self.endpoint.answer(query))
            case ["status", code]:
                self.reply(int(code), b"no", "text/plain")
            case ["after", code, seconds]:
                self.reply(int(code), b"", "text/plain", Retry_After=seconds)
            case ["date", code]:
                self.reply(int(code), b"", "text/plain", Retry_After=formatdate(time.time() + 1, usegmt=True))
            case ["404"]:
                self.reply(404, PAGE, "text/html")
            case ["html"]:
                self.reply(200, PAGE, "text/html")
            case ["xml"]:
                self.reply(200, b'<?xml version="1.0"?><sparql/>', "application/sparql-results+xml")
            case ["strange"]:
                self.reply(200, b'{"message": "welcome"}', "application/json")
            case ["type"]:
                self.reply(200, self.endpoint.answer(query), "text/plain")
            case ["broken"]:
                self.reply(200, self.endpoint.answer(query)[:-40] + b"\njava.util.concurrent.TimeoutException")
            case ["cut"]:
                answer = self.endpoint.answer(query)
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer[: len(answer) // 2])
                self.close_connection = True
            case ["hang-up"]:
                self.close_connection = True
            case ["never"]:
                self.endpoint.closing.wait(30)
                self.close_connection = True
            case ["drip"]:
                self.send_response(200)
                self.end_headers()
                for _ in range(300):
                    if self.endpoint.closing.wait(0.1):
                        break
                    self.wfile.write(b" ")
                    self.wfile.flush()
            case ["moved", target]:
                self.reply(302, Location=target)
            case _:
                raise AssertionError(fault)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone is what some tests want."""


@contextmanager
def serving(data: str, cap: int | None = None) -> Iterator[Endpoint]:
    """An endpoint with these triples (Turtle)."""
    endpoint = Endpoint(data, cap)
    handler = type("Bound", (Handler,), {"endpoint": endpoint})
    server = Server(("127.0.0.1", 0), handler)
    endpoint.url = f"http://127.0.0.1:{server.server_port}/sparql"
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
