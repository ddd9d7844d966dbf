"""``contragraph generate``: from the graph in the store to a dataset folder."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from contragraph.app.runs.bank_options import BANK_OPTIONS, BankOptions, bank_options
from contragraph.app.runs.sharding import ShardOptions, shard_options
from contragraph.app.shown.quota_table import tell_quotas
from contragraph.app.terminal import options
from contragraph.app.terminal.asking import tell_asked, tell_foreseen
from contragraph.app.terminal.failures import NO, resumable
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_spent
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from contragraph.generation.assembly.report import RunReport
    from contragraph.generation.settings import Fill
    from contragraph.generation.verbalise import Style


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The folder to make.")
@click.option(
    "--plan",
    default="magic",
    show_default=True,
    help="magic (1,080 pairs), small (two of each type), or counts such as 1-single-hop=20,2-multi-hop=5;"
    " with --benchmark paper (1,867 sets), or counts such as self=20,pair=20,conditional=20,none=60.",
)
@click.option(
    "--benchmark",
    type=click.Choice(["context-validation", "conflictbench", "conflictbank"]),
    help="Instead of pairs: sets of documents that contradict themselves, each other, or only given a third; claims"
    " with documents for and against; or a bank of facts with claims against them.",
)
@click.option(
    "--claims", type=click.IntRange(1, 100_000), metavar="N", help="With conflictbench: so many claims (500)."
)
@click.option(
    "--documents",
    type=click.IntRange(3, 50),
    metavar="N",
    help="With --benchmark: documents of each set (10), or of each claim (6).",
)
@click.option(
    "--positions",
    metavar="near,far",
    help="With --benchmark: whether the documents of a conflict stand side by side, apart, or in turn either way.",
)
@click.option(
    "--lengths",
    metavar="1-50,51-100",
    help="With --benchmark: the words of a document, of several bins in turn (1-50,51-100,101-150,151-200).",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=7, show_default=True, help="Decides every choice.")
@click.option("--kg", metavar="NAME", help="The graph to use of several, or all to share the plan over them.")
@click.option(
    "--ontology",
    "axioms",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Axioms in Turtle, instead of those that ship for the graph.",
)
@click.option(
    "--generator",
    type=click.Choice(["symbolic", "natural", "llm"]),
    default="symbolic",
    show_default=True,
    help="What is made up: by axioms, by a model, or nothing (natural: what a linked graph says otherwise).",
)
@click.option(
    "--against",
    metavar="NAME",
    help="With --generator natural: the linked graph whose disagreements with --kg become pairs.",
)
@click.option("--verbaliser", type=click.Choice(["template", "llm"]), default="template", show_default=True)
@click.option("--strict", is_flag=True, help="Only conflicts that are true by the meaning of the words.")
@click.option(
    "--style",
    type=click.Choice(["encyclopedic", "short", "news", "book"]),
    default="encyclopedic",
    show_default=True,
    help="How texts are told: joined and introduced, one claim a sentence, as much as possible at first, or at ease.",
)
@click.option(
    "--distractors",
    type=click.IntRange(0, 10),
    metavar="N",
    help="So many statements of each original that take no part in a conflict, instead of as many as come.",
)
@click.option(
    "--overlap",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="So much of what fills the texts up is stated by both, by lot (0.35).",
)
@click.option(
    "--fill",
    type=click.Choice(["topic", "dfs"]),
    default="topic",
    show_default=True,
    help="What fills the texts up: what one would tell of the topics, or the graph in depth-first order, as in MAGIC.",
)
@click.option(
    "--controls",
    metavar="A:B",
    help="So many pairs without any conflict for so many with one, alike in words and shape; for example 1:1.",
)
@click.option(
    "--quota",
    "quotas",
    multiple=True,
    metavar="NAME=SHARE",
    help="A share to keep, such as relation=0.3; at least: hops, dated; at most: replacement, relation, denial.",
)
@click.option(
    "--prompts",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder of prompts to use instead of those that ship.",
)
@click.option(
    "--demonstrations",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --generator llm: examples that reviewers chose, instead of what is proven without a model.",
)
@click.option(
    "--tries",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="With --generator llm: statements asked about for each conflict of the plan, at most (8).",
)
@bank_options
@model_options
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    envvar="CONTRAGRAPH_PROCESSES",
    show_envvar=True,
    metavar="N",
    help="So many processes that search, for speed alone; by default one for each core, at most 2.",
)
@shard_options
@click.option("--resume", is_flag=True, help="Go on with a run that was stopped.")
@click.option("--overwrite", is_flag=True, help="Replace the dataset in the folder.")
@options.store
@click.pass_context
def command(
    context: click.Context,
    out: Path,
    plan: str,
    benchmark: str | None,
    claims: int | None,
    documents: int | None,
    positions: str | None,
    lengths: str | None,
    seed: int,
    kg: str | None,
    axioms: Path | None,
    generator: str,
    against: str | None,
    verbaliser: str,
    strict: bool,
    style: Style,
    distractors: int | None,
    overlap: float | None,
    fill: Fill,
    controls: str | None,
    quotas: tuple[str, ...],
    prompts: Path | None,
    demonstrations: Path | None,
    tries: int | None,
    bank: BankOptions,
    models: ModelOptions,
    processes: int | None,
    sharding: ShardOptions,
    resume: bool,
    overwrite: bool,
    address: str,
) -> None:
    """Make a dataset of proven contradictions.

    The same graph, plan, seed and options give the same bytes on every store and machine. A run that cannot meet its
    plan writes all it has, says what is missing and why, and exits with 1.

    \b
    Example:
      contragraph generate --plan 1-single-hop=20,2-multi-hop=5 --seed 7 --out dataset
      contragraph generate --plan small --style short --distractors 4 --out dataset
      contragraph generate --generator natural --kg yago --against dbpedia --out dataset
      contragraph generate --kg all --plan small --out dataset
      contragraph generate --benchmark context-validation --plan self=2,pair=2,conditional=2,none=2 --out sets
      contragraph generate --benchmark conflictbench --claims 20 --documents 6 --out bench
      contragraph generate --benchmark conflictbank --facts 20 --causes misinformation --out bank
      contragraph generate --plan small --shards 4 --out dataset
      contragraph generate --generator llm --verbaliser llm --models models.toml --plan small --out dataset
    """
    from contragraph.app.runs.generate_sets import MakingOptions, claim_plan, make_sets, set_plan
    from contragraph.dataset.types import parse_plan
    from contragraph.generation.executors.forking import processes_here
    from contragraph.generation.run.foreseen import foresee
    from contragraph.generation.run.making import generate
    from contragraph.generation.settings import Settings
    from contragraph.generation.settings.ratio import parse_ratio
    from contragraph.generation.settings.shares import parse_shares
    from contragraph.generation.sharding.pairs import generate_shards
    from contragraph.graph.stores.open import open_store

    sharding.demand_sense(bank=benchmark == "conflictbank")
    natural, asks = generator == "natural", "llm" in (generator, verbaliser)
    if natural != (against is not None):
        raise click.UsageError("--generator natural and --against NAME belong together.")
    if natural and kg is None:
        raise click.UsageError("Name the graph whose statements are the originals with --kg.")
    if controls is not None and generator == "natural":
        raise click.UsageError("--controls does not go with --generator natural: nothing is made up there.")
    if not asks and (models.given or prompts):
        raise click.UsageError("Options for models go with --generator llm or --verbaliser llm.")
    if generator != "llm" and (demonstrations or tries):
        raise click.UsageError("--demonstrations and --tries go with --generator llm.")
    if benchmark is None and (claims or documents or positions or lengths):
        raise click.UsageError("--claims, --documents, --positions and --lengths go with --benchmark.")
    barred = distractors is not None or (controls and benchmark != "conflictbank")
    if benchmark and (generator != "symbolic" or asks or barred):
        raise click.UsageError(
            "--benchmark goes with neither models nor another generator, --controls or --distractors."
        )
    if sharding.shards > 1 and (natural or asks):
        raise click.UsageError("--shards goes with --generator symbolic and --verbaliser template alone.")
    given = context.get_parameter_source("plan") is not ParameterSource.DEFAULT
    if bank.given and benchmark != "conflictbank":
        raise click.UsageError(f"{BANK_OPTIONS} go with --benchmark conflictbank.")
    if benchmark == "conflictbank":
        from contragraph.app.runs.generate_bank import make_bank

        if given or claims or documents or positions or lengths or axioms:
            raise click.UsageError("--benchmark conflictbank goes with --facts, --causes, --styles and --controls.")
        wanted_bank = bank.settings(controls, seed, strict=strict)
        who = sharding.executor(processes, wanted_bank.shards)
        again = (resume, overwrite)
        met = make_bank(address, out, wanted_bank, who, kg=kg, again=again, keep=not bank.files_only)
        context.exit(0 if met else NO)
    bench = benchmark == "conflictbench"
    if (bench and (given or positions)) or (claims and not bench):
        raise click.UsageError("--claims goes with --benchmark conflictbench, --plan and --positions with the others.")
    sets = set_plan(plan if given else "paper", documents, positions, lengths) if benchmark and not bench else None
    wanted = claim_plan(claims, documents, lengths) if bench else None
    settings = Settings(
        parse_plan(plan) if not benchmark and (given or not natural) else {},
        seed,
        generator,
        verbaliser,
        strict,
        parse_shares(quotas),
        style,
        distractors,
        against,
        None if controls is None else parse_ratio(controls),
        overlap=overlap,
        fill=fill,
        sets=sets,
        claims=wanted,
        shards=sharding.shards,
    )
    how: MakingOptions = {"kg": kg, "axioms": axioms, "resume": resume, "overwrite": overwrite}
    if benchmark:
        met = make_sets(address, out, settings, how, processes, sharding)
        context.exit(0 if met else NO)
    with resumable(), ExitStack() as stack:
        bars = stack.enter_context(progress())
        asked = None
        if asks:
            from contragraph.generation.llm.running import TRIES, Models

            gateway = stack.enter_context(models.gateway(bars))
            asked = Models(gateway, prompts, demonstrations, tries or TRIES, bars.note)
            settings = replace(settings, models=asked.identity(generator, verbaliser))
        if sharding.shards > 1:
            report = generate_shards(address, out, settings, sharding.executor(processes), progress=bars, **how)
        else:
            store = stack.enter_context(open_store(address))
            if asked and models.dry_run:
                tell_foreseen(foresee(store, settings, asked, models.config(), kg=kg, axioms=axioms))
                return
            count = processes or processes_here()
            report = generate(store, out, settings, processes=count, models=asked, progress=bars, **how)
    sharding.tell(report.begun)
    if asked:
        tell_spent(asked.gateway.spent)
    if report.already_done:
        click.echo(f"{out} already holds the whole dataset; nothing was done.")
        return
    _tell(report, out)
    if report.shortfalls or not all(q.holds for q in report.quotas):
        context.exit(NO)


def _tell(report: RunReport, out: Path) -> None:
    """What came out, what is missing, and why."""
    short = {s.type: s for s in report.shortfalls}
    show_rows(
        (
            {"type": str(t), "planned": short[t].wanted if t in short else made, "made": made}
            for t, made in report.made.items()
        ),
        "table",
    )
    found = (
        ", ".join(f"{n} of {hops} hop{'s' * (str(hops) != '1')}" for hops, n in report.pool.items()) or "no conflicts"
    )
    click.echo(
        f"\n{out} holds {sum(report.made.values())} pairs over {len(report.relations)} seed relations, from a pool of"
        f" {found} ({report.rejected} candidates were rejected; rejected.jsonl says why).\n"
    )
    tell_asked(report)
    if report.disagreements:
        _tell_causes(report.disagreements)
    else:
        tell_quotas(report.quotas)
    _tell_manner(out)
    for shortfall in report.shortfalls:
        why = "; ".join(f"{reason} ({count})" for reason, count in shortfall.reasons) or "nothing was left to try"
        click.echo(f"Too few of {shortfall.type}: {shortfall.made} of {shortfall.wanted}. Most often: {why}.", err=True)
    for advice in report.help:
        click.echo(advice, err=True)


def _tell_manner(out: Path) -> None:
    """Whether the manner of the texts gives away which of two is perturbed."""
    from contragraph.dataset.folder.manner import LEAST_PAIRS, manner_of
    from contragraph.dataset.records.pairs import read_instances

    manner = manner_of(record for _, record in read_instances(out))
    if not manner.made:
        return
    words = (
        f"Words alone, learnt on half of the pairs, pick the perturbed text of the others in {manner.told:.0%} of"
        f" {manner.judged} (50% is chance)."
        if manner.judged
        else f"How far words alone tell the perturbed text is said from {LEAST_PAIRS} pairs on."
    )
    click.echo(f"\nOf {manner.made:,} made-up sentences {manner.denials} hold a denial (not, never, no). {words}")


def _tell_causes(account: Mapping[str, Mapping[str, int]]) -> None:
    """What was behind the disagreements of two graphs."""
    causes = sorted({c for some in account.values() for c in some})
    rows = [*account.items(), ("all", {c: sum(some.get(c, 0) for some in account.values()) for c in causes})]
    show_rows(({"disagreements": r, **{c: some.get(c, 0) for c in causes}} for r, some in rows), "table")
