"""The prover: forward chaining in which every derived fact carries the minimal sets of statements that prove it.

A set of statements is a bit mask over the input. A fact keeps an antichain of masks (no mask contains another);
the masks of ⊥ at the fixpoint are exactly the minimal conflicts: the method of assumption-based truth maintenance
(de Kleer 1986) for Horn rules. Background statements have the empty mask: they support without being counted.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.graph.model import Statement
from contragraph.reasoning.rules import NOT, Atom, Rule, RuleSet
from contragraph.reasoning.terms import Term, different, normal

DEFAULT_LIMIT = 400_000
"""Attempted joins after which the prover gives up and says that it is undecided."""

Ground = tuple[str, Term, Term]
"""A ground atom: predicate, first, second."""


def ground(statement: Statement) -> Ground:
    """The atom that a statement asserts; a negated one has its own predicate."""
    predicate = NOT + statement.relation if statement.negated else statement.relation
    return (predicate, statement.subject, normal(statement.object))


def clash_rule(relation: str) -> Rule:
    """``p(x, y)`` and its negative assertion are a contradiction (prp-npa1)."""
    return Rule("prp-npa1", None, (Atom(relation, 0, 1), Atom(NOT + relation, 0, 1)), None)


def triggered(rules: RuleSet, statements: Sequence[Statement]) -> Callable[[str], Sequence[tuple[Rule, int]]]:
    """Which (rule, position) pairs a fact of a predicate can fire, negative assertions included."""
    extra: defaultdict[str, list[tuple[Rule, int]]] = defaultdict(list)
    for relation in sorted({s.relation for s in statements if s.negated}):
        rule = clash_rule(relation)
        extra[relation].append((rule, 0))
        extra[NOT + relation].append((rule, 1))
    table = rules.triggers
    if not extra:
        return lambda predicate: table.get(predicate, ())
    return lambda predicate: (*table.get(predicate, ()), *extra.get(predicate, ()))


class FactBase:
    """Ground atoms with indexes by (predicate, first) and (predicate, second); iteration is by insertion."""

    def __init__(self) -> None:
        self.known: set[Ground] = set()
        self._by_first: defaultdict[tuple[str, Term], list[Ground]] = defaultdict(list)
        self._by_second: defaultdict[tuple[str, Term], list[Ground]] = defaultdict(list)
        self._by_predicate: defaultdict[str, list[Ground]] = defaultdict(list)

    def add(self, atom: Ground) -> bool:
        """Add an atom; False if it was there."""
        if atom in self.known:
            return False
        self.known.add(atom)
        predicate, first, second = atom
        self._by_first[predicate, first].append(atom)
        self._by_second[predicate, second].append(atom)
        self._by_predicate[predicate].append(atom)
        return True

    def matching(self, predicate: str, first: Term | None, second: Term | None) -> Sequence[Ground]:
        """Atoms of a predicate with these ends (None is any end)."""
        if first is not None:
            if second is not None:
                atom = (predicate, first, second)
                return (atom,) if atom in self.known else ()
            return self._by_first.get((predicate, first), ())
        if second is not None:
            return self._by_second.get((predicate, second), ())
        return self._by_predicate.get(predicate, ())


Binding = dict[int, Term]


def _bind(atom: Atom, fact: Ground, binding: Binding) -> Binding | None:
    """The binding extended so that the atom is the fact; None if that cannot be."""
    extended = binding
    for term, value in ((atom.first, fact[1]), (atom.second, fact[2])):
        if isinstance(term, str):
            if term != value:
                return None
        elif term in extended:
            if extended[term] != value:
                return None
        else:
            extended = {**extended, term: value}
    return extended


def _value(term: int | str, binding: Binding) -> Term | None:
    return term if isinstance(term, str) else binding.get(term)


def firings(rule: Rule, position: int, fact: Ground, facts: FactBase) -> Iterator[tuple[Binding, tuple[Ground, ...]]]:
    """All ways to fire a rule with the fact at one position of its body: binding and premises in body order."""
    start = _bind(rule.body[position], fact, {})
    if start is None:
        return
    rest = [i for i in range(len(rule.body)) if i != position]
    # Atoms next to the fact first, so that each look-up has a bound end.
    rest.sort(key=lambda i: abs(i - position))
    stack: list[tuple[int, Binding, dict[int, Ground]]] = [(0, start, {position: fact})]
    while stack:
        depth, binding, chosen = stack.pop()
        if depth == len(rest):
            if rule.distinct is None or different(binding[rule.distinct[0]], binding[rule.distinct[1]]):
                yield binding, tuple(chosen[i] for i in range(len(rule.body)))
            continue
        atom = rule.body[rest[depth]]
        for other in facts.matching(atom.relation, _value(atom.first, binding), _value(atom.second, binding)):
            extended = _bind(atom, other, binding)
            if extended is not None:
                stack.append((depth + 1, extended, {**chosen, rest[depth]: other}))


def conclusion(head: Atom, binding: Binding) -> Ground | None:
    """The ground head of a fired rule; None if its subject would be a literal (not a statement in RDF)."""
    first, second = _value(head.first, binding), _value(head.second, binding)
    if not isinstance(first, str) or second is None:
        return None
    return (head.relation, first, second)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The minimal conflicts as bit masks over the statements, smallest first; ``decided`` is False past the limit."""

    minimal: tuple[int, ...]
    decided: bool
    work: int


def _keep_minimal(masks: list[int], new: int) -> bool:
    """Add a mask to an antichain; False if one in it is contained in the new one."""
    for mask in masks:
        if mask & new == mask:
            return False
    masks[:] = [mask for mask in masks if mask & new != new]
    masks.append(new)
    return True


def minimal_conflicts(
    statements: Sequence[Statement],
    rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
    limit: int = DEFAULT_LIMIT,
) -> Verdict:
    """All minimal sets of the statements that contradict themselves under the rules.

    Bit i of a mask stands for ``statements[i]``. ``background`` statements may be used by any proof and are not
    counted. If a proof needs the background alone, the only minimal conflict is the empty set (mask 0).
    """
    fires = triggered(rules, [*statements, *background])
    facts = FactBase()
    labels: dict[Ground, list[int]] = {}
    conflicts: list[int] = []
    queue: deque[tuple[Ground, int]] = deque()

    def assert_(atom: Ground, mask: int) -> None:
        if any(c & mask == c for c in conflicts):
            return
        masks = labels.setdefault(atom, [])
        if _keep_minimal(masks, mask):
            facts.add(atom)
            queue.append((atom, mask))

    for statement in background:
        assert_(ground(statement), 0)
    for index, statement in enumerate(statements):
        assert_(ground(statement), 1 << index)

    work = 0
    while queue:
        atom, mask = queue.popleft()
        if mask not in labels[atom] or any(c & mask == c for c in conflicts):
            continue
        for rule, position in fires(atom[0]):
            for binding, premises in list(firings(rule, position, atom, facts)):
                supports = [mask]
                for at, premise in enumerate(premises):
                    if at != position:
                        supports = [s | m for s in supports for m in labels[premise]]
                work += len(supports)
                if work > limit:
                    return Verdict(_ordered(conflicts), decided=False, work=work)
                if rule.head is None:
                    for support in supports:
                        _keep_minimal(conflicts, support)
                    continue
                derived = conclusion(rule.head, binding)
                if derived is not None and derived != atom:
                    for support in supports:
                        assert_(derived, support)
    return Verdict(_ordered(conflicts), decided=True, work=work)


def _ordered(masks: list[int]) -> tuple[int, ...]:
    return tuple(sorted(masks, key=lambda m: (m.bit_count(), m)))
