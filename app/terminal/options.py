"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import reduce, wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from contragraph.graph.engines.address import DEFAULT

F = TypeVar("F", bound=Callable[..., object])

# ``main`` looks for the flag itself, so that it works for errors in the options too.
debug = click.option("--debug", is_flag=True, expose_value=False, help="On an error, show the traceback.")

output_format = click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print the list; JSON is an array of objects.",
)


class NamingOption(click.Option):
    """An option whose help names what a registry holds, which is looked up when somebody asks for help."""

    def __init__(self, *declared: Any, names: Callable[[], str], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(*declared, **settings)
        self._names = names

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, with the names."""
        record = super().get_help_record(ctx)
        return record and (record[0], f"{record[1]} {self._names()}")


def listed(given: str | None, usual: Iterable[str]) -> tuple[str, ...]:
    """The words of a list separated by commas; the usual ones where none is given."""
    return tuple(part.strip() for part in given.split(",")) if given else tuple(usual)


known_ontology = click.option(
    "--ontology",
    type=click.Choice(["wikidata", "dbpedia", "yago"]),
    default="wikidata",
    show_default=True,
    help="Whose relations the prover knows.",
)

labels = click.option(
    "--labels",
    type=click.Choice(["mixed", "paper"]),
    default="mixed",
    show_default=True,
    help="paper: the three labels of the paper, without one for a document that says both; no proofs.",
)

dataset_argument = click.argument("dataset", type=click.Path(path_type=Path), metavar="DIR")


def gathered(
    name: str, kind: type[Any], made: Sequence[Callable[[Callable[..., object]], Callable[..., object]]]
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Options that a command gets as one argument: a ``kind`` with a field for each of them, by its name."""
    names = [each.name for each in fields(kind)]

    def give(function: Callable[..., object]) -> Callable[..., object]:
        @wraps(function)
        def wrapped(*args: object, **given: object) -> object:
            given[name] = kind(**{each: given.pop(each) for each in names})
            return function(*args, **given)

        return reduce(lambda command, option: option(command), reversed(made), wrapped)

    return give


def store(function: F) -> F:
    """The options of a command that works on the store: ``--store`` and ``--debug``."""
    return _store(used=True)(debug(function))


def no_store(function: F) -> F:
    """The options of a command that needs no store: ``--store`` may follow any command, here without effect."""
    return _store(used=False)(debug(function))


def _store(*, used: bool) -> Callable[[F], F]:
    return click.option(
        "--store",
        "address",
        envvar="CONTRAGRAPH_STORE",
        default=DEFAULT,
        show_default=used,
        show_envvar=used,
        hidden=not used,
        expose_value=used,
        metavar="ADDRESS",
        help="The graph store: ladybug:PATH, or neo4j:// or bolt:// with NEO4J_USERNAME and NEO4J_PASSWORD set.",
    )
