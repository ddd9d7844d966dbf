"""What a run of some settings would ask of language models: the dry run of ``generate``."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

from contragraph.generation.llm.foresee import Foreseen, proposals_foreseen, texts_foreseen
from contragraph.generation.llm.proposing import Proposing
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.run.making import instances
from contragraph.generation.run.searches import prepared
from contragraph.generation.settings import Settings
from contragraph.graph.store import GraphStore
from contragraph.llm import ModelsConfig

_SAMPLED = 3
"""Pairs made without a model, on which the questions for texts are counted."""


def foresee(
    store: GraphStore,
    settings: Settings,
    models: Models,
    config: ModelsConfig,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
) -> list[Foreseen]:
    """The questions of a whole run by step; nothing is asked, and nothing written.

    Raises:
        InputError: for a KG that is not there.
        OntologyError: for axioms that cannot be read.
    """
    found: list[Foreseen] = []
    for graph, search in prepared(store, settings, kg, axioms, models=models):
        source = search("dry run")
        if isinstance(source, Proposing):
            conflicts = sum(pairs * t.conflicts for t, pairs in graph.wanted(settings).items())
            found.append(proposals_foreseen(source, conflicts, models.tries, config))
    if settings.verbaliser == LLM:
        small = replace(
            settings,
            generator="symbolic",
            verbaliser="template",
            controls=None,
            plan=dict.fromkeys(islice(settings.plan, _SAMPLED), 1),
        )
        samples = list(instances(store, small, kg=kg, axioms=axioms))
        ratio = settings.controls
        told = sum(n + (ratio.of(n) if ratio else 0) for n in settings.plan.values())
        found += texts_foreseen(samples, told, models.prompts, config)
    return found
