"""Plots as SVG: for each part of a breakdown, and each setting, a dot with its interval on a scale of 0 to 100 %.

They are drawn here, and not by a plotting library, so that the same figures give the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from contragraph.evaluation.bootstrap import Value
from contragraph.evaluation.tables import percent

WIDTH = 420
_LEFT, _RIGHT, _TOP, _ROW, _STEP = 14, 20, 34, 30, 11
_COLOURS = ("#9b2c20", "#1f4e8c", "#1d6457", "#6b3a80", "#8a5a00", "#3f3f3f", "#b0307a", "#007a8a")
_STYLE = (
    "text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;fill:#1d1b18}"
    ".soft{fill:#5d574d}.grid{stroke:#ddd6c8}"
    "@media(prefers-color-scheme:dark){text{fill:#ece8e1}.soft{fill:#aaa297}.grid{stroke:#3d3935}"
    ".mark{filter:brightness(1.9) saturate(.8)}}"
)


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row of a plot: its label, and one value for each series, None where there is none."""

    label: str
    values: tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: its file name, what it shows, the names of its series, and its rows."""

    name: str
    title: str
    series: tuple[str, ...]
    rows: tuple[PlotRow, ...]


def colour(series: int) -> str:
    """The colour of a series."""
    return _COLOURS[series % len(_COLOURS)]


def svg(plot: Plot) -> str:
    """The plot as an SVG document, with its values as titles for those who point or listen."""
    across = WIDTH - _LEFT - _RIGHT
    key = _legend(plot)
    top = _TOP + 18 * len(key)
    height_of = _ROW + _STEP * len(plot.series)
    bottom = top + height_of * len(plot.rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 26}" width="{WIDTH}" '
        f'height="{bottom + 26}" role="img" aria-label="{escape(plot.title, quote=True)}">',
        f"<style>{_STYLE}</style>",
        f'<text x="{_LEFT - 4}" y="18" font-weight="600">{escape(plot.title)}</text>',
        *key,
    ]
    for share in (0, 25, 50, 75, 100):
        x = _number(_LEFT + across * share / 100)
        lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
        lines.append(f'<text class="soft" x="{x}" y="{bottom + 16}" text-anchor="middle">{share}</text>')
    for n, row in enumerate(plot.rows):
        y = top + n * height_of
        lines.append(f'<text x="{_LEFT - 4}" y="{y + 18}">{escape(_short(row.label))}</text>')
        for at, value in enumerate(row.values):
            if value is not None and value.value is not None:
                lines.append(_mark(value, across, y + _ROW - 2 + _STEP * at, at, plot.series[at], row.label))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _legend(plot: Plot) -> list[str]:
    if len(plot.series) < 2:
        return []
    return [
        f'<circle class="mark" cx="{_LEFT}" cy="{_TOP + 18 * n}" r="4" fill="{colour(n)}"/>'
        f'<text class="soft" x="{_LEFT + 10}" y="{_TOP + 18 * n + 4}">{escape(name)}</text>'
        for n, name in enumerate(plot.series)
    ]


def _mark(value: Value, across: int, y: float, series: int, name: str, label: str) -> str:
    place = _number(_LEFT + across * _within(value.value or 0.0))
    low, high = value.interval or (value.value or 0.0, value.value or 0.0)
    ends = _number(_LEFT + across * _within(low)), _number(_LEFT + across * _within(high))
    title = escape(f"{label}, {name}: {percent(value)}")
    return (
        f'<g class="mark"><title>{title}</title>'
        f'<line x1="{ends[0]}" x2="{ends[1]}" y1="{_number(y)}" y2="{_number(y)}" stroke="{colour(series)}" '
        f'stroke-width="2"/><circle cx="{place}" cy="{_number(y)}" r="4" fill="{colour(series)}"/></g>'
    )


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def _short(label: str) -> str:
    return label if len(label) <= 60 else f"{label[:59]}…"


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def plot_of(name: str, title: str, series: Sequence[str], rows: Sequence[PlotRow]) -> Plot:
    """A plot without the rows and series of which nothing is known."""
    rows = [row for row in rows if any(value is not None for value in row.values)]
    kept = [n for n in range(len(series)) if any(row.values[n] is not None for row in rows)]
    return Plot(
        name,
        title,
        tuple(series[n] for n in kept),
        tuple(PlotRow(row.label, tuple(row.values[n] for n in kept)) for row in rows),
    )
