"""A Neo4j database through the official driver, 5.26 or newer: queries sent to it, facts read, rows written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from contragraph import cypher
from contragraph.cypher import Row, Value
from contragraph.graph.engines.address import Address
from contragraph.graph.engines.base import CypherStore, Dicts, EngineName, T, object_of
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.engines.removal import Ask
from contragraph.graph.errors import (
    InputError,
    QueryError,
    StoreError,
    StoreGoneError,
)
from contragraph.graph.model import Fact, Order
from contragraph.graph.store import Direction
from contragraph.graph.tables.rows import Rows
from contragraph.graph.tables.schema import MADE

if TYPE_CHECKING:
    import neo4j
    import polars as pl


ROWS = 20_000
"""Links sent at once."""
CONNECT_SECONDS = 5.0
"""How long a server may take to answer a new connection, and how long a failed transaction is tried again."""


class Neo4jConnection(CypherStore):
    """What sends queries to a Neo4j database; the store beside it knows layouts and loading."""

    engine: EngineName = "neo4j"

    def __init__(self, address: Address, *, create: bool = False, read_only: bool = False) -> None:
        import neo4j

        super().__init__(address.text)
        self._database, self._read_only = address.database, read_only
        self._given = address
        try:
            self._driver = neo4j.GraphDatabase.driver(
                address.text,
                auth=(address.username, address.password),
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=CONNECT_SECONDS,
                max_transaction_retry_time=CONNECT_SECONDS,
                notifications_min_severity="OFF",
                user_agent="contragraph",
            )
        except (ValueError, neo4j.exceptions.ConfigurationError) as error:
            raise InputError(f"{address.text} is no server address: {error}.") from error
        try:
            self._open(create)
        except BaseException:
            self.close()
            raise

    def _open(self, create: bool) -> None:
        """Reach the server; by a transaction, one that is not there would be waited for a while."""
        del create
        with plain_errors(self.address, opening=True):
            self._driver.verify_connectivity()

    def close(self) -> None:
        """Close all connections."""
        self._driver.close()

    def _session(self, *, read: bool) -> neo4j.Session:
        import neo4j

        mode = neo4j.READ_ACCESS if read else neo4j.WRITE_ACCESS
        return self._driver.session(database=self._database, default_access_mode=mode)

    def _fetch(self, text: str, params: Mapping[str, object]) -> Dicts:
        def work(transaction: neo4j.ManagedTransaction) -> Dicts:
            return _dicts(transaction.run(cast("Any", text), dict(params)))

        import neo4j.exceptions as its

        with plain_errors(self.address), self._session(read=True) as session:
            try:  # without a transaction around it: half the way to and fro
                return _dicts(session.run(cast("Any", text), dict(params)))
            except (its.ServiceUnavailable, its.SessionExpired, its.TransientError):
                return session.execute_read(work)

    def send(self, text: str, params: Mapping[str, object]) -> None:
        """Run a trusted statement of schema or loading, in a transaction of its own."""
        self._writable()
        with plain_errors(self.address), self._session(read=False) as session:
            session.run(cast("Any", text), dict(params)).consume()

    def _stream(self, text: str, params: Mapping[str, object]) -> Iterator[Row]:
        """The first row is asked for at once, so that a wrong query is refused here; the session ends with the rows."""
        rows = self._each(text, params)
        first = next(rows, None)
        return iter(()) if first is None else chain([first], rows)

    def _each(self, text: str, params: Mapping[str, object]) -> Iterator[Row]:
        with plain_errors(self.address), self._session(read=True) as session:
            for record in session.run(cast("Any", text), dict(params)):
                yield record.data()

    def _table(self, name: str, **params: object) -> pl.DataFrame:
        import polars as pl

        def work(transaction: neo4j.ManagedTransaction) -> pl.DataFrame:
            columns: list[list[Any]] = [[] for _ in query.returns]
            for record in transaction.run(cast("Any", query.text), params):
                for column, value in zip(columns, record.values(), strict=True):
                    column.append(value)
            return pl.DataFrame(dict(zip(query.returns, columns, strict=True)), infer_schema_length=None)

        query = cypher.get(name, "neo4j")
        with plain_errors(self.address), self._session(read=True) as session:
            return session.execute_read(work)

    def _part(self, name: str, **params: object) -> pl.DataFrame:
        import polars as pl

        return pl.DataFrame(self._rows(name, **params)[0])  # one row of lists

    def _type(self, relation: str) -> str:
        return relationship_type(relation)

    def _writable(self) -> None:
        if self._read_only:
            raise StoreError(f"The store at {self.address} is open for reading only: open it for writing.")

    # -- reading -----------------------------------------------------------------------------------------

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, in seeded order."""
        found: dict[str, list[Fact]] = {each: [] for each in ids}
        of = {"a": order.a, "b": order.b, "limit": limit, "hidden": hidden}
        for row in self._rows(f"kg.facts_{direction}", ids=list(found), **of):
            each, relation, rank = row["id"], row["relation"], row["rank"]
            times = row["valid_from"], row["valid_to"]
            if direction == "in":
                found[each].append(Fact(row["other"], relation, each, rank, *times))
            else:
                found[each].append(Fact(each, relation, object_of(row), rank, *times))
        return found

    def query(self, text: str, /, **params: Value) -> Iterator[Row]:
        """Run any read-only Cypher; the server refuses a write in a session that reads.

        :raises QueryError: if the server does not accept the query.
        """
        import neo4j

        try:
            return self._stream(text, params)
        except StoreError as error:
            if isinstance(error.__cause__, neo4j.exceptions.ClientError):
                raise QueryError(str(error)) from error
            raise

    # -- writing -----------------------------------------------------------------------------------------

    def write(self, rows: Rows) -> None:
        """Store rows of what was made in one transaction; those that are there already stay as they are."""

        def work(ask: Ask) -> None:
            for label, found in rows.nodes.items():
                ask("made.nodes", {"label": label}, rows=list(found.values()))
                if label == "Statement":
                    ask("made.promote", rows=[row for row in found.values() if row["source"] != "derived"])
            for kind in MADE:
                if pairs := rows.joins.get(kind):
                    ends = {"type": kind.type, "source": kind.source, "target": kind.target}
                    values = [{"source": a, "target": b, "properties": v} for (a, b), v in pairs.items()]
                    ask("made.relationships", ends, rows=values)

        self._atomically(work)

    def _write_links(self, links: pl.DataFrame) -> None:
        def work(ask: Ask) -> None:
            for part in links.iter_slices(ROWS):
                ask("kg.same_as_add", rows=part.rows())

        self._atomically(work)

    def _atomically(self, work: Callable[[Ask], T]) -> T:
        self._writable()

        def whole(transaction: neo4j.ManagedTransaction) -> T:
            def ask(name: str, names: Mapping[str, str] | None = None, /, **params: object) -> Dicts:
                text = cypher.get(name, "neo4j").fill(**(names or {}))
                return _dicts(transaction.run(cast("Any", text), params))

            return work(ask)

        with plain_errors(self.address), self._session(read=False) as session:
            return session.execute_write(whole)


