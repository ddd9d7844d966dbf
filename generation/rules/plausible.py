"""What a reader would not believe, or would not call a contradiction: rules for the generator, not for the proof.

Each function is one trap of the design's section 4: granularity, history, types, namesakes, facts that break an axiom.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Entity, Statement
from contragraph.graph.store import Member
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.ends import End, ends_like
from contragraph.reasoning.rules import SUB_CLASS, RuleSet
from contragraph.reasoning.unfold import Unfolding

GRANULAR = ("cg:within", "cg:partOf", SUB_CLASS)
"""Predicates of one thing inside another: two values so related do not clash."""
_HUMAN = "wd:Q5"
COUNTRIES = frozenset({"wd:Q6256", "wd:Q3624078"})
CONTINENT = "wd:Q5107"
WIDE = COUNTRIES | {CONTINENT}
"""Classes of places in which all that happens anywhere takes place."""
ANYWHERE = frozenset(
    {f"cg:{what}Outside" for what in ("born", "died", "based", "lived", "worked", "held")}
    | {"cg:neverIn", "cg:onlyVisited"}
)
"""Auxiliary relations of which any place in which such things happen can be the object."""
_MAX_ANCESTORS = 60
_MAX_STEPS = 5
_SEVERAL = 3
"""Things of a class that stand at one side of a relation, at least, for the class to fit there if there are many."""
_LOOKED_AT = 6
"""Sides of KG relations that are looked at for one side of an auxiliary relation."""
_BYGONE = r"(?:historical|former|ancient|defunct|extinct|dissolved|abolished|obsolete|medieval)"
_BYGONE_CLASS = re.compile(
    rf"\b{_BYGONE}\b(?! (?:period|event|figure|society|park|profession|nationality|ethnic))|"
    r"\b(?:empire|colony|protectorate|dynasty|mandate|occupied)\b",
    re.IGNORECASE,
)
_BYGONE_THING = re.compile(rf"^(?:\w+ )?{_BYGONE}\b", re.IGNORECASE)
_BYGONE_NAME = re.compile(
    r"^(?:Classical|Ancient) |\b(?:Colony|SSR|Soviet Socialist Republic|Reichskommissariat|Dynasty|Empire)\b|Territory$"
)
_INTERNAL = re.compile(r"\b(wikimedia|wikipedia|wikidata|disambiguation|template)\b", re.IGNORECASE)


@lru_cache(maxsize=1 << 18)
def readable(label: str) -> bool:
    """Whether a label can stand in an English text: mostly Latin letters, not too long, not a file name or code."""
    letters = [c for c in label if c.isalpha()]
    if not 2 <= len(label) <= 60 or len(letters) < 2 or len(letters) * 2 < len(label.replace(" ", "")):
        return False
    if any(c in label for c in "_<>{}|/\\") or ":" in label[:4] or "()" in label:
        return False
    if label != " ".join(label.split()):
        return False  # texts have plain single spaces, so a label with others would not be found in them
    return label.isascii() or all(unicodedata.name(c, "").startswith("LATIN") for c in letters)


@lru_cache(maxsize=1 << 18)
def short_label(label: str) -> str:
    """A label without its qualifier in parentheses, for comparing."""
    return re.sub(r"\s*\([^)]*\)$", "", label).casefold()


def namesakes(entities: Iterable[Entity]) -> bool:
    """Whether two of the entities would have the same name in a text."""
    names = [short_label(e.label) for e in entities]
    return len(set(names)) < len(names)


def is_class(entity: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a class: it is a subclass of something, or something is a subclass or instance of it."""
    out = yield from knowledge.out(entity)
    if out.ends("wdt:P279"):
        return True
    into = yield from knowledge.into(entity)
    return any(into.ends(r) for r in ("wdt:P31", "wdt:P279", "wdt:P106"))


