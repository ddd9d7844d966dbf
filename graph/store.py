"""The one protocol that both engines fulfil, and what its methods exchange.

A store holds knowledge graphs (entities, relations, base facts) and what was made from them (runs, instances,
versions, texts, conflicts). Reading methods take many ids at once; whether that is one query or one per id is
the engine's business. Rows come back in an order that is the same on every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self
from typing import Literal as OneOf

from contragraph.cypher import Row, Value
from contragraph.graph.model import RANK_LIMIT, Entity, Fact, Instance, Order, Relation
from contragraph.graph.model.origin import Run

if TYPE_CHECKING:
    import polars as pl

    from contragraph.cypher.matching import Matching
    from contragraph.graph.model.sets import ContextSet
    from contragraph.graph.tables.rows import Rows

LAYOUT_VERSION = 11
"""Version of the graph model in the store; older ones are migrated when a store is opened for writing."""

Direction = OneOf["out", "in"]


@dataclass(frozen=True, slots=True)
class Staging:
    """A cleaned knowledge graph as a folder of Parquet tables, ready for bulk loading.

    ``entities.parquet``: id, label, description, aliases (list), types (list), kg, degree (int64), hidden (bool), and
    what searches ask for: level, kind, prominence (int64)
    ``relations.parquet``: id, label, kg, facts (int64)
    ``facts.parquet``: subject, object, relation, rank (int64), and where facts have a time of validity also valid_from
    and valid_to, and objects and subjects (int64), the numbers of values: entity to entity
    ``literals.parquet``: id, value, datatype, label
    ``literal_facts.parquet``: the columns of facts.parquet: entity to literal
    """

    folder: Path
    kg: str
    snapshot: str
    """Content hash of the tables: the same facts have the same snapshot on every machine."""

    def table(self, name: str) -> Path:
        """The path of one table."""
        return self.folder / f"{name}.parquet"


@dataclass(frozen=True, slots=True)
class KgInfo:
    """What a store says about one of its knowledge graphs."""

    kg: str
    """The name of the graph."""
    snapshot: str
    """A hash of what it holds."""
    entities: int
    """How many entities it has."""
    hidden: int
    """How many of them are hidden."""
    relations: int
    """How many relations it has."""
    facts: int
    """How many facts."""


@dataclass(frozen=True, slots=True)
class Window:
    """Which rows of a pattern are wanted: of facts whose seeded place lies in a range; how connected things are."""

    limit: int
    start: int = 0
    until: int = RANK_LIMIT
    degree: int = 300
    """Facts of a thing, at most."""
    few: int = 40
    """Subjects of an object, at most, where only rare ones will do."""
    about: int = 300
    """Facts of the thing of which something would be made up, at most."""
    least: int = 0
    """The same at least."""
    known: int = 99
    """How prominent a thing may be that is no place, of its kind."""
    denied: int = 99
    """The same of one with which something would be made up."""
    part: int | None = None
    """Which part of a large graph is looked at; None where it is all of it."""


Opener = Callable[[], "GraphStore"]
"""What opens a store."""


class GraphStore(Protocol):
    """A graph database that holds KGs and the conflicts made from them."""

    engine: OneOf["ladybug", "neo4j"]
    """Which database it is."""
    address: str
    """Where it is, without credentials: ``ladybug:PATH`` or ``bolt://…``."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def close(self) -> None:
        """Release the store; closing twice is fine."""

    def opener(self) -> Opener:
        """What opens the same store once more, to read, in a process forked from this one.

        This one must not write before that process has ended.
        """

    def give_up(self) -> None:
        """Close after a load that failed: an embedded store that was made for it, and is empty, is removed."""

    # -- knowledge graphs ------------------------------------------------------------------------------

    def head_start(self, staging: Staging) -> None:
        """Begin to load a KG of which only the table of entities is complete, and may be moved when this is done.

        Nothing is seen of it before ``load``, which gives the same store without it. It never says what went wrong:
        ``load`` meets that again.
        """

    def load(self, staging: Staging) -> KgInfo:
        """Bring a staged KG into the store in one piece, replacing the KG of that name."""

    def kgs(self) -> list[KgInfo]:
        """The KGs in the store, by name."""

    def relations(self, kg: str) -> list[Relation]:
        """All relations of a KG with their fact counts, by id."""

    def hidden(self, kg: str) -> set[str]:
        """Ids of the entities of a KG that were cleaned away."""

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids; unknown ids are left out."""

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, in seeded order."""

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, in seeded order.

        Facts whose other end is hidden are left out unless ``hidden``. Literal objects are included in
        direction ``out``. Each requested id has an entry.
        """

    def existing(self, triples: Sequence[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
        """Those of the (subject, relation, object) triples that are base facts."""

    def names(self, kg: str) -> Iterator[pl.DataFrame]:
        """Id, label, aliases, degree and hidden of every entity of a KG, in tables of some hundred thousand."""

    def parts(self, name: str, kg: str) -> Iterator[pl.DataFrame]:
        """The rows of a named query over the entities of a KG at a range of places, range after range, in no order."""

    def links(self, one: str, other: str) -> list[tuple[str, str]]:
        """The entities of one KG that are linked as the same with entities of another, sorted."""

    def add_links(self, links: pl.DataFrame) -> None:
        """Link entities (columns source, target: ids that are there) as the same, in one transaction; idempotent."""

    def find(self, label: str, limit: int = 20) -> list[Entity]:
        """Entities whose label or alias is the text (letter case aside), best connected first."""

    def match(
        self,
        matching: Matching,
        together: Mapping[str, Sequence[str]],
        order: Order,
        window: Window,
        among: Sequence[str] | None = None,
    ) -> list[Row]:
        """The rows of a compiled pattern of facts, in seeded order; where ``among`` is given, only of these things.

        See :mod:`contragraph.cypher.matching`.
        """

    # -- what was made -----------------------------------------------------------------------------------

    def write_run(self, run: Run) -> None:
        """Record a run; writing it again changes nothing."""

    def write_instances(
        self, run: Run, batch: Sequence[tuple[str, Instance]], axioms: Mapping[str, tuple[str, str]]
    ) -> None:
        """Store (instance id, instance) pairs with versions, texts and conflicts in one transaction; idempotent.

        ``axioms`` gives the text and the strength of every axiom id that the proofs name.
        """

    def write_sets(
        self, run: Run, batch: Sequence[tuple[str, ContextSet]], axioms: Mapping[str, tuple[str, str]]
    ) -> None:
        """Store (set id, set) pairs with documents and conflicts in one transaction; idempotent."""

    def finish_run(self, run: str) -> None:
        """Note that all pairs, sets or facts of a run are stored; until then the run counts as unfinished."""

    def delete_run(self, run: str) -> Mapping[str, int]:
        """Delete a run with all that nothing else uses, in one transaction; how many nodes of each label went."""

    def write(self, rows: Rows) -> None:
        """Store rows of what was made in one transaction; those that are there already stay as they are."""

    def instance_ids(self, run: str) -> list[str]:
        """Ids of the instances of a run, sorted."""

    # -- Cypher ------------------------------------------------------------------------------------------

    def run(self, name: str, /, **params: Value) -> list[Row]:
        """Run a named query of the ``cypher`` room."""

    def each(self, name: str, /, **params: Value) -> Iterator[Row]:
        """The rows of a named query, one after the other; leave the store alone until they are used up."""

    def query(self, text: str, /, **params: Value) -> Iterator[Row]:
        """Run any read-only Cypher; the engine refuses a write.

        On a store that is open for reading only, rows come one after the other.
        """
