"""A snapshot: all that a bank needs of a graph, written once and read by any number of processes.

Arrow files in a folder, which are mapped into memory: what a process does not look at is not read, and pages are
shared. Entities and relations are numbered in the order of their ids, facts in the order of their numbers, so that the
same graph gives the same files whatever store it was read from.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contragraph.dataset.files.folder import write_text
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Object, Statement
from contragraph.graph.store import GraphStore, KgInfo

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    import pyarrow as pa

NOTE = "snapshot.json"
"""Written last: a folder without it holds no snapshot."""
FORMAT = 1
_CACHED = 1 << 15
"""Values, and a fourth of the ids, that a process keeps at hand: some tens of megabytes, however large the graph."""
_MOST_NAMESAKES = 40
"""Things of one name beyond which it says too little: "Church"."""
_VALUE = 2**32
"""Added to the number of an object that is a value, to tell it from those of entities."""
_KEYS = ["subject", "relation", "value", "object", "valid_from", "valid_to"]


def write_snapshot(store: GraphStore, info: KgInfo, folder: Path) -> None:
    """Write a snapshot of a KG into a folder; a whole one of the same graph that is there is kept."""
    if _note(folder).get("snapshot") == info.snapshot:
        return
    import polars as pl

    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTE).unlink(missing_ok=True)
    things = _all(store.parts("bank.things", info.kg)).sort("id")
    relations = pl.Series("relation", sorted(r.id for r in store.relations(info.kg)), dtype=pl.String())
    labels = {r.id: r.label for r in store.relations(info.kg)}
    numbers = things.select("id").with_row_index("at")
    names = relations.to_frame().with_row_index("at")
    facts = _all(store.parts("bank.facts", info.kg))
    values = _all(store.parts("bank.values", info.kg))
    literals = (
        values.select(pl.col("object").alias("id"), "value", "datatype", "label").unique("id", keep="any").sort("id")
        if len(values)
        else pl.DataFrame(schema=dict.fromkeys(("id", "value", "datatype", "label"), pl.String()))
    )
    numbered = [_numbered(facts, numbers, numbers, names, value=False)]
    if len(values):
        numbered.append(_numbered(values, numbers, literals.select("id").with_row_index("at"), names, value=True))
    every = pl.concat(numbered).sort(_KEYS)
    _write(things, folder / "entities.arrow")
    _write(literals, folder / "literals.arrow")
    _write(every, folder / "facts.arrow")
    _write(_offsets(every["subject"], len(things)), folder / "subjects.arrow")
    by_relation = every.with_row_index("at").select("at", "relation", _key().alias("key")).sort("relation", "key", "at")
    _write(by_relation.select("at", "key"), folder / "by_relation.arrow")
    _write(_offsets(by_relation["relation"], len(relations)), folder / "relations.arrow")
    _write(_namesakes(things), folder / "namesakes.arrow")
    note = {
        "format": FORMAT,
        "kg": info.kg,
        "snapshot": info.snapshot,
        "relations": relations.to_list(),
        "labels": [labels[r] for r in relations],
        "entities": len(things),
        "facts": len(every),
    }
    write_text(folder / NOTE, json.dumps(note, sort_keys=True, ensure_ascii=False) + "\n")


def _key() -> pl.Expr:
    """The object of a fact as one number."""
    import polars as pl

    return pl.col("object").cast(pl.UInt64) + pl.col("value").cast(pl.UInt64) * pl.lit(_VALUE, dtype=pl.UInt64)


def _all(parts: Iterator[pl.DataFrame]) -> pl.DataFrame:
    """All parts as one table; without columns where there is none, as of a graph without values."""
    import polars as pl

    found = list(parts)
    return pl.concat(found) if found else pl.DataFrame()


def _numbered(
    facts: pl.DataFrame, subjects: pl.DataFrame, objects: pl.DataFrame, relations: pl.DataFrame, *, value: bool
) -> pl.DataFrame:
    """Facts as numbers, but for their times."""
    import polars as pl

    return (
        facts.join(subjects.rename({"id": "subject", "at": "s"}), on="subject")
        .join(objects.rename({"id": "object", "at": "o"}), on="object")
        .join(relations.rename({"at": "r"}), on="relation")
        .select(
            pl.col("s").alias("subject"),
            pl.col("r").cast(pl.UInt16).alias("relation"),
            pl.lit(value).alias("value"),
            pl.col("o").alias("object"),
            "valid_from",
            "valid_to",
        )
    )


def _offsets(sorted_numbers: pl.Series, count: int) -> pl.DataFrame:
    """Where the rows of each number begin, and at last where they end."""
    import numpy as np
    import polars as pl

    counts = np.bincount(sorted_numbers.to_numpy(), minlength=count)
    return pl.DataFrame({"at": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)})


def _namesakes(things: pl.DataFrame) -> pl.DataFrame:
    """Pairs of entities with one name, qualifiers in parentheses aside, that are not hidden, each way."""
    import polars as pl

    bare = pl.col("label").str.replace(r"\s*\([^)]*\)$", "").alias("name")
    named = things.select(bare, "hidden").with_row_index("one").filter(~pl.col("hidden") & (pl.col("name") != ""))
    few = named.filter(pl.len().over("name").is_between(2, _MOST_NAMESAKES)).select("one", "name")
    pairs = few.join(few.rename({"one": "other"}), on="name").filter(pl.col("one") != pl.col("other"))
    return pairs.select("one", "other").sort("one", "other")


def _write(table: pl.DataFrame, path: Path) -> None:
    temporary = path.with_name(path.name + ".tmp")
    # In one piece, so that every column is one array that is mapped and never copied.
    table.write_ipc(temporary, compression="uncompressed", compat_level=_plain(), record_batch_size=len(table) + 1)
    temporary.replace(path)


def _plain() -> Any:  # noqa: ANN401
    """Arrow without views of strings, which older readers do not know."""
    import polars as pl

    return pl.CompatLevel.oldest()


def _note(folder: Path) -> dict[str, Any]:
    try:
        note = json.loads((folder / NOTE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) and note.get("format") == FORMAT else {}


class Snapshot:
    """A snapshot that is open for reading.

    Raises:
        InputError: if the folder holds none.
    """

    def __init__(self, folder: Path) -> None:
        note = _note(folder)
        if not note:
            raise InputError(f"{folder} holds no snapshot of a graph: make the bank anew, without --resume.")
        self.folder = folder
        self.kg, self.id = str(note["kg"]), str(note["snapshot"])
        self.relations: list[str] = note["relations"]
        self.labels: dict[str, str] = dict(zip(note["relations"], note["labels"], strict=True))
        self.number_of = {relation: n for n, relation in enumerate(self.relations)}
        self._entities = self._table("entities")
        self._things = {name: _whole(self._entities.column(name)) for name in self._entities.column_names}
        literals = self._table("literals")
        self._literals = {name: _whole(literals.column(name)) for name in literals.column_names}
        facts = self._table("facts")
        self.subjects, self.rels, self.objects = (_numbers(facts.column(n)) for n in ("subject", "relation", "object"))
        self._is_value = _whole(facts.column("value"))
        self._from, self._to = (_whole(facts.column(n)) for n in ("valid_from", "valid_to"))
        self._start, self._start_of = (_numbers(self._table(n).column("at")) for n in ("subjects", "relations"))
        by_relation = self._table("by_relation")
        self._by_relation, self._object_keys = (_numbers(by_relation.column(n)) for n in ("at", "key"))
        self.id_of = lru_cache(maxsize=4 * _CACHED)(self._id_of)
        self.find = lru_cache(maxsize=4 * _CACHED)(self._find)
        self.literal = lru_cache(maxsize=_CACHED)(self._literal)

    def _table(self, name: str) -> pa.Table:
        import pyarrow as pa

        return pa.ipc.open_file(pa.memory_map(str(self.folder / f"{name}.arrow"))).read_all()

    @cached_property
    def facts(self) -> int:
        """How many facts there are."""
        return len(self.subjects)

    def _id_of(self, entity: int) -> str:
        """The id of an entity."""
        return str(self._things["id"][entity].as_py())

    def _find(self, identifier: str) -> int | None:
        """The number of an entity; None if there is none of that id."""
        ids = self._things["id"]
        at = bisect_left(range(len(ids)), identifier, key=lambda n: str(ids[n].as_py()))
        return at if at < len(ids) and str(ids[at].as_py()) == identifier else None

    def entity(self, number: int) -> Entity:
        """An entity."""
        got = {name: column[number].as_py() for name, column in self._things.items()}
        return Entity(**{**got, "aliases": tuple(got["aliases"] or ()), "types": tuple(got["types"] or ())}, kg=self.kg)

    def of(self, subject: int) -> tuple[Statement, ...]:
        """The facts that leave an entity."""
        leaving = self.leaving(subject)
        first, last = leaving.start, leaving.stop
        one = self.id_of(subject)
        # A whole slice at once: a value of a column by itself costs several times as much.
        numbers, relations = self.objects[first:last].tolist(), self.rels[first:last].tolist()
        columns = (self._is_value, self._from, self._to)
        marks, starts, ends = (column.slice(first, last - first).to_pylist() for column in columns)
        return tuple(
            Statement(
                one,
                self.relations[relation],
                self.literal(number) if value else self.id_of(number),
                valid_from=start or None,
                valid_to=end or None,
            )
            for number, relation, value, start, end in zip(numbers, relations, marks, starts, ends, strict=True)
        )

    def leaving(self, subject: int) -> range:
        """The facts that leave an entity, by their numbers."""
        return range(int(self._start[subject]), int(self._start[subject + 1]))

    def object_of(self, at: int) -> Object:
        """The object of a fact."""
        number = int(self.objects[at])
        return self.literal(number) if self._is_value[at].as_py() else self.id_of(number)

    def _literal(self, number: int) -> Literal:
        value, datatype, label = (str(self._literals[n][number].as_py()) for n in ("value", "datatype", "label"))
        return Literal(value, datatype, label)

    def statement(self, at: int) -> Statement:
        """A fact."""
        start, until = self._from[at].as_py() or None, self._to[at].as_py() or None
        return Statement(
            self.id_of(int(self.subjects[at])),
            self.relations[int(self.rels[at])],
            self.object_of(at),
            valid_from=start,
            valid_to=until,
        )

    def of_relation(self, relation: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """The facts of a relation, in the order of their objects."""
        return self._by_relation[self._start_of[relation] : self._start_of[relation + 1]]

    def with_object_of(self, at: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """The facts that have relation and object of a fact, that one among them."""
        relation = int(self.rels[at])
        start, end = int(self._start_of[relation]), int(self._start_of[relation + 1])
        key, keys = self._key(at), self._object_keys[start:end]
        first, last = keys.searchsorted(key, "left"), keys.searchsorted(key, "right")
        return self._by_relation[start + int(first) : start + int(last)]

    def tells_of(self, relation: int, entity: int) -> int | None:
        """A fact of a relation whose object an entity is; None where there is none."""
        start, end = int(self._start_of[relation]), int(self._start_of[relation + 1])
        at = start + int(self._object_keys[start:end].searchsorted(entity, "left"))
        return int(self._by_relation[at]) if at < end and self._object_keys[at] == entity else None

    def names_entity(self, at: int) -> bool:
        """Whether the object of a fact is an entity, and no value."""
        return not self._is_value[at].as_py()

    def _key(self, at: int) -> int:
        return int(self.objects[at]) + (_VALUE if self._is_value[at].as_py() else 0)


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _numbers(column: pa.ChunkedArray) -> np.ndarray[Any, np.dtype[np.uint32]]:
    found: np.ndarray[Any, np.dtype[np.uint32]] = _whole(column).to_numpy()
    return found
