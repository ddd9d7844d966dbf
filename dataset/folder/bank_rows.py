"""Facts of banks as rows of nodes and relationships, the same for every engine.

A text is a ``Passage`` of its claim and tells a version of the kind *document*, as the documents of sets do. A claim
that is proven ``CONTRADICTS`` the default one, by a ``Conflict`` as those of pairs are. What the proof of a namesake
supposes (that its claim were about the subject of the fact) is a statement that nobody makes, so it counts as derived.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from contragraph.dataset.records.bank import BankClaim, BankFact, EvidenceRecord, LiteralThing, QuestionRecord
from contragraph.dataset.records.codec import minimal_of, statement_of, text_of
from contragraph.dataset.records.schema import LiteralRecord
from contragraph.graph.model import Conflict, Literal, Statement, content_hash, unique
from contragraph.graph.model.origin import Run
from contragraph.graph.model.versions import version_hash
from contragraph.graph.tables.rows import Rows, conflict_rows, option_rows, statement_rows, text_rows, version_rows

BATCH = 100
"""Facts in one transaction: some ten texts each, with all that these state."""
Axioms = Mapping[str, tuple[str, str]]


def bank_rows(run: Run, facts: Sequence[BankFact], axioms: Axioms) -> Rows:
    """The rows of facts that a run made; ``axioms`` gives the text and the strength of those that proofs name.

    :raises KeyError: if a proof names another axiom.
    """
    rows = Rows()
    for fact in facts:
        for spelled in (*(claim.statement for claim in fact.claims), *fact.facts, *fact.background):
            statement_rows(rows, statement_of(spelled), spelled.source)
    for fact in facts:
        _fact(rows, run, fact, axioms)
    return rows


def _fact(rows: Rows, run: Run, fact: BankFact, axioms: Axioms) -> None:
    rows.node(
        "BankFact",
        fact.id,
        kg=fact.kg,
        relation=fact.relation.id,
        domain=fact.domain,
        subject=fact.subject.id,
        object=fact.object.id,
        replacement=fact.replacement.id,
        degree=fact.degree,
    )
    rows.join("MADE_BY", "BankFact", "Run", fact.id, run.id)
    for spelled in fact.background:
        rows.join("BACKGROUND", "BankFact", "Statement", fact.id, spelled.id)
    sources = {s.id: s.source for s in (*fact.facts, *(c.statement for c in fact.claims))}
    nodes = {claim.id: claim_node(fact.id, claim.id) for claim in fact.claims}
    for position, claim in enumerate(fact.claims):
        node = nodes[claim.id]
        _claim(rows, node, claim)
        rows.join("HAS_CLAIM", "BankFact", "Claim", fact.id, node, position=position)
        for place, evidence in enumerate(claim.evidence):
            _passage(rows, node, place, evidence, sources)
        if claim.conflicts:
            conflict = conflict_of(fact, claim)
            for supposed in _supposed(fact, claim, conflict):
                statement_rows(rows, supposed, "derived")
            rows.join("HAS", "BankFact", "Conflict", fact.id, conflict.id)
            conflict_rows(rows, conflict, axioms)
            rows.join("CONTRADICTS", "Claim", "Claim", node, nodes[fact.claims[0].id], conflict=conflict.id)
    _questions(rows, fact, nodes)


def claim_node(fact: str, claim: str) -> str:
    """The id of a claim's node: several facts may have a claim of one id, with other texts."""
    return content_hash("bank claim", fact, claim)


def _claim(rows: Rows, node: str, claim: BankClaim) -> None:
    stated = claim.statement
    thing = stated.object
    rows.node(
        "Claim",
        node,
        subject=stated.subject.label,
        relation=stated.relation.label,
        object=thing.label,
        negated=stated.negated,
        subject_entity=stated.subject.id,
        object_entity=None if isinstance(thing, LiteralRecord) else thing.id,
        body=claim.text,
        name=claim.id,
        cause=claim.cause,
        kind=claim.kind,
        status=claim.status,
        control=claim.control,
    )
    rows.join("STATES", "Claim", "Statement", node, stated.id, position=0)


def _passage(rows: Rows, claim: str, place: int, told: EvidenceRecord, sources: Mapping[str, str]) -> None:
    key = content_hash("passage", claim, place)
    text = text_of(told, "template", told.style)
    rows.node("Passage", key, position=place, body=text.body, role="evidence", style=told.style)
    rows.join("EVIDENCED_BY", "Claim", "Passage", claim, key)
    content = [(each, sources[each]) for each in unique(told.statements)]
    version = version_hash(None, "document", content, text.id)
    version_rows(rows, version, 0, "document", None, (), content)
    rows.join("TELLS", "Passage", "Version", key, version)
    text_rows(rows, text, version)


def conflict_of(fact: BankFact, claim: BankClaim) -> Conflict:
    """What a claim contradicts the fact by, the fact being what is original and all else made up."""
    assert claim.hops is not None
    assert claim.strength is not None
    original = fact.claims[0].statement.id
    others = unique(s for minimal in claim.conflicts for s in minimal.statements if s != original)
    return Conflict(
        claim.hops, claim.strength, (original,), tuple(sorted(others)), (), tuple(map(minimal_of, claim.conflicts))
    )


def _supposed(fact: BankFact, claim: BankClaim, conflict: Conflict) -> Iterable[Statement]:
    """What a proof takes for granted of two namesakes: the claim of the one, said of the other."""
    if claim.kind == "namesake":
        said = replace(statement_of(claim.statement), subject=fact.subject.id)
        assert said.id in conflict.perturbed
        yield said


def _questions(rows: Rows, fact: BankFact, nodes: Mapping[str, str]) -> None:
    for thing in (fact.object, fact.replacement):
        if isinstance(thing, LiteralThing):
            rows.node_of("Literal", thing.id, thing)
            assert thing.id == Literal(thing.value, thing.datatype).id
    asked = fact.question
    _question(rows, "BankFact", fact.id, "plain", asked.text, "original", asked)
    for dated in asked.as_of:
        _question(rows, "Claim", nodes[dated.claim], "as of", dated.text, dated.answer, asked)
    for sense in asked.senses:
        _question(rows, "Claim", nodes[sense.claim], "sense", sense.text, sense.answer, asked)


def _question(rows: Rows, label: str, owner: str, kind: str, body: str, answer: str, offered: QuestionRecord) -> None:
    key = content_hash("question", owner, kind, body)
    offers, texts, roles = ([getattr(o, name) for o in offered.options] for name in ("id", "text", "role"))
    rows.node("Question", key, kind=kind, body=body, answer=answer, offers=offers, texts=texts, roles=roles)
    rows.join("ASKS", label, "Question", owner, key)
    option_rows(rows, key, offers, roles)
