"""Export of a bank as a corpus for continual pre-training, with conflicts in a share that is exact in tokens.

One side are the texts of facts, the other those of claims against them; ``--ratio 2:1`` says how many tokens of the
one there are to the other. No text is cut, and of a fact all texts of a side are in the corpus, or none. Both sides go
through the facts in one order drawn by the seed; that the sums come out exactly is a matter of which of the last ones
are taken. The bank is read twice: once to count, once to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import WHOLE, Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.exports.tokens import Count, counter
from contragraph.dataset.records.bank import BankClaim, BankFact, parse_fact
from contragraph.dataset.records.codec import dump
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

SIDES = ("default", "conflict")
RELEASED, AHEAD = 16, 240
"""How many of the last facts that fitted are looked at again, and how many of those behind them, for exact sums."""
TRIES = 2_000
"""Sums that are tried, each a little smaller, until both sides can be had exactly."""
_RATIO = re.compile(r"(\d{1,4}):(\d{1,4})")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A fact: its place in the seeded order, where its line begins, and the tokens of each side's texts."""

    lot: str
    start: int
    tokens: tuple[int, int]


def parse_ratio(text: str) -> tuple[int, int]:
    """Read ``2:1``: so many tokens of facts to so many of claims against them.

    Raises:
        InputError: if it is none, or there are to be no facts.
    """
    match = _RATIO.fullmatch(text.strip())
    if match is None or not int(match[1]):
        raise InputError(f"{text!r} is no ratio of facts to conflicts; give 1:0, 2:1, 1:1 or 2:3, for example.")
    return int(match[1]), int(match[2])


@registered("pretrain", "texts for pre-training, conflicts in an exact share", "facts")
def write(job: Job[BankFact]) -> list[WrittenFile]:
    """Write ``train.jsonl``, a text a line, and a card that counts its tokens."""
    ratio, count = parse_ratio(job.options.ratio), counter(job.options.tokenizer)
    units = sorted(_units(job, count), key=lambda unit: unit.lot)
    chosen, sums = _chosen(units, ratio, job.options.tokens)
    lots = sorted((content_hash("mixed", job.options.seed, units[n].lot, side), n, side) for n, side in chosen)
    name, texts = f"{WHOLE}.jsonl", 0
    with (
        (job.dataset / job.content.file).open("rb") as bank,
        (job.work / name).open("w", encoding="utf-8", newline="") as file,
    ):
        for _, n, side in lots:
            bank.seek(units[n].start)
            fact = parse_fact(bank.readline().decode("utf-8"), job.content.file)
            for claim in _claims(fact, side):
                for evidence in claim.evidence:
                    file.write(dump(_entry(fact, claim, side, evidence.style, evidence.text)) + "\n")
                    texts += 1
    told = f"{sums[0]:,} tokens of facts and {sums[1]:,} of claims against them ({job.options.tokenizer})"
    job.notes.append(f"{told}, in the ratio {ratio[0]}:{ratio[1]} exactly.")
    write_card(
        job,
        f"A line of `{name}` is one `text`, with the `fact` and `claim` that it tells, its `side` (*default* or"
        f" *conflict*), cause and style: {told}. Of a fact, all texts of a side are there, or none.",
    )
    return [WrittenFile(name, texts, "texts")]


def _claims(fact: BankFact, side: int) -> Iterator[BankClaim]:
    """The claims of a side: the fact itself, or what is proven, or at least said, against it."""
    for claim in fact.claims:
        if claim.cause == "default" if side == 0 else claim.status in ("proven", "unproven") and not claim.control:
            yield claim


def _entry(fact: BankFact, claim: BankClaim, side: int, style: str, text: str) -> dict[str, str]:
    return {
        "text": text,
        "fact": fact.id,
        "claim": claim.id,
        "side": SIDES[side],
        "cause": claim.cause,
        "style": style,
    }


def _units(job: Job[BankFact], count: Count) -> Iterator[_Unit]:
    start = 0
    for _, line, fact in job.lines(stage="counting"):
        tokens = [sum(count(e.text) for claim in _claims(fact, side) for e in claim.evidence) for side in (0, 1)]
        yield _Unit(content_hash("pretrain", job.options.seed, fact.id), start, (tokens[0], tokens[1]))
        start += len(line.encode("utf-8")) + 1


def _chosen(
    units: Sequence[_Unit], ratio: tuple[int, int], wanted: int | None
) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Which facts are in the corpus, on which side, and the tokens of both sides."""
    totals = [sum(unit.tokens[side] for unit in units) for side in (0, 1)]
    shares = sum(ratio)
    most = min(total // part for total, part in zip(totals, ratio) if part)
    told = f"in the ratio {ratio[0]}:{ratio[1]}"
    if wanted is not None and wanted // shares > most:
        raise InputError(
            f"The bank has texts for {most * shares:,} tokens {told} at most; give --tokens {most * shares} or fewer."
        )
    start = most if wanted is None else wanted // shares
    for times in range(start, max(0, start - TRIES), -1):
        sides = [_exactly([unit.tokens[side] for unit in units], times * ratio[side]) for side in (0, 1)]
        if sides[0] is not None and sides[1] is not None:
            chosen = [(n, side) for side in (0, 1) for n in sides[side] or ()]
            return chosen, (times * ratio[0], times * ratio[1])
    raise InputError(
        f"No choice of whole facts has {start * shares:,} tokens or a little fewer {told}; make a larger bank, "
        "or give other --tokens."
    )


def _exactly(sizes: Sequence[int], target: int) -> list[int] | None:
    """Places of sizes that add up to a sum exactly: the first ones, but for some of the last; None if none is found."""
    taken, sum_of, at = [], 0, 0
    while at < len(sizes) and sum_of + sizes[at] <= target:
        if sizes[at]:
            taken.append(at)
        sum_of += sizes[at]
        at += 1
    if sum_of == target:
        return taken
    kept, again = taken[:-RELEASED], taken[-RELEASED:]
    pool = again + [n for n in range(at, min(len(sizes), at + AHEAD)) if sizes[n]]
    rest = target - sum(sizes[n] for n in kept)
    within = (1 << (rest + 1)) - 1
    reached = [1]
    for n in pool:
        reached.append((reached[-1] | reached[-1] << sizes[n]) & within)
        if reached[-1] >> rest & 1:
            break
    else:
        return None
    found = []
    for place in range(len(reached) - 1, 0, -1):
        if not reached[place - 1] >> rest & 1:
            found.append(pool[place - 1])
            rest -= sizes[pool[place - 1]]
    return kept + found[::-1]
