"""``contragraph read``: pairs drawn for readers, their findings and judgements, and the figures made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.annotation.score import Grouping

F = TypeVar("F", bound=Callable[..., object])

reading_argument = click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
reader_option = click.option("--reader", required=True, metavar="NAME", help="Who reads.")


@click.group(cls=CommandGroup)
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

    DIR is a dataset folder, or one in the layout of the MAGIC dataset. The same pairs, number and seed give the same
    reading folder: pairs.jsonl, the texts without anything else; key.jsonl, what is declared; protocol.json.

    \b
    Example:
      contragraph read draw dataset --per-type 20 --seed 1f0c9a2 --out reading
    """
    from contragraph.annotation.draw import draw_dataset
    from contragraph.annotation.draw_magic import draw_magic
    from contragraph.evaluation.magic import is_magic

    if is_magic(dataset):
        protocol = draw_magic(dataset, per_type, seed, out)
    else:
        from contragraph.app.shown.explain import explainer

        protocol = draw_dataset(dataset, per_type, seed, out, explainer(dataset))
    of = protocol.dataset.pairs
    show_rows(({"type": name, "drawn": count, "of": of[name]} for name, count in protocol.drawn.items()), form)


def _from(what: str) -> Callable[[F], F]:
    return click.option(
        "--from",
        "source",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"{what} of another program, JSON lines.",
    )


todo_option = click.option("--todo", is_flag=True, help="Print what is left to do as JSON lines, and ask nothing.")


def _refuse_both(source: Path | None, todo: bool) -> None:
    if source is not None and todo:
        raise click.UsageError("--from and --todo exclude each other.")


@command.command()
@reading_argument
@reader_option
@_from("Findings")
@todo_option
@options.no_store
def find(folder: Path, reader: str, source: Path | None, todo: bool) -> None:
    """Say what contradicts what, from the texts alone.

    Shows the two texts of one pair after another and asks for the sentences that contradict each other, the English,
    and remarks. Each finding is recorded at once; the same command goes on later. A finding cannot be changed.

    \b
    Example:
      contragraph read find reading --reader ada
      contragraph read find reading --reader bob --from findings.jsonl
    """
    from contragraph.annotation.answers import ReaderFinding, record_findings
    from contragraph.annotation.todo import to_find
    from contragraph.dataset.records.codec import dump
    from contragraph.evaluation.sheets import open_reading, read_records

    _refuse_both(source, todo)
    reading = open_reading(folder)
    if todo:
        for sheet in to_find(reading, reader):
            click.echo(dump(sheet.model_dump()))
        return
    if source is not None:
        new = record_findings(reading, reader, read_records(ReaderFinding, source))
    else:
        from contragraph.app.runs.reading import find_all

        new = find_all(reading, reader)
    click.echo(f"{new} new findings of {reader}; {len(to_find(reading, reader))} pairs are left to read.")


@command.command()
@reading_argument
@reader_option
@_from("Judgements")
@todo_option
@options.no_store
def judge(folder: Path, reader: str, source: Path | None, todo: bool) -> None:
    """Judge what is declared, and what was found beyond it.

    Shows each declared conflict with its sentences and its proof next to what the reader found, for the pairs that the
    reader has found something (or nothing) in. Each judgement is recorded at once; the same command goes on later.

    \b
    Example:
      contragraph read judge reading --reader ada
      contragraph read judge reading --reader bob --from judgements.jsonl
    """
    from contragraph.annotation.answers import ReaderJudgement, record_judgements
    from contragraph.annotation.todo import judging_sheets, to_judge
    from contragraph.dataset.records.codec import dump
    from contragraph.evaluation.sheets import open_reading, read_records

    _refuse_both(source, todo)
    reading = open_reading(folder)
    if todo:
        for sheet in judging_sheets(reading, reader):
            click.echo(dump(sheet))
        return
    if source is not None:
        new = record_judgements(reading, reader, read_records(ReaderJudgement, source))
    else:
        from contragraph.app.runs.reading import judge_all

        new = judge_all(reading, reader)
    click.echo(f"{new} new judgements of {reader}; {len(to_judge(reading, reader))} pairs are left to judge.")


@command.command()
@reading_argument
@click.option(
    "--by", type=click.Choice(["all", "hop", "type"]), default="hop", show_default=True, help="Groups of pairs."
)
@click.option("--reader", "names", multiple=True, metavar="NAME", help="Only this reader; may be given several times.")
@click.option("--agreement", is_flag=True, help="How far readers agree, in place of the figures.")
@options.output_format
@options.no_store
def score(folder: Path, by: Grouping, names: tuple[str, ...], agreement: bool, form: str) -> None:
    """Compute the figures of a reading, with 95 % intervals.

    ID, LOC, the share of real, debatable, silly and no contradictions, undeclared conflicts, and the English.

    \b
    Example:
      contragraph read score reading --by type --format csv
      contragraph read score reading --agreement
    """
    from contragraph.annotation.score import COLUMNS, figures, outcomes
    from contragraph.evaluation.sheets import open_reading

    listed = outcomes(open_reading(folder), names)
    if agreement:
        from contragraph.annotation.agreement import reading_agreements
        from contragraph.evaluation.agreement import AGREEMENT_COLUMNS

        show_rows((found.row() for found in reading_agreements(listed)), form, AGREEMENT_COLUMNS)
    else:
        show_rows((figure.row() for figure in figures(listed, by)), form, COLUMNS)


@command.command()
@reading_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="A Markdown file.")
@click.option("--texts", is_flag=True, help="Add the texts of every pair that was read.")
@options.no_store
def report(folder: Path, out: Path, texts: bool) -> None:
    """Write all figures and every judgement as Markdown.

    \b
    Example:
      contragraph read report reading --out reading.md
    """
    from contragraph.annotation.report import write_report
    from contragraph.evaluation.sheets import open_reading

    count = write_report(open_reading(folder), out, texts=texts)
    click.echo(f"{out}: {count} readings.")
