"""``contragraph filters list | ablate``: what refuses made-up statements, and what each filter catches alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from contragraph.app.commands.patterns import KG, grounds_of
from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contragraph.generation.search.ablation import Example
    from contragraph.graph.model import Statement


@click.group(cls=CommandGroup)
def command() -> None:
    """List the filters of the search, and measure what each catches.

    A filter is a principle by which made-up statements are refused: what everybody knows, what no source would write,
    what the graph itself breaks.

    \b
    Example:
      contragraph filters list
      contragraph filters ablate prominence
    """


@command.command("list")
@options.output_format
@options.no_store
def list_filters(form: str) -> None:
    """List the filters in the order in which they run, with their principles and thresholds.

    \b
    Example:
      contragraph filters list --format json
    """
    from contragraph.generation.search.filters import FILTERS

    show_rows(
        (
            {
                "filter": each.name,
                "stage": each.stage,
                "principle": each.doc,
                "thresholds": ", ".join(each.thresholds),
            }
            for each in FILTERS.values()
        ),
        form,
        ("filter", "stage", "principle", "thresholds"),
    )


@command.command("ablate")
@click.argument("name")
@click.option("--seeds", type=click.IntRange(1, 100), default=3, show_default=True, help="How many samples to look at.")
@click.option(
    "--rows", type=click.IntRange(1), default=150, show_default=True, help="Rows of each pattern in a sample."
)
@click.option("--examples", type=click.IntRange(0), default=10, show_default=True, help="How many to show.")
@KG
@options.output_format
@options.store
@click.pass_context
def ablate(
    context: click.Context, name: str, seeds: int, rows: int, examples: int, kg: str | None, form: str, address: str
) -> None:
    """Count what a filter alone refuses on samples of the loaded graph.

    Of the first candidate of each row it is counted which the filter refuses, and which of these all other filters and
    the prover let pass. Exits with 1 where it refuses nothing alone: it may leave then.

    \b
    Example:
      contragraph filters ablate prominence --seeds 3
    """
    from contragraph.generation.search.ablation import ablated
    from contragraph.generation.search.filters import FILTERS
    from contragraph.graph.stores.open import open_store

    FILTERS.named(name)
    with open_store(address, read_only=True) as store, progress() as report:
        grounds = grounds_of(store, kg)
        found = []
        for seed in range(1, seeds + 1):
            found.append(ablated(store, grounds, name, seed, rows))
            report("seeds", len(found), seeds)
        wanted = -(-examples // seeds)
        shown = [(each.seed, example) for each in found for example in _spread(each.alone, wanted)][:examples]
        things = sorted({e for _, each in shown for s in each.candidate.statements for e in s.entities})
        labels = {e.id: e.label for e in store.entities(things).values()}
        labels |= {r.id: r.label for r in grounds.relations.values()}
    show_rows(
        (
            {
                "seed": seed,
                "hops": each.hops,
                "made up": _said(each.candidate.perturbed, labels),
                "against": _said(each.candidate.original, labels),
                "reason": each.reason,
            }
            for seed, each in shown
        ),
        form,
        ("seed", "hops", "made up", "against", "reason"),
    )
    looked, refused, alone = (sum(some) for some in zip(*((c.candidates, c.refused, len(c.alone)) for c in found)))
    click.echo(f"Of {looked} candidates of {seeds} seeds {name} refuses {refused}, {alone} of them alone.", err=True)
    if not any(each.alone for each in found):
        context.exit(NO)


def _spread(examples: list[Example], wanted: int) -> list[Example]:
    """So many of them, evenly spread over all."""
    step = max(1, len(examples) // max(1, wanted))
    return examples[::step][:wanted]


def _said(statement: Statement, labels: Mapping[str, str]) -> str:
    other = statement.object
    named = labels.get(other, other) if isinstance(other, str) else other.value
    relation = labels.get(statement.relation, statement.relation)
    return f"{labels.get(statement.subject, statement.subject)} | {relation} | {named}"
