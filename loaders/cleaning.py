"""Hiding entities that conflicts cannot be told about: marked, never dropped.

Hidden entities stay in the store for truth tests and types; traversal and replacements skip them.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from contragraph.graph.given import made_forgiving
from contragraph.kgs import kg_of, shipped_kgs
from contragraph.loaders.obvious import TITLE
from contragraph.loaders.report import Hidden

HUBS = "among the most connected"
NAMELESS = "no name in the language"
SYMBOLS = "symbol or emoticon"
UNLABELLED = "no entry in the entity file"
FOREIGN = "no name in Latin letters"
MARKED = "markup in its best name"
INTERNAL = "page of the wiki itself"
REASONS = (UNLABELLED, NAMELESS, SYMBOLS, FOREIGN, MARKED, INTERNAL, HUBS)
"""In the order in which they are looked at; an entity is named with the first that holds."""


SYMBOL = r"[\p{So}\p{Sk}\p{Co}]"
LIST_TITLE = r"^(?i)(?:lists? of |index of |outline of )"


def classes_called(name: str) -> list[str]:
    """The classes that are called so by what is known of loading any graph that ships."""
    return sorted(c for kg in shipped_kgs() for c in kg_of(kg).loading.table("classes").get(name, ()))


@made_forgiving
@dataclass(frozen=True, slots=True)
class Cleaning:
    """Which entities are hidden."""

    hubs: int = 30
    """How many of the most connected, at most."""
    share: float = 1.0
    """The share of all entities that is hidden for being most connected, at most: 0 to 1."""
    symbols: bool = True
    """Whether those whose label is only symbols, punctuation or a single letter."""
    unnamed: bool = True
    """Whether those that an English text cannot name: no name is in Latin letters, or the best one holds markup that
    could not be removed."""
    internal: bool = True
    """Whether those that describe pages of the wiki itself."""
    lists: bool = False
    """Whether those whose label says that they are list articles, whatever their class."""


def hidden_reasons(entities: pl.DataFrame, cleaning: Cleaning) -> pl.Series:
    """The reason for which each entity is hidden, or null.

    :param entities: ``id``, ``label``, ``types``, ``degree``, ``labelled``
    """
    # Only those are sorted that can be among the first.
    many = min(cleaning.hubs, int(cleaning.share * entities.height))
    most = entities["degree"].top_k(many).min() if many else None
    order = entities.select("degree", "id").with_row_index("row").filter(pl.col("degree") >= pl.lit(most))
    hubs = order.sort(["degree", "id"], descending=[True, False])["row"].head(many).implode()
    row = pl.int_range(pl.len(), dtype=pl.get_index_type())
    # Most labels are plain words with capitals ("Ada Lovelace"), in which no rule has anything to find.
    plain = entities["label"].str.contains(TITLE)
    if cleaning.lists:
        plain &= ~entities["label"].str.contains(LIST_TITLE)
    odd = (~plain).arg_true()
    by_label = pl.Series("reason", [None], dtype=pl.String).new_from_index(0, entities.height)
    by_label = by_label.scatter(odd, label_reasons(entities["label"].gather(odd), cleaning))
    reason = (
        pl.when(~pl.col("labelled"))
        .then(pl.lit(UNLABELLED))
        .when(by_label.is_not_null())
        .then(by_label)
        .when(pl.lit(cleaning.internal) & pl.lit(of_pages(entities)))
        .then(pl.lit(INTERNAL))
        .when(row.is_in(hubs))
        .then(pl.lit(HUBS))
        .otherwise(pl.lit(None, dtype=pl.String))
    )
    return entities.select(reason.alias("reason"))["reason"]


def label_reasons(labels: pl.Series, cleaning: Cleaning) -> pl.Series:
    """The reason for which each label alone hides its entity, or null."""
    label = pl.col("label")
    titled = label.str.contains(r"^(?:Category|Template|Wikipedia|Portal|Module|Help|File):\S")
    foreign = ~label.str.contains(r"\p{Latin}") & label.str.contains(r"\p{L}")  # "1984" is in no script
    reason = (
        pl.when(pl.lit(cleaning.symbols) & pl.lit(symbolic(labels)))
        .then(pl.lit(SYMBOLS))
        .when(pl.lit(cleaning.unnamed) & foreign)
        .then(pl.lit(FOREIGN))
        .when(pl.lit(cleaning.unnamed) & label.str.contains(r"[<>{}|\\]"))
        .then(pl.lit(MARKED))
        .when(pl.lit(cleaning.internal) & titled | pl.lit(cleaning.lists) & label.str.contains(LIST_TITLE))
        .then(pl.lit(INTERNAL))
        .otherwise(pl.lit(None, dtype=pl.String))
    )
    return labels.alias("label").to_frame().select(reason.alias("reason")).to_series()


def of_pages(entities: pl.DataFrame) -> pl.Series:
    """Which entities are pages of the wiki itself by all their classes.

    All must be of that kind: real classes carry the one of a page of the same name by mistake.
    """
    of_lists = classes_called("of_lists")
    classes = sorted((*classes_called("of_pages"), *of_lists))
    # The first class tells most of the others apart at a fraction of the cost.
    likely = entities["types"].list.first().is_in(classes).fill_null(False).arg_true()
    every = pl.lit(classes, dtype=pl.List(pl.String))
    pages = pl.col("types").list.set_difference(every).list.len() == 0
    listing = pl.any_horizontal(pl.col("types").list.contains(each) for each in of_lists)
    several = pl.col("types").list.len() > 1
    pages &= ~listing | several | pl.col("label").str.contains(r"^(?i)lists? of ")
    found = entities.select(pl.col("types", "label").gather(likely)).select(pages).to_series()
    return pl.repeat(False, entities.height, eager=True).scatter(likely, found)


def symbolic(labels: pl.Series) -> pl.Series:
    """Whether labels are hard to define, by the Unicode categories of their characters.

    So is one with fewer than two letters and digits ("♁", ":-)", ":P", "ß", "4"), and one in which symbols
    (categories Sk, So, Co) outnumber them.
    """
    # Most begin with two letters and have no symbol: only in the others is anything counted.
    plain = labels.str.contains(r"^[\p{L}\p{N}]{2}") & ~labels.str.contains(SYMBOL)
    odd = (~plain).arg_true()
    label = pl.col("label")
    telling = label.str.len_chars() - label.str.count_matches(r"[^\p{L}\p{N}]")
    symbols = label.str.count_matches(SYMBOL)
    found = pl.DataFrame({"label": labels.gather(odd)}).select((telling < 2) | (symbols > telling)).to_series()
    return pl.repeat(False, len(labels), eager=True).scatter(odd, found)


def hidden_list(entities: pl.DataFrame) -> tuple[Hidden, ...]:
    """What was hidden, by reason and id."""
    found = entities.filter(pl.col("reason").is_not_null()).select("id", "label", "reason")
    rows = sorted(found.iter_rows(), key=lambda row: (REASONS.index(row[2]), row[0]))
    return tuple(Hidden(*row) for row in rows)
