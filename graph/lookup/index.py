"""All names of a store's entities as an index for misspelt and partial names, the same for both engines.

The index is a SQLite file that is made from tables of names the first time it is needed: beside an embedded store,
in the user's cache folder for a server. It knows the snapshots that it was made from, and is made again when they
change. Where no file can be written it is made in memory.
"""

from __future__ import annotations

import glob
import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import polars as pl

from contragraph.graph.engines.address import parse_address
from contragraph.graph.lock import is_running
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore

INDEX_VERSION = 2
LONGEST = 300
"""Characters of a name that count; some labels have thousands."""
_AT_ONCE = 1 << 17
"""Entities whose names are put in at a time."""

_WORD = re.compile(r"[^\W_]+")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ß": "ss"}
)
"""Letters that Unicode does not take apart into a plain one and a mark."""

_TABLES = """
CREATE TABLE made_from (key TEXT);
CREATE TABLE entity (number INTEGER PRIMARY KEY, id TEXT, kg TEXT, degree INTEGER, hidden INTEGER);
CREATE TABLE name (number INTEGER PRIMARY KEY, entity INTEGER, alias INTEGER, text TEXT, folded TEXT);
CREATE VIRTUAL TABLE words USING fts5(folded, content='', columnsize=0, detail=none, tokenize='ascii');
INSERT INTO words (words, rank) VALUES ('hashsize', 50000000);
"""
_SETTINGS = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -200000;
"""
"""A file that is not whole is thrown away, so nothing needs a journal; sorted inserts need a cache."""
_INDEXES = """
CREATE INDEX name_folded ON name (folded);
CREATE INDEX name_squeezed ON name (replace(folded, ' ', ''));
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE TABLE word (length INTEGER, word TEXT, PRIMARY KEY (length, word)) WITHOUT ROWID;
INSERT INTO word SELECT length(term), term FROM vocabulary;
"""


class _WithoutMarks(dict[int, int | None]):
    """For each character itself, or nothing for an accent; those met before are kept."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.combining(chr(code)) else code
        return self[code]


_WITHOUT_MARKS = _WithoutMarks()


def fold(name: str) -> str:
    """A name without letter case, accents and punctuation, its words separated by single spaces."""
    name = name[:LONGEST]
    plain = name.lower()
    if not name.isascii():
        plain = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS)
        plain = unicodedata.normalize("NFKD", plain).translate(_WITHOUT_MARKS)
    return " ".join(_WORD.findall(plain)) or unicodedata.normalize("NFC", name.casefold()).strip()


@contextmanager
def name_index(store: GraphStore) -> Iterator[sqlite3.Connection]:
    """The index of the names in a store, made anew if there is none or the store holds other graphs than it knows.

    :raises StoreError: if the store cannot be read.
    """
    key = json.dumps([INDEX_VERSION, *([info.kg, info.snapshot] for info in store.kgs())])
    path = _place(store, key)
    found = _open(path, key) or _build_file(store, key, path)
    if found is None:
        found = sqlite3.connect(":memory:")
        _fill(found, store, key)
    with closing(found):
        yield found


def _place(store: GraphStore, key: str) -> Path:
    address = parse_address(store.address)
    if address.engine == "ladybug":
        return address.path.with_name(address.path.name + ".names")
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "contragraph" / f"{content_hash(key)}.names"


def _open(path: Path, key: str) -> sqlite3.Connection | None:
    """The index in the file, if it is there, whole, and made from the same graphs."""
    if not path.is_file():
        return None
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        row = connection.execute("SELECT key FROM made_from").fetchone()
    except sqlite3.Error:
        row = None  # not ours, or damaged: it is made again
    if row == (key,):
        return connection
    connection.close()
    return None


def _build_file(store: GraphStore, key: str, path: Path) -> sqlite3.Connection | None:
    """A new index under a temporary name, then put in its place; None if the folder does not take it."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        _sweep(path)
        with closing(sqlite3.connect(partial)) as connection:
            _fill(connection, store, key)
        partial.replace(path)
    except (sqlite3.OperationalError, OSError):
        return None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return _open(path, key)


def _sweep(path: Path) -> None:
    """Remove what processes that were killed have left of the same index."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.tmp"):
        process = left.suffixes[-2].removeprefix(".")
        if process.isdigit() and not is_running(int(process)):
            left.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection, store: GraphStore, key: str) -> None:
    connection.executescript(_SETTINGS + _TABLES)
    found = [part.with_columns(kg=pl.lit(info.kg)) for info in store.kgs() for part in store.names(info.kg)]
    # The best connected come first, so that the first names with a word are those of the best connected.
    ordered = (
        pl.concat(found, how="vertical_relaxed").sort("degree", "id", descending=[True, False])
        if found
        else pl.DataFrame()
    )
    del found
    names = 0
    for start in range(0, len(ordered), _AT_ONCE):
        part = ordered.slice(start, _AT_ONCE)
        numbered = part.with_columns(number=pl.int_range(pl.len()) + start + 1)
        spelled = _spelled(numbered).with_columns(name=pl.int_range(pl.len()) + names + 1)
        names += len(spelled)
        rows = numbered.select("number", "id", "kg", "degree", "hidden").iter_rows()
        connection.executemany("INSERT INTO entity VALUES (?, ?, ?, ?, ?)", rows)
        rows = spelled.select("name", "number", "alias", "text", "folded").iter_rows()
        connection.executemany("INSERT INTO name VALUES (?, ?, ?, ?, ?)", rows)
        rows = spelled.select("name", "folded").iter_rows()
        connection.executemany("INSERT INTO words (rowid, folded) VALUES (?, ?)", rows)
    connection.executescript(_INDEXES)
    connection.execute("INSERT INTO made_from VALUES (?)", (key,))
    connection.commit()


def _spelled(entities: pl.DataFrame) -> pl.DataFrame:
    """The names of entities, label first, each name of an entity once: number, text, folded, alias."""
    labels = pl.concat_list(pl.col("label").cast(pl.String))
    each = entities.select("number", "label", text=pl.concat_list(labels, pl.col("aliases").cast(pl.List(pl.String))))
    each = each.explode("text").filter(pl.col("text").str.len_bytes() > 0)
    each = each.unique(["number", "text"], keep="first", maintain_order=True)
    plain = (
        pl.col("text").str.slice(0, LONGEST).str.to_lowercase().str.replace_all("[^a-z0-9]+", " ").str.strip_chars(" ")
    )
    ascii_ = pl.col("text").str.len_bytes() == pl.col("text").str.len_chars()
    each = each.with_columns(
        alias=(pl.col("text") != pl.col("label")).fill_null(True), folded=pl.when(ascii_ & (plain != "")).then(plain)
    )
    # What is more than plain letters is folded one by one.
    other = each["folded"].is_null().arg_true()
    folded = pl.Series([fold(text) for text in each["text"].gather(other)], dtype=pl.String)
    return each.with_columns(each["folded"].scatter(other, folded))
