"""Fill the figures of docs/texts.md from a dataset: ``python -m benchmarks.fluency_page DATASET``.

Runs ``benchmarks.surface`` and ``benchmarks.fluency`` and puts their tables between the two marks of the page, all or
nothing; the prose around them stays as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks import fluency, surface
from benchmarks.measure import Table, exit_code
from contragraph.dataset.reader import read_instances
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

PAGE = Path(__file__).resolve().parent.parent / "docs" / "texts.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and fill."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fluency_page", description=__doc__.split("\n\n")[0])
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a folder with instances.jsonl")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill (default: docs/texts.md)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="texts to compare with (default: $CONTRAGRAPH_DATA)")
    parser.add_argument("--rules", type=int, default=12, metavar="N", help="at most so many rules a corpus (12)")
    options = parser.parse_args(arguments)
    shared = os.environ.get("CONTRAGRAPH_DATA")
    data = options.data or (Path(shared) if shared else None)

    def fill() -> None:
        page = options.page.read_text("utf-8")
        filled(page, (), "")  # a page without a place is told before minutes of work
        ids = [record.id for _, record in read_instances(options.dataset)]
        tables = [*surface.report(options.dataset), *fluency.report(options.dataset, data, options.rules)]
        about = f"{len(ids):,} pairs; hash of their ids `{content_hash('dataset', *ids)}`."
        draft = options.page.with_name(options.page.name + ".tmp")
        draft.write_text(filled(page, tables, about), "utf-8")
        draft.replace(options.page)

    return exit_code(fill)


if __name__ == "__main__":
    sys.exit(main())
