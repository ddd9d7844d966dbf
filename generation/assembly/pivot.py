"""What a graph says of sex, kinds and lives, in the terms of the graph by which texts are worded.

Wording asks whether a thing is a person, a band or a film, and who is dead, by relations and classes of Wikidata. Roles
and classes of the same name in ``kgs/`` say which relations and classes of another graph mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from contragraph.graph.model import Entity, Statement
from contragraph.kgs import kg_like, kg_of

_WORDED = "wikidata"


@dataclass(frozen=True)
class Pivot:
    """Relations and classes of a graph, each with the one that wording knows."""

    relations: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)

    def entity(self, entity: Entity) -> Entity:
        """The entity with the classes that wording knows beside its own."""
        more = dict.fromkeys(self.classes[t] for t in entity.types if t in self.classes)
        return replace(entity, types=(*entity.types, *more)) if more else entity

    def relation(self, relation: str) -> str:
        """The relation that wording knows in place of one of the graph's."""
        return self.relations.get(relation, relation)

    def statement(self, statement: Statement) -> Statement:
        """The statement by such a relation, about such a class."""
        thing = statement.object
        return replace(
            statement,
            relation=self.relation(statement.relation),
            object=self.classes.get(thing, thing) if isinstance(thing, str) else thing,
        )


def pivot_of(relations: Iterable[str]) -> Pivot:
    """What the folder of a graph with these relations says; nothing for Wikidata and for graphs that are not known."""
    kg, worded = kg_like(relations), kg_of(_WORDED)
    if kg is None or kg.name == _WORDED:
        return Pivot()
    roles = {r: worded.role(role)[0] for role, some in kg.roles.items() if worded.role(role) for r in some}
    kinds = {c: worded.classes(kind)[0] for kind, some in kg.kinds.items() if worded.classes(kind) for c in some}
    return Pivot(roles, kinds)
