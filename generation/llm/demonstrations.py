"""Demonstrations: proven contradictions shown to a model before it is asked for one of the same relation.

They come from a file that reviewers made, else from what the search without a model proved for other seeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from contragraph.dataset.records.schema import NodeRecord, StatementRecord
from contragraph.generation.llm.question import PromptWords, dumped
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity

SHOWN = 3
"""Demonstrations for one question."""
_TURN = "Now the real data. "


class DemonstrationRecord(BaseModel):
    """A line of ``demonstrations.jsonl``."""

    model_config = ConfigDict(extra="allow", frozen=True)

    relation: str
    original: tuple[StatementRecord, ...]
    perturbed: tuple[StatementRecord, ...]
    shared: tuple[StatementRecord, ...] = ()
    reason: str = ""
    instance: str | None = None
    kg: str | None = None


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A proven contradiction in names: the statement, the facts beside it, and what contradicts it."""

    statement: tuple[str, ...]
    triplets: tuple[tuple[str, ...], ...]
    """The made-up one first, then the facts that it needs."""
    reason: str

    @property
    def multi(self) -> bool:
        """Whether it takes facts besides the made-up statement."""
        return len(self.triplets) > 1

    def said(self) -> str:
        """As a question and its answer, in the form of the real ones."""
        data = {"statement": list(self.statement), "facts": [list(t) for t in self.triplets[1:]]}
        keys = ("subject", "relation", "object")
        answer = {"triplets": [dict(zip(keys, t, strict=True)) for t in self.triplets], "reason": self.reason}
        return f"Example data:\n{dumped(data)}\nExample answer:\n{json.dumps(answer, ensure_ascii=False)}\n\n"


def read_demonstrations(path: Path) -> list[DemonstrationRecord]:
    """The lines of a file of demonstrations.

    Raises:
        InputError: for a file that cannot be read, or a line that is no demonstration.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The demonstrations {path} cannot be read: {error}.") from None
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(DemonstrationRecord.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"])) or "the line"
            raise InputError(f"{path}, line {number} is no demonstration: {key}: {first['msg']}.") from None
    if not found:
        raise InputError(f"{path} holds no demonstration; choose some by a review, or leave the option out.")
    return found


def named(record: DemonstrationRecord) -> Demonstration | None:
    """A demonstration of a file in names; None for one without an original or a made-up statement."""
    made = [s for s in record.perturbed if s.source == "made"]
    true = [s for s in (*record.perturbed, *record.shared) if s.source == "kg"]
    if not record.original or len(made) != 1:
        return None
    told = tuple(_triplet(s) for s in (*made, *true))
    return Demonstration(_triplet(record.original[0]), told, record.reason)


def _triplet(record: StatementRecord) -> tuple[str, ...]:
    thing = record.object.label if isinstance(record.object, NodeRecord) else record.object.label or record.object.value
    return (record.subject.label, record.relation.label, thing)


@dataclass(frozen=True)
class DemonstrationTexts:
    """What is shown before a question."""

    given: Mapping[str, Sequence[DemonstrationRecord]]
    """Of a file, by relation."""
    words: PromptWords

    def text(self, relation: str, multi: bool, some: Iterable[Candidate], entities: Mapping[str, Entity]) -> str:
        """The demonstrations for a relation, ready to stand in a prompt; empty where there are none.

        Those of a file are taken where it has any of the relation and the kind asked for, else these candidates.
        """
        told = [d for record in self.given.get(relation, ()) if (d := named(record)) and d.multi == multi][:SHOWN]
        told = told or [self._told(candidate, entities) for candidate in some]
        return "".join(d.said() for d in told) + (_TURN if told else "")

    def _told(self, candidate: Candidate, entities: Mapping[str, Entity]) -> Demonstration:
        original, made = candidate.original, candidate.perturbed
        told = tuple(tuple(self.words.triplet(s, entities)) for s in (made, *candidate.support))
        reason = f"{self.words.sentence(made, entities)}, so that it cannot be that "
        reason += f"{self.words.sentence(original, entities)}."
        return Demonstration(tuple(self.words.triplet(original, entities)), told, reason)


def chosen(proven: Iterable[ProvenConflict]) -> list[Candidate]:
    """What is shown of proven conflicts: the last ones, each by axioms of its own."""
    return list({conflict.axioms: conflict.candidate for conflict in proven}.values())[-SHOWN:]
