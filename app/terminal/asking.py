"""What ``generate`` says of the language models of a run: what they would take, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.generation.assembly.report import RunReport
    from contragraph.generation.llm.foresee import Foreseen


def tell_foreseen(found: Sequence[Foreseen]) -> None:
    """Print what a run would take, between the least and the most."""
    rows = []
    for each in found:
        least, most = each.least, each.most
        cost = "not known"
        if least.cost is not None and most.cost is not None:
            cost = f"${least.cost:.2f} to ${most.cost:.2f}"
        rows.append(
            {
                "step": each.step,
                "calls": f"{least.calls:,} to {most.calls:,}",
                "tokens in": f"{least.tokens_in:,} to {most.tokens_in:,}",
                "tokens out, at most": f"{least.tokens_out:,} to {most.tokens_out:,}",
                "cost": cost,
            }
        )
    show_rows(rows, "table")
    click.echo(
        "\nThe least is what the plan takes if every first answer is accepted, the most what the bounds admit"
        " (--tries and --max-cost lower it). Nothing was asked."
    )


def tell_asked(report: RunReport) -> None:
    """Print what became of what models proposed, and how much their texts tell."""
    asked = report.asked
    if asked:
        rejected = sum(asked.get("rejected", {}).values())
        click.echo(
            f"Of the model's proposals {asked['accepted']} were proven, {rejected} rejected and {asked['review']} left"
            f" to people (review.jsonl); {asked['questions']} questions about {asked['seeds']} seeds,"
            f" ${asked['cost']:.4f}."
        )
        most = sorted(asked.get("rejected", {}).items(), key=lambda pair: (-pair[1], pair[0]))
        if most:
            show_rows(({"rejected because": reason, "proposals": number} for reason, number in most), "table")
        click.echo()
    if report.told:
        from contragraph.generation.llm.tell_coverage import Coverage

        coverage = Coverage.of_json(report.told)
        click.echo(
            f"{coverage.told} of {coverage.sides} texts are the model's, the others its template's;"
            f" {coverage.answers} texts were written."
        )
        if coverage.fallen:
            why = ", ".join(f"{kind} ({count})" for kind, count in coverage.reasons())
            click.echo(f"Why texts fell back: {why}.")
        show_rows(coverage.rows(), "table")
        click.echo()
