"""The question to a model: one statement to contradict, with what the graph knows around it, and the answer's shape.

All names stand in JSON strings, so that a name that reads like an instruction is data like any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from contragraph.generation.llm.prompts import Prompt
from contragraph.generation.verbalise import values
from contragraph.graph.model import Entity, Literal, Object, Statement
from contragraph.llm import Ask, Message
from contragraph.ontology.lexicon import Lexicon, say

STEP = "perturb"
_SAID = 90
"""Characters of a description that are shown."""
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
class PromptWords:
    """How things and relations are called."""

    labels: Mapping[str, str]
    """Of relations."""
    lexicon: Lexicon

    def relation(self, relation: str) -> str:
        """A relation by name."""
        return self.labels.get(relation) or relation

    def thing(self, thing: Object, entities: Mapping[str, Entity]) -> str:
        """A thing by name, a value as texts write it."""
        if isinstance(thing, Literal):
            return values.words(thing)
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
        return say(Statement("X", relation, "Y"), self.labels, self.lexicon)

    def sentence(self, statement: Statement, entities: Mapping[str, Entity]) -> str:
        """A statement as a plain clause."""
        one, _, other = self.triplet(statement, entities)
        return say(Statement(one, statement.relation, other), self.labels, self.lexicon)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a model is shown, in an order that says nothing of what fits to what."""

    seed: Statement
    multi: bool
    """Whether the contradiction must take further facts."""
    choices: tuple[tuple[str, tuple[str, ...]], ...]
    """Relations that can contradict the seed, each with things that may stand at an end of it; none for values."""
    facts: tuple[Statement, ...]
    """True statements, of which some may take part."""
    rules: tuple[tuple[Statement, ...], ...]
    """Contradictions of such a kind over letters instead of things, the made-up statement last."""

    @property
    def things(self) -> tuple[str, ...]:
        """The things that are offered, each once."""
        return tuple(dict.fromkeys(thing for _, things in self.choices for thing in things))

    @property
    def known(self) -> tuple[Statement, ...]:
        """All true statements that are shown, the seed first."""
        return (self.seed, *self.facts)

    def data(self, entities: Mapping[str, Entity], words: PromptWords) -> dict[str, object]:
        """As JSON."""
        shown = (entities[thing] for thing in self.things)
        return {
            "statement": words.triplet(self.seed, entities),
            "says": words.sentence(self.seed, entities),
            "facts": [words.triplet(s, entities) for s in self.facts],
            "things": [{"name": e.label, "is": e.description[:_SAID]} for e in shown if e.description],
            "relations": [
                {"name": words.relation(r), "says": words.meaning(r)}
                | ({"things": [words.thing(t, entities) for t in things]} if things else {"object": "a value"})
                for r, things in self.choices
            ],
        }


def task_of(multi: bool) -> str:
    """How many triplets are asked for, in words."""
    if not multi:
        return "Give one triplet, which contradicts the statement all by itself."
    return (
        "Give the made-up triplet and, after it, one to three of the facts that are needed to see the contradiction: "
        "by itself the made-up triplet must be compatible with the statement."
    )


def dumped(value: Mapping[str, object]) -> str:
    """JSON with a line for each entry, control characters escaped."""
    lines = (f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in value.items())
    return "{" + ",\n ".join(lines) + "}"


def first_ask(prompt: Prompt, data: Mapping[str, object], demonstrations: str, multi: bool) -> Ask:
    """The question."""
    messages = prompt.render(data=dumped(data), demonstrations=demonstrations, task=task_of(multi))
    return Ask(STEP, prompt.id, messages, Proposed)


def ask_again(before: Ask, answer: str, finding: str, prompt: Prompt, multi: bool) -> Ask:
    """The question once more, with what was answered and what is wrong with it."""
    more = prompt.render(finding=finding, task=task_of(multi))
    return Ask(STEP, prompt.id, (*before.messages, Message("assistant", answer), *more), Proposed)


def rule_in_words(rule: Sequence[Statement], words: PromptWords) -> str:
    """A contradiction over letters."""
    return "; ".join(f'{s.subject} "{words.relation(s.relation)}" {s.object}' for s in rule)
