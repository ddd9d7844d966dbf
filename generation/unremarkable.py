"""The telling of a text in which the sentences with made-up statements are neither first nor last, short nor long.

A sentence that states three things has thrice the chance of one that states a single thing to hold a lie, so that the
longest would be the best guess; and what the text is mostly about comes first. Of several tellings that one is taken
in which each lie stands where a lot says, in a sentence whose length a lot says, as if any sentence might have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from contragraph.generation.verbalise.wording import draw
from contragraph.graph.model import Statement, Text

TELLINGS = 48
"""Tellings of a text from which one is chosen."""
_PLACE = 1.5
"""What a wrong place counts for beside a wrong length; few tellings have a lie in the middle."""


def unremarkable(
    tell: Callable[[str, str | None], Text], statements: Sequence[Statement], made: frozenset[str], salt: str
) -> Text:
    """The best of :data:`TELLINGS` texts, which ``tell`` gives for different salts, each with what it begins with.

    Every telling states the statements, of which those ``made`` up are known by their ids. It begins with what is most
    spoken of, with what a lie speaks of, or with anything else.
    """
    lies = [s for s in statements if s.id in made]
    ends = list(dict.fromkeys(e for s in lies for e in s.entities))
    others = sorted({e for s in statements for e in s.entities} - {*ends}, key=lambda e: draw(salt, e))
    in_turn = [e for pair in zip_longest(ends, others) for e in pair if e is not None]
    centres: list[str | None] = [None, *in_turn]
    tellings = (tell(f"{salt},{n}", centres[n % len(centres)]) for n in range(TELLINGS))
    return min(tellings, key=lambda text: _distance(text, made, salt))


def _distance(text: Text, made: frozenset[str], salt: str) -> float:
    """How far the sentences with lies are from where the lots say that they stand by place and by length."""
    lengths = [s.end - s.start for s in text.sentences]
    found = 0.0
    for place, sentence in enumerate(text.sentences):
        for statement in sorted(made.intersection(sentence.statements)):
            for what, measure, weight in (("place", range(len(lengths)), _PLACE), ("length", lengths, 1.0)):
                wanted = int(draw(salt, what, statement) * len(lengths))
                below = sum(n < measure[place] for n in measure)
                equal = sum(n == measure[place] for n in measure)
                found += weight * max(0, below - wanted, wanted - (below + equal - 1)) / len(lengths)
    return found
