"""The facts of a graph as suggestions look at them: what each relation joins, and of which class every thing is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from contragraph.graph.model import Literal
from contragraph.loaders.own.wording import Ends
from contragraph.loaders.staging import StagedGraph
from contragraph.ontology.units import local_name
from contragraph.reasoning.values.terms import normal

TYPE, SUB_CLASS = "rdf:type", "rdfs:subClassOf"
_DATES = frozenset(("date", "dateTime", "gYear", "gYearMonth"))
_NUMBERS = frozenset(("integer", "int", "long", "short", "byte", "decimal", "double", "float", "nonNegativeInteger"))
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class RelationProfile:
    """What the graph tells by one relation: pairs of things, or of a thing and a value in its normal spelling."""

    id: str
    label: str
    ends: Ends
    pairs: Pairs = frozenset()
    values: frozenset[tuple[str, Literal]] = frozenset()

    @cached_property
    def by_subject(self) -> Mapping[str, frozenset[object]]:
        """What each subject has."""
        return _grouped(self.pairs or self.values)

    @cached_property
    def by_object(self) -> Mapping[str, frozenset[object]]:
        """The subjects of each object."""
        return _grouped({(o, s) for s, o in self.pairs})


@dataclass(frozen=True)
class Facts:
    """All that a graph tells, but for the names of things."""

    relations: Mapping[str, RelationProfile]
    labels: Mapping[str, str]
    """Of things, relations and classes."""
    classes: Mapping[str, frozenset[str]]
    """The classes of each thing, with those above them."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """How many things each class has."""
    entities: int = 0

    def most_of(self, things: frozenset[str]) -> str:
        """The smallest class that all of some things are of; empty where they share none."""
        shared = (
            frozenset[str].intersection(*(self.classes.get(each, frozenset()) for each in things)) if things else ()
        )
        return min(shared, key=lambda kind: (self.sizes[kind], kind), default="")

    def usual(self, things: frozenset[str]) -> str:
        """The class that most of some things are of, the smallest of several; empty where none has any."""
        counted = Counter(kind for each in things for kind in self.classes.get(each, ()))
        return min(counted, key=lambda kind: (-counted[kind], self.sizes[kind], kind), default="")

    def members(self, things: frozenset[str]) -> int:
        """How many things are of the classes of some things; of those without a class all."""
        wanted = {kind for each in things for kind in self.classes.get(each, ())}
        if not wanted:
            return self.entities
        return sum(1 for kinds in self.classes.values() if not kinds.isdisjoint(wanted))


def facts_of(graph: StagedGraph) -> Facts:
    """The facts of a graph that is read and not yet written."""
    ids, labels = graph.entities["id"], dict(zip(graph.entities["id"], graph.entities["label"], strict=True))
    names = dict(zip(graph.relations["id"], graph.relations["label"], strict=True))
    relation_ids = graph.relations["id"]
    pairs: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    rows = (
        ids.gather(graph.facts["subject"]),
        relation_ids.gather(graph.facts["relation"]),
        ids.gather(graph.facts["object"]),
    )
    for subject, relation, thing in zip(*rows, strict=True):
        pairs[relation].add((subject, thing))
    values: defaultdict[str, set[tuple[str, Literal]]] = defaultdict(set)
    given = [Literal(value, datatype) for value, datatype in graph.literals.select("value", "datatype").iter_rows()]
    told = zip(
        graph.literal_facts["subject"], graph.literal_facts["relation"], graph.literal_facts["object"], strict=True
    )
    for subject, relation, value in told:
        values[relation_ids[relation]].add((ids[subject], given[value]))
    classes = _classes(dict(zip(ids, graph.entities["types"].to_list(), strict=True)), pairs.get(SUB_CLASS, set()))
    sizes = Counter(kind for some in classes.values() for kind in some)
    relations = {}
    for relation in sorted({*pairs, *values} - {TYPE, SUB_CLASS}):
        things, some = pairs.get(relation, set()), values.get(relation, set())
        if len(things) >= len(some):
            relations[relation] = RelationProfile(relation, names[relation], "thing", frozenset(things))
            continue
        counted = Counter(_ends(value) for _, value in some)
        ends = max(counted, key=lambda kind: (counted[kind], kind))
        kept = frozenset((s, _normal(v)) for s, v in some if _ends(v) == ends)
        relations[relation] = RelationProfile(relation, names[relation], ends, values=kept)
    return Facts(relations, {**labels, **names}, classes, sizes, len(ids))


def _classes(types: Mapping[str, list[str] | None], above: set[tuple[str, str]]) -> dict[str, frozenset[str]]:
    parents: defaultdict[str, set[str]] = defaultdict(set)
    for child, parent in above:
        parents[child].add(parent)
    found = {}
    for thing, some in types.items():
        reached, todo = set[str](), list(some or ())
        while todo:
            each = todo.pop()
            if each not in reached:
                reached.add(each)
                todo += parents.get(each, ())
        if reached:
            found[thing] = frozenset(reached)
    return found


def _ends(value: Literal) -> Ends:
    name = local_name(value.datatype)
    return "date" if name in _DATES else "number" if name in _NUMBERS else "text"


def _normal(value: Literal) -> Literal:
    found = normal(value)
    return found if isinstance(found, Literal) else value


def _grouped(pairs: object) -> dict[str, frozenset[object]]:
    found: defaultdict[str, set[object]] = defaultdict(set)
    for one, other in pairs:  # type: ignore[attr-defined]
        found[one].add(other)
    return {key: frozenset(some) for key, some in found.items()}
