"""Opening a store by its address."""

from __future__ import annotations

from contragraph.graph.engines.address import parse_address
from contragraph.graph.store import GraphStore


def open_store(address: str | None = None, *, create: bool = False, read_only: bool = False) -> GraphStore:
    """Open the store at an address (else ``$CONTRAGRAPH_STORE``, else a file in the working folder).

    ``create`` makes an empty store where there is none. An embedded store has one writer, or any number of
    ``read_only`` readers.

    :raises InputError: if the address is none, or no password is set for a server.
    :raises StoreMissingError: if there is no store and ``create`` is false.
    :raises StoreLockedError: if another process has the embedded store open.
    :raises StoreLayoutError: if the store was written by a version with another layout.
    :raises StoreError: if it cannot be opened for another reason.
    """
    parsed = parse_address(address)
    if parsed.engine == "ladybug":
        from contragraph.graph.engines.ladybug.store import LadybugStore

        return LadybugStore(parsed.path, create=create, read_only=read_only)
    from contragraph.graph.engines.neo4j.store import Neo4jStore

    return Neo4jStore(parsed, create=create, read_only=read_only)
