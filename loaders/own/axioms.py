"""Suggested axioms: what the facts of a graph never break, how many speak for it, and whether it is chance.

An axiom is *on* where no fact breaks it (of many facts, hardly any) and it would seldom look so by accident: what is
counted is how likely as many facts, dealt out by lot, would keep it. Where facts break it, or where too few speak for it
to tell, it is *off*, with its figures, for a person to decide.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, lgamma, log, log1p

from contragraph.graph.model import Literal
from contragraph.loaders.own.hints import hints
from contragraph.loaders.own.reading import Facts, Told
from contragraph.loaders.own.roles import Guess
from contragraph.ontology.axioms import POINTS, AnyAxiom, Axiom, Kind, Moment, OrderAxiom, Point, Role, Term
from contragraph.reasoning.terms import different

CHANCE = 0.05
"""How likely an axiom may look true by accident that is on."""
FEWEST = 4
"""Facts that an axiom needs to be suggested."""
MANY = 100
"""Facts of which a few may break an axiom that is on: sources err."""
ERRORS = 0.02
"""The share of them that may."""
DOUBTFUL = 0.25
"""The share of facts that may break what is suggested at all."""
ADULT = 14
"""Years from which on people do what their facts tell, where the facts agree."""
_CLASSES = 40
"""Classes, the largest, of which pairs are looked at."""


@dataclass(frozen=True)
class Suggestion:
    """An axiom with its figures, whether it is on, and why, in a few words."""

    axiom: AnyAxiom
    on: bool
    why: str


def suggested(facts: Facts, guess: Guess) -> list[Suggestion]:
    """The axioms that the facts suggest, by kind, then by relation."""
    return sorted(_Suggesting(facts, guess).all(), key=lambda each: _ORDERED.index(_sort(each.axiom)))


def _sort(axiom: AnyAxiom) -> Kind | None:
    return axiom.kind if isinstance(axiom, Axiom) else None


class _Suggesting:
    """The suggestions for one graph; names are given once."""

    def __init__(self, facts: Facts, guess: Guess) -> None:
        self.facts, self.guess = facts, guess
        self._names: set[str] = set()

    def all(self) -> Iterator[Suggestion]:
        every = [self.facts.relations[r] for r in sorted(self.facts.relations)]
        things = [told for told in every if told.ends == "thing"]
        for told in every:
            yield from self._single(told)
        for told in things:
            yield from self._sole(told)
        for told in things:
            yield from self._directed(told)
        for told in things:
            yield from self._transitive(told)
        yield from self._orders(things)
        yield from self._disjoint(things)
        for told in things:
            yield from self._ends(told)
        yield from self._classes()

    # -- of one relation ---------------------------------------------------------------------------------

    def _single(self, told: Told) -> Iterator[Suggestion]:
        of, broken = len(told.by_subject), sum(_several(values) for values in told.by_subject.values())
        chance = by_lot(of + broken, self.facts.members(frozenset(told.by_subject)))
        doubt = "several are usual by the meaning of the word" if told.ends == "thing" and self._means(told, "several") else ""
        said = f"{{s}} has one value of “{told.label}” at most."
        yield from self._new(Kind.FUNCTIONAL, (Role(told.id),), of, broken, chance, said, doubt, told.id)

    def _sole(self, told: Told) -> Iterator[Suggestion]:
        of, broken = len(told.by_object), sum(len(some) > 1 for some in told.by_object.values())
        chance = by_lot(of + broken, self.facts.members(frozenset(told.by_object)))
        said = f"{{o}} is “{told.label}” of one thing at most."
        yield from self._new(Kind.INVERSE_FUNCTIONAL, (Role(told.id),), of, broken, chance, said, "", told.id)

    def _directed(self, told: Told) -> Iterator[Suggestion]:
        """Symmetric, or asymmetric; and irreflexive."""
        subjects, objects = frozenset(told.by_subject), frozenset(told.by_object)
        kinds = [{k for each in ends for k in self.facts.classes.get(each, ())} for ends in (subjects, objects)]
        if not subjects & objects and kinds[0].isdisjoint(kinds[1]):
            return
        pairs = {(s, o) for s, o in told.pairs if s != o}
        back = sum((o, s) in pairs for s, o in pairs)
        of, mutual = len(pairs), self._means(told, "both_ways")
        symmetric = f"What holds of {{s}} and {{o}} by “{told.label}” holds the other way round as well."
        # Most facts that hold both ways would hardly do so by accident.
        yield from self._new(Kind.SYMMETRIC, (Role(told.id),), of, of - back, 0.0, symmetric, "", told.id)
        one_way = f"What holds of {{s}} and {{o}} by “{told.label}” does not hold the other way round."
        doubt = "it holds both ways by the meaning of the word" if mutual else ""
        if not doubt and not (subjects & objects and acyclic(pairs)):
            doubt = "no chain of facts shows that it has a direction" if back == 0 else ""
        yield from self._new(Kind.ASYMMETRIC, (Role(told.id),), of, back, 0.0, one_way, doubt, told.id)
        loops = len(told.pairs) - of
        alone = f"Nothing is “{told.label}” of itself."
        yield from self._new(Kind.IRREFLEXIVE, (Role(told.id),), len(told.pairs), loops, 0.0, alone, "", told.id)

    def _transitive(self, told: Told) -> Iterator[Suggestion]:
        chains = {(s, end) for s, middle in told.pairs for end in told.by_subject.get(middle, ()) if s != end != middle}
        broken = sum(chain not in told.pairs for chain in chains)
        said = f"What {{s}} is “{told.label}” of, and that in turn of {{o}}, {{s}} is of {{o}}."
        yield from self._new(Kind.TRANSITIVE, (Role(told.id),), len(chains), broken, 0.0, said, "", told.id)

    # -- of several --------------------------------------------------------------------------------------

    def _orders(self, things: Iterable[Told]) -> Iterator[Suggestion]:
        points = self._points()
        for told in things:
            for one, other in combinations(POINTS, 2):
                if {one[:4], other[:4]} != {"subj", "obje"}:
                    continue
                dated = [
                    (earlier, later)
                    for s, o in sorted(told.pairs)
                    if s != o
                    and (earlier := points.get((s if one.startswith("subject") else o, _moment(one)))) is not None
                    and (later := points.get((s if other.startswith("subject") else o, _moment(other)))) is not None
                ]
                if len(dated) < FEWEST:
                    continue
                if sum(later < earlier for earlier, later in dated) > len(dated) / 2:
                    yield from self._order(told, other, one, [(later, earlier) for earlier, later in dated])
                else:
                    yield from self._order(told, one, other, dated)

    def _order(
        self, told: Told, earlier: Point, later: Point, dated: list[tuple[float, float]]
    ) -> Iterator[Suggestion]:
        gaps = [after - before for before, after in dated]
        broken, of = sum(gap < 0 for gap in gaps), len(gaps)
        person = self._means(told, "making") and self._person(told, earlier)
        least = ADULT if person and earlier.endswith("Start") and min(gaps) >= ADULT else 0
        said = f"{_point(later)} is not before {_point(earlier)}, where “{told.label}” joins them."
        if least:
            said = f"{_point(later)} is {least} years or more after {_point(earlier)}, where “{told.label}” joins them."
        name = self._name("order", f"{_local(told.id)}_{_short(earlier)}_{_short(later)}")
        axiom = OrderAxiom(
            name, Role(told.id), earlier, later, least, "typical", _SOURCE, said, facts=of, violations=broken
        )
        # What is dealt out anew keeps the order as well where all of one kind are older than all of the other.
        kept = _in_order([before for before, _ in dated], [after for _, after in dated])
        by_meaning = self._means(told, "making") and "End" not in earlier + later
        yield from self._judged(axiom, of, broken, 0.0 if by_meaning else kept**of, "")

    def _person(self, told: Told, point: Point) -> bool:
        ends = told.by_subject if point.startswith("subject") else told.by_object
        return self.facts.usual(frozenset(ends)) in self.guess.people

    def _points(self) -> dict[tuple[str, Moment], float]:
        """When each thing began and ended, in years, where one value says so."""
        found: dict[tuple[str, Moment], float] = {}
        for relation, moment in self.guess.dates.items():
            for thing, values in self.facts.relations[relation].by_subject.items():
                if len(values) == 1 and (year := years(next(iter(values)))) is not None:
                    found[thing, moment] = year
        return found

    def _disjoint(self, things: list[Told]) -> Iterator[Suggestion]:
        """Relations between things of the same classes that never join the same two."""
        signs = {t.id: (self.facts.usual(frozenset(t.by_subject)), self.facts.usual(frozenset(t.by_object))) for t in things}
        for one, other in combinations(things, 2):
            if signs[one.id] != signs[other.id] or min(len(one.pairs), len(other.pairs)) < FEWEST:
                continue
            both = len(one.pairs & other.pairs)
            subjects = self.facts.members(frozenset((*one.by_subject, *other.by_subject)))
            objects = self.facts.members(frozenset((*one.by_object, *other.by_object)))
            of = min(len(one.pairs), len(other.pairs))
            chance = missed(len(one.pairs), len(other.pairs), subjects * objects)
            said = f"“{one.label}” and “{other.label}” do not both hold of {{s}} and {{o}}."
            terms = (Role(one.id), Role(other.id))
            yield from self._new(Kind.DISJOINT, terms, of, both, chance, said, "", one.id, other.id)

    def _ends(self, told: Told) -> Iterator[Suggestion]:
        for kind, ends, word in ((Kind.DOMAIN, told.by_subject, "subject"), (Kind.RANGE, told.by_object, "object")):
            some = frozenset(ends)
            of = self.facts.usual(some)
            if not of:
                continue
            broken = sum(of not in self.facts.classes.get(each, ()) for each in some)
            chance = (self.facts.sizes[of] / max(1, self.facts.entities)) ** len(some)
            said = f"The {word} of “{told.label}” is of the class {self.facts.labels.get(of, of)}."
            yield from self._new(kind, (Role(told.id), of), len(some), broken, chance, said, "", told.id)

    def _classes(self) -> Iterator[Suggestion]:
        members: defaultdict[str, set[str]] = defaultdict(set)
        for thing, kinds in self.facts.classes.items():
            for kind in kinds:
                members[kind].add(thing)
        largest = sorted(members, key=lambda kind: (-len(members[kind]), kind))[:_CLASSES]
        for one, other in combinations(sorted(largest), 2):
            of, both = min(len(members[one]), len(members[other])), len(members[one] & members[other])
            chance = missed(len(members[one]), len(members[other]), len(self.facts.classes))
            label = self.facts.labels
            said = f"Nothing is of both classes, {label.get(one, one)} and {label.get(other, other)}."
            yield from self._new(Kind.DISJOINT_CLASSES, (one, other), of, both, chance, said, "", one, other)

    # -- the verdict -------------------------------------------------------------------------------------

    def _new(
        self, kind: Kind, terms: tuple[Term, ...], of: int, broken: int, chance: float, said: str, doubt: str, *ids: str
    ) -> Iterator[Suggestion]:
        if of < FEWEST or broken > DOUBTFUL * of:
            return
        name = self._name(_NAMES[kind], "_".join(map(_local, ids)))
        axiom = Axiom(name, kind, terms, "typical", source=_SOURCE, comment=said, facts=of, violations=broken)
        yield from self._judged(axiom, of, broken, chance, doubt)

    def _judged(self, axiom: AnyAxiom, of: int, broken: int, chance: float, doubt: str) -> Iterator[Suggestion]:
        if broken > DOUBTFUL * of:
            return
        why = f"{of} facts, {broken} against"
        if doubt:
            yield Suggestion(axiom, False, f"{why}: {doubt}")
        elif broken and not (of >= MANY and broken <= ERRORS * of):
            yield Suggestion(axiom, False, f"{why}: broken too often")
        elif not broken and chance > CHANCE:
            yield Suggestion(axiom, False, f"{why}: as likely as {chance:.0%} by chance")
        else:
            yield Suggestion(axiom, True, why)

    def _means(self, told: Told, what: str) -> bool:
        return hints().means(told.label, what)

    def _name(self, kind: str, about: str) -> str:
        name, number = f"cg:ax_{kind}_{about}", 2
        while name in self._names:
            name, number = f"cg:ax_{kind}_{about}_{number}", number + 1
        self._names.add(name)
        return name


_SOURCE = "measured on the graph"
_NAMES = {
    Kind.FUNCTIONAL: "functional",
    Kind.INVERSE_FUNCTIONAL: "inversefunctional",
    Kind.SYMMETRIC: "symmetric",
    Kind.ASYMMETRIC: "asymmetric",
    Kind.IRREFLEXIVE: "irreflexive",
    Kind.TRANSITIVE: "transitive",
    Kind.DISJOINT: "disjoint",
    Kind.DOMAIN: "domain",
    Kind.RANGE: "range",
    Kind.DISJOINT_CLASSES: "disjointclasses",
}


_ORDERED = [Kind.FUNCTIONAL, Kind.INVERSE_FUNCTIONAL, None, *(kind for kind in _NAMES if "unctional" not in kind)]
"""The kinds in the order in which a person looks at them; those of dates are None."""


def by_lot(dealt: int, among: int) -> float:
    """How likely no two of some facts have one subject, if subjects are drawn by lot among so many."""
    if dealt > among:
        return 0.0
    if dealt < 2:
        return 1.0
    return exp(lgamma(among + 1) - lgamma(among - dealt + 1) - dealt * log(among))


def missed(one: int, other: int, among: int) -> float:
    """How likely some facts meet none of others, if both are drawn by lot among so many."""
    if one >= among:
        return 0.0
    return exp(other * log1p(-one / among))


def acyclic(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether no chain of pairs leads back to where it began."""
    after: defaultdict[str, set[str]] = defaultdict(set)
    into: defaultdict[str, int] = defaultdict(int)
    for one, other in pairs:
        if other not in after[one]:
            after[one].add(other)
            into[other] += 1
    ready = [each for each in after if not into[each]]
    seen = 0
    while ready:
        for other in after.get(ready.pop(), ()):
            seen += 1
            into[other] -= 1
            if not into[other]:
                ready.append(other)
    return seen == sum(map(len, after.values()))


