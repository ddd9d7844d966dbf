"""Real facts many times over: python -m benchmarks.replicated --facts N --out DIR [--data DIR] [--claims FILE].

Facts made up at random hold no conflicts to find, so a graph on which pairs are made at full size is made of real ones.
Each copy has things, facts and names of its own; what is well connected or a class (countries, languages, occupations)
is there once and belongs to all copies, and so does what it lies in: hubs grow with the graph as they do in reality.
What is missing to the number of facts asked for is noise: facts at random, of relations that no axiom knows. The first
copy is the real one.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from benchmarks.synthetic import ENDS, ONSETS, RELATIONS, VOWELS, mixed, share, zipf
from contragraph.loaders.wikidata.wikidata5m import CLAIMS, NAMES, TRIPLES_IN_ONE, Wikidata5mFiles

SHARED_DEGREE = 150
"""Things with so many facts are the same in all copies."""
CLASSES = ("P31", "P279", "P106")
"""Relations whose objects are classes, which are the same in all copies."""
PLACED, PLACES = ("P131", "P17", "P30", "P1376"), ("P150", "P36")
"""Relations of a place to what it lies in, and of that to the place."""
FIRST_NUMBER = 200_000_000
"""Numbers of copied things begin here, beyond those of real ones."""
NOISE_RELATION = 100_000
"""Numbers of made-up relations begin here."""
ROWS = 1 << 20
"""Lines of noise made at a time."""


def _lines(paths: Sequence[Path]) -> pl.Series:
    """The lines of text files, plain or gzipped."""
    found: list[str] = []
    for path in paths:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        found += text.decode().splitlines()
    return pl.Series("line", found, dtype=pl.String)


def _keyed(paths: Sequence[Path]) -> pl.DataFrame:
    """Lines of an id, a tab and something else, the first line of each id."""
    frame = _lines(paths).to_frame().select(pl.col("line").str.splitn("\t", 2).struct.rename_fields(["id", "rest"]))
    return frame.unnest("line").drop_nulls().unique("id", keep="first", maintain_order=True)


def _triples(paths: Sequence[Path]) -> pl.DataFrame:
    fields = ["subject", "relation", "object"]
    frame = _lines(paths).to_frame().select(pl.col("line").str.split_exact("\t", 2).struct.rename_fields(fields))
    return frame.unnest("line").drop_nulls().unique(maintain_order=True)


def _claims(paths: Sequence[Path]) -> tuple[list[str], pl.DataFrame]:
    """The first line of each file of claims, and all lines after it: their subjects, and what is said of them."""
    files = [_lines([path]) for path in paths]
    frame = pl.concat([file[1:] for file in files] or [pl.Series("line", [], dtype=pl.String)]).to_frame("line")
    split = pl.col("line").str.splitn("\t", 2).struct.rename_fields(["id", "rest"])
    return [file[0] for file in files], frame.select(split).unnest("line")


def _shared(triples: pl.DataFrame) -> pl.Series:
    """The ids of what is the same in all copies."""
    ends = pl.concat([triples["subject"], triples["object"].alias("subject")]).to_frame("id")
    hubs = ends.group_by("id").len().filter(pl.col("len") >= SHARED_DEGREE)["id"]
    classes = triples.filter(pl.col("relation").is_in(CLASSES))["object"]
    kinds = triples.filter(pl.col("relation") == "P279")["subject"]
    found = pl.concat([s.alias("id") for s in (hubs, classes, kinds)]).unique()
    up = triples.filter(pl.col("relation").is_in(PLACED)).select(inner="subject", outer="object")
    down = triples.filter(pl.col("relation").is_in(PLACES)).select(inner="object", outer="subject")
    lies = pl.concat([up, down])
    while True:
        # A city that is there once lies in one county, and that in one state.
        around = lies.filter(pl.col("inner").is_in(found.implode()))["outer"].alias("id")
        more = pl.concat([found, around]).unique()
        if len(more) == len(found):
            return found.sort()
        found = more


def _word(copy: int) -> str:
    """The word that tells the names of a copy from those of the others."""
    first, rest = divmod(copy, len(ONSETS))
    return (ONSETS[rest] + VOWELS[first % len(VOWELS)] + ENDS[(first // len(VOWELS)) % len(ENDS)]).title()


def _append(path: Path, frame: pl.DataFrame) -> None:
    with path.open("ab") as file:
        frame.write_csv(file, include_header=False, separator="\t", quote_style="never")


def write(folder: Path, facts: int, files: Wikidata5mFiles) -> tuple[int, int]:
    """Write the files of a graph of so many facts into a new folder; how many facts and entities it has.

    Claims are copied as well, beyond the facts that are counted.
    """
    triples, names = _triples(files.triples), _keyed([files.entities])
    texts = _keyed([files.texts]) if files.texts else names.clear()
    heads, claims = _claims(files.claims)
    shared = _shared(triples)
    ids = pl.concat([triples["subject"], triples["object"].alias("subject"), names["id"].alias("subject")])
    own = ids.unique().sort().to_frame("id").filter(~pl.col("id").is_in(shared.implode()))
    # Of what is there once no more is told than of the real thing: many were born in a city, which has few mayors.
    repeated = triples.filter(~pl.col("subject").is_in(shared.implode()))
    copies = max(0, (facts - len(triples)) // max(1, len(repeated)))
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    _append(partial / TRIPLES_IN_ONE, triples.head(facts))
    _append(partial / NAMES["entity"], names)
    _append(partial / NAMES["text"], texts)
    _append(partial / NAMES["relation"], _keyed([files.relations]))
    if heads:
        _append(partial / CLAIMS, pl.DataFrame({"line": heads[:1]}))
        _append(partial / CLAIMS, claims)
    for copy in range(1, copies + 1):
        first = FIRST_NUMBER + (copy - 1) * len(own)
        numbered = own.with_columns(new=pl.concat_str(pl.lit("Q"), pl.int_range(pl.len()) + first))
        new = dict(zip(numbered["id"], numbered["new"]))
        ends = [pl.col(end).replace(new) for end in ("subject", "object")]
        _append(partial / TRIPLES_IN_ONE, repeated.select(ends[0], "relation", ends[1]))
        word = _word(copy)
        mine = names.join(numbered, on="id", how="inner", maintain_order="left")
        named = pl.lit(word + " ") + pl.col("rest").str.replace_all("\t", f"\t{word} ", literal=True)
        _append(partial / NAMES["entity"], mine.select("new", named))
        _append(partial / NAMES["text"], texts.join(numbered, on="id", maintain_order="left").select("new", "rest"))
        _append(partial / CLAIMS, claims.join(numbered, on="id", maintain_order="left").select("new", "rest"))
    missing = facts - len(triples) - copies * len(repeated)
    made = _noise(partial, max(0, missing), copies, own, triples["relation"].n_unique())
    partial.rename(folder)
    return min(facts, len(triples)) + copies * len(repeated) + made, len(shared) + len(own) * (copies + 1)


def _noise(folder: Path, facts: int, copies: int, own: pl.DataFrame, known: int) -> int:
    """Facts at random between things of the copies, of so many new relations that there are 825; how many."""
    relations = RELATIONS - known
    if facts == 0 or relations < 1 or copies == 0:
        return 0
    numbers = pl.int_range(relations, eager=True) + NOISE_RELATION
    label = pl.concat_str(pl.lit("P"), numbers.alias("n")).alias("id"), pl.format("noise {}", numbers.alias("n"))
    _append(folder / NAMES["relation"], pl.select(*label))
    things = copies * len(own)
    for start in range(0, facts, ROWS):
        line = pl.int_range(start, min(start + ROWS, facts), dtype=pl.Int64, eager=True)
        from_, which, to = (mixed(line, 7, salt) for salt in (21, 22, 23))
        crowded = share(to) * share(to)
        frame = pl.select(
            pl.concat_str(pl.lit("Q"), (share(from_) * things).cast(pl.Int64) + FIRST_NUMBER),
            pl.concat_str(pl.lit("P"), zipf(which, relations) + NOISE_RELATION).alias("relation"),
            pl.concat_str(pl.lit("Q"), (crowded * things).cast(pl.Int64) + FIRST_NUMBER).alias("object"),
        )
        _append(folder / TRIPLES_IN_ONE, frame)
    return facts


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Real facts many times over, in the released layout of Wikidata5M.")
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, required=True, help="a folder that is not there yet")
    parser.add_argument("--data", type=Path, help="real facts (default: $CONTRAGRAPH_DATA, or the sample)")
    parser.add_argument(
        "--claims", type=Path, action="append", default=[], help="their dates and numbers; may be repeated"
    )
    options = parser.parse_args(arguments)
    if options.out.exists():
        parser.error(f"{options.out} is there already; give a new folder")
    from benchmarks.source import source

    known = os.environ.get("CONTRAGRAPH_DATA")
    data = options.data or (Path(known) if known else None)
    files = source(data, None, options.out).files
    facts, entities = write(options.out, options.facts, replace(files, claims=(*files.claims, *options.claims)))
    print(f"{options.out} has {facts:,} facts about {entities:,} entities")


if __name__ == "__main__":
    main()
