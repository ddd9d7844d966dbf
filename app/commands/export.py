"""``contragraph export``: a dataset in the formats of other tools."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from contragraph.app.runs.formats import FORMATS, writer
from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

_HELP = """Write a dataset in the format of other tools.

The formats:

\b
{formats}

With --split the pairs, or sets of documents, are told into parts that share no entity (of sets, in the documents that
contradict each other); what would join two parts is left out, and stderr says how much that is.

\b
Example:
  contragraph export dataset --to magic --out magic
  contragraph export dataset --to jsonl --split 80/10/10 --out lines
  contragraph export bank --to pretrain --ratio 1:1 --out corpus
"""


def _help() -> str:
    return _HELP.format(formats="\n".join(f"  {name:<12} {known.line}" for name, known in FORMATS.items()))


@click.command(help=_help())
@options.dataset_argument
@click.option("--to", "name", type=click.Choice(list(FORMATS)), required=True, help="The format to write.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="PATH", help="A new folder.")
@click.option("--split", metavar="SHARES", help="Shares of train, dev and test, such as 80/10/10, or train and test.")
@click.option("--seed", type=int, default=7, show_default=True, help="Draws the splits, and the passages of rag.")
@click.option(
    "--passages",
    type=click.IntRange(min=2),
    default=8,
    show_default=True,
    help="For rag: passages with each question, the pair's two texts among them; sets have theirs.",
)
@click.option("--ratio", metavar="A:B", help="For pretrain: tokens of facts to those of conflicts, 2:1 by default.")
@click.option("--tokens", type=click.IntRange(min=1), metavar="N", help="For pretrain: so many in all, else the most.")
@click.option("--tokenizer", metavar="FILE", help="For pretrain: a tokenizer.json that counts; else words.")
@options.output_format
@options.no_store
def command(
    dataset: Path,
    name: str,
    out: Path,
    split: str | None,
    seed: int,
    passages: int,
    ratio: str | None,
    tokens: int | None,
    tokenizer: str | None,
    form: str,
) -> None:
    """Write a dataset in the format of other tools."""
    from contragraph.dataset.exports.job import Options, export
    from contragraph.dataset.exports.splits import parse_shares

    if split is not None and not FORMATS[name].splits:
        able = ", ".join(other for other, known in FORMATS.items() if known.splits)
        raise click.UsageError(f"{name} has no splits; --split goes with {able}", click.get_current_context())
    if name != "pretrain" and (ratio, tokens, tokenizer) != (None, None, None):
        raise click.UsageError("--ratio, --tokens and --tokenizer go with --to pretrain.")
    shares = None if split is None else parse_shares(split)
    usual = Options()
    chosen = Options(shares, seed, passages, ratio or usual.ratio, tokens, tokenizer or usual.tokenizer)
    with progress() as bars:
        done = export(dataset, out, writer(name), replace(chosen, report=bars))
    for note in done.notes:
        click.echo(note, err=True)
    show_rows(({"file": each.file, "count": each.count, "of": each.of} for each in done.files), form)
