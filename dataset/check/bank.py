"""What is wrong with a fact of a bank: every claim is proven again by the prover, and every text is looked at anew.

Nothing here knows how a line was made. The fact is held against each claim, and against all that each of its texts
states; of a namesake also against what its claim would be if both were one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from contragraph.dataset.check.faults import Axioms, background_faults, hash_faults, text_faults, two_labels
from contragraph.dataset.records.bank import BankClaim, BankFact, EvidenceRecord, LiteralThing
from contragraph.dataset.records.codec import labels_of, minimal_of, statement_of
from contragraph.dataset.records.schema import StatementRecord
from contragraph.dataset.words.glosses import words_of
from contragraph.dataset.words.naming import plain_name
from contragraph.graph.model import Sentence, Statement, Text
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.values.times import together

_KINDS = {
    "default": ("true",),
    "misinformation": ("plain", "control"),
    "temporal": ("overlap", "update", "future", "control"),
    "semantic": ("namesake", "control"),
}
_STATUS = {
    "true": "true",
    "plain": "proven",
    "overlap": "proven",
    "namesake": "proven",
    "update": "consistent",
    "control": "consistent",
    "future": "unproven",
}


def bank_faults(line: str, fact: BankFact, axioms: Axioms) -> Iterator[str]:
    """Everything that is wrong with one fact."""
    if not (yield from hash_faults(line, "bank", fact.id)):
        return
    every = [*(c.statement for c in fact.claims), *fact.facts, *fact.background]
    for spelled in every:
        if spelled.id != statement_of(spelled).id:
            yield f"statement {spelled.id} does not give its id"
    if two_labels(every):
        yield "an entity or relation has two labels"
    yield from background_faults(
        fact.background, {s.id for s in (*(c.statement for c in fact.claims), *fact.facts)}, axioms
    )
    if fact.domain != axioms.ontology.domains.get(fact.relation.id):
        yield "its domain is not that of its relation"
    yield from _shape_faults(fact)
    yield from _question_faults(fact)
    yield from _gloss_faults(fact)
    default = statement_of(fact.claims[0].statement)
    background = tuple(map(statement_of, fact.background))
    labels = dict(labels_of(every))
    known = {s.id: s for s in fact.facts}
    for claim in fact.claims:
        where = f"claim {claim.id} ({claim.cause}, {claim.kind})"
        for fault in (*_claim_faults(fact, claim), *_proof_faults(default, claim, background, axioms)):
            yield f"{where}: {fault}"
        for evidence in claim.evidence:
            for fault in _evidence_faults(fact, claim, evidence, known, labels, background, axioms):
                yield f"{where}, {evidence.style}: {fault}"


def _shape_faults(fact: BankFact) -> Iterator[str]:
    """Whether the line says of itself what its claims say."""
    first = fact.claims[0]
    if (first.cause, first.kind) != ("default", "true") or any(c.cause == "default" for c in fact.claims[1:]):
        yield "its first claim, and only that, must be the default"
    if len({c.id for c in fact.claims}) < len(fact.claims):
        yield "two of its claims have one id"
    told = first.statement
    if (told.subject.id, told.relation.id) != (fact.subject.id, fact.relation.id) or _value(told) != fact.object.id:
        yield "its default claim is not about its subject, relation and object"
    if fact.replacement.id in (fact.object.id, fact.subject.id):
        yield "its replacement is one of its own things"
    styles = [tuple(e.style for e in c.evidence) for c in fact.claims]
    if len({*styles}) != 1 or len({*styles[0]}) < len(styles[0]):
        yield "its claims are not told once in each style"


def _value(statement: StatementRecord) -> str:
    return statement_of(statement).object_id


def _claim_faults(fact: BankFact, claim: BankClaim) -> Iterator[str]:
    """Whether a claim is of the kind that it says."""
    if claim.kind not in _KINDS[claim.cause]:
        yield f"there is no {claim.kind} of this cause"
    if claim.status != _STATUS[claim.kind] or claim.control != (claim.kind == "control"):
        yield f"its status {claim.status} is not that of its kind"
    stated, own = claim.statement, claim.statement.subject.id == fact.subject.id
    if stated.relation.id != fact.relation.id or stated.negated:
        yield "it is not about the relation of the fact"
    if own == (claim.kind in ("namesake", "control")):
        yield "it speaks of the wrong subject"
    if claim.kind != "true" and _value(stated) != fact.replacement.id:
        yield "its value is not the replacement"
    if stated.source != ("kg" if claim.kind in ("true", "namesake", "control") else "made"):
        yield "its source is not that of its kind"
    if (claim.subject is None) != own or (claim.subject and claim.subject.id != stated.subject.id):
        yield "it does not say of whom it speaks"
    if claim.kind == "namesake":
        if plain_name(stated.subject.label).casefold() != plain_name(fact.subject.label).casefold():
            yield "its subject is no namesake"
        if not claim.subject_description or claim.subject_description == fact.subject.description:
            yield "nothing tells the namesakes apart"


def _proof_faults(
    default: Statement, claim: BankClaim, background: Sequence[Statement], axioms: Axioms
) -> Iterator[str]:
    """Whether a claim contradicts the fact, or does not, as it says."""
    stated = statement_of(claim.statement)
    supposed = replace(stated, subject=default.subject) if claim.kind == "namesake" else stated
    pair = tuple(dict.fromkeys((default, supposed)))
    verdict = minimal_conflicts(pair, axioms.rules, background=background)
    if not verdict.decided:
        yield "the prover does not decide about it"
    if claim.status != "unproven":
        found = [[s.id for n, s in enumerate(pair) if mask >> n & 1] for mask in verdict.minimal]
        if sorted(map(sorted, found)) != sorted(sorted(m.statements) for m in claim.conflicts):
            yield "it has other minimal conflicts with the fact than the prover finds"
    for minimal in map(minimal_of, claim.conflicts):
        if wrong := verify(minimal, pair, axioms.rules, background=background):
            yield f"its proof does not hold: {wrong}"
    if bool(claim.conflicts) != (claim.status == "proven"):
        yield f"it is called {claim.status}, which its conflicts do not bear out"
    if claim.hops != min((len(m.statements) - 1 for m in claim.conflicts), default=None):
        yield "it declares hops that its conflicts do not have"
    if claim.strength != _strength(claim, axioms):
        yield "it declares a strength that its axioms do not have"
    apart = not together([default, stated], axioms.rules.events)
    if claim.kind == "update" and not apart:
        yield "its time is not apart from that of the fact"
    if claim.kind == "namesake" and minimal_conflicts((default, stated), axioms.rules, background=background).minimal:
        yield "it contradicts the fact though the two are not one"


def _strength(claim: BankClaim, axioms: Axioms) -> str | None:
    strengths = [
        "strict" if all(axioms.ontology.axiom(a).strength == "strict" for a in m.axioms) else "typical"
        for m in claim.conflicts
    ]
    return None if not strengths else "strict" if "strict" in strengths else "typical"


def _evidence_faults(
    fact: BankFact,
    claim: BankClaim,
    evidence: EvidenceRecord,
    facts: Mapping[str, StatementRecord],
    labels: Mapping[str, str],
    background: Sequence[Statement],
    axioms: Axioms,
) -> Iterator[str]:
    """Whether a text states the claim amid true facts, and says no more of the fact than the claim does."""
    known = {**facts, claim.statement.id: claim.statement}
    if claim.statement.id not in evidence.statements:
        yield "the text does not state its claim"
    if missing := [i for i in evidence.statements if i not in known]:
        yield f"the text states {missing[0]}, which the line does not have"
        return
    spelled = [statement_of(known[i]) for i in evidence.statements]
    sentences = tuple(Sentence(s.start, s.end, s.statements) for s in evidence.sentences)
    text = Text(evidence.text, sentences, "template", evidence.style)
    yield from text_faults(text, spelled, labels, "the text", "the text")
    unsaid = fact.replacement.label if claim.kind == "true" else fact.object.label
    if says(evidence.text, plain_name(unsaid) or unsaid):
        yield f"the text names “{unsaid}”"
    default = statement_of(fact.claims[0].statement)
    every = tuple(dict.fromkeys((default, *spelled)))
    verdict = minimal_conflicts(every, axioms.rules, background=background)
    pair = {default.id, claim.statement.id}
    wanted = [pair] if claim.status == "proven" and claim.kind != "namesake" else []
    found = [{s.id for n, s in enumerate(every) if mask >> n & 1} for mask in verdict.minimal]
    if claim.status == "unproven":
        found = [each for each in found if each != pair]
    if not verdict.decided or found != wanted:
        yield "the text says something else of the fact than its claim"


def says(text: str, name: str) -> bool:
    """Whether a text has a name in it, whatever the letters' case, as words of their own."""
    if not name or name.casefold() not in text.casefold():
        return False
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _question_faults(fact: BankFact) -> Iterator[str]:
    """Whether the question has one option for each of its sides, and further ones that differ."""
    question = fact.question
    roles = [option.role for option in question.options]
    if any(roles.count(role) != 1 for role in ("original", "replacement", "uncertain")) or "other" not in roles:
        yield "its question lacks an option, or has one twice"
        return
    if len({o.text.casefold() for o in question.options}) < len(question.options):
        yield "two options of its question read alike"
    for role, thing in (("original", fact.object), ("replacement", fact.replacement)):
        option = next(o for o in question.options if o.role == role)
        said = thing.label if isinstance(thing, LiteralThing) else plain_name(thing.label) or thing.label
        if option.id != thing.id or option.text != said:
            yield f"the option {role} of its question is another thing"
    kinds = {claim.id: claim.kind for claim in fact.claims}
    for dated in question.as_of:
        if kinds.get(dated.claim) != "update":
            yield f"its question as of {dated.time} belongs to no claim that holds at another time"
    for sense in question.senses:
        if kinds.get(sense.claim) != "namesake":
            yield "a sense of its question belongs to no namesake"


def _gloss_faults(fact: BankFact) -> Iterator[str]:
    """Whether what things are said to be holds nothing of what the claims are about."""
    things = {claim.statement.subject.id for claim in fact.claims}
    barred = words_of(fact.object.label) | words_of(fact.replacement.label)
    for gloss in fact.glosses:
        if gloss.id not in things:
            yield f"it says what {gloss.id} is, which no claim is about"
        if words_of(gloss.text) & barred or any(c.isdigit() for c in gloss.text):
            yield f"{gloss.id} is said to be “{gloss.text}”, which holds words of what the claims are about"
