"""A text that a person rewrote: is everything still told, and where?"""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.generation.llm.tell_align import parts_of, place
from contragraph.generation.llm.tell_facts import facts_of
from contragraph.generation.llm.verify_rules import TextFault, findings, told_anyway
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, SideName
from contragraph.graph.versions.alignment import align
from contragraph.graph.versions.history import Stated, VersionContent

MOST_WORDS = 60
"""Words of a sentence at most."""
LONGEST = 20_000
"""Characters of a text at most."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Something that is wrong with a text; what is not ``serious`` may be kept all the same."""

    said: str
    serious: bool


def one_line(body: str) -> str:
    """A text as it is kept: without line breaks and blanks around it."""
    return " ".join(body.split())


def objections(body: str, version: VersionContent, instance: Instance, side: SideName) -> list[Objection]:
    """What is wrong with a new text of a version of a pair.

    Each statement must stand in a sentence that names its subject or object, the other one there or earlier; it is
    serious where a conflict rests on it. Then the check without a model looks for what the old text did not have:
    names and numbers that no statement has, denials that got lost or came in, statements of the other text.
    """
    if len(body) > LONGEST:
        return [Objection(f"The text has {len(body):,} characters: {LONGEST:,} are the most.", True)]
    if not body.isprintable():
        return [Objection("The text holds control characters: write it as plain text.", True)]
    try:
        text, lost = align(body, version.statements, version.text)
    except InputError as error:
        return [Objection(str(error), True)]
    conflicting = conflicting_statements(instance)
    found = []
    for stated in lost:
        serious = stated.statement.id in conflicting
        why = ", which a conflict rests on" if serious else ""
        found.append(Objection(f"No sentence says that “{said(stated)}”{why}.", serious))
    for sentence in text.sentences:
        words = body[sentence.start : sentence.end].split()
        if len(words) > MOST_WORDS:
            problem = f"The sentence “{' '.join(words[:6])} …” has {len(words)} words: {MOST_WORDS} are the most."
            found.append(Objection(problem, True))
    if version.text is not None:
        known = {_fault(f) for f in _faults(version.text.body, instance, side)}
        missing = {stated.statement.id for stated in lost}
        new = (f for f in _faults(body, instance, side) if _fault(f) not in known and f.fact not in missing)
        found += [Objection(fault.says, False) for fault in new]
    return found


def conflicting_statements(instance: Instance) -> frozenset[str]:
    """The statements that the conflicts of a pair rest on."""
    return frozenset(s for c in instance.conflicts for s in (*c.original, *c.perturbed, *c.shared))


def _faults(body: str, instance: Instance, side: SideName) -> tuple[TextFault, ...]:
    """The faults that the check without a model finds in a text of one side."""
    own, other = instance.sides if side == "original" else instance.sides[::-1]
    facts = facts_of(own, instance)
    stated = {s.id for s in own.statements}
    others = [fact for fact in facts_of(other, instance) if fact.id not in stated]
    names = sorted({end for fact in (*facts, *others) for end in fact.ends})
    parts = parts_of(body, names)
    return (*findings(body, facts, parts, place(facts, parts), names), *told_anyway(others, facts, parts, names))


def _fault(found: TextFault) -> tuple[str, str]:
    """What makes two faults the same: their kind and their fact, or what they say if they are about none."""
    return (found.kind, found.fact or found.says)


def said(stated: Stated) -> str:
    """A statement by its labels."""
    denied = "not " if stated.statement.negated else ""
    return f"{stated.subject_label} – {denied}{stated.relation_label} – {stated.object_label}"
