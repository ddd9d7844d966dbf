"""Statements and steps of proofs as plain English clauses, for a person who reads a proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contragraph.app.presentation.axioms import in_words
from contragraph.app.presentation.date_bounds import said as bound_said
from contragraph.dataset.folder.content import statements_of
from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.schema import (
    BoundRecord,
    ConclusionRecord,
    InstanceRecord,
    LiteralRecord,
    SetRecord,
    StatementRecord,
    StepRecord,
)
from contragraph.generation.verbalise.values import validity
from contragraph.graph.model import Bound, Conclusion, Literal, Statement
from contragraph.ontology.axioms import Kind, Ontology, as_rule
from contragraph.ontology.lexicon import Lexicon, say

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
    "cg-before": "What comes before is not the later of the two.",
    "cls-maxqc3": "There is at most one of that level.",
    "cg-edge": "So the dates say.",
    "cg-cycle": "These cannot all be kept: one after the other they lead back to where they began, days too late.",
    "cg-only": "If it is the only one, there is no other.",
}
"""What the rules say where the axiom that they stand for has no words of its own."""
_INNER = str.maketrans("“”", "‘’")
"""Quotation marks within a sentence that is quoted."""


@dataclass(frozen=True, slots=True)
class RecordWords:
    """How entities, relations and axioms of one pair or set are said."""

    labels: Mapping[str, str]
    ontology: Ontology
    lexicon: Lexicon

    @classmethod
    def of(cls, record: InstanceRecord | SetRecord, ontology: Ontology, lexicon: Lexicon) -> RecordWords:
        """The words of a pair or a set: labels are those of its statements."""
        return cls.over((*statements_of(record), *record.background), ontology, lexicon)

    @classmethod
    def over(cls, statements: Iterable[StatementRecord], ontology: Ontology, lexicon: Lexicon) -> RecordWords:
        """The words of some statements."""
        levels = (t for a in ontology.axioms for t in a.terms if isinstance(t, str) and t.startswith("cg:"))
        labels = {**{level: level.removeprefix("cg:").lower() for level in levels}, **ontology.labels}
        for statement in statements:
            for node in (statement.subject, statement.relation, statement.object):
                if not isinstance(node, LiteralRecord):
                    labels[node.id] = node.label
        return cls(labels, ontology, lexicon)

    def label(self, identifier: str) -> str:
        """The label of an entity or relation; its id where it has none."""
        return self.labels.get(identifier) or identifier

    def statement(self, record: StatementRecord) -> str:
        """A statement as a clause: ``Paris is the capital of France``."""
        return self.clause(statement_of(record))

    def conclusion(self, record: ConclusionRecord | BoundRecord) -> str:
        """A derived statement or bound as a clause."""
        if isinstance(record, BoundRecord):
            return self.follows(Bound(record.earlier, record.later, record.days))
        thing = record.object
        if isinstance(thing, LiteralRecord):
            return self.clause(
                Statement(
                    record.subject, record.relation, Literal(thing.value, thing.datatype, thing.label), record.negated
                )
            )
        return self.clause(Statement(record.subject, record.relation, thing, record.negated))

    def axiom(self, step: StepRecord) -> str:
        """What a step rests on: a sentence in quotes, and whether there are exceptions to it."""
        return self.rests_on(step.rule, step.axiom, broken=step.conclusion is None)

    def rests_on(self, rule: str, axiom_id: str | None, *, broken: bool = False) -> str:
        """The same of a rule and the axiom that it stands for; one that is broken names the relations it is about."""
        said, exceptions = RULES.get(rule, rule), ""
        if axiom_id is not None:
            try:
                axiom = self.ontology.axiom(axiom_id)
            except KeyError:
                return axiom_id
            said = in_words(axiom, self.labels).translate(_INNER) if broken else as_rule(axiom.comment) or said
            exceptions = "" if axiom.strength == "strict" else ", to which there are exceptions"
        return f"“{said}”{exceptions}"

    def follows(self, conclusion: Conclusion) -> str:
        """What a step of the model concludes as a clause."""
        return bound_said(conclusion, self.label) if isinstance(conclusion, Bound) else self.clause(conclusion)

    def clause(self, statement: Statement) -> str:
        """A statement of the model as a clause, with the time for which it holds."""
        event = any(a.kind is Kind.EVENT and statement.relation in a.relations for a in self.ontology.axioms)
        return self._clause(statement) + validity(statement.valid_from, statement.valid_to, event=event)

    def _clause(self, statement: Statement) -> str:
        template = self.ontology.comments.get(statement.relation)
        if not template or "{s}" not in template or "{o}" not in template:
            return say(statement, self.labels, self.lexicon)
        thing = statement.object
        named = thing.label if isinstance(thing, Literal) else self.label(thing)
        said = template.rstrip(".").replace("{s}", "\0").replace("{o}", named)
        said = said.replace("\0", self.label(statement.subject))
        return f"it is not so that {said}" if statement.negated else said
