"""Figures of how texts are built: lengths of sentences, variety of words, how sentences begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, pstdev, quantiles

from benchmarks.surface_features import PRONOUNS, words

WINDOW = 50
"""Words in the window of the type-token ratio."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of one corpus; shares are of 1, lengths in words."""

    texts: int
    sentences: int
    words_a_text: float
    sentences_a_text: float
    mean: float
    median: float
    lower: float
    upper: float
    deviation: float
    variety: float | None
    """The moving-average type-token ratio; None where no text is as long as the window."""
    variety_texts: int
    """Texts that are."""
    pronouns: float
    """Share of sentences that begin with a pronoun."""
    repeated: float
    """Share of sentences whose first two words open an earlier sentence of the same text."""


def moving_variety(text: Sequence[str], window: int = WINDOW) -> list[float]:
    """Different words / words in each window of a text (letter case aside); none if it is shorter (MATTR).

    Covington and McFall (2010), "Cutting the Gordian Knot".
    """
    lower = [word.lower() for word in text]
    return [len(set(lower[i : i + window])) / window for i in range(len(lower) - window + 1)]


def repeated_openings(sentences: Sequence[Sequence[str]]) -> int:
    """How many sentences of a text open with the same two words as an earlier one."""
    openings = [tuple(word.lower() for word in sentence[:2]) for sentence in sentences]
    return len(openings) - len(set(openings))


def statistics(texts: Sequence[Sequence[str]]) -> Statistics:
    """The figures of texts, each given as its sentences. Each text counts alike in the type-token ratio."""
    split = [[found for sentence in text if (found := words(sentence))] for text in texts]
    split = [text for text in split if text]
    sentences = [sentence for text in split for sentence in text]
    lengths = [len(sentence) for sentence in sentences]
    if len(lengths) < 2:
        raise ValueError("fewer than two sentences to measure")
    whole = [[word for sentence in text for word in sentence] for text in split]
    varieties = [fmean(windows) for text in whole if (windows := moving_variety(text))]
    lower, _, upper = quantiles(lengths, n=4, method="inclusive")
    return Statistics(
        texts=len(split),
        sentences=len(sentences),
        words_a_text=fmean(map(len, whole)),
        sentences_a_text=len(sentences) / len(split),
        mean=fmean(lengths),
        median=median(lengths),
        lower=lower,
        upper=upper,
        deviation=pstdev(lengths),
        variety=fmean(varieties) if varieties else None,
        variety_texts=len(varieties),
        pronouns=sum(sentence[0].lower() in PRONOUNS for sentence in sentences) / len(sentences),
        repeated=sum(map(repeated_openings, split)) / len(sentences),
    )
