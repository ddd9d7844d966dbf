"""What is wrong with a claim and its documents, or with an answer whose scores are said to be known.

Each label is proven anew, of the claim and of all further claims that answers make, and each step of each proof is
looked at; scores follow from the labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from contragraph.dataset.check.faults import Axioms, background_faults, hash_faults, text_faults, two_labels
from contragraph.dataset.records.claims import DocumentLabel
from contragraph.dataset.records.codec import labels_of, minimal_of, statement_of, text_of
from contragraph.dataset.records.proven_claims import CONFLICT, ProofsRecord, ProvenDocument, ProvenItem, type_of
from contragraph.dataset.records.responses import EMPTY, HEDGED, OTHER, TWO, Response, cs_c, cs_r, hedged, inner
from contragraph.dataset.records.schema import MinimalRecord, StatementRecord
from contragraph.graph.model import Statement
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.claims import Proof, beside, but_for_times, denial, judge_claim


def claim_faults(line: str, item: ProvenItem, axioms: Axioms) -> Iterator[str]:
    """Everything that is wrong with one item."""
    if not (yield from hash_faults(line, "claim", item.id)):
        return
    stated = [(item.statement, "the claim"), *((other.statement, f"the {other.role}") for other in item.others)]
    told = [(s, f"document {d.id}") for d in item.documents for s in d.statements]
    for spelled, where in (*stated, *told):
        if spelled.id != statement_of(spelled).id:
            yield f"statement {spelled.id} of {where} does not give its id"
    if len({d.id for d in item.documents}) < len(item.documents):
        yield "two of its documents have one id"
    every = [s for s, _ in (*stated, *told)]
    if two_labels((*every, *item.background)):
        yield "an entity or relation has two labels"
    labels = dict(labels_of((*every, *item.background)))
    for document in item.documents:
        text = text_of(document, item.provenance.verbaliser, "encyclopedic")
        statements, where = [statement_of(s) for s in document.statements], f"document {document.id}"
        yield from text_faults(text, statements, labels, f"the text of {where}", where)
    yield from background_faults(item.background, {s.id for s in every}, axioms)
    if set(item.domains) != {axioms.ontology.domains.get(r) for r in item.relations}:
        yield "its domains are not those of its relations"
    yield from _label_faults(item, axioms)


def _label_faults(item: ProvenItem, axioms: Axioms) -> Iterator[str]:
    """Whether every label is what the prover says, and what the item says of itself follows from them."""
    own = tuple(d.label for d in item.documents)
    if type_of(own) != item.type or item.conflict != (item.type == CONFLICT):
        yield f"it is called {item.type}, but its documents have the labels {', '.join(map(str, own))}"
    against = [m for d in item.documents for m in d.proofs.contradicts]
    if item.hops != (min(len(m.statements) for m in against) - 1 if against else None):
        yield f"it declares {item.hops} hops, which its proofs do not have"
    if (item.kind == "temporal") != any(_at_another_time(item, d, axioms) for d in item.documents):
        yield f"it is called {item.kind}, which the times of its statements do not bear out"
    yield from _proven(item, item.statement, "the claim", own, [d.proofs for d in item.documents], axioms)
    for other in item.others:
        if not len(item.documents) == len(other.labels) == len(other.proofs):
            yield f"the {other.role} does not have one label for each document"
        else:
            yield from _proven(item, other.statement, f"the {other.role}", other.labels, other.proofs, axioms)


def _at_another_time(item: ProvenItem, document: ProvenDocument, axioms: Axioms) -> bool:
    """Whether a document that says nothing of the claim would contradict it if all held at one time."""
    said = [statement_of(s) for s in document.statements]
    claim, background = statement_of(item.statement), tuple(map(statement_of, item.background))
    return document.label == "irrelevant" and bool(but_for_times(claim, said, axioms.rules, background=background))


def _proven(
    item: ProvenItem,
    spelled: StatementRecord,
    what: str,
    labels: Sequence[DocumentLabel | None],
    proofs: Sequence[ProofsRecord],
    axioms: Axioms,
) -> Iterator[str]:
    claim, background = statement_of(spelled), tuple(map(statement_of, item.background))
    for document, label, given in zip(item.documents, labels, proofs, strict=True):
        said = tuple(map(statement_of, document.statements))
        verdict = judge_claim(claim, said, axioms.rules, background=background)
        where = f"document {document.id}"
        if not verdict.decided:
            yield f"the prover does not decide whether {where} is about {what}"
        elif verdict.label != label:
            yield f"{where} is said to be {label} for {what}, but the prover says: {verdict.label}"
        near = (s for both in beside(claim) for s in both)
        known = {s.id: s for s in (claim, denial(claim), *near, *said)}
        for declared, found in ((given.supports, verdict.supports), (given.contradicts, verdict.contradicts)):
            yield from _proof_faults(declared, found, known, background, f"{where} for {what}", axioms)


def _proof_faults(
    declared: Sequence[MinimalRecord],
    found: Sequence[Proof],
    known: Mapping[str, Statement],
    background: Sequence[Statement],
    where: str,
    axioms: Axioms,
) -> Iterator[str]:
    if sorted(sorted(m.statements) for m in declared) != sorted(sorted(m.statements) for m, _ in found):
        yield f"{where} has other minimal contradictions than the prover finds"
    for minimal in map(minimal_of, declared):
        members = [known[i] for i in minimal.statements if i in known]
        if wrong := verify(minimal, members, axioms.rules, background=background):
            yield f"a proof of {where} does not hold: {wrong}"


def response_faults(line: str, response: Response, item: ProvenItem | None) -> Iterator[str]:
    """Everything that is wrong with one answer, given the item that it is an answer to."""
    if not (yield from hash_faults(line, "response", response.id)):
        return
    if item is None:
        yield f"it answers {response.item}, which is no claim of the dataset"
        return
    if [(d.id, d.title, d.text) for d in response.documents] != [(d.id, d.title, d.text) for d in item.documents]:
        yield "its documents are not those of its item"
    known = {item.claim: tuple(d.label for d in item.documents)} | {o.text: o.labels for o in item.others}
    if hedge := hedged(item):
        known[hedge.text] = hedge.labels
    for claim in response.claims:
        if known.get(claim.text) != claim.labels:
            yield f"its claim “{claim.text}” has other labels than are proven"
        if inner(claim.text) not in response.response and claim.text.rstrip(".") not in response.response:
            yield f"it does not say its claim “{claim.text}”"
    labels = [claim.labels for claim in response.claims]
    if (response.cs_c, response.cs_r) != (cs_c(labels), cs_r(labels)):
        yield f"its scores are {cs_c(labels)} and {cs_r(labels)}, not {response.cs_c} and {response.cs_r}"
    both = float(response.kind in (HEDGED, TWO))
    if response.acknowledged != (both if item.type == CONFLICT else None):
        yield "what it acknowledges is not what its kind says"
    counter = next((o.text for o in item.others if o.role == "counterclaim"), None)
    sides = {item.claim, counter} & {claim.text for claim in response.claims}
    wanted = {TWO: {item.claim, counter}, OTHER: {counter}, HEDGED: set(), EMPTY: set()}.get(
        response.kind, {item.claim}
    )
    if sides != wanted or (response.kind == EMPTY) != (not response.claims):
        yield f"it is called {response.kind}, but makes other claims"
