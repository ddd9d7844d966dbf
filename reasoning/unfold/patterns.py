"""Backward unfolding: which kinds of statements, together, would be a contradiction in at most k steps?

Starting from each rule that ends in ⊥, derived atoms are replaced by the bodies of rules that derive them, until
only atoms remain that statements can spell. Nothing is coded per relation: the patterns follow from the axioms.
One-premise rules (sub-property, inverse, symmetric) are folded into the *spellings* of a predicate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby, permutations, product

from contragraph.reasoning.rules.horn import Atom, Rule
from contragraph.reasoning.rules.ruleset import NOT, TYPE, RuleSet

MAX_LEAVES = 5
"""A conflict of four hops has five statements."""
_MAX_STEPS = 6
"""Rule applications in one unfolding; deeper ones add no leaves, only loops."""
_NEVER = 1_000_000


@dataclass(frozen=True, slots=True, order=True)
class Spelling:
    """A relation that spells a predicate; ``flip`` where its subject and object are exchanged."""

    relation: str
    flip: bool = False


Conditions = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[tuple[int, str], ...]]
"""Pairs of variables that must be different, pairs of which the first must be the later, classes of variables."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Atoms over variables that contradict each other once the ``distinct`` pairs are different things.

    Of each of the ``later`` pairs the first must be a later date, or a larger number. ``classes`` say of which class a
    variable must be, where that is background and no text states it.
    """

    leaves: tuple[Atom, ...]
    distinct: tuple[tuple[int, int], ...]
    later: tuple[tuple[int, int], ...] = ()
    classes: tuple[tuple[int, str], ...] = ()

    @property
    def hops(self) -> int:
        """The number of leaves, less one."""
        return len(self.leaves) - 1

    @property
    def variables(self) -> frozenset[int]:
        """All variables of the leaves."""
        return frozenset(t for a in self.leaves for t in (a.first, a.second) if isinstance(t, int))


@dataclass(frozen=True)
class Unfolding:
    """All patterns of an ontology, and the spellings of each predicate by statable relations."""

    patterns: tuple[Pattern, ...]
    spellings: Mapping[str, tuple[Spelling, ...]] = field(repr=False)

    @cached_property
    def by_relation(self) -> Mapping[str, tuple[tuple[Pattern, int, bool], ...]]:
        """For each relation the (pattern, leaf, flip) in which a statement of it can be that leaf."""
        found: defaultdict[str, list[tuple[Pattern, int, bool]]] = defaultdict(list)
        for pattern in self.patterns:
            for index, leaf in enumerate(pattern.leaves):
                for spelling in self.spellings.get(leaf.relation, ()):
                    found[spelling.relation].append((pattern, index, spelling.flip))
        return {relation: tuple(uses) for relation, uses in found.items()}


def _is_renaming(rule: Rule) -> bool:
    """Whether a rule has one premise over the same two variables as its conclusion."""
    if rule.head is None or len(rule.body) != 1 or rule.name == "cg-only-implies":
        return False
    body = rule.body[0]
    return {body.first, body.second} == {rule.head.first, rule.head.second} == {0, 1}


def closures_of(rules: RuleSet) -> dict[str, frozenset[Spelling]]:
    """For each predicate the predicates that imply it by one-premise rules, with their orientation."""
    below: defaultdict[str, set[Spelling]] = defaultdict(set)
    for rule in rules.rules:
        if rule.head is not None and _is_renaming(rule):
            below[rule.head.relation].add(Spelling(rule.body[0].relation, rule.body[0].first != rule.head.first))
    predicates = {a.relation for r in rules.rules for a in (*r.body, *filter(None, [r.head]))}
    closed: dict[str, frozenset[Spelling]] = {}
    for predicate in sorted(predicates):
        reached = {Spelling(predicate)}
        todo = [Spelling(predicate)]
        while todo:
            current = todo.pop()
            for step in below.get(current.relation, ()):
                reachable = Spelling(step.relation, step.flip != current.flip)
                if reachable not in reached:
                    reached.add(reachable)
                    todo.append(reachable)
        closed[predicate] = frozenset(reached)
    return closed


def _canonical(leaves: tuple[Atom, ...], conditions: Conditions) -> Pattern:
    """The pattern with variables numbered in order of appearance and leaves sorted."""
    ordered = sorted(leaves, key=lambda a: (a.relation, str(a.first), str(a.second)))
    for _ in range(2):
        named = _numbered(tuple(ordered), conditions)
        ordered = sorted(named.leaves, key=lambda a: (a.relation, str(a.first), str(a.second)))
        conditions = named.distinct, named.later, named.classes
    return Pattern(tuple(ordered), *conditions)


def _least_naming(pattern: Pattern) -> Pattern:
    """The one form of all patterns that differ in the names of variables only: the least over all orders of leaves."""
    groups = [list(atoms) for _, atoms in groupby(pattern.leaves, key=lambda a: a.relation)]
    if all(len(atoms) == 1 for atoms in groups):
        return _numbered(pattern.leaves, (pattern.distinct, pattern.later, pattern.classes))
    orders = product(*(permutations(atoms) for atoms in groups))
    return min(
        (
            _numbered(tuple(chain.from_iterable(order)), (pattern.distinct, pattern.later, pattern.classes))
            for order in orders
        ),
        key=lambda p: ([(str(a.first), str(a.second)) for a in p.leaves], p.distinct, p.later, p.classes),
    )


def _numbered(leaves: tuple[Atom, ...], conditions: Conditions) -> Pattern:
    names: dict[int, int] = {}
    distinct, later, classes = conditions
    renamed = tuple(Atom(a.relation, _rename(a.first, names), _rename(a.second, names)) for a in leaves)
    pairs = [(names[x], names[y]) for x, y in distinct]
    return Pattern(
        renamed,
        tuple(sorted((min(p), max(p)) for p in pairs)),
        tuple(sorted((names[x], names[y]) for x, y in later)),
        tuple(sorted((names[x], kind) for x, kind in classes)),
    )


def _rename(term: int | str, names: dict[int, int]) -> int | str:
    if isinstance(term, str):
        return term
    return names.setdefault(term, len(names))


def _resolve(atom: Atom, rule: Rule, flip: bool, next_variable: int) -> tuple[tuple[Atom, ...], dict[int, str]] | None:
    """The body of a rule in place of an atom that its head derives; with constants that variables become."""
    head = rule.head
    if head is None:
        return None
    wanted = (atom.second, atom.first) if flip else (atom.first, atom.second)
    names: dict[int, int | str] = {}
    constants: dict[int, str] = {}
    for term, target in zip((head.first, head.second), wanted, strict=True):
        if isinstance(term, str):
            if isinstance(target, str) and target != term:
                return None
            if isinstance(target, int):
                constants[target] = term
        else:
            names[term] = target
    body = []
    for part in rule.body:
        terms = []
        for term in (part.first, part.second):
            if isinstance(term, int) and term not in names:
                names[term] = next_variable
                next_variable += 1
            terms.append(term if isinstance(term, str) else names[term])
        body.append(Atom(part.relation, terms[0], terms[1]))
    return tuple(body), constants


def unfold(
    rules: RuleSet,
    statable: Collection[str],
    *,
    max_leaves: int = MAX_LEAVES,
    levels: Collection[str] = (),
) -> Unfolding:
    """All patterns of at most ``max_leaves`` statements that contradict each other under the rules.

    That something is of a class that is one of the ``levels`` is no statement of a pattern, but its background.

    Negations are left out: a statement and its negation are a pattern for every relation (:func:`negation`).
    """
    closures = closures_of(rules)
    spellings = {
        predicate: tuple(sorted(s for s in closure if s.relation in statable))
        for predicate, closure in closures.items()
    }
    expanding: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in rules.rules:
        if rule.head is not None and not _is_renaming(rule) and rule.name != "cg-only-implies":
            expanding[rule.head.relation].append(rule)
    expansions = {
        predicate: [(rule, s.flip) for s in sorted(closure) for rule in expanding.get(s.relation, ())]
        for predicate, closure in closures.items()
    }
    found: dict[Pattern, None] = {}
    fewest = _fewest_leaves(expansions, spellings)

    def grow(closed: tuple[Atom, ...], open_: tuple[Atom, ...], conditions: Conditions, top: int, steps: int) -> None:
        if len(closed) + sum([fewest[atom.relation] for atom in open_]) > max_leaves:
            return
        if not open_:
            if len(set(closed)) == len(closed) > 1:
                found[_canonical(closed, conditions)] = None
            return
        atom, rest = open_[0], open_[1:]
        if spellings.get(atom.relation):
            grow((*closed, atom), rest, conditions, top, steps)
        if steps == _MAX_STEPS:
            return
        for rule, flip in expansions.get(atom.relation, ()):
            resolved = _resolve(atom, rule, flip, top)
            if resolved is None:
                continue
            body, constants = resolved
            if not constants:
                grow(closed, (*body, *rest), conditions, top + len(rule.body) + 1, steps + 1)
            elif not any(v in constants for pairs in conditions[:2] for pair in pairs for v in pair):
                grow(
                    tuple(_substitute(closed, constants)),
                    (*_substitute(body, constants), *_substitute(rest, constants)),
                    conditions,
                    top + len(rule.body) + 1,
                    steps + 1,
                )

    for rule in rules.rules:
        if rule.head is None:
            variables = [t for a in rule.body for t in (a.first, a.second) if isinstance(t, int)]
            conditions = tuple((pair,) if pair else () for pair in (rule.distinct, rule.later))
            known = [a for a in rule.body if a.relation == TYPE and a.second in levels]
            classes = tuple((a.first, str(a.second)) for a in known if isinstance(a.first, int))
            body = tuple(a for a in rule.body if a not in known)
            grow((), body, (conditions[0], conditions[1], classes), max(variables) + 1, 0)
    patterns = sorted(found, key=lambda p: (len(p.leaves), repr(p.leaves), p.distinct, p.later, p.classes))
    named: dict[Pattern, Pattern] = {}
    for pattern in patterns:
        named.setdefault(_least_naming(pattern), pattern)
    return Unfolding(tuple(named.values()), spellings)


def _fewest_leaves(
    expansions: Mapping[str, list[tuple[Rule, bool]]], spellings: Mapping[str, tuple[Spelling, ...]]
) -> dict[str, int]:
    """For each predicate the fewest statements that can prove it; more than any limit where none can."""
    fewest = {predicate: 1 if spellings[predicate] else _NEVER for predicate in spellings}
    changed = True
    while changed:
        changed = False
        for predicate, ways in expansions.items():
            for rule, _ in ways:
                leaves = sum(fewest[atom.relation] for atom in rule.body)
                if leaves < fewest[predicate]:
                    fewest[predicate] = leaves
                    changed = True
    return fewest


def _substitute(atoms: tuple[Atom, ...], constants: Mapping[int, str]) -> Iterator[Atom]:
    for atom in atoms:
        first = constants.get(atom.first, atom.first) if isinstance(atom.first, int) else atom.first
        second = constants.get(atom.second, atom.second) if isinstance(atom.second, int) else atom.second
        yield Atom(atom.relation, first, second)


def negation(relation: str) -> Pattern:
    """The pattern of last resort: a statement and its negation."""
    return Pattern((Atom(relation, 0, 1), Atom(NOT + relation, 0, 1)), ())
