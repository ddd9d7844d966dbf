"""Finding one pair, one set, one claim or one fact of a dataset by number or by the beginning of its id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from contragraph.dataset.records.bank import BankFact, read_bank
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.proven_claims import TYPES as CLAIM_TYPES
from contragraph.dataset.records.proven_claims import ProvenItem, read_claims
from contragraph.dataset.records.schema import InstanceRecord, SetRecord
from contragraph.dataset.records.sets import TYPES, read_sets
from contragraph.dataset.types import parse_type
from contragraph.graph.errors import InputError

_R = TypeVar("_R", InstanceRecord, SetRecord, ProvenItem, BankFact)

ID_LENGTH = 16


def find_pair(dataset: Path, wanted: str, pair_type: str | None = None) -> InstanceRecord:
    """The pair whose number (from 1, of the type if one is given) or beginning of the id is ``wanted``.

    Digits are a number where the dataset has that many pairs, and else the beginning of an id.

    Raises:
        InputError: if there is no such pair, or several.
    """
    kind = None if pair_type is None else str(parse_type(pair_type))
    return _found((record for _, record in read_instances(dataset)), "pair", dataset, wanted, kind)


def find_set(dataset: Path, wanted: str, kind: str | None = None) -> SetRecord:
    """The set whose number (from 1, of the type if one is given) or beginning of the id is ``wanted``.

    Raises:
        InputError: if there is no such set, or several.
    """
    if kind is not None and kind not in TYPES:
        raise InputError(f"'{kind}' is not a type of set; the types are {', '.join(TYPES)}.")
    return _found((record for _, record in read_sets(dataset)), "set", dataset, wanted, kind)


def find_claim(dataset: Path, wanted: str, kind: str | None = None) -> ProvenItem:
    """The claim whose number (from 1, of the type if one is given) or beginning of the id is ``wanted``.

    Raises:
        InputError: if there is no such claim, or several.
    """
    if kind is not None and kind not in CLAIM_TYPES:
        raise InputError(f"'{kind}' is not a type of claim; the types are {', '.join(CLAIM_TYPES)}.")
    return _found((item for _, item in read_claims(dataset)), "claim", dataset, wanted, kind)


def find_fact(dataset: Path, wanted: str, kind: str | None = None) -> BankFact:
    """The fact of a bank whose number (from 1) or beginning of the id is ``wanted``; of those with a claim of a kind.

    Raises:
        InputError: if there is no such fact, or several.
    """
    facts = (fact for _, fact in read_bank(dataset))
    some = (fact for fact in facts if kind is None or any(claim.kind == kind for claim in fact.claims))
    return _found(some, "fact", dataset, wanted, None)


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
