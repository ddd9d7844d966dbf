"""Does a sentence say what a claim says? What speaks for it, as numbers between 0 and 1."""

from __future__ import annotations

from contragraph.documents.anchors import anchors_of, one_matter
from contragraph.documents.candidates import Whole, agree, share
from contragraph.documents.slots import Line, ValueSlot
from contragraph.documents.weights import Features, weigh


def support(claim: Line, line: Line, text: Whole) -> Features | None:
    """What speaks for a sentence of a text saying what the claim says; None where they speak of different things."""
    same = max((anchor.same for anchor in anchors_of(claim, line)), default=0.0)
    if not same or not one_matter(claim, line):
        return None
    said = claim.stems - claim.about
    values = [slot for slot in claim.slots if not slot.stems <= claim.about]
    told = [_told(slot, line) for slot in values]
    named = [slot for slot in values if slot.value.kind == "name"]
    return {
        "same": same,
        "said": share(said, line.stems | line.about),
        "said_all": len(said & (line.stems | line.about)) / max(len(said), 1),
        "told": sum(told) / len(told) if told else 0.0,
        "told_all": float(bool(told) and all(told)),
        "no_values": float(not told),
        "elsewhere": sum(slot.stems <= text.words for slot in named) / max(len(named), 1),
        "denied": float(bool(claim.denied) != bool(line.denied & (claim.stems | claim.about))),
    }


def _told(slot: ValueSlot, line: Line) -> bool:
    if any(agree(slot.value, other.value) for other in line.slots):
        return True
    return slot.value.kind == "name" and slot.stems <= line.about | line.stems


def supported(features: Features) -> float:
    """How probable it is that the sentence says what the claim says, 0 … 1."""
    return weigh("support", features)
