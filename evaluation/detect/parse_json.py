"""Conflicts reported as JSON, whatever its keys are called."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping

from contragraph.evaluation.detect.answered import Label, Quote, Reported
from contragraph.evaluation.detect.parse_lines import LABELS, quotes_of
from contragraph.evaluation.detect.verdicts import Verdict, word_verdict

_SIDE = re.compile(r"(?:^|[^a-z])(a|b|1|2|one|two|first|second)(?:[^a-z]|$)")
_LAST = re.compile(r"(?:text|sentence|context|passage|document|statement|quote|claim|side)s?(a|b)$")
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


def json_conflicts(value: object) -> list[Reported]:
    """The conflicts that JSON reports: each is the innermost object (or list of two) that names sentences."""
    return [conflict for conflict in _conflicts(value) if conflict]


def _conflicts(value: object) -> Iterator[Reported]:
    if isinstance(value, Mapping):
        quotes = tuple(q for key, thing in value.items() for q in _quotes(str(key), thing))
        if quotes:
            yield quotes + tuple(q for key, thing in value.items() for q in _supports(str(key), thing))
            return
        for key, thing in value.items():
            if not _EXPLAINS.search(str(key).lower()):
                yield from _conflicts(thing)
    elif isinstance(value, list):
        if len(value) > 1 and all(isinstance(v, str) for v in value):
            yield tuple(q for v, label in zip(value, (LABELS["a"], LABELS["b"])) for q in quotes_of(v, label))
        else:
            for thing in value:
                yield from _conflicts(thing)


def _quotes(key: str, thing: object) -> Iterator[Quote]:
    """The quotes under a key that names a text."""
    label = _side(key)
    if label is not None and not _EXPLAINS.search(key.lower()):
        yield from _named(thing, label)


def _supports(key: str, thing: object) -> Iterator[Quote]:
    """The quotes under a key that names no text, but says that they support a conflict."""
    if isinstance(thing, list) and _side(key) is None and _SUPPORTS.search(key.lower()):
        yield from _named([part for part in thing if isinstance(part, str)], None)


def _named(thing: object, label: Label | None) -> Iterator[Quote]:
    for part in thing if isinstance(thing, list) else [thing]:
        if isinstance(part, str):
            yield from quotes_of(part, label)
        elif isinstance(part, int) and not isinstance(part, bool):
            yield Quote("", label, part)
