"""One generation run from a loaded KG to a dataset folder and instances in the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from contragraph.dataset.codec import to_instance, to_line
from contragraph.dataset.folder import append_journal, prepare, publish, read_journal
from contragraph.dataset.reader import read_instances
from contragraph.dataset.writer import Entry, rejections_of, write_dataset
from contragraph.generation.account import Account, Report
from contragraph.generation.collecting import rare_collections
from contragraph.generation.controls_rounds import Pair
from contragraph.generation.entries import entry_of, replay, replay_controls
from contragraph.generation.knowledge import IN_MEMORY
from contragraph.generation.prepared import Work, prepare_run
from contragraph.generation.rounds import State, conflicts_of
from contragraph.generation.settings import Settings
from contragraph.generation.verbalise import Style
from contragraph.generation.words import to_instance as in_words
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance
from contragraph.graph.store import GraphStore

__all__ = ["Report", "Settings", "generate", "instances"]

_BATCH = 1200
"""Pairs written at once: each time takes 3 s of a processor in a large embedded store, each pair 0.1 MB of memory."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


@rare_collections()
def generate(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    in_memory: int = IN_MEMORY,
    processes: int = 1,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset: instances into the store, files into the folder ``out``.

    The same store content and settings give byte-identical files. A run that cannot meet its plan writes what it has
    and names the shortfall in the report. ``in_memory`` is the number of facts up to which the KG is read whole at the
    start, ``processes`` that of processes that build pairs, the others forked from this one; both decide the speed
    alone. ``axioms`` is a file to use instead of the ontology that ships; what it says is one of the settings. Pairs
    are kept in the journal on disk, not in memory.

    Raises:
        InputError: for a folder that is in use, or a KG that is not there.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
        WorkerError: if another process that builds pairs is killed; what was made so far stays in the journal.
    """
    _demand_no_models(settings)
    work = prepare_run(store, settings, kg, axioms)
    account, total = Account(), State()
    report = Report(work.run.id, work.run.kg)
    folder = prepare(out, work.identity, resume=resume, overwrite=overwrite)
    if folder is None:
        report.already_done = True
        return report

    def note(entry: Entry) -> None:
        account.add(rejections_of(entry))
        replay(entry, total)

    wanted = sum(settings.plan.values())
    wanted += sum(settings.controls.of(n) for n in settings.plan.values()) if settings.controls else 0
    for entry in read_journal(folder):
        replay(entry, work.part(entry).state)
        if settings.controls is not None:
            replay_controls(entry, work.part(entry).controls)
        note(entry)
    progress("pairs", total.kept.total(), wanted)
    for part in work.parts:
        with closing(part.waves(store, in_memory, processes)) as waves:
            for wave, wording in waves:
                entry = entry_of(wave, wording)
                append_journal(folder, entry)
                if settings.controls is not None:
                    replay_controls(entry, part.controls, live=True)
                note(entry)
                progress("pairs", total.kept.total(), wanted)
    plan = settings.plan or {t: total.count(t) for t in sorted({t for t, _ in total.kept})}
    account.settle(report, plan, settings.quotas, total)
    if settings.controls is not None:
        account.settle_controls(report, sum(settings.controls.wanted(p.controls.pairs) for p in work.parts), total)
    if settings.against is not None:
        report.quotas = []  # shares can be kept of what is made up, not of what is found
    for part in work.parts:
        known = part.vocabulary
        account.settle_relations(report, part.state, known.ontology.domains, part.with_seeds, known.own_name)
        report.disagreements = {**report.disagreements, **part.disagreements}
    write_dataset(folder, read_journal(folder), work.ontology, work.identity, report.run, report.as_json())
    _store_instances(store, work, folder, settings.style, total.kept.total(), progress)
    publish(folder, out)
    return report


def _demand_no_models(settings: Settings) -> None:
    if "llm" in (settings.generator, settings.verbaliser):
        raise InputError("The settings ask a language model, and none is given; name one with --model or --models.")


def instances(
    store: GraphStore, settings: Settings, *, kg: str | None = None, axioms: Path | None = None
) -> Iterator[Instance]:
    """The pairs that a run of these settings makes, each as soon as it is proven; nothing is written anywhere.

    They are those of :func:`generate`, in its order. ``kg`` names the KG where the store holds several, ``axioms`` is
    a file to use instead of the ontology that ships.

    Raises:
        InputError: for a KG that is not there, or settings that ask a language model.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    _demand_no_models(settings)
    work = prepare_run(store, settings, kg, axioms)
    waves = ((part, *wave) for part in work.parts for wave in part.waves(store))
    while True:
        with rare_collections():  # between two waves the program that asked has its own ways
            found = next(waves, None)
        if found is None:
            return
        part, wave, wording = found
        for draft in wave.kept:
            instance = in_words(draft, wording)
            if settings.controls is not None and wave.shape is None:
                relation = draft.proposals[0].original.relation
                name, line = to_line(instance)
                part.controls.pairs.append(Pair.of(name, wave.type, relation, conflicts_of(draft), line))
            yield instance


def _store_instances(store: GraphStore, work: Work, folder: Path, style: Style, total: int, progress: Progress) -> None:
    """Write the instances of a folder into the store in batches."""
    axioms = {a.id: (a.comment or a.id, str(a.strength)) for a in work.ontology.every}
    store.write_run(work.run)
    done = 0
    records = (record for _, record in read_instances(folder))
    while some := list(islice(records, _BATCH)):
        batch = [(record.id, to_instance(record, style)) for record in some]
        store.write_instances(work.run, batch, axioms)
        done += len(batch)
        progress("stored", done, total)
    store.finish_run(work.run.id)
