"""Paths on real facts, beside what NetworkX finds by brute force: all shared ones embedded, the sample on a server."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.paths import visible
from benchmarks.source import KG, real_files
from contragraph.graph.paths.search import find_paths
from contragraph.graph.paths.wanted import Wanted
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.loaders.staging import StagedGraph
from contragraph.loaders.wikidata.wikidata5m import read_wikidata5m, released_files
from contragraph.samples import sample_files
from tests.made import real_facts
from tests.path_oracle import Line, Oracle, named_paths

PAIRS = 16
EVERYTHING = 10**9
QUESTIONS = (Wanted(max_hops=3), Wanted(max_hops=4, degree=30))
"""Brute force takes minutes for four hops without a bound; the benchmark compares these."""


def answers(graph: StagedGraph) -> dict[tuple[str, str, Wanted], list[Line]]:
    """All paths of the pairs: half drawn at random, half the ends of a random walk, so that some are connected."""
    triples = [(s, r, o) for s, o, r in visible(graph).iter_rows()]
    degree = dict(graph.entities.select("id", "degree").iter_rows())
    oracle = Oracle(triples, degree, defaultdict(frozenset), frozenset())
    # A relation is as rare as the whole graph says, hidden ends included.
    oracle.facts = Counter(dict(graph.relations.select("id", "facts").iter_rows()))
    found = {}
    dice = random.Random(13)
    for wanted in QUESTIONS:
        network = oracle.graph(wanted, ())
        nodes = sorted(each for each in network if network.degree(each))
        for number in range(PAIRS):
            start, target = dice.sample(nodes, 2)
            if number % 2:
                walked = start
                for _ in range(wanted.max_hops):
                    walked = dice.choice(sorted(network[walked]))
                target = target if walked == start else walked
            found[start, target, wanted] = oracle.paths(start, target, wanted, network)
    return found


def agrees(store: GraphStore, graph: StagedGraph) -> None:
    """Compare what a store finds with what brute force does."""
    expected = answers(graph)
    for (start, target, wanted), lines in expected.items():
        got = find_paths(store, KG, start, target, wanted, limit=EVERYTHING)
        assert named_paths(got.paths) == lines, (start, target)
        few = find_paths(store, KG, start, target, wanted, limit=3)
        assert few.paths == got.paths[:3]
    assert sum(map(bool, expected.values())) >= PAIRS // 2


@pytest.mark.data
def test_pairs_of_all_shared_facts(data_folder: Path) -> None:
    claims = data_folder / "wikidata" / "claims.time.kgtk.tsv.gz"
    graph, _ = read_wikidata5m(replace(real_files(data_folder), claims=(claims,)))
    with open_store(f"ladybug:{real_facts(data_folder)}", read_only=True) as store:
        agrees(store, graph)


@pytest.mark.neo4j
def test_pairs_of_the_sample_on_a_server(neo4j_sample: str) -> None:
    graph, _ = read_wikidata5m(released_files(sample_files()))
    with open_store(neo4j_sample, read_only=True) as store:
        agrees(store, graph)
