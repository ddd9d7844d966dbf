"""What a rule about one lie looks at, and how rules are looked up by the lie's relation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.quotas import family_of
from contragraph.graph.model import Entity, Statement


@dataclass(frozen=True, slots=True)
class Lie:
    """A made-up statement, the true one that it answers, and the true ones between them."""

    seed: Statement
    made: Statement
    supports: Sequence[Statement]
    one: Entity
    """The lie's subject."""
    other: Entity
    """Its object."""
    knowledge: Knowledge


Rule = Callable[[Lie], Asking[bool]]
"""Whether a lie must not be told."""
Rules = Mapping[str, tuple[Rule, ...]]
"""By relation (``cg:noneLived_P1038``), by family (``cg:noneOfGenre``), or by what a family is of (``_P1038``)."""


def plainly(test: Callable[[Lie], bool]) -> Rule:
    """A rule that asks the graph nothing."""

    def rule(lie: Lie) -> Asking[bool]:
        return test(lie)
        yield

    return rule


def rules_for(relation: str, rules: Rules) -> tuple[Rule, ...]:
    """The rules that hold for a relation, those for it alone last."""
    family = family_of(relation)
    keys = dict.fromkeys((relation.removeprefix(family), family, relation))
    return tuple(rule for key in keys for rule in rules.get(key, ()))
