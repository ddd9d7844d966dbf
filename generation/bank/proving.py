"""Proofs by the axioms of a relation: worked out once by the prover, then filled in for each fact.

Why two values of a relation contradict each other depends on the relation, on the classes that lead from each value
to its level, and on nothing else; rules name no thing. So the proof of one such pair of statements, with its ids
exchanged, is the proof of all. Values that are no entities are compared each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contragraph.dataset.records.codec import minimal_json
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.graph.model import Literal, Statement, Strength
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.values.times import is_timed, meet

_S, _O, _R = "x:subject", "x:object", "x:replacement"
_BOTH = 0b11
"""The minimal conflict that is wanted: of both statements."""
_Way = tuple[tuple[str, str], ...]
_Key = tuple[str, _Way, _Way]


@dataclass(frozen=True, slots=True)
class ValueProof:
    """A minimal conflict as a line has it, and how strong it is."""

    minimal: Mapping[str, Any]
    strength: Strength
    background: tuple[Statement, ...]
    """What it uses beside the two statements."""


class Proofs:
    """Proofs that two values of one relation contradict each other."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._known = knowledge
        self._templates: dict[_Key, tuple[Mapping[str, Any], Strength, tuple[int, ...]] | None] = {}

    def of(self, one: Statement, other: Statement) -> ValueProof | None:
        """The proof that two statements of one subject and relation contradict each other; None if they do not."""
        events = self._known.rules.events
        timed = is_timed(one, events) and is_timed(other, events)
        if timed and not meet((one.valid_from, one.valid_to), (other.valid_from, other.valid_to)):
            return None
        if isinstance(one.object, Literal) or isinstance(other.object, Literal):
            return self.proven(one, other, ())
        ways = self._known.background(one.object), self._known.background(other.object)
        bare = ((), ())
        return self._filled(one, other, bare) or (self._filled(one, other, ways) if ways != bare else None)

    def _filled(
        self, one: Statement, other: Statement, ways: tuple[tuple[Statement, ...], tuple[Statement, ...]]
    ) -> ValueProof | None:
        key = (one.relation, _classes(ways[0]), _classes(ways[1]))
        if key not in self._templates:
            self._templates[key] = self._template(one.relation, ways)
        template = self._templates[key]
        if template is None:
            return None
        minimal, strength, used = template
        background = (*ways[0], *ways[1])
        assert isinstance(one.object, str)
        assert isinstance(other.object, str)
        things = {_S: one.subject, _O: one.object, _R: other.object}
        stand_ins = _stand_ins(one.relation, ways)
        ids = {a.id: b.id for a, b in zip(stand_ins, (one, other, *background), strict=True)}
        return ValueProof(_with(minimal, ids, things), strength, tuple(background[n] for n in used))

    def _template(
        self, relation: str, ways: tuple[tuple[Statement, ...], tuple[Statement, ...]]
    ) -> tuple[Mapping[str, Any], Strength, tuple[int, ...]] | None:
        one, other, *background = _stand_ins(relation, ways)
        found = self.proven(one, other, background)
        if found is None or any("from" in (step["conclusion"] or ()) for step in found.minimal["proof"]):
            return None  # bounds name their points in words of their own
        return found.minimal, found.strength, tuple(n for n, s in enumerate(background) if s in found.background)

    def proven(self, one: Statement, other: Statement, background: Sequence[Statement]) -> ValueProof | None:
        """What the prover says itself, given what is known besides; times aside."""
        pair, known = (one, other), tuple(dict.fromkeys(background))
        verdict = minimal_conflicts(pair, self._known.rules, background=known)
        if verdict.minimal != (_BOTH,) or not verdict.decided:
            return None
        found = certify(pair, self._known.rules, self._known.strict_rules, background=known)
        if found is None:
            return None
        minimal, strength = found
        premises = {p for step in minimal.proof for p in step.premises}
        return ValueProof(minimal_json(minimal), strength, tuple(s for s in known if s.id in premises))


def _classes(way: Sequence[Statement]) -> _Way:
    return tuple((s.relation, str(s.object)) for s in way)


def _stand_ins(relation: str, ways: tuple[tuple[Statement, ...], tuple[Statement, ...]]) -> tuple[Statement, ...]:
    """Two statements and their background about things that stand for others."""
    first, second = (
        tuple(Statement(thing if n == 0 else s.subject, s.relation, s.object) for n, s in enumerate(way))
        for thing, way in ((_O, ways[0]), (_R, ways[1]))
    )
    return (Statement(_S, relation, _O), Statement(_S, relation, _R), *first, *second)


def _with(minimal: Mapping[str, Any], ids: Mapping[str, str], things: Mapping[str, str]) -> dict[str, Any]:
    """A proof with other statements and things in it."""
    return {
        "statements": sorted(ids[i] for i in minimal["statements"]),
        "axioms": minimal["axioms"],
        "proof": [
            {
                **step,
                "premises": [ids[p] if isinstance(p, str) else p for p in step["premises"]],
                "conclusion": _concluded(step["conclusion"], things),
            }
            for step in minimal["proof"]
        ],
    }


def _concluded(conclusion: Any, things: Mapping[str, str]) -> Any:  # noqa: ANN401
    if conclusion is None or "subject" not in conclusion:
        return conclusion
    subject, thing = conclusion["subject"], conclusion["object"]
    thing = things.get(thing, thing) if isinstance(thing, str) else thing
    return {**conclusion, "subject": things.get(subject, subject), "object": thing}
