"""``contragraph generate --benchmark conflictbank``: a bank of facts, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal.failures import resumable
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from contragraph.generation.bank.making import BankReport
    from contragraph.generation.bank.settings import BankSettings
    from contragraph.generation.executors import Executor


def make_bank(
    address: str,
    out: Path,
    settings: BankSettings,
    executor: Executor,
    *,
    kg: str | None,
    again: tuple[bool, bool],
    keep: bool,
) -> bool:
    """Make it and say what came out; whether all facts are there.

    ``again``: whether to go on with an unfinished run, and whether to drop one; ``keep``: in the store too.
    """
    from contragraph.generation.bank.making import generate_bank
    from contragraph.graph.stores.open import open_store

    with resumable(), progress() as bars, open_store(address, read_only=not keep) as store:
        report = generate_bank(
            store,
            out,
            settings,
            kg=kg,
            executor=executor,
            resume=again[0],
            overwrite=again[1],
            keep=keep,
            progress=bars,
        )
    if report.already_done:
        click.echo(f"{out} already holds the whole dataset; nothing was done.")
        return True
    _tell(report, out)
    return not report.short


def _tell(report: BankReport, out: Path) -> None:
    note = report.note
    claims = sorted((name, n) for name, n in note.counts.items() if name != "texts")
    show_rows(({"claims": name, "made": n} for name, n in claims), "table")
    click.echo(
        f"\n{out} holds {note.facts} facts with {note.counts['texts']} texts of {sum(n for _, n in claims)} claims."
    )
    if report.short:
        why = "; ".join(f"{reason} ({count})" for reason, count in note.reasons.most_common(3))
        click.echo(
            f"Too few facts: {note.facts} of {report.wanted}. Most often: {why or 'the graph has no more of them'}.",
            err=True,
        )
