"""The datasets of old that ship with the tests, unpacked."""

from __future__ import annotations

import gzip
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "old_datasets"
GRAPHS = ("dbpedia", "wikidata", "yago")


def unpacked(graph: str, folder: Path) -> Path:
    """The old dataset of a graph as files in a folder, which is made."""
    folder.mkdir(parents=True)
    for packed in sorted((FOLDER / graph).glob("*.gz")):
        (folder / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    return folder
