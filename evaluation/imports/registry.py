"""The registry of layouts in which others released pairs, and what their readers share.

A layout stands in a module of its own beside the registry, which is found by being there: as columns of a table with a
function that reads a row, or as a folder with one that reads all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contragraph.evaluation.records import Item, ItemConflict
from contragraph.evaluation.sheets import DeclaredStatement
from contragraph.graph.registry import Registry

_HERE = __name__.rpartition(".")[0]

Found = tuple[str, Item | str]
"""The id (or place) of a pair, and the pair, or why there is none."""
Row = Mapping[str, object]
ReadRow = Callable[[Row], Item | str]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A layout of tables; its name, what it is called, and the columns by which it is known."""

    name: str
    title: str
    columns: tuple[str, ...]
    read: ReadRow


@dataclass(frozen=True, slots=True)
class FolderLayout:
    """A layout of folders; ``digest`` is None of a folder that is in another layout."""

    name: str
    title: str
    digest: Callable[[Path], str | None]
    read: Callable[[Path], Iterator[Found]]


TABLES: Registry[TableLayout] = Registry("layout", _HERE)
FOLDERS: Registry[FolderLayout] = Registry("layout", _HERE)


def register_table(name: str, title: str, *columns: str) -> Callable[[ReadRow], ReadRow]:
    """Register the reader of rows that have some columns."""

    def keep(read: ReadRow) -> ReadRow:
        TABLES.put(name, TableLayout(name, title, columns, read))
        return read

    return keep


def register_folder(
    name: str, title: str, digest: Callable[[Path], str | None]
) -> Callable[[Callable[[Path], Iterator[Found]]], Callable[[Path], Iterator[Found]]]:
    """Register the reader of folders of which ``digest`` gives a checksum."""

    def keep(read: Callable[[Path], Iterator[Found]]) -> Callable[[Path], Iterator[Found]]:
        FOLDERS.put(name, FolderLayout(name, title, digest, read))
        return read

    return keep


# -- what readers share ----------------------------------------------------------------------------------------


def text_of(row: Row, name: str) -> str:
    """A value of a row as text; empty where it is none."""
    value = row.get(name)
    return str(value).strip() if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def item_of(
    name: str, kind: str, layout: str, texts: tuple[str, str], pairs: Sequence[Sequence[str]], question: str | None
) -> Item:
    """A pair whose conflicts are each told by what stands in one text and what in the other."""
    return Item(
        id=name,
        type=kind,
        control=False,
        dataset=layout,
        texts=texts,
        sentences=(split(texts[0]), split(texts[1])),
        conflicts=tuple(conflict_of([a], [b]) for a, b in pairs),
        relations=(),
        domains=(),
        question=question,
    )


def conflict_of(originals: Sequence[str], perturbed: Sequence[str], relation: str | None = None) -> ItemConflict:
    """A conflict of which nobody says in which sentences it stands."""
    statements = [DeclaredStatement(role="original", words=words, sentences=None) for words in originals]
    statements += [DeclaredStatement(role="perturbed", words=words, sentences=None) for words in perturbed]
    return ItemConflict(statements=tuple(statements), minimal=(tuple(range(len(statements))),), relation=relation)


def split(text: str) -> tuple[str, ...]:
    """The sentences of a text, as a library finds them."""
    from sentencex import segment

    return tuple(s.strip() for s in segment("en", text) if s.strip())
