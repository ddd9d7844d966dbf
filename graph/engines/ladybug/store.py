"""The embedded engine: a Ladybug file, one writer or many readers at a time.

Neighbourhoods are asked for one entity at a time, which is faster here than one large query. A KG is loaded by
building a new file beside the old one (see ``ladybug_load``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import stat_result
from pathlib import Path
from typing import TYPE_CHECKING, cast

from contragraph import cypher
from contragraph.cypher import Row, Value
from contragraph.graph.engines.base import CypherStore, Dicts, EngineName, T, object_of
from contragraph.graph.engines.ladybug.file import HELPER_BYTES, LadybugFile
from contragraph.graph.engines.ladybug.reading import demand_inside, demand_params
from contragraph.graph.engines.ladybug.write import append
from contragraph.graph.engines.removal import Ask
from contragraph.graph.errors import ContragraphError, QueryError, StoreError, StoreMissingError
from contragraph.graph.lock import StoreLock
from contragraph.graph.model import Fact, Order
from contragraph.graph.stopping import unstopped
from contragraph.graph.store import Direction, KgInfo, Opener, Staging
from contragraph.graph.tables.rows import Rows
from contragraph.graph.tables.schema import SAME_AS

if TYPE_CHECKING:
    import polars as pl

    from contragraph.graph.engines.ladybug.load import Build

FEW = 500
"""Up to this degree an entity's facts are fetched whole."""


UNFINISHED = (".wal.checkpoint", ".shadow")
"""How files end beside a store that are there only while a checkpoint is made."""


def _finish_writing(path: Path) -> None:
    """Bring a store into order whose writer was ended in the middle of a checkpoint: the engine reads none such.

    :raises StoreLockedError: if another process has it open
    :raises StoreError: if this process may not write it
    """
    if not any(path.with_name(path.name + ending).exists() for ending in UNFINISHED):
        return
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise StoreError(
            f"The store {path} was left in the middle of writing, and cannot be mended where nothing may be written: "
            "copy it with all files whose names begin like its own, and read the copy."
        )
    LadybugStore(path).close()


