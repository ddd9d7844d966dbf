"""Shards as files in the working folder of a run: each appears whole, by a rename, whoever makes it and how often.

A file has one line for each wave, as a journal has, and further ones for what came of it all. A shard that is there is
never made again, so a run that was stopped goes on with those that are missing.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contragraph.generation.executors import Executor, ShardTask
from contragraph.graph.errors import WorkerError
from contragraph.graph.progress import Progress

FOLDER = "shards"
_BEGUN = "begun"
"""Where an empty file stands for each time that a shard was begun."""
_SEEN = 60
"""Seconds within which a file that was made on another machine should be seen here: what network file systems keep."""

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShardFolder:
    """The folder that all who make shards of a run share."""

    path: Path

    @classmethod
    def of(cls, work: Path) -> ShardFolder:
        """That of a run with this working folder."""
        found = cls(work.absolute() / FOLDER)
        (found.path / _BEGUN).mkdir(parents=True, exist_ok=True)
        return found

    def shard(self, number: int) -> Path:
        """The file of a shard, whether it is there or not."""
        return self.path / f"{number:05}.jsonl"

    def missing(self, shards: int) -> list[int]:
        """The shards that are still to be made."""
        return [number for number in range(shards) if not self.shard(number).exists()]

    def remove(self) -> None:
        """Remove it, when all that is in it stands elsewhere."""
        shutil.rmtree(self.path)

    def begun(self) -> int:
        """How often a shard was begun: more often than there are shards where somebody who made one was gone."""
        return sum(1 for _ in (self.path / _BEGUN).iterdir())

    def write(self, number: int, lines: Iterable[Entry]) -> Path:
        """Make a shard of its lines, which are only made now; where it is there already nothing is done.

        Raises:
            WorkerError: if the folder is not there, on this node.
        """
        made = self.shard(number)
        if made.exists():
            return made
        mine = f"{number:05}-{socket.gethostname()}-{os.getpid()}-{time.monotonic_ns()}"
        temporary = self.path / f"{mine}.tmp"
        try:
            (self.path / _BEGUN / mine).touch()
        except FileNotFoundError:
            raise WorkerError(
                f"The folder {self.path} is not there on {socket.gethostname()}: give --out in a folder that all nodes"
                " share."
            ) from None
        try:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                for each in lines:
                    file.write(json.dumps(each, ensure_ascii=False, sort_keys=True) + "\n")
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(made)
        finally:
            with suppress(OSError):
                temporary.unlink()
        return made

    def make(self, shards: int, task: ShardTask, executor: Executor, progress: Progress) -> None:
        """Have all shards made that are missing.

        Raises:
            ContragraphError: what the task raised.
            WorkerError: if who made a shard is no more, or a shard that was made is not seen here.
        """
        missing = self.missing(shards)
        done = shards - len(missing)
        progress("shards", done, shards)
        for path in executor.run(task, missing) if missing else ():
            _demand_seen(path)
            done += 1
            progress("shards", done, shards)

    def lines(self, shards: int, key: str) -> Iterator[Entry]:
        """The lines of all shards that have a key, in their order."""
        for number in range(shards):
            with self.shard(number).open(encoding="utf-8", newline="\n") as file:
                yield from (line for line in map(json.loads, file) if key in line)


def _demand_seen(path: Path) -> None:
    until = time.monotonic() + _SEEN
    while not path.exists():
        if time.monotonic() > until:
            raise WorkerError(f"The shard {path} was made, but is not seen here: is its folder shared by all nodes?")
        time.sleep(0.2)


@dataclass
class Twins:
    """What no two lines of a dataset may have in common: of several that do the first is kept."""

    of: Callable[[Entry], Iterable[str]]
    """The names of it in what a wave has kept."""
    dropped: Counter[str] = field(default_factory=Counter)
    """How many were dropped, by the type of their waves."""

    def left_out(self, entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
        """The waves without what others before them hold already."""
        told: set[str] = set()
        self.dropped.clear()
        for entry in entries:
            kept = []
            for each in entry["kept"]:
                names = set(self.of(each)) if each["line"] else set()
                if names & told:
                    self.dropped[entry["type"]] += 1
                else:
                    told |= names
                    kept.append(each)
            yield {**entry, "kept": kept}
