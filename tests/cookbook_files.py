"""Datasets as plain Python sees them: what the expected answers of the cookbook's queries are computed from."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contragraph.graph.model import Literal, Sentence, Text
from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import AnyAxiom
from contragraph.ontology.turtle import read_ontology

Params = Mapping[str, Any]
Rows = list[dict[str, Any]]
SIDES = ("original", "perturbed")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as the files spell it."""

    id: str
    subject: str
    relation: str
    object: str
    label: str
    """Subject and object by label, the relation by its id."""
    negated: bool
    source: str

    def triple(self, names: Mapping[str, str]) -> str:
        subject, thing = self.label.split("\0")
        return f"{'not: ' * self.negated}{subject} | {names.get(self.relation, self.relation)} | {thing}"


@dataclass
class Dataset:
    """Pairs of several folders: ``has`` lists (pair, conflict) as the store joins them."""

    runs: list[str] = field(default_factory=list)
    pairs: dict[str, dict[str, Any]] = field(default_factory=dict)
    made_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    conflicts: dict[str, dict[str, Any]] = field(default_factory=dict)
    has: list[tuple[str, str]] = field(default_factory=list)
    statements: dict[str, Said] = field(default_factory=dict)
    named: dict[str, AnyAxiom] = field(default_factory=dict)

    @classmethod
    def read(cls, folders: Sequence[Path]) -> Dataset:
        data = cls()
        for folder in folders:
            data.named |= {axiom.id: axiom for axiom in read_ontology(folder / "ontology.ttl").every}
            for line in (folder / "instances.jsonl").read_text("utf-8").splitlines():
                data._add(json.loads(line))
        return data

    def _add(self, pair: dict[str, Any]) -> None:
        run = pair["provenance"]["run"]
        if run not in self.runs:
            self.runs.append(run)
        self.made_by[pair["id"]].add(run)
        if pair["id"] in self.pairs:
            return
        self.pairs[pair["id"]] = pair
        told = (context["statements"] for context in pair["contexts"].values())
        for statements in (*told, pair.get("background", ())):
            for s in statements:
                ends = f"{s['subject']['label']}\0{s['object']['label']}"
                thing = s["object"].get("id") or Literal(s["object"]["value"], s["object"]["datatype"]).id
                self.statements[s["id"]] = Said(
                    s["id"], s["subject"]["id"], s["relation"]["id"], thing, ends, s["negated"], s["source"]
                )
        for conflict in pair["conflicts"]:
            self.conflicts[conflict["id"]] = {**conflict, "instance": pair["id"]}
            self.has.append((pair["id"], conflict["id"]))

    def of_run(self, params: Params) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Pair, run and pair's record, for each run whose id begins as asked."""
        for pair, record in self.pairs.items():
            for run in sorted(self.made_by[pair]):
                if run.startswith(params.get("run", "")):
                    yield pair, run, record

    def carried(self, params: Params) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """(pair, conflict) of the runs that are asked for."""
        return [(record, c) for _, _, record in self.of_run(params) for c in record["conflicts"]]

    def overlapping(self) -> list[str]:
        """Pairs that share a subject with another one."""
        found = defaultdict(set)
        for pair in self.pairs:
            for subject in self.subjects(pair):
                found[subject].add(pair)
        return sorted({pair for some in found.values() if len(some) > 1 for pair in some})

    def subjects(self, pair: str) -> set[str]:
        return {s["subject"]["id"] for s in self.pairs[pair]["contexts"]["original"]["statements"]}

    def busiest(self) -> list[str]:
        found = Counter(
            end
            for c in self.conflicts.values()
            for end in {e for s, _ in roles(c) for e in (self.statements[s].subject, self.statements[s].object)}
            if not end.startswith("lit:")
        )
        return sorted(found, key=lambda end: (-found[end], end))

    def of_each_rule(self) -> list[str]:
        """For each rule that proofs end by one conflict that is proven so."""
        found = {c["minimal"][0]["proof"][-1]["rule"]: key for key, c in sorted(self.conflicts.items())}
        return [found[rule] for rule in sorted(found)]

    def dated(self) -> str:
        """A thing of which a true statement gives a date or a number."""
        return min(s.subject for s in self.statements.values() if s.source == "kg" and s.object.startswith("lit:"))

    def axioms(self) -> list[str]:
        return sorted({a for c in self.conflicts.values() for a in used(c)})

    def relations(self) -> list[str]:
        found = Counter(self.statements[s].relation for c in self.conflicts.values() for s in c["original"])
        return sorted(found, key=lambda r: (-found[r], r))


def names(store: GraphStore) -> dict[str, str]:
    return {r.id: r.label for info in store.kgs() for r in store.relations(info.kg)}


def used(conflict: Mapping[str, Any]) -> set[str]:
    found = {a for m in conflict["minimal"] for a in m["axioms"]}
    return found | {step["axiom"] for m in conflict["minimal"] for step in m["proof"] if step["axiom"]}


def roles(conflict: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for role in ("original", "perturbed", "shared"):
        for s in conflict[role]:
            found.setdefault(s, role)
    return list(found.items())


def head(pair: Mapping[str, Any], conflict: Mapping[str, Any]) -> dict[str, Any]:
    keys = {"conflict": conflict["id"], "hops": conflict["hops"], "strength": conflict["strength"]}
    return {"instance": pair["id"], "type": pair["type"], **keys}


def text_id(context: Mapping[str, Any]) -> str:
    sentences = tuple(Sentence(s["start"], s["end"], tuple(s["statements"])) for s in context["sentences"])
    return Text(context["text"], sentences).id
