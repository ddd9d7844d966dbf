"""What is to be judged: the pairs of a dataset and the proposals beside them, and their versions in the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from contragraph.annotation.proposals import UNDECIDED, content_of, read_proposals, version_of
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import ConflictRecord, ContextRecord, InstanceRecord
from contragraph.generation.llm.queue import QueuedRecord
from contragraph.graph.model.versions import statements_hash


@dataclass(frozen=True, slots=True)
class DemonstrationCandidate:
    """What may demonstrate a relation: a conflict of a pair, or a proposal that was accepted.

    ``judged`` is the id of the conflict, or of the proposal's version; ``axioms`` and ``rules`` are those of its
    smallest proof, and say which candidates are of one kind.
    """

    judged: str
    item: str
    place: int
    """Of the conflict within its pair, from 0."""
    relation: str
    axioms: tuple[str, ...]
    rules: tuple[str, ...]
    hops: int


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A pair or a proposal. ``versions`` are what a decision on it judges, as the dataset has them."""

    kind: Literal["pair", "proposal"]
    id: str
    number: int
    """Its place among those of its kind, from 1."""
    type: str
    relations: tuple[str, ...]
    versions: tuple[str, ...]
    """(original, perturbed) of a pair; the one version of a proposal."""
    contents: tuple[str, ...]
    """Hashes of what these versions state."""
    candidates: tuple[DemonstrationCandidate, ...] = ()
    proposal: QueuedRecord | None = field(default=None, repr=False)

    @property
    def conflicts(self) -> frozenset[str]:
        """The ids of its conflicts."""
        return frozenset(c.judged for c in self.candidates)


def read_items(dataset: Path) -> list[ReviewItem]:
    """All pairs of a dataset in their order, then its proposals.

    :raises InputError: if the folder holds no dataset, or a line cannot be read.
    """
    pairs = [_pair(number, record) for number, (_, record) in enumerate(read_instances(dataset), start=1)]
    seen: set[str] = set()
    proposals: list[ReviewItem] = []
    for record in read_proposals(dataset):
        if (version := version_of(record)) not in seen:  # the same proposal, made twice, is one
            seen.add(version)
            proposals.append(_proposal(len(proposals) + 1, record))
    return [*pairs, *proposals]


def _content(context: ContextRecord) -> str:
    return statements_hash([(s.id, s.source) for s in context.statements])


def _pair(number: int, record: InstanceRecord) -> ReviewItem:
    sides = (record.contexts.original, record.contexts.perturbed)
    return ReviewItem(
        "pair",
        record.id,
        number,
        record.type,
        record.relations,
        tuple(side.version for side in sides),
        tuple(map(_content, sides)),
        tuple(_candidate(record, place, conflict) for place, conflict in enumerate(record.conflicts)),
    )


def _candidate(record: InstanceRecord, place: int, conflict: ConflictRecord) -> DemonstrationCandidate:
    seeds = set(record.provenance.seed_statements) & set(conflict.original)
    known = {s.id: s.relation.id for s in record.contexts.original.statements}
    relation = next((known[s] for s in sorted(seeds) if s in known), next(iter(record.relations), ""))
    smallest = min(conflict.minimal, key=lambda m: (len(m.statements), m.statements))
    rules = tuple(sorted(step.rule for step in smallest.proof))
    return DemonstrationCandidate(
        conflict.id, record.id, place, relation, tuple(sorted(smallest.axioms)), rules, len(smallest.statements) - 1
    )


def _proposal(number: int, record: QueuedRecord) -> ReviewItem:
    version, relation = version_of(record), record.relation.id
    candidate = DemonstrationCandidate(version, version, 0, relation, (), (), max(1, len(record.perturbed)))
    return ReviewItem(
        "proposal",
        version,
        number,
        record.type,
        (relation,),
        (version,),
        (statements_hash(content_of(record)),),
        (candidate,) if record.kind == UNDECIDED else (),
        record,
    )


@dataclass(frozen=True, slots=True)
class Lines:
    """The later versions of pairs in the store, by parent: what people made of a text, newest first."""

    children: Mapping[str, tuple[tuple[int, str, str], ...]]
    """(number, id, content hash) of the later versions with a text that were made of a version."""

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Lines:
        """From the rows of ``review.edits``."""
        found: dict[str, set[tuple[int, str, str]]] = {}
        for row in rows:
            if row["text"] is not None:
                found.setdefault(row["parent"], set()).add((row["number"], row["id"], row["content_hash"]))
        return cls({parent: tuple(sorted(some, reverse=True)) for parent, some in found.items()})

    def of_version(self, version: str, content: str) -> list[str]:
        """A version and all that were made of it and state the same, by number."""
        line, at = {version: 0}, [version]
        while at:
            for number, child, its in self.children.get(at.pop(), ()):
                if its == content and child not in line:
                    line[child] = number
                    at.append(child)
        return sorted(line, key=lambda v: (line[v], v))

    def current(self, item: ReviewItem) -> tuple[str, ...]:
        """The newest versions of an item: what is judged now."""
        return tuple(self.of_version(v, content)[-1] for v, content in zip(item.versions, item.contents))
