"""Cut the sample that ships out of a bigger collection of real Wikidata facts.

    python -m contragraph.samples.make --data DIR

DIR holds ``wikidata/`` with facts, labels and descriptions in the layout of Wikidata5M, two tables that say where each
fact and each label came from, and claims (times, quantities) as KGTK edges. The sample is an *induced* subgraph:
entities are chosen, and then every trusted fact between two chosen entities is kept, so that what is missing between
them is missing in the source too. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import polars as pl

_PROPERTIES: dict[str, list[str]] = tomllib.loads(files(__package__).joinpath("make.toml").read_text("utf-8"))
SEEDS, LEFT_OUT = _PROPERTIES["seeds"], _PROPERTIES["left_out"]
"""What conflicts are made about, and what they do not need."""

CLEAN = ["kgtk_arnold", "fb15k_entity2wikidata", "codex_types"]
"""Sources whose labels are Wikidata's own. Others may be all lower case, abbreviated or page titles."""
CLEAN_ENOUGH = [*CLEAN, "simplequestions_chain", "dw-nb_sameAs"]
"""Sources of well-formed names, used only where a rare seed relation would have no fact without them."""

RARE = 25
"""A seed relation with fewer facts than this between clean labels keeps the ones between clean enough labels."""
PER_SEED = 160
"""Facts taken at most as the core of one seed relation; the richest neighbourhoods are taken first."""

CLAIM = ["node1", "label", "node2"]

TRIPLE = ["subject", "relation", "object"]


def read(path: Path, columns: Iterable[str]) -> pl.DataFrame:
    """A tab separated table of text without a header."""
    schema = dict.fromkeys(columns, pl.String)
    return pl.read_csv(path, separator="\t", has_header=False, quote_char=None, schema=schema)


def lines(path: Path) -> dict[str, str]:
    """What follows the id on each line of a label or text file, tabs and all."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    pairs = (line.partition("\t") for line in text.removesuffix("\n").split("\n"))
    return {key: rest for key, _, rest in pairs}


def trusted_facts(facts: pl.DataFrame, labels: pl.DataFrame) -> pl.DataFrame:
    """Facts between clean labels, and for rare seed relations those between clean enough labels."""
    clean = labels.filter(pl.col("source").is_in(CLEAN))["entity"].implode()
    enough = labels.filter(pl.col("source").is_in(CLEAN_ENOUGH))["entity"].implode()
    facts = facts.filter(~pl.col("relation").is_in(LEFT_OUT))
    # Facts that come from question sets alone were mapped from another KG, not always rightly.
    direct = pl.col("source") != "simplequestions"
    good = facts.filter(direct & pl.col("subject").is_in(clean) & pl.col("object").is_in(clean))
    counts = dict(good.group_by("relation").len().iter_rows())
    rare = [relation for relation in SEEDS if counts.get(relation, 0) < RARE]
    fallback = facts.filter(
        pl.col("relation").is_in(rare) & pl.col("subject").is_in(enough) & pl.col("object").is_in(enough)
    )
    saved = pl.concat([fallback["subject"], fallback["object"]]).unique().implode()
    # Entities rescued for a rare relation need their types and places as well.
    context = facts.filter(
        direct
        & pl.col("relation").is_in(_PROPERTIES["around"])
        & (pl.col("subject").is_in(saved) | pl.col("object").is_in(saved))
        & pl.col("subject").is_in(enough)
        & pl.col("object").is_in(enough)
    )
    return pl.concat([good, fallback, context]).select(TRIPLE).unique().sort(TRIPLE)


def core_entities(facts: pl.DataFrame) -> set[str]:
    """Subjects and objects of the chosen facts of each seed relation, richest neighbourhoods first."""
    near = facts.filter(
        pl.col("relation").is_in(_PROPERTIES["around"] + SEEDS) & ~pl.col("relation").is_in(_PROPERTIES["everywhere"])
    )
    ends = pl.concat([near["subject"], near["object"]]).alias("entity")
    # Beyond a dozen facts richness is mere fame; capping it keeps lesser known entities in the sample.
    wealth = ends.value_counts(name="wealth").with_columns(pl.col("wealth").clip(upper_bound=12))
    ranked = (
        facts.filter(pl.col("relation").is_in(SEEDS))
        .join(wealth, left_on="subject", right_on="entity", how="left")
        .join(wealth, left_on="object", right_on="entity", how="left", suffix="_object")
        .with_columns((pl.col("wealth").fill_null(0) + pl.col("wealth_object").fill_null(0)).alias("wealth"))
        .sort(["relation", "wealth", "subject", "object"], descending=[False, True, False, False])
    )
    chosen = ranked.group_by("relation", maintain_order=True).head(PER_SEED)
    return set(chosen["subject"]) | set(chosen["object"])


def grown(facts: pl.DataFrame, core: set[str]) -> set[str]:
    """The core with its neighbours, and what lies above all of them."""
    around = facts.filter(pl.col("relation").is_in(_PROPERTIES["around"] + SEEDS) & pl.col("subject").is_in(list(core)))
    back = facts.filter(pl.col("relation").is_in(_PROPERTIES["both_ways"]) & pl.col("object").is_in(list(core)))
    kept = core | set(around["object"]) | set(back["subject"])
    upwards = facts.filter(pl.col("relation").is_in(_PROPERTIES["upwards"]))
    frontier = kept
    while frontier:
        above = set(upwards.filter(pl.col("subject").is_in(list(frontier)))["object"])
        frontier = above - kept
        kept = kept | above
    return kept


def claims(source: Path, kept: set[str]) -> list[str]:
    """Times and measures of the chosen entities, as lines of KGTK edges, the names of the columns first."""
    parts = []
    for name, wanted in (("time", None), ("quantity", _PROPERTIES["measures"])):
        path = source / f"claims.{name}.kgtk.tsv.gz"
        edges = pl.read_csv(path, separator="\t", quote_char=None, infer_schema=False).select(CLAIM)
        parts.append(edges if wanted is None else edges.filter(pl.col("label").is_in(wanted)))
    edges = pl.concat(parts).filter(pl.col("node1").is_in(list(kept))).unique()
    rows = sorted(edges.iter_rows(), key=lambda row: (number(row[0]), number(row[1]), row[2]))
    return ["\t".join(row) for row in (CLAIM, *rows)]


def number(entity: str) -> int:
    """The numeric part of an id, by which the files are sorted."""
    return int(entity[1:])


def write(path: Path, rows: Iterable[str]) -> None:
    """Write lines gzipped, without a time stamp or file name inside."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write("".join(f"{row}\n" for row in rows).encode())
    temporary.replace(path)


