"""``contragraph classify``: what kinds of conflicts do datasets of texts hold?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_estimate, tell_spent
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.documents.classify import Classified
    from contragraph.documents.gold import GoldComparison
    from contragraph.documents.proven import TextProver
    from contragraph.documents.readers import Corpus
    from contragraph.documents.records import Extracted, TextPair
    from contragraph.llm import Gateway

BATCH = 50
"""Items whose texts a model is asked about at once."""


class Classify(click.Command):
    """The command, whose help names the layouts that readers know."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the layouts behind the options."""
        from contragraph.documents.readers import READERS

        del ctx
        with formatter.section("Layouts"):
            formatter.write_dl([(each.name, each.doc) for each in READERS.values()])


@click.command(cls=Classify)
@click.argument("files", type=click.Path(path_type=Path), metavar="FILE…", nargs=-1, required=True)
@click.option("--name", "names", multiple=True, help="What to call a dataset; one for each FILE, in their order.")
@click.option("--texts", metavar="A,B", help="The columns that hold the texts, where their names are not known.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first items of each dataset.")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Leave out clashes less sure than this.",
)
@click.option("--gold", is_flag=True, help="Compare with what the datasets say of their items themselves.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="A new folder for pages, figure and data.")
@click.option("--save", is_flag=True, help="Write datasets, texts, statements and conflicts into the store.")
@options.known_ontology
@model_options
@options.output_format
@options.store
def command(
    files: Sequence[Path],
    names: Sequence[str],
    texts: str | None,
    limit: int | None,
    least: float,
    gold: bool,
    out: Path | None,
    save: bool,
    ontology: str,
    models: ModelOptions,
    form: str,
    address: str,
) -> None:
    """Say what kinds of conflicts datasets of texts hold: how many, by which cause, in how many hops.

    FILE is a dataset in one of the layouts below, MAGIC's files, or any JSON, JSONL, CSV or Parquet table with two or
    more texts in a row. Texts are read offline by rules, or by a language model where one is named.

    \b
    Example:
      contragraph classify dataset --gold --out kinds
    """
    from contragraph.documents.alarms import detection
    from contragraph.documents.classify import distribution, slices_rows
    from contragraph.documents.gold import compare_gold
    from contragraph.documents.proven import TextProver
    from contragraph.documents.readers import read_corpus

    if names and len(names) != len(files):
        raise InputError(f"--name was given {len(names)} times for {len(files)} files; give it for each, or never.")
    columns = [part.strip() for part in (texts or "").split(",") if part.strip()]
    corpora = [read_corpus(path, name, columns) for path, name in zip_longest(files, names)]
    if len({corpus.name for corpus in corpora}) < len(corpora):
        raise InputError("Two datasets have one name; give each its own with --name.")
    for corpus in corpora:
        for fault in corpus.faults:
            click.echo(f"{corpus.name}: {fault}.", err=True)
    if models.dry_run:
        _say_cost(corpora, limit, models)
        return
    if out is not None:
        from contragraph.app.pages.findings import demand_new, write_classified

        demand_new(out)
    prover = TextProver(ontology)
    found = _read(corpora, limit, least, prover, models)
    slices = [
        each for name, its in found.items() for each in (*detection(name, its, least, prover), *distribution(name, its))
    ]
    compared = [against for name, its in found.items() for against in compare_gold(name, its)] if gold else []
    if save:  # first, for it may be done again: a folder that is there is not written to
        from contragraph.documents.stored import store_classified
        from contragraph.graph.stores.open import open_store

        settings = f"least={least} ontology={ontology} model={models.model or ''}"
        with open_store(address, create=True) as store:
            for corpus in corpora:
                store_classified(store, corpus.name, corpus.layout, found[corpus.name], settings)
    if out is not None:
        write_classified(out, [item for its in found.values() for item in its], slices, compared)
    show_rows(slices_rows(slices), form)
    if gold:
        _show_gold(compared, form)


def _read(
    corpora: Sequence[Corpus], limit: int | None, least: float, prover: TextProver, models: ModelOptions
) -> dict[str, list[Classified]]:
    """The items of every dataset, classified; what was noted of a text goes to stderr."""
    from contragraph.documents.classify import compare

    found: dict[str, list[Classified]] = {}
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        gateway = stack.enter_context(models.gateway()) if models.given else None
        for corpus in corpora:
            its = found.setdefault(corpus.name, [])
            chosen = corpus.pairs[:limit]
            for at in range(0, len(chosen), BATCH):
                some = chosen[at : at + BATCH]
                for pair, texts in zip(some, _texts(some, gateway), strict=True):
                    item = compare(corpus.name, pair, texts, least, prover)
                    for note in item.notes:
                        click.echo(f"{corpus.name}, {pair.id}, {note}.", err=True)
                    its.append(item)
                    report(corpus.name, len(its), len(chosen))
        if gateway is not None:
            tell_spent(gateway.spent)
    return found


def _texts(pairs: Sequence[TextPair], gateway: Gateway | None) -> Iterator[tuple[Extracted, ...]]:
    """What the texts of some pairs say; a model is asked for all of them at once."""
    from contragraph.documents.extract import extract

    if gateway is None:
        for pair in pairs:
            yield tuple(extract(text, number) for number, text in enumerate(pair.texts))
        return
    from contragraph.documents.modelled import extract_with_model

    numbered = [(text, number) for pair in pairs for number, text in enumerate(pair.texts)]
    read = iter(extract_with_model([text for text, _ in numbered], gateway, [number for _, number in numbered]))
    for pair in pairs:
        yield tuple(islice(read, len(pair.texts)))


def _say_cost(corpora: Sequence[Corpus], limit: int | None, models: ModelOptions) -> None:
    from contragraph.documents.extract import extract
    from contragraph.documents.modelled import asks_of
    from contragraph.llm import estimate

    texts = [extract(text) for corpus in corpora for pair in corpus.pairs[:limit] for text in pair.texts]
    tell_estimate(estimate(asks_of(texts), models.config()))


def _show_gold(compared: Sequence[GoldComparison], form: str) -> None:
    """Accuracy and confusion, beside what always saying the most frequent answer would reach."""
    if not compared:
        raise InputError("None of the datasets says itself what kinds of conflicts it holds; leave --gold out.")
    click.echo()
    show_rows(
        [
            {
                "dataset": each.dataset,
                "question": each.question,
                "right": each.accuracy.count,
                "of": each.accuracy.of,
                "accuracy": each.accuracy.share,
                "majority": each.majority.share,
            }
            for each in compared
        ],
        form,
    )
    click.echo()
    show_rows(
        [
            {"dataset": each.dataset, "question": each.question, "gold": gold, "found": said, "items": count}
            for each in compared
            for gold, said, count in each.confusion
        ],
        form,
    )
