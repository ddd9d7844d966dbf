"""How many controls there are for how many pairs with conflicts."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.graph.errors import InputError


@dataclass(frozen=True, slots=True)
class Ratio:
    """So many controls for so many conflicting pairs."""

    controls: int
    pairs: int

    def __str__(self) -> str:
        return f"{self.controls}:{self.pairs}"

    def of(self, pairs: int) -> int:
        """How many controls so many pairs of a type get."""
        return pairs * self.controls // self.pairs


def parse_ratio(text: str) -> Ratio:
    """Read ``1:1`` or ``1:2`` (one control for every two pairs).

    Raises:
        InputError: if it is no ratio of two whole numbers above 0.
    """
    first, _, second = text.partition(":")
    if first.isdecimal() and second.isdecimal() and int(first) and int(second):
        return Ratio(int(first), int(second))
    raise InputError(f"'{text}' is no ratio of controls to pairs; write for example 1:1, or 1:2 for half as many.")
