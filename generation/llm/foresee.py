"""What a run would ask of models, before anything is paid: real questions of the first seeds, counted up to the plan.

The least is what the plan takes if every first answer is accepted, the most what the bounds admit: all tries, all
further seeds, every question asked twice, every text sent back as often as may be. What comes lies between, and
depends on the model. Tokens of questions are those of the samples, tokens of answers the most that the settings admit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from contragraph.generation.build import Task
from contragraph.generation.llm.pairs import Means, build_with_model, spare
from contragraph.generation.llm.question import STEP, ask_again
from contragraph.generation.llm.tell import RETOLD, asks_for
from contragraph.generation.llm.waves import Bounds
from contragraph.generation.quotas import Quotas
from contragraph.generation.rounds import Seeds, State
from contragraph.graph.model import Instance
from contragraph.models import Ask, Estimate, ModelsConfig, estimate

_SAMPLED = 4
"""Seeds of each type whose questions are counted."""
_ANSWER = "one of the answers that a model gives " * 8
"""As long as answers are that are shown again."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The questions of one step."""

    step: str
    least: Estimate
    most: Estimate

    def __add__(self, other: Foreseen) -> Foreseen:
        return Foreseen(self.step, plus(self.least, other.least), plus(self.most, other.most))


def proposals_foreseen(
    bounds: Bounds, seeds: Seeds, means: Means, salt: str, quotas: Quotas, config: ModelsConfig
) -> Foreseen:
    """The questions for the pairs of one type."""
    conflicts, multi = bounds.type.conflicts, bounds.type.multi
    usage = State().usage(bounds.type, bounds.wanted, quotas)
    asks: list[Ask] = []
    for seed in seeds.next(bounds.type, State(), 16 * _SAMPLED):
        if len(asks) >= _SAMPLED * conflicts:
            break
        asks += _first_questions(Task(bounds.type, seed, salt, (), usage), means)
    first = estimate(asks, config)
    second = estimate([ask_again(ask, _ANSWER, _ANSWER, means.again, multi) for ask in asks], config)
    most = bounds.most * (conflicts + spare(bounds.type))
    return Foreseen(STEP, scaled(first, conflicts * bounds.wanted), plus(scaled(first, most), scaled(second, most)))


def _first_questions(task: Task, means: Means) -> Sequence[Ask]:
    """What is asked about a seed first; nothing where it is refused before."""
    talk = build_with_model(task, means)
    try:
        wanted = next(talk)
        while isinstance(wanted, frozenset):
            means.proposer.knowledge.fetch(wanted)
            wanted = next(talk)
    except StopIteration:
        return ()
    return wanted


def texts_foreseen(
    samples: Sequence[Instance], pairs: int, prompts: Path | None, config: ModelsConfig
) -> list[Foreseen]:
    """The questions for telling so many pairs, counted on samples."""
    found = []
    asks = asks_for(samples, prompts)
    for step in dict.fromkeys(ask.step for ask in asks):
        one = estimate([ask for ask in asks if ask.step == step], config)
        least = scaled(one, 2 * pairs)
        found.append(Foreseen(step, least, scaled(one, 2 * pairs * (RETOLD + 1))))
    return found


def scaled(sample: Estimate, calls: int) -> Estimate:
    """What so many calls take that are like those of a sample."""
    share = calls / sample.calls if sample.calls else 0.0
    cost = None if sample.cost is None else sample.cost * share
    return Estimate(calls, round(sample.tokens_in * share), round(sample.tokens_out * share), cost)


def plus(one: Estimate, other: Estimate) -> Estimate:
    """What both take."""
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    return Estimate(one.calls + other.calls, one.tokens_in + other.tokens_in, one.tokens_out + other.tokens_out, cost)


def by_step(found: Iterable[Foreseen]) -> list[Foreseen]:
    """The questions of each step together."""
    steps: dict[str, Foreseen] = {}
    for each in found:
        steps[each.step] = steps[each.step] + each if each.step in steps else each
    return list(steps.values())
