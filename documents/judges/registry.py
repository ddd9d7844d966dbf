"""The registry of judges that need no model: they are found by their names, and stand in line the strongest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from contragraph.documents.judges.base import Judge

J = TypeVar("J", bound=Judge)


@dataclass(frozen=True)
class RegisteredJudge:
    """A judge by its name."""

    name: str
    doc: str
    """When it speaks, in one line."""
    make: Callable[[], Judge]
    standing: bool
    """Whether it stands in line wherever no model is asked; else it is asked by its name alone."""


JUDGES: dict[str, RegisteredJudge] = {}
"""All judges by name, the strongest first."""


def register(name: str, *, standing: bool = True) -> Callable[[type[J]], type[J]]:
    """Register a judge that can be made without arguments; the first line of its docstring says when it speaks."""

    def keep(judge: type[J]) -> type[J]:
        JUDGES[name] = RegisteredJudge(name, (judge.__doc__ or "").partition("\n")[0], judge, standing)
        return judge

    return keep