def years(value: object) -> float | None:
    """A date in years, its first day; None where it is none."""
    found = re.fullmatch(r"(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?.*", value.value) if isinstance(value, Literal) else None
    if found is None:
        return None
    year, month, day = (int(part or 1) for part in found.groups())
    return year + (month - 1) / 12 + (day - 1) / 366


def _in_order(earlier: list[float], later: list[float]) -> float:
    """In which share of all pairs of an earlier point and a later one they are in this order."""
    before = sorted(earlier)
    return sum(bisect_right(before, point) for point in later) / (len(earlier) * len(later))


def _moment(point: Point) -> Moment:
    return "start" if point.endswith("Start") else "end"


def _several(values: frozenset[object]) -> bool:
    """Whether two of some values are surely different."""
    some = sorted(values, key=str)
    return any(different(one, other) for one, other in combinations(some, 2))  # type: ignore[arg-type]


def _point(point: Point) -> str:
    return f"the {'beginning' if point.endswith('Start') else 'end'} of {{{point[0]}}}"


def _short(point: Point) -> str:
    return f"{point[0]}{point[-5 if point.endswith('Start') else -3]}"


def _local(identifier: str) -> str:
    local = re.split(r"[/#:]", identifier.rstrip("/#:"))[-1]
    return re.sub(r"[^A-Za-z0-9]+", "-", local).strip("-") or "x"
