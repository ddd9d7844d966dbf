"""Asking a SPARQL endpoint with good manners, and telling what went wrong in one sentence.

Endpoints of the open web are slow, busy, cut answers off, send web pages instead of results, or move. What may pass is
asked again after a while; the rest ends the load with a sentence. Redirects to other hosts are not followed.
"""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from importlib.metadata import version
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from SPARQLWrapper import JSON, POST, SPARQLWrapper

from contragraph.graph.errors import EndpointError, InputError
from contragraph.graph.waiting import retry_after

Term = tuple[str, str, str | None, str | None]
"""Kind (uri, literal, bnode), value, datatype as an IRI, language."""
Row = tuple[Term, ...]
Ask = Callable[[str], list[Row]]
"""From a query for ``?s ?p ?o`` to its rows."""
COLUMNS = ("s", "p", "o")
LARGEST = 256 << 20
"""Bytes of one answer at most: a page of a thousand rows has less than one million."""
BUSY = frozenset({429, 503})
PASSING = frozenset({408, 500, 502, 504})
"""Answers that may be others a moment later."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How an endpoint is asked: seconds to wait for a whole answer, tries, and seconds to stay away at most."""

    timeout: float = 90
    tries: int = 6
    longest_wait: float = 300
    first_wait: float = 1
    contact: str = ""
    """An address under which the keepers of the endpoint can reach you; it is sent with every request."""

    @property
    def agent(self) -> str:
        """How the program names itself."""
        contact = f"; {self.contact}" if self.contact else ""
        return f"contragraph/{version('contragraph')} (loads knowledge graphs{contact}) SPARQLWrapper/2"


class _AgainError(Exception):
    """Something that may pass; with the seconds after which the endpoint wants to be asked again, if it said so."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class _SameHost(HTTPRedirectHandler):
    """Follows redirects within one host, with the question; refuses others, and those from https to http."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request:
        """The request to make instead."""
        target = urljoin(req.full_url, newurl)
        old, new = urlsplit(req.full_url), urlsplit(target)
        if new.scheme not in {"http", "https"} or new.hostname != old.hostname or new.scheme < old.scheme:
            fp.close()
            raise _elsewhere(old.netloc, target)
        return Request(target, data=req.data, headers=dict(req.header_items()), method=req.get_method())

    http_error_308 = HTTPRedirectHandler.http_error_302


class _Wrapper(SPARQLWrapper):
    """SPARQLWrapper with an opener of ours for its requests."""

    opener = build_opener(_SameHost)
    seconds: float = 90

    def _query(self) -> tuple[Any, str]:
        return self.opener.open(self._createRequest(), timeout=self.seconds), self.returnFormat


