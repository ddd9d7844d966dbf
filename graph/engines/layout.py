"""Bringing a store of an older layout forward, and refusing one that cannot be.

Layout 10 had no banks of facts, layout 9 no scored responses, layout 8 no sets of documents, layout 7 no background of
pairs and no bounds of dates, layout 5 no numbers and criteria of reviews, layout 4 no links between KGs, layout 3 no
relations that KGs share, layout 2 no times of validity at base facts. Layout 1 had no bases either: an original gets
one, with the statements that it adds. Ids stay as they are. What layout 1 did not keep stays unknown: the order of the
statements within a sentence, and whether a run had been finished (it counts as finished).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from contragraph.graph.errors import StoreLayoutError
from contragraph.graph.model.versions import base_id
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.tables.rows import Rows, version_rows

LOG = logging.getLogger("contragraph")


def demand_layout(where: object, layout: int, *, read_only: bool) -> bool:
    """Whether a store of this layout has to be migrated.

    :raises StoreLayoutError: if it has to be but is open for reading only, or is of a newer version.
    """
    if layout == LAYOUT_VERSION:
        return False
    has = f"The store {where} has layout {layout}, this version needs {LAYOUT_VERSION}"
    if layout > LAYOUT_VERSION:
        raise StoreLayoutError(f"{has}: update contragraph.")
    if read_only:
        raise StoreLayoutError(f"{has}: bring it forward with `contragraph runs migrate`, or any command that writes.")
    return True


def say_migrated(where: object) -> None:
    """Say in the log that a store was migrated."""
    LOG.warning("The store %s was brought to layout %d.", where, LAYOUT_VERSION)


def bases(originals: Iterable[Mapping[str, Any]]) -> Rows:
    """The bases of originals, from the rows of ``made.originals``."""
    rows = Rows()
    for (instance, original), added in _grouped(originals):
        content = [(row["statement"], row["source"]) for row in added]
        base = base_id(content)
        version_rows(rows, base, 0, "base", None, (), content)
        rows.join("BASE", "Instance", "Version", instance, base)
        rows.join("PARENT", "Version", "Version", original, base)
    return rows


def _grouped(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[tuple[str, str], list[Mapping[str, Any]]]]:
    for key, some in groupby(rows, key=lambda row: (row["instance"], row["version"])):
        yield key, list(some)
