"""Loading a KG into an embedded store: a new file is built beside the old one and takes its place in one step.

The new file has the staged KG, the other KGs and all that was made. So a load that is killed leaves the old
store as it was, a KG loaded again leaves no gaps in the file, and there is one way to load, not two.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from contragraph import cypher
from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.engines.ladybug.parts import copy_in_parts
from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.loading.shared import shared_texts
from contragraph.graph.loading.staged import info, read_staged, ready_file, scan_staged
from contragraph.graph.store import KgInfo, Staging
from contragraph.graph.tables.schema import MADE, NODES, SAME_AS, RelationshipKind, node_schema, node_table

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

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


class Build:
    """A new store file beside the one at ``path``, whose place it takes when it is finished.

    With ``of_old`` it begins as a copy of the old one, which must be closed, and not empty.

    :raises StoreError: if the file cannot be written; the old one is as it was.
    """

    def __init__(self, path: Path, *, of_old: bool = False) -> None:
        self._path = path
        self._file: LadybugFile | None = None
        remove_leftovers(path)
        try:
            if of_old:
                shutil.copyfile(path, _new_path(path))
            self._file = LadybugFile(_new_path(path))
            if not of_old:
                self._file.create_schema()
        except OSError as error:
            self.drop()
            raise _unwritable(path, error) from error
        except BaseException:
            self.drop()
            raise

    @property
    def file(self) -> LadybugFile:
        """The new file, until it is finished or dropped."""
        assert self._file is not None
        return self._file

    def finish(self, before: Callable[[], None] | None = None) -> None:
        """Put the new file in the place of the old one; ``before`` runs when it is complete, just before that.

        :raises StoreError: if the file cannot be written; the old one is as it was.
        """
        path = self._path
        try:
            self.file.do("store.checkpoint")
            self._close()
            if before:
                before()
            _sync(_new_path(path))
            _new_path(path).replace(path)
            _sync(path.parent)
        except OSError as error:
            raise _unwritable(path, error) from error
        finally:
            self.drop()

    def drop(self) -> None:
        """Remove the new file, unless it is the store already."""
        self._close()
        remove_leftovers(self._path)

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(f"The store {path} cannot be written: {error.strerror}.")


def build(
    path: Path,
    fill_file: Callable[[LadybugFile], None],
    before: Callable[[], None] | None = None,
    *,
    of_old: bool = False,
) -> None:
    """Make a new store file, fill it, and let it take the place of the one at ``path``; see :class:`Build`.

    :raises StoreError: if the file cannot be written; the old one is as it was.
    """
    new = Build(path, of_old=of_old)
    try:
        fill_file(new.file)
        new.finish(before)
    finally:
        new.drop()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def fill(new: LadybugFile, old: LadybugFile, staging: Staging, *, has_entities: bool = False) -> KgInfo:
    """Bring the staged KG and all of the old store but that KG into an empty new one.

    The staged tables are read by the engine itself, from their files. With ``has_entities`` the new file has its
    entities already.

    :raises InputError: if a staged table cannot be used, or an id belongs to another KG of the store.
    """
    import polars as pl

    loaded = info(staging)
    if not has_entities:
        fill_entities(new, old, staging)
    kept = {label: _kept(old, label, staging.kg) for label in ("Relation", "Kg")}
    relations = read_staged(staging, "relations")
    shared = relations.join(kept["Relation"], on="id", how="semi")
    own = relations.join(shared, on="id", how="anti")
    new.copy_nodes("Relation", _cast("Relation", pl.concat([kept["Relation"], own])))
    row = {c: getattr(loaded, c, None) for c in NODES["Kg"]}
    row |= {"complete": True, "shared": shared_texts(shared)}
    new.copy_nodes("Kg", _cast("Kg", pl.concat([kept["Kg"], _frame(node_table("Kg", [row]))])))
    with _linked(staging) as staged:
        for target, table in (("Entity", "facts"), ("Literal", "literal_facts")):
            others = _dump(old, "store.dump_facts", {"target": target}, {"kg": staging.kg})
            if target == "Literal":
                _copy_literals(new, old, staging, others["target"], staged("literals"))
            ends = {"source": "Entity", "target": target}
            _copy_rows(new, "store.copy_relationships", others.to_arrow(), table="FACT", **ends)
            file = staged(table)
            timed = "valid_from" in pl.read_parquet_schema(file)
            copy = "store.copy_timed_facts_file" if timed else "store.copy_facts_file"
            _copy_file(new, copy, file, target=target)
    _copy_made(new, old)
    return loaded


def fill_entities(new: LadybugFile, old: LadybugFile, staging: Staging) -> None:
    """Bring entities into an empty new file: those of other KGs in the old one, then the staged ones.

    :raises InputError: if the staged table cannot be used, or an id belongs to another KG of the store.
    """
    kept = _kept(old, "Entity", staging.kg)
    _refuse_strangers(kept, staging)
    with _linked(staging) as staged:
        _copy_rows(new, "store.copy_nodes", _cast("Entity", kept), table="Entity")
        del kept
        _copy_file(new, "store.copy_nodes", staged("entities"), table="Entity")


def _copy_rows(new: LadybugFile, name: str, rows: pa.Table, **names: str) -> None:
    """Copy rows that may be many, by way of a file."""
    if rows.num_rows:
        with new.as_file(rows) as file:
            _copy_file(new, name, file, **names)


def _copy_file(new: LadybugFile, name: str, file: Path, **names: str) -> None:
    def copy(part: Path) -> None:
        new.copy_file(name, part, **names)
        _settle(new)

    copy_in_parts(file, file.parent, copy, nodes="target" not in names)


def _settle(new: LadybugFile) -> None:
    """Bring what was copied to the file: till then it takes room in the page cache, which millions of facts need."""
    new.do("store.checkpoint")


@contextmanager
def _linked(staging: Staging) -> Iterator[Callable[[str], Path]]:
    """What gives for a table a link to its file, with a name that has no character the engine takes for a pattern."""
    with TemporaryDirectory(prefix="contragraph-") as name:
        folder = Path(name)

        def staged(table: str) -> Path:
            link = folder / f"{table}.staged.parquet"
            link.symlink_to(ready_file(staging, table, folder).resolve())
            return link

        yield staged


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


def _refuse_strangers(kept: pl.DataFrame, staging: Staging) -> None:
    if kept.is_empty():
        return
    staged = scan_staged(staging, "entities").select("id")
    both = kept.lazy().select("id", "kg").join(staged, on="id", how="semi").sort("id").head(1)
    for identifier, kg in both.collect(engine="streaming").iter_rows():
        raise InputError(
            f"Entity {identifier} of the KG {staging.kg} belongs to the KG {kg} of this store: "
            "load it into another store."
        )


def _copy_literals(new: LadybugFile, old: LadybugFile, staging: Staging, used: pl.Series, file: Path) -> None:
    """Literals of other KGs' facts, and those of statements and questions; the rest is dropped; then the staged."""
    import polars as pl

    stated = pl.concat([_kept(old, "Statement", None)["object"], _kept(old, "Question", None)["offers"].explode()])
    kept = _kept(old, "Literal", None)
    kept = kept.filter(pl.col("id").is_in(pl.concat([used, stated]).unique().implode()))
    if len(kept):
        staged = scan_staged(staging, "literals").select("id")
        kept = kept.lazy().join(staged, on="id", how="anti", maintain_order="left").collect(engine="streaming")
    _copy_rows(new, "store.copy_nodes", _cast("Literal", kept), table="Literal")
    _copy_file(new, "store.copy_nodes", file, table="Literal")


