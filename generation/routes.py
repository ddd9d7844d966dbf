"""Which true facts would prove a statement, or refute it?

All other statements of a contradiction must be facts of the graph, and all ways are looked for, those of few facts
first. What is proven is what refutes the denial. Every answer has passed the prover and comes with its certificate.
Answers rest on facts alone: what only the levels of places tell, which are background, is left to ``patterns``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import NamedTuple

from contragraph.generation.verbalise.values import in_words
from contragraph.graph.errors import InputError
from contragraph.graph.model import Fact, MinimalSet, Object, Order, Statement, Strength
from contragraph.graph.store import Direction, GraphStore
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.horn import Atom
from contragraph.reasoning.rules.ruleset import LEVELS, NOT, RuleSet, clash_rule, rules_of
from contragraph.reasoning.unfold.patterns import Pattern, Unfolding, unfold

MOST_FACTS = 4
"""Facts of one answer, at most: longer proofs convince nobody."""
MATCHES = 2_000
"""Ways to fill a pattern with facts that are followed, in the order of the graph."""
_LIMITS: Mapping[Direction, int] = {"out": 300, "in": 60}
"""Facts that are looked at around one thing; none that enter a hidden one, which is a hub."""
_Binding = Mapping[int, Object]


class _Match(NamedTuple):
    """What variables of a pattern stand for, and the true facts that fill its leaves."""

    binding: _Binding
    facts: tuple[Statement, ...]


@dataclass
class _Around:
    """The facts around things in seeded order, read for many at once."""

    store: GraphStore
    hidden: frozenset[str]
    order: Order = field(default_factory=lambda: Order.of_seed("routes"))
    known: dict[tuple[str, Direction], Sequence[Fact]] = field(default_factory=dict)

    def read(self, things: Iterable[str], direction: Direction) -> None:
        """Read what leaves, or enters, some things."""
        new = sorted(t for t in {*things} if (t, direction) not in self.known)
        asked = [t for t in new if direction == "out" or t not in self.hidden]
        found = self.store.facts(asked, direction, self.order, _LIMITS[direction], hidden=True) if asked else {}
        self.known |= {(t, direction): found.get(t, ()) for t in new}

    def facts(self, thing: str, direction: Direction, relation: str) -> Iterator[tuple[Object, Statement]]:
        """The facts of a relation that leave, or enter, a thing, each with its other end."""
        for fact in self.known[thing, direction]:
            if fact.relation == relation:
                yield (fact.object if direction == "out" else fact.subject), in_words(fact.statement)


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

    Around each entity the search looks at some hundred facts, so that at hubs it may miss some.

    :raises InputError: if ``most_facts`` is not from 1 to :data:`MOST_FACTS`.
    """
    if not 1 <= most_facts <= MOST_FACTS:
        raise InputError(f"A proof is looked for with 1 to {MOST_FACTS} facts, not {most_facts}: give another number.")
    until = None if seconds is None else time.monotonic() + seconds
    claim = replace(statement, negated=True) if proves else statement
    rules = rules_of(ontology)
    strict = rules.strict()
    unfolding = _unfolded(claim, rules, {r.id for r in store.relations(kg)}, most_facts)
    around = _Around(store, frozenset(store.hidden(kg)))
    told = NOT + claim.relation if claim.negated else claim.relation
    uses = sorted(unfolding.by_relation.get(told, ()), key=lambda use: len(use[0].leaves))
    found: dict[frozenset[Statement], Route] = {}
    for _, some in groupby(uses, key=lambda use: len(use[0].leaves)):
        for pattern, leaf, flip in some:
            if until is not None and time.monotonic() > until:
                return Routes(_best(list(found.values()), limit), complete=False)
            for match in _matches(pattern, leaf, flip, claim, around, unfolding):
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
    without_levels = tuple(rule for rule in rules.rules if rule.name != LEVELS)
    if not claim.negated:
        return unfold(RuleSet(without_levels, {}), relations | {claim.relation}, max_leaves=most_facts + 1)
    denied = RuleSet((*without_levels, clash_rule(claim.relation)), {})
    return unfold(denied, relations | {claim.relation, NOT + claim.relation}, max_leaves=most_facts + 1)


def _matches(
    pattern: Pattern, leaf: int, flip: bool, claim: Statement, around: _Around, unfolding: Unfolding
) -> list[_Match]:
    """All ways to fill the other leaves with facts."""
    atom = pattern.leaves[leaf]
    ends = (claim.object, claim.subject) if flip else (claim.subject, claim.object)
    binding: dict[int, Object] = {}
    for term, end in zip((atom.first, atom.second), ends, strict=True):
        if (isinstance(term, str) and term != end) or (isinstance(term, int) and binding.setdefault(term, end) != end):
            return []
    matches = [_Match(binding, ())]
    for other in _joined(pattern, leaf):
        atom = pattern.leaves[other]
        known = [_known(atom, match.binding) for match in matches]
        for spelling in unfolding.spellings.get(atom.relation, ()):
            for at_first in (True, False):
                things = (thing for thing, first in known if isinstance(thing, str) and first == at_first)
                around.read(things, _side(at_first, spelling.flip))
        longer = (found for match in matches for found in _facts(atom, match, around, unfolding))
        matches = list(islice(longer, MATCHES))
    return matches


def _side(at_first: bool, flip: bool) -> Direction:
    """Whether facts that spell an atom leave or enter the thing at its first, or second, term."""
    return "out" if at_first != flip else "in"


def _value(term: int | str, binding: _Binding) -> Object | None:
    """What a term stands for, None if it is not bound."""
    return term if isinstance(term, str) else binding.get(term)


def _known(atom: Atom, binding: _Binding) -> tuple[Object | None, bool]:
    """The end of an atom that is bound, and whether that is the first."""
    first = _value(atom.first, binding)
    return (_value(atom.second, binding), False) if first is None else (first, True)


def _facts(atom: Atom, match: _Match, around: _Around, unfolding: Unfolding) -> Iterator[_Match]:
    """The match with each fact that can stand for an atom of which an end is bound; two variables may be one thing."""
    known, at_first = _known(atom, match.binding)
    if not isinstance(known, str):
        return  # nothing that is known leads there
    free = atom.second if at_first else atom.first
    wanted = _value(free, match.binding) if at_first else None
    for spelling in unfolding.spellings.get(atom.relation, ()):
        for other, fact in around.facts(known, _side(at_first, spelling.flip), spelling.relation):
            if wanted in (None, other) and fact not in match.facts:
                binding = {**match.binding, free: other} if isinstance(free, int) else match.binding
                yield _Match(binding, (*match.facts, fact))


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