class LadybugStore(CypherStore):
    """A store in a Ladybug file."""

    engine: EngineName = "ladybug"

    def __init__(
        self,
        path: Path,
        *,
        create: bool = False,
        read_only: bool = False,
        lock: StoreLock | None = None,
        pages: int | None = None,
    ) -> None:
        super().__init__(f"ladybug:{path}")
        self._path, self._read_only, self._pages = path, read_only, pages
        self._file: LadybugFile | None = None
        self._literals: bool | None = None
        self._start: tuple[str, tuple[int, ...], Build] | None = None
        self._made = False
        if path.is_dir():
            raise StoreError(f"{path} is a folder, not a store: give the path of a file.")
        if not path.exists() and (read_only or not create):
            raise StoreMissingError(f"There is no store at {path}: load a KG first, or give another --store.")
        if not path.parent.is_dir():
            raise StoreMissingError(f"There is no folder {path.parent} for the store: make it, or give another path.")
        if read_only and lock is None:
            _finish_writing(path)
        self._lock = lock or StoreLock(path, shared=read_only)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        from contragraph.graph.engines.ladybug.load import build, remove_leftovers
        from contragraph.graph.engines.ladybug.migrate import migrate_file
        from contragraph.graph.engines.layout import demand_layout, say_migrated

        if not self._read_only:
            remove_leftovers(self._path)
        if not self._path.exists():
            build(self._path, lambda new: None)
            self._made = True
        self._file = LadybugFile(self._path, read_only=self._read_only, pages=self._pages)
        layout = self._file.layout()
        if layout is None:
            raise StoreError(f"{self._path} is a Ladybug file but no contragraph store: give another path.")
        if demand_layout(self._path, layout, read_only=self._read_only):
            self._file.do("store.checkpoint")  # the copy has the file alone, without its log
            self._file.close()
            build(self._path, migrate_file, of_old=True)
            self._file = LadybugFile(self._path)
            say_migrated(self._path)

    def close(self) -> None:
        """Release file and lock; what was written moves from the log into the file."""
        self._end()

    def opener(self) -> Opener:
        """What opens the same file once more, to read, in a process that is forked from this one and holds no lock."""
        if not self._read_only:
            self._open_file.do("store.checkpoint")  # what is in the log alone would not be seen
        path, lock, holder = self._path, self._lock, os.getpid()

        def open_again() -> LadybugStore:
            if os.getpid() != holder:
                lock.release()  # its copy alone: else the store would stay locked if this one is killed first
            return LadybugStore(path, read_only=True, lock=lock, pages=HELPER_BYTES)

        return open_again

    def give_up(self) -> None:
        """Release file and lock; a file that was made when it was opened, and to which nothing came, is removed."""
        self._end(remove=self._made)

    def _end(self, *, remove: bool = False) -> None:
        try:
            self._forget_start()
            if self._file is not None:
                if not self._read_only and not remove:
                    self._file.do("store.checkpoint")
                self._file.close()
        finally:
            self._file = None
            if remove:
                # Still under the lock: nobody else has found the empty store meanwhile.
                for path in (self._path, self._path.with_name(self._path.name + ".wal")):
                    path.unlink(missing_ok=True)
                self._made = False
            self._lock.release()

    @property
    def _open_file(self) -> LadybugFile:
        if self._file is None:
            raise StoreError(f"The store {self._path} is closed: open it again.")
        return self._file

    def _fetch(self, text: str, params: Mapping[str, object]) -> Dicts:
        if any(isinstance(value, list) and not value for value in params.values()):
            return []  # the engine cannot tell the type of an empty list
        return self._open_file.fetch(text, params)

    def _stream(self, text: str, params: Mapping[str, object]) -> Iterator[Row]:
        return self._open_file.stream(text, params)

    def _table(self, name: str, **params: object) -> pl.DataFrame:
        import polars as pl

        return cast("pl.DataFrame", pl.from_arrow(self._open_file.arrow(cypher.get(name, "ladybug").text, params)))

    def _part(self, name: str, **params: object) -> pl.DataFrame:
        return self._table(name, **params)

    def _type(self, relation: str) -> str:
        return "FACT"

    # -- loading -----------------------------------------------------------------------------------------

    def head_start(self, staging: Staging) -> None:
        """Begin a new file with the entities of a KG; see the protocol."""
        from contragraph.graph.engines.ladybug.load import Build, fill_entities

        self._forget_start()
        if self._read_only:
            return
        start = None
        try:
            table = staging.table("entities").stat()
            start = Build(self._path)
            fill_entities(start.file, self._open_file, staging)
        except (ContragraphError, OSError):
            # The load will meet it again, and say it where it is expected.
            if start is not None:
                start.drop()
            return
        self._start = (staging.kg, _identity(table), start)

    def _started(self, staging: Staging) -> Build | None:
        """The new file that has the entities of just this staged KG already, if there is one."""
        if self._start is None:
            return None
        kg, table, start = self._start
        try:
            fits = (kg, table) == (staging.kg, _identity(staging.table("entities").stat()))
        except OSError:
            fits = False
        if not fits:
            self._forget_start()
            return None
        self._start = None
        return start

    def _forget_start(self) -> None:
        if self._start is not None:
            self._start[2].drop()
            self._start = None

    def load(self, staging: Staging) -> KgInfo:
        """Build a new file with the staged KG and all else of the old one, and put it in the old one's place."""
        from contragraph.graph.engines.ladybug.load import Build, fill

        self._writable()
        old = self._open_file
        started = self._started(staging)
        new = started or Build(self._path)
        try:
            info = fill(new.file, old, staging, has_entities=started is not None)
            new.finish(self._settle)
        finally:
            new.drop()
        self._made = False
        self._complete.clear()
        self._literals = None
        self._file = LadybugFile(self._path)
        return info

    def _settle(self) -> None:
        """Bring everything into the old file and close it, just before it is replaced."""
        self._open_file.do("store.checkpoint")
        self._open_file.close()
        self._file = None

    def _writable(self) -> None:
        if self._read_only:
            raise StoreError(f"The store {self._path} is open for reading only: open it for writing.")

    # -- reading -----------------------------------------------------------------------------------------

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, in seeded order."""
        found: dict[str, list[Fact]] = {}
        wanted = list(dict.fromkeys(ids))
        text = cypher.get(f"kg.all_{direction}", "ladybug").text
        fetched = self._open_file.fetch_each(text, [{"id": each, "limit": FEW + 1} for each in wanted])
        for each, some in zip(wanted, fetched, strict=True):
            if len(some) <= FEW:
                # Sorting a handful of rows in the engine takes four times as long.
                rows = [row for row in some if hidden or not row["hidden"]]
                rows.sort(key=lambda row: (order.key(row["rank"]), row["relation"], row["other"]))
            else:
                rows = self._many(each, direction, order, limit, hidden)
            if direction == "in":
                found[each] = [
                    Fact(row["other"], row["relation"], each, row["rank"], row["valid_from"], row["valid_to"])
                    for row in rows[:limit]
                ]
                continue
            if self._has_literals():
                of = {"id": each, "a": order.a, "b": order.b, "limit": limit}
                rows += self._rows("kg.facts_literal", **of)
                rows.sort(key=lambda row: (order.key(row["rank"]), row["relation"], row["other"]))
            found[each] = [
                Fact(each, row["relation"], object_of(row), row["rank"], row["valid_from"], row["valid_to"])
                for row in rows[:limit]
            ]
        return found

    def _many(self, each: str, direction: Direction, order: Order, limit: int, hidden: bool) -> Dicts:
        """The first facts of a well connected entity, sorted and cut by the engine."""
        of = {"id": each, "a": order.a, "b": order.b, "limit": limit, "hidden": hidden}
        return self._rows(f"kg.facts_{direction}", **of)

    def _has_literals(self) -> bool:
        if self._literals is None:
            self._literals = bool(self._rows("store.has_literals"))
        return self._literals

    def query(self, text: str, /, **params: Value) -> Iterator[Row]:
        """Run any read-only Cypher.

        The file is opened a second time for reading only, where the engine refuses every write; a read-only
        transaction would not do, since the text may end it. Nothing writes meanwhile: we hold the lock.

        :raises QueryError: if the engine does not accept the query.
        """
        demand_inside(text)
        demand_params(text, params)
        file = self._open_file
        try:
            if self._read_only:
                return file.stream(text, params)
            file.do("store.checkpoint")
            file = LadybugFile(self._path, read_only=True)
            try:
                return iter(file.fetch(text, params))
            finally:
                file.close()
        except StoreError as error:
            raise QueryError(str(error)) from error

    # -- writing -----------------------------------------------------------------------------------------

    def write(self, rows: Rows) -> None:
        """Store rows of what was made in one transaction; those that are there already stay as they are."""
        self._atomically(lambda ask: append(self._open_file, rows))
        # The engine keeps memory of every copy until the file is closed: half a gigabyte for a thousand pairs.
        self._open_file.close()
        self._file = LadybugFile(self._path)
        if "Literal" in rows.nodes:
            self._literals = None

    def _write_links(self, links: pl.DataFrame) -> None:
        self._atomically(lambda ask: self._open_file.copy_relationships(SAME_AS, "Entity", "Entity", links.to_arrow()))

    def _atomically(self, work: Callable[[Ask], T]) -> T:
        with unstopped():  # the engine crashes when it takes back what was copied into an empty table
            return self._in_transaction(work)

    def _in_transaction(self, work: Callable[[Ask], T]) -> T:
        self._writable()
        self._made = False
        file = self._open_file
        file.do("store.begin")
        try:
            result = work(self._rows)
            file.do("store.commit")
            file.do("store.checkpoint")
        except BaseException:
            # A failed copy has rolled back already; a fresh connection starts from what was committed.
            file.close()
            self._file = LadybugFile(self._path)
            raise
        return result


def _identity(table: stat_result) -> tuple[int, ...]:
    """What tells a file from others and from itself before it was written again, whatever it is called."""
    return table.st_dev, table.st_ino, table.st_size, table.st_mtime_ns
