"""Loaders: from the files of a knowledge graph to staging tables to a store."""

from __future__ import annotations

import tempfile
from pathlib import Path

from contragraph.graph.store import GraphStore, KgInfo, Staging
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import ProgressCallback, silent
from contragraph.loaders.report import Hidden, LoadReport
from contragraph.loaders.staging import Ready, write_staging
from contragraph.loaders.wikidata5m import (
    LoadSettings,
    Wikidata5mFiles,
    read_wikidata5m,
    released_files,
    with_snapshot,
)

__all__ = [
    "Cleaning",
    "Hidden",
    "LoadReport",
    "LoadSettings",
    "ProgressCallback",
    "Ready",
    "Wikidata5mFiles",
    "load_wikidata5m",
    "released_files",
    "stage_wikidata5m",
]


def stage_wikidata5m(
    source: Wikidata5mFiles,
    folder: Path,
    settings: LoadSettings | None = None,
    progress: ProgressCallback = silent,
    ready: Ready | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean Wikidata5M and write it as staging tables into ``folder``, replacing what is there.

    ``ready`` may begin with the table of entities while those of facts are being written.

    :raises InputError: if a file is missing, unreadable, empty, damaged, or has no line that can be read
    """
    graph, report = read_wikidata5m(source, settings, progress)
    staging = write_staging(graph, folder, progress, ready)
    return staging, with_snapshot(report, staging.snapshot)


def load_wikidata5m(
    store: GraphStore,
    source: Wikidata5mFiles,
    settings: LoadSettings | None = None,
    progress: ProgressCallback = silent,
) -> tuple[KgInfo, LoadReport]:
    """Stage Wikidata5M in a temporary folder and bring it into a store, replacing the KG of that name.

    :raises InputError: as ``stage_wikidata5m``
    :raises StoreError: if the store cannot be written
    """
    with tempfile.TemporaryDirectory(prefix="contragraph-") as folder:
        staging, report = stage_wikidata5m(source, Path(folder) / "staging", settings, progress, store.head_start)
        return store.load(staging), report
