"""Export for pandas: the flat table of the pairs as Parquet, which keeps the types that CSV loses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.folder.flat import COLUMNS, flat_row


@registered("pandas", "the same flat table as Parquet, which pandas reads with its types", "pairs", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``SPLIT.parquet`` for each split, and a card."""
    import pyarrow as pa

    from contragraph.dataset.exports.parquet_files import write_rows

    types = {"text": pa.string(), "number": pa.int64(), "numbers": pa.list_(pa.int64())}
    names = {split: Path(f"{split}.parquet") for split in job.splits}
    columns = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    counts = write_rows(job, names, columns, lambda _, record: flat_row(record))
    write_card(job, f"One {job.content.one} a row, flat: `pandas.read_parquet(FILE)` reads it.")
    return [WrittenFile(names[split].as_posix(), count, job.content.many) for split, count in counts.items()]
