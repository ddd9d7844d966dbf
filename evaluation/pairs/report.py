"""The report of an evaluation: tables as Markdown and CSV, plots as SVG, and one page of HTML that stands alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from contragraph.dataset.files.folder import write_text
from contragraph.evaluation.agreement import AnnotatorAgreement
from contragraph.evaluation.bootstrap import Value, sampled
from contragraph.evaluation.breakdowns import BreakdownPart, beside, compared, parts
from contragraph.evaluation.measures import WORDS, AttemptSetting, SettingCounts, counts_of
from contragraph.evaluation.pairs.human import ScoreDisagreement, agreement, disagreements
from contragraph.evaluation.pairs.plots import Plot, PlotRow, plot_of, svg
from contragraph.evaluation.records import Human, Item, PairScore, Probe, Rating
from contragraph.evaluation.statistics import RESAMPLES
from contragraph.evaluation.tables import (
    Cell,
    Table,
    breakdown_tables,
    cell,
    comma_separated,
    difference_table,
    main_tables,
    markdown,
    percent,
)

PAGE, WORDED = "report.html", "report.md"
TABLES, PLOTS = "tables", "plots"
"""The folders of the CSV files and of the plots."""
MEANINGS = {
    "id": "share of attempts on pairs with a conflict that say so; “any” and “all” count pairs of which some attempt, "
    "or every attempt, says so",
    "unreadable": "share of all attempts whose answer cannot be read; it is never taken for “no conflict”",
    "false_positives": "share of readable attempts on controls (pairs without a conflict) that say “conflict”",
    "precision": "share of those readable attempts that say “conflict” in which there is one",
    "balanced_accuracy": "mean of the shares right of pairs and of controls, of readable attempts; 50 is chance",
    "mcc": "Matthews’ correlation of verdict and truth, from −100 to 100; 0 is chance",
    "loc": "share of attempts in which all declared conflicts are localised: for each, sentences are named for every "
    "statement of one of its minimal sets",
    "loc_recall": "share of declared conflicts that are localised",
    "loc_paired": "share of declared conflicts of which a sentence on each side is named",
    "loc_precision": "share of reported conflicts that match a declared one; in controls none does",
    "loc_f1": "harmonic mean of the two",
}
_FOLDED = 12
"""Rows from which the table under a plot is folded."""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What a report shows."""

    title: str
    lead: str
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...]


def write_report(
    folder: Path,
    items: Sequence[Item],
    scores: Iterable[PairScore],
    *,
    probes: Iterable[Probe] = (),
    ratings: Iterable[Rating] = (),
    human: Sequence[Human] = (),
    title: str = "How well models find the conflicts",
) -> Path:
    """Write ``report.html``, ``report.md``, ``tables/*.csv`` and ``plots/*.svg``; the path of the page.

    The same items and scores give the same bytes. Scores of items that are not given are left out.
    """
    report = report_of(items, list(scores), probes, ratings, human, title)
    write_parts(folder, report, _meanings())
    write_text(folder / PAGE, page(report))
    return folder / PAGE


def write_parts(folder: Path, report: EvaluationReport, meanings: str) -> None:
    """Write ``report.md``, which ends with what the figures mean, ``tables/*.csv`` and ``plots/*.svg``."""
    for name in (TABLES, PLOTS):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for table in report.tables:
        write_text(folder / TABLES / f"{table.name}.csv", comma_separated(table))
    for plot in report.plots:
        write_text(folder / PLOTS / f"{plot.name}.svg", svg(plot))
    body = "\n".join(markdown(table) for table in report.tables)
    write_text(folder / WORDED, f"# {report.title}\n\n{report.lead}\n\n{body}\n{meanings}")


def report_of(
    items: Sequence[Item],
    scores: Sequence[PairScore],
    probes: Iterable[Probe] = (),
    ratings: Iterable[Rating] = (),
    human: Sequence[Human] = (),
    title: str = "How well models find the conflicts",
) -> EvaluationReport:
    """All tables and plots."""
    counts = counts_of(items, scores)
    aside = beside(probes, ratings)
    found = [part for each in counts for part in parts(each, aside)]
    tables = [
        *main_tables(counts),
        *difference_table(compared(counts)),
        *breakdown_tables(found),
        *_agreement_tables(agreement(human, scores), disagreements(human, scores), human),
    ]
    plots = [*_overview(counts), *_breakdown_plots(found)]
    return EvaluationReport(title, _lead(items, counts), tuple(tables), tuple(plots))


def _lead(items: Sequence[Item], counts: Sequence[SettingCounts]) -> str:
    asked = {item.id: item for each in counts for item in each.items}
    controls = sum(item.control for item in asked.values())
    models = sorted({each.setting.model for each in counts})
    told = f"{len(asked) - controls:,} pairs with conflicts and {controls:,} controls without, of {len(items):,} in all"
    missing = "" if controls else " Without controls, a model that always says “conflict” looks perfect in ID."
    return f"{told}; {', '.join(models) or 'no model'} answered.{missing}"


