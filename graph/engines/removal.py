"""Removing a run: its pairs, sets or facts, and all that nothing else uses then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Ask = Callable[..., list[dict[str, Any]]]
"""Sends a named query within a transaction: ``ask(name, {placeholder: name}, parameter=value)``."""


def delete_run(ask: Ask, run: str) -> Mapping[str, int]:
    """Delete a run within a transaction; the result counts the deleted nodes by label.

    What else is in use stays: versions and texts of another run's pairs, their statements, shared conflicts. What was
    an orphan before is left alone, since it is damage that an audit should see.
    """
    before = _orphans(ask)
    gone = Counter(Run=1)
    pairs = [row["id"] for row in ask("made.instance_ids", run=run)]
    _delete(ask, "Instance", pairs, gone)
    _delete(ask, "ContextSet", [row["id"] for row in ask("made.set_ids", run=run)], gone)
    _delete(ask, "BankFact", [row["id"] for row in ask("made.bank_fact_ids", run=run)], gone)
    ask("made.delete_run", run=run)
    while orphans := _orphans(ask) - before:
        for label in sorted({label for label, _ in orphans}):
            _delete(ask, label, sorted(each for its, each in orphans if its == label), gone)
    ask("made.demote")
    return dict(gone)


def _orphans(ask: Ask) -> set[tuple[str, str]]:
    return {(row["kind"], row["id"]) for row in ask("made.orphans")}


def _delete(ask: Ask, label: str, ids: list[str], gone: Counter[str]) -> None:
    if ids:
        ask("made.delete", {"label": label}, ids=ids)
        gone[label] += len(ids)
