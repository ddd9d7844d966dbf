"""Conflicts reported as JSON, whatever its keys are called."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping

from contragraph.evaluation.answers.answered import Label, Quote, Reported
from contragraph.evaluation.answers.mentions import LABELS, Where, labels_in, sides
from contragraph.evaluation.answers.parse_lines import quotes_of
from contragraph.evaluation.answers.verdicts import Verdict, word_verdict

_SIDE = re.compile(r"(?:^|[^a-z])(a|b|1|2|one|two|first|second)(?:[^a-z]|$)")
_LAST = re.compile(r"(?:text|sentence|context|passage|document|statement|quote|claim|side)s?(a|b)$")
_NUMBERED = re.compile(r"(?:conflict|contradiction|pair|issue|item|finding|point|discrepanc\w*)s?_?(?:no_?)?\d")
"""Keys that count conflicts, and name no text."""
_VERDICT = re.compile(r"contradict|conflict|answer|verdict|inconsisten|result|label|consistent")
_EXPLAINS = re.compile(r"expla|reason|why|note|analysis|thought|comment|type|id$|confidence|severity|score")
_SUPPORTS = re.compile(r"evidence|support|premise|additional|facts?$")
"""Keys of sentences that stand beside those of the two texts and may be of either."""
_TRAILING = re.compile(r",(?=\s*[}\]])")


def find_json(text: str) -> object | None:
    """The last JSON object or list in an answer that says something of conflicts; None if there is none."""
    decoder = json.JSONDecoder(strict=False)
    found: object | None = None
    place = 0
    mended = _TRAILING.sub("", text)
    while (match := re.compile(r"[{\[]").search(mended, place)) is not None:
        try:
            value, place = decoder.raw_decode(mended, match.start())
        except ValueError:
            place = match.end()
            continue
        except RecursionError:
            return None
        if _speaks(value):
            found = value
    return _python(text) if found is None else found


def _python(text: str) -> object | None:
    """A value as Python would print it, with single quotes, True and None."""
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end or end - start > 20_000:
        return None
    try:
        value = ast.literal_eval(text[start : end + 1])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if _speaks(value) else None


def _speaks(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(_VERDICT.search(str(k).lower()) or _side(str(k)) for k in value)
    return isinstance(value, list) and all(isinstance(v, Mapping) and _speaks(v) for v in value)


def _side(key: str) -> Label | None:
    key = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "_", key).lower()
    if _NUMBERED.search(key):
        return None
    match = _SIDE.search(key) or _LAST.search(key.replace("_", ""))
    return LABELS[match[1]] if match else None


def json_verdict(value: object) -> Verdict | None:
    """The verdict that JSON states; a list of conflicts is none if it is empty."""
    if isinstance(value, list):
        return None if value else "none"
    if not isinstance(value, Mapping):
        return None
    empty = False
    for key, thing in value.items():
        name = str(key).lower()
        if not _VERDICT.search(name) or _EXPLAINS.search(name):
            continue
        agrees = "consistent" in name and "inconsistent" not in name
        if isinstance(thing, bool):
            return "conflict" if thing != agrees else "none"
        if isinstance(thing, str) and (verdict := word_verdict(thing)):
            return verdict if not agrees else "none" if verdict == "conflict" else "conflict"
        if isinstance(thing, int):
            return "conflict" if (thing > 0) != agrees else "none"
        empty = empty or thing in ([], None, {})
    return "none" if empty else None


def json_conflicts(value: object, where: Where | None = None) -> list[Reported]:
    """The conflicts that JSON reports.

    Each is the innermost object (or list of two) that names sentences: under keys that name a text, or, where it is
    known ``where`` sentences stand, in any string that is one. Objects with sentences of one text alone are one
    conflict together.
    """
    return [conflict for conflict in _conflicts(value, where) if conflict]


def _conflicts(value: object, where: Where | None) -> Iterator[Reported]:
    if isinstance(value, Mapping):
        yield from _of_object(value, where)
    elif isinstance(value, list):
        if len(value) > 1 and all(isinstance(v, str) for v in value):
            named = [quotes_of(v, None) for v in value]
            if all(len({q.label for q in quotes}) == 2 for quotes in named):
                yield from map(tuple, named)
                return
            labels = (LABELS["a"], LABELS["b"])
            listed = [quotes_of(v, label) for v, label in zip(value, labels)]
            if where is not None:
                listed = [[q for q in quotes_of(v, None) if where(q)] for v in value]
            yield tuple(q for quotes in listed for q in quotes)
            return
        found = [[c for c in _conflicts(thing, where) if c] for thing in value]
        every = [conflict for conflicts in found for conflict in conflicts]
        yield from _together(every, where) if all(len(c) == 1 for c in found) else every


def _of_object(value: Mapping[object, object], where: Where | None) -> Iterator[Reported]:
    spoken = next((_source(thing) for thing in value.values() if _source(thing)), None)
    if spoken is not None and len(labels_in(" ".join(map(str, value)))) < 2:
        words = [
            q
            for key, thing in value.items()
            if not _source(thing) and not _explains(key)
            for q in _named(thing, spoken)
        ]
        yield tuple(q for q in words if q.number is not None or where is None or where(q))
        return
    quotes = [q for key, thing in value.items() for q in _quotes(str(key), thing)]
    quotes += [q for key, thing in value.items() for q in _supports(str(key), thing)] if quotes else []
    if where is not None and len(sides(quotes, where)) < 2:
        known = [q for key, thing in value.items() if not _explains(key) for q in _leaves(thing) if where(q)]
        quotes += [q for q in known if q.words not in {other.words for other in quotes}]
    if quotes:
        yield tuple(quotes)
        return
    inside = [[c for c in _conflicts(thing, where) if c] for key, thing in value.items() if not _explains(key)]
    every = [conflict for conflicts in inside for conflict in conflicts]
    yield from _together(every, where)


def _together(found: list[Reported], where: Where | None) -> list[Reported]:
    """One conflict of those that name sentences of one text each, if together they name both."""
    apart = [sides(c, where) for c in found] if where is not None else []
    if all(len(s) == 1 for s in apart) and len(frozenset[str]().union(*apart)) == 2:
        return [tuple(q for c in found for q in c)]
    return found


def _explains(key: object) -> bool:
    return _EXPLAINS.search(str(key).lower()) is not None


def _source(thing: object) -> Label | None:
    """The text that a value names and says nothing else: ``"source": "Text A"``."""
    if not isinstance(thing, str) or len(thing) > 24:
        return None
    labels = labels_in(thing)
    return labels.pop() if len(labels) == 1 else None


def _leaves(thing: object) -> Iterator[Quote]:
    """The strings of a value that may be sentences, but for those of objects, which are conflicts of their own."""
    for part in thing if isinstance(thing, list) else [thing]:
        if isinstance(part, str) and len(part.split()) > 2:
            yield from (quote for quote in quotes_of(part, None) if quote.words)


def _quotes(key: str, thing: object) -> Iterator[Quote]:
    """The quotes under a key that names a text."""
    label = _side(key)
    if label is not None and not _explains(key):
        yield from _named(thing, label)


def _supports(key: str, thing: object) -> Iterator[Quote]:
    """The quotes under a key that names no text, but says that they support a conflict."""
    if _side(key) is None and _SUPPORTS.search(key.lower()):
        yield from (q for q in _named(thing, None) if q.words)


def _named(thing: object, label: Label | None) -> Iterator[Quote]:
    for part in thing if isinstance(thing, list) else [thing]:
        if isinstance(part, str):
            yield from quotes_of(part, label)
        elif isinstance(part, int) and not isinstance(part, bool):
            yield Quote("", label, part)
        elif isinstance(part, Mapping):
            yield from (q for key, inner in part.items() if not _explains(key) for q in _named(inner, label))
