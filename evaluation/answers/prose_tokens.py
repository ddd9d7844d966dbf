"""The sentences that a line of prose names: by quotation marks, by numbers, by what it says that a text tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.evaluation.answers.answered import Label, Quote
from contragraph.evaluation.answers.mentions import KINDS, LABELS, MENTION, label_of
from contragraph.evaluation.answers.parse_lines import numbers_in

Span = tuple[int, int]
SHORTEST = 12
"""Characters of a quotation at least: shorter ones are names and titles."""
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
)
_QUOTED = re.compile(
    r"“([^”]{1,1000})”|„([^“”]{1,1000})[“”]|«\s*([^»]{1,1000}?)\s*»|\"([^\"\n]{1,1000})\"|"
    r"(?<!\w)['‘]((?:[^'’\n]|['’](?=\w)){1,500})['’](?!\w)"
)
_INSERTED = (
    r"(?:,?\s*\b(?:however|on\s+the\s+other\s+hand|by\s+contrast|in\s+contrast|though|meanwhile|in\s+turn|instead|"
    r"conversely|then)\s*,)?"
)
"""What may stand between a text and what it says."""
_VERBS = r"(?:says|states|claims|asserts|mentions|indicates|reports|tells\s+us|writes|has\s+it)(?:\s+that)?[\s:]+"
_NEXT = r"\s+(?:while|whereas|but|yet|and\s+(?:the\s+)?(?:text|second|B\b))"
_CLAUSE = rf"(?P<clause>.{{1,600}}?)(?=(?:,|;|\.\s|\.$)?{_NEXT}|;|\.\s|\.?$)"
_SAYS = re.compile(rf"^{_INSERTED}\W{{0,3}}(?:\w+\s+){{0,2}}{_VERBS}{_CLAUSE}", re.IGNORECASE)
_ALSO_SAYS = re.compile(rf"^[,;]?\s+(?:but|yet|and|while)\s+(?:it\s+)?also\s+{_VERBS}{_CLAUSE}", re.IGNORECASE)
_THERE = re.compile(rf"^{_INSERTED}\s*,?\s+{_CLAUSE}", re.IGNORECASE)
"""What a text says where it is named before a comma: ``In text A, he was born in Bonn``."""
_TELLS = re.compile(
    rf"^{_INSERTED}\s+(?!and\b|or\b|both\b|agrees?\b|disagrees?\b|contradicts?\b){_CLAUSE}", re.IGNORECASE
)
"""What a text tells with any other verb: ``Text A counts Bonn among the towns``, ``In text A Bonn is a town``."""
_LEADS_ON = re.compile(
    r"(?:(?:^|[\s,;.(]+)(?:while|whereas|but|yet|and|though|although|in|according|to|the|by|from|however)\b)+[\s,]*$",
    re.IGNORECASE,
)
"""The words before a mention of a text that belong to it, not to what was said before."""
_COUNTS = re.compile(r"^\W*(?:\w+ly|first|second|third|fourth|next|then|also|moreover|yes),\s+", re.IGNORECASE)
"""A word that only counts or links, before what is told."""
_BEHIND = re.compile(r"^(?:[\s)\]]*(?:[,;.]|$)|[)\]])")
"""What follows a mention that stands behind what was told: ``Bonn is a town according to text A;``."""
_PLACED = re.compile(r"(?:\b(?:in|by|from|according\s+to)\s+|[(\[]\s*)(?:the\s+)?$", re.IGNORECASE)
_SIDES = re.compile(r"\.\s(?=[A-Z])|<?[-=–—]+>|[↔→]|\bvs\b\.?|\bversus\b|\s/\s|\bcontradicts\b")
_PARTS = re.compile(r"[.;]\s|<?[-=–—]+>|[↔→]|\bvs\b\.?|\bversus\b|\s/\s|\bcontradicts\b")
_NAMED_BEHIND = re.compile(r"[\s.,\"”»’']*(?:[(\[]\s*(?:(?:from|in|of|see)\s+)?|(?:from|in|of)\s+)(?:the\s+)?")
"""What stands between a sentence and the mention of its text behind it."""
_JOINED = re.compile(r"\W*(?:and\W+)?(?:that\W+)?")
"""What stands between two sentences of one text."""
_TEXT = r"(?:text|context|passage|document|source|version)"
_OF = rf"(?:of|in|from|,)\s*(?:the\s+)?(?:{_TEXT}\s+"
_SOME = r"\d{1,3}(?:\s*(?:,|and|&)\s*(?:S\.?)?\d{1,3})*"
_NUMBERED = re.compile(
    rf"\b(?P<letter>(?-i:[AB]))[\s.:-]?(?:S\.?)?(?P<digits>\d{{1,3}})\b|"
    rf"\b(?:sentence|line|S|no\.?)s?\.?\s*\#?(?P<number>{_SOME})[)\]]?\s*\(?{_OF}(?P<of>A|B|1|2|one|two)\b|(?P<nth>first|second)\s+{KINDS})|"
    rf"\b(?:sentence|line|S|no\.?)s?\.?\s*\#?(?P<bare_number>{_SOME})\s+(?:of|in|from)\s+(?P<in_bare>(?-i:[AB]))\b|"
    rf"\b{_TEXT}\s+(?P<text>A|B|1|2)\b\W{{0,3}}(?:(?:sentence|line|S|no\.?)s?\.?\s*\#?|\[|\()(?P<after>{_SOME})|"
    rf"\b(?P<nth_text>first|second)\s+{_TEXT}\W{{0,3}}(?:sentence|line|S)s?\.?\s*\#?(?P<behind>{_SOME})|"
    rf"\b(?:(?P<place>{'|'.join(_ORDINALS)})|(?P<count>\d{{1,2}})(?:st|nd|rd|th))\s+sentence\s+{_OF}(?P<within>A|B|1|2|one|two)\b|(?P<which>first|second)\s+{KINDS})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A mention of a text, or a named sentence, at its place in a line."""

    start: int
    end: int
    label: Label | None
    quotes: tuple[Quote, ...]

    @property
    def span(self) -> Span:
        """Its place."""
        return self.start, self.end


