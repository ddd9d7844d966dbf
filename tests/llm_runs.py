"""Runs of a model that proposes: with the stand-in behind a real server, in processes that are killed and resumed."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from contragraph.dataset.types import parse_plan
from contragraph.generation.assembly.report import RunReport
from contragraph.generation.llm.running import Models
from contragraph.generation.run.making import generate
from contragraph.generation.settings import Settings
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_like
from contragraph.llm import open_gateway, read_config
from tests.llm_stand_in import Reasoner, answered, is_proposal
from tests.made import sample_world
from tests.scripted_server import Reply, Request, ScriptedServer, scripted

MODEL = "openai/stand-in"


@dataclass(frozen=True, slots=True)
class Made:
    """What is made: of which store, where, with which models."""

    address: str
    out: Path
    cache: Path
    url: str
    plan: str
    verbaliser: str = "template"
    tries: int = 8
    kg: str | None = None
    """The graph, where the store holds several."""
    controls: str | None = None
    axioms: Path | None = None
    """A file of some axioms, where those that ship would take long."""

    @property
    def answers(self) -> int:
        """Answers that are in the cache."""
        if not self.cache.exists():
            return 0
        with closing(sqlite3.connect(self.cache)) as file:
            if not file.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone():
                return 0  # the file is just being made
            (number,) = file.execute("SELECT count(*) FROM answers").fetchone()
        return int(number)

    def run(self, *, overwrite: bool = False, max_cost: float | None = None) -> RunReport:
        """Make the dataset, or go on making it."""
        config = read_config(None, MODEL, self.url)
        steps = {step: replace(its, price_in=1.0, price_out=2.0) for step, its in config.steps.items()}
        config = replace(config, default=replace(config.default, price_in=1.0, price_out=2.0), steps=steps)
        with open_gateway(config, cache=self.cache, max_cost=max_cost) as gateway, open_store(self.address) as store:
            models = Models(gateway, tries=self.tries)
            settings = Settings(
                parse_plan(self.plan),
                generator="llm",
                verbaliser=self.verbaliser,
                controls=self.controls,
                models=models.identity("llm", self.verbaliser),
            )
            return generate(
                store, self.out, settings, kg=self.kg, axioms=self.axioms, models=models, overwrite=overwrite
            )


def dated_sample(folder: Path, name: str = "sample.lbug") -> str:
    """The address of a store in a folder with the sample and its dates."""
    shutil.copy(sample_world() / "loaded.lbug", folder / name)
    return f"ladybug:{folder / name}"


def reasoners_for(address: str) -> list[Reasoner]:
    """Stand-ins that know the axioms over the relations of a store's graphs, one for each graph."""
    found = []
    with open_store(address) as store:
        rows = list(store.query("MATCH (e:Entity) WHERE e.level <> '' RETURN e.label AS label, e.level AS level"))
        levels = {str(row["label"]): str(row["level"]) for row in sorted(rows, key=lambda r: str(r["label"]))}
        for info in store.kgs():
            relations = store.relations(info.kg)
            known = kg_like(r.id for r in relations)
            assert known is not None
            labels = {**known.ontology.labels, **{r.id: r.label for r in relations}}
            found.append(Reasoner(known.ontology, labels, levels))
    return found


def answering(
    address: str, tell: Callable[[Request, int], Reply] | None = None, wait: float = 0.0
) -> AbstractContextManager[ScriptedServer]:
    """A server that proposes well; what is no question for a conflict ``tell`` answers."""
    reasoners = reasoners_for(address)
    known: dict[str, str] = {}

    def answer(request: Request, nth: int) -> Reply:
        if tell is not None and not is_proposal(request):
            return replace(tell(request, nth), wait=wait)
        key = str(request["messages"])
        if key not in known:  # thinking is dear, and the same question has the same answer
            known[key] = answered(reasoners, request)
        return Reply(known[key], wait=wait)

    return scripted(answer)


@dataclass(frozen=True, slots=True)
class Kill:
    """What a kill met: whether the run was alive, and questions whose answers never came to be kept."""

    alive: bool
    lost: int


def _processes() -> ForkServerContext:
    """Processes that are forked from one which has imported everything and opened nothing."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.llm_preload"])
    return context


def finished(made: Made) -> bool:
    """Whether a process that runs it comes to a good end."""
    process = _processes().Process(target=made.run)
    process.start()
    process.join()
    return process.exitcode == 0


def killed(made: Made, server: ScriptedServer, answers: int, delay: float) -> Kill:
    """Start the run and kill it so long after so many answers came."""
    before, calls = made.answers, len(server.requests)
    process = _processes().Process(target=made.run)
    process.start()
    while process.is_alive() and made.answers - before < answers:
        time.sleep(0.002)
    process.join(delay)
    process.kill()
    process.join()
    return Kill(process.exitcode == -signal.SIGKILL, len(server.requests) - calls - (made.answers - before))


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}
