"""The audit of sets of documents, scored responses and banks: all is there, joined as it was made."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.graph.doctor.findings import Finding, rows
from contragraph.graph.doctor.versions import contents
from contragraph.graph.model.sets import KINDS, NONE
from contragraph.graph.store import GraphStore


def sets(store: GraphStore) -> Iterator[Finding]:
    """Sets that lack a document, or whose documents are not those of their contradictions."""
    its, told = contents(store), dict[str, set[str]]()
    places: dict[str, list[int]] = {}
    for row in rows(store, "doctor.passages"):
        places.setdefault(row["set"], []).append(row["position"])
        if row["version"] is None or row["body"] != row["text"]:
            yield Finding("set", "Passage", row["id"], "it is not the text of a version")
        told[row["id"]] = {statement for statement, _ in its.get(row["version"], ())}
    conflicts: dict[str, dict[str, set[str]]] = {}
    for row in rows(store, "doctor.across"):
        conflicts.setdefault(row["set"], {}).setdefault(row["conflict"], set()).update(filter(None, [row["passage"]]))
    own: dict[str, set[str]] = {}
    for row in rows(store, "doctor.conflict_statements"):
        own.setdefault(row["conflict"], set()).add(row["statement"])
    for row in rows(store, "doctor.sets"):
        name, across = row["id"], conflicts.get(row["id"], {})
        if sorted(places.get(name, ())) != [*range(len(places.get(name, ())))] or name not in places:
            yield Finding("set", "ContextSet", name, "one of its documents is missing")
        if row["type"] != kind_of(min(map(len, across.values()), default=0)):
            yield Finding("set", "ContextSet", name, f"its contradictions are not those of the type {row['type']}")
        for conflict, passages in sorted(across.items()):
            for statement in sorted(own.get(conflict, ())):
                if sum(statement in told.get(passage, ()) for passage in passages) != 1:
                    problem = f"its statement {statement} does not stand in one of its documents of set {name}"
                    yield Finding("set", "Conflict", conflict, problem)


def responses(store: GraphStore) -> Iterator[Finding]:
    """Scored responses that lack a claim, or a label that makes one conflicted."""
    for row in rows(store, "doctor.responses"):
        if (row["claims"], row["conflicted"]) != (row["counted"], row["found"]):
            noted = f"it is noted to make {row['claims']} claims, {row['conflicted']} of them conflicted"
            yield Finding("response", "Response", row["id"], f"{noted}, and has {row['counted']} and {row['found']}")


def banks(store: GraphStore) -> Iterator[Finding]:
    """Facts of banks that lack a claim, a text, a question or a proof, or have one that is not theirs."""
    places: dict[str, list[int]] = {}
    texts: dict[str, set[int]] = {}
    for row in rows(store, "doctor.bank_claims"):
        places.setdefault(row["fact"], []).append(row["place"])
        texts.setdefault(row["fact"], set()).add(row["texts"])
        if row["states"] is None:
            yield Finding("bank", "Claim", row["id"], "it states nothing")
        if (row["conflict"] is not None) != (row["status"] == "proven"):
            yield Finding(
                "bank", "Claim", row["id"], f"it is {row['status']}, which its contradictions do not bear out"
            )
        elif row["conflict"] != row["fact_has"]:
            yield Finding("bank", "Claim", row["id"], "the proof of its contradiction is missing")
    for row in rows(store, "doctor.bank_texts"):
        if row["version"] is None or row["body"] != row["text"]:
            yield Finding("bank", "Passage", row["id"], "it is not the text of a version")
        elif row["states"] is None:
            yield Finding("bank", "Passage", row["id"], "it does not state its claim")
    for row in rows(store, "doctor.bank_facts"):
        name = row["id"]
        if sorted(places.get(name, ())) != [*range(len(places.get(name, ())))] or name not in places:
            yield Finding("bank", "BankFact", name, "one of its claims is missing")
        if len(texts.get(name, ())) > 1:
            yield Finding("bank", "BankFact", name, "its claims are not told equally often")
        if not row["offers"]:
            yield Finding("bank", "BankFact", name, "its question is missing")


def kind_of(documents: int) -> str:
    """The type of a set with a contradiction of so many documents."""
    return KINDS.get(documents, f"k{documents}") if documents else NONE


CHECKS = (sets, responses, banks)
