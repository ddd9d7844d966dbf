"""What a process knows of the graph of a bank: its snapshot, its axioms, its words, and what follows of these."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from contragraph.dataset.words.naming import plain_name
from contragraph.generation.assembly.pivot import pivot_of
from contragraph.generation.bank.snapshot import Snapshot
from contragraph.generation.search.labels import bare
from contragraph.generation.verbalise import tells_grammar
from contragraph.generation.verbalise.given import sex_of
from contragraph.generation.verbalise.kinds import Kind, kind_of
from contragraph.generation.verbalise.values import words
from contragraph.graph.model import Entity, Literal, Object, Statement
from contragraph.kgs import kg_behind
from contragraph.ontology.alignment import lens_of
from contragraph.ontology.union import union
from contragraph.reasoning.rules.ruleset import rules_of
from contragraph.reasoning.values.times import is_timed

_CACHED = 1 << 15
"""Things of which a process remembers what it found out: some tens of megabytes, however large the graph."""
_CHAIN = 4
"""Steps from a place to what contains it that are followed."""
_NEAR = 40
"""Years between the beginnings of two things of which one could be taken for the other."""
_SHARED = ("country", "citizenship")
"""Roles of relations to what things that could be taken for each other have in common."""
_ABOVE = ("located_in", "part_of", "capital_of")
"""Roles of relations that lead to what contains a thing."""


class Knowledge:
    """A graph and what is known of graphs of its kind.

    ``ontology`` has the axioms among dated statements beside those of ``plain``; ``labels`` are those of relations.

    Raises:
        InputError: nothing is known of a graph with such relations.
    """

    def __init__(self, snapshot: Snapshot, *, strict: bool = False) -> None:
        self.snapshot = snapshot
        self.kg = kg_behind(snapshot.kg, snapshot.relations)
        self.plain = self.kg.ontology
        self.ontology = union((self.plain, self.kg.at_one_time))
        every = rules_of(self.ontology)
        self.rules = (every.strict() if strict else every).for_many()
        self.strict_rules = self.rules.strict().for_many()
        self.lexicon = self.kg.lexicon
        self.labels = {**self.plain.labels, **snapshot.labels}
        self.pivot = pivot_of(snapshot.relations)
        self.lens = lens_of(self.lexicon.alignment, self.labels)
        self.seen = self.lens.seen
        self.worded = frozenset(filter(self._has_words, snapshot.relations))
        """The relations that texts tell."""
        self._telling = frozenset(r for r in snapshot.relations if tells_grammar(self.pivot.relation(r)))
        self._of_sex, self._shared, self._borders = (
            frozenset(r for role in roles for r in self.kg.role(role)) for roles in (("sex",), _SHARED, ("borders",))
        )
        self._pronouns = {c: p for name, p in (("male", "he"), ("female", "she")) for c in self.kg.classes(name)}
        self._countries = frozenset(self.kg.filters.get("country", {}).get("levels", ("cg:Country",)))
        self._up = frozenset(r for role in _ABOVE for r in self.kg.role(role))
        self.entity = lru_cache(_CACHED)(self._entity)
        self.kind = lru_cache(_CACHED)(self._kind)
        self.facts = lru_cache(_CACHED)(self._facts)
        self.above = lru_cache(_CACHED)(self._all_above)
        self.common = lru_cache(_CACHED)(self._common)
        self.company = lru_cache(_CACHED)(self._company)
        self.years = lru_cache(_CACHED)(self._years)

    # -- things ------------------------------------------------------------------------------------------

    def _entity(self, identifier: str) -> Entity:
        """A thing, with the classes that wording knows; where the graph does not have it, its id alone."""
        number = self.snapshot.find(identifier)
        return self.pivot.entity(Entity(identifier, identifier) if number is None else self.snapshot.entity(number))

    def _kind(self, identifier: str) -> Kind:
        """Whether a thing is a person, a work, a place; empty where that is not known."""
        return kind_of(self.entity(identifier), frozenset())

    def sort(self, identifier: str) -> str:
        """The level of a place, or else the class of a thing."""
        entity = self.entity(identifier)
        return entity.level or entity.kind

    def _facts(self, identifier: str) -> tuple[Statement, ...]:
        """The facts that leave a thing."""
        number = self.snapshot.find(identifier)
        return () if number is None else self.snapshot.of(number)

    def description(self, identifier: str, *unsaid: str) -> str:
        """What a thing is in a few words: what the graph says, else its class; empty where neither is there.

        What the graph says is not told where it has one of some words that must not be said in it.
        """
        entity = self.entity(identifier)
        told = entity.description
        if told.startswith("(") and told.endswith(")"):
            told = told[1:-1]
        if told and not any(word in told for word in unsaid):
            return told
        if not entity.kind:
            return ""
        known = self.snapshot.find(entity.kind)
        label = self.snapshot.entity(known).label if known is not None else ""
        return label or _spaced(entity.kind.rpartition(":")[2])

    def grammar(self, identifier: str) -> tuple[Statement, ...]:
        """What tells how to speak of a thing: its sex, that it is dead."""
        some = (s for s in self.facts(identifier) if s.relation in self._telling and isinstance(s.object, str))
        return tuple(sorted(map(self.pivot.statement, some), key=lambda s: s.sort_key))

    def gone(self, identifier: str) -> bool:
        """Whether the graph says when a thing ended."""
        return self.years(identifier)[1] is not None

    def _years(self, identifier: str) -> tuple[int | None, int | None]:
        """The year in which a thing began, and that in which it ended, as far as the graph says."""
        found: dict[str, int] = {}
        for s in self.facts(identifier):
            moment = self.ontology.dates.get(s.relation)
            if moment and not isinstance(s.object, str) and (year := year_of(s.object.value)) is not None:
                found.setdefault(moment, year)
        return found.get("start"), found.get("end")

    def entities(self, statements: Iterable[Statement]) -> dict[str, Entity]:
        """The things that statements speak of."""
        return {e: self.entity(e) for s in statements for e in s.entities}

    def said(self, thing: Object) -> str:
        """What a thing or a value is called in a text."""
        if isinstance(thing, Literal):
            return words(thing)
        label = self.entity(thing).label
        return plain_name(label) or label

    def _has_words(self, relation: str) -> bool:
        """Whether there are words for a relation, and it is not left out of all texts."""
        entries, seen = self.lexicon.entries, self.seen.relation(relation).relation
        known = relation in self.ontology.statable and (seen in entries or relation in entries)
        return known and seen not in self.lexicon.sections.left_out

    # -- places and classes ------------------------------------------------------------------------------

    def background(self, identifier: str) -> tuple[Statement, ...]:
        """The facts of class and subclass that lead from a thing to its level, by a shortest way; else none."""
        goals = frozenset(self.kg.levels.get(self.entity(identifier).level, ()))
        todo: deque[tuple[str, tuple[Statement, ...]]] = deque([(identifier, ())] if goals else [])
        seen = {identifier}
        while todo:
            at, way = todo.popleft()
            if at in goals:
                return way
            wanted = self.kg.role("subclass_of" if way else "instance_of")
            for statement in self.facts(at):
                up = statement.object
                if statement.relation in wanted and isinstance(up, str) and up not in seen and not is_timed(statement):
                    seen.add(up)
                    todo.append((up, (*way, statement)))
        return ()

    def _all_above(self, identifier: str) -> frozenset[str]:
        """All that contains a place, as far as some steps."""
        reached, fresh = set[str](), {identifier}
        for _ in range(_CHAIN):
            up = {s.object for e in fresh for s in self.facts(e) if s.relation in self._up}
            fresh = {e for e in up if isinstance(e, str)} - reached
            reached |= fresh
        return frozenset(reached - {identifier})

    def related(self, one: str, other: str) -> bool:
        """Whether one of two things contains the other, or they have one name."""
        same = bare(self.entity(one).label) == bare(self.entity(other).label)
        return same or other in self.above(one) or one in self.above(other)

    def alike(self, one: str, other: str) -> int:
        """How far one thing could be taken for another: in how many ways they are known to be like each other.

        Of one sex, of one country or whole, and of about one time; -1 where something known tells them apart. Of
        countries, only neighbours are alike.
        """
        if self.entity(one).level in self._countries:
            near = other in self._values(one, self._borders) or one in self._values(other, self._borders)
            return 2 if near else -1
        sexes = [self._sex(e) for e in (one, other)]
        wholes = [self.common(e) for e in (one, other)]
        if any(a and b and a.isdisjoint(b) for a, b in (sexes, wholes)):
            return -1
        (began, _), (its, _) = self.years(one), self.years(other)
        dated = began is not None and its is not None
        if began is not None and its is not None and abs(began - its) > _NEAR:
            return -1
        return dated + all(wholes) + all(sexes)

    def shared(self, one: str, other: str) -> int:
        """How many things the facts about both of two things name: an occupation, an award, a film."""
        return len(self.company(one) & self.company(other))

    def _company(self, identifier: str) -> frozenset[str]:
        return frozenset(s.object for s in self.facts(identifier) if isinstance(s.object, str))

    def _sex(self, identifier: str) -> frozenset[str]:
        """The sex of a person, as the graph or else the first name tells it."""
        told = self._values(identifier, self._of_sex)
        if told:
            return frozenset(self._pronouns.get(value, value) for value in told)
        pronoun = sex_of(self.entity(identifier).label) if self.kind(identifier) in ("person", "") else ""
        return frozenset([pronoun] if pronoun else ())

    def _values(self, identifier: str, relations: frozenset[str]) -> frozenset[str]:
        facts = (s for s in self.facts(identifier) if s.relation in relations)
        return frozenset(s.object for s in facts if isinstance(s.object, str))

    def _common(self, identifier: str) -> frozenset[str]:
        """What a thing belongs to and lies in."""
        return self._values(identifier, self._shared) | self.above(identifier)


def year_of(time: str | None) -> int | None:
    """The year of a date; None if it has none, or lies before our era."""
    digits = (time or "").lstrip("+")[:4]
    return int(digits) if digits.isdigit() and len(digits) == 4 else None


def _spaced(name: str) -> str:
    """``MusicGroup`` and ``wordnet_city_108524735`` as words."""
    plain = name.removeprefix("wordnet_").replace("_", " ").rstrip("0123456789 ")
    return "".join(f" {c.lower()}" if c.isupper() else c for c in plain).strip()
