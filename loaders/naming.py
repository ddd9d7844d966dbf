"""The names of entities and relations from raw tables: the label, the other names, the description.

Where a KG gives no name, the end of the id is one: ``dbr:New_York_City`` is called "New York City".
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

import polars as pl

from contragraph.loaders.names import names_of
from contragraph.loaders.raw import RawTables

OPAQUE = r"^(?:[A-Za-z][-_]?\d{3,}|[0-9A-Fa-f]{8}[0-9A-Fa-f-]{8,})$"
"""An end of an id that is no name: Q64, m_0123, a UUID."""
CAMEL = r"(\p{Ll}|\d)(\p{Lu})"


@dataclass(frozen=True, slots=True)
class ChosenNames:
    """``table``: id, label, labelled, description, aliases of each entity by id; ``unused``: named, but in no fact."""

    table: pl.DataFrame
    unused: int
    remarks: tuple[tuple[str, int], ...]


def chosen_names(raw: RawTables, ids: pl.Series, language: str) -> ChosenNames:
    """The names of the entities with these ids (sorted)."""
    wanted = pl.LazyFrame({"id": ids})
    every = raw.scan("names").with_row_index("row")
    named = every.select("id").unique()
    unused = named.join(wanted, on="id", how="anti").select(pl.len()).collect(engine="streaming").item()
    rows = every.join(wanted, on="id", how="semi").collect(engine="streaming")
    foreign = pl.when(pl.col("language") == language).then(0).when(pl.col("language").is_null()).then(1).otherwise(2)
    rows = rows.with_columns(names_of(rows["name"]).list.first().alias("name"), foreign.alias("foreign"))
    rows = rows.drop_nulls("name").sort("id", "foreign", "position", "row")
    preferred = rows.filter(pl.col("position") == 0, pl.col("foreign") < 2)
    several = preferred.group_by("id").agg(pl.col("name").n_unique()).filter(pl.col("name") > 1).height
    listed = rows.group_by("id", maintain_order=True).agg(
        pl.col("name").first().alias("label"), pl.col("name").alias("aliases")
    )
    texts = raw.scan("descriptions").join(wanted, on="id", how="semi").collect(engine="streaming")
    texts = texts.unique("id", keep="first", maintain_order=True).rename({"text": "description"})
    table = pl.DataFrame({"id": ids}).join(listed, on="id", how="left", maintain_order="left")
    table = table.join(texts, on="id", how="left", maintain_order="left")
    own = local_names(ids)
    # Set operations promise no order, so the aliases are sorted.
    aliases = pl.col("aliases").list.set_difference(pl.concat_list("label")).list.sort()
    table = table.select(
        "id",
        pl.coalesce("label", own.alias("own")).alias("label"),
        (pl.col("label").is_not_null() | ~ends(ids).str.contains(OPAQUE)).alias("labelled"),
        pl.col("description").fill_null(""),
        aliases.fill_null(pl.lit([], dtype=pl.List(pl.String))).alias("aliases"),
    )
    echo = table["description"].str.to_lowercase() == table["label"].str.to_lowercase()
    table = table.with_columns(table["description"].set(echo, ""))
    unnamed = len(ids) - listed.height
    return ChosenNames(
        table,
        unused,
        (("several preferred labels: the first stands", several), ("no name given: the end of the id is one", unnamed)),
    )


def ends(ids: pl.Series) -> pl.Series:
    """What follows the prefix of each id; of one that is an IRI, what follows its last slash or hash."""
    return ids.str.replace(r"^(?:https?://.*[/#]([^/#])|urn:.*:([^:])|[^:]*:)", "$1$2")


def local_names(ids: pl.Series) -> pl.Series:
    """The end of each id as a name: percent signs decoded, underscores made blanks."""
    names = ends(ids)
    coded = names.str.contains("%", literal=True).arg_true()
    names = names.scatter(coded, [unquote(name, errors="replace") for name in names.gather(coded)])
    blank = names.str.replace_all("_", " ", literal=True).str.strip_chars()
    return blank.zip_with(blank != "", ids)


def relation_labels(raw: RawTables, relation_ids: pl.Series, *used: pl.Series) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """The relations with label and number of facts, and the ids of those that the KG does not name.

    :param used: indices of the relations of all facts
    """
    # RDF names its relations like anything else.
    wanted = pl.LazyFrame({"id": relation_ids})
    others = raw.scan("names").join(wanted, on="id", how="semi", maintain_order="left")
    others = others.sort("position", maintain_order=True).select("id", label="name")
    labels = pl.concat([raw.scan("relation_names"), others]).collect()
    labels = labels.unique("id", keep="first", maintain_order=True)
    counts = pl.concat([each.alias("place") for each in used]).value_counts(name="facts")
    table = pl.DataFrame({"id": relation_ids, "place": pl.int_range(len(relation_ids), dtype=pl.UInt32, eager=True)})
    table = table.join(labels, on="id", how="left", maintain_order="left")
    table = table.join(counts, on="place", how="left", maintain_order="left")
    spoken = local_names(relation_ids).str.replace_all(CAMEL, "$1 $2").str.to_lowercase()
    nameless = tuple(table.filter(pl.col("label").is_null())["id"])
    return table.select(
        "id", pl.coalesce("label", spoken.alias("spoken")).alias("label"), pl.col("facts").fill_null(0)
    ), nameless
