"""The report of a reading as Markdown: what was drawn, the figures, how far readers agree, and every judgement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from contragraph.annotation.agreement import reading_agreements
from contragraph.annotation.score import ALL, MEASURES, Figure, ReadingOutcome, figures, outcomes
from contragraph.dataset.files.folder import write_text
from contragraph.evaluation.named import TEXTS
from contragraph.evaluation.sheets import KeyConflict, ReadingFolder, Sheet
from contragraph.evaluation.statistics import Interval, Proportion
from contragraph.graph.errors import InputError

TITLE = "# Pairs, read"

_WORDS = """\
A reader first sees the two texts of a pair alone, called A and B at random, and names the sentences that contradict
each other; what is declared is shown afterwards. **ID**: the share of pairs in which a reader found a declared
conflict: named a sentence that states what the original text says of it, and one that states what the perturbed text
says. **LOC**: the share of pairs in which all declared conflicts were localised: a sentence was named for every
statement of the conflict. **Pair real** and so on: a pair counts as its worst conflict (none, silly, debatable, real).
Intervals are Wilson's, at 95 %; they do not know that conflicts or texts of one pair belong together.
"""


def write_report(reading: ReadingFolder, out: Path, *, texts: bool = False) -> int:
    """Write the report; returns the number of readings in it. ``texts`` adds the texts of every pair that was read.

    Raises:
        InputError: if nobody has recorded a finding, or ``out`` holds something else than such a report.
    """
    if out.exists() and not (out.is_file() and out.read_bytes().startswith(TITLE.encode())):
        raise InputError(f"{out} is there and is no report of a reading; give --out the name of a new file.")
    if not out.parent.is_dir():
        raise InputError(f"There is no folder {out.parent}; make it, or give another --out.")
    listed = outcomes(reading)
    lines = [*_head(reading, listed), *_figures(listed), *_agreement(listed), *_judgements(listed)]
    if texts:
        lines += _texts(reading, listed)
    write_text(out, "\n".join(lines) + "\n")
    return len(listed)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"
    yield ""


def _head(reading: ReadingFolder, listed: Sequence[ReadingOutcome]) -> Iterator[str]:
    protocol = reading.protocol
    yield TITLE
    yield ""
    every = sum(protocol.dataset.pairs.values())
    yield (
        f"{len(reading.sheets)} pairs, at most {protocol.per_type} of each type, drawn by the seed `{protocol.seed}` "
        f"from the {every:,} pairs of a dataset in the layout of {protocol.dataset.layout} "
        f"(SHA-256 `{protocol.dataset.sha256}`)."
    )
    yield ""
    yield _WORDS
    names = sorted({o.reader for o in listed})
    mine = {name: [o for o in listed if o.reader == name] for name in names}
    yield from _table(
        ["reader", "pairs read", "judged"],
        ([n, str(len(mine[n])), str(sum(o.judgement is not None for o in mine[n]))] for n in names),
    )


def _share(share: Proportion) -> str:
    if share.share is None or share.interval is None:
        return "–"
    low, high = share.interval
    return f"{share.count}/{share.of} = {100 * share.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _figures(listed: Sequence[ReadingOutcome]) -> Iterator[str]:
    by_reader: dict[str, list[Figure]] = {}
    for figure in figures(listed, "hop"):
        by_reader.setdefault(figure.reader, []).append(figure)
    for reader, found in by_reader.items():
        yield "## Figures of all readers together" if reader == ALL else f"## Figures of {reader}"
        yield ""
        yield from _measures(found)
    yield "## Figures by type"
    yield ""
    single = [f for f in figures(listed, "type") if f.reader == ALL and f.group[:1].isdigit()]
    yield from _measures(single)


def _measures(found: Sequence[Figure]) -> Iterator[str]:
    groups = list(dict.fromkeys(f.group for f in found))
    shares: Mapping[tuple[str, str], Proportion] = {(f.measure, f.group): f.share for f in found}
    yield from _table(["", *groups], ([m, *(_share(shares[m, g]) for g in groups)] for m in MEASURES))


def _number(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" + ("" if interval is None else f" ({interval[0]:.2f} to {interval[1]:.2f})")


def _agreement(listed: Sequence[ReadingOutcome]) -> Iterator[str]:
    found = list(reading_agreements(listed))
    if not found:
        return
    yield "## Agreement"
    yield ""
    yield "Over what at least two readers answered; intervals by bootstrap. There is none where all say the same."
    yield ""
    yield from _table(
        ["", "readers", "answered", "the same", "Cohen's κ", "Krippendorff's α"],
        (
            [
                a.question,
                ", ".join(a.readers),
                str(a.units),
                "–" if a.same is None else f"{100 * a.same:.1f} %",
                _number(a.kappa, a.kappa_interval),
                _number(a.alpha, a.alpha_interval),
            ]
            for a in found
        ),
    )


def _yes(values: Sequence[bool] | None) -> str:
    return "" if values is None else f"{sum(values)}/{len(values)}"


def _remarks(o: ReadingOutcome) -> str:
    said = [o.finding.remarks, "" if o.judgement is None else o.judgement.remarks]
    return "; ".join(s for s in said if s)


def _judgements(listed: Sequence[ReadingOutcome]) -> Iterator[str]:
    yield "## Every judgement"
    yield ""
    yield "*found* and *localised* count declared conflicts; *beyond* are found conflicts that match no declared one."
    yield ""
    header = ["pair", "type", "id", "reader", "named", "found", "localised", "judged", "beyond", "English", "remarks"]
    yield from _table(
        header,
        (
            [
                str(o.key.number),
                o.key.type,
                f"`{o.key.id}`",
                o.reader,
                ", ".join(o.finding.conflicts) + (" ?" if o.finding.verdict == "unsure" else ""),
                _yes(o.matched),
                _yes(o.localised),
                "" if o.judgement is None else ", ".join(o.judgement.declared),
                "" if o.judgement is None else ", ".join(f"{k}: {v}" for k, v in o.judgement.undeclared.items()),
                f"{o.finding.english.A}, {o.finding.english.B}",
                _remarks(o),
            ]
            for o in sorted(listed, key=lambda o: (o.key.number, o.reader))
        ),
    )


def _texts(reading: ReadingFolder, listed: Sequence[ReadingOutcome]) -> Iterator[str]:
    yield "## The pairs"
    yield ""
    for o in {o.key.number: o for o in sorted(listed, key=lambda o: o.key.number)}.values():
        sheet: Sheet = reading.sheets[o.key.number]
        yield f"### {o.key.number}. {o.key.type} (`{o.key.id}`)"
        yield ""
        for text in TEXTS:
            side = "original" if (text == "A") == (o.key.A == "original") else "perturbed"
            said = " ".join(f"**{text}{n}** {s}" for n, s in enumerate(getattr(sheet, text), start=1))
            yield f"> {said} *({side})*"
            yield ">"
        yield ""
        for number, conflict in enumerate(o.key.conflicts, start=1):
            yield f"{number}. {_declared(conflict)}"
        yield ""


def _declared(conflict: KeyConflict) -> str:
    parts = (
        f"{d.role} {d.words}" + ("" if d.sentences is None else f" [{', '.join(d.sentences)}]")
        for d in conflict.statements
    )
    return "; ".join(parts)
