"""Certificates: a proof, step by step, that a minimal conflict is one.

The proof depends on the statements of the set and the rules alone, so anyone can find the same one again. Facts
are derived in rounds, in a fixed order, and the first derivation of each is kept: proofs are shallow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contragraph.graph.model import MinimalSet, Object, Statement, Step, Strength
from contragraph.reasoning.facts import FactBase, Ground, firings, ground, relevant
from contragraph.reasoning.horn import plan
from contragraph.reasoning.rules import NOT, Rule, RuleSet
from contragraph.reasoning.terms import Term, normal
from contragraph.reasoning.times import moments, together

Derivation = tuple[Rule, tuple[Ground, ...]]


def _refutation(statements: Sequence[Statement], rules: RuleSet) -> tuple[dict[Ground, Derivation], Derivation] | None:
    """The derivations found on the way to ⊥, and that of ⊥; None if the statements are consistent."""
    facts = FactBase()
    derived: dict[Ground, Derivation] = {}
    fresh = [atom for atom in map(ground, statements) if facts.add(atom)]
    triggers = relevant(rules, fresh)
    while fresh:
        found: dict[Ground, Derivation] = {}
        for atom in fresh:
            for join in triggers.get(atom[0], ()):
                for premises, result in firings(join, atom, facts):
                    if result is None or (result not in facts.known and result not in found):
                        derivation = (join.rule, tuple(premises[i] for i in join.order))
                        if result is None:
                            return derived, derivation
                        found[result] = derivation
        derived.update(found)
        fresh = [atom for atom in found if facts.add(atom)]
    return None


def consistent(statements: Sequence[Statement], rules: RuleSet) -> bool:
    """Whether no contradiction follows at any moment: plain forward chaining, without support sets."""
    return all(
        _refutation([statements[i] for i in places], rules) is None for places in moments(statements, rules.events)
    )


def _as_statement(atom: Ground, spelled: Mapping[Term, Object]) -> Statement:
    """The statement that a derived atom makes; a literal is spelled as in the statement that it comes from."""
    predicate, subject, thing = atom
    return Statement(str(subject), predicate.removeprefix(NOT), spelled.get(thing, thing), predicate.startswith(NOT))


def certify(
    statements: Sequence[Statement], rules: RuleSet, strict_rules: RuleSet
) -> tuple[MinimalSet, Strength] | None:
    """The proof that the statements contradict each other, and its strength; None if they do not.

    It is a proof about one moment, so there is none of statements that do not surely hold at one. A proof by strict
    axioms alone is preferred; a set is typical only if there is none.
    """
    ordered = sorted(statements, key=lambda s: s.sort_key)
    if not together(ordered, rules.events):
        return None
    strength: Strength = "strict"
    refuted = _refutation(ordered, strict_rules)
    if refuted is None:
        strength = "typical"
        refuted = _refutation(ordered, rules)
    if refuted is None:
        return None
    derived, last = refuted
    given = {ground(s): s.id for s in ordered}
    spelled: dict[Term, Object] = {}
    for statement in ordered:
        spelled.setdefault(normal(statement.object), statement.object)
    steps: list[Step] = []
    index: dict[Ground, int] = {}

    def reference(atom: Ground) -> str | int:
        if atom in given:
            return given[atom]
        if atom not in index:
            rule, premises = derived[atom]
            references = tuple(reference(p) for p in premises)
            steps.append(Step(rule.name, rule.axiom, references, _as_statement(atom, spelled)))
            index[atom] = len(steps) - 1
        return index[atom]

    rule, premises = last
    references = tuple(reference(p) for p in premises)
    steps.append(Step(rule.name, rule.axiom, references, None))
    axioms = tuple(sorted({s.axiom for s in steps if s.axiom is not None}))
    return MinimalSet(tuple(s.id for s in ordered), axioms, tuple(steps)), strength


def verify(minimal: MinimalSet, statements: Sequence[Statement], rules: RuleSet) -> str | None:
    """What is wrong with a certificate, or None: each step must be one firing of the rule of the axiom it names.

    This looks at the steps alone and does not search, so it is a check of the proof, not of the prover.
    """
    by_id = {s.id: ground(s) for s in statements}
    if sorted(by_id) != sorted(minimal.statements):
        return "the proof's statements are not those of the set"
    if not together(statements, rules.events):
        return "the statements hold at different times"
    atoms: list[Ground] = []
    used: set[str | int] = set()
    for number, step in enumerate(minimal.proof):
        premises: list[Ground] = []
        for premise in step.premises:
            if isinstance(premise, int):
                if not 0 <= premise < number:
                    return f"step {number} uses step {premise}, which does not stand before it"
                premises.append(atoms[premise])
            elif premise in by_id:
                premises.append(by_id[premise])
            else:
                return f"step {number} uses the unknown statement {premise}"
            used.add(premise)
        goal = None if step.conclusion is None else ground(step.conclusion)
        if (goal is None) != (number == len(minimal.proof) - 1):
            return "the last step, and only that, must conclude the contradiction"
        if not _is_firing(step, premises, goal, rules):
            return f"step {number} ({step.rule}, {step.axiom}) does not follow"
        if goal is not None:
            atoms.append(goal)
    if not minimal.proof:
        return "the proof is empty"
    # A step that leads nowhere could name a statement that the contradiction does not need.
    if used != {*by_id, *range(len(atoms))}:
        return "the proof does not use every statement of the set and every step"
    if sorted({s.axiom for s in minimal.proof if s.axiom is not None}) != sorted(minimal.axioms):
        return "the axioms named are not those of the proof"
    return None


def _is_firing(step: Step, premises: list[Ground], goal: Ground | None, rules: RuleSet) -> bool:
    if step.rule == "prp-npa1":
        positive, negative = premises if len(premises) == 2 else (("", "", ""), ("", "", ""))
        return (
            goal is None and step.axiom is None and negative == (NOT + positive[0], *positive[1:]) and positive[0] != ""
        )
    facts = FactBase()
    for premise in premises:
        facts.add(premise)
    for rule in rules.rules:
        if rule.name != step.rule or rule.axiom != step.axiom or len(rule.body) != len(premises):
            continue
        join = plan(rule, 0)
        for found, conclusion in firings(join, premises[0], facts):
            if [found[i] for i in join.order] == premises and conclusion == goal:
                return True
    return False
