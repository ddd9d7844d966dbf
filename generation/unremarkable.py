"""The telling of a text in which the sentences with made-up statements are neither first nor last, short nor long.

A sentence that states three things has thrice the chance of one that states a single thing to hold a lie, so that the
longest would be the best guess; and what the text is mostly about comes first. Of several tellings that one is taken
in which each lie stands where a lot says, in a sentence whose length a lot says, as if any sentence might have it.
"""

from __future__ import annotations

from collections.abc import Callable

from contragraph.generation.verbalise.wording import draw
from contragraph.graph.model import Text

TELLINGS = 24
"""Tellings of a text from which one is chosen."""


def unremarkable(tell: Callable[[str], Text], made: frozenset[str], salt: str) -> Text:
    """The best of :data:`TELLINGS` texts, which ``tell`` gives for different salts.

    ``made`` are the ids of made-up statements that every telling states.
    """
    tellings = (tell(salt if not n else f"{salt},{n}") for n in range(TELLINGS))
    return min(tellings, key=lambda text: _distance(text, made, salt))


def _distance(text: Text, made: frozenset[str], salt: str) -> float:
    """How far the sentences with lies are from the places and lengths that the lots say."""
    lengths = [s.end - s.start for s in text.sentences]
    last = max(1, len(lengths) - 1)
    found = 0.0
    for place, sentence in enumerate(text.sentences):
        for statement in sorted(made.intersection(sentence.statements)):
            shorter = sum(n < lengths[place] for n in lengths)
            for at, what in ((place, "place"), (shorter, "length")):
                wanted = int(draw(salt, 0, what, statement) * len(lengths))
                found += abs(at - wanted) / last
    return found
