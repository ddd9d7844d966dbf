"""Export in the layout of the MAGIC dataset: a folder per hop kind, a JSON list per type."""

from __future__ import annotations

import json
from collections.abc import Mapping

from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.files.folder import write_text
from contragraph.dataset.records.schema import ConflictRecord, InstanceRecord, StatementRecord
from contragraph.dataset.types import CONTROL, PAIR_TYPES

Triplets = str | list[str]


def _triplet(statement: StatementRecord) -> str:
    relation = f"not {statement.relation.label}" if statement.negated else statement.relation.label
    return f"({statement.subject.label} | {relation} | {statement.object.label})"


def _one_or_list(items: list[str]) -> Triplets:
    return items[0] if len(items) == 1 else items


def _code(relation: str) -> str:
    return relation.partition(":")[2]


def to_magic(record: InstanceRecord) -> dict[str, object]:
    """One instance as MAGIC writes it: ids of relations without prefix, triplets with labels."""
    original, perturbed = record.contexts.original, record.contexts.perturbed
    spelled: Mapping[str, StatementRecord] = {s.id: s for s in (*original.statements, *perturbed.statements)}
    originals: list[Triplets] = []
    lies: list[Triplets] = []
    for conflict in record.conflicts:
        smallest = _smallest(conflict)
        originals.append(_one_or_list([_triplet(spelled[i]) for i in conflict.original]))
        ordered = [i for i in conflict.perturbed if i in smallest] + [i for i in conflict.shared if i in smallest]
        lies.append(_one_or_list([_triplet(spelled[i]) for i in ordered]))
    changed = {i for c in record.conflicts for i in c.original}
    if record.provenance.control:
        told = {s.id for s in original.statements}, {s.id for s in perturbed.statements}
        changed = told[0] - told[1]
        dropped = [_triplet(s) for s in original.statements if s.id in changed]
        came = [_triplet(s) for s in perturbed.statements if s.id not in told[0]]
        return _entry(record, changed, _one_or_list(dropped), _one_or_list(came))
    single = len(record.conflicts) == 1
    return _entry(record, changed, originals[0] if single else originals, lies[0] if single else lies)


def _entry(record: InstanceRecord, changed: set[str], originals: object, lies: object) -> dict[str, object]:
    original, perturbed = record.contexts.original, record.contexts.perturbed
    return {
        "id": record.id,
        "rel_id": _one_or_list([_code(r) for r in record.relations]),
        "subgraph": [_triplet(s) for s in original.statements if s.id not in changed],
        "original_triplet": originals,
        "perturb_triplet": lies,
        "context1": original.text,
        "context2": perturbed.text,
    }


def _smallest(conflict: ConflictRecord) -> frozenset[str]:
    return frozenset(min(conflict.minimal, key=lambda m: (len(m.statements), m.statements)).statements)


@registered("magic", "the layout of the MAGIC dataset, one JSON list for each type", "pairs")
def write(job: Job[InstanceRecord]) -> list[WrittenFile]:
    """Write the folders ``single-hop`` and ``multi-hop`` with a list for each type, and ``no-conflict`` if needed."""
    pairs: dict[str, list[dict[str, object]]] = {str(t): [] for t in (*PAIR_TYPES, CONTROL)}
    for _, _, record in job.lines():
        if record.type in pairs:
            pairs[record.type].append(to_magic(record))
    written = []
    for pair_type in (*PAIR_TYPES, *([CONTROL] if pairs[str(CONTROL)] else [])):
        kind = "multi-hop" if pair_type.multi else "single-hop"
        folder = job.work / ("no-conflict" if pair_type == CONTROL else kind)
        folder.mkdir(exist_ok=True)
        name = f"{pair_type}.json" if pair_type == CONTROL else f"{pair_type}_conflict.json"
        write_text(folder / name, json.dumps(pairs[str(pair_type)], indent=2, ensure_ascii=False) + "\n")
        written.append(WrittenFile(f"{folder.name}/{name}", len(pairs[str(pair_type)])))
    return written
