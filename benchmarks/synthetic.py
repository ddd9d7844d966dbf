"""A made-up graph of any size in the released layout of Wikidata5M: python -m benchmarks.synthetic --facts N --out DIR.

It has the shape of the real one: 4.6 entities for 21 facts, 825 relations whose use follows Zipf's law, one class for
each entity (a fifth of all facts), classes in a tree, hubs of its own for each relation, four names and a paragraph of
text for each entity. Lines are made block by block, so any size fits into memory. All choices are 64-bit integers mixed
from the number of a line: the same size and seed give the same bytes.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

import polars as pl

from contragraph.loaders.wikidata.wikidata5m import NAMES, TRIPLES_IN_ONE

ENTITIES_PER_FACT = 4.6 / 21
RELATIONS = 825
ENTITIES_PER_CLASS = 200
INSTANCE_OF, SUBCLASS_OF = 31, 279
NUMBERS = [n for n in range(1, RELATIONS + 1) if n not in (INSTANCE_OF, SUBCLASS_OF)]
"""The relations that do not say classes, from the most to the least used."""
ROWS = 1 << 18
"""Lines made at a time."""
FACTORS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def words(text: str) -> list[str]:
    """The words of a text, to draw from."""
    return text.split()


ONSETS = words("b br c ch d dr f g gl h j k kl l m n p pr r s st t tr v w z")
VOWELS = words("a e i o u ai ea ia ou")
ENDS = words("n r l s m d k t nd rk lia na ro ria ton berg ville stad")
KINDS = words("village company song river album bridge mountain painting railway newspaper film species school")
PLACES = words("north south east west centre coast highlands lowlands islands valley border capital")


def mixed(numbers: pl.Series, seed: int, salt: int) -> pl.Series:
    """A 64-bit number for each number, another one for each salt (splitmix64; products wrap)."""
    start = (seed * FACTORS[1] + salt * FACTORS[2]) % 2**64
    found = (numbers.cast(pl.UInt64) + 1) * unsigned(FACTORS[0]) + unsigned(start)
    for shift, factor in ((30, FACTORS[1]), (27, FACTORS[2])):
        found = (found ^ (found // 2**shift)) * unsigned(factor)
    return found ^ (found // 2**31)


def unsigned(number: int) -> pl.Series:
    """One number as a column that is as wide as any other."""
    return pl.Series([number], dtype=pl.UInt64)


def share(numbers: pl.Series) -> pl.Series:
    """Numbers of 64 bits as fractions in [0, 1), exact."""
    return (numbers // 2**11).cast(pl.Float64) / 2.0**53


@cache
def zipf_bounds(count: int) -> pl.Series:
    """Upper bounds of places [0, count) on a scale of integers, the k-th one as wide as 1 / (k + 3)."""
    return pl.Series(list(accumulate(10**12 // (k + 3) for k in range(count))), dtype=pl.UInt64)


def zipf(numbers: pl.Series, count: int) -> pl.Series:
    """A place in [0, count) for each number, by Zipf's law."""
    bounds = zipf_bounds(count)
    places: pl.Series = bounds.search_sorted(numbers % bounds[-1], side="right")
    return places.cast(pl.Int64)


def size(facts: int) -> int:
    """How many entities a graph of so many facts has."""
    return max(1, round(facts * ENTITIES_PER_FACT))


