"""Export as a Hugging Face dataset folder: Parquet files, a card that says which is which, Croissant metadata."""

from __future__ import annotations

import json
from pathlib import Path
from string import Template
from typing import Any

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.croissant import CROISSANT, metadata
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.files.folder import write_text

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_HOW = Template("""\
`datasets.load_dataset("FOLDER")` reads it, one row a $one; an object without `id` is a literal, a premise is a
`statement` or the number of an earlier `step`. `croissant.json` describes the files for readers of Croissant.""")


@registered("hf", "a Hugging Face dataset folder with Croissant metadata", "pairs", "sets", "facts", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``data/SPLIT-00000-of-00001.parquet``, ``README.md`` with its metadata, and ``croissant.json``."""
    from contragraph.dataset.exports.parquet_files import write_tables

    names = {split: Path("data") / f"{split}-00000-of-00001.parquet" for split in job.splits}
    counts = write_tables(job, names)
    files = [{"split": split, "path": name.as_posix()} for split, name in names.items()]
    more = {
        "task_categories": ["text-classification", "question-answering"],
        "size_categories": [_size(sum(counts.values()))],
        "configs": [{"config_name": "default", "data_files": files}],
    }
    write_card(job, _HOW.substitute(one=job.content.one), more)
    described = json.dumps(metadata(job, names), indent=2, ensure_ascii=False)
    write_text(job.work / CROISSANT, described + "\n")
    return [WrittenFile(names[split].as_posix(), count, job.content.many) for split, count in counts.items()]


def _size(total: int) -> str:
    return next((name for limit, name in _SIZES if total < limit), "n>1M")
