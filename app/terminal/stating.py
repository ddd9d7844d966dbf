"""A statement as a person types it: ``subject|relation|object``, by ids or labels."""

from __future__ import annotations

import re

from contragraph.graph.errors import InputError
from contragraph.graph.lookup.resolve import resolve_entity, resolve_relation
from contragraph.graph.model import Literal, Statement
from contragraph.graph.store import GraphStore
from contragraph.graph.versions.history import Stated

_LITERAL = re.compile(r'"(?P<value>.*)"(?:\^\^(?P<datatype>[A-Za-z][\w.-]*:\S+))?')
_NOT = re.compile(r"not\s+", re.IGNORECASE)
OWN = "cg:"
"""What relations of our own begin with; their labels are the ontology's."""


def parse_stated(store: GraphStore, kg: str, text: str) -> Stated:
    """The statement with its labels. ``not`` before the relation denies it; a literal stands in quotes.

    :raises InputError: if it is no such statement, or a name in it is unknown or ambiguous.
    """
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3 or not all(parts):
        raise InputError(f"'{text}' is no statement: write 'subject|relation|object', each as an id or a label.")
    negated = _NOT.match(parts[1])
    relation, label = _relation(store, kg, parts[1][negated.end() :] if negated else parts[1])
    subject = resolve_entity(store, parts[0], kg)
    if match := _LITERAL.fullmatch(parts[2]):
        literal = Literal(match["value"], match["datatype"] or "xsd:string", match["value"])
        statement = Statement(subject.id, relation, literal, negated=negated is not None)
        return Stated(statement, "made", subject.label, label, literal.value)
    thing = resolve_entity(store, parts[2], kg)
    statement = Statement(subject.id, relation, thing.id, negated=negated is not None)
    return Stated(statement, "made", subject.label, label, thing.label)


def _relation(store: GraphStore, kg: str, name: str) -> tuple[str, str]:
    if name.startswith(OWN):
        from contragraph.kgs import label_of

        label = label_of(name)
        if label is None:
            raise InputError(f"The ontology has no relation {name}: give one of the graph's, or one that it has.")
        return name, label
    found = resolve_relation(store, name, kg)
    return found.id, found.label
