"""A graph of any kind, read and not loaded: what a folder is made from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.loaders.assemble import KgSettings, assembled
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.rdf.files import RdfSettings, assembling, raw_rdf
from contragraph.loaders.staging import StagedGraph
from contragraph.loaders.tables.files import SUFFIXES, raw_tables
from contragraph.loaders.tables.neo4j_graph import SCHEMES, raw_neo4j

Sort = Literal["rdf", "table", "neo4j"]
"""What a graph is read from."""


def read_graph(
    sources: Sequence[str], folder: Path, name: str, language: str = "en", progress: Progress = silent
) -> StagedGraph:
    """The graph in some files of RDF, in tables of nodes and edges, or in a database of Neo4j.

    ``folder`` is a place for what is read on the way.

    Raises:
        InputError: a file cannot be read, or holds no facts; or the sources are of several sorts.
        StoreError: the server is not there.
    """
    every = [part for each in sources for part in each.split(",") if part]
    kind = sort_of(every)
    raw_folder, cleaning = folder / "raw", Cleaning(hubs=0)
    if kind == "rdf":
        settings = RdfSettings(name, cleaning, language)
        raw = raw_rdf([Path(each) for each in every], raw_folder, settings, progress)
        return assembled(raw, assembling(settings), progress)[0]
    if kind == "table":
        raw = raw_tables([Path(each) for each in every], raw_folder, name, progress)
    else:
        raw = raw_neo4j(every[0], raw_folder, name, progress)
    return assembled(raw, KgSettings(name, cleaning, language=language), progress)[0]


def sort_of(sources: Sequence[str]) -> Sort:
    """Of which sort all sources are: files of RDF, tables, or a database.

    Raises:
        InputError: there are none, or they are of several sorts.
    """
    found = {_sort(each) for each in sources}
    if len(found) != 1 or (found == {"neo4j"} and len(sources) > 1):
        raise InputError(
            "Say what the graph is made from: files of RDF, or tables of nodes and edges, or one database, as in"
            " --from data.ttl, --from nodes.csv,edges.csv or --from bolt://localhost."
        )
    return found.pop()


def _sort(source: str) -> Sort:
    if source.startswith(SCHEMES):
        return "neo4j"
    return "table" if Path(source).suffix.lower() in SUFFIXES else "rdf"
