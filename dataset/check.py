"""Proving a dataset again from its files alone.

Nothing of the store or of the packaged ontology is used: axioms come from the dataset's ``ontology.ttl``. For each
instance the content hashes, the structure, the alignment of texts, the consistency of both sides, every minimal
conflict, the grouping, the hops and every step of every proof are checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contragraph.dataset.codec import InstanceRecord, line_hash, to_instance
from contragraph.dataset.folder import ONTOLOGY
from contragraph.dataset.glosses import disputed, words_of
from contragraph.dataset.naming import plain_name, stem_of
from contragraph.dataset.reader import file_faults, read_instances, read_manifest, regular
from contragraph.dataset.types import CONTROL, MAX_DEGREE, MAX_EDGES, MIN_EDGES, PairType, parse_type
from contragraph.graph.errors import InputError
from contragraph.graph.model import Conflict, Instance, Side, Statement
from contragraph.graph.versions import version_id
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.background import class_relations, no_background
from contragraph.reasoning.certificate import verify
from contragraph.reasoning.judge import Judgement, Outcome, conflicts, independent, judge
from contragraph.reasoning.rules import RuleSet, rules_of

MAX_WORDS = 60
"""Words in a sentence, at most."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where."""

    where: str
    what: str


@dataclass
class CheckReport:
    """The outcome of a check."""

    instances: int = 0
    conflicts: int = 0
    types: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(frozen=True)
class _Axioms:
    ontology: Ontology
    rules: RuleSet
    strict_rules: RuleSet
    of_class: frozenset[str]
    """Relations that may be background."""


def check(folder: Path, *, progress: Callable[[str, int, int], None] | None = None) -> CheckReport:
    """Check a whole dataset folder.

    Raises:
        InputError: if the folder holds no dataset or a file of it cannot be read.
    """
    report = CheckReport()
    manifest = read_manifest(folder)
    report.faults += [Fault(name, what) for name, what in file_faults(folder, manifest)]
    ontology = read_ontology(regular(folder / ONTOLOGY))
    rules = rules_of(ontology)
    axioms = _Axioms(ontology, rules, rules.strict(), class_relations(ontology))
    settings, counts = manifest.get("settings"), manifest.get("counts")
    told = isinstance(settings, dict) and settings.get("distractors") is not None
    fewest = 1 if told else MIN_EDGES
    planned = sum(counts.values()) if isinstance(counts, dict) else 0
    seen: set[str] = set()
    for line, record in read_instances(folder):
        report.instances += 1
        report.conflicts += len(record.conflicts)
        report.types[record.type] += 1
        where = f"instance {record.id}"
        if record.id in seen:
            report.faults.append(Fault(where, "is there twice"))
        seen.add(record.id)
        if record.provenance.control and record.provenance.control.of not in seen:
            report.faults.append(Fault(where, "is a control of a pair that does not stand before it"))
        report.faults += [Fault(where, what) for what in instance_faults(line, record, axioms, fewest)]
        if progress is not None:
            progress("checked", report.instances, planned)
    if isinstance(counts, dict):
        found = {t: report.types[t] for t in {*counts, *report.types} if report.types[t] or counts.get(t)}
        if found != {t: n for t, n in counts.items() if n}:
            report.faults.append(Fault("manifest.json", f"counts {counts}, but the file holds {dict(report.types)}"))
    return report


def instance_faults(line: str, record: InstanceRecord, axioms: _Axioms, fewest: int = MIN_EDGES) -> Iterator[str]:
    """Everything that is wrong with one instance; ``fewest`` statements is what its original side must have."""
    try:
        if line_hash(line) != record.id:
            yield "its content does not give its id: the line was changed"
    except ValueError as error:
        yield str(error)
        return
    instance = to_instance(record)
    try:
        pair_type = parse_type(record.type)
    except InputError as error:
        yield str(error)
        return
    yield from _identity_faults(record, instance)
    for side in instance.sides:
        yield from _side_faults(side, dict(instance.labels))
    yield from _shape_faults(instance, fewest)
    yield from _source_faults(instance)
    yield from _background_faults(record, instance, axioms)
    yield from _gloss_faults(instance)
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
    for spelled, statement in zip(record.background, instance.background, strict=True):
        if spelled.id != statement.id:
            yield f"statement {spelled.id} of the background does not give its id"
    contexts = record.contexts
    labels = {
        (node.id, node.label)
        for s in (*contexts.original.statements, *contexts.perturbed.statements, *record.background)
        for node in (s.subject, s.relation, s.object)
        if hasattr(node, "id")
    }
    if len(labels) != len({name for name, _ in labels}):
        yield "an entity or relation has two labels"


