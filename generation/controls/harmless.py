"""What a control says in the place of a perturbed statement: true facts alone, which contradict nothing.

A control of a pair tells each of its conflicts with something true in the place of what is made up
(:meth:`Ways.twins`). Sets and claims also take single facts, and something true that could stand in their place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.sides import apart
from contragraph.generation.pool.conflicts import Pooled, ends
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.graph.model import Literal, Statement, id_number
from contragraph.ontology.axioms import Kind, Ontology

TRUE_VALUE = "true value"
"""The truth itself, where the original is another statement: "died aged 66", of someone who did."""
OTHER_WORDS = "other words"
"""The original, told from its other end."""
WIDER_PLACE = "wider place"
"""What the true place lies in."""
ANOTHER_VALUE = "another value"
"""Another true fact of the same subject and relation."""
YEAR_ALONE = "year alone"
"""The true date, without day and month."""
SAME = "same"
"""The original, told again."""
OF_ANOTHER = "of another"
"""A true fact of the same relation, of another thing that a fact links with the subject."""
_AS_LOADED = frozenset({TRUE_VALUE, ANOTHER_VALUE, SAME, OF_ANOTHER})
"""Ways that tell a fact as the graph has it."""
_NO_SPAN = frozenset({"0", "1"})
"""Numbers of years that no text tells as a span."""
_EACH = 2
"""Statements of one way for one conflict, at most."""
_YEARS = 6
"""One of so many dates is told as its year."""
_FOLLOWED = 12
"""Facts of a subject that are followed to another thing."""


@dataclass(frozen=True)
class Ways:
    """The ways to put something true in the place of what is made up, by what was read around the things."""

    around: Around
    ontology: Ontology
    located_in: Collection[str] = ()
    """Relations from a place to what it lies in."""
    contains: Collection[str] = ()
    """Relations from a place to what lies in it."""
    _inverse: Mapping[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        found: dict[str, str] = {}
        for axiom in self.ontology.axioms:
            if axiom.kind is Kind.INVERSE_OF and not any(role.inverse for role in axiom.roles):
                one, other = (role.relation for role in axiom.roles)
                found |= {one: other, other: one}
            elif axiom.kind is Kind.SYMMETRIC:
                found[axiom.roles[0].relation] = axiom.roles[0].relation
        object.__setattr__(self, "_inverse", {a: b for a, b in found.items() if {a, b} <= self.ontology.statable})

    def of(self, conflict: ProvenConflict) -> Iterator[ProvenConflict]:
        """What a control could be made of: a conflict of several steps, with something true for what is made up."""
        candidate = conflict.candidate
        told = {*candidate.statements}
        truth = candidate.truth if candidate.truth not in told else None
        for way, statement, more in self._every(candidate.original, candidate.perturbed, truth):
            if not {ends(statement)}.isdisjoint(map(ends, candidate.statements[:-1])):
                continue
            support = (*candidate.support, *(s for s in more if s not in told))
            harmless = replace(candidate, shape=way, perturbed=statement, support=support, truth=None)
            yield replace(conflict, candidate=harmless)

    def beside(self, fact: Statement) -> Iterator[ProvenConflict]:
        """The same of a single fact: something true that could stand in its place."""
        for way, statement, more in self._every(fact, fact, None):
            yield ProvenConflict(Candidate(way, fact, statement, more), 1, "typical", ())

    def twins(self, conflict: ProvenConflict, *, last: bool = False) -> Iterator[ProvenConflict]:
        """What a control of the same things could be made of: as :meth:`of`, or with a date told again.

        Most dates are told again whole, since both texts of a pair tell a day and a month, one of a few as its year.
        ``last``: the original told again, whatever it says, where nothing else will do.
        """
        yield from self.of(conflict)
        original, made = conflict.candidate.original, conflict.candidate.perturbed
        way, told = SAME, original
        if isinstance(original.object, str):
            if turned := self._turned(original):
                way, told = OTHER_WORDS, turned
        elif id_number(conflict.id) % _YEARS == 0 and (year := _year(original)):
            way, told = YEAR_ALONE, year
        again = (made.subject, made.relation) == (original.subject, original.relation)
        if last or (again and isinstance(original.object, Literal)):
            support = conflict.candidate.support
            aside = apart(original.entities, support)  # what only the made-up statement led to
            harmless = replace(
                conflict.candidate,
                shape=way,
                perturbed=told,
                support=tuple(s for s in support if s not in aside),
                truth=None,
            )
            yield replace(conflict, candidate=harmless)

    def facts(self, thing: str, relations: Collection[str]) -> Iterator[Statement]:
        """The facts of a thing by some relations, between what is not hidden."""
        for fact in self.around.about(thing):
            if fact.subject == thing and fact.relation in relations and not self._hidden(fact):
                yield fact

    def places(self, fact: Statement) -> Iterator[str]:
        """What the object of a fact lies in."""
        if not isinstance(fact.object, Literal):
            yield from self._above(fact.object)

    def loaded(self, pooled: Pooled) -> bool:
        """Whether what stands in place of the made-up statement of a control is a fact as the graph has it."""
        way = pooled.conflict.candidate.shape
        return way in _AS_LOADED or pooled.made in self.around.about(pooled.made.subject)

    def _every(
        self, original: Statement, made: Statement, truth: Statement | None
    ) -> Iterator[tuple[str, Statement, tuple[Statement, ...]]]:
        """Ways, what is said, and what must be told besides."""
        if truth is not None and not (isinstance(truth.object, Literal) and truth.object.value in _NO_SPAN):
            yield TRUE_VALUE, truth, ()
        same = (made.subject, made.relation) == (original.subject, original.relation)
        if same and (year := _year(original)):
            yield YEAR_ALONE, year, ()
        if not isinstance(made.object, Literal):
            if made == original and (turned := self._turned(original)):
                yield OTHER_WORDS, turned, ()
            if same:
                wider = dict.fromkeys(p for p in self._above(original.object_id) if not self._ended(p))
                yield from ((WIDER_PLACE, replace(original, object=place), ()) for place in [*wider][:_EACH])
            values = [s for s in self.facts(made.subject, {made.relation}) if s not in (original, truth)]
            yield from ((ANOTHER_VALUE, s, ()) for s in values[:_EACH])
        if made == original:
            yield from self._of_another(original)

    def _turned(self, original: Statement) -> Statement | None:
        inverse = self._inverse.get(original.relation)
        return Statement(original.object_id, inverse, original.subject) if inverse else None

    def _above(self, place: str) -> Iterator[str]:
        for s in self.around.about(place):
            if s.subject == place and s.relation in self.located_in and isinstance(s.object, str):
                yield s.object
            elif s.object == place and s.relation in self.contains:
                yield s.subject

    def _ended(self, place: str) -> bool:
        """Whether the graph says when a place came to its end, or hides it."""
        dates = self.ontology.dates
        return self.around.hidden(place) or any(
            s.subject == place and dates.get(s.relation) == "end" for s in self.around.about(place)
        )

    def _hidden(self, statement: Statement) -> bool:
        return any(map(self.around.hidden, statement.entities))

    def _of_another(self, fact: Statement) -> Iterator[tuple[str, Statement, tuple[Statement, ...]]]:
        """True facts of the same relation about things that a fact links with the subject, that fact told as well."""
        count = 0
        links = [s for s in self.around.about(fact.subject) if s.relation in self.ontology.statable]
        for link in links[:_FOLLOWED]:
            other = next((e for e in link.entities if e != fact.subject), fact.subject)
            if other in fact.entities or link.relation == fact.relation or self._hidden(link):
                continue
            for its in islice(self.facts(other, {fact.relation}), 1):
                if its.object != fact.object and fact.subject not in its.entities:
                    yield OF_ANOTHER, its, (link,)
                    count += 1
            if count == _EACH:
                return


def _year(statement: Statement) -> Statement | None:
    """A date as its year alone; None for what is no date, or has no day and month."""
    value = statement.object
    if not isinstance(value, Literal) or value.value.startswith("-") or "-" not in value.value:
        return None
    year = value.value.partition("-")[0]
    return replace(statement, object=Literal(year, "xsd:gYear", year))
