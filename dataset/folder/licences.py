"""The licences of the knowledge graphs that facts are from: the one place where they are named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of a knowledge graph. ``code`` is its SPDX id, in small letters as dataset cards have it."""

    code: str
    url: str
    attribution: str


_OTHER = Licence("other", "", "See the licence of the knowledge graph that the facts are from.")
_WIKIDATA = Licence(
    "cc0-1.0",
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "Facts and labels are from Wikidata (wikidata.org), released under CC0 1.0.",
)
_DBPEDIA = Licence(
    "cc-by-sa-4.0",
    "https://creativecommons.org/licenses/by-sa/4.0/",
    "Facts and labels are from DBpedia (dbpedia.org), which extracts them from Wikipedia; they are released under "
    "CC BY-SA 4.0, and were changed here as the dataset says.",
)
_YAGO = Licence(
    "cc-by-4.0",
    "https://creativecommons.org/licenses/by/4.0/",
    "Facts and labels are from YAGO (yago-knowledge.org), released under CC BY 4.0, and were changed here as the "
    "dataset says.",
)
LICENCES = {
    "wd": _WIKIDATA,
    "wdt": _WIKIDATA,
    "dbr": _DBPEDIA,
    "dbo": _DBPEDIA,
    "dbp": _DBPEDIA,
    "yago": _YAGO,
    "schema": _YAGO,
}
"""By the prefix of ids: a graph may be loaded under any name, but its ids say what it is."""


def licence_of(ids: Iterable[str]) -> Licence:
    """The licence of what is made of facts with these ids, by their prefixes.

    Of several graphs it is the licence that asks for most, which allows for the facts of the others, and all are named.
    """
    known = {licence for each in ids if (licence := LICENCES.get(each.partition(":")[0]))}
    if not known:
        return _OTHER
    ordered = sorted(known, key=_BY_DEMANDS.index, reverse=True)
    return replace(ordered[0], attribution=" ".join(licence.attribution for licence in ordered))


_BY_DEMANDS = (_WIKIDATA, _YAGO, _DBPEDIA)
"""From the licence that asks for nothing to the one under which changes must be shared alike."""
