"""What every run in shards does before its shards are made, and when they are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from contragraph.dataset.files.folder import prepare, publish
from contragraph.generation.executors import Executor
from contragraph.generation.executors.collecting import rare_collections
from contragraph.generation.run.storing import Keep
from contragraph.generation.run.task import Task
from contragraph.generation.settings import Settings
from contragraph.generation.sharding.files import ShardFolder
from contragraph.generation.sharding.job import ShardJob, elsewhere
from contragraph.graph.lock import held
from contragraph.graph.progress import Progress
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store


class Reported(Protocol):
    """What a run says of itself, as far as shards have a say in it."""

    already_done: bool
    begun: int

    @property
    def made(self) -> Mapping[Any, int]:
        """How many of each type."""


R = TypeVar("R", bound=Reported)


@dataclass(frozen=True)
class ShardedRun(Generic[R]):
    """A run whose shards are made by whoever has time, and what tells its kind from others."""

    settings: Settings
    task: Callable[[GraphStore, Path | None], Task]
    """What the run is, by its store and the axioms of a user."""
    report: Callable[[Task], R]
    """The report before anything is made."""
    make: Callable[[ShardJob, int], Path]
    """Makes one shard, where it is not there already."""
    write: Callable[[ShardFolder, Path, Task, R], None]
    """Merges the shards into the files of the dataset, in its working folder."""
    keep: Keep | None
    """Puts what stands in that folder into the store, where it is kept there."""

    def run(
        self,
        address: str | None,
        out: Path,
        executor: Executor,
        *,
        kg: str | None,
        axioms: Path | None,
        resume: bool,
        overwrite: bool,
        progress: Progress,
    ) -> R:
        """Make the dataset, as those functions say that make one of a kind."""
        address = elsewhere(address)
        axioms = axioms and axioms.absolute()
        with open_store(address, read_only=True) as store:
            task = self.task(store, axioms)
        report = self.report(task)
        with held(out), rare_collections():
            work = prepare(out, task.identity, resume=resume, overwrite=overwrite)
            if work is None:
                report.already_done = True
                return report
            folder = ShardFolder.of(work)
            job = ShardJob(address, folder, self.settings, task.run.id, kg, axioms)
            folder.make(self.settings.shards, partial(self.make, job), executor, progress)
            report.begun = folder.begun()
            self.write(folder, work, task, report)
            if self.keep is not None:
                with open_store(address) as store:
                    self.keep(store, work, task, sum(report.made.values()), progress)
            folder.remove()
            publish(work, out)
        return report
