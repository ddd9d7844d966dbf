"""The question to a model: one statement to contradict, with its subgraph, and the shape of the answer.

All names stand in JSON strings, so that a name that reads like an instruction is data like any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from contragraph.generation.llm.prompts import Prompt
from contragraph.graph.model import Entity, Literal, Object, Statement
from contragraph.models import Ask, Message
from contragraph.ontology.lexicon import Lexicon, say

STEP = "perturb"
_NAME = Annotated[str, StringConstraints(max_length=200)]


class Triplet(BaseModel):
    """A statement in a model's words."""

    subject: _NAME
    relation: _NAME
    object: _NAME


class Proposed(BaseModel):
    """What a model answers: the made-up triplet and the true ones that it needs, and why they contradict."""

    triplets: Annotated[list[Triplet], Field(min_length=1, max_length=6)]
    reason: Annotated[str, StringConstraints(max_length=600)] = ""


@dataclass(frozen=True)
class Words:
    """How things and relations are called, in the vocabulary of the rules."""

    labels: Mapping[str, str]
    """Of relations."""
    comments: Mapping[str, str]
    """What auxiliary relations mean, with the slots {s} and {o}."""
    lexicon: Lexicon

    def relation(self, relation: str) -> str:
        """A relation by name."""
        return self.labels.get(relation) or relation

    def thing(self, thing: Object, entities: Mapping[str, Entity]) -> str:
        """A thing by name, a value as texts write it."""
        if isinstance(thing, Literal):
            return thing.label or thing.value
        return entities[thing].label if thing in entities else thing

    def triplet(self, statement: Statement, entities: Mapping[str, Entity]) -> list[str]:
        """A statement as three names."""
        return [
            self.thing(statement.subject, entities),
            self.relation(statement.relation),
            self.thing(statement.object, entities),
        ]

    def meaning(self, relation: str) -> str:
        """What a relation says of X and Y."""
        if relation in self.comments:
            return self.comments[relation].replace("{s}", "X").replace("{o}", "Y")
        return say(Statement("X", relation, "Y"), self.labels, self.lexicon)

    def sentence(self, statement: Statement, entities: Mapping[str, Entity]) -> str:
        """A statement as a plain clause."""
        named = {e: entities[e].label for e in statement.entities if e in entities}
        return say(statement, {**self.labels, **named}, self.lexicon)


def task_of(multi: bool) -> str:
    """How many triplets are asked for, in words."""
    if not multi:
        return "Give one triplet, which contradicts the statement all by itself."
    return (
        "Give the made-up triplet and, after it, one to three of the facts that are needed to see the contradiction: "
        "by itself the made-up triplet must be compatible with the statement."
    )


def dumped(value: object) -> str:
    """JSON with a line for each entry, control characters escaped."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = (f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in value.items())
    return "{" + ",\n ".join(lines) + "}"


def first_ask(prompt: Prompt, data: Mapping[str, object], demonstrations: str, multi: bool) -> Ask:
    """The question."""
    messages = prompt.render(data=dumped(dict(data)), demonstrations=demonstrations, task=task_of(multi))
    return Ask(STEP, prompt.id, messages, Proposed)


def ask_again(before: Ask, answer: str, finding: str, prompt: Prompt, multi: bool) -> Ask:
    """The question once more, with what was answered and what is wrong with it."""
    more = prompt.render(finding=finding, task=task_of(multi))
    return Ask(STEP, prompt.id, (*before.messages, Message("assistant", answer), *more), Proposed)
