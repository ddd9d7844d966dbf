"""Choosing: what stands in for the object of a fact, who else has that value, and what is told besides.

All is drawn by hashes of the seed and the ids of the fact, so that no shard depends on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.search.labels import bare, readable
from contragraph.generation.verbalise.values import words
from contragraph.graph.model import Literal, Object, Statement, id_number
from contragraph.ontology.units import local_name

_TRIES = 40
"""Values that are drawn for a fact before it is given up."""
_EACH = 8
"""Things that are drawn of those with which one has a fact in common."""
_BEARERS = 12
"""Other subjects of a value that are looked at."""
_BESIDE = 6
"""True facts of a thing that may be told besides."""
_STEP = 6364136223846793005
"""Of the generator of draws: Knuth's."""
_NEAR = 40
"""Years that a made-up date may lie from the true one."""
_MONTH = re.compile(r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b")
"""Labels with a month's name are left out, as in ConflictBank; *May* is a name as well."""


def lot(*parts: object) -> int:
    """A number of 64 bits that depends on the parts alone."""
    return id_number("|".join(map(str, parts)))


@dataclass(frozen=True)
class ReplacementChooser:
    """What chooses for the facts of one shard."""

    known: Knowledge
    seed: int

    # -- values ------------------------------------------------------------------------------------------

    def usable(self, thing: Object) -> bool:
        """Whether a text can name a value."""
        if isinstance(thing, Literal):
            return bool(thing.value)
        entity = self.known.entity(thing)
        return not entity.hidden and readable(entity.label) and not _MONTH.search(entity.label)

    def draws(self, fact: Statement, what: str) -> Iterator[tuple[int, Object]]:
        """Facts of the relation of a fact, drawn one after the other, with their objects: frequent ones are likely."""
        snapshot = self.known.snapshot
        places = snapshot.of_relation(snapshot.number_of[fact.relation])
        number = lot(self.seed, what, fact.id)
        for _ in range(_TRIES):
            number = (number * _STEP + 1) % 2**64
            at = int(places[(number >> 16) % len(places)])
            yield at, snapshot.object_of(at)

    def fits(self, fact: Statement, other: Object, taken: Sequence[Object] = ()) -> bool:
        """Whether a value could stand in for the object of a fact: of the same kind, and nothing that is true of it."""
        subject, one = fact.subject, fact.object
        if other in (one, subject, *taken) or not self.usable(other):
            return False
        if isinstance(one, Literal) or isinstance(other, Literal):
            return isinstance(one, Literal) and isinstance(other, Literal) and _alike(one, other)
        if self.known.sort(one) != self.known.sort(other) or self.known.kind(one) != self.known.kind(other):
            return False
        if self.known.related(one, other) or self.known.alike(one, other) < 0:
            return False
        names = [self.known.said(thing).casefold() for thing in (subject, one, other, *taken)]
        if any(a != b and (a in b or b in a) for a in names for b in names) or len({*names}) < len(names):
            return False
        return not self._joined(subject, other)

    def _joined(self, subject: str, other: str) -> bool:
        """Whether a fact joins two things, either way."""
        return any(s.object == other for s in self.known.facts(subject)) or any(
            s.object == subject for s in self.known.facts(other)
        )

    def replacement(self, fact: Statement) -> Iterator[tuple[int, Object]]:
        """Facts whose objects could stand in for that of a fact, with them: those that are most like it first.

        Things are like each other that are known to be of one country and time, and that have much in common.
        """
        drawn: dict[Object, int] = {}
        for at, thing in (*self._near(fact), *self.draws(fact, "replacement")):
            if thing not in drawn and self.fits(fact, thing):
                drawn[thing] = at
        if isinstance(fact.object, str):
            likeness = {t: self._likeness(fact, t) for t in drawn if isinstance(t, str)}
            drawn = {t: drawn[t] for t in sorted(likeness, key=lambda t: likeness[t], reverse=True)}
        yield from ((at, thing) for thing, at in drawn.items())

    def _likeness(self, fact: Statement, other: str) -> tuple[int, int]:
        """How far a thing could be taken for the object of a fact, and how much it shares with that and the subject."""
        alike = self.known.alike(fact.object, other) if isinstance(fact.object, str) else 0
        return alike, sum(self.known.shared(end, other) for end in fact.entities)

    def _near(self, fact: Statement) -> Iterator[tuple[int, Object]]:
        """Facts of the same relation about things that share a fact with the object of a fact, or with its subject."""
        snapshot = self.known.snapshot
        relation = snapshot.number_of[fact.relation]
        found = 0
        for end in reversed(fact.entities):
            number = snapshot.find(end)
            for place in snapshot.leaving(number) if number is not None else ():
                if not snapshot.names_entity(place):
                    continue
                places = snapshot.with_object_of(place)
                start = lot(self.seed, "near", fact.id, place)
                for turn in range(min(len(places), _EACH)):
                    near = int(snapshot.subjects[places[(start + turn) % len(places)]])
                    if (at := snapshot.tells_of(relation, near)) is not None:
                        yield at, snapshot.id_of(near)
                        found += 1
                        if found == _TRIES:
                            return

    def others(self, fact: Statement, replacement: Object, count: int) -> list[Object]:
        """Further values to choose from; fewer where there are none."""
        found: list[Object] = []
        for _, thing in self.draws(fact, "other"):
            if len(found) == count:
                break
            if self.fits(fact, thing, (replacement, *found)):
                found.append(thing)
        return found

    def bearers(self, fact: Statement, drawn: int, what: str) -> Iterator[Statement]:
        """True facts about other subjects that have the object of a drawn fact, from a drawn one on."""
        snapshot = self.known.snapshot
        places = snapshot.with_object_of(drawn)
        start = lot(self.seed, what, fact.id)
        for turn in range(min(len(places), _BEARERS)):
            statement = snapshot.statement(int(places[(start + turn) % len(places)]))
            subject = statement.subject
            if subject != fact.subject and self.usable(subject) and bare(self._label(subject)) != self._bare(fact):
                yield statement

    def _label(self, thing: str) -> str:
        return self.known.entity(thing).label

    def _bare(self, fact: Statement) -> str:
        return bare(self._label(fact.subject))

    # -- what is told besides ----------------------------------------------------------------------------

    def beside(self, claim: Statement, barred: Sequence[Object], salt: str) -> list[Statement]:
        """True facts of the subject of a claim that may be told with it, one of each relation, in a drawn order.

        Nothing of the claim's relation, nothing dated, and nothing that names what is ``barred``.
        """
        names = [self.known.said(thing).casefold() for thing in (*barred, claim.subject)]
        own = self.known.said(claim.subject).casefold()
        found: dict[str, Statement] = {}
        facts = self.known.facts(claim.subject)
        for statement in sorted(facts, key=lambda s: lot(self.seed, salt, s.id)):
            if statement.relation in found or statement.relation == claim.relation or not self._tells(statement):
                continue
            thing = statement.object
            said = self.known.said(thing).casefold()
            if thing in barred or any(name in said or said in name for name in names) or said == own:
                continue
            found[statement.relation] = statement
            if len(found) == _BESIDE:
                break
        return list(found.values())

    def _tells(self, statement: Statement) -> bool:
        relation = statement.relation
        if relation.startswith("cg:") or statement.valid_from or statement.valid_to:
            return False
        return relation in self.known.worded and self.usable(statement.object)


def _alike(one: Literal, other: Literal) -> bool:
    """Whether two values are of one sort, and dates not too far apart."""
    if local_name(one.datatype) != local_name(other.datatype) or words(one) == words(other):
        return False
    years = [v.value.lstrip("+")[:4] for v in (one, other)]
    dates = local_name(one.datatype) in ("date", "dateTime", "gYear", "gYearMonth")
    return not dates or (all(y.isdigit() for y in years) and 0 < abs(int(years[0]) - int(years[1])) <= _NEAR)
