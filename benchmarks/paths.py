"""Paths between two entities: ours through each store, beside brute force of NetworkX on the same graph in memory.

The pairs are drawn at random among all entities that are not hidden; most are not connected within the hops allowed,
which has to be found out as well. All answers are compared: the same paths, in the same order.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import polars as pl

from benchmarks.measure import Table, Took, alone, ratio, timed
from benchmarks.source import KG, Source, loaded
from contragraph.graph.paths.search import find_paths
from contragraph.graph.paths.wanted import Path as Route
from contragraph.graph.paths.wanted import Wanted
from contragraph.graph.stores.open import open_store
from contragraph.loaders.staging import StagedGraph
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, load_wikidata5m, read_wikidata5m

SEED = 7
HOPS = 4
FEW = 10
"""Paths that are asked for where not all are."""
EVERY = 10**9

Pair = tuple[str, str]
Paths = frozenset[tuple[tuple[str, str, str], ...]]
"""Paths as the facts that they pass."""
Timed = list[Took]


class Clock:
    """Measures a few milliseconds, without the collection of garbage that longer measurements begin with."""

    def __init__(self) -> None:
        self.start, self.worked = time.perf_counter(), time.process_time()

    def took(self) -> Took:
        """The time since it was made."""
        return Took(time.perf_counter() - self.start, time.process_time() - self.worked)


def visible(graph: StagedGraph) -> pl.DataFrame:
    """Subject, object and relation of the facts between entities that are not hidden."""
    ids, relations, hidden = graph.entities["id"], graph.relations["id"], graph.entities["hidden"]
    shown = graph.facts.filter(~hidden.gather(graph.facts["subject"]) & ~hidden.gather(graph.facts["object"]))
    return pl.DataFrame(
        {
            "subject": ids.gather(shown["subject"]),
            "object": ids.gather(shown["object"]),
            "relation": relations.gather(shown["relation"]),
        }
    )


def network(source: Source) -> nx.MultiGraph[str]:
    """The visible facts in NetworkX; the key of an edge is the whole fact."""
    graph, _ = read_wikidata5m(source.files)
    made: nx.MultiGraph[str] = nx.MultiGraph()
    for subject, thing, relation in visible(graph).iter_rows():
        if subject != thing:
            made.add_edge(subject, thing, key=(subject, relation, thing))
    return made


def brute_force(source: Source, count: int) -> tuple[list[Pair], Took, Timed, list[Paths]]:
    """The pairs, how long the graph took to build, the seconds of each pair, and all paths."""
    building, graph = timed(network, source)
    dice, nodes = Random(SEED), sorted(graph)
    pairs = [(one, other) for one, other in (dice.sample(nodes, 2) for _ in range(count))]
    seconds, found = [], []
    for one, other in pairs:
        clock = Clock()
        lists: Iterable[Any] = nx.all_simple_edge_paths(graph, one, other, cutoff=HOPS)  # its stubs forget the keys
        paths = [tuple(edge[2] for edge in edges) for edges in lists]
        seconds.append(clock.took())
        found.append(frozenset(paths))
    return pairs, building, seconds, found


def ours(address: str, pairs: Sequence[Pair], limit: int) -> tuple[Timed, list[tuple[Route, ...]], list[Paths]]:
    """The seconds of each pair, the paths in order, and the same as brute force gives them."""
    seconds, ordered, found = [], [], []
    with open_store(address, read_only=True) as store:
        find_paths(store, KG, *pairs[0], Wanted(max_hops=1))  # the first question opens connections and plans
        for one, other in pairs:
            clock = Clock()
            paths = find_paths(store, KG, one, other, Wanted(max_hops=HOPS), limit=limit).paths
            seconds.append(clock.took())
            ordered.append(paths)
            found.append(frozenset(tuple((f.subject, f.relation, f.object_id) for f in p.facts) for p in paths))
    return seconds, ordered, found


def filled(address: str, files: Wikidata5mFiles, snapshot: str) -> bool:
    """Whether the server holds this graph, which is loaded into an empty one."""
    with open_store(address, create=True) as store:
        if not store.kgs():
            load_wikidata5m(store, files)
        return any(info.kg == KG and info.snapshot == snapshot for info in store.kgs())


def snapshot_of(address: str) -> str:
    """What the graph in a store is."""
    with open_store(address, read_only=True) as store:
        return next(info.snapshot for info in store.kgs() if info.kg == KG)


def run(source: Source, folder: Path, count: int) -> list[Table]:
    """All on the same graph and pairs, each in a process of its own."""
    embedded = f"ladybug:{loaded(source, folder)}"
    pairs, building, theirs, expected = alone(brute_force, source, count)
    rows: list[tuple[str, Timed]] = []
    answers = []
    remark = ""
    stores = [("embedded store", embedded)]
    if server := os.environ.get("NEO4J_URI"):
        if alone(filled, server, source.files, alone(snapshot_of, embedded)):
            stores.append(("Neo4j", server))
        else:
            remark = " Neo4j was left out: the server at $NEO4J_URI holds another graph."
    for name, address in stores:
        for limit in (FEW, EVERY):
            seconds, ordered, found = alone(ours, address, pairs, limit)
            rows.append((f"ours, {name}, {'all paths' if limit == EVERY else f'the best {FEW}'}", seconds))
            if limit == EVERY:
                answers.append(ordered)
                if found != expected:
                    raise RuntimeError(f"The paths from the {name} are not those of NetworkX.")
    if any(answer != answers[0] for answer in answers):
        raise RuntimeError("The two stores give different paths, or in another order.")
    rows.append(("NetworkX, all paths", theirs))
    some = sum(map(bool, expected))
    middle = statistics.median(took.seconds for took in theirs)
    mean = statistics.fmean(took.seconds for took in theirs)
    return [
        Table(
            f"Paths of at most {HOPS} hops: {source.name}, {count:,} random pairs",
            ("", "median ms", "processor", "NetworkX = 1", "mean ms", "processor", "NetworkX = 1", "longest ms"),
            tuple(_row(name, timed_, middle, mean) for name, timed_ in rows),
            f"{sum(map(len, expected)):,} paths between {some:,} of the pairs, the same from all. NetworkX built "
            f"its graph in {building.seconds:.1f} s before that; ours reads what it needs from the store. Processors "
            f"of the server do not count for Neo4j.{remark}",
        )
    ]


def _row(name: str, taken: Timed, middle: float, mean: float) -> tuple[str, ...]:
    clock, worked = [took.seconds for took in taken], [took.processor for took in taken]
    figures = [
        *(statistics.median(clock), statistics.median(worked), middle),
        *(statistics.fmean(clock), statistics.fmean(worked), mean),
        max(clock),
    ]
    shown = [f"{1e3 * figure:,.1f}" for figure in figures]
    shown[2], shown[5] = ratio(figures[0], middle), ratio(figures[3], mean)
    return (name, *shown)
