"""From the tables of a dump of Wikidata to a numbered graph whose names stay on disk.

Facts and entities are numbers, as those of Wikidata5M. Names and descriptions, which take most of the room, are put
aside by entity, a million entities in a file, cleaned file by file, and read again when the entities are written.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow.parquet as pq

from contragraph.graph.loading.lists import in_lists
from contragraph.graph.progress import Progress
from contragraph.loaders.cleaning import HUBS, NAMELESS, REASONS, UNLABELLED, Cleaning, hidden_reasons
from contragraph.loaders.names import names_of
from contragraph.loaders.numbers import counted, distinct_numbers, limit
from contragraph.loaders.raw import RawTables, unwritable
from contragraph.loaders.report import Hidden, LoadReport, Repair
from contragraph.loaders.spans import with_spans
from contragraph.loaders.staging import ENTITY_ROWS, StagedGraph
from contragraph.loaders.wikidata.claims import Claims
from contragraph.loaders.wikidata.terms import ITEM
from contragraph.loaders.wikidata.wikidata5m import fact_table, ordered, relation_table
from contragraph.loaders.wikidata.wikidata5m_lines import among

FILE_ROWS = 8 * ENTITY_ROWS
"""Entities whose names are cleaned together."""
LISTED = 10_000
"""Hidden entities that the report names for each reason; it counts the others."""
MERGED = "end of a fact that is an item merged into another: the other is taken"
NO_FACT = "date or number of an item that is in no fact between items: left out"
SECOND = "second label or description of an item: the first stands"
COLUMNS = ("label", "description", "aliases", "hidden")


def assembled(
    raw: RawTables, scratch: Path, kg: str, cleaning: Cleaning, progress: Progress
) -> tuple[StagedGraph, LoadReport]:
    """The graph that the tables hold, and the report, which still lacks files and snapshot.

    The names are in ``scratch``, which may go when the graph is written.

    :raises StoreError: if they cannot be written there
    """
    progress("assembling", 0, 4)
    facts = raw.scan("item_facts").collect(engine="streaming")
    values = raw.scan("item_values").collect(engine="streaming")
    facts, moved = redirected(raw, facts)
    numbers = distinct_numbers(facts["subject"], facts["object"])
    given, about = facts.height + values.height, among(values["subject"], numbers)
    strange = values.height - int(about.sum())
    values = values.filter(about)
    by_id, of_relations = ordered(numbers), ordered(distinct_numbers(facts["relation"], values["relation"]))
    del numbers, about
    ids = pl.select(pl.concat_str(pl.lit(ITEM), by_id).alias("id")).to_series()
    progress("assembling", 1, 4)
    table = fact_table(facts, Claims(values=values), by_id, of_relations, ids)
    del facts, values
    progress("assembling", 2, 4)
    entities = pl.DataFrame([ids, table.degree, table.types])
    try:
        names = NamesOnDisk(raw, scratch, by_id, entities, cleaning)
    except OSError as error:
        raise unwritable(scratch, error) from error
    del by_id
    progress("assembling", 3, 4)
    relations = relation_table(of_relations, property_names(raw)).with_columns(table.of_relations)
    kept = table.facts.height + table.literal_facts.height
    remarks = (MERGED, moved), (NO_FACT, strange), (SECOND, names.repeated)
    report = LoadReport(
        kg=kg,
        snapshot="",
        files=(),
        facts=kept,
        duplicates=given - strange - kept,
        literal_facts=table.literal_facts.height,
        entities=entities.height,
        relations=relations.height,
        unlabelled=names.nameless,
        unlabelled_relations=tuple(relations.filter(~pl.col("labelled"))["id"]),
        unused_entities=names.unused,
        relabelled=0,
        untyped=int((entities["types"].list.len() == 0).sum()),
        repairs=tuple(Repair(rule, count) for rule, count in remarks if count),
        hidden=names.hidden.listed(),
        hidden_more=names.hidden.more(),
    )
    relations = relations.drop("number", "labelled")
    graph = StagedGraph(kg, entities, relations, table.facts, table.validity, table.literals, table.literal_facts)
    graph.texts = names.rows
    graph, report = with_spans(graph, report)
    progress("assembling", 4, 4)
    return graph, report


def redirected(raw: RawTables, facts: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    """The facts, where one is about an item that was merged into another about that, and at how many ends."""
    merged = raw.scan("item_redirects").collect().unique("number", keep="first", maintain_order=True)
    if merged.is_empty():
        return facts, 0
    most = limit(facts["subject"], facts["object"], *merged.get_columns())
    given: npt.NDArray[np.uint32] = np.arange(most + 1, dtype=np.uint32)
    final = given.copy()
    final[merged["number"].to_numpy()] = merged["target"].to_numpy()
    for _ in range(most.bit_length()):
        further = final[final]
        if np.array_equal(further, final):
            break
        final = further
    # What goes round in a circle stays what it is.
    final = np.where(final[final] == final, final, given)
    ends = [pl.Series(name, final[facts[name].to_numpy()]) for name in ("subject", "object")]
    return facts.with_columns(ends), sum(int((facts[end.name] != end).sum()) for end in ends)


def property_names(raw: RawTables) -> pl.DataFrame:
    """``number`` and ``label`` of properties: the first in the language, or else the one for all languages."""
    rows = raw.scan("property_names").collect().sort("order", maintain_order=True)
    rows = rows.unique("number", keep="first", maintain_order=True)
    return rows.select("number", names_of(rows["name"]).list.first().alias("label")).drop_nulls()


@dataclass(slots=True)
class HiddenOnes:
    """The hidden entities: of each reason some, and how many there are."""

    some: dict[str, list[Hidden]] = field(default_factory=lambda: {reason: [] for reason in REASONS})
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))

    def add(self, rows: pl.DataFrame) -> None:
        """Add those of some entities (``id``, ``label``, ``reason``), which follow those before by id."""
        for reason in REASONS:
            found = rows.filter(pl.col("reason") == reason)
            some = self.some[reason]
            self.counts[reason] += found.height
            some += [Hidden(*row) for row in found.select("id", "label", "reason")[: LISTED - len(some)].iter_rows()]

    def listed(self) -> tuple[Hidden, ...]:
        """Those that are named, by reason and id."""
        return tuple(each for reason in REASONS for each in self.some[reason])

    def more(self) -> dict[str, int]:
        """How many more there are of each reason."""
        rest = {reason: self.counts[reason] - len(self.some[reason]) for reason in REASONS}
        return {reason: count for reason, count in rest.items() if count}


class NamesOnDisk:
    """Names and descriptions of the entities with these numbers, in their order, in a file of a folder."""

    def __init__(
        self, raw: RawTables, folder: Path, by_id: pl.Series, entities: pl.DataFrame, cleaning: Cleaning
    ) -> None:
        self.hidden = HiddenOnes()
        self.nameless = self.unused = self.repeated = 0
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._place: npt.NDArray[np.uint32] = np.zeros(limit(by_id) + 1, dtype=np.uint32)
        self._place[by_id.to_numpy()] = np.arange(1, len(by_id) + 1, dtype=np.uint32)
        self._put_aside(raw, folder, len(by_id))
        hubs = most_connected(entities, cleaning.hubs)
        cleaning = replace(cleaning, hubs=0)
        self._path = folder / "names.parquet"
        writer: pq.ParquetWriter | None = None
        for start in range(0, len(by_id), FILE_ROWS):
            rows = self._cleaned(folder, start, by_id.slice(start, FILE_ROWS))
            rows = rows.hstack(entities.slice(start, FILE_ROWS))
            reason = hidden_reasons(rows, cleaning).replace({UNLABELLED: NAMELESS})
            hub = pl.int_range(start, start + rows.height, eager=True).is_in(hubs.implode())
            reason = pl.select(pl.when(reason.is_null() & hub).then(pl.lit(HUBS)).otherwise(reason)).to_series()
            rows = rows.with_columns(reason.alias("reason"), reason.is_not_null().alias("hidden"))
            self.hidden.add(rows)
            table = rows.select(COLUMNS).to_arrow(compat_level=pl.CompatLevel.oldest())
            writer = writer or pq.ParquetWriter(self._path, table.schema, compression="lz4", write_statistics=False)
            writer.write_table(table, row_group_size=ENTITY_ROWS)
        if writer is not None:
            writer.close()
        del self._place

    def rows(self, start: int) -> pl.DataFrame:
        """``COLUMNS`` of the ``ENTITY_ROWS`` entities from a multiple of that on."""
        with pq.ParquetFile(self._path) as file:
            found = pl.from_arrow(file.read_row_group(start // ENTITY_ROWS))
        assert isinstance(found, pl.DataFrame)
        return found

    def _put_aside(self, raw: RawTables, folder: Path, count: int) -> None:
        """Sort what entities are called into files by where they stand, and leave out what is about no entity."""
        named: npt.NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        for table in ("item_names", "item_texts"):
            writers: dict[int, pq.ParquetWriter] = {}
            try:
                for rows in batches(raw, table):
                    number = rows["number"].to_numpy()
                    if table == "item_names":
                        named = marked_too(named, number)
                    inside = number < len(self._place)
                    place = np.where(inside, self._place[np.where(inside, number, 0)], 0)
                    found = rows.drop("number").with_columns(pl.Series("place", place)).filter(pl.col("place") > 0)
                    found = found.with_columns(pl.col("place") - 1)
                    for key, some in found.group_by(pl.col("place") // FILE_ROWS, maintain_order=True):
                        file = int(str(key[0]))
                        arrow = some.to_arrow(compat_level=pl.CompatLevel.oldest())
                        if file not in writers:
                            path = folder / f"{table}.{file}.parquet"
                            writers[file] = pq.ParquetWriter(
                                path, arrow.schema, compression="lz4", write_statistics=False
                            )
                        writers[file].write_table(arrow)
            finally:
                for writer in writers.values():
                    writer.close()
        self.unused = int(named.sum()) - int((self._place[: len(named)][named[: len(self._place)]] > 0).sum())

    def _cleaned(self, folder: Path, start: int, numbers: pl.Series) -> pl.DataFrame:
        """``label``, ``labelled``, ``description`` and ``aliases`` of the entities with these numbers."""
        count = len(numbers)
        names = taken(folder / f"item_names.{start // FILE_ROWS}.parquet", start, name=pl.String, order=pl.UInt8)
        names = names.with_columns(names_of(names["name"]).list.first().alias("name")).drop_nulls("name")
        names = names.sort("place", "order", maintain_order=True)
        first = names.unique("place", keep="first", maintain_order=True)
        texts = taken(folder / f"item_texts.{start // FILE_ROWS}.parquet", start, text=pl.String)
        told = texts.unique("place", keep="first", maintain_order=True)
        labels = names.filter(pl.col("order") == 0)
        self.repeated += labels.height - labels["place"].n_unique() + texts.height - told.height
        rows = pl.DataFrame({"place": pl.int_range(count, dtype=pl.UInt32, eager=True), "number": numbers})
        rows = rows.join(first.select("place", "name"), on="place", how="left", maintain_order="left")
        rows = rows.join(told, on="place", how="left", maintain_order="left")
        label = pl.coalesce("name", pl.concat_str(pl.lit("Q"), "number"))
        echo = pl.col("text").str.to_lowercase() == label.str.to_lowercase()
        rows = rows.select(
            label.alias("label"),
            pl.col("name").is_not_null().alias("labelled"),
            pl.when(echo | pl.col("text").is_null() | pl.col("name").is_null())
            .then(pl.lit(""))
            .otherwise("text")
            .alias("description"),
        )
        self.nameless += int(rows["labelled"].not_().sum())
        others = names.filter(names["name"] != rows["label"].gather(names["place"])).unique(["place", "name"])
        others = others.sort("place", "name")
        return rows.with_columns(in_lists(others["name"], counted(others["place"], count).to_numpy()).alias("aliases"))


def taken(path: Path, start: int, **columns: type[pl.DataType]) -> pl.DataFrame:
    """What was put aside, with places from ``start`` on; nothing if nothing was."""
    if not path.exists():
        return pl.DataFrame(schema={**columns, "place": pl.UInt32})
    rows = pl.read_parquet(path).with_columns((pl.col("place") - start).cast(pl.UInt32))
    path.unlink()
    return rows


def batches(raw: RawTables, table: str) -> Iterator[pl.DataFrame]:
    """The rows of a table, some at a time, in their order."""
    for path in raw.files(table):
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                found = pl.from_arrow(file.read_row_group(group))
                assert isinstance(found, pl.DataFrame)
                yield found


def marked_too(marks: npt.NDArray[np.bool_], numbers: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """The marks, and those of these numbers; there are as many as the largest number needs, and room for more."""
    if len(numbers) and int(numbers.max()) >= len(marks):
        longer = np.zeros(2 * int(numbers.max()) + 1, dtype=np.bool_)
        longer[: len(marks)] = marks
        marks = longer
    marks[numbers] = True
    return marks


def most_connected(entities: pl.DataFrame, count: int) -> pl.Series:
    """The places of the most connected of entities (``degree``, sorted by id); of equals the first by id."""
    order = entities["degree"].to_frame().with_row_index("row")
    least = entities["degree"].top_k(count).min() if count and entities.height else None
    order = order.filter(pl.col("degree") >= pl.lit(least)).sort("degree", descending=True, maintain_order=True)
    return order["row"].head(count)
