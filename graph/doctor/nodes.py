"""The audit of what stands by itself: KGs, links, runs, statements and reviews, and what belongs to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from contragraph.graph.doctor.findings import Finding, rows
from contragraph.graph.model import Literal, Statement
from contragraph.graph.model.origin import Run
from contragraph.graph.model.versions import review_id
from contragraph.graph.store import GraphStore


def graphs(store: GraphStore) -> Iterator[Finding]:
    """KGs that were not loaded to their end, or do not hold what they are noted to hold."""
    for row in rows(store, "doctor.kgs"):
        if not row["complete"]:
            yield Finding("graph", "Kg", row["kg"], "it was not loaded to its end; load it again")
        elif row["noted"] != row["counted"]:
            problem = f"it is noted to hold {row['noted']:,} {row['what']}, and holds {row['counted']:,}"
            yield Finding("graph", "Kg", row["kg"], problem)


def links(store: GraphStore) -> Iterator[Finding]:
    """Links that join entities of one KG, or two entities twice."""
    for row in rows(store, "doctor.links"):
        problem = f"it is linked as the same with {row['target']}"
        yield Finding("link", "Entity", row["source"], f"{problem}, {'of its own graph' if row['one_kg'] else 'twice'}")


def runs(store: GraphStore) -> Iterator[Finding]:
    """Runs whose id is not theirs, or that lost pairs or sets after they were finished."""
    for row in rows(store, "doctor.runs"):
        run = Run(row["seed"], row["settings"], row["kg"], row["kg_snapshot"])
        if run.id != row["id"]:
            yield Finding("run", "Run", row["id"], "its id is not the hash of its seed, settings and graph")
        if row["pairs"] not in (None, row["counted"]):
            problem = f"it was finished with {row['pairs']:,} pairs or sets, and has {row['counted']:,}"
            yield Finding("run", "Run", row["id"], problem)
    seen = set()
    for row in rows(store, "doctor.pairs"):
        if row["id"] in seen:
            yield Finding("run", "Instance", row["id"], "it belongs to several runs")
        seen.add(row["id"])


def orphans(store: GraphStore) -> Iterator[Finding]:
    """What was made and belongs to nothing."""
    for row in rows(store, "made.orphans"):
        yield Finding("orphan", row["kind"], row["id"], "nothing that was made leads to it")


def statements(store: GraphStore) -> Iterator[Finding]:
    """Statements whose id is not the hash of what they say, or that are not joined with what they speak of."""
    seen: set[str] = set()
    loose: dict[str, list[str]] = {}
    for row in rows(store, "doctor.statements"):
        its, literal = row["id"], row["object"].startswith("lit:")
        thing = Literal(row["value"] or "", row["datatype"] or "") if literal else row["object"]
        said = Statement(row["subject"], row["relation"], thing, row["negated"], row["valid_from"], row["valid_to"])
        if said.id != its or said.object_id != row["object"]:
            yield Finding("statement", "Statement", its, "its id is not the hash of what it says")
        if its in seen:
            yield Finding("statement", "Statement", its, "it is joined with several subjects or objects")
        seen.add(its)
        for end in ("subject", "object"):
            if row[f"joined_{end}"] is None:
                loose.setdefault(row[end], []).append(its)
            elif row[f"joined_{end}"] != row[end]:
                yield Finding("statement", "Statement", its, f"it is joined with another {end}")
    for its in [each for end in store.entities(loose) for each in loose[end]]:
        yield Finding("statement", "Statement", its, "it is not joined with an entity that it speaks of")


def reviews(store: GraphStore) -> Iterator[Finding]:
    """Reviews whose id is not the hash of what they say."""
    for its, judging in groupby(rows(store, "doctor.reviews"), key=lambda row: row["id"]):
        row, *more = judging
        judged = [row["judged"], *(each["judged"] for each in more)]
        said = (row["reviewer"], row["verdict"], row["reason"], row["number"], row["criteria"] or ())
        if review_id(judged, *said) != its:
            yield Finding("review", "Review", row["id"], "its id is not the hash of what it judges and says")


CHECKS = (graphs, links, runs, orphans, statements, reviews)
