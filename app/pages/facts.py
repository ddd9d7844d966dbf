"""One fact of a bank as its page shows it: the question, the claims by cause with their texts, and the proofs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contragraph.app.pages.pair import ShownStatement
from contragraph.app.pages.rows import FactIndex
from contragraph.app.presentation.bank_proof import FactWords
from contragraph.app.presentation.proof import STRENGTHS, Branch
from contragraph.dataset.records.bank import BankClaim, BankFact, EvidenceRecord, Role

MARKS = {"original": "true", "replacement": "what claims say instead", "other": "", "uncertain": ""}
"""What is said of an option by its role."""
SAID_OF_STATUS = {
    "true": "true",
    "proven": "proven to contradict the fact",
    "consistent": "proven to contradict nothing",
    "unproven": "nothing is proven",
}
IF_ONE = "proven to contradict the fact if both were one"
COLOURS = {"true": 4, "proven": 1, "consistent": 2, "unproven": 3}
"""Which of the four colours of a page a status has; its words say the same."""
SAID_OF_KIND = {
    "true": "the fact itself",
    "plain": "another value",
    "overlap": "another value, at a time that overlaps",
    "update": "another value, at another time",
    "future": "another value, in years to come",
    "namesake": "what is true of a namesake, and no contradiction as they are two",
    "control": "a control: the same value, said truly of another subject",
}


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text in its style; each sentence with whether it states the claim."""

    style: str
    sentences: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim; ``number`` counts from 0, which is the fact. ``about`` says what another subject of it is."""

    number: int
    kind: str
    status: str
    colour: int
    text: str
    about: str
    hops: str
    texts: tuple[ShownText, ...]
    proofs: tuple[Branch, ...]
    axioms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An answer that the question offers."""

    letter: str
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class FactPage:
    """Everything on the page of a fact. ``causes`` are those of its claims, the fact's own first."""

    things: tuple[tuple[str, str, str], ...]
    """What the subject, the object and the replacement are: which of them, its label and its description."""
    options: tuple[ShownOption, ...]
    further: tuple[tuple[str, str], ...]
    """The question at a time or of one namesake, and its answer."""
    causes: tuple[tuple[str, tuple[ShownClaim, ...]], ...]
    told: tuple[ShownStatement, ...]


def fact_of(record: BankFact, index: FactIndex) -> FactPage:
    """What the page of a fact shows."""
    said = FactWords.of(record, index.ontology, index.lexicon)
    claims = [_claim(number, claim, record, said) for number, claim in enumerate(record.claims)]
    causes = dict.fromkeys(claim.cause for claim in record.claims)
    by_cause = (
        (cause, tuple(shown for claim, shown in zip(record.claims, claims, strict=True) if claim.cause == cause))
        for cause in causes
    )
    things = (("Subject", record.subject), ("Object", record.object), ("Replacement", record.replacement))
    asked, right = record.question, {o.role: o.text for o in record.question.options}
    return FactPage(
        tuple((name, thing.label or thing.id, thing.description) for name, thing in things),
        tuple(_options(record)),
        (
            *((q.text, _answer(right, q.answer)) for q in asked.as_of),
            *((q.text, _answer(right, q.answer)) for q in asked.senses),
        ),
        tuple(by_cause),
        tuple(_told(record)),
    )


def _answer(right: dict[Role, str], role: Role) -> str:
    return right.get(role, role)


def _options(record: BankFact) -> Iterator[ShownOption]:
    for place, option in enumerate(record.question.options):
        yield ShownOption(chr(ord("A") + place % 26), option.text, MARKS[option.role])


def _claim(number: int, claim: BankClaim, record: BankFact, said: FactWords) -> ShownClaim:
    hops = f"{claim.hops} hop{'' if claim.hops == 1 else 's'}" if claim.hops is not None else ""
    if claim.strength:
        hops = f"{hops} · {STRENGTHS[claim.strength]}"
    return ShownClaim(
        number,
        SAID_OF_KIND[claim.kind],
        IF_ONE if claim.kind == "namesake" else SAID_OF_STATUS[claim.status],
        COLOURS[claim.status],
        claim.text,
        f"{claim.subject.label}: {claim.subject_description}" if claim.subject else "",
        hops,
        tuple(ShownText(e.style, tuple(_sentences(claim, e))) for e in claim.evidence),
        said.proofs(record, claim),
        tuple(dict.fromkeys(axiom for minimal in claim.conflicts for axiom in minimal.axioms)),
    )


def _sentences(claim: BankClaim, told: EvidenceRecord) -> Iterator[tuple[str, bool]]:
    for sentence in told.sentences:
        yield told.text[sentence.start : sentence.end].strip(), claim.statement.id in sentence.statements


def _told(record: BankFact) -> Iterator[ShownStatement]:
    """Every statement, with the claims in whose texts it stands."""
    told = {claim.statement.id: claim.statement for claim in record.claims}
    for s in (told | {s.id: s for s in record.facts}).values():
        numbers = [n for n, c in enumerate(record.claims) if any(s.id in e.statements for e in c.evidence)]
        made = s.source == "made"
        note = f"texts of {', '.join('the fact' if n == 0 else f'claim {n}' for n in numbers)}" if numbers else ""
        yield ShownStatement.of("made" if made else "", s, f"{note}{', made up' if made else ''}")
