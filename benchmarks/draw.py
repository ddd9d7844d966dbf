"""Draw pairs at random for a reader to judge: the same number of each type, by a seed that nobody chose.

``python -m benchmarks.draw DATASET --seed "$(git rev-parse HEAD)"`` prints the pairs as Markdown: both texts first,
then what is declared. The judgements go beside them by hand (docs/reading.md).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from contragraph.generation.dataset import read_instances
from contragraph.generation.record import ConflictRecord, ContextRecord, InstanceRecord
from contragraph.graph.errors import ContragraphError
from contragraph.graph.model import content_hash


def draw(dataset: Path, per_type: int, seed: str) -> list[InstanceRecord]:
    """The drawn pairs in order of type: those with the smallest hash of seed and id."""
    by_type: dict[str, list[InstanceRecord]] = {}
    for _, record in read_instances(dataset):
        by_type.setdefault(record.type, []).append(record)
    return [
        record
        for records in by_type.values()
        for record in sorted(records, key=lambda r: content_hash("draw", seed, r.id))[:per_type]
    ]


def _spoken(context: ContextRecord, wanted: frozenset[str]) -> Iterator[str]:
    for sentence in context.sentences:
        if wanted & set(sentence.statements):
            yield context.text[sentence.start : sentence.end].strip()


def _conflict(number: int, conflict: ConflictRecord, record: InstanceRecord) -> Iterator[str]:
    stated = frozenset((*conflict.original, *conflict.perturbed, *conflict.shared))
    yield f"- conflict {number}, {conflict.hops} hops, {conflict.strength}"
    for name, context in (("original", record.contexts.original), ("perturbed", record.contexts.perturbed)):
        for sentence in _spoken(context, stated):
            yield f"    - {name}: {sentence}"


def describe(records: Sequence[InstanceRecord]) -> Iterator[str]:
    """The pairs as lines of Markdown."""
    for number, record in enumerate(records, start=1):
        yield f"### {number}. {record.type} ({record.id})"
        yield ""
        yield f"> {record.contexts.original.text}"
        yield ">"
        yield f"> {record.contexts.perturbed.text}"
        yield ""
        for index, conflict in enumerate(record.conflicts, start=1):
            yield from _conflict(index, conflict, record)
        yield ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the draw."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.draw", description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--per-type", type=int, default=5)
    parser.add_argument("--seed", required=True, help="for example the hash of the commit")
    options = parser.parse_args(arguments)
    try:
        records = draw(options.dataset, options.per_type, options.seed)
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print("\n".join(describe(records)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
