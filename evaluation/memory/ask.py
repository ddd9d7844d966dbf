"""The questions: each condition, with the texts in each order, and the options in each of their cyclic orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.evaluation.memory.conditions import ALONE, CLOSED, CONDITIONS, DEFAULT, passages_of, points
from contragraph.evaluation.memory.records import (
    ClaimPassage,
    MemoryAttempt,
    MemoryItem,
    Order,
    Point,
    Turning,
)
from contragraph.evaluation.memory.released import LETTERS
from contragraph.generation.llm.prompts import load_prompt
from contragraph.graph.model import id_number
from contragraph.llm import Ask

HOME = "contragraph.evaluation.memory"
"""The package with the files of the prompts."""
FIRST = (CLOSED, DEFAULT)
"""What is asked of every fact; the rest is asked of those that the model answers rightly under both."""


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """What is asked of each fact."""

    conditions: tuple[str, ...] = tuple(CONDITIONS)
    orders: tuple[Order, ...] = ("truth-first",)
    options: Turning = "rotate"
    sample: int | None = None
    seed: int = 7

    @property
    def settings(self) -> dict[str, str | int | None]:
        """The plan as the manifest has it."""
        return {
            "conditions": ",".join(self.conditions),
            "orders": ",".join(self.orders),
            "options": self.options,
            "sample": self.sample,
            "seed": self.seed,
        }

    @property
    def rest(self) -> tuple[str, ...]:
        """The conditions that are asked of known facts alone."""
        return tuple(name for name in self.conditions if name not in FIRST)


def questions(
    items: Iterable[MemoryItem], names: Sequence[str], plan: MemoryPlan, model: str
) -> Iterator[tuple[MemoryAttempt, Ask]]:
    """Every question under some conditions, with what it is about."""
    for item in items:
        for point in points(item, names, plan.orders or ALONE):
            for rotation in range(len(item.options)) if plan.options == "rotate" else (0,):
                asked = MemoryAttempt(**point.model_dump(), model=model, rotation=rotation)
                yield asked, question(item, point, rotation)


def question(item: MemoryItem, point: Point, rotation: int) -> Ask:
    """One question as it is asked."""
    words = item.question
    if point.wording:
        words = [wording.text for wording in item.wordings if wording.claim == point.claim][point.wording - 1]
    letters = tuple(LETTERS[: len(item.options)])
    turned = (*item.options[rotation:], *item.options[:rotation])
    options = "\n".join(
        f"{letter}. {' '.join(option.text.split())}" for letter, option in zip(letters, turned, strict=True)
    )
    texts = _texts(item, point)
    wording = load_prompt("evidence" if texts else "closed", home=HOME)
    slots = {"texts": _shown(texts)} if texts else {}
    return Ask("choose", wording.id, wording.render(question=words, options=options, **slots), among=letters)


def _texts(item: MemoryItem, point: Point) -> list[str]:
    """The texts of a condition in their order, of each claim that in one style."""
    condition = CONDITIONS[point.condition]
    if not condition.texts:
        return []
    told = [p for p in item.passages if p.cause == "default"][:1] if condition.truth else []
    if condition.cause is not None:
        told += [p for p in passages_of(item, condition) if p.claim == point.claim]
    texts = [style_of(item, passage)[1] for passage in told]
    return texts[::-1] if point.order == "truth-last" else texts


def style_of(item: MemoryItem, passage: ClaimPassage) -> tuple[str, str]:
    """The style and the text of a claim that are shown, by lot where there are several."""
    return passage.texts[id_number(f"{item.id}|{passage.claim}") % len(passage.texts)]


def _shown(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return f"Text:\n<<<\n{texts[0]}\n>>>"
    return "\n\n".join(f"Text {n}:\n<<<\n{text}\n>>>" for n, text in enumerate(texts, start=1))
