"""Where a store is: ``ladybug:PATH`` or the address of a Neo4j server, checked before anything is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from contragraph.graph.errors import InputError

DEFAULT = "ladybug:./contragraph.lbug"
SCHEMES = ("neo4j", "neo4j+s", "bolt", "bolt+s")


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address. Credentials come from the environment and are never shown."""

    engine: Literal["ladybug", "neo4j"]
    text: str
    """The address as a message may show it."""
    path: Path = Path()
    """The file of the embedded store."""
    username: str = ""
    password: str = field(default="", repr=False)
    database: str | None = None


def parse_address(text: str | None = None) -> Address:
    """The address given, or that of ``$CONTRAGRAPH_STORE``, or the default file in the working folder.

    :raises InputError: if it is no such address, holds a password, or a Neo4j password is not set.
    """
    text = text or os.environ.get("CONTRAGRAPH_STORE") or DEFAULT
    scheme, colon, rest = text.partition(":")
    if colon and scheme == "ladybug":
        if not rest or rest.endswith("/"):
            raise InputError("The store address ladybug: needs the path of a file, as in ladybug:./my.lbug.")
        return Address("ladybug", text, path=Path(rest))
    if colon and scheme in SCHEMES:
        return _server(text)
    raise InputError(
        f"{_without_secrets(text)} is no store address: use ladybug:PATH, or "
        f"{', '.join(s + '://HOST' for s in SCHEMES)}."
    )


def _server(text: str) -> Address:
    parts = urlsplit(text)
    if "@" in text.partition("://")[2].partition("?")[0]:
        raise InputError(
            "The store address must not hold a user or password: set NEO4J_USERNAME and NEO4J_PASSWORD instead."
        )
    try:
        named = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        named = None
    if not named or parts.path not in ("", "/"):
        raise InputError(f"{text} is no server address: use {parts.scheme}://HOST or {parts.scheme}://HOST:PORT.")
    password = os.environ.get("NEO4J_PASSWORD", "")
    if not password:
        raise InputError(f"No password for {text}: set NEO4J_PASSWORD (and NEO4J_USERNAME if it is not neo4j).")
    return Address(
        "neo4j",
        text,
        username=os.environ.get("NEO4J_USERNAME") or "neo4j",
        password=password,
        database=os.environ.get("NEO4J_DATABASE") or None,
    )


def _without_secrets(text: str) -> str:
    return "…@" + text.rpartition("@")[2] if "@" in text else repr(text)
