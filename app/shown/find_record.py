"""Finding one pair, one set, one claim or one fact of a dataset by number or by the beginning of its id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from contragraph.dataset.records.bank import BankFact, holds_bank, read_bank
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.proven_claims import TYPES as CLAIM_TYPES
from contragraph.dataset.records.proven_claims import ProvenItem, holds_claims, read_claims
from contragraph.dataset.records.schema import InstanceRecord, SetRecord
from contragraph.dataset.records.sets import TYPES, holds_sets, read_sets
from contragraph.dataset.types import parse_type
from contragraph.graph.errors import InputError

_R = TypeVar("_R", InstanceRecord, SetRecord, ProvenItem, BankFact)

ID_LENGTH = 16


def find_record(
    dataset: Path, wanted: str, kind: str | None = None
) -> InstanceRecord | SetRecord | ProvenItem | BankFact:
    """The pair, set, claim or fact whose number or beginning of the id is ``wanted``, of the type if one is given.

    Of a bank ``kind`` is that of a claim that the fact has. Numbers count from 1; digits are a number where the dataset
    has that many, and else the beginning of an id.

    Raises:
        InputError: if there is no such record, or several.
    """
    if holds_bank(dataset):
        facts = (fact for _, fact in read_bank(dataset))
        some = (fact for fact in facts if kind is None or any(claim.kind == kind for claim in fact.claims))
        return _found(some, "fact", dataset, wanted, None)
    if holds_claims(dataset):
        claims = (item for _, item in read_claims(dataset))
        return _found(claims, "claim", dataset, wanted, _known(kind, "claim", CLAIM_TYPES))
    if holds_sets(dataset):
        sets = (record for _, record in read_sets(dataset))
        return _found(sets, "set", dataset, wanted, _known(kind, "set", TYPES))
    pairs = (record for _, record in read_instances(dataset))
    return _found(pairs, "pair", dataset, wanted, None if kind is None else str(parse_type(kind)))


def _known(kind: str | None, what: str, types: Sequence[str]) -> str | None:
    if kind is not None and kind not in types:
        raise InputError(f"'{kind}' is not a type of {what}; the types are {', '.join(types)}.")
    return kind


def _found(records: Iterator[_R], what: str, dataset: Path, wanted: str, kind: str | None) -> _R:
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < ID_LENGTH else 0
    matches: list[_R] = []
    seen = 0
    for record in records:
        if kind is not None and not isinstance(record, BankFact) and record.type != kind:
            continue
        seen += 1
        if seen == number:
            return record
        if record.id.startswith(wanted.lower()):
            matches.append(record)
    of_type = f" of type {kind}" if kind else ""
    if not matches:
        raise InputError(
            f"{dataset} has no {what} '{wanted}'{of_type}; give a number from 1 to {seen}, or the beginning of an id."
            if seen
            else f"{dataset} has no {what}{of_type}."
        )
    if len(matches) > 1:
        raise InputError(
            f"{len(matches)} {what}s of {dataset} have an id that begins with '{wanted}'; give more of it."
        )
    return matches[0]
