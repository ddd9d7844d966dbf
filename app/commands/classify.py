"""``contragraph classify``: what kinds of conflicts do datasets of texts hold?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app import options
from contragraph.app.output import show_rows
from contragraph.app.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.analysis.classify import Classified
    from contragraph.analysis.gold import Against


@click.command()
@click.argument("files", type=click.Path(path_type=Path), metavar="FILE…", nargs=-1, required=True)
@click.option("--name", "names", multiple=True, help="What to call a dataset; one for each FILE, in their order.")
@click.option("--texts", metavar="A,B", help="The columns that hold the texts, where their names are not known.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first items of each dataset.")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Leave out clashes less sure than this.",
)
@click.option("--gold", is_flag=True, help="Compare with what the datasets say of their items themselves.")
@options.output_format
@options.no_store
def command(
    files: Sequence[Path],
    names: Sequence[str],
    texts: str | None,
    limit: int | None,
    least: float,
    gold: bool,
    form: str,
) -> None:
    """Say what kinds of conflicts datasets of texts hold: how many, by which cause, in how many hops.

    FILE is ECON, WikiContradict, ConflictingQA, a contragraph or MAGIC dataset, or any JSON, JSONL, CSV or Parquet
    table with two or more texts in a row. Texts are read offline by rules; no model is asked.

    \b
    Example:
      contragraph classify dataset --gold
    """
    from contragraph.analysis.classify import classify, distribution, slices_rows
    from contragraph.analysis.gold import compare_gold
    from contragraph.analysis.readers import read_corpus

    if names and len(names) != len(files):
        raise InputError(
            f"--name was given {len(names)} times for {len(files)} files; give it once for each, or never."
        )
    columns = [part.strip() for part in (texts or "").split(",") if part.strip()]
    corpora = [read_corpus(path, name, columns) for path, name in zip_longest(files, names)]
    found: dict[str, list[Classified]] = {}
    with progress() as report:
        for corpus in corpora:
            for fault in corpus.faults:
                click.echo(f"{corpus.name}: {fault}.", err=True)
            its = found.setdefault(corpus.name, [])
            chosen = corpus.pairs[:limit]
            for number, pair in enumerate(chosen, 1):
                item = classify(corpus.name, pair, least)
                for note in item.notes:
                    click.echo(f"{corpus.name}, {pair.id}, {note}.", err=True)
                its.append(item)
                report(corpus.name, number, len(chosen))
    show_rows(slices_rows(s for name, its in found.items() for s in distribution(name, its)), form)
    if gold:
        _show_gold([against for name, its in found.items() for against in compare_gold(name, its)], form)


def _show_gold(compared: Sequence[Against], form: str) -> None:
    """Accuracy and confusion, beside what always saying the most frequent answer would reach."""
    if not compared:
        raise InputError("None of the datasets says itself what kinds of conflicts it holds; leave --gold out.")
    click.echo()
    show_rows(
        [
            {
                "dataset": each.dataset,
                "question": each.question,
                "right": each.accuracy.count,
                "of": each.accuracy.of,
                "accuracy": each.accuracy.share,
                "majority": each.majority.share,
            }
            for each in compared
        ],
        form,
    )
    click.echo()
    show_rows(
        [
            {"dataset": each.dataset, "question": each.question, "gold": gold, "found": said, "items": count}
            for each in compared
            for gold, said, count in each.confusion
        ],
        form,
    )
