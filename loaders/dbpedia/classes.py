"""Which class an entity of DBpedia has where no file says so: by domain and range of the relations it stands in."""

from __future__ import annotations

import re

import polars as pl

from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.dbpedia.players import settle_players
from contragraph.loaders.dbpedia.sense import kinds_of_classes
from contragraph.loaders.dbpedia.terms import ONTOLOGY, PROPERTY, RESOURCE
from contragraph.loaders.lines import blocks
from contragraph.loaders.raw import RawSource, RawTables

NAME = "classes by domain and range"
SHARE = 0.5
"""Of the facts that speak for the class that most speak for: a class with fewer is an accident."""
TYPED_LINE = r"^[^\t]+\ttype\t[^\t]+$"


def add_classes(raw: RawTables) -> None:
    """Infer classes by the domains and ranges of the ontology, if one was read, as a source of its own."""
    if not raw.files("schema") or not raw.files("facts"):
        return
    with raw.writing(NAME, "") as out:
        found = inferred(raw)
        out.tally.lines = out.tally.kept = found.height
        out.add("classes", found)


def inferred(raw: RawTables) -> pl.DataFrame:
    """``id`` and ``class`` of the entities for which no class is given, sorted."""
    schema = raw.scan("schema").unique().collect()
    said = schema.filter(pl.col("object").str.starts_with(ONTOLOGY))
    facts = raw.facts().select("subject", "relation", "object")
    given = facts.filter(pl.col("relation").is_in(["rdf:type", "rdfs:subClassOf"]))
    settled = [given.select(id="subject"), given.select(id="object"), raw.scan("classes").select("id")]
    votes = []
    for side, how in (("subject", "rdfs:domain"), ("object", "rdfs:range")):
        classes = said.filter(pl.col("relation") == how).select(relation="subject", **{"class": pl.col("object")})
        classes = classes.unique("relation", keep="first", maintain_order=True)
        # A raw infobox property is mostly meant as the mapped one of the same name.
        namesakes = classes.with_columns(pl.col("relation").str.replace(f"^{ONTOLOGY}", PROPERTY))
        classes = pl.concat([classes, namesakes])
        votes.append(facts.join(classes.lazy(), on="relation").select("class", id=side))
    counted = (
        pl.concat(votes).join(pl.concat(settled).unique(), on="id", how="anti").group_by("id", "class").len("facts")
    )
    table = counted.collect(engine="streaming")
    table = table.join(below(said, table), on=["id", "class"], how="anti")
    enough = pl.col("facts") >= SHARE * pl.col("facts").max().over("id")
    return settle_players(table.filter(enough).select("id", "class"), facts, kinds_of_classes(schema))


def below(schema: pl.DataFrame, table: pl.DataFrame) -> pl.DataFrame:
    """Rows whose class stands above another class of the same entity: the lower one says more."""
    parents = dict(schema.filter(pl.col("relation") == "rdfs:subClassOf").select("subject", "object").iter_rows())
    above: list[tuple[str, str]] = []
    for start in parents:
        seen, each = {start}, start
        while (each := parents.get(each, "")) and each not in seen:
            seen.add(each)
            above.append((start, each))
    pairs = pl.DataFrame(above, schema={"class": pl.String, "higher": pl.String}, orient="row")
    return table.join(pairs, on="class").select("id", pl.col("higher").alias("class")).unique()


def read_typed_table(part: SourceFile, out: RawSource, raw: RawTables, progress: Progress) -> None:
    """A table ``name, type, class`` in lower case, as a published collection has it (``musical_artist``).

    Classes are found among those of the ontology by their letters alone; what is none of them is tallied, and so is
    what is in no fact.
    """
    facts = raw.scan("facts").filter(pl.col("relation") != "rdf:type")
    ends = pl.concat([facts.select(id=side) for side in ("subject", "object")]).unique().collect(engine="streaming")
    schema = raw.scan("schema").filter((pl.col("relation") == "rdf:type") & (pl.col("object") == "owl:Class"))
    classes = {identifier[4:].lower(): identifier for identifier in schema.collect()["subject"].sort()}
    for block in blocks(part, out.tally, progress):
        typed = block["line"].str.contains(TYPED_LINE)
        out.tally.drop_all("not a name, the word type and a class", block["number"].filter(~typed))
        rows = block.filter(typed).select(
            "number", pl.col("line").str.split_exact("\t", 2).struct.rename_fields(["name", "type", "class"])
        )
        rows = rows.unnest("line")
        spelled = rows["class"].unique().sort()
        known = {each: classes.get(re.sub(r"[^a-z0-9]", "", each.lower())) for each in spelled}
        rows = rows.with_columns(pl.col("class").replace_strict(known, default=None, return_dtype=pl.String))
        unknown = rows["class"].is_null()
        out.tally.drop_all("class that the ontology does not have", rows["number"].filter(unknown))
        rows = rows.filter(~unknown)
        rows = rows.with_columns(pl.concat_str(pl.lit(RESOURCE), pl.col("name")).alias("id"))
        out.tally.drop_all(
            "class of an entity that is in no fact", rows.join(ends, on="id", how="anti")["number"].sort()
        )
        rows = rows.join(ends, on="id", how="semi", maintain_order="left")
        out.add("facts", rows.select(subject="id", relation=pl.lit("rdf:type"), object="class"))
