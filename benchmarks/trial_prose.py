"""The layouts in which trial answers tell conflicts in prose: in lists or not, with quotation marks or without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchmarks.trial_layouts import Conflict, Layout, clause, lines, quoted, words_of

REMARK = "Both cannot be true at once, so the two passages contradict each other here."


def _quotes(c: Conflict, side: str) -> str:
    return quoted(words_of(c, side), '""')


def _that(c: Conflict, side: str) -> str:
    return " and that ".join(map(clause, words_of(c, side)))


def _full(c: Conflict, side: str) -> str:
    """The sentences as they stand, each with a full stop."""
    return " ".join(f"{words.rstrip('.')}." for words in words_of(c, side))


def _form(form: str, words: Callable[[Conflict, str], str]) -> Callable[[int, Conflict], str]:
    return lambda n, c: form.format(n=n, a=words(c, "A"), b=words(c, "B"))


def _one_line(layout: Callable[[int, Conflict], str]) -> Layout:
    """All conflicts in one paragraph."""
    return lambda conflicts: "Yes. " + " ".join(layout(n, c) for n, c in enumerate(conflicts, start=1))


def _ordinal(n: int, c: Conflict) -> str:
    count = ("First", "Second", "Third", "Fourth", "Next")[min(n, 5) - 1]
    return f"{count}, the first text says {_quotes(c, 'A')}, whereas the second text says {_quotes(c, 'B')}."


def _closed(layout: Callable[[int, Conflict], str]) -> Layout:
    """A list between a sentence that says what follows and one that sums up."""

    def laid(conflicts: Sequence[Conflict]) -> str:
        told = "\n".join(layout(n, c) for n, c in enumerate(conflicts, start=1))
        opening = "Yes, the texts contradict each other in these points:"
        return f"{opening}\n\n{told}\n\nIn sum, the second text cannot be true if the first one is."

    return laid


PROSE: Mapping[str, Layout] = {
    "numbers, quoted, whereas": lines(_form("{n}. The first text says {a}, whereas the second says {b}.", _quotes)),
    "numbers, quoted, two sentences": lines(
        _form("{n}. The first passage says {a}. The second passage says {b}.", _quotes)
    ),
    "numbers, topic and remark": _closed(
        _form("{n}. **A point**: The first passage states {a}, while the second passage states {b}. " + REMARK, _quotes)
    ),
    "numbers, quoted, no text named": lines(_form("{n}. {a} contradicts {b}.", _quotes)),
    "numbers, lines under them": lines(
        _form("{n}. A point\n   - The first text says {a}.\n   - The second text says {b}.", _quotes)
    ),
    "numbers within a line": _one_line(_form("({n}) Text A says {a}, but text B says {b}.", _quotes)),
    "ordinals, quoted": _one_line(_ordinal),
    "bullets, quoted": lines(_form("- Passage A says {a}; passage B says {b}.", _quotes)),
    "bullets, quoted, in": lines(_form("* In the first passage, {a}, but in the second passage, {b}.", _quotes)),
    "numbers, no marks": lines(_form("{n}. The first passage says {a} The second passage says {b}", _full)),
    "numbers, no marks, that": lines(_form("{n}. Text A states that {a}, while text B says that {b}.", _that)),
    "numbers, no marks, colon": lines(_form("{n}. Text 1: {a} Text 2: {b}", _full)),
    "numbers, no marks, remark": _closed(
        _form("{n}. The first text claims that {a}. The second text claims that {b}. " + REMARK, _that)
    ),
    "numbers, no marks, behind": lines(_form("{n}. {a} (first text) contradicts {b} (second text).", _that)),
    "bullets, no marks": lines(
        _form("- The first passage states that {a}, but the second passage says that {b}.", _that)
    ),
    "bullets, no marks, however": lines(
        _form("- According to passage A, {a}. Passage B, however, says that {b}.", _that)
    ),
    "bold heads, no marks": lines(
        _form("**{n}. A point**\nPassage A says that {a}.\nPassage B says that {b}.\n", _that)
    ),
    "paragraphs, quoted": lines(_form("The first passage says {a}. The second passage says {b}.\n", _quotes)),
    "paragraphs, no marks": lines(_form("The first passage says {a} The second passage says {b}\n", _full)),
    "paragraphs, no marks, that": lines(
        _form("The first text says that {a}. On the other hand, the second text says that {b}.\n", _that)
    ),
}
PROSE_HELD_OUT: Mapping[str, Layout] = {
    "accounts": lines(_form("{n}. One account has it that {a}. The other account insists that {b}.", _that)),
    "no text named, sentences": lines(_form("{n}. {a} This is incompatible with: {b}", _full)),
    "a dash between": lines(_form("{n}. {a} – {b}", _that)),
    "issues": lines(_form("Issue {n} — the first document: {a}. Yet the second document: {b}.", _quotes)),
    "while first": lines(_form("{n}. While source one maintains {a}, source two maintains {b}.", _that)),
    "versions": lines(_form("- In the first version {a}; the second version has {b}.", _that)),
    "the second first, quoted": lines(_form("{n}. The second text says {b}, whereas the first says {a}.", _quotes)),
    "the second first": lines(_form("{n}. The second text says that {b}, whereas the first says that {a}.", _that)),
    "we read": lines(_form("{n}. We read that {a} (passage A), yet also that {b} (passage B).", _that)),
    "letters": lines(
        lambda n, c: (
            f"{'abcdefgh'[(n - 1) % 8]}) The first text says {_quotes(c, 'A')}, "
            f"whereas the second says {_quotes(c, 'B')}."
        )
    ),
    "text behind": lines(
        _form("{n}. {a} is what the first passage says. The second passage has {b} instead.", _quotes)
    ),
    "per": lines(_form("{n}. Per the 1st text, {a}. Per the 2nd, {b}.", _that)),
    "counted in a paragraph": _one_line(
        _form("Conflict number {n} is that the first text says {a}, while the second says {b}.", _quotes)
    ),
    "lines named by kind": lines(_form("{n}. Original text: {a}\n   Modified text: {b}", _full)),
    "claims in": lines(_form("* **Claim in A:** {a}\n  **Claim in B:** {b}", _full)),
    "italics": lines(
        lambda n, c: (
            f"{n}. The first text says {' and '.join(f'*{w}*' for w in words_of(c, 'A'))}, "
            f"whereas the second says {' and '.join(f'*{w}*' for w in words_of(c, 'B'))}."
        )
    ),
    "single marks": lines(
        lambda n, c: (
            f"{n}. Text 1 says {quoted(words_of(c, 'A'), '‘’')}; text 2, by contrast, {quoted(words_of(c, 'B'), '‘’')}."
        )
    ),
    "under letters": lines(_form("{n}. A point\n   a) passage A: {a}\n   b) passage B: {b}", _that)),
    "words quoted in a remark": lines(
        _form('{n}. Text A says {a}, but text B says {b}. The words "cannot both be true" fit here.', _quotes)
    ),
    "which rules out": lines(_form("{n}. The first text tells us that {a}, which rules out that {b}.", _that)),
}
