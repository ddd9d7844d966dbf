"""``contragraph paths``: how two entities hang together, and which facts prove or refute a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.graph.errors import InputError
from contragraph.graph.lookup.resolve import resolve_entity, resolve_relation
from contragraph.graph.model import Statement
from contragraph.graph.paths.search import find_paths
from contragraph.graph.paths.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contragraph.app.shown.path_view import PathView
    from contragraph.graph.store import GraphStore
    from contragraph.ontology.axioms import Ontology

FORMATS = ("table", "json", "csv", "dot", "svg")


@click.command()
@click.argument("start", metavar="[A]", required=False)
@click.argument("target", metavar="[B]", required=False)
@click.option("--proves", "proves", metavar="S|R|O", help="Instead: facts of which the statement follows.")
@click.option("--refutes", "refutes", metavar="S|R|O", help="Instead: facts that contradict the statement.")
@click.option("--max-hops", type=int, default=4, show_default=True, help="How many facts a path has at most.")
@click.option("--min-hops", type=int, default=1, show_default=True, help="How many facts a path has at least.")
@click.option("--relations", metavar="R,R", default="", help="Only these relations, by id or label.")
@click.option("--not-relations", metavar="R,R", default="", help="All relations but these.")
@click.option(
    "--direction",
    type=click.Choice(["any", "out", "in"]),
    default="any",
    show_default=True,
    help="Whether facts run from A to B (out), from B to A (in), or as it comes.",
)
@click.option("--classes", metavar="C,C", default="", help="Pass only entities of these classes, by id or label.")
@click.option("--max-degree", type=click.IntRange(min=1), help="Pass only entities of at most so many facts.")
@click.option("--hidden", is_flag=True, help="Pass hidden entities as well.")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="How many, the best first.")
@click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="Seconds after which the search stops with what it has.",
)
@click.option("--kg", metavar="NAME", help="The graph to use, where the store holds several.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="How to print them; JSON is an array of objects, SVG and DOT are one drawing of all.",
)
@options.store
@click.pass_context
def command(
    context: click.Context,
    start: str | None,
    target: str | None,
    proves: str | None,
    refutes: str | None,
    max_hops: int,
    min_hops: int,
    relations: str,
    not_relations: str,
    direction: str,
    classes: str,
    max_degree: int | None,
    hidden: bool,
    limit: int,
    seconds: float,
    kg: str | None,
    form: str,
    address: str,
) -> None:
    """Find the best paths between entities, or what proves or refutes a statement.

    Between two entities, or around one. Entities and relations are given by id or label. A path passes no entity twice
    and no hidden one; rare relations and entities of few facts make it better (docs/paths.md has the score). With
    --proves or --refutes: facts of the graph that, with the ontology, imply or contradict a statement, each with its
    proof. Exits with 1 if there is none, or if time was up.

    \b
    Example:
      contragraph paths "Berlin" "Hamburg" --max-hops 3
      contragraph paths --refutes "Paris|capital of|Italy"
    """
    from contragraph.app.shown.path_view import show
    from contragraph.generation.settings import choose_kg
    from contragraph.graph.stores.open import open_store

    claim = _asked(start, proves, refutes)
    if relations and not_relations:
        raise InputError("Relations are either the only ones or those left out: give --relations or --not-relations.")
    with open_store(address, read_only=True) as store:
        graph = choose_kg(store, kg).kg
        if start is None:
            answer = _about(store, graph, claim, max_hops, limit, seconds, proves=proves is not None)
        else:
            named = [_entity(store, name, graph) for name in (start, target) if name is not None]
            wanted = Wanted(
                min_hops,
                max_hops,
                direction,
                tuple(resolve_relation(store, name, graph).id for name in _split(relations or not_relations)),
                but=not relations,
                classes=tuple(_entity(store, name, graph) for name in _split(classes)),
                degree=max_degree,
                hidden=hidden,
            )
            answer = _between(store, graph, named, wanted, limit, seconds)
    show(answer, form)
    if not answer.complete:
        click.echo(
            f"Time was up after {seconds:g} seconds, so this is only a part, the {len(answer.objects)} found by then: "
            "give a longer --time-limit, fewer --max-hops or a lower --max-degree.",
            err=True,
        )
    if not answer.complete or not answer.objects:
        context.exit(NO)


def _asked(start: str | None, proves: str | None, refutes: str | None) -> str:
    """The statement that is asked about; empty where paths are asked for."""
    claim = proves if proves is not None else refutes
    if sum(each is not None for each in (start, proves, refutes)) != 1:
        raise InputError("Ask one thing: give entities for paths, or a statement with --proves or --refutes.")
    return claim or ""


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _entity(store: GraphStore, name: str, kg: str) -> str:
    return resolve_entity(store, name, kg).id


def _between(store: GraphStore, kg: str, ends: Sequence[str], wanted: Wanted, limit: int, seconds: float) -> PathView:
    from contragraph.app.shown.path_view import labels_of, of_paths

    found = find_paths(store, kg, ends[0], ends[1] if len(ends) > 1 else None, wanted, limit=limit, seconds=seconds)
    facts = [fact for path in found.paths for fact in path.facts]
    return of_paths(found.paths, ends, labels_of(store, kg, facts, ends), complete=found.complete)


def _about(
    store: GraphStore, kg: str, claim: str, max_hops: int, limit: int, seconds: float, *, proves: bool
) -> PathView:
    from contragraph.app.presentation.say import RecordWords
    from contragraph.app.shown.path_view import labels_of, of_routes
    from contragraph.generation.routes import find_routes
    from contragraph.kgs import kg_behind, lexicon_for

    ontology = kg_behind(kg, (r.id for r in store.relations(kg))).ontology
    statement = _statement(store, kg, claim, ontology)
    found = find_routes(
        store, kg, statement, ontology, proves=proves, most_facts=max_hops, limit=limit, seconds=seconds
    )
    told = [statement, *(fact for route in found.found for fact in route.facts)]
    named = {
        each
        for route in found.found
        for step in route.proof.proof
        if isinstance(step.conclusion, Statement)
        for each in step.conclusion.entities
    }
    words = RecordWords(
        {**ontology.labels, **labels_of(store, kg, told, named)}, ontology, lexicon_for(ontology.labels)
    )
    return of_routes(found.found, statement, words, proves=proves, complete=found.complete)


def _statement(store: GraphStore, kg: str, text: str, ontology: Ontology) -> Statement:
    """The statement that a person types as subject|relation|object, each by id or label."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3 or not all(parts):
        raise InputError(f"'{text}' is no statement: write 'subject|relation|object', each as an id or a label.")
    subject, relation, thing = parts
    ends = (_entity(store, subject, kg), _entity(store, thing, kg))
    if ends[0] == ends[1]:
        raise InputError(f"The statement '{text}' has {ends[0]} at both ends: give two entities.")
    own = relation in ontology.statable and relation.startswith("cg:")
    return Statement(ends[0], relation if own else resolve_relation(store, relation, kg).id, ends[1])
