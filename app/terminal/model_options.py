"""What commands that ask language models share: their options, the gateway made of them, and what is said of cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal.options import gathered

if TYPE_CHECKING:
    from contragraph.graph.progress import Progress
    from contragraph.llm import Estimate, Gateway, ModelsConfig, Spent

FILE = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The options as they were given."""

    file: Path | None
    model: str | None
    api_base: str | None
    max_cost: float | None
    dry_run: bool
    cache: Path | None

    @property
    def given(self) -> bool:
        """Whether any of them was."""
        return self != ModelOptions(None, None, None, None, False, None)

    def config(self) -> ModelsConfig:
        """The config that they name.

        :raises InputError: if the file is wrong, or no model is named
        """
        from contragraph.llm import read_config

        return read_config(self.file, self.model, self.api_base)

    @contextmanager
    def gateway(self, progress: Progress | None = None) -> Iterator[Gateway]:
        """The gateway to the models that they name.

        :raises ContragraphError: as ``read_config`` and ``open_gateway`` do
        """
        from contragraph.graph.progress import silent
        from contragraph.llm import open_gateway

        with open_gateway(
            self.config(), cache=self.cache, max_cost=self.max_cost, progress=progress or silent
        ) as gateway:
            yield gateway


model_options = gathered(
    "models",
    ModelOptions,
    (
        click.option("--models", "file", type=FILE, metavar="FILE", help="Models and their settings (TOML)."),
        click.option("--model", metavar="NAME", help="The model for all steps, such as openai/gpt-4o-mini."),
        click.option(
            "--api-base", metavar="URL", help="A server that speaks OpenAI's protocol, for --model openai/NAME."
        ),
        click.option(
            "--max-cost", type=click.FloatRange(min=0), metavar="USD", help="Stop before more than this is spent."
        ),
        click.option("--dry-run", is_flag=True, help="Print calls, tokens and cost; ask nothing."),
        click.option("--cache", type=FILE, metavar="FILE", help="Where answers are kept."),
    ),
)
"""The options for models; a command gets them as one argument ``models``."""


def tell_estimate(found: Estimate) -> None:
    """Print what a run would take."""
    cost = "its price is not known" if found.cost is None else f"at most ${found.cost:.4f}"
    click.echo(
        f"{found.calls:,} calls, about {found.tokens_in:,} tokens in, at most {found.tokens_out:,} out; {cost}."
        " Nothing was asked."
    )


def tell_spent(spent: Spent) -> None:
    """Print what a run has taken."""
    text = (
        f"{spent.calls:,} calls to models ({spent.retries:,} of them repeated), {spent.cached:,} answers from the"
        f" cache, {spent.failures:,} questions without a usable answer; {spent.tokens_in:,} tokens in,"
        f" {spent.tokens_out:,} out; ${spent.cost:.4f}"
    )
    lost = f", and up to ${spent.lost:.4f} for answers that never came" if spent.lost else ""
    click.echo(f"{text}{lost}.", err=True)
