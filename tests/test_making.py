"""A run from a pool to a dataset: limits on real facts, quotas said."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.report import RunReport
from contragraph.generation.pool.conflicts import Pool
from contragraph.generation.pool.source import Listed, Source
from contragraph.generation.run.graphs import SourceGraph, graph_of
from contragraph.generation.run.making import make
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.settings import Settings
from contragraph.graph.model import Order, Statement
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import rules_of
from tests.made import sample_world

SINGLE = ("wdt:P36", "wdt:P20", "wdt:P50", "wdt:P22", "wdt:P175", "wdt:P159")
PLAN = "1-single-hop=6,2-single-hop=3,1-multi-hop=3"


def ontology() -> Ontology:
    """One value of some relations; one place of birth of all that lie in nothing of each other's neighbours."""
    rows = [Axiom(f"cg:one_{r[4:]}", Kind.FUNCTIONAL, (Role(r),), "typical") for r in SINGLE]
    born, within, overlaps = Role("cg:bornWithin"), Role("wdt:P131"), Role("cg:overlaps")
    rows += [
        Axiom("cg:born", Kind.SUB_PROPERTY, (Role("wdt:P19"), born), "strict"),
        Axiom("cg:within", Kind.CHAIN, (born, within, born), "strict"),
        Axiom("cg:both", Kind.CHAIN, (~born, born, overlaps), "typical"),
        Axiom("cg:apart", Kind.DISJOINT, (overlaps, Role("wdt:P47")), "typical"),
    ]
    known = kg_of("wikidata")
    statable = known.ontology.statable | {*SINGLE, "wdt:P19"}
    labels = {"cg:bornWithin": "was born within", "cg:overlaps": "overlaps"}
    return Ontology(tuple(sorted(rows, key=lambda a: a.id)), labels, domains=known.domains, statable=statable)


def conflicts(store: GraphStore, kg: str) -> list[ProvenConflict]:
    """Other values of relations with one, and births beyond a border."""
    rules = rules_of(ontology())
    order = Order.of_seed("test")
    candidates = []
    for relation in SINGLE:
        facts = [f.statement for f in store.seeds(kg, relation, order, 400)]
        times = Counter(s.subject for s in facts)
        some = [s for s in facts if times[s.subject] == 1]
        for one, other in zip(some, [*some[1:], *some[:1]], strict=True):
            if one.object != other.object:
                candidates.append(Candidate("value", one, Statement(one.subject, relation, other.object)))
    borders: dict[str, list[str]] = {}
    for fact in store.seeds(kg, "wdt:P47", order, 5000):
        borders.setdefault(fact.subject, []).append(fact.statement.object_id)
    above = {f.subject: f.statement.object_id for f in store.seeds(kg, "wdt:P131", order, 5000)}
    for fact in store.seeds(kg, "wdt:P19", order, 5000):
        town = fact.statement.object_id
        for place, support in ((town, ()), (above.get(town, ""), (Statement(town, "wdt:P131", above.get(town, "")),))):
            for beyond in borders.get(place, ())[:2]:
                made = Statement(fact.subject, "wdt:P19", beyond)
                border = Statement(place, "wdt:P47", beyond)
                candidates.append(Candidate("border", fact.statement, made, (*support, border)))
    proven = []
    for candidate in candidates:
        statements = candidate.statements
        if minimal_conflicts(statements, rules).minimal == ((1 << len(statements)) - 1,):
            proven.append(ProvenConflict(candidate, len(statements) - 1, "typical", ()))
    return proven


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[GraphStore, SourceGraph, list[ProvenConflict]]]:
    path = tmp_path_factory.mktemp("making") / "store.lbug"
    shutil.copy(sample_world() / "loaded.lbug", path)
    with open_store(f"ladybug:{path}") as store:
        graph = graph_of(store, None, ontology(), kg_of("wikidata").lexicon)
        yield store, graph, conflicts(store, graph.info.kg)


@pytest.fixture(scope="module")
def whole(
    sample: tuple[GraphStore, SourceGraph, list[ProvenConflict]], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, RunReport]:
    """The dataset of ``PLAN`` and what was said of it."""
    out = tmp_path_factory.mktemp("whole") / "out"
    return out, run(sample, out)


def run(sample: tuple[GraphStore, SourceGraph, list[ProvenConflict]], out: Path, plan: str = PLAN) -> RunReport:
    store, graph, found = sample

    def search(salt: str) -> Source:
        del salt
        return Listed(found)

    return make(store, out, Settings(parse_plan(plan), 7), (graph, search))


def lines(out: Path, name: str = "instances.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / name).read_text("utf-8").splitlines()]


def test_a_run_keeps_the_limits_and_checks(whole: tuple[Path, RunReport]) -> None:
    out, report = whole
    assert {str(t): n for t, n in report.made.items()} == {str(t): n for t, n in parse_plan(PLAN).items()}
    assert check(out).faults == []
    made = []
    for pair in lines(out):
        sides = pair["contexts"]["original"]["statements"], pair["contexts"]["perturbed"]["statements"]
        for side in sides:
            assert 5 <= len(sides[0]) <= 15
            assert len(side) <= 15
            degrees = Counter(end["id"] for s in side for end in (s["subject"], s["object"]) if "id" in end)
            assert max(degrees.values()) <= 5
        made += [s for s in sides[1] if s["source"] == "made"]
        assert len(pair["conflicts"]) == len([s for s in sides[1] if s["source"] == "made"])
        assert not any(s["negated"] for s in made)
    assert len({s["id"] for s in made}) == len(made)
    for line in lines(out, "rejected.jsonl"):
        assert {"type", "seed_statement", "reason", "filter"} <= line.keys()


def test_what_things_have_in_common_does_not_depend_on_what_was_read_first(
    sample: tuple[GraphStore, SourceGraph, list[ProvenConflict]],
) -> None:
    store, graph, found = sample
    topics = sorted({c.candidate.original.subject for c in found})[:300]
    whole, parts = (Around(store, Order.of_seed("7"), graph.labels) for _ in range(2))
    whole.read(topics)
    for some in (topics[200:], topics[:100], topics[100:200]):
        parts.read(some)
    beside = {topic: list(whole.beside(topic, graph.statable)) for topic in topics}
    assert beside == {topic: list(parts.beside(topic, graph.statable)) for topic in topics}
    assert any(len(links) == 2 for some in beside.values() for _, links in some)


def test_what_cannot_be_met_is_said(
    sample: tuple[GraphStore, SourceGraph, list[ProvenConflict]], tmp_path: Path
) -> None:
    report = run(sample, tmp_path / "out", "2-single-hop=2,4-multi-hop=30")
    assert [str(s.type) for s in report.shortfalls] == ["4-multi-hop"]
    assert report.shortfalls[0].reasons
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    assert manifest["shortfalls"][0]["planned"] == 30
    assert {q["name"] for q in manifest["quotas"]} >= {"replacement", "relation", "dated", "denial"}
    assert not next(q for q in report.quotas if q.name == "dated").holds  # the pool has no dates


def test_no_conflict_is_used_twice(
    sample: tuple[GraphStore, SourceGraph, list[ProvenConflict]], whole: tuple[Path, RunReport]
) -> None:
    pool = Pool("salt")
    pool.add(sample[2])
    assert len(pool) == len({c.id for c in sample[2]})
    used = [tuple(sorted(m["statements"])) for p in lines(whole[0]) for c in p["conflicts"] for m in c["minimal"]]
    assert len(used) == len(set(used))
