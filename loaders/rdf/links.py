"""Links between the entities of loaded graphs, from files that say which are the same (``owl:sameAs`` and the like).

Any RDF will do. DBpedia and YAGO 3 both name things by the title of their article in Wikipedia, so those of one title
can be linked without a file. What joins two entities that are there, of two graphs, becomes a ``SAME_AS`` in the
store; the rest is counted. All links of a load come into the store in one piece, and loading them again changes
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from contragraph.graph.engines.base import CypherStore
from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore
from contragraph.loaders.lines import Tally
from contragraph.loaders.rdf.files import RdfSettings, rdf_files, triples
from contragraph.loaders.rdf.terms import identifiers
from contragraph.ontology.namespaces import expand

SAME = ("owl:sameAs", "schema:sameAs", "skos:exactMatch")
"""Predicates that say that two things are one."""
_SEVERAL = 5
"""Examples of links that are at odds with others."""


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What became of the links of some files. All counts but ``lines`` are of distinct links."""

    lines: int
    """Triples in the files."""
    other: int
    """Triples of other predicates, or with a literal or an IRI of no graph at an end."""
    links: int
    missing: dict[str, int]
    """Links with an end that is in no graph of the store, by the prefix of that end."""
    within: int
    """Links between two entities of one graph."""
    loaded: dict[tuple[str, str], int]
    """Links with both ends in the store, by their two graphs."""
    new: int
    """Those that were not there before."""
    clashes: dict[tuple[str, str], int]
    """Entities of the first graph that are linked with several of the second, in the store as it is now."""
    examples: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = field(default=(), compare=False)

    def rows(self) -> list[tuple[str, int, str]]:
        """The lines of the printed report: what, how many, remark."""
        rows = [("triples", self.lines, f"{self.other:,} are no links")]
        rows.append(("links", self.links, "two ids each, counted once"))
        for prefix, count in sorted(self.missing.items()):
            rows.append(("  dropped", count, f"{prefix} has no such entity in the store"))
        if self.within:
            rows.append(("  dropped", self.within, "both ends are of one graph"))
        for (one, other), count in sorted(self.loaded.items()):
            rows.append(("linked", count, f"{one} and {other}"))
        rows.append(("new", self.new, "were not in the store before"))
        for (one, other), count in sorted(self.clashes.items()):
            shown = "; ".join(e for e in self.examples if e.startswith(f"{one} "))
            rows.append(("clashes", count, f"{one} → {other}, one to several{': ' + shown if shown else ''}"))
        return rows


def load_links(
    store: GraphStore,
    paths: Iterable[Path],
    predicate: str | None = None,
    *,
    titles: bool = False,
    lenient: bool = False,
    progress: Progress = silent,
) -> LinkReport:
    """Link the entities of a store as files say; ``predicate`` (IRI or CURIE) says so instead of :data:`SAME`.

    With ``titles`` things of DBpedia and YAGO that are named by one title are linked, too; then no file is needed.

    :raises InputError: if a file cannot be read, has no link, or none has both ends in the store
    :raises StoreError: if the store cannot be written; it is as it was then
    """
    assert isinstance(store, CypherStore)
    wanted = [expand(predicate)] if predicate else [expand(each) for each in SAME]
    tallies: list[Tally] = []
    given, kgs = tuple(paths), store._table("kg.entity_kgs").select(pl.col("id", "kg").cast(pl.String))
    found = list(_links(given, wanted, lenient, tallies, progress)) if given else []
    other = sum(tally.lines for tally in tallies) - sum(frame.height for frame in found)
    if titles:
        found.append(_by_title(kgs))
    read = pl.concat(found) if found else pl.DataFrame(schema={"source": pl.String, "target": pl.String})
    lines = sum(tally.lines for tally in tallies)
    if read.is_empty() and titles:
        raise InputError("No entity of DBpedia has the title of one of YAGO; load both graphs first.")
    if read.is_empty():
        named = predicate or ", ".join(SAME)
        raise InputError(f"No triple of the files says {named} of two entities; name what they say with --predicate.")
    ends = (pl.min_horizontal("source", "target"), pl.max_horizontal("source", "target").alias("target"))
    links = read.select(ends).unique().sort("source", "target")
    placed = links.join(kgs, left_on="source", right_on="id", how="left", maintain_order="left")
    placed = placed.join(kgs, left_on="target", right_on="id", how="left", suffix="_target", maintain_order="left")
    known = placed.drop_nulls()
    between = known.filter(pl.col("kg") != pl.col("kg_target"))
    if between.is_empty():
        raise InputError("No link of the files joins entities of two graphs of the store; load both graphs first.")
    before = _all(store)
    store.add_links(between.select("source", "target"))
    after = _all(store)
    clashes, examples = _clashes(after)
    return LinkReport(
        lines=lines,
        other=other,
        links=links.height,
        missing=_missing(placed),
        within=known.height - between.height,
        loaded=_by_graphs(between),
        new=after.height - before.height,
        clashes=clashes,
        examples=examples,
        tallies=tuple(tallies),
    )


