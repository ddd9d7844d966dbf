"""``contragraph read``: pairs drawn for readers, their findings and judgements, and the figures made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app import options
from contragraph.app.output import show_rows

if TYPE_CHECKING:
    from contragraph.evaluation.score import Grouping

reading_argument = click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
reader_option = click.option("--reader", required=True, metavar="NAME", help="Who reads.")


@click.group()
def command() -> None:
    """Have people read pairs, and score what they find.

    A reader first sees only the two texts of a pair, and says which sentences contradict each other; then what is
    declared, and judges it.

    \b
    Example:
      contragraph read draw dataset --per-type 20 --seed 1f0c9a2 --out reading
      contragraph read find reading --reader ada
      contragraph read judge reading --reader ada
      contragraph read score reading
    """


@command.command()
@options.dataset_argument
@click.option("--per-type", type=click.IntRange(min=1), default=20, show_default=True, help="Pairs of each type.")
@click.option("--seed", required=True, help="Any text that nobody chose, such as the hash of a commit.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="A new folder.")
@options.output_format
@options.no_store
def draw(dataset: Path, per_type: int, seed: str, out: Path, form: str) -> None:
    """Draw pairs of a dataset for readers.

    The same dataset, number and seed draw the same pairs. DIR is a dataset folder.

    \b
    Example:
      contragraph read draw dataset --per-type 20 --seed 1f0c9a2 --out reading
    """
    from contragraph.app.explain import explainer
    from contragraph.evaluation.draw import draw_dataset

    protocol = draw_dataset(dataset, per_type, seed, out, explainer(dataset))
    show_rows(
        ({"type": name, "drawn": count, "of": protocol.dataset.pairs[name]} for name, count in protocol.drawn.items()),
        form,
    )


@command.command()
@reading_argument
@reader_option
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="FILE", help="Findings as JSON lines.")
@options.no_store
def find(folder: Path, reader: str, source: Path) -> None:
    """Record what a reader finds in the texts alone.

    \b
    Example:
      contragraph read find reading --reader ada --from findings.jsonl
    """
    from contragraph.evaluation.answers import Finding, record_findings
    from contragraph.evaluation.sheets import open_reading, read_records

    reading = open_reading(folder)
    new = record_findings(reading, reader, read_records(Finding, source))
    click.echo(f"{new} new findings of {reader}.")


@command.command()
@reading_argument
@reader_option
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="FILE", help="Judgements as JSON lines.")
@options.no_store
def judge(folder: Path, reader: str, source: Path) -> None:
    """Record how a reader judges what is declared.

    \b
    Example:
      contragraph read judge reading --reader ada --from judgements.jsonl
    """
    from contragraph.evaluation.answers import Judgement, record_judgements
    from contragraph.evaluation.sheets import open_reading, read_records

    reading = open_reading(folder)
    new = record_judgements(reading, reader, read_records(Judgement, source))
    click.echo(f"{new} new judgements of {reader}.")


@command.command()
@reading_argument
@click.option("--by", type=click.Choice(["all", "hop", "type"]), default="hop", show_default=True, help="Groups.")
@options.output_format
@options.no_store
def score(folder: Path, by: Grouping, form: str) -> None:
    """Compute the figures of a reading, with 95 % confidence intervals.

    \b
    Example:
      contragraph read score reading --by type --format csv
    """
    from contragraph.evaluation.score import figures, outcomes
    from contragraph.evaluation.sheets import open_reading

    show_rows((figure.row() for figure in figures(outcomes(open_reading(folder)), by)), form)
