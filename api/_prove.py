"""Proving in one call that two sets of statements contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.graph.model import Conflict, Statement
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning import Outcome, compile_rules, conflicts, judge


@dataclass(frozen=True, slots=True)
class Proof:
    """What the prover says of two sides; ``conflicts`` come with their certificates, and are empty unless proven."""

    outcome: Outcome
    conflicts: tuple[Conflict, ...] = ()

    def __bool__(self) -> bool:
        """Whether the sides are proven to contradict each other while each is consistent."""
        return self.outcome is Outcome.PROVEN


def prove(original: Sequence[Statement], perturbed: Sequence[Statement], ontology: Ontology | None = None) -> Proof:
    """Prove that two sides contradict each other under an ontology (without one, under that for Wikidata).

    Different ids are different entities. What cannot be decided within the prover's work limit is said to be so.
    """
    rules = compile_rules((ontology or load_ontology()).axioms)
    judgement = judge(original, perturbed, rules)
    if judgement.outcome is not Outcome.PROVEN:
        return Proof(judgement.outcome)
    return Proof(judgement.outcome, conflicts(judgement, rules, rules.strict()))
