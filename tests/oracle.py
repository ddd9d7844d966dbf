"""Brute force: what the axioms mean, read word by word over sets of pairs, without rules and without the prover.

A model grows until nothing changes; then each axiom that forbids something is looked at once. Every subset of a
graph is tried. Slow and plain on purpose: the prover is held against it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from itertools import combinations

from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import Axiom, Kind, Role

Thing = str | tuple[str, str]
"""An entity, or a literal as (sort of value, value)."""
Pair = tuple[Thing, Thing]


def thing(term: str | Literal) -> Thing:
    """What a term denotes: numbers by value, dates by their text."""
    if isinstance(term, str):
        return term
    if term.datatype in ("xsd:integer", "xsd:decimal"):
        return ("number", repr(float(term.value)))
    return ("date", term.value)


def other(left: Thing, right: Thing) -> bool:
    """Surely two things: not a date and a part of it."""
    if isinstance(left, tuple) and isinstance(right, tuple) and left[0] == right[0] == "date":
        short, long = sorted((left[1].split("-"), right[1].split("-")), key=len)
        return long[: len(short)] != short
    return left != right


def after(left: Thing, right: Thing) -> bool:
    """Surely a later date, or a larger number."""
    if not (isinstance(left, tuple) and isinstance(right, tuple)) or left[0] != right[0] or not other(left, right):
        return False
    if left[0] == "number":
        return float(left[1]) > float(right[1])
    one, two = ([int(part) for part in end[1].split("-")] for end in (left, right))
    return any(x > y for x, y in zip(one, two)) and next(x > y for x, y in zip(one, two) if x != y)


def noons(time: str) -> tuple[float, float]:
    """The first and the last noon of a day, month or year, as numbers of days."""
    parts = [int(part) for part in time.split("-")]
    first = date(*[*parts, 1, 1][:3]).toordinal()
    days = [date.fromordinal(n) for n in range(first, first + 367)]
    last = max(d for d in days if [d.year, d.month, d.day][: len(parts)] == parts)
    return first + 0.5, last.toordinal() + 0.5


def holds(statement: Statement, moment: float) -> bool:
    """Whether a statement surely holds at a moment; days end, and begin, at whole numbers."""
    start, end = statement.valid_from, statement.valid_to
    if start is not None and start == end:
        return noons(start)[0] - 0.5 < moment < noons(start)[1] + 0.5
    return (start is None or noons(start)[1] + 0.5 <= moment) and (end is None or moment <= noons(end)[0] - 0.5)


def snapshots(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> list[list[Statement]]:
    """What surely holds at each moment that matters, and each statement at its own, unknown moment."""
    events = {a.roles[0].relation for a in axioms if a.kind is Kind.EVENT}
    timed = [s for s in statements if (s.valid_from or s.valid_to) and s.relation not in events]
    always = [s for s in statements if s not in timed]
    if not timed:
        return [always]
    days = {n for s in timed for t in (s.valid_from, s.valid_to) if t for n in noons(t)}
    moments = {n + shift for n in days for shift in (-1, -0.5, 0, 0.5, 1)}
    found = [[*always, *(s for s in timed if holds(s, m))] for m in sorted(moments)]
    return [always, *([*always, s] for s in timed), *found]


class Model:
    """The extents of all relations; grows by one axiom at a time."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.extent: defaultdict[str, set[Pair]] = defaultdict(set)
        self.denied: set[tuple[str, Pair]] = set()
        for s in statements:
            pair = (thing(s.subject), thing(s.object))
            if s.negated:
                self.denied.add((s.relation, pair))
            else:
                self.extent[s.relation].add(pair)

    def pairs(self, role: Role) -> set[Pair]:
        found = self.extent[role.relation]
        return {(y, x) for x, y in found} if role.inverse else set(found)

    def add(self, role: Role, pair: Pair) -> None:
        first, second = reversed(pair) if role.inverse else pair
        if isinstance(first, str):  # a literal has no relations of its own
            self.extent[role.relation].add((first, second))

    def size(self) -> int:
        return sum(map(len, self.extent.values()))

    def members(self, a_class: str) -> set[Thing]:
        return {x for x, c in self.extent["rdf:type"] if c == a_class}

    def grow(self, axiom: Axiom) -> None:
        """Add what one axiom implies of what is there."""
        kind, terms = axiom.kind, axiom.terms
        first, last = terms[0], terms[-1]
        if kind is Kind.SYMMETRIC and isinstance(first, Role):
            for x, y in self.pairs(first):
                self.add(first, (y, x))
        elif kind is Kind.TRANSITIVE and isinstance(first, Role):
            self.compose([first, first], first)
        elif kind is Kind.CHAIN and isinstance(last, Role):
            self.compose(list(axiom.roles[:-1]), last)
        elif kind in (Kind.SUB_PROPERTY, Kind.EXCLUSIVE_FORM, Kind.EQUIVALENT, Kind.INVERSE_OF):
            sub, above = axiom.roles
            if kind is Kind.INVERSE_OF:
                above = ~above
            for pair in self.pairs(sub):
                self.add(above, pair)
            if kind in (Kind.EQUIVALENT, Kind.INVERSE_OF):
                for pair in self.pairs(above):
                    self.add(sub, pair)
        elif kind in (Kind.DOMAIN, Kind.RANGE) and isinstance(first, Role) and isinstance(last, str):
            for x, y in self.pairs(first):
                self.add(Role("rdf:type"), (x if kind is Kind.DOMAIN else y, last))
        elif kind is Kind.SUB_CLASS and isinstance(first, str) and isinstance(last, str):
            for x in self.members(first):
                self.add(Role("rdf:type"), (x, last))

    def compose(self, steps: list[Role], result: Role) -> None:
        walks = self.pairs(steps[0])
        for step in steps[1:]:
            onward = self.pairs(step)
            walks = {(x, z) for x, y in walks for y2, z in onward if y == y2}
        for pair in walks:
            self.add(result, pair)

    def grow_classes(self) -> None:
        for lower, upper in set(self.extent["rdfs:subClassOf"]):
            for middle, top in set(self.extent["rdfs:subClassOf"]):
                if upper == middle:
                    self.extent["rdfs:subClassOf"].add((lower, top))
            for x, c in set(self.extent["rdf:type"]):
                if c == lower:
                    self.extent["rdf:type"].add((x, upper))

    def forbidden(self, axiom: Axiom) -> bool:
        """Whether the axiom is broken here."""
        kind, terms = axiom.kind, axiom.terms
        if kind in (Kind.DISJOINT_CLASSES,):
            left, right = (self.members(c) for c in terms if isinstance(c, str))
            return bool(left & right)
        if not axiom.roles:
            return False
        here = self.pairs(axiom.roles[0])
        if kind is Kind.FUNCTIONAL:
            return any(x == u and other(y, v) for x, y in here for u, v in here)
        if kind is Kind.INVERSE_FUNCTIONAL:
            return any(y == v and other(x, u) for x, y in here for u, v in here)
        if kind is Kind.ASYMMETRIC:
            return any((y, x) in here for x, y in here)
        if kind is Kind.IRREFLEXIVE:
            return any(x == y for x, y in here)
        if kind is Kind.DISJOINT:
            return bool(here & self.pairs(axiom.roles[1]))
        if kind is Kind.EXCLUSIVE_FORM:
            base = self.pairs(axiom.roles[1])
            return any(x == u and other(y, v) for x, y in here for u, v in base)
        if kind is Kind.AT_MOST_ONE and isinstance(terms[1], str):
            some = self.members(terms[1])
            return any(x == u and y != v and {y, v} <= some for x, y in here for u, v in here)
        if kind is Kind.BEFORE:
            return any(x == u and after(y, v) for x, y in here for u, v in self.pairs(axiom.roles[1]))
        return False


def contradictory(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> bool:
    """Whether the statements have no model under the axioms at some moment."""
    some = {frozenset(at): at for at in snapshots(statements, axioms)}
    return any(_contradictory(at, axioms) for here, at in some.items() if not any(here < more for more in some))


def _contradictory(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> bool:
    model = Model(statements)
    size = -1
    while size != model.size():
        size = model.size()
        for axiom in axioms:
            model.grow(axiom)
        model.grow_classes()
    if any(pair in model.extent[relation] for relation, pair in model.denied):
        return True
    return any(model.forbidden(axiom) for axiom in axioms)


def minimal_sets(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> set[frozenset[Statement]]:
    """The contradictory subsets without a contradictory proper subset, by trying all subsets, small ones first."""
    found: set[frozenset[Statement]] = set()
    if not contradictory(statements, axioms):
        return found
    for size in range(len(statements) + 1):
        for subset in map(frozenset, combinations(statements, size)):
            if not any(smaller <= subset for smaller in found) and contradictory(
                sorted(subset, key=lambda s: s.sort_key), axioms
            ):
                found.add(subset)
    return found
