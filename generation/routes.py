"""Which true facts would prove a statement, or refute it? The search for supports, asked by a person.

The generator looks for facts that make a lie contradict the truth. Here the statement is anybody's, all other
statements of a contradiction must be facts of the graph, and all ways are looked for, those of few facts first. What
is proven is what refutes the denial. Every answer has passed the prover and comes with its certificate.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from contragraph.generation.knowledge import Asking, Knowledge, run_in_lock_step
from contragraph.generation.support import Match, value
from contragraph.graph.errors import InputError
from contragraph.graph.model import MinimalSet, Object, Order, Statement, Strength
from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.certificate import certify
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import NOT, Atom, RuleSet, clash_rule, rules_of
from contragraph.reasoning.unfold import Pattern, Unfolding, unfold

MOST_FACTS = 4
"""Facts of one answer, at most: longer proofs convince nobody."""
MATCHES = 2_000
"""Ways to fill a pattern with facts that are followed, in the order of the graph."""


@dataclass(frozen=True, slots=True)
class Route:
    """Facts that prove or refute a statement, with the certificate."""

    facts: tuple[Statement, ...]
    proof: MinimalSet
    """It ends in the contradiction with the statement, or with its denial where the facts prove it."""
    strength: Strength


@dataclass(frozen=True, slots=True)
class Routes:
    """Answers, those of few facts and strict axioms first; ``complete`` is False where time was up."""

    found: tuple[Route, ...]
    complete: bool


def find_routes(
    store: GraphStore,
    kg: str,
    statement: Statement,
    ontology: Ontology,
    *,
    proves: bool,
    most_facts: int = MOST_FACTS,
    limit: int = 10,
    seconds: float | None = None,
) -> Routes:
    """The first ``limit`` sets of facts that prove a statement between entities, or else refute it.

    Around each entity the search looks at as many facts as the generator does, so that at hubs it may miss some.

    :raises InputError: if ``most_facts`` is not from 1 to :data:`MOST_FACTS`.
    """
    if not 1 <= most_facts <= MOST_FACTS:
        raise InputError(f"A proof is looked for with 1 to {MOST_FACTS} facts, not {most_facts}: give another number.")
    until = None if seconds is None else time.monotonic() + seconds
    claim = replace(statement, negated=True) if proves else statement
    rules = rules_of(ontology)
    strict = rules.strict()
    unfolding = _unfolded(claim, rules, {r.id for r in store.relations(kg)}, most_facts)
    knowledge = Knowledge(store, kg, Order.of_seed("routes"), read_whole=False)
    told = NOT + claim.relation if claim.negated else claim.relation
    uses = sorted(unfolding.by_relation.get(told, ()), key=lambda use: len(use[0].leaves))
    found: dict[frozenset[Statement], Route] = {}
    for _, some in groupby(uses, key=lambda use: len(use[0].leaves)):
        for pattern, leaf, flip in some:
            if until is not None and time.monotonic() > until:
                return Routes(_best(list(found.values()), limit), complete=False)
            (matches,) = run_in_lock_step([_matches(pattern, leaf, flip, claim, knowledge, unfolding)], knowledge)
            for match in matches:
                facts = frozenset(match.facts)
                if facts not in found and (proves or statement not in facts):
                    route = _proven(claim, match.facts, rules, strict)
                    if route is not None:
                        found[facts] = route
        if len(found) >= limit:
            break
    return Routes(_best(list(found.values()), limit), complete=True)


def _unfolded(claim: Statement, rules: RuleSet, relations: set[str], most_facts: int) -> Unfolding:
    """What contradicts the claim with facts alone: every other leaf is spelled by relations of the graph."""
    if not claim.negated:
        return unfold(rules, relations | {claim.relation}, max_leaves=most_facts + 1)
    denied = RuleSet((*rules.rules, clash_rule(claim.relation)), {})
    return unfold(denied, relations | {claim.relation, NOT + claim.relation}, max_leaves=most_facts + 1)


def _matches(
    pattern: Pattern, leaf: int, flip: bool, claim: Statement, knowledge: Knowledge, unfolding: Unfolding
) -> Asking[list[Match]]:
    """All ways to fill the other leaves with facts."""
    atom = pattern.leaves[leaf]
    ends = (claim.object, claim.subject) if flip else (claim.subject, claim.object)
    binding: dict[int, Object] = {}
    for term, end in zip((atom.first, atom.second), ends, strict=True):
        if (isinstance(term, str) and term != end) or (isinstance(term, int) and binding.setdefault(term, end) != end):
            return []
    matches = [Match(binding, ())]
    for other in _joined(pattern, leaf):
        atom = pattern.leaves[other]
        longer: list[Match] = []
        for match in matches:
            facts = yield from _facts(atom, match, knowledge, unfolding)
            longer += [found for found in facts if found.facts[-1] not in match.facts]
        matches = longer[:MATCHES]
    return matches


def _facts(atom: Atom, match: Match, knowledge: Knowledge, unfolding: Unfolding) -> Asking[list[Match]]:
    """The match with each fact that can stand for an atom of which an end is bound; two variables may be one thing."""
    first, second = value(atom.first, match.binding), value(atom.second, match.binding)
    known, wanted = (first, second) if first is not None else (second, None)
    if not isinstance(known, str):
        return []  # nothing that is known leads there
    free = atom.second if first is not None else atom.first
    out = yield from knowledge.out(known)
    into = yield from knowledge.into(known)
    found = []
    for spelling in unfolding.spellings.get(atom.relation, ()):
        outgoing = (first is not None) != spelling.flip
        told: list[tuple[Object, Statement]] = []
        told += (out if outgoing else into).statements(spelling.relation, known, outgoing=outgoing)
        told += [(s.object, s) for s in out.values.get(spelling.relation, ())] if outgoing else []
        for other, fact in told:
            if wanted in (None, other):
                binding = {**match.binding, free: other} if isinstance(free, int) else match.binding
                found.append(Match(binding, (*match.facts, fact)))
    return found


def _joined(pattern: Pattern, leaf: int) -> Iterator[int]:
    """The other leaves, each after those that bind one of its ends."""
    terms = [{t for t in (a.first, a.second) if isinstance(t, int)} for a in pattern.leaves]
    bound = set(terms[leaf])
    left = [i for i in range(len(terms)) if i != leaf]
    while left:
        best = min(left, key=lambda i: (terms[i].isdisjoint(bound) and bool(terms[i]), len(terms[i] - bound), i))
        left.remove(best)
        bound |= terms[best]
        yield best


def _proven(claim: Statement, facts: Sequence[Statement], rules: RuleSet, strict: RuleSet) -> Route | None:
    """The answer, if claim and facts contradict each other and none of them can be spared."""
    statements = (claim, *facts)
    verdict = minimal_conflicts(statements, rules)
    if (1 << len(statements)) - 1 not in verdict.minimal:
        return None
    proof = certify(statements, rules, strict)
    return Route(tuple(facts), *proof) if proof is not None else None


def _best(routes: Sequence[Route], limit: int) -> tuple[Route, ...]:
    ordered = sorted(
        routes, key=lambda r: (len(r.facts), r.strength != "strict", sorted(fact.sort_key for fact in r.facts))
    )
    return tuple(ordered[:limit])
