"""Sets of documents as rows of nodes and relationships, the same for every engine.

A document is a ``Passage`` of its set, and tells a version of the kind *document*, which has text, sentences and
statements as those of pairs have. A contradiction is a ``Conflict`` as those of pairs are, across its passages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contragraph.graph.model import Conflict, content_hash
from contragraph.graph.model.origin import Run
from contragraph.graph.model.sets import Across, ContextSet, Document
from contragraph.graph.model.versions import version_hash
from contragraph.graph.tables.rows import Rows, conflict_rows, text_rows, told_rows, version_rows


def set_rows(run: Run, batch: Sequence[tuple[str, ContextSet]], axioms: Mapping[str, tuple[str, str]]) -> Rows:
    """The rows of (set id, set) pairs.

    :raises KeyError: if a proof names an axiom that is not among ``axioms``.
    """
    rows = Rows()
    for _, its in batch:
        told_rows(rows, its.documents, its.background)
    for set_id, its in batch:
        rows.node_of("ContextSet", set_id, its)
        rows.join("MADE_BY", "ContextSet", "Run", set_id, run.id)
        for statement in its.background:
            rows.join("BACKGROUND", "ContextSet", "Statement", set_id, statement.id)
        passages = [_passage(rows, set_id, place, document) for place, document in enumerate(its.documents)]
        for across in its.conflicts:
            conflict = conflict_of(its, across)
            rows.join("HAS", "ContextSet", "Conflict", set_id, conflict.id)
            conflict_rows(rows, conflict, axioms)
            for place in across.documents:
                rows.join("ACROSS", "Conflict", "Passage", conflict.id, passages[place])
    return rows


def _passage(rows: Rows, set_id: str, place: int, document: Document) -> str:
    key = content_hash("passage", set_id, place)
    text = document.text
    rows.node("Passage", key, position=place, body=text.body, title=document.title, role=document.role)
    rows.join("HOLDS", "ContextSet", "Passage", set_id, key)
    content = [(s.id, document.source(s)) for s in document.statements]
    version = version_hash(None, "document", content, text.id)
    version_rows(rows, version, 0, "document", None, (), content)
    rows.join("TELLS", "Passage", "Version", key, version)
    text_rows(rows, text, version)
    return key


def conflict_of(its: ContextSet, across: Across) -> Conflict:
    """A contradiction across documents as a conflict of statements: what was perturbed, what is made up, the rest."""
    made = {s for document in its.documents for s in document.made}
    statements = {s for minimal in across.minimal for s in minimal.statements}
    original = statements.intersection(its.seed_statements) - made
    return Conflict(
        across.hops,
        across.strength,
        tuple(sorted(original)),
        tuple(sorted(statements & made)),
        tuple(sorted(statements - made - original)),
        across.minimal,
    )
