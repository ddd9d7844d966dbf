"""An instance as a line of ``instances.jsonl``, and back (the dataset contract).

Reading is strict: a key that is missing, of the wrong type, or at odds with a content hash is an error that names
the instance and the key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from contragraph.dataset.files.reading import loads_once
from contragraph.dataset.records.schema import (
    AgainstRecord,
    BoundRecord,
    ContextRecord,
    InstanceRecord,
    LiteralRecord,
    MinimalRecord,
    NodeRecord,
    ProvenanceRecord,
    SentenceRecord,
    StatementRecord,
    StepRecord,
)
from contragraph.graph.errors import InputError
from contragraph.graph.model import (
    Bound,
    Conclusion,
    Conflict,
    Instance,
    MinimalSet,
    Sentence,
    Side,
    SideName,
    Source,
    Statement,
    Step,
    Text,
    content_hash,
)
from contragraph.graph.model import Literal as LiteralObject
from contragraph.graph.model.origin import Against, Control, MadeBy
from contragraph.graph.model.versions import version_id

_R = TypeVar("_R", bound=BaseModel)

# -- writing ---------------------------------------------------------------------------------------------


def _object(thing: str | LiteralObject, labels: Mapping[str, str]) -> dict[str, str]:
    if isinstance(thing, LiteralObject):
        return {"value": thing.value, "datatype": thing.datatype, "label": thing.label}
    return {"id": thing, "label": labels[thing]}


def _conclusion(statement: Conclusion | None) -> dict[str, object] | None:
    if statement is None:
        return None
    if isinstance(statement, Bound):
        return {"from": statement.earlier, "to": statement.later, "days": statement.days}
    thing = statement.object
    return {
        "subject": statement.subject,
        "relation": statement.relation,
        "object": _object(thing, {}) if isinstance(thing, LiteralObject) else thing,
        "negated": statement.negated,
    }


def _valid(statement: Statement) -> dict[str, object]:
    valid = {"from": statement.valid_from, "to": statement.valid_to}
    return {"valid": valid} if statement.valid_from or statement.valid_to else {}


def statement_json(statement: Statement, source: Source, labels: Mapping[str, str]) -> dict[str, object]:
    """A statement as a context has it."""
    return {
        "id": statement.id,
        "subject": {"id": statement.subject, "label": labels[statement.subject]},
        "relation": {"id": statement.relation, "label": labels[statement.relation]},
        "object": _object(statement.object, labels),
        "negated": statement.negated,
        "source": source,
        **_valid(statement),
    }


def _context(instance: Instance, side: Side, labels: Mapping[str, str]) -> dict[str, object]:
    return {
        "version": version_id(instance, side.name),
        "statements": [statement_json(s, side.source(s), labels) for s in side.statements],
        **text_json(side.text),
    }


def _conflict(conflict: Conflict) -> dict[str, object]:
    return {
        "id": conflict.id,
        "hops": conflict.hops,
        "strength": conflict.strength,
        "original": list(conflict.original),
        "perturbed": list(conflict.perturbed),
        "shared": list(conflict.shared),
        "minimal": [minimal_json(m) for m in conflict.minimal],
    }


def minimal_json(minimal: MinimalSet) -> dict[str, object]:
    """A minimal conflict with its proof."""
    steps = [
        {"rule": s.rule, "axiom": s.axiom, "premises": list(s.premises), "conclusion": _conclusion(s.conclusion)}
        for s in minimal.proof
    ]
    return {"statements": list(minimal.statements), "axioms": list(minimal.axioms), "proof": steps}


def text_json(text: Text) -> dict[str, object]:
    """A text with what each of its sentences states."""
    sentences = [{"start": s.start, "end": s.end, "statements": list(s.statements)} for s in text.sentences]
    return {"text": text.body, "sentences": sentences}


def _against(instance: Instance) -> dict[str, object]:
    against = instance.against
    if against is None:
        return {}
    told = [
        {"id": i, "subject": s.subject, "relation": s.relation, "object": _told(s.object), **_valid(s)}
        for i, s in against.statements
    ]
    return {"against": {"kg": against.kg, "kg_snapshot": against.snapshot, "statements": told}}


def _told(thing: str | LiteralObject) -> object:
    return asdict(thing) if isinstance(thing, LiteralObject) else thing


def _body(instance: Instance) -> dict[str, object]:
    labels = dict(instance.labels)
    return {
        "type": instance.type,
        "kg": instance.kg,
        "relations": list(instance.relations),
        "domains": list(instance.domains),
        "contexts": {side.name: _context(instance, side, labels) for side in instance.sides},
        "conflicts": [_conflict(c) for c in instance.conflicts],
        **(
            {"background": [statement_json(s, "kg", labels) for s in instance.background]}
            if instance.background
            else {}
        ),
        **({"glosses": [{"id": i, "text": text} for i, text in instance.glosses]} if instance.glosses else {}),
        "provenance": {
            "seed_statements": list(instance.seed_statements),
            "generator": instance.generator,
            "verbaliser": instance.verbaliser,
            "run": instance.run,
            **_against(instance),
            **({"models": [asdict(m) for m in instance.models]} if instance.models else {}),
            **({"fallback": list(instance.fallback)} if instance.fallback else {}),
            **({"control": asdict(instance.control)} if instance.control else {}),
        },
    }


def to_line(instance: Instance) -> tuple[str, str]:
    """The instance's id and its line of JSON (sorted keys, no line break). The id hashes the line without the id."""
    return with_id("instance", _body(instance))


