"""Tables of nodes and edges (CSV, TSV): any graph that a spreadsheet or an export holds, into raw tables.

A table with a column for the id is one of nodes, a table with columns for two ends is one of edges; columns are told
by their names (:data:`ID`, :data:`SOURCE` and so on). Any other column of nodes is a property; one whose values are
all ids of nodes joins things. A table of edges without a column for the relation has it in its name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.csv as arrow_csv

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.raw import RawTables, fingerprint
from contragraph.loaders.report import LoadReport
from contragraph.loaders.tables.property_graph import (
    CLASSES,
    EDGES,
    THINGS,
    VALUES,
    PropertyGraph,
    add_property_graph,
)

ID = ("id", ":id", "node", "key", "identifier", "uri", "iri")
LABEL = ("label", "name", "title", ":name")
CLASS = ("type", "class", "kind", ":label", "types")
DESCRIPTION = ("description", "comment")
SOURCE = ("source", "from", "subject", "start", ":start_id", "head", "source_id", "from_id")
TARGET = ("target", "to", "object", "end", ":end_id", "tail", "target_id", "to_id")
RELATION = ("relation", "type", "predicate", ":type", "property", "edge", "relationship", "label")
FROM, TO = ("valid_from", "since", "start_date"), ("valid_to", "until", "end_date")
SUFFIXES = (".csv", ".tsv", ".tab")
"""Names of files that are tables."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How tables are read: ``kg`` names the graph, and so its ids."""

    kg: str = "tables"
    cleaning: Cleaning = field(default_factory=lambda: Cleaning(share=0.001))


