"""The best label of an entity among its names.

The released alias file has the names of an entity in no order: the first name of Canada is "p:ca", that of
others an emoji, a code or a name typed in lower case. Every name gets points by a few plain rules about how
names are written, about the company it is in, and about the text of the entity; the highest wins, and of
equals the first. ``docs/loading.md`` says what each rule is for and how well the whole does.
"""

from __future__ import annotations

import polars as pl

LATIN = r"[\p{Latin}]"
PREFIXED = r"^\p{L}{1,3}:"
BRACKETS = r"[()\[\]{}|]"
CODE = r"^(?:[\p{Lu}\p{N}.&/\-]{1,6}|\p{Ll}{1,3})$"
"""Short and all in capitals and digits, or up to three small letters: a code or an abbreviation."""
INITIALS = r"\p{Lu}{2,}|\b\p{Lu}\.\p{Lu}"
CAPITAL = r"^\P{L}*\p{Lu}"
ARTICLE = r"^(?:the|a|an) "
"""In small letters only: of a title the article is a part."""
UNCLEAN = r"^[^\p{L}\p{N}]|''|^\S+\.\p{Ll}{2,4}$"
"""Quoted, or an address on the web."""
TWO_CAPITALS = r"^\p{Lu}\p{Ll}{2,}\p{Lu}\p{Ll}{2,}$"
"""With equal halves it is a word that was typed twice."""
DISAMBIGUATING = r", |\b(?i:disambiguation)\b"

KEY = ["number"]


def best_labels(names: pl.DataFrame) -> pl.DataFrame:
    """The best name of each entity.

    :param names: ``number``, ``names`` (list, at least one) and ``text`` (may be null)
    :returns: ``number`` and ``label``, one row for each row of ``names``, in any order
    """
    alone = pl.col("names").list.len() == 1
    single = names.filter(alone).select("number", pl.col("names").list.first().alias("label"), "text")
    many = names.filter(~alone)
    chosen = pl.concat([single, winners(many)]) if many.height else single
    return chosen.select("number", spelled_as_in_text().alias("label"))


def winners(many: pl.DataFrame) -> pl.DataFrame:
    """``number``, ``label`` and ``text`` of entities with several names: the name with most points."""
    rows = (
        many.with_columns(pl.int_ranges(pl.col("names").list.len()).alias("position"))
        .explode("names", "position")
        .rename({"names": "name"})
    )
    scored = companied(rows).with_columns(points().alias("points"))
    order = scored.sort(["number", "points", "position"], descending=[False, True, False])
    return order.group_by("number", maintain_order=True).first().select("number", pl.col("name").alias("label"), "text")


def companied(rows: pl.DataFrame) -> pl.DataFrame:
    """Add what the rules about the company of a name need."""
    name = pl.col("name")
    rows = rows.with_columns(
        name.str.to_lowercase().alias("folded"),
        name.str.contains(CAPITAL).alias("capital"),
        name.str.contains(LATIN).alias("latin"),
        name.str.contains(CODE).alias("code"),
    ).with_columns(
        # Longer than a code, in Latin letters: something that a person would call a name.
        (pl.col("latin") & ~pl.col("code")).alias("proper"),
    )
    words = rows.select("number", "position", pl.col("folded").str.split(" ").alias("word")).explode("word")
    words = words.with_columns((pl.len().over("number", "word") - 1).alias("shared"))
    company = words.group_by("number", "position").agg(pl.col("shared").mean().alias("company"))
    per_entity = pl.col("number")
    return rows.join(company, on=["number", "position"], how="left").with_columns(
        pl.col("capital").filter(pl.col("proper")).mean().over(per_entity).alias("capitals"),
        (pl.col("capital").any().over("number", "folded") & ~pl.col("capital")).alias("retyped"),
        pl.len().over(per_entity).alias("count"),
        pl.col("proper").any().over(per_entity).alias("any_proper"),
        pl.col("latin").any().over(per_entity).alias("any_latin"),
    )


def points() -> pl.Expr:
    """The points of a name; see the page on loading for the reasons."""
    name = pl.col("name")
    length = name.str.len_chars()
    others = name.str.count_matches(r"[^\p{L}\p{M}\p{N} ]")
    # A text that is nothing but the name is a description, not a text about the thing.
    lower = pl.col("text").str.to_lowercase()
    begins_text = (lower.str.starts_with(pl.col("folded")) & (lower != pl.col("folded"))).fill_null(False)
    odd_case = pl.when(pl.col("capital")).then(1 - pl.col("capitals")).otherwise(pl.col("capitals")).fill_null(0.0)
    last = name.str.split(" ").list.last()
    half = last.str.len_chars() // 2
    twice = (
        (last.str.head(half) == last.str.tail(half))
        & last.str.contains(TWO_CAPITALS)
        & (half * 2 == last.str.len_chars())
    )
    penalties = (
        (~pl.col("latin") & pl.col("any_latin")) * 6.0
        + name.str.contains(PREFIXED) * 6.0
        + (others * 2 > length) * 6.0
        + (pl.col("code") & pl.col("any_proper")) * 3.0
        + name.str.contains(BRACKETS) * 2.0
        + name.str.contains(DISAMBIGUATING) * 1.5
        + name.str.contains(ARTICLE) * 1.0
        + name.str.contains(UNCLEAN) * 2.0
        + name.str.contains(INITIALS) * 0.5
        + odd_case * 2.0
        + (pl.col("retyped") & (pl.col("capitals") > 0.5)).fill_null(False) * 2.0
        + (length > 60) * 0.5
        + twice * 6.0
    )
    rewards = (
        (begins_text & ~pl.col("code")) * 5.0
        + begins_text * length * 0.02
        + pl.col("company") / (pl.col("count") - 1)
        + (pl.col("position") == 0) * 1.5
    )
    return rewards - penalties


def spelled_as_in_text() -> pl.Expr:
    """The label; if the text begins with it but for the case of letters, as the text spells it."""
    label, text = pl.col("label"), pl.col("text")
    start = text.str.head(label.str.len_chars())
    same = (start.str.to_lowercase() == label.str.to_lowercase()) & (label == label.str.to_lowercase())
    # "Common name of …" is how any text begins: only a spelling with a capital further on, or of one
    # word followed by a verb, tells a name from a word.
    named = start.str.contains(r".\p{Lu}") | text.str.contains(r"^\S+ (?:is|was|are|were) ")
    return pl.when((same & named).fill_null(False)).then(start).otherwise(label)
