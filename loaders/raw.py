"""Raw tables: what readers found in the files of a KG, before anything is sorted, named or cleaned.

Every reader streams a file into tables of the same few kinds, as Parquet in a folder of its own for each file. The
folder gets its name when the file has been read to its end; so a load that was killed goes on with the first file
that was not finished, and memory does not grow with the file.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import polars as pl
import pyarrow.parquet as pq

from contragraph.graph.errors import StoreError
from contragraph.graph.model import content_hash
from contragraph.loaders.lines import Tally
from contragraph.loaders.texts import shortened

_S, _I, _U = pl.String(), pl.Int64(), pl.UInt32()
TABLES: dict[str, dict[str, pl.DataType]] = {
    "facts": {"subject": _S, "relation": _S, "object": _S, "valid_from": _S, "valid_to": _S},
    "literal_facts": {
        "subject": _S,
        "relation": _S,
        "value": _S,
        "datatype": _S,
        "language": _S,
        "valid_from": _S,
        "valid_to": _S,
    },
    "names": {"id": _S, "name": _S, "position": _I, "language": _S},
    "descriptions": {"id": _S, "text": _S},
    "relation_names": {"id": _S, "label": _S},
    "redirects": {"id": _S, "target": _S},
    "left_out": {"id": _S},
    "doubted": {"subject": _S, "relation": _S, "object": _S},
    "classes": {"id": _S, "class": _S},
    "schema": {"subject": _S, "relation": _S, "object": _S},
    "links": {"id": _S, "other": _S},
    "fact_ids": {"id": _S, "subject": _S, "relation": _S, "object": _S},
    "fact_times": {"fact": _S, "subject": _S, "relation": _S, "object": _S, "side": _S, "date": _S},
    "item_facts": {"subject": _U, "relation": _U, "object": _U},
    "item_values": {"subject": _U, "relation": _U, "value": _S, "datatype": _S},
    "item_names": {"number": _U, "name": _S, "order": pl.UInt8()},
    "item_texts": {"number": _U, "text": _S},
    "item_redirects": {"number": _U, "target": _U},
    "property_names": {"number": _U, "name": _S, "order": pl.UInt8()},
}
"""The columns of each table.

Ids are CURIEs; so is a datatype. No valid time is null. ``position`` is 0 for a preferred label and more for other
names. An entity's classes are the objects of the KG's type relations among ``facts``. A redirected id is replaced by
its target in facts; facts about ids that are left out (those of disambiguation pages, say) are dropped. ``classes``
are those that a reader has inferred: they are no facts. ``schema`` is what a KG says about its classes and relations.
``doubted`` are facts that a reader sets aside, since they cannot be. ``links`` say which id an entity has in another
graph. ``fact_ids`` and ``fact_times`` are YAGO's notes about facts, which name the fact by its id or spell it.

