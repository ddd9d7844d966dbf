"""What a piece of work has asked of models in all its sittings: a file that grows by a line for each answer.

A sitting that is stopped leaves its lines. An answer that comes from the cache later is not counted again; one that was
asked for again is, for it was paid for again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.model import content_hash
from contragraph.llm.asking import Answer, Ask, Gateway

FILE = "asked.jsonl"
"""Its name in the folder of the work."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One answer, usable or not, with what all requests for it took; ``question`` tells it from other questions."""

    model: str
    step: str
    question: str
    tokens_in: int
    tokens_out: int
    cost: float
    """USD."""


@dataclass(frozen=True, slots=True)
class Total:
    """What some answers took."""

    questions: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """USD."""

    def __add__(self, entry: LedgerEntry) -> Total:
        return Total(
            self.questions + 1,
            self.tokens_in + entry.tokens_in,
            self.tokens_out + entry.tokens_out,
            self.cost + entry.cost,
        )

    def as_json(self) -> dict[str, int | float]:
        """As manifests keep it."""
        return {**asdict(self), "cost": round(self.cost, 9)}


class Ledger:
    """The answers of a piece of work, in a file of its working folder.

    ``of`` is what the work is; lines of another work that was given up are dropped. ``before`` is the ledger of what
    the work goes on with, where its working folder has none yet.
    """

    def __init__(self, path: Path, of: str, before: Path | None = None) -> None:
        self.path, self._of = path, of
        found = _read(path, of)
        if found is None and before is not None:
            found = _read(before, of)
        self._entries: list[LedgerEntry] = found or []
        self._begun = False
        self._known = {entry.question for entry in self._entries}

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(self, entries: Iterable[LedgerEntry]) -> None:
        """Count answers.

        :raises StoreError: if they cannot be written down
        """
        new = list(entries)
        try:
            if not self._begun:
                self.settle()  # without a last line that was cut off
            with self.path.open("a", encoding="utf-8", newline="") as file:
                file.writelines(_line(entry) for entry in new)
        except OSError as error:
            raise StoreError(f"{self.path} cannot be written ({error.strerror}); free space, and try again.") from None
        self._entries += new
        self._known.update(entry.question for entry in new)

    @contextmanager
    def counting(self, gateway: Gateway) -> Iterator[None]:
        """Count what comes through a gateway until the end."""
        before = gateway.came

        def came(ask: Ask, answer: Answer) -> None:
            made_by = gateway.made_by(ask)
            question = question_id(made_by, ask)
            if not answer.cached or question not in self._known:
                took = (answer.tokens_in, answer.tokens_out, answer.cost)
                self.add([LedgerEntry(made_by["model"], made_by["step"], question, *took)])
            before(ask, answer)

        gateway.came = came
        try:
            yield
        finally:
            gateway.came = before

    def total(self, wanted: Callable[[LedgerEntry], bool]) -> Total:
        """What the answers took that are wanted."""
        found = Total()
        for entry in sorted(filter(wanted, self._entries), key=_line):
            found += entry
        return found

    def totals(self) -> dict[str, dict[str, Total]]:
        """What was taken by model and step."""
        found: dict[str, dict[str, Total]] = {}
        for entry in sorted(self._entries, key=_line):
            steps = found.setdefault(entry.model, {})
            steps[entry.step] = steps.get(entry.step, Total()) + entry
        return found

    def settle(self) -> None:
        """Write the file anew, in an order that does not tell when answers came."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(self.path.name + ".tmp")
        with temporary.open("w", encoding="utf-8", newline="") as file:
            file.write(_head(self._of))
            file.writelines(sorted(map(_line, self._entries)))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.path)
        self._begun = True


def question_id(made_by: dict[str, str], ask: Ask) -> str:
    """What tells a question to a model from all others."""
    return content_hash("asked", made_by, [[m.role, m.content] for m in ask.messages], ask.attempt)


def _head(of: str) -> str:
    return json.dumps({"of": of}) + "\n"


def _line(entry: LedgerEntry) -> str:
    return json.dumps(asdict(replace(entry, cost=round(entry.cost, 9))), sort_keys=True) + "\n"


def _read(path: Path, of: str) -> list[LedgerEntry] | None:
    """The whole lines of a file; None where there is none of this work.

    :raises InputError: if it is damaged
    """
    try:
        head, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
    except FileNotFoundError:
        return None
    if head != _head(of).encode():
        return None
    try:
        return [LedgerEntry(**json.loads(line)) for line in lines if line.endswith(b"\n")]
    except (TypeError, ValueError):
        raise InputError(f"{path} is damaged; move it away, and what was asked is counted from here on.") from None
