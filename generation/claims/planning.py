"""Planning: what the documents of an item tell, for and against its claim and beside it, before they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.dataset.claims import DocumentLabel
from contragraph.generation.assembly.pool import Pooled, ends
from contragraph.generation.claims.slots import ClaimSlot
from contragraph.generation.controls.harmless import ANOTHER_VALUE, OF_ANOTHER, OTHER_WORDS, WIDER_PLACE
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.drafting import Drafting, Unmade
from contragraph.generation.sets.spread import Share, hang_together
from contragraph.generation.sets.telling import Draft
from contragraph.graph.model import Literal, Statement, id_number

TOLD, REFUTES, BOTH = "told", "refutes", "both"
SAME_SUBJECT, SAME_VALUE, OTHER_VALUE, PART, NEAR, STRANGER = (
    "same subject",
    "same value",
    "other value",
    "part of the contradiction",
    "what belongs with it",
    "stranger",
)
_BESIDE = (WIDER_PLACE, ANOTHER_VALUE, OF_ANOTHER)
"""Ways of what is harmless that stand beside the claim."""
_SAME = 3
"""Documents about its subject that are drafted."""
_NEAR = 6
"""Documents about what belongs with the claim's things that are drafted."""


@dataclass(frozen=True)
class Plan:
    """A document before it is told: what it is to say of the claim, in which way."""

    label: DocumentLabel
    way: str
    draft: Draft


@dataclass(frozen=True)
class Planned:
    """An item before its documents are told."""

    slot: ClaimSlot
    lead: Pooled
    claim: Statement
    counter: Statement
    """The other side: with it, and what else is needed, a document refutes the claim."""
    lies: frozenset[Statement]
    parts: tuple[Plan, ...]
    """Documents that support or contradict the claim."""
    beside: tuple[Plan, ...]
    """Documents that do neither, the hardest first of each kind."""

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All of them."""
        return tuple(plan.draft for plan in (*self.parts, *self.beside))


@dataclass(frozen=True)
class Planner:
    """What planning needs to know."""

    drafting: Drafting

    def planned(self, lead: Pooled, slot: ClaimSlot) -> Planned | Unmade:
        """The documents that a slot asks for, of a conflict."""
        candidate, lot = lead.conflict.candidate, f"{self.drafting.salt}|{lead.conflict.id}|{slot.kind}"
        sides = (candidate.original, candidate.perturbed)
        order = (sides[::-1], sides) if slot.made else (sides, sides[::-1])
        fitting = [pair for pair in order if not slot.contradicts or hang_together((pair[1], *candidate.support))]
        if not fitting:
            return Unmade("a document would tell unrelated things")
        claim, counter = fitting[0]
        if self._open(claim) or self._open(counter):
            return Unmade("alone, its claim would leave open of whom it speaks")
        around, core = self.drafting.around, candidate.statements
        if any(map(around.hidden, (e for s in core for e in s.entities))):
            return Unmade("a document would be about something that was cleaned away")
        told = {ends(s) for s in core}
        lies = {candidate.perturbed}
        refuting = (counter, *candidate.support)

        def plan(label: DocumentLabel, way: str, topic: str, *passages: Sequence[Statement]) -> Plan:
            share = Share(topic, tuple(map(tuple, passages)) or ((),))
            whole, also = self.drafting.draft(lead, share, slot.length), told | set(map(ends, share.statements))
            return Plan(label, way, whole.without(s for s in whole.fill if ends(s) in also))

        def supporting() -> Iterator[Plan]:
            turned = next((s for way, s, _ in self._harmless(claim) if way == OTHER_WORDS), None)
            for n in range(slot.supports):
                drawn = id_number(f"{lot}|support|{n}")
                with_support = candidate.support if drawn % 2 and hang_together((claim, *candidate.support)) else ()
                if turned and drawn % 3 == 0 and not around.hidden(turned.subject):
                    if claim in lies:
                        lies.add(turned)
                    yield plan("supports", OTHER_WORDS, turned.subject, (turned, *with_support))
                else:
                    yield plan("supports", TOLD, claim.subject, (claim, *with_support))

        parts = [
            *supporting(),
            *(plan("contradicts", REFUTES, counter.subject, refuting) for _ in range(slot.contradicts)),
        ]
        parts += (plan("mixed", BOTH, claim.subject, (claim,), refuting) for _ in range(slot.mixed))
        beside = [
            plan("irrelevant", way, topic, *passages) for way, topic, passages in self._beside(claim, counter, lead)
        ]
        lies.update(s for p in beside if p.way == WIDER_PLACE and claim in lies for s in p.draft.share.statements)
        beside.sort(key=lambda p: id_number(f"{lot}|{p.way}|{p.draft.share.topic}|{len(p.draft.share.statements)}"))
        dealt = _dealt([*parts, *_varied(beside)])
        return Planned(
            slot, lead, claim, counter, frozenset(lies), tuple(dealt[: len(parts)]), tuple(dealt[len(parts) :])
        )

    def _open(self, claim: Statement) -> bool:
        """Whether it counts from the date of something that it does not name, of which there may be several."""
        filler = self.drafting.filler
        spans = {a.relation: a.through for a in filler.ontology.spans}
        through = spans.get(claim.relation)
        return through is not None and (through.inverse or through.relation not in filler.single)

    def _harmless(self, claim: Statement) -> Iterator[tuple[str, Statement, tuple[Statement, ...]]]:
        for found in self.drafting.ways.beside(claim):
            candidate = found.candidate
            yield candidate.shape, candidate.perturbed, candidate.support

    def _beside(
        self, claim: Statement, counter: Statement, lead: Pooled
    ) -> Iterator[tuple[str, str, tuple[tuple[Statement, ...], ...]]]:
        """What documents that say nothing of the claim may be about, and tell."""
        around, support = self.drafting.around, lead.conflict.candidate.support
        for way, statement, more in self._harmless(claim):
            if way in _BESIDE and not any(map(around.hidden, statement.entities)):
                yield way, statement.subject, ((*more, statement),)
        if support and hang_together(support):
            yield PART, support[0].subject, (support,)
        yield from [(SAME_SUBJECT, claim.subject, ())] * _SAME
        for way, value in ((SAME_VALUE, claim.object), (OTHER_VALUE, counter.object)):
            if not isinstance(value, Literal) and value != claim.subject:
                yield way, value, ()
        shown = {e for s in lead.conflict.candidate.statements for e in s.entities}
        near = [e for e in Company(around, self.drafting.linking, ()).near(shown) if not around.hidden(e)]
        yield from ((NEAR, e, ()) for e in near[:_NEAR])


def _varied(plans: Iterable[Plan]) -> list[Plan]:
    """One of each way first, then the others."""
    seen: dict[str, int] = {}
    order = []
    for n, each in enumerate(plans):
        order.append((seen.setdefault(each.way, 0), n, each))
        seen[each.way] += 1
    return [each for *_, each in sorted(order, key=lambda o: o[:2])]


def _dealt(plans: Sequence[Plan]) -> list[Plan]:
    """Documents about one thing tell different things of it first, and what others tell where that is too little."""
    found = []
    for n, plan in enumerate(plans):
        topic, fill = plan.draft.share.topic, plan.draft.fill
        alike = [p for p in plans if p.draft.share.topic == topic]
        place = sum(p.draft.share.topic == topic for p in plans[:n])
        own = fill[place :: len(alike)]
        found.append(Plan(plan.label, plan.way, Draft(plan.draft.share, (*own, *(s for s in fill if s not in own)))))
    return found
