"""The verdict in words of English: do the texts contradict each other, or not? None where the words do not say."""

from __future__ import annotations

import re
from typing import Literal

Verdict = Literal["conflict", "none"]

_OPPOSED = r"(?:contradiction|conflict|inconsistenc|discrepanc|disagreement)(?:y|ies|s|es)?"
_STATED = re.compile(
    r"^\W*(?:(?:final|my|short|the)\s+)*(?:answer|verdict|conclusion|result|decision|judge?ment|contradiction|conflict|"
    r"contradictory|contradicts?)s?(?:\s+(?:is|found|present))?\W*[:=]\W*(?P<word>.+)$|"
    r"^\W*(?:so|therefore|thus|hence)?\W*(?:the|my)\s+(?:final\s+)?(?:answer|verdict)\s+is\W+(?P<said>.+)$",
    re.IGNORECASE,
)
"""A line that is there to give the verdict."""
_EITHER = re.compile(r"\byes\b\W+(?:or\W+)?\bno\b|\bno\b\W+(?:or\W+)?\byes\b", re.IGNORECASE)
_YES = re.compile(r"\W*(?:yes|true|yep|yeah|correct|contradict\w*|conflict(?:s|ing)?|inconsistent)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|none|nope|nothing|false|consistent|compatible|n/a)\b", re.IGNORECASE)
_OPENS = re.compile(r"\W*(yes|no)\b(?!\s+(?:one|other|matter|doubt)\b)", re.IGNORECASE)
_DENIED = re.compile(
    rf"\b(?:no|nor\s+any)\s+(?:\w+\s+){{0,3}}{_OPPOSED}\b|\bnot\s+(?:\w+\s+){{0,3}}(?:contradict\w*|{_OPPOSED}|inconsistent)\b|"
    rf"n[’']t\s+(?:\w+\s+){{0,3}}(?:contradict\w*|{_OPPOSED}|inconsistent)\b|\bcannot\s+(?:\w+\s+){{0,2}}contradict\w*|"
    rf"\b(?:without|free\s+of|neither)\s+(?:\w+\s+){{0,2}}(?:{_OPPOSED}|contradict\w*)\b|\bnothing\s+contradict\w*|"
    r"\b(?:are|is|remain|seem|fully|entirely|be)\s+(?:\w+\s+){0,2}(?:consistent|compatible)\b|\bdo(?:es)?\s+agree\b",
    re.IGNORECASE,
)
_AT_ODDS = re.compile(
    r"\b(?:not|n[o'’]t)\s+(?:\w+\s+){0,2}(?:consistent|compatible|agree|both\s+be\s+true)\b|"
    r"\bcannot\s+both\b|\bincompatible\b|\bmutually\s+exclusive\b",
    re.IGNORECASE,
)
_AFFIRMED = re.compile(rf"\bcontradict\w*|\b{_OPPOSED}\b|\bconflicting\b|\binconsistent\b|\bdisagree\b", re.IGNORECASE)
_OPEN = re.compile(r"(?<![^.!?\n])[^.!?\n]*\?|\b(?:whether|if)\b[^.!?\n]*", re.IGNORECASE)
"""Questions, and what is left open: they say nothing of the answer, least of all where a prompt is repeated."""
_REFUSED = re.compile(
    r"\b(?:I|we)(?:\s+am|\s*['’]m|\s+are)?\s*(?:really\s+|very\s+)?(?:sorry|unable|not\s+able|can\s*not|can['’]t|won['’]t)\b|"
    r"\bas an? (?:AI|language model|assistant)\b|\bI\s+(?:must|have to)\s+decline\b",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    """Does the model say that it cannot or will not answer?"""
    return bool(_REFUSED.search(text))


def word_verdict(words: str) -> Verdict | None:
    """What the words after ``Answer:`` say."""
    words = words.replace("’", "'")
    if _EITHER.search(words):
        return None
    if _YES.match(words):
        return "conflict"
    return "none" if _NO.match(words) else _phrased(words)


def stated_verdict(text: str) -> Verdict | None:
    """The verdict of the last line that is there to give it."""
    found: Verdict | None = None
    for line in text.splitlines():
        if (match := _STATED.match(line)) and (verdict := word_verdict(match["word"] or match["said"])):
            found = verdict
    return found


def spoken_verdict(text: str) -> Verdict | None:
    """The verdict of an answer in prose: its first word if that is yes or no, else what all its sentences say."""
    text = _OPEN.sub(" ", text)
    opening = _OPENS.match(text)
    if opening and not _EITHER.match(text, opening.start(1)):
        return "conflict" if opening[1].lower() == "yes" else "none"
    return _phrased(text)


def _phrased(text: str) -> Verdict | None:
    rest, at_odds = _AT_ODDS.subn(" ", text)
    rest, denied = _DENIED.subn(" ", rest)
    affirmed = at_odds > 0 or _AFFIRMED.search(rest) is not None
    if affirmed == bool(denied):
        return None
    return "conflict" if affirmed else "none"
