"""Tables of figures, written as Markdown and as CSV, with their intervals."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.evaluation.bootstrap import Value, sampled
from contragraph.evaluation.breakdowns import COMPARED, MEASURED, BreakdownPart, Difference
from contragraph.evaluation.measures import WORDS, AttemptSetting, SettingCounts

Cell = str | int | Value | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its file name, what it shows, and rows as long as its columns."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that others published about a benchmark of theirs, with its source."""

    who: str
    dataset: str
    id: float | None
    loc: float | None
    source: str


PUBLISHED = (
    Published("people", "MAGIC", 0.925, 0.833, "Lee et al. 2025, arXiv:2507.21544"),
    Published("best of the models tried", "MAGIC", None, 0.55, "the authors' summary of that paper"),
)
"""Figures of the MAGIC paper, on its own pairs. Its LOC was scored by people; there were no controls."""

_SETTING = ("model", "prompt", "variant", "order")
_ID = ("id_any", "id_all", "id", "unreadable", "false_positives", "precision", "balanced_accuracy", "mcc")
_LOC = ("loc_any", "loc_all", "loc", "loc_recall", "loc_paired", "loc_precision", "loc_f1")


def main_tables(counts: Sequence[SettingCounts]) -> Iterator[Table]:
    """ID and LOC of every setting, and what others published."""
    for name, title, measures in (
        ("id", "Identification: is there a conflict?", _ID),
        ("loc", "Localisation: which sentences hold it?", _LOC),
    ):
        rows: list[tuple[Cell, ...]] = []
        for each in counts:
            values = sampled(each).values(measures)
            if name == "loc" and values["loc"].value is None:
                continue
            controls = int(each.controls.sum())
            rows.append((*each.setting, len(each.items) - controls, controls, *(values[m] for m in measures)))
        if rows:
            columns = (*_SETTING, "pairs", "controls", *(WORDS[m] for m in measures))
            yield Table(name, title, columns, tuple(rows))
    published = tuple((p.who, p.dataset, Value(p.id, None, 0), Value(p.loc, None, 0), p.source) for p in PUBLISHED)
    yield Table(
        "published",
        "For reference: what was published",
        ("who", "pairs of", "ID", "LOC", "source"),
        published,
        "On the pairs of that paper, localisation scored by people, without controls: no figure here is like for like.",
    )


def breakdown_tables(parts: Iterable[BreakdownPart]) -> Iterator[Table]:
    """A table for each breakdown."""
    found: dict[str, list[BreakdownPart]] = {}
    for part in parts:
        found.setdefault(part.breakdown, []).append(part)
    for name, listed in found.items():
        unit = "conflicts" if name in ("hops", "strength", "relation", "knowledge") else "pairs"
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (*p.setting, p.part, p.of, *(p.values[m] for m in MEASURED)) for p in listed
        )
        columns = (*_SETTING, name, unit, *(WORDS[m] for m in MEASURED))
        yield Table(f"by-{name}", f"By {name}", columns, rows)


def difference_table(differences: Iterable[Difference]) -> Iterator[Table]:
    """What a change of order, prompt or variant alone changes; nothing where no two settings can be compared."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (d.what, d.setting.model, _rest(d.setting), _rest(d.other), d.values["id"].of, *(d.values[m] for m in COMPARED))
        for d in differences
    )
    if rows:
        columns = ("changed", "model", "from", "to", "pairs", *(WORDS[m] for m in COMPARED))
        note = "Differences on the items that were asked under both; the same items are drawn again for both."
        yield Table("differences", "What the question changes", columns, rows, note)


def _rest(setting: AttemptSetting) -> str:
    return " ".join(setting[1:])


def percent(value: Value, *, interval: bool = True) -> str:
    """A share in percent with its interval: "62.5 [58.0, 66.9]"; a dash where there is none."""
    if value.value is None:
        return "–"
    said = f"{100 * value.value:.1f}"
    low_high = value.interval
    return f"{said} [{100 * low_high[0]:.1f}, {100 * low_high[1]:.1f}]" if interval and low_high else said


def cell(thing: Cell) -> str:
    """A cell in words."""
    if isinstance(thing, Value):
        return percent(thing)
    return "" if thing is None else str(thing)


def markdown(table: Table) -> str:
    """The table as Markdown."""
    lines = [f"## {table.title}", "", f"| {' | '.join(table.columns)} |"]
    numeric = [any(isinstance(row[n], (Value, int)) for row in table.rows) for n in range(len(table.columns))]
    lines.append(f"|{'|'.join('---:' if n else '---' for n in numeric)}|")
    lines += [f"| {' | '.join(cell(c).replace('|', '&#124;') for c in row)} |" for row in table.rows]
    lines += ["", table.note] if table.note else []
    return "\n".join(lines) + "\n"


def comma_separated(table: Table) -> str:
    """The table as CSV: shares from 0 to 1, with the ends of their intervals in columns of their own."""
    wide = [any(isinstance(row[n], Value) for row in table.rows) for n in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        name
        for column, w in zip(table.columns, wide)
        for name in ([column, f"{column} low", f"{column} high"] if w else [column])
    )
    for row in table.rows:
        cells: list[object] = []
        for thing, w in zip(row, wide):
            if not w:
                cells.append(thing)
            elif isinstance(thing, Value):
                cells += [thing.value, *(thing.interval or (None, None))]
            else:
                cells += [thing, None, None]
        writer.writerow(cells)
    return out.getvalue()
