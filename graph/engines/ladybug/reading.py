"""What a query of a person may do to the embedded engine, and how its complaints are told.

The engine itself refuses every write to a store that is open for reading. It does not mind statements that write files
beside it, attach other databases or fetch extensions; those are refused here, before they are sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from contragraph.cypher import bare
from contragraph.graph.errors import QueryError

_OUTSIDE = re.compile(
    r"(?:^|;)\s*(?:(?:EXPLAIN|PROFILE)\s+(?:LOGICAL\s+)?)?"
    r"(ATTACH|COPY|DETACH(?!\s+DELETE)|EXPORT|IMPORT|INSTALL|LOAD|UNINSTALL|UPDATE|USE)\b",
    re.IGNORECASE,
)
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
_PLACE = re.compile(r"\(line: \d+, offset: \d+\)")
_LONG = re.compile(r"<(.*)>", re.DOTALL)


def demand_inside(text: str) -> None:
    """Refuse what reaches beyond the store.

    :raises QueryError: if a statement copies to or from files, attaches a database or loads an extension.
    """
    if found := _OUTSIDE.search(bare(text)):
        raise QueryError(
            f"{found[1].upper()} reaches beyond the store and is not run: ask with MATCH … RETURN, and take the rows "
            "as --format csv or json."
        )


def demand_params(text: str, params: Mapping[str, object]) -> None:
    """Refuse a query with a parameter that has no value, which the engine would take for null without a word.

    :raises QueryError: if there is one.
    """
    for found in _PARAMETER.finditer(bare(text)):
        if found[1] not in params:
            raise QueryError(f"The query's parameter ${found[1]} has no value: add --param {found[1]}=VALUE.")


def complaint(error: BaseException) -> str:
    """What the engine says of a query on one line, with the line and offset that it names."""
    text = str(error).strip() or type(error).__name__
    if place := _PLACE.search(text):
        said = " ".join(text[: place.end()].split())
        # It repeats the query up to the place, which may be long: the end shows where.
        return _LONG.sub(lambda m: m[0] if len(m[1]) <= 60 else f"<…{m[1][-60:]}>", said)
    return text.splitlines()[0].rstrip(".!")
