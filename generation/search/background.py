"""Background: the facts of class that every reader knows, and by which places of one level are known to lie apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from contragraph.generation.search.view import View, ViewRelations, look
from contragraph.graph.model import Statement
from contragraph.graph.store import GraphStore
from contragraph.kgs import Kg
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.prover.background import class_relations
from contragraph.reasoning.values.times import is_timed


def background(
    entities: Iterable[str], view: View, roles: Mapping[str, tuple[str, ...]], levels: Mapping[str, Collection[str]]
) -> tuple[Statement, ...]:
    """For each entity that has a level the facts of class and subclass that lead there, by a shortest way.

    ``levels`` are the classes of each level; ``roles`` name the relations that say what is an instance and a subclass.
    """
    found: dict[str, Statement] = {}
    for entity in dict.fromkeys(entities):
        known = view.entities.get(entity)
        if known is not None and known.level:
            found |= {s.id: s for s in _way(entity, frozenset(levels.get(known.level, ())), view, roles)}
    return tuple(sorted(found.values(), key=lambda s: s.sort_key))


def classes_known(
    store: GraphStore, kg: Kg, ontology: Ontology, entities: Iterable[str]
) -> dict[str, tuple[Statement, ...]]:
    """The background of each of many entities that have a level, read at once.

    It is of relations alone that state classes by the axioms in force: others no reader of the dataset could check.
    """
    allowed = class_relations(ontology)
    classes, above = (tuple(r for r in kg.role(role) if r in allowed) for role in ("instance_of", "subclass_of"))
    some = sorted({*entities})
    view = look(store, some, ViewRelations(classes, (), (*classes, *above), ()))
    roles = {"instance_of": classes, "subclass_of": above}
    return {entity: background([entity], view, roles, kg.levels) for entity in some}


def _way(entity: str, goals: frozenset[str], view: View, roles: Mapping[str, tuple[str, ...]]) -> tuple[Statement, ...]:
    """The facts from an entity to one of some classes; none where there is no way."""
    todo: deque[tuple[str, tuple[Statement, ...]]] = deque([(entity, ())])
    seen = {entity}
    while todo:
        at, way = todo.popleft()
        if at in goals:
            return way
        for statement in view.of(at, roles.get("subclass_of" if way else "instance_of", ())):
            up = statement.object
            if isinstance(up, str) and up not in seen and not is_timed(statement):
                seen.add(up)
                todo.append((up, (*way, statement)))
    return ()
