"""A few facts in each published layout of YAGO, and what staging makes of files."""

from __future__ import annotations

import gzip
from pathlib import Path

import polars as pl

from contragraph.graph.store import Staging
from contragraph.loaders.report import LoadReport
from contragraph.loaders.yago.files import YagoSettings, stage_yago

PREFIXES = """@prefix yago: <http://yago-knowledge.org/resource/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix s: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
BASE = "http://yago-knowledge.org/resource/"
FACTS = [
    ("Ada", "isMarriedTo", "William"),
    ("Ada", "wasBornIn", "London"),
    ("Byron", "hasChild", "Ada"),
    ('Take_the_"A"_Train', "isLocatedIn", "Zürich_(song)"),
]


def staged(folder: Path, *files: tuple[str, str]) -> tuple[Staging, LoadReport]:
    paths = []
    for name, text in files:
        path = folder / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        paths.append(path)
    return stage_yago(paths, folder / "staging", YagoSettings())


def facts_of(staging: Staging) -> set[tuple[str | None, ...]]:
    table = pl.read_parquet(staging.table("facts"))
    times = [name if name in table.columns else pl.lit(None).alias(name) for name in ("valid_from", "valid_to")]
    return set(table.select("subject", "relation", "object", *times).iter_rows())


def entity(staging: Staging, identifier: str) -> dict[str, object]:
    return pl.read_parquet(staging.table("entities")).row(by_predicate=pl.col("id") == identifier, named=True)


def plain() -> str:
    return "".join(f"{s}\t{r}\t{o}\tsomewhere\n" for s, r, o in FACTS).replace('"', r"\u0022")


def identified() -> str:
    lines = ['\t<yagoTheme_yagoFacts>\t<hasGloss>\t"Facts"\t']
    lines += [f"<id_{i}>\t<{s}>\t<{r}>\t<{o}>\t" for i, (s, r, o) in enumerate(FACTS)]
    return "\n".join(lines).replace('"A"', r"\u0022A\u0022") + "\n"


def turtle_3() -> str:
    lines = ["@base <http://yago-knowledge.org/resource/> .", ""]
    for i, (s, r, o) in enumerate(FACTS):
        lines += [f"#@ <id_{i}>", f"<{s}>\t<{r}>\t<{o}> ."]
    return "\n".join(lines).replace('"', r"\u0022") + "\n"


def n_triples() -> str:
    base = "http://yago-knowledge.org/resource/"
    return "".join(f"<{base}{s}> <{base}{r}> <{base}{o}>.\n" for s, r, o in FACTS).replace('"', "%22")


def turtle_45() -> str:
    rows = (f"yago:{s}\tyago:{r}\tyago:{o}\t.\n" for s, r, o in FACTS)
    return PREFIXES + "".join(rows).replace('"', "%22")
