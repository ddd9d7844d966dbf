"""What the queries about conflicts, proofs and texts must answer, computed in plain Python from the files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import AnyAxiom
from tests.cookbook_files import SIDES, Dataset, Params, Rows, head, names, roles, used


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


def point(name: str, store: GraphStore) -> str:
    """A point in time in words: ``start of Madonna``; the one that dates are counted from is the origin."""
    if name == "#origin":
        return "origin"
    entity, moment = name.split("#")
    return f"{moment} of {store.entities([entity])[entity].label}"


def concluded(conclusion: Mapping[str, Any], store: GraphStore) -> str:
    """What a step concludes: a bound as the difference of its points, or a statement."""
    if "days" in conclusion:
        return f"{point(conclusion['to'], store)} - {point(conclusion['from'], store)}"
    subject, thing, said = conclusion["subject"], conclusion["object"], names(store)
    known = store.entities([end for end in (subject, thing) if isinstance(end, str)])
    labels = {key: entity.label for key, entity in known.items()}
    last = labels.get(thing, thing) if isinstance(thing, str) else thing["label"]  # a level of places is no entity
    words = [labels[subject], said.get(conclusion["relation"], conclusion["relation"]), last]
    return ("not: " if conclusion["negated"] else "") + " | ".join(words)


def proof_of_conflict(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, conflict = names(store), data.conflicts.get(params["conflict"])
    rows: Rows = []
    for number, minimal in enumerate(conflict["minimal"] if conflict else ()):
        proof = minimal["proof"]
        for position, step in enumerate(proof):
            taken: set[str | None] = {
                data.statements[p].triple(said) if isinstance(p, str) else concluded(proof[p]["conclusion"], store)
                for p in step["premises"]
            }
            axiom, conclusion = data.named.get(step["axiom"]), step["conclusion"]
            rows += [
                {
                    "minimal": number,
                    "position": position,
                    "premise": premise,
                    "concludes": concluded(conclusion, store) if conclusion else None,
                    "days": conclusion.get("days") if conclusion else None,
                    "rule": step["rule"],
                    "axiom": step["axiom"],
                    "says": words_of(axiom),
                }
                for premise in taken or {None}
            ]
    return rows


def words_of(axiom: AnyAxiom | None) -> str | None:
    """What an axiom says, with X and Y for the places of its subject and object."""
    return axiom.comment.replace("{s}", "X").replace("{o}", "Y") or None if axiom else None


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
            "says": words_of(data.named[a]),
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


def margins_of_dates(data: Dataset, store: GraphStore, params: Params) -> Rows:
    """The bounds of the last step are added up from the files, where their points must also close a circle."""
    del store, params
    rows = []
    for c in data.conflicts.values():
        for number, minimal in enumerate(c["minimal"]):
            last = minimal["proof"][-1]
            if last["rule"] == "cg-cycle":
                bounds = [minimal["proof"][p]["conclusion"] for p in last["premises"]]
                assert Counter(b["from"] for b in bounds) == Counter(b["to"] for b in bounds)
                days = sum(b["days"] for b in bounds)
                assert days > 0
                keys = {"conflict": c["id"], "minimal": number, "hops": c["hops"]}
                rows.append({**keys, "bounds": len(bounds), "days": days})
    return rows
