"""Relations that several KGs of a store have, such as ``rdf:type``.

A store has one node for a relation, which belongs to the KG that was loaded first. Of each further KG the node of the
KG itself notes which relations it shares, with its own label and number of facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from contragraph.graph.model import Relation

if TYPE_CHECKING:
    import polars as pl


def shared_texts(relations: pl.DataFrame) -> list[str]:
    """Relations (id, label, facts) as the texts that the node of a KG has."""
    rows = relations.sort("id").select("id", "facts", "label").iter_rows()
    return [f"{identifier} {facts} {label}" for identifier, facts, label in rows]


def shared_relations(texts: Iterable[str] | None, kg: str) -> list[Relation]:
    """The relations that the node of a KG says it shares with others."""
    found = []
    for text in texts or ():
        identifier, facts, label = text.split(" ", 2)
        found.append(Relation(identifier, label, kg, int(facts)))
    return found
