"""A language model as a proposer, of statements of which a search knows that something contradicts them."""

from __future__ import annotations

from contragraph.generation.llm.running import LLM
from contragraph.generation.pool.source import Source
from contragraph.generation.run.proposers.registry import PROPOSERS, Commission
from contragraph.graph.errors import InputError


@PROPOSERS.register(LLM)
def llm(commission: Commission, salt: str) -> Source:
    """A model proposes, and what it proposes is proven or refused.

    Raises:
        InputError: if no model is given.
    """
    graph, models = commission.graph, commission.models
    if models is None:
        raise InputError("The settings ask a language model, and none is given; name one with --model or --models.")
    searcher = commission.searcher(salt)
    plan = commission.settings.plan
    return models.source(searcher, graph.info.kg, graph.labels, graph.lexicon, plan, commission.processes)
