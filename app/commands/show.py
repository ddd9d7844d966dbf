"""``contragraph show``: one pair, set of documents, claim or fact of a dataset for a person to read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from contragraph.app.terminal import options

WIDTH = 100
"""Longer lines are hard to read; ``$COLUMNS`` decides where it is set."""


@click.command()
@options.dataset_argument
@click.argument("wanted", metavar="ID")
@click.option(
    "--type",
    "pair_type",
    metavar="TYPE",
    help="Count only pairs of this type, such as 2-multi-hop, or sets, such as self, or claims, such as refuted, or"
    " facts with a claim of this kind, such as overlap.",
)
@options.no_store
def command(dataset: Path, wanted: str, pair_type: str | None) -> None:
    """Show one pair, set of documents, claim or fact of a dataset for a person to read.

    The texts with the sentences of each conflict marked, the statements that differ, and the proof in words; of a
    claim its documents with their labels, and the proof of each; of a fact its question and the claims against it.
    ID is the beginning of the pair's, set's, claim's or fact's id, or its number in the file (1 is the first).

    \b
    Example:
      contragraph show dataset 1
      contragraph show dataset 1 --type 2-multi-hop
    """
    from rich.console import Console

    from contragraph.app.shown.claim import render_claim
    from contragraph.app.shown.document_set import render_set
    from contragraph.app.shown.fact import render_fact
    from contragraph.app.shown.find_record import find_record
    from contragraph.app.shown.pair import render
    from contragraph.dataset.files.folder import ONTOLOGY
    from contragraph.dataset.records.bank import BankFact
    from contragraph.dataset.records.proven_claims import ProvenItem
    from contragraph.dataset.records.schema import SetRecord
    from contragraph.ontology.turtle import read_ontology

    record = find_record(dataset, wanted, pair_type)
    ontology = read_ontology(dataset / ONTOLOGY)
    match record:
        case BankFact():
            content = render_fact(record, ontology)
        case ProvenItem():
            content = render_claim(record, ontology)
        case SetRecord():
            content = render_set(record, ontology)
        case _:
            content = render(record, ontology)
    console = Console(highlight=False, emoji=False)
    if "COLUMNS" not in os.environ:
        console.width = min(console.width, WIDTH) if sys.stdout.isatty() else WIDTH
    with console.capture() as shown:
        console.print(content)
    for line in shown.get().splitlines():
        click.echo(line.rstrip())
