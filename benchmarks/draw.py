"""Draw pairs at random for a reader to judge: the same number of each type, by a seed that nobody chose.

``python -m benchmarks.draw DATASET --seed "$(git rev-parse HEAD)"`` prints the pairs as Markdown: both texts first,
then what is declared. ``contragraph read draw`` draws the same pairs for readers who see the texts alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from contragraph.annotation.draw import draw_records
from contragraph.dataset.records.schema import ConflictRecord, ContextRecord, InstanceRecord
from contragraph.graph.errors import ContragraphError


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
        records = draw_records(options.dataset, options.per_type, options.seed)
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print("\n".join(describe(records)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
