"""What a model is offered to contradict a statement with: relations, other things of the right kinds, true facts.

A search without a model says which relations have a say about the statement, and which facts can take part. What is
offered is what some contradictions can be made of, with true facts around that have no part in them, and not which of
it goes together: what the model makes of it, or of other names that stand there, is its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from string import ascii_uppercase
from typing import TypeVar

from contragraph.generation.llm.question import Offer
from contragraph.generation.pool.conflicts import ends
from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.labels import readable
from contragraph.generation.search.view import View
from contragraph.graph.model import Literal, Statement, content_hash

_WAYS = 6
"""Contradictions whose parts are offered."""
_FACTS, _AROUND = 8, 4
"""True facts that are shown at most, and of them such as have no part in any contradiction."""
T = TypeVar("T", Statement, str)


def make_offer(
    seed: Statement, ways: Sequence[Candidate], view: View, statable: Collection[str], *salt: object
) -> Offer:
    """The offer against a seed; ``ways`` are contradictions of it that were found without a model."""
    some: list[Candidate] = []
    withheld = {ends(seed)}
    facts: dict[Statement, None] = {}
    for way in _in_turn(ways):
        # A way is offered whole or not at all: without what it needs it is of no use.
        kept = withheld | {ends(s) for s in (way.perturbed, *filter(None, [way.truth]))}
        more = facts | dict.fromkeys(way.support)
        if len(more) <= _FACTS and kept.isdisjoint(map(ends, more)):
            some, withheld, facts = [*some, way], kept, more
        if len(some) == _WAYS:
            break
    names = {view.label(e) for s in (seed, *facts) for e in s.entities}
    around = (s for e in seed.entities for s in view.facts.get(e, ()) if s.relation in statable)
    room = _AROUND
    for fact in _mixed(set(around), *salt):
        if not room or len(facts) >= _FACTS:
            break
        others = {e for e in fact.entities if e not in seed.entities}
        if ends(fact) not in withheld and fact not in facts and all(_usable(e, view, names) for e in others):
            names.update(map(view.label, others))
            facts[fact] = None
            room -= 1
    choices: dict[str, dict[str, None]] = {}
    for way in some:
        made = way.perturbed
        free = () if isinstance(made.object, Literal) else (e for e in made.entities if e not in seed.entities)
        choices.setdefault(made.relation, {}).update(dict.fromkeys(free))
    return Offer(
        seed,
        bool(some[0].support),
        tuple((r, tuple(_mixed(choices[r], *salt))) for r in _mixed(choices, *salt)),
        tuple(_mixed(facts, *salt)),
        tuple(dict.fromkeys(_lettered(way) for way in some)),
    )


def _usable(entity: str, view: View, names: Collection[str]) -> bool:
    """Whether a thing may be shown beside others: it has a name of its own."""
    found = view.entities.get(entity)
    return found is not None and not found.hidden and readable(found.label) and found.label not in names


def _in_turn(ways: Sequence[Candidate]) -> list[Candidate]:
    """Ways of different relations first, each in its order."""
    seen: dict[str, int] = {}
    keyed = []
    for way in ways:
        seen[way.perturbed.relation] = seen.get(way.perturbed.relation, 0) + 1
        keyed.append((seen[way.perturbed.relation], way))
    return [way for _, way in sorted(keyed, key=lambda pair: pair[0])]


def _mixed(items: Iterable[T], *salt: object) -> list[T]:
    """Items in an order that depends on nothing but themselves and the salt."""
    return sorted(items, key=lambda i: content_hash("offered", i.id if isinstance(i, Statement) else i, *salt))


def _lettered(way: Candidate) -> tuple[Statement, ...]:
    """The statements of a contradiction over letters."""
    letters: dict[object, str] = {}

    def letter(thing: object) -> str:
        return letters.setdefault(thing, ascii_uppercase[len(letters) % 26])

    return tuple(Statement(letter(s.subject), s.relation, letter(s.object)) for s in way.statements)
