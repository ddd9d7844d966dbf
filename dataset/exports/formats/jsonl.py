"""Export as JSON lines: the lines of the dataset as they are, one file for each split."""

from __future__ import annotations

from collections import Counter
from typing import Any

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.registry import registered


@registered("jsonl", "JSON lines, one file for each split", "pairs", "sets", "facts", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``SPLIT.jsonl`` for each split, and a card."""
    counts = Counter(dict.fromkeys(job.splits, 0))
    with split_files(job, ".jsonl") as files:
        for split, line, _ in job.lines():
            files[split].write(line + "\n")
            counts[split] += 1
    write_card(job, f"One {job.content.one} a line, as `{job.content.file}` of the dataset has them.")
    return [WrittenFile(f"{split}.jsonl", counts[split], job.content.many) for split in job.splits]
