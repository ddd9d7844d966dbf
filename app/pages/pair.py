"""One pair as its page shows it: texts with marks, drawing, differences, proofs, versions, and how to ask the store."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph import cypher
from contragraph.app.pages.rows import PairIndex
from contragraph.app.presentation.drawing import DrawnEdge, DrawnNode, svg
from contragraph.app.presentation.proof import (
    STRENGTHS,
    Branch,
    Record,
    Short,
    in_short,
    made_up,
    origin,
    premises,
    relation_said,
    smallest,
    spelled,
    tree,
)
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.records.schema import (
    AcrossRecord,
    ConflictRecord,
    ContextRecord,
    InstanceRecord,
    LiteralRecord,
    StatementRecord,
)
from contragraph.graph.model.versions import base_id

_ID = re.compile(r"[0-9a-f]{16}")
OF_CONFLICTS = ("cookbook.statements_of_conflict", "cookbook.proof_of_conflict")
"""Named queries that show a conflict in the store."""
DRAWN = "explore.pair_drawn"
"""The named query that draws a pair; it is for Neo4j Browser alone."""


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence of a text with the numbers of the conflicts that it is part of.

    ``own``: it says what only this text says; ``shared``: both texts say it, and a proof needs it.
    """

    text: str
    own: tuple[int, ...]
    shared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """A statement in a table. ``kind`` is that of its arrow in the drawing."""

    kind: str
    subject: str
    relation: str
    object: str
    note: str
    numbers: tuple[int, ...]

    @classmethod
    def of(cls, kind: str, s: StatementRecord, note: str, numbers: tuple[int, ...] = ()) -> ShownStatement:
        """A statement by its labels; its subject is the head of the row, which must not be blank."""
        subject = s.subject.label if s.subject.label.strip() else s.subject.id
        return cls(kind, subject, relation_said(s), s.object.label, note, numbers)


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """A conflict with all of its proofs; the first is the smallest."""

    number: int
    hops: int
    strength: str
    short: Short
    proofs: tuple[Branch, ...]
    axioms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the graph: what changed against its parent."""

    kind: str
    id: str
    parent: str
    statements: int
    change: str


@dataclass(frozen=True, slots=True)
class StoreQuery:
    """A query that shows something of the pair in the store; as a command too, where there is one."""

    doc: str
    command: str
    browser: str


@dataclass(frozen=True, slots=True)
class PairPage:
    """Everything on the page of a pair."""

    original: tuple[ShownSentence, ...]
    perturbed: tuple[ShownSentence, ...]
    conflicts: tuple[ShownConflict, ...]
    changed: tuple[ShownStatement, ...]
    kept: tuple[ShownStatement, ...]
    versions: tuple[Version, ...]
    questions: tuple[StoreQuery, ...]
    drawing: str


def pair_of(record: InstanceRecord, index: PairIndex) -> PairPage:
    """What the page of a pair shows."""
    words = RecordWords.of(record, index.ontology, index.lexicon)
    told = _statements(record)
    return PairPage(
        original=tuple(_sentences(record.contexts.original, record.conflicts)),
        perturbed=tuple(_sentences(record.contexts.perturbed, record.conflicts)),
        conflicts=tuple(contradiction(n, c, record, words, origin(c)) for n, c in enumerate(record.conflicts, start=1)),
        changed=tuple(t for t in told if t.kind not in ("", "shared")),
        kept=tuple(t for t in told if t.kind in ("", "shared")),
        versions=_versions(record.contexts.original, record.contexts.perturbed),
        questions=tuple(_questions(record)),
        drawing=_drawing(record),
    )


def _sentences(context: ContextRecord, conflicts: Sequence[ConflictRecord]) -> Iterator[ShownSentence]:
    for sentence in context.sentences:
        said = set(sentence.statements)
        own = tuple(n for n, c in enumerate(conflicts, start=1) if said & {*c.original, *c.perturbed})
        shared = tuple(n for n, c in enumerate(conflicts, start=1) if said & set(c.shared) and n not in own)
        yield ShownSentence(context.text[sentence.start : sentence.end].strip(), own, shared)


def contradiction(
    number: int,
    conflict: ConflictRecord | AcrossRecord,
    record: Record,
    words: RecordWords,
    where: Callable[[StatementRecord], str],
) -> ShownConflict:
    """What a page shows of a conflict; ``where`` tells in which text a statement stands."""
    first = smallest(conflict)
    ordered = [first, *(m for m in conflict.minimal if m is not first)]
    return ShownConflict(
        number,
        conflict.hops,
        STRENGTHS[conflict.strength],
        in_short(first, conflict, record, words),
        tuple(tree(minimal, premises(record), words, where) for minimal in ordered),
        tuple(dict.fromkeys(axiom for minimal in ordered for axiom in minimal.axioms)),
    )


# -- statements ------------------------------------------------------------------------------------------------


def _kinds(record: InstanceRecord) -> dict[str, str]:
    """What became of each statement, by its id: the kinds of the drawing."""
    before = {s.id for s in record.contexts.original.statements}
    after = {s.id for s in record.contexts.perturbed.statements}
    needed = {i for c in record.conflicts for i in c.shared}
    kinds = {}
    for key, statement in spelled(record).items():
        if key not in after:
            kinds[key] = "removed"
        elif key not in before:
            kinds[key] = "made" if made_up(statement, record) else "added"
        else:
            kinds[key] = "shared" if key in needed else ""
    return kinds


def _statements(record: InstanceRecord) -> list[ShownStatement]:
    """Every statement; those of conflicts first, in their order, what was taken away before what came instead."""
    kinds = _kinds(record)
    notes = {"removed": "original text only", "added": "perturbed text only, true", "made": "perturbed text only"}
    told = []
    for key, s in spelled(record).items():
        listed = enumerate(record.conflicts, start=1)
        numbers = tuple(n for n, c in listed if key in {*c.original, *c.perturbed, *c.shared})
        note = notes.get(kinds[key], "both texts")
        told.append(ShownStatement.of(kinds[key], s, note, numbers))
    return sorted(told, key=lambda t: (t.numbers or (len(record.conflicts) + 1,), t.kind != "removed"))


def _drawing(record: InstanceRecord) -> str:
    kinds = _kinds(record)
    nodes, edges = drawn((statement, kinds[key]) for key, statement in spelled(record).items())
    title = "The graphs of both texts in one drawing"
    return svg(list(nodes.values()), edges, title=title, standalone=False)


def drawn(statements: Iterable[tuple[StatementRecord, str]]) -> tuple[dict[str, DrawnNode], list[DrawnEdge]]:
    """Boxes by what they stand for, and arrows, of statements with their kinds."""
    nodes: dict[str, DrawnNode] = {}
    edges = []
    for statement, kind in statements:
        ends = []
        for thing in (statement.subject, statement.object):
            name = f"{thing.value}^^{thing.datatype}" if isinstance(thing, LiteralRecord) else thing.id
            nodes.setdefault(name, DrawnNode(name, thing.label))
            ends.append(name)
        edges.append(DrawnEdge(ends[0], ends[1], relation_said(statement), kind))
    return nodes, edges


# -- versions and the store --------------------------------------------------------------------------------------


def _versions(original: ContextRecord, perturbed: ContextRecord) -> tuple[Version, ...]:
    base = base_id([(s.id, s.source) for s in original.statements])
    before, after = {s.id for s in original.statements}, {s.id for s in perturbed.statements}
    changed = f"{len(before - after)} statements taken away, {len(after - before)} added; another text"
    return (
        Version("base", base, "", len(before), "cut out of the knowledge graph; no text"),
        Version("original", original.version, base, len(before), "told as the original text"),
        Version("perturbed", perturbed.version, original.version, len(after), changed),
    )


def _questions(record: InstanceRecord) -> Iterator[StoreQuery]:
    if record.conflicts:
        yield _question("cookbook.conflicts_of_pair", "instance", [record.id])
    # What is copied into a terminal must be an id and nothing else.
    if conflicts := [c.id for c in record.conflicts if _ID.fullmatch(c.id)]:
        for name in OF_CONFLICTS:
            yield _question(name, "conflict", conflicts)
    yield _question(DRAWN, "instance", [record.id])


def _question(name: str, parameter: str, values: Sequence[str]) -> StoreQuery:
    query = cypher.get(name, "neo4j")
    commands = [f"contragraph cypher run {name} --param {parameter}={value}" for value in values]
    browser = f":param {parameter} => '{values[0]}';\n{query.text}"
    return StoreQuery(query.doc, "" if name == DRAWN else "\n".join(commands), browser)
