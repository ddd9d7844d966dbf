"""Certificates: a proof, step by step, that a minimal conflict is one.

The proof depends on the statements of the set and the rules alone, so anyone can find the same one again. Facts
are derived in rounds, in a fixed order, and the first derivation of each is kept: proofs are shallow. Where no rule
ends in ⊥, the bounds of the facts do, by the shortest cycle of more than 0 days: each of its bounds is a step
(``cg-edge``), and the last step adds them up (``cg-cycle``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contragraph.graph.model import Bound, MinimalSet, Object, Statement, Step, Strength
from contragraph.reasoning.prover.cycles import has_solution, shortest_cycle
from contragraph.reasoning.prover.facts import FactBase, Ground, firings, ground, relevant, started
from contragraph.reasoning.rules.bounds import BoundEdge, is_lasting
from contragraph.reasoning.rules.horn import Rule, plan
from contragraph.reasoning.rules.ruleset import NOT, RuleSet
from contragraph.reasoning.values.terms import Term, normal
from contragraph.reasoning.values.times import moments, together

Derivation = tuple[Rule, tuple[Ground, ...]]
EDGE, CYCLE = "cg-edge", "cg-cycle"
"""The rules of bounds: a statement gives one, and bounds that run round a cycle cannot sum to more than 0."""


def _refutation(
    statements: Sequence[Statement], rules: RuleSet
) -> tuple[dict[Ground, Derivation], Derivation | list[BoundEdge]] | None:
    """The derivations found on the way to ⊥, and that of ⊥, by a rule or a cycle; None if there is no contradiction."""
    derived, facts, last = _closure(statements, rules)
    if last is not None:
        return derived, last
    edges = _edges(facts, rules)
    if _solvable(edges):
        return None
    cycle = shortest_cycle(edges)
    return None if cycle is None else (derived, cycle)


def _edges(facts: FactBase, rules: RuleSet) -> list[BoundEdge]:
    """The bounds of all facts."""
    if not rules.bounds:
        return []
    return rules.bounds.edges([atom for p in sorted(rules.bounds.predicates) for atom in facts.by_predicate.get(p, ())])


def _solvable(edges: Sequence[BoundEdge]) -> bool:
    return has_solution((e.bound.earlier, e.bound.later, e.bound.days) for e in edges)


def _closure(
    statements: Sequence[Statement], rules: RuleSet
) -> tuple[dict[Ground, Derivation], FactBase, Derivation | None]:
    """The derivations of what follows, all facts, and the derivation of ⊥ if a rule ends in it."""
    facts = FactBase()
    derived: dict[Ground, Derivation] = {}
    fresh = [atom for atom in map(ground, statements) if facts.add(atom)]
    triggers = relevant(rules, fresh)
    while fresh:
        found: dict[Ground, Derivation] = {}
        for atom in fresh:
            for join in started(triggers, atom):
                for premises, result in firings(join, atom, facts):
                    if result is None or (result not in facts.known and result not in found):
                        derivation = (join.rule, tuple(premises[i] for i in join.order))
                        if result is None:
                            return derived, facts, derivation
                        found[result] = derivation
        derived.update(found)
        fresh = [atom for atom in found if facts.add(atom)]
    return derived, facts, None


def consistent(statements: Sequence[Statement], rules: RuleSet, *, background: Sequence[Statement] = ()) -> bool:
    """Whether no contradiction follows at any moment: plain forward chaining, without support sets."""
    everything = [*background, *statements]
    for places in moments(everything, rules.events):
        _, facts, last = _closure([everything[i] for i in places], rules)
        if last is not None or not _solvable(_edges(facts, rules)):
            return False
    return True


def follows(statements: Sequence[Statement], rules: RuleSet, goal: Statement) -> bool:
    """Whether a statement, or what it is a case of by sub-properties alone, follows from others, times aside."""
    _, wanted, _ = _closure([goal], rules)
    asked = {predicate for predicate, _, _ in wanted.known}
    _, facts, _ = _closure([s for s in statements if s.relation in rules.triggers or s.relation in asked], rules)
    return not wanted.known.isdisjoint(facts.known)


def _as_statement(atom: Ground, spelled: Mapping[Term, Object]) -> Statement:
    """The statement that a derived atom makes; a literal is spelled as in the statement that it comes from."""
    predicate, subject, thing = atom
    return Statement(str(subject), predicate.removeprefix(NOT), spelled.get(thing, thing), predicate.startswith(NOT))


def certify(
    statements: Sequence[Statement],
    rules: RuleSet,
    strict_rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
) -> tuple[MinimalSet, Strength] | None:
    """The proof that the statements contradict each other, and its strength; None if they do not.

    It is a proof about one moment, so there is none of statements that do not surely hold at one. A proof by strict
    axioms alone is preferred; a set is typical only if there is none. Steps may have ``background`` statements for
    premises, by their ids; the set has none of them.
    """
    ordered = sorted(statements, key=lambda s: s.sort_key)
    known = sorted({*background} - {*ordered}, key=lambda s: s.sort_key)
    if not together([*ordered, *known], rules.events):
        return None
    strength: Strength = "strict"
    refuted = _refutation([*ordered, *known], strict_rules)
    if refuted is None:
        strength = "typical"
        refuted = _refutation([*ordered, *known], rules)
    if refuted is None:
        return None
    derived, last = refuted
    given = {ground(s): s.id for s in (*known, *ordered)}
    spelled: dict[Term, Object] = {}
    for statement in (*ordered, *known):
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

    if isinstance(last, list):
        for edge in last:
            references = tuple(reference(p) for p in edge.premises)
            steps.append(Step(EDGE, edge.axiom, references, edge.bound))
        bounds = tuple(i for i, step in enumerate(steps) if step.rule == EDGE)
        steps.append(Step(CYCLE, None, bounds, None))
    else:
        rule, premises = last
        references = tuple(reference(p) for p in premises)
        steps.append(Step(rule.name, rule.axiom, references, None))
    axioms = tuple(sorted({s.axiom for s in steps if s.axiom is not None}))
    return MinimalSet(tuple(s.id for s in ordered), axioms, tuple(steps)), strength


def verify(
    minimal: MinimalSet, statements: Sequence[Statement], rules: RuleSet, *, background: Sequence[Statement] = ()
) -> str | None:
    """What is wrong with a certificate, or None: each step must be one firing of the rule of the axiom it names.

    This looks at the steps alone and does not search, so it is a check of the proof, not of the prover. ``background``
    statements may be premises; the set must have none of them.
    """
    stated = {s.id: ground(s) for s in statements}
    if sorted(stated) != sorted(minimal.statements):
        return "the proof's statements are not those of the set"
    by_id = {**{s.id: ground(s) for s in background}, **stated}
    found: list[Ground | Bound] = []
    used: set[str | int] = set()
    for number, step in enumerate(minimal.proof):
        premises: list[Ground | Bound] = []
        for premise in step.premises:
            if isinstance(premise, int):
                if not 0 <= premise < number:
                    return f"step {number} uses step {premise}, which does not stand before it"
                premises.append(found[premise])
            elif premise in by_id:
                premises.append(by_id[premise])
            else:
                return f"step {number} uses the unknown statement {premise}"
            used.add(premise)
        goal = ground(step.conclusion) if isinstance(step.conclusion, Statement) else step.conclusion
        if (goal is None) != (number == len(minimal.proof) - 1):
            return "the last step, and only that, must conclude the contradiction"
        if not _follows(step, premises, goal, rules):
            return f"step {number} ({step.rule}, {step.axiom}) does not follow"
        if goal is not None:
            found.append(goal)
    if not minimal.proof:
        return "the proof is empty"
    # A step that leads nowhere could name a statement that the contradiction does not need.
    if used - {*by_id} != {*range(len(found))} or not used >= {*stated}:
        return "the proof does not use every statement of the set and every step"
    if not together([*statements, *(s for s in background if s.id in used)], rules.events):
        return "the statements hold at different times"
    if sorted({s.axiom for s in minimal.proof if s.axiom is not None}) != sorted(minimal.axioms):
        return "the axioms named are not those of the proof"
    return None


def _follows(step: Step, premises: Sequence[Ground | Bound], goal: Ground | Bound | None, rules: RuleSet) -> bool:
    atoms = [p for p in premises if not isinstance(p, Bound)]
    bounds = [p for p in premises if isinstance(p, Bound)]
    if step.rule == CYCLE:
        return goal is None and step.axiom is None and not atoms and _is_cycle(bounds)
    if bounds:
        return False
    if step.rule == EDGE:
        return isinstance(goal, Bound) and _is_edge(step, atoms, goal, rules)
    return not isinstance(goal, Bound) and _is_firing(step, atoms, goal, rules)


def _is_edge(step: Step, premises: list[Ground], goal: Bound, rules: RuleSet) -> bool:
    """Whether a bound is one that these statements give, by this axiom."""
    if not premises:
        return step.axiom is None and is_lasting(goal)
    given = (e for e in rules.bounds.edges(premises) if list(e.premises) == premises)
    return any(edge.bound == goal and edge.axiom == step.axiom for edge in given)


def _is_cycle(bounds: Sequence[Bound]) -> bool:
    """Whether bounds lead from point to point back to the first, each once, and sum to more than 0 days."""
    starts = [bound.earlier for bound in bounds]
    ends = [bound.later for bound in bounds]
    closed = bool(bounds) and ends == [*starts[1:], *starts[:1]] and len(set(starts)) == len(starts)
    return closed and sum(bound.days for bound in bounds) > 0


def _is_firing(step: Step, premises: list[Ground], goal: Ground | None, rules: RuleSet) -> bool:
    if step.rule == "prp-npa1":
        positive, negative = premises if len(premises) == 2 else (("", "", ""), ("", "", ""))
        return (
            goal is None and step.axiom is None and negative == (NOT + positive[0], *positive[1:]) and positive[0] != ""
        )
    if not premises:
        return False
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
