"""``contragraph patterns list | show | run``: the patterns of conflicts, each a Cypher query that anybody can run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.cypher import Engine
    from contragraph.generation.search.grounds import Grounds
    from contragraph.generation.search.shapes import Shape
    from contragraph.graph.store import GraphStore


@click.group(cls=CommandGroup)
def command() -> None:
    """List, show and run the patterns of conflicts: queries for true facts and what contradicts them.

    \b
    Example:
      contragraph patterns list
    """


_SEED = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=7, show_default=True, help="Decides the order of rows."
)
KG = click.option("--kg", metavar="NAME", help="The graph to use, where the store holds several.")


def grounds_of(store: GraphStore, kg: str | None) -> Grounds:
    """The patterns of a loaded graph."""
    from contragraph.generation.search.grounds import grounds
    from contragraph.generation.settings import choose_kg
    from contragraph.kgs import kg_like, shipped_kgs

    info = choose_kg(store, kg)
    known = kg_like(relation.id for relation in store.relations(info.kg))
    if known is None:
        raise InputError(
            f"Nothing is known of the relations of {info.kg}: patterns come from the axioms of a graph's folder;"
            f" those that ship are {', '.join(shipped_kgs())}."
        )
    return grounds(store, info.kg, known)


def _named(grounds: Grounds, name: str) -> Shape:
    """The pattern of that name, or of which alone the name is the beginning."""
    found = [shape for shape in grounds.shapes if shape.name.startswith(name)]
    exact = [shape for shape in found if shape.name == name]
    if len(exact or found) != 1:
        several = ", ".join(shape.name for shape in found[:8])
        raise InputError(
            f"There is no pattern {name}; `contragraph patterns list` names them all."
            if not found
            else f"{name} is the beginning of several patterns: {several}."
        )
    return (exact or found)[0]


@command.command("list")
@KG
@options.output_format
@options.store
def list_patterns(kg: str | None, form: str, address: str) -> None:
    """List the patterns that the axioms of the loaded graph give.

    A pattern is a set of kinds of statements that contradict each other, of which one is made up. Patterns that differ
    in their relations alone are one.

    \b
    Example:
      contragraph patterns list
    """
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        shapes = grounds_of(store, kg).shapes
    show_rows(
        (
            {
                "pattern": shape.name,
                "hops": shape.hops,
                "made up": ", ".join(shape.made[:4]) + (" …" if len(shape.made) > 4 else ""),
                "ways": len(shape.combinations),
                "joined by": shape.link,
            }
            for shape in shapes
        ),
        form,
        ("pattern", "hops", "made up", "ways", "joined by"),
    )


@command.command("show")
@click.argument("name")
@click.option("--engine", type=click.Choice(["ladybug", "neo4j"]), help="For which engine; by default the store's own.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Rows of the query shown.")
@_SEED
@KG
@options.store
def show_pattern(name: str, engine: str | None, limit: int, seed: int, kg: str | None, address: str) -> None:
    """Print the queries of a pattern, one for each way in which its facts are spelled.

    They are ready to be pasted into Neo4j Browser or ``contragraph cypher query``.

    \b
    Example:
      contragraph patterns show 1-relation --engine neo4j
    """
    from contragraph.generation.search.grounds import shown
    from contragraph.graph.model import Order
    from contragraph.graph.store import Window
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        shape = _named(grounds_of(store, kg), name)
        wanted: Engine = "neo4j" if (engine or store.engine) == "neo4j" else "ladybug"
        click.echo(";\n\n".join(shown(shape, wanted, Order.of_seed(seed), Window(limit))))


@command.command("run")
@click.argument("name")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Rows, at most.")
@_SEED
@KG
@options.output_format
@options.store
@click.pass_context
def run_pattern(
    context: click.Context, name: str, limit: int, seed: int, kg: str | None, form: str, address: str
) -> None:
    """Run the query of a pattern: true facts, and what of them would be made up.

    Filters and the prover have not seen these rows yet. Exits with 1 if there are none.

    \b
    Example:
      contragraph patterns run 1-level --limit 5
    """
    from contragraph.generation.search.rows import read
    from contragraph.graph.model import Literal, Order, Statement
    from contragraph.graph.store import Window
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        known = grounds_of(store, kg)
        shape = _named(known, name)
        found = list(read(shape, store.match(shape.matching, shape.together, Order.of_seed(seed), Window(limit))))
        names = store.entities(e for each in found for e in each.entities)
        relations = {r.id: r.label for r in known.relations.values()} | dict(known.ontology.labels)

    def label(thing: str | Literal) -> str:
        if isinstance(thing, Literal):
            return thing.value
        return names[thing].label if thing in names else thing

    def said(statement: Statement) -> str:
        relation = relations.get(statement.relation, statement.relation)
        return f"{label(statement.subject)} – {relation} – {label(statement.object)}"

    rows = [
        {
            "true": "; ".join(map(said, each.true)),
            "made up": f"{label(each.subject)} – {relations.get(each.relation, each.relation)}"
            f" – {label(each.thing) if each.thing else '…'}",
        }
        for each in found
    ]
    show_rows(rows, form, ("true", "made up"))
    if not rows:
        context.exit(NO)
