"""Finding one pair of a dataset by number or by the beginning of its id."""

from __future__ import annotations

from pathlib import Path

from contragraph.dataset.codec import InstanceRecord
from contragraph.dataset.reader import read_instances
from contragraph.dataset.types import parse_type
from contragraph.graph.errors import InputError

ID_LENGTH = 16


def find_pair(dataset: Path, wanted: str, pair_type: str | None = None) -> InstanceRecord:
    """The pair whose number (from 1, of the type if one is given) or beginning of the id is ``wanted``.

    Digits are a number where the dataset has that many pairs, and else the beginning of an id.

    Raises:
        InputError: if there is no such pair, or several.
    """
    kind = None if pair_type is None else str(parse_type(pair_type))
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < ID_LENGTH else 0
    matches: list[InstanceRecord] = []
    seen = 0
    for _, record in read_instances(dataset):
        if kind is not None and record.type != kind:
            continue
        seen += 1
        if seen == number:
            return record
        if record.id.startswith(wanted.lower()):
            matches.append(record)
    of_type = f" of type {kind}" if kind else ""
    if not matches:
        raise InputError(
            f"{dataset} has no pair '{wanted}'{of_type}; give a number from 1 to {seen}, or the beginning of an id."
            if seen
            else f"{dataset} has no pair{of_type}."
        )
    if len(matches) > 1:
        raise InputError(f"{len(matches)} pairs of {dataset} have an id that begins with '{wanted}'; give more of it.")
    return matches[0]
