"""Which sentence of a rewritten text states which statement of its version.

A sentence that stands in the old text as well keeps what it stated. The other statements are looked for by the labels
of subject and object: both in one sentence, or one of them in a sentence and the other one there or earlier.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache

from contragraph.graph.errors import InputError
from contragraph.graph.model import Sentence, Text
from contragraph.graph.versions.history import Stated

_WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
"""A word or sign with the blanks after it: blanks alone would be what most texts have in common."""
VERBALISER = "edited"
"""Who wrote a text that was rewritten."""
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")
Span = tuple[int, int]


def spans(body: str) -> list[Span]:
    """Where the sentences of a text begin and end; together they cover it.

    :raises InputError: if the text is blank.
    """
    from sentencex import segment

    if not body.strip():
        raise InputError("The text is empty: write at least one sentence.")
    starts, at = [], 0
    for part in segment("en", body):
        said = part.strip()
        if said:
            at = body.index(said, at)
            starts.append(at)
            at += len(said)
    return list(zip([0, *starts[1:]], [*starts[1:], len(body)]))


def align(body: str, statements: Sequence[Stated], old: Text | None) -> tuple[Text, tuple[Stated, ...]]:
    """The text with its alignment, and the statements that were found in no sentence.

    :raises InputError: if the text is blank.
    """
    places = spans(body)
    parts = [body[start:end].strip() for start, end in places]
    kept = _kept(parts, old)
    said: list[list[str]] = [[] for _ in parts]
    lost = []
    for stated in statements:
        its = stated.statement.id
        at = next((n for n in range(len(parts)) if its in kept.get(n, ())), None)
        if at is None:
            at = _place(parts, stated, kept.keys(), _told(old, its))
        if at is None:
            lost.append(stated)
        else:
            said[at].append(its)
    sentences = tuple(Sentence(start, end, tuple(its)) for (start, end), its in zip(places, said))
    return Text(body, sentences, VERBALISER, old.style if old else "encyclopedic"), tuple(lost)


def _kept(parts: Sequence[str], old: Text | None) -> dict[int, tuple[str, ...]]:
    """What the sentences that stand in the old text too state there, by number."""
    stated = {old.body[s.start : s.end].strip(): s.statements for s in old.sentences} if old else {}
    return {number: stated[part] for number, part in enumerate(parts) if part in stated}


def _told(old: Text | None, statement: str) -> str:
    """The sentence that stated it in the old text."""
    if old is None:
        return ""
    return next((old.body[s.start : s.end] for s in old.sentences if statement in s.statements), "")


def _place(parts: Sequence[str], stated: Stated, kept: Collection[int], told: str) -> int | None:
    """The sentence that states it: both labels in it, then new, then most like the one that stated it before."""
    subject, thing = stated.subject_label, stated.object_label
    best: tuple[int, int, float, int] | None = None
    named = {subject: False, thing: False}
    for number, part in enumerate(parts):
        here = {label: mentions(part, label) for label in (subject, thing)}
        named = {label: named[label] or here[label] for label in named}
        if any(here.values()) and all(named.values()):
            alike = SequenceMatcher(None, told, part, autojunk=False).ratio() if told else 0.0
            new = number not in kept
            best = max(best or (0, 0, 0.0, -len(parts)), (int(all(here.values())), int(new), alike, -number))
    return None if best is None else -best[3]


def mentions(text: str, label: str) -> bool:
    """Whether a text names a label, letter case aside; its qualifier in parentheses may be left out."""
    return any(pattern.search(text) is not None for pattern in _patterns(label))


@cache
def _patterns(label: str) -> tuple[re.Pattern[str], ...]:
    names = dict.fromkeys([label, _QUALIFIER.sub("", label)])
    return tuple(re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE) for name in names if name)


def words(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The texts word by word: ("same" | "removed" | "added", words)."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(before[a:b])
            continue
        for change, some in (("removed", before[a:b]), ("added", after[c:d])):
            if some:
                yield change, "".join(some)
