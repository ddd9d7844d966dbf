"""Under which conditions a question is asked: without texts, with that of the fact, of claims against it, of both.

Conditions are those of ConflictBank (arXiv 2408.12076), and for each cause one with the harmless claims of a bank, its
controls. ``CAUSE_description`` asks with the time, or with what the subject is, that the claim speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contragraph.dataset.records.bank import CAUSES, Cause
from contragraph.evaluation.memory.records import ClaimPassage, MemoryItem, Order, Point
from contragraph.graph.errors import InputError

CLOSED, DEFAULT = "closed", "default"
DESCRIBED: tuple[Cause, ...] = ("temporal", "semantic")
BOTH: tuple[Order, ...] = ("truth-first", "truth-last")
ALONE: tuple[Order, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition. ``cause`` is that of the claim beside the fact; None for the fact alone, or for no text."""

    name: str
    texts: bool
    truth: bool
    cause: Cause | None = None
    described: bool = False
    control: bool = False

    @property
    def paired(self) -> bool:
        """Whether there are two texts, which have an order."""
        return self.truth and self.cause is not None


def _all() -> Iterator[Condition]:
    yield Condition(CLOSED, texts=False, truth=False)
    yield Condition(DEFAULT, texts=True, truth=True)
    for prefix, truth in (("", False), (f"{DEFAULT}+", True)):
        for cause in CAUSES:
            yield Condition(f"{prefix}{cause}", True, truth, cause)
        for cause in DESCRIBED:
            yield Condition(f"{prefix}{cause}_description", True, truth, cause, described=True)
        for cause in CAUSES:
            yield Condition(f"{prefix}{cause}_control", True, truth, cause, control=True)


CONDITIONS = {condition.name: condition for condition in _all()}
"""All conditions by name."""


def chosen(given: str) -> tuple[str, ...]:
    """Names of conditions from a list separated by commas, or ``all``; without texts and with the fact always.

    Raises:
        InputError: if one of them is none.
    """
    words = [word.strip().replace("-", "_") for word in given.split(",") if word.strip()]
    if words == ["all"]:
        return tuple(CONDITIONS)
    for word in words:
        if word not in CONDITIONS:
            raise InputError(f"There is no condition {word!r}; conditions are {', '.join(CONDITIONS)}, or all.")
    return tuple(name for name in CONDITIONS if name in {CLOSED, DEFAULT, *words})


def orders_of(given: str) -> tuple[Order, ...]:
    """Orders of two texts by name, or ``both``; ``ab`` and ``ba``, as pairs of texts have them, mean the same.

    Raises:
        InputError: if it is none.
    """
    known: dict[str, tuple[Order, ...]] = {"both": BOTH, "ab": BOTH[:1], "ba": BOTH[1:]}
    known |= {each: (each,) for each in BOTH}
    if given not in known:
        raise InputError(f"There is no order {given!r}; orders are {', '.join(BOTH)} and both.")
    return known[given]


def points(item: MemoryItem, names: Sequence[str], orders: Sequence[Order]) -> Iterator[Point]:
    """What is asked of an item under some conditions; nothing under those for which it has no text."""
    for name in names:
        condition = CONDITIONS[name]
        if condition.cause is None:
            yield Point(item=item.id, condition=name, order="")
            continue
        for passage in passages_of(item, condition):
            worded = sum(wording.claim == passage.claim for wording in item.wordings)
            for wording in range(1, worded + 1) if condition.described else (0,):
                for order in orders if condition.paired else ALONE:
                    yield Point(item=item.id, condition=name, order=order, claim=passage.claim, wording=wording)


def passages_of(item: MemoryItem, condition: Condition) -> list[ClaimPassage]:
    """The claims beside the fact that a condition is about."""
    return [p for p in item.passages if p.cause == condition.cause and p.control == condition.control]
