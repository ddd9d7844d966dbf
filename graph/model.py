"""What everything else talks about: entities, statements, versions, texts, conflicts and instances.

All types are frozen and compare by value. Ids are content hashes: the same content has the same id everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from typing import Literal as OneOf

if TYPE_CHECKING:
    from contragraph.graph.origin import Against, Control, MadeBy

Source = OneOf["kg", "made"]
"""Where a statement of a version comes from: true in the loaded KG, or made up."""
Strength = OneOf["strict", "typical"]
"""Of an axiom: true by meaning, or true but for known exceptions."""
SideName = OneOf["original", "perturbed"]

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


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of a text in Unicode code points, and the ids of the statements that it states."""

    start: int
    """Where it begins."""
    end: int
    """Where it ends, itself excluded."""
    statements: tuple[str, ...]
    """The ids of what it states."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that renders a version; its sentences cover it in order."""

    body: str
    """The text itself."""
    sentences: tuple[Sentence, ...]
    """Its sentences in order, with what each states."""
    verbaliser: str = "template"
    """Who wrote it: ``template`` or ``llm``."""
    style: str = "encyclopedic"
    """``encyclopedic``, ``short``, ``news`` or ``book``."""

    @property
    def id(self) -> str:
        """The content hash of body and alignment."""
        return content_hash("text", self.body, [[s.start, s.end, list(s.statements)] for s in self.sentences])


@dataclass(frozen=True, slots=True)
class Bound:
    """The point ``later`` comes at least so many ``days`` after the point ``earlier``; below 0, at most as many before.

    A point is ``ENTITY#start``, ``ENTITY#end`` or ``#origin``.
    """

    earlier: str
    """A point."""
    later: str
    """Another one."""
    days: int
    """The days between them, at least; below 0 the later one may come first by so many."""


Conclusion = Statement | Bound
"""What a step of a proof concludes, unless it is the contradiction."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof. Premises are statement ids or 0-based indices of earlier steps.

    ``conclusion`` is None for the contradiction itself; ``axiom`` is None where the rule needs none.
    """

    rule: str
    """The name of the rule (``docs/proofs.md``)."""
    axiom: str | None
    """The id of the axiom by which it holds."""
    premises: tuple[str | int, ...]
    """Ids of statements, or numbers from 0 of earlier steps."""
    conclusion: Conclusion | None
    """What follows."""


@dataclass(frozen=True, slots=True)
class MinimalSet:
    """A minimal conflict with its certificate: statement ids, axiom ids and the steps to ⊥."""

    statements: tuple[str, ...]
    """The ids of statements that cannot all be true, while any fewer of them can."""
    axioms: tuple[str, ...]
    """The ids of the axioms by which that is so."""
    proof: tuple[Step, ...]
    """The steps; the last concludes nothing, it is the contradiction."""


def conflict_id(sets: Iterable[Iterable[str]], *roles: Iterable[str]) -> str:
    """The hash of a conflict's minimal sets, and of its original and its perturbed statements where they are given."""
    return content_hash("conflict", sorted(map(sorted, sets)), *map(sorted, roles))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A group of minimal conflicts that share an original or perturbed statement."""

    hops: int
    """The statements of its smallest minimal set, less one."""
    strength: Strength
    """``strict``: true by the meaning of the words; ``typical``: but for known exceptions."""
    original: tuple[str, ...]
    """Ids of its statements that only the original text has."""
    perturbed: tuple[str, ...]
    """Ids of those that only the perturbed text has."""
    shared: tuple[str, ...]
    """Ids of those that both texts have."""
    minimal: tuple[MinimalSet, ...]
    """Its minimal sets, each with its proof."""

    @property
    def id(self) -> str:
        """The content hash of its minimal sets, and of which statements are original and which perturbed.

        The same statements may be a conflict in two pairs, with other ones made up.
        """
        return conflict_id([m.statements for m in self.minimal], self.original, self.perturbed)

    @property
    def sets_id(self) -> str:
        """The content hash of its minimal sets alone, which was the id in datasets that were made before."""
        return conflict_id([m.statements for m in self.minimal])


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an instance: its statements in order, which of them are made up, and its text."""

    name: SideName
    """``original`` or ``perturbed``."""
    statements: tuple[Statement, ...]
    """What it states, in order."""
    made: frozenset[str]
    """Ids of those that are made up; the others are facts of the graph."""
    text: Text
    """How it is said."""

    def source(self, statement: Statement) -> Source:
        """``made`` or ``kg``."""
        return "made" if statement.id in self.made else "kg"


@dataclass(frozen=True, slots=True)
class Instance:
    """A pair of contexts with its conflicts and where it came from."""

    type: str
    """``1-single-hop`` … ``4-multi-hop``, or ``0-conflict`` of a control."""
    kg: str
    """The name of the graph."""
    relations: tuple[str, ...]
    """Ids of the relations that its conflicts are about."""
    domains: tuple[str, ...]
    """What these are about: people, places and the like."""
    original: Side
    """The true side."""
    perturbed: Side
    """The side with what is made up."""
    conflicts: tuple[Conflict, ...]
    """What contradicts what, with proofs; none in a control."""
    seed_statements: tuple[str, ...]
    """Ids of the true statements with which each conflict began."""
    generator: str
    """What made it: ``symbolic``, ``llm`` or ``natural``."""
    verbaliser: str
    """Who wrote its texts: ``template`` or ``llm``."""
    run: str
    """The id of the run."""
    labels: tuple[tuple[str, str], ...]
    """(id, label) of every entity and relation in the instance, sorted by id."""
    against: Against | None = None
    """The other graph, where the pair is a disagreement of two graphs."""
    models: tuple[MadeBy, ...] = ()
    """The language models that had a part in it."""
    fallback: tuple[SideName, ...] = ()
    """Sides that have their template text because no text of a model passed."""
    control: Control | None = None
    """What it is a control of, where it holds no conflict."""
    background: tuple[Statement, ...] = ()
    """What no text states and proofs may use: facts of class and subclass, in no minimal set."""
    glosses: tuple[tuple[str, str], ...] = ()
    """(id, words) of what things are, which texts may say, sorted by id: no statements, and in no proof."""
    id: str = field(default="", compare=False)
    """The hash of its line, by which datasets and stores know it; empty of one that nobody has written or proven."""

    @property
    def known(self) -> dict[str, Statement]:
        """The statements of both sides and of the background by id: whatever a proof may have for a premise."""
        return {s.id: s for some in (*(side.statements for side in self.sides), self.background) for s in some}

    @property
    def sides(self) -> tuple[Side, Side]:
        """Original and perturbed."""
        return (self.original, self.perturbed)

    def _repr_html_(self) -> str:
        """How a notebook shows the pair."""
        from contragraph.graph.display import instance_html

        return instance_html(self)


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """The items without repeats, in order of first appearance."""
    return tuple(dict.fromkeys(items))
