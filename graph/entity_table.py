"""All entities of a large KG in memory, as the engine gave them: one is made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from contragraph.graph.model import Entity

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

_COLUMNS = ("label", "description", "aliases", "types", "degree")


class EntityTable:
    """Entities of one KG by the place at which the engine keeps them, ``size`` places in a part.

    Columns of Arrow can be read in a forked process, and take a fraction of the memory of the entities.
    """

    def __init__(self, kg: str, size: int) -> None:
        self._kg, self._size = kg, size
        self._parts: list[tuple[npt.NDArray[np.uint32], tuple[Any, ...]]] = []

    def read(self, parts: Iterable[pa.Table]) -> None:
        """Take the entities of each part, with their ``place`` in the whole."""
        import numpy as np

        for number, table in enumerate(parts):
            rows: npt.NDArray[np.uint32] = np.zeros(self._size, dtype=np.uint32)
            if table.num_rows:
                places = table.column("place").to_numpy() - number * self._size
                rows[places] = np.arange(table.num_rows, dtype=np.uint32)
            self._parts.append((rows, tuple(table.column(name).combine_chunks() for name in _COLUMNS)))

    def entity(self, id_: str, place: int, *, hidden: bool) -> Entity:
        """The entity at a place, which has this id."""
        rows, columns = self._parts[place // self._size]
        row = int(rows[place % self._size])
        label, description, aliases, types, degree = (column[row].as_py() for column in columns)
        of = tuple(aliases or ()), tuple(types or ())
        return Entity(id_, label, description or "", *of, self._kg, degree, hidden)
