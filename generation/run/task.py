"""What a run is, before anything is searched, and what came of it: of one graph or several."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from contragraph.generation.assembly.outcome import PartOutcome
from contragraph.generation.pool.quotas import QuotaLedger
from contragraph.generation.run.graphs import SourceGraph
from contragraph.generation.settings import ALL, Settings
from contragraph.graph.model import content_hash
from contragraph.graph.model.origin import Run
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.turtle import format_ontology
from contragraph.ontology.union import union


@dataclass(frozen=True)
class Task:
    """The settings of a run and all else that decides what it makes."""

    settings: Settings
    run: Run
    identity: dict[str, object]
    """The settings and the graphs, as the manifest keeps them."""
    ontology: Ontology
    """The axioms of all graphs: by them every pair is proven, and proven again."""

    @classmethod
    def of(cls, settings: Settings, *graphs: SourceGraph) -> Task:
        """A run of these settings over some graphs.

        Raises:
            OntologyError: if two of the graphs mean different things by one axiom.
        """
        first, several = graphs[0], len(graphs) > 1
        if not several and first.known is not None and first.known.quotas:
            settings = replace(settings, quotas=settings.quotas.or_those(first.known.quotas))
        ontology = union(graph.ontology for graph in graphs) if several else first.ontology
        chosen = {**settings.as_json(), "ontology": content_hash(format_ontology(ontology))}
        if first.against is not None:
            chosen["against_snapshot"] = first.against.snapshot
        snapshots = {graph.info.kg: graph.info.snapshot for graph in graphs}
        kg = ALL if several else first.info.kg
        snapshot = content_hash([*snapshots.items()]) if several else first.info.snapshot
        run = Run(settings.seed, json.dumps(chosen, sort_keys=True), kg, snapshot)
        identity: dict[str, object] = {**chosen, "kg": kg, "kg_snapshot": snapshot}
        if several:
            identity["kgs"] = snapshots
        return cls(settings, run, identity, ontology)

    def ledger(self) -> QuotaLedger:
        """The account of what the whole run uses, before it has used anything."""
        return QuotaLedger(self.settings.quotas, self.settings.plan)

    def together(self, parts: Iterable[PartOutcome]) -> PartOutcome:
        """What came of the parts of the run, as one, for its report."""
        whole = PartOutcome(self.ledger())
        for part in parts:
            whole.add(part)
        return whole
