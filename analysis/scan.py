"""Which documents of a collection contradict each other, where and why.

Several processes read the documents and compare them; documents in words that the lexicon knows go to the prover, all
others to rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

from contragraph.analysis.clash import SURE, Read, clashes, read
from contragraph.analysis.documents import Document
from contragraph.analysis.index import Pairs, comparable
from contragraph.analysis.proven import Prover
from contragraph.analysis.records import Clash, Extracted

MANY = 300
"""From this number of documents on, several processes share the work."""
BATCH = 50
Given = TypeVar("Given")
Made = TypeVar("Made")
Progress = Callable[[str, int, int], None]
Task = tuple[int, int, Read, Read, Sequence[tuple[int, int]], bool, float, str]


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
        texts: list[Read] = []
        known: list[bool] = []
        given = ((document.text, ontology) for document in documents)
        for number, (its, knows) in enumerate(_all(pool, _read, given), 1):
            texts.append(its)
            known.append(knows)
            report("reading", number, len(documents))
        pairs = comparable([its.lines for its in texts], [document.group for document in documents])
        found = []
        for number, each in enumerate(_all(pool, _compare, _tasks(texts, known, pairs, least, ontology)), 1):
            if each is not None:
                found.append(each)
            report("comparing", number, len(pairs))
    found.sort(key=lambda each: (-each.clashes[0].score, each.first, each.second))
    skipped = _pairs_of_groups(documents) - len(pairs)
    return Scan(tuple(documents), tuple(its.text for its in texts), sum(known), len(pairs), skipped, tuple(found))


def _pairs_of_groups(documents: Sequence[Document]) -> int:
    return sum(n * (n - 1) // 2 for n in Counter(document.group for document in documents).values())


def _tasks(texts: Sequence[Read], known: Sequence[bool], pairs: Pairs, least: float, ontology: str) -> Iterator[Task]:
    for (i, j), sentences in pairs.items():
        yield i, j, texts[i], texts[j], sentences, known[i] and known[j], least, ontology


def _all(pool: ProcessPoolExecutor | None, work: Callable[[Given], Made], given: Iterable[Given]) -> Iterator[Made]:
    """What is made of each in order, by all processes of a pool if there is one."""
    return map(work, given) if pool is None else pool.map(work, given, chunksize=BATCH)


def _read(given: tuple[str, str]) -> tuple[Read, bool]:
    text, ontology = given
    its = read(text)
    return its, Prover(ontology).knows(its.text)


def _compare(task: Task) -> Contradiction | None:
    i, j, a, b, sentences, known, least, ontology = task
    its = Prover(ontology).clashes(a.text, b.text) if known else clashes(a, b, least, sentences)
    return Contradiction(i, j, tuple(its)) if its else None
