"""``contragraph generate --benchmark``: sets of documents, or claims with documents, and what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from contragraph.app.runs.sharding import ShardOptions
from contragraph.app.terminal.failures import resumable
from contragraph.app.terminal.options import listed
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from contragraph.generation.sets.making import SetReport
    from contragraph.generation.settings import Settings
    from contragraph.generation.settings.claim_plan import ClaimPlan
    from contragraph.generation.settings.set_plan import SetPlan


class MakingOptions(TypedDict):
    """What every way of making takes."""

    kg: str | None
    axioms: Path | None
    resume: bool
    overwrite: bool


def make_sets(
    address: str,
    out: Path,
    settings: Settings,
    how: MakingOptions,
    processes: int | None,
    sharding: ShardOptions,
) -> bool:
    """Make them and say what came out; whether the plan is met."""
    from contragraph.generation.claims.making import generate_claims
    from contragraph.generation.executors.forking import processes_here
    from contragraph.generation.sets.making import generate_sets
    from contragraph.generation.sharding.sets import generate_benchmark_shards
    from contragraph.graph.stores.open import open_store

    with resumable(), progress() as bars:
        if settings.shards > 1:
            executor = sharding.executor(processes)
            report = generate_benchmark_shards(address, out, settings, executor, progress=bars, **how)
        else:
            making = generate_claims if settings.claims else generate_sets
            with open_store(address) as store:
                report = making(store, out, settings, processes=processes or processes_here(), progress=bars, **how)
    sharding.tell(report.begun)
    if report.already_done:
        click.echo(f"{out} already holds the whole dataset; nothing was done.")
        return True
    _tell(report, out, "claims" if settings.claims else "sets")
    return not report.short


def set_plan(plan: str, documents: int | None, positions: str | None, lengths: str | None) -> SetPlan:
    """The plan of sets that the options spell."""
    from contragraph.dataset.records.sets import LENGTHS, parse_set_plan
    from contragraph.generation.settings.set_plan import POSITIONS, USUAL_DOCUMENTS, SetPlan

    return SetPlan(
        parse_set_plan(plan), documents or USUAL_DOCUMENTS, listed(positions, POSITIONS), listed(lengths, LENGTHS)
    )


def claim_plan(claims: int | None, documents: int | None, lengths: str | None) -> ClaimPlan:
    """The plan of claims that the options spell."""
    from contragraph.generation.settings.claim_plan import USUAL_CLAIMS, USUAL_DOCUMENTS, USUAL_LENGTHS, ClaimPlan

    return ClaimPlan(claims or USUAL_CLAIMS, documents or USUAL_DOCUMENTS, listed(lengths, USUAL_LENGTHS))


def _tell(report: SetReport, out: Path, many: str) -> None:
    show_rows(({"type": kind, "planned": n, "made": report.made[kind]} for kind, n in report.planned.items()), "table")
    click.echo(f"\n{out} holds {report.made.total()} {many} ({report.rejected} candidates were rejected).")
    why = "; ".join(f"{reason} ({count})" for reason, count in report.reasons.most_common(3))
    for kind, missing in report.short.items():
        click.echo(
            f"Too few of {kind}: {report.made[kind]} of {report.made[kind] + missing}. Most often:"
            f" {why or 'the search found no such conflict'}.",
            err=True,
        )
