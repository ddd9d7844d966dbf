"""The questions about sets: each task and variant, the documents beginning with another one each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contragraph.evaluation.contexts.records import SetAttempt, SetItem, Task, Variant
from contragraph.generation.llm.prompts import load_prompt
from contragraph.graph.model import id_number
from contragraph.graph.model.sets import KINDS
from contragraph.llm import Ask

HOME = "contragraph.evaluation.contexts"
"""The package with the files of the prompts."""
_THINK = "\n\nThink step by step before answering, and keep it short. Your answer comes last."
_MEANINGS = {
    "self": "one document contradicts itself",
    "pair": "two documents contradict each other",
    "conditional": "two documents exclude each other only because of what a third one says",
}


@dataclass(frozen=True, slots=True)
class AskPlan:
    """What is asked of each set, and how often."""

    tasks: tuple[Task, ...] = ("detect", "type", "guided", "blind")
    variants: tuple[Variant, ...] = ("plain",)
    runs: int = 3
    sample: int | None = None
    seed: int = 7

    @property
    def settings(self) -> dict[str, str | int | None]:
        """The plan as the manifest has it."""
        return {
            "tasks": ",".join(self.tasks),
            "variants": ",".join(self.variants),
            "runs": self.runs,
            "sample": self.sample,
            "seed": self.seed,
        }


def asked_of(item: SetItem, task: Task) -> bool:
    """Whether a task makes sense for a set: where there is no contradiction, only whether there is one is asked."""
    if task == "detect":
        return True
    if task == "type":
        return item.type in _MEANINGS
    return item.conflict and (task != "resolve" or len(item.gold[0]) > 1)


def rotation_of(item: SetItem, attempt: int) -> int:
    """How many documents an attempt moves from the beginning to the end, by lot: none at first."""
    if attempt == 1:
        return 0
    return id_number(f"{item.id}|{attempt}") % len(item.documents)


def questions(items: Sequence[SetItem], plan: AskPlan, model: str) -> Iterator[tuple[SetAttempt, Ask]]:
    """Every question of a plan, with what it is about."""
    for item in items:
        for task in plan.tasks:
            if not asked_of(item, task):
                continue
            wording = load_prompt(task, home=HOME)
            for variant in plan.variants:
                for attempt in range(1, plan.runs + 1):
                    rotation = rotation_of(item, attempt)
                    asked = SetAttempt(
                        item=item.id, model=model, task=task, variant=variant, rotation=rotation, attempt=attempt
                    )
                    slots = {
                        "documents": shown(item.documents, rotation),
                        "think": _THINK if variant == "reasoned" else "",
                    }
                    if task == "guided":
                        slots["type"] = f"{item.type} ({_MEANINGS.get(item.type, 'of several documents together')})"
                    messages = wording.render(**slots)
                    yield asked, Ask("detect", f"{wording.id}-{variant}", messages, attempt=attempt)


def shown(documents: Sequence[tuple[str, str]], rotation: int = 0) -> str:
    """Documents (title, text) as a model sees them, numbered from 1."""
    turned = (*documents[rotation:], *documents[:rotation])
    parts = (f"[{n}] {title}\n<<<\n{text}\n>>>" for n, (title, text) in enumerate(turned, start=1))
    return "\n\n".join(parts)


TYPES = tuple(KINDS.values())
"""The types that the task ``type`` tells apart."""