The last six are those of a dump of Wikidata, whose items and properties are numbers. ``order`` of a name: 0 the label
in the language that was asked for, 1 the label for all languages, 2 and 3 other names in each.
"""
OPTIONAL = {"valid_from": None, "valid_to": None, "language": None, "position": 0}
"""Columns that a reader may leave out, and what stands there then."""
GROUP_ROWS = 1 << 18
"""Rows that are gathered before they are written."""
DONE = "source.json"


class Noted(NamedTuple):
    """What became of the lines of a source; of a stretch of a file also where it ends, and if it is the last."""

    tally: Tally
    end: int
    last: bool


class RawTables:
    """A folder of raw tables, with the sources that this load has used, in the order of their use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources: list[str] = []

    def finished(self, source: str, fingerprint: str) -> bool:
        """Whether the source was read to its end with this fingerprint; if so, its tables are used."""
        try:
            noted = json.loads((self._place(source) / DONE).read_text("utf-8"))
        except (OSError, ValueError):
            return False
        if noted.get("fingerprint") != fingerprint:
            return False
        self._use(source)
        return True

    @contextmanager
    def writing(self, source: str, fingerprint: str) -> Iterator[RawSource]:
        """Write the tables of a source; they count when the block ends without an error.

        Ask ``finished`` first: what is there of the source is replaced.

        :raises StoreError: if the tables cannot be written (the disk is full, say)
        """
        place = self._place(source)
        partial = place.with_name(place.name + ".partial")
        try:
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            with RawSource(partial, source) as out:
                yield out
            note: dict[str, object] = {"source": source, "fingerprint": fingerprint, "tally": asdict(out.tally)}
            note |= {"end": out.end, "last": out.last}
            (partial / DONE).write_text(json.dumps(note, ensure_ascii=False, sort_keys=True), "utf-8")
            shutil.rmtree(place, ignore_errors=True)
            partial.rename(place)
        except BaseException as error:
            shutil.rmtree(partial, ignore_errors=True)
            if isinstance(error, OSError):
                raise unwritable(self.folder, error) from error
            raise
        self._use(source)

    def tallies(self) -> tuple[Tally, ...]:
        """What became of the lines of each source, in the order of use."""
        return tuple(self.noted(source).tally for source in self.sources)

    def noted(self, source: str) -> Noted:
        """What was noted of a source that is finished."""
        note = json.loads((self._place(source) / DONE).read_text("utf-8"))
        return Noted(Tally(**note["tally"]), note.get("end", 0), note.get("last", True))

    def files(self, table: str) -> list[Path]:
        """The files of a table, in the order of use of their sources."""
        paths = (self._place(source) / f"{table}.parquet" for source in self.sources)
        return [path for path in paths if path.exists()]

    def scan(self, table: str) -> pl.LazyFrame:
        """A whole table, in the order of use of the sources and of the rows in each."""
        files = self.files(table)
        return pl.scan_parquet(files) if files else pl.LazyFrame(schema=TABLES[table])

    def facts(self) -> pl.LazyFrame:
        """The facts without those that are doubted."""
        facts = self.scan("facts")
        if not self.files("doubted"):
            return facts
        keys = list(TABLES["doubted"])
        return facts.join(self.scan("doubted").unique(), on=keys, how="anti", maintain_order="left")

    def _place(self, source: str) -> Path:
        # The name of a source may have any characters and length; the file system need not see them.
        return self.folder / hashlib.blake2b(source.encode(), digest_size=8).hexdigest()

    def _use(self, source: str) -> None:
        if source not in self.sources:
            self.sources.append(source)


class RawSource:
    """The tables of one source while they are written; ``tally`` is for its reader to keep."""

    def __init__(self, folder: Path, source: str) -> None:
        self.tally = Tally(source)
        self.end, self.last = 0, True
        """Where a stretch of a file ends, and whether it is the last one."""
        self._folder = folder
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._waiting: dict[str, list[pl.DataFrame]] = {}

    def __enter__(self) -> RawSource:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                for table in list(self._waiting):
                    self._flush(table)
        finally:
            for writer in self._writers.values():
                writer.close()

    def add(self, table: str, frame: pl.DataFrame) -> None:
        """Append rows to a table; columns of ``OPTIONAL`` may be missing, long descriptions are shortened."""
        columns = TABLES[table]
        missing = OPTIONAL.keys() - set(frame.columns)
        given = [
            (pl.lit(OPTIONAL[name]) if name in missing else pl.col(name)).cast(kind).alias(name)
            for name, kind in columns.items()
        ]
        rows = frame.select(given)
        if table == "descriptions":
            rows = rows.with_columns(shortened(rows["text"]))
        waiting = self._waiting.setdefault(table, [])
        waiting.append(rows)
        if sum(part.height for part in waiting) >= GROUP_ROWS:
            self._flush(table)

    def _flush(self, table: str) -> None:
        if not self._waiting[table]:
            return
        rows = pl.concat(self._waiting[table])
        self._waiting[table] = []
        if rows.is_empty():
            return
        arrow = rows.to_arrow(compat_level=pl.CompatLevel.oldest())
        if table not in self._writers:
            path = self._folder / f"{table}.parquet"
            self._writers[table] = pq.ParquetWriter(path, arrow.schema, compression="lz4", write_statistics=False)
        self._writers[table].write_table(arrow)


def fingerprint(path: Path, *settings: object) -> str:
    """What tells whether a file, read with these settings, has changed: its size and its time of change."""
    state = path.stat()
    return content_hash("raw", str(path.resolve()), state.st_size, state.st_mtime_ns, *settings)


def unwritable(folder: Path, error: OSError) -> StoreError:
    """What to say when tables cannot be written."""
    reason = error.strerror or str(error).splitlines()[0]
    if "No space left" in str(error) or "File too large" in str(error):
        reason = "the disk is full"
    return StoreError(f"The tables cannot be written to {folder} ({reason}); free or choose a place.")
