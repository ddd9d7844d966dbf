"""A run that makes a bank: a snapshot of the graph, a plan, shards, and the dataset folder they are merged into."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from contragraph.dataset.files.folder import prepare, publish
from contragraph.dataset.folder.bank_rows import BATCH, bank_rows
from contragraph.dataset.folder.writer import write_bank
from contragraph.dataset.records.bank import read_bank
from contragraph.generation.assembly.telling import of_domains
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.planning import PLAN, write_plan
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.shards import SHARDS, SNAPSHOT, Note, make_shard, read_shard
from contragraph.generation.bank.snapshot import Snapshot, write_snapshot
from contragraph.generation.executors import Executor, Local
from contragraph.generation.run.storing import store_run
from contragraph.generation.settings import choose_kg
from contragraph.graph.given import AnyPath, path_of
from contragraph.graph.lock import held
from contragraph.graph.model import content_hash
from contragraph.graph.model.origin import Run
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore
from contragraph.kgs import kg_behind
from contragraph.ontology.turtle import format_ontology
from contragraph.ontology.union import union


@dataclass
class BankReport:
    """What a run did."""

    run: str
    """The id of the run."""
    kg: str
    """The name of the graph."""
    wanted: int
    """The facts that were asked for."""
    note: Note = field(default_factory=Note)
    """What was made, and what was not and why."""
    already_done: bool = False
    """Whether the folder was there already, finished by the same run."""

    @property
    def short(self) -> int:
        """The facts that are missing."""
        return 0 if self.already_done else self.wanted - self.note.facts

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        note = self.note
        return {
            "counts": {"facts": note.facts},
            "claims": dict(sorted((k, n) for k, n in note.counts.items() if k != "texts")),
            "texts": note.counts["texts"],
            "relations": dict(sorted(note.relations.items())),
            "reasons": dict(sorted(note.reasons.items())),
        }


def generate_bank(
    store: GraphStore,
    out: AnyPath,
    settings: BankSettings,
    *,
    kg: str | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    keep: bool = True,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> BankReport:
    """Make a bank of facts in the folder ``out``.

    The same store content and settings give byte-identical files, whoever makes its shards (``executor``; by default so
    many ``processes`` of this machine), and whether the run was killed in between or not. A run that finds too few
    facts writes what it has. With ``keep`` the store holds the bank too, which takes about as long as to make it;
    without, nothing is written to the store.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of.
        OntologyError: for axioms that cannot be read.
    """
    out = path_of(out)
    info = choose_kg(store, kg)
    relations = [r.id for r in store.relations(info.kg)]
    known_of = kg_behind(info.kg, relations)
    axioms = content_hash(format_ontology(union((known_of.ontology, known_of.at_one_time))))
    identity = {**settings.as_json(), "kg": info.kg, "kg_snapshot": info.snapshot, "ontology": axioms}
    chosen = json.dumps({**settings.as_json(), "ontology": axioms}, sort_keys=True)
    run = Run(settings.seed, chosen, info.kg, info.snapshot)
    report = BankReport(run.id, info.kg, settings.facts)
    with held(out):
        work = prepare(out, identity, resume=resume, overwrite=overwrite)
        if work is None:
            report.already_done = True
            return report
        write_snapshot(store, info, work / SNAPSHOT)
        knowledge = Knowledge(Snapshot(work / SNAPSHOT), strict=settings.strict)
        if not (work / PLAN).exists():
            write_plan(knowledge, settings, work)
        progress("facts", 0, settings.facts)
        files = []
        who = executor or Local(processes)
        for path in who.run(partial(make_shard, work.resolve(), settings), range(settings.shards)):
            files.append(path)
            report.note.add(read_shard(path)[0])
            progress("facts", report.note.facts, settings.facts)
        lines = (line for path in files for line in read_shard(path)[1])
        ontology = of_domains(knowledge.ontology, report.note.relations)
        write_bank(work, lines, ontology, report.note.told, identity, report.run, report.as_json())
        if keep:
            _keep(store, run, work, knowledge.ontology.stored(), report.note.facts, progress)
        shutil.rmtree(work / SNAPSHOT)
        shutil.rmtree(work / SHARDS)
        (work / PLAN).unlink()
        publish(work, out)
    return report


def _keep(
    store: GraphStore, run: Run, work: Path, axioms: Mapping[str, tuple[str, str]], facts: int, progress: Progress
) -> None:
    """Put a bank whose files are written into the store."""
    made = (fact for _, fact in read_bank(work))
    store_run(store, run, made, lambda some: store.write(bank_rows(run, some, axioms)), facts, progress, BATCH)
