"""A run that makes sets of documents: from a loaded graph to ``sets.jsonl``."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

from contragraph.dataset.files.folder import append_journal, prepare, publish, read_journal
from contragraph.dataset.folder.writer import lines_of, write_sets
from contragraph.dataset.records.sets import read_sets, set_line, to_set
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.journal import count, entry_with
from contragraph.generation.assembly.proof import Proven
from contragraph.generation.assembly.rounds import Wave, fill_type, in_order
from contragraph.generation.assembly.telling import of_domains
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.executors.collecting import rare_collections
from contragraph.generation.executors.forking import PARTS
from contragraph.generation.run.graphs import SourceGraph
from contragraph.generation.run.part import GraphPart
from contragraph.generation.run.searches import Search, searched
from contragraph.generation.run.storing import Keep, store_run
from contragraph.generation.run.task import Task
from contragraph.generation.search.background import classes_known
from contragraph.generation.sets.drafting import Unmade
from contragraph.generation.sets.parts import Made, Setter, in_parts
from contragraph.generation.sets.slots import in_turns, pairs_for, slots_of
from contragraph.generation.sets.telling import Teller
from contragraph.generation.sets.wave import SetMaker
from contragraph.generation.settings import Settings
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, maybe_path, path_of
from contragraph.graph.lock import held
from contragraph.graph.model import id_number
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore

_STRANGERS = 160
"""Conflicts, at least, about whose topics the other documents of a wave's sets may be."""

_MOVING = ("located_in", "contains", "seat")
_PLACING = ("born_in", "died_in", "buried_in", "formed_in", "location", "residence")
"""Roles of relations that say where something is or was: what may change, and what does not."""

Entry = Mapping[str, Any]
Making = Callable[[Sequence[Proven], Sequence[Any]], Made]
"""Makes of pairs what slots ask for."""


class How(TypedDict, total=False):
    """What every making takes, as :func:`make`."""

    kg: str | None
    axioms: Path | None
    processes: int
    resume: bool
    overwrite: bool
    progress: Progress


@dataclass
class SetReport:
    """What a run did."""

    run: str
    kg: str
    planned: Mapping[str, int]
    made: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why pairs became no sets."""
    rejected: int = 0
    already_done: bool = False
    dropped: int = 0
    """What shards made and is left out, since another shard has made the same."""
    begun: int = 0
    """How often shards were begun."""

    def add(self, entry: Entry) -> None:
        """Count what a line of the journal says."""
        self.made.update(entry["kinds"])
        self.reasons.update(entry["unmade"])
        self.rejected += len(entry["rejected"])

    @property
    def short(self) -> dict[str, int]:
        """The sets of each type that are missing."""
        return dict(Counter(self.planned) - self.made)

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {
            "counts": {kind: self.made[kind] for kind in self.planned},
            "rejected": self.rejected,
            "reasons": dict(sorted(self.reasons.items())),
            **({"dropped": self.dropped} if self.dropped else {}),
            "shortfalls": [
                {"type": kind, "planned": self.planned[kind], "made": self.made[kind]} for kind in self.short
            ],
        }


@dataclass(frozen=True)
class Benchmark:
    """What a run makes of its pairs instead of them."""

    counts: Mapping[str, int]
    """What is wanted of each type."""
    slots: Sequence[Any]
    """All that is wanted, one by one, with the type of pairs (``type``) that each is made of."""
    documents: int
    setter: Callable[..., Setter]
    """:class:`~.drafting.Drafting` that makes it."""
    line: Callable[[Any], tuple[str, str]]
    """The id and the line of one."""
    only: Callable[[str], str]
    """What no two lines may have in common."""
    write: Callable[..., None]
    """Writes the files of a dataset, as :func:`~contragraph.dataset.folder.writer.write_sets` does."""
    keep: Keep | None
    """Puts so many of them into the store; None where they are no part of it."""
    many: str = "sets"
    """What these are called."""
    spare: int = 1
    """Pairs that are asked for beside each that is needed."""


def generate_sets(
    store: GraphStore,
    out: AnyPath,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: AnyPath | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = silent,
) -> SetReport:
    """Make a dataset of sets of documents in the folder ``out``, as ``settings.sets`` asks for.

    The same store content and settings give byte-identical files, whether the run was killed in between or not. A run
    that cannot meet its plan writes what it has and names the shortfall in the report.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of, or settings
            that ask for no sets.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    return make(
        store,
        path_of(out),
        settings,
        sets_of(settings),
        kg=kg,
        axioms=maybe_path(axioms),
        processes=processes,
        resume=resume,
        overwrite=overwrite,
        progress=progress,
    )


