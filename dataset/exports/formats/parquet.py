"""Export as Parquet: one typed nested table for each split."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered


@registered("parquet", "typed nested tables, one file for each split", "pairs", "sets", "facts", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``SPLIT.parquet`` for each split, and a card."""
    from contragraph.dataset.exports.parquet_files import write_tables

    counts = write_tables(job, {split: Path(f"{split}.parquet") for split in job.splits})
    write_card(
        job,
        f"One {job.content.one} a row, with nested columns of the keys of `{job.content.file}`; an object without `id` "
        "is a literal, a premise is a `statement` or the number of an earlier `step`.",
    )
    return [WrittenFile(f"{split}.parquet", count, job.content.many) for split, count in counts.items()]
