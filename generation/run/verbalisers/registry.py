"""The registry of verbalisers: each is given pairs with the texts of templates, and may tell them anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from contragraph.generation.llm.running import Models
from contragraph.generation.llm.tell import Retelling
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance

Tell = Callable[[Sequence[Instance], Models | None], Retelling | None]
"""The pairs in other words; None where theirs stay."""


@dataclass(frozen=True)
class Verbaliser:
    """A registered verbaliser."""

    name: str
    doc: str
    """Who writes the texts, in one line."""
    tell: Tell


VERBALISERS: dict[str, Verbaliser] = {}
"""All verbalisers by name."""


def register(name: str) -> Callable[[Tell], Tell]:
    """Register a verbaliser; the first line of its docstring says who writes the texts."""

    def keep(tell: Tell) -> Tell:
        VERBALISERS[name] = Verbaliser(name, (tell.__doc__ or "").partition("\n")[0], tell)
        return tell

    return keep


def verbaliser_of(name: str) -> Verbaliser:
    """The verbaliser of a name.

    Raises:
        InputError: if there is none of that name.
    """
    if name not in VERBALISERS:
        raise InputError(f"There is no verbaliser {name!r}; take one of {', '.join(VERBALISERS)}.")
    return VERBALISERS[name]