def checked_endpoint(url: str) -> str:
    """The address if it may be one of an endpoint.

    :raises InputError: else
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InputError(f"{url} is no address of a SPARQL endpoint; give one that begins with https:// or http://.")
    if parts.username or parts.password:
        raise InputError("The address of an endpoint may hold no user name and password; such endpoints are not read.")
    return url


def client(url: str, manners: Manners | None = None) -> Ask:
    """What asks the endpoint at an address.

    It raises EndpointError when the endpoint cannot be reached, or fails again and again; InputError when it refuses
    the question, or there is no endpoint.

    :raises InputError: if the address is none of the web
    """
    checked_endpoint(url)
    kept = manners or Manners()
    host = urlsplit(url).netloc

    def ask(query: str) -> list[Row]:
        reason, wait = "", 0.0
        for attempt in range(kept.tries):
            time.sleep(wait)
            try:
                return rows_of(_fetched(url, query, kept))
            except _AgainError as error:
                reason = str(error)
                wait = kept.first_wait * 2**attempt if error.wait is None else error.wait
                if wait > kept.longest_wait:
                    raise EndpointError(
                        f"The endpoint {host} wants to be left alone for {wait:,.0f} seconds; run the same command "
                        "again after that: it asks only for what is missing."
                    ) from None
        times = f"{kept.tries} times in a row" if kept.tries > 1 else "once"
        raise EndpointError(
            f"The endpoint {host} {reason}, {times}; run the same command again later: "
            "it asks only for what is missing."
        )

    return ask


def _fetched(url: str, query: str, manners: Manners) -> bytes:
    """The body of the answer to one question."""
    wrapper = _Wrapper(url, returnFormat=JSON, agent=manners.agent)
    wrapper.setMethod(POST)
    wrapper.setOnlyConneg(True)
    wrapper.seconds = manners.timeout
    wrapper.setQuery(query)
    end = time.monotonic() + manners.timeout
    slow = f"has not answered within {manners.timeout:g} seconds"
    try:
        with wrapper.query().response as response:
            body = bytearray()
            while piece := response.read1(1 << 16):
                body += piece
                if time.monotonic() > end:
                    raise _AgainError(slow)
                if len(body) > LARGEST:
                    raise EndpointError(f"The endpoint {urlsplit(url).netloc} sends an answer without end.")
            expected = response.headers.get("Content-Length")
            if expected and expected.isdigit() and len(body) < int(expected):
                raise _AgainError("cuts its answers off")
            return bytes(body)
    except HTTPError as error:
        raise _refusal(url, error) from None
    except TimeoutError:
        raise _AgainError(slow) from None
    except URLError as error:
        raise _unreached(url, error.reason, slow) from None
    except (HTTPException, ConnectionError, ssl.SSLError):
        raise _AgainError("cuts the connection") from None


def _elsewhere(host: str, target: str) -> EndpointError:
    """What to say of a redirect that is not followed."""
    return EndpointError(
        f"The endpoint {host} sends us on to {target}, another host or an unsafe address, which is not followed; "
        "if you trust it, give that address instead."
    )


def _refusal(url: str, error: HTTPError) -> Exception:
    """What an answer with an error code means."""
    host = urlsplit(url).netloc
    with error:
        try:
            said = " ".join(error.read(2000).decode("utf-8", "replace").split())[:200]
        except (OSError, HTTPException):
            said = ""
    if 300 <= error.code < 400:
        return _elsewhere(host, error.headers.get("Location", "somewhere"))
    if error.code in BUSY:
        return _AgainError(f"is busy (HTTP {error.code})", retry_after(error.headers.get("Retry-After")))
    if error.code in PASSING:
        return _AgainError(f"fails (HTTP {error.code})")
    if error.code in {401, 403}:
        return EndpointError(f"The endpoint {host} does not let us in (HTTP {error.code}); see its terms of use.")
    if error.code in {404, 405, 410, 415}:
        return InputError(f"There is no SPARQL endpoint at {url} (HTTP {error.code}); check the address.")
    said = f": {said}" if said and not said.startswith("<") else ""
    return EndpointError(f"The endpoint {host} refuses the question (HTTP {error.code}){said}")


def _unreached(url: str, reason: object, slow: str) -> Exception:
    """What it means that no connection came about."""
    host = urlsplit(url).netloc
    if isinstance(reason, TimeoutError):
        return _AgainError(slow)
    if isinstance(reason, socket.gaierror):
        return EndpointError(f"The host {host} is not known, or there is no network; check the address.")
    if isinstance(reason, ssl.SSLCertVerificationError):
        return EndpointError(f"The endpoint {host} has no certificate that can be trusted; it is not read.")
    return _AgainError("cannot be reached")


def rows_of(body: bytes) -> list[Row]:
    """The rows of an answer in the JSON of SPARQL.

    Unbound variables make a row useless; it is left out.
    """
    start = body.lstrip()[:100].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise _AgainError("sends a web page instead of results")
    if start.startswith(b"<"):
        raise EndpointError("The endpoint sends XML where JSON was asked for; such endpoints are not read.")
    try:
        answer = json.loads(body)
        found = [tuple(_term(row[name]) for name in COLUMNS) for row in answer["results"]["bindings"] if len(row) == 3]
    except (ValueError, RecursionError):
        raise _AgainError("sends answers that are cut off, or no JSON") from None
    except (KeyError, TypeError, AttributeError):
        raise EndpointError("The endpoint sends JSON that holds no results of a query; is it one for SPARQL?") from None
    return found


def _term(node: dict[str, str]) -> Term:
    kind = "literal" if node["type"] == "typed-literal" else node["type"]
    language = node.get("xml:lang")
    value = node["value"]
    if not value.isprintable():
        # Half a surrogate pair is no text.
        value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return (kind, value, node.get("datatype"), language.lower() if language else None)