def is_historical(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity, by its description or classes, is a thing of the past, or of a wiki.

    Facts about a former state or place may hold for another time; those about people of the past stay as they are.
    """
    return (yield from knowledge.remember(("historical", entity.id), lambda: _is_historical(entity, knowledge)))


def _is_historical(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    if _HUMAN in entity.types:
        return False
    if _BYGONE_THING.search(entity.description) or _INTERNAL.search(entity.description):
        return True
    if _BYGONE_NAME.search(entity.label):
        return True
    classes = yield from knowledge.entities(entity.types)
    return any(_BYGONE_CLASS.search(c.label) or _INTERNAL.search(c.label) for c in classes)


@dataclass(frozen=True)
class Containment:
    """The KG relations that say that one thing lies within another."""

    upwards: frozenset[str]
    downwards: frozenset[str]

    @classmethod
    def of(cls, unfolding: Unfolding) -> Containment:
        """Read them off the spellings of the :data:`GRANULAR` predicates."""
        spelled = [s for p in GRANULAR for s in unfolding.spellings.get(p, ()) if not s.relation.startswith("cg:")]
        up = frozenset(s.relation for s in spelled if not s.flip)
        return cls(up, frozenset(s.relation for s in spelled if s.flip))

    @property
    def relations(self) -> frozenset[str]:
        """All of them."""
        return self.upwards | self.downwards

    def ancestors(self, entity: str, knowledge: Knowledge) -> Asking[frozenset[str]]:
        """Everything that an entity lies within, is part of, or is a kind of, by the whole KG."""
        return (yield from knowledge.remember(("ancestors", entity), lambda: self._ancestors(entity, knowledge)))

    def _ancestors(self, entity: str, knowledge: Knowledge) -> Asking[frozenset[str]]:
        seen = {entity}
        frontier = [entity]
        for _ in range(_MAX_STEPS):
            yield from knowledge.prefetch(frontier)
            found: dict[str, None] = {}
            for node in frontier:
                out = yield from knowledge.out(node)
                into = yield from knowledge.into(node)
                for around, relations in ((out, self.upwards), (into, self.downwards)):
                    for relation, ends in around.by_relation.items():
                        if relation in relations:
                            found.update(dict.fromkeys(ends))
            frontier = [n for n in found if n not in seen][: _MAX_ANCESTORS - len(seen)]
            seen.update(frontier)
            if not frontier or len(seen) >= _MAX_ANCESTORS:
                break
        return frozenset(seen - {entity})

    def nested(self, one: str, other: str, knowledge: Knowledge) -> Asking[bool]:
        """Whether one of the two lies within the other."""
        above = yield from self.ancestors(one, knowledge)
        if other in above:
            return True
        above = yield from self.ancestors(other, knowledge)
        return one in above


def in_one_region(made: Statement, containment: Containment, knowledge: Knowledge) -> Asking[bool]:
    """Whether a made-up capital may be one: it lies in the place, or in the next larger unit, which is no country.

    Of a town of which nothing is known anything may be believed.
    """
    place, capital = made.entities if made.relation == "wdt:P36" else made.entities[::-1]
    above = yield from containment.ancestors(capital, knowledge)
    if place in above or not above:
        return True
    out = yield from knowledge.out(place)
    into = yield from knowledge.into(place)
    units = yield from knowledge.entities([u for u in (*out.ends("wdt:P131"), *into.ends("wdt:P150")) if u in above])
    return any(COUNTRIES.isdisjoint(u.types) for u in units)


@dataclass(frozen=True)
class Signatures:
    """What kinds of things stand on each side of a relation: those that the KG has there.

    ``like`` gives, for each side of a relation, the sides of KG relations to look at: its own, or for an auxiliary
    relation those that the axioms connect it with.
    """

    like: Mapping[End, tuple[End, ...]]
    _profiles: dict[End, tuple[list[Member], Counter[str]]] = field(default_factory=dict, repr=False)
    _ids: dict[End, frozenset[str]] = field(default_factory=dict, repr=False)
    _untyped: dict[End, int] = field(default_factory=dict, repr=False)
    """Members of a side that have no class."""
    _stand_ins: dict[tuple[End, tuple[str, ...]], list[Member]] = field(default_factory=dict, repr=False)
    _fitting: dict[tuple[str, str, bool], bool] = field(default_factory=dict, repr=False)
    """Whether entities fit at sides of relations, as far as that was asked."""

    @classmethod
    def of(cls, ontology: Ontology, rules: RuleSet) -> Signatures:
        """Read them off the axioms."""
        told = {r for r in ontology.statable if not r.startswith("cg:")}
        return cls(ends_like(rules.rules, told))

    def profile(self, end: End, knowledge: Knowledge) -> Asking[tuple[list[Member], Counter[str]]]:
        """Entities that stand on one side of a relation in the KG, and how many of them are of each class."""
        if end not in self._profiles:
            found: list[Member] = []
            for known in self.like.get(end, (end,))[:_LOOKED_AT]:
                found += yield from knowledge.members(known.relation, subjects=known.subject)
            self._ids[end] = frozenset(m.id for m in found)
            self._untyped[end] = sum(not m.types for m in found)
            self._profiles[end] = (found, Counter(t for m in found for t in m.types))
        return self._profiles[end]

    def stand_ins(self, end: End, types: tuple[str, ...], knowledge: Knowledge) -> Asking[list[Member]]:
        """Readable members of one side of a relation that share a class, or all if none does, without repeats."""
        if (end, types) not in self._stand_ins:
            members, _ = yield from self.profile(end, knowledge)
            readable_ones = list({m.id: m for m in members if readable(m.label)}.values())
            classes = frozenset(types)
            alike = [m for m in readable_ones if not classes.isdisjoint(m.types)]
            self._stand_ins[end, types] = alike or readable_ones
        return self._stand_ins[end, types]

    def fits(self, entity: Entity, end: End, knowledge: Knowledge) -> Asking[bool]:
        """Whether the entity, or things of its classes, stand on that side of the relation in the KG.

        An entity without classes fits where many others there have none either. Of a large graph an entity fits too
        that is itself seen there, among the facts around it.
        """
        key = entity.id, end.relation, end.subject
        if key not in self._fitting:
            self._fitting[key] = yield from self._fits(entity, end, knowledge)
        return self._fitting[key]

    def _fits(self, entity: Entity, end: End, knowledge: Knowledge) -> Asking[bool]:
        if not end.subject and end.relation in ANYWHERE and not WIDE.isdisjoint(entity.types):
            return True
        members, counts = yield from self.profile(end, knowledge)
        enough = max(_SEVERAL, len(members) // 33) if len(members) > 10 * _SEVERAL else 1
        if any(counts[t] >= enough for t in entity.types) or entity.id in self._ids[end]:
            return True
        # Of a large graph so few members are looked at that towns may leave no place for a state among them.
        for known in self.like.get(end, (end,))[:_LOOKED_AT] if knowledge.ample else ():
            around = yield from (knowledge.out(entity.id) if known.subject else knowledge.into(entity.id))
            if around.ends(known.relation):
                return True
        return not entity.types and self._untyped[end] * 5 >= len(members) > 0
