"""The lines of Wikidata5M's files as columns: facts as numbers, names and texts of those that facts are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import polars as pl

from contragraph.graph.loading.lists import in_lists
from contragraph.graph.progress import Progress
from contragraph.loaders.lines import Tally, compacted, matching, worked_blocks
from contragraph.loaders.names import names_of
from contragraph.loaders.numbers import counted
from contragraph.loaders.texts import shortened
from contragraph.loaders.wikidata.labels import best_labels

T = TypeVar("T")

TRIPLE = r"^Q[1-9][0-9]{0,8}\tP[1-9][0-9]{0,8}\tQ[1-9][0-9]{0,8}$"
TRIPLES = rf"\A(?:{TRIPLE[1:-1]}\n)+\z"
"""A piece of whole lines that are all good."""
NAMED_ENTITY = r"^Q[1-9][0-9]{0,8}\t.*\S"
NAMED_RELATION = r"^P[1-9][0-9]{0,8}\t.*\S"


def read_triples(path: Path, tally: Tally, progress: Progress) -> pl.DataFrame:
    """Numbers of subject, relation and object of every good line, in order, repeats included."""
    columns = dict.fromkeys(("subject", "relation", "object"), pl.UInt32)

    def fields(block: pl.DataFrame, tally: Tally) -> pl.DataFrame:
        good = matching(block, TRIPLE, why_no_triple, tally)
        tally.kept += good.height
        texts = good["line"].str.split_exact("\t", 2).struct.unnest()
        texts.columns = list(columns)
        return texts.select(pl.all().str.slice(1).cast(pl.UInt32))

    def numbers(chunk: bytes, tally: Tally) -> pl.DataFrame | None:
        """Of a piece without a bad line, all fields at once: without its letters it is a table of numbers."""
        if not chunk.isascii() or not pl.Series([chunk.decode()]).str.contains(TRIPLES)[0]:
            return None
        rows = pl.read_csv(
            chunk.translate(None, b"PQ"), has_header=False, separator="\t", quote_char=None, schema=columns
        )
        tally.lines += rows.height
        tally.kept += rows.height
        return rows

    parts = [pl.DataFrame(schema=columns), *worked_blocks(path, tally, fields, progress, at_once=numbers)]
    tally.demand_lines("Wikidata5M")
    return pl.concat(parts)


def why_no_triple(line: str) -> str:
    """What is wrong with a line of the facts."""
    if not line.strip():
        return "empty line"
    columns = line.split("\t")
    if len(columns) != 3:
        return "not 3 columns"
    return "bad id" if all(column.strip() for column in columns) else "empty field"


def why_no_name(line: str) -> str:
    """What is wrong with a line of names or texts."""
    if not line.strip():
        return "empty line"
    key, tab, rest = line.partition("\t")
    if not tab:
        return "not 2 columns or more"
    if key.strip() and rest.strip():
        return "bad id"
    return "empty field"


def keyed(
    path: Path, pattern: str, tally: Tally, work: Callable[[pl.DataFrame, Tally], T], progress: Progress
) -> Iterator[T]:
    """What ``work`` makes of blocks of good lines: ``line`` number, ``number`` of the id, ``rest`` of the line."""

    def parted(block: pl.DataFrame, tally: Tally) -> T:
        good = matching(block, pattern, why_no_name, tally)
        tally.kept += good.height
        parts = good["line"].str.splitn("\t", 2).struct.unnest()
        key, rest = parts.get_columns()
        return work(
            pl.DataFrame({"line": good["number"], "number": key.str.slice(1).cast(pl.UInt32), "rest": rest}), tally
        )

    yield from worked_blocks(path, tally, parted, progress)
    tally.demand_lines("Wikidata5M")


def among(values: pl.Series, wanted: pl.Series) -> pl.Series:
    """Which values are among the wanted numbers, which are sorted: no table is built anew for each block."""
    places = wanted.search_sorted(values).clip(upper_bound=len(wanted) - 1)
    return wanted.gather(places) == values


TEXTS: dict[str, type[pl.DataType]] = {"line": pl.Int64, "number": pl.UInt32, "text": pl.String}
NO_TEXTS = pl.DataFrame(schema={name: kind for name, kind in TEXTS.items() if name != "line"})
"""Made without an operation: the first one starts the threads of polars, which an import should not."""


def read_texts(path: Path, wanted: pl.Series, tally: Tally, progress: Progress) -> pl.DataFrame:
    """``number`` and ``text`` of the wanted entities; only the beginning of a long text is kept."""

    def descriptions(block: pl.DataFrame, tally: Tally) -> pl.DataFrame:
        kept = block.filter(among(block["number"], wanted))
        return compacted(kept.select("line", "number", shortened(kept["rest"]).alias("text")))

    parts = [pl.DataFrame(schema=TEXTS), *keyed(path, NAMED_ENTITY, tally, descriptions, progress)]
    return first_of_each(pl.concat(parts), tally).sort("number")


def text_of(numbers: pl.Series, texts: pl.DataFrame) -> pl.Series:
    """The text of each number, or null; ``texts`` are sorted by number."""
    if texts.is_empty():
        return pl.Series("text", [None] * len(numbers), dtype=pl.String)
    places = texts["number"].search_sorted(numbers)
    return texts["text"].gather(places.set(~among(numbers, texts["number"]), None))


def first_of_each(frame: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """The first row of each number; the others are tallied as repeated."""
    first = frame["number"].is_first_distinct()
    if not first.all():
        tally.drop_all("repeated id", frame["line"].filter(~first))
        tally.kept -= int((~first).sum())
        frame = frame.filter(first)
    return frame.drop("line")


NAMED: dict[str, pl.DataType | type[pl.DataType]] = {
    "line": pl.Int64,
    "number": pl.UInt32,
    "label": pl.String,
    "aliases": pl.List(pl.String),
    "first": pl.String,
}


def read_entities(
    path: Path, wanted: pl.Series, texts: pl.DataFrame, tally: Tally, used: Counter[str], progress: Progress
) -> tuple[pl.DataFrame, int]:
    """Labels and aliases of the wanted entities, and how many others the file has.

    ``used`` counts the rules by which names were mended.
    """

    def labelled(block: pl.DataFrame, tally: Tally) -> tuple[pl.DataFrame, int, Counter[str]]:
        rules: Counter[str] = Counter()
        kept = block.filter(among(block["number"], wanted))
        names = kept.select("line", "number", names_of(kept["rest"], rules).alias("names"))
        nameless = names["names"].list.len() == 0
        tally.drop_all("no name but markup", names["line"].filter(nameless))
        tally.kept -= int(nameless.sum())
        names = names.filter(~nameless)
        label = best_labels(names.with_columns(text_of(names["number"], texts)))
        listed = names["names"]
        table = names.select("line", "number").with_columns(
            label, other_names(listed, label).alias("aliases"), listed.list.first().alias("first")
        )
        return compacted(table), block.height - kept.height, rules

    parts = [pl.DataFrame(schema=NAMED)]
    unused = 0
    for table, others, rules in keyed(path, NAMED_ENTITY, tally, labelled, progress):
        parts.append(table)
        unused += others
        used.update(rules)
    return first_of_each(pl.concat(parts), tally), unused


def other_names(names: pl.Series, labels: pl.Series) -> pl.Series:
    """Of the names of each entity those that are not its label, sorted; no name is there twice."""
    owners = np.repeat(np.arange(len(names), dtype=np.uint32), names.list.len().to_numpy())
    every = pl.DataFrame({"owner": owners, "name": names.explode()})
    kept = every.filter(every["name"] != labels.gather(every["owner"])).sort("owner", "name")
    return in_lists(kept["name"], counted(kept["owner"], len(names)).to_numpy())


def read_relations(path: Path, tally: Tally, progress: Progress) -> pl.DataFrame:
    """``number`` and ``label`` (the first name) of the relations."""

    def labels(block: pl.DataFrame, tally: Tally) -> pl.DataFrame:
        del tally
        names = names_of(block["rest"]).list.first().alias("label")
        return block.select("line", "number").with_columns(names).drop_nulls()

    nothing = pl.DataFrame(schema={"line": pl.Int64, "number": pl.UInt32, "label": pl.String})
    parts = [nothing, *keyed(path, NAMED_RELATION, tally, labels, progress)]
    return first_of_each(pl.concat(parts), tally)
