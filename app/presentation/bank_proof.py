"""The proofs of a bank's claims as trees of plain words, for whatever shows them to a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from contragraph.app.presentation.proof import Branch, tree
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.records.bank import BankClaim, BankFact
from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.schema import StatementRecord
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class FactWords:
    """How all of a fact is said, and what its proofs may rest on by id."""

    words: RecordWords
    known: Mapping[str, StatementRecord]

    @classmethod
    def of(cls, fact: BankFact, ontology: Ontology, lexicon: Lexicon | None = None) -> FactWords:
        """The words of a fact."""
        stated = [*(c.statement for c in fact.claims), *(_as_one(fact, c) for c in fact.claims), *fact.facts]
        every = [*stated, *fact.background]
        words = RecordWords.over(every, ontology, lexicon or lexicon_for(ontology.labels))
        return cls(words, {s.id: s for s in every})

    def proofs(self, fact: BankFact, claim: BankClaim) -> tuple[Branch, ...]:
        """Why a claim contradicts the fact, once for each minimal conflict."""
        where = partial(_where, fact, claim)
        return tuple(tree(proof, self.known, self.words, where) for proof in claim.conflicts)


def _as_one(fact: BankFact, claim: BankClaim) -> StatementRecord:
    """What the claim of a namesake would be if both were one."""
    if claim.kind != "namesake":
        return claim.statement
    moved = claim.statement.model_copy(update={"subject": fact.claims[0].statement.subject})
    return moved.model_copy(update={"id": statement_of(moved).id})


def _where(fact: BankFact, claim: BankClaim, statement: StatementRecord) -> str:
    if statement.id == fact.claims[0].statement.id:
        return "the fact"
    if any(s.id == statement.id for s in fact.background):
        return "known, in no text"
    return "the claim, if both were one" if claim.kind == "namesake" else "the claim"
