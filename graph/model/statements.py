"""Entities, relations and statements, and the base facts of a graph.

Ids are content hashes: the same content has the same id everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal as OneOf

Source = OneOf["kg", "made"]
"""Where a statement of a version comes from: true in the loaded KG, or made up."""

RANK_LIMIT = 2_147_483_647
"""Ranks lie in ``[0, RANK_LIMIT)``; the limit is prime, so ``rank * a + b`` permutes them."""


def content_hash(*parts: object) -> str:
    """Sixteen hexadecimal digits that depend on the parts alone (JSON, UTF-8, SHA-256)."""
    return hashlib.sha256(_CANONICAL.encode(parts).encode()).hexdigest()[:16]


_CANONICAL = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
_remembered = lru_cache(maxsize=1 << 15)(content_hash)


def id_number(identifier: str) -> int:
    """A stable 64-bit number for an id."""
    return int.from_bytes(hashlib.blake2b(identifier.encode(), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Order:
    """A seeded order of base facts that every engine computes alike: ``(rank * a + b) % RANK_LIMIT``."""

    a: int
    b: int

    @classmethod
    def of_seed(cls, *seed: object) -> Order:
        """The order that belongs to a seed (any JSON values)."""
        number = int(content_hash("order", *seed), 16)
        return cls(a=number % (RANK_LIMIT - 1) + 1, b=(number >> 32) % RANK_LIMIT)

    def key(self, rank: int) -> int:
        """The place of a rank in this order."""
        return (rank * self.a + self.b) % RANK_LIMIT


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal object: compared by value and datatype, shown by its label."""

    value: str
    """As the datatype spells it: ``1930-05-01``."""
    datatype: str
    """A CURIE: ``xsd:date``, ``xsd:integer``."""
    label: str = field(default="", compare=False)
    """As a text says it: ``1 May 1930``."""

    @property
    def id(self) -> str:
        """The node id of the literal in the store."""
        return "lit:" + _remembered(self.value, self.datatype)


Object = str | Literal
"""The object of a statement: an entity's CURIE or a literal."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of a KG. ``types`` are CURIEs of its classes; ``hidden`` entities were cleaned away."""

    id: str
    """A CURIE: ``wd:Q649``."""
    label: str
    """What texts call it."""
    description: str = ""
    """What it is, in the words of the graph; may be empty."""
    aliases: tuple[str, ...] = ()
    """Its other names."""
    types: tuple[str, ...] = ()
    """CURIEs of its classes."""
    kg: str = ""
    """The graph that it is of."""
    degree: int = 0
    """How many facts speak of it."""
    hidden: bool = False
    """Whether it was cleaned away: it counts for the truth, and no text tells of it."""
    level: str = ""
    """The CURIE of its level, where it is a place: country, region, district, settlement."""
    kind: str = ""
    """Of its classes the one with most members."""
    prominence: int = 0
    """The percentile of its degree among things of its level, or else its kind: 0 to 99."""

    def __hash__(self) -> int:
        return hash(self.id)  # equal entities have equal ids, and hashing all aliases takes long


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a KG, with the number of base facts that use it."""

    id: str
    """A CURIE: ``wdt:P36``."""
    label: str
    """Its name in the graph."""
    kg: str = ""
    """The graph that it is of."""
    facts: int = 0
    """How many base facts use it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """(subject, relation, object, negated): one spelling of one claim, as it may stand in a text."""

    subject: str
    """The id of an entity."""
    relation: str
    """The id of a relation."""
    object: Object
    """The id of an entity, or a literal."""
    negated: bool = False
    """Whether it says that this is not so."""
    valid_from: str | None = None
    """Since when it holds, a date or year; None where that is not told."""
    valid_to: str | None = None
    """Until when."""

    def __hash__(self) -> int:
        return hash((self.subject, self.relation, self.object))  # few statements differ in the rest alone

    @property
    def id(self) -> str:
        """The content hash of the spelled form."""
        return _statement_id(self)

    @property
    def object_id(self) -> str:
        """The id of the object's node: an entity id, or the id of the literal."""
        return self.object.id if isinstance(self.object, Literal) else self.object

    @property
    def entities(self) -> tuple[str, ...]:
        """The entities that it speaks of, subject first."""
        return (self.subject,) if isinstance(self.object, Literal) else (self.subject, self.object)

    @property
    def sort_key(self) -> tuple[str, str, str, bool, str, str]:
        """A total order that does not depend on hashing."""
        times = (self.valid_from or "", self.valid_to or "")
        return (self.subject, self.relation, self.object_id, self.negated, *times)


@lru_cache(maxsize=1 << 17)
def _statement_id(statement: Statement) -> str:
    thing = statement.object
    spelled = [thing.value, thing.datatype] if isinstance(thing, Literal) else thing
    times = statement.valid_from, statement.valid_to
    return content_hash(statement.subject, statement.relation, spelled, statement.negated, *times)


@dataclass(frozen=True, slots=True)
class Fact:
    """A base fact of a KG as an engine returns it; ``rank`` gives its place in seeded orders."""

    subject: str
    """The id of an entity."""
    relation: str
    """The id of a relation."""
    object: Object
    """The id of an entity, or a literal."""
    rank: int = field(default=0, compare=False)
    """Its place in seeded orders (:class:`Order`)."""
    valid_from: str | None = None
    """Since when it holds; None where that is not told."""
    valid_to: str | None = None
    """Until when."""

    @property
    def statement(self) -> Statement:
        """The statement that spells this fact."""
        return Statement(self.subject, self.relation, self.object, valid_from=self.valid_from, valid_to=self.valid_to)


class Sourced:
    """What states something, a part of which is made up."""

    __slots__ = ()
    made: frozenset[str]

    def source(self, statement: Statement) -> Source:
        """``made`` or ``kg``."""
        return "made" if statement.id in self.made else "kg"


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """The items without repeats, in order of first appearance."""
    return tuple(dict.fromkeys(items))
