"""The formats of exports: functions ``write(job)`` that register themselves, one module each.

Those in ``formats`` are found by themselves: to add one is to add its module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from contragraph.dataset.exports.job import Job, Write, WrittenFile
from contragraph.graph.errors import InputError
from contragraph.graph.registry import Registry


@dataclass(frozen=True, slots=True)
class Format:
    """A format, what it is in one line, which contents of datasets it takes, and whether it has splits."""

    name: str
    line: str
    contents: tuple[str, ...]
    splits: bool
    write: Write


FORMATS: Registry[Format] = Registry("format", "contragraph.dataset.exports.formats")
"""All formats by name; of those elsewhere, those whose modules have been imported."""


def registered(name: str, line: str, *contents: str, splits: bool = False) -> Callable[[Write], Write]:
    """Register a format under a name; ``contents`` are ``pairs``, ``sets`` and ``facts``, or some of these."""

    def keep(write: Write) -> Write:
        FORMATS.put(name, Format(name, line, contents, splits, write))
        return write

    return keep


def writer(name: str) -> Write:
    """The function that writes a format.

    It raises an InputError for a dataset of what the format has no place for.
    """
    its = FORMATS[name]

    def write(job: Job[Any]) -> Sequence[WrittenFile]:
        content = job.content.many
        if content not in its.contents:
            able = ", ".join(other for other, known in sorted(FORMATS.items()) if content in known.contents)
            wanted = " and ".join(its.contents)
            raise InputError(f"{name} takes {wanted} alone, and {job.dataset} holds {content}; these go into {able}.")
        return its.write(job)

    return write
