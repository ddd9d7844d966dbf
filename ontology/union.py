"""The axioms of several knowledge graphs as one ontology, for datasets of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Axiom, Ontology, OrderAxiom, SpanAxiom

_AnyAxiom = TypeVar("_AnyAxiom", Axiom, OrderAxiom, SpanAxiom)


def union(ontologies: Iterable[Ontology]) -> Ontology:
    """The ontologies of several graphs as one.

    Of an axiom that several have the weaker strength holds, and the figures of the first that has any are kept.

    Raises:
        OntologyError: if two of them mean different things by one id.
    """
    axioms: dict[str, Axiom] = {}
    orders: dict[str, OrderAxiom] = {}
    spans: dict[str, SpanAxiom] = {}
    merged = Ontology(())
    for each in ontologies:
        _merge(axioms, each.axioms)
        _merge(orders, each.orders)
        _merge(spans, each.spans)
        merged = Ontology(
            (),
            {**each.labels, **merged.labels},
            {**each.comments, **merged.comments},
            {**each.domains, **merged.domains},
            merged.statable | each.statable,
            merged.factual | each.factual,
            merged.data | each.data,
            dates={**each.dates, **merged.dates},
        )
    return merged.restricted(axioms.values()).dated(orders.values(), spans.values())


def _merge(known: dict[str, _AnyAxiom], more: Iterable[_AnyAxiom]) -> None:
    """Add axioms to those of other graphs.

    Raises:
        OntologyError: if one id means different things.
    """
    for axiom in more:
        other = known.get(axiom.id, axiom)
        if _meaning(other) != _meaning(axiom):
            raise OntologyError(f"two graphs mean different things by {axiom.id}: make their datasets apart.")
        kept = axiom if other.facts is None else other
        weaker = "typical" in (axiom.strength, other.strength)
        known[axiom.id] = replace(kept, strength="typical" if weaker else "strict")


def _meaning(axiom: _AnyAxiom) -> _AnyAxiom:
    """An axiom without what each graph says of it on its own."""
    return replace(axiom, strength="typical", source="", comment="", facts=None, violations=None)
