"""The cache of answers: one SQLite file, one row for each request, safe for several processes at once.

An answer is committed before it is used, so that a run that is killed never pays for it again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from contragraph.graph.errors import InputError, StoreError

APPLICATION = 0x63676D61
"""Marks the file as ours."""
OTHER = "name another with --cache FILE"
LAYOUT = 1
TABLE = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"
BUSY = 60_000
"""Milliseconds to wait for another process."""

Finish = Literal["stop", "length", "refused", "empty"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered to one request, with what it counted and cost (tokens, USD)."""

    text: str
    finish: Finish
    served: str
    """The model as the server names it."""
    tokens_in: int
    tokens_out: int
    cost: float


def default_place() -> Path:
    """The file in the user's own folder of caches."""
    if os.environ.get("XDG_CACHE_HOME"):
        folder = Path(os.environ["XDG_CACHE_HOME"])
    elif sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        folder = Path(os.environ["LOCALAPPDATA"])
    else:
        folder = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return folder / "contragraph" / "answers.sqlite"


def request_key(request: object) -> str:
    """The hash of a request (JSON values): equal requests have equal keys on every machine."""
    return hashlib.sha256(json.dumps(request, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class Cache:
    """The answers in a file, which is made where there is none.

    :raises InputError: if the file is something else
    :raises StoreError: if it cannot be opened, read or written
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=BUSY / 1000, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The cache of answers {path} cannot be opened ({error}); {OTHER}.") from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self.close()
            raise self._failed(error) from None
        except InputError:
            self.close()
            raise

    def _prepare(self) -> None:
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (layout,) = self._file.execute("PRAGMA user_version").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application not in (0, APPLICATION) or (application == 0 and tables):
            raise InputError(f"{self.path} is a database of another program; {OTHER}.")
        if layout > LAYOUT:
            raise InputError(f"{self.path} was written by a newer version of contragraph; {OTHER}.")
        self._file.execute("PRAGMA journal_mode = WAL")
        # A commit survives the end of the process, however it ends; after a power cut the last few may be missing.
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute(TABLE)
        self._file.execute(f"PRAGMA application_id = {APPLICATION}")
        self._file.execute(f"PRAGMA user_version = {LAYOUT}")
        self._file.execute("COMMIT")

    def _failed(self, error: sqlite3.Error) -> InputError | StoreError:
        if isinstance(error, sqlite3.OperationalError):
            return StoreError(f"The cache of answers {self.path} cannot be used ({error}); try again, or {OTHER}.")
        return InputError(f"{self.path} is no cache of answers, or broken ({error}); move it away, or {OTHER}.")

    def get(self, key: str) -> Reply | None:
        """The answer to a request, if there is one."""
        try:
            row = self._file.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise self._failed(error) from None
        try:
            return Reply(**json.loads(row[0])) if row else None
        except (TypeError, ValueError):
            raise InputError(
                f"{self.path} holds an answer that cannot be read; move the file away, or {OTHER}."
            ) from None

    def put(self, key: str, reply: Reply) -> Reply:
        """Keep an answer; returns the one that is kept, which is that of another process if it was faster."""
        try:
            added = self._file.execute(
                "INSERT INTO answers VALUES (?, ?) ON CONFLICT DO NOTHING", (key, json.dumps(asdict(reply)))
            ).rowcount
        except sqlite3.Error as error:
            raise self._failed(error) from None
        return reply if added else self.get(key) or reply

    def close(self) -> None:
        """Release the file; closing twice is fine."""
        self._file.close()
