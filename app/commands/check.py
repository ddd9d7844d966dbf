"""``contragraph check``: is a dataset what it says?"""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.progress import progress


@click.command()
@options.dataset_argument
@click.option(
    "--faults", "most", type=click.IntRange(min=1), default=20, show_default=True, help="How many faults to print."
)
@options.no_store
@click.pass_context
def command(context: click.Context, dataset: Path, most: int) -> None:
    """Prove a dataset again from its files alone.

    Checksums, ids, the alignment of the texts, the consistency of each side, every minimal conflict and every step of
    every proof are checked; no store is needed. Exits with 1 if anything is wrong, and says what and where.

    \b
    Example:
      contragraph check dataset
    """
    from contragraph.dataset.check.check import check

    with progress() as bars:
        report = check(dataset, progress=bars)
    for fault in report.faults[:most]:
        click.echo(f"{fault.where}: {fault.what}")
    if len(report.faults) > most:
        click.echo(f"… and {len(report.faults) - most} more; --faults {len(report.faults)} shows all.")
    if report.accepted:
        click.echo(f"{dataset}: {report.instances} {report.of} with {report.conflicts} conflicts; every proof holds.")
        return
    click.echo(f"{dataset}: not accepted, {len(report.faults)} faults in {report.instances} {report.of}.")
    context.exit(NO)
