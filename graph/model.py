"""What everything else talks about: entities, statements, versions, texts, conflicts and instances.

All types are frozen and compare by value. Ids are content hashes: the same content has the same id everywhere.
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


RANK_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
RANK_MIXER = 0xBF58476D1CE4E5B9
"""Odd constants of the mixing in ``fact_rank``; ``contragraph.graph.ranks`` computes it for whole columns."""


def timed_object(object_id: str, valid_from: str | None, valid_to: str | None) -> str:
    """What is hashed for the object of a fact: its id, and the time of validity if there is one."""
    return "\x1f".join((object_id, valid_from or "", valid_to or "")) if valid_from or valid_to else object_id


def fact_rank(
    subject: str, relation: str, object_id: str, valid_from: str | None = None, valid_to: str | None = None
) -> int:
    """The stable rank of a base fact, from which each seed computes its own order.

    The numbers of the three ids are mixed in 64-bit arithmetic, so that millions of facts need one hash for
    each id and not one for each fact. Facts that differ by their time of validity alone have different ranks.
    """
    ids = (subject, relation, timed_object(object_id, valid_from, valid_to))
    mixed = sum(id_number(part) * factor for part, factor in zip(ids, RANK_FACTORS)) % 2**64
    mixed = (mixed ^ mixed >> 32) * RANK_MIXER % 2**64
    return (mixed ^ mixed >> 29) % RANK_LIMIT


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
    datatype: str
    label: str = field(default="", compare=False)

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
    label: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    kg: str = ""
    degree: int = 0
    hidden: bool = False
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
    label: str
    kg: str = ""
    facts: int = 0


@dataclass(frozen=True, slots=True)
class Statement:
    """(subject, relation, object, negated): one spelling of one claim, as it may stand in a text."""

    subject: str
    relation: str
    object: Object
    negated: bool = False
    valid_from: str | None = None
    valid_to: str | None = None

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
    relation: str
    object: Object
    rank: int = field(default=0, compare=False)
    valid_from: str | None = None
    valid_to: str | None = None

    @property
    def statement(self) -> Statement:
        """The statement that spells this fact."""
        return Statement(self.subject, self.relation, self.object, valid_from=self.valid_from, valid_to=self.valid_to)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of a text in Unicode code points, and the ids of the statements that it states."""

    start: int
    end: int
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that renders a version; its sentences cover it in order."""

    body: str
    sentences: tuple[Sentence, ...]
    verbaliser: str = "template"
    style: str = "encyclopedic"

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
    later: str
    days: int


Conclusion = Statement | Bound
"""What a step of a proof concludes, unless it is the contradiction."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof. Premises are statement ids or 0-based indices of earlier steps.

    ``conclusion`` is None for the contradiction itself; ``axiom`` is None where the rule needs none.
    """

    rule: str
    axiom: str | None
    premises: tuple[str | int, ...]
    conclusion: Conclusion | None


@dataclass(frozen=True, slots=True)
class MinimalSet:
    """A minimal conflict with its certificate: statement ids, axiom ids and the steps to ⊥."""

    statements: tuple[str, ...]
    axioms: tuple[str, ...]
    proof: tuple[Step, ...]


def conflict_id(sets: Iterable[Iterable[str]], *roles: Iterable[str]) -> str:
    """The hash of a conflict's minimal sets, and of its original and its perturbed statements where they are given."""
    return content_hash("conflict", sorted(map(sorted, sets)), *map(sorted, roles))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A group of minimal conflicts that share an original or perturbed statement."""

    hops: int
    strength: Strength
    original: tuple[str, ...]
    perturbed: tuple[str, ...]
    shared: tuple[str, ...]
    minimal: tuple[MinimalSet, ...]

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
    statements: tuple[Statement, ...]
    made: frozenset[str]
    text: Text

    def source(self, statement: Statement) -> Source:
        """``made`` or ``kg``."""
        return "made" if statement.id in self.made else "kg"


@dataclass(frozen=True, slots=True)
class Against:
    """Where perturbed statements are from that nobody made up: what another graph states, in its own terms."""

    kg: str
    snapshot: str
    statements: tuple[tuple[str, Statement], ...]
    """(id of the perturbed statement, what the other graph states)"""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """Which language model did a step of the making, with which prompt and settings."""

    step: str
    """``perturb``, ``verbalise`` or ``verify``."""
    model: str
    prompt: str
    """Name and version."""
    settings: str
    """A hash of all that was asked with."""


@dataclass(frozen=True, slots=True)
class Control:
    """Of a pair without conflicts: the conflicting pair beside which it stands, and how its lies were made harmless."""

    of: str
    """The id of an instance of the same shape."""
    kind: str


@dataclass(frozen=True, slots=True)
class Instance:
    """A pair of contexts with its conflicts and where it came from."""

    type: str
    kg: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    original: Side
    perturbed: Side
    conflicts: tuple[Conflict, ...]
    seed_statements: tuple[str, ...]
    generator: str
    verbaliser: str
    run: str
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


@dataclass(frozen=True, slots=True)
class Run:
    """One generation run: its id hashes seed and settings, without engine and paths."""

    seed: int
    settings: str
    kg: str
    kg_snapshot: str

    @property
    def id(self) -> str:
        """The content hash of the run."""
        return content_hash("run", self.seed, self.settings, self.kg, self.kg_snapshot)


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """The items without repeats, in order of first appearance."""
    return tuple(dict.fromkeys(items))
