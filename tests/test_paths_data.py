"""Paths on the shared real facts: what NetworkX finds by brute force, on both engines."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from benchmarks.paths import visible
from benchmarks.source import KG, real_files
from contragraph.graph.paths.search import find_paths
from contragraph.graph.paths.wanted import Wanted
from contragraph.graph.store import GraphStore
from contragraph.loaders.wikidata.wikidata5m import read_wikidata5m
from tests.path_oracle import Line, Oracle, named_paths

PAIRS = 16
EVERYTHING = 10**9
QUESTIONS = (Wanted(max_hops=3), Wanted(max_hops=4, degree=30))
"""Brute force takes minutes for four hops without a bound; the benchmark compares these."""


@cache
def answers(folder: Path) -> dict[tuple[str, str, Wanted], list[Line]]:
    """All paths of the pairs: half drawn at random, half the ends of a random walk, so that some are connected."""
    files = replace(real_files(folder), claims=(folder / "wikidata" / "claims.time.kgtk.tsv.gz",))
    graph, _ = read_wikidata5m(files)
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


@pytest.mark.data
@pytest.mark.xdist_group("neo4j")  # brute force takes as long as both engines: it is done once
def test_pairs_of_real_entities(facts_store: GraphStore, data_folder: Path) -> None:
    expected = answers(data_folder)
    for (start, target, wanted), lines in expected.items():
        got = find_paths(facts_store, KG, start, target, wanted, limit=EVERYTHING)
        assert named_paths(got.paths) == lines, (start, target)
        few = find_paths(facts_store, KG, start, target, wanted, limit=3)
        assert few.paths == got.paths[:3]
    assert sum(map(bool, expected.values())) >= PAIRS // 2
