"""Lists as tables, JSON or CSV on stdout."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

UNLIMITED = 100_000
"""Columns of a table that goes to a file or pipe: nothing is cut off there."""


def show_rows(rows: Iterable[Mapping[str, object]], form: str, columns: Sequence[str] = ()) -> None:
    """Print rows in the format ``table``, ``json`` or ``csv``.

    ``columns`` gives the header where there may be no row; otherwise it is the keys of the first row.
    """
    listed = list(rows)
    names = list(columns) or list(listed[0] if listed else ())
    if form == "json":
        click.echo(json.dumps(listed, ensure_ascii=False, indent=2, default=str))
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        if names:
            writer.writerow(names)
        writer.writerows([_cell(row.get(name)) for name in names] for row in listed)
    else:
        _table(names, [[_cell(row.get(name)) for name in names] for row in listed])


def print_text(what: RenderableType, width: int = UNLIMITED) -> None:
    """Print something of rich's: in colour and the terminal's width on one, else plain and unwrapped."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else width, highlight=False, emoji=False)
    with console.capture() as captured:
        console.print(what)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def _cell(value: object) -> str:
    """A value as text: nothing for null, lists and maps as JSON."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not rows:
        click.echo("(none)")
        return
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else UNLIMITED, highlight=False)
    table = Table(box=box.SIMPLE_HEAD if terminal else None, pad_edge=False, header_style="bold")
    for index, name in enumerate(names):
        numeric = all(row[index].replace(",", "").isdigit() or not row[index] for row in rows)
        table.add_column(escape(name), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    if terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())
