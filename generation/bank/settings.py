"""What decides the content of a bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from contragraph.dataset.bank import BENCHMARK, CAUSES, Cause
from contragraph.generation.controls.ratio import Ratio, parse_ratio
from contragraph.generation.verbalise import STYLES, Style
from contragraph.graph.errors import InputError

SHARD = 250
"""Facts of a shard: how a bank is dealt into shards depends on its settings alone."""
USUAL_FACTS = 1000
ONE_TO_ONE = Ratio(1, 1)
USUAL_STYLES: tuple[Style, ...] = ("encyclopedic", "book", "news")


@dataclass(frozen=True, slots=True)
class BankSettings:
    """What decides the content of a bank.

    ``facts`` are the lines that are wanted, shared out among ``causes``; each claim is told once in each of
    ``styles``. ``controls``: harmless claims beside so many claims of a cause; None for none. ``strict`` admits only
    conflicts that hold by meaning; ``allow_unproven`` adds claims about the future, of which nothing is proven.
    """

    facts: int = USUAL_FACTS
    causes: tuple[Cause, ...] = CAUSES
    styles: tuple[Style, ...] = USUAL_STYLES
    controls: Ratio | None = ONE_TO_ONE
    seed: int = 7
    strict: bool = False
    allow_unproven: bool = False

    def __post_init__(self) -> None:
        if self.facts < 1:
            raise InputError("A bank of no facts is none: give --facts a number of at least 1.")
        for what, given, known in (("cause", self.causes, CAUSES), ("style", self.styles, tuple(STYLES))):
            if wrong := [each for each in given if each not in known]:
                raise InputError(f"There is no {what} {wrong[0]!r}; known are {', '.join(known)}.")
            if not given or len(set(given)) < len(given):
                raise InputError(f"Name each {what} once, and at least one; known are {', '.join(known)}.")

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.facts // SHARD)

    def as_json(self) -> dict[str, object]:
        """The settings as the manifest keeps them."""
        return {
            "benchmark": BENCHMARK,
            "facts": self.facts,
            "causes": list(self.causes),
            "styles": list(self.styles),
            "controls": None if self.controls is None else str(self.controls),
            "seed": self.seed,
            "strict": self.strict,
            "allow_unproven": self.allow_unproven,
        }

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> BankSettings:
        """What a manifest kept."""
        controls = told["controls"]
        return cls(
            told["facts"],
            tuple(told["causes"]),
            tuple(told["styles"]),
            None if controls is None else parse_ratio(controls),
            told["seed"],
            told["strict"],
            told["allow_unproven"],
        )
