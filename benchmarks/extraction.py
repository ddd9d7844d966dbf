"""Cutting out subgraphs: our depth-first search through the store, beside NetworkX on the same graph in memory.

Both start from the same 1,000 seed statements, with the paper's caps (15 statements, 5 for each entity, the same drawn
depth) and without hidden entities. Ours runs in lock step and looks at names and classes as well: an unreadable name,
a second thing of one name or a class ends no search of NetworkX.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import networkx as nx
import polars as pl

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, ratio, timed
from benchmarks.source import KG, Source, loaded
from contragraph.dataset.types import DEPTHS, MAX_DEGREE, MAX_EDGES
from contragraph.generation.extract import Subgraph, fill
from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.graph import open_store
from contragraph.graph.model import Order, Statement
from contragraph.graph.store import GraphStore
from contragraph.loaders.staging import Graph
from contragraph.loaders.wikidata5m import read_wikidata5m
from contragraph.ontology import load_ontology

SEED = 7


def drawn_seeds(store: GraphStore, count: int, order: Order) -> list[Statement]:
    """Seed statements, in turn over the seed relations that the graph has; any relations where it has none."""
    known = {r.id for r in store.relations(KG)}
    relations = sorted(known.intersection(load_ontology().domains)) or sorted(known)
    pools = [[f.statement for f in store.seeds(KG, r, order, count)] for r in relations]
    turns = (pool[i] for i in range(count) for pool in pools if i < len(pool))
    return [seed for seed, _ in zip(turns, range(count))]


def depths(count: int) -> list[int]:
    """The drawn depth of each search."""
    dice = Random(SEED)
    return [dice.choice(DEPTHS) for _ in range(count)]


def grow(seeds: Sequence[Statement], knowledge: Knowledge) -> list[Subgraph]:
    """Our search from all seeds in lock step."""
    grown, searches = [], []
    for number, (seed, depth) in enumerate(zip(seeds, depths(len(seeds)), strict=True)):
        subgraph = Subgraph()
        subgraph.add(seed)
        grown.append(subgraph)
        searches.append(fill(subgraph, seed.subject, MAX_EDGES, depth, (), knowledge, Random(number)))
    run_in_lock_step(searches, knowledge)
    return grown


def ours(path: Path, count: int) -> tuple[list[Statement], Took, Took, Took, int, int, int | None]:
    """Seeds, how long three searches took, statements, rounds, peak memory of the first two.

    The first asks the store round by round, the second finds everything at hand, the third reads the graph whole.
    """
    order = Order.of_seed(SEED)
    with open_store(f"ladybug:{path}") as store:
        seeds = drawn_seeds(store, count, order)
        knowledge = Knowledge(store, KG, order, in_memory=0)
        cold, grown = timed(grow, seeds, knowledge)
        rounds = knowledge.rounds
        warm, _ = timed(grow, seeds, knowledge)
        memory = peak_memory()
        whole, _ = timed(lambda: grow(seeds, Knowledge(store, KG, order)))
    return seeds, cold, warm, whole, sum(len(g.statements) for g in grown), rounds, memory


def built(facts: pl.DataFrame) -> nx.MultiGraph[str]:
    """The graph in NetworkX, walked in both directions as ours is."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_edges_from(facts.iter_rows())
    return graph


def visible(graph: Graph) -> pl.DataFrame:
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


def capped(graph: nx.MultiGraph[str], seed: Statement, depth: int, dice: Random) -> list[tuple[str, str]]:
    """What NetworkX meets depth-first from the seed's subject, in random order, as far as the caps admit."""

    def shuffled(ends: Iterable[str]) -> list[str]:
        found = list(ends)
        dice.shuffle(found)
        return found

    kept = [(seed.subject, str(seed.object))]
    degree = Counter(seed.entities)
    for start, end in nx.dfs_edges(graph, seed.subject, depth, sort_neighbors=shuffled):
        if len(kept) >= MAX_EDGES:
            break
        if start in degree and end not in degree and degree[start] < MAX_DEGREE:
            kept.append((start, end))
            degree.update((start, end))
    return kept


def theirs(source: Source, seeds: Sequence[Statement]) -> tuple[Took, Took, int, int | None]:
    """How long it took to build and to search, statements, and the memory that building took."""
    graph, _ = read_wikidata5m(source.files)
    facts = visible(graph)
    del graph
    before = resident()
    building, network = timed(built, facts)
    grown = None if before is None else (resident() or 0) - before
    dice = Random(SEED)
    pairs = list(zip(seeds, depths(len(seeds)), strict=True))
    searching, found = timed(lambda: [capped(network, seed, depth, dice) for seed, depth in pairs])
    return building, searching, sum(map(len, found)), grown


def resident() -> int | None:
    """Bytes of memory in use now."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    return next(int(x.split()[1]) * 1024 for x in status.read_text("ascii").splitlines() if x.startswith("VmRSS"))


def run(source: Source, folder: Path, count: int) -> list[Table]:
    """Both on the same graph, each in a process of its own."""
    path = loaded(source, folder)
    seeds, cold, warm, whole, statements, rounds, memory = alone(ours, path, count)
    building, searching, their_statements, grown = alone(theirs, source, seeds)
    rows = (
        ("ours, through the embedded store", cold, statements, gigabytes(memory)),
        ("ours, the same again, all at hand", warm, statements, ""),
        ("ours, read into memory, and search", whole, statements, ""),
        ("NetworkX, build the graph in memory", building, None, gigabytes(grown)),
        ("NetworkX, search", searching, their_statements, ""),
        ("NetworkX, build and search", building + searching, their_statements, ""),
    )
    return [
        Table(
            f"Extraction: {source.name}, {len(seeds):,} seeds",
            ("", "seconds", "processor", "ms a seed", "NetworkX in all = 1", "statements", "memory"),
            tuple(
                (
                    name,
                    f"{took.seconds:.2f}",
                    f"{took.processor:.2f}",
                    f"{1e3 * took.seconds / len(seeds):.2f}",
                    ratio(took.seconds, (building + searching).seconds),
                    f"{count:,}" if count else "",
                    size,
                )
                for name, took, count, size in rows
            ),
            f"{rounds} rounds of questions to the store. NetworkX holds bare facts only; memory is what the whole "
            "process of ours had at most, and what the graph of NetworkX added to its own.",
        )
    ]
