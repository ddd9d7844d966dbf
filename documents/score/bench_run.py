"""One evaluation of judges on claims with documents: judge, measure, and write the folder of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from contragraph.dataset.files.folder import MANIFEST, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.claims import ClaimItem
from contragraph.dataset.records.codec import dump
from contragraph.documents.judges.modelled import ModelJudge, parts_of
from contragraph.documents.judges.registry import JUDGES
from contragraph.documents.judges.standing import offline_judges
from contragraph.documents.score.bench import (
    OFFLINE,
    ItemVerdict,
    constant,
    labelled,
    questions_of,
    rates,
    verdicts,
)
from contragraph.documents.score.bench_readers import PAPER, Bench, read_bench
from contragraph.evaluation.results import Manifest, counts, emptied, ledger_of, manifest_in
from contragraph.evaluation.sheets import read_records
from contragraph.evaluation.tables import Cell, Table, markdown
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.graph.model import content_hash
from contragraph.llm import Ask, Gateway, Ledger

VERDICTS, REPORT = "verdicts.jsonl", "report.md"
FORMAT = 1
"""Version of the layout of a folder of results."""


class JudgedManifest(Manifest):
    """Which items were judged (a hash of all of them) by whom."""

    claims: str
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """What is judged by whom. ``together``: one question to the model for a claim and all its documents."""

    baselines: tuple[str, ...] = ()
    together: bool = False
    paper: bool = False
    sample: int | None = None
    seed: int = 7


@dataclass(frozen=True, slots=True)
class BenchResults:
    """All verdicts of a folder of results, and the items that they are about."""

    bench: Bench
    verdicts: tuple[ItemVerdict, ...] = field(default=())


def drawn(bench: Bench, plan: BenchPlan) -> list[ClaimItem]:
    """As many of the items as the plan asks for; the same ones for the same seed, in their order."""
    if plan.sample is None or plan.sample >= len(bench.items):
        return list(bench.items)
    order = sorted(bench.items, key=lambda item: content_hash("evaluate", plan.seed, item.id))
    kept = {item.id for item in order[: plan.sample]}
    return [item for item in bench.items if item.id in kept]


def all_asks(path: Path, plan: BenchPlan) -> Iterator[Ask]:
    """What a model would be asked, for an estimate of what that takes."""
    asked = questions_of(drawn(read_bench(path, plan.seed), plan))
    return (part.ask for part in parts_of(asked, paper=plan.paper, together=plan.together))


def evaluate_claims(
    path: Path, out: Path, plan: BenchPlan, *, gateway: Gateway | None = None, model: str | None = None
) -> BenchResults:
    """Judge (by a model if one is given), and write the folder with its report; verdicts of other judges stay in it.

    Raises:
        InputError: if another run writes the folder, it belongs to other items, there is nothing to evaluate, or a
            baseline is not known.
        CostLimitError: before the limit of cost is passed; the same call goes on from there.
        ModelError: on what every question would meet.
    """
    bench = read_bench(path, plan.seed)
    items = drawn(bench, plan)
    of = content_hash("claims", [item.model_dump() for item in bench.items])
    with held(out):
        known = {(v.judge, v.item): v for v in _read(out, of)}
        ledger = ledger_of(out, of)
        found = [verdict for name in plan.baselines for verdict in _baseline(items, name)]
        if gateway is not None and model is not None:
            name = model + (" together" if plan.together else "") + (" paper" if plan.paper else "")
            with ledger.counting(gateway):
                found += verdicts(items, name, [ModelJudge(gateway, plan.paper, plan.together)])
        known |= {(v.judge, v.item): v for v in found}
        if not known:
            raise InputError(f"There is nothing to evaluate in {out}: name a model with --model, or a --baseline.")
        results = BenchResults(bench, tuple(verdict for _, verdict in sorted(known.items())))
        _write(out, results, of, ledger)
    return results


def _baseline(items: Sequence[ClaimItem], name: str) -> list[ItemVerdict]:
    """What a baseline, or a judge that needs no model, says."""
    if name == OFFLINE:
        return verdicts(items, name, offline_judges())
    return verdicts(items, name, [JUDGES.named(name)()]) if name in JUDGES else constant(items, name)


def _read(out: Path, of: str) -> list[ItemVerdict]:
    """What the folder holds already.

    Raises:
        InputError: if it is no such folder, was changed, or belongs to other items.
    """
    what, other = "evaluation of claims with documents", "other claims, or of another seed"
    if manifest_in(out, JudgedManifest, what, lambda m: (m.format, m.claims) == (FORMAT, of), other) is None:
        return []
    return [verdict for _, verdict in read_records(ItemVerdict, out / VERDICTS)]


def _write(out: Path, results: BenchResults, of: str, ledger: Ledger) -> None:
    """Write the folder whole, in the place of what was there."""
    work = working_folder(out)
    emptied(work, ledger)
    write_lines(work / VERDICTS, (dump(verdict.model_dump()) for verdict in results.verdicts))
    write_text(work / REPORT, report(results))
    names = [VERDICTS, REPORT, *([ledger.path.name] if ledger else [])]
    manifest = JudgedManifest(
        format=FORMAT,
        contragraph=version("contragraph"),
        claims=of,
        judges=tuple(dict.fromkeys(v.judge for v in results.verdicts)),
        files={name: sha256(work / name) for name in names},
        asked=counts(ledger),
    )
    write_text(work / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    publish(work, out)


# -- the report ----------------------------------------------------------------------------------------------


def counted(bench: Bench) -> list[dict[str, object]]:
    """Items of conflict and of none in each part, beside those of the paper."""
    found = []
    for split, (conflict, none) in bench.counts.items():
        paper = PAPER.get(split, ("–", "–"))
        row = {"part": split or "–", "conflict": conflict, "none": none}
        found.append({**row, "the paper's conflict": paper[0], "the paper's none": paper[1]})
    return found


def report(results: BenchResults) -> str:
    """All tables as Markdown."""
    counts_of_items = counted(results.bench)
    tables = [
        _table(
            "items", "Items", (tuple(map(_cell, row.values())) for row in counts_of_items), list(counts_of_items[0])
        ),
        _table("detection", "Is there a conflict?", _detection(results), _DETECTION),
        _table("labels", "Labels of documents", _labels(results), _LABELS),
    ]
    left = "".join(f"\n\n{count:,} {why}." for why, count in sorted(results.bench.left_out.items()))
    body = "\n".join(markdown(table) for table in tables if table.rows)
    return f"# How well judges find conflicts\n\nIntervals are of 95 %, by resampling items.{left}\n\n{body}"


_DETECTION = (
    *("judge", "part", "conflict", "none", "unreadable"),
    *("precision", "recall", "F1", "accuracy", "Acc_noConf"),
)
_LABELS = (
    *("judge", "part", "labels", "right", "kappa", "supports", "contradicts", "irrelevant", "mixed"),
    *("bias of CS-C", "MAE of CS-C", "bias of CS-R", "MAE of CS-R"),
)


def _detection(results: BenchResults) -> Iterator[tuple[Cell, ...]]:
    for its in rates(results.bench.items, results.verdicts):
        yield its.judge, its.split, its.conflict, its.none, its.unreadable, *its.values.values()


def _labels(results: BenchResults) -> Iterator[tuple[Cell, ...]]:
    for its in labelled(results.bench.items, results.verdicts):
        kappas = (_said(its.kappa), *map(_said, its.each.values()))
        scores = (_said(its.bias["CS-C"]), _said(its.error["CS-C"]), _said(its.bias["CS-R"]), _said(its.error["CS-R"]))
        yield its.judge, its.split, its.labels, its.right, *kappas, *scores


def _said(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _cell(value: object) -> Cell:
    return value if isinstance(value, int) else str(value)


def _table(name: str, title: str, rows: Iterable[tuple[Cell, ...]], columns: Sequence[str]) -> Table:
    return Table(name, title, tuple(columns), tuple(rows))
