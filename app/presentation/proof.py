"""A conflict in one sentence and its proof as a tree of plain words, for whatever shows them to a person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.folder.content import statements_of
from contragraph.dataset.records.codec import dump, minimal_json, statement_json
from contragraph.dataset.records.schema import (
    AcrossRecord,
    ConflictRecord,
    InstanceRecord,
    MinimalRecord,
    SetRecord,
    StatementRecord,
)
from contragraph.graph.model import MinimalSet, Statement
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import Ontology

Record = InstanceRecord | SetRecord

STRENGTHS = {
    "strict": "strict: true by the meaning of the words",
    "typical": "typical: rests on a rule with known exceptions",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of a proof and what it follows from.

    ``note`` says by which rule it follows or, for a statement of the texts (``statement`` is its id), where it stands.
    """

    said: str
    note: str
    statement: str = ""
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Short:
    """A conflict in one sentence: what stands against what, and what both rest on."""

    against: str
    given: str

    def __str__(self) -> str:
        return f"{self.against}{self.given}."


def smallest(conflict: ConflictRecord | AcrossRecord) -> MinimalRecord:
    """The minimal set with the fewest statements."""
    return min(conflict.minimal, key=lambda m: (len(m.statements), m.statements))


def spelled(record: Record) -> dict[str, StatementRecord]:
    """The statements of all texts by id."""
    return {s.id: s for s in statements_of(record)}


def premises(record: Record) -> dict[str, StatementRecord]:
    """What a proof may rest on by id: the statements of all texts, and the background."""
    return {**{s.id: s for s in record.background}, **spelled(record)}


@dataclass(frozen=True, slots=True)
class Parts:
    """The statements of a conflict by id: the true one that is contradicted, what contradicts it, what both rest on."""

    original: Collection[str]
    perturbed: Collection[str]
    shared: Collection[str]


def parts_of(conflict: ConflictRecord | AcrossRecord, record: Record) -> Parts:
    """The parts that a conflict of a pair names; of a set, the seed, what is made up, and the rest."""
    if isinstance(conflict, ConflictRecord):
        return Parts(conflict.original, conflict.perturbed, conflict.shared)
    told = [s for s in statements_of(record) if s.id in conflict.statements]
    made = [s.id for s in told if s.source == "made"]
    seeds = [s.id for s in told if s.id in record.provenance.seed_statements]
    return Parts(seeds, made, [s.id for s in told if s.id not in (*made, *seeds)])


def in_short(
    minimal: MinimalRecord, conflict: ConflictRecord | AcrossRecord, record: Record, words: RecordWords
) -> Short:
    """The conflict in one sentence."""
    known, parts = spelled(record), parts_of(conflict, record)

    def quoted(ids: Iterable[str]) -> list[str]:
        return [f"“{words.statement(known[i])}”" for i in minimal.statements if i in set(ids)]

    made = {i for i in parts.perturbed if known[i].source == "made"}
    against = quoted(made) or quoted(parts.perturbed)
    rest = quoted(set(parts.shared) | (set(parts.perturbed) - made) if quoted(made) else parts.shared)
    given = f", given that {listed(rest)}" if rest else ""
    return Short(f"{listed(quoted(parts.original))} against {listed(against)}", given)


def listed(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def made_up(statement: StatementRecord, record: InstanceRecord) -> bool:
    """Whether a statement of a pair is made up; what a control says that the graph has not in these words is true."""
    return statement.source == "made" and record.provenance.control is None


def origin(conflict: ConflictRecord) -> Callable[[StatementRecord], str]:
    """What says in which text a statement of a conflict stands, and whether it is true."""
    return partial(_origin, conflict)


def _origin(conflict: ConflictRecord, statement: StatementRecord) -> str:
    if statement.id in conflict.original:
        return "original text"
    if statement.id in conflict.shared:
        return "both texts"
    if statement.id not in conflict.perturbed:
        return "known, in no text"
    return "perturbed text, " + ("made up" if statement.source == "made" else "true")


def clash(conflict: AcrossRecord) -> str:
    """Which documents of a set contradict each other, numbered from 1 as models see them."""
    places = listed([str(place + 1) for place in conflict.documents])
    if conflict.k == 1:
        return f"Document {places} contradicts itself."
    if conflict.k == 2:
        return f"Documents {places} contradict each other."
    return f"Documents {places} cannot all be true; any {conflict.k - 1} of them can."


def origin_in(record: SetRecord, conflict: AcrossRecord) -> Callable[[StatementRecord], str]:
    """What says in which document a statement of a conflict stands, and whether it is made up."""
    holding = {s.id: place for place in conflict.documents for s in record.documents[place].statements}

    def where(statement: StatementRecord) -> str:
        told = f"document {holding[statement.id] + 1}" if statement.id in holding else "known, in no document"
        return f"{told}, made up" if statement.source == "made" else told

    return where


def relation_said(statement: StatementRecord) -> str:
    """The relation of a statement, with a *not* where it is denied."""
    return f"not {statement.relation.label}" if statement.negated else statement.relation.label


def tree_of(
    stated: Sequence[Statement],
    labels: Mapping[str, str],
    minimal: MinimalSet,
    ontology: Ontology,
    where: Callable[[StatementRecord], str],
) -> Branch:
    """The proof of statements that are of no dataset, in the labels that are known of their things."""
    named = {**labels, **{s.relation: ontology.labels.get(s.relation, "") for s in stated}}
    known = {s.id: StatementRecord.model_validate_json(dump(statement_json(s, "kg", named))) for s in stated}
    words = RecordWords.over(known.values(), ontology, lexicon_for(ontology.labels))
    return tree(MinimalRecord.model_validate_json(dump(minimal_json(minimal))), known, words, where)


def tree(
    minimal: MinimalRecord,
    known: Mapping[str, StatementRecord],
    words: RecordWords,
    where: Callable[[StatementRecord], str],
) -> Branch:
    """The proof from the contradiction down to what the texts say; ``where`` tells in which text a statement stands."""

    def grow(premise: str | int) -> Branch | None:
        if isinstance(premise, str):
            statement = known[premise]
            return Branch(words.statement(statement), where(statement), premise)
        step = minimal.proof[premise]
        if step.conclusion is None:
            return None
        return Branch(words.conclusion(step.conclusion), words.axiom(step), "", grown(step.premises))

    def grown(premises: Sequence[str | int]) -> tuple[Branch, ...]:
        return tuple(branch for branch in map(grow, premises) if branch is not None)

    last = minimal.proof[-1]
    return Branch("Contradiction", words.axiom(last), "", grown(last.premises))
