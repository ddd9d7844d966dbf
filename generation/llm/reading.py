"""Reading what a model proposed: names become statements, those of the graph apart from the made-up one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contragraph.generation.llm.names import RelationNames, ThingNames, denies
from contragraph.generation.llm.question import Offer, Proposed, Triplet
from contragraph.generation.llm.values import read_value
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.view import View
from contragraph.graph.model import Literal, Object, Statement
from contragraph.reasoning.prover.certificate import follows
from contragraph.reasoning.values.terms import different, normal

NO_NAME = "a name that stands nowhere in the data"
UNKNOWN = "a relation that is not known"
DENIAL = "a denial"
NO_VALUE = "a value that cannot be read"
NOTHING_MADE = "nothing was made up: all the statements are true"
TOO_MUCH_MADE = "more than one statement was made up"
ITSELF = "a statement about a thing and itself"


@dataclass(frozen=True, slots=True)
class ReadProposal:
    """A proposal as statements, or why it is none."""

    made: Statement | None = None
    facts: tuple[Statement, ...] = ()
    """True statements that it names, as the graph has them, without the seed."""
    reason: str = ""
    """Why it is none: one of a fixed few, so that they can be counted."""
    finding: str = ""
    """The same with its particulars, for the model."""
    unknown: tuple[Triplet, ...] = ()
    """Triplets whose relation is not known."""


@dataclass(frozen=True)
class ProposalReader:
    """What reading needs to know of a graph."""

    grounds: Grounds
    relations: RelationNames

    def read(self, proposed: Proposed, offer: Offer, view: View) -> ReadProposal:
        """What a proposal says."""
        shown = dict.fromkeys((*(e for s in offer.known for e in s.entities), *offer.things))
        things = ThingNames(tuple(view.entities[e] for e in shown))
        preferred = (*(r for r, _ in offer.choices), *(s.relation for s in offer.known))
        found: list[Statement] = []
        unknown: list[Triplet] = []
        for triplet in proposed.triplets:
            named = self.relations.find(triplet.relation, preferred)
            if named is None and denies(triplet.relation):
                return ReadProposal(
                    reason=DENIAL, finding="Do not deny anything. Say something that could be true instead."
                )
            if named is None:
                unknown.append(triplet)
                continue
            relation, turned = named
            one, other = (triplet.object, triplet.subject) if turned else (triplet.subject, triplet.object)
            subject, thing = things.find(one), self._object(other, things.find(one), relation, things, offer, view)
            lost = one if subject is None else other if thing is None else ""
            if subject is None or thing is None:
                if relation in self.grounds.ontology.data and subject is not None:
                    return ReadProposal(
                        reason=NO_VALUE, finding=f'"{other}" is no value that stands with "{triplet.relation}".'
                    )
                return ReadProposal(
                    reason=NO_NAME, finding=f'The data has no "{lost}". Use names of the data, letter by letter.'
                )
            found.append(Statement(subject, relation, thing))
        if unknown:
            told = ", ".join(f'"{t.relation}"' for t in unknown)
            finding = f'The relation {told} is not known. Take one of those under "relations".'
            return ReadProposal(reason=UNKNOWN, finding=finding, unknown=tuple(unknown))
        return self._sorted(found, offer, view)

    def _object(
        self, said: str, subject: str | None, relation: str, things: ThingNames, offer: Offer, view: View
    ) -> Object | None:
        """The object that a name means; a value is read as one of the kind that the subject has."""
        if relation not in self.grounds.ontology.data:
            return things.find(said)
        known = [s for s in offer.known if (s.subject, s.relation) == (subject, relation)]
        known = known or list(view.of(subject or "", [relation]))
        truth = known[0].object if len(known) == 1 else None
        return read_value(said, truth) if isinstance(truth, Literal) else None

    def _sorted(self, found: Sequence[Statement], offer: Offer, view: View) -> ReadProposal:
        """True statements apart from made-up ones."""
        made: list[Statement] = []
        facts: dict[Statement, None] = {}
        for said in dict.fromkeys(found):
            true = self._fact(said, (*offer.known, *view.around(said.entities)))
            if true is None:
                made.append(said)
            elif true != offer.seed:
                facts[true] = None
        if not made:
            return ReadProposal(
                reason=NOTHING_MADE, finding="All of your triplets are true, or the statement itself. Make one up."
            )
        if len(made) > 1:
            finding = (
                "More than one of your triplets is no fact that is shown. Only the first may be made up; the others "
                'must stand under "facts".'
            )
            return ReadProposal(reason=TOO_MUCH_MADE, finding=finding)
        if made[0].subject == made[0].object:
            return ReadProposal(reason=ITSELF, finding="The made-up triplet says something of a thing and itself.")
        return ReadProposal(made[0], tuple(facts))

    def _fact(self, said: Statement, known: Iterable[Statement]) -> Statement | None:
        """The fact that a statement says, in any spelling."""
        renaming = self.grounds.implications.with_axioms(())
        for true in known:
            if isinstance(said.object, Literal):
                same = (said.subject, said.relation) == (true.subject, true.relation)
                if same and not different(normal(said.object), normal(true.object)):
                    return true
            elif {*said.entities} == {*true.entities} and (
                (said.subject, said.relation, said.object) == (true.subject, true.relation, true.object)
                or follows([true], renaming, said)
            ):
                return true
        return None
