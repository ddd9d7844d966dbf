"""What everything else talks about: entities, statements, versions, texts, conflicts and instances.

All types are frozen and compare by value. Ids are content hashes: the same content has the same id everywhere.
"""

from contragraph.graph.model.conflicts import Bound, Conclusion, Conflict, MinimalSet, Step, Strength, conflict_id
from contragraph.graph.model.instance import Instance, Side, SideName
from contragraph.graph.model.statements import (
    RANK_LIMIT,
    Entity,
    Fact,
    Literal,
    Object,
    Order,
    Relation,
    Source,
    Statement,
    content_hash,
    id_number,
    unique,
)
from contragraph.graph.model.texts import Sentence, Text

__all__ = [
    "RANK_LIMIT",
    "Bound",
    "Conclusion",
    "Conflict",
    "Entity",
    "Fact",
    "Instance",
    "Literal",
    "MinimalSet",
    "Object",
    "Order",
    "Relation",
    "Sentence",
    "Side",
    "SideName",
    "Source",
    "Statement",
    "Step",
    "Strength",
    "Text",
    "conflict_id",
    "content_hash",
    "id_number",
    "unique",
]