def sets_of(settings: Settings) -> Benchmark:
    """The benchmark of sets that settings ask for.

    Raises:
        InputError: if they ask for none.
    """
    plan = settings.sets
    if plan is None:
        raise InputError("The settings ask for no sets of documents.")
    slots = in_turns(slots_of(plan))
    return Benchmark(plan.counts, slots, plan.documents, SetMaker, set_line, str, write_sets, keep_sets)


def keep_sets(store: GraphStore, folder: Path, task: Task, total: int, progress: Progress) -> None:
    """Put the sets of a finished folder into the store."""
    named = task.ontology.stored()
    sets = ((record.id, to_set(record, task.settings.style)) for _, record in read_sets(folder))
    store_run(store, task.run, sets, lambda some: store.write_sets(task.run, some, named), total, progress)


def make(
    store: GraphStore,
    out: Path,
    settings: Settings,
    benchmark: Benchmark,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = silent,
) -> SetReport:
    """Make a benchmark in the folder ``out``, and put it into the store if it is a part of that.

    Raises:
        InputError: as :func:`generate_sets`.
        OntologyError: as :func:`generate_sets`.
    """
    if settings.shards != 1:
        raise InputError("Settings with several shards are made by their own function, whose shards open the store.")
    settings = wanting(settings, benchmark)
    graph, search = searched(store, settings, kg, axioms, processes)
    task = Task.of(settings, graph)
    report = report_of(benchmark, task)
    with held(out), rare_collections():
        folder = prepare(out, task.identity, resume=resume, overwrite=overwrite)
        if folder is None:
            report.already_done = True
            return report
        seeds: set[str] = set()
        progress(benchmark.many, 0, len(benchmark.slots))
        for entry in entries(store, folder, task, graph, search, benchmark, processes):
            report.add(entry)
            seeds.update(seeds_of(entry))
            progress(benchmark.many, report.made.total(), len(benchmark.slots))
        ontology = of_domains(task.ontology, seeds)
        benchmark.write(folder, read_journal(folder), ontology, task.identity, task.run.id, report.as_json())
        if benchmark.keep is not None:
            benchmark.keep(store, folder, task, report.made.total(), progress)
        publish(folder, out)
    return report


def report_of(benchmark: Benchmark, task: Task) -> SetReport:
    """The report of a run before anything is made."""
    return SetReport(task.run.id, task.run.kg, benchmark.counts)


def seeds_of(entry: Entry) -> Iterator[str]:
    """The seed relations of what a line of the journal keeps."""
    return (relation for line in filter(None, lines_of(entry)) for relation in json.loads(line)["relations"])


def wanting(settings: Settings, benchmark: Benchmark) -> Settings:
    """The settings with the pairs that a benchmark is made of as their plan.

    Raises:
        InputError: for a fill that documents of sets cannot have.
    """
    if settings.fill == "dfs":
        raise InputError("Documents of sets are filled by their topic: leave the fill dfs out.")
    return replace(settings, plan=pairs_for(benchmark.slots, benchmark.spare))


