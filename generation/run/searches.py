"""The searches of a run: for each of its graphs, who proposes conflicts in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from contragraph.dataset.types import PairType
from contragraph.generation.linking.natural import natural
from contragraph.generation.llm.running import Models
from contragraph.generation.pool.source import Source
from contragraph.generation.run.graphs import SourceGraph, grounded
from contragraph.generation.run.proposers import PROPOSERS, Commission
from contragraph.generation.search.shard import Shard
from contragraph.generation.settings import ALL, Settings
from contragraph.graph.store import GraphStore

Search = Callable[[str], Source]
"""The source of proven conflicts for a salt, which stands for seed and graph."""


def prepared(
    store: GraphStore,
    settings: Settings,
    kg: str | None,
    axioms: Path | None = None,
    processes: int = 1,
    models: Models | None = None,
    shard: Shard | None = None,
) -> list[tuple[SourceGraph, Search]]:
    """The graphs of a run with their searches: one, or all in the store under the name ``all``.

    Of a ``shard`` the settings name the pairs of that shard alone.

    Raises:
        InputError: as :func:`searched`, or if nothing links a graph with the one that it is held against.
        OntologyError: as :func:`searched`.
    """
    if settings.against is not None:
        return [disagreeing(store, settings, kg)]
    names = [info.kg for info in store.kgs()] if kg == ALL else []
    if len(names) < 2:
        return [searched(store, settings, names[0] if names else kg, axioms, processes, models, shard)]
    found = []
    for name, plan in zip(names, shared_out(settings.plan, len(names)), strict=True):
        graph, search = searched(store, replace(settings, plan=plan), name, axioms, processes, models, shard)
        found.append((replace(graph, plan=plan), search))
    return found


def shared_out(plan: Mapping[PairType, int], parts: int) -> list[dict[PairType, int]]:
    """An even share of every type for each of some graphs; they take turns at what is left over."""
    shares: list[dict[PairType, int]] = []
    for place in range(parts):
        some = {t: (n + (place + turn) % parts) // parts for turn, (t, n) in enumerate(plan.items())}
        shares.append({t: n for t, n in some.items() if n})
    return shares


def disagreeing(store: GraphStore, settings: Settings, kg: str | None) -> tuple[SourceGraph, Search]:
    """A graph of the store, and what another graph says differently as the source of its conflicts.

    Raises:
        InputError: if a graph is not there or nothing is known of it, or nothing links the two.
        OntologyError: for axioms that cannot be read.
    """
    graph, ground = grounded(store, kg)
    found = natural(store, graph.info, ground, str(settings.against), strict=settings.strict)
    graph = replace(graph, plan=settings.plan or found.plan, against=found)
    return graph, partial(PROPOSERS.named("natural"), Commission(store, graph, ground, settings))


def searched(
    store: GraphStore,
    settings: Settings,
    kg: str | None,
    axioms: Path | None = None,
    processes: int = 1,
    models: Models | None = None,
    shard: Shard | None = None,
) -> tuple[SourceGraph, Search]:
    """A graph of the store by what is known of its kind (``kgs/``), and the search of it for a salt.

    So many ``processes`` search; what they find is the same with any number. ``axioms`` is a file to use instead of the
    axioms of that kind; with it any graph will do. Where the settings say so it is one of the ``models`` that proposes.

    Raises:
        InputError: if it is not there, or nothing is known of a graph with its relations.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    graph, ground = grounded(store, kg, axioms)
    commission = Commission(store, graph, ground, settings, processes, models, shard)
    return graph, partial(PROPOSERS.named(settings.generator), commission)
