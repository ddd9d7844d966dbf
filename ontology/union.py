"""The axioms of several knowledge graphs as one ontology, for datasets of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Axiom, Ontology, OrderAxiom, SpanAxiom

_AnyAxiom = TypeVar("_AnyAxiom", Axiom, OrderAxiom, SpanAxiom)


def union(ontologies: Iterable[Ontology]) -> Ontology:
    """The ontologies of several graphs as one; of an axiom that several have, the one with figures is taken.

    Raises:
        OntologyError: if two of them mean different things by one id.
    """
    axioms: dict[str, Axiom] = {}
    orders: dict[str, OrderAxiom] = {}
    spans: dict[str, SpanAxiom] = {}
    merged = Ontology(())
    for each in ontologies:
        for axiom in each.axioms:
            known = axioms.setdefault(axiom.id, axiom)
            if (known.kind, known.terms, known.strength) != (axiom.kind, axiom.terms, axiom.strength):
                raise OntologyError(f"two graphs mean different things by {axiom.id}: make their datasets apart.")
            if known.facts is None:
                axioms[axiom.id] = axiom
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
    """Add axioms of dates to those of other graphs; the figures of the first that has any are kept.

    Raises:
        OntologyError: if one id means different things.
    """
    for axiom in more:
        other = known.setdefault(axiom.id, axiom)
        plain = replace(other, source="", comment="", facts=None, violations=None)
        if plain != replace(axiom, source="", comment="", facts=None, violations=None):
            raise OntologyError(f"two graphs mean different things by {axiom.id}: make their datasets apart.")
        if other.facts is None:
            known[axiom.id] = axiom
