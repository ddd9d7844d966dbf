"""The store that a graph is loaded into, opened when the first of the graph is there.

So files that cannot be read leave no empty store behind, and a store that cannot be opened is said when all is read.
Where something fails after that, a store that was made for the load is removed again.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from contragraph.graph.errors import ContragraphError
from contragraph.graph.store import GraphStore, KgInfo, Staging
from contragraph.graph.stores.open import open_store


class Receiver:
    """The store at an address, for one load; ``head_start`` and ``load`` are those of the store."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._store: GraphStore | None = None
        self._loaded = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._store is not None and self._loaded:
            self._store.close()
        elif self._store is not None:
            self._store.give_up()

    def _opened(self) -> GraphStore:
        if self._store is None:
            self._store = open_store(self._address, create=True)
        return self._store

    def head_start(self, staging: Staging) -> None:
        """Begin with the entities, if the store can be opened."""
        try:
            store = self._opened()
        except ContragraphError:
            return  # load meets it again
        store.head_start(staging)

    def load(self, staging: Staging) -> KgInfo:
        """Load what is staged.

        :raises ContragraphError: if the store cannot be opened, or as of the store
        """
        info = self._opened().load(staging)
        self._loaded = True
        return info
