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
    head = pl.col("text").str.head(DESCRIPTION_CHARACTERS)
    sentence = head.str.extract(r"^(.{40}.*?[\p{Ll}\p{N})]\.) \p{Lu}")
    word = head.str.replace(r"\s\S*$", " …")
    cut = frame.filter(long).select(pl.coalesce(sentence, word))["text"]
    return frame["text"].scatter(long.arg_true(), cut)
