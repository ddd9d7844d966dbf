"""Loading a KG into Neo4j, in pieces: the KG counts as loaded only when its last piece is there.

The node of the KG is marked first and marked complete last. A load that was killed is found by that mark, and
the next load of the KG clears what it left. What was made stays, and its statements and questions are joined again
with the entities that are there now; so are the entities of other KGs that were linked with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from contragraph import cypher
from contragraph.cypher import Row
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.errors import InputError
from contragraph.graph.loading.shared import shared_texts
from contragraph.graph.loading.staged import info, read_staged
from contragraph.graph.store import KgInfo, Staging

if TYPE_CHECKING:
    import polars as pl

    from contragraph.graph.engines.neo4j.connection import Neo4jConnection

ROWS = 20_000
"""Rows in one transaction: some ten MB in the server."""


def load(store: Neo4jConnection, staging: Staging) -> KgInfo:
    """Bring the staged KG into the store, replacing the KG of that name.

    :raises InputError: if a staged table cannot be used, or an id belongs to another KG of the store; nothing
        has been changed then.
    """
    loaded = info(staging)
    entities, relations = read_staged(staging, "entities"), read_staged(staging, "relations")
    facts, literal_facts = (read_staged(staging, name) for name in ("facts", "literal_facts"))
    _refuse_strangers(store, staging, entities)
    strangers = {row["id"] for row in _strangers(store, "Relation", staging.kg, relations["id"])}
    shared = relations["id"].is_in(sorted(strangers))
    types = {relation: relationship_type(relation) for relation in relations["id"]}
    facts, literal_facts = _typed(facts, types), _typed(literal_facts, types)

    _send(store, "load.begin", kg=staging.kg)
    for name in ("load.keep_links", "load.delete_entities", "load.delete_relations"):
        _send(store, name, kg=staging.kg)
    _send(store, "load.delete_literals")
    _send_rows(store, "load.nodes", entities, label="Entity")
    _send_rows(store, "load.nodes", relations.filter(~shared), label="Relation")
    _send_rows(store, "load.literals", read_staged(staging, "literals"))
    for target, table in (("Entity", facts), ("Literal", literal_facts)):
        text = cypher.get("load.facts", "neo4j").fill(target=target)
        for part in table.iter_slices(ROWS):
            store.send(text, {"rows": part.rows()})  # tuples: half the bytes of dicts
    _send(store, "load.relink_subjects")
    _send(store, "load.relink_objects")
    _send(store, "load.relink_options")
    _send(store, "load.relink_same")
    sizes = {name: getattr(loaded, name) for name in KgInfo.__dataclass_fields__}
    _send(store, "load.finish", **sizes, shared=shared_texts(relations.filter(shared)))
    return loaded


def _typed(facts: pl.DataFrame, types: dict[str, str]) -> pl.DataFrame:
    """Facts with their relationship types.

    :raises InputError: if a fact has a relation that is not among the staged ones.
    """
    import polars as pl

    table = facts.with_columns(type=pl.col("relation").replace_strict(types, default=None, return_dtype=pl.String))
    unknown = table.filter(pl.col("type").is_null())
    if len(unknown):
        raise InputError(f"The staged facts use the relation {unknown['relation'][0]}, which is not staged.")
    return table


def _send(store: Neo4jConnection, name: str, **params: object) -> None:
    store.send(cypher.get(name, "neo4j").text, params)


def _send_rows(store: Neo4jConnection, name: str, table: pl.DataFrame, **names: str) -> None:
    text = cypher.get(name, "neo4j").fill(**names)
    for part in table.iter_slices(ROWS):
        store.send(text, {"rows": part.to_dicts()})


def _strangers(store: Neo4jConnection, label: str, kg: str, ids: pl.Series) -> Iterator[Row]:
    """Those of the ids that belong to another KG."""
    for part in ids.to_frame().iter_slices(ROWS * 5):
        yield from store._rows("kg.strangers", {"label": label}, ids=part.to_series().to_list(), kg=kg)


def _refuse_strangers(store: Neo4jConnection, staging: Staging, entities: pl.DataFrame) -> None:
    for found in _strangers(store, "Entity", staging.kg, entities["id"]):
        raise InputError(
            f"Entity {found['id']} of the KG {staging.kg} belongs to the KG {found['kg']} of this "
            "store: load it into another store."
        )
