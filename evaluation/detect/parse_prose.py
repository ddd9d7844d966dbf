"""Conflicts told in prose: ``Text A says "…", whereas text B says "…"``, ``A2 contradicts B3``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Literal

from contragraph.evaluation.detect.answered import Label, Quote, Reported
from contragraph.evaluation.detect.mentions import KINDS, LABELS, MENTION, Where, label_of
from contragraph.evaluation.detect.parse_lines import MANY, numbers_in

Kind = Literal["quoted", "numbered", "said", "told"]
SHORTEST = 12
"""Characters of a quotation at least: shorter ones are names and titles."""
_ABOUT = 300
"""Characters before a sentence in which its pronouns may have their names."""
_ENDS = re.compile(r"(?<=[.!?])[\"”»’')]*\s+(?=[\"“„«‘(]*[A-Z])")
_AGREE = re.compile(
    r"\b(?:both\s+(?:texts|say|mention|have|tell|agree)|agrees?|in\s+both|the\s+same\s+in|told\s+alike|no\s+(?:problem|conflict|contradiction))\b",
    re.IGNORECASE,
)
"""Sentences on what the texts have in common."""
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
class _Token:
    """A mention of a text, or a named sentence, at its place in a paragraph."""

    start: int
    end: int
    label: Label | None
    quotes: tuple[Quote, ...]


def read_prose(text: str, told: bool = False, where: Where | None = None) -> list[Reported]:
    """The conflicts that an answer tells in sentences: by quotations, else by numbers, else by what is said.

    ``told``: the answer says that there is a conflict, so that whatever it tells of a text may be a part of one. Where
    it is known ``where`` sentences stand, sentences without quotations and numbers count beside those that have some.
    """
    if where is not None and (found := _read(text, partial(_every, where=where))):
        return found
    kinds: tuple[Kind, ...] = ("quoted", "numbered", "told" if told else "said")
    for kind in kinds:
        found = _read(text, partial(_named, kind=kind))
        if found:
            return found
    return []


def _every(paragraph: str, before: str, where: Where) -> Iterator[_Token]:
    """What a paragraph quotes, numbers, and tells in its other sentences of what is a sentence of a text."""

    def known(token: _Token) -> bool:
        return any(where(replace(q, about=_about(before, paragraph, token.start))) for q in token.quotes)

    exact = [*_quotations(paragraph)] or [*_numbered(paragraph)]
    yield from (token for token in exact if token.label is not None or known(token))
    ends = [0, *(m.end() for m in _ENDS.finditer(paragraph)), len(paragraph)]
    taken = [(start, end) for start, end in pairwise(ends) for t in exact if start <= t.start < end]
    for token in _said(paragraph, loose=True):
        if any(start <= token.start < end or start < token.end <= end for start, end in taken):
            continue
        start = max(end for end in ends if end <= token.start)
        if not _AGREE.search(paragraph[start : token.end]) and known(token):
            yield token


def _read(text: str, tokens: Callable[[str, str], Iterator[_Token]]) -> list[Reported]:
    """The conflicts told in one way.

    Sentences of one text that are left over at the end of a paragraph go with the conflict before them.
    """
    reported: list[list[Quote]] = []
    before = ""
    for paragraph in re.split(r"\n+", text):
        last, first = 0, len(reported)
        listed = re.match(r"\W*\d{1,2}[.):]", paragraph) is not None
        for token in sorted(tokens(paragraph, before), key=lambda t: t.start):
            now = reported[-1] if reported else None
            gap = paragraph[last : token.start]
            if now is None or (listed and not last) or _complete(now, token, gap if last else "\n"):
                reported.append(now := [])
            about = _about(before, paragraph, token.start)
            now.extend(replace(quote, about=about) for quote in token.quotes)
            last = token.end
        if len(reported) > first + 1 and _one_sided(reported[-1]):
            alone = reported.pop()
            reported[-1].extend(alone)
        before = paragraph if paragraph.strip() else before
    return [tuple(quotes) for quotes in reported if len(quotes) > 1]


def _about(before: str, paragraph: str, place: int) -> str:
    """What an answer said before a place of a paragraph."""
    return f"{before} {paragraph[:place]}"[-_ABOUT:]


def _one_sided(quotes: list[Quote]) -> bool:
    """Is it one sentence, or several of the same text?"""
    return len(quotes) == 1 or (quotes[0].label is not None and len({q.label for q in quotes[:MANY]}) == 1)


def _complete(now: list[Quote], token: _Token, gap: str) -> bool:
    """Is the conflict read so far whole, so that this sentence belongs to the next one?"""
    labels = {q.label for q in now[:MANY]}
    if None in labels or token.label is None:
        return len(now) > 1 and re.search(r"\n|[.;!?]\s|^\W*\s[A-Z]", gap) is not None
    return len(labels) == 2 and (now[-1].label != token.label or re.search(r"\n|[.;!?]\s", gap) is not None)


def _mentions(paragraph: str) -> list[tuple[int, int, Label | None]]:
    return [(m.start(), m.end(), label_of(m)) for m in MENTION.finditer(paragraph)]


def _named(paragraph: str, before: str, kind: Kind) -> Iterator[_Token]:
    if kind == "quoted":
        yield from _quotations(paragraph)
    elif kind == "numbered":
        yield from _numbered(paragraph)
    else:
        yield from _said(paragraph, loose=kind == "told")


def _said(paragraph: str, loose: bool) -> Iterator[_Token]:
    """What is said of the texts without quotation marks: behind the mention of a text, or before it."""
    mentions = _mentions(paragraph)
    following = [*(start for start, _, _ in mentions[1:]), len(paragraph)]
    before = 0
    for (start, at, label), stop in zip(mentions, following):
        end = at
        placed = _PLACED.search(paragraph[max(0, start - 30) : start])
        if loose and placed and _BEHIND.match(paragraph[at : at + 3]):
            place = max(before, start - 1_000)
            told = (_SIDES if paragraph[:start].rstrip().endswith(("(", "[")) else _PARTS).split(
                paragraph[place:start].rstrip(" ([")
            )[-1]
            words = _COUNTS.sub("", _LEADS_ON.sub("", told)).strip(" ,.;-*•([")
            if len(words) >= SHORTEST:
                yield _Token(place, start, label, (Quote(words, label),))
                before = at
                continue
        forms = (_SAYS, *((_THERE,) if placed else ()), *((_TELLS,) if loose else ()))
        while end < stop and (match := _first(forms, _LEADS_ON.sub("", paragraph[end : min(stop, end + 1_000)]))):
            if len(match["clause"]) >= SHORTEST:
                words = match["clause"].strip(" ,.;")
                yield _Token(end + match.start("clause"), end + match.end("clause"), label, (Quote(words, label),))
            end, forms = end + match.end(), (_ALSO_SAYS,)
        before = end


def _first(forms: Iterable[re.Pattern[str]], words: str) -> re.Match[str] | None:
    return next((m for form in forms if (m := form.match(words))), None)


def _quotations(paragraph: str) -> Iterator[_Token]:
    quotations = [m for m in _QUOTED.finditer(paragraph) if len(m[m.lastindex or 0]) >= SHORTEST]
    spans = [m.span() for m in quotations]
    mentions = [m for m in _mentions(paragraph) if not any(start <= m[0] < end for start, end in spans)]
    previous = 0
    for index, match in enumerate(quotations):
        following = spans[index + 1][0] if index + 1 < len(spans) else len(paragraph)
        after = [m for m in mentions if match.end() <= m[0] < following]
        before = [m for m in mentions if previous <= m[0] < match.start()]
        label: Label | None = None
        if after and re.fullmatch(
            r"[\s.,]*(?:[(\[]\s*(?:(?:from|in|of|see)\s+)?|(?:from|in|of)\s+)(?:the\s+)?",
            paragraph[match.end() : after[0][0]],
        ):
            label = after[0][2]
        elif before:
            label = before[-1][2]
        words = match[match.lastindex or 0].strip()
        yield _Token(match.start(), match.end(), label, (Quote(words, label),))
        previous = match.end()


def _numbered(paragraph: str) -> Iterator[_Token]:
    for m in _NUMBERED.finditer(paragraph):
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
        yield _Token(m.start(), m.end(), label, tuple(Quote("", label, n) for n in numbers))