def entries(
    store: GraphStore,
    folder: Path | None,
    task: Task,
    graph: SourceGraph,
    search: Search,
    benchmark: Benchmark,
    processes: int,
) -> Iterator[dict[str, Any]]:
    """The lines of the journal: those that are there, then further ones until all slots are filled or none can be.

    Without a ``folder`` there is no journal.
    """
    part = GraphPart.of(store, task, graph, search, None)
    left, told = dict(enumerate(benchmark.slots)), set[str]()
    with closing(part.maker.source):
        done: Iterator[dict[str, Any]] = read_journal(folder) if folder else iter(())
        for entry in done:
            part.replay(entry)
            for number in entry["filled"]:
                del left[number]
            told.update(benchmark.only(line) for line in filter(None, lines_of(entry)))
            yield entry
        for pair_type, pairs in in_order(part.settings.plan):
            waves = fill_type(pair_type, pairs, part.state, part.maker)
            while any(slot.type == pair_type for slot in left.values()):
                before = copy.deepcopy(part.state.ledger.parity)
                wave = next(waves, None)
                if wave is None:
                    break
                making = partial(in_parts, partial(_setter, part, benchmark, wave), store, processes=processes)
                entry = _entry(part, wave, making, left, benchmark, told)
                part.state.ledger.parity.become(before)  # what sets tell counts, not what the pairs would have told
                for kept in entry["kept"]:
                    if kept["line"]:
                        count(kept["line"], part.state.ledger.parity)
                if folder:
                    append_journal(folder, entry)
                yield entry


def _entry(
    part: GraphPart, wave: Wave, making: Making, left: dict[int, Any], benchmark: Benchmark, told: set[str]
) -> dict[str, Any]:
    """What became of the pairs of a wave, as a line of the journal; the slots that they fill are left no more.

    What is ``told`` already is not made again.
    """
    made: list[Any] = []
    filled: list[int] = []
    while waiting := [number for number, slot in left.items() if slot.type == wave.type]:
        pairs = wave.kept[len(made) : len(made) + len(waiting)]
        if not pairs:
            break
        for number, found in zip(waiting, making(pairs, [left[n] for n in waiting[: len(pairs)]]), strict=False):
            each = found
            if not isinstance(each, Unmade):
                what = benchmark.only(benchmark.line(each)[1])
                each = Unmade("there is one like it") if what in told else each
                told.add(what)
            made.append(each)
            if not isinstance(each, Unmade):
                filled.append(number)
                del left[number]
    lines = [("", "") if isinstance(each, Unmade) else benchmark.line(each) for each in made]
    lines += [("", "")] * (len(wave.kept) - len(made))
    labels = part.graph.labels
    return {
        **entry_with(wave, lines, lambda r: labels.get(r, r)),
        "filled": filled,
        "kinds": dict(Counter(each.type for each in made if not isinstance(each, Unmade))),
        "unmade": dict(Counter(each.reason for each in made if isinstance(each, Unmade))),
    }


def _setter(part: GraphPart, benchmark: Benchmark, wave: Wave, store: GraphStore, place: int) -> Setter:
    """What makes one part of the sets of a wave, with a view of the graph that nobody else has read anything into."""
    graph, known, filler = part.graph, part.graph.known, part.maker.filler
    if known is None:
        raise InputError("Sets need to know which relations say where places lie: leave --ontology out.")
    around = Around(store, filler.around.order, filler.around.relations)
    number = part.state.kept.total()
    lots = sorted(part.state.pool.everything, key=lambda p: id_number(f"{filler.salt}|strangers {number}|{p.number}"))
    return benchmark.setter(
        replace(filler, around=around),
        Teller(replace(part.telling, around=around)),
        part.maker.prover.rules,
        Ways(around, graph.ontology, known.role("located_in"), known.role("contains")),
        partial(classes_known, store, known, graph.ontology),
        part.maker.chooser.linking,
        frozenset(r for role in (*_MOVING, *_PLACING) for r in known.role(role)),
        frozenset(r for role in _MOVING for r in known.role(role)),
        benchmark.documents,
        filler.salt,
        lots[: max(_STRANGERS, len(wave.kept))][place::PARTS],
    )
