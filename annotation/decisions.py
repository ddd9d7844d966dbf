"""Decisions of reviewers in the store: ``(:Review)-[:JUDGES]->(:Version|:Conflict)``.

Nothing is overwritten. A decision has a number, the place in the order of what its reviewer decided; decisions that
were made together have one number. Another decision of the same reviewer on the same thing takes its place, and one
that withdraws it brings back what stood before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from contragraph.annotation.criteria import DEMONSTRATION, NO_DEMONSTRATION, WITHDRAWN
from contragraph.graph.errors import InputError
from contragraph.graph.model.versions import review_id
from contragraph.graph.store import GraphStore
from contragraph.graph.tables.rows import Rows

Task = Literal["filter", "choose"]
NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Decision:
    """What a reviewer says of one thing; ``judged`` are its versions, or a conflict, sorted by id."""

    reviewer: str
    verdict: str
    reason: str
    criteria: tuple[str, ...]
    number: int
    judged: tuple[str, ...]

    @property
    def id(self) -> str:
        """The content hash."""
        return review_id(self.judged, self.reviewer, self.verdict, self.reason, self.number, self.criteria)

    @property
    def task(self) -> Task:
        """Choosing demonstrations, or filtering."""
        return "choose" if self.verdict in (DEMONSTRATION, NO_DEMONSTRATION) else "filter"


def demand_name(name: str) -> str:
    """The name of a reviewer, without blanks around it.

    :raises InputError: if it cannot be a name.
    """
    name = name.strip()
    if not name or not name.isprintable() or len(name) > NAME_LENGTH or "," in name:
        raise InputError(
            f"'{name[:NAME_LENGTH]}' is no name of a reviewer: give one line of at most {NAME_LENGTH} characters "
            "without commas."
        )
    return name


def read_decisions(store: GraphStore) -> list[Decision]:
    """All decisions of the store, in their order."""
    rows: Iterable[Mapping[str, Any]] = store.run("review.decisions")
    found = []
    for _, some in groupby(rows, key=lambda row: row["id"]):
        row, *more = some
        judged = tuple(sorted([row["judged"], *(each["judged"] for each in more)]))
        criteria = tuple(row["criteria"] or ())
        found.append(Decision(row["reviewer"], row["verdict"], row["reason"], criteria, row["number"], judged))
    return found


def standing(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions that stand: the last one of each reviewer on each thing and task, without those withdrawn."""
    last: dict[tuple[str, Task, tuple[str, ...]], Decision] = {}
    for each in effective(decisions):
        last[each.reviewer, each.task, each.judged] = each
    return list(last.values())


def effective(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions in order, without those that were withdrawn and those that withdraw."""
    listed = sorted(decisions, key=lambda d: (d.number, d.reviewer, d.id))
    gone = {each.reason for each in listed if each.verdict == WITHDRAWN}
    return [each for each in listed if each.verdict != WITHDRAWN and each.id not in gone]


def next_number(decisions: Iterable[Decision], reviewer: str) -> int:
    """The number of what a reviewer decides next, from 1."""
    return 1 + max((each.number for each in decisions if each.reviewer == reviewer), default=0)


def last_decided(decisions: Iterable[Decision], reviewer: str) -> list[Decision]:
    """What a reviewer decided last and did not withdraw: one decision, or those that were made together."""
    own = [each for each in effective(decisions) if each.reviewer == reviewer]
    return [each for each in own if each.number == own[-1].number]


def withdrawals(decisions: Sequence[Decision], reviewer: str) -> list[Decision]:
    """The decisions that take back what a reviewer decided last; empty if there is nothing."""
    number = next_number(decisions, reviewer)
    return [
        Decision(reviewer, WITHDRAWN, each.id, (), number, each.judged) for each in last_decided(decisions, reviewer)
    ]


def write_decisions(store: GraphStore, decisions: Iterable[Decision], rows: Rows | None = None) -> int:
    """Note decisions in one transaction; those that are there already change nothing. Returns how many were given.

    ``rows`` may hold versions that are to be stored with them.

    :raises InputError: if the store does not have what a decision judges.
    """
    rows = rows or Rows()
    listed = list(decisions)
    kinds = kinds_of(store, {thing for each in listed for thing in each.judged})
    kinds |= dict.fromkeys(rows.nodes.get("Version", ()), "Version")
    for each in listed:
        if unknown := [thing for thing in each.judged if thing not in kinds]:
            raise InputError(
                f"{store.address} has no version or conflict {unknown[0]}: give the --store that the dataset was "
                "made into."
            )
        rows.node(
            "Review",
            each.id,
            reviewer=each.reviewer,
            verdict=each.verdict,
            reason=each.reason,
            number=each.number,
            criteria=list(each.criteria),
        )
        for thing in each.judged:
            rows.join("JUDGES", "Review", kinds[thing], each.id, thing)
    store.write(rows)
    return len(listed)


def kinds_of(store: GraphStore, ids: Iterable[str]) -> dict[str, str]:
    """Which of the ids the store has, as ``Version`` or ``Conflict``."""
    wanted = sorted(ids)
    return {str(row["id"]): str(row["kind"]) for row in store.run("review.there", ids=list(wanted))} if wanted else {}
