"""How the texts of a dataset read, beside texts that people wrote.

``python -m benchmarks.fluency DATASET`` lets LanguageTool look for faults (fetch it once with ``python -m
benchmarks.languagetool fetch``) and counts how sentences are built; with ``$CONTRAGRAPH_DATA`` or ``--data`` the same
for WikiContradict and the human texts of WebNLG. Prints Markdown. Sentences are divided by LanguageTool in all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import fluency_corpora as corpora
from benchmarks.fluency_corpora import Corpus
from benchmarks.fluency_faults import REASONS, Rate, Remark, Verdict, rate, remarks
from benchmarks.fluency_statistics import WINDOW, Statistics, statistics
from benchmarks.languagetool import VERSION
from benchmarks.languagetool.checker import LANGUAGE, SPELLING, Checked, check
from benchmarks.measure import Table, exit_code, show_tables

LIMIT = 2
"""Faults in 100 sentences that are too many."""
AROUND = 40
"""Characters of an example to each side."""


@dataclass(frozen=True, slots=True)
class Read:
    """A corpus that was checked."""

    corpus: Corpus
    checked: tuple[Checked, ...]

    @property
    def remarks(self) -> list[Remark]:
        """What LanguageTool remarks, with verdicts."""
        return remarks(self.corpus.documents, self.checked)

    def rate(self, *wanted: Verdict) -> Rate:
        """Remarks of these verdicts in 100 sentences."""
        return rate(self.corpus.documents, self.checked, frozenset(wanted))

    @property
    def statistics(self) -> Statistics:
        """How its sentences are built."""
        return statistics([found.sentences for found in self.checked])


def read(found: Sequence[Corpus]) -> list[Read]:
    """Check all corpora at once."""
    texts = [document.text for corpus in found for document in corpus.documents]
    checked = iter(check(texts))
    return [Read(corpus, tuple(next(checked) for _ in corpus.documents)) for corpus in found]


def faults(read_corpora: Sequence[Read]) -> Table:
    """What LanguageTool finds in 100 sentences, by verdict."""
    everything: tuple[Verdict, ...] = ("fault", "style", "name")
    lines: list[tuple[str, ...]] = []
    for one in read_corpora:
        main, whole = one.rate("fault"), one.rate(*everything)
        rest = (f"{one.rate(kind).per_hundred:.2f}" for kind in everything[1:])
        sentences = sum(len(found.sentences) for found in one.checked)
        interval = f"{main.low:.2f} to {main.high:.2f}"
        cells = (f"{sentences:,}", f"{main.count:,}", f"{main.per_hundred:.2f}", interval, *rest)
        lines.append((one.corpus.name, *cells, f"{whole.per_hundred:.2f}"))
    columns = ("texts", "sentences", "faults", "in 100 sentences", "95 %", "style", "names", "all")
    kinds = "; ".join(f"*{kind}*: {reason}" for kind, reason in REASONS.items() if kind != "fault")
    off = ", ".join(SPELLING)
    remark = (
        f"LanguageTool {VERSION}, {LANGUAGE}, the rules that are on by default but for the dictionary ({off}), "
        f"which knows no names. Columns after the interval are in 100 sentences too. {kinds}. Under {LIMIT} are wanted."
    )
    return Table("Faults that a grammar checker finds", columns, tuple(lines), remark)


def rules(one: Read, limit: int) -> Table:
    """The rules that found something in a corpus, the most frequent first, each with an example."""
    by_rule: dict[tuple[str, Verdict], list[Remark]] = {}
    for remark in one.remarks:
        by_rule.setdefault((remark.match.rule, remark.verdict), []).append(remark)
    found = sorted(by_rule.items(), key=lambda item: (-len(item[1]), item[0]))[:limit]
    lines = [(rule, kind, f"{len(hits)}", _example(hits[len(hits) // 2])) for (rule, kind), hits in found]
    left = len(by_rule) - len(found)
    return Table(
        f"Rules of LanguageTool: {one.corpus.name}",
        ("rule", "counts as", "times", "for example"),
        tuple(lines),
        f"{left} more rules found something." if left else "",
    )


def _example(remark: Remark) -> str:
    match, text = remark.match, remark.document.text
    before, after = text[max(0, match.start - AROUND) : match.start], text[match.end : match.end + AROUND]
    return " ".join(f"…{before}[{text[match.start : match.end]}]{after}…".replace("|", "\\|").split())


def built(read_corpora: Sequence[Read]) -> Table:
    """How sentences are built, corpus by corpus."""
    found = [one.statistics for one in read_corpora]
    shown: tuple[tuple[str, Callable[[Statistics], str]], ...] = (
        ("texts", lambda s: f"{s.texts:,}"),
        ("sentences", lambda s: f"{s.sentences:,}"),
        ("words a text, mean", lambda s: f"{s.words_a_text:.1f}"),
        ("sentences a text, mean", lambda s: f"{s.sentences_a_text:.1f}"),
        ("words a sentence: mean", lambda s: f"{s.mean:.1f}"),
        ("median", lambda s: f"{s.median:g}"),
        ("lower and upper quartile", lambda s: f"{s.lower:g}, {s.upper:g}"),
        ("standard deviation", lambda s: f"{s.deviation:.1f}"),
        (f"type-token ratio in windows of {WINDOW} words", lambda s: "–" if s.variety is None else f"{s.variety:.3f}"),
        ("texts long enough for it", lambda s: f"{s.variety_texts:,}"),
        ("sentences that begin with a pronoun", lambda s: f"{100 * s.pronouns:.1f} %"),
        ("sentences that open as an earlier one of the text", lambda s: f"{100 * s.repeated:.1f} %"),
    )
    lines = [(name, *(tell(one) for one in found)) for name, tell in shown]
    columns = ("", *(one.corpus.name for one in read_corpora))
    remark = "*Open as*: with the same first two words."
    return Table("How the sentences are built", columns, tuple(lines), remark)


def report(dataset: Path, data: Path | None, limit: int) -> Iterator[Table]:
    """All tables; without shared data only those of the dataset."""
    found = [corpora.ours(dataset)]
    if data is not None:
        found += [corpora.wikicontradict(data), corpora.webnlg(data)]
    checked = read(found)
    yield faults(checked)
    yield built(checked)
    for one in checked:
        yield rules(one, limit)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fluency", description=__doc__.split("\n\n")[0])
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a folder with instances.jsonl")
    parser.add_argument("--data", type=Path, metavar="DIR", help="texts to compare with (default: $CONTRAGRAPH_DATA)")
    parser.add_argument("--rules", type=int, default=40, metavar="N", help="at most so many rules a corpus (40)")
    options = parser.parse_args(arguments)
    shared = os.environ.get("CONTRAGRAPH_DATA")
    data = options.data or (Path(shared) if shared else None)
    return exit_code(lambda: show_tables(report(options.dataset, data, options.rules)))


if __name__ == "__main__":
    sys.exit(main())
