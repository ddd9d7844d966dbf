"""Statements and steps of proofs as plain English clauses, for a person who reads a proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from contragraph.generation.record import ConclusionRecord, InstanceRecord, LiteralRecord, StatementRecord, StepRecord
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.phrase import Phrase, Slot

RULES = {
    "cax-sco": "A member of a class is a member of each wider class.",
    "scm-sco": "A kind of a kind is a kind.",
    "prp-npa1": "One cannot both say and deny it.",
    "prp-fp": "There is at most one.",
    "prp-ifp": "It belongs to at most one.",
    "prp-symp": "It holds both ways.",
    "prp-asyp": "It never holds both ways.",
    "prp-irp": "Nothing stands so to itself.",
    "prp-trp": "It carries over from each to the next.",
    "prp-inv1": "It is the same, said from the other end.",
    "prp-inv2": "It is the same, said from the other end.",
    "prp-spo1": "The one implies the other.",
    "prp-spo2": "The one after the other implies it.",
    "prp-eqp1": "Both say the same.",
    "prp-eqp2": "Both say the same.",
    "prp-pdw": "The two exclude each other.",
    "prp-dom": "Only such a thing can do so.",
    "prp-rng": "It can only be such a thing.",
    "cax-dw": "No member of the one class is in the other.",
    "cg-only-implies": "The only one is one.",
    "cg-only": "If it is the only one, there is no other.",
}
"""What the rules say where the axiom that they stand for has no words of its own."""


@dataclass(frozen=True, slots=True)
class Words:
    """How entities, relations and axioms of one pair are said."""

    labels: Mapping[str, str]
    ontology: Ontology
    lexicon: Lexicon

    @classmethod
    def of(cls, record: InstanceRecord, ontology: Ontology, lexicon: Lexicon) -> Words:
        """The words of a pair: labels are those of its statements."""
        labels = dict(ontology.labels)
        for context in (record.contexts.original, record.contexts.perturbed):
            for statement in context.statements:
                for node in (statement.subject, statement.relation, statement.object):
                    if not isinstance(node, LiteralRecord):
                        labels[node.id] = node.label
        return cls(labels, ontology, lexicon)

    def label(self, identifier: str) -> str:
        """The label of an entity or relation; its id where it has none."""
        return self.labels.get(identifier) or identifier

    def statement(self, record: StatementRecord) -> str:
        """A statement as a clause: ``Paris is the capital of France``."""
        return self._clause(record.relation.id, record.subject.label, record.object.label, record.negated)

    def conclusion(self, record: ConclusionRecord) -> str:
        """A derived statement as a clause."""
        thing = record.object.label if isinstance(record.object, LiteralRecord) else self.label(record.object)
        return self._clause(record.relation, self.label(record.subject), thing, record.negated)

    def axiom(self, step: StepRecord) -> str:
        """What a step rests on: a sentence in quotes, and whether there are exceptions to it."""
        said, exceptions = RULES.get(step.rule, step.rule), ""
        if step.axiom is not None:
            try:
                axiom = self.ontology.axiom(step.axiom)
            except KeyError:
                return step.axiom
            said = axiom.comment or said
            exceptions = "" if axiom.strength == "strict" else ", to which there are exceptions"
        return f"“{said}”{exceptions}"

    def _clause(self, relation: str, subject: str, thing: str, negated: bool) -> str:
        template = self.ontology.comments.get(relation)
        if template and "{s}" in template and "{o}" in template:
            said = template.replace("{s}", "\0").replace("{o}", thing).replace("\0", subject).rstrip(".")
            return f"it is not so that {said}" if negated else said
        entry = self.lexicon.entry(relation, self.label(relation))
        if negated:
            for phrase in (*entry.not_of_subject, *entry.not_clauses):
                return _say(phrase, subject, thing)
        for phrase in (*entry.said_of_subject, *entry.clauses):
            return _say(phrase, subject, thing, negated=negated)
        return f"{subject} – {'not ' if negated else ''}{self.label(relation)} – {thing}"


def _say(phrase: Phrase, subject: str, thing: str, *, negated: bool = False) -> str:
    slots = [part.name for part in phrase.parts if isinstance(part, Slot)]
    names = {slot: _named(slot, thing if "o" in slot else subject) for slot in slots}
    said = phrase.say(names, negated=negated)
    return f"{subject} {said}" if phrase.predicate else said


def _named(slot: str, name: str) -> str:
    """A name as a slot wants it: ``s's`` in the possessive, ``a s`` with an article, others as it is."""
    if slot.endswith("'s"):
        return f"{name}'" if name.endswith("s") else f"{name}'s"
    if slot.startswith("a "):
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
    return name
