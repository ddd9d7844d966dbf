"""Numbers with what they count, and times, in the tokens of a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from contragraph.documents.language import WordToken, lists, stem_of, units
from contragraph.documents.records import Mention

_DIGITS = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?|\.\d+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_YEAR = re.compile(r"1\d{3}|20\d{2}")
_DECADE = re.compile(r"(1\d|20)(\d)0'?s")
_SPAN = re.compile(r"(1\d{3}|20\d{2})[-–—](\d{4}|\d{2})")
_FACTORS = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12.0}
_CURRENCIES = "$£€¥"
YEAR = 10_000
"""A day is written as one number: the year times this, the month times a hundred, the day."""


def times(body: str, words: Sequence[WordToken]) -> list[tuple[int, int, Mention]]:
    """The times of a sentence, as (first token, token after the last, mention)."""
    found, at = [], 0
    while at < len(words):
        read = _date(words, at) or _year(words, at)
        if read is None:
            at += 1
            continue
        after, low, high, unit = read
        start, end = words[at].start, words[after - 1].end
        mention = Mention("time", body[start:end], f"{low:.0f}-{high:.0f}", start, end, low, high, unit)
        found.append((at, after, mention))
        at = after
    return found


Read = tuple[int, float, float, str]


def _date(words: Sequence[WordToken], at: int) -> Read | None:
    """A date with a month: 8 December 1967, Feb 12, 1804, March 1814, August 28."""
    months = lists()["months"]
    place = next((n for n in range(at, min(at + 3, len(words))) if _month(words[n], months)), None)
    if place is None:
        return None
    between = [w.lower for w in words[at:place]]
    day: int | None = None
    if between:
        number = _day(between[0])
        if number is None or between[1:] not in ([], ["of"]):
            return None
        day = number
    after = place + 1
    if day is None and after < len(words) and (number := _day(words[after].lower)) is not None:
        day, after = number, after + 1
    year: int | None = None
    comma = after + (after < len(words) and words[after].text == ",")
    if comma < len(words) and _YEAR.fullmatch(words[comma].text):
        year, after = int(words[comma].text), comma + 1
    if day is None and year is None:
        return None  # "may" and "march" are words of their own
    month = _month_number(words[place].text)
    if month is None:
        return None
    base = (year or 0) * YEAR + month * 100
    unit = "date" if year is not None else "day of the year"
    return after, base + (day or 1), base + (day or 31), unit


def _month(word: WordToken, months: frozenset[str]) -> bool:
    name = word.lower.rstrip(".")
    return word.capital and (name in months or (len(name) in (3, 4) and any(m.startswith(name) for m in months)))


def _month_number(name: str) -> int | None:
    from dateutil.parser import ParserError, parse

    try:
        return int(parse(name.rstrip("."), default=datetime(2000, 1, 1)).month)
    except ParserError:
        return None


def _day(text: str) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", text)
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else None


def _year(words: Sequence[WordToken], at: int) -> Read | None:
    """A year, a span of years, a decade or a century."""
    word = words[at]
    following = words[at + 1].lower if at + 1 < len(words) else ""
    if match := _SPAN.fullmatch(word.text):
        last = match[2] if len(match[2]) == 4 else match[1][:2] + match[2]
        return at + 1, int(match[1]) * YEAR, int(last) * YEAR + 1231, "span"
    if match := _DECADE.fullmatch(word.lower):
        low = int(match[1] + match[2] + "0")
        return at + 1, low * YEAR, (low + 9) * YEAR + 1231, "date"
    if _YEAR.fullmatch(word.text) and following == "s" and not words[at + 1].spaced:
        low = int(word.text) // 10 * 10
        return at + 2, low * YEAR, (low + 9) * YEAR + 1231, "date"
    era = following.replace(".", "") in ("bc", "bce")
    if word.text.isdigit() and era:
        low = -int(word.text)
        return at + 2, low * YEAR, low * YEAR + 1231, "date"
    if (match := _ORDINAL.fullmatch(word.lower)) and following in ("century", "centuries"):
        first = (int(match[1]) - 1) * 100
        return at + 2, first * YEAR, (first + 100) * YEAR + 1231, "date"
    if not _YEAR.fullmatch(word.text) or (at and words[at - 1].text in _CURRENCIES):
        return None
    if stem_of(following) in units() or following in _FACTORS or following == "%":
        return None
    year = int(word.text)
    return at + 1, year * YEAR, year * YEAR + 1231, "date"


def numbers(body: str, words: Sequence[WordToken], taken: frozenset[int]) -> list[tuple[int, int, Mention]]:
    """The numbers of a sentence outside of the ``taken`` tokens, as (first token, token after the last, mention)."""
    found, at = [], 0
    while at < len(words):
        if at in taken or (read := _number(words, at)) is None:
            at += 1
            continue
        after, value, unit = read
        first = at - 1 if at and words[at - 1].text in _CURRENCIES else at
        if first < at:
            unit = words[first].text
        elif unit == "":
            unit = _counted(words, after)
        base, factor = units().get(unit.partition(" ")[0], (unit, 1.0))
        start, end = words[first].start, words[after - 1].end
        amount = value * factor
        found.append(
            (first, after, Mention("number", body[start:end], f"{amount:g}", start, end, amount, amount, base))
        )
        at = after
    return found


def _number(words: Sequence[WordToken], at: int) -> tuple[int, float, str] | None:
    word = words[at]
    if match := _ORDINAL.fullmatch(word.lower):
        return at + 1, float(match[1]), "place in order"
    if _DIGITS.fullmatch(word.text):
        value, after = float(word.text.replace(",", "")), at + 1
    else:
        after = at
        while after < len(words) and _spelled_part(words, after):
            after += 1
        if after == at or words[at].text == "-":
            return None
        spelled = _spelled(" ".join(w.lower for w in words[at:after] if w.text != "-"))
        if spelled is None:
            return None
        value, ordinal = spelled
        if ordinal:
            return after, value, "place in order"
    while after < len(words) and words[after].lower in _FACTORS:
        value *= _FACTORS[words[after].lower]
        after += 1
    return after, value, ""


def _spelled_part(words: Sequence[WordToken], at: int) -> bool:
    """Is it a number in letters, or the hyphen between two?"""
    if words[at].text == "-":
        return 0 < at < len(words) - 1 and words[at - 1].number and words[at + 1].number
    return words[at].number and words[at].lower.replace("-", "").isalpha()


def _spelled(text: str) -> tuple[float, bool] | None:
    """The value of a number in words, and whether it is an ordinal."""
    from text_to_num import alpha2digit

    digits = alpha2digit(text, "en", 0)
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)(st|nd|rd|th)?", digits):
        return float(match[1]), bool(match[2])
    return (1.0, False) if text == "one" else None


def _counted(words: Sequence[WordToken], after: int) -> str:
    """The stems of what a number counts: at most three words of the same phrase behind it."""
    said: list[str] = []
    for word in words[after : after + 4]:
        if word.lower in ("of", "and") and said:
            break
        if not word.stem or (not word.text[0].isalnum() and word.text != "%"):
            if word.text == "%":
                return "%"
            if word.lower in lists()["articles"] or word.lower == "-":
                continue
            break
        said.append(word.stem)
        if word.stem in units():
            return word.stem
    return " ".join(said[:3])
