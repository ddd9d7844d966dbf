"""What a run would ask of models, before anything is paid: real questions about the first statements, counted up.

The least is what the plan takes if every first answer is accepted, the most what the bounds admit: all tries, every
question asked twice, every text sent back as often as may be. What comes lies between, and depends on the model. Tokens
of questions are those of the samples, tokens of answers the most that the settings admit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contragraph.generation.llm.proposing import Proposing
from contragraph.generation.llm.question import STEP, ask_again
from contragraph.generation.llm.tell import RETOLD, asks_for
from contragraph.generation.pool.source import SearchRequest
from contragraph.graph.model import Instance
from contragraph.llm import Estimate, ModelsConfig, estimate

_SAMPLED = 48
"""Conflicts that are asked for to count questions."""
_ANSWER = "one of the answers that a model gives " * 8
"""As long as answers are that are shown again."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The questions of one step."""

    step: str
    least: Estimate
    most: Estimate


def proposals_foreseen(source: Proposing, conflicts: int, tries: int, config: ModelsConfig) -> Foreseen:
    """The questions for so many conflicts."""
    cases = source.cases(SearchRequest(_SAMPLED))
    first = estimate([case.ask for case in cases], config)
    again = [ask_again(case.ask, _ANSWER, _ANSWER, source.means.again, case.offer.multi) for case in cases]
    most = tries * conflicts
    return Foreseen(STEP, scaled(first, conflicts), plus(scaled(first, most), scaled(estimate(again, config), most)))


def texts_foreseen(
    samples: Sequence[Instance], pairs: int, prompts: Path | None, config: ModelsConfig
) -> list[Foreseen]:
    """The questions for telling so many pairs, counted on samples."""
    found = []
    asks = asks_for(samples, prompts)
    for step in dict.fromkeys(ask.step for ask in asks):
        one = estimate([ask for ask in asks if ask.step == step], config)
        found.append(Foreseen(step, scaled(one, 2 * pairs), scaled(one, 2 * pairs * (RETOLD + 1))))
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
