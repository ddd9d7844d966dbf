"""Waves as lines of the journal, and the state of a run restored from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contragraph.dataset.codec import to_line
from contragraph.dataset.types import CONTROL, parse_type
from contragraph.dataset.writer import Entry
from contragraph.generation.build import Rejection
from contragraph.generation.rounds import State, Wave, conflicts_of
from contragraph.generation.words import Wording, to_instance
from contragraph.graph.model import Instance


@dataclass(frozen=True, slots=True)
class Retold:
    """Pairs whose texts were told anew, in the order in which they came, and the figures of the telling."""

    instances: Sequence[Instance]
    coverage: Mapping[str, object]


def entry_of(
    wave: Wave, wording: Wording, tell: Callable[[Sequence[Instance]], Retold] | None = None
) -> dict[str, object]:
    """A wave as a line of the journal, its pairs put into words, which ``tell`` may tell in words of its own."""
    instances: Sequence[Instance] = [to_instance(draft, wording) for draft in wave.kept]
    told = tell(instances) if tell and instances else None
    kept = [
        {
            "relation": draft.proposals[0].original.relation,
            "conflicts": conflicts_of(draft),
            **dict(zip(("id", "line"), to_line(instance), strict=True)),
        }
        for draft, instance in zip(wave.kept, told.instances if told else instances, strict=True)
    ]
    return {
        "type": str(wave.type),
        "kg": wording.kg,
        "tried": [list(pair) for pair in wave.tried],
        "kept": kept,
        "rejected": [_rejection(r, wording) for r in wave.rejected],
        **({"shape": str(wave.shape)} if wave.shape else {}),
        **({"review": list(wave.review)} if wave.review else {}),
        **({"asked": dict(wave.asked)} if wave.asked else {}),
        **({"told": dict(told.coverage)} if told else {}),
    }


def _rejection(rejection: Rejection, wording: Wording) -> dict[str, object]:
    seed = rejection.seed
    if wording.retelling:
        seed = wording.retelling.vocabulary.lens.own.statement(seed)
    labels = wording.own_labels
    return {
        "type": str(rejection.type),
        "seed_statement": {
            "id": seed.id,
            "subject": seed.subject,
            "relation": seed.relation,
            "relation_label": labels.get(seed.relation, seed.relation),
            "object": seed.object_id,
        },
        "reason": rejection.reason,
        **rejection.more,
    }


def asked_of(entry: Entry) -> dict[str, Any]:
    """What a wave asked of models, what that cost, and what came of it; empty where none was asked."""
    asked = entry.get("asked", {})
    assert isinstance(asked, dict)
    return asked


def told_of(entry: Entry) -> dict[str, Any]:
    """The figures of a wave's texts that a model told; empty where none did."""
    told = entry.get("told", {})
    assert isinstance(told, dict)
    return told


def replay(entry: Entry, state: State) -> None:
    """Bring the state to where it was after a journalled wave."""
    pair_type = parse_type(str(entry["type"]))
    kept, tried = entry["kept"], entry["tried"]
    assert isinstance(kept, list)
    assert isinstance(tried, list)
    if pair_type == CONTROL:
        for pair in kept:
            state.record_control(pair["relation"], pair["conflicts"])
        return
    for pair in kept:
        state.record_kept(pair_type, pair["relation"], pair["conflicts"])
    state.record_tried(pair_type, tuple((relation, seed) for relation, seed in tried))
    state.asked[pair_type] += asked_of(entry).get("seeds", 0)
