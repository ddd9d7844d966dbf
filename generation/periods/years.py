"""The years that a description, label or alias speaks of, and what they say: a life, a birth, a span of time.

Only what reads as a year counts: "Boeing 747", "3,000 species" and "1500 metres" have none. Years before Christ are
negative numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Said = Literal["span", "life", "born", "died", "since", "until"]
"""What years are the years of: some time, a whole life (years alone in parentheses), or a beginning or end."""

EARLIEST, LATEST = 1000, 2030
"""Numbers outside are years only with "BC", "AD" or a word such as "century" beside them."""

_DASH = r"\s*(?:[-–—−/]|to|until|through)\s*"
_BC = r"(?:\s*(?:B\.?\s?C\.?(?:E\.?)?)(?![A-Za-z]))"
_CENTURY = re.compile(
    rf"\b(?<!pre-)(?<!post-)(\d{{1,2}})(?:st|nd|rd|th)?(?:(?:{_DASH}|\s+and\s+|\s+or\s+)(\d{{1,2}}))?(?:st|nd|rd|th)[-\s]+"
    rf"(?:century|centuries|c\.)({_BC})?",
    re.IGNORECASE,
)
_BEFORE_CHRIST = re.compile(rf"(?<![\w,.])(\d{{1,4}})(?:{_DASH}(?:c\.\s*)?(\d{{1,4}}))?{_BC}")
_CHRISTIAN = re.compile(rf"\bAD\s*(\d{{1,4}})(?:{_DASH}(\d{{1,4}}))?(?![\w,])|(?<![\w,.])(\d{{1,4}})\s+(?:AD|CE)\b")
_DECADE = re.compile(r"(?<![\w,.])(1\d\d0|20[0-2]0)['’]?s\b")
_YEAR = r"(?:1\d{3}|20[0-2]\d|2030)"
_NOT_BEFORE = r"(?<![\w.,$€£#°])(?<!No )(?<!No\. )(?<![A-Z]{2}[- ])(?<!number )(?<!Type )(?<![A-Z]-)"
_NOT_AFTER = (
    r"(?![\w°%]|[,.]\d|[-\s]+(?:k?m|kg|cc|hp|ft|feet|mi|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|people|inhabitants"
    r"|residents|species|islands?|members|pages|bits?|points|yards?|episodes|students|employees|seats|years?)\b)"
)
_RANGE = re.compile(
    rf"{_NOT_BEFORE}({_YEAR}){_DASH}(?:c\.\s*|ca\.\s*|about\s+)?(?:\d{{1,2}}\s+)?(?:[A-Z][a-z]+\s+)?"
    rf"({_YEAR}|\d\d|present|now|today)(?![\w,])"
)
_SINGLE = re.compile(rf"{_NOT_BEFORE}({_YEAR}){_NOT_AFTER}")
_LIFE = re.compile(
    r"\((?:[^()]*?,\s*)?(?:c\.\s*|ca\.\s*|circa\s*|born\s+)?(\d{3,4})\s*[?]?\s*[-–—−]\s*(?:c\.\s*|ca\.\s*)?(\d{3,4})\s*[?]?\)"
)
_BORN_BEFORE = re.compile(r"(?:\bborn\b|\bb\.|\*)[^()\d;]{0,30}(?:\d{1,2}[ .,]+)?(?:[A-Za-z]+[ .,]+)?(?:\d{1,2}, )?$")
_DIED_BEFORE = re.compile(r"(?:\bdied\b|\bd\.|†|\bdeath\b)[^()\d;]{0,30}(?:\d{1,2}[ .,]+)?(?:[A-Za-z]+[ .,]+)?$")
_SINCE_BEFORE = re.compile(
    r"\b(?:founded|established|formed|created|launched|opened|incorporated|since|started|begun|built)\b[^()\d;]{0,30}$",
    re.IGNORECASE,
)
_UNTIL_BEFORE = re.compile(
    r"\b(?:until|dissolved|abolished|closed|defunct|disbanded|demolished|ended)\b[^()\d;]{0,30}$", re.IGNORECASE
)
_DIGIT = re.compile(r"[0-9]")
_TITLE_ONLY = re.compile(r"\s*\d+\s*(?:\([^()\d]*\))?\s*$")
_IN_PARENTHESES = re.compile(r"\(([^()]*\d[^()]*)\)")
_WORK_WORD = re.compile(r"\b(?:film|novel|album|song|book|play|series|game|serial|musical|opera|born|b\.|died)\b", re.I)


@dataclass(frozen=True, slots=True)
class Years:
    """The first and last year that a text names, and what they are the years of.

    ``exact`` is False for centuries and for years that need not be the thing's own.
    """

    first: int
    last: int
    said: Said = "span"
    exact: bool = True


def years_in(text: str) -> tuple[int, int] | None:
    """The first and the last year that a text names, None if it names none.

    "born 1958" is (1958, 1958), "1980s" is (1980, 1989), "4th century BC" is (-400, -301). A text that is a bare
    number, such as the title "1984 (novel)", names no year.
    """
    found = read(text)
    return None if found is None else (found.first, found.last)


def read(text: str) -> Years | None:
    """What a description says of years, None if it names none."""
    if not _DIGIT.search(text) or _TITLE_ONLY.match(text):
        return None
    if life := _LIFE.search(text):
        first, last = int(life[1]), int(life[2])
        if 0 < last - first <= 1000 and last <= LATEST:
            return Years(first, last, "life")
    spans, exact = _spans(text)
    if not spans:
        return None
    first, last = min(s[0] for s in spans), max(s[1] for s in spans)
    return Years(first, last, _said(text) if first == last else "span", exact)


def read_label(label: str) -> Years | None:
    """What a label or alias says of years: those in parentheses at its end ("Kinara (1977 film)", "Orbom (1915-1959)").

    Elsewhere a number may be part of a title ("Death Race 2000").
    """
    if "(" not in label:
        return None
    for found in reversed(_IN_PARENTHESES.findall(label)):
        within = f"({found})"
        if (_LIFE.search(within) or _WORK_WORD.search(within) or _SINGLE.fullmatch(found)) and (years := read(within)):
            return years
    return None


def _spans(text: str) -> tuple[list[tuple[int, int]], bool]:
    """The years of all expressions, each read once; whether there is any besides centuries."""
    spans: list[tuple[int, int]] = []
    rough: list[tuple[int, int]] = []

    def century(found: re.Match[str]) -> str:
        numbers = [int(n) for n in found.group(1, 2) if n]
        if all(0 < n <= 21 for n in numbers):
            ends = [_century(n, bool(found[3])) for n in numbers]
            rough.append((min(e[0] for e in ends), max(e[1] for e in ends)))
        return " "

    def before_christ(found: re.Match[str]) -> str:
        numbers = [-int(n) for n in found.group(1, 2) if n]
        spans.append((min(numbers), max(numbers)))
        return " "

    def christian(found: re.Match[str]) -> str:
        numbers = [int(n) for n in found.groups() if n]
        if max(numbers) <= LATEST:
            spans.append((min(numbers), max(numbers)))
        return " "

    def decade(found: re.Match[str]) -> str:
        spans.append((int(found[1]), int(found[1]) + 9))
        return " "

    def reach(found: re.Match[str]) -> str:
        first = int(found[1])
        last = int(found[2]) if found[2].isdigit() else LATEST
        if last < 100:
            last += first - first % 100 + (100 if last < first % 100 and first % 100 == 99 else 0)
        spans.append((first, last) if last >= first else (first, first))
        return " "

    for pattern, take in (
        (_CENTURY, century),
        (_BEFORE_CHRIST, before_christ),
        (_CHRISTIAN, christian),
        (_DECADE, decade),
        (_RANGE, reach),
    ):
        text = pattern.sub(take, text)
    spans += [(int(year), int(year)) for year in _SINGLE.findall(text)]
    return (spans, True) if spans else (rough, False)


def _century(number: int, before_christ: bool) -> tuple[int, int]:
    return (-100 * number, -100 * number + 99) if before_christ else (100 * number - 100, 100 * number - 1)


def _said(text: str) -> Said:
    """What the only year of a text is the year of, by the words before it."""
    found = _SINGLE.search(text)
    before = text[: found.start()] if found else ""
    if _BORN_BEFORE.search(before) or re.search(r"\(\s*\d{4}\s*[-–—]\s*\)", text):
        return "born"
    if _DIED_BEFORE.search(before):
        return "died"
    if _SINCE_BEFORE.search(before):
        return "since"
    return "until" if _UNTIL_BEFORE.search(before) else "span"
