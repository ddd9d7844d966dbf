"""What one asks to come upon a conflict, and what each side answers."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from contragraph.dataset.records.schema import (
    ConflictRecord,
    ContextRecord,
    DocumentRecord,
    InstanceRecord,
    NodeRecord,
    SetRecord,
    StatementRecord,
)
from contragraph.dataset.records.sets import concerned
from contragraph.dataset.words.articles import wants_the


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the true statement that a conflict is about. Answers are labels.

    ``answers`` are the values that each side gives; ``denied`` are values of the other side that a side contradicts
    without a value of its own. ``evidence`` are the sentences of each side that the conflict rests on.
    """

    text: str
    about: StatementRecord
    answers: Mapping[str, tuple[str, ...]]
    denied: Mapping[str, tuple[str, ...]]
    evidence: Mapping[str, tuple[str, ...]]


@cache
def wordings() -> Mapping[str, str]:
    """How the value of each relation is asked for, with ``{s}`` in the subject's place."""
    text = files(__package__).joinpath("questions.toml").read_text("utf-8")
    found: Mapping[str, str] = tomllib.loads(text)["questions"]
    return found


def ask(statement: StatementRecord) -> str:
    """The question for the value of a statement."""
    return ask_for(statement.subject.label, (statement.relation.id,), statement.relation.label)


def ask_for(subject: str, relations: Sequence[str], label: str, *, titled: bool = False) -> str:
    """The question for the value of a relation, by the names of the subject and of the relation.

    ``relations``: the ids by which the relation may be known, the best first. ``titled``: whether the subject is known
    to be a person or a work, whose names take no article.
    """
    name = f"the {subject}" if not titled and wants_the(subject) else subject
    wording = next((w for w in map(wordings().get, relations) if w), None)
    return wording.replace("{s}", name) if wording else f"What is the {label} of {name}?"


def question_of(record: InstanceRecord, conflict: ConflictRecord) -> Question:
    """The question that belongs to a conflict: about its seed statement, which only the original side makes."""
    sides = {"original": record.contexts.original, "perturbed": record.contexts.perturbed}
    seeds = set(record.provenance.seed_statements)
    originals = [s for s in record.contexts.original.statements if s.id in conflict.original]
    about = next((s for s in originals if s.id in seeds), originals[0])
    answers = {name: answers_to(about, context.statements) for name, context in sides.items()}
    truth = about.object.label
    denied = {"original": (), "perturbed": () if truth in answers["perturbed"] else (truth,)}
    own = {"original": conflict.original, "perturbed": (*conflict.perturbed, *conflict.shared)}
    evidence = {name: sentences_of(context, own[name]) for name, context in sides.items()}
    return Question(ask(about), about, answers, denied, evidence)


def asked_about(record: SetRecord) -> StatementRecord:
    """The statement that the question of a set is about: the true one that is contradicted, or could have been."""
    told = [s for document in concerned(record) for s in document.statements]
    seeds = [s for s in told if s.id in record.provenance.seed_statements]
    return next(iter((*seeds, *(s for s in told if s.relation.id in record.relations), *told)))


def answers_to(about: StatementRecord, statements: Sequence[StatementRecord]) -> tuple[str, ...]:
    """The labels that statements give for what a statement says, as such or as its only value, in their order."""
    subject, relation = about.subject.id, about.relation.id
    local = relation.partition(":")[2]
    found = []
    for statement in statements:
        if statement.negated:
            continue
        if statement.subject.id == subject and statement.relation.id in (relation, f"cg:only_{local}"):
            found.append(statement.object.label)
        elif statement.relation.id == f"cg:sole_{local}" and getattr(statement.object, "id", None) == subject:
            found.append(statement.subject.label)
    return tuple(dict.fromkeys(found))


def sentences_of(context: ContextRecord | DocumentRecord, statements: Collection[str]) -> tuple[str, ...]:
    """The sentences of a text that state one of some statements."""
    wanted = set(statements)
    return tuple(context.text[s.start : s.end].strip() for s in context.sentences if wanted & set(s.statements))


def names_of(record: InstanceRecord) -> set[str]:
    """What the texts of a pair speak of: ids of entities, and their labels in small letters."""
    found = set()
    for context in (record.contexts.original, record.contexts.perturbed):
        for statement in context.statements:
            for node in (statement.subject, statement.object):
                if isinstance(node, NodeRecord):
                    found |= {node.id, node.label.casefold()}
    return found
