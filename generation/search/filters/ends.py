"""What filters ask of a candidate and its things again and again: who stands for whom, what it is, when it was."""

from __future__ import annotations

from collections.abc import Iterable

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.registry import Setting
from contragraph.graph.model import Literal, Statement

NUMBER = "xsd:integer"


def entities(statements: Iterable[Statement]) -> list[str]:
    """The things that statements speak of, each once."""
    return list(dict.fromkeys(e for s in statements for e in s.entities))


def true_ones(candidate: Candidate) -> tuple[Statement, ...]:
    """The true statements of a contradiction."""
    return candidate.statements[:-1]


def instead_of(candidate: Candidate) -> Statement | None:
    """The true statement in whose place the perturbed one stands: one of its relation, about its subject or object."""
    made = candidate.perturbed
    if candidate.truth is not None:
        return candidate.truth
    for each in true_ones(candidate):
        if each.relation == made.relation and (each.subject == made.subject) != (each.object == made.object):
            return each
    return None


def exchanged(candidate: Candidate) -> tuple[str, str] | None:
    """The replacement entity and what it replaces; None where a value is made up or nothing is replaced."""
    truth, made = instead_of(candidate), candidate.perturbed
    if truth is None or not isinstance(made.object, str):
        return None
    new = [e for e in made.entities if e not in truth.entities]
    old = [e for e in truth.entities if e not in made.entities]
    return (new[0], old[0]) if len(new) == len(old) == 1 else None


def dated(candidate: Candidate) -> bool:
    """Whether the contradiction is one of dates or numbers."""
    return any(isinstance(s.object, Literal) for s in candidate.statements)


def classes(entity: str, setting: Setting) -> frozenset[str]:
    """The classes of a thing, and those above them."""
    if entity in setting.classes:
        return setting.classes[entity]
    known, above = setting.view.entities.get(entity), setting.role("subclass_of")
    found = dict.fromkeys(known.types if known else ())
    todo = list(found)
    while todo:
        more = [str(s.object) for s in setting.view.of(todo.pop(), above)]
        todo += [each for each in more if each not in found]
        found |= dict.fromkeys(more)
    return setting.classes.setdefault(entity, frozenset(found))


def year(literal: Literal) -> int | None:
    """The year of a date of our era; None of anything else."""
    head = literal.value.partition("-")[0]
    return int(head) if head.isdigit() and literal.datatype != NUMBER else None


def years(entity: str, relations: Iterable[str], setting: Setting) -> list[int]:
    """The years that some relations give a thing, the first one first."""
    values = (s.object for s in setting.view.of(entity, relations))
    return sorted(found for v in values if isinstance(v, Literal) and (found := year(v)) is not None)


def is_place(entity: str, setting: Setting) -> bool:
    """Whether a thing has a level of places."""
    known = setting.view.entities.get(entity)
    return bool(known and known.level)
