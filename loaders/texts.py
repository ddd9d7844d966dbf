"""Texts made tidy and short: the first sentence of a long text is the description of an entity."""

from __future__ import annotations

import polars as pl

DESCRIPTION_CHARACTERS = 300
"""A longer text is cut at the end of its first sentence, or of a word."""


def tidy(text: pl.Expr) -> pl.Expr:
    """Text without control characters and runs of blanks."""
    # Single blanks are not matched: replacing each by itself would take most of the time of a load.
    return text.str.replace_all(r"  +|[\p{Cc}--\s]+|[\s--\x20]\s*", " ").str.strip_chars()


def shortened(text: pl.Series) -> pl.Series:
    """Tidy texts; one that is too long is cut at the end of its first sentence, or else of a word."""
    frame = pl.DataFrame({"text": text}).select(tidy(pl.col("text").str.head(3 * DESCRIPTION_CHARACTERS)))
    long = (frame["text"].str.len_chars() > DESCRIPTION_CHARACTERS).fill_null(False)
    head = frame.filter(long).select(pl.col("text").str.head(DESCRIPTION_CHARACTERS))["text"]
    return frame["text"].scatter(long.arg_true(), cut(head))


def cut(heads: pl.Series) -> pl.Series:
    """The beginnings of texts up to the end of the first sentence, or else of the last whole word."""
    # A sentence has 42 characters or more. Finding its end and slicing there is faster than extracting it.
    tail = pl.col("text").str.slice(40)
    at = tail.str.find(r"[\p{Ll}\p{N})]\. \p{Lu}")
    before = tail.cast(pl.Binary).bin.slice(0, at).cast(pl.String)
    sentence = pl.col("text").str.head(40) + before + tail.cast(pl.Binary).bin.slice(at).cast(pl.String).str.head(2)
    word = pl.col("text").str.replace(r"\s\S*$", " …")
    return pl.DataFrame({"text": heads}).select(pl.when(at.is_not_null()).then(sentence).otherwise(word))["text"]
