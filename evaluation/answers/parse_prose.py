"""Conflicts told in prose: ``Text A says "…", whereas text B says "…"``, ``A2 contradicts B3``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Literal

from contragraph.evaluation.answers.aligned import copied_spans, told_spans
from contragraph.evaluation.answers.answered import Quote, Reported
from contragraph.evaluation.answers.listed import Kind as ItemKind
from contragraph.evaluation.answers.listed import items_of
from contragraph.evaluation.answers.mentions import Where
from contragraph.evaluation.answers.parse_lines import MANY
from contragraph.evaluation.answers.prose_tokens import (
    SHORTEST,
    Span,
    Token,
    beside,
    labelled,
    mentions_in,
    numbered_tokens,
    overlap,
    quoted_spans,
    said_tokens,
)

Kind = Literal["quoted", "numbered", "said", "told"]
_ABOUT = 300
"""Characters before a sentence in which its pronouns may have their names."""
_ENDS = re.compile(r"(?<=[.!?])[\"”»’')]*\s+(?=[\"“„«‘(]*[A-Z])")
_EXPLAINS = re.compile(r"^\W*(?:expla|reason|why|note|analysis|comment|because)", re.IGNORECASE)
"""How a line begins that explains a conflict."""
_SIGN = re.compile(r"^[^:]{1,40}:[*_]*\s|<?[-=]+>|[↔→⟷⇔≠|]|\bvs\b\.?|\bversus\b|\s/\s|</?\w+[^>]*>|;\s")
"""What parts things in a layout of one's own: a label and its colon, arrows, bars, tags."""
_AGREE = re.compile(
    r"\b(?:both\s+(?:texts|say|mention|have|tell|agree)|agrees?|in\s+both|the\s+same\s+in|told\s+alike|no\s+(?:problem|conflict|contradiction))\b",
    re.IGNORECASE,
)
"""Sentences on what the texts have in common."""


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


def _every(line: str, before: str, where: Where) -> Iterator[Token]:
    """What a line quotes or numbers, copies, says that a text tells, and tells nearly word for word beside all that.

    What a text is said to tell stands for the sentences that are copied in it, if they are of one text
    and it is found to mean them all.
    """

    def meant(token: Token, span: Span | None = None) -> frozenset[str]:
        words = [q.words for q in token.quotes] if span is None else [line[slice(*span)]]
        quotes = (replace(q, words=w, about=_about(before, line, token.start)) for q, w in zip(token.quotes, words))
        return frozenset[str]().union(*map(where, quotes))

    def holds(token: Token, inside: Sequence[Span]) -> bool:
        found = meant(token)
        return not inside or (len({n[0] for n in found}) == 1 and all(meant(token, span) <= found for span in inside))

    quoted = quoted_spans(line)
    numbered = [] if quoted else [*numbered_tokens(line)]
    said = [token for token in _unquoted(line, quoted or [t.span for t in numbered]) if meant(token)]
    if numbered:
        yield from (*numbered, *said)
        return
    copied: list[Span] = []
    near: list[Span] = []
    if not _EXPLAINS.match(line):
        copied = beside(copied_spans(line, where.sentences), quoted)
        said = [t for t in said if holds(t, [c for c in copied if overlap(c, t.span)])]
        copied = beside(copied, [t.span for t in said])
        near = _near(line, [*quoted, *copied, *(t.span for t in said)], where)
    yield from said
    found = [*quoted, *copied, *near]
    for token in labelled(line, sorted([*found, *(t.span for t in said)])):
        if token.span in found and ((token.span in quoted and token.label is not None) or meant(token)):
            yield token


def _unquoted(line: str, quoted: Sequence[Span]) -> Iterator[Token]:
    """What a line says that a text tells, in other sentences than those that quote and those on what is alike."""
    ends = [0, *(m.end() for m in _ENDS.finditer(line)), len(line)]
    taken = [s for s in pairwise(ends) if any(s[0] <= start < s[1] for start, _ in quoted)]
    for token in said_tokens(line, loose=True):
        start = max(end for end in ends if end <= token.start)
        if beside([token.span], taken) and not _AGREE.search(line[start : token.end]):
            yield token


def _near(line: str, taken: Sequence[Span], where: Where) -> list[Span]:
    """What is nearly copied where nothing else was found; or, if no text is named, between signs."""
    mentions = [place for start, end, _ in mentions_in(line) for place in (start, end)]
    signs = [place for m in _SIGN.finditer(line) for place in m.span()]
    joints = sorted({0, len(line), *mentions, *signs, *(place for span in taken for place in span)})
    spans: list[Span] = []
    for start, end in beside(pairwise(joints), taken):
        piece = line[start:end]
        if not mentions and len(piece) >= SHORTEST and where(Quote(piece.strip())):
            spans.append((start, end))
        else:
            spans += [(start + s, start + e) for s, e in told_spans(piece, where.sentences)]
    return spans


def _read(text: str, tokens: Callable[[str, str], Iterator[Token]]) -> list[Reported]:
    """The conflicts told in one way.

    What stands under one number is one conflict, and what stands under one bullet is of one. Sentences of one text that
    are left over at the end of a line go with the conflict before them.
    """
    reported: list[list[Quote]] = []
    before = ""
    for item in items_of(text):
        begun = False
        for line in item.lines:
            last, first = 0, len(reported)
            for token in sorted(tokens(line, before), key=lambda t: t.start):
                now = reported[-1] if reported else None
                gap = line[last : token.start] if last else "\n"
                if now is None or _begins(now, token, gap, item.kind, begun):
                    reported.append(now := [])
                about = _about(before, line, token.start)
                now.extend(replace(quote, about=about) for quote in token.quotes)
                last, begun = token.end, True
            if len(reported) > first + 1 and _one_sided(reported[-1]):
                alone = reported.pop()
                reported[-1].extend(alone)
            before = line
    return [tuple(quotes) for quotes in reported if len(quotes) > 1]


def _begins(now: list[Quote], token: Token, gap: str, kind: ItemKind, begun: bool) -> bool:
    """Does a sentence begin another conflict, the first of its item or not (``begun``)?"""
    if kind in ("number", "heading"):
        return not begun
    return not (kind == "bullet" and begun) and _complete(now, token, gap)


def _about(before: str, paragraph: str, place: int) -> str:
    """What an answer said before a place of a paragraph."""
    return f"{before} {paragraph[:place]}"[-_ABOUT:]


def _one_sided(quotes: list[Quote]) -> bool:
    """Is it one sentence, or several of the same text?"""
    return len(quotes) == 1 or (quotes[0].label is not None and len({q.label for q in quotes[:MANY]}) == 1)


def _complete(now: list[Quote], token: Token, gap: str) -> bool:
    """Is the conflict read so far whole, so that this sentence belongs to the next one?"""
    labels = {q.label for q in now[:MANY]}
    if None in labels or token.label is None:
        return len(now) > 1 and re.search(r"\n|[.;!?]\s|^\W*\s[A-Z]", gap) is not None
    return len(labels) == 2 and (now[-1].label != token.label or re.search(r"\n|[.;!?]\s", gap) is not None)


def _named(paragraph: str, before: str, kind: Kind) -> Iterator[Token]:
    if kind == "quoted":
        yield from labelled(paragraph, quoted_spans(paragraph))
    elif kind == "numbered":
        yield from numbered_tokens(paragraph)
    else:
        yield from said_tokens(paragraph, loose=kind == "told")
