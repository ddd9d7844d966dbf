"""Background: what every reader knows and no text states, which proofs may use beside the statements of a pair.

Only facts of class and of subclass are background (that Essex is a county, and counties are districts): by them alone
nothing is told of two things at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from contragraph.graph.model import Conflict, Statement
from contragraph.graph.model.sets import Across
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.rules.ruleset import SUB_CLASS, TYPE

_SAYS = frozenset({Kind.SUB_PROPERTY, Kind.EQUIVALENT})


def class_relations(ontology: Ontology) -> frozenset[str]:
    """The relations that state a class of a thing, or a class above another, and nothing else."""
    found = {TYPE, SUB_CLASS}
    size = 0
    while size != len(found):
        size = len(found)
        for axiom in ontology.axioms:
            if axiom.kind in _SAYS and all(not role.inverse for role in axiom.roles):
                below, above = (role.relation for role in axiom.roles)
                if above in found:
                    found.add(below)
                if axiom.kind is Kind.EQUIVALENT and below in found:
                    found.add(above)
    return frozenset(found)


def no_background(statement: Statement, allowed: frozenset[str]) -> str | None:
    """Why a statement can be no background, where only ``allowed`` relations are (see :func:`class_relations`)."""
    if statement.relation not in allowed:
        return f"{statement.relation} states no class and no subclass"
    if statement.negated:
        return "it denies something"
    if statement.valid_from or statement.valid_to:
        return "it holds for a time only"
    return None if isinstance(statement.object, str) else "its object is a literal"


def needed_background(found: Iterable[Conflict | Across], background: Iterable[Statement]) -> tuple[Statement, ...]:
    """What of the background some proof has for a premise, sorted; with it alone all the proofs are found again."""
    premises = {p for c in found for m in c.minimal for step in m.proof for p in step.premises}
    return tuple(sorted((s for s in {*background} if s.id in premises), key=lambda s: s.sort_key))
