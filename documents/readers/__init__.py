"""Readers of datasets of contradicting texts: each a registered function for one layout, in a module of its own.

The first reader that knows a file's columns reads it. In a table that none knows by its layout the columns of the texts
are found by their usual names, or named by the user.
"""

from __future__ import annotations

# The order of these imports is that in which the layouts are tried.
from contragraph.documents.readers import econ, own, wikicontradict, conflictnq, conflictbank  # isort: skip
from contragraph.documents.readers import columns, conflictingqa  # isort: skip
from contragraph.documents.readers.corpus import Corpus, read_corpus
from contragraph.documents.readers.registry import READERS, DatasetReader

__all__ = [
    "READERS",
    "Corpus",
    "DatasetReader",
    "columns",
    "conflictbank",
    "conflictingqa",
    "conflictnq",
    "econ",
    "own",
    "read_corpus",
    "wikicontradict",
]