def _overview(counts: Sequence[SettingCounts]) -> Iterator[Plot]:
    names = ("id", "false_positives", "loc")
    rows = []
    for each in counts:
        values = sampled(each).values(names)
        rows.append(PlotRow(_setting_words(each.setting), tuple(_shown(values[name]) for name in names)))
    if rows:
        yield plot_of("overview", "All settings, %", [WORDS[name] for name in names], rows)


def _breakdown_plots(found: Sequence[BreakdownPart]) -> Iterator[Plot]:
    for name in dict.fromkeys(part.breakdown for part in found):
        listed = [part for part in found if part.breakdown == name]
        settings = list(dict.fromkeys(part.setting for part in listed))
        conflicts = name in ("hops", "strength", "relation", "knowledge")
        for measure in ("id", "loc_recall" if conflicts else "loc"):
            by_part: dict[str, dict[AttemptSetting, Value]] = {}
            for part in listed:
                by_part.setdefault(part.part, {})[part.setting] = part.values[measure]
            rows = [PlotRow(part, tuple(_shown(given.get(s)) for s in settings)) for part, given in by_part.items()]
            plot = plot_of(
                f"by-{name}-{measure.replace('_', '-')}",
                f"{WORDS[measure]} by {name}, %",
                [_setting_words(s) for s in settings],
                rows,
            )
            if plot.series:
                yield plot


def _shown(value: Value | None) -> Value | None:
    return value if value is not None and value.value is not None else None


def _setting_words(setting: AttemptSetting) -> str:
    return " ".join(setting)


def _agreement_tables(
    agreed: Sequence[AnnotatorAgreement], listed: Sequence[ScoreDisagreement], human: Sequence[Human]
) -> Iterator[Table]:
    if not human:
        return
    rows: list[tuple[Cell, ...]] = [
        (
            a.question,
            ", ".join(a.readers),
            a.units,
            Value(a.same, None, a.units),
            _coefficient(a.kappa, a.kappa_interval),
            _coefficient(a.alpha),
        )
        for a in agreed
    ]
    columns = ("question", "scorers", "answers or conflicts", "same", "κ", "α")
    note = "κ is Cohen's, of two scorers; α is Krippendorff's. A dash: all scores are the same, so that neither exists."
    yield Table("agreement", "People and the computed scores", columns, tuple(rows), note)
    differing: list[tuple[Cell, ...]] = [
        (
            *(d.asked.item, d.asked.model, d.asked.prompt, d.asked.variant, d.asked.order, d.asked.attempt),
            *(d.scorer, "verdict" if d.conflict is None else f"conflict {d.conflict}", d.person, d.computed),
        )
        for d in listed
    ]
    if differing:
        header = ("pair", *AttemptSetting._fields, "attempt", "scorer", "on", "the person says", "computed")
        yield Table("disagreements", "Every disagreement", header, tuple(differing))


def _coefficient(value: float | None, interval: tuple[float, float] | None = None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" + (f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval else "")


def _meanings() -> str:
    lines = ["## What the figures mean", ""]
    lines += [f"- **{WORDS[name]}**: {meaning}" for name, meaning in MEANINGS.items()]
    note = f"Shares in percent; in brackets 95 % intervals from {RESAMPLES:,} bootstrap resamples of the items."
    return "\n".join([*lines, "", note]) + "\n"


# -- the page ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cell:
    said: str
    interval: str = ""


def _split(thing: Cell) -> _Cell:
    if not isinstance(thing, Value):
        return _Cell(cell(thing))
    whole, plain = percent(thing), percent(thing, interval=False)
    return _Cell(plain, whole.removeprefix(plain).strip())


def page(
    report: EvaluationReport,
    meanings: Mapping[str, str] | None = None,
    resampled: str = "the items, pairs and controls each among themselves",
) -> str:
    """The report as one page of HTML; ``meanings`` say what its figures are, in the place of those of this module."""
    told = {WORDS[name]: meaning for name, meaning in MEANINGS.items()} if meanings is None else meanings
    drawn = {plot.name: plot for plot in report.plots}
    sections = []
    for table in report.tables:
        belonging = ("overview",) if table.name == "id" else tuple(n for n in drawn if n.startswith(f"{table.name}-"))
        plots = [{"title": drawn[n].title, "svg": svg(drawn[n])} for n in belonging if n in drawn]
        sections.append(
            {
                "table": table,
                "plots": plots,
                "numeric": [
                    any(isinstance(row[n], (Value, int)) for row in table.rows) for n in range(len(table.columns))
                ],
                "shares": [any(isinstance(row[n], Value) for row in table.rows) for n in range(len(table.columns))],
                "rows": [[_split(thing) for thing in row] for row in table.rows],
                "folded": bool(plots) and len(table.rows) > _FOLDED,
            }
        )
    environment = Environment(
        loader=PackageLoader("contragraph.evaluation"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html").render(
        title=report.title,
        lead=report.lead,
        sections=sections,
        meanings=list(told.items()),
        resamples=f"{RESAMPLES:,}",
        resampled=resampled,
    )
