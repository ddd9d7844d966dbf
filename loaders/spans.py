"""Spans as literal facts: how many whole years lie between two dates, where the dates give exactly one number.

Span axioms of a graph's ontology say between which points ("died aged 66": the subject's start and end), and through
which relation the other thing is found ("born when his father was 39"). A point counts only if all facts that date it
give one value, a relation only if the subject has one object by it, in whatever direction and words the graph says so;
and every day that the two dates may mean must give the same number. Dates of the time when two calendars were in use
are as uncertain here as they are to the prover.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date

import polars as pl

from contragraph.graph.model import Literal
from contragraph.kgs import kg_of, own_kgs, shipped_kgs
from contragraph.loaders.naming import local_names
from contragraph.loaders.numbers import without_repeats
from contragraph.loaders.report import LoadReport
from contragraph.loaders.staging import NODES, StagedGraph
from contragraph.ontology.axioms import Ontology, Point, Role, SpanAxiom
from contragraph.reasoning.rules.ruleset import rules_of
from contragraph.reasoning.unfold.patterns import Spelling, closures_of
from contragraph.reasoning.values.days import GREGORIAN, JULIAN

DATES = ["xsd:date", "xsd:gYearMonth", "xsd:gYear"]
NUMBER = "xsd:integer"
SWITCHED = date.fromordinal(GREGORIAN + 1)
"""The first day on which a date is told in one calendar everywhere."""
_DATE = r"^\d{4}(?:-\d\d(?:-\d\d)?)?$"
SPANS: dict[str, pl.DataType] = {"subject": pl.UInt32(), "relation": pl.String(), "years": pl.Int32()}


def with_spans(graph: StagedGraph, report: LoadReport) -> tuple[StagedGraph, LoadReport]:
    """The graph with the spans that its dates give, if a folder of what is known of a graph has axioms of its dates."""
    ontology = ontology_of(graph)
    found = spans(graph, ontology) if ontology else pl.DataFrame(schema=SPANS)
    if ontology is None or found.is_empty():
        return graph, report
    before = graph.literal_facts.height
    graph = added(graph, found, ontology)
    more = graph.literal_facts.height - before
    return graph, replace(
        report,
        facts=report.facts + more,
        literal_facts=report.literal_facts + more,
        spans=more,
        relations=graph.relations.height,
    )


def ontology_of(graph: StagedGraph) -> Ontology | None:
    """The ontology of a known graph that says what the dates of this graph are the dates of; None if there is none."""
    used = graph.literal_facts["relation"].unique()
    relations = set(graph.relations["id"].gather(used))
    if not graph.literals["datatype"].is_in(DATES).any():
        return None
    for kg in (*own_kgs(), *map(kg_of, shipped_kgs())):
        # The axioms take long to read: only those of a graph whose relations begin as these do.
        if relations & kg.domains.keys() or any(relation.partition(":")[0] in kg.prefixes for relation in relations):
            ontology = kg.ontology
            if relations & ontology.dates.keys():
                return ontology
    return None


def spans(graph: StagedGraph, ontology: Ontology) -> pl.DataFrame:
    """``subject`` (index), ``relation`` and ``years`` of every span that the dates give, sorted."""
    points, spellings = dated(graph, ontology), closures_of(rules_of(ontology))
    found = [pl.DataFrame(schema=SPANS)]
    for axiom in ontology.spans:
        pairs = ends(graph, axiom, spellings)
        if pairs is None:
            pairs = points.select("subject").unique().with_columns(pl.col("subject").alias("object"))
        for name, point in (("a", axiom.earlier), ("b", axiom.later)):
            side, moment = side_of(point)
            told = points.filter(pl.col("moment") == moment)
            told = told.select(
                pl.col("subject").alias(side),
                pl.col("first").alias(f"{name}_first"),
                pl.col("last").alias(f"{name}_last"),
            )
            pairs = pairs.join(told, on=side)
        least, most = whole_years("a_last", "b_first"), whole_years("a_first", "b_last")
        sure = pairs.select(
            "subject", pl.lit(axiom.relation).alias("relation"), least.alias("years"), most.alias("most")
        )
        sure = sure.filter((pl.col("years") == pl.col("most")) & (pl.col("years") >= 0))
        found.append(sure.select(pl.col(name).cast(kind) for name, kind in SPANS.items()))
    # Two axioms may speak of one relation: where they count differently, the number would be of two things.
    every = pl.concat(found).unique()
    alone = pl.len().over("subject", "relation") == 1
    return every.filter(alone).sort("subject", "relation")


def side_of(point: Point) -> tuple[str, str]:
    """Which end of a statement a point is of, and whether it is its start or its end."""
    side = "subject" if point.startswith("subject") else "object"
    return side, "start" if point.endswith("Start") else "end"


def dated(graph: StagedGraph, ontology: Ontology) -> pl.DataFrame:
    """``subject`` (index), ``moment``, ``first`` and ``last`` day of every point that has one value."""
    names = {"id": list(ontology.dates), "moment": list(ontology.dates.values())}
    places = graph.relations.select("id", pl.int_range(pl.len(), dtype=pl.UInt32).alias("relation"))
    moments = places.join(pl.DataFrame(names, schema={"id": pl.String, "moment": pl.String}), on="id").drop("id")
    told = graph.literal_facts.join(moments, on="relation").select("subject", "moment", "object").unique()
    told = told.filter(pl.len().over("subject", "moment") == 1)
    values = graph.literals[["value", "datatype"]][told["object"]]
    value = pl.col("value")
    good = pl.col("datatype").is_in(DATES) & value.str.contains(_DATE)
    start = pl.concat_str(value, pl.lit("-01-01")).str.slice(0, 10).str.to_date("%Y-%m-%d", strict=False)
    exact = value.str.len_bytes()
    year = pl.when(exact == 4).then(start.dt.offset_by("1y").dt.offset_by("-1d"))
    end = year.when(exact == 7).then(start.dt.month_end()).otherwise(start)
    days = pl.DataFrame([told["subject"], told["moment"]]).hstack(values).filter(good)
    days = days.select("subject", "moment", start.alias("first"), end.alias("last")).drop_nulls()
    old, off = pl.lit(SWITCHED), pl.duration(days=JULIAN)
    return days.with_columns(
        pl.when(pl.col("first") < old).then(pl.col("first") - off).otherwise("first").alias("first"),
        pl.when(pl.col("last") < old).then(pl.col("last") + off).otherwise("last").alias("last"),
    )


def ends(graph: StagedGraph, axiom: SpanAxiom, spellings: Mapping[str, Collection[Spelling]]) -> pl.DataFrame | None:
    """Subject and object of the relation that an axiom goes through, of subjects that have one object alone.

    ``spellings`` have the relations that imply it. None where both points are the subject's.
    """
    if axiom.through is None:
        return None
    pairs = facts_of(graph, axiom.through)
    spelled = spellings.get(axiom.through.relation, frozenset())
    told = (Role(s.relation, s.flip != axiom.through.inverse) for s in sorted(spelled))
    every = pl.concat([pairs, *(facts_of(graph, role) for role in told)]).unique()
    alone = every.filter(pl.len().over("subject") == 1)
    return pairs.unique().join(alone, on=["subject", "object"], how="semi")


def facts_of(graph: StagedGraph, role: Role) -> pl.DataFrame:
    """Subject and object of the facts of a relation, or of its inverse."""
    place = graph.relations["id"].index_of(role.relation)
    if place is None:
        return pl.DataFrame(schema={"subject": pl.UInt32, "object": pl.UInt32})
    sides = ("object", "subject") if role.inverse else ("subject", "object")
    facts = graph.facts.filter(pl.col("relation") == place)
    return facts.select(pl.col(sides[0]).alias("subject"), pl.col(sides[1]).alias("object"))


def whole_years(earlier: str, later: str) -> pl.Expr:
    """How many years of the calendar have passed from one day to another."""
    start, end = pl.col(earlier).dt, pl.col(later).dt
    before = end.month().cast(pl.Int32) * 100 + end.day() < start.month().cast(pl.Int32) * 100 + start.day()
    return end.year() - start.year() - before.cast(pl.Int32)


def added(graph: StagedGraph, found: pl.DataFrame, ontology: Ontology) -> StagedGraph:
    """The graph with these facts; the tables of relations and literals grow, and indices are those of the new ones."""
    counts = found["relation"].value_counts(name="more").rename({"relation": "id"})
    labels = {name: ontology.labels[name] for name in counts["id"] if ontology.labels.get(name)}
    known = graph.relations
    relations = known.join(counts, on="id", how="full", coalesce=True).sort("id")
    told = pl.col("id").replace_strict(labels, default=None, return_dtype=pl.String)
    relations = relations.select(
        "id",
        pl.coalesce("label", told, local_names(relations["id"]).alias("own")).alias("label"),
        (pl.col("facts").fill_null(0) + pl.col("more").fill_null(0)).cast(known.schema["facts"]).alias("facts"),
    )
    years = found["years"].cast(pl.String).unique()
    nodes = pl.DataFrame({"id": [Literal(each, NUMBER).id for each in years], "value": years})
    nodes = nodes.with_columns(pl.lit(NUMBER).alias("datatype"), pl.col("value").alias("label")).select(list(NODES))
    literals = pl.concat([graph.literals.select(list(NODES)), nodes]).unique("id", keep="first").sort("id")
    of_relation, of_literal = moved(known["id"], relations["id"]), moved(graph.literals["id"], literals["id"])
    number = literals.filter(pl.col("datatype") == NUMBER).select("id", "value")
    rows = found.with_columns(pl.col("years").cast(pl.String).alias("value")).join(number, on="value")
    more = pl.DataFrame(
        {
            "subject": rows["subject"],
            "relation": moved(rows["relation"], relations["id"]),
            "object": moved(rows["id"], literals["id"]),
        }
    )
    here = graph.literal_facts
    more = more.with_columns(
        pl.lit(None, dtype=kind).alias(name) for name, kind in here.schema.items() if name == "valid"
    )
    graph.facts = graph.facts.with_columns(of_relation.gather(graph.facts["relation"]).alias("relation"))
    here = here.with_columns(
        of_relation.gather(here["relation"]).alias("relation"), of_literal.gather(here["object"]).alias("object")
    )
    graph.literal_facts = without_repeats(pl.concat([here, more]))
    graph.relations, graph.literals = relations, literals
    return graph


def moved(ids: pl.Series, table: pl.Series) -> pl.Series:
    """Where each id stands in a table that has it."""
    places = pl.DataFrame({"id": table}).with_row_index("place")
    return ids.alias("id").to_frame().join(places, on="id", how="left", maintain_order="left")["place"]
