"""What the lists need to know of each pair, set or fact, so that no page but its own has to read it again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Generic, TypeVar

from contragraph.app.presentation.proof import Record, in_short, listed, smallest
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.files.folder import MANIFEST, ONTOLOGY
from contragraph.dataset.files.reading import read_manifest, regular
from contragraph.dataset.folder.content import Content, statements_of
from contragraph.dataset.records.bank import BankFact
from contragraph.dataset.records.schema import AcrossRecord, ConflictRecord, InstanceRecord, SetRecord
from contragraph.dataset.records.sets import concerned
from contragraph.graph.errors import InputError
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import AnyAxiom, Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.turtle import read_ontology

S = TypeVar("S", bound=InstanceRecord | SetRecord | BankFact)
_ID = re.compile(r"[0-9a-f]{16}")
_TITLE = 200
"""Characters of a title in a list; what is longer is cut."""


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A pair, set or fact in a list. ``offset`` is where its line begins in the file, in bytes, ``number`` from 1."""

    number: int
    id: str
    offset: int
    type: str
    title: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    hops: tuple[str, ...]
    strengths: tuple[str, ...]
    axioms: tuple[str, ...]
    conflicts: int
    kinds: tuple[str, ...] = ()
    """Of a fact: the kinds of its claims."""


@dataclass(frozen=True)
class Index(Generic[S]):
    """A dataset folder, read once: a small row for each pair, set or fact, and what all pages share."""

    dataset: Path
    content: Content[S]
    rows: tuple[IndexRow, ...]
    relations: Mapping[str, str]
    """Labels of the seed relations by id."""
    manifest: Mapping[str, object]
    ontology: Ontology
    lexicon: Lexicon = field(repr=False)

    @cached_property
    def axioms(self) -> Mapping[str, AnyAxiom]:
        """The axioms in force by id."""
        return {axiom.id: axiom for axiom in self.ontology.every}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each in ``rows`` by its id."""
        return {row.id: place for place, row in enumerate(self.rows)}

    def record(self, row: IndexRow) -> S:
        """The whole pair, set or fact, read from the file.

        Raises:
            InputError: if the file was changed since it was read.
        """
        path = self.dataset / self.content.file
        with path.open("rb") as file:
            file.seek(row.offset)
            line = file.readline()
        record = self.content.parse(line.decode("utf-8", "replace"), f"{path}, {self.content.one} {row.number}")
        if record.id != row.id:
            raise InputError(f"{path} was changed while its pages were made; start again.")
        return record


PairIndex = Index[InstanceRecord]
SetIndex = Index[SetRecord]
FactIndex = Index[BankFact]


def read_index(dataset: Path, content: Content[S]) -> Index[S]:
    """Read a dataset folder of that content, line by line.

    Raises:
        InputError: if the folder holds no such dataset, or a part of it cannot be read.
    """
    regular(dataset / content.file)
    manifest = read_manifest(dataset)
    ontology = read_ontology(dataset / ONTOLOGY)
    lexicon = lexicon_for(ontology.labels)
    rows: list[IndexRow] = []
    relations: dict[str, str] = {}
    seen: set[str] = set()
    offset = 0
    for line, record in content.read(dataset):
        start, offset = offset, offset + len(line.encode()) + 1
        if not _ID.fullmatch(record.id) or record.id in seen:
            raise InputError(
                f"{dataset / content.file} has a {content.one} with the id {record.id[:40]!r}, which is no id or "
                f"stands twice; `contragraph check {dataset}` says what else is wrong."
            )
        seen.add(record.id)
        if isinstance(record, BankFact):
            rows.append(_fact_row(len(rows) + 1, start, record))
            relations.setdefault(record.relation.id, record.relation.label)
            continue
        rows.append(_row(len(rows) + 1, start, record, RecordWords.of(record, ontology, lexicon)))
        for statement in statements_of(record):
            if statement.relation.id in record.relations:
                relations.setdefault(statement.relation.id, statement.relation.label)
    if not rows:
        raise InputError(f"{dataset} holds no {content}, see {MANIFEST}; there is nothing to show.")
    return Index(dataset, content, tuple(rows), relations, manifest, ontology, lexicon)


def _harmless(record: Record) -> str:
    """What stands in a list in place of a conflict where there is none."""
    if isinstance(record, InstanceRecord):
        seeds = [s for s in statements_of(record) if s.id in record.provenance.seed_statements]
        about = listed(list(dict.fromkeys(s.subject.label for s in seeds if s.subject.label.strip())))
        return f"No conflict; about {about}." if about else "No conflict."
    return f"No contradiction; about {listed(list(dict.fromkeys(d.title for d in concerned(record))))}."


def _fact_row(number: int, offset: int, fact: BankFact) -> IndexRow:
    """The row of a fact: its type is what causes its claims have."""
    claims = fact.claims[1:]
    causes = dict.fromkeys(c.cause for c in claims if not c.control)
    axioms = sorted({axiom for c in claims for m in c.conflicts for axiom in m.axioms})
    return IndexRow(
        number=number,
        id=fact.id,
        offset=offset,
        type=intern(" + ".join(causes) or "the fact alone"),
        title=_cut(fact.claims[0].text.strip() or fact.subject.id),
        relations=(intern(fact.relation.id),),
        domains=(intern(fact.domain),),
        hops=tuple(intern(str(hops)) for hops in sorted({c.hops for c in claims if c.hops is not None})),
        strengths=tuple(sorted({c.strength for c in claims if c.strength})),
        axioms=tuple(map(intern, axioms)),
        conflicts=sum(bool(c.conflicts) for c in claims),
        kinds=tuple(map(intern, dict.fromkeys(c.kind for c in claims))),
    )


def _cut(title: str) -> str:
    return title if len(title) <= _TITLE else title[: _TITLE - 1] + "…"


def _row(number: int, offset: int, record: Record, words: RecordWords) -> IndexRow:
    """The row of a pair or set; repeated strings are kept once."""
    conflicts: Sequence[ConflictRecord | AcrossRecord] = record.conflicts
    first = next(iter(conflicts), None)
    title = str(in_short(smallest(first), first, record, words)) if first else _harmless(record)
    axioms = sorted({axiom for c in conflicts for m in c.minimal for axiom in m.axioms})
    return IndexRow(
        number=number,
        id=record.id,
        offset=offset,
        type=intern(record.type),
        title=_cut(title),
        relations=tuple(map(intern, dict.fromkeys(record.relations))),
        domains=tuple(map(intern, dict.fromkeys(record.domains))),
        hops=tuple(intern(str(hops)) for hops in sorted({c.hops for c in conflicts})),
        strengths=tuple(sorted({c.strength for c in conflicts})),
        axioms=tuple(map(intern, axioms)),
        conflicts=len(conflicts),
    )