def _side_faults(side: Side, labels: Mapping[str, str]) -> Iterator[str]:
    """Whether the sentences cover the text and state every statement, once, where its names stand."""
    text, where = side.text, f"the {side.name} text"
    known = {s.id: s for s in side.statements}
    if len(known) != len(side.statements):
        yield f"the {side.name} side has a statement twice"
    stated = Counter(i for s in text.sentences for i in s.statements)
    for missing in known.keys() - stated.keys():
        yield f"{where} does not state {missing}"
    for unknown in stated.keys() - known.keys():
        yield f"{where} states {unknown}, which is not in the version"
    for repeated in (i for i, count in stated.items() if count > 1):
        yield f"{where} states {repeated} more than once"
    position = 0
    for sentence in text.sentences:
        body = text.body[sentence.start : sentence.end]
        if sentence.start < position or text.body[position : sentence.start].strip() or not body.strip():
            yield f"a sentence of {where} at {sentence.start} overlaps another, leaves a gap or is empty"
        if sentence.end > len(text.body):
            yield f"a sentence of {where} at {sentence.start} ends after the text"
        if len(body.split()) > MAX_WORDS:
            yield f"a sentence of {where} at {sentence.start} has more than {MAX_WORDS} words"
        position = sentence.end
        for statement in filter(None, map(known.get, sentence.statements)):
            if not _named(statement, body, text.body[: sentence.end], labels):
                yield f"{where} states {statement.id} in a sentence that does not name it"
    if text.body[position:].strip():
        yield f"{where} ends with words that are in no sentence"


def _named(statement: Statement, sentence: str, until: str, labels: Mapping[str, str]) -> bool:
    """Whether one end is named in the sentence and the other there or earlier."""
    thing = statement.object
    ends = [labels.get(statement.subject, ""), labels.get(thing, "") if isinstance(thing, str) else thing.label]
    here = [_mentions(sentence, end) for end in ends]
    before = [_mentions(until, end) for end in ends]
    return any(here) and all(before)


def _mentions(text: str, label: str) -> bool:
    folded = text.casefold()
    short = re.sub(r"\s*\([^)]*\)$", "", label)
    return any(form and form.casefold() in folded for form in (label, short, plain_name(label), stem_of(label)))


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


def _background_faults(record: InstanceRecord, instance: Instance, axioms: _Axioms) -> Iterator[str]:
    """Whether the background is true, of class and subclass alone, and stated by no text."""
    stated = {s.id for side in instance.sides for s in side.statements}
    if len({*instance.background}) != len(instance.background):
        yield "the background has a statement twice"
    for spelled, statement in zip(record.background, instance.background, strict=True):
        reason = no_background(statement, axioms.of_class)
        if reason:
            yield f"{statement.id} can be no background: {reason}"
        if spelled.source != "kg":
            yield f"{statement.id} is background, but made up"
        if statement.id in stated:
            yield f"{statement.id} is background, but a text states it"


def _gloss_faults(instance: Instance) -> Iterator[str]:
    """Whether what things are said to be holds nothing that a conflict is about."""
    labels = dict(instance.labels)
    told = {e for side in instance.sides for s in side.statements for e in s.entities}
    for entity, gloss in instance.glosses:
        if entity not in told:
            yield f"it says what {entity} is, which no statement is about"
        if words_of(gloss) & disputed(instance.conflicts, instance.known, entity, labels):
            yield f"{entity} is said to be “{gloss}”, which holds words of what a conflict is about"
        if any(c.isdigit() for c in gloss):
            yield f"{entity} is said to be “{gloss}”, which holds a number"


def _proof_faults(instance: Instance, pair_type: PairType, axioms: _Axioms) -> Iterator[str]:
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


def _conflict_faults(instance: Instance, judgement: Judgement, axioms: _Axioms) -> Iterator[str]:
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
