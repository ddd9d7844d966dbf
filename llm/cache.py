"""The cache of answers: one SQLite file, one row for each request, safe for several processes at once.

An answer is on the disk before it is used, so that a run that is killed, or a machine that loses power, never pays for
it again. Answers that come together are committed together, in a thread: a commit waits for the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from contragraph.graph.errors import ContragraphError, InputError, StoreError

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
    likely: tuple[tuple[str, float], ...] = ()
    """How likely each token was that the question is among: natural logarithms."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer on its way to the disk."""

    key: str
    reply: Reply
    done: asyncio.Future[Reply]


def _kept(reply: Reply) -> dict[str, object]:
    """A reply as the file has it; a key that came later is left out where it says nothing."""
    kept = asdict(reply)
    if not reply.likely:
        del kept["likely"]
    return kept


def _reply(kept: dict[str, Any]) -> Reply:
    likely = tuple((str(token), float(value)) for token, value in kept.pop("likely", ()))
    return Reply(**kept, likely=likely)


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
        self._waiting: list[Kept] = []
        self._writing: asyncio.Task[None] | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._opened()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The cache of answers {path} cannot be opened ({error}); {OTHER}.") from None
        try:
            self._prepare()
            # One more to read from, which never waits for the writer.
            self._reader = self._opened()
        except sqlite3.Error as error:
            self._file.close()
            raise self._failed(error) from None
        except InputError:
            self._file.close()
            raise

    def _opened(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=BUSY / 1000, isolation_level=None, check_same_thread=False)

    def _prepare(self) -> None:
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (layout,) = self._file.execute("PRAGMA user_version").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application not in (0, APPLICATION) or (application == 0 and tables):
            raise InputError(f"{self.path} is a database of another program; {OTHER}.")
        if layout > LAYOUT:
            raise InputError(f"{self.path} was written by a newer version of contragraph; {OTHER}.")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
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
            return self._read(self._reader, key)
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def _read(self, file: sqlite3.Connection, key: str) -> Reply | None:
        row = file.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        try:
            return _reply(json.loads(row[0])) if row else None
        except (AttributeError, TypeError, ValueError):
            raise InputError(f"{self.path} holds an answer that cannot be read; {OTHER}.") from None

    def put(self, key: str, reply: Reply) -> asyncio.Future[Reply]:
        """Keep an answer, whoever waits for it.

        The future has the one that is kept, which is that of another process if it was faster.
        """
        kept = Kept(key, reply, asyncio.get_running_loop().create_future())
        # Whoever waited may be gone; then an error is nobody's.
        kept.done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._waiting.append(kept)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return kept.done

    async def settled(self) -> None:
        """Wait until all that was put is on the disk."""
        if self._writing is not None:
            await asyncio.shield(self._writing)

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                replies = await asyncio.to_thread(self._commit, batch)
            except ContragraphError as error:
                for kept in batch:
                    if not kept.done.done():
                        kept.done.set_exception(error)
            else:
                for kept, reply in zip(batch, replies, strict=True):
                    if not kept.done.done():
                        kept.done.set_result(reply)

    def _commit(self, batch: list[Kept]) -> list[Reply]:
        """Write a batch in one transaction; the answers that are in the file now."""
        replies = []
        try:
            self._file.execute("BEGIN IMMEDIATE")
            for kept in batch:
                row = (kept.key, json.dumps(_kept(kept.reply)))
                added = self._file.execute("INSERT INTO answers VALUES (?, ?) ON CONFLICT DO NOTHING", row).rowcount
                replies.append(kept.reply if added else self._read(self._file, kept.key) or kept.reply)
            self._file.execute("COMMIT")
        except (sqlite3.Error, InputError) as error:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise (self._failed(error) if isinstance(error, sqlite3.Error) else error) from None
        return replies

    def close(self) -> None:
        """Release the file; closing twice is fine."""
        self._reader.close()
        self._file.close()
