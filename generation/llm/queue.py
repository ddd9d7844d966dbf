"""What people should look at: proposals that the prover cannot decide, and relations that nobody knows.

They are lines of ``review.jsonl`` in the dataset folder, in the terms of the graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from contragraph.dataset.records.codec import statement_json
from contragraph.dataset.records.schema import NodeRecord, StatementRecord
from contragraph.generation.llm.question import PromptWords, Triplet
from contragraph.graph.model import Entity, Statement, content_hash
from contragraph.graph.model.origin import MadeBy

_SAID = 300
"""Characters of a model's own words that are kept."""


class SaidRecord(BaseModel):
    """A triplet in a model's own words, of which not all are understood."""

    model_config = ConfigDict(extra="allow", frozen=True)

    subject: str
    relation: str
    object: str


class QueuedRecord(BaseModel):
    """A line of ``review.jsonl``.

    ``perturbed`` are the made-up statement and the facts of the graph that go with it; with the kind ``relation`` it
    has what could be understood, and ``said`` the triplets whose relation is not known.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str
    kind: Literal["undecided", "relation"]
    type: str
    kg: str
    seed_statement: StatementRecord
    original: tuple[StatementRecord, ...]
    perturbed: tuple[StatementRecord, ...]
    said: tuple[SaidRecord, ...] = ()
    relation: NodeRecord
    """The seed's."""
    why: str = ""
    """What the model gives as its reason."""
    reason: str
    """Why a person is asked."""
    model: str
    prompt: str


def queued(
    kind: Literal["undecided", "relation"],
    pair_type: str,
    kg: str,
    seed: Statement,
    entities: Mapping[str, Entity],
    words: PromptWords,
    made_by: MadeBy,
    reason: str,
    *,
    made: Sequence[Statement] = (),
    facts: Sequence[Statement] = (),
    said: Sequence[Triplet] = (),
    why: str = "",
) -> dict[str, object]:
    """A line of the queue."""

    def told(statement: Statement, source: Literal["kg", "made"]) -> dict[str, Any]:
        labels = {e: words.thing(e, entities) for e in statement.entities}
        return statement_json(statement, source, {**labels, statement.relation: words.relation(statement.relation)})

    first = told(seed, "kg")
    body: dict[str, object] = {
        "kind": kind,
        "type": pair_type,
        "kg": kg,
        "seed_statement": first,
        "relation": first["relation"],
        "original": [first],
        "perturbed": [*(told(s, "made") for s in made), *(told(s, "kg") for s in facts)],
        "said": [{k: clean(v) for k, v in t.model_dump().items()} for t in said],
        "why": clean(why),
        "reason": reason,
        "model": made_by.model,
        "prompt": made_by.prompt,
    }
    return {"id": content_hash("queued", body), **body}


def clean(text: str) -> str:
    """A model's own words as data: one line, no control characters, not too long."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_SAID]
