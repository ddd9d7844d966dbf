"""``contragraph ontology``: the axioms under examination."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.ontology.axioms import Ontology


@click.group(cls=CommandGroup)
def command() -> None:
    """Examine the axioms that contradictions rest on.

    \b
    Example:
      contragraph ontology lint
      contragraph ontology audit
    """


@command.command("lint")
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--errors", is_flag=True, help="Only errors, no warnings.")
@click.option(
    "--kg",
    "family",
    default="wikidata",
    show_default=True,
    metavar="NAME|DIR",
    help="The axioms that ship for which graph, or those of the folder of one's own.",
)
@options.output_format
@options.no_store
@click.pass_context
def lint_axioms(context: click.Context, file: Path | None, errors: bool, family: str, form: str) -> None:
    """Look for axioms that refute what should be possible, and for axioms without effect.

    FILE is an ontology in Turtle, by default the one that ships. Exits with 1 if there is an error.

    \b
    Example:
      contragraph ontology lint --errors
    """
    from contragraph.kgs import named_kg
    from contragraph.ontology.turtle import read_ontology
    from contragraph.reasoning.audit.lint import lint

    findings = lint(named_kg(family).ontology if file is None else read_ontology(file))
    bad = [f for f in findings if f.level == "error"]
    shown = bad if errors else findings
    sound = "All is well: no axiom says too much." if errors else "All is well: no axiom says too much or nothing."
    show_rows(({"level": f.level, "finding": f.message} for f in shown), form, ("level", "finding"), sound)
    if form == "table":
        click.echo(f"\n{len(bad)} errors, {len(findings) - len(bad)} warnings.")
    if bad:
        context.exit(NO)


@command.command("audit")
@click.option("--kg", metavar="NAME", help="The graph to measure on, where the store holds several.")
@click.option("--broken", is_flag=True, help="Only axioms that the graph breaks somewhere.")
@click.option(
    "--write", type=click.Path(path_type=Path), metavar="FILE", help="Also write the ontology with these figures."
)
@options.output_format
@options.store
def audit_axioms(kg: str | None, broken: bool, write: Path | None, form: str, address: str) -> None:
    """Measure on the loaded graph how many facts each axiom reaches, and how many break it.

    An empty count means that a graph cannot answer: forms that no graph states, and conclusions whose absence proves
    nothing.

    \b
    Example:
      contragraph ontology audit --broken
    """
    from contragraph.generation.settings import choose_kg
    from contragraph.graph.stores.open import open_store
    from contragraph.kgs import kg_behind
    from contragraph.reasoning.audit.figures import audit, with_figures

    with open_store(address, read_only=True) as store:
        name = choose_kg(store, kg).kg
        ontology = kg_behind(name, (r.id for r in store.relations(name))).ontology
        findings = audit(store, name, ontology)
    axioms = {axiom.id: axiom for axiom in ontology.every}
    show_rows(
        (
            {
                "axiom": f.axiom,
                "strength": axioms[f.axiom].strength,
                "facts": f.facts,
                "violations": f.violations,
                "percent": round(100 * f.violations / f.facts, 1) if f.facts and f.violations is not None else None,
                "examples": "; ".join(" ".join(e) for e in f.examples),
            }
            for f in findings
            if f.violations or not broken
        ),
        form,
        ("axiom", "strength", "facts", "violations", "percent", "examples"),
        f"All is well: no fact of {name} breaks an axiom." if broken else "There is no axiom to measure.",
    )
    if write is not None:
        _write(write, with_figures(ontology, findings))


def _write(path: Path, ontology: Ontology) -> None:
    from contragraph.ontology.turtle import format_ontology

    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(format_ontology(ontology), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}.") from None
