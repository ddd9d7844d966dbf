"""A text of one claim from that of another that differs in value or time alone: the same words around other names.

Where two values are alike in all that wording asks of a name, what was right for one is right for the other. So the
texts of a true claim and of one against it differ in nothing but what is claimed, and few texts need be composed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from contragraph.generation.verbalise.names import Name, possessive
from contragraph.generation.verbalise.values import validity
from contragraph.graph.model import Sentence, Statement, Text


@dataclass(frozen=True, slots=True)
class Swap:
    """What takes the place of what in a text."""

    pattern: re.Pattern[str]
    said: dict[str, str]
    """What is said for each thing that the pattern finds; with a capital where a sentence begins with it."""
    old: str
    new: str
    """The ids of the statements."""

    def text(self, text: Text) -> Text | None:
        """The other text; None where the one says what is exchanged in words that are not foreseen."""
        parts: list[str] = []
        spans: list[Sentence] = []
        at, found = 0, set[str]()
        for sentence in text.sentences:
            body = text.body[sentence.start : sentence.end]
            if self.old in sentence.statements:
                body = self.pattern.sub(lambda m: self._replaced(m[0], found), body)
            parts.append(body)
            ids = tuple(self.new if i == self.old else i for i in sentence.statements)
            spans.append(Sentence(at, at + len(body), ids))
            at += len(body)
        wanted = {old.casefold() for old, new in self.said.items() if old != new}
        return Text("".join(parts), tuple(spans), text.verbaliser, text.style) if found >= wanted else None

    def _replaced(self, old: str, found: set[str]) -> str:
        found.add(old.casefold())
        new = self.said.get(old)
        if new is None:  # with a capital
            new = self.said[old[:1].lower() + old[1:]]
            new = new[:1].upper() + new[1:]
        return new


def swap_of(
    one: Statement, other: Statement, names: Mapping[str, Name], forms: Collection[str], *, event: bool, lasts: bool
) -> Swap | None:
    """What makes a text of one claim one of another about the same subject; None where their names are not alike.

    ``names`` has those of both values; ``forms`` are the kinds and forms for which the relation has words of its own;
    ``event`` tells whether the relation's times say when, not how long, ``lasts`` whether it lasts no longer than what
    it joins.
    """
    said: dict[str, str] = {}
    if one.object != other.object:
        old, new = names.get(one.object_id), names.get(other.object_id)
        ended = one.valid_to is not None and other.valid_to is not None
        asked = lasts and not ended
        if old is None or new is None or _manner(old, forms, lasts=asked) != _manner(new, forms, lasts=asked):
            return None
        said[_core(old)] = _core(new)
    times = (one.valid_from, one.valid_to), (other.valid_from, other.valid_to)
    if times[0] != times[1]:
        spoken = [validity(*each, event=event).strip() for each in times]
        if _shape(times[0]) != _shape(times[1]) or not all(spoken) or one.valid_from == one.valid_to:
            return None
        if one.valid_to is None:  # told in several ways: "since 1980", "from 1980 on"
            return None
        said[spoken[0]] = spoken[1]
    if not said:
        return None
    every = "|".join(re.escape(key) for key in sorted(said, key=lambda k: (-len(k), k)))
    first = "|".join(re.escape(k[:1].upper() + k[1:]) for k in sorted(said) if k[:1].islower())
    return Swap(re.compile(rf"(?<!\w)(?:{every}{'|' + first if first else ''})(?!\w)"), said, one.id, other.id)


def _core(name: Name) -> str:
    """What stands for a thing wherever it is named: its name without an article that all its like have."""
    return name.said if name.said.startswith(("the ", "a ", "an ")) else name.label


def _shape(times: tuple[str | None, str | None]) -> tuple[bool, bool, bool]:
    return times[0] is None, times[1] is None, times[0] == times[1]


def _manner(name: Name, forms: Collection[str], *, lasts: bool) -> tuple[object, ...]:
    """All that wording asks of the name of a value; of a person not the sex, by which only subjects are spoken of.

    ``lasts``: whether it asks if the thing is no more.
    """
    core = _core(name)
    whole = core == name.said
    return (
        *("" if name.person else name.pronoun, name.kind, name.plural, name.noun),
        name.form if any(key == name.form or key.endswith(f"_{name.form}") for key in forms) else "",
        *(name.closed, name.shifty, whole, " and " in name.label),
        lasts and (name.past or name.former),
        name.when.partition(" ")[0],
        name.said.partition(" ")[0] if core != name.label else "",
        possessive(name.said)[len(name.said) :],
        name.label[:1].islower(),
        name.label.endswith((" Island", " Islands", " Peninsula")) or name.label.startswith("Isle of "),
        "County" in name.label or "Parish" in name.label or "shire" in name.label,
    )
