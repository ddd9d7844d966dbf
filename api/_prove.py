"""Proving in one call that two sets of statements contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.graph.errors import InputError
from contragraph.graph.model import Conflict, Statement
from contragraph.kgs import kg_of
from contragraph.ontology.alignment import families_of
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning import Outcome, conflicts, judge, rules_of


@dataclass(frozen=True, slots=True)
class Proof:
    """What the prover says of two sides; ``conflicts`` come with their certificates, and are empty unless proven."""

    outcome: Outcome
    conflicts: tuple[Conflict, ...] = ()

    def __bool__(self) -> bool:
        """Whether the sides are proven to contradict each other while each is consistent."""
        return self.outcome is Outcome.PROVEN


def prove(original: Sequence[Statement], perturbed: Sequence[Statement], ontology: Ontology | None = None) -> Proof:
    """Prove that two sides contradict each other under an ontology, without one under that of their graph.

    Different ids are different entities. What cannot be decided within the prover's work limit is said to be so.

    Raises:
        InputError: if the statements are of several graphs, and no ontology is given.
    """
    rules = rules_of(ontology or _of_the_graph([*original, *perturbed]))
    judgement = judge(original, perturbed, rules)
    if judgement.outcome is not Outcome.PROVEN:
        return Proof(judgement.outcome)
    return Proof(judgement.outcome, conflicts(judgement, rules, rules.strict()))


def _of_the_graph(statements: Sequence[Statement]) -> Ontology:
    """The axioms of the graph whose relations the statements use; those of Wikidata where no other is named."""
    families = families_of(s.relation for s in statements)
    if len(families) > 1:
        raise InputError(f"The statements are of {' and '.join(families)}: give an ontology that speaks of both.")
    return kg_of(families[0] if families else "wikidata").ontology
