"""Lists as tables, JSON or CSV on stdout. JSON and CSV are written row by row, whatever the number of rows."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

UNLIMITED = 100_000
"""Columns of a table that goes to a file or pipe: it is not folded there."""
TABLE_ROWS = 1_000
"""Rows of a table at most: it has to be in memory whole to be set."""
CELL = 2_000
"""Characters that a cell of a table shows at most; JSON and CSV have all."""

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that would move the cursor, colour the terminal or turn the direction of what follows."""
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def show_rows(
    rows: Iterable[Mapping[str, object]], form: str, columns: Sequence[str] = (), nothing: str = "(none)"
) -> None:
    """Print rows in the format ``table``, ``json`` or ``csv``.

    ``columns`` gives the header where there may be no row; otherwise it is the keys of the first row. ``nothing`` is
    what stands in place of a table without rows. A table is cut after ``TABLE_ROWS`` rows, which stderr says.
    """
    listed = iter(rows)
    first = list(islice(listed, 1))
    names = list(columns) or list(first[0] if first else ())
    listed = chain(first, listed)
    if form == "json":
        _json(listed)
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        if names:
            writer.writerow(names)
        writer.writerows([_cell(row.get(name)) for name in names] for row in listed)
    elif not first:
        click.echo(nothing)
    else:
        _table(names, [[_seen(_cell(row.get(name))) for name in names] for row in islice(listed, TABLE_ROWS)])
        if next(listed, None) is not None:
            click.echo(
                f"There are more than {TABLE_ROWS:,} rows: add a LIMIT, or use --format csv or json for all.", err=True
            )


def _json(rows: Iterator[Mapping[str, object]]) -> None:
    """An array of objects, set as if it were written in one piece."""
    separator = "[\n"
    for row in rows:
        text = json.dumps(row, ensure_ascii=False, indent=2, default=str)
        click.echo(separator + "  " + text.replace("\n", "\n  "), nl=False)
        separator = ",\n"
    click.echo("[]" if separator == "[\n" else "\n]")


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


def _seen(text: str) -> str:
    """A cell that does nothing to a terminal: control characters are spelled out, long text is cut."""
    shown = text if len(text) <= CELL else text[: CELL - 1] + "…"
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), shown)


def _isolated(text: str) -> str:
    """Text from right to left keeps to its cell."""
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    terminal = sys.stdout.isatty()
    table = Table(box=box.SIMPLE_HEAD if terminal else None, pad_edge=False, header_style="bold")
    for index, name in enumerate(names):
        numeric = all(row[index].replace(",", "").isdigit() or not row[index] for row in rows)
        table.add_column(escape(name), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_isolated(cell) if terminal else cell) for cell in row))
    print_text(table)
