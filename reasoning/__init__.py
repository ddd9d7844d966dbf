"""The prover and what turns around it: rules, minimal conflicts, certificates, unfolding, lint of ontologies."""

from contragraph.reasoning.certificate import certify, verify
from contragraph.reasoning.judge import Judgement, Outcome, conflicts, independent, judge
from contragraph.reasoning.prover import Verdict, minimal_conflicts
from contragraph.reasoning.rules import Rule, RuleSet, compile_rules

__all__ = [
    "Judgement",
    "Outcome",
    "Rule",
    "RuleSet",
    "Verdict",
    "certify",
    "compile_rules",
    "conflicts",
    "independent",
    "judge",
    "minimal_conflicts",
    "verify",
]
