"""Proving in one call that two sets of statements contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.graph.errors import InputError
from contragraph.graph.model import Conflict, Statement
from contragraph.kgs import REFERENCE, kg_of, kgs_of
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.prover.judge import Outcome, conflicts, judge
from contragraph.reasoning.prover.sets import SetVerdict, judge_sets
from contragraph.reasoning.rules.ruleset import rules_of


@dataclass(frozen=True, slots=True)
class Proof:
    """What the prover says of two sides; ``conflicts`` come with their certificates, and are empty unless proven."""

    outcome: Outcome
    """What the judge says, in words: ``proven``, ``no contradiction`` and the like."""
    conflicts: tuple[Conflict, ...] = ()
    """What contradicts what; empty unless it is proven."""

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


def prove_sets(documents: Sequence[Sequence[Statement]], ontology: Ontology | None = None) -> SetVerdict:
    """Prove which documents of a set, each given by its statements, contradict themselves or each other.

    Each conflict has the places of its documents, as few as it takes, and a proof of each minimal set of statements.

    Raises:
        InputError: if the statements are of several graphs, and no ontology is given.
    """
    return judge_sets(documents, rules_of(ontology or _of_the_graph([s for some in documents for s in some])))


def _of_the_graph(statements: Sequence[Statement]) -> Ontology:
    """The ontology of the graph whose relations the statements use; that of Wikidata where no other is named."""
    graphs = kgs_of(s.relation for s in statements)
    if len(graphs) > 1:
        names = " and ".join(kg.name for kg in graphs)
        raise InputError(f"The statements are of {names}: give an ontology that speaks of both.")
    return (graphs[0] if graphs else kg_of(REFERENCE)).ontology


def load_ontology(name: str = REFERENCE) -> Ontology:
    """The axioms that ship for a knowledge graph: ``wikidata``, ``dbpedia`` or ``yago``.

    Raises:
        InputError: there is none of that name.
    """
    return kg_of(name).ontology
