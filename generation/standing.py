"""Does a proposal stand against the whole KG, and against what every reader knows?

These tests need many facts, so they are made last, on the proposals that would be taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Entity, Statement
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import RuleSet

_MAX_LOCAL_FACTS = 150
APART = "cg:apartFrom"
"""What a reader knows of two places of one level: neither overlaps the other."""
_COUNTRY = "wdt:P17"
_KNOWN = ("wdt:P31", "wdt:P106", "wdt:P17")
_KIND_OF = "wdt:P279"
_KNOWN_STEPS = 3
_LEVELS = ("wd:Q6256", "wd:Q3624078", "wd:Q5107", "wd:Q515", "wd:Q1549591", "wd:Q5119", "wd:Q35657")
"""Classes whose members every reader takes to be apart: countries, continents, cities, states of the US."""


def axioms_hold(
    statements: Sequence[Statement], rules: RuleSet, relevant: frozenset[str], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the KG itself keeps the axioms around these entities.

    All facts of the relevant relations at any of the entities are taken together; if they contradict each other by
    the axioms of the proof, the KG breaks an axiom for this very entity and the conflict would be none.
    """
    local: dict[Statement, None] = {}
    names = dict.fromkeys(e for s in statements for e in s.entities)
    yield from knowledge.prefetch(names)
    for name in names:
        out = yield from knowledge.out(name)
        into = yield from knowledge.into(name)
        for outgoing, around in ((True, out), (False, into)):
            for relation, ends in around.by_relation.items():
                if relation in relevant:
                    for end in ends:
                        local[Statement(name, relation, end) if outgoing else Statement(end, relation, name)] = None
    return consistent(list(local)[:_MAX_LOCAL_FACTS], rules)


def is_shorter(statements: Sequence[Statement], rules: RuleSet, knowledge: Knowledge) -> Asking[bool]:
    """Whether common knowledge makes the conflict shorter than its statements say.

    "Spent the whole life in Riga" against "born in Beijing" is one step to any reader, however many the proof takes.
    """
    names = dict.fromkeys(e for s in statements for e in s.entities)
    entities = yield from knowledge.entities(names)
    background = yield from common_knowledge(entities, knowledge)
    if not background:
        return False
    verdict = minimal_conflicts(statements, rules, background=background)
    return not verdict.decided or any(m.bit_count() < len(statements) for m in verdict.minimal)


def common_knowledge(entities: Sequence[Entity], knowledge: Knowledge) -> Asking[list[Statement]]:
    """That places of one level, or of two countries, are apart, which makes a conflict shorter to any reader."""
    countries: dict[str, frozenset[str]] = {}
    for entity in entities:
        out = yield from knowledge.out(entity.id)
        countries[entity.id] = frozenset(out.ends(_COUNTRY))
    found = []
    for i, one in enumerate(entities):
        for other in entities[i + 1 :]:
            same_level = any(level in one.types and level in other.types for level in _LEVELS)
            abroad = countries[one.id] and countries[other.id] and countries[one.id].isdisjoint(countries[other.id])
            if same_level or abroad:
                found.append(Statement(one.id, APART, other.id))
    return found


def known_kinds(entities: Sequence[str], knowledge: Knowledge) -> Asking[list[Statement]]:
    """What readers know of things without being told: their classes, professions and countries, and wider classes."""
    yield from knowledge.prefetch_out(entities)
    found: dict[Statement, None] = {}
    classes: dict[str, None] = {}
    for entity in entities:
        out = yield from knowledge.out(entity)
        for relation in _KNOWN:
            for end in out.ends(relation):
                found[Statement(entity, relation, end)] = None
                classes[end] = None
        classes[entity] = None
    for _ in range(_KNOWN_STEPS):
        yield from knowledge.prefetch_out(classes)
        wider: dict[str, None] = {}
        for one in classes:
            out = yield from knowledge.out(one)
            for end in out.ends(_KIND_OF):
                found[Statement(one, _KIND_OF, end)] = None
                wider[end] = None
        classes = wider
    return list(found)


def contradicted_by_readers(
    perturbed: Sequence[Statement], made: Sequence[Statement], rules: RuleSet, knowledge: Knowledge
) -> Asking[set[Statement]]:
    """Statements of a perturbed side that a made-up one contradicts by what readers know of the things named.

    "It borders no county of Arizona" beside "it borders Yavapai County" is a contradiction within one text to anyone
    who knows what Yavapai County is, told or not.
    """
    names = dict.fromkeys(e for s in perturbed for e in s.entities)
    background = yield from known_kinds(list(names), knowledge)
    spoken = [s for s in perturbed if s not in background]
    verdict = minimal_conflicts(spoken, rules, background=background)
    clashing = {s for mask in verdict.minimal for i, s in enumerate(spoken) if mask >> i & 1}
    return clashing.difference(made)