def with_id(of: str, body: Mapping[str, object]) -> tuple[str, str]:
    """The id of a body, which hashes it, and its line with the id."""
    name = content_hash(of, body)
    return name, dump({"id": name, **body})


def dump(value: object) -> str:
    """Canonical JSON on one line: sorted keys, Unicode as it is."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(", ", ": "))


# -- reading ---------------------------------------------------------------------------------------------


def parser(kind: type[_R], fault: str) -> Callable[[str, str], _R]:
    """What reads a line as a record of a kind, given the line and the name of its file with its number.

    It raises an InputError for a line that is none; ``fault`` is what that sentence says of the line.
    """

    def parse(line: str, where: str) -> _R:
        try:
            return kind.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"]) or "the line"
            raise InputError(f"{where} {fault}: {key}: {first['msg']}.") from None

    return parse


parse_line = parser(InstanceRecord, "is not an instance")
"""Reads a line of ``instances.jsonl``."""


def line_hash(line: str, of: str = "instance") -> str:
    """The id that the content of a line gives, an instance or a set.

    :raises ValueError: if a key is there twice
    """
    body = loads_once(line)
    body.pop("id", None)
    return content_hash(of, body)


def _thing(record: NodeRecord | LiteralRecord | str) -> str | LiteralObject:
    if isinstance(record, LiteralRecord):
        return LiteralObject(record.value, record.datatype, record.label)
    return record if isinstance(record, str) else record.id


def statement_of(record: StatementRecord) -> Statement:
    """The statement that a record spells."""
    times = (record.valid.begin, record.valid.to) if record.valid else (None, None)
    return Statement(record.subject.id, record.relation.id, _thing(record.object), record.negated, *times)


def _step(record: StepRecord) -> Step:
    c = record.conclusion
    conclusion: Conclusion | None = None
    if isinstance(c, BoundRecord):
        conclusion = Bound(c.earlier, c.later, c.days)
    elif c is not None:
        conclusion = Statement(c.subject, c.relation, _thing(c.object), c.negated)
    return Step(record.rule, record.axiom, record.premises, conclusion)


def minimal_of(record: MinimalRecord) -> MinimalSet:
    """The minimal set that a record spells."""
    return MinimalSet(record.statements, record.axioms, tuple(_step(s) for s in record.proof))


class _Worded(Protocol):
    """A record of a text with what each of its sentences states."""

    @property
    def text(self) -> str: ...

    @property
    def sentences(self) -> tuple[SentenceRecord, ...]: ...


def text_of(record: _Worded, verbaliser: str, style: str) -> Text:
    """The text that a record spells."""
    return Text(record.text, tuple(Sentence(s.start, s.end, s.statements) for s in record.sentences), verbaliser, style)


def _side(name: SideName, record: ContextRecord, provenance: ProvenanceRecord, style: str) -> Side:
    verbaliser = "template" if name in provenance.fallback else provenance.verbaliser
    return Side(
        name=name,
        statements=tuple(statement_of(s) for s in record.statements),
        made=frozenset(s.id for s in record.statements if s.source == "made"),
        text=text_of(record, verbaliser, style),
    )


def labels_of(statements: Iterable[StatementRecord]) -> tuple[tuple[str, str], ...]:
    """The ids of all that statements speak of, each with its label, sorted."""
    found: dict[str, str] = {}
    for statement in statements:
        for node in (statement.subject, statement.relation, statement.object):
            if isinstance(node, NodeRecord):
                found[node.id] = node.label
    return tuple(sorted(found.items()))


def to_instance(record: InstanceRecord, style: str = "encyclopedic") -> Instance:
    """The instance that a record spells; the style of its texts stands in the manifest of its dataset."""
    sides = record.contexts
    return Instance(
        type=record.type,
        kg=record.kg,
        relations=record.relations,
        domains=record.domains,
        original=_side("original", sides.original, record.provenance, style),
        perturbed=_side("perturbed", sides.perturbed, record.provenance, style),
        conflicts=tuple(
            Conflict(
                hops=c.hops,
                strength=c.strength,
                original=c.original,
                perturbed=c.perturbed,
                shared=c.shared,
                minimal=tuple(minimal_of(m) for m in c.minimal),
            )
            for c in record.conflicts
        ),
        seed_statements=record.provenance.seed_statements,
        generator=record.provenance.generator,
        verbaliser=record.provenance.verbaliser,
        run=record.provenance.run,
        labels=labels_of((*sides.original.statements, *sides.perturbed.statements, *record.background)),
        against=_other_graph(record.provenance.against),
        models=tuple(MadeBy(m.step, m.model, m.prompt, m.settings) for m in record.provenance.models),
        fallback=record.provenance.fallback,
        control=Control(**control.model_dump()) if (control := record.provenance.control) else None,
        background=tuple(map(statement_of, record.background)),
        glosses=tuple((gloss.id, gloss.text) for gloss in record.glosses),
        id=record.id,
    )


def _other_graph(record: AgainstRecord | None) -> Against | None:
    if record is None:
        return None
    told = []
    for each in record.statements:
        times = (each.valid.begin, each.valid.to) if each.valid else (None, None)
        thing = each.object if isinstance(each.object, str) else LiteralObject(**each.object.model_dump())
        told.append((each.id, Statement(each.subject, each.relation, thing, False, *times)))
    return Against(record.kg, record.kg_snapshot, tuple(told))
