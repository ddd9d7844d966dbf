"""The proof of a candidate: all its statements together, and no fewer, contradict each other."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters.registry import Refusal
from contragraph.reasoning.prover.judge import Outcome, conflicts, judge
from contragraph.reasoning.rules.ruleset import RuleSet


def prove(candidate: Candidate, rules: RuleSet, strict_rules: RuleSet, *, strict: bool) -> ProvenConflict | Refusal:
    """The candidate as a proven conflict, or why it is none.

    The supporting facts are told on both sides here: where a pair tells them on one side alone, it holds no more.
    """
    sides = (candidate.original, *candidate.support), (*candidate.support, candidate.perturbed)
    judgement = judge(*sides, rules, background=candidate.background)
    if judgement.outcome is not Outcome.PROVEN:
        return Refusal(candidate, "proof", judgement.outcome.value)
    if len(judgement.groups) != 1 or judgement.hops != (len(candidate.statements) - 1,):
        return Refusal(candidate, "proof", "fewer of the statements contradict each other already")
    (found,) = conflicts(judgement, rules, strict_rules)
    if strict and found.strength != "strict":
        return Refusal(candidate, "strict", "the conflict needs a typical axiom")
    axioms = tuple(sorted({a for m in found.minimal for a in m.axioms}))
    return ProvenConflict(candidate, found.hops, found.strength, axioms)
