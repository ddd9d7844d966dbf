"""Suggested orders of dates: what was there before what it is joined to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import combinations

from contragraph.graph.model import Literal
from contragraph.loaders.hints import hints
from contragraph.loaders.own.judging import DOUBTFUL, FEWEST, SOURCE, AxiomIds, Suggestion, judged, local
from contragraph.loaders.own.reading import Facts, RelationProfile
from contragraph.loaders.own.roles import Guess
from contragraph.ontology.axioms import POINTS, Moment, OrderAxiom, Point, Role

ADULT = 14
"""Years from which on people make what they have made, where the facts agree."""
UNLIKELY = 0.05
"""How likely an order may be by chance that is on: less than of others, since the old is before all that is new."""
Dated = list[tuple[float, float]]
"""The earlier and the later point of each fact, in years."""


def orders(facts: Facts, guess: Guess, names: AxiomIds) -> Iterator[Suggestion]:
    """The orders between beginnings and ends of what a relation joins.

    Where all of one kind are older than all of the other (staff and the sites of a young firm), facts that were dealt
    out anew would keep the order as well: then it is chance, unless the label says that one made the other.
    """
    points = points_of(facts, guess)
    for told in facts.relations.values():
        for one, other in combinations(POINTS, 2):
            if told.ends != "thing" or one[:4] == other[:4]:
                continue
            dated = dates_of(told, points, one, other)
            if len(dated) < FEWEST:
                continue
            back = sum(later < earlier for earlier, later in dated)
            if back <= DOUBTFUL * len(dated):
                yield _order(facts, guess, names, told, one, other, dated)
            elif len(dated) - back <= DOUBTFUL * len(dated):
                turned = [(later, earlier) for earlier, later in dated]
                yield _order(facts, guess, names, told, other, one, turned)


def dates_of(told: RelationProfile, points: dict[tuple[str, Moment], float], one: Point, other: Point) -> Dated:
    """The two points of every fact of a relation that has both."""
    return [
        (first, second)
        for s, o in sorted(told.pairs)
        if s != o
        and (first := points.get((s if one.startswith("subject") else o, _moment(one)))) is not None
        and (second := points.get((s if other.startswith("subject") else o, _moment(other)))) is not None
    ]


def _order(
    facts: Facts, guess: Guess, names: AxiomIds, told: RelationProfile, earlier: Point, later: Point, dated: Dated
) -> Suggestion:
    gaps = [after - before for before, after in dated]
    broken, of = sum(gap < 0 for gap in gaps), len(gaps)
    making = hints().means(told.label, "making")
    grown = making and earlier.endswith("Start") and _people(facts, guess, told, earlier) and min(gaps) >= ADULT
    least = ADULT if grown and later.endswith("Start") else 0
    when = f"is {least} years or more after" if least else "is not before"
    said = f"T{_said(later)[1:]} {when} {_said(earlier)}, where “{told.label}” joins them."
    name = names.of("order", f"{local(told.id)}_{_short(earlier)}_{_short(later)}")
    axiom = OrderAxiom(name, Role(told.id), earlier, later, least, "typical", SOURCE, said, facts=of, violations=broken)
    kept = in_order([before for before, _ in dated], [after for _, after in dated])
    ending = "End" in earlier + later
    sure = _by_meaning(facts, guess, told, earlier, later) if ending else making
    doubt = "what has ended may still have had a part in it" if ending and not sure else ""
    return judged(axiom, of, broken, 0.5**of if sure else kept**of, doubt, UNLIKELY)


def _by_meaning(facts: Facts, guess: Guess, told: RelationProfile, earlier: Point, later: Point) -> bool:
    """Whether nothing can be so after an end: nobody makes anything when dead, nor meets who is not yet born."""
    if not (earlier.endswith("Start") and later.endswith("End") and _people(facts, guess, told, later)):
        return False
    if hints().means(told.label, "contact") and _people(facts, guess, told, earlier):
        return True
    began = {
        relation
        for relation, moment in guess.dates.items()
        if moment == "start" and not facts.relations[relation].by_subject.keys().isdisjoint(_ends(told, earlier))
    }
    issued = any(hints().means(facts.relations[relation].label, "issued") for relation in began)
    return hints().means(told.label, "making") and not issued


def _people(facts: Facts, guess: Guess, told: RelationProfile, point: Point) -> bool:
    return facts.usual(_ends(told, point)) in guess.people


def _ends(told: RelationProfile, point: Point) -> frozenset[str]:
    return frozenset(told.by_subject if point.startswith("subject") else told.by_object)


def points_of(facts: Facts, guess: Guess) -> dict[tuple[str, Moment], float]:
    """When each thing began and ended, in years, where one value says so."""
    found: dict[tuple[str, Moment], float] = {}
    for relation, moment in guess.dates.items():
        for thing, values in facts.relations[relation].by_subject.items():
            if len(values) == 1 and (year := years(next(iter(values)))) is not None:
                found[thing, moment] = year
    return found


def in_order(earlier: Iterable[float], later: Iterable[float]) -> float:
    """In which share of all pairs of an earlier point and a later one they are in this order."""
    before, after = sorted(earlier), list(later)
    return sum(bisect_right(before, point) for point in after) / (len(before) * len(after))


def years(value: object) -> float | None:
    """A date in years, by its first day; None of what is no date."""
    found = re.fullmatch(r"(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?.*", value.value) if isinstance(value, Literal) else None
    if found is None:
        return None
    year, month, day = (int(part or 1) for part in found.groups())
    return year + (month - 1) / 12 + (day - 1) / 372


def _moment(point: Point) -> Moment:
    return "start" if point.endswith("Start") else "end"


def _said(point: Point) -> str:
    return f"the {'beginning' if point.endswith('Start') else 'end'} of {{{point[0]}}}"


def _short(point: Point) -> str:
    return f"{point[0]}{'S' if point.endswith('Start') else 'E'}"
