"""How relations and nodes are named in Cypher: the only way from data to a label or relationship type."""

from __future__ import annotations

import re

_WIKIDATA = re.compile(r"wdt:(P[0-9]{1,9})")
_PLAIN = re.compile(r"([a-z][a-z0-9]{0,15}):([A-Za-z][A-Za-z0-9_]{0,63})")
RAW = "dbp"
"""Type of all raw infobox relations: there are thousands, and few facts each."""
OTHER = "other"
"""Type of relations whose id is no plain name; the property ``relation`` has the exact id."""


def relationship_type(relation: str) -> str:
    """The Neo4j relationship type of a relation id: ``P36``, ``dbo_capital``, ``yago_hasCapital``.

    Every relation gets a plain identifier; those that cannot be spelled as one share a type and are told
    apart by the property ``relation``, which every base fact has.
    """
    if match := _WIKIDATA.fullmatch(relation):
        return match[1]
    if relation.startswith("dbp:"):
        return RAW
    if match := _PLAIN.fullmatch(relation):
        return f"{match[1]}_{match[2]}"
    return OTHER
