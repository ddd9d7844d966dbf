"""Who is a person and who a band, among those that DBpedia's ontology takes for both, and what is no label at all.

The domain of the relations of music is a band as well as a musician, and that of a birthplace an animal. What a person
alone has (a birthplace, a spouse, an alma mater) and what a band alone has (members, or a name that says so) decides;
where both or neither is seen, the classes are left open, and no text tells what hangs on them.
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.dbpedia.terms import of_class, patterns, role

BAND, ARTIST, ANIMAL, PERSON, OPEN = map(of_class, ("band", "musician", "animal", "person", "agent"))
OF_A_LIFE = role("of_a_life")
"""What persons alone are the subjects of."""
OF_PEOPLE = role("to_a_person")
"""What persons alone are the objects of."""
OF_BANDS = role("band_member")
(BY_NAME,) = patterns("band")


def settle_players(found: pl.DataFrame, facts: pl.LazyFrame, kinds: dict[str, str]) -> pl.DataFrame:
    """Inferred classes (``id``, ``class``), with one of person and band for what had both; sorted.

    ``kinds`` has the kind of every class. What has a life of its own loses all classes of other kinds.
    """
    ids = found.select("id").unique()

    def seen(side: str, relations: tuple[str, ...]) -> pl.LazyFrame:
        return facts.filter(pl.col("relation").is_in(relations)).select(id=side)

    alive = seen("subject", OF_A_LIFE).unique().collect(engine="streaming")
    people = pl.concat([alive.lazy(), seen("object", OF_PEOPLE)]).unique().collect(engine="streaming")
    bands = seen("subject", OF_BANDS).unique().collect(engine="streaming")
    by_name = pl.col("id").str.contains(BY_NAME)
    known = ids.with_columns(
        alive=pl.col("id").is_in(alive["id"].implode()),
        person=pl.col("id").is_in(people["id"].implode()) & ~by_name,
        band=pl.col("id").is_in(bands["id"].implode()) | by_name,
    )
    table = found.join(known, on="id")
    of_people = [name for name, kind in kinds.items() if kind == PERSON]
    human = pl.col("class").is_in(of_people)
    musical = pl.col("class").is_in([BAND, ARTIST])
    unsure = pl.col("person") == pl.col("band")
    settled = (
        pl.when(musical & unsure)
        .then(pl.lit(OPEN))
        .when(musical & pl.col("person"))
        .then(pl.lit(ARTIST))
        .when((musical | human) & pl.col("band") & ~pl.col("person"))
        .then(pl.lit(BAND))
        .when((pl.col("class") == ANIMAL) & pl.col("person"))
        .then(pl.lit(PERSON))
        .otherwise("class")
    )
    table = table.with_columns(settled.alias("class"))
    alien = pl.col("alive") & ~by_name & ~pl.col("class").is_in([*of_people, OPEN])
    return table.filter(~alien).select("id", "class").unique().sort("id", "class")
