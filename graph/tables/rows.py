"""Instances as rows of nodes and relationships, the same for every engine.

All ids are content hashes, so an instance always gives the same rows, and writing them again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.cypher import Row
from contragraph.graph.model import (
    Bound,
    Conflict,
    Instance,
    Literal,
    MinimalSet,
    Side,
    Statement,
    Text,
    content_hash,
    unique,
)
from contragraph.graph.model.origin import Run
from contragraph.graph.model.sets import Document
from contragraph.graph.model.versions import (
    Content,
    VersionKind,
    base_id,
    change,
    content_of,
    statements_hash,
    version_id,
)
from contragraph.graph.tables.schema import MADE, NODES, RelationshipKind

_KINDS = {(k.type, k.source, k.target): k for k in MADE}


@dataclass
class Rows:
    """Rows of a batch: nodes by label and id, relationships by kind and ends, each only once."""

    nodes: dict[str, dict[str, Row]] = field(default_factory=dict)
    joins: dict[RelationshipKind, dict[tuple[str, str], Row]] = field(default_factory=dict)

    def node(self, kind: str, key: str, /, **values: object) -> None:
        """Note a node; the first note of an id stands."""
        self.nodes.setdefault(kind, {}).setdefault(key, {"id": key, **values})  # type: ignore[dict-item]

    def node_of(self, kind: str, key: str, thing: object) -> None:
        """Note a node for a thing, whose attributes have the names of the columns."""
        values = {name: getattr(thing, name) for name in NODES[kind] if name != "id"}
        self.node(kind, key, **{n: list(v) if isinstance(v, tuple) else v for n, v in values.items()})

    def join(self, type_: str, source: str, target: str, a: str, b: str, /, **values: int | str) -> None:
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
        "pairs": None,
    }


def batch_rows(run: Run, batch: Sequence[tuple[str, Instance]], axioms: Mapping[str, tuple[str, str]]) -> Rows:
    """The rows of (instance id, instance) pairs.

    :raises KeyError: if a proof names an axiom that is not among ``axioms``.
    """
    rows = Rows()
    for _, instance in batch:
        told_rows(rows, instance.sides, instance.background)
    for instance_id, instance in batch:
        rows.node_of("Instance", instance_id, instance)
        rows.join("MADE_BY", "Instance", "Run", instance_id, run.id)
        _versions(rows, instance_id, instance)
        for statement in instance.background:
            rows.join("BACKGROUND", "Instance", "Statement", instance_id, statement.id)
        for conflict in instance.conflicts:
            rows.join("HAS", "Instance", "Conflict", instance_id, conflict.id)
            conflict_rows(rows, conflict, axioms)
    return rows


def told_rows(rows: Rows, told: Iterable[Side | Document], background: Iterable[Statement]) -> None:
    """Note what is told, before all that speaks of it, and the background."""
    for one in told:
        for statement in one.statements:
            statement_rows(rows, statement, one.source(statement))
    for statement in background:
        statement_rows(rows, statement, "kg")


def statement_rows(rows: Rows, statement: Statement, source: str) -> None:
    """Note a statement with its ends."""
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
        rows.node_of("Literal", literal.id, literal)
        rows.join("OBJECT", "Statement", "Literal", key, literal.id)
    else:
        rows.join("OBJECT", "Statement", "Entity", key, statement.object)


def _versions(rows: Rows, instance_id: str, instance: Instance) -> None:
    content = content_of(instance.original)
    base, original = base_id(content), version_id(instance, "original")
    version_rows(rows, base, 0, "base", None, (), content)
    rows.join("BASE", "Instance", "Version", instance_id, base)
    # The original states all of the base again, so that it can be read without walking to its parent.
    version_rows(rows, original, 1, "original", base, (), content)
    rows.join("ORIGINAL", "Instance", "Version", instance_id, original)
    text_rows(rows, instance.original.text, original)
    perturbed = version_id(instance, "perturbed")
    version_rows(rows, perturbed, 2, "perturbed", original, content, content_of(instance.perturbed))
    rows.join("PERTURBED", "Instance", "Version", instance_id, perturbed)
    text_rows(rows, instance.perturbed.text, perturbed)


def version_rows(
    rows: Rows, version: str, number: int, kind: VersionKind, parent: str | None, before: Content, content: Content
) -> None:
    """Note a version with what it changes in the content ``before``."""
    rows.node("Version", version, number=number, kind=kind, content_hash=statements_hash(content))
    if parent is not None:
        rows.join("PARENT", "Version", "Version", version, parent)
    its = change(before, content)
    for statement, (position, source) in its.adds.items():
        rows.join("ADDS", "Version", "Statement", version, statement, position=position, source=source)
    for statement in sorted(its.removes):
        rows.join("REMOVES", "Version", "Statement", version, statement)


def sentence_id(text: str, position: int) -> str:
    """The id of a text's sentence."""
    return content_hash("sentence", text, position)


def text_rows(rows: Rows, text: Text, version: str) -> None:
    """Note a text with its alignment, as what renders a version."""
    key = text.id
    rows.node_of("Text", key, text)
    rows.join("RENDERS", "Text", "Version", key, version)
    for number, sentence in enumerate(text.sentences):
        its = sentence_id(key, number)
        body = text.body[sentence.start : sentence.end].strip()
        rows.node("Sentence", its, position=number, start_char=sentence.start, end_char=sentence.end, body=body)
        rows.join("HAS", "Text", "Sentence", key, its)
        for position, statement in enumerate(sentence.statements):
            rows.join("STATES", "Sentence", "Statement", its, statement, position=position)


def conflict_rows(rows: Rows, conflict: Conflict, axioms: Mapping[str, tuple[str, str]]) -> None:
    """Note a conflict with its statements, axioms and proofs."""
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
    ids = [content_hash("derivation", conflict, sorted(minimal.statements), at) for at in range(len(minimal.proof))]
    for position, (derivation, step) in enumerate(zip(ids, minimal.proof, strict=True)):
        bound = step.conclusion if isinstance(step.conclusion, Bound) else None
        rows.node(
            "Derivation",
            derivation,
            minimal=number,
            position=position,
            rule=step.rule,
            earlier=bound and bound.earlier,
            later=bound and bound.later,
            days=bound and bound.days,
        )
        rows.join("PROVED_BY", "Conflict", "Derivation", conflict, derivation)
        if step.axiom is not None:
            rows.join("USES", "Derivation", "Axiom", derivation, step.axiom)
        for premise in step.premises:
            if isinstance(premise, int):
                concluded = minimal.proof[premise].conclusion
                if isinstance(concluded, Statement):
                    rows.join("PREMISE", "Derivation", "Statement", derivation, concluded.id)
                else:  # a bound is a node of its own no more than a number is: the step that concludes it stands for it
                    rows.join("PREMISE", "Derivation", "Derivation", derivation, ids[premise])
            else:
                rows.join("PREMISE", "Derivation", "Statement", derivation, premise)
        if isinstance(step.conclusion, Statement):
            statement_rows(rows, step.conclusion, "derived")
            rows.join("CONCLUDES", "Derivation", "Statement", derivation, step.conclusion.id)


def option_rows(rows: Rows, question: str, options: Sequence[str], roles: Sequence[str]) -> None:
    """Note which things a question offers, each at its place and in its role; *uncertain*, which is no thing, not."""
    for place, (thing, role) in enumerate(zip(options, roles, strict=True)):
        if thing:
            label = "Literal" if thing.startswith("lit:") else "Entity"
            rows.join("OPTION", "Question", label, question, thing, position=place, role=role)
