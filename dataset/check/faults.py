"""What can be wrong with a dataset, and what is looked at alike in pairs of texts and in sets of documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from contragraph.dataset.files.folder import ONTOLOGY
from contragraph.dataset.files.reading import regular
from contragraph.dataset.records.codec import line_hash, statement_of
from contragraph.dataset.records.schema import NodeRecord, StatementRecord
from contragraph.dataset.words.glosses import disputed, words_of
from contragraph.dataset.words.naming import plain_name, stem_of
from contragraph.graph.model import Conflict, Statement, Text
from contragraph.graph.model.sets import Across
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.prover.background import class_relations, no_background
from contragraph.reasoning.rules.ruleset import RuleSet, rules_of

MAX_WORDS = 60
"""Words in a sentence, at most."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where."""

    where: str
    """The file, pair, set or fact."""
    what: str
    """What is wrong with it."""


@dataclass
class CheckReport:
    """The outcome of a check."""

    instances: int = 0
    """How many were checked."""
    of: str = "pairs"
    """What these are: pairs of texts, or sets of documents."""
    conflicts: int = 0
    """How many conflicts they declare."""
    types: Counter[str] = field(default_factory=Counter)
    """How many there are of each type."""
    faults: list[Fault] = field(default_factory=list)
    """Everything that is wrong; empty of a good dataset."""

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(frozen=True)
class Axioms:
    """What a dataset is proven by."""

    ontology: Ontology
    rules: RuleSet
    strict_rules: RuleSet
    of_class: frozenset[str]
    """Relations that may be background."""

    @classmethod
    def of(cls, folder: Path) -> Axioms:
        """The axioms of a dataset.

        Raises:
            OntologyError: if they cannot be read.
        """
        ontology = read_ontology(regular(folder / ONTOLOGY))
        rules = rules_of(ontology)
        return cls(ontology, rules, rules.strict(), class_relations(ontology))


def hash_faults(line: str, of: str, name: str) -> Generator[str, None, bool]:
    """Whether the content of a line gives its id; what is returned is whether the line can be read at all."""
    try:
        if line_hash(line, of) != name:
            yield "its content does not give its id: the line was changed"
    except ValueError as error:
        yield str(error)
        return False
    return True


def text_faults(
    text: Text, statements: Sequence[Statement], labels: Mapping[str, str], where: str, side: str
) -> Iterator[str]:
    """Whether the sentences cover the text and state every statement, once, where its names stand.

    ``where`` says which text it is, ``side`` what states it.
    """
    known = {s.id: s for s in statements}
    if len(known) != len(statements):
        yield f"{side} has a statement twice"
    stated = Counter(i for s in text.sentences for i in s.statements)
    for missing in known.keys() - stated.keys():
        yield f"{where} does not state {missing}"
    for unknown in stated.keys() - known.keys():
        yield f"{where} states {unknown}, which is not in the version"
    for repeated in (i for i, count in stated.items() if count > 1):
        yield f"{where} states {repeated} more than once"
    position = 0
    for sentence in text.sentences:
        body = text.body[sentence.start : sentence.end]
        if sentence.start < position or text.body[position : sentence.start].strip() or not body.strip():
            yield f"a sentence of {where} at {sentence.start} overlaps another, leaves a gap or is empty"
        if sentence.end > len(text.body):
            yield f"a sentence of {where} at {sentence.start} ends after the text"
        if len(body.split()) > MAX_WORDS:
            yield f"a sentence of {where} at {sentence.start} has more than {MAX_WORDS} words"
        position = sentence.end
        for statement in filter(None, map(known.get, sentence.statements)):
            if not _named(statement, body, text.body[: sentence.end], labels):
                yield f"{where} states {statement.id} in a sentence that does not name it"
    if text.body[position:].strip():
        yield f"{where} ends with words that are in no sentence"


def _named(statement: Statement, sentence: str, until: str, labels: Mapping[str, str]) -> bool:
    """Whether one end is named in the sentence and the other there or earlier."""
    thing = statement.object
    ends = [labels.get(statement.subject, ""), labels.get(thing, "") if isinstance(thing, str) else thing.label]
    here = [_mentions(sentence, end) for end in ends]
    before = [_mentions(until, end) for end in ends]
    return any(here) and all(before)


def _mentions(text: str, label: str) -> bool:
    folded = text.casefold()
    short = re.sub(r"\s*\([^)]*\)$", "", label)
    return any(form and form.casefold() in folded for form in (label, short, plain_name(label), stem_of(label)))


def two_labels(statements: Iterable[StatementRecord]) -> bool:
    """Whether some entity or relation has two labels."""
    nodes = (node for s in statements for node in (s.subject, s.relation, s.object) if isinstance(node, NodeRecord))
    labels = {(node.id, node.label) for node in nodes}
    return len(labels) != len({name for name, _ in labels})


def background_faults(records: Sequence[StatementRecord], stated: Collection[str], axioms: Axioms) -> Iterator[str]:
    """Whether the background is true, of class and subclass alone, and ``stated`` by no text."""
    background = [statement_of(record) for record in records]
    if len({*background}) != len(background):
        yield "the background has a statement twice"
    for spelled, statement in zip(records, background, strict=True):
        if spelled.id != statement.id:
            yield f"statement {spelled.id} of the background does not give its id"
        reason = no_background(statement, axioms.of_class)
        if reason:
            yield f"{statement.id} can be no background: {reason}"
        if spelled.source != "kg":
            yield f"{statement.id} is background, but made up"
        if statement.id in stated:
            yield f"{statement.id} is background, but a text states it"


def gloss_faults(
    glosses: Iterable[tuple[str, str]],
    known: Mapping[str, Statement],
    conflicts: Sequence[Conflict | Across],
    labels: Mapping[str, str],
) -> Iterator[str]:
    """Whether what things are said to be holds nothing that a conflict is about."""
    told = {e for s in known.values() for e in s.entities}
    for entity, gloss in glosses:
        if entity not in told:
            yield f"it says what {entity} is, which no statement is about"
        if words_of(gloss) & disputed(conflicts, known, entity, labels):
            yield f"{entity} is said to be “{gloss}”, which holds words of what a conflict is about"
        if any(c.isdigit() for c in gloss):
            yield f"{entity} is said to be “{gloss}”, which holds a number"
