"""Which documents of a collection contradict each other, where and why.

Several processes read the documents and compare them; documents in words that the lexicon knows go to the prover, all
others to rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from contragraph.documents.clash import SURE, ReadText, clashes, read
from contragraph.documents.documents import NamedText
from contragraph.documents.index import comparable
from contragraph.documents.proven import ReadableText, TextProver
from contragraph.documents.records import Clash, Extracted
from contragraph.generation.executors.forking import processes_here, run_forked
from contragraph.graph.progress import Progress, silent

MANY = 300
"""From this number of documents on, several processes share the work."""
BATCH = 50
Given = TypeVar("Given")
Made = TypeVar("Made")
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

    documents: tuple[NamedText, ...]
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

    texts: list[ReadText]
    known: list[ReadableText | None]
    least: float
    ontology: str


def scan(
    documents: Sequence[NamedText],
    *,
    least: float = SURE,
    ontology: str = "wikidata",
    workers: int = 2,
    report: Progress = silent,
) -> Scan:
    """Compare the documents that speak of the same things.

    The result does not depend on ``workers``.

    :raises InputError: if the offline extractor's library is not installed.
    """
    workers = min(workers, processes_here()) if len(documents) >= MANY else 1
    held = Held([], [], least, ontology)
    if workers > 1:
        _read(ontology, documents[0])  # what reading needs is there once, for all that are forked
    for number, (its, known) in enumerate(_all(workers, partial(_read, ontology), documents), 1):
        held.texts.append(its)
        held.known.append(known)
        report("reading", number, len(documents))
    pairs = comparable([its.lines for its in held.texts], [document.group for document in documents])
    found = []
    for number, each in enumerate(_all(workers, partial(_compare, held), [*pairs.items()]), 1):
        if each is not None:
            found.append(each)
        report("comparing", number, len(pairs))
    found.sort(key=lambda each: (-each.clashes[0].score, each.first, each.second))
    skipped = _pairs_of_groups(documents) - len(pairs)
    texts, count = tuple(its.text for its in held.texts), sum(map(bool, held.known))
    return Scan(tuple(documents), texts, count, len(pairs), skipped, tuple(found))


def _pairs_of_groups(documents: Sequence[NamedText]) -> int:
    return sum(n * (n - 1) // 2 for n in Counter(document.group for document in documents).values())


def _all(workers: int, work: Callable[[Given], Made], given: Sequence[Given]) -> Iterator[Made]:
    """What is made of each in order, by so many processes, which have what is given from this one: nothing is sent."""

    def part(start: int) -> list[Made]:
        return [work(each) for each in given[start : start + BATCH]]

    for some in run_forked(part, range(0, len(given), BATCH), workers, "read or compared documents"):
        yield from some


def _read(ontology: str, document: NamedText) -> tuple[ReadText, ReadableText | None]:
    its = read(document.text)
    return its, TextProver(ontology).known(its.text)


def _compare(held: Held, task: Task) -> Contradiction | None:
    (i, j), sentences = task
    a, b = held.known[i], held.known[j]
    if a is not None and b is not None:
        its = TextProver(held.ontology).clashes(a, b)
    else:
        its = clashes(held.texts[i], held.texts[j], held.least, sentences)
    return Contradiction(i, j, tuple(its)) if its else None
