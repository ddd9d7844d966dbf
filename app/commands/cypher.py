"""``contragraph cypher``: the named queries, and any reading query."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

import click

from contragraph import cypher
from contragraph.app import options
from contragraph.app.output import show_rows
from contragraph.graph.errors import InputError, QueryError

if TYPE_CHECKING:
    from contragraph.graph.store import Value


@click.group()
def command() -> None:
    """Run Cypher queries, read-only.

    \b
    Example:
      contragraph cypher list
      contragraph cypher run kg.find --param name=berlin --param limit=5
      contragraph cypher query 'MATCH (e:Entity) RETURN e.kg, count(*)'
    """


def _needs(query: cypher.Query) -> str:
    return ", ".join(f"{name}: {kind}" for name, kind in query.params.items())


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that write, which only the program itself runs.")
@options.output_format
@options.no_store
def list_queries(everything: bool, form: str) -> None:
    """List the named queries with their parameters.

    \b
    Example:
      contragraph cypher list --format json
    """
    found: dict[str, cypher.Query] = {}
    engines: dict[str, list[str]] = {}
    for engine in get_args(cypher.Engine):
        for name in cypher.names(engine):
            query = found.setdefault(name, cypher.get(name, engine))
            if everything or (query.mode == "read" and not query.names):
                engines.setdefault(name, []).append(engine)
    show_rows(
        (
            {"name": name, "params": _needs(found[name]), "engines": " ".join(engines[name]), "doc": found[name].doc}
            for name in sorted(engines)
        ),
        form,
    )


@command.command("run")
@click.argument("name")
@click.option("--param", "params", multiple=True, metavar="K=V", help="A parameter; lists are separated by commas.")
@options.output_format
@options.store
def run_query(name: str, params: tuple[str, ...], form: str, address: str) -> None:
    """Run a named query.

    \b
    Example:
      contragraph cypher run kg.find --param name=berlin --param limit=5
    """
    from contragraph.graph import open_store

    given = _pairs(params)
    with open_store(address, read_only=True) as store:
        try:
            query = cypher.get(name, store.engine)
            values: dict[str, Value] = {}
            for key, text in given.items():
                value = cypher.parse(text, query.params.get(key, "string"))
                values[key] = list(value) if isinstance(value, list) else value
        except cypher.CypherError as error:
            raise QueryError(str(error)) from None
        rows = store.run(name, **values)
    show_rows(rows, form, query.returns)


@command.command("query")
@click.argument("text")
@click.option("--param", "params", multiple=True, metavar="K=V", help="A parameter: true, false, a number, or text.")
@options.output_format
@options.store
def any_query(text: str, params: tuple[str, ...], form: str, address: str) -> None:
    """Run any Cypher query that only reads.

    Base facts match as (s:Entity)-[f]->(o:Entity) WHERE f.relation IS NOT NULL on both stores.

    \b
    Example:
      contragraph cypher query 'MATCH (e:Entity) RETURN e.kg, count(*)'
    """
    from contragraph.graph import open_store

    values = {key: _guess(value) for key, value in _pairs(params).items()}
    with open_store(address, read_only=True) as store:
        rows = list(store.query(text, **values))
    show_rows(rows, form)


def _pairs(params: Iterable[str]) -> dict[str, str]:
    pairs = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name.isidentifier():
            raise InputError(f"'{param}' is no parameter; write --param NAME=VALUE.")
        pairs[name] = value
    return pairs


def _guess(text: str) -> str | int | float | bool:
    """A value as a person types it: a number or truth value where it looks like one."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
