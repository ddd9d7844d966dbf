"""A finished pair in the terms of its own graph, proven again with the graph's own ontology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Against, Conflict, Instance, Side, Statement, unique
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.vocabulary import Vocabulary
from contragraph.reasoning.judge import Outcome, conflicts, judge
from contragraph.reasoning.rules import RuleSet, rules_of


@dataclass(frozen=True)
class Retelling:
    """Tells pairs that were made in the vocabulary of the rules in that of their graph."""

    vocabulary: Vocabulary
    ontology: Ontology | None = None
    """What pairs are proven with, where a dataset has more axioms than those of this graph."""

    @cached_property
    def _rules(self) -> tuple[RuleSet, RuleSet]:
        rules = rules_of(self.ontology or self.vocabulary.own)
        return rules, rules.strict()

    def relation(self, relation: str) -> str:
        """The graph's name of a relation."""
        return self.vocabulary.lens.own.relation(relation).relation

    def instance(self, instance: Instance) -> Instance:
        """The pair with its graph's ids, statement ids and proofs; the texts stay as they are.

        Raises:
            OntologyError: if the graph's own ontology proves anything else of it, which would be a fault of ours.
        """
        ids = {s.id: self.vocabulary.lens.own.statement(s).id for side in instance.sides for s in side.statements}
        original, perturbed = (self._side(side, ids) for side in instance.sides)
        rules, strict = self._rules
        background = tuple(map(self.vocabulary.lens.own.statement, instance.background))
        judgement = judge(original.statements, perturbed.statements, rules, background=background)
        found = conflicts(judgement, rules, strict) if judgement.outcome is Outcome.PROVEN else ()
        before = {tuple(sorted(ids[i] for i in (*c.original, *c.perturbed, *c.shared))) for c in instance.conflicts}
        if {tuple(sorted((*c.original, *c.perturbed, *c.shared))) for c in found} != before:
            raise OntologyError(
                f"In its own terms the graph {instance.kg} does not prove what was made from it at"
                f" {', '.join(ids[i] for i in instance.seed_statements)}: the alignment and its ontologies disagree."
            )
        return replace(
            instance,
            original=original,
            perturbed=perturbed,
            relations=unique(map(self.relation, instance.relations)),
            conflicts=self._in_order(found, instance, ids),
            seed_statements=tuple(ids[i] for i in instance.seed_statements),
            labels=self._labels(instance, (original, perturbed), found),
            against=_against(instance, ids),
            background=background,
        )

    def _side(self, side: Side, ids: Mapping[str, str]) -> Side:
        sentences = (replace(s, statements=tuple(ids[i] for i in s.statements)) for s in side.text.sentences)
        return replace(
            side,
            statements=tuple(map(self.vocabulary.lens.own.statement, side.statements)),
            made=frozenset(ids[i] for i in side.made),
            text=replace(side.text, sentences=tuple(sentences)),
        )

    @staticmethod
    def _in_order(found: tuple[Conflict, ...], instance: Instance, ids: Mapping[str, str]) -> tuple[Conflict, ...]:
        """The conflicts in the order that they had."""
        places = {ids[i]: place for place, c in enumerate(instance.conflicts) for i in (*c.original, *c.perturbed)}
        return tuple(sorted(found, key=lambda c: min(places[i] for i in (*c.original, *c.perturbed))))

    def _labels(
        self, instance: Instance, sides: tuple[Side, Side], found: tuple[Conflict, ...]
    ) -> tuple[tuple[str, str], ...]:
        lens, names = self.vocabulary.lens, self.vocabulary.own_labels
        relations = _relations(instance.sides, instance.conflicts)
        labels = {lens.own.thing(i): label for i, label in instance.labels if i not in relations}
        labels |= {relation: names.get(relation, relation) for relation in _relations(sides, found)}
        return tuple(sorted(labels.items()))


def _against(instance: Instance, ids: Mapping[str, str]) -> Against | None:
    against = instance.against
    return against and replace(against, statements=tuple((ids[i], told) for i, told in against.statements))


def _relations(sides: tuple[Side, Side], found: tuple[Conflict, ...]) -> set[str]:
    """The relations that a pair's statements and proofs name."""
    told = {s.relation for side in sides for s in side.statements}
    steps = (s.conclusion for c in found for m in c.minimal for s in m.proof)
    return told | {s.relation for s in steps if isinstance(s, Statement)}
