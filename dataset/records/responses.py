"""Answers whose scores are known: for each proven claim a few, of whose own claims every label is proven.

An answer is one-sided (of either side), hedged (one of the two holds), two-sided, or says nothing. CS-C is the share of
its claims that one document supports and another contradicts; CS-R the mean, over claims of which documents say
anything, of the share of those that contradict it (arXiv 2606.26437). A *mixed* document does both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from contragraph.dataset.files.folder import RESPONSES
from contragraph.dataset.files.reading import read_lines
from contragraph.dataset.records.base import Record
from contragraph.dataset.records.claims import AGAINST, FOR, DocumentLabel, conflicted
from contragraph.dataset.records.codec import parser, with_id
from contragraph.dataset.records.proven_claims import CONFLICT, ProvenItem

ONE, OTHER, HEDGED, TWO, EMPTY = "one-sided", "other side", "hedged", "two-sided", "empty"
Labels = tuple[DocumentLabel, ...]


class Passage(Record):
    """A document as a judge is given it."""

    id: str
    title: str
    text: str


class SaidClaim(Record):
    """A claim of an answer, with the label of each document in turn."""

    text: str
    labels: Labels


class Response(Record):
    """A line of ``responses.jsonl``; scores are None where the answer makes no claim, or none that documents touch.

    ``acknowledged``: the share of the conflicts among the documents of which the answer states both sides; None where
    there is none.
    """

    id: str
    item: str
    kind: Literal["one-sided", "other side", "hedged", "two-sided", "empty"]
    response: str
    documents: tuple[Passage, ...]
    claims: tuple[SaidClaim, ...]
    cs_c: float | None
    cs_r: float | None
    acknowledged: float | None


def cs_c(claims: Sequence[Sequence[DocumentLabel | None]]) -> float | None:
    """The share of claims that are conflicted, given the labels of each; None without claims."""
    if not claims:
        return None
    return round(sum(map(conflicted, claims)) / len(claims), 6)


def cs_r(claims: Sequence[Sequence[DocumentLabel | None]]) -> float | None:
    """The mean share of contradicting documents among those that say anything of a claim; None where none does."""
    counts = [(sum(label in FOR for label in c), sum(label in AGAINST for label in c)) for c in claims]
    shares = [against / (those + against) for those, against in counts if those + against]
    return round(sum(shares) / len(shares), 6) if shares else None


def hedged(item: ProvenItem) -> SaidClaim | None:
    """The claim that one of the two sides holds, which a document supports that supports either."""
    other = next((o for o in item.others if o.role == "counterclaim"), None)
    if other is None:
        return None

    def label(one: DocumentLabel, two: DocumentLabel) -> DocumentLabel:
        if {one, two} & {"supports", "mixed"}:
            return "supports"
        return "contradicts" if one == two == "contradicts" else "irrelevant"

    pairs = zip((d.label for d in item.documents), other.labels, strict=True)
    text = f"Either {inner(item.claim)}, or {inner(other.text)}."
    return SaidClaim(text=text, labels=tuple(label(*pair) for pair in pairs))


def inner(sentence: str) -> str:
    """A sentence as part of another: without its point, and a small letter where it begins with a plain word."""
    bare = sentence.rstrip(".")
    first = bare.split(" ", 1)[0]
    return bare[0].lower() + bare[1:] if first in _PLAIN else bare


_PLAIN = frozenset({"A", "An", "At", "In", "It", "On", "The", "There"})


def responses_of(item: ProvenItem) -> Iterator[tuple[str, str]]:
    """The ids and lines of an item's answers."""
    claim = SaidClaim(text=item.claim, labels=tuple(d.label for d in item.documents))
    others = {o.role: SaidClaim(text=o.text, labels=o.labels) for o in item.others}
    counter, beside, hedge = others.get("counterclaim"), others.get("beside"), hedged(item)
    more = [beside] if beside else []
    yield _line(item, ONE, " ".join(c.text for c in (claim, *more)), [claim, *more], both=False)
    if counter and hedge:
        yield _line(item, OTHER, counter.text, [counter], both=False)
        unsure = "The documents do not settle this."
        yield _line(item, HEDGED, f"{unsure} {hedge.text}", [hedge], both=True)
        text = f"The sources disagree. By one account, {inner(claim.text)}. By another, {inner(counter.text)}."
        told = [claim, counter, *more]
        yield _line(item, TWO, " ".join([text, *(c.text for c in more)]), told, both=True)
    yield _line(item, EMPTY, "The documents do not allow an answer.", [], both=False)


def _line(item: ProvenItem, kind: str, text: str, claims: Sequence[SaidClaim], *, both: bool) -> tuple[str, str]:
    labels = [claim.labels for claim in claims]
    body = {
        "item": item.id,
        "kind": kind,
        "response": text,
        "documents": [{"id": d.id, "title": d.title, "text": d.text} for d in item.documents],
        "claims": [{"text": claim.text, "labels": list(claim.labels)} for claim in claims],
        "cs_c": cs_c(labels),
        "cs_r": cs_r(labels),
        "acknowledged": float(both) if item.type == CONFLICT else None,
    }
    return with_id("response", body)


parse_response = parser(Response, "is no answer with known scores")
"""Reads a line of ``responses.jsonl``."""


def read_responses(folder: Path) -> Iterator[tuple[str, Response]]:
    """The lines of the answers of a dataset of claims with their records, streaming.

    Raises:
        InputError: if the folder holds none, or a line is no such answer.
    """
    return read_lines(folder / RESPONSES, parse_response)
