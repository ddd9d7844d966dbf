"""All names of a store's entities as an index for misspelt and partial names, the same for both engines.

The index is a SQLite file that is made from one streamed query the first time it is needed: beside an embedded store,
in the user's cache folder for a server. It knows the snapshots that it was made from, and is made again when they
change. Where no file can be written it is made in memory.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from contragraph.graph.address import parse_address
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore

INDEX_VERSION = 1
LONGEST = 300
"""Characters of a name that count; some labels have thousands."""

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
"""
_INDEXES = """
CREATE INDEX name_folded ON name (folded);
CREATE INDEX name_squeezed ON name (replace(folded, ' ', ''));
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE TABLE word (length INTEGER, word TEXT, PRIMARY KEY (length, word)) WITHOUT ROWID;
INSERT INTO word SELECT length(term), term FROM vocabulary;
"""


def fold(name: str) -> str:
    """A name without letter case, accents and punctuation, its words separated by single spaces."""
    name = name[:LONGEST]
    plain = name.lower()
    if not name.isascii():
        plain = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS)
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
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
        with closing(sqlite3.connect(partial)) as connection:
            _fill(connection, store, key)
        partial.replace(path)
    except (sqlite3.OperationalError, OSError):
        return None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return _open(path, key)


def _fill(connection: sqlite3.Connection, store: GraphStore, key: str) -> None:
    # A file that is not whole is thrown away, so nothing needs a journal.
    connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
    entity = name = 0
    for info in store.kgs():
        entities, names = [], []
        for row in store.each("kg.names", kg=info.kg):
            entity += 1
            entities.append((entity, row["id"], info.kg, row["degree"], row["hidden"]))
            aliases = row["aliases"] if isinstance(row["aliases"], list) else []
            spelled = dict.fromkeys(n for n in (row["label"], *aliases) if isinstance(n, str) and n)
            for place, text in enumerate(spelled):
                name += 1
                alias = bool(place) or text != row["label"]
                names.append((name, entity, alias, text, fold(text)))
            if len(names) > 50_000:
                _insert(connection, entities, names)
                entities, names = [], []
        _insert(connection, entities, names)
    connection.executescript(_INDEXES)
    connection.execute("INSERT INTO made_from VALUES (?)", (key,))
    connection.commit()


def _insert(
    connection: sqlite3.Connection, entities: Sequence[tuple[object, ...]], names: Sequence[tuple[object, ...]]
) -> None:
    connection.executemany("INSERT INTO entity VALUES (?, ?, ?, ?, ?)", entities)
    connection.executemany("INSERT INTO name VALUES (?, ?, ?, ?, ?)", names)
    connection.executemany("INSERT INTO words (rowid, folded) VALUES (?, ?)", ((n[0], n[4]) for n in names))
