"""Fill: true facts around the topics of a pair, so that what is perturbed stands among what is not.

What is told is about the topics, one step from them; of the other things that the pair speaks of at most what shows
that the relations which are perturbed here are told truthfully too. Relations that are perturbed anywhere in the
dataset come first until they were told truthfully several times as often (parity). Nothing is told that would be
another spelling of what the pair withholds, nor a span that counts from a date which is perturbed or withheld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.depth import DepthFirst
from contragraph.generation.assembly.pairs import Selection, tellable
from contragraph.generation.assembly.sides import LEAST_STATEMENTS, MOST_STATEMENTS, Sides
from contragraph.generation.pool.compatible import withheld
from contragraph.generation.pool.conflicts import Ends, ends
from contragraph.generation.pool.quotas import Parity
from contragraph.graph.model import Literal, Statement, id_number
from contragraph.ontology.alignment import lens_of
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.translate import Renaming

LISTED = 3
"""What it counts for that an encyclopedia would tell it, beside the statements that parity lacks."""
OVERLAP = 0.35
"""The share of the statements of fill that both sides tell."""
LEAST_SPAN = 2
"""Years of a span that is told: "0 years younger" says nothing."""
LEAST, SPREAD = 6, 4
"""The original side has at least so many statements where there are facts, and up to so many less one more."""
RICH = 8
"""Relations beyond which more make a topic no better."""
_DECIMALS = 2
_OTHERS = 1
"""Statements about things that are no topic."""
_OF_ONE_RELATION = 3
"""Statements of fill by one relation in a text."""


@dataclass(frozen=True)
class Filler:
    """What filling needs to know."""

    around: Around
    ontology: Ontology
    statable: frozenset[str]
    parity: Parity
    salt: str
    lexicon: Lexicon = field(default_factory=Lexicon)
    distractors: int | None = None
    """Exactly so many statements of the original side take no part in a conflict."""
    overlap: float = OVERLAP
    deep: DepthFirst | None = None
    """The walks, where the fill is what a depth-first search comes to."""

    def candidates(self, chosen: Selection) -> list[Statement]:
        """The true facts that may be told, the best first."""
        kept, core = withheld(chosen.items), chosen.core
        spanless = self._spanless(chosen)
        here = {item.made.relation for item in chosen.items} | {item.original.relation for item in chosen.items}
        found: dict[Ends, Statement] = {}
        told = {ends(s) for s in core}
        for statement in self.deep.facts(chosen.topics) if self.deep else self._facts(chosen, here):
            between = ends(statement)
            if between in kept or between in told or between in found or statement.relation not in self.statable:
                continue
            if statement.relation in spanless and spanless[statement.relation].intersection(statement.entities):
                continue
            if statement.relation in self.single and self._several(statement):
                continue
            if statement.relation in self._spans and (
                _number(statement) < LEAST_SPAN or not self._counts(statement, core)
            ):
                continue
            if _unwritten(statement) or self._seen(statement.relation) in self.lexicon.sections.left_out:
                continue
            found[between] = statement
        if self.deep:
            return list(found.values())
        topics = frozenset(chosen.topics)

        def worth(statement: Statement) -> tuple[int, int, int, int]:
            short = min(3, self.parity.missing(statement.relation))
            about = statement.subject in topics
            lot = id_number(f"{self.salt}|{chosen.lead.conflict.id}|{statement.id}")
            listed = any(self._listed(statement, t) for t in topics.intersection(statement.entities))
            due = LISTED * (listed + (listed and about)) + short + (statement.relation in here)
            return -due, not about, lot % 1009, lot

        return _varied(sorted(found.values(), key=worth), topics)

    def richness(self, topic: str) -> int:
        """How many relations an encyclopedia would tell of a thing by facts that the graph has of it.

        What others did there tells little of a place or a school.
        """
        own = (s for s in self.around.about(topic) if s.subject == topic and s.relation in self.statable)
        listed = (s for s in own if self._listed(s, topic))
        return min(RICH, len({s.relation for s in listed}))

    def _listed(self, statement: Statement, topic: str) -> bool:
        """Whether an encyclopedia would tell this of a topic."""
        role = self._lens.relation(statement.relation)
        forward = (statement.subject == topic) != role.inverse
        return self.lexicon.sections.listed(self.around.kind(topic), role.relation, forward=forward)

    def _seen(self, relation: str) -> str:
        """The relation by the name that texts are worded with."""
        return self._lens.relation(relation).relation

    @cached_property
    def _lens(self) -> Renaming:
        return lens_of(self.lexicon.alignment, self.around.relations).seen

    @cached_property
    def _spans(self) -> frozenset[str]:
        return frozenset(a.relation for a in self.ontology.spans)

    def _counts(self, span: Statement, core: Iterable[Statement]) -> bool:
        """Whether it is told what a span counts from: "4 years younger than his sibling" says nothing of whom."""
        through = self.lexicon.through.get(self._seen(span.relation))
        if through is None:
            return True
        near = (
            (s.object if through.inverse else s.subject) for s in core if self._seen(s.relation) == through.relation
        )
        return span.subject in near

    @cached_property
    def single(self) -> frozenset[str]:
        """Relations of which readers expect one value: a text that tells two birthplaces contradicts itself to them."""
        axioms = self.ontology.axioms
        one = {a.roles[0] for a in axioms if a.kind in (Kind.FUNCTIONAL, Kind.AT_MOST_ONE)}
        below = {a.roles[0] for a in axioms if a.kind is Kind.SUB_PROPERTY and a.roles[1] in one}
        return frozenset(role.relation for role in one | below if not role.inverse)

    def _several(self, statement: Statement) -> bool:
        """Whether the graph gives its subject another value, as far as it was read."""
        return any(
            s.object != statement.object and s.subject == statement.subject and s.relation == statement.relation
            for s in (self.deep.around if self.deep else self.around).about(statement.subject)
        )

    def wanted(self, chosen: Selection) -> int:
        """How many statements the original side should have."""
        return LEAST + id_number(f"{self.salt}|{chosen.lead.conflict.id}|size") % SPREAD

    def bounds(self, chosen: Selection) -> tuple[int, int]:
        """How many statements the original side has at least and at most."""
        if self.distractors is None:
            return LEAST_STATEMENTS, MOST_STATEMENTS
        size = len(chosen.sides.original) - len({*chosen.links} - chosen.proving) + self.distractors
        return size, size

    def _facts(self, chosen: Selection, here: set[str]) -> Iterator[Statement]:
        """The facts of the topics, then of the other things their dates, and what is perturbed of others here."""
        told = here | self.ontology.dates.keys()
        for topic in chosen.topics:
            yield from self.around.about(topic)
        for entity in chosen.entities:
            if entity not in chosen.topics and not self.around.hidden(entity):
                yield from (s for s in self.around.about(entity) if s.relation in told and s.subject == entity)

    def _spanless(self, chosen: Selection) -> dict[str, frozenset[str]]:
        """Span relations with the things about which no span may be told, because a date of theirs is perturbed."""
        dates, spans = self.ontology.dates, self._spans
        touched = set()
        for item in chosen.items:
            for statement in (item.original, item.made, item.conflict.candidate.truth):
                if statement is not None and (statement.relation in dates or statement.relation in spans):
                    touched.add(statement.subject)
        return dict.fromkeys(sorted(spans), frozenset(touched))

    def _names(self, ids: Iterable[str]) -> dict[str, str]:
        """What things are called, in small letters."""
        some = list(ids)
        known = {**(self.deep.around.labels(some) if self.deep else {}), **self.around.labels(some)}
        return {e: label.casefold() for e, label in known.items()}

    def laid(self, chosen: Selection, candidates: Sequence[Statement]) -> Sides:
        """Both sides with so much fill that they are about equally long, as far as there is something to tell."""
        sides = chosen.sides.copy()
        names = self._names(sides.entities)
        wanted = self.wanted(chosen) if self.distractors is None else self.bounds(chosen)[0]
        wanted = max(wanted, len(sides.original), len(sides.perturbed) if self.distractors is None else 0)
        for statement in candidates:
            lacking = wanted - len(sides.original), max(wanted, len(sides.perturbed)) - len(sides.perturbed)
            if max(lacking) <= 0:
                break
            new = self._names(e for e in statement.entities if e not in names)
            if not all(map(tellable, new.values())) or len({*names.values(), *new.values()}) < len(names) + len(new):
                continue
            lot = id_number(f"{self.salt}|{chosen.lead.conflict.id}|{statement.id}|both")
            both = min(lacking) > 0 and lot % 100 < 100 * self.overlap
            first = both or lacking[0] > lacking[1] or (lacking[0] == lacking[1] and lot // 100 % 2 == 0)
            second = both or not first
            there = sides.touches(statement)
            if (first and not there[0]) or (second and not there[1]):
                continue
            if sides.add([statement] if first else [], [statement] if second else []):
                names |= new
        return sides


def _unwritten(statement: Statement) -> bool:
    """Whether it tells a number that nobody writes: none of something, or more decimals than two."""
    thing = statement.object
    return isinstance(thing, Literal) and (thing.value == "0" or len(thing.value.partition(".")[2]) > _DECIMALS)


def _number(statement: Statement) -> int:
    """The number that a statement of a span tells."""
    return int(statement.object.value) if isinstance(statement.object, Literal) else 0


def _varied(ordered: Sequence[Statement], topics: frozenset[str]) -> list[Statement]:
    """The same order with not too many of one relation, nor about what is no topic."""
    relations: Counter[str] = Counter()
    others = 0
    kept = []
    for statement in ordered:
        aside = topics.isdisjoint(statement.entities)
        if relations[statement.relation] >= _OF_ONE_RELATION or (aside and others >= _OTHERS):
            continue
        relations[statement.relation] += 1
        others += aside
        kept.append(statement)
    return kept
