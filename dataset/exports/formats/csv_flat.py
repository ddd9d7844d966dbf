"""Export as CSV: a flat table of the pairs, one row a pair, for spreadsheets and whatever reads tables."""

from __future__ import annotations

import csv
from collections import Counter
from typing import Any

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.folder.flat import COLUMNS, flat_cells, flat_row


@registered("csv", "a flat table as CSV, one row a pair", "pairs", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``SPLIT.csv`` for each split (UTF-8, a header, lists as JSON), and a card."""
    counts = Counter(dict.fromkeys(job.splits, 0))
    with split_files(job, ".csv") as files:
        tables = {split: csv.writer(file, lineterminator="\n") for split, file in files.items()}
        for table in tables.values():
            table.writerow(COLUMNS)
        for split, _, record in job.lines():
            tables[split].writerow(flat_cells(flat_row(record)))
            counts[split] += 1
    write_card(
        job,
        f"One {job.content.one} a row. `sentences_a` and `sentences_b` are lists in JSON; no cell is missing, so read "
        "it with `pandas.read_csv(FILE, keep_default_na=False)`.",
    )
    return [WrittenFile(f"{split}.csv", counts[split], job.content.many) for split in job.splits]
