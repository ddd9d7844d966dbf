"""What reviewers chose as demonstrations, as the file that ``generate --demonstrations`` reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contragraph.annotation.criteria import ACCEPT, REJECT
from contragraph.annotation.decisions import standing
from contragraph.annotation.demonstrations import by_relation, demonstration, needed, settled, votes
from contragraph.annotation.desk import Desk
from contragraph.app.pages.rows import PairIndex
from contragraph.app.review.shown import reason_for
from contragraph.dataset.files.folder import write_lines
from contragraph.dataset.records.codec import dump


def write_demonstrations(desk: Desk, index: PairIndex, out: Path) -> tuple[int, list[str]]:
    """Write the settled demonstrations of every relation; returns how many, and the relations that have too few.

    Proposals count if somebody accepts them and nobody rejects them.
    """
    state = desk.state()
    said = standing(state.decisions)
    accepted = {v for d in said if d.verdict == ACCEPT for v in d.judged}
    candidates = by_relation(desk.items, accepted - {v for d in said if d.verdict == REJECT for v in d.judged})
    chosen = votes(state.decisions)
    found = {relation: settled(some, chosen) for relation, some in candidates.items()}
    short = [r for r, some in found.items() if 0 < len(some) < needed(candidates[r])]

    def lines() -> Iterator[str]:
        for some in found.values():
            for each in some:
                item = desk.by_id[each.item]
                record = None if item.proposal else index.record(index.rows[index.places[item.id]])
                reason = item.proposal.reason if item.proposal else ""
                yield dump(demonstration(each, item, record, reason_for(index, record, each) if record else reason))

    return write_lines(out, lines()), short
