"""What ``evaluate`` does with every kind of dataset: measure without a model, foretell, or ask one and measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from contragraph.app.terminal.failures import answers_kept
from contragraph.app.terminal.model_options import ModelOptions, tell_estimate, tell_spent
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from contragraph.llm import Ask, Gateway, Ledger
    from contragraph.llm.asking import Step

Found_co = TypeVar("Found_co", covariant=True)


class Measure(Protocol[Found_co]):
    """Measures a dataset, with what a model answers if there is one."""

    def __call__(self, *, gateway: Gateway | None = None, model: str | None = None) -> Found_co:
        """What was found."""


def measure_with(
    models: ModelOptions, step: Step, measure: Measure[Found_co], asks: Callable[[], Iterable[Ask]], most: str = ""
) -> Found_co | None:
    """What is found with the model of a step, or without one where none is named; nothing where it is foretold alone.

    ``asks`` are all questions that may be asked; ``most`` says when they are not.

    Raises:
        StoppedError: where it is stopped.
        UsageError: if something is to be foretold of no model.
    """
    if models.file is None and models.model is None:
        if models.dry_run:
            raise click.UsageError("--dry-run needs a model; name one with --model or --models.")
        return measure()
    config = models.config()
    if models.dry_run:
        from contragraph.llm import estimate

        tell_estimate(estimate(asks(), config))
        if most:
            click.echo(most)
        return None
    with answers_kept(), progress() as bars, models.gateway(bars) as gateway:
        found = measure(gateway=gateway, model=config.settings(step).model)
    tell_spent(gateway.spent)
    return found


@contextmanager
def kept(out: Path, gateway: Gateway | None, *asked: object) -> Iterator[Ledger]:
    """The ledger of what is asked for a new folder, which no other run writes meanwhile; ``asked`` tells it by."""
    from contragraph.app.pages.findings import demand_new
    from contragraph.evaluation.results import ledger_of
    from contragraph.graph.lock import held
    from contragraph.graph.model import content_hash

    with held(out):
        demand_new(out)
        ledger = ledger_of(out, content_hash(*asked))
        with ledger.counting(gateway) if gateway is not None else nullcontext():
            yield ledger
