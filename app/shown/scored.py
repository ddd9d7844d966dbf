"""Scores of responses, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph.app.presentation.proof import STRENGTHS, Branch, tree_of
from contragraph.dataset.files.folder import MANIFEST, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.evaluation.results import counts, emptied
from contragraph.evaluation.statistics import DIGITS
from contragraph.llm import Ledger
from contragraph.ontology.axioms import Ontology

if TYPE_CHECKING:
    from contragraph.documents.judges.base import Certificate, PassageJudgement
    from contragraph.documents.score.metric import ConflictScore, ScoredClaim

SCORES, SUMMARY, PAGE = "scores.jsonl", "summary.json", "index.html"
FORMAT = 1
"""Version of the layout of a folder of scores."""
COLUMNS = ("id", "claims", "cs_c", "cs_r", "acknowledged", "coverage", "supported", "refuted", "unlabelled", "reason")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a variant asked: ``cost`` (USD) also of answers that were in the cache; kappa with ``full``, of pairs."""

    variant: str
    questions: int
    cost: float
    kappa: float | None
    pairs: int


def record(score: ConflictScore, ontology: Ontology) -> dict[str, object]:
    """A score as JSON."""
    from contragraph.documents.score.compare import COUNTS, MEASURES

    return {
        "id": score.id,
        "question": score.question,
        "response": score.response,
        **{name: _rounded(measure(score)) for name, measure in MEASURES.items()},
        "cs_c_interval": _rounded(score.cs_c_interval),
        "cs_r_interval": _rounded(score.cs_r_interval),
        **{name: count(score) for name, count in COUNTS.items() if name != "claims"},
        "reason": score.reason,
        "notes": list(score.notes),
        "documents": [{"number": n, "id": d.name} for n, d in enumerate(score.documents, 1)],
        "claims": [_claim(claim, ontology) for claim in score.claims],
    }


def _rounded(value: object) -> object:
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def _claim(claim: ScoredClaim, ontology: Ontology) -> dict[str, object]:
    return {
        "text": claim.text,
        "span": claim.claim.span,
        "conflicted": claim.conflicted,
        "ratio": _rounded(claim.ratio),
        "balance": _rounded(claim.balance),
        "labels": [_label(number, its, ontology) for number, its in enumerate(claim.labels, 1)],
    }


def _label(number: int, its: PassageJudgement, ontology: Ontology) -> dict[str, object]:
    from contragraph.documents.score.stored import certificate_json

    return {
        "document": number,
        "label": its.label,
        "by": its.by,
        "score": its.score,
        "snippets": [asdict(snippet) for snippet in its.snippets],
        **({"why": its.why} if its.why else {}),
        **({"failure": its.failure} if its.failure else {}),
        **({"proof": certificate_json(its.proof, ontology.labels)} if its.proof else {}),
    }


def rows(scores: Iterable[ConflictScore]) -> Iterator[dict[str, object]]:
    """One row for each response."""
    for s in scores:
        values = (
            *(s.id, len(s.claims), s.cs_c, s.cs_r, s.acknowledged, s.coverage),
            *(s.supported, s.refuted, s.unlabelled, s.reason),
        )
        yield dict(zip(COLUMNS, map(_rounded, values), strict=True))


def branch_of(proof: Certificate, ontology: Ontology) -> Branch | None:
    """A contradiction as a tree of plain words; None where there is none."""
    if proof.minimal is None:
        return None
    return tree_of(proof.statements, dict(proof.labels), proof.minimal, ontology, lambda _: "")


def write_page(scores: Sequence[ConflictScore], ontology: Ontology, path: Path) -> None:
    """Write one page with all scores; it needs no other file."""
    from contragraph.app.pages.templating import environment, style
    from contragraph.documents.score.compare import means

    trees = {
        (a, b, c): (branch_of(its.proof, ontology), STRENGTHS[its.proof.strength])
        for a, score in enumerate(scores)
        for b, claim in enumerate(score.claims)
        for c, its in enumerate(claim.labels)
        if its.proof
    }
    page = environment().get_template("scored.html")
    write_text(path, page.render(style=style(), scores=scores, means=means(scores), trees=trees))


def write_scored(
    scores: Sequence[ConflictScore],
    ontology: Ontology,
    folder: Path,
    *,
    settings: Mapping[str, object],
    costs: Sequence[Cost],
    ledger: Ledger,
) -> None:
    """Write scores, their means and a page as a new folder, with what was asked for them.

    :raises StoreError: if something cannot be written
    """
    from contragraph.documents.score.compare import means

    work = working_folder(folder)
    emptied(work, ledger)
    write_lines(work / SCORES, (dump(record(score, ontology)) for score in scores))
    _write_json(work / SUMMARY, {"means": means(scores), "variants": [asdict(cost) for cost in costs]})
    write_page(scores, ontology, work / PAGE)
    files = [SCORES, SUMMARY, PAGE, *([ledger.path.name] if ledger else [])]
    asked = {model: {step: c.model_dump() for step, c in steps.items()} for model, steps in counts(ledger).items()}
    head = {"format": FORMAT, "contragraph": version("contragraph"), "settings": dict(settings), "asked": asked}
    _write_json(work / MANIFEST, head | {"files": {name: sha256(work / name) for name in files}})
    publish(work, folder)


def _write_json(path: Path, held: object) -> None:
    write_text(path, json.dumps(held, ensure_ascii=False, indent=2, sort_keys=True) + "\n")
