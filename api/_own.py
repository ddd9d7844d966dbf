"""Graphs of one's own: their folder, and loading them from RDF, tables or another database."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from contragraph.graph.given import AnyPath, path_of, paths_of
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import chosen
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.own.folder import WrittenFolder, write_folder
from contragraph.loaders.own.reading import facts_of
from contragraph.loaders.own.sources import read_graph
from contragraph.loaders.rdf.files import RdfSettings, stage_rdf
from contragraph.loaders.tables.files import TableSettings, stage_tables

OWN = Cleaning(share=0.001)
"""What is hidden of a graph of one's own: of small ones nothing for being well connected."""


def new_kg(
    folder: AnyPath, sources: AnyPath | Iterable[AnyPath], *, name: str | None = None, overwrite: bool = False
) -> WrittenFolder:
    """Write the folder of a graph of one's own: its relations, how each is said, and axioms that its facts suggest.

    ``sources`` are files of RDF, tables of nodes and edges, or the address of a Neo4j database, which is read alone;
    one may stand without a list.

    Raises:
        InputError: the folder is there already, or a source cannot be read.
        StoreError: the server is not there.
    """
    place = path_of(folder)
    called = name or place.resolve().name
    given = [sources] if isinstance(sources, (str, PathLike)) else sources
    told = [each if isinstance(each, str) and "://" in each else str(path_of(each)) for each in given]
    with TemporaryDirectory(prefix="contragraph-") as work:
        facts = facts_of(read_graph(told, Path(work), called))
    return write_folder(place, called, facts, overwrite=overwrite)


def load_rdf(
    store: GraphStore, files: AnyPath | Iterable[AnyPath], *, kg: AnyPath = "rdf", cleaning: Cleaning = OWN
) -> KgInfo:
    """Load a file of RDF or several into a store; ``kg`` names the graph, or is the folder of what is known of it.

    Raises:
        InputError: a file is missing or no RDF.
        StoreError: the tables or the store cannot be written.
    """
    with TemporaryDirectory(prefix="contragraph-") as work:
        settings = RdfSettings(chosen(str(kg)) or str(kg), cleaning)
        staging, _ = stage_rdf(paths_of(files), Path(work) / "staging", settings)
        return store.load(staging)


def load_table(
    store: GraphStore, files: AnyPath | Iterable[AnyPath], *, kg: AnyPath = "rdf", cleaning: Cleaning = OWN
) -> KgInfo:
    """Load tables of nodes and edges into a store; ``kg`` as in :func:`load_rdf`.

    Raises:
        InputError: a file is missing, no table, or joins what no table has.
        StoreError: the tables or the store cannot be written.
    """
    with TemporaryDirectory(prefix="contragraph-") as work:
        settings = TableSettings(chosen(str(kg)) or str(kg), cleaning)
        staging, _ = stage_tables(paths_of(files), Path(work) / "staging", settings)
        return store.load(staging)
