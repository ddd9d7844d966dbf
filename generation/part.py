"""One graph of a run: what is known of it, its share of the plan, and the pairs and controls that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler, Parity
from contragraph.generation.assembly.journal import entry_of, replay
from contragraph.generation.assembly.pairs import Chooser
from contragraph.generation.assembly.pool import Pool
from contragraph.generation.assembly.proof import Prover
from contragraph.generation.assembly.quotas import Ledger, Shares
from contragraph.generation.assembly.rounds import Maker, State, fill_type, in_order
from contragraph.generation.assembly.source import Source
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.controls.rounds import Controls
from contragraph.generation.search.background import classes_known
from contragraph.generation.settings import Settings
from contragraph.graph.model import Instance, Order, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import Kg
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.reasoning.rules import rules_of

ALL = "all"
"""The name that stands for all graphs of a store."""


def _as_it_is(instance: Instance) -> Instance:
    return instance


@dataclass(frozen=True)
class Graph:
    """A loaded graph with all that is known of its relations, in its own terms."""

    info: KgInfo
    ontology: Ontology
    lexicon: Lexicon
    labels: Mapping[str, str]
    """Labels of relations."""
    known: Kg | None = None
    """What is known of graphs of its kind."""
    finished: Callable[[Instance], Instance] = _as_it_is
    """Adds to an instance where its perturbed statements are from, if nobody made them up."""

    @property
    def statable(self) -> frozenset[str]:
        """The relations that texts may state."""
        return self.ontology.statable


Search = Callable[[str], Source]
"""Gives the source of proven conflicts for a salt, which stands for seed and graph."""


class Part:
    """A graph in a run, and how far the run has come with it."""

    def __init__(
        self,
        store: GraphStore,
        graph: Graph,
        search: Search,
        settings: Settings,
        plan: Mapping[PairType, int],
        shares: Shares,
        run: str,
    ) -> None:
        self.graph, self.plan = graph, plan
        self._store, self._controls = store, settings.controls
        self._salt = salt = f"{settings.seed}:{graph.info.kg}:{graph.info.snapshot}"
        ontology, labels = graph.ontology, graph.labels
        self._around = Around(store, Order.of_seed(salt), labels)
        self.state = State(Pool(salt), Ledger(shares, plan))
        self._parity = Parity()
        rules = rules_of(ontology)
        through = {s.relation: s.through.relation for s in ontology.spans if s.through}
        self._maker = Maker(
            search(salt),
            Chooser(self.state.pool, self.state.ledger, self._around, graph.statable, salt, through),
            Filler(self._around, ontology, graph.statable, self._parity, salt),
            Prover(rules, rules.strict(), settings.strict),
        )
        self._telling = Telling(self._around, ontology, graph.lexicon, labels, graph.info.kg, run, settings.style)

    def replay(self, entry: Mapping[str, Any]) -> None:
        """Bring the state to where it was after a journalled wave of pairs; controls are read when they are made."""
        if entry["type"] != str(CONTROL):
            replay(entry, self.state, self._maker.source, self._parity)

    def entries(self, journal: Callable[[], Iterable[Mapping[str, Any]]]) -> Iterator[dict[str, object]]:
        """Waves of pairs, then of controls, as lines of the journal, from where the state stands."""
        for pair_type, pairs in in_order(self.plan):
            for wave in fill_type(pair_type, pairs, self.state, self._maker):
                instances = [self.graph.finished(self._telling.instance(pair)) for pair in wave.kept]
                yield self._signed(entry_of(wave, instances, lambda r: self.graph.labels.get(r, r)))
        if self._controls is not None:
            mine = [entry for entry in journal() if entry["kg"] == self.graph.info.kg]
            yield from map(self._signed, self._making().entries(mine, self.plan, self._controls))

    def _signed(self, entry: dict[str, object]) -> dict[str, object]:
        return {**entry, "kg": self.graph.info.kg}

    def _making(self) -> Controls:
        """What makes controls."""
        kg = self.graph.known
        roles = [kg.role(name) if kg else () for name in ("located_in", "contains")]
        ways = Ways(self._around, self.graph.ontology, *roles)
        known = partial(classes_known, self._store, kg)
        return Controls(self._maker, self.state, self._telling, ways, known, self._salt)


def shared_out(plan: Mapping[PairType, int], parts: int) -> list[dict[PairType, int]]:
    """An even share of every type for each of some graphs; they take turns at what is left over."""
    shares: list[dict[PairType, int]] = []
    for place in range(parts):
        some = {t: (n + (place + turn) % parts) // parts for turn, (t, n) in enumerate(plan.items())}
        shares.append({t: n for t, n in some.items() if n})
    return shares


def together(parts: Sequence[Part], shares: Shares, plan: Mapping[PairType, int]) -> State:
    """The states of all graphs of a run as one, for its report."""
    if len(parts) == 1:
        return parts[0].state
    whole = State(Pool(ALL), Ledger(shares, plan))
    for state in (part.state for part in parts):
        whole.pool.everything += state.pool.everything
        whole.kept += state.kept
        whole.ledger.add(state.ledger)
        for mine, its in ((whole.reasons, state.reasons), (whole.refused, state.refused)):
            for pair_type, counts in its.items():
                mine.setdefault(pair_type, Counter()).update(counts)
    return whole


def snapshot_of(graphs: Sequence[Graph]) -> tuple[str, str]:
    """The name and the snapshot of the graph of a run, or of all its graphs."""
    if len(graphs) == 1:
        return graphs[0].info.kg, graphs[0].info.snapshot
    return ALL, content_hash([[g.info.kg, g.info.snapshot] for g in graphs])
