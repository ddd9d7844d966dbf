"""A made-up truthy dump of Wikidata: python -m benchmarks.truthy_dump --triples N --out FILE.nt.gz.

First the properties and then item by item, as the real one: the entry, the type, labels three times over, descriptions
in many languages, other names, facts, dates, quantities, identifiers and their links, pages in Wikipedia. How many of
each is an estimate from what Wikidata publishes of itself: 75 lines an item, of which a tenth are facts between items
and two thirds names in other languages, entries and pages. Objects are skewed: each relation has hubs of its own,
classes follow Zipf's law. All choices are 64-bit integers mixed from the number of an item: the same size
and seed give the same bytes.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import polars as pl

from benchmarks.synthetic import ENTITIES_PER_CLASS, NUMBERS, RELATIONS, mixed, names, share, words, zipf

PER_ITEM = 75
"""Lines of an item, about."""
ITEMS = 1 << 12
"""Items made at a time."""
LANGUAGES = pl.Series(
    words(
        "en nl fr de es it pt ru zh ja ar sv uk pl ca fa cs da fi he hu id ko nb ro tr vi ast bn el eo eu gl hi hr hy "
        "ka lt lv mk ms sk sl sq sr ta te th tg uz zh-hans zh-hant en-gb en-ca pt-br de-ch nan cy ga arz"
    )
)
LATIN = 6
"""So many of the languages write a name as English does."""
DATES, AMOUNTS = pl.Series([569, 570, 577, 571, 580, 582]), pl.Series([1082, 2046, 1971, 1111, 2048])
"""Properties of dates, and of quantities, two of which need a unit."""
FIRST_STRING, STRINGS = 3000, 4000
"""Properties of identifiers and other strings."""
ITEM, PROPERTY = "<http://www.wikidata.org/entity/Q", "<http://www.wikidata.org/entity/P"
DIRECT, NORMALIZED = "<http://www.wikidata.org/prop/direct/P", "<http://www.wikidata.org/prop/direct-normalized/P"
DATA, WIKIBASE = "<https://www.wikidata.org/wiki/Special:EntityData/Q", "<http://wikiba.se/ontology#"
SCHEMA, XSD = "<http://schema.org/", "^^<http://www.w3.org/2001/XMLSchema#"
TYPE, LABEL = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "<http://www.w3.org/2000/01/rdf-schema#label>"
LABELS = (LABEL, "<http://www.w3.org/2004/02/skos/core#prefLabel>", SCHEMA + "name>")
ALIAS, DESCRIPTION = "<http://www.w3.org/2004/02/skos/core#altLabel>", SCHEMA + "description>"

R, PLACE, P, TAG = pl.col("r"), pl.col("place"), pl.col("p"), pl.col("tag")
Q = PLACE * 17 + 5
"""The number of the item at a place; numbers have gaps, as in reality."""
SUBJECT = pl.format(ITEM + "{}>", Q)


@dataclass(frozen=True, slots=True)
class Items:
    """Some of the ``count`` items of a dump: their places, and the two words of which the name of each is made."""

    place: pl.Series
    words: pl.DataFrame
    count: int
    seed: int

    def rows(self, salt: int, least: int, more: int = 0) -> pl.DataFrame:
        """Rows of ``place``, ``nth`` from 0 and ``r``, a number of its own: ``least`` to ``least + more`` for each.

        Few are crowded at the least: a third have no more.
        """
        part = share(mixed(self.place, self.seed, salt))
        counts = ((part * part * (more + 1)).cast(pl.Int64) + least).to_numpy()
        nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        frame = pl.DataFrame({"place": np.repeat(self.place.to_numpy(), counts), "nth": nth})
        return frame.with_columns(mixed(frame["place"] * 1024 + frame["nth"], self.seed, salt + 1).alias("r"))

    def named(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows with the ``first`` and ``last`` word of the name of their items."""
        return rows.hstack(self.words[rows["place"] - self.place[0]])


def tagged(rows: pl.DataFrame, first: pl.Expr) -> pl.DataFrame:
    """The rows with a language each, one after the other from the place of ``first``."""
    place = rows.select(((pl.col("nth") + first) % len(LANGUAGES)).alias("tag"))["tag"]
    return rows.with_columns(LANGUAGES.gather(place).alias("tag"))


Lines = tuple[pl.DataFrame, Sequence[pl.Expr]]
"""Rows, and the lines that each row gives."""


