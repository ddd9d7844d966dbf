"""The questions that are put to an endpoint, page by page, so that no answer is large and none is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from contragraph.graph.errors import EndpointError, InputError
from contragraph.loaders.sparql.client import COLUMNS, Ask, Row

BATCH = 50
"""Things asked about in one question."""
_FORBIDDEN = re.compile(r'[\x00-\x20<>"{}|^`\\]')


def iri(address: str) -> str:
    """An IRI as it stands in a query.

    :raises InputError: if it has characters that no IRI may have
    """
    if _FORBIDDEN.search(address) or ":" not in address:
        raise InputError(f"{address!r} is no IRI; write special characters of ids with percent signs.")
    return f"<{address}>"


def text(value: str) -> str:
    """A string as it stands in a query."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
    return '"' + "".join(escapes.get(letter, letter) for letter in value) + '"'


def values(name: str, addresses: Iterable[str]) -> str:
    """A block that binds a variable to IRIs."""
    return f"VALUES ?{name} {{ {' '.join(iri(each) for each in addresses)} }} "


def starting(name: str, namespaces: Sequence[str]) -> str:
    """A filter for IRIs of some namespaces; of all, if there are none."""
    if not namespaces:
        return ""
    each = (f"STRSTARTS(STR(?{name}), {text(space)})" for space in namespaces)
    return f"FILTER({' || '.join(each)}) "


def spoken(language: str) -> str:
    """A filter for objects that are in the language, in none, or no strings."""
    return f'FILTER(!isLiteral(?o) || LANG(?o) = "" || LANGMATCHES(LANG(?o), {text(language)})) '


def batches(items: Sequence[str], size: int = BATCH) -> Iterator[Sequence[str]]:
    """The items, some at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def pages(ask: Ask, pattern: str, key: str, size: int, *, capped: bool) -> Iterator[Row]:
    """All rows ``?s ?p ?o`` of a pattern, once each, by questions for at most ``size`` rows.

    Each page goes on with the things that the last one ended in (``key`` is the variable that is sorted first): the
    endpoint need not skip rows, and may be asked days later. Where one thing fills a page, its rows are counted off.

    :param capped: whether the endpoint may have a limit of its own that it does not tell; if so, a page that is not
        full is not taken for the last
    :raises EndpointError: if the endpoint sorts in one way and compares in another
    """
    column = COLUMNS.index(key)
    order = " ".join(f"STR(?{name})" for name in (key, *(name for name in COLUMNS if name != key)))
    start: str | None = None
    beyond = ">="
    before: set[Row] = set()
    passed: set[str] = set()
    while True:
        bound = f"FILTER(STR(?{key}) {beyond} {text(start)}) " if start is not None else ""
        rows = ask(f"SELECT DISTINCT ?s ?p ?o WHERE {{ {pattern}{bound}}} ORDER BY {order} LIMIT {size}")
        fresh = [row for row in rows if row not in before]
        yield from fresh
        if not rows or (len(rows) < size and not capped):
            return
        last = rows[-1][column][1]
        if last in passed:
            raise EndpointError("The endpoint sorts ids in an order other than that of its comparison; it is not read.")
        if all(row[column][1] == last for row in rows):
            known = set(rows) | before
            for row in _counted_off(ask, pattern, key, last, order, size, len(known)):
                if row not in known:
                    known.add(row)
                    yield row
            start, beyond, before = last, ">", set()
            passed.add(last)
        else:
            if start is not None:
                passed.add(start)
            start, beyond = last, ">="
            before = {row for row in rows if row[column][1] == last}


def _counted_off(ask: Ask, pattern: str, key: str, thing: str, order: str, size: int, offset: int) -> Iterator[Row]:
    """The rows of one thing from ``offset`` on."""
    alone = f"{pattern}FILTER(STR(?{key}) = {text(thing)}) "
    while rows := ask(
        f"SELECT DISTINCT ?s ?p ?o WHERE {{ {alone}}} ORDER BY {order} LANG(?o) LIMIT {size} OFFSET {offset}"
    ):
        yield from rows
        offset += len(rows)
