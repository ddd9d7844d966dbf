"""Instances as rows of nodes and relationships, the same for every engine.

All ids are content hashes, so an instance always gives the same rows, and writing them again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.graph.model import (
    Conflict,
    Instance,
    Literal,
    MinimalSet,
    Run,
    Side,
    Statement,
    Text,
    content_hash,
    unique,
)
from contragraph.graph.store import Row
from contragraph.graph.tables import MADE, Kind
from contragraph.graph.versions import version_id

_KINDS = {(k.type, k.source, k.target): k for k in MADE}


@dataclass
class Rows:
    """Rows of a batch: nodes by label and id, relationships by kind and ends, each only once."""

    nodes: dict[str, dict[str, Row]] = field(default_factory=dict)
    joins: dict[Kind, dict[tuple[str, str], Row]] = field(default_factory=dict)

    def node(self, kind: str, key: str, /, **values: object) -> None:
        """Note a node; the first note of an id stands."""
        self.nodes.setdefault(kind, {}).setdefault(key, {"id": key, **values})  # type: ignore[dict-item]

    def join(self, type_: str, source: str, target: str, a: str, b: str, /, **values: int) -> None:
        """Note a relationship; the first note of its ends stands."""
        self.joins.setdefault(_KINDS[type_, source, target], {}).setdefault((a, b), dict(values))


def run_row(run: Run) -> Row:
    """A run as a row."""
    return {
        "id": run.id,
        "seed": run.seed,
        "settings": run.settings,
        "kg": run.kg,
        "kg_snapshot": run.kg_snapshot,
    }


def batch_rows(run: Run, batch: Sequence[tuple[str, Instance]], axioms: Mapping[str, tuple[str, str]]) -> Rows:
    """The rows of (instance id, instance) pairs.

    :raises KeyError: if a proof names an axiom that is not among ``axioms``.
    """
    rows = Rows()
    for _, instance in batch:
        for side in instance.sides:
            for statement in side.statements:
                _statement(rows, statement, side.source(statement))
    for instance_id, instance in batch:
        rows.node(
            "Instance",
            instance_id,
            type=instance.type,
            kg=instance.kg,
            relations=list(instance.relations),
            domains=list(instance.domains),
            seed_statements=list(instance.seed_statements),
            generator=instance.generator,
            verbaliser=instance.verbaliser,
        )
        rows.join("MADE_BY", "Instance", "Run", instance_id, run.id)
        _versions(rows, instance_id, instance)
        for conflict in instance.conflicts:
            rows.join("HAS", "Instance", "Conflict", instance_id, conflict.id)
            _conflict(rows, conflict, axioms)
    return rows


def _statement(rows: Rows, statement: Statement, source: str) -> None:
    key = statement.id
    if key in rows.nodes.get("Statement", ()):
        return
    rows.node(
        "Statement",
        key,
        subject=statement.subject,
        relation=statement.relation,
        object=statement.object_id,
        negated=statement.negated,
        source=source,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
    )
    rows.join("SUBJECT", "Statement", "Entity", key, statement.subject)
    if isinstance(statement.object, Literal):
        literal = statement.object
        rows.node("Literal", literal.id, value=literal.value, datatype=literal.datatype, label=literal.label)
        rows.join("OBJECT", "Statement", "Literal", key, literal.id)
    else:
        rows.join("OBJECT", "Statement", "Entity", key, statement.object)


def _versions(rows: Rows, instance_id: str, instance: Instance) -> None:
    before: set[str] = set()
    original = version_id(instance, "original")
    for number, side in enumerate(instance.sides, start=1):
        version = original if side.name == "original" else version_id(instance, side.name)
        ids = [s.id for s in side.statements]
        rows.node("Version", version, number=number, kind=side.name, content_hash=content_hash("content", sorted(ids)))
        rows.join(side.name.upper(), "Instance", "Version", instance_id, version)
        for position, statement in enumerate(ids):
            if statement not in before:
                rows.join("ADDS", "Version", "Statement", version, statement, position=position)
        for statement in sorted(before.difference(ids)):
            rows.join("REMOVES", "Version", "Statement", version, statement)
        if side.name == "perturbed":
            rows.join("PARENT", "Version", "Version", version, original)
        before = set(ids)
        _text(rows, side, version)


def _text(rows: Rows, side: Side, version: str) -> None:
    text: Text = side.text
    key = text.id
    rows.node("Text", key, body=text.body, verbaliser=text.verbaliser, style=text.style)
    rows.join("RENDERS", "Text", "Version", key, version)
    for position, sentence in enumerate(text.sentences):
        sentence_id = content_hash("sentence", key, position)
        body = text.body[sentence.start : sentence.end].strip()
        rows.node(
            "Sentence", sentence_id, position=position, start_char=sentence.start, end_char=sentence.end, body=body
        )
        rows.join("HAS", "Text", "Sentence", key, sentence_id)
        for statement in sentence.statements:
            rows.join("STATES", "Sentence", "Statement", sentence_id, statement)


def _conflict(rows: Rows, conflict: Conflict, axioms: Mapping[str, tuple[str, str]]) -> None:
    key = conflict.id
    rows.node("Conflict", key, hops=conflict.hops, strength=conflict.strength)
    for role in ("original", "perturbed", "shared"):
        for statement in getattr(conflict, role):
            rows.join(role.upper(), "Conflict", "Statement", key, statement)
    for number, minimal in enumerate(conflict.minimal):
        used = (step.axiom for step in minimal.proof if step.axiom is not None)
        for axiom in unique([*minimal.axioms, *used]):
            text, strength = axioms[axiom]
            rows.node("Axiom", axiom, text=text, strength=strength)
            rows.join("USES", "Conflict", "Axiom", key, axiom)
        _proof(rows, key, number, minimal)


def _proof(rows: Rows, conflict: str, number: int, minimal: MinimalSet) -> None:
    for position, step in enumerate(minimal.proof):
        derivation = content_hash("derivation", conflict, sorted(minimal.statements), position)
        rows.node("Derivation", derivation, minimal=number, position=position, rule=step.rule)
        rows.join("PROVED_BY", "Conflict", "Derivation", conflict, derivation)
        if step.axiom is not None:
            rows.join("USES", "Derivation", "Axiom", derivation, step.axiom)
        for premise in step.premises:
            if isinstance(premise, int):
                concluded = minimal.proof[premise].conclusion
                assert concluded is not None  # only the last step concludes nothing
                rows.join("PREMISE", "Derivation", "Statement", derivation, concluded.id)
            else:
                rows.join("PREMISE", "Derivation", "Statement", derivation, premise)
        if step.conclusion is not None:
            _statement(rows, step.conclusion, "derived")
            rows.join("CONCLUDES", "Derivation", "Statement", derivation, step.conclusion.id)
