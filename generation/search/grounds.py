"""What a search stands on: the axioms of a graph compiled, its shapes, and what is counted of the whole graph once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from contragraph.cypher import Engine, Given, Query
from contragraph.cypher.matching import compiled, parameters
from contragraph.generation.search.background import background
from contragraph.generation.search.counts import GraphStatistics, counted
from contragraph.generation.search.denial import DENIED, denial
from contragraph.generation.search.filters.registry import Setting, known_thresholds
from contragraph.generation.search.implications import Implications
from contragraph.generation.search.shapes import RelationVocabulary, Shape, shapes
from contragraph.generation.search.view import View, ViewRelations
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.model import Order, Relation, Statement
from contragraph.graph.store import GraphStore, Window
from contragraph.kgs import ErrorSize, Kg
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.rules.ruleset import SUB_CLASS, TYPE, RuleSet, rules_of
from contragraph.reasoning.unfold.patterns import Spelling, unfold

_PLACES = ("located_in", "contains", "capital", "capital_of")
"""Roles of relations that say where places lie."""
_MODIFIERS = (*_PLACES, "borders", "instance_of", "subclass_of")
"""Roles of relations that mostly support: of their statements those of places are perturbed in conflicts of places."""
_UPWARDS, _DOWNWARDS = ("located_in", "capital_of", "instance_of", "subclass_of", "part_of"), ("contains", "capital")


@dataclass(frozen=True)
class Grounds:
    """All that a search needs besides the store."""

    kg: Kg
    ontology: Ontology
    rules: RuleSet
    strict_rules: RuleSet
    implications: Implications
    shapes: tuple[Shape, ...]
    relations: Mapping[str, Relation]
    """The relations of the loaded graph."""
    modifiers: frozenset[str]
    asked: ViewRelations
    errors: Mapping[str, ErrorSize]
    roles: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, Mapping[str, object]]
    counts: GraphStatistics
    single: frozenset[str]

    def background(self, entities: Iterable[str], view: View) -> tuple[Statement, ...]:
        """What every reader knows of the level of some things, as :func:`.background.background` finds it."""
        return background(entities, view, self.roles, self.kg.levels)

    def setting(self, view: View) -> Setting:
        """What filters look at, with what is known of the things of some candidates."""
        return Setting(view, self.implications, self.roles, self.limits, self.counts, self.single)


def grounds(store: GraphStore, name: str, kg: Kg, given: Ontology | None = None) -> Grounds:
    """Compile the axioms of a graph, or others that are given, and count what filters ask of the whole graph.

    Raises:
        OntologyError: for axioms that cannot be read.
    """
    ontology, roles = given or kg.ontology, kg.roles
    rules = rules_of(ontology)
    relations = {r.id: r for r in store.relations(name)}
    spellings = _spellings(ontology, frozenset(r for r in ontology.statable if r in relations))
    every = shapes_of(kg, relations, ontology)
    made = sorted({relation for shape in every for relation in shape.made if relation not in ontology.data})
    known_thresholds(kg.filters, str(kg.folder / "filters.toml"))
    entities = next(info.entities for info in store.kgs() if info.kg == name)
    used = {r for axiom in ontology.every for r in axiom.relations if r in relations} | set(ontology.dates)
    used |= {r for role, some in roles.items() if role != DENIED for r in some if r in relations}
    turned = {s.relation for some in spellings.values() for s in some if s.flip}
    asked = ViewRelations(
        tuple(sorted(used & relations.keys())),
        tuple(sorted(turned & relations.keys())),
        tuple(sorted(r for role in _UPWARDS for r in roles.get(role, ()))),
        tuple(sorted(r for role in _DOWNWARDS for r in roles.get(role, ()))),
    )
    return Grounds(
        kg,
        ontology,
        rules,
        rules.strict(),
        Implications(ontology, rules),
        every,
        relations,
        _roles(kg, _MODIFIERS),
        asked,
        kg.errors,
        roles,
        kg.filters,
        counted(store, made, roles, ontology.dates, entities, sum(relations[r].facts for r in made if r in relations)),
        _single(ontology, spellings),
    )


def shapes_of(kg: Kg, relations: Collection[str], given: Ontology | None = None) -> tuple[Shape, ...]:
    """The shapes of a graph's axioms, or of others that are given, over the relations that it has."""
    ontology = given or kg.ontology
    stated = frozenset(r for r in ontology.statable if r in relations)
    spellings = _spellings(ontology, stated)
    single, sole = _single(ontology, spellings), _sole(ontology, spellings)
    levels = frozenset(kg.levels)
    untold, places = kg.lexicon.sections.left_out, _roles(kg, _PLACES)
    vocabulary = RelationVocabulary(
        stated, single, sole, kg.role("borders"), levels, _roles(kg, _MODIFIERS), places, untold
    )
    denied = stated & _roles(kg, (DENIED,)) - ontology.data - untold
    return tuple(sorted((*shapes(ontology, vocabulary), *denial(denied)), key=lambda s: (s.hops, s.name)))


@lru_cache(maxsize=8)
def _spellings(ontology: Ontology, stated: frozenset[str]) -> Mapping[str, tuple[Spelling, ...]]:
    """The stated relations that spell each predicate."""
    levels = frozenset(str(a.terms[1]) for a in ontology.axioms if a.kind is Kind.AT_MOST_ONE)
    return unfold(rules_of(ontology), stated, levels=levels, max_leaves=2).spellings


def _roles(kg: Kg, roles: Iterable[str]) -> frozenset[str]:
    return frozenset(r for role in roles for r in kg.role(role))


def _single(ontology: Ontology, spellings: Mapping[str, Collection[Spelling]]) -> frozenset[str]:
    """Relations of which a thing has one value, by an axiom: in the direction that the axiom means."""
    found = {*ontology.dates, *(s.relation for s in ontology.spans)}
    found |= {s.through.relation for s in ontology.spans if s.through}
    for axiom in ontology.axioms:
        if axiom.kind in (Kind.FUNCTIONAL, Kind.AT_MOST_ONE):
            found |= {s.relation for s in spellings.get(axiom.roles[0].relation, ())}
    return frozenset(found - {TYPE, SUB_CLASS})


def _sole(ontology: Ontology, spellings: Mapping[str, Collection[Spelling]]) -> frozenset[str]:
    """Relations of which a value has one subject, by an axiom."""
    axioms = (a for a in ontology.axioms if a.kind is Kind.INVERSE_FUNCTIONAL)
    return frozenset(s.relation for a in axioms for s in spellings.get(a.roles[0].relation, ()) if not s.flip)


def shown(shape: Shape, engine: Engine, order: Order, window: Window) -> list[str]:
    """The queries of a shape with their parameters put in, each ready to be pasted into another program.

    There is one for each way in which its facts may be spelled; together they give the rows of the shape.
    """
    edges = shape.matching.edges
    types = {r: relationship_type(r) for edge in edges for r in (*edge.forwards, *edge.backwards)}
    texts = compiled(shape.matching, engine, types)
    values: dict[str, Given] = dict(parameters(shape.matching, shape.together))
    values |= {"a": order.a, "b": order.b, "from": window.start, "until": window.until, "limit": window.limit}
    values |= {"degree": window.degree, "few": window.few, "about": window.about, "least": window.least}
    values |= {"known": window.known, "denied": window.denied}
    doc = f"{shape.hops} hops: {len(shape.leaves) - 1} true facts, and one made up"
    return [Query(shape.name, doc, text, "read", (engine,)).inline(values) for text in texts]
