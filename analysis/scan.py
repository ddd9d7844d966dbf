"""Which documents of a collection contradict each other, where and why.

Several processes read the documents and compare them; documents in words that the lexicon knows go to the prover, all
others to rules.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from contragraph.analysis.clash import SURE, Read, clashes, read
from contragraph.analysis.documents import Document
from contragraph.analysis.index import comparable
from contragraph.analysis.proven import Known, Prover
from contragraph.analysis.records import Clash, Extracted

MANY = 300
"""From this number of documents on, several processes share the work."""
BATCH = 50
Given = TypeVar("Given")
Made = TypeVar("Made")
Progress = Callable[[str, int, int], None]
Task = tuple[tuple[int, int], Sequence[tuple[int, int]]]
"""Two documents by their numbers, and the pairs of their sentences to compare."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two documents by their numbers, and what contradicts what in them, most probable first."""

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
    """Pairs of documents that speak of the same things."""
    skipped: int
    """Pairs that do not."""
    found: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """The texts that are compared, what those tell that the lexicon knows, and how sure a rule must be."""

    texts: list[Read]
    known: list[Known | None]
    least: float
    ontology: str


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
    with ExitStack() as stack:
        pool = None
        if len(documents) >= MANY and workers > 1:
            # A fresh process knows nothing of threads and connections of this one.
            pool = stack.enter_context(ProcessPoolExecutor(workers, get_context("spawn")))
        held = Held([], [], least, ontology)
        for number, (its, known) in enumerate(_all(pool, partial(_read, ontology), documents), 1):
            held.texts.append(its)
            held.known.append(known)
            report("reading", number, len(documents))
        pairs = comparable([its.lines for its in held.texts], [document.group for document in documents])
        compare = partial(_compare, held)
        if pool is not None:
            # Each process takes the texts once, and not two of them for each pair.
            file = Path(stack.enter_context(TemporaryDirectory(prefix="contragraph-"))) / "texts"
            file.write_bytes(pickle.dumps(held))
            compare = partial(_compare_held, file)
        found = []
        for number, each in enumerate(_all(pool, compare, pairs.items()), 1):
            if each is not None:
                found.append(each)
            report("comparing", number, len(pairs))
    found.sort(key=lambda each: (-each.clashes[0].score, each.first, each.second))
    skipped = _pairs_of_groups(documents) - len(pairs)
    texts, count = tuple(its.text for its in held.texts), sum(map(bool, held.known))
    return Scan(tuple(documents), texts, count, len(pairs), skipped, tuple(found))


def _pairs_of_groups(documents: Sequence[Document]) -> int:
    return sum(n * (n - 1) // 2 for n in Counter(document.group for document in documents).values())


def _all(pool: ProcessPoolExecutor | None, work: Callable[[Given], Made], given: Iterable[Given]) -> Iterator[Made]:
    """What is made of each in order, by all processes of a pool if there is one."""
    return map(work, given) if pool is None else pool.map(work, given, chunksize=BATCH)


def _read(ontology: str, document: Document) -> tuple[Read, Known | None]:
    its = read(document.text)
    return its, Prover(ontology).known(its.text)


def _compare(held: Held, task: Task) -> Contradiction | None:
    (i, j), sentences = task
    a, b = held.known[i], held.known[j]
    if a is not None and b is not None:
        its = Prover(held.ontology).clashes(a, b)
    else:
        its = clashes(held.texts[i], held.texts[j], held.least, sentences)
    return Contradiction(i, j, tuple(its)) if its else None


def _compare_held(file: Path, task: Task) -> Contradiction | None:
    return _compare(_held(file), task)


@lru_cache(maxsize=1)
def _held(file: Path) -> Held:
    held: Held = pickle.loads(file.read_bytes())
    return held
