"""The facts of a dataset as items: a bank of our own, or the released questions of ConflictBank."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contragraph.dataset.files.folder import BANK, sha256
from contragraph.dataset.files.reading import read_lines, read_manifest
from contragraph.dataset.records.bank import BankClaim, BankFact, holds_bank, parse_fact
from contragraph.evaluation.memory.records import ClaimPassage, MemoryItem, Option, QuestionWording
from contragraph.evaluation.memory.released import LETTERS, Found, holds_rows, read_released
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

RELEASED = ("CB_qa.parquet", "CB_qa.jsonl", "CB_qa.json")
"""What a file of released questions is called in a folder."""
MOST_LEFT_OUT = 1_000
"""Rows that were left out, of which the reason is kept."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The facts that were drawn, in their order, and those that were ``kept`` besides.

    ``total`` counts those that can be used, ``left_out`` says by place why others cannot, ``faulty`` counts them.
    """

    path: Path
    sha256: str
    drawn: tuple[MemoryItem, ...]
    kept: tuple[MemoryItem, ...]
    total: int
    left_out: dict[str, str]
    faulty: int

    @property
    def items(self) -> dict[str, MemoryItem]:
        """All of them by id."""
        return {item.id: item for item in (*self.drawn, *self.kept)}


def holds_memory(path: Path) -> bool:
    """Whether a folder or file has facts with texts for and against them.

    Raises:
        InputError: if it is a file that may not, or cannot, be read.
    """
    return holds_bank(path) or holds_rows(file_of(path))


def file_of(path: Path) -> Path:
    """The file with the facts: of a folder that of a bank, else that of released questions."""
    if not path.is_dir() or holds_bank(path):
        return path / BANK if path.is_dir() else path
    return next((path / name for name in RELEASED if (path / name).is_file()), path / BANK)


def open_memory(path: Path, sample: int | None = None, seed: int = 7, keep: frozenset[str] = frozenset()) -> Bank:
    """Read the facts of a dataset: as many as ``sample`` says, drawn by the seed, and those with an id to ``keep``.

    A smaller sample is a part of a larger one. Rows are read one by one, and only what is drawn stays in memory.

    Raises:
        InputError: if the dataset cannot be read, or holds no fact that can be used.
    """
    left_out: dict[str, str] = {}
    total = faulty = 0
    heap: list[tuple[int, int, MemoryItem]] = []
    kept: dict[int, MemoryItem] = {}
    for number, (where, item) in enumerate(_read(path)):
        if isinstance(item, str):
            faulty += 1
            if len(left_out) < MOST_LEFT_OUT:
                left_out[where] = item
            continue
        total += 1
        if item.id in keep:
            kept[number] = item
        # The largest of the hashes is the first to go.
        entry = (-int(content_hash("evaluate", seed, item.id), 16), number, item) if sample else (0, number, item)
        if sample is None or len(heap) < sample:
            (heapq.heappush(heap, entry) if sample else heap.append(entry))
        else:
            heapq.heappushpop(heap, entry)
    if not total:
        first = next((f": {where} {why}" for where, why in left_out.items()), "")
        raise InputError(f"{path} holds no fact that can be asked about{first}.")
    drawn = {number: item for _, number, item in heap}
    return Bank(
        path,
        sha256(file_of(path)),
        tuple(drawn[n] for n in sorted(drawn)),
        tuple(kept[n] for n in sorted(kept.keys() - drawn.keys())),
        total,
        left_out,
        faulty,
    )


def _read(path: Path) -> Iterator[Found]:
    if not holds_bank(path):
        if not file_of(path).is_file():
            raise InputError(f"There is no file {file_of(path)}.")
        yield from read_released(file_of(path))
        return
    read_manifest(path)
    known: set[str] = set()
    for number, (_, fact) in enumerate(read_lines(path / BANK, parse_fact), start=1):
        if fact.id in known:
            yield f"line {number}", f"has the fact {fact.id} again"
        else:
            known.add(fact.id)
            item = bank_item(fact)
            yield (f"line {number}" if isinstance(item, str) else item.id), item


def bank_item(fact: BankFact) -> MemoryItem | str:
    """A fact of a bank as an item, or what is wrong with it."""
    roles = [option.role for option in fact.question.options]
    if roles.count("original") != 1 or roles.count("replacement") != 1:
        return "has no option, or several, for its object or its replacement"
    if len(roles) > len(LETTERS):
        return f"has more than {len(LETTERS)} options"
    passages = tuple(_passage(claim) for claim in fact.claims if claim.evidence)
    if not any(passage.cause == "default" for passage in passages):
        return "has no text of the fact"
    question = fact.question
    worded = [QuestionWording(claim=each.claim, text=each.text, answer=each.answer) for each in question.as_of]
    worded += [QuestionWording(claim=each.claim, text=each.text, answer=each.answer) for each in question.senses]
    return MemoryItem(
        id=fact.id,
        question=question.text,
        options=tuple(Option(text=option.text, role=option.role) for option in question.options),
        passages=passages,
        wordings=tuple(worded),
        relation=fact.relation.label or fact.relation.id,
        degree=fact.degree,
    )


def _passage(claim: BankClaim) -> ClaimPassage:
    return ClaimPassage(
        claim=claim.id,
        cause=claim.cause,
        control=claim.control,
        texts=tuple((evidence.style, evidence.text) for evidence in claim.evidence),
        kind=claim.kind,
        status=claim.status,
        hops=claim.hops,
        strength=claim.strength,
    )
