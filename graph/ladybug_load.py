"""Loading a KG into an embedded store: a new file is built beside the old one and takes its place in one step.

The new file has the staged KG, the other KGs and all that was made. So a load that is killed leaves the old
store as it was, a KG loaded again leaves no gaps in the file, and there is one way to load, not two.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph import cypher
from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.staged import info, read_entities, read_staged
from contragraph.graph.store import KgInfo, Staging
from contragraph.graph.tables import MADE, NODES, Kind, node_schema, node_table

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from contragraph.graph.engine_ladybug import LadybugFile

_OF_KG = ("Kg", "Entity", "Literal", "Relation", "Store")
"""Kinds of nodes that come from KGs; all others were made."""


def _new_path(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def remove_leftovers(path: Path) -> None:
    """Remove what a killed load left beside the store."""
    for leftover in path.parent.glob(f"{_escaped(path.name)}.new*"):
        leftover.unlink()


def _escaped(name: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


def build(
    path: Path,
    fill_file: Callable[[LadybugFile], None],
    before: Callable[[], None] | None = None,
    *,
    of_old: bool = False,
) -> None:
    """Make a new store file, fill it, and let it take the place of the one at ``path``.

    ``before`` runs when the new file is complete, just before it takes the place. With ``of_old`` the new file begins
    as a copy of the old one, which must be closed, and not empty.

    :raises StoreError: if the file cannot be written; the old one is as it was.
    """
    from contragraph.graph.engine_ladybug import LadybugFile

    remove_leftovers(path)
    try:
        if of_old:
            shutil.copyfile(path, _new_path(path))
        new = LadybugFile(_new_path(path))
        try:
            if not of_old:
                new.create_schema()
            fill_file(new)
            new.do("store.checkpoint")
        finally:
            new.close()
        if before:
            before()
        _sync(_new_path(path))
        _new_path(path).replace(path)
        _sync(path.parent)
    except OSError as error:
        raise StoreError(f"The store {path} cannot be written: {error.strerror}.") from error
    finally:
        remove_leftovers(path)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def fill(new: LadybugFile, old: LadybugFile, staging: Staging) -> KgInfo:
    """Bring the staged KG and all of the old store but that KG into an empty new one.

    :raises InputError: if a staged table cannot be used, or an id belongs to another KG of the store.
    """
    import polars as pl

    entities = read_entities(staging)
    relations = read_staged(staging, "relations")
    kept = {label: _kept(old, label, staging.kg) for label in ("Entity", "Relation", "Kg")}
    for label, staged in (("Entity", entities), ("Relation", relations)):
        _refuse_strangers(label, staged, kept[label], staging)
    facts, literal_facts = (read_staged(staging, name) for name in ("facts", "literal_facts"))
    loaded = info(staging, entities, len(relations), len(facts) + len(literal_facts))

    new.copy_nodes("Entity", _cast("Entity", pl.concat([kept["Entity"], entities])))
    new.copy_nodes("Relation", _cast("Relation", pl.concat([kept["Relation"], relations])))
    row = {**{c: getattr(loaded, c) for c in NODES["Kg"] if c != "complete"}, "complete": True}
    new.copy_nodes("Kg", _cast("Kg", pl.concat([kept["Kg"], _frame(node_table("Kg", [row]))])))
    del kept, entities

    of = {"kg": staging.kg}
    for target, staged in (("Entity", facts), ("Literal", literal_facts)):
        others = _dump(old, "store.dump_facts", {"target": target}, of)
        table = pl.concat([others, staged.rename({"subject": "source", "object": "target"}).select(others.columns)])
        if target == "Literal":
            _copy_literals(new, old, staging, table["target"])
        new.copy_relationships("FACT", "Entity", target, table.to_arrow())
    _copy_made(new, old)
    return loaded


def _dump(old: LadybugFile, name: str, names: dict[str, str], params: dict[str, str] | None = None) -> pl.DataFrame:

    return _frame(old.arrow(cypher.get(name, "ladybug").fill(**names), params or {}))


def _frame(table: pa.Table) -> pl.DataFrame:
    import polars as pl

    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)  # a Series comes of an array only
    return frame


def _kept(old: LadybugFile, label: str, kg: str | None) -> pl.DataFrame:
    """The nodes of the old store that stay, in the columns of their table."""
    import polars as pl

    if kg is None:
        table = _dump(old, "store.dump_nodes", {"table": label})
    else:
        table = _dump(old, "store.dump_nodes_but", {"table": label}, {"kg": kg})
    columns = [pl.col(f"n.{name}").alias(name) for name in NODES[label]]
    return _frame(table.select(columns).to_arrow().cast(node_schema(label)))


def _cast(label: str, frame: pl.DataFrame) -> pa.Table:
    return frame.select(list(NODES[label])).to_arrow().cast(node_schema(label))


def _refuse_strangers(label: str, staged: pl.DataFrame, kept: pl.DataFrame, staging: Staging) -> None:
    both = kept.join(staged.select("id"), on="id", how="semi").sort("id")
    if len(both):
        raise InputError(
            f"{label} {both['id'][0]} of the KG {staging.kg} belongs to the KG {both['kg'][0]} of this store: "
            "load it into another store."
        )


def _copy_literals(new: LadybugFile, old: LadybugFile, staging: Staging, used: pl.Series) -> None:
    """Literals of facts, and those that statements have as objects; the rest is dropped."""
    import polars as pl

    stated = _kept(old, "Statement", None)["object"]
    kept = _kept(old, "Literal", None)
    kept = kept.filter(pl.col("id").is_in(pl.concat([used, stated]).unique().implode()))
    table = pl.concat([kept, read_staged(staging, "literals")]).unique("id", keep="first", maintain_order=True)
    new.copy_nodes("Literal", _cast("Literal", table))


def _copy_made(new: LadybugFile, old: LadybugFile) -> None:
    """Everything that was made; statements are joined with the entities that are there now."""
    import polars as pl

    for label in NODES:
        if label not in _OF_KG:
            new.copy_nodes(label, _cast(label, _kept(old, label, None)))
    statements = _kept(old, "Statement", None)
    entities = _dump(new, "store.dump_ids", {"table": "Entity"})["id"]
    for kind in MADE:
        if kind.target == "Entity":
            column = kind.type.lower()
            joined = statements.filter(pl.col(column).is_in(entities.implode()))
            table = joined.select(source="id", target=column)
        else:
            table = _joins(old, kind)
        new.copy_relationships(kind.type, kind.source, kind.target, table.to_arrow())


def _joins(old: LadybugFile, kind: Kind) -> pl.DataFrame:
    name = {"ADDS": "store.dump_adds", "STATES": "store.dump_positions"}.get(kind.type, "store.dump_relationships")
    return _dump(old, name, {"table": kind.type, "source": kind.source, "target": kind.target})
