"""The question about a fact: its wording, its options, and how it is asked as of a time or of one of two namesakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.dataset.exports.questions import ask_for
from contragraph.dataset.records.bank import Role
from contragraph.generation.bank.choosing import ReplacementChooser, lot
from contragraph.generation.bank.times import times_of, year_within
from contragraph.graph.model import Object, Statement

UNCERTAIN = "uncertain"
"""The answer of who does not know."""


@dataclass(frozen=True)
class Asker:
    """What asks about the facts of one shard."""

    chooser: ReplacementChooser

    def text(self, fact: Statement) -> str:
        """How one asks for the object of a fact."""
        known = self.chooser.known
        role = known.seen.relation(fact.relation)
        worded = fact.relation if role.inverse else role.relation
        name = self.chooser.known.said(fact.subject)
        titled = known.kind(fact.subject) in ("person", "work")
        return ask_for(name, (fact.relation, worded), known.labels[fact.relation], titled=titled)

    def question(
        self,
        fact: Statement,
        replacement: Object,
        others: Sequence[Object],
        updates: Sequence[tuple[str, Statement]],
        namesakes: Sequence[tuple[str, str, str]],
    ) -> dict[str, object] | None:
        """The question as a line has it; None where two options would read alike.

        ``others``: what else to choose from; ``updates``: claims (id and statement) that give another answer at another
        time; ``namesakes``: of claims about another thing its id, what the subject is, and what the other is.
        """
        options = [self._option(fact.object, "original"), self._option(replacement, "replacement")]
        options += [self._option(thing, "other") for thing in others]
        options.append({"id": "", "text": UNCERTAIN, "role": "uncertain"})
        options.sort(key=lambda o: lot(self.chooser.seed, "option", fact.id, o["role"], o["id"]))
        if len({o["text"].casefold() for o in options}) < len(options):
            return None
        text = self.text(fact)
        return {
            "text": text,
            "options": options,
            **self._as_of(text, fact, updates),
            **self._senses(text, fact, namesakes),
        }

    def _option(self, thing: Object, role: Role) -> dict[str, str]:
        identifier = thing if isinstance(thing, str) else thing.id
        return {"id": identifier, "text": self.chooser.known.said(thing), "role": role}

    def _as_of(self, text: str, fact: Statement, updates: Sequence[tuple[str, Statement]]) -> dict[str, object]:
        found = []
        for claim, statement in updates:
            sides: tuple[tuple[Statement, Role], ...] = ((fact, "original"), (statement, "replacement"))
            years = [(year_within(times_of(s)), role) for s, role in sides]
            if all(year is not None for year, _ in years):
                found += [
                    {"claim": claim, "time": str(year), "text": f"As of {year}: {text}", "answer": role}
                    for year, role in years
                ]
        return {"as_of": found} if found else {}

    def _senses(self, text: str, fact: Statement, namesakes: Sequence[tuple[str, str, str]]) -> dict[str, object]:
        name, found = self.chooser.known.said(fact.subject), []
        for claim, own, its in namesakes:
            sides: tuple[tuple[str, Role], ...] = ((own, "original"), (its, "replacement"))
            found += [
                {
                    "claim": claim,
                    "description": described,
                    "text": f"{text} (Here “{name}” means this one: {described}.)",
                    "answer": role,
                }
                for described, role in sides
            ]
        return {"senses": found} if found else {}
