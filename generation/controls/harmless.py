"""What a control says in the place of a perturbed statement: true facts alone, which contradict nothing.

A control is made of a conflict that no pair used: of its original, its supporting facts, and something true in the
place of what is made up. Of one conflict there are several such ways; which of them is taken is decided by what the
conflicting pairs look like.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.pool import Pooled, ends
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.graph.model import Literal, Statement
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
OF_ANOTHER = "of another"
"""A true fact of the same relation, of another thing that a fact links with the subject."""
_AS_LOADED = frozenset({TRUE_VALUE, ANOTHER_VALUE, OF_ANOTHER})
"""Ways that tell a fact as the graph has it."""
_EACH = 2
"""Statements of one way for one conflict, at most."""
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

    def of(self, pooled: Pooled) -> Iterator[ProvenConflict]:
        """What a control could be made of: the conflict, with something true in the place of what is made up."""
        conflict, candidate = pooled.conflict, pooled.conflict.candidate
        told = frozenset(map(ends, (pooled.original, *candidate.support)))
        for way, statement, more in self._every(pooled):
            again = ends(statement) in told and way not in (OTHER_WORDS, YEAR_ALONE)
            if statement == pooled.original or again or any(map(self.around.hidden, statement.entities)):
                continue
            support = (*candidate.support, *(s for s in more if s not in candidate.support))
            harmless = replace(candidate, shape=way, perturbed=statement, support=support, truth=None)
            yield replace(conflict, candidate=harmless)

    def loaded(self, pooled: Pooled) -> bool:
        """Whether what stands in place of the made-up statement of a control is a fact as the graph has it."""
        way = pooled.conflict.candidate.shape
        return way in _AS_LOADED or pooled.made in self.around.about(pooled.made.subject)

    def _every(self, pooled: Pooled) -> Iterator[tuple[str, Statement, tuple[Statement, ...]]]:
        original, made, truth = pooled.original, pooled.made, pooled.conflict.candidate.truth
        if truth is not None and truth not in pooled.conflict.candidate.statements:
            yield TRUE_VALUE, truth, ()
        same = (made.subject, made.relation) == (original.subject, original.relation)
        if isinstance(made.object, Literal):
            if same and (year := _year(original)):
                yield YEAR_ALONE, year, ()
        else:
            if ends(made) == ends(original) and (turned := self._turned(original)):
                yield OTHER_WORDS, turned, ()
            if same:
                wider = dict.fromkeys(self._above(original.object_id))
                yield from ((WIDER_PLACE, replace(original, object=place), ()) for place in [*wider][:_EACH])
            values = [s for s in self._facts(made.subject, made.relation) if s != truth]
            yield from ((ANOTHER_VALUE, s, ()) for s in values[:_EACH])
        if same:
            yield from self._of_another(pooled)

    def _turned(self, original: Statement) -> Statement | None:
        inverse = self._inverse.get(original.relation)
        return Statement(original.object_id, inverse, original.subject) if inverse else None

    def _above(self, place: str) -> Iterator[str]:
        for s in self.around.about(place):
            if s.subject == place and s.relation in self.located_in and isinstance(s.object, str):
                yield s.object
            elif s.object == place and s.relation in self.contains:
                yield s.subject

    def _facts(self, subject: str, relation: str) -> list[Statement]:
        return [s for s in self.around.about(subject) if s.subject == subject and s.relation == relation]

    def _of_another(self, pooled: Pooled) -> Iterator[tuple[str, Statement, tuple[Statement, ...]]]:
        """True facts of the same relation about things that a fact links with the subject, that fact told as well."""
        subject, relation, count = pooled.original.subject, pooled.original.relation, 0
        links = [s for s in self.around.about(subject) if s.relation in self.ontology.statable]
        for link in links[:_FOLLOWED]:
            other = next((e for e in link.entities if e != subject), subject)
            if other in pooled.entities or link.relation == relation:
                continue
            for fact in self._facts(other, relation)[:1]:
                if fact.object != pooled.original.object and subject not in fact.entities:
                    yield OF_ANOTHER, fact, (link,)
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
