"""What is wrong with a set of documents: hashes, texts, and that its contradictions are just those that it declares.

That no fewer documents suffice is part of what the prover says of the whole set: a declared contradiction of which some
documents would do is not the one that is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.dataset.check.faults import (
    Axioms,
    background_faults,
    gloss_faults,
    hash_faults,
    text_faults,
    two_labels,
)
from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import LENGTHS, TYPES, to_set
from contragraph.graph.model.sets import NONE, Across, ContextSet
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.sets import judge_sets


def set_faults(line: str, record: SetRecord, axioms: Axioms) -> Iterator[str]:
    """Everything that is wrong with one set."""
    if not (yield from hash_faults(line, "set", record.id)):
        return
    if unknown := {record.type, record.shape}.difference(TYPES):
        yield f"{', '.join(sorted(unknown))} is no type of set"
        return
    made = to_set(record)
    yield from _identity_faults(record, made)
    labels = dict(made.labels)
    for place, document in enumerate(made.documents):
        where = f"the text of document {place}", f"document {place}"
        yield from text_faults(document.text, document.statements, labels, *where)
        words, (least, most) = len(document.text.body.split()), LENGTHS.get(made.length, (0, -1))
        if not least <= words <= most:
            yield f"document {place} has {words} words, not {made.length}"
    yield from _source_faults(made)
    stated = {s.id for document in made.documents for s in document.statements}
    yield from background_faults(record.background, stated, axioms)
    yield from gloss_faults(made.glosses, made.known, made.conflicts, labels)
    if set(made.domains) != {axioms.ontology.domains.get(r) for r in made.relations}:
        yield "its domains are not those of its relations"
    yield from _proof_faults(made, axioms)


def _identity_faults(record: SetRecord, made: ContextSet) -> Iterator[str]:
    for place, (spelled, document) in enumerate(zip(record.documents, made.documents, strict=True)):
        for one, statement in zip(spelled.statements, document.statements, strict=True):
            if one.id != statement.id:
                yield f"statement {one.id} of document {place} does not give its id"
    if two_labels((*(s for d in record.documents for s in d.statements), *record.background)):
        yield "an entity or relation has two labels"
    for spelled_out, conflict in zip(record.conflicts, made.conflicts, strict=True):
        members = tuple(sorted({i for m in conflict.minimal for i in m.statements}))
        if (spelled_out.k, spelled_out.hops, spelled_out.statements) != (conflict.k, conflict.hops, members):
            yield f"the conflict of {_listed(conflict)} has another k, other hops or statements than its proofs"


def _source_faults(made: ContextSet) -> Iterator[str]:
    """Whether each conflict has a lie, and each lie a conflict, if there is any: all else is true."""
    lies = {i for document in made.documents for i in document.made}
    clashing = {i for c in made.conflicts for m in c.minimal for i in m.statements}
    for lie in sorted(lies - clashing) if made.type != NONE else ():
        yield f"{lie} is made up but in no conflict"
    for conflict in made.conflicts:
        if lies.isdisjoint(i for m in conflict.minimal for i in m.statements):
            yield f"the conflict of documents {_listed(conflict)} has no made-up statement"


def _proof_faults(made: ContextSet, axioms: Axioms) -> Iterator[str]:
    documents = [document.statements for document in made.documents]
    verdict = judge_sets(documents, axioms.rules, background=made.background)
    if not verdict.decided:
        yield "the prover reached its limit"
        return
    if verdict.kind != made.type:
        yield f"it is called {made.type}, but the prover says: {verdict.kind}"
    if made.type not in (NONE, made.shape):
        yield f"it is called {made.type}, but said to look like {made.shape}"
    known = {s.id: s for some in documents for s in some}
    found = {conflict.documents: conflict for conflict in verdict.conflicts}
    declared = {conflict.documents: conflict for conflict in made.conflicts}
    if len(declared) < len(made.conflicts):
        yield "a conflict is declared twice"
    for missing in sorted(found.keys() - declared.keys()):
        yield f"the documents {_listed(found[missing])} contradict each other, which is not declared"
    for places, conflict in declared.items():
        proven = found.get(places)
        if proven is None:
            yield f"documents {_listed(conflict)} are declared to contradict each other, which cannot be proven"
            continue
        if any(made.documents[n].role != "conflict" for n in places):
            yield f"a document of the conflict of {_listed(conflict)} has another role"
        if conflict.strength != proven.strength:
            yield f"the conflict of {_listed(conflict)} is {proven.strength}, not {conflict.strength}"
        if sorted(sorted(m.statements) for m in conflict.minimal) != sorted(
            sorted(m.statements) for m in proven.minimal
        ):
            yield f"the conflict of {_listed(conflict)} has other minimal sets"
        for minimal in conflict.minimal:
            members = [known[i] for i in minimal.statements if i in known]
            if wrong := verify(minimal, members, axioms.rules, background=made.background):
                yield f"a proof of the conflict of {_listed(conflict)} does not hold: {wrong}"


def _listed(conflict: Across) -> str:
    return ", ".join(map(str, conflict.documents))
