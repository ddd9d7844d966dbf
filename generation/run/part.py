"""One graph's part of a run: its pairs and their controls, from what a search of it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any

from contragraph.dataset.records.codec import to_line
from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.depth import DepthFirst
from contragraph.generation.assembly.fill import OVERLAP, Filler
from contragraph.generation.assembly.journal import entry_of, replay
from contragraph.generation.assembly.pairs import CLASSING, NO_LINKS, Chooser
from contragraph.generation.assembly.proof import Proven, Prover
from contragraph.generation.assembly.rounds import Maker, RunState, Wave, fill_type, in_order
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.controls.rounds import Controls
from contragraph.generation.llm.proposing import accounted
from contragraph.generation.pool.conflicts import Pool
from contragraph.generation.pool.quotas import ENOUGH, QuotaLedger
from contragraph.generation.run.graphs import SourceGraph
from contragraph.generation.run.searches import Search
from contragraph.generation.run.task import Task
from contragraph.generation.search.background import classes_known
from contragraph.generation.settings import Settings
from contragraph.generation.settings.shares import FREE
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, Order
from contragraph.graph.store import GraphStore
from contragraph.ontology.alignment import lens_of
from contragraph.reasoning.rules.ruleset import rules_of

Entry = Mapping[str, Any]
"""A line of the journal."""
Tell = Callable[[Sequence[Instance]], tuple[Sequence[Instance], Mapping[str, object]]]
"""Pairs in other words, and what the line of the journal notes of that."""


def as_they_are(pairs: Sequence[Instance]) -> tuple[Sequence[Instance], Mapping[str, object]]:
    """The texts of templates."""
    return pairs, {}


@dataclass(frozen=True)
class GraphPart:
    """The pairs of one graph in the making: how far they have come, and what they need."""

    settings: Settings
    """Those of the run, with what is wanted of the graph as their plan."""
    graph: SourceGraph
    state: RunState
    maker: Maker
    telling: Telling

    @classmethod
    def of(
        cls, store: GraphStore, task: Task, graph: SourceGraph, search: Search, before: GraphPart | None
    ) -> GraphPart:
        """The part of a run before it begins; what the part before could not make is wanted of it as well."""
        plan = Counter(graph.wanted(task.settings)) + (before.short if before else Counter())
        settings = replace(task.settings, plan=plan)
        salt = f"{settings.seed}:{graph.info.kg}:{graph.info.snapshot}"
        around = Around(store, Order.of_seed(salt), graph.labels)
        # Shares can be kept of what is made up, not of what is found.
        enough = ceil(ENOUGH / settings.shards)
        state = RunState(
            Pool(salt), QuotaLedger(settings.quotas if graph.against is None else FREE, settings.plan, enough)
        )
        state.ledger.waived.update(graph.beyond)
        parity, rules = state.ledger.parity, rules_of(task.ontology)
        apart, classing = (_relations(graph, roles) for roles in (NO_LINKS, CLASSING))
        seen = lens_of(graph.lexicon.alignment, graph.labels).seen.relation
        untold = frozenset(r for r in graph.labels if seen(r).relation in graph.lexicon.sections.left_out)
        chooser = Chooser(state.pool, state.ledger, around, graph.statable - apart, untold)
        deep = (
            DepthFirst(Around(store, around.order, graph.labels), graph.statable, salt)
            if settings.fill == "dfs"
            else None
        )
        overlap = OVERLAP if settings.overlap is None else settings.overlap
        filler = Filler(
            around, graph.ontology, graph.statable, parity, salt, graph.lexicon, settings.distractors, overlap, deep
        )
        maker = Maker(search(salt), chooser, filler, Prover(rules, rules.strict(), settings.strict))
        telling = Telling(
            around,
            task.ontology,
            graph.lexicon,
            graph.labels,
            graph.info.kg,
            task.run.id,
            classing,
            settings.style,
            settings.generator,
        )
        return cls(settings, graph, state, maker, telling)

    @property
    def short(self) -> Counter[PairType]:
        """The pairs that are missing."""
        return Counter(self.settings.plan) - self.state.kept

    def replay(self, entry: Entry) -> None:
        """Bring the run to where it was after a journalled wave of pairs; controls are read when they are made."""
        if entry["type"] != str(CONTROL):
            replay(entry, self.state, self.maker.source)
            accounted(self.maker.source)  # the journal has counted that already

    def waves(self) -> Iterator[tuple[Wave, list[Instance]]]:
        """Waves of pairs until the plan is met or nothing is left to try, from where the state stands."""
        for pair_type, pairs in in_order(self.settings.plan):
            for wave in fill_type(pair_type, pairs, self.state, self.maker):
                yield wave, [self._told(pair) for pair in wave.kept]

    def _told(self, pair: Proven) -> Instance:
        told, against = self.telling.instance(pair), self.graph.against
        return told if against is None else against.finished(told)

    def entry(self, wave: Wave, told: list[Instance]) -> dict[str, object]:
        """A wave as a line of the journal."""
        return {**entry_of(wave, told, lambda r: self.graph.labels.get(r, r)), "kg": self.graph.info.kg}

    def controls(
        self, store: GraphStore, journal: Iterable[Entry], tell: Tell = as_they_are
    ) -> Iterator[dict[str, object]]:
        """Pairs without any conflict beside those of its journal, as further lines of it.

        They are told as the pairs are, with the same care, so that no manner gives them away.
        """
        graph, known, ratio = self.graph, self.graph.known, self.settings.controls
        if ratio is None:
            return
        if known is None:
            raise InputError("Controls need to know which relations say where places lie: leave --ontology out.")
        ways = Ways(self.telling.around, graph.ontology, known.role("located_in"), known.role("contains"))
        classes = partial(classes_known, store, known, graph.ontology)
        making = Controls(self.maker, self.state, self.telling, ways, classes, self.maker.filler.salt)
        for entry, pairs in making.entries(journal, self.settings.plan, ratio):
            told, noted = tell(pairs)
            kept = [{"id": name, "line": line} for name, line in map(to_line, told)]
            yield {**entry, "kept": kept, "kg": graph.info.kg, **noted}


def _relations(graph: SourceGraph, roles: Iterable[str]) -> frozenset[str]:
    """The relations of a graph that have one of some roles; none where nothing is known of the graph."""
    return frozenset(r for role in roles for r in graph.known.role(role)) if graph.known else frozenset()
