"""One set of documents as a person reads it: the documents, what clashes across them, and each proof in words."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from contragraph.app.presentation.proof import STRENGTHS, clash, origin_in, premises, smallest, tree
from contragraph.app.presentation.say import RecordWords
from contragraph.app.shown.pair import OWN, proof_tree
from contragraph.dataset.records.schema import AcrossRecord, DocumentRecord, SetRecord
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import Ontology

_SHAPES = {"near": "side by side", "far": "far apart", "contiguous": "side by side", "separate": "apart"}


def render_set(record: SetRecord, ontology: Ontology) -> RenderableType:
    """The set as something rich can print; documents are numbered from 1, as models see them."""
    words = RecordWords.of(record, ontology, lexicon_for(ontology.labels))
    clashing = {i for c in record.conflicts for i in c.statements}
    parts: list[RenderableType] = [_head(record)]
    for number, document in enumerate(record.documents, start=1):
        parts += [_title(number, document), Padding(_body(document, clashing), (0, 0, 0, 2))]
    for conflict in record.conflicts:
        parts += _conflict(conflict, record, words)
    return Group(*parts)


def _head(record: SetRecord) -> Text:
    head = Text()
    head.append(record.type, style="bold")
    labels = {s.relation.id: s.relation.label for d in record.documents for s in d.statements}
    about = ", ".join(labels.get(r, r) for r in record.relations)
    like = f", like a set of the type {record.shape}" if record.shape != record.type else ""
    place = _SHAPES.get(record.position, "")
    told = f" · {len(record.documents)} documents of {record.length} words{like} · about {about}"
    head.append(f"{told}{f', its documents {place}' if place else ''}\n")
    head.append(f"set {record.id} from {record.kg}, run {record.provenance.run}", style="dim")
    return head


def _title(number: int, document: DocumentRecord) -> Text:
    head = Text(f"\n[{number}] ", style="bold")
    head.append(document.title, style="bold")
    head.append(f"  ({document.role})", style="dim")
    return head


def _body(document: DocumentRecord, clashing: Collection[str]) -> Text:
    """The text of a document; a sentence of a conflict has a mark."""
    body = Text()
    for sentence in document.sentences:
        own = not set(clashing).isdisjoint(sentence.statements)
        if own:
            body.append(f"{OWN} ", style="bold red")
        body.append(document.text[sentence.start : sentence.end], style="bold red" if own else "")
    body.rstrip()
    return body


def _conflict(conflict: AcrossRecord, record: SetRecord, words: RecordWords) -> list[RenderableType]:
    head = Text(f"\n{clash(conflict)}", style="bold")
    hops = "1 hop" if conflict.hops == 1 else f"{conflict.hops} hops"
    head.append(f" · {hops} · {STRENGTHS[conflict.strength]}", style="not bold")
    proof = tree(smallest(conflict), premises(record), words, origin_in(record, conflict))
    return [head, Padding(proof_tree(proof), (0, 0, 0, 2))]
