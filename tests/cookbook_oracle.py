"""What the queries of the cookbook must answer, computed in plain Python from the files of datasets."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contragraph.graph.model import Sentence, Text, content_hash
from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import Axiom
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
    named: dict[str, Axiom] = field(default_factory=dict)

    @classmethod
    def read(cls, folders: Sequence[Path]) -> Dataset:
        data = cls()
        for folder in folders:
            data.named |= {axiom.id: axiom for axiom in read_ontology(folder / "ontology.ttl").axioms}
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
        for context in pair["contexts"].values():
            for s in context["statements"]:
                ends = f"{s['subject']['label']}\0{s['object']['label']}"
                self.statements[s["id"]] = Said(
                    s["id"], s["subject"]["id"], s["relation"]["id"], s["object"]["id"], ends, s["negated"], s["source"]
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
        )
        return sorted(found, key=lambda end: (-found[end], end))

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


def conflicts(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    return [
        head(pair, c)
        for pair, c in data.carried(params)
        if pair["type"].startswith(params.get("type", ""))
        and c["strength"].startswith(params.get("strength", ""))
        and c["hops"] >= params.get("least_hops", 1)
    ]


def conflicts_of_relation(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    rows = []
    for pair, c in data.carried(params):
        for s in (data.statements[s] for s in c["original"]):
            if s.relation == params["relation"]:
                subject, thing = s.label.split("\0")
                rows.append({**head(pair, c), "subject": subject, "object": thing})
    return rows


def conflicts_around_entity(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, rows = names(store), []
    for pair, c in data.carried(params):
        for s, role in roles(c):
            one = data.statements[s]
            if params["entity"] in (one.subject, one.object):
                keys = {"instance": pair["id"], "conflict": c["id"], "hops": c["hops"], "role": role}
                rows.append({**keys, "id": s, "statement": one.triple(said)})
    return rows


def conflicts_of_axiom(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    return [head(pair, c) for pair, c in data.carried(params) if params["axiom"] in used(c)]


def conflicts_of_pair(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said = names(store)
    return [
        {
            "conflict": c["id"],
            "hops": c["hops"],
            "strength": c["strength"],
            "id": s,
            "statement": data.statements[s].triple(said),
        }
        for c in data.pairs.get(params["instance"], {}).get("conflicts", ())
        for s in c["original"]
    ]


def statements_of_conflict(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, conflict = names(store), data.conflicts.get(params["conflict"])
    return [
        {"role": role, "source": data.statements[s].source, "id": s, "statement": data.statements[s].triple(said)}
        for s, role in (roles(conflict) if conflict else ())
    ]


def proof_of_conflict(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, conflict = names(store), data.conflicts.get(params["conflict"])
    rows: Rows = []

    def spelled(conclusion: Mapping[str, Any]) -> str:
        ends = store.entities([conclusion["subject"], conclusion["object"]])
        relation = said.get(conclusion["relation"], conclusion["relation"])
        words = [ends[conclusion["subject"]].label, relation, ends[conclusion["object"]].label]
        return ("not: " if conclusion["negated"] else "") + " | ".join(words)

    for number, minimal in enumerate(conflict["minimal"] if conflict else ()):
        for position, step in enumerate(minimal["proof"]):
            taken = {
                data.statements[p].triple(said) if isinstance(p, str) else spelled(minimal["proof"][p]["conclusion"])
                for p in step["premises"]
            }
            axiom = data.named.get(step["axiom"]) if step["axiom"] else None
            rows += [
                {
                    "minimal": number,
                    "position": position,
                    "premise": premise,
                    "concludes": spelled(step["conclusion"]) if step["conclusion"] else None,
                    "rule": step["rule"],
                    "axiom": step["axiom"],
                    "says": (axiom.comment or None) if axiom else None,
                }
                for premise in taken
            ]
    return rows


def sentences_of_conflict(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, rows = names(store), []
    for pair, c in data.has:
        if c != params["conflict"]:
            continue
        for side in SIDES:
            context = data.pairs[pair]["contexts"][side]
            for position, sentence in enumerate(context["sentences"]):
                body = context["text"][sentence["start"] : sentence["end"]].strip()
                for s, role in roles(data.conflicts[c]):
                    if s in sentence["statements"]:
                        keys = {"side": side, "position": position, "sentence": body, "role": role, "id": s}
                        rows.append({**keys, "statement": data.statements[s].triple(said)})
    return rows


def texts_of_conflict(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    return [
        {"instance": pair, "side": side, "text": data.pairs[pair]["contexts"][side]["text"]}
        for pair, c in data.has
        if c == params["conflict"]
        for side in SIDES
    ]


def multi_hop_support(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, rows = names(store), []
    for pair, c in data.carried(params):
        if c["hops"] >= params.get("least_hops", 2):
            for s, role in roles(c):
                if role != "original" and data.statements[s].source == "kg":
                    keys = {"instance": pair["id"], "conflict": c["id"], "hops": c["hops"], "role": role, "id": s}
                    rows.append({**keys, "statement": data.statements[s].triple(said)})
    return rows


def busiest_axioms(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    found: dict[str, set[str]] = defaultdict(set)
    for _, c in data.carried(params):
        for axiom in used(c):
            found[axiom].add(c["id"])
    return [
        {
            "axiom": a,
            "says": data.named[a].comment or None,
            "strength": str(data.named[a].strength),
            "conflicts": len(some),
        }
        for a, some in found.items()
    ]


def rules_used(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    steps: Counter[str] = Counter()
    carried: dict[str, set[str]] = defaultdict(set)
    for c in {c["id"]: c for _, c in data.carried(params)}.values():
        for step in (step for m in c["minimal"] for step in m["proof"]):
            steps[step["rule"]] += 1
            carried[step["rule"]].add(c["id"])
    return [{"rule": r, "steps": n, "conflicts": len(carried[r])} for r, n in steps.items()]


def longest_proofs(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    rows = []
    for pair, c in data.carried(params):
        keys = {key: value for key, value in head(pair, c).items() if key != "strength"}
        rows.append({**keys, "steps": sum(len(m["proof"]) for m in c["minimal"])})
    return rows


def busiest_entities(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    found: dict[str, set[str]] = defaultdict(set)
    labels = {}
    for _, c in data.carried(params):
        for s in (data.statements[s] for s, _ in roles(c)):
            for end, label in zip((s.subject, s.object), s.label.split("\0")):
                found[end].add(c["id"])
                labels[end] = label
    rows = [{"entity": e, "label": labels[e], "conflicts": len(some)} for e, some in found.items()]
    return sorted(rows, key=lambda row: (-row["conflicts"], row["entity"]))


def same_statement_perturbed(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, against = names(store), defaultdict(set)
    for c in data.conflicts.values():
        for s in c["original"]:
            against[s].add(c["id"])
    return [
        {
            "id": s,
            "statement": data.statements[s].triple(said),
            "conflicts": len(some),
            "conflict": c,
            "made": data.statements[m].triple(said),
        }
        for s, some in against.items()
        if len(some) >= params.get("least", 2)
        for c in some
        for m in data.conflicts[c]["perturbed"]
        if data.statements[m].source == "made"
    ]


def made_by_relation(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del params
    said, found = names(store), defaultdict(set)
    carried = defaultdict(set)
    for c in data.conflicts.values():
        for s in (data.statements[s] for s in c["perturbed"]):
            if s.source == "made":
                found[s.relation].add(s)
                carried[s.relation].add(c["id"])
    return [
        {
            "relation": r,
            "label": said.get(r),
            "statements": len(some),
            "negated": sum(s.negated for s in some),
            "conflicts": len(carried[r]),
        }
        for r, some in found.items()
    ]


def made_statements(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said = names(store)
    return [
        {"relation": s.relation, "id": s.id, "statement": s.triple(said)}
        for s in data.statements.values()
        if s.source == "made" and params.get("relation", "") in ("", s.relation)
    ]


def value_swaps(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, rows = names(store), []
    for c in data.conflicts.values():
        for s in (data.statements[s] for s in c["original"]):
            for m in (data.statements[m] for m in c["perturbed"]):
                alike = (s.relation, s.subject) == (m.relation, m.subject)
                if alike and m.source == "made" and not m.negated and params.get("relation", "") in ("", s.relation):
                    subject, thing = s.label.split("\0")
                    keys = {"conflict": c["id"], "subject": subject, "relation": said.get(s.relation, s.relation)}
                    rows.append({**keys, "true_object": thing, "made_object": m.label.split("\0")[1]})
    return rows


def hop_distribution(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    found: Counter[tuple[str, int, str]] = Counter()
    for pair, c in data.carried(params):
        found[pair["type"], c["hops"], c["strength"]] += 1
    kinds = {(kind, hops) for kind, hops, _ in found}
    return [
        {
            "type": kind,
            "hops": hops,
            "strict": found[kind, hops, "strict"],
            "typical": found[kind, hops, "typical"],
            "conflicts": found[kind, hops, "strict"] + found[kind, hops, "typical"],
        }
        for kind, hops in kinds
    ]


def relation_coverage(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, found = names(store), defaultdict(set)
    for pair, c in data.carried(params):
        for s in c["original"]:
            if s in pair["provenance"]["seed_statements"]:
                found[data.statements[s].relation].add((pair["id"], pair["type"], c["id"]))
    return [
        {
            "relation": r,
            "label": said.get(r),
            "pairs": len({pair for pair, _, _ in some}),
            "multi_hop": len({pair for pair, kind, _ in some if kind.endswith("multi-hop")}),
            "conflicts": len({c for _, _, c in some}),
        }
        for r, some in found.items()
    ]


def domain_coverage(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for pair, _, record in data.of_run(params):
        for domain in record["domains"]:
            found[domain].add((pair, record["type"]))
    return [
        {
            "domain": domain,
            "pairs": len(some),
            "single_hop": sum(kind.endswith("single-hop") for _, kind in some),
            "multi_hop": sum(kind.endswith("multi-hop") for _, kind in some),
        }
        for domain, some in found.items()
    ]


def runs_by_size(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del params
    seeds = {row["id"]: row["seed"] for row in store.run("explore.runs")}
    rows = []
    for run in data.runs:
        mine = [record for pair, record in data.pairs.items() if run in data.made_by[pair]]
        count = len({c["id"] for record in mine for c in record["conflicts"]})
        rows.append({"run_id": run, "seed": seeds[run], "kg": mine[0]["kg"], "pairs": len(mine), "conflicts": count})
    return rows


def compare_runs(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    first, second = params["first"], params["second"]
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for pair, record in data.pairs.items():
        runs = data.made_by[pair]
        one, other = first in runs, second in runs
        found[record["type"]].update({"first": one, "second": other, "both": one and other})
    return [
        {"type": kind, **{key: counts[key] for key in ("first", "second", "both")}} for kind, counts in found.items()
    ]


def compare_relations(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said = names(store)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for pair, record in data.pairs.items():
        for relation in record["relations"]:
            for key in ("first", "second"):
                found[relation][key] += params[key] in data.made_by[pair]
    return [
        {"relation": r, "label": said.get(r), "first": counts["first"], "second": counts["second"]}
        for r, counts in found.items()
    ]


def versions_of_pair(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    rows = []
    for number, side in enumerate(SIDES, start=1):
        if params["instance"] in data.pairs:
            context = data.pairs[params["instance"]]["contexts"][side]
            keys = {"kind": side, "version": context["version"], "number": number}
            rows.append({**keys, "sentences": len(context["sentences"]), "characters": len(context["text"])})
    return rows


def lineage_of_version(data: Dataset, store: GraphStore, params: Params) -> Rows:
    """The base version is known to the store alone; it holds what the original side says."""
    for record in data.pairs.values():
        original, perturbed = (record["contexts"][side] for side in SIDES)
        if perturbed["version"] != params["version"]:
            continue
        before, after = ({s["id"] for s in context["statements"]} for context in (original, perturbed))
        parent = "MATCH (:Version {id: $id})-[:PARENT]->(base:Version) RETURN base.id AS id"
        (base,) = store.query(parent, id=original["version"])
        return [
            {
                "steps": 0,
                "version": perturbed["version"],
                "number": 2,
                "kind": "perturbed",
                "adds": len(after - before),
                "removes": len(before - after),
            },
            {
                "steps": 1,
                "version": original["version"],
                "number": 1,
                "kind": "original",
                "adds": len(before),
                "removes": 0,
            },
            {"steps": 2, "version": base["id"], "number": 0, "kind": "base", "adds": len(before), "removes": 0},
        ]
    return []


def reviews(data: Dataset, store: GraphStore, params: Params) -> Rows:
    """Nobody has reviewed these."""
    del data, store, params
    return []


def stated_more_than_once(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del params
    said, rows = names(store), {}
    for record in data.pairs.values():
        for context in record["contexts"].values():
            counts = Counter(s for sentence in context["sentences"] for s in set(sentence["statements"]))
            for s, n in counts.items():
                if n > 1:
                    keys = {"text": text_id(context), "id": s}
                    rows[text_id(context), s] = {**keys, "statement": data.statements[s].triple(said), "sentences": n}
    return list(rows.values())


def fullest_sentences(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store, params
    rows = {}
    for record in data.pairs.values():
        for context in record["contexts"].values():
            for position, sentence in enumerate(context["sentences"]):
                if sentence["statements"]:
                    key = content_hash("sentence", text_id(context), position)
                    body = context["text"][sentence["start"] : sentence["end"]].strip()
                    rows[key] = {"sentence": key, "statements": len(set(sentence["statements"])), "body": body}
    return list(rows.values())


def pairs_sharing_entity(data: Dataset, store: GraphStore, params: Params) -> Rows:
    if params["instance"] not in data.pairs:
        return []
    mine, rows = data.subjects(params["instance"]), []
    for other in data.pairs.keys() - {params["instance"]}:
        for entity in mine & data.subjects(other):
            label = store.entities([entity])[entity].label
            rows.append({"other": other, "type": data.pairs[other]["type"], "entity": entity, "label": label})
    return rows


def most_used_facts(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del params
    said = names(store)
    found = Counter(
        s for record in data.pairs.values() for s in {s["id"] for s in record["contexts"]["original"]["statements"]}
    )
    return [{"id": s, "statement": data.statements[s].triple(said), "pairs": n} for s, n in found.items()]


def contradicted_facts_of(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, found = names(store), defaultdict(set)
    for c in data.conflicts.values():
        for s in (data.statements[s] for s in c["original"]):
            if s.subject == params["entity"]:
                found[s.relation, s.label.split("\0")[1]].add(c["id"])
    return [
        {"relation": r, "label": said.get(r), "object": thing, "conflicts": len(some)}
        for (r, thing), some in found.items()
    ]


def _facts(store: GraphStore) -> list[tuple[str, str, str]]:
    found = store.query("MATCH (a:Entity)-[f:FACT]->(b:Entity) RETURN a.id AS s, f.relation AS r, b.id AS o")
    return [(str(row["s"]), str(row["r"]), str(row["o"])) for row in found]


def many_valued_relations(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del data
    said = names(store)
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for s, r, o in _facts(store):
        found[r][s].add(o)
    rows = []
    for r, subjects in found.items():
        several = sum(len(some) > 1 for some in subjects.values())
        if len(subjects) >= params.get("least_subjects", 10):
            percent = several * 100 // len(subjects)
            keys = {"relation": r, "label": said[r], "subjects": len(subjects), "several": several}
            rows.append({**keys, "percent": percent})
    return rows


def two_way_relations(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del data
    said, facts = names(store), {fact for fact in _facts(store) if fact[0] != fact[2]}
    counts, back = Counter(r for _, r, _ in facts), Counter(r for s, r, o in facts if (o, r, s) in facts)
    return [
        {"relation": r, "label": said[r], "facts": n, "both_ways": back[r], "percent": back[r] * 100 // n}
        for r, n in counts.items()
        if n >= params.get("least_facts", 10)
    ]


def namesakes(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del data, params
    found = Counter(row["label"] for info in store.kgs() for row in store.each("kg.names", kg=info.kg))
    return [{"label": label, "entities": n} for label, n in found.items() if n > 1 and label]


ORACLE: dict[str, Callable[[Dataset, GraphStore, Params], Rows]] = {
    each.__name__: each
    for each in (
        conflicts,
        conflicts_of_relation,
        conflicts_around_entity,
        conflicts_of_axiom,
        conflicts_of_pair,
        contradicted_facts_of,
        value_swaps,
        statements_of_conflict,
        proof_of_conflict,
        sentences_of_conflict,
        texts_of_conflict,
        multi_hop_support,
        busiest_axioms,
        rules_used,
        longest_proofs,
        busiest_entities,
        same_statement_perturbed,
        made_by_relation,
        made_statements,
        hop_distribution,
        relation_coverage,
        domain_coverage,
        runs_by_size,
        compare_runs,
        compare_relations,
        versions_of_pair,
        lineage_of_version,
        reviews,
        stated_more_than_once,
        fullest_sentences,
        pairs_sharing_entity,
        most_used_facts,
        many_valued_relations,
        two_way_relations,
        namesakes,
    )
}
