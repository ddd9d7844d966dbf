"""Statements of one's own put into words, with names and grammar from a loaded graph."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.verbalise import Style, render, tells_grammar
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order, Statement, Text, content_hash
from contragraph.graph.store import GraphStore
from contragraph.kgs import REFERENCE, kg_like, kg_of

_LOOKED_AT = 300
"""Facts that leave an entity among which those are looked for that tell how to speak of it."""


def verbalise(
    store: GraphStore, statements: Sequence[Statement], *, style: Style = "encyclopedic", variant: int = 0
) -> Text:
    """A text that states each of the statements and nothing else, and which sentence states which.

    Entities must be in the store. ``style`` is ``encyclopedic``, ``short`` or ``news``; variants 0 and 1 differ in
    order and wording all over. The same arguments give the same text.

    Raises:
        InputError: if an entity is not in the store, there is no such style, or the statements are of several graphs.
    """
    ids = sorted({e for s in statements for e in s.entities})
    entities = store.entities(ids)
    kgs = sorted({e.kg for e in entities.values()})
    relations = {r.id: r.label for kg in kgs for r in store.relations(kg)}
    some = [kg_like(r.id for r in store.relations(kg)) or kg_of(REFERENCE) for kg in kgs] or [kg_of(REFERENCE)]
    if len({kg.name for kg in some}) > 1:
        raise InputError(f"The statements are of several graphs ({', '.join(kgs)}): put those of one into words.")
    words = some[0]
    around = store.facts(ids, "out", Order.of_seed("verbalise"), _LOOKED_AT, hidden=True)
    grammar = (f.statement for facts in around.values() for f in facts if tells_grammar(f.relation))
    return render(
        statements,
        entities,
        words.lexicon,
        {**words.ontology.labels, **relations},
        seed=content_hash(sorted(s.id for s in statements)),
        variant=variant,
        background=sorted(grammar, key=lambda s: s.sort_key),
        style=style,
    )
