"""Which entities the facts of raw tables speak of, once redirected ids are followed and unwanted ones left out."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from contragraph.loaders.raw import RawTables

DEEPEST = 20
"""Redirects of redirects that are followed; what goes on longer goes round in a circle."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """``ids`` of all entities, sorted; ``places`` from an id as given to the index of what it stands for."""

    ids: pl.Series
    places: pl.DataFrame
    remarks: tuple[tuple[str, int], ...]

    def table(self, name: str, number: str) -> pl.LazyFrame:
        """From ids in a column of that name to their indices; ids that are left out are not there."""
        return self.places.lazy().select(pl.col("id").alias(name), pl.col("place").alias(number))


def resolved(raw: RawTables) -> Resolved:
    """All subjects and objects of facts; what ``redirects`` names by another, and without what is ``left_out``."""
    ends = [raw.facts().select(id=pl.col(end)).unique() for end in ("subject", "object")]
    ends.append(raw.scan("literal_facts").select(id=pl.col("subject")).unique())
    given = pl.concat(ends).unique().drop_nulls().collect(engine="streaming")["id"].sort()
    if not raw.files("redirects") and not raw.files("left_out"):
        own = pl.int_range(len(given), dtype=pl.UInt32, eager=True)
        return Resolved(given, pl.DataFrame({"id": given, "place": own}), ())
    final, moved, circles = followed(raw, pl.DataFrame({"id": given, "final": given}))
    out = raw.scan("left_out").select(final=pl.col("id").unique()).collect(engine="streaming")
    kept = final.join(out, on="final", how="anti")
    ids = kept["final"].unique().sort()
    numbers = pl.DataFrame({"final": ids, "place": pl.int_range(len(ids), dtype=pl.UInt32, eager=True)})
    places = kept.join(numbers, on="final").select("id", "place")
    remarks = (
        ("redirected id: what it stands for is taken", moved),
        ("redirects in a circle: left as they are", circles),
        ("id that stands for no entity (a disambiguation, say): its facts left out", final.height - kept.height),
    )
    return Resolved(ids, places, remarks)


def followed(raw: RawTables, final: pl.DataFrame) -> tuple[pl.DataFrame, int, int]:
    """The ids with what they stand for, how many of them stand for others, and how many go round in circles."""
    redirects = raw.scan("redirects").unique("id", keep="first", maintain_order=True)
    for _ in range(DEEPEST):
        hop = next_hop(redirects, final)
        if hop.is_empty():
            break
        final = final.join(hop, on="final", how="left").select("id", pl.coalesce("target", "final").alias("final"))
    endless = pl.col("final").is_in(next_hop(redirects, final)["final"].implode())
    circles = final.filter(endless).height
    final = final.select("id", pl.when(endless).then("id").otherwise("final").alias("final")).sort("id")
    return final, final.filter(pl.col("id") != pl.col("final")).height, circles


def next_hop(redirects: pl.LazyFrame, final: pl.DataFrame) -> pl.DataFrame:
    """The redirects of those ids to which others came: ``final`` and ``target``."""
    here = final.lazy().select(id=pl.col("final").unique())
    return redirects.join(here, on="id", how="semi").rename({"id": "final"}).collect(engine="streaming")
