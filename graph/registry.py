"""Registries: what there is of a kind, found by name; each thing registers itself in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from contragraph.graph.errors import InputError

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """What there is of a kind, by name, in the order in which it was registered.

    With a ``package`` all its modules are imported before one looks, in alphabetical order: to add a thing is to add
    its module. ``of`` tells the kind in messages: "baseline", and where there are several kinds " for sets".
    """

    def __init__(self, kind: str, package: str = "", of: str = "") -> None:
        self.kind, self._of = kind, of
        self._package = package
        self._made: dict[str, T] = {}

    def put(self, name: str, made: T) -> None:
        """Register a thing."""
        self._made[name] = made

    def register(self, name: str) -> Callable[[T], T]:
        """Register what is decorated."""

        def keep(made: T) -> T:
            self.put(name, made)
            return made

        return keep

    def named(self, name: str) -> T:
        """What was registered under a name.

        Raises:
            InputError: if there is nothing of that name.
        """
        if name not in self:
            raise InputError(f"There is no {self.kind} {name!r}{self._of}; take one of {', '.join(self)}.")
        return self[name]

    def __getitem__(self, name: str) -> T:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def _found(self) -> Mapping[str, T]:
        if self._package:
            package, self._package = import_module(self._package), ""
            for module in iter_modules(package.__path__, f"{package.__name__}."):
                import_module(module.name)
        return self._made


def first_line(made: object) -> str:
    """What a registered function is for: the first line of its docstring."""
    return (made.__doc__ or "").partition("\n")[0]
