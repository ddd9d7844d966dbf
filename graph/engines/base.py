"""What both engines do alike: the reading methods of the protocol over named queries."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from typing import Literal as OneOf

from contragraph import cypher
from contragraph.cypher import Row, Value
from contragraph.cypher.matching import Matching, compiled, parameters
from contragraph.graph.engines import removal
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.engines.removal import Ask
from contragraph.graph.errors import InputError, QueryError, StoreError
from contragraph.graph.loading.shared import shared_relations
from contragraph.graph.model import RANK_LIMIT, Entity, Fact, Instance, Literal, Order, Relation
from contragraph.graph.model.origin import Run
from contragraph.graph.model.sets import ContextSet
from contragraph.graph.store import GraphStore, KgInfo, Staging, Window
from contragraph.graph.tables.rows import Rows, batch_rows, run_row
from contragraph.graph.tables.set_rows import set_rows

if TYPE_CHECKING:
    import polars as pl


Dicts = list[dict[str, Any]]
EngineName = OneOf["ladybug", "neo4j"]
T = TypeVar("T")
ENOUGH = 3
"""Facts of a large relation that are looked at first for each row that is wanted."""
MORE = 30
"""How many times as many are looked at where those do not do."""

PART = 1 << 17
"""Nodes at once, where a whole graph is read: each answer is held whole, some ten megabytes."""


class CypherStore(GraphStore):
    """A store that answers named Cypher queries; an engine adds how they are sent, loading and writing."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._complete: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- what an engine adds -----------------------------------------------------------------------------

    def give_up(self) -> None:
        """Close; see the protocol."""
        self.close()

    def head_start(self, staging: Staging) -> None:
        """Nothing, where nothing is gained by it; see the protocol."""
        del staging

    @abstractmethod
    def _atomically(self, work: Callable[[Ask], T]) -> T:
        """Do some work in one transaction, in which it sends named queries."""

    @abstractmethod
    def _fetch(self, text: str, params: Mapping[str, object]) -> Dicts:
        """The rows of a trusted query."""

    @abstractmethod
    def _stream(self, text: str, params: Mapping[str, object]) -> Iterator[Row]:
        """The rows of a trusted query, one after the other."""

    @abstractmethod
    def _table(self, name: str, **params: object) -> pl.DataFrame:
        """The rows of a named query that may return millions."""

    @abstractmethod
    def _type(self, relation: str) -> str:
        """The relationship type that has the facts of a relation."""

    # -- reading ---------------------------------------------------------------------------------------

    def _rows(self, name: str, names: Mapping[str, str] | None = None, /, **params: object) -> Dicts:
        return self._fetch(cypher.get(name, self.engine).fill(**(names or {})), params)

    def kgs(self) -> list[KgInfo]:
        """The KGs in the store, by name; one that was not loaded to its end is not among them."""
        rows = [row for row in self._rows("kg.kgs") if row.pop("complete")]
        return sorted((KgInfo(**row) for row in rows), key=lambda info: info.kg)

    def _require(self, kg: str) -> None:
        """Refuse a KG that is not there, or not to its end."""
        if kg in self._complete:
            return
        found = {row["kg"]: bool(row["complete"]) for row in self._rows("kg.kgs")}
        self._complete = {name for name, complete in found.items() if complete}
        if kg in self._complete:
            return
        if kg in found:
            raise StoreError(f"The KG {kg} in {self.address} was not loaded to its end: load it again.")
        known = ", ".join(sorted(self._complete)) or "none yet"
        raise InputError(f"There is no KG {kg} in {self.address} (there: {known}): load it first.")

    def relations(self, kg: str) -> list[Relation]:
        """All relations of a KG with their fact counts, by id."""
        self._require(kg)
        own = [Relation(**row) for row in self._rows("kg.relations", kg=kg)]
        shared = [r for row in self._rows("kg.shared", kg=kg) for r in shared_relations(row["shared"], kg)]
        return sorted(own + shared, key=lambda r: r.id)

    def hidden(self, kg: str) -> set[str]:
        """Ids of the entities of a KG that were cleaned away."""
        self._require(kg)
        return {row["id"] for row in self._rows("kg.hidden", kg=kg)}

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids, in their order; unknown ids are left out."""
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        found = {row["id"]: _entity(row) for row in self._rows("kg.entities", ids=wanted)}
        return {i: found[i] for i in wanted if i in found}

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, in seeded order."""
        self._require(kg)
        return [
            Fact(row["subject"], relation, row["object"], row["rank"], row["valid_from"], row["valid_to"])
            for row in self._first("kg.seeds", kg, relation, order, limit)
        ]

    def _first(self, name: str, kg: str, relation: str, order: Order, limit: int) -> Dicts:
        """The first rows of a query over the facts of a relation, in seeded order.

        Facts beyond a place that should do are not looked at; where it does not, the bound is raised.
        """
        facts = max((row["facts"] for row in self._rows("kg.relation_facts", id=relation, kg=kg)), default=0)
        of = {"kg": kg, "relation": relation, "a": order.a, "b": order.b, "limit": limit}
        enough = ENOUGH * limit
        while True:
            below = RANK_LIMIT if facts <= enough else RANK_LIMIT * enough // facts
            rows = self._rows(name, {"type": self._type(relation)}, **of, below=below)
            if len(rows) == limit or below == RANK_LIMIT:
                return rows
            enough *= MORE

    def existing(self, triples: Sequence[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
        """Those of the (subject, relation, object) triples that are base facts."""
        found: set[tuple[str, str, str]] = set()
        for name, literal in (("kg.existing", False), ("kg.existing_literal", True)):
            rows = [
                {"subject": s, "relation": r, "object": o}
                for s, r, o in dict.fromkeys(triples)
                if o.startswith("lit:") == literal
            ]
            if rows:
                found.update((x["subject"], x["relation"], x["object"]) for x in self._rows(name, triples=rows))
        return found

    def names(self, kg: str) -> Iterator[pl.DataFrame]:
        """Id, label, aliases, degree and hidden of every entity of a KG, in tables of some hundred thousand."""
        return self.parts("kg.name_places", kg)

    def parts(self, name: str, kg: str) -> Iterator[pl.DataFrame]:
        """The rows of a named query over the entities of a KG at a range of places, range after range, in no order."""
        self._require(kg)
        for first in self._ranges("Entity"):
            part = self._part(name, kg=kg, first=first, last=first + PART - 1)
            if len(part):
                yield part

    def _ranges(self, label: str) -> range:
        """The first places of ranges that hold all nodes of a label."""
        found = self._rows("store.last_place", {"label": label})[0]
        return range(0, found["place"] + 1, PART) if found["nodes"] else range(0)

    @abstractmethod
    def _part(self, name: str, **params: object) -> pl.DataFrame:
        """The rows of a named query over a range of places."""

    def links(self, one: str, other: str) -> list[tuple[str, str]]:
        """The entities of one KG that are linked as the same with entities of another, sorted."""
        for kg in (one, other):
            self._require(kg)
        return sorted({(row["one"], row["other"]) for row in self._rows("kg.same_as", one=one, other=other)})

    def add_links(self, links: pl.DataFrame) -> None:
        """Link entities as the same, from the smaller id to the larger, in one transaction; idempotent."""
        import polars as pl

        ends = (pl.min_horizontal("source", "target"), pl.max_horizontal("source", "target").alias("target"))
        rows = links.select(ends).unique().sort("source", "target")
        known = self._table("kg.same_as_all")
        if len(known):
            rows = rows.join(known, on=["source", "target"], how="anti", maintain_order="left")
        self._write_links(rows)

    @abstractmethod
    def _write_links(self, links: pl.DataFrame) -> None:
        """Add links (source, target) that are not there yet, in one transaction."""

    def match(
        self,
        matching: Matching,
        together: Mapping[str, Sequence[str]],
        order: Order,
        window: Window,
        among: Sequence[str] | None = None,
    ) -> list[Row]:
        """The rows of a compiled pattern of facts, in seeded order; where ``among`` is given, only of these things."""
        relations = {r for edge in matching.edges for r in (*edge.forwards, *edge.backwards)}
        params = parameters(matching, together) | {
            **{"a": order.a, "b": order.b, "from": window.start, "until": window.until, "limit": window.limit},
            **{"degree": window.degree, "few": window.few, "about": window.about, "least": window.least},
            **{"known": window.known, "denied": window.denied},
            "among": list(among or ()),
        }
        types = {r: relationship_type(r) for r in relations}
        rows: list[Row] = []
        # One after the other: LadybugDB mixes the parameters of queries that UNION ALL joins.
        for text in compiled(matching, self.engine, types, among=among is not None):
            used = set(re.findall(r"\$(\w+)", text))  # the engine refuses parameters that a query does not use
            rows += self._fetch(text, {name: value for name, value in params.items() if name in used})
        rows.sort(key=lambda row: tuple(row[column] for column in matching.columns))
        return rows[: window.limit]

    def find(self, label: str, limit: int = 20) -> list[Entity]:
        """Entities whose label or alias is the text (letter case aside), best connected first."""
        return [_entity(row) for row in self._rows("kg.find", name=label.strip().lower(), limit=limit)]

    def instance_ids(self, run: str) -> list[str]:
        """Ids of the instances of a run, sorted."""
        return sorted(row["id"] for row in self._rows("made.instance_ids", run=run))

    # -- writing -----------------------------------------------------------------------------------------

    def write_run(self, run: Run) -> None:
        """Record a run; writing it again changes nothing."""
        self.write(Rows(nodes={"Run": {run.id: run_row(run)}}))

    def write_instances(
        self, run: Run, batch: Sequence[tuple[str, Instance]], axioms: Mapping[str, tuple[str, str]]
    ) -> None:
        """Store (instance id, instance) pairs in one transaction; idempotent."""
        self.write(batch_rows(run, batch, axioms))

    def write_sets(
        self, run: Run, batch: Sequence[tuple[str, ContextSet]], axioms: Mapping[str, tuple[str, str]]
    ) -> None:
        """Store (set id, set) pairs in one transaction; idempotent."""
        self.write(set_rows(run, batch, axioms))

    def finish_run(self, run: str) -> None:
        """Note that all pairs or sets of a run are stored."""
        self._atomically(lambda ask: ask("made.finish_run", run=run))

    def delete_run(self, run: str) -> Mapping[str, int]:
        """Delete a run with all that nothing else uses, in one transaction; how many nodes of each label."""
        return self._atomically(lambda ask: removal.delete_run(ask, run))

    # -- Cypher ------------------------------------------------------------------------------------------

    def run(self, name: str, /, **params: Value) -> list[Row]:
        """Run a named reading query of the ``cypher`` room.

        :raises QueryError: if there is no such query, it does more than read, or parameters are wrong.
        """
        return list(self.each(name, **params))

    def each(self, name: str, /, **params: Value) -> Iterator[Row]:
        """The rows of a named reading query, one after the other.

        :raises QueryError: if there is no such query, it does more than read, or parameters are wrong.
        """
        return self._stream(*self._prepared(name, params))

    def _prepared(self, name: str, params: Mapping[str, Value]) -> tuple[str, Mapping[str, object]]:
        """Text and parameters of a query that may be run by hand."""
        try:
            query = cypher.get(name, self.engine)
            query.check(params)
        except cypher.CypherError as error:
            raise QueryError(str(error)) from error
        if query.mode != "read" or query.names:
            raise QueryError(f"The query {name} is for internal use and cannot be run by hand.")
        return query.text, {**query.defaults, **params}


def _entity(row: dict[str, Any]) -> Entity:
    return Entity(
        id=row["id"],
        label=row["label"],
        description=row["description"] or "",
        aliases=tuple(row["aliases"] or ()),
        types=tuple(row["types"] or ()),
        kg=row["kg"],
        degree=row["degree"],
        hidden=row["hidden"],
        level=row.get("level") or "",
        kind=row.get("kind") or "",
        prominence=row.get("prominence") or 0,
    )


def object_of(row: dict[str, Any]) -> str | Literal:
    """The object of a fact: the entity at its other end, or the literal."""
    if row.get("datatype") is not None:
        return Literal(row["value"], row["datatype"], row["label"] or "")
    return str(row["other"])