def triples(start: int, stop: int, entities: int, seed: int) -> pl.DataFrame:
    """The facts on some lines; those on the first ones say of which class each entity is."""
    line = pl.int_range(start, stop, dtype=pl.Int64, eager=True)
    one, two, three = (mixed(line, seed, salt) for salt in (1, 2, 3))
    classes = max(1, entities // ENTITIES_PER_CLASS)
    frame = pl.DataFrame(
        {
            "line": line,
            "place": zipf(one, len(NUMBERS)),
            "from": share(two),
            "to": share(three),
            "class": zipf(three, classes),
        }
    )
    number = pl.Series(NUMBERS, dtype=pl.Int64)
    # A power of a fraction crowds towards 0: the higher, the greater the hubs. Products of doubles are the same
    # everywhere, which powers are not.
    to = pl.col("to")
    power = to * to
    for least in (1, 2, 3):
        power = power * pl.when(pl.col("place") % 4 >= least).then(to).otherwise(1.0)
    hub = pl.col("place") * 7919
    # The first entities are the classes; the very first is on top of the tree.
    typed, is_class = pl.col("line") < entities, pl.col("line").is_between(1, classes - 1)
    return frame.select(
        subject=pl.when(typed)
        .then("line")
        .otherwise((pl.col("from") * pl.col("from").sqrt() * entities).cast(pl.Int64)),
        relation=pl.when(is_class)
        .then(SUBCLASS_OF)
        .when(typed)
        .then(INSTANCE_OF)
        .otherwise(pl.lit(number).gather("place")),
        object=pl.when(is_class)
        .then((pl.col("line") - 1) // 3)
        .when(typed)
        .then("class")
        .otherwise(((power * entities).cast(pl.Int64) + hub) % entities),
    )


def drawn(numbers: pl.Series, choice: list[str]) -> tuple[pl.Series, pl.Series]:
    """A word for each number, and what is left of the number for the next draw."""
    return pl.Series(choice).gather(numbers % len(choice)), numbers // len(choice)


def names(place: pl.Series, seed: int) -> pl.DataFrame:
    """Two words for each entity, of four syllables in all."""
    rest = mixed(place, seed, 4)
    syllables = []
    for choice in (ONSETS, VOWELS, ENDS, VOWELS, ENDS) * 2:
        word, rest = drawn(rest, choice)
        syllables.append(word)
    first, last = (pl.concat_str(*syllables[i : i + 5]).str.to_titlecase() for i in (0, 5))
    return pl.select(first=first, last=last)


def identifier(place: pl.Expr) -> pl.Expr:
    """The id of the entity at a place; numbers have gaps, as in reality."""
    return pl.concat_str(pl.lit("Q"), place * 17 + 5)


def triple_lines(start: int, stop: int, entities: int, seed: int) -> pl.DataFrame:
    """Lines of the file of facts."""
    return triples(start, stop, entities, seed).select(
        subject=identifier(pl.col("subject")),
        relation=pl.concat_str(pl.lit("P"), pl.col("relation")),
        object=identifier(pl.col("object")),
    )


def entity_lines(start: int, stop: int, seed: int) -> pl.DataFrame:
    """Lines of the file of names: four for each entity, the best one not always first."""
    place = pl.int_range(start, stop, dtype=pl.Int64, eager=True)
    first, last = pl.col("first"), pl.col("last")
    best, small = first + " " + last, (first + " " + last).str.to_lowercase()
    odd = pl.lit(mixed(place, seed, 5) % 3 == 0)
    return names(place, seed).select(
        identifier(pl.lit(place)).alias("id"),
        pl.when(odd).then(small).otherwise(best).alias("one"),
        pl.when(odd).then(best).otherwise(small).alias("two"),
        (last + ", " + first).alias("three"),
        (first.str.head(1) + "." + last.str.head(1) + ".").alias("four"),
    )


def text_lines(start: int, stop: int, seed: int) -> pl.DataFrame:
    """Lines of the file of texts, of some 400 characters."""
    place = pl.int_range(start, stop, dtype=pl.Int64, eager=True)
    kind, rest = drawn(mixed(place, seed, 6), KINDS)
    area, rest = drawn(rest, PLACES)
    other = names(rest % 1_000_000, seed).select(pl.concat_str("first", "last", separator=" "))
    frame = names(place, seed).with_columns(kind=kind, area=area, other=other.to_series(), year=rest % 900 + 1100)
    text = pl.format(
        "{} {} is a {} in the {} of {}. It was first named in a record of the year {}, where it is told of together "
        "with {}. Until the end of that century it was known to few; later reports describe it at length, and the "
        "oldest picture of it dates from {} years after the first record. The {} is listed among the sights of the "
        "{}, and a road, a square and a prize have been called after it since then.",
        *("first", "last", "kind", "area", "other", "year", "other", pl.col("year") % 100 + 20, "kind", "area"),
    )
    return frame.select(identifier(pl.lit(place)).alias("id"), text.alias("text"))


def relation_lines(start: int, stop: int, seed: int) -> pl.DataFrame:
    """Lines of the file of relations."""
    numbers = pl.int_range(start, stop, dtype=pl.Int64, eager=True)
    label = names(numbers, seed + 1).select(pl.concat_str("first", pl.lit("of"), separator=" ").str.to_lowercase())
    return pl.select(pl.concat_str(pl.lit("P"), numbers + 1).alias("id"), label.to_series().alias("label"))


def write(folder: Path, facts: int, seed: int = 7) -> None:
    """Write the four files of a graph into a new folder, which appears when all are complete."""
    entities = size(facts)
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    parts: list[tuple[str, int, Callable[[int, int], pl.DataFrame]]] = [
        (TRIPLES_IN_ONE, facts, lambda start, stop: triple_lines(start, stop, entities, seed)),
        (NAMES["entity"], entities, lambda start, stop: entity_lines(start, stop, seed)),
        (NAMES["text"], entities, lambda start, stop: text_lines(start, stop, seed)),
        (NAMES["relation"], RELATIONS, lambda start, stop: relation_lines(start, stop, seed)),
    ]
    for name, count, lines in parts:
        with (partial / name).open("wb") as file:
            for start in range(0, count, ROWS):
                block = lines(start, min(start + ROWS, count))
                block.write_csv(file, include_header=False, separator="\t", quote_style="never")
    partial.rename(folder)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A made-up graph in the released layout of Wikidata5M.")
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, required=True, help="a folder that is not there yet")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    if options.out.exists():
        parser.error(f"{options.out} is there already; give a new folder")
    if options.facts < 1:
        parser.error("--facts must be at least 1")
    write(options.out, options.facts, options.seed)
    print(f"{options.out} has {options.facts:,} facts about {size(options.facts):,} entities")


if __name__ == "__main__":
    main()
