"""Ids, ranks, seeded orders and proofs are those of datasets and stores that exist: no redesign may change them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from contragraph.dataset.records.codec import line_hash, minimal_of, to_instance
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import InstanceRecord, MinimalRecord
from contragraph.graph.loading.ranks import fact_ranks, id_numbers
from contragraph.graph.model import Literal, Order, Statement, conflict_id
from contragraph.graph.model.origin import Run
from contragraph.graph.model.versions import version_id
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.rules.ruleset import compile_rules
from tests.fact_ranks import fact_rank
from tests.old_datasets import GRAPHS, unpacked

GOLDENS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "goldens.json").read_text("utf-8"))
RANKS = (0, 1, 123_456_789, 2_147_483_646)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The old datasets by their graphs."""
    return {graph: unpacked(graph, tmp_path_factory.mktemp("old") / graph) for graph in GRAPHS}


@cache
def read(folder: Path) -> list[tuple[str, InstanceRecord]]:
    """The lines of a dataset with their records."""
    return list(read_instances(folder))


def spelled(golden: dict[str, Any]) -> Statement:
    """The statement that a golden value is of."""
    thing = Literal(*golden["literal"]) if "literal" in golden else golden["object"]
    times = (golden.get("valid_from"), golden.get("valid_to"))
    return Statement(golden["subject"], golden["relation"], thing, golden.get("negated", False), *times)


@pytest.mark.parametrize("golden", GOLDENS["statements"], ids=lambda golden: str(golden["id"]))
def test_statements(golden: dict[str, Any]) -> None:
    statement = spelled(golden)
    assert (statement.id, statement.object_id) == (golden["id"], golden["object_id"])
    rank = fact_rank(
        statement.subject, statement.relation, statement.object_id, statement.valid_from, statement.valid_to
    )
    assert rank == golden["rank"]


def test_ranks_of_columns() -> None:
    untimed = [(s, golden["rank"]) for golden in GOLDENS["statements"] if not (s := spelled(golden)).valid_from]
    columns = zip(*((s.subject, s.relation, s.object_id) for s, _ in untimed), strict=True)
    subjects, relations, objects = (id_numbers(pl.Series(list(ids))) for ids in columns)
    assert fact_ranks(subjects, relations, objects).to_list() == [rank for _, rank in untimed]


@pytest.mark.parametrize("golden", GOLDENS["orders"], ids=lambda golden: str(golden["seed"]))
def test_seeded_orders(golden: dict[str, Any]) -> None:
    order = Order.of_seed(*golden["seed"])
    assert (order.a, order.b) == (golden["a"], golden["b"])
    assert [order.key(rank) for rank in RANKS] == golden["keys"]


def test_a_run() -> None:
    golden = dict(GOLDENS["run"])
    assert golden.pop("id") == Run(**golden).id


def test_a_conflict() -> None:
    golden = GOLDENS["conflict"]
    assert conflict_id(golden["sets"], golden["original"], golden["perturbed"]) == golden["id"]
    assert conflict_id(golden["sets"]) == golden["sets_id"]


@pytest.mark.parametrize("golden", GOLDENS["pairs"], ids=lambda golden: f"{golden['graph']}-{golden['type']}")
def test_pairs(golden: dict[str, Any], folders: dict[str, Path]) -> None:
    """Ids of a line, of its versions and of its conflicts, worked out from what they are of."""
    line, record = read(folders[golden["graph"]])[golden["line"]]
    instance = to_instance(record)
    assert (line_hash(line), record.type) == (golden["id"], golden["type"])
    assert [version_id(instance, side.name) for side in instance.sides] == golden["versions"]
    assert [conflict.id for conflict in instance.conflicts] == golden["conflicts"]


def test_a_certificate(folders: dict[str, Path]) -> None:
    """The proof that is written down in the goldens, step by step."""
    golden = GOLDENS["certificate"]
    _, record = read(folders[golden["graph"]])[golden["line"]]
    wanted = minimal_of(MinimalRecord.model_validate_json(json.dumps(golden["minimal"])))
    rules = compile_rules(read_ontology(folders[golden["graph"]] / "ontology.ttl").axioms)
    statements = {s.id: s for side in to_instance(record).sides for s in side.statements}
    proven = certify([statements[i] for i in wanted.statements], rules, rules.strict())
    assert proven is not None
    assert proven[0] == wanted
    assert len(wanted.proof) == 7


@pytest.mark.parametrize("graph", GRAPHS)
def test_all_certificates(graph: str, folders: dict[str, Path]) -> None:
    """The prover finds each proof again, with the same steps in the same order."""
    rules = compile_rules(read_ontology(folders[graph] / "ontology.ttl").axioms)
    strict = rules.strict()
    proofs = 0
    for _, record in read(folders[graph]):
        statements = {s.id: s for side in to_instance(record).sides for s in side.statements}
        for minimal in (minimal_of(m) for conflict in record.conflicts for m in conflict.minimal):
            proven = certify([statements[i] for i in minimal.statements], rules, strict)
            assert proven is not None
            assert proven[0] == minimal
            proofs += 1
    assert proofs >= 4
