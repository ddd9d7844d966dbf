"""The prover and what turns around it: rules, minimal conflicts, certificates, unfolding, lint of ontologies."""

from contragraph.reasoning.background import class_relations, needed_background, no_background
from contragraph.reasoning.certificate import certify, consistent, verify
from contragraph.reasoning.judge import Judgement, Outcome, conflicts, independent, judge
from contragraph.reasoning.prover import Verdict, minimal_conflicts
from contragraph.reasoning.rules import Rule, RuleSet, compile_rules, rules_of
from contragraph.reasoning.sets import SetVerdict, judge_sets

__all__ = [
    "Judgement",
    "Outcome",
    "Rule",
    "RuleSet",
    "SetVerdict",
    "Verdict",
    "certify",
    "class_relations",
    "compile_rules",
    "conflicts",
    "consistent",
    "independent",
    "judge",
    "judge_sets",
    "minimal_conflicts",
    "needed_background",
    "no_background",
    "rules_of",
    "verify",
]
