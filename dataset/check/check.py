"""Proving a dataset again from its files alone.

Nothing of the store or of the packaged ontology is used: axioms come from the dataset's ``ontology.ttl``. For each
instance the content hashes, the structure, the alignment of texts, the consistency of both sides, every minimal
conflict, the grouping, the hops and every step of every proof are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from pathlib import Path

from contragraph.dataset.check.bank import bank_faults
from contragraph.dataset.check.claims import claim_faults, response_faults
from contragraph.dataset.check.faults import (
    Axioms,
    CheckReport,
    Fault,
    background_faults,
    gloss_faults,
    hash_faults,
    text_faults,
    two_labels,
)
from contragraph.dataset.check.sets import set_faults
from contragraph.dataset.files.reading import file_faults, read_manifest
from contragraph.dataset.records.bank import holds_bank, read_bank
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.proven_claims import ProvenItem, holds_claims, read_claims
from contragraph.dataset.records.responses import read_responses
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.dataset.records.sets import holds_sets, read_sets
from contragraph.dataset.types import CONTROL, MAX_DEGREE, MAX_EDGES, MIN_EDGES, PairType, parse_type
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, path_of
from contragraph.graph.model import Conflict, Instance
from contragraph.graph.model.versions import version_id
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.judge import Judgement, Outcome, conflicts, independent, judge


def check(folder: AnyPath, *, progress: Callable[[str, int, int], None] | None = None) -> CheckReport:
    """Check a whole dataset folder.

    Raises:
        InputError: if the folder holds no dataset or a file of it cannot be read.
    """
    folder = path_of(folder)
    report = CheckReport()
    manifest = read_manifest(folder)
    report.faults += [Fault(name, what) for name, what in file_faults(folder, manifest)]
    axioms = Axioms.of(folder)
    settings, counts = manifest.get("settings"), manifest.get("counts")
    told = isinstance(settings, dict) and settings.get("distractors") is not None
    fewest = 1 if told else MIN_EDGES
    planned = sum(counts.values()) if isinstance(counts, dict) else 0
    faults = (
        _bank(folder, axioms, report)
        if holds_bank(folder)
        else _claims(folder, axioms, report)
        if holds_claims(folder)
        else _sets(folder, axioms, report)
        if holds_sets(folder)
        else _pairs(folder, axioms, fewest, report)
    )
    for some in faults:
        report.faults += some
        if progress is not None:
            progress("checked", report.instances, planned)
    if isinstance(counts, dict):
        found = {t: report.types[t] for t in {*counts, *report.types} if report.types[t] or counts.get(t)}
        if found != {t: n for t, n in counts.items() if n}:
            report.faults.append(Fault("manifest.json", f"counts {counts}, but the file holds {dict(report.types)}"))
    return report


def _pairs(folder: Path, axioms: Axioms, fewest: int, report: CheckReport) -> Iterator[list[Fault]]:
    """What is wrong with each pair; the report counts."""
    seen: set[str] = set()
    for line, record in read_instances(folder):
        found = _counted(record.id, "instance", seen, report, len(record.conflicts), record.type)
        seen.add(record.id)
        if record.provenance.control and record.provenance.control.of not in seen:
            found.append(Fault(f"instance {record.id}", "is a control of a pair that does not stand before it"))
        yield found + [Fault(f"instance {record.id}", what) for what in instance_faults(line, record, axioms, fewest)]


def _sets(folder: Path, axioms: Axioms, report: CheckReport) -> Iterator[list[Fault]]:
    """What is wrong with each set; the report counts."""
    seen: set[str] = set()
    report.of = "sets"
    for line, record in read_sets(folder):
        found = _counted(record.id, "set", seen, report, len(record.conflicts), record.type)
        seen.add(record.id)
        yield found + [Fault(f"set {record.id}", what) for what in set_faults(line, record, axioms)]


def _claims(folder: Path, axioms: Axioms, report: CheckReport) -> Iterator[list[Fault]]:
    """What is wrong with each claim and its documents, then with the answers; the report counts claims."""
    items: dict[str, ProvenItem] = {}
    report.of = "claims"
    for line, item in read_claims(folder):
        found = _counted(item.id, "claim", items, report, item.conflict, item.type)
        items[item.id] = item
        yield found + [Fault(f"claim {item.id}", what) for what in claim_faults(line, item, axioms)]
    for line, response in read_responses(folder):
        found_faults = response_faults(line, response, items.get(response.item))
        yield [Fault(f"response {response.id}", what) for what in found_faults]


def _bank(folder: Path, axioms: Axioms, report: CheckReport) -> Iterator[list[Fault]]:
    """What is wrong with each fact of a bank; the report counts facts, and claims that contradict them."""
    seen: set[str] = set()
    report.of = "facts"
    for line, fact in read_bank(folder):
        refuted = sum(bool(claim.conflicts) for claim in fact.claims)
        found = _counted(fact.id, "fact", seen, report, refuted, "facts")
        seen.add(fact.id)
        yield found + [Fault(f"fact {fact.id}", what) for what in bank_faults(line, fact, axioms)]


def _counted(name: str, one: str, seen: Container[str], report: CheckReport, conflicts: int, type_: str) -> list[Fault]:
    """Count a line; whether it was there before."""
    report.instances += 1
    report.conflicts += conflicts
    report.types[type_] += 1
    return [Fault(f"{one} {name}", "is there twice")] if name in seen else []


def instance_faults(line: str, record: InstanceRecord, axioms: Axioms, fewest: int = MIN_EDGES) -> Iterator[str]:
    """Everything that is wrong with one instance; ``fewest`` statements is what its original side must have."""
    if not (yield from hash_faults(line, "instance", record.id)):
        return
    instance = to_instance(record)
    try:
        pair_type = parse_type(record.type)
    except InputError as error:
        yield str(error)
        return
    yield from _identity_faults(record, instance)
    for side in instance.sides:
        where = f"the {side.name} text", f"the {side.name} side"
        yield from text_faults(side.text, side.statements, dict(instance.labels), *where)
    yield from _shape_faults(instance, fewest)
    yield from _source_faults(instance)
    stated = {s.id for side in instance.sides for s in side.statements}
    yield from background_faults(record.background, stated, axioms)
    yield from gloss_faults(instance.glosses, instance.known, instance.conflicts, dict(instance.labels))
    if set(record.domains) != {axioms.ontology.domains.get(r) for r in record.relations}:
        yield "its domains are not those of its relations"
    yield from _proof_faults(instance, pair_type, axioms)


def _identity_faults(record: InstanceRecord, instance: Instance) -> Iterator[str]:
    for name, context in (("original", record.contexts.original), ("perturbed", record.contexts.perturbed)):
        side = instance.original if name == "original" else instance.perturbed
        for spelled, statement in zip(context.statements, side.statements, strict=True):
            if spelled.id != statement.id:
                yield f"statement {spelled.id} of the {name} side does not give its id"
        if context.version != version_id(instance, side.name):
            yield f"the {name} side does not give its version id"
    for conflict, spelled_out in zip(record.conflicts, instance.conflicts, strict=True):
        if conflict.id not in (spelled_out.id, spelled_out.sets_id):
            yield f"conflict {conflict.id} does not give its id"
    contexts = record.contexts
    if two_labels((*contexts.original.statements, *contexts.perturbed.statements, *record.background)):
        yield "an entity or relation has two labels"


def _shape_faults(instance: Instance, fewest: int) -> Iterator[str]:
    """The caps of the paper, and the seeds."""
    original = instance.original.statements
    if not fewest <= len(original) <= MAX_EDGES:
        yield f"the original side has {len(original)} statements, not {fewest} to {MAX_EDGES}"
    degree = Counter(e for s in original for e in s.entities)
    for entity, count in degree.items():
        if count > MAX_DEGREE:
            yield f"{entity} has {count} statements on the original side, more than {MAX_DEGREE}"
    seeds = set(instance.seed_statements)
    relations = {s.id: s.relation for s in original}
    if {relations.get(s) for s in seeds} != set(instance.relations):
        yield "its relations are not those of its seed statements"
    for conflict in instance.conflicts:
        if len(seeds & set(conflict.original)) != 1:
            yield f"conflict {conflict.id} does not have exactly one seed statement among its originals"


def _source_faults(instance: Instance) -> Iterator[str]:
    """Whether each conflict has a lie, and each lie a conflict: all else is true."""
    if instance.original.made:
        yield "the original side has made-up statements"
    clashing = {i for c in instance.conflicts for i in c.perturbed}
    for lie in sorted(instance.perturbed.made - clashing) if instance.type != str(CONTROL) else ():
        yield f"{lie} is made up but in no conflict"
    for conflict in instance.conflicts:
        if instance.perturbed.made.isdisjoint(conflict.perturbed):
            yield f"conflict {conflict.id} has no made-up statement"


def _proof_faults(instance: Instance, pair_type: PairType, axioms: Axioms) -> Iterator[str]:
    original, perturbed = (side.statements for side in instance.sides)
    judgement = judge(original, perturbed, axioms.rules, background=instance.background)
    if pair_type == CONTROL:
        if judgement.outcome is not Outcome.CONSISTENT:
            yield f"it is called {CONTROL}, but the prover says: {judgement.outcome.value}"
        if instance.conflicts:
            yield f"it is called {CONTROL}, but declares conflicts"
        if instance.control is None:
            yield f"it is called {CONTROL}, but does not say of which pair"
        return
    if judgement.outcome is not Outcome.PROVEN:
        yield f"the prover says: {judgement.outcome.value}"
        return
    if not pair_type.admits(judgement.hops):
        yield f"it is called {pair_type}, but its conflicts have {_listed(judgement.hops)} hops"
    if not independent(judgement):
        yield "its conflicts depend on each other"
    yield from _conflict_faults(instance, judgement, axioms)


def _listed(hops: tuple[int, ...]) -> str:
    return ", ".join(map(str, hops))


def _conflict_faults(instance: Instance, judgement: Judgement, axioms: Axioms) -> Iterator[str]:
    """Whether the declared conflicts are those that the prover finds, and every proof holds step by step."""
    statements = {s.id: s for side in instance.sides for s in side.statements}
    found = {c.sets_id: c for c in conflicts(judgement, axioms.rules, axioms.strict_rules)}
    # By what the minimal sets give: an id that was only written down proves nothing.
    declared = {c.sets_id: c for c in instance.conflicts}
    if len(declared) < len(instance.conflicts):
        yield "a conflict is declared twice"
    for missing in sorted(found.keys() - declared.keys()):
        yield f"conflict {found[missing].id} is there but not declared"
    for sets_id, conflict in declared.items():
        conflict_id, proven = conflict.id, found.get(sets_id)
        if proven is None:
            yield f"conflict {conflict_id} is declared but cannot be proven"
            continue
        yield from _differences(conflict, proven)
        for minimal in conflict.minimal:
            members = [statements[i] for i in minimal.statements if i in statements]
            wrong = verify(minimal, members, axioms.rules, background=instance.background)
            if wrong:
                yield f"a proof of conflict {conflict_id} does not hold: {wrong}"


def _differences(declared: Conflict, proven: Conflict) -> Iterator[str]:
    for name in ("hops", "strength", "original", "perturbed", "shared"):
        want, have = getattr(proven, name), getattr(declared, name)
        if (sorted(want) if isinstance(want, tuple) else want) != (sorted(have) if isinstance(have, tuple) else have):
            yield f"conflict {declared.id} declares {name} {have}, but the prover finds {want}"
