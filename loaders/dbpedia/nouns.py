"""Common nouns among the entities of DBpedia: titles begin with a capital, "plays the bass guitar" has none.

What stands mostly where nouns stand (genres, instruments, occupations, causes of death), and whose title has no other
capital, is spelled small, unless its first word is a name or made from one: "hip hop music", but "Latin jazz".
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.dbpedia.terms import ONTOLOGY, role
from contragraph.loaders.naming import local_names
from contragraph.loaders.raw import RawTables

NAME = "common nouns"
NOUNS = role("to_a_noun")
"""Relations whose objects are nouns."""
STYLES = role("of_a_noun")
"""Relations whose subjects are nouns too."""
TITLES = role("to_a_title")
"""Relations among whose objects those of several words in small letters are nouns: "chief executive officer"."""
SHARE = 0.5
"""Of the facts of an entity, those at such ends, at least."""
PLAIN = r"^\p{Lu}[\p{Ll}\d][^\p{Lu}!&.]*$"
"""A capital and no other; not "G-funk", "Oi!" or "C++"."""
QUALIFIER = r" \([^)]*\)$"
OF_NAMES = frozenset(
    (
        *("african", "afro", "american", "andean", "anglo", "arab", "arabic", "argentine", "asian", "australian"),
        *("baltimore", "bengali", "bolivian", "brazilian", "breton", "british", "broadway", "canadian", "caribbean"),
        *("catalan", "catholic", "celtic", "chicago", "chinese", "christian", "colombian", "cuban", "delta", "detroit"),
        *("dutch", "english", "ethiopian", "european", "finnish", "french", "gaelic", "german", "greek", "hawaiian"),
        *("hindustani", "hollywood", "indian", "indo", "iranian", "irish", "islamic", "israeli", "italian", "jamaican"),
        *("japanese", "jewish", "judeo", "korean", "latin", "latino", "louisiana", "malian", "manchester", "memphis"),
        *("mexican", "miami", "nashville", "nordic", "nigerian", "norwegian", "parisian", "peruvian", "philly"),
        *("polish", "portuguese", "punjabi", "russian", "scandinavian", "scottish", "spanish", "swedish", "texas"),
        *("trinidadian", "turkish", "viking", "welsh", "westminster", "marxist", "freudian", "kantian", "catholicism"),
    )
)
"""First words of names of styles, offices and ideas that come from a name."""


def add_nouns(raw: RawTables, language: str) -> None:
    """Name common nouns in small letters, as a source of its own; the name comes before all others."""
    if not raw.files("facts"):
        return
    with raw.writing(NAME, language) as out:
        found = nouns(raw)
        out.tally.lines = out.tally.kept = found.height
        out.add("names", found.with_columns(position=pl.lit(-1), language=pl.lit(language)))


def nouns(raw: RawTables) -> pl.DataFrame:
    """``id`` and ``name`` of the common nouns, sorted."""
    facts = raw.facts().filter(pl.col("relation").str.starts_with(ONTOLOGY))
    ends = pl.concat(
        facts.select(id=side, noun=pl.col("relation").is_in(relations))
        for side, relations in (("subject", STYLES), ("object", (*NOUNS, *TITLES)))
    )
    counted = ends.group_by("id").agg(pl.col("noun").sum().alias("nouns"), pl.len().alias("all"))
    likely = counted.filter((pl.col("nouns") > 0) & (pl.col("nouns") >= SHARE * pl.col("all")))
    of_titles = facts.filter(pl.col("relation").is_in(TITLES))
    titles = of_titles.select(id="object").unique().collect(engine="streaming")
    ids = likely.select("id").collect(engine="streaming").sort("id")
    given = raw.scan("names").join(ids.lazy(), on="id", how="semi").filter(pl.col("position") == 0)
    given = given.unique("id", keep="first", maintain_order=True).select("id", "name")
    named = ids.join(given.collect(engine="streaming"), on="id", how="left", maintain_order="left")
    named = named.with_columns(pl.coalesce("name", local_names(named["id"])).alias("name"))
    bare = pl.col("name").str.replace(QUALIFIER, "")
    first = bare.str.extract(r"^(\p{L}+)").str.to_lowercase()
    titled = pl.col("id").is_in(titles["id"].implode())
    plain = bare.str.contains(PLAIN) & ~first.is_in(list(OF_NAMES)) & (~titled | bare.str.contains(" "))
    small = pl.col("name").str.slice(0, 1).str.to_lowercase() + pl.col("name").str.slice(1)
    return named.filter(plain).select("id", small.alias("name"))
