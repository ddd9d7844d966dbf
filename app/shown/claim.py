"""One claim as a person reads it: the documents with their labels, and why each has its label, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from contragraph.app.presentation.proof import tree
from contragraph.app.presentation.say import RecordWords
from contragraph.app.shown.pair import OWN, proof_tree
from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.proven_claims import ProvenDocument, ProvenItem
from contragraph.dataset.records.schema import LiteralRecord, MinimalRecord, StatementRecord
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Literal, Statement
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.prover.claims import beside, denial

COLOURS = {"supports": "green", "contradicts": "red", "mixed": "magenta", "irrelevant": "dim"}


def render_claim(item: ProvenItem, ontology: Ontology) -> RenderableType:
    """The item as something rich can print."""
    told = [s for d in item.documents for s in d.statements]
    stated = [item.statement, *(other.statement for other in item.others), *told, *item.background]
    words = RecordWords.over(stated, ontology, lexicon_for(ontology.labels))
    claim = statement_of(item.statement)
    supposed = [_like(item.statement, s) for s in (denial(claim), *(s for both in beside(claim) for s in both))]
    known = {s.id: s for s in (*stated, *supposed)}
    parts: list[RenderableType] = [_head(item)]
    for document in item.documents:
        parts += [_title(document), Padding(_body(document), (0, 0, 0, 2))]
        for proof in _smallest(document):
            parts.append(Padding(proof_tree(tree(proof, known, words, partial(_where, item, document))), (0, 0, 0, 4)))
    for other in item.others:
        line = Text(f"\n{other.role}: ", style="bold")
        line.append(f"{other.text} ", style="not bold")
        line.append(", ".join(f"[{d.id}] {label}" for d, label in zip(item.documents, other.labels, strict=True)))
        parts.append(line)
    return Group(*parts)


def _head(item: ProvenItem) -> Text:
    head = Text(item.claim, style="bold")
    hops = "" if item.hops is None else f" · {item.hops} hop{'' if item.hops == 1 else 's'}"
    made = "made up" if item.statement.source == "made" else "true"
    head.append(f"\n{item.type} · {item.kind}{hops} · the claim is {made}\n", style="not bold")
    head.append(f"claim {item.id} from {item.kg}, run {item.provenance.run}", style="dim")
    return head


def _title(document: ProvenDocument) -> Text:
    head = Text(f"\n[{document.id}] ", style="bold")
    head.append(str(document.label), style=f"bold {COLOURS[str(document.label)]}")
    head.append(f" · {document.title}")
    head.append(f"  ({document.way})", style="dim")
    return head


def _body(document: ProvenDocument) -> Text:
    """The text of a document; a sentence that its label rests on has a mark."""
    proofs = document.proofs
    resting = {i for m in (*proofs.supports, *proofs.contradicts) for i in m.statements}
    body = Text()
    for sentence in document.sentences:
        own = not resting.isdisjoint(sentence.statements)
        body.append(f"{OWN} " if own else "")
        body.append(document.text[sentence.start : sentence.end], style="bold" if own else "")
    body.rstrip()
    return body


def _smallest(document: ProvenDocument) -> Iterator[MinimalRecord]:
    """The smallest proof of each side."""
    for some in (document.proofs.supports, document.proofs.contradicts):
        yield from _first(some)


def _first(proofs: Sequence[MinimalRecord]) -> list[MinimalRecord]:
    return sorted(proofs, key=lambda m: (len(m.statements), m.statements))[:1]


def _like(record: StatementRecord, statement: Statement) -> StatementRecord:
    """The record of a statement that is like another, but for its value or its sign."""
    thing, said = record.object, in_words(statement).object
    if isinstance(said, Literal):
        thing = LiteralRecord(value=said.value, datatype=said.datatype, label=said.label)
    return record.model_copy(update={"id": statement.id, "negated": statement.negated, "object": thing})


def _where(item: ProvenItem, document: ProvenDocument, statement: StatementRecord) -> str:
    if any(s.id == statement.id for s in document.statements):
        return f"document {document.id}" + (", made up" if statement.source == "made" else "")
    if statement.id == item.statement.id:
        return "the claim"
    known = any(s.id == statement.id for s in item.background)
    return "known, in no document" if known else "supposed instead of the claim"
