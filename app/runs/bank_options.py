"""What ``contragraph generate --benchmark conflictbank`` is given: its options, as one argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from contragraph.app.terminal.options import gathered, listed

if TYPE_CHECKING:
    from contragraph.generation.bank.settings import BankSettings

BANK_OPTIONS = "--facts, --causes, --styles, --allow-unproven and --files-only"


@dataclass(frozen=True, slots=True)
class BankOptions:
    """The options as they were given."""

    facts: int | None
    causes: str | None
    styles: str | None
    allow_unproven: bool
    files_only: bool

    @property
    def given(self) -> bool:
        """Whether any of them was."""
        return self != BankOptions(None, None, None, False, False)

    def settings(self, controls: str | None, seed: int, *, strict: bool) -> BankSettings:
        """The settings that they spell, with those of other options.

        :raises InputError: if there is no such cause or style
        """
        from contragraph.dataset.records.bank import CAUSES
        from contragraph.generation.bank.settings import USUAL_FACTS, USUAL_STYLES, BankSettings
        from contragraph.generation.settings.ratio import parse_ratio

        causes: Any = listed(self.causes, CAUSES)
        styles: Any = listed(self.styles, USUAL_STYLES)
        ratio = None if controls is None else parse_ratio(controls)
        return BankSettings(self.facts or USUAL_FACTS, causes, styles, ratio, seed, strict, self.allow_unproven)


bank_options = gathered(
    "bank",
    BankOptions,
    (
        click.option("--facts", type=click.IntRange(1), metavar="N", help="With conflictbank: so many facts (1,000)."),
        click.option(
            "--causes",
            metavar="misinformation,temporal",
            help="With conflictbank: what claims are at odds with a fact by (misinformation,temporal,semantic).",
        ),
        click.option(
            "--styles",
            metavar="encyclopedic,news",
            help="With conflictbank: the styles in which each claim is told (encyclopedic,book,news).",
        ),
        click.option(
            "--allow-unproven",
            is_flag=True,
            help="With conflictbank: claims about the future too, as in the paper, of which nothing is proven.",
        ),
        click.option(
            "--files-only",
            is_flag=True,
            help="With conflictbank: do not keep the bank in the graph too; for large banks.",
        ),
    ),
)
"""The options of a bank; a command gets them as one argument ``bank``."""
