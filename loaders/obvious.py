"""Best names that are known without counting points: those with which the text of an entity begins.

A name of words with a capital each, with which the text begins and then goes on, has more than 2.5 points by the
rules of ``contragraph.loaders.wikidata.labels``, however the other names are written, and 0.02 for each of its
letters; one with which it does not begin has 2.5 at most, unless a name has a word twice. So it is the best if the
text begins with no other name, and also if it begins with one other that is the same in small letters, while most
names have capitals.
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.numbers import counted, marked

LATIN = r"[\p{Latin}]"
CODE = r"^(?:[\p{Lu}\p{N}.&/\-]{1,6}|\p{Ll}{1,3})$"
"""Short and all in capitals and digits, or up to three small letters: a code or an abbreviation."""
CAPITAL = r"^\P{L}*\p{Lu}"
TITLE = "^[A-Z][a-z]+(?: [A-Z][a-z]+)*$"
SMALL = "^[a-z]+(?: [a-z]+)*$"
"""Names of plain words: of these most rules are known without looking."""
UNUSUAL = "disambiguation"
"""A plain word that costs a name points."""


def obvious(many: pl.DataFrame) -> pl.Series:
    """The place of the best name among those of each entity, null where points must be counted.

    :param many: ``names`` (two or more) and ``text`` (may be null), a row for each entity
    """
    places = pl.Series("place", [None], dtype=pl.UInt32).clear().extend_constant(None, many.height)
    if many["text"].null_count() == many.height:
        return places
    rows, text = spread(many["names"]), many["text"].str.to_lowercase()
    longer = pl.col("text").str.len_bytes() > pl.col("folded").str.len_bytes()
    begins = (longer & pl.col("text").str.starts_with(pl.col("folded"))).fill_null(False)
    rows = (
        rows.with_columns(text.gather(rows["entity"]).alias("text")).with_columns(begins.alias("begins")).drop("text")
    )
    first = rows.filter("begins").with_columns(
        title=pl.col("name").str.contains(TITLE) & ~pl.col("folded").str.contains(UNUSUAL, literal=True)
    )
    number = first["entity"].value_counts(name="number")
    first = first.join(number, on="entity", how="left", maintain_order="left")
    sure = [
        first.filter(pl.col("title") & (pl.col("number") == 1)).select("entity", "position"),
        with_capitals(rows, first.filter(pl.col("number") == 2), many.height),
    ]
    found = without_doubles(rows, pl.concat(sure), many.height)
    return places.scatter(found["entity"], found["position"])


def spread(names: pl.Series) -> pl.DataFrame:
    """A row for each name of each ``entity``: its ``position``, the ``name``, and that ``folded`` to small letters."""
    rows = pl.DataFrame(
        {
            "entity": pl.int_range(len(names), dtype=pl.UInt32, eager=True),
            "name": names,
            "position": pl.select(pl.int_ranges(names.list.len(), dtype=pl.UInt32)).to_series(),
        }
    ).explode("name", "position")
    return rows.with_columns(pl.col("name").str.to_lowercase().alias("folded"))


def with_capitals(rows: pl.DataFrame, first: pl.DataFrame, count: int) -> pl.DataFrame:
    """Of entities that have two names in ``first``, one the other in small letters, the one with capitals.

    Only of those of whose names most have capitals, codes and other scripts aside. There are ``count`` entities.
    """
    one, two = (first.gather_every(2, offset) for offset in (0, 1))  # the two of an entity lie together
    pairs = one.select("entity", "position", "name", "folded", "title").hstack(
        two.select(pl.col("position", "name", "folded", "title").name.suffix("_2"))
    )
    swapped = ~pl.col("title")
    small = pl.when(swapped).then("name").otherwise("name_2")
    pairs = pairs.filter(
        pl.col("folded") == pl.col("folded_2"), pl.col("title") != pl.col("title_2"), small.str.contains(SMALL)
    ).select(
        "entity",
        pl.when(swapped).then("position_2").otherwise("position").alias("position"),
        (~small.str.contains(CODE)).cast(pl.Int32).alias("small"),
    )
    others = rows.filter(~rows["begins"] & marked(count, pairs["entity"]).gather(rows["entity"]))
    proper = others["name"].str.contains(LATIN) & ~others["name"].str.contains(CODE)
    owners, names = others["entity"].filter(proper), others["name"].filter(proper)
    high = counted(owners.filter(names.str.contains(CAPITAL)), count).gather(pairs["entity"])
    all_ = counted(owners, count).gather(pairs["entity"])
    return pairs.filter(2 * (high + 1) > all_ + 1 + pairs["small"]).select("entity", "position")


def without_doubles(rows: pl.DataFrame, sure: pl.DataFrame, count: int) -> pl.DataFrame:
    """Those of ``count`` entities of whose names none has a word twice: only they keep good company at little cost."""
    wanted = marked(count, sure["entity"])
    if wanted.all():
        names, owners = rows["folded"], rows["entity"]
    else:
        asked = wanted.gather(rows["entity"])
        names, owners = rows["folded"].filter(asked), rows["entity"].filter(asked)
    blanks = names.str.count_matches(" ", literal=True)
    # Most have two words, which are the same if the halves are.
    length = names.str.len_chars()
    pairs = ((blanks == 1) & (length % 2 == 1)).arg_true()
    one, half = names.gather(pairs), length.gather(pairs) // 2
    same = pl.DataFrame({"name": one, "half": half}).select(
        pl.col("name").str.head("half") == pl.col("name").str.tail("half")
    )
    more = (blanks > 1).arg_true()
    words = names.gather(more).str.split(" ")
    doubled = pl.concat([pairs.filter(same.to_series()), more.filter(words.list.n_unique() < words.list.len())])
    found = owners.gather(doubled)
    return sure.filter(wanted.scatter(found, False).gather(sure["entity"]))
