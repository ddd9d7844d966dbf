"""The tables that what was made is written to, the same for both engines: columns of nodes, kinds of ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from contragraph.cypher import Row

if TYPE_CHECKING:
    import pyarrow as pa

NODES: dict[str, dict[str, str]] = {
    "Store": {"id": "string", "layout": "int"},
    "Kg": {
        "kg": "string",
        "snapshot": "string",
        "entities": "int",
        "hidden": "int",
        "relations": "int",
        "facts": "int",
        "complete": "bool",
        "shared": "strings",
    },
    "Entity": {
        "id": "string",
        "label": "string",
        "description": "string",
        "aliases": "strings",
        "types": "strings",
        "kg": "string",
        "degree": "int",
        "hidden": "bool",
        "names": "strings",
        "level": "string",
        "kind": "string",
        "prominence": "int",
    },
    "Literal": {"id": "string", "value": "string", "datatype": "string", "label": "string"},
    "Relation": {"id": "string", "label": "string", "kg": "string", "facts": "int"},
    "Run": {
        "id": "string",
        "seed": "int",
        "settings": "string",
        "kg": "string",
        "kg_snapshot": "string",
        "pairs": "int",
    },
    "Instance": {
        "id": "string",
        "type": "string",
        "kg": "string",
        "relations": "strings",
        "domains": "strings",
        "seed_statements": "strings",
        "generator": "string",
        "verbaliser": "string",
    },
    "ContextSet": {
        "id": "string",
        "type": "string",
        "shape": "string",
        "kg": "string",
        "relations": "strings",
        "domains": "strings",
        "position": "string",
        "length": "string",
        "importance": "string",
        "seed_statements": "strings",
        "generator": "string",
        "verbaliser": "string",
    },
    "Version": {"id": "string", "number": "int", "kind": "string", "content_hash": "string"},
    "Statement": {
        "id": "string",
        "subject": "string",
        "relation": "string",
        "object": "string",
        "negated": "bool",
        "source": "string",
        "valid_from": "string",
        "valid_to": "string",
    },
    "Text": {"id": "string", "body": "string", "verbaliser": "string", "style": "string"},
    "Sentence": {"id": "string", "position": "int", "start_char": "int", "end_char": "int", "body": "string"},
    "Conflict": {"id": "string", "hops": "int", "strength": "string"},
    "Axiom": {"id": "string", "text": "string", "strength": "string"},
    "Derivation": {
        "id": "string",
        "minimal": "int",
        "position": "int",
        "rule": "string",
        "earlier": "string",
        "later": "string",
        "days": "int",
    },
    "Review": {
        "id": "string",
        "reviewer": "string",
        "verdict": "string",
        "reason": "string",
        "number": "int",
        "criteria": "strings",
    },
    "Dataset": {"id": "string", "name": "string", "layout": "string", "settings": "string", "items": "int"},
    "Item": {
        "id": "string",
        "name": "string",
        "dataset": "string",
        "question": "string",
        "type": "string",
        "form": "string",
    },
    "Passage": {
        "id": "string",
        "position": "int",
        "body": "string",
        "title": "string",
        "role": "string",
        "style": "string",
    },
    "Line": {"id": "string", "position": "int", "start_char": "int", "end_char": "int", "body": "string"},
    "Claim": {
        "id": "string",
        "subject": "string",
        "relation": "string",
        "object": "string",
        "negated": "bool",
        "time": "string",
        "subject_entity": "string",
        "object_entity": "string",
        "body": "string",
        "name": "string",
        "cause": "string",
        "kind": "string",
        "status": "string",
        "control": "bool",
    },
    "Response": {
        "id": "string",
        "name": "string",
        "question": "string",
        "body": "string",
        "settings": "string",
        "claims": "int",
        "conflicted": "int",
    },
    "Clash": {
        "id": "string",
        "cause": "string",
        "hops": "int",
        "percent": "int",
        "explicit": "bool",
        "relations": "strings",
    },
    "Evidence": {"id": "string", "start_char": "int", "end_char": "int", "words": "string"},
    "BankFact": {
        "id": "string",
        "kg": "string",
        "relation": "string",
        "domain": "string",
        "subject": "string",
        "object": "string",
        "replacement": "string",
        "degree": "int",
    },
    "Question": {
        "id": "string",
        "kind": "string",
        "body": "string",
        "answer": "string",
        "offers": "strings",
        "texts": "strings",
        "roles": "strings",
    },
}
"""Columns of each kind of node in the order of the embedded store's tables; the first one is the key.