def overlap(one: Span, other: Span) -> bool:
    """Have two stretches of a line anything in common?"""
    return one[0] < other[1] and other[0] < one[1]


def beside(spans: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """Those of the stretches that have nothing in common with any that is taken."""
    return [span for span in spans if not any(overlap(span, other) for other in taken)]


def mentions_in(line: str) -> list[tuple[int, int, Label | None]]:
    """Where a line names a text, and which."""
    return [(m.start(), m.end(), label_of(m)) for m in MENTION.finditer(line)]


def said_tokens(line: str, loose: bool) -> Iterator[Token]:
    """What is said of the texts without quotation marks: behind the mention of a text, or before it."""
    mentions = mentions_in(line)
    following = [*(start for start, _, _ in mentions[1:]), len(line)]
    before = 0
    for (start, at, label), stop in zip(mentions, following):
        end = at
        placed = _PLACED.search(line[max(0, start - 30) : start])
        if loose and placed and _BEHIND.match(line[at : at + 3]):
            place = max(before, start - 1_000)
            told = (_SIDES if line[:start].rstrip().endswith(("(", "[")) else _PARTS).split(
                line[place:start].rstrip(" ([")
            )[-1]
            words = _COUNTS.sub("", _LEADS_ON.sub("", told)).strip(" ,.;-*•([")
            if len(words) >= SHORTEST:
                yield Token(place, start, label, (Quote(words, label),))
                before = at
                continue
        forms = (_SAYS, *((_THERE,) if placed else ()), *((_TELLS,) if loose else ()))
        while end < stop and (match := _first(forms, _LEADS_ON.sub("", line[end : min(stop, end + 1_000)]))):
            if len(match["clause"]) >= SHORTEST:
                words = match["clause"].strip(" ,.;")
                yield Token(end + match.start("clause"), end + match.end("clause"), label, (Quote(words, label),))
            end, forms = end + match.end(), (_ALSO_SAYS,)
        before = end


def _first(forms: Iterable[re.Pattern[str]], words: str) -> re.Match[str] | None:
    return next((m for form in forms if (m := form.match(words))), None)


def quoted_spans(line: str) -> list[Span]:
    """What stands between quotation marks."""
    return [m.span(m.lastindex or 0) for m in _QUOTED.finditer(line) if len(m[m.lastindex or 0]) >= SHORTEST]


def labelled(line: str, spans: Sequence[Span]) -> Iterator[Token]:
    """The sentences at some places of a line, each with the text named right behind it, before it, or for the last."""
    mentions = [m for m in mentions_in(line) if not any(start <= m[0] < end for start, end in spans)]
    previous, carried = 0, None
    for index, (start, end) in enumerate(spans):
        following = spans[index + 1][0] if index + 1 < len(spans) else len(line)
        after = [m for m in mentions if end <= m[0] < following]
        before = [m for m in mentions if previous <= m[0] < start]
        label: Label | None = None
        if after and _NAMED_BEHIND.fullmatch(line[end : after[0][0]]):
            label, carried = after[0][2], None
        else:
            if before:
                carried = before[-1][2]
            elif not _JOINED.fullmatch(line[previous:start]):
                carried = None
            label = carried
        yield Token(start, end, label, (Quote(line[start:end].strip(), label),))
        previous = end


def numbered_tokens(line: str) -> Iterator[Token]:
    """The sentences that a line names by their numbers."""
    for m in _NUMBERED.finditer(line):
        named = (
            m["letter"]
            or m["of"]
            or m["nth"]
            or m["text"]
            or m["nth_text"]
            or m["within"]
            or m["which"]
            or m["in_bare"]
        )
        label = LABELS[named.lower()]
        if m["place"]:
            numbers = [_ORDINALS.index(m["place"].lower()) + 1]
        else:
            numbers = numbers_in(
                m["digits"] or m["number"] or m["after"] or m["behind"] or m["bare_number"] or m["count"]
            )
        yield Token(m.start(), m.end(), label, tuple(Quote("", label, n) for n in numbers))
