"""Demonstrations: proven contradictions shown to a model before it is asked for one of the same relation.

They come from a file that reviewers made, else from what the symbolic search finds for other seeds of the relation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pydantic import BaseModel, ConfigDict, ValidationError

from contragraph.dataset.schema import NodeRecord, StatementRecord
from contragraph.generation.build import unfit
from contragraph.generation.knowledge import Asking
from contragraph.generation.llm.question import Words, dumped
from contragraph.generation.perturb import Proposal, Proposer, propose
from contragraph.generation.ranking import Usage
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement, content_hash

SHOWN = 3
"""Demonstrations for one question."""
_TRIED = 12
"""Seeds of a relation that are tried for demonstrations."""
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


@dataclass
class Shown:
    """What is shown for each relation: the same in the whole run."""

    given: Mapping[str, Sequence[DemonstrationRecord]]
    """Of a file, by relation in the terms of the graph."""
    proposer: Proposer
    words: Words
    seeds: Mapping[str, Sequence[tuple[str, Statement]]]
    salt: str
    _found: dict[tuple[str, bool], str] = field(default_factory=dict)

    def text(self, seed: Statement, own_name: str, multi: bool) -> Asking[str]:
        """The demonstrations for a seed, ready to stand in a prompt; empty where there are none.

        Those of a file are taken where it has any of the relation and the kind asked for.
        """
        key = (seed.relation, multi)
        if key not in self._found:
            told = [d for record in self.given.get(own_name, ()) if (d := named(record)) and d.multi == multi][:SHOWN]
            if not told:
                told = yield from self._made(seed.relation, multi)
            self._found[key] = "".join(d.said() for d in told) + (_TURN if told else "")
        return self._found[key]

    def _made(self, relation: str, multi: bool) -> Asking[list[Demonstration]]:
        """What the symbolic search finds for the last seeds of the relation, each by axioms of its own.

        The last ones, for the first are what the run is about to ask for.
        """
        random = Random(content_hash(self.salt, "demonstrations", relation, multi))
        found: dict[tuple[str, ...], Proposal] = {}
        spare: list[Proposal] = []
        for _, seed in list(self.seeds.get(relation, ()))[: -_TRIED - 1 : -1]:
            if (yield from unfit(seed, self.proposer)):
                continue
            here = tuple(p.family for p in (*found.values(), *spare))
            proposal = yield from propose(seed, [2, 3] if multi else [1], self.proposer, Usage({}, here=here), random)
            if proposal is None or proposal.made.negated:
                continue
            if proposal.axioms in found:
                spare.append(proposal)
            else:
                found[proposal.axioms] = proposal
            if len(found) == SHOWN:
                break
        demonstrations = []
        for proposal in [*found.values(), *spare][:SHOWN]:
            demonstrations.append((yield from self._told(proposal)))
        return demonstrations

    def _told(self, proposal: Proposal) -> Asking[Demonstration]:
        names = dict.fromkeys(e for s in proposal.statements for e in s.entities)
        entities = {e.id: e for e in (yield from self.proposer.knowledge.entities(names))}
        told = tuple(tuple(self.words.triplet(s, entities)) for s in (proposal.made, *proposal.supports))
        reason = f"{self.words.sentence(proposal.made, entities)}, so that it cannot be that "
        reason += f"{self.words.sentence(proposal.original, entities)}."
        return Demonstration(tuple(self.words.triplet(proposal.original, entities)), told, reason)
