"""The proofs of a pair as lines of plain text, for files that a reader or another program opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from rich.console import Console, Group

from contragraph.app.presentation.say import RecordWords
from contragraph.app.shown.pair import conflict_in_words
from contragraph.dataset.files.folder import ONTOLOGY
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.kgs import lexicon_for
from contragraph.ontology.turtle import read_ontology

WIDTH = 100_000
"""Lines are not wrapped."""


def explainer(dataset: Path) -> Callable[[InstanceRecord], list[list[str]]]:
    """What gives the lines for each conflict of a pair of the dataset, in words of the dataset's ontology."""
    ontology = cache(lambda: read_ontology(dataset / ONTOLOGY))  # read when the dataset is known to be one
    console = Console(width=WIDTH, highlight=False, emoji=False, color_system=None, force_terminal=False)

    def explain(record: InstanceRecord) -> list[list[str]]:
        words = RecordWords.of(record, ontology(), lexicon_for(ontology().labels))
        listed = []
        for conflict in record.conflicts:
            with console.capture() as shown:
                console.print(Group(*conflict_in_words(conflict, record, words)))
            listed.append([line.rstrip() for line in shown.get().splitlines()])
        return listed

    return explain
