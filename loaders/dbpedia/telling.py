"""What the rest of an entity's facts tells of its kind: who was born and studied is a person, whatever else is said.

Some ends of relations *tell* a kind, since hardly anything else stands there: what has a cast is a work, where people
died is a place. The relations at whose telling ends an entity stands are votes for its kind. A fact by which it would
be of another kind is set aside; of an entity with many of those, which is two things under one name, nothing stays but
what its own kind is told by, and where the votes are about even, nothing at all.
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.dbpedia.terms import role

SURE_SHARE, SAID_SHARE, LEAD_SHARE = 0.9, 0.6, 0.3
"""Share of the entities with a class at an end that are of one kind, from which on the end tells the kind: by itself,
where the ontology says so too, and where it says so and no other kind stands there as often."""
FEW = 12
"""Below so many ends with a class, shares say nothing."""
SEEN_SHARE = 0.4
"""The same below such a share of ends with a class: those without one may be of another kind."""
MOST_VOTES = 3
"""Facts of one relation count as so many votes at most: a star of forty films is no surer a person than of three."""
OWN_WEIGHT = 3
"""What is said of an entity counts so many times as much as what is said of others by it: a link goes astray easily."""
LEAST_SHARE = 0.05
"""An end has a vote from this share of the facts of the entity at telling ends on."""
MIXED_SHARE, MIXED_FACTS = 0.2, 3
"""An entity is two things if so large a share, and so many, of the facts about it at telling ends tell another kind."""
CLEAR = 2
"""An entity without a class is of the kind that has so many times as many votes as what speaks against it."""
TOLD_SHARE = 0.3
"""If a smaller share of the facts of an entity is at telling ends, votes that are about even say nothing."""

_FACT = ("subject", "relation", "object")

TRADES = role("trade")
"""Credits of a trade: who is mostly credited otherwise, and once or hardly so, was put into the wrong field."""
CREDITS = (*role("starring"), *TRADES)
MAKES_MUSIC = (*role("makes_music"), *role("plays_with"))
TRADE_SHARE, TRADE_CREDITS = 0.5, 2
"""A credit of a trade needs a larger share of the credits of a person of so many."""


def stray_credits(spoken: pl.DataFrame) -> pl.DataFrame:
    """The credits of trades of people who are known for another: films with music by actors, scores that were shot."""
    credits = spoken.filter(pl.col("relation").is_in(CREDITS))
    count = pl.len().over("object", "relation")
    few = (count <= TRADE_SHARE * pl.len().over("object")) | (count == 1)
    few &= (pl.len().over("object") >= TRADE_CREDITS) & pl.col("relation").is_in(TRADES)
    players = spoken.filter(pl.col("relation").is_in(MAKES_MUSIC)).select(object="subject").unique()
    found = credits.filter(few)
    music = found.filter(pl.col("relation").is_in(role("composer"))).join(players, on="object", how="semi")
    return found.join(music, on=_FACT, how="anti").select(*_FACT)


def telling_ends(stood: pl.DataFrame, fits: pl.DataFrame, said: dict[str, str]) -> pl.DataFrame:
    """``end`` and ``told``: the ends that tell a kind, and which.

    ``stood`` has an ``end`` and the ``kind`` of what stands there, null where no class is given, once for each fact;
    ``fits`` has each ``kind`` and what it counts as (``told``); ``said`` is what the ontology says of ends.
    """
    seen = stood.group_by("end").agg(pl.col("kind").count().alias("total"), pl.len().alias("facts"))
    seen = seen.filter((pl.col("total") >= FEW) & (pl.col("total") >= SEEN_SHARE * pl.col("facts")))
    counts = (
        stood.drop_nulls()
        .group_by("end", "kind")
        .len("count")
        .sort("end", "count", "kind", descending=[False, True, False])
    )
    first = counts.unique("end", keep="first", maintain_order=True).rename({"kind": "top", "count": "most"})
    named = pl.DataFrame({"end": list(said), "said": list(said.values())}, schema={"end": pl.String, "said": pl.String})
    agreed = counts.join(named, on="end").join(fits, left_on=["kind", "said"], right_on=["kind", "told"], how="semi")
    agreed = agreed.group_by("end").agg(pl.col("count").sum().alias("agreed"))
    leading = fits.select(top="kind", said="told", leads=pl.lit(value=True))
    table = first.join(seen, on="end").join(named, on="end", how="left").join(agreed, on="end", how="left")
    table = table.join(leading, on=["top", "said"], how="left")
    by_word = (pl.col("agreed") >= SAID_SHARE * pl.col("total")) | (
        pl.col("leads").fill_null(value=False) & (pl.col("most") >= LEAD_SHARE * pl.col("total"))
    )
    told = pl.when(pl.col("most") >= SURE_SHARE * pl.col("total")).then("top").when(by_word).then("said")
    return table.select("end", told.alias("told")).drop_nulls().sort("end")


def against_votes(
    spoken: pl.DataFrame, ends: pl.DataFrame, given: pl.DataFrame, told: pl.DataFrame, fits: pl.DataFrame
) -> pl.DataFrame:
    """The facts of ``spoken`` that the votes of their ends' other facts speak against; sorted.

    ``ends`` has the ``id`` and the ``end`` of both ends of each fact, ``given`` the kinds of classes, ``told`` what
    ``telling_ends`` found.
    """
    side = pl.when(pl.col("end").str.ends_with(" subject")).then(OWN_WEIGHT).otherwise(1)
    votes = ends.join(told, on="end").group_by("id", "end", "told").len("facts")
    votes = votes.with_columns(
        (pl.min_horizontal("facts", pl.lit(MOST_VOTES)) * side).alias("votes"),
        pl.when(side > 1).then("facts").otherwise(0).alias("own"),
    ).filter(pl.col("facts") >= LEAST_SHARE * pl.col("facts").sum().over("id"))
    sums = ("votes", "facts", "own")
    by_kind = votes.group_by("id", "told").agg(pl.col(sums).sum())
    whole = by_kind.group_by("id").agg(pl.col(sums).sum().name.prefix("all_"))
    scored = by_kind.join(fits, on="told").group_by("id", "kind").agg(pl.col(sums).sum())
    order = ["id", "votes", "facts", "kind"]
    best = scored.join(given, on="id", how="anti").sort(order, descending=[False, True, True, False])
    best = best.unique("id", keep="first", maintain_order=True).with_columns(classed=pl.lit(value=False))
    classed = whole.join(given, on="id").select("id", "kind").join(scored, on=["id", "kind"], how="left")
    classed = classed.with_columns(pl.col(sums).fill_null(0), classed=pl.lit(value=True))
    known = pl.concat([classed.select(best.columns), best]).join(whole, on="id")
    known = known.join(ends.group_by("id").len("stands"), on="id")
    odd_own, odd_votes = pl.col("all_own") - pl.col("own"), pl.col("all_votes") - pl.col("votes")
    two = (odd_own >= MIXED_FACTS) & (odd_own >= MIXED_SHARE * pl.col("all_own"))
    odd_facts = pl.col("all_facts") - pl.col("facts")
    even = (odd_facts > 1) & (odd_facts >= MIXED_SHARE * pl.col("all_facts")) & (pl.col("votes") < CLEAR * odd_votes)
    unsure = ~pl.col("classed") & even & (pl.col("all_facts") >= TOLD_SHARE * pl.col("stands"))
    known = known.select("id", "kind", two.alias("two"), unsure.alias("unsure"))
    standing = ends.unique().join(known, on="id").join(told, on="end", how="left")
    standing = standing.join(fits.with_columns(fit=pl.lit(value=True)), on=["kind", "told"], how="left")
    alien = pl.col("told").is_not_null() & pl.col("fit").is_null()
    blank = pl.col("told").is_null() & pl.col("two") & pl.col("end").str.ends_with(" subject")
    wrong = standing.filter(pl.col("unsure") | alien | blank).select("id", "end").unique()
    found = [
        spoken.with_columns(end=pl.concat_str("relation", pl.lit(f" {side}")))
        .join(wrong, left_on=[side, "end"], right_on=["id", "end"], how="semi")
        .select(*_FACT)
        for side in ("subject", "object")
    ]
    return pl.concat(found).unique().sort(*_FACT)
