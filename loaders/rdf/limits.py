"""Limits of documents that a parser unfolds in memory, kept on the bytes before it sees them.

Few bytes can become very many: objects of JSON-LD within each other, each with all contexts around it, and entities of
XML that name each other. Real data has neither.
"""

from __future__ import annotations

import re
from typing import Protocol

import pyoxigraph as ox

from contragraph.graph.errors import InputError

DEEPEST = 200
"""Objects and lists of JSON within each other: data has fewer than twenty."""
LONGEST = 1_000
"""Bytes of an entity of XML, which is there to shorten the address of a vocabulary."""
_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_OPEN_QUOTE = re.compile(rb'"(?:[^"\\]|\\.)*+\\?\Z', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
_ENTITY = re.compile(rb"<!ENTITY\s[^>]*?([\"'])(.*?)\1", re.DOTALL)
_EXTERNAL = re.compile(rb"<!ENTITY\s[^>\"']*>")
_REFERENCE = re.compile(rb"[&%](?!#)\w")


class Readable(Protocol):
    """What can be read from."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""


class Limited:
    """Bytes of a document, refused where they would unfold to more than any data does.

    :raises InputError: while it is read, naming the file
    """

    def __init__(self, stream: Readable, kind: ox.RdfFormat, name: str) -> None:
        self._stream = stream
        self._name = name
        self._seen = self._nested if kind == ox.RdfFormat.JSON_LD else self._named
        self._left = b""
        self._depth = 0
        self.refused: InputError | None = None
        """Why no more is read: parsers do not hand on every error."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes, if they are within the limits."""
        chunk = self._stream.read(size)
        try:
            self._seen(chunk)
        except InputError as error:
            self.refused = error
            raise
        return chunk

    def _nested(self, chunk: bytes) -> None:
        text = _QUOTED.sub(b"", self._left + chunk)
        open_quote = _OPEN_QUOTE.search(text)
        # Of a string that goes on only its being open matters, and whether its last sign is an escape.
        self._left = b"" if open_quote is None else b'"\\' if _escapes(open_quote[0]) else b'"'
        for bracket in _BRACKET.findall(text[: open_quote.start()] if open_quote else text):
            self._depth += 1 if bracket in b"[{" else -1
            if self._depth > DEEPEST:
                raise InputError(
                    f"{self._name} has more than {DEEPEST} objects and lists within each other, which no data has; "
                    "if it is meant so, write it as N-Triples or Turtle first."
                )

    def _named(self, chunk: bytes) -> None:
        text = self._left + chunk
        for found in _ENTITY.finditer(text):
            if len(found[2]) > LONGEST or _REFERENCE.search(found[2]):
                raise InputError(
                    f"{self._name} defines entities of XML by each other, or longer than {LONGEST:,} bytes, which may "
                    "unfold to more than any memory holds; write them out, or load it as N-Triples or Turtle."
                )
        start = text.rfind(b"<!ENTITY")
        goes_on = start >= 0 and not _ENTITY.match(text, start) and not _EXTERNAL.match(text, start)
        begun = text[start:] if goes_on else text[-len(b"<!ENTITY") :]
        if len(begun) > 4 * LONGEST:
            raise InputError(f"{self._name} defines an entity of XML longer than {LONGEST:,} bytes; write it out.")
        self._left = begun if b"<" in begun else b""


def _escapes(text: bytes) -> bool:
    """Whether it ends with a backslash that is no escaped one."""
    return (len(text) - len(text.rstrip(b"\\"))) % 2 == 1
