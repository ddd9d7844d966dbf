"""An open file of the embedded engine: sends queries, copies tables, and turns what goes wrong into our errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from contragraph import cypher
from contragraph.cypher import Row, Value
from contragraph.graph.engines.base import Dicts
from contragraph.graph.engines.ladybug.reading import complaint
from contragraph.graph.errors import PageCacheError, StoreError
from contragraph.graph.store import LAYOUT_VERSION

if TYPE_CHECKING:
    import ladybug
    import pyarrow as pa

BUFFER_BYTES = 9 << 28
"""Upper limit of the page cache; the engine's own default is four fifths of the machine's memory."""
HELPER_BYTES = 1 << 30
"""The same of a process that reads what is around some entities beside another one."""
READERS = 2
"""Connections that read neighbourhoods at the same time."""
WORTH_SHARING = 12
"""Queries at once from which sharing them out is faster."""


class LadybugFile:
    """An open database file with one connection: sends queries, copies tables, translates errors."""

    def __init__(self, path: Path, *, read_only: bool = False, pages: int | None = None) -> None:
        import ladybug

        self.path, self._pages = path, pages or BUFFER_BYTES
        self._copies = 0
        try:
            # Copies are not logged: only a checkpoint makes them last. The automatic one takes a second per
            # commit, so writers make their own.
            self._database: Any = ladybug.Database(
                str(path), buffer_pool_size=self._pages, read_only=read_only, auto_checkpoint=False
            )
            self._connection: ladybug.Connection = ladybug.Connection(self._database)
            self._readers = [ladybug.Connection(self._database, num_threads=1) for _ in range(READERS)]
        except Exception as error:  # the engine raises RuntimeError and std exceptions of many kinds
            if "not a valid" in str(error):
                message = f"{path} is not a contragraph store (no Ladybug file): give another path."
                raise StoreError(message) from error
            raise StoreError(f"The store {path} cannot be opened: {complaint(error)}.") from error

    def fetch(self, text: str, params: Mapping[str, object], connection: ladybug.Connection | None = None) -> Dicts:
        """The rows of a query of one statement, as dicts."""
        try:
            result = (connection or self._connection).execute(text, dict(params))
            with result if not isinstance(result, list) else result[-1] as rows:
                return cast("Dicts", rows.rows_as_dict().get_all())
        except (RuntimeError, IndexError, MemoryError) as error:
            raise _translated(self.path, error, self._pages) from error

    def stream(self, text: str, params: Mapping[str, object]) -> Iterator[Row]:
        """The rows of a query as they are used; a query that is wrong is refused at once."""
        try:
            result = self._connection.execute(text, dict(params))
        except (RuntimeError, IndexError, MemoryError) as error:
            raise _translated(self.path, error, self._pages) from error
        rows = result if not isinstance(result, list) else result[-1]

        def each() -> Iterator[Row]:
            with rows:
                names = rows.get_column_names()
                while rows.has_next():
                    yield dict(zip(names, map(_plain, cast("list[Any]", rows.get_next()))))

        return each()

    def fetch_each(self, text: str, params: Sequence[Mapping[str, object]]) -> list[Dicts]:
        """The rows of one reading query for each of many parameters, in their order.

        The engine lets go of Python while it reads, so two connections are faster than one.
        """
        if len(params) < WORTH_SHARING:
            return [self.fetch(text, each) for each in params]

        def share(reader: int) -> list[Dicts]:
            return [self.fetch(text, each, self._readers[reader]) for each in params[reader::READERS]]

        with ThreadPoolExecutor(READERS) as pool:
            shares = list(pool.map(share, range(READERS)))
        return [shares[place % READERS][place // READERS] for place in range(len(params))]

    def arrow(self, text: str, params: Mapping[str, object], connection: ladybug.Connection | None = None) -> pa.Table:
        """The rows of a query as an Arrow table."""
        try:
            result = (connection or self._connection).execute(text, dict(params))
            with result if not isinstance(result, list) else result[-1] as rows:
                return rows.get_as_arrow(-1)
        except RuntimeError as error:
            raise _translated(self.path, error, self._pages) from error

    def do(self, name: str, **params: object) -> None:
        """Run a named query whose rows do not matter."""
        self.fetch(cypher.get(name, "ladybug").text, params)

    def copy_nodes(self, label: str, table: pa.Table) -> None:
        """Append nodes."""
        self._copy_table("store.copy_nodes", table, table=label)

    def copy_relationships(self, type_: str, source: str, target: str, table: pa.Table) -> None:
        """Append relationships: ids of both ends, then properties."""
        self._copy_table("store.copy_relationships", table, table=type_, source=source, target=target)

    def _copy_table(self, name: str, rows: pa.Table, **names: str) -> None:
        """Append a table by way of a file: for one in memory the engine imports pandas, wherever that is installed."""
        if rows.num_rows:
            with self.as_file(rows) as file:
                self.copy_file(name, file, **names)

    @contextmanager
    def as_file(self, rows: pa.Table) -> Iterator[Path]:
        """A table as a Parquet file, for as long as it is copied."""
        import pyarrow.parquet as pq

        try:
            with TemporaryDirectory(prefix="contragraph-") as folder:
                file = Path(folder) / "rows.parquet"
                pq.write_table(rows, file, write_statistics=False)
                yield file
        except OSError as error:
            raise StoreError(f"The store {self.path} needs room for temporary files: {error.strerror}.") from error

    def copy_file(self, name: str, file: Path, **names: str) -> None:
        """Append the rows of a Parquet file by a named query. The engine takes no parameter there, but a text."""
        quoted = "'" + str(file).replace("\\", "\\\\").replace("'", "\\'") + "'"
        # A repeated text would crash the engine: it uses a plan again that is bound to the last table.
        self._copies += 1
        self.fetch(f"{cypher.get(name, 'ladybug').fill(**names).replace('$file', quoted)} // {self._copies}", {})

    def create_schema(self) -> None:
        """Make the tables of an empty file and note the layout; in one transaction, since each waits for the disk."""
        self.do("store.begin")
        for statement in cypher.get("schema.create", "ladybug").statements():
            self.fetch(statement, {})
        self.do("store.write_layout", layout=LAYOUT_VERSION)
        self.do("store.commit")

    def layout(self) -> int | None:
        """The layout version noted in the file, None if it is no store of ours."""
        try:
            rows = self.fetch(cypher.get("store.layout", "ladybug").text, {})
        except StoreError:
            return None
        return rows[0]["layout"] if rows else None

    def close(self) -> None:
        """Close connections and file."""
        for reader in self._readers:
            reader.close()
        self._connection.close()
        self._database.close()


def _plain(value: object) -> Value:
    """Sums of whole numbers come as decimals; as on the other engine, they are whole numbers."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return cast("Value", value)


def _translated(path: Path, error: BaseException, pages: int) -> StoreError:
    # What is written in part, for want of room, is told without a reason.
    if any(sign in str(error) for sign in ("No space left", "File too large", "Cannot write to file")):
        return StoreError(f"The disk of {path} is full: make room and try again.")
    if "Cannot read from file" in str(error):
        return StoreError(f"The file {path} ends before all that should be in it: the disk is full, or it was cut off.")
    if "buffer pool is full" in str(error):
        return PageCacheError(
            f"The store {path} needs more than its {pages >> 20} MB of page cache: ask for less at once."
        )
    return StoreError(f"The store {path} refused a query: {complaint(error)}.")
