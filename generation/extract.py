"""Cutting a subgraph out of the KG: depth-first search from the seed's subject with the paper's caps.

What a conflict needs (the seed, shared supports) is there first; the search fills up around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from random import Random

from contragraph.dataset.types import MAX_DEGREE, MAX_EDGES
from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.once import slots
from contragraph.generation.rules.plausible import is_class, readable, short_label
from contragraph.generation.rules.tellable import tellable
from contragraph.graph.model import Fact, Statement

LOOKED_AT = 25
"""Facts of one node that the search looks at, in seeded order, in each direction."""


_TELLS_A_VALUE = 0.7
"""How often a node's values are looked at for one to tell."""


@dataclass
class Subgraph:
    """A growing original side that never exceeds the caps; statements keep the order in which they came."""

    statements: list[Statement] = field(default_factory=list)
    degree: Counter[str] = field(default_factory=Counter)
    pairs: set[frozenset[str]] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    """Short label → entity: no two entities of a subgraph share a name."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """What is told once of a thing, and was (``rules.once``)."""

    def __contains__(self, statement: Statement) -> bool:
        return statement in self.statements

    @property
    def entities(self) -> Iterable[str]:
        """The entities in it."""
        return self.degree.keys()

    def admits(self, statement: Statement) -> bool:
        """Whether the caps leave room, and no statement joins the same two things, or tells the same value, yet.

        A literal is no node.
        """
        if statement.subject == statement.object or len(self.statements) >= MAX_EDGES:
            return False
        if not self.told.isdisjoint(slots(statement)):
            return False
        return _pair(statement) not in self.pairs and all(self.degree[e] < MAX_DEGREE for e in statement.entities)

    def add(self, statement: Statement) -> bool:
        """Add a statement if the caps admit it."""
        if not self.admits(statement):
            return False
        self.statements.append(statement)
        self.degree.update(statement.entities)
        self.pairs.add(_pair(statement))
        self.told |= slots(statement)
        return True

    def name(self, entity: str, label: str) -> bool:
        """Register an entity's label; False if another entity of the subgraph has it."""
        return self.names.setdefault(short_label(label), entity) == entity


def _pair(statement: Statement) -> frozenset[str]:
    """What a subgraph tells once: what joins two things, or one value of a relation of a thing."""
    thing = statement.object
    return frozenset((statement.subject, thing if isinstance(thing, str) else statement.relation))


def _in_turn(facts: list[Fact], preferred: Collection[str], random: Random) -> list[Fact]:
    """Facts in random order, one of each relation before a second one, preferred relations first."""
    random.shuffle(facts)
    seen: Counter[str] = Counter()
    keyed = []
    for fact in facts:
        keyed.append(((seen[fact.relation], fact.relation not in preferred), fact))
        seen[fact.relation] += 1
    keyed.sort(key=lambda pair: pair[0])
    return [fact for _, fact in keyed]


def fill(
    subgraph: Subgraph,
    start: str,
    size: int,
    depth: int,
    preferred: Collection[str],
    knowledge: Knowledge,
    random: Random,
    data: Collection[str] = (),
) -> Asking[None]:
    """Grow the subgraph depth-first from an entity until it has ``size`` statements or nothing is left.

    At most ``depth`` steps from the start; hidden entities and unreadable names are skipped; classes are not entered
    (what is true of a class leads away from what the text is about). Of most nodes a value of the ``data`` relations
    is told too, where the graph has any.
    """
    visited: set[str] = set()
    stack: list[tuple[str, int]] = [(start, 0)]
    while stack and len(subgraph.statements) < size:
        node, level = stack.pop()
        if node in visited:
            continue
        visited.add(node)
        yield from knowledge.prefetch([node])
        if level and (yield from is_class(node, knowledge)):
            continue
        out = yield from knowledge.out(node)
        into = yield from knowledge.into(node)
        facts = [*out.facts[:LOOKED_AT], *into.facts[:LOOKED_AT]]
        ends = [f.subject if f.object == node else str(f.object) for f in facts]
        entities = {e.id: e for e in (yield from knowledge.entities(e for e in ends if e not in knowledge.hidden))}
        here = next(iter((yield from knowledge.entities([node]))), None)
        found: list[str] = []
        values = [s for relation, some in out.values.items() if relation in data for s in some[:1]]
        if values and len(subgraph.statements) < size and random.random() < _TELLS_A_VALUE:
            subgraph.add(random.choice(values))
        for fact in _in_turn(facts, preferred, random):
            if len(subgraph.statements) >= size or subgraph.degree[node] >= MAX_DEGREE:
                break
            entity, statement = entities.get(fact.subject if fact.object == node else str(fact.object)), fact.statement
            if entity is None or not readable(entity.label) or not subgraph.admits(statement):
                continue
            ends_of = (entity, here) if fact.object == node else (here, entity)
            if here is None or not tellable(statement, *ends_of):
                continue
            if subgraph.name(entity.id, entity.label) and subgraph.add(statement):
                found.append(entity.id)
        # The last pushed is entered first: depth before breadth, along the first fact found.
        if level + 1 < depth:
            stack += [(entity, level + 1) for entity in reversed(found)]
