"""Who may use the pages: browsers of this machine with a token, and forms of the pages themselves.

Each reviewer gets a link with a token. Following it sets a cookie, which is all that further requests are known by.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
"""Names by which a browser may ask; under any other it was led here by a page from elsewhere."""
MOST_BYTES = 1 << 16
"""Of a form; the longest text fits."""
FORM = "application/x-www-form-urlencoded"
OPEN = ("/style.css", "/review.css", "/icon.svg", "/keys.js")
"""What needs no cookie, since it is the same for everybody."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Access:
    """The tokens of one server. ``port`` names the cookie, since browsers share cookies between ports."""

    port: int
    reviewers: tuple[str, ...]
    links: Mapping[str, str]
    """The reviewer of each token in a link."""
    sessions: Mapping[str, str]
    """The reviewer of each cookie."""
    secret: bytes = field(repr=False)

    @classmethod
    def of(cls, port: int, reviewers: Iterable[str]) -> Access:
        """New tokens for the reviewers."""
        names = tuple(reviewers)
        links = {token_urlsafe(24): name for name in names}
        return cls(port, names, links, {token_urlsafe(32): name for name in names}, token_urlsafe(32).encode())

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return f"contragraph-review-{self.port}"

    def urls(self) -> dict[str, str]:
        """The link of each reviewer."""
        return {name: f"http://{HOST}:{self.port}/?token={token}" for token, name in self.links.items()}

    def form_token(self, reviewer: str) -> str:
        """What a form of a reviewer's page carries."""
        return hmac.new(self.secret, reviewer.encode(), sha256).hexdigest()

    def session_of(self, reviewer: str) -> str:
        """The cookie of a reviewer."""
        return next(session for session, name in self.sessions.items() if name == reviewer)


def _found(known: Mapping[str, str], given: str) -> str | None:
    """The reviewer of a token, compared in constant time."""
    found = None
    for token, name in known.items():
        if hmac.compare_digest(token.encode(), given.encode("utf-8", "replace")):
            found = name
    return found


class Guard:
    """Lets a request through to the pages, with its reviewer noted, or answers it with a refusal."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._refusal(scope) or self._entrance(scope)
        await (answer or self._app)(scope, receive, sending)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        names = {f"{name}:{self._access.port}" for name in NAMES}
        if headers.get("host", "") not in names:
            return _plain(HTTPStatus.MISDIRECTED_REQUEST, "Ask for 127.0.0.1 or localhost.")
        if scope["method"] == "POST":
            return self._refused_form(headers)
        if scope["method"] not in ("GET", "HEAD"):
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED, "There is nothing of that kind.")
        return None

    def _refused_form(self, headers: Headers) -> Response | None:
        length = headers.get("content-length", "")
        if not length.isdecimal():
            return _plain(HTTPStatus.LENGTH_REQUIRED, "Say how long the form is.")
        if int(length) > MOST_BYTES:
            return _plain(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A form may have {MOST_BYTES:,} bytes at most.")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
            return _plain(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send the form as the pages do.")
        own = f"http://{headers['host']}"
        origin, referer = headers.get("origin"), headers.get("referer")
        came = origin if origin is not None else _origin(referer or "")
        if came != own or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return _plain(HTTPStatus.FORBIDDEN, "This form is not from these pages; nothing was noted.")
        return None

    def _entrance(self, scope: Scope) -> Response | None:
        if scope["path"] in OPEN:
            return None
        token = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])[0]
        if scope["path"] == "/" and token:
            name = _found(self._access.links, token)
            if name is None:
                return _plain(HTTPStatus.FORBIDDEN, "This link is not valid any more: take the one in the terminal.")
            answer = RedirectResponse("/", HTTPStatus.SEE_OTHER)
            session = self._access.session_of(name)
            answer.set_cookie(self._access.cookie, session, httponly=True, samesite="strict", path="/")
            return answer
        name = self._known(Headers(scope=scope).get("cookie", ""))
        if name is None:
            return _plain(HTTPStatus.FORBIDDEN, "Open the link that `contragraph review` printed in the terminal.")
        state: dict[str, Any] = scope.setdefault("state", {})
        state["reviewer"] = name
        return None

    def _known(self, cookie: str) -> str | None:
        try:
            morsel = SimpleCookie(cookie).get(self._access.cookie)
        except CookieError:
            return None
        return None if morsel is None else _found(self._access.sessions, morsel.value)


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _plain(status: HTTPStatus, said: str) -> Response:
    return PlainTextResponse(said + "\n", status)
