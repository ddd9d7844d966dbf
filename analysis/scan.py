"""Which documents of a collection contradict each other, where and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from contragraph.analysis.clash import clashes
from contragraph.analysis.documents import Document
from contragraph.analysis.extract import extract
from contragraph.analysis.plausible import plausible
from contragraph.analysis.proven import Prover
from contragraph.analysis.records import Clash, Extracted

SURE = 0.7
"""Documents need not speak of the same matter, so that a scan asks for more than the comparison of a given pair."""
MANY = 400
"""From this number of pairs on, several processes share the work."""
BATCH = 50
Progress = Callable[[str, int, int], None]
Task = tuple[int, int, Extracted, Extracted, bool]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two documents by their numbers, and what contradicts what in them, surest first."""

    first: int
    second: int
    clashes: tuple[Clash, ...]


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found, and how much it looked at."""

    documents: tuple[Document, ...]
    texts: tuple[Extracted, ...]
    known: int
    """Documents that the graph reader can read."""
    compared: int
    skipped: int
    found: tuple[Contradiction, ...]


def scan(
    documents: Sequence[Document],
    *,
    least: float = SURE,
    ontology: str = "wikidata",
    workers: int = 2,
    report: Progress = lambda stage, done, total: None,
) -> Scan:
    """Compare the documents that speak of the same things.

    The result does not depend on ``workers``.

    :raises InputError: if the offline extractor's library is not installed.
    """
    prover = Prover(ontology)
    texts, known = [], []
    for number, document in enumerate(documents, 1):
        texts.append(extract(document.text))
        known.append(prover.knows(texts[-1]))
        report("reading", number, len(documents))
    pairs = plausible(texts, [document.group for document in documents])
    tasks = [(i, j, texts[i], texts[j], known[i] and known[j]) for i, j in pairs.pairs]
    found = []
    for number, (i, j, its) in enumerate(_compared(tasks, least, ontology, workers), 1):
        if its:
            found.append(Contradiction(i, j, tuple(its)))
        report("comparing", number, len(tasks))
    found.sort(key=lambda each: (-each.clashes[0].score, each.first, each.second))
    return Scan(tuple(documents), tuple(texts), sum(known), len(tasks), pairs.skipped, tuple(found))


def _compared(
    tasks: Sequence[Task], least: float, ontology: str, workers: int
) -> Iterator[tuple[int, int, list[Clash]]]:
    if len(tasks) < MANY or workers < 2:
        for task in tasks:
            yield _compare(task, least, ontology)
        return
    # A fresh process knows nothing of threads and connections of this one.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        batches = [(tasks[at : at + BATCH], least, ontology) for at in range(0, len(tasks), BATCH)]
        for results in pool.map(_batch, batches):
            yield from results


def _batch(given: tuple[Sequence[Task], float, str]) -> list[tuple[int, int, list[Clash]]]:
    tasks, least, ontology = given
    return [_compare(task, least, ontology) for task in tasks]


def _compare(task: Task, least: float, ontology: str) -> tuple[int, int, list[Clash]]:
    i, j, a, b, known = task
    return i, j, Prover(ontology).clashes(a, b) if known else clashes(a, b, least, strangers=True)
