"""Fill the figures of docs/texts.md from a dataset: ``python -m benchmarks.fluency_page DATASET``.

Runs ``benchmarks.surface`` and ``benchmarks.fluency`` and puts the tables that a reader of the page wants between its
two marks, all or nothing; the prose around them stays as it is. The commands themselves print every table.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks import fluency, surface
from benchmarks.measure import Table, exit_code
from contragraph.dataset.records.pairs import read_instances
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

PAGE = Path(__file__).resolve().parent.parent / "docs" / "texts.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
SHOWN = {
    "Where the conflict is": 9,
    "Faults that a grammar checker finds": 3,
    "How the sentences are built": 7,
}
"""How the titles of the tables on the page begin, and how many of their rows stand there at most."""


def filled(page: str, tables: Iterable[Table], about: str) -> str:
    """The page with these tables in the place of those that it has.

    Raises:
        InputError: if the page has no such place.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise InputError(f"The page has no place for figures: it needs the lines {BEGIN} and {END}.")
    told = "\n\n".join(table.markdown().replace("## ", "### ", 1) for table in tables)
    return f"{before}{BEGIN}\n\n{about}\n\n{told}\n\n{END}{after}"


def brief(tables: Iterable[Table]) -> list[Table]:
    """Of these tables those of the page, as far as they are shown there; a remark is about the whole table."""
    return [
        replace(table, rows=table.rows[:most], remark=table.remark if len(table.rows) <= most else "")
        for table in tables
        for title, most in SHOWN.items()
        if table.title.startswith(title)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and fill."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fluency_page", description=__doc__.split("\n\n")[0])
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a folder with instances.jsonl")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill (default: docs/texts.md)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="texts to compare with (default: $CONTRAGRAPH_DATA)")
    options = parser.parse_args(arguments)
    shared = os.environ.get("CONTRAGRAPH_DATA")
    data = options.data or (Path(shared) if shared else None)

    def fill() -> None:
        page = options.page.read_text("utf-8")
        filled(page, (), "")  # a page without a place is told before minutes of work
        ids = [record.id for _, record in read_instances(options.dataset)]
        tables = brief([*surface.report(options.dataset), *fluency.report(options.dataset, data, 1)])
        about = f"{len(ids):,} pairs; hash of their ids `{content_hash('dataset', *ids)}`."
        draft = options.page.with_name(options.page.name + ".tmp")
        draft.write_text(filled(page, tables, about), "utf-8")
        draft.replace(options.page)

    return exit_code(fill)


if __name__ == "__main__":
    sys.exit(main())
