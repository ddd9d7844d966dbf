"""One fact of a bank as a person reads it: its question, its claims with their texts, and each proof in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from contragraph.app.presentation.bank_proof import FactWords
from contragraph.app.shown.pair import OWN, proof_tree
from contragraph.dataset.records.bank import BankClaim, BankFact, EvidenceRecord
from contragraph.ontology.axioms import Ontology

COLOURS = {"true": "green", "proven": "red", "consistent": "blue", "unproven": "magenta"}
_MARKS = {"original": "true", "replacement": "made up", "other": "", "uncertain": ""}


def render_fact(fact: BankFact, ontology: Ontology) -> RenderableType:
    """The fact as something rich can print."""
    said = FactWords.of(fact, ontology)
    parts: list[RenderableType] = [_head(fact), *_question(fact)]
    for claim in fact.claims:
        parts.append(_title(claim))
        for evidence in claim.evidence:
            parts.append(Padding(_body(claim, evidence), (0, 0, 0, 2)))
        parts += [Padding(proof_tree(proof), (0, 0, 0, 4)) for proof in said.proofs(fact, claim)]
    return Group(*parts)


def _head(fact: BankFact) -> Text:
    head = Text(fact.claims[0].text, style="bold")
    head.append(f"\n{fact.relation.label} · {fact.domain} · {fact.degree} facts of its subject\n", style="not bold")
    for thing in (fact.subject, fact.object, fact.replacement):
        if thing.description:
            head.append(f"{thing.label}: {thing.description}\n", style="not bold")
    head.append(f"fact {fact.id} from {fact.kg}", style="dim")
    return head


def _question(fact: BankFact) -> Iterator[Text]:
    question = fact.question
    line = Text(f"\n{question.text}\n", style="bold")
    for letter, option in zip("ABCDEFGH", question.options, strict=False):
        mark = _MARKS[option.role]
        line.append(f"  {letter}. {option.text}{f' ({mark})' if mark else ''}\n", style="not bold")
    line.rstrip()
    yield line
    further = [(q.text, q.answer) for q in question.as_of] + [(q.text, q.answer) for q in question.senses]
    for asked, answer in further:
        right = next(o.text for o in question.options if o.role == answer)
        yield Text(f"  {asked} {right}")


def _title(claim: BankClaim) -> Text:
    head = Text(f"\n{claim.cause}", style="bold")
    head.append(f" · {claim.kind} · ", style="not bold")
    head.append(claim.status, style=f"bold {COLOURS[claim.status]}")
    head.append(f"  {claim.text}", style="not bold")
    if claim.subject_description:
        head.append(f"  ({claim.subject_description})", style="dim")
    return head


def _body(claim: BankClaim, evidence: EvidenceRecord) -> Text:
    """A text; the sentence that states the claim has a mark."""
    body = Text(f"{evidence.style}: ", style="dim")
    for sentence in evidence.sentences:
        own = claim.statement.id in sentence.statements
        body.append(f"{OWN} " if own else "", style="not dim")
        body.append(evidence.text[sentence.start : sentence.end], style="not dim bold" if own else "not dim")
    body.rstrip()
    return body