def stage_tables(
    paths: Iterable[Path],
    folder: Path,
    settings: TableSettings | None = None,
    progress: Progress = silent,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean tables and write them as staging tables into ``folder``, replacing what is there.

    :raises InputError: if a file is missing, no table of nodes or edges, or names a thing that no table has
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or TableSettings()
    raw = raw_tables(list(paths), raw_folder or folder.with_name(folder.name + ".raw"), settings.kg, progress)
    return assemble(raw, folder, KgSettings(settings.kg, settings.cleaning), progress)


def raw_tables(paths: Sequence[Path], folder: Path, name: str, progress: Progress = silent) -> RawTables:
    """The raw tables of some files of nodes and edges, in a folder.

    :raises InputError: as :func:`stage_tables`
    """
    if not paths:
        raise InputError("No file was named; give tables of nodes and edges, as in nodes.csv edges.csv.")
    raw = RawTables(folder)
    progress("tables", 0, len(paths))
    graph = read_tables(paths)
    with raw.writing(str(paths[0]), fingerprint(paths[0], "tables", name)) as out:
        out.tally.file = ", ".join(path.name for path in paths)
        add_property_graph(out, name, graph)
    progress("tables", len(paths), len(paths))
    return raw


def read_tables(paths: Sequence[Path]) -> PropertyGraph:
    """The property graph that some files tell.

    :raises InputError: as :func:`stage_tables`
    """
    tables = [(path, _read(path)) for path in paths]
    nodes = [(path, rows) for path, rows in tables if not _is_edges(rows.columns)]
    keys = pl.concat(
        [
            pl.Series("key", [], pl.String()),
            *(rows[_one_of(rows.columns, ID, path)].alias("key") for path, rows in nodes),
        ]
    )
    found = [_nodes(path, rows, keys) for path, rows in nodes]
    if keys.n_unique() < len(keys):
        _name_repeated([(path, each.things["key"]) for (path, _), each in zip(nodes, found, strict=True)])
    edges = [each.edges for each in found]
    edges += [_edges(path, rows, keys) for path, rows in tables if _is_edges(rows.columns)]
    graph = PropertyGraph(
        _together(THINGS, [each.things for each in found]),
        _together(CLASSES, [each.classes for each in found]),
        _together(VALUES, [each.values for each in found]),
        _together(EDGES, edges),
    )
    if graph.edges.is_empty() and graph.values.is_empty():
        raise InputError(f"{paths[0].name} tells no facts: give a table of edges (source, relation, target) as well.")
    return graph


def _together(columns: Mapping[str, pl.DataType], parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    return pl.concat([pl.DataFrame(schema=columns), *(part.select(list(columns)) for part in parts)])


def _is_edges(names: Sequence[str]) -> bool:
    return _column(names, SOURCE) is not None and _column(names, TARGET) is not None


def _name_repeated(tables: Sequence[tuple[Path, pl.Series]]) -> None:
    """Refuse an id that stands twice, with the table in which it does so first."""
    every = pl.concat([keys.to_frame().with_columns(table=pl.lit(n)) for n, (_, keys) in enumerate(tables)])
    table, key = every.filter(~pl.col("key").is_first_distinct()).select("table", "key").row(0)
    raise InputError(f"{tables[table][0].name} has the id {key!r} twice: every row of nodes needs its own.")


def _nodes(path: Path, rows: pl.DataFrame, known: pl.Series) -> PropertyGraph:
    """What a table of nodes tells; columns whose values are ids of nodes are edges."""
    names = rows.columns
    key, label, kind, text = _one_of(names, ID, path), *(_column(names, some) for some in (LABEL, CLASS, DESCRIPTION))
    others = [name for name in names if name not in (key, label, kind, text)]
    joining = {
        name: ids for name in others if len(ids := _parts(rows, key, name)) and ids[name].is_in(known.implode()).all()
    }
    values = [
        rows.filter(pl.col(name) != "").select(pl.col(key).alias("key"), property=pl.lit(name), value=name)
        for name in others
        if name not in joining
    ]
    edges = [
        ids.select(pl.col(key).alias("subject"), pl.lit(name).alias("relation"), pl.col(name).alias("object"))
        for name, ids in sorted(joining.items())
    ]
    classes = _parts(rows, key, kind) if kind else rows.select(key, pl.lit(path.stem).alias("kind"))
    return PropertyGraph(
        rows.select(
            pl.col(key).alias("key"),
            (pl.col(label) if label else pl.lit("")).alias("label"),
            (pl.col(text) if text else pl.lit("")).alias("description"),
        ),
        classes.select(pl.col(key).alias("key"), pl.nth(1).alias("class")),
        _together(VALUES, values),
        _timeless(edges),
    )


def _timeless(edges: Sequence[pl.DataFrame]) -> pl.DataFrame:
    never = {"valid_from": pl.lit(None, pl.String()), "valid_to": pl.lit(None, pl.String())}
    return _together(EDGES, [some.with_columns(**never) for some in edges])


def _parts(rows: pl.DataFrame, key: str, name: str) -> pl.DataFrame:
    """The parts of the cells of a column, which semicolons separate, each with the id of its row."""
    parts = rows.select(key, pl.col(name).str.split(";")).explode(name)
    return parts.with_columns(pl.col(name).str.strip_chars()).filter(pl.col(name) != "")


def _edges(path: Path, rows: pl.DataFrame, known: pl.Series) -> pl.DataFrame:
    names = rows.columns
    source, target = _one_of(names, SOURCE, path), _one_of(names, TARGET, path)
    relation, begin, end = (_column(names, some) for some in (RELATION, FROM, TO))
    if len(known):
        _demand_known(path, rows, source, target, known)
    return rows.select(
        pl.col(source).alias("subject"),
        (pl.col(relation) if relation else pl.lit(path.stem)).alias("relation"),
        pl.col(target).alias("object"),
        *(
            (pl.when(pl.col(c) != "").then(c) if c else pl.lit(None, pl.String())).alias(name)
            for name, c in (("valid_from", begin), ("valid_to", end))
        ),
    )


def _demand_known(path: Path, rows: pl.DataFrame, source: str, target: str, known: pl.Series) -> None:
    ends = rows.select(subject=source, object=target).with_row_index("row", 2)
    keys = known.to_frame("key")
    strange = [
        ends.select("row", end).join(keys, left_on=end, right_on="key", how="anti").sort("row").head(1).rows()
        for end in ("subject", "object")
    ]
    for number, each in sorted(row for some in strange for row in some)[:1]:
        raise InputError(f"Line {number} of {path.name} joins {each!r}, which no table of nodes has; add it there.")


def _read(path: Path) -> pl.DataFrame:
    """The rows of a table as texts without blanks around them; rows without any text are left out.

    :raises InputError: if the file is missing, no table, empty, or a row has more cells than the header
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            head = file.readline().rstrip("\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8 text; save it as UTF-8.") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    delimiter = max(("\t", ";", ","), key=lambda mark: (head.count(mark), mark == ","))
    names = [name.strip() for name in next(csv.reader([head], delimiter=delimiter), [])]
    plain = names and all(names) and len({*names}) == len(names) and head.count('"') % 2 == 0 and _closed(path)
    rows = read_even(path, delimiter, names) if plain else None
    if rows is None:
        rows = read_any(path, delimiter)
    rows = stripped(rows)
    if rows.is_empty():
        raise _no_rows(path)
    return rows


def stripped(rows: pl.DataFrame) -> pl.DataFrame:
    """Texts without blanks around them, in the rows that have any."""
    return rows.with_columns(pl.all().str.strip_chars()).filter(pl.any_horizontal(pl.all() != ""))


def _closed(path: Path) -> bool:
    """Whether as many quotation marks open as close: a reader in a hurry would take what follows for one cell."""
    with path.open("rb") as file:
        return sum(piece.count(b'"') for piece in iter(lambda: file.read(1 << 20), b"")) % 2 == 0


def _no_rows(path: Path) -> InputError:
    return InputError(f"{path.name} is empty or has a header alone; give the complete table.")


def read_even(path: Path, delimiter: str, names: list[str]) -> pl.DataFrame | None:
    """The rows of a table that is as a program writes it; None of any other, which takes a closer look."""
    try:
        table = arrow_csv.read_csv(
            path,
            arrow_csv.ReadOptions(column_names=names, skip_rows=1),
            arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
    except pa.ArrowInvalid:
        return None
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)  # a Series comes of an array only
    return frame


def read_any(path: Path, delimiter: str) -> pl.DataFrame:
    """The rows of a table read with care: short rows are filled up, and what is wrong is said with its line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8 text; save it as UTF-8.") from error
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        lines = [line for line in reader if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise InputError(f"Line {reader.line_num} of {path.name} is no row of a table: {error}.") from error
    if len(lines) < 2:
        raise _no_rows(path)
    names = [name.strip() for name in lines[0]]
    if len(set(names)) < len(names) or not all(names):
        raise InputError(f"The first line of {path.name} must name every column once; it has {', '.join(names)}.")
    for number, line in enumerate(lines[1:], 2):
        if len(line) > len(names):
            raise InputError(f"Line {number} of {path.name} has {len(line)} cells, and the header {len(names)}.")
    filled = [line + [""] * (len(names) - len(line)) for line in lines[1:]]
    return pl.DataFrame(filled, schema=dict.fromkeys(names, pl.String()), orient="row")


def _column(names: Sequence[str], known: Sequence[str]) -> str | None:
    """The first of some names of columns that a table has, whatever its letters; Neo4j writes ``personId:ID``."""
    by_name: Mapping[str, str] = {name.lower(): name for name in names}
    for each in known:
        if each in by_name:
            return by_name[each]
    for name in names:
        if ":" in name and ":" + name.partition(":")[2].partition("(")[0].lower() in known:
            return name
    return None


def _one_of(names: Sequence[str], known: Sequence[str], path: Path) -> str:
    found = _column(names, known)
    if found is None:
        raise InputError(
            f"{path.name} has no column {known[0]!r}: a table of nodes needs id, and may have name and type; one of"
            " edges needs source and target, and may have relation."
        )
    return found
