"""Validating in one call the documents that a retriever gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contragraph.documents.clash import SURE
from contragraph.documents.passages import passage_of
from contragraph.documents.traces import Context
from contragraph.documents.validate import Validation, validate_context
from contragraph.graph.errors import InputError
from contragraph.kgs import REFERENCE


def validate(
    documents: Sequence[str | Mapping[str, object]],
    *,
    ontology: str = REFERENCE,
    least: float = SURE,
    model: str | None = None,
    api_base: str | None = None,
    max_cost: float | None = None,
) -> Validation:
    """Say whether documents contradict each other, which of them, and why; no model is asked unless one is named.

    A document is a text, or a mapping with a ``text`` and perhaps an ``id`` and a ``title``. Findings number documents
    and sentences from 1. ``ontology`` is whose relations the prover knows (``wikidata``, ``dbpedia``, ``yago``),
    ``least`` how sure a rule must be. A ``model`` is asked once, at ``api_base`` if that is given, for at most
    ``max_cost`` USD.

    Raises:
        InputError: if there is no text, or the libraries that read texts are not installed.
        ModelError: if the model cannot be asked.
        CostLimitError: if it would cost more.
    """
    context = Context("1", tuple(map(passage_of, documents)))
    if not any(document.text.strip() for document in context.documents):
        raise InputError("None of the documents has a text; give texts, or mappings with a text.")
    found = validate_context(context, ontology=ontology, least=least)
    if model is None:
        return found
    from contragraph.documents.validate_modelled import validate_with_model
    from contragraph.llm import open_gateway, read_config

    with open_gateway(read_config(None, model, api_base), max_cost=max_cost) as gateway:
        return validate_with_model([context], [found], gateway)[0]
