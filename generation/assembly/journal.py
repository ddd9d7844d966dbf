"""Waves as lines of the journal, and the state of a run restored from them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from contragraph.dataset.records.codec import statement_of, to_line
from contragraph.dataset.records.schema import StatementRecord
from contragraph.dataset.types import PairType, parse_type
from contragraph.generation.assembly.rounds import RunState, Wave, note
from contragraph.generation.pool.quotas import Parity
from contragraph.generation.pool.source import Rejected, SearchRequest, Source
from contragraph.graph.model import Instance, Statement


def entry_of(wave: Wave, instances: list[Instance], label: Callable[[str], str]) -> dict[str, object]:
    """A wave as a line of the journal; ``label`` names a relation."""
    return entry_with(wave, map(to_line, instances), label)


def entry_with(wave: Wave, lines: Iterable[tuple[str, str]], label: Callable[[str], str]) -> dict[str, object]:
    """The same with what each pair became, an id and a line; an empty one where it became nothing."""
    kept = [
        {"conflicts": [item.number for item in pair.chosen.items], "id": name, "line": line}
        for pair, (name, line) in zip(wave.kept, lines, strict=True)
    ]
    return {
        "type": str(wave.type),
        "asked": [wanted.as_json() for wanted in wave.asked],
        "kept": kept,
        "passed": wave.passed,
        "again": wave.again,
        "done": wave.done,
        "waived": wave.waived,
        "reasons": dict(sorted(wave.reasons.items())),
        "refused": dict(sorted(wave.refused.items())),
        "rejected": [_rejection(r, wave.type, label) for r in wave.rejected],
    }


def _rejection(rejected: Rejected, of: PairType, label: Callable[[str], str]) -> dict[str, object]:
    seed = rejected.seed
    hops = "multi" if rejected.hops > 1 else "single"
    fits = of.multi == (rejected.hops > 1)
    return {
        "type": str(of) if fits else f"1-{hops}-hop",
        "seed_statement": described(seed, label),
        "filter": rejected.filter,
        "reason": rejected.reason,
        **rejected.more,
    }


def described(seed: Statement, label: Callable[[str], str]) -> dict[str, str]:
    """The seed statement of what was rejected."""
    return {
        "id": seed.id,
        "subject": seed.subject,
        "relation": seed.relation,
        "relation_label": label(seed.relation),
        "object": seed.object_id,
    }


def replay(entry: Mapping[str, Any], state: RunState, source: Source) -> None:
    """Bring the state to where it was after a journalled wave: the search is asked the same again."""
    wave = Wave(parse_type(entry["type"]))
    for asked in entry["asked"]:
        state.pool.add(source.more(SearchRequest.of_json(asked)))
        source.rejected()
    wave.asked = [SearchRequest.of_json(asked) for asked in entry["asked"]]
    wave.passed, wave.again, wave.waived = entry["passed"], entry["again"], entry["waived"]
    wave.done = entry["done"]
    wave.reasons.update(entry["reasons"])
    wave.refused.update(entry["refused"])
    note(wave, state)
    state.kept[wave.type] += len(entry["kept"])
    for pair in entry["kept"]:
        for number in pair["conflicts"]:
            state.ledger.take(state.pool.everything[number], wave.type)
        if pair["line"]:
            count(pair["line"], state.ledger.parity)


def count(line: str, parity: Parity) -> None:
    """Count what a pair, or a set of documents, tells truthfully and what it makes up."""
    body = json.loads(line)
    texts = body["documents"] if "documents" in body else body["contexts"].values()
    told = {s["id"]: s for text in texts for s in text["statements"]}.values()
    parity.note(
        (statement_of(StatementRecord.model_validate(s)) for s in told if s["source"] == "made"),
        (statement_of(StatementRecord.model_validate(s)) for s in told if s["source"] == "kg"),
    )
