"""The answers of an endpoint, kept in a file, so that a load that was stopped asks only for what is missing."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from contragraph.graph.errors import InputError, StoreError
from contragraph.loaders.sparql.client import Ask, Row

FORM = "contragraph SPARQL answers 1"


class Answers:
    """A file with one answer a line; an answer counts when its line is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept = 0
        """Answers that were there when the file was opened."""
        self.asked = 0
        self._places: dict[str, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("a+b")
            try:
                self._read()
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise StoreError(f"The file {path} cannot be written ({error.strerror}); choose another place.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _read(self) -> None:
        """Note where answers stand, and cut off a line that a kill left unfinished."""
        self._file.seek(0)
        place = 0
        for number, line in enumerate(self._file):
            try:
                content = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                content = None
            if number == 0 and content is not None and content != {"form": FORM}:
                raise InputError(f"{self.path} is no file of answers of an endpoint; choose another name for it.")
            if content is None:
                if number == 0 and not line.startswith(b'{"form"'[: len(line)]):
                    raise InputError(f"{self.path} is no file of answers of an endpoint; choose another name for it.")
                break
            if number:
                self._places[content["ask"]] = place
            place += len(line)
        self._file.truncate(place)
        self._file.seek(place)
        if not place:
            self._write({"form": FORM})
        self.kept = len(self._places)

    def _write(self, content: object) -> None:
        self._file.seek(0, 2)
        self._file.write(json.dumps(content, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def asking(self, url: str, ask: Ask) -> Ask:
        """An ``Ask`` that looks here first and keeps what it had to ask for."""

        def kept(query: str) -> list[Row]:
            key = hashlib.blake2b(f"{url}\n{query}".encode(), digest_size=12).hexdigest()
            if key in self._places:
                self._file.seek(self._places[key])
                return [tuple(tuple(term) for term in row) for row in json.loads(self._file.readline())["rows"]]
            rows = ask(query)
            try:
                self._file.seek(0, 2)
                place = self._file.tell()
                self._write({"ask": key, "rows": rows})
            except OSError as error:
                raise StoreError(f"The file {self.path} cannot be written ({error.strerror}); free space.") from error
            self._places[key] = place
            self.asked += 1
            return rows

        return kept
