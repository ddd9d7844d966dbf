"""Conflicts reported line by line, as in ``Conflict 1:``, ``Sentence A: "…"``, ``Sentence B: "…"``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from contragraph.evaluation.answers.answered import Label, Quote, Reported
from contragraph.evaluation.answers.mentions import KINDS, LABELS, named_in

MANY = 64
"""Quotes of a conflict that are looked at to see whether both texts are named; no conflict has as many."""
_MARKS = r"[\s>*_#`•·\[(\-–]*"
_NUMBERS = r"\d{1,3}(?:\s*(?:,|;|&|\+|and|-|–)\s*(?:[AB]\s?)?\d{1,3})*"
_LABEL = re.compile(
    rf"^{_MARKS}(?:\d{{1,2}}[.)]\s*)?{_MARKS}(?:(?:from|in|the|of|sentences?|quotes?)\s+)*"
    rf"(?:{KINDS}s?\s*[\"'(\[]?(?P<named>A|B|1|2|one|two)\b|(?P<ordinal>first|second)\s+{KINDS}\b|"
    rf"(?P<bare>[AB])(?=\d|[\s*_]*[:)\]]))"
    rf"[\"')\]*_]*(?:\s*[,(]?\s*(?:sentences?|s|no\.?|line)?\s*\#?(?P<numbers>{_NUMBERS})\s*\)?)?"
    r"[\s*_)\]]*(?:[:=]|\s[–—-]\s|\b(?:says|states|reads|claims)\b(?:\s+that\b)?|$)(?P<rest>.*)$",
    re.IGNORECASE,
)
_HEADING = re.compile(
    rf"^{_MARKS}(?:conflict|contradiction|inconsistency|discrepancy|pair|issue)\s*(?:\#|no\.?|number)?\s*\d+\b"
    r"[\s*_:.)\]–—-]*(?P<rest>.*)$",
    re.IGNORECASE,
)
_PLACES = re.compile(
    rf"^{_MARKS}(?:\d{{1,2}}[.)]\s*)?(?P<places>[AB]\s?\d{{1,3}}(?:\s*(?:[-–—,;+&/|]|<?[-=]+>|[↔→]|vs\.?|versus|and|with|"
    r"(?:together|along|combined|in\s+combination|taken\s+together)\s+with|as\s+well\s+as|against|contradicts?|"
    r"conflicts?\s+with)\s*[AB]?\s?\d{1,3})+)[\s.*_)\]`]*(?:[:(](?:(?!\b[AB]\s?\d).)*)?$",
    re.IGNORECASE,
)
"""A line of sentence names such as ``A2 - B3``, with a remark behind it or without."""
_ITEM = re.compile(rf"^{_MARKS}\d{{1,2}}[.)]\s+")
_CLOSES = re.compile(
    rf"^{_MARKS}(?:explanation|reason(?:ing)?|why|because|note|analysis|justification|comment|answer|verdict|both)s?\b",
    re.IGNORECASE,
)
_SUPPORT = re.compile(
    rf"^{_MARKS}(?:(?:supporting|additional|further|shared|linking|background)\s+)?"
    r"(?:supporting|evidence|support|sentences?|facts?|statements?|context|supported by|needs?|via|given|together with)"
    r"[\s*_]*:(?P<rest>.*)$",
    re.IGNORECASE,
)
"""A line with further sentences of the conflict, of either text."""
_INLINE = re.compile(
    rf"(?<=\S)[ \t]+(?=[*_]*(?:(?:{KINDS}\s+(?:A|B|1|2))|(?:conflict|contradiction)\s*\#?\d+|(?:explanation|reason))"
    r"\s*[*_]*:)",
    re.IGNORECASE,
)
_HALVES = re.compile(
    r"(?<=\S)[ \t]*"
    r"(?:(?:[/|;]|<?[-–—=]+>?|[↔→]|\bvs\b\.?|\bversus\b)[ \t]*|(?<=[\"”“»])(?:,|,?[ \t]+(?:and|but))?[ \t]+)"
    rf"(?=[*_(\[]{{0,3}}(?:{KINDS}\s+(?:A|B|1|2|one|two)|(?:first|second)\s+{KINDS}|(?-i:[AB]))[*_)\]]{{0,3}}\s*:)",
    re.IGNORECASE,
)
"""What stands between the two halves of a conflict in one line: ``A: "…" / B: "…"``."""
_ONLY_NUMBERS = re.compile(rf"^\W*(?:sentences?|lines?|no\.?|\#|[AB])?\s*\#?({_NUMBERS})\W*$", re.IGNORECASE)
_ONLY_NAMES = re.compile(
    r"^\W*(?:(?-i:[AB])[\s-]?\d{1,3}(?:\W+|\s+(?:vs\.?|versus|and|with|against|contradicts)\s+|$))+$",
)
_OPENING = '"“„«'
_JOINS = "and|as well as|but|yet|also|plus|while|whereas|because|since|although|together with"
_BETWEEN = re.compile(rf"[\"”“»]\s*(?:(?:[,;/&+|.…]|{_JOINS})\s*)*[\"“„«]", re.IGNORECASE)


def numbers_in(words: str) -> list[int]:
    """The sentence numbers in words such as ``2, 4 and 5`` or ``3-5``."""
    found: list[int] = []
    for first, last in re.findall(r"(\d{1,3})(?:\s*[-–]\s*[AB]?\s?(\d{1,3}))?", words):
        found += range(int(first), max(int(first), int(last or first)) + 1)
    return found


def quoted(words: str) -> list[str]:
    """The sentences in what follows a label: between quotation marks if it has some at its start, else all of it."""
    words = words.strip().strip("*_`").strip()
    if words[:1] not in (*_OPENING, "'", "‘") or len(words) < 2:
        return [words] if words else []
    body = words[1:]
    end = max(body.rfind(mark) for mark in ("'’" if words[0] in "'‘" else '"”“»'))
    body = body[:end] if end > 0 else body
    return [part.strip() for part in _BETWEEN.split(body) if part.strip()]


def quotes_of(words: str, label: Label | None, number: int | None = None) -> list[Quote]:
    """What follows a label, as quotes; numbers alone are sentence numbers, *A2 and A4* the names of sentences."""
    if _ONLY_NAMES.match(words):
        return _places(words)
    if only := _ONLY_NUMBERS.match(words):
        return [Quote("", label, n) for n in numbers_in(only[1])]
    return [Quote(part, label, number) for part in quoted(words)]


@dataclass
class _Reading:
    """The conflicts read so far, and the label that is open."""

    headed: bool
    reported: list[list[Quote]] = field(default_factory=list)
    label: Label | None = None
    numbers: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    supporting: bool = False
    """Whether the words open are further sentences of the conflict before them, of either text."""

    def close(self) -> None:
        """Take up what stands under the open label."""
        if self.supporting:
            if self.reported:
                self.reported[-1].extend(quotes_of(" ".join(self.words), None))
            self.supporting, self.words = False, []
        if self.label is None:
            return
        found = quotes_of(" ".join(self.words), self.label, self.numbers[0] if len(self.numbers) == 1 else None)
        if not found or len(self.numbers) > 1:
            found += [Quote("", self.label, n) for n in self.numbers]
        self.add(found)
        self.label, self.numbers, self.words = None, [], []

    def add(self, quotes: Sequence[Quote]) -> None:
        """Take up sentences of one text, or of both: these are a conflict of their own."""
        if not quotes:
            return
        now = self.reported[-1] if self.reported else None
        label = quotes[0].label
        full = now is not None and len({q.label for q in now[:MANY]}) == 2
        whole = len({q.label for q in quotes}) == 2
        if now is None or (not self.headed and (whole or (full and now[-1].label != label))):
            self.reported.append(now := [])
        now.extend(quotes)

    def goes_on(self, line: str) -> bool:
        """Does the line belong to what stands under the open label?"""
        so_far = " ".join(self.words).strip()
        if not so_far:
            return True
        unclosed = so_far[0] in _OPENING and len(so_far) > 1 and so_far[-1] not in '"”»“.!?'
        return unclosed or re.match(r"\s*[-*•]?\s*[\"“„«]", line) is not None


def labels_inside(text: str) -> bool:
    """Do labels stand within lines only, so that they may as well be prose?"""
    return not any(form.match(line) for line in text.splitlines() for form in (_HEADING, _LABEL, _PLACES))


def read_lines(text: str) -> list[Reported]:
    """The conflicts in an answer whose lines name the texts or sentences.

    Empty if it has no such lines, or if a line speaks of both texts: that is prose.
    """
    lines = _INLINE.sub("\n", _HALVES.sub("\n", text)).splitlines()
    reading = _Reading(headed=any(map(_HEADING.match, lines)))
    for line in _opened(lines, reading):
        if places := _PLACES.match(line):
            reading.close()
            reading.add(_places(places["places"]))
        elif (label := _LABEL.match(line)) and (side := label["named"] or label["ordinal"] or label["bare"]):
            if named_in(label["rest"]) - {LABELS[side.lower()]}:
                return []
            reading.close()
            reading.label = LABELS[side.lower()]
            reading.numbers = numbers_in(label["numbers"] or "")
            reading.words = [label["rest"].strip(" \t*_:")]
        elif _under_way(reading) and (more := _SUPPORT.match(line)) and not _LABEL.match(more["rest"]):
            reading.close()
            reading.supporting, reading.words = True, [more["rest"].strip(" \t*_")]
        elif not line.strip() or _CLOSES.match(line) or _ITEM.match(line):
            if reading.words != [""]:
                reading.close()
        elif reading.label is not None or reading.supporting:
            if reading.goes_on(line):
                reading.words.append(line.strip(" \t*_-•"))
            else:
                reading.close()
    reading.close()
    return [tuple(quotes) for quotes in reading.reported if quotes]


def _under_way(reading: _Reading) -> bool:
    """Whether a sentence of a conflict has been read."""
    return reading.label is not None or bool(reading.reported and reading.reported[-1])


def _places(words: str) -> list[Quote]:
    """The sentences in words such as ``A2+A4 - B3``."""
    found: list[Quote] = []
    label: Label = "A"
    for letter, number in re.findall(r"([ABab]?)[\s-]?(\d{1,3})", words):
        label = LABELS[letter.lower()] if letter else label
        found.append(Quote("", label, int(number)))
    return found


def _opened(lines: Sequence[str], reading: _Reading) -> Iterator[str]:
    """The lines, with a new conflict begun at each heading."""
    for line in lines:
        if heading := _HEADING.match(line):
            reading.close()
            if not reading.reported or reading.reported[-1]:
                reading.reported.append([])
        yield heading["rest"] if heading else line
