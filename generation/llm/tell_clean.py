"""A model's answer made into plain prose, or the reason why it is none.

What wraps a paragraph (quotes around all of it, a fence, marks of emphasis) and what cannot be seen (control
characters, odd blanks) is taken away; what shows that the answer is something else (HTML, a list, a preface) is
refused. Names are put back as the graph spells them where only apostrophes, dashes, blanks or the composition of
accents differ, for a text must hold a label letter by letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from contragraph.generation.llm.tell_facts import forms

_FENCE = re.compile(r"\A```[^\n]*\n(.*?)\n?```\Z", re.DOTALL)
_QUOTES = {'"': '"', "“": "”", "«": "»", "‘": "’", "'": "'", "„": "“"}
_HTML = re.compile(r"<\s*[!/?]?[A-Za-z][^<>]{0,200}>|&(?:[A-Za-z]{2,8}|#\d{1,6}|#x[0-9A-Fa-f]{1,5});")
_LINE = re.compile(r"(?m)^\s*(?:#{1,6} |[-*+•] |\d{1,2}[.)] |>|\|)")
_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)|https?://\S+|\[\d+\]")
_BRACE = re.compile(r"""\A\s*[\[{]\s*["{\[]""")
_PREFACE = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok|absolutely)\b[^.!:\n]{0,80}[.!:]"
    r"|(?:here(?:'|’)?s?\b|below|the following|this is)[^.:\n]{0,100}:)",
    re.IGNORECASE,
)
_MARKS = ("**", "__", "`", "*")
_APOSTROPHES, _DASHES, _DOUBLE = "'’‘ʼ`´", "-‐‑‒–—−", '"“”„'
_ALIKE = {c: f"[{re.escape(some)}]" for some in (_APOSTROPHES, _DASHES, _DOUBLE) for c in some}
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})
_JOINERS = "\u200c\u200d"
_BLANK = re.compile(r"\s+")


class NoProseError(ValueError):
    """The answer is no plain paragraph; the message says why, for the model and for the report."""


def clean(answer: str, labels: Iterable[str]) -> str:
    """The paragraph of an answer: NFC, one line, names as their labels have them.

    Raises:
        NoProseError: if it is empty, or is or holds anything but prose.
    """
    names = sorted({form for label in labels for form in forms(label)}, key=lambda n: (-len(n), n))
    text = _unwrapped(unicodedata.normalize("NFC", answer).strip(), names)
    if _LINE.search(text):
        raise NoProseError("it has a list, a heading or a table instead of one paragraph")
    text = _restored(_visible(text), names)
    if not any(c.isalpha() for c in text):
        raise NoProseError("it is empty")
    held = _without(text, names)
    if _HTML.search(held):
        raise NoProseError("it has HTML in it")
    if _LINK.search(held):
        raise NoProseError("it has a link or a footnote in it")
    if _BRACE.search(text):
        raise NoProseError("it is data, not a paragraph")
    if _PREFACE.search(held):
        raise NoProseError("it begins with a remark to the reader instead of the paragraph")
    for mark in _MARKS:
        if mark in held:
            text = "".join(part if part in names else part.replace(mark, "") for part in _parts(text, names))
    return text


def _unwrapped(text: str, names: list[str]) -> str:
    """Without a fence and quotes around all of it."""
    fenced = _FENCE.match(text)
    text = fenced[1].strip() if fenced else text
    closing = _QUOTES.get(text[:1])
    inner = text[1:-1]
    if closing and len(text) > 2 and text[-1] == closing and not set(inner) & {text[0], closing} - {"'", "’"}:
        held = any(text.startswith(name) or text.endswith(name) for name in names)
        text = text if held else inner.strip()
    return text


def _visible(text: str) -> str:
    """Blanks as single spaces; without characters that cannot be seen, but for joiners within words."""
    kept = (c for c in _BLANK.sub(" ", text) if c in _JOINERS or unicodedata.category(c) not in _UNSEEN)
    return " ".join("".join(kept).split())


def _pattern(name: str) -> str:
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    return "".join(r"\s+" if c == " " else _ALIKE.get(c, re.escape(c)) for c in plain)


def _restored(text: str, names: list[str]) -> str:
    """Names as the graph spells them, the longest first."""
    odd = [n for n in names if n != " ".join(unicodedata.normalize("NFC", n).split()) or any(c in _ALIKE for c in n)]
    if not odd:
        return text
    found = re.compile("|".join(f"({_pattern(n)})" for n in odd))
    return found.sub(lambda m: odd[(m.lastindex or 1) - 1], text)


def _parts(text: str, names: list[str]) -> list[str]:
    """The text cut at the names in it."""
    return re.split("(" + "|".join(map(re.escape, names)) + ")", text) if names else [text]


def _without(text: str, names: list[str]) -> str:
    """The text without its names, which may hold what is refused elsewhere."""
    return "".join(part for part in _parts(text, names) if part not in names)
