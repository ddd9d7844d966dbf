"""Small sets of rules for single questions: what implies a statement, and what some axioms say, in any spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.rules.ruleset import RuleSet

_RENAMING = (Kind.SUB_PROPERTY, Kind.EQUIVALENT, Kind.INVERSE_OF, Kind.SYMMETRIC, Kind.SUB_CLASS)
_CHAINS = (Kind.CHAIN, Kind.TRANSITIVE)


@dataclass(frozen=True)
class Implications:
    """The rules of an ontology in parts; each part is put together once."""

    ontology: Ontology
    rules: RuleSet
    _of: dict[str, RuleSet] = field(default_factory=dict, repr=False)
    _with: dict[Sequence[str], RuleSet] = field(default_factory=dict, repr=False)

    @cached_property
    def everything(self) -> RuleSet:
        """All rules."""
        return self.rules.for_many()

    def of(self, statement: Statement) -> RuleSet:
        """The rules by which a statement's relation, or what it is a case of, may follow."""
        found = self._of.get(statement.relation)
        if found is None:
            above = self._above(statement.relation)
            chains = [a.id for a in self.ontology.axioms if a.kind in _CHAINS and a.roles[-1].relation in above]
            found = self._of[statement.relation] = self.rules.only([*self._renaming(), *chains]).for_many()
        return found

    def with_axioms(self, axioms: Sequence[str]) -> RuleSet:
        """The rules of some axioms, with all that rename relations."""
        found = self._with.get(axioms)
        if found is None:
            found = self._with[axioms] = self.rules.only([*self._renaming(), *axioms]).for_many()
        return found

    def _renaming(self) -> list[str]:
        return [a.id for a in self.ontology.axioms if a.kind in _RENAMING]

    def _above(self, relation: str) -> set[str]:
        """The relations that a relation is a case of, itself included, in either direction."""
        above = {relation}
        while True:
            more = {
                a.roles[1].relation
                for a in self.ontology.axioms
                if a.kind is Kind.SUB_PROPERTY and a.roles[0].relation in above
            } - above
            if not more:
                return above
            above |= more
