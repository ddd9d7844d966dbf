"""Reading what a model proposed: names become statements, those of the graph apart from the made-up one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from contragraph.generation.knowledge import Asking, in_words
from contragraph.generation.llm.names import RelationNames, ThingNames
from contragraph.generation.llm.offer import Offer
from contragraph.generation.llm.question import Proposed, Triplet
from contragraph.generation.other_values import told_times
from contragraph.generation.perturb import Proposer
from contragraph.graph.model import Literal, Statement

NO_NAME = "a name that stands nowhere in the data"
UNKNOWN = "a relation that is not known"
NOTHING_MADE = "nothing was made up: all the statements are true"
TOO_MUCH_MADE = "more than one statement was made up"
ITSELF = "a statement about a thing and itself"


@dataclass(frozen=True, slots=True)
class Read:
    """A proposal as statements, or why it is none."""

    made: Statement | None = None
    facts: tuple[Statement, ...] = ()
    """True statements that it names, as the graph has them."""
    reason: str = ""
    finding: str = ""
    """The reason with its particulars, for the model."""
    unknown: tuple[Triplet, ...] = ()
    """Triplets whose relation is not known."""


def read(
    proposed: Proposed,
    offer: Offer,
    known: Sequence[Statement],
    relations: RelationNames,
    things: ThingNames,
    proposer: Proposer,
) -> Asking[Read]:
    """What a proposal says; ``known`` are the true statements that the model was shown."""
    found: list[Statement] = []
    unknown: list[Triplet] = []
    missing: list[str] = []
    preferred = (*offer.relations, offer.seed.relation, *(s.relation for s in known))
    for triplet in proposed.triplets:
        named = relations.find(triplet.relation, preferred)
        ends = [things.find(name) for name in (triplet.subject, triplet.object)]
        missing += [n for n, end in zip((triplet.subject, triplet.object), ends, strict=True) if end is None]
        if named is None:
            unknown.append(triplet)
        elif None not in ends:
            subject, thing = ends[::-1] if named[1] else ends
            if isinstance(subject, str) and thing is not None:
                found.append(Statement(subject, named[0], thing))
            else:
                missing.append(triplet.object if named[1] else triplet.subject)
    if unknown:
        told = ", ".join(f'"{t.relation}"' for t in unknown)
        return Read(reason=UNKNOWN, finding=f"The relation {told} is not known. {_take(offer)}", unknown=tuple(unknown))
    if missing:
        told = ", ".join(f'"{name}"' for name in dict.fromkeys(missing))
        return Read(reason=NO_NAME, finding=f"The data has no {told}. Use names of the data, letter by letter.")
    return (yield from _sorted(found, offer, known, proposer))


def _take(offer: Offer) -> str:
    return 'Take one of those under "relations".' if offer.relations else ""


def _sorted(found: list[Statement], offer: Offer, known: Sequence[Statement], proposer: Proposer) -> Asking[Read]:
    """True statements apart from made-up ones."""
    made: list[Statement] = []
    facts: dict[Statement, None] = {}
    for said in dict.fromkeys(found):
        true = yield from _fact(said, known, proposer)
        if true is None:
            made.append(said)
        elif true != offer.seed:
            facts[true] = None
    if not made:
        return Read(reason=NOTHING_MADE, finding="All of your triplets are true, or the statement itself. Make one up.")
    if len(made) > 1:
        return Read(
            reason=TOO_MUCH_MADE,
            finding="More than one of your triplets is no fact that is shown. Only the first may be made up; the "
            'others must stand under "facts".',
        )
    (lie,) = made
    if lie.subject == lie.object:
        return Read(reason=ITSELF, finding="The made-up triplet says something of a thing and itself.")
    times = told_times(offer.seed, lie.relation, proposer.rules)
    lie = in_words(replace(lie, valid_from=times[0], valid_to=times[1]))
    return Read(lie, tuple(facts))


def _fact(said: Statement, known: Sequence[Statement], proposer: Proposer) -> Asking[Statement | None]:
    """The fact that a statement says, with its time: one that was shown, in any spelling, or one of the graph."""
    for true in known:
        if (said.subject, said.relation, said.object) == (true.subject, true.relation, true.object):
            return true
    for true in known:
        if not isinstance(said.object, Literal) and proposer.same_fact(said, true):
            return true
    out = yield from proposer.knowledge.out(said.subject)
    if isinstance(said.object, Literal):
        return next((s for s in out.values.get(said.relation, ()) if s.object == said.object), None)
    told = out.statements(said.relation, said.subject, outgoing=True)
    return next((fact for end, fact in told if end == said.object), None)
