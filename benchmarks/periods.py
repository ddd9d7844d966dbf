"""How well periods are estimated, as Markdown: python -m benchmarks.periods [--data DIR].

Twice: years of entities whose own descriptions and labels were not read, and facts with a start and an end from a
collection that the estimates never see (with --data or $CONTRAGRAPH_DATA only).
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path

from benchmarks.measure import Table, machine, timed
from benchmarks.source import source
from contragraph.generation.periods.estimate import Periods, periods_of
from contragraph.generation.periods.kinds import RELATIONS, Described, Kind, Triple, kinds
from contragraph.generation.periods.own import PRIME, Period
from contragraph.graph.model import id_number
from contragraph.loaders import Wikidata5mFiles
from contragraph.loaders.wikidata5m import read_wikidata5m

KINDS: tuple[Kind, ...] = ("person", "work", "event", "body")
PARTS = 5
"""Own years are hidden of one in so many entities at a time, until all had their turn."""
OF_A_TIME = re.compile(r"^(?:P54|P166|P1411|P39|P463|P69|P26|P108|P102|P512|P551|P1346)$")
"""Relations of timed facts that belong to the life of their subject."""


@dataclass
class Errors:
    """How far estimates are off, in years, with the error that each was given, of how many that could be estimated."""

    of: int = 0
    off: list[tuple[int, int]] = field(default_factory=list)

    def within(self, years: int) -> float:
        """The share of the estimates that are off by no more than so many years."""
        return sum(off <= years for off, _ in self.off) / len(self.off)

    def within_own_error(self) -> float:
        """The share of the estimates that are off by no more than they say."""
        return sum(off <= error for off, error in self.off) / len(self.off)

    def median(self) -> int:
        """The median of how far they are off."""
        return sorted(off for off, _ in self.off)[len(self.off) // 2]


def read_graph(files: Wikidata5mFiles) -> tuple[dict[str, Described], list[Triple]]:
    """Entities and facts of the relations that are read, from the files of a release, cleaned as for a store."""
    graph, _ = read_wikidata5m(files)
    rows = graph.entities.select("id", "label", "description", "aliases", "types").iter_rows()
    entities = {i: Described(label or "", told or "", tuple(a or ()), tuple(t or ())) for i, label, told, a, t in rows}
    ids, relations, wanted = list(entities), graph.relations["id"].to_list(), frozenset(RELATIONS)
    facts = graph.facts.select("subject", "relation", "object").iter_rows()
    return entities, [(ids[s], relations[r], ids[o]) for s, r, o in facts if relations[r] in wanted]


def _year(period: Period, kind: Kind) -> int:
    """The one year that stands for a period when two are compared: of a person that of being forty, or of death."""
    return min(period.first + PRIME, period.last) if kind == "person" else (period.first + period.last) // 2


def held_out(entities: Mapping[str, Described], facts: Sequence[Triple], parts: int = PARTS) -> dict[Kind, Errors]:
    """Estimates of entities whose own years were not read, against those years, by kind; of so many of the parts."""
    kind = kinds(entities, facts)
    told = periods_of(entities, facts)
    errors: dict[Kind, Errors] = {each: Errors() for each in KINDS}
    for part in range(parts):
        hidden = [i for i in entities if id_number(i) % PARTS == part]
        estimated = periods_of(entities, facts, unread=hidden)
        for identifier in hidden:
            own = told.of(identifier)
            if own is None or not own.sure or own.error:
                continue
            found = errors[kind[identifier]]
            found.of += 1
            if period := estimated.of(identifier):
                off = abs(_year(period, kind[identifier]) - _year(own, kind[identifier]))
                found.off.append((off, period.error))
    return errors


def against_timed_facts(entities: Mapping[str, Described], facts: Sequence[Triple], data: Path) -> dict[Kind, Errors]:
    """Estimated periods against timed facts: years by which the middle one of an entity's facts lies outside."""
    years: dict[str, list[int]] = {}
    with gzip.open(data / "wikidata" / "wikidata12k_timed_facts.tsv.gz", "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            known = [int(row[end][:4]) for end in ("start", "end") if row[end][:4].isdigit()]
            if known and OF_A_TIME.match(row["relation"]):
                years.setdefault("wd:" + row["head"], []).append(sum(known) // len(known))
    kind = kinds(entities, facts)
    periods = periods_of(entities, facts)
    errors: dict[Kind, Errors] = {each: Errors() for each in KINDS}
    for identifier, when in sorted(years.items()):
        if kind.get(identifier, "timeless") == "timeless":
            continue
        found = errors[kind[identifier]]
        found.of += 1
        period = periods.of(identifier)
        if period is not None and not period.sure:
            middle = sorted(when)[len(when) // 2]
            found.off.append((max(0, period.first - middle, middle - period.last), period.error))
    return errors


def verdicts(entities: Mapping[str, Described], facts: Sequence[Triple]) -> list[tuple[str, ...]]:
    """What is said of all pairs among the people of one part without reading their own years, against these years."""
    kind = kinds(entities, facts)
    told = periods_of(entities, facts)
    hidden = [i for i in sorted(entities) if id_number(i) % PARTS == 0]
    estimated = periods_of(entities, facts, unread=hidden)
    people = [i for i in hidden if kind[i] == "person" and (p := told.of(i)) and p.sure and estimated.of(i)]
    rows: list[tuple[str, ...]] = []
    for name, ask in (("together", Periods.together), ("before", Periods.before)):
        pairs = said = decided = wrong = 0
        for one, other in permutations(people, 2):
            verdict, truth = ask(estimated, one, other), ask(told, one, other)
            pairs += 1
            said += verdict is not None
            decided += verdict is not None and truth is not None
            wrong += verdict is not None and truth is not None and verdict != truth
        share = (f"{said / pairs:.1%}", f"{decided:,}", f"{wrong / decided:.1%}") if decided else ("–", "0", "–")
        rows.append((name, str(len(people)), f"{pairs:,}", *share))
    return rows


def _row(name: str, errors: Errors) -> tuple[str, ...]:
    if not errors.off:
        return (name, f"{errors.of:,}", "0", *"––––")
    shares = (errors.within(10), errors.within(30), errors.within_own_error())
    return (name, f"{errors.of:,}", f"{len(errors.off):,}", str(errors.median()), *(f"{share:.1%}" for share in shares))


def run(files: Wikidata5mFiles, data: Path | None) -> list[Table]:
    """The tables: what is covered, and how good the estimates are."""
    entities, facts = read_graph(files)
    took, periods = timed(periods_of, entities, facts)
    kind = kinds(entities, facts)
    covered = []
    for each in KINDS:
        all_of = [i for i in entities if kind[i] == each]
        found = [p for i in all_of if (p := periods.of(i))]
        sure = sum(p.sure for p in found)
        share = f"{len(found) / len(all_of):.0%}" if all_of else "–"
        covered.append((each, f"{len(all_of):,}", f"{sure:,}", f"{len(found) - sure:,}", share))
    remark = f"{len(facts):,} facts; {took.processor:.1f} s of processors."
    tables = [
        Table("Periods: coverage", ("kind", "entities", "own years", "estimated", "in all"), tuple(covered), remark)
    ]
    columns = ("kind", "with years", "estimated", "median off", "within 10", "within 30", "within own error")
    hidden = held_out(entities, facts)
    rows = tuple(_row(each, hidden[each]) for each in KINDS if hidden[each].off)
    tables.append(Table("Periods: own years not read, then compared", columns, rows))
    if data is not None:
        timed_facts = against_timed_facts(entities, facts, data)
        rows = tuple(_row(each, timed_facts[each]) for each in KINDS if timed_facts[each].off)
        told = "Years by which the middle one of an entity's timed facts lies outside its estimated time."
        tables.append(Table("Periods: against timed facts", columns, rows, told))
    said = ("question", "people", "pairs, both ways", "answered", "own years decide", "of these wrong")
    tables.append(Table("Periods: pairs of people", said, tuple(verdicts(entities, facts))))
    return tables


def main(arguments: Sequence[str] | None = None) -> None:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.periods", description="How good periods are.")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="real facts (default: $CONTRAGRAPH_DATA, or the sample)"
    )
    options = parser.parse_args(arguments)
    shared = os.environ.get("CONTRAGRAPH_DATA")
    data = options.data or (Path(shared) if shared else None)
    print(f"# Periods\n\n{machine()}", flush=True)
    for table in run(source(data, None, Path()).files, data):
        print(f"\n{table.markdown()}", flush=True)


if __name__ == "__main__":
    main()
