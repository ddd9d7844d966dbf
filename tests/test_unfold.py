"""Backward unfolding against brute force and against the prover: every pattern contradicts, none is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.model import Literal, MinimalSet, Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.horn import Atom
from contragraph.reasoning.rules.ruleset import compile_rules
from contragraph.reasoning.unfold.patterns import Pattern, Unfolding, negation, unfold
from contragraph.reasoning.values.terms import Term, different, later, normal
from tests.oracle import contradictory
from tests.strategies import deterministic, graphs, ontologies

EXPANSIONS = 6
"""Rule applications within reach of the unfolding."""


def instances(pattern: Pattern, unfolding: Unfolding) -> Iterator[tuple[Statement, ...]]:
    """The pattern with fresh things for its variables, in each of its spellings."""

    afterwards = {one for one, _ in pattern.later}
    values = {v for pair in pattern.later for v in pair}

    def name(term: int | str) -> str | Literal:
        if term in values:
            return Literal("1950" if term in afterwards else "1930", "xsd:gYear")
        return f"wd:V{term}" if isinstance(term, int) else term

    def said(first: str | Literal, relation: str, second: str | Literal) -> Statement | None:
        return Statement(first, relation, second) if isinstance(first, str) else None

    for chosen in product(*(unfolding.spellings[leaf.relation] for leaf in pattern.leaves)):
        found = [
            said(name(a.second), s.relation, name(a.first))
            if s.flip
            else said(name(a.first), s.relation, name(a.second))
            for a, s in zip(pattern.leaves, chosen, strict=True)
        ]
        if None not in found:  # a literal is the subject of nothing
            yield tuple(s for s in found if s is not None)


@deterministic(200)
@given(ontologies(most=6))
def test_every_pattern_is_a_contradiction(ontology: Ontology) -> None:
    unfolding = unfold(compile_rules(ontology.axioms), ontology.statable, max_leaves=3)
    for pattern in unfolding.patterns[:60]:
        for statements in list(instances(pattern, unfolding))[:4]:
            assert contradictory(statements, ontology.axioms), (pattern, statements)


def bind(atom: Atom, pair: tuple[Term, Term], binding: dict[int, Term]) -> dict[int, Term] | None:
    found = dict(binding)
    for term, value in zip((atom.first, atom.second), pair, strict=True):
        if (found.setdefault(term, value) if isinstance(term, int) else term) != value:
            return None
    return found


def is_instance(statements: Sequence[Statement], pattern: Pattern, unfolding: Unfolding) -> bool:
    """Whether the statements are the leaves of the pattern, in some order, spelling and assignment."""

    def extend(left: Sequence[tuple[Atom, Statement]], binding: dict[int, Term]) -> bool:
        if not left:
            apart = all(different(binding[x], binding[y]) for x, y in pattern.distinct)
            return apart and all(later(binding[x], binding[y]) for x, y in pattern.later)
        (leaf, statement), rest = left[0], left[1:]
        for spelling in unfolding.spellings[leaf.relation]:
            if spelling.relation == statement.relation:
                ends = (statement.subject, normal(statement.object))
                found = bind(leaf, (ends[1], ends[0]) if spelling.flip else ends, binding)
                if found is not None and extend(rest, found):
                    return True
        return False

    return any(extend(list(zip(pattern.leaves, order, strict=True)), {}) for order in permutations(statements))


def tree_leaves(minimal: MinimalSet, premise: str | int) -> tuple[list[str], int]:
    """The leaves of a proof seen as a tree, with repeats, and its steps that are not renamings."""
    if isinstance(premise, str):
        return [premise], 0
    step = minimal.proof[premise]
    leaves: list[str] = []
    steps = 0 if step.rule in ("prp-symp", "prp-spo1", "prp-inv1", "prp-inv2", "prp-eqp1", "prp-eqp2") else 1
    for below in step.premises:
        more, deeper = tree_leaves(minimal, below)
        leaves += more
        steps += deeper
    return leaves, steps


@deterministic(350)
@given(st.data())
def test_every_small_conflict_is_an_instance_of_a_pattern(data: st.DataObject) -> None:
    ontology = data.draw(ontologies(most=6))
    graph = data.draw(graphs(ontology, negated=False))
    rules = compile_rules(ontology.axioms)
    small = [
        [s for i, s in enumerate(graph) if mask >> i & 1]
        for mask in minimal_conflicts(graph, rules).minimal
        if 2 <= mask.bit_count() <= 3
    ]
    unfolding = unfold(rules, ontology.statable, max_leaves=3) if small else None
    for members in small:
        certified = certify(members, rules, rules)
        assert certified is not None
        minimal, _ = certified
        leaves, steps = tree_leaves(minimal, len(minimal.proof) - 1)
        as_mere_base = any(step.rule == "cg-only-implies" for step in minimal.proof)
        if as_mere_base or len(leaves) > len(members) or steps - 1 > EXPANSIONS:
            continue
        assert unfolding is not None
        assert any(
            is_instance(members, pattern, unfolding)
            for pattern in unfolding.patterns
            if len(pattern.leaves) == len(members)
        ), members


def place_rules() -> list[Axiom]:
    contains, borders, overlaps = Role("wdt:P150"), Role("wdt:P47"), Role("cg:overlaps")
    return [
        Axiom("ax:1", Kind.CHAIN, (contains, ~contains, overlaps), "strict"),
        Axiom("ax:2", Kind.DISJOINT, (overlaps, borders), "strict"),
        Axiom("ax:3", Kind.SYMMETRIC, (borders,), "strict"),
    ]


def test_two_hops_follow_from_a_chain_and_a_disjointness() -> None:
    unfolding = unfold(compile_rules(place_rules()), {"wdt:P150", "wdt:P47"})
    members = [
        Statement("wd:Q1", "wdt:P150", "wd:Q3"),
        Statement("wd:Q2", "wdt:P150", "wd:Q3"),
        Statement("wd:Q2", "wdt:P47", "wd:Q1"),
    ]
    assert [p.hops for p in unfolding.patterns] == [2]
    assert is_instance(members, unfolding.patterns[0], unfolding)


def test_no_pattern_is_a_renaming_of_another() -> None:
    part, place = Role("wdt:P361"), Role("wdt:P276")
    axioms = [
        Axiom("ax:1", Kind.TRANSITIVE, (part,), "strict"),
        Axiom("ax:2", Kind.ASYMMETRIC, (part,), "strict"),
        Axiom("ax:3", Kind.FUNCTIONAL, (place,), "strict"),
        Axiom("ax:4", Kind.CHAIN, (part, place, place), "strict"),
    ]
    patterns = unfold(compile_rules(axioms), {"wdt:P361", "wdt:P276"}, max_leaves=4).patterns
    assert {p.hops for p in patterns} == {1, 2, 3}
    for one, two in permutations(patterns, 2):
        assert not isomorphic(one, two), (one, two)


def isomorphic(one: Pattern, two: Pattern) -> bool:
    """Whether a renaming of variables turns one pattern into the other, by trying all."""
    left, right = sorted(one.variables), sorted(two.variables)
    if sorted(a.relation for a in one.leaves) != sorted(a.relation for a in two.leaves) or len(left) != len(right):
        return False
    for order in permutations(right):
        names = dict(zip(left, order, strict=True))

        def rename(term: int | str, names: dict[int, int] = names) -> int | str:
            return names[term] if isinstance(term, int) else term

        leaves = {Atom(a.relation, rename(a.first), rename(a.second)) for a in one.leaves}
        pairs = {frozenset((names[x], names[y])) for x, y in one.distinct}
        if leaves == set(two.leaves) and pairs == {frozenset(p) for p in two.distinct}:
            return True
    return False


def test_a_statement_and_its_negation_are_a_pattern_for_every_relation() -> None:
    leaves = negation("wdt:P9").leaves
    members = [Statement("wd:Q1", "wdt:P9", "wd:Q2"), Statement("wd:Q1", "wdt:P9", "wd:Q2", negated=True)]
    assert [leaf.relation for leaf in leaves] == ["wdt:P9", "not:wdt:P9"]
    assert contradictory(members, [])
