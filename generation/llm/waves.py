"""Filling the plan with what a model proposes: all seeds of a wave are asked about at once.

As many seeds are tried as the model's success so far suggests, so that few questions are paid for in vain; a bound on
the tries of each type ends the run of a model that proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from contragraph.dataset.types import PairType
from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.llm.pairs import Means, Outcome, build_with_model
from contragraph.generation.llm.talk import Asked, converse
from contragraph.generation.quotas import Quotas
from contragraph.generation.rounds import FRUITLESS_TRIES, Seeds, State, Wave, conflicts_of
from contragraph.graph.model import Statement

TRIES = 8
"""Seeds that are asked about for each pair of the plan, at most."""
_ALL = 1_000
"""Pairs wanted for which seeds of all relations are taken."""
_SMALLEST, _LARGEST = 4, 64
"""Seeds of one wave."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is made of one type: how many pairs, from how many seeds at most."""

    type: PairType
    wanted: int
    tries: int = TRIES

    @property
    def most(self) -> int:
        """Seeds that a model is asked about at most."""
        return max(self.tries, self.tries * self.wanted)


def size_of(missing: int, kept: int, tried: int) -> int:
    """How many seeds the next wave tries: as many as are needed if the model does as well as until now."""
    success = (kept + 1) / (tried + 2)
    return min(_LARGEST, max(_SMALLEST, ceil(missing / success)))


def next_seeds(bounds: Bounds, seeds: Seeds, state: State) -> list[Statement]:
    """The seeds of the next wave; none where the type is complete, its tries or its seeds are used up."""
    kept = state.count(bounds.type)
    missing = bounds.wanted - kept
    left = bounds.most - state.asked[bounds.type]
    if missing <= 0 or left <= 0:
        return []
    size = min(size_of(missing, kept, len(state.tried.get(bounds.type, ()))), left)
    chosen = seeds.next(bounds.type, state, _ALL, patience=FRUITLESS_TRIES)
    # Relations that have had less bad luck go first, so that none uses up the tries.
    chosen.sort(key=lambda seed: state.fruitless[bounds.type, seed.relation])
    return chosen[:size]


def waves_of_type(
    bounds: Bounds, seeds: Seeds, state: State, means: Means, salt: str, quotas: Quotas, distractors: int | None
) -> Iterator[Wave]:
    """Waves until the type has as many pairs as wanted, or the bounds are reached. The state is kept up to date.

    Raises:
        CostLimitError: before the limit of cost is passed.
        ModelError: for what every question would meet.
    """
    while chosen := next_seeds(bounds, seeds, state):
        usage = state.usage(bounds.type, bounds.wanted, quotas)
        taken = frozenset(state.taken)
        tasks = [Task(bounds.type, seed, salt, taken, usage, distractors) for seed in chosen]
        outcomes = converse([build_with_model(t, means) for t in tasks], means.proposer.knowledge, means.gateway)
        yield _kept(bounds, chosen, outcomes, state, quotas)


def _kept(bounds: Bounds, chosen: list[Statement], outcomes: list[Outcome], state: State, quotas: Quotas) -> Wave:
    """Keep pairs in the order of their seeds; one that would break a quota is rejected, for its answer is paid for.

    Every seed counts as tried: a model that is asked the same again would say the same again.
    """
    kept: list[Draft] = []
    rejected: list[Rejection] = []
    review: list[dict[str, object]] = []
    asked = Asked()
    for seed, outcome in zip(chosen, outcomes, strict=True):
        asked.add(outcome.asked)
        review += outcome.review
        result = outcome.result
        if isinstance(result, Rejection):
            rejected.append(result)
            continue
        conflicts = conflicts_of(result)
        allowance = state.tally.allowance(bounds.type, bounds.wanted, quotas)
        if state.count(bounds.type) >= bounds.wanted:
            rejected.append(Rejection(bounds.type, seed, "the plan was met by pairs of the same wave"))
        elif not state.taken.isdisjoint(original for original, *_ in conflicts):
            rejected.append(Rejection(bounds.type, seed, "another pair uses the same original statement"))
        elif not allowance.admits(family for _, family, *_ in conflicts):
            rejected.append(Rejection(bounds.type, seed, "the dataset has enough lies of this kind"))
        else:
            state.record_kept(bounds.type, seed.relation, conflicts)
            kept.append(result)
    tried = tuple((seed.relation, seed.id) for seed in chosen)
    state.record_tried(bounds.type, tried)
    seeds = sum(outcome.asked.questions > 0 for outcome in outcomes)
    state.asked[bounds.type] += seeds
    counts = {"seeds": seeds, **asked.as_json()}
    return Wave(bounds.type, tried, tuple(kept), tuple(rejected), review=tuple(review), asked=counts)
