"""The report of a load: what was read, kept, dropped and hidden, and why."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from contragraph.loaders.lines import Tally

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Hidden:
    """An entity that was hidden, with the reason."""

    id: str
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Repair:
    """What one rule about names changed, how often, and the first labels (before, after) by id."""

    rule: str
    count: int
    examples: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What became of everything that was read; ``files`` has one tally for each file, in reading order."""

    kg: str
    snapshot: str
    files: tuple[Tally, ...]
    facts: int
    duplicates: int
    """Facts read more than once, and dropped."""
    entities: int
    relations: int
    unlabelled: int
    """Entities in facts that the entity file lacks: kept and hidden, their label is their id."""
    unlabelled_relations: tuple[str, ...]
    """Relations in facts that the relation file lacks: kept, their label is their id."""
    unused_entities: int
    """Entities of the entity file that are in no fact: not kept."""
    relabelled: int
    """Entities whose label is not their first name."""
    untyped: int
    """Entities of which no class is given."""
    repairs: tuple[Repair, ...]
    """Every rule that changed a name, a label or a description."""
    hidden: tuple[Hidden, ...]
    """Every hidden entity by reason and id; one with several reasons is named with the first."""
    unread: tuple[tuple[str, str], ...] = ()
    """Files that were given and not read, with the reason."""
    literal_facts: int = 0
    """Of the facts those whose object is a value: a date, a number, a text."""
    timed_facts: int = 0
    """Of the facts between entities those that say when they hold."""
    spans: int = 0
    """Of the facts about values those that were worked out of dates: ages, and years between two dates."""
    hidden_more: dict[str, int] = field(default_factory=dict)
    """How many entities are hidden for each reason beside those that are named: of a whole Wikidata only some are."""

    @property
    def hidden_counts(self) -> dict[str, int]:
        """How many entities were hidden for each reason."""
        counts: dict[str, int] = {}
        for item in self.hidden:
            counts[item.reason] = counts.get(item.reason, 0) + 1
        return {reason: count + self.hidden_more.get(reason, 0) for reason, count in counts.items()}

    @property
    def dropped(self) -> int:
        """Lines dropped from all files."""
        return sum(sum(tally.dropped.values()) for tally in self.files)

    def as_json(self) -> str:
        """The whole report as JSON, with sorted keys."""
        content = asdict(self) | {"hidden_counts": self.hidden_counts}
        return json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    def table(self) -> RenderableType:
        """The report as something rich can print."""
        from rich.table import Table

        table = Table("what", "count", "remark", title=f"Loaded {self.kg} (snapshot {self.snapshot})")
        table.columns[1].justify = "right"
        for what, count, remark in self.rows():
            table.add_row(what, f"{count:,}", remark)
        return table

    def rows(self) -> list[tuple[str, int, str]]:
        """The lines of the printed report: what, how many, remark."""
        rows: list[tuple[str, int, str]] = []
        for tally in self.files:
            rows.append((f"lines of {tally.file}", tally.lines, f"{tally.kept:,} kept"))
            for reason, count in sorted(tally.dropped.items()):
                first = ", ".join(map(str, tally.first_lines[reason]))
                more = ", …" if count > len(tally.first_lines[reason]) else ""
                rows.append(("  dropped", count, f"{reason}: line {first}{more}"))
        rows += [("not read", 1, f"{name}: {reason}") for name, reason in self.unread]
        rows += [
            ("facts", self.facts, f"{self.duplicates:,} duplicates dropped"),
            *(("  about values", n, "dates, numbers, texts") for n in [self.literal_facts] if n),
            *(("  spans", n, "ages and years between dates, worked out of them") for n in [self.spans] if n),
            *(("  with times", n, "from when to when they hold") for n in [self.timed_facts] if n),
            ("entities", self.entities, f"{self.unused_entities:,} more are in no fact and were left out"),
            ("relations", self.relations, self.relation_remark()),
            ("labels", self.relabelled, "are not the first name of their entity"),
        ]
        for repair in self.repairs:
            shown = "; ".join(f"{before} → {after}" for before, after in repair.examples[:3])
            rows.append(("  repaired", repair.count, repair.rule + (f": {shown}" if shown else "")))
        rows.append(("without class", self.untyped, self.class_remark()))
        for reason, count in self.hidden_counts.items():
            names = [item.label for item in self.hidden if item.reason == reason][:8]
            rows.append(("hidden", count, f"{reason}: " + ", ".join(names) + (", …" if count > 8 else "")))
        return rows

    def class_remark(self) -> str:
        """What it means that entities have no class."""
        if self.untyped < self.entities:
            return "what may stand in for them is told by the relation alone"
        return "the graph gives no classes (P31): what may stand in is told by the relation alone, so pairs are plainer"

    def relation_remark(self) -> str:
        """Which relations have no label."""
        missing = self.unlabelled_relations
        more = ", …" if len(missing) > 8 else ""
        return f"without label: {', '.join(missing[:8])}{more}" if missing else ""
