"""Brute force over dates: what orders, spans and dates mean, by the calendar of the standard library.

Every set of statements is asked by itself whether days can be given to all points; nothing is shared with the prover
but the axioms. Times of whole years are found by trying every first day of 400 years.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from itertools import combinations

from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Ontology, Role
from tests.oracle import Model, Thing, contradictory

Constraint = tuple[str, str, int]
"""From, to, and the least days between."""


def anniversary(day: date, years: int, *, early: bool = False) -> date:
    """The day so many years later; of 29 February the day after or, where told ``early``, before."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 2, 28) if early else date(day.year + years, 3, 1)


@cache
def extremes(years: int) -> tuple[int, int]:
    """The fewest and the most days that so many years last, over every first day and both readings of 29 February."""
    first = date(4001, 1, 1)
    days = [first + timedelta(n) for n in range(146_097)]
    last = {(anniversary(d, years, early=early) - d).days for d in days for early in (False, True)}
    return min(last), max(last)


def days_of(told: str) -> tuple[int, int]:
    """The first and the last day that a date may mean, as ordinals with 0001-01-01 for 0."""
    parts = [int(part) for part in told.split("-")]
    first = date(*[*parts, 1, 1][:3])
    last = first
    while [last.year, last.month, last.day][: len(parts)] == parts:
        last += timedelta(1)
    last -= timedelta(1)
    begin, end = first.toordinal() - 1, last.toordinal() - 1
    return begin - (13 if first < date(1923, 3, 1) else 0), end + (13 if last < date(1923, 3, 1) else 0)


def place(name: str, subject: Thing, thing: Thing) -> str | None:
    """The point that an axiom names."""
    entity = subject if name.startswith("subject") else thing
    return f"{entity}/{name[-3:].lower()}" if isinstance(entity, str) else None


def constraints(model: Model, ontology: Ontology) -> list[Constraint]:
    """What the facts of a model say of its points."""
    found: list[Constraint] = []
    for relation, moment in ontology.dates.items():
        for x, y in model.pairs(Role(relation)):
            if isinstance(y, tuple) and y[0] == "date":
                first, last = days_of(y[1])
                name = place("subjectStart" if moment == "start" else "subjectEnd", x, y)
                assert name is not None
                found += [("origin", name, first), (name, "origin", -last)]
    for order in ontology.orders:
        for x, y in model.pairs(order.relation):
            one, other = place(order.earlier, x, y), place(order.later, x, y)
            if one and other:
                years = order.least_years
                found.append((one, other, extremes(years)[0] if years >= 0 else -extremes(-years)[1]))
    for span in ontology.spans:
        for x, n in model.pairs(Role(span.relation)):
            if not (isinstance(n, tuple) and n[0] == "number" and float(n[1]).is_integer() and float(n[1]) >= 0):
                continue
            years = int(float(n[1]))
            through = model.pairs(span.through) if span.through else {(x, x)}
            for y in sorted(str(o) for s, o in through if s == x and isinstance(o, str)):
                one, other = place(span.earlier, x, y), place(span.later, x, y)
                assert one is not None
                assert other is not None
                found += [(one, other, extremes(years)[0]), (other, one, -(extremes(years + 1)[1] - 1))]
    names = {name for one, other, _ in found for name in (one, other)}
    entities = {name.rpartition("/")[0] for name in names}
    return found + [(f"{e}/art", f"{e}/end", 0) for e in sorted(entities - {""})]


def solvable(found: Sequence[Constraint]) -> bool:
    """Floyd and Warshall: no point comes after itself."""
    names = sorted({name for one, other, _ in found for name in (one, other)})
    far: dict[tuple[str, str], int] = {}
    for one, other, days in found:
        far[one, other] = max(days, far.get((one, other), days))
    for k in names:
        for i in names:
            for j in names:
                if (i, k) in far and (k, j) in far:
                    total = far[i, k] + far[k, j]
                    far[i, j] = max(total, far.get((i, j), total))
    return all(far.get((name, name), 0) <= 0 for name in names)


def impossible(statements: Sequence[Statement], ontology: Ontology) -> bool:
    """Whether the statements contradict each other, by the axioms of relations or by those of dates."""
    if contradictory(statements, ontology.axioms):
        return True
    model = Model(statements)
    size = -1
    while size != model.size():
        size = model.size()
        for axiom in ontology.axioms:
            model.grow(axiom)
        model.grow_classes()
    return not solvable(constraints(model, ontology))


def minimal_impossible(
    statements: Sequence[Statement], ontology: Ontology, background: Sequence[Statement] = ()
) -> set[frozenset[Statement]]:
    """The impossible subsets without an impossible proper subset, by trying all; the background is in each for free."""
    found: set[frozenset[Statement]] = set()
    for size in range(len(statements) + 1):
        for subset in map(frozenset, combinations(statements, size)):
            some = sorted({*subset, *background}, key=lambda s: s.sort_key)
            if not any(smaller <= subset for smaller in found) and impossible(some, ontology):
                found.add(subset)
    return found