def make(data: Path, out: Path) -> dict[str, int]:
    """Write the five files of the sample into ``out`` and return how many lines each has."""
    source = data / "wikidata"
    all_facts = read(source / "triples_sources.tsv.gz", [*TRIPLE, "source"])
    labels = read(source / "entity_label_source.tsv.gz", ["entity", "label", "source"])
    facts = trusted_facts(all_facts, labels)
    kept = list(grown(facts, core_entities(facts)))
    facts = facts.filter(pl.col("subject").is_in(kept) & pl.col("object").is_in(kept))
    rows = sorted(facts.iter_rows(), key=lambda row: (number(row[0]), number(row[1]), number(row[2])))
    entities = sorted({row[0] for row in rows} | {row[2] for row in rows}, key=number)
    used = sorted({row[1] for row in rows}, key=number)
    names = lines(source / "wikidata5m_format_entity.txt.gz")
    relation_names = lines(source / "wikidata5m_format_relation.txt")
    texts = lines(source / "wikidata5m_format_text.txt.gz")
    files = {
        "wikidata5m_all_triplet.txt.gz": ["\t".join(row) for row in rows],
        "wikidata5m_entity.txt.gz": [f"{entity}\t{names[entity]}" for entity in entities],
        "wikidata5m_relation.txt.gz": [f"{relation}\t{relation_names[relation]}" for relation in used],
        "wikidata5m_text.txt.gz": [f"{entity}\t{texts[entity]}" for entity in entities if entity in texts],
        "wikidata5m_claims.txt.gz": claims(source, set(entities)),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write(out / name, content)
    return {name: len(content) for name, content in files.items()}


def main() -> None:
    """Make the sample from the command line."""
    parser = argparse.ArgumentParser(description=make.__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds wikidata/")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "wikidata5m")
    arguments = parser.parse_args()
    for name, count in make(arguments.data, arguments.out).items():
        print(f"{name}\t{count}")


if __name__ == "__main__":
    main()