def _copy_made(new: LadybugFile, old: LadybugFile) -> None:
    """Everything that was made, and links between KGs; both are joined with the entities that are there now."""
    import polars as pl

    for label in NODES:
        if label not in _OF_KG:
            new.copy_nodes(label, _cast(label, _kept(old, label, None)))
    statements = _kept(old, "Statement", None)
    links = _dump(old, "store.dump_relationships", {"table": SAME_AS, "source": "Entity", "target": "Entity"})
    joined_at_all = len(statements) or len(links)  # else the ids of millions of entities are read for nothing
    entities = _dump(new, "store.dump_ids", {"table": "Entity"})["id"] if joined_at_all else statements["id"]
    if len(links):
        links = links.filter(pl.all_horizontal(pl.col("source", "target").is_in(entities.implode())))
    new.copy_relationships(SAME_AS, "Entity", "Entity", links.to_arrow())
    for kind in MADE:
        if kind.source == "Question" and kind.target == "Entity":
            table = _options(old).filter(pl.col("target").is_in(entities.implode()))
        elif kind.target == "Entity":
            column = kind.type.lower()
            joined = statements.filter(pl.col(column).is_in(entities.implode()))
            table = joined.select(source="id", target=column)
        else:
            table = _joins(old, kind)
        new.copy_relationships(kind.type, kind.source, kind.target, table.to_arrow())


def _options(old: LadybugFile) -> pl.DataFrame:
    """The options of all questions, whatever they are, as rows of relationships."""
    import polars as pl

    questions = _kept(old, "Question", None).select("id", "offers", "roles")
    places = questions.with_columns(pl.int_ranges(pl.col("offers").list.len()).alias("position"))
    return places.explode("offers", "roles", "position").select(
        pl.col("id").alias("source"), pl.col("offers").alias("target"), "position", pl.col("roles").alias("role")
    )


def _joins(old: LadybugFile, kind: RelationshipKind) -> pl.DataFrame:
    return _dump(old, kind.dump, {"table": kind.type, "source": kind.source, "target": kind.target})
