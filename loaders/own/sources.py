"""A graph of any kind, read and not loaded: what a folder is made from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from contragraph.graph.errors import InputError
from contragraph.loaders.assemble import assembled
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Progress, silent
from contragraph.loaders.rdf import RdfSettings, assembling, raw_rdf
from contragraph.loaders.staging import Graph


def read_graph(
    sources: Sequence[str], folder: Path, name: str, language: str = "en", progress: Progress = silent
) -> Graph:
    """The graph in some files of RDF; ``folder`` is a place for what is read on the way.

    Raises:
        InputError: a file cannot be read, or holds no facts.
    """
    if not sources:
        raise InputError("Say what the graph is made from: --from data.ttl.")
    settings = RdfSettings(name, Cleaning(hubs=0), language)
    raw = raw_rdf([Path(each) for each in sources], folder / "raw", settings, progress)
    graph, _ = assembled(raw, assembling(settings), progress)
    return graph