def _links(
    paths: Iterable[Path], wanted: list[str], lenient: bool, tallies: list[Tally], progress: Progress
) -> Iterator[pl.DataFrame]:
    settings = RdfSettings(lenient=lenient)
    for part in rdf_files(paths):
        tally = Tally(part.name)
        tallies.append(tally)
        for block in triples(part, tally, settings, progress):
            said = block.filter(pl.col("predicate").is_in(wanted) & pl.col("datatype").is_null())
            ids = said.select(identifiers("subject").alias("source"), identifiers("object").alias("target"))
            yield ids.drop_nulls().filter(pl.col("source") != pl.col("target"))


def _by_title(kgs: pl.DataFrame) -> pl.DataFrame:
    """Entities of DBpedia and of YAGO whose ids differ by the prefix alone."""
    named = kgs.select("id", pl.col("id").str.extract_groups(r"^(dbr|yago):(.+)$").alias("parts")).unnest("parts")
    one, other = (named.filter(pl.col("1") == prefix) for prefix in ("dbr", "yago"))
    return one.join(other, on="2", suffix="_other").select(source="id", target="id_other")


def _all(store: CypherStore) -> pl.DataFrame:
    """Every link of the store: ids and graphs of its ends."""
    table = store._table("kg.same_as_all")
    return table.select(pl.col("source", "target", "source_kg", "target_kg").cast(pl.String))


def _missing(placed: pl.DataFrame) -> dict[str, int]:
    """Links by the prefix of an end that is in no graph; one that misses both counts for its first."""
    absent = placed.filter(pl.any_horizontal(pl.col("kg", "kg_target").is_null()))
    end = pl.when(pl.col("kg").is_null()).then("source").otherwise("target")
    named = absent.select(end.str.extract(r"^(https?|urn|[A-Za-z0-9]+):", 1).alias("prefix"))
    return dict(named.group_by("prefix").len().sort("prefix").iter_rows())


def _by_graphs(between: pl.DataFrame) -> dict[tuple[str, str], int]:
    pairs = between.select(
        one=pl.min_horizontal("kg", "kg_target"),
        other=pl.max_horizontal("kg", "kg_target"),
    )
    return {(one, other): count for one, other, count in pairs.group_by("one", "other").len().iter_rows()}


def _clashes(links: pl.DataFrame) -> tuple[dict[tuple[str, str], int], tuple[str, ...]]:
    """Entities that are linked with several of one graph, counted by graphs, and some of them."""
    turned = links.select(source="target", target="source", source_kg="target_kg", target_kg="source_kg")
    both = pl.concat([links, turned.select(links.columns)])
    grouped = both.group_by("source", "source_kg", "target_kg").agg(pl.col("target").sort())
    several = grouped.filter(pl.col("target").list.len() > 1).sort("source_kg", "target_kg", "source")
    counts = several.group_by("source_kg", "target_kg").len().iter_rows()
    examples = tuple(
        f"{kg} {source} = {', '.join(targets)}" for source, kg, _, targets in several.head(_SEVERAL).iter_rows()
    )
    return {(one, other): count for one, other, count in counts}, examples
