"""From the rows of a shape's query to candidates: statements as the graph spells them, with one of them perturbed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contragraph.cypher import Row
from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.shapes import Leaf, Shape
from contragraph.generation.search.values import variants
from contragraph.generation.search.view import View
from contragraph.graph.model import Literal, Object, Statement, content_hash
from contragraph.kgs import ErrorSize
from contragraph.reasoning.unfold.patterns import Spelling


@dataclass(frozen=True)
class FoundRow:
    """A row: the true statements of a shape, and what would be perturbed."""

    shape: Shape
    true: tuple[Statement, ...]
    subject: str
    relation: str
    thing: str | None
    """The object of the perturbed statement; None where it is a literal, whose value is still to be made."""

    @property
    def entities(self) -> tuple[str, ...]:
        """All entities that it speaks of."""
        ends = [e for s in self.true for e in s.entities]
        return tuple(dict.fromkeys([*ends, self.subject, *([self.thing] if self.thing else [])]))


def read(shape: Shape, rows: Iterable[Row]) -> Iterator[FoundRow]:
    """What the rows of a shape say, for each relation that may be perturbed with these true ones."""
    allowed: dict[tuple[Spelling, ...], list[Spelling]] = {}
    for combination in shape.combinations:
        allowed.setdefault(combination[:-1], []).append(combination[-1])
    seen: set[tuple[object, ...]] = set()
    for row in rows:
        used = tuple(
            Spelling(str(row[f"r{place}"]), bool(row[f"turned{place}"])) for place in range(len(shape.leaves) - 1)
        )
        true = tuple(_statement(leaf, spelling, row) for leaf, spelling in zip(shape.leaves, used, strict=False))
        made = shape.perturbed
        what = (true, row[f"v{made.first}"], None if made.literal else row[f"v{made.second}"])
        if len(set(true)) < len(true) or what in seen:
            continue  # a border may be told in both directions
        seen.add(what)
        for spelling in allowed.get(used, ()):
            one = str(row[f"v{made.first}"])
            if made.literal:
                yield FoundRow(shape, true, one, spelling.relation, None)
                continue
            other = str(row[f"v{made.second}"])
            subject, thing = (other, one) if spelling.flip else (one, other)
            if subject != thing:
                yield FoundRow(shape, true, subject, spelling.relation, thing)


def _statement(leaf: Leaf, spelling: Spelling, row: Row) -> Statement:
    first = str(row[f"v{leaf.first}"])
    if leaf.literal:
        value = str(row[f"v{leaf.second}"])
        return Statement(first, spelling.relation, Literal(value, str(row[f"t{leaf.second}"]), value))
    second = str(row[f"v{leaf.second}"])
    return Statement(second, spelling.relation, first) if spelling.flip else Statement(first, spelling.relation, second)


def candidates(
    found: FoundRow,
    view: View,
    modifiers: frozenset[str],
    errors: Mapping[str, ErrorSize],
    background: Callable[[Iterable[str]], tuple[Statement, ...]],
    *salt: object,
) -> list[Candidate]:
    """The ways to perturb what was found, the best first: of values several, of which one is to be taken.

    None where the graph does not say, once, what is true.
    """
    known = view.of(found.subject, [found.relation])
    made: Sequence[Object]
    truth: Statement | None
    if found.thing is None:
        if len(known) != 1 or not isinstance(known[0].object, Literal):
            return []
        truth = known[0]
        made = variants(found.relation, known[0].object, errors, found.subject, *salt)
    else:
        made = (found.thing,)
        same = [s for s in found.true if s.subject == found.subject and s.relation == found.relation]
        truth = same[0] if same else known[0] if len(known) == 1 else None
    if truth is None and found.relation in modifiers:
        return []  # of a place it must be known where else it lies
    original = _original(found, truth, modifiers, *salt)
    if original is None:
        return []
    support = tuple(s for s in found.true if s != original)
    return [
        Candidate(
            found.shape.name,
            original,
            Statement(found.subject, found.relation, thing, negated=found.shape.denies),
            support,
            truth,
            background(found.entities),
        )
        for thing in made
    ]


def _original(found: FoundRow, truth: Statement | None, modifiers: frozenset[str], *salt: object) -> Statement | None:
    """The true statement that the perturbed side does not tell.

    It is the truth itself where that is part of the contradiction; else a date or number, or what is no mere modifier.
    """
    if truth in found.true:
        return truth
    values = [s for s in found.true if isinstance(s.object, Literal)]
    of_places = found.relation in modifiers  # perturbed only where all of the contradiction is about places
    choice = values or [s for s in found.true if of_places or s.relation not in modifiers]
    if not choice:
        return None
    return choice[int(content_hash("original", [s.id for s in found.true], *salt), 16) % len(choice)]
