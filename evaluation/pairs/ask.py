"""The questions that items are turned into: each prompt and variant, with the texts in each order, several times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contragraph.evaluation.records import Item, Order, PairAttempt, PairReply, Prompt, Variant
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Ask
from contragraph.llm.ledger import LedgerEntry, question_id

HOME = "contragraph.evaluation"
"""The package with the files of the prompts."""


@dataclass(frozen=True, slots=True)
class PairPlan:
    """What is asked of each item, and how often."""

    prompts: tuple[Prompt, ...] = ("binary", "steps")
    variants: tuple[Variant, ...] = ("plain",)
    orders: tuple[Order, ...] = ("ab",)
    runs: int = 3
    sample: int | None = None
    seed: int = 7

    @property
    def settings(self) -> dict[str, str | int | None]:
        """The plan as the manifest has it."""
        return {
            "prompts": ",".join(self.prompts),
            "variants": ",".join(self.variants),
            "orders": ",".join(self.orders),
            "runs": self.runs,
            "sample": self.sample,
            "seed": self.seed,
        }


def questions(items: Sequence[Item], plan: PairPlan, model: str) -> Iterator[tuple[PairAttempt, Ask]]:
    """Every question of a plan, with what it is about."""
    for item in items:
        for prompt in plan.prompts:
            for variant in plan.variants:
                wording = load_prompt(f"{prompt}-{variant}", home=HOME)
                for order in plan.orders:
                    first, second = item.texts if order == "ab" else item.texts[::-1]
                    messages = wording.render(text_a=first, text_b=second)
                    for attempt in range(1, plan.runs + 1):
                        asked = PairAttempt(
                            item=item.id, model=model, prompt=prompt, variant=variant, order=order, attempt=attempt
                        )
                        yield asked, Ask("detect", wording.id, messages, attempt=attempt)


def counted(given: Iterable[PairReply], items: Mapping[str, Item]) -> Iterator[LedgerEntry]:
    """What answers of models took that came before there was a ledger; what needs no model asks nobody."""
    for reply in given:
        if reply.item in items and "step" in reply.made_by:
            plan = PairPlan((reply.prompt,), (reply.variant,), (reply.order,), reply.attempt)
            *_, (_, ask) = questions([items[reply.item]], plan, reply.model)
            question = question_id(reply.made_by, ask)
            took = (reply.tokens_in, reply.tokens_out, reply.cost)
            yield LedgerEntry(reply.made_by["model"], reply.made_by["step"], question, *took)
