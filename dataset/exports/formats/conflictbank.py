"""Export of a bank in the layout of ConflictBank's release: questions, and claims with their texts.

A row of the release has one claim of each cause, told once. Of several the first that is proven is taken, else the
first; its text is drawn. Controls, and dated questions with their answers, have no place in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.records.bank import CAUSES, BankClaim, BankFact, Cause
from contragraph.dataset.records.codec import dump
from contragraph.graph.model import id_number

QUESTIONS, TEXTS = "CB_qa.jsonl", "CB_claim_evidence.jsonl"
LETTERS = "ABCDEFGHIJ"
_STYLES = {"encyclopedic": "wikipedia", "news": "new"}
"""What the release calls our styles."""
_PREFIXES = {"default": "default", **{cause: f"{cause}_conflict" for cause in CAUSES}}
_HOW = f"""\
The columns are those of ConflictBank's release (arXiv 2408.12076), its spelling of
`misinformation_conflict_evidence_evidence` included; a cause of which a fact has no claim is null. A line of
`{QUESTIONS}` is a question with four texts and the letters of three of its options, a line of `{TEXTS}` one text."""


@registered("conflictbank", "questions and texts as ConflictBank releases them", "facts")
def write(job: Job[BankFact]) -> list[WrittenFile]:
    """Write ``CB_qa.jsonl``, ``CB_claim_evidence.jsonl``, and a card."""
    texts = left = facts = 0
    with (
        (job.work / QUESTIONS).open("w", encoding="utf-8", newline="") as questions,
        (job.work / TEXTS).open("w", encoding="utf-8", newline="") as evidence,
    ):
        for _, _, fact in job.lines():
            claims = {claim.cause: claim for claim in released(fact)}
            questions.write(dump(_row(fact, claims)) + "\n")
            facts += 1
            left += sum(claim.cause != "default" for claim in fact.claims) - len(claims) + 1
            for claim in claims.values():
                evidence.write(dump(_text(fact, claim)) + "\n")
                texts += 1
    if left:
        job.notes.append(f"{left} claims have no place in the release: controls, and second ones of a cause.")
    write_card(job, _HOW)
    return [WrittenFile(QUESTIONS, facts, "questions"), WrittenFile(TEXTS, texts, "texts")]


def released(fact: BankFact) -> Iterator[BankClaim]:
    """The claims that a row has, that of the fact first."""
    causes: tuple[Cause, ...] = ("default", *CAUSES)
    for cause in causes:
        its = [claim for claim in fact.claims if claim.cause == cause and not claim.control and claim.evidence]
        if its:
            yield next((claim for claim in its if claim.status == "proven"), its[0])


def told(fact: BankFact, claim: BankClaim) -> tuple[str, str]:
    """The style and the text of a claim, of several by lot."""
    drawn = claim.evidence[id_number(f"{fact.id}|{claim.id}") % len(claim.evidence)]
    return drawn.style, drawn.text


def _row(fact: BankFact, claims: dict[Cause, BankClaim]) -> dict[str, object]:
    # As the question offers them: a label may have a qualifier that texts leave out.
    offered = {option.role: option.text for option in fact.question.options}
    row: dict[str, object] = {
        "relation": fact.relation.id.rpartition(":")[2],
        "subject": fact.subject.label,
        "subject_description": fact.subject.description,
        "semantic_description": claims["semantic"].subject_description if "semantic" in claims else None,
        "object": offered.get("original", fact.object.label),
        "object_description": fact.object.description,
        "replaced_object": offered.get("replacement", fact.replacement.label),
        "replaced_description": fact.replacement.description,
        "temporal_conflict_time_span": _span(claims.get("temporal")),
        "question": fact.question.text,
        "options": [option.text for option in fact.question.options],
    }
    for cause, prefix in _PREFIXES.items():
        claim = next((c for c in claims.values() if c.cause == cause), None)
        style, text = told(fact, claim) if claim else (None, None)
        row[f"{prefix}_claim"] = claim.text if claim else None
        row[f"{prefix}_evidence_category"] = _STYLES.get(style, style) if style else None
        row[f"{prefix}_evidence{'_evidence' if cause == 'misinformation' else ''}"] = text
    for column, role in (("correct", "original"), ("replace", "replacement"), ("uncertain", "uncertain")):
        places = [n for n, option in enumerate(fact.question.options) if option.role == role]
        row[f"{column}_option"] = LETTERS[places[0]] if places else None
    return row


def _span(claim: BankClaim | None) -> list[str] | None:
    """From when to when a claim says something, where it does."""
    valid = claim.statement.valid if claim else None
    points = [point for point in (valid.begin, valid.to) if point] if valid else []
    return list(dict.fromkeys(points)) or None


def _text(fact: BankFact, claim: BankClaim) -> dict[str, object]:
    category = _PREFIXES[claim.cause]
    return {
        "id": fact.id,
        "subject": fact.subject.label,
        "category": category,
        "claim": claim.text,
        "evidence": told(fact, claim)[1],
    }
