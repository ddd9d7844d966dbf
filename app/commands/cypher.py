"""``contragraph cypher``: the named queries, and any reading query."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, get_args

import click

from contragraph import cypher
from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows
from contragraph.graph.errors import InputError, QueryError

if TYPE_CHECKING:
    from contragraph.cypher import Row, Value
    from contragraph.graph.store import GraphStore


def _params(say: str) -> Callable[[options.F], options.F]:
    return click.option("--param", "params", multiple=True, metavar="K=V", help=say)


@click.group(cls=CommandGroup)
def command() -> None:
    """Run Cypher queries, read-only.

    \b
    Example:
      contragraph cypher list
      contragraph cypher run cookbook.busiest_axioms --param limit=5
      contragraph cypher query 'MATCH (e:Entity) RETURN e.kg, count(*)'
    """


@command.command("list")
@click.argument("beginning", default="", metavar="[BEGINNING]")
@click.option("--all", "everything", is_flag=True, help="Also those that write, which only the program itself runs.")
@options.output_format
@options.no_store
def list_queries(beginning: str, everything: bool, form: str) -> None:
    """List the named queries with their parameters.

    BEGINNING chooses those whose names begin so, such as cookbook. A parameter with "=" has that default.

    \b
    Example:
      contragraph cypher list cookbook
      contragraph cypher list --format json
    """
    found: dict[str, cypher.Query] = {}
    engines: dict[str, list[str]] = {}
    for engine in get_args(cypher.Engine):
        for name in cypher.names(engine):
            query = found.setdefault(name, cypher.get(name, engine))
            if name.startswith(beginning) and (everything or (query.mode == "read" and not query.names)):
                engines.setdefault(name, []).append(engine)
    show_rows(
        (
            {
                "name": name,
                "params": found[name].signature(),
                "engines": " ".join(engines[name]),
                "doc": found[name].doc,
            }
            for name in sorted(engines)
        ),
        form,
        ("name", "params", "engines", "doc"),
    )


@command.command("run")
@click.argument("name")
@_params("A parameter; lists are separated by commas, entities and relations may be given by label.")
@options.output_format
@options.store
def run_query(name: str, params: tuple[str, ...], form: str, address: str) -> None:
    """Run a named query.

    \b
    Example:
      contragraph cypher run cookbook.conflicts_of_relation --param relation=capital
      contragraph cypher run kg.find --param name=berlin --param limit=5
    """
    from contragraph.graph.stores.open import open_store

    given = _pairs(params)
    with open_store(address, read_only=True) as store:
        query = cypher_query(name, store.engine)
        values = _values(query, given, store)
        shown = 0

        def rows() -> Iterator[Row]:
            nonlocal shown
            for row in store.each(name, **values):
                shown += 1
                yield row

        show_rows(rows(), form, query.returns)
    if sys.stderr.isatty() and shown and shown == values.get("limit", query.defaults.get("limit")):
        click.echo(f"These are the first {shown} rows; --param limit=N shows more.", err=True)


@command.command("show")
@click.argument("name")
@_params("A parameter to set, as for run.")
@click.option("--for", "engine", type=click.Choice(get_args(cypher.Engine)), default="neo4j", show_default=True)
@options.store
def show_query(name: str, params: tuple[str, ...], engine: cypher.Engine, address: str) -> None:
    """Print a named query to paste it elsewhere, such as into Neo4j Browser.

    Parameters that are given, and those with defaults, are put in; others stay as $NAME. The store is needed only if an
    entity or relation is given by its label.

    \b
    Example:
      contragraph cypher show cookbook.busiest_axioms
      contragraph cypher show cookbook.conflicts_of_relation --param relation=wdt:P36
    """
    from contragraph.graph.stores.open import open_store

    given = _pairs(params)
    query = cypher_query(name, engine)
    if any(query.params.get(key) in cypher.NAMES and ":" not in value for key, value in given.items()):
        with open_store(address, read_only=True) as store:
            values = _values(query, given, store)
    else:
        values = _values(query, given, None)
    if odd := [key for key in values if key not in query.params]:
        raise QueryError(f"Query {name} has no parameter {odd[0]}; it takes {query.signature() or 'none'}.")
    click.echo(f"// {query.doc}\n{query.inline(values)};")


@command.command("query")
@click.argument("text")
@_params("A parameter: true, false, a number, a JSON list, or text.")
@options.output_format
@options.store
def any_query(text: str, params: tuple[str, ...], form: str, address: str) -> None:
    """Run any Cypher query that only reads; - takes it from the standard input.

    Base facts match as (s:Entity)-[f]->(o:Entity) WHERE f.relation IS NOT NULL on both stores. The database refuses
    what writes. A table shows the first 1,000 rows; JSON and CSV have all, written as they come.

    \b
    Example:
      contragraph cypher query 'MATCH (e:Entity) RETURN e.kg, count(*)'
    """
    from contragraph.graph.stores.open import open_store

    values = {key: _guess(value) for key, value in _pairs(params).items()}
    text = sys.stdin.read() if text == "-" else text
    if not text.strip():
        raise InputError("The query is empty: give one, such as 'MATCH (e:Entity) RETURN count(*)'.")
    with open_store(address, read_only=True) as store:
        show_rows(store.query(text, **values), form)


def cypher_query(name: str, engine: cypher.Engine) -> cypher.Query:
    """The query of that name, with near names in the error if there is none."""
    try:
        return cypher.get(name, engine)
    except cypher.CypherError:
        for other in get_args(cypher.Engine):
            if name in cypher.names(other):
                how = f"`contragraph cypher show {name} --for {other}` prints it."
                raise QueryError(f"The query {name} is for {other} only: {how}") from None
        near = get_close_matches(name, cypher.names(engine), n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else "`contragraph cypher list` shows all."
        raise QueryError(f"There is no query named {name}: {hint}") from None


def _values(query: cypher.Query, given: Mapping[str, str], store: GraphStore | None) -> dict[str, Any]:
    """Parameters as a person types them, as values; labels of entities and relations become ids."""
    from contragraph.graph.lookup.resolve import resolve_entity, resolve_relation

    values: dict[str, Any] = {}
    for key, text in given.items():
        kind = query.params.get(key, "string")
        try:
            values[key] = cypher.parse(text, kind)
        except cypher.CypherError as error:
            raise QueryError(f"Parameter {key} of {query.name}: {error}") from None
        if key == "limit" and isinstance(values[key], int) and values[key] < 0:
            raise QueryError(f"Parameter limit of {query.name} is {text}: it must be 0 or more.")
        if store is None or not text or text.startswith("cg:"):  # auxiliary relations are no part of a graph
            continue
        if kind == "entity":
            values[key] = resolve_entity(store, text).id
        elif kind == "relation":
            values[key] = resolve_relation(store, text).id
    return values


def _pairs(params: Iterable[str]) -> dict[str, str]:
    pairs = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name.isidentifier():
            raise InputError(f"'{param}' is no parameter; write --param NAME=VALUE.")
        pairs[name] = value
    return pairs


def _guess(text: str) -> Value:
    """A value as a person types it: a number, truth value or JSON list where it looks like one."""
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("["):
        try:
            value: Value = json.loads(text)
        except ValueError as error:
            raise InputError(f"{text[:80]!r} is no list in JSON ({error}).") from None
        return value
    with suppress(ValueError):
        return int(text)
    with suppress(ValueError):
        return float(text)
    return text
