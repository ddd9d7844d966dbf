"""Scored responses as nodes of the store: responses, their claims, and the documents that support or contradict these.

Documents are nodes by what they say, so that one which many responses rest on is one node; a label carries whose word
it is, the words of the document, and the proof where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contragraph.dataset.records.codec import dump, minimal_json, statement_json
from contragraph.documents.judges.base import Certificate
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.metric import ConflictScore, ScoredClaim
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.tables.rows import Rows

BATCH = 100
"""Responses in one transaction."""
_TYPES = {
    "supports": ("SUPPORTED_BY",),
    "contradicts": ("CONTRADICTED_BY",),
    "mixed": ("SUPPORTED_BY", "CONTRADICTED_BY"),
}


def store_scores(store: GraphStore, scores: Sequence[ConflictScore], settings: str, labels: Mapping[str, str]) -> None:
    """Write scores; writing the same again changes nothing. ``labels`` are the names of relations."""
    for at in range(0, len(scores), BATCH):
        rows = Rows()
        for score in scores[at : at + BATCH]:
            _response(rows, score, settings, labels)
        store.write(rows)


def _response(rows: Rows, score: ConflictScore, settings: str, labels: Mapping[str, str]) -> None:
    passages = [_passage(rows, document) for document in score.documents]
    said = [[claim.text, [(its.label, its.by) for its in claim.labels]] for claim in score.claims]
    key = content_hash("response", score.id, score.question, score.response, settings, passages, said)
    conflicted = sum(_conflicted(claim, passages) for claim in score.claims)
    counts = {"claims": len(score.claims), "conflicted": conflicted}
    about = {"name": score.id, "question": score.question, "body": score.response, "settings": settings}
    rows.node("Response", key, **about, **counts)
    for position, claim in enumerate(score.claims):
        node = content_hash("claim", key, position)
        rows.node("Claim", node, body=claim.text)
        rows.join("MAKES", "Response", "Claim", key, node, position=position)
        for passage, its in zip(passages, claim.labels, strict=True):
            for type_ in _TYPES.get(its.label or "", ()):
                proof = dump(certificate_json(its.proof, labels)) if its.proof else ""
                snippet = " … ".join(s.text for s in its.snippets)
                rows.join(type_, "Claim", "Passage", node, passage, by=its.by, snippet=snippet, proof=proof)


def _passage(rows: Rows, document: ContextDocument) -> str:
    key = content_hash("passage", "document", document.id, document.title, document.text)
    rows.node("Passage", key, body=document.text, title=document.title or document.id or None)
    return key


def _conflicted(claim: ScoredClaim, passages: Sequence[str]) -> bool:
    """Whether two nodes disagree; documents of one text are one node."""
    plus, minus = ({passages[n - 1] for n in its} for its in (claim.supporting, claim.contradicting))
    return bool(plus and minus) and len(plus | minus) > 1


def certificate_json(proof: Certificate, labels: Mapping[str, str]) -> dict[str, object]:
    """A proof as JSON; ``minimal`` is None where the passage entails the claim."""
    own = {thing: thing for s in proof.statements for thing in s.entities}
    names = own | dict(proof.labels) | {s.relation: labels.get(s.relation, s.relation) for s in proof.statements}
    return {
        "statements": [statement_json(s, "kg", names) for s in proof.statements],
        "minimal": minimal_json(proof.minimal) if proof.minimal else None,
        "strength": proof.strength,
    }
