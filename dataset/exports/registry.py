"""The formats of exports: functions ``write(job)`` that register themselves, one module each.

Those in ``formats`` are found by themselves: to add one is to add its module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from contragraph.dataset.exports.job import Job, Write, WrittenFile
from contragraph.graph.errors import InputError


@dataclass(frozen=True, slots=True)
class Format:
    """A format, what it is in one line, which contents of datasets it takes, and whether it has splits."""

    name: str
    line: str
    contents: tuple[str, ...]
    splits: bool
    write: Write


_FOUND: dict[str, Format] = {}


def registered(name: str, line: str, *contents: str, splits: bool = False) -> Callable[[Write], Write]:
    """Register a format under a name; ``contents`` are ``pairs``, ``sets`` and ``facts``, or some of these."""

    def keep(write: Write) -> Write:
        _FOUND[name] = Format(name, line, contents, splits, write)
        return write

    return keep


@cache
def formats() -> Mapping[str, Format]:
    """All formats by name, sorted; of those elsewhere, those whose modules have been imported."""
    package = import_module("contragraph.dataset.exports.formats")
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    return dict(sorted(_FOUND.items()))


def writer(name: str) -> Write:
    """The function that writes a format.

    It raises an InputError for a dataset of what the format has no place for.
    """
    its = formats()[name]

    def write(job: Job[Any]) -> Sequence[WrittenFile]:
        content = job.content.many
        if content not in its.contents:
            able = ", ".join(other for other, known in formats().items() if content in known.contents)
            wanted = " and ".join(its.contents)
            raise InputError(f"{name} takes {wanted} alone, and {job.dataset} holds {content}; these go into {able}.")
        return its.write(job)

    return write
