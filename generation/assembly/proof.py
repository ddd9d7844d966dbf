"""The proof of a whole pair: exactly the conflicts that were chosen, and nothing else between its sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.generation.assembly.fill import Filler
from contragraph.generation.assembly.pairs import Selection
from contragraph.generation.assembly.sides import Sides
from contragraph.graph.model import Conflict, Statement
from contragraph.reasoning.prover.background import needed_background
from contragraph.reasoning.prover.judge import Judgement, Outcome, conflicts, independent, judge
from contragraph.reasoning.rules.ruleset import RuleSet

_TRIES = 4
"""How often fill that interferes gives way to other fill."""


@dataclass(frozen=True)
class Prover:
    """The rules that pairs are proven with."""

    rules: RuleSet
    strict_rules: RuleSet
    strict: bool = False
    """Whether each conflict must be true by the meaning of the words."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A pair whose conflicts are just those that were chosen."""

    chosen: Selection
    original: tuple[Statement, ...]
    perturbed: tuple[Statement, ...]
    conflicts: tuple[Conflict, ...]
    background: tuple[Statement, ...]
    """What its proofs use and no text states."""

    @property
    def made(self) -> frozenset[str]:
        """The ids of the perturbed statements."""
        return frozenset(item.made.id for item in self.chosen.items)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a selection became no pair."""

    filter: str
    reason: str


def prove(chosen: Selection, filler: Filler, prover: Prover) -> Proven | Failure:
    """Fill a selection and prove it; fill that takes part in a contradiction is dropped."""
    filled = _filled(chosen, filler, prover)
    return filled if isinstance(filled, Failure) else _judged(chosen, *filled, prover)


def unopposed(chosen: Selection, filler: Filler, prover: Prover) -> Proven | Failure:
    """Fill a selection in which nothing is made up, and see that its sides contradict each other in nothing."""
    filled = _filled(chosen, filler, prover)
    if isinstance(filled, Failure):
        return filled
    sides, judgement = filled
    if judgement.outcome is not Outcome.CONSISTENT:
        return Failure("proof", judgement.outcome.value)
    return Proven(chosen, tuple(sides.original), tuple(sides.perturbed), (), judgement.background)


def _filled(chosen: Selection, filler: Filler, prover: Prover) -> tuple[Sides, Judgement] | Failure:
    """Both sides with fill that takes part in no contradiction, and what the judge says of them."""
    candidates: Sequence[Statement] = filler.candidates(chosen)
    core = chosen.core
    background = tuple(
        sorted({s for item in chosen.items for s in item.conflict.candidate.background}, key=lambda s: s.sort_key)
    )
    least, most = filler.bounds(chosen)
    for _ in range(_TRIES):
        sides = filler.laid(chosen, candidates)
        if len(sides.original) < least:
            return Failure("fill", "too few facts around the topic")
        if len(sides.original) > most:
            return Failure("fill", "more facts link the topics than may be told")
        judgement = judge(sides.original, sides.perturbed, prover.rules, background=background)
        interfering = _interfering(judgement, core)
        if not interfering:
            return sides, judgement
        candidates = [s for s in candidates if s not in interfering]
    return Failure("fill", "facts around the topic contradict what is made up")


def _interfering(judgement: Judgement, core: frozenset[Statement]) -> set[Statement]:
    """Fill that takes part in any minimal conflict."""
    masks = [m for masks in judgement.groups for m in masks] or [judgement.inconsistent]
    return {s for mask in masks for s in judgement.pair.members(mask)} - core


def _judged(chosen: Selection, sides: Sides, judgement: Judgement, prover: Prover) -> Proven | Failure:
    if judgement.outcome is not Outcome.PROVEN:
        return Failure("proof", judgement.outcome.value)
    if len(judgement.groups) != len(chosen.items):
        return Failure("proof", f"{len(chosen.items)} conflicts became {len(judgement.groups)}")
    if sorted(judgement.hops) != sorted(item.conflict.hops for item in chosen.items):
        return Failure("proof", "the pair makes a conflict shorter or longer")
    if not chosen.type.admits(judgement.hops):
        return Failure("proof", "a conflict is shorter or longer than the type allows")
    if not independent(judgement):
        return Failure("proof", "the conflicts depend on each other")
    found = conflicts(judgement, prover.rules, prover.strict_rules)
    if prover.strict and any(c.strength != "strict" for c in found):
        return Failure("strict", "a conflict needs a typical axiom")
    return Proven(
        chosen, tuple(sides.original), tuple(sides.perturbed), found, needed_background(found, judgement.background)
    )
