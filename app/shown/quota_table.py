"""What came of each quota of a dataset, as ``generate`` prints it: a table with marks, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.generation.pool.quotas import QuotaResult

KEPT, FEW, MISSED = "✓", "~", "✗"
LEGEND = {
    KEPT: "kept",
    FEW: "beyond the bound, but of so few conflicts a share means nothing",
    MISSED: "missed; the exit code is 1",
}
"""What each mark means."""


def tell_quotas(quotas: Sequence[QuotaResult]) -> None:
    """Print what came of each quota, and on stderr those that are missed."""
    marks = [mark(quota) for quota in quotas]
    show_rows(
        (
            {
                "": sign,
                "quota": quota.name,
                "bound": quota.bound,
                "share": f"{quota.count / quota.total:.1%}",
                "that is": f"{quota.count:,} of {quota.total:,}",
                "of what": quota.what,
            }
            for sign, quota in zip(marks, quotas)
        ),
        "table",
    )
    if quotas:
        meant = "; ".join(f"{sign} {said}" for sign, said in LEGEND.items() if sign in marks)
        click.echo(f"\n{meant}. A quota bounds a share of the whole dataset; --quota NAME=SHARE changes one.")
    for quota in quotas:
        if not quota.holds:
            click.echo(f"The quota {quota.name} is missed: {quota.count} {quota.what}; {quota.bound}.", err=True)


def mark(quota: QuotaResult) -> str:
    """The mark of a quota in the table."""
    if not quota.holds:
        return MISSED
    return FEW if quota.few else KEPT
