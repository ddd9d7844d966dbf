"""Answers about sets of documents, read: the last verdict, type or list of documents that an answer gives.

What cannot be read is *unreadable*: wrong, counted apart, and never a class of its own.
"""

from __future__ import annotations

import re

from contragraph.evaluation.contexts.records import NO, UNREADABLE, YES, SetReply, SetScore
from contragraph.graph.model.sets import KINDS

_VERDICT = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
_TAG = r"<\s*{name}\s*>(.*?)(?:<\s*/\s*{name}\s*>|$)"
_LINE = r"^\W*{name}s?\W*[:=]\s*(.+)$"
_NUMBER = re.compile(r"\d+")
_NOTHING = re.compile(r"\s*(?:\W*(?:none|no documents?|nothing)\W*|\[\s*\])?\s*", re.IGNORECASE)
_THOUGHT = re.compile(r"<think>.*?(?:</think>|$)", re.DOTALL | re.IGNORECASE)


def read(reply: SetReply, documents: int) -> SetScore:
    """What an answer says of a set of so many documents, in the numbers of the dataset."""
    asked = {name: getattr(reply, name) for name in ("item", "model", "task", "variant", "rotation", "attempt")}
    text = _THOUGHT.sub(" ", reply.text) if reply.failure is None else ""
    if reply.task == "detect":
        return SetScore(**asked, said=_last_verdict(text))
    if reply.task == "type":
        return SetScore(**asked, said=_type(text))
    told = _told("document", text) if (tagged := _tagged("documents", text)) is None else tagged
    if told is None or (not (numbers := _numbers(told)) and not _NOTHING.fullmatch(told)):
        return SetScore(**asked, said=UNREADABLE)
    there = {n for n in numbers if 1 <= n <= documents}
    places = sorted((n - 1 + reply.rotation) % documents + 1 for n in there)
    return SetScore(**asked, said="documents", documents=tuple(places), dropped=len({*numbers} - there))


def _last_verdict(text: str) -> str:
    found = _VERDICT.findall(text)
    return {"yes": YES, "no": NO}[found[-1].lower()] if found else UNREADABLE


def _type(text: str) -> str:
    """The type that an answer gives; of a list of all types none."""
    told = _told("type", text) if (tagged := _tagged("type", text)) is None else tagged
    named = {kind for kind in KINDS.values() if re.search(rf"\b{kind}\b", told or "", re.IGNORECASE)}
    return named.pop() if len(named) == 1 else UNREADABLE


def _tagged(name: str, text: str) -> str | None:
    """What stands in the last tag of a name."""
    found = re.findall(_TAG.format(name=name), text, re.DOTALL | re.IGNORECASE)
    return str(found[-1]) if found else None


def _told(name: str, text: str) -> str | None:
    """What stands in the last line that begins with a word; of an answer of one line all of it."""
    found = re.findall(_LINE.format(name=name), text, re.MULTILINE | re.IGNORECASE)
    if found:
        return str(found[-1])
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0] if len(lines) == 1 else None


def _numbers(told: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(told) if len(number) < 10]