def entries(items: Items) -> Lines:
    """What is said of the entry of an item."""
    data = pl.format(DATA + "{}>", Q)
    counts = ("statements", "sitelinks", "identifiers")
    return items.rows(100, 1), [
        pl.format("{} " + TYPE + " <http://schema.org/Dataset> .", data),
        pl.format("{} " + SCHEMA + "about> {} .", data, SUBJECT),
        pl.format("{} <http://creativecommons.org/ns#license> <http://creativecommons.org/zero/1.0/> .", data),
        pl.format('{} ' + SCHEMA + 'version> "{}"' + XSD + "integer> .", data, R % 2_000_000_000),
        pl.format(
            '{} ' + SCHEMA + 'dateModified> "2024-0{}-1{}T00:00:00Z"' + XSD + "dateTime> .",
            data, R // 16 % 9 + 1, R // 256 % 9,
        ),
        pl.format("{} " + TYPE + " " + WIKIBASE + "Item> .", SUBJECT),
        *(
            pl.format("{} " + WIKIBASE + each + '> "{}"' + XSD + "integer> .", SUBJECT, R // 1024 % 40)
            for each in counts
        ),
    ]  # fmt: skip


def labels(items: Items) -> Lines:
    """Labels in one to eighteen languages: mostly English first; of some items only that for all languages."""
    rows = tagged(items.named(items.rows(102, 1, 17)), pl.when(PLACE % 16 == 15).then(3).otherwise(0))
    rows = rows.with_columns(
        pl.when((PLACE % 16 == 14) & (TAG == "en")).then(pl.lit("mul")).otherwise(TAG).alias("tag")
    )
    name = pl.format("{} {}", "first", "last")
    text = pl.when(pl.col("nth") < LATIN).then(name).otherwise(pl.format("{} ({})", name, TAG))
    return rows, [pl.format("{} " + each + ' "{}"@{} .', SUBJECT, text, TAG) for each in LABELS]


def descriptions(items: Items) -> Lines:
    """Descriptions in four to fifty-seven languages, most of them English among others."""
    rows = tagged(items.rows(104, 4, 53), pl.when(PLACE % 5 == 0).then(1).otherwise(0))
    text = pl.format("one of the things of kind {} that were made up", Q % 97)
    return rows, [pl.format("{} " + DESCRIPTION + ' "{}"@{} .', SUBJECT, text, TAG)]


def other_names(items: Items) -> Lines:
    """Up to four other names, half of them English."""
    tag = pl.when(R % 2 == 0).then(pl.lit("en")).otherwise(pl.lit("ru"))
    name = pl.format("{} {}", "last", R % 100)
    return items.named(items.rows(106, 0, 4)), [pl.format("{} " + ALIAS + ' "{}"@{} .', SUBJECT, name, tag)]


def facts(items: Items) -> Lines:
    """The class of each item, and up to twenty facts; the first items are the classes, in a tree."""
    rows = items.rows(108, 1, 20)
    classes = max(1, items.count // ENTITIES_PER_CLASS)
    which, more = zipf(rows["r"], len(NUMBERS)), mixed(rows["place"] * 1024 + rows["nth"], items.seed, 110)
    to = share(more)
    crowded = to * to * pl.select(pl.when(which % 2 == 0).then(to).otherwise(1.0)).to_series()
    rows = rows.with_columns(
        pl.Series("relation", NUMBERS).gather(which),
        (((crowded * items.count).cast(pl.Int64) + which * 7919) % items.count).alias("to"),
        zipf(more, classes).alias("class"),
    )
    is_class, typed = PLACE.is_between(1, classes - 1) & (pl.col("nth") == 0), pl.col("nth") == 0
    relation = pl.when(is_class).then(279).when(typed).then(31).otherwise("relation")
    place = pl.when(is_class).then((PLACE - 1) // 3).when(typed).then("class").otherwise("to")
    rows = rows.select("place", relation.alias("p"), (place * 17 + 5).alias("object"))
    return rows, [pl.format("{} " + DIRECT + "{}> " + ITEM + "{}> .", SUBJECT, P, "object")]


def dates(items: Items) -> Lines:
    """Up to two dates, of which a third is known to the month alone."""
    rows = items.rows(112, 0, 2)
    rows = rows.with_columns(DATES.gather(rows["r"] % len(DATES)).alias("p"))
    day = pl.when(R // 2**20 % 3 == 0).then(pl.lit("01")).otherwise((R // 2**24 % 18 + 10).cast(pl.String))
    date = pl.format("1{}-0{}-{}T00:00:00Z", R // 8 % 899 + 100, R // 8192 % 9 + 1, day)
    return rows, [pl.format("{} " + DIRECT + '{}> "{}"' + XSD + "dateTime> .", SUBJECT, P, date)]


def amounts(items: Items) -> Lines:
    """Up to two quantities."""
    rows = items.rows(114, 0, 2)
    rows = rows.with_columns(AMOUNTS.gather(rows["r"] % len(AMOUNTS)).alias("p"))
    return rows, [pl.format("{} " + DIRECT + '{}> "+{}"' + XSD + "decimal> .", SUBJECT, P, R // 8 % 100_000)]


def identifiers(items: Items) -> Lines:
    """Up to nine identifiers, each as a link as well."""
    which = R % STRINGS + FIRST_STRING
    return items.rows(116, 0, 9), [
        pl.format("{} " + DIRECT + '{}> "{}" .', SUBJECT, which, R),
        pl.format("{} " + NORMALIZED + "{}> <http://id.example.org/{}> .", SUBJECT, which, R),
    ]


def others(items: Items) -> Lines:
    """Up to five strings, places on the globe, and values that nobody knows."""
    kind = R // 4096 % 16
    place = pl.format('"Point({}.5 {}.25)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>', R % 180, R % 90)
    value = (
        pl.when(kind == 0).then(pl.format("_:genid{}", R)).when(kind < 5).then(place).otherwise(pl.format('"{}"', R))
    )
    return items.rows(118, 0, 5), [pl.format("{} " + DIRECT + "{}> {} .", SUBJECT, R % STRINGS + FIRST_STRING, value)]


def pages(items: Items) -> Lines:
    """Up to two pages in Wikipedia."""
    rows = tagged(items.named(items.rows(120, 0, 2)), pl.lit(0))
    page = pl.format("<https://{}.wikipedia.org/wiki/{}_{}>", TAG, "first", "last")
    return rows, [
        pl.format("{} " + TYPE + " " + SCHEMA + "Article> .", page),
        pl.format("{} " + SCHEMA + "about> {} .", page, SUBJECT),
        pl.format("{} " + SCHEMA + 'inLanguage> "{}" .', page, TAG),
        pl.format("{} " + SCHEMA + "isPartOf> <https://{}.wikipedia.org/> .", page, TAG),
        pl.format("{} " + SCHEMA + 'name> "{} {}"@{} .', page, "first", "last", TAG),
    ]


KINDS: Sequence[Callable[[Items], Lines]] = (
    entries, labels, descriptions, other_names, facts, dates, amounts, identifiers, others, pages
)  # fmt: skip


def of_items(start: int, stop: int, count: int, seed: int) -> pl.Series:
    """The lines about the items at these places, item by item."""
    place = pl.int_range(start, stop, dtype=pl.Int64, eager=True)
    items = Items(place, names(place, seed), count, seed)
    parts = []
    for kind in KINDS:
        rows, made = kind(items)
        parts += [rows.select("place", each.alias("line")) for each in made]
    return pl.concat(parts).sort("place", maintain_order=True)["line"]


def of_properties(seed: int) -> pl.Series:
    """The lines about properties."""
    number = pl.int_range(1, FIRST_STRING + STRINGS, dtype=pl.Int64, eager=True)
    label = names(number, seed + 1).select(pl.concat_str("first", pl.lit("of"), separator=" ").str.to_lowercase())
    rows = pl.DataFrame({"n": number, "label": label.to_series()}).filter(
        (pl.col("n") <= RELATIONS) | (pl.col("n") >= FIRST_STRING)
    )
    subject = pl.format(PROPERTY + "{}>", "n")
    made = [
        pl.format("{} " + TYPE + " " + WIKIBASE + "Property> .", subject),
        pl.format("{} " + WIKIBASE + "directClaim> " + DIRECT + "{}> .", subject, "n"),
        *(pl.format("{} " + each + ' "{}"@en .', subject, "label") for each in LABELS),
        pl.format("{} " + LABEL + ' "{} (fr)"@fr .', subject, "label"),
    ]
    return pl.concat([rows.select("n", each.alias("line")) for each in made]).sort("n", maintain_order=True)["line"]


def blocks(triples: int, seed: int) -> Iterator[pl.Series]:
    """So many lines, some at a time."""
    count = max(1, triples // PER_ITEM)
    rest, place, block = triples, 0, of_properties(seed)
    while rest > 0:
        yield block.head(rest)
        rest -= len(block)
        block = of_items(place, place + ITEMS, count, seed)
        place += ITEMS


def write(path: Path, triples: int, seed: int = 7) -> None:
    """Write a dump of so many triples, packed as its name says; it gets its name when it is complete."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        packed: BinaryIO = file
        if path.suffix == ".gz":
            packed = cast(BinaryIO, gzip.GzipFile(path.stem, "wb", compresslevel=1, fileobj=file, mtime=0))
        elif path.suffix == ".bz2":
            packed = cast(BinaryIO, bz2.BZ2File(file, "wb"))
        for block in blocks(triples, seed):
            packed.write((block.str.join("\n")[0] + "\n").encode())
        packed.close()
    partial.rename(path)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A made-up truthy dump of Wikidata.")
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, required=True, help="a file that is not there yet: .nt, .nt.gz or .nt.bz2")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    if options.out.exists():
        parser.error(f"{options.out} is there already; give a new file")
    if options.triples < 1:
        parser.error("--triples must be at least 1")
    write(options.out, options.triples, options.seed)
    print(f"{options.out} has {options.triples:,} triples")


if __name__ == "__main__":
    main()
