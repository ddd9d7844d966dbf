"""Registries: what there is of a kind, found by name; each is registered by a decorator, in a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from contragraph.graph.errors import InputError

T = TypeVar("T")


@dataclass(frozen=True)
class Registered(Generic[T]):
    """Something by its name."""

    name: str
    doc: str
    """What it is for: the first line of its docstring."""
    made: T


class Registry(dict[str, Registered[T]]):
    """What there is of a kind, by name, in the order in which it was registered."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def register(self, name: str) -> Callable[[T], T]:
        """Register what is decorated."""

        def keep(made: T) -> T:
            self[name] = Registered(name, (made.__doc__ or "").partition("\n")[0], made)
            return made

        return keep

    def named(self, name: str) -> T:
        """What was registered under a name.

        Raises:
            InputError: if there is nothing of that name.
        """
        if name not in self:
            raise InputError(f"There is no {self.kind} {name!r}; take one of {', '.join(self)}.")
        return self[name].made