``Entity.names`` are label and aliases in lower case, so that both engines look names up alike. ``Statement.subject``
and ``object`` repeat the ids of the ends, so that the joins to the entities can be made again when a KG is replaced.
``Statement.source`` is what it was when it was first stated; what a version takes it for is the ``source`` of
``ADDS``, since a KG that is loaded again may say otherwise. ``Run.pairs`` is the number of pairs, sets or facts that
a run had when it was finished, null before. A ``Passage`` with a role is a document of a set. ``Review.number`` counts
what a reviewer decided, in order; it is null for a note that is no decision. ``Review.criteria`` are the criteria that
the reviewer found not met. ``Derivation.days`` is how many days the point ``later`` comes at least after the point
``earlier``; all three are null for a step that concludes a statement or the contradiction.
From ``Dataset`` on it is what texts of others say: a claim's ends are words, ``subject_entity`` and ``object_entity``
the ids of entities with that name (null if none is loaded); ``Clash.percent`` says how sure a clash is, ``relations``
are relation ids where they are known, else the stems of the words that both sentences have. A claim of a ``Response``
has a ``body`` and none of these; its passages are documents, one node for the same text wherever it was retrieved.
A ``BankFact`` is a line of a bank, with ids for its ends; its claims have the ``name`` that they have in the file, and
all columns from there on; their passages have the role *evidence* and a ``style``. A ``Question`` is *plain*, *as of* a
time or of one *sense* of its subject; ``offers`` are ids (empty for *uncertain*), ``texts`` and ``roles`` theirs, and
``answer`` is the role of the right one.
"""
SAME_AS = "SAME_AS"
"""The relationship between entities of two KGs that are one thing; from the smaller id to the larger, so that there is
one for two entities."""
_ARROW = {"position": "int64", **dict.fromkeys(("source", "by", "snippet", "proof", "role", "conflict"), "string")}
"""Types of the columns of relationships."""
_DUMPS = {
    "position": "store.dump_positions",
    "source": "store.dump_adds",
    "proof": "store.dump_labels",
    "role": "store.dump_options",
    "conflict": "store.dump_contradictions",
}
"""By the last of their columns, the queries that give relationships with columns."""


@dataclass(frozen=True, slots=True)
class RelationshipKind:
    """A kind of relationship between two kinds of nodes; ``owner`` is the end with which it comes to be."""

    type: str
    source: str
    target: str
    owner: str = "source"
    columns: tuple[str, ...] = ()

    @property
    def dump(self) -> str:
        """The query that gives all relationships of the kind with their columns."""
        return _DUMPS[self.columns[-1]] if self.columns else "store.dump_relationships"

    @property
    def owner_label(self) -> str:
        """The label of the owning end."""
        return self.source if self.owner == "source" else self.target

    def table(self, rows: list[Row]) -> pa.Table:
        """Rows with the keys ``from``, ``to`` and the columns as an Arrow table."""
        import pyarrow as pa

        ends = [("from", pa.string()), ("to", pa.string())]
        columns = [(c, getattr(pa, _ARROW[c])()) for c in self.columns]
        return _table(rows, pa.schema([*ends, *columns]))


_LABEL = ("by", "snippet", "proof")
MADE: tuple[RelationshipKind, ...] = (
    RelationshipKind("MADE_BY", "Instance", "Run"),
    RelationshipKind("BASE", "Instance", "Version"),
    RelationshipKind("ORIGINAL", "Instance", "Version"),
    RelationshipKind("PERTURBED", "Instance", "Version"),
    RelationshipKind("EDITED", "Instance", "Version", owner="target"),
    RelationshipKind("HAS", "Instance", "Conflict"),
    RelationshipKind("BACKGROUND", "Instance", "Statement"),
    RelationshipKind("MADE_BY", "ContextSet", "Run"),
    RelationshipKind("HOLDS", "ContextSet", "Passage"),
    RelationshipKind("HAS", "ContextSet", "Conflict"),
    RelationshipKind("BACKGROUND", "ContextSet", "Statement"),
    RelationshipKind("TELLS", "Passage", "Version"),
    RelationshipKind("ACROSS", "Conflict", "Passage", owner="target"),
    RelationshipKind("PARENT", "Version", "Version"),
    RelationshipKind("ADDS", "Version", "Statement", columns=("position", "source")),
    RelationshipKind("REMOVES", "Version", "Statement"),
    RelationshipKind("SUBJECT", "Statement", "Entity"),
    RelationshipKind("OBJECT", "Statement", "Entity"),
    RelationshipKind("OBJECT", "Statement", "Literal"),
    RelationshipKind("RENDERS", "Text", "Version", owner="target"),
    RelationshipKind("HAS", "Text", "Sentence", owner="target"),
    RelationshipKind("STATES", "Sentence", "Statement", columns=("position",)),
    RelationshipKind("ORIGINAL", "Conflict", "Statement"),
    RelationshipKind("PERTURBED", "Conflict", "Statement"),
    RelationshipKind("SHARED", "Conflict", "Statement"),
    RelationshipKind("USES", "Conflict", "Axiom"),
    RelationshipKind("PROVED_BY", "Conflict", "Derivation"),
    RelationshipKind("USES", "Derivation", "Axiom"),
    RelationshipKind("PREMISE", "Derivation", "Statement"),
    RelationshipKind("PREMISE", "Derivation", "Derivation"),
    RelationshipKind("CONCLUDES", "Derivation", "Statement"),
    RelationshipKind("JUDGES", "Review", "Version"),
    RelationshipKind("JUDGES", "Review", "Conflict"),
    RelationshipKind("HOLDS", "Dataset", "Item", owner="target"),
    RelationshipKind("COMPARES", "Item", "Passage", owner="target"),
    RelationshipKind("READS", "Passage", "Line"),
    RelationshipKind("CLAIMS", "Line", "Claim"),
    RelationshipKind("FINDS", "Item", "Clash", owner="target"),
    RelationshipKind("SHOWS", "Clash", "Evidence"),
    RelationshipKind("STANDS_IN", "Evidence", "Line"),
    RelationshipKind("MAKES", "Response", "Claim", owner="target", columns=("position",)),
    RelationshipKind("SUPPORTED_BY", "Claim", "Passage", columns=_LABEL),
    RelationshipKind("CONTRADICTED_BY", "Claim", "Passage", columns=_LABEL),
    RelationshipKind("MADE_BY", "BankFact", "Run"),
    RelationshipKind("HAS", "BankFact", "Conflict"),
    RelationshipKind("BACKGROUND", "BankFact", "Statement"),
    RelationshipKind("HAS_CLAIM", "BankFact", "Claim", columns=("position",)),
    RelationshipKind("STATES", "Claim", "Statement", columns=("position",)),
    RelationshipKind("EVIDENCED_BY", "Claim", "Passage"),
    RelationshipKind("CONTRADICTS", "Claim", "Claim", columns=("conflict",)),
    RelationshipKind("ASKS", "BankFact", "Question"),
    RelationshipKind("ASKS", "Claim", "Question"),
    RelationshipKind("OPTION", "Question", "Entity", columns=("position", "role")),
    RelationshipKind("OPTION", "Question", "Literal", columns=("position", "role")),
)


def node_schema(label: str) -> pa.Schema:
    """The Arrow schema of one kind of node."""
    import pyarrow as pa

    types = {"string": pa.string(), "int": pa.int64(), "bool": pa.bool_(), "strings": pa.list_(pa.string())}
    return pa.schema([(name, types[kind]) for name, kind in NODES[label].items()])


def node_table(label: str, rows: list[Row]) -> pa.Table:
    """Rows of one kind of node as an Arrow table in the order of its columns."""
    return _table(rows, node_schema(label))


def _table(rows: list[Row], schema: pa.Schema) -> pa.Table:
    """Rows as an Arrow table; made by polars, since of any list pyarrow asks pandas what it is, and imports it."""
    import polars as pl

    kinds = pl.Schema(schema)
    columns = [pl.Series(name, [row.get(name) for row in rows], dtype=kind) for name, kind in kinds.items()]
    return pl.DataFrame(columns).to_arrow().cast(schema)
