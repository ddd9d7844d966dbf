"""What the queries of the cookbook must answer, computed in plain Python from the files of datasets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from contragraph.graph.model import Literal, Order, content_hash
from contragraph.graph.store import GraphStore
from tests import cookbook_conflicts as of_conflicts
from tests.cookbook_files import SIDES, Dataset, Params, Rows, names, roles, text_id


def busiest_entities(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del store
    found: dict[str, set[str]] = defaultdict(set)
    labels = {}
    for _, c in data.carried(params):
        for s in (data.statements[s] for s, _ in roles(c)):
            for end, label in zip((s.subject, s.object), s.label.split("\0")):
                if not end.startswith("lit:"):
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
            **{f"hops_{n}": sum(data.conflicts[c]["hops"] == n for c in carried[r]) for n in range(1, 5)},
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


def background_facts(data: Dataset, store: GraphStore, params: Params) -> Rows:
    said, found = names(store), defaultdict(set)
    for pair, _, record in data.of_run(params):
        for s in record.get("background", ()):
            found[s["id"]].add(pair)
    return [{"id": s, "statement": data.statements[s].triple(said), "pairs": len(some)} for s, some in found.items()]


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
        if counts["first"] or counts["second"]
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
    values = store.query("MATCH (s:Entity)-[f]->(o:Literal) WHERE f.relation IS NOT NULL RETURN s.id, f.relation, o.id")
    for s, r, o in (*_facts(store), *(map(str, row.values()) for row in values)):
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


def dates_of_entity(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del data
    said, entity = names(store), params["entity"]
    found = store.facts([entity], "out", Order.of_seed("cookbook"), 1000, hidden=True)[entity]
    return [
        {"relation": fact.relation, "label": said[fact.relation], "value": value.value, "datatype": value.datatype}
        for fact in found
        if isinstance(value := fact.object, Literal)
    ]


def namesakes(data: Dataset, store: GraphStore, params: Params) -> Rows:
    del data, params
    found = Counter(row["label"] for info in store.kgs() for row in store.each("kg.names", kg=info.kg))
    return [{"label": label, "entities": n} for label, n in found.items() if n > 1 and label]


ORACLE: dict[str, Callable[[Dataset, GraphStore, Params], Rows]] = {
    each.__name__: each
    for each in (
        of_conflicts.conflicts,
        of_conflicts.conflicts_of_relation,
        of_conflicts.conflicts_around_entity,
        of_conflicts.conflicts_of_axiom,
        of_conflicts.conflicts_of_pair,
        contradicted_facts_of,
        value_swaps,
        of_conflicts.statements_of_conflict,
        of_conflicts.proof_of_conflict,
        of_conflicts.sentences_of_conflict,
        of_conflicts.texts_of_conflict,
        of_conflicts.multi_hop_support,
        of_conflicts.busiest_axioms,
        of_conflicts.rules_used,
        of_conflicts.longest_proofs,
        of_conflicts.margins_of_dates,
        background_facts,
        dates_of_entity,
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
