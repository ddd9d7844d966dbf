"""Statements of one's own put into words, with names and grammar from a loaded graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from contragraph.generation.lensed import Lensed, Reader
from contragraph.generation.verbalise import Style, render, tells_grammar
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order, Statement, Text, content_hash
from contragraph.graph.store import GraphStore
from contragraph.ontology.vocabulary import vocabulary_of

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
    kgs = sorted({e.kg for e in store.entities(ids).values()})
    vocabularies = [vocabulary_of(store.relations(kg)) for kg in kgs] or [vocabulary_of(())]
    if len(vocabularies) > 1 and any(v.lens for v in vocabularies):
        raise InputError(f"The statements are of several graphs ({', '.join(kgs)}): put those of one into words.")
    lens = vocabularies[0].lens
    labels = {relation: label for v in vocabularies for relation, label in v.labels.items()}
    reader: Reader = Lensed(store, lens) if lens else store
    told = [lens.seen.statement(s) for s in statements]
    own = {seen.id: s.id for seen, s in zip(told, statements, strict=True)}
    seen = sorted({e for s in told for e in s.entities})
    around = reader.facts(seen, "out", Order.of_seed("verbalise"), _LOOKED_AT, hidden=True)
    known = (f.statement for facts in around.values() for f in facts if tells_grammar(f.relation))
    text = render(
        told,
        reader.entities(seen),
        vocabularies[0].lexicon,
        labels,
        seed=content_hash(sorted(s.id for s in statements)),
        variant=variant,
        background=sorted(known, key=lambda s: s.sort_key),
        style=style,
    )
    sentences = (replace(s, statements=tuple(own[i] for i in s.statements)) for s in text.sentences)
    return replace(text, sentences=tuple(sentences))
