"""The cookbook: each query on both engines, held against the files of the datasets that were stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cookbook import GROUPS, pages
from benchmarks.transcript import World, world
from contragraph import cypher
from contragraph.cypher import Row
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cookbook_files import Dataset
from tests.cookbook_oracle import ORACLE
from tests.made import sample_world
from tests.neo4j_content import Database
from tests.stores import write_dataset

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.xdist_group("neo4j")  # the tests on the server read what the others do: it is made once
DATASETS = ("dataset", "second", "third")
BOTH = [name for name in cypher.names("ladybug") if name.startswith("cookbook.")]


@pytest.fixture(scope="module")
def made() -> Iterator[World]:
    with world(sample_world()) as found:
        yield found


@pytest.fixture(scope="module")
def dataset(made: World) -> Dataset:
    """The files, but for literals that the graph has as well: the store keeps the graph's own spelling of those."""
    found = Dataset.read([made.folder / name for name in DATASETS])
    with made.open() as store:
        literals = store.query("MATCH (l:Literal) RETURN l.id AS id, l.label AS label")
        labels = {str(row["id"]): str(row["label"]) for row in literals}
    for key, said in found.statements.items():
        if said.object in labels:
            found.statements[key] = replace(said, label="\0".join((said.label.split("\0")[0], labels[said.object])))
    return found


@pytest.fixture(scope="module")
def ladybug(made: World) -> Iterator[GraphStore]:
    with made.open() as store:
        yield store


@pytest.fixture(scope="module")
def neo4j_sample_runs(neo4j_database: Database, made: World) -> Iterator[GraphStore]:
    """The sample on Neo4j, and the same datasets in it; that both engines make the same ones is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in neo4j_database.environment.items():
            patch.setenv(name, value)
        address = neo4j_database.with_sample()
        with open_store(address) as store:
            for name in DATASETS:
                write_dataset(store, made.folder / name)
        with open_store(address, read_only=True) as store:
            yield store


def asked(name: str, data: Dataset) -> list[dict[str, Any]]:
    """Parameters to try a query with: what the defaults leave open, and narrower ones."""
    query = cypher.get(name, "ladybug")
    pairs = sorted(data.pairs)
    conflicts = sorted(data.conflicts, key=lambda c: (-data.conflicts[c]["hops"], c))
    tries: dict[str, list[Any]] = {
        "conflict": [conflicts[0], conflicts[-1], *data.of_each_rule(), "none"],
        "instance": [pairs[0], pairs[-1], *data.overlapping()[:2], "none"],
        "version": [data.pairs[pairs[0]]["contexts"]["perturbed"]["version"], "none"],
        "entity": [*data.busiest()[:2], data.dated(), "wd:Q1077", "none"],
        "axiom": [*data.axioms()[:2], "none"],
        "relation": [*data.relations()[:3], "none"],
        "first": [data.runs[0]],
        "second": [data.runs[1]],
    }
    given = {key: tries[key] for key in query.params if key not in query.defaults}
    longest = max([1, *map(len, given.values())])
    found = [{key: some[n % len(some)] for key, some in given.items()} for n in range(longest)]
    if "limit" in query.params:
        found = [{**params, "limit": 100_000} for params in found] + [{**found[0], "limit": 2}]
    if "run" in query.params:
        found.append({**found[0], "run": data.runs[1][:6]})
    if "relation" in query.defaults:
        found += [{**found[0], "relation": relation} for relation in data.relations()[:2]]
    if "type" in query.defaults:
        found.append({**found[0], "type": "1-multi", "strength": "strict"})
    if "least_hops" in query.params:
        found.append({**found[0], "least_hops": 3})
    return found


@pytest.mark.parametrize("name", BOTH)
def test_the_answers_are_those_of_the_files(name: str, ladybug: GraphStore, dataset: Dataset) -> None:
    """Every query on the embedded store against plain Python over the dataset's files."""
    rows = 0
    for params in asked(name, dataset):
        answer = ladybug.run(name, **params)
        assert [tuple(row) for row in answer] == [cypher.get(name, "ladybug").returns] * len(answer)
        expected = ORACLE[name.removeprefix("cookbook.")](dataset, ladybug, params)
        limit = params.get("limit")
        assert (
            sorted(map(repr, answer)) == sorted(map(repr, expected))
            if limit == 100_000 or limit is None
            else (len(answer) == min(limit, len(expected)) and all(row in expected for row in answer))
        ), params
        rows += len(answer)
    assert rows or name in ("cookbook.reviews", "cookbook.stated_more_than_once"), "the example shows nothing"


@pytest.mark.neo4j
def test_both_engines_answer_alike(ladybug: GraphStore, neo4j_sample_runs: GraphStore, dataset: Dataset) -> None:
    """The same rows in the same order."""
    for name in BOTH:
        for params in asked(name, dataset):
            assert neo4j_sample_runs.run(name, **params) == ladybug.run(name, **params), (name, params)


@pytest.mark.neo4j
def test_what_is_printed_for_the_browser_runs_there(neo4j_sample_runs: GraphStore, dataset: Dataset) -> None:
    """Queries with their values put in need no parameters, and give the same rows; pictures give paths."""
    for name in [n for n in cypher.names("neo4j") if n.startswith("cookbook.")]:
        query = cypher.get(name, "neo4j")
        if name in BOTH:
            params = asked(name, dataset)[0]
            assert list(neo4j_sample_runs.query(query.inline(params))) == neo4j_sample_runs.run(name, **params), name
    conflict = min(dataset.conflicts)
    for name, key in (("conflict", conflict), ("proof", conflict), ("pair", dataset.conflicts[conflict]["instance"])):
        query = cypher.get(f"cookbook.graph_of_{name}", "neo4j")
        (wanted,) = query.params
        assert list(neo4j_sample_runs.query(query.inline({wanted: key}))), name


@pytest.fixture(scope="module")
def texts(made: World) -> dict[str, str]:
    """The files as they are made now, by name."""
    return {str(path.relative_to(ROOT)): text for path, text in pages(made).items()}


@pytest.mark.parametrize("name", ["docs/cookbook.md", "docs/first-look.md", "docs/browser/saved-queries.csv"])
def test_the_pages_show_what_the_commands_print(name: str, texts: dict[str, str]) -> None:
    """Made again, they are the same. A change of texts, generation or queries changes them: make cookbook."""
    assert (ROOT / name).read_text("utf-8") == texts[name], f"{name} is out of date: make cookbook"


def test_every_query_is_in_the_cookbook(texts: dict[str, str]) -> None:
    listed = [f"cookbook.{name}" for group in GROUPS.values() for name in group]
    assert sorted(listed) == BOTH
    assert len(BOTH) >= 25
    headings = re.findall(r"^### (\w+)$", texts["docs/cookbook.md"], re.MULTILINE)
    assert [f"cookbook.{name}" for name in headings] == listed
    assert Counter(listed).most_common(1)[0][1] == 1
    assert set(ORACLE) == {name.removeprefix("cookbook.") for name in BOTH}


def test_first_look_finds_everything(dataset: Dataset, made: World) -> None:
    """The conflicts that the page lists are all that there are about its relation."""
    from benchmarks.first_look import RELATION

    rows: list[Row] = []
    with made.open() as store:
        (relation,) = {r.id for r in store.relations("wikidata5m") if r.label == RELATION}
        rows = store.run("cookbook.conflicts_of_relation", relation=relation, limit=1000)
    expected = {
        c
        for c, conflict in dataset.conflicts.items()
        for s in conflict["original"]
        if dataset.statements[s].relation == relation
    }
    assert {row["conflict"] for row in rows} == expected
    assert expected
