"""Texts made tidy and short: the first sentence of a long text is the description of an entity."""

from __future__ import annotations

import numpy as np
import polars as pl

DESCRIPTION_CHARACTERS = 300
"""A longer text is cut at the end of its first sentence, or of a word."""
LEAST_SENTENCE = 40
"""Characters before which no first sentence ends, but for two more."""
SENTENCE_END = r"[\p{Ll}\p{N})]\. \p{Lu}"


def tidy(text: pl.Expr) -> pl.Expr:
    """Text without control characters and runs of blanks."""
    # Single blanks are not matched: replacing each by itself would take most of the time of a load.
    return text.str.replace_all(r"  +|[\p{Cc}--\s]+|[\s--\x20]\s*", " ").str.strip_chars()


def shortened(text: pl.Series) -> pl.Series:
    """Tidy texts; one that is too long is cut at the end of its first sentence, or else of a word."""
    head = text.str.head(DESCRIPTION_CHARACTERS + 1)
    # What is tidy so far is taken, or cut, as it stands. The rest is few: it is made tidy first.
    asis = tidy_already(head).fill_null(False)
    rest = (~asis).arg_true()
    tidied = pl.DataFrame({"text": text.gather(rest).str.head(3 * DESCRIPTION_CHARACTERS)}).select(tidy(pl.col("text")))
    heads = head.clone().scatter(rest, tidied["text"])
    long = asis & (head.str.len_bytes() > DESCRIPTION_CHARACTERS)
    long = long.scatter(rest, (tidied["text"].str.len_chars() > DESCRIPTION_CHARACTERS).fill_null(False))
    done = heads.clone().scatter(long.arg_true(), cut(heads.filter(long).str.head(DESCRIPTION_CHARACTERS)))
    return done.alias("text")


def tidy_already(texts: pl.Series) -> pl.Series:
    """Which texts are ASCII, and have nothing that is to be tidied."""
    # Searching for what is rare, character by character, takes most of the time of reading texts: a byte below the
    # blank is looked for in all of them together, and each of the rest has a fast search of its own.
    plain = texts.str.len_bytes() == texts.str.len_chars()
    plain &= ~(texts.str.contains("  ", literal=True) | texts.str.starts_with(" ") | texts.str.ends_with(" "))
    if any_control(texts.filter(plain)):
        plain &= ~texts.str.contains(r"[\x00-\x1f\x7f]")
    return plain


def any_control(texts: pl.Series) -> bool:
    """Whether there is a control character in any of some ASCII texts."""
    data = np.frombuffer(texts.str.join("").cast(pl.Binary)[0], dtype=np.uint8)
    return bool(np.count_nonzero(data < ord(" ")) or np.count_nonzero(data == 0x7F))


def cut(heads: pl.Series) -> pl.Series:
    """The beginnings of texts up to the end of the first sentence, or else of the last whole word."""
    # A sentence has 42 characters or more. Finding its end and slicing there is faster than extracting it; the end is
    # found in bytes, which in ASCII are characters.
    at = heads.str.slice(LEAST_SENTENCE).str.find(SENTENCE_END)
    ascii_ = (heads.str.len_bytes() == heads.str.len_chars()) & at.is_not_null()
    frame = pl.DataFrame({"text": heads, "at": at})
    sentences = frame.select(pl.col("text").str.slice(0, pl.col("at") + LEAST_SENTENCE + 2))["text"]
    rest = (~ascii_).fill_null(True).arg_true()
    return sentences.scatter(rest, cut_any(frame[rest]))


def cut_any(frame: pl.DataFrame) -> pl.Series:
    """The same of any ``text``, ``at`` a byte behind its 40th character, or without a sentence's end."""
    tail = pl.col("text").str.slice(LEAST_SENTENCE)
    before = tail.cast(pl.Binary).bin.slice(0, pl.col("at")).cast(pl.String)
    after = tail.cast(pl.Binary).bin.slice(pl.col("at")).cast(pl.String).str.head(2)
    sentence = pl.col("text").str.head(LEAST_SENTENCE) + before + after
    word = pl.col("text").str.replace(r"\s\S*$", " …")
    return frame.select(pl.when(pl.col("at").is_not_null()).then(sentence).otherwise(word))["text"]
