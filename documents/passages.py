"""The documents in a row of a trace, whatever its keys are called: their names stand in ``traces.toml``, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class ContextDocument:
    """A document of a context; ``id`` and ``title`` are empty where it has none."""

    text: str
    id: str = ""
    title: str = ""
    weight: float | None = None
    """How much it counts, where that is given."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.id or self.title


@cache
def names() -> Mapping[str, Sequence[str]]:
    """The names of keys, by what they hold."""
    table: dict[str, list[str]] = tomllib.loads((files(__package__) / "traces.toml").read_text("utf-8"))
    return table


def documents_of(row: object) -> tuple[ContextDocument, ...] | None:
    """The documents of a row of a trace, whatever they are called; None if it has none."""
    if not isinstance(row, Mapping):
        return None
    for name in names()["documents"]:
        given = row.get(name)
        if isinstance(given, list):
            return tuple(map(passage_of, given))
        if isinstance(given, Mapping) and all(isinstance(each, (Mapping, str)) for each in given.values()):
            read = {str(key): passage_of(each) for key, each in given.items()}
            return tuple(replace(its, id=its.id or key) for key, its in read.items())
    return None


def passage_of(given: object) -> ContextDocument:
    """A document as a trace has it: a text, an object with one, or a title with a text or sentences."""
    if isinstance(given, str):
        return ContextDocument(given)
    if isinstance(given, Sequence):
        parts = [part for each in given for part in (each if isinstance(each, list) else [each])]
        told = [part for part in parts if isinstance(part, str)]
        title, rest = (told[0], told[1:]) if len(told) > 1 else ("", told)
        return ContextDocument(" ".join(rest), title=title)
    if not isinstance(given, Mapping):
        return ContextDocument("")
    levels = [given, *(given[name] for name in names()["inside"] if isinstance(given.get(name), Mapping))]
    text, name, title = (
        next(filter(None, (said(its, what) for its in levels)), "") for what in ("text", "id", "title")
    )
    weight = given.get("weight")
    counted = float(weight) if isinstance(weight, (int, float)) and not isinstance(weight, bool) else None
    return ContextDocument(text, name, title, counted)


def said(row: Mapping[str, object], what: str) -> str:
    """What a row holds under the first of some names; a list of sentences is one text."""
    for name in names()[what]:
        value = row.get(name)
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return " ".join(value)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
            return str(value)
    return ""
