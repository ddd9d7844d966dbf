"""Export for tests of retrieval-augmented generation: questions, each with passages of which two conflict.

Each conflict gives a question about the value that it is about. Its passages are the two texts of the pair among texts
of other pairs, in seeded order. These distractors speak of no entity of the pair, nor of one another's, so that the two
texts are the only ones that bear on the question and the only ones that conflict.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, BinaryIO

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.questions import names_of, question_of
from contragraph.dataset.exports.rag_sets import CORPUS, write_sets
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.folder.content import SET_CONTENT
from contragraph.dataset.records.codec import dump
from contragraph.dataset.records.schema import ConflictRecord, InstanceRecord
from contragraph.graph.model import content_hash

TRIES = 50
"""Draws for each wanted distractor before the rest of the pairs is gone through in order."""
_HOW = f"""\
A line of `SPLIT.jsonl` is a `question` with its `passages`; `conflicting` are the places (from 0) of the original and
of the perturbed text among them. `answers` are the values that each text gives, `denied` what it contradicts without a
value of its own, `evidence` the sentences that the conflict rests on. No other passage speaks of an entity of these
two, nor of an entity of another passage. `{CORPUS}` holds all passages, for tests of the retrieval itself."""


@dataclass
class _Pool:
    """The pairs of a split in their order: where their two passages lie in the corpus, and what they speak of."""

    places: array[int] = field(default_factory=lambda: array("Q"))
    names: list[array[int]] = field(default_factory=list)


@registered("rag", "questions with passages, some of which conflict", "pairs", "sets", splits=True)
def write(job: Job[Any]) -> list[WrittenFile]:
    """Write ``corpus.jsonl``, ``SPLIT.jsonl`` for each split, and a card."""
    return write_sets(job) if job.content is SET_CONTENT else write_pairs(job)


def write_pairs(job: Job[InstanceRecord]) -> list[WrittenFile]:
    """Write the passages of pairs, the questions of each split, and a card."""
    pools = _write_corpus(job)
    counts, done = dict.fromkeys(job.splits, 0), dict.fromkeys(job.splits, 0)
    short, wanted, seed = 0, job.options.passages, job.options.seed
    with (job.work / CORPUS).open("rb") as corpus, split_files(job, ".jsonl") as files:
        for split, _, record in job.lines(stage="questions"):
            for number, conflict in enumerate(record.conflicts, start=1):
                key = f"{record.id}-{number}"
                passages = [_read(corpus, place) for place in _draw(pools[split], done[split], key, seed, wanted)]
                short += len(passages) < wanted
                passages.sort(key=lambda passage: content_hash("order", seed, key, passage["id"]))
                files[split].write(dump(_entry(key, record, conflict, passages)) + "\n")
                counts[split] += 1
            done[split] += 1
    if short:
        job.notes.append(
            f"{short} of {sum(counts.values())} questions have fewer than {wanted} passages: "
            "there are too few pairs about other entities."
        )
    write_card(job, _HOW)
    corpus_file = WrittenFile(CORPUS, 2 * sum(done.values()), "passages")
    return [*(WrittenFile(f"{split}.jsonl", count, "questions") for split, count in counts.items()), corpus_file]


def _write_corpus(job: Job[InstanceRecord]) -> dict[str, _Pool]:
    """Write all passages; returns for each split where they are."""
    pools = {split: _Pool() for split in job.splits}
    numbers: dict[str, int] = {}
    place = 0
    with (job.work / CORPUS).open("wb") as file:
        for split, _, record in job.lines(stage="passages"):
            pool = pools[split]
            pool.names.append(array("L", sorted(numbers.setdefault(n, len(numbers)) for n in sorted(names_of(record)))))
            for side, context in (("original", record.contexts.original), ("perturbed", record.contexts.perturbed)):
                entry = {"id": context.version, "pair": record.id, "side": side, "text": context.text}
                pool.places.append(place)
                place += file.write((dump(entry) + "\n").encode())
    return pools


def _read(corpus: BinaryIO, place: int) -> dict[str, str]:
    corpus.seek(place)
    passage: dict[str, str] = json.loads(corpus.readline())
    return passage


def _draw(pool: _Pool, pair: int, key: str, seed: int, wanted: int) -> Iterator[int]:
    """The places of the pair's own passages, then of passages of other pairs that share nothing with those before."""
    yield from pool.places[2 * pair : 2 * pair + 2]
    taken, total, drawn = set(pool.names[pair]), len(pool.names), 2
    draws = (int(content_hash("passage", seed, key, n), 16) for n in range(TRIES * wanted))
    first = int(content_hash("passage", seed, key), 16)
    for number in chain(draws, range(first, first + 2 * total)):
        if drawn == wanted:
            return
        other, side = number // 2 % total, number % 2
        if taken.isdisjoint(pool.names[other]):
            taken.update(pool.names[other])
            yield pool.places[2 * other + side]
            drawn += 1


def _entry(key: str, record: InstanceRecord, conflict: ConflictRecord, passages: list[dict[str, str]]) -> object:
    question = question_of(record, conflict)
    places = {passage["id"]: number for number, passage in enumerate(passages)}
    about = question.about
    return {
        "id": key,
        "pair": record.id,
        "type": record.type,
        "conflict": conflict.id,
        "hops": conflict.hops,
        "strength": conflict.strength,
        "question": question.text,
        "subject": {"id": about.subject.id, "label": about.subject.label},
        "relation": {"id": about.relation.id, "label": about.relation.label},
        "answers": question.answers,
        "denied": question.denied,
        "evidence": question.evidence,
        "passages": passages,
        "conflicting": [places[record.contexts.original.version], places[record.contexts.perturbed.version]],
    }
