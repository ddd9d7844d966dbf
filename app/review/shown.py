"""What the pages of a review show: pairs and proposals as they are now, and what changed since they were judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from contragraph.annotation.desk import Desk
from contragraph.annotation.items import DemonstrationCandidate, ReviewItem
from contragraph.app.pages.pair import PairPage, ShownStatement, drawn, pair_of
from contragraph.app.pages.rows import PairIndex
from contragraph.app.presentation.drawing import DrawnEdge, DrawnNode, svg
from contragraph.app.presentation.proof import in_short, listed, relation_said, smallest, spelled
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.records.schema import ContextRecord, InstanceRecord, SentenceRecord
from contragraph.generation.llm.queue import QueuedRecord
from contragraph.graph.versions.alignment import words

SIDES = ("original", "perturbed")
OPENING = 160
"""Characters of a text that a list shows at most."""
NOTES = {"removed": "true, left out", "made": "made up", "added": "true, goes with it", "said": "in the model's words"}
"""What became of the statements of a proposal."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A text before and after an edit, word by word: ("same" | "removed" | "added", words)."""

    side: str
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShownPair:
    """A pair with its present texts."""

    record: InstanceRecord
    pair: PairPage
    edited: tuple[bool, bool]
    """Whether the texts are others than those that it was made with."""


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal: statements in place of texts."""

    record: QueuedRecord
    drawing: str
    statements: tuple[ShownStatement, ...]


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """What may be chosen as a demonstration."""

    candidate: DemonstrationCandidate
    address: str
    name: str
    said: str
    axioms: tuple[str, ...]
    chosen: bool


def record_now(desk: Desk, index: PairIndex, item: ReviewItem, current: Sequence[str]) -> InstanceRecord:
    """The record of a pair with the texts of its present versions."""
    record = index.record(index.rows[index.places[item.id]])
    contexts = {
        side: _context(desk, context, version)
        for side, version in zip(SIDES, current)
        if version != (context := getattr(record.contexts, side)).version
    }
    if not contexts:
        return record
    return record.model_copy(update={"contexts": record.contexts.model_copy(update=contexts)})


def _context(desk: Desk, context: ContextRecord, version: str) -> ContextRecord:
    text = desk.content(version).text
    assert text is not None  # only versions with a text become present ones
    sentences = tuple(SentenceRecord(start=s.start, end=s.end, statements=s.statements) for s in text.sentences)
    return context.model_copy(update={"version": version, "text": text.body, "sentences": sentences})


def shown_pair(desk: Desk, index: PairIndex, item: ReviewItem, current: Sequence[str]) -> ShownPair:
    """A pair as its page shows it."""
    record = record_now(desk, index, item, current)
    first, second = (now != made for now, made in zip(current, item.versions))
    return ShownPair(record, pair_of(record, index), (first, second))


def shown_proposal(proposal: QueuedRecord) -> ShownProposal:
    """A proposal as its page shows it."""
    kinds = [(s, "removed") for s in proposal.original]
    kinds += [(s, "added" if s.source == "kg" else "made") for s in proposal.perturbed]
    nodes, edges = drawn(kinds)
    told = [ShownStatement.of(kind, s, NOTES[kind]) for s, kind in kinds]
    names = {node.label: node.id for node in nodes.values()}
    for said in proposal.said:
        ends = [names.get(name, f"said:{name}") for name in (said.subject, said.object)]
        for end, name in zip(ends, (said.subject, said.object)):
            nodes.setdefault(end, DrawnNode(end, name))
        edges.append(DrawnEdge(ends[0], ends[1], said.relation, "made"))
        told.append(ShownStatement("made", said.subject or "–", said.relation, said.object, NOTES["said"], ()))
    drawing = svg(list(nodes.values()), edges, title="The statements of the proposal", standalone=False)
    return ShownProposal(proposal, drawing, tuple(told))


def title_of(index: PairIndex, item: ReviewItem) -> str:
    """An item in one line."""
    if item.proposal is None:
        return index.rows[index.places[item.id]].title
    proposal = item.proposal
    told = [
        f"{s.subject.label} – {relation_said(s)} – {s.object.label}" for s in proposal.perturbed if s.source == "made"
    ]
    told += [f"{s.subject} – {s.relation} – {s.object}" for s in proposal.said]
    return "; ".join(told) or "A proposal without a statement"


def opening_of(index: PairIndex, item: ReviewItem) -> str:
    """An item in one line that tells nothing of what is wrong: the first sentence of a pair; a proposal itself."""
    if item.proposal is not None:
        return title_of(index, item)
    original = index.record(index.rows[index.places[item.id]]).contexts.original
    end = original.sentences[0].end if original.sentences else len(original.text)
    return shorten(original.text[:end].strip(), OPENING, placeholder="…") or f"Pair {item.number}"


def address_of(item: ReviewItem) -> str:
    """The address of an item's page."""
    return f"/{item.kind}/{item.id}"


def changes(
    desk: Desk, index: PairIndex, item: ReviewItem, seen: Sequence[str], current: Sequence[str]
) -> Iterator[Changed]:
    """How the texts that were judged differ from the present ones; versions that the store lacks are left out."""
    if item.kind != "pair":
        return
    made = index.record(index.rows[index.places[item.id]]).contexts
    known = {made.original.version: made.original.text, made.perturbed.version: made.perturbed.text}

    def body(version: str) -> str:
        if version not in known:
            text = desk.content(version).text
            known[version] = text.body if text else ""
        return known[version]

    for side, old, new in zip(SIDES, seen, current):
        if old != new and body(old) != body(new):
            yield Changed(side, tuple(words(body(old), body(new))))


def shown_candidates(
    desk: Desk, index: PairIndex, candidates: Sequence[DemonstrationCandidate], chosen: frozenset[str]
) -> Iterator[ShownCandidate]:
    """Candidates of a relation, each in a sentence, with what its proof rests on."""
    for each in candidates:
        item = desk.by_id[each.item]
        name = f"{item.kind.capitalize()} {item.number}"
        if item.proposal is not None:
            said: str = title_of(index, item)
            rests: tuple[str, ...] = ("undecided: the axioms do not reach it",)
        else:
            record = index.record(index.rows[index.places[item.id]])
            conflict = record.conflicts[each.place]
            its = RecordWords.of(record, index.ontology, index.lexicon)
            minimal = smallest(conflict)
            said = str(in_short(minimal, conflict, record, its))
            used = [step for step in minimal.proof if step.axiom is not None]
            rests = tuple(dict.fromkeys(its.axiom(step) for step in used))
        yield ShownCandidate(each, address_of(item), name, said, rests, each.judged in chosen)


def reason_for(index: PairIndex, record: InstanceRecord, candidate: DemonstrationCandidate) -> str:
    """Why a conflict is one, in a sentence or two, as a demonstration gives it."""
    its = RecordWords.of(record, index.ontology, index.lexicon)
    conflict = record.conflicts[candidate.place]
    minimal = smallest(conflict)
    known = spelled(record)
    apart = [its.statement(known[s]) for s in minimal.statements if s not in conflict.original]
    original = [its.statement(known[s]) for s in minimal.statements if s in conflict.original]
    return f"{listed(apart)}, so that it cannot be that {listed(original)}."


def in_order(desk: Desk, judged: Sequence[str]) -> tuple[str, ...]:
    """The versions of a pair that a decision judges, the original side first."""

    def side(version: str) -> str:
        its = desk.content(version)
        while its.kind not in SIDES and its.parent is not None:
            its = desk.content(its.parent)
        return its.kind

    return tuple(sorted(judged, key=side))
