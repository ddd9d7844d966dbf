"""``contragraph patterns``: which contradictions the loaded graph realises for each seed relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from contragraph.app import options
from contragraph.app.commands.pattern_queries import list_patterns, run_pattern, show_pattern
from contragraph.app.failures import NO
from contragraph.app.output import show_rows
from contragraph.app.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.generation.patterns import Realised

COLUMNS = ("relation", "label", "single", "multi", "single-hop example", "multi-hop example", "reason")
EVERY_COLUMNS = ("relation", "hops", "strength", "axioms", "example")


@click.group(invoke_without_command=True)
@click.option("--relation", "wanted", multiple=True, metavar="P36", help="Only this seed relation; may be repeated.")
@click.option(
    "--seeds",
    "limit",
    type=click.IntRange(min=1),
    default=240,
    show_default=True,
    help="How many facts of each relation to look at.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=7, show_default=True, help="Decides every choice.")
@click.option("--strict", is_flag=True, help="Only contradictions by axioms without exceptions.")
@click.option("--every", is_flag=True, help="One row for each pattern instead of one for each relation.")
@click.option("--kg", metavar="NAME", help="The graph to use, where the store holds several.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print the list; JSON is an array of objects.",
)
@options.store
@click.pass_context
def command(
    context: click.Context,
    wanted: Sequence[str],
    limit: int,
    seed: int,
    strict: bool,
    every: bool,
    kg: str | None,
    form: str,
    address: str,
) -> None:
    """Count the patterns of contradictions for each seed relation.

    A pattern is a set of axioms by which a made-up statement contradicts a true one: at once (single-hop), or with
    other true facts (multi-hop). Only what passes all rules of generate counts. A relation with fewer than two of each
    is named with the reason. Exits with 1 if there is no pattern at all.

    The patterns of affirmative conflicts are listed, shown and run by its commands.

    \b
    Example:
      contragraph patterns --relation P36 --every
      contragraph patterns list
    """
    if context.invoked_subcommand is not None:
        return
    from contragraph.generation import patterns
    from contragraph.generation.settings import choose_kg
    from contragraph.graph import open_store
    from contragraph.ontology.vocabulary import vocabulary_of

    with open_store(address, read_only=True) as store, progress() as report:
        info = choose_kg(store, kg)
        known = vocabulary_of(store.relations(info.kg))
        own = [_known(name, known.own.domains) for name in wanted] or sorted(known.own.domains, key=_number)
        relations = [known.lens.seen.relation(name).relation for name in own]
        found = []
        for each in patterns.realised(
            store, info, known.ontology, relations, limit=limit, seed=seed, strict=strict, lens=known.lens
        ):
            each.relation = known.own_name(each.relation)
            found.append(each)
            report("seed relations", len(found), len(relations))
        entities = store.entities(patterns.entities_of(found)).values()
        labels = {e.id: e.label for e in entities} | {**known.own_labels, **known.labels}
        labels |= {**known.own.labels, **known.ontology.labels} if not known.lens else dict(known.ontology.labels)
    rows = _every(found, labels) if every else [_row(each, labels) for each in found]
    columns = EVERY_COLUMNS if every else COLUMNS
    if form == "markdown":
        _markdown(rows, columns)
    else:
        show_rows(rows, form, columns)
    if form in ("table", "markdown") and not every:
        reached = sum(each.enough for each in found)
        click.echo(
            f"\n{reached} of {len(found)} seed relations have at least {patterns.ENOUGH} patterns of both kinds"
            f" ({limit} facts of each looked at)."
        )
    if not any(some for each in found for some in each.found.values()):
        context.exit(NO)


for query in (list_patterns, show_pattern, run_pattern):
    command.add_command(query)


def _number(relation: str) -> tuple[int, str]:
    """Relations in the order of their numbers."""
    digits = relation.rpartition("P")[2]
    return (int(digits) if digits.isdigit() else 0, relation)


def _known(name: str, domains: Mapping[str, str]) -> str:
    """The seed relation that is meant by P36 or wdt:P36."""
    for candidate in (name, f"wdt:{name}"):
        if candidate in domains:
            return candidate
    raise InputError(f"{name} is no seed relation; the {len(domains)} seed relations are those that generate uses.")


def _row(each: Realised, labels: Mapping[str, str]) -> dict[str, object]:
    from contragraph.generation.patterns import in_labels

    examples = [each.example(multi=multi) for multi in (False, True)]
    spelled = [in_labels(p, labels) if p is not None else None for p in examples]
    single, multi = each.count(multi=False), each.count(multi=True)
    row = (each.relation, labels.get(each.relation), single, multi, *spelled, each.reason or None)
    return dict(zip(COLUMNS, row, strict=True))


def _every(found: Sequence[Realised], labels: Mapping[str, str]) -> list[dict[str, object]]:
    from contragraph.generation.patterns import in_labels

    proposals = ((each.relation, p) for each in found for some in each.found.values() for p in some.values())
    return [
        dict(zip(EVERY_COLUMNS, (relation, p.hops, p.strength, " ".join(p.axioms), in_labels(p, labels)), strict=True))
        for relation, p in proposals
    ]


def _markdown(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> None:
    def cell(value: object) -> str:
        return "" if value is None else str(value).replace("|", "\\|")

    click.echo(f"| {' | '.join(columns)} |")
    click.echo(f"|{'---|' * len(columns)}")
    for row in rows:
        click.echo(f"| {' | '.join(cell(row[column]) for column in columns)} |")
