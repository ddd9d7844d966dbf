"""Parquet files of an export, one for each split."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from contragraph.dataset.exports.card import licence_of_job, title_of
from contragraph.dataset.exports.job import Job
from contragraph.dataset.exports.tables import schema, to_row

ROWS = 256
"""Rows in a row group: about 2 MB of JSON, so memory stays flat."""


def write_tables(job: Job[Any], names: dict[str, Path]) -> dict[str, int]:
    """Write the pairs or sets of each split into the file of that name; returns how many there are in each."""
    record = job.content.record
    return write_rows(job, names, schema(record), lambda line, _: to_row(line, record))


def write_rows(
    job: Job[Any], names: dict[str, Path], columns: pa.Schema, row_of: Callable[[str, Any], dict[str, object]]
) -> dict[str, int]:
    """Write a row for each line and its record into the file of its split; returns how many there are in each."""
    licence = licence_of_job(job)
    about = {"title": title_of(job), "license": licence.code, "attribution": licence.attribution}
    table_schema = columns.with_metadata(about)
    counts = dict.fromkeys(job.splits, 0)
    waiting: dict[str, list[dict[str, object]]] = {split: [] for split in job.splits}
    with ExitStack() as stack:
        writers = {}
        for split, name in names.items():
            (job.work / name).parent.mkdir(exist_ok=True)
            writer = pq.ParquetWriter(job.work / name, table_schema, compression="zstd")
            writers[split] = stack.enter_context(writer)

        def flush(split: str) -> None:
            writers[split].write_batch(pa.RecordBatch.from_pylist(waiting[split], schema=table_schema))
            waiting[split].clear()

        for split, line, record in job.lines():
            waiting[split].append(row_of(line, record))
            counts[split] += 1
            if len(waiting[split]) == ROWS:
                flush(split)
        for split in job.splits:
            if waiting[split]:
                flush(split)
    return counts
