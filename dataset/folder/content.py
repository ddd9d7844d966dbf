"""What a dataset holds, pairs of texts, sets of documents or a bank of facts, for all that serves several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from contragraph.dataset.files.folder import BANK, INSTANCES, SETS
from contragraph.dataset.records.bank import BankFact, holds_bank, parse_fact, read_bank
from contragraph.dataset.records.codec import parse_line
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import InstanceRecord, NodeRecord, SetRecord, StatementRecord
from contragraph.dataset.records.sets import concerned, holds_sets, parse_set, read_sets

R = TypeVar("R", bound=InstanceRecord | SetRecord | BankFact)


@dataclass(frozen=True, slots=True)
class Content(Generic[R]):
    """What the lines of a dataset are, what one and many are called, and how they are read."""

    one: str
    many: str
    file: str
    record: type[R]
    read: Callable[[Path], Iterator[tuple[str, R]]]
    parse: Callable[[str, str], R]
    apart: Callable[[R], frozenset[str]]
    """The ids of the entities that no line of another split may have to do with."""
    apart_said: str
    """What these are, in words."""

    def __str__(self) -> str:
        return self.many


def statements_of(record: InstanceRecord | SetRecord) -> tuple[StatementRecord, ...]:
    """What the texts of a pair or a set state, one after the other."""
    if isinstance(record, SetRecord):
        return tuple(statement for document in record.documents for statement in document.statements)
    return *record.contexts.original.statements, *record.contexts.perturbed.statements


def _spoken(statements: Iterable[StatementRecord]) -> frozenset[str]:
    return frozenset(n.id for s in statements for n in (s.subject, s.object) if isinstance(n, NodeRecord))


def _of_pair(record: InstanceRecord) -> frozenset[str]:
    return _spoken(statements_of(record))


def _of_set(record: SetRecord) -> frozenset[str]:
    return _spoken(s for document in concerned(record) for s in document.statements)


def _of_fact(record: BankFact) -> frozenset[str]:
    return _spoken((*(claim.statement for claim in record.claims), *record.facts))


PAIR_CONTENT = Content(
    "pair", "pairs", INSTANCES, InstanceRecord, read_instances, parse_line, _of_pair, "no entity is in two splits"
)
SET_CONTENT = Content(
    "set",
    "sets",
    SETS,
    SetRecord,
    read_sets,
    parse_set,
    _of_set,
    "documents with the role conflict share no entity across splits",
)


BANK_CONTENT = Content("fact", "facts", BANK, BankFact, read_bank, parse_fact, _of_fact, "no entity is in two splits")


def content_of(dataset: Path) -> Content[Any]:
    """What a folder holds: a bank or sets if it has their file, and else pairs."""
    if holds_bank(dataset):
        return BANK_CONTENT
    return SET_CONTENT if holds_sets(dataset) else PAIR_CONTENT
