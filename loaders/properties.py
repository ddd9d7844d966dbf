"""What searches ask again and again, worked out once when a graph is staged.

Of a fact: how many objects its subject has by the relation, and how many subjects its object has. Of an entity: its
level (country, region, district, settlement), its kind (of its classes the one with most members), and its prominence
(the percentile of its degree among things of its level, or else its kind). All are counts of whole numbers, so that
they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from contragraph.kgs import kg_like
from contragraph.loaders.numbers import limit

PROPERTIES: dict[str, pl.DataType] = {"level": pl.String(), "kind": pl.String(), "prominence": pl.Int64()}
COUNTS: dict[str, pl.DataType] = {"objects": pl.Int64(), "subjects": pl.Int64()}


@dataclass(frozen=True)
class PlaceLevels:
    """The classes of each level of places, the more telling level first, and the relations from class to class."""

    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    subclass_of: Sequence[str] = ()
    exceptions: Collection[str] = ()
    """Things whose classes mislead: they have no level."""


def levels_of(relations: Iterable[str]) -> PlaceLevels:
    """The levels that the folder of a graph with these relations tells; none where no such graph ships."""
    kg = kg_like(relations)
    return PlaceLevels(kg.levels, kg.role("subclass_of"), kg.levels_except.keys()) if kg else PlaceLevels()


def fact_counts(facts: pl.DataFrame) -> pl.DataFrame:
    """``objects`` and ``subjects`` of facts that are indices sorted by subject, relation and object."""
    if facts.is_empty():
        return pl.DataFrame(schema=COUNTS)
    # One after the other, since each takes more memory for a moment than the facts themselves.
    relation = facts["relation"].cast(pl.UInt64)
    own = (facts["subject"].cast(pl.UInt64) * (limit(facts["relation"]) + 1) + relation).rle_id().to_numpy()
    objects = np.bincount(own)[own]
    del own
    key = relation * (limit(facts["object"]) + 1) + facts["object"]
    del relation
    subjects = key.alias("key").to_frame().select(pl.len().over("key").cast(pl.Int64).alias("subjects"))
    del key
    return subjects.with_columns(pl.Series("objects", objects, dtype=pl.Int64)).select(list(COUNTS))


def entity_properties(
    entities: pl.DataFrame, facts: pl.DataFrame, relations: pl.DataFrame, levels: PlaceLevels
) -> pl.DataFrame:
    """``level``, ``kind`` and ``prominence`` of entities (``id``, ``types``, ``degree``), in their order."""
    classes = _levels_of_classes(entities["id"], facts, relations, levels)
    typed = entities.select(pl.int_range(pl.len()).alias("place"), "types").explode("types", empty_as_null=False)
    typed = typed.drop_nulls().rename({"types": "class"})
    members = typed.group_by("class").len("members")
    kinds = (
        typed.join(members, on="class")
        .sort("place", "members", "class", descending=[False, True, False])
        .unique("place", keep="first", maintain_order=True)
        .select("place", pl.col("class").alias("kind"))
    )
    names = list(levels.classes)
    levelled = (
        typed.join(classes, on="class")
        .group_by("place")
        .agg(pl.col("number").min())
        .with_columns(pl.col("number").replace_strict(dict(enumerate(names)), return_dtype=pl.String).alias("level"))
        .select("place", "level")
        if names
        else pl.DataFrame(schema={"place": typed.schema["place"], "level": pl.String()})
    )
    table = (
        entities.select(pl.int_range(pl.len()).alias("place"), "degree")
        .join(levelled, on="place", how="left", maintain_order="left")
        .join(kinds, on="place", how="left", maintain_order="left")
        .with_columns(pl.col("level", "kind").fill_null(""))
        .with_columns(
            pl.when(entities["id"].is_in(list(levels.exceptions))).then(pl.lit("")).otherwise("level").alias("level")
        )
    )
    group = pl.when(pl.col("level") != "").then(pl.col("level")).otherwise(pl.col("kind"))
    rank = (pl.col("degree").rank("min") - 1) * 100 // pl.len()
    return table.with_columns(group.alias("group")).select(
        "level", "kind", rank.over("group").cast(pl.Int64).alias("prominence")
    )


def _levels_of_classes(
    ids: pl.Series, facts: pl.DataFrame, relations: pl.DataFrame, levels: PlaceLevels
) -> pl.DataFrame:
    """The classes of each level and all below them: ``class``, ``number`` (the place of the first such level)."""
    wanted = relations.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("relation"), "id").filter(
        pl.col("id").is_in(list(levels.subclass_of))
    )
    below = facts.join(wanted, on="relation", how="semi").select("subject", "object")
    children: dict[str, list[str]] = {}
    for child, parent in zip(ids.gather(below["subject"]), ids.gather(below["object"]), strict=True):
        children.setdefault(parent, []).append(child)
    found: dict[str, int] = {}
    for number, classes in enumerate(levels.classes.values()):
        todo = list(classes)
        while todo:
            each = todo.pop()
            if each not in found:
                found[each] = number
                todo += children.get(each, [])
    schema = {"class": pl.String(), "number": pl.Int64()}
    return pl.DataFrame({"class": list(found), "number": list(found.values())}, schema=schema)
