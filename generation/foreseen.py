"""What a run of some settings would ask of language models: the dry run of ``generate``."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

from contragraph.generation.llm.foresee import Foreseen, by_step, proposals_foreseen, texts_foreseen
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.llm.waves import Bounds
from contragraph.generation.prepared import Making, prepare_run
from contragraph.generation.settings import Settings
from contragraph.generation.words import to_instance
from contragraph.graph.model import Instance
from contragraph.graph.store import GraphStore
from contragraph.models import ModelsConfig

_SAMPLED = 6
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
    for part in prepare_run(store, settings, kg, axioms).parts:
        if settings.generator == LLM:
            begun = part.begin(store)
            proposer, seeds, salt = begun.proposer, begun.seeds, begun.salt
            means = models.means(proposer, part.vocabulary, part.graph.kg, seeds, salt)
            for pair_type, wanted in part.settings.plan.items():
                bounds = Bounds(pair_type, wanted, models.tries)
                found.append(proposals_foreseen(bounds, seeds, means, salt, settings.quotas, config))
        if settings.verbaliser == LLM:
            pairs = sum(part.settings.plan.values())
            found += texts_foreseen(_samples(store, part), pairs, models.prompts, config)
    return by_step(found)


def _samples(store: GraphStore, part: Making) -> list[Instance]:
    """Some pairs of the plan, made without a model."""
    plan = dict.fromkeys(islice(part.settings.plan, _SAMPLED), 1)
    small = replace(part, settings=replace(part.settings, generator="symbolic", plan=plan))
    return [to_instance(draft, wording) for wave, wording in small.waves(store) for draft in wave.kept]
