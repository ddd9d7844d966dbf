"""Pages of what was found in texts of others: a scan as one page, a classification as a folder with a figure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from markupsafe import Markup

from contragraph.app.pages.templating import environment, style
from contragraph.dataset.files.folder import working_folder, write_text
from contragraph.documents.classify import MIXED, NONE, TYPES, Classified, Slice, slices_rows
from contragraph.documents.records import Clash, Evidence, Extracted
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held

if TYPE_CHECKING:
    from contragraph.documents.gold import GoldComparison
    from contragraph.documents.scan import Scan

COLORS = {
    **dict(zip(TYPES[:4], ("#9ecae1", "#6baed6", "#3182bd", "#08519c"))),
    **dict(zip(TYPES[4:], ("#fdd0a2", "#fdae6b", "#e6550d", "#a63603"))),
    MIXED: "#9e9ac8",
    NONE: "#d9d9d9",
}
"""Single hops in blue, several in orange, darker with the number of conflicts."""
MOST_SENTENCES = 200
"""Sentences of a text that a page shows around what was found."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence on a page; ``numbers`` are the conflicts that it belongs to."""

    body: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a dataset's bar: place and width in percent of the whole."""

    type: str
    color: str
    start: float
    width: float
    count: int


def _shown(text: Extracted, marked: Sequence[tuple[int, Evidence]]) -> list[MarkedSentence]:
    """The sentences of a text with the numbers of the conflicts that they hold."""
    return [
        MarkedSentence(sentence.body, tuple(number for number, its in marked if its.sentence == place))
        for place, sentence in enumerate(text.sentences[:MOST_SENTENCES])
    ]


def _side_by_side(texts: Sequence[Extracted], clashes: Sequence[tuple[int, int, Clash]]) -> list[list[MarkedSentence]]:
    """All texts with their marked sentences; a clash is (first text, second text, clash)."""
    marked: list[list[tuple[int, Evidence]]] = [[] for _ in texts]
    for number, (first, second, clash) in enumerate(clashes, 1):
        marked[first].append((number, clash.first))
        marked[second].append((number, clash.second))
    return [_shown(text, its) for text, its in zip(texts, marked)]


def write_scan(found: Scan, path: Path) -> None:
    """Write the page of a scan; it needs no other file."""
    each = [
        (
            found.documents[c.first].name,
            found.documents[c.second].name,
            c.clashes,
            _side_by_side((found.texts[c.first], found.texts[c.second]), [(0, 1, clash) for clash in c.clashes]),
        )
        for c in found.found
    ]
    page = environment().get_template("scan.html").render(style=style(), scan=found, each=each)
    write_text(path, page)


def figure(slices: Sequence[Slice]) -> str:
    """The share of each type in each dataset as stacked bars, an SVG."""
    datasets = list(dict.fromkeys(s.dataset for s in slices))
    bars = []
    for dataset in datasets:
        counts = {s.value: s.share for s in slices if s.dataset == dataset and s.what == "type"}
        start, its = 0.0, []
        for name in (*TYPES, MIXED, NONE):
            if name in counts:
                width = 100 * counts[name].count / counts[name].of
                its.append(Bar(name, COLORS[name], start, width, counts[name].count))
                start += width
        bars.append((dataset, next(iter(counts.values())).of, its))
    used = [name for name in COLORS if any(bar.type == name for _, _, its in bars for bar in its)]
    return environment().get_template("figure.svg").render(bars=bars, legend=[(n, COLORS[n]) for n in used])


def demand_new(folder: Path) -> None:
    """Refuse a folder that holds something.

    :raises InputError: if it does
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} holds files already; give --out the name of a new folder.")


def write_classified(
    folder: Path, items: Sequence[Classified], slices: Sequence[Slice], compared: Sequence[GoldComparison]
) -> None:
    """Write the pages, the figure, and the items and shares as data into a new folder.

    :raises InputError: if the folder holds files already, or another run writes it
    """
    with new_folder(folder) as work:
        (work / "items").mkdir()
        _write_all(work, items, slices, compared)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Where to write a new folder, which gets its name in the end if nothing failed.

    :raises InputError: if the folder holds files already, or another run writes it
    """
    with held(folder):
        demand_new(folder)
        work = working_folder(folder)
        rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        yield work
        if folder.exists():
            folder.rmdir()
        work.rename(folder)


def _write_all(
    folder: Path, items: Sequence[Classified], slices: Sequence[Slice], compared: Sequence[GoldComparison]
) -> None:
    templates = environment()
    write_text(folder / "figure.svg", figure(slices))
    write_text(folder / "shares.json", json.dumps(slices_rows(slices), indent=1) + "\n")
    lines = (json.dumps(record(item), ensure_ascii=False, sort_keys=True) for item in items)
    write_text(folder / "items.jsonl", "".join(line + "\n" for line in lines))
    listed = [(f"items/{number:05}.html", item) for number, item in enumerate(items, 1)]
    for address, item in listed:
        clashes = [(b.first, b.second, b.clash) for b in item.conflicts]
        page = templates.get_template("item.html").render(
            style=style(), item=item, texts=_side_by_side(item.extracted, clashes), clashes=clashes
        )
        write_text(folder / address, page)
    page = templates.get_template("classified.html").render(
        style=style(),
        figure=Markup(figure(slices)),
        detected=_detected(slices_rows(slices)),
        slices=slices_rows(slices),
        compared=compared,
        listed=listed,
    )
    write_text(folder / "index.html", page)


def _detected(rows: Sequence[dict[str, object]]) -> list[tuple[dict[str, object], dict[str, object]]]:
    """What was detected in each dataset, with each of its shares of false alarms."""
    detected, alarms = ([row for row in rows if row["what"] == what] for what in ("detected", "false alarm"))
    return [(each, alarm) for each in detected for alarm in alarms if alarm["dataset"] == each["dataset"]]


def record(item: Classified) -> dict[str, object]:
    """An item as a line of JSON: its type, what was read from its texts, and its conflicts with their evidence."""
    return {
        "dataset": item.dataset,
        "id": item.pair.id,
        "key": item.pair.key,
        "type": item.type,
        "explicit": item.explicit,
        "causes": list(item.causes),
        "statements": [[said.spelled for said in text.said] for text in item.extracted],
        "conflicts": [
            {
                "cause": b.clash.cause,
                "score": b.clash.score,
                "hops": b.clash.hops,
                "explicit": b.clash.explicit,
                "relation": b.clash.relation,
                "evidence": [
                    {"text": text, "sentence": its.sentence, "start": its.start, "end": its.end, "words": its.words}
                    for text, its in ((b.first, b.clash.first), (b.second, b.clash.second))
                ],
            }
            for b in item.conflicts
        ],
        "notes": list(item.notes),
    }
