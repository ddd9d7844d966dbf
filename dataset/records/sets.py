"""Sets of documents as lines of ``sets.jsonl``, and back; and the plans that ask for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from contragraph.dataset.files.folder import SETS
from contragraph.dataset.files.reading import dataset_folder, read_lines
from contragraph.dataset.records.codec import (
    labels_of,
    minimal_json,
    minimal_of,
    parser,
    statement_json,
    statement_of,
    text_json,
    text_of,
    with_id,
)
from contragraph.dataset.records.schema import DocumentRecord, SetRecord
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath
from contragraph.graph.model.sets import KINDS, NONE, Across, ContextSet, Document

BENCHMARK = "context-validation"
"""What a dataset of sets is made for; its manifest says so."""
PAPER_PLAN = {"self": 491, "pair": 356, "conditional": 320, NONE: 700}
"""How many sets of each type arXiv 2504.00180 has: 1,867 in all."""
MOST_DOCUMENTS = 4
"""Documents over which a contradiction is spread, at most: it has five statements at most."""
TYPES = (*KINDS.values(), *(f"k{k}" for k in range(len(KINDS) + 1, MOST_DOCUMENTS + 1)), NONE)
LENGTHS = {"1-50": (1, 50), "51-100": (51, 100), "101-150": (101, 150), "151-200": (151, 200)}
"""The bins of document lengths in words, of the paper."""
LONGEST = [*LENGTHS][-1]
_PART = re.compile(r"\s*([a-z0-9]+)\s*=\s*(\d+)\s*")


def documents_of(kind: str) -> int:
    """The number of documents that a contradiction of a kind takes."""
    return TYPES.index(kind) + 1


def parse_set_plan(text: str) -> dict[str, int]:
    """Read ``paper`` or ``self=20,pair=20,conditional=20,none=60``.

    Raises:
        InputError: if it is neither, names a type twice, or asks for nothing.
    """
    if text == "paper":
        return dict(PAPER_PLAN)
    plan: dict[str, int] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None or match[1] not in TYPES:
            raise InputError(
                f"'{part}' in the plan is not TYPE=COUNT with one of {', '.join(TYPES)}; write for example"
                " self=20,pair=20,conditional=20,none=60, or paper."
            )
        if match[1] in plan:
            raise InputError(f"The plan names {match[1]} twice; give each type one count.")
        plan[match[1]] = int(match[2])
    if not any(plan.values()):
        raise InputError("The plan asks for no sets; give at least one type a count above 0.")
    return {kind: plan[kind] for kind in TYPES if plan.get(kind)}


# -- writing ---------------------------------------------------------------------------------------------


def set_line(made: ContextSet) -> tuple[str, str]:
    """The set's id and its line of JSON (sorted keys, no line break). The id hashes the line without the id."""
    labels = dict(made.labels)
    body = {
        "type": made.type,
        "shape": made.shape,
        "kg": made.kg,
        "relations": list(made.relations),
        "domains": list(made.domains),
        "documents": [_document(d, labels) for d in made.documents],
        "conflicts": [_across(c) for c in made.conflicts],
        "position": made.position,
        "length": made.length,
        "importance": made.importance,
        **({"background": [statement_json(s, "kg", labels) for s in made.background]} if made.background else {}),
        **({"glosses": [{"id": i, "text": text} for i, text in made.glosses]} if made.glosses else {}),
        "provenance": {
            "seed_statements": list(made.seed_statements),
            "generator": made.generator,
            "verbaliser": made.verbaliser,
            "run": made.run,
        },
    }
    return with_id("set", body)


def _document(document: Document, labels: Mapping[str, str]) -> dict[str, object]:
    return {
        "title": document.title,
        "role": document.role,
        "statements": [statement_json(s, document.source(s), labels) for s in document.statements],
        **text_json(document.text),
    }


def _across(conflict: Across) -> dict[str, object]:
    return {
        "k": conflict.k,
        "documents": list(conflict.documents),
        "hops": conflict.hops,
        "strength": conflict.strength,
        "statements": sorted({i for m in conflict.minimal for i in m.statements}),
        "minimal": [minimal_json(m) for m in conflict.minimal],
    }


# -- reading ---------------------------------------------------------------------------------------------


parse_set = parser(SetRecord, "is not a set of documents")
"""Reads a line of ``sets.jsonl``."""


def to_set(record: SetRecord, style: str = "encyclopedic") -> ContextSet:
    """The set that a record spells; the style of its texts stands in the manifest of its dataset."""
    verbaliser = record.provenance.verbaliser
    return ContextSet(
        type=record.type,
        shape=record.shape,
        kg=record.kg,
        relations=record.relations,
        domains=record.domains,
        documents=tuple(_document_of(d, verbaliser, style) for d in record.documents),
        conflicts=tuple(Across(c.documents, c.strength, tuple(map(minimal_of, c.minimal))) for c in record.conflicts),
        position=record.position,
        length=record.length,
        importance=record.importance,
        seed_statements=record.provenance.seed_statements,
        generator=record.provenance.generator,
        verbaliser=verbaliser,
        run=record.provenance.run,
        labels=labels_of((*(s for d in record.documents for s in d.statements), *record.background)),
        background=tuple(map(statement_of, record.background)),
        glosses=tuple((gloss.id, gloss.text) for gloss in record.glosses),
    )


def _document_of(record: DocumentRecord, verbaliser: str, style: str) -> Document:
    return Document(
        record.title,
        record.role,
        tuple(map(statement_of, record.statements)),
        frozenset(s.id for s in record.statements if s.source == "made"),
        text_of(record, verbaliser, style),
    )


def holds_sets(folder: Path) -> bool:
    """Whether a dataset is one of sets of documents, and not of pairs."""
    return (folder / SETS).exists()


def read_sets(folder: AnyPath) -> Iterator[tuple[str, SetRecord]]:
    """The lines of a dataset of sets with their records, streaming.

    Raises:
        InputError: if the folder holds no such dataset, or a line is not a set.
    """
    return read_lines(dataset_folder(folder) / SETS, parse_set)


def concerned(record: SetRecord) -> list[DocumentRecord]:
    """The documents of a set that contradict each other or, where none do, those that stand in their place."""
    return [document for document in record.documents if document.role == "conflict"]


def conflicting(record: SetRecord) -> list[int]:
    """The places of the documents of a set that take part in a contradiction."""
    return sorted({place for conflict in record.conflicts for place in conflict.documents})
