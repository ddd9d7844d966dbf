"""Horn rules over binary atoms, and the plans by which they are joined.

A plan (:class:`Join`) is made once for each rule and each atom of its body: which look-ups, in which order, find the
other premises when that atom is matched first. Values live in slots: the two ends of the first fact, the constants of
the rule, then each end as it is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from contragraph.graph.model import Strength


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """``relation(first, second)``; a term is a variable (int) or a constant (the CURIE of a class)."""

    relation: str
    first: int | str
    second: int | str


@dataclass(frozen=True, slots=True)
class Rule:
    """``body → head``; ``head`` None is ⊥.

    ``distinct`` are variables that must be different things, ``later`` those of which the first must be later.
    """

    name: str
    axiom: str | None
    body: tuple[Atom, ...]
    head: Atom | None
    distinct: tuple[int, int] | None = None
    strength: Strength = "strict"
    later: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Lookup:
    """One more premise: ``first`` and ``second`` are slots, None where that end is found by the look-up."""

    relation: str
    first: int | None
    second: int | None
    loop: bool
    """Whether both ends are found and must be the same."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a rule takes and gives, as marks by which atoms are told to fit without being unified.

    An atom marks its predicate, or where its second term is a class, the predicate with that class; and besides that
    there is some atom of the predicate.
    """

    premises: tuple[tuple[str, str], ...]
    """For each atom of the body two marks, either of which says that there may be a fact for it."""
    conclusion: tuple[str, ...]
    """What is there once the rule has fired."""
    needs: tuple[str, ...]
    """What is wanted for the body."""
    serves: tuple[str, str]
    """Two marks, either of which says that the conclusion is wanted."""

    @staticmethod
    def some(predicate: str) -> str:
        """The mark of some atom of a predicate, whatever its class."""
        return predicate + " *"

    @classmethod
    def of(cls, rule: Rule) -> Marks:
        """The marks of a rule."""
        body = [_mark(atom) for atom in rule.body]
        some = [cls.some(atom.relation) for atom in rule.body]
        head = () if rule.head is None else (_mark(rule.head), cls.some(rule.head.relation))
        return cls(tuple(map(_fits, rule.body)), head, (*body, *some), _fits(rule.head) if rule.head else ("", ""))


def _mark(atom: Atom) -> str:
    return f"{atom.relation} {atom.second}" if isinstance(atom.second, str) else atom.relation


def _fits(atom: Atom) -> tuple[str, str]:
    """The marks of atoms that can be unified with this one: those of its class, or of any."""
    if isinstance(atom.second, str):
        return _mark(atom), atom.relation
    return atom.relation, Marks.some(atom.relation)


@dataclass(frozen=True, slots=True, eq=False)
class Join:
    """How to fire a rule with a fact at one position of its body."""

    rule: Rule
    constants: tuple[str, ...]
    equal: tuple[tuple[int, int], ...]
    """Slots that must hold the same for the first fact to match."""
    lookups: tuple[Lookup, ...]
    order: tuple[int, ...]
    """For each atom of the body, its place among the premises in the order in which they are found."""
    head: tuple[str, int, int] | None
    distinct: tuple[int, int] | None
    later: tuple[int, int] | None
    marks: Marks


class Starts(NamedTuple):
    """The joins that facts of one predicate start, in a fixed order: most of those of types want one class."""

    of_second: Mapping[object, tuple[Join, ...]]
    """Those that a fact with this second end may start, for each end that a join wants."""
    others: tuple[Join, ...]
    """Those that a fact with any other second end may start."""

    @classmethod
    def of(cls, joins: tuple[Join, ...]) -> Starts:
        """The joins of a predicate, by the second end that they want."""
        wanted = [{join.constants[slot - 2] for one, slot in join.equal if one == 1 and slot > 1} for join in joins]
        ends = sorted({end for some in wanted for end in some})
        of_second: dict[object, tuple[Join, ...]] = {
            end: tuple(join for join, some in zip(joins, wanted, strict=True) if not some or end in some)
            for end in ends
        }
        return cls(of_second, tuple(join for join, some in zip(joins, wanted, strict=True) if not some))


def plan(rule: Rule, position: int) -> Join:
    """The plan for a rule when a fact is matched with the atom at this position."""
    start = rule.body[position]
    constants = tuple(
        dict.fromkeys(
            t
            for a in (*rule.body, *([rule.head] if rule.head else []))
            for t in (a.first, a.second)
            if isinstance(t, str)
        )
    )
    slots: dict[int | str, int] = {c: 2 + i for i, c in enumerate(constants)}
    equal = []
    for end, term in enumerate((start.first, start.second)):
        if term in slots:
            equal.append((end, slots[term]))
        else:
            slots[term] = end
    width = 2 + len(constants)
    lookups: list[Lookup] = []
    found = [position]
    rest = [i for i in range(len(rule.body)) if i != position]
    while rest:
        # The atom with most ends known comes next, nearer ones first, so that look-ups stay narrow.
        best = max(rest, key=lambda i: (_known(rule.body[i], slots), -abs(i - position)))
        rest.remove(best)
        found.append(best)
        atom = rule.body[best]
        first, second = slots.get(atom.first), slots.get(atom.second)
        lookups.append(Lookup(atom.relation, first, second, first is None and atom.first == atom.second))
        for term in (atom.first, atom.second):
            if term not in slots:
                slots[term] = width
                width += 1
    head = None if rule.head is None else (rule.head.relation, slots[rule.head.first], slots[rule.head.second])
    distinct, later = (
        None if pair is None else (slots[pair[0]], slots[pair[1]]) for pair in (rule.distinct, rule.later)
    )
    order = tuple(found.index(i) for i in range(len(rule.body)))
    return Join(rule, constants, tuple(equal), tuple(lookups), order, head, distinct, later, Marks.of(rule))


def _known(atom: Atom, slots: dict[int | str, int]) -> int:
    return (atom.first in slots) + (atom.second in slots)
