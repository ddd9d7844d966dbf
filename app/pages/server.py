"""The pages of a dataset over HTTP, for browsers on this machine alone."""

from __future__ import annotations

import errno
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from socket import socket
from urllib.parse import unquote, urlsplit

from contragraph.app.pages.site import POLICY, Site, missing_page, render
from contragraph.graph.errors import InputError, StoreError

HOST = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost")
"""Names by which a browser may ask; under any other it was led here by a page from elsewhere."""
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
PLAIN = "text/plain; charset=utf-8"
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class PageServer(ThreadingHTTPServer):
    """A server of one site on the loopback address; port 0 lets the system choose.

    Raises:
        InputError: if the port is taken or may not be used.
    """

    daemon_threads = True

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                why = "is taken by another program" if error.errno == errno.EADDRINUSE else "needs other rights"
                raise InputError(f"Port {port} {why}; give another with --port (0 lets the system choose).") from None
            raise StoreError(f"Cannot listen on {HOST}, port {port}: {error.strerror}.") from None

    @property
    def url(self) -> str:
        """The address of the first page."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """Say nothing of browsers that stop listening; anything else is shown."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = "contragraph"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing; a person reads the terminal for the address."""

    def _answer(self) -> None:
        host = self.headers.get("Host", "")
        if host.partition(":")[0] not in NAMES:
            self._send(HTTPStatus.MISDIRECTED_REQUEST, PLAIN, b"Ask for 127.0.0.1 or localhost.\n")
            return
        address = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        try:
            page = render(self.server.site, address)
        except (InputError, OSError) as error:  # the dataset was changed or removed while it is served
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, PLAIN, f"{error}\n".encode())
            return
        if page is None:
            self._send(HTTPStatus.NOT_FOUND, TYPES[".html"], missing_page(self.server.site))
        else:
            self._send(HTTPStatus.OK, TYPES[PurePosixPath(address).suffix], page)

    def _send(self, status: HTTPStatus, kind: str, page: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(page)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)