class plain_errors:  # noqa: N801
    """Turns errors of the driver into one plain sentence without secrets."""

    def __init__(self, address: str, *, opening: bool = False) -> None:
        self._address, self._opening = address, opening

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        import neo4j.exceptions as its

        where = self._address
        if isinstance(error, its.AuthError):
            raise StoreError(
                f"{where} refuses the user or password: check NEO4J_USERNAME and NEO4J_PASSWORD."
            ) from error
        if isinstance(error, its.ServiceUnavailable | its.SessionExpired):
            if self._opening:
                raise StoreError(f"The server {where} cannot be reached: start it, or check the address.") from error
            raise StoreGoneError(
                f"The server {where} went away: start it again, then give the same command again."
            ) from error
        if isinstance(error, its.Neo4jError):
            first = (error.message or type(error).__name__).strip().splitlines()[0].rstrip(".")
            raise StoreError(f"The store at {where} refused a query: {first}.") from error
        if isinstance(error, its.DriverError):
            raise StoreError(f"The connection to {where} failed ({type(error).__name__}): try again.") from error


def _dicts(result: neo4j.Result) -> Dicts:
    """The rows of a query of ours, none of which returns nodes; the driver's own way looks into each list for them."""
    names = result.keys()
    return [dict(zip(names, record.values())) for record in result]
