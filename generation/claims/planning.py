"""Planning: what the documents of an item tell, for and against its claim and beside it, before they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from contragraph.dataset.records.claims import DocumentLabel
from contragraph.generation.claims.slots import ClaimSlot
from contragraph.generation.controls.harmless import ANOTHER_VALUE, OF_ANOTHER, OTHER_WORDS, WIDER_PLACE
from contragraph.generation.pool.conflicts import Pooled, ends
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.drafting import Drafting, Unmade
from contragraph.generation.sets.spread import Share, hang_together
from contragraph.generation.sets.telling import Draft
from contragraph.graph.model import Literal, Statement, id_number
from contragraph.reasoning.prover.claims import judge_claim

TOLD, FOLLOWS, REFUTES, BOTH = "told", "follows", "refutes", "both"
ANOTHER_TIME, SAME_SUBJECT, SAME_VALUE, OTHER_VALUE, PART, NEAR, STRANGER = (
    "another time",
    "same subject",
    "same value",
    "other value",
    "part of the contradiction",
    "what belongs with it",
    "stranger",
)
_BESIDE = (WIDER_PLACE, ANOTHER_VALUE, OF_ANOTHER)
"""Ways of what is harmless that stand beside the claim."""
_FIRST_YEAR, _LAST_YEAR = 1900, 1970
"""Made-up times begin after the first year, or after the thing did if that was before the second."""
_SAME = 3
"""Documents about its subject that are drafted."""
_NEAR = 6
"""Documents about what belongs with the claim's things that are drafted."""


@dataclass(frozen=True)
class DocumentPlan:
    """A document before it is told: what it is to say of the claim, in which way."""

    label: DocumentLabel
    way: str
    draft: Draft


@dataclass(frozen=True)
class PlannedItem:
    """An item before its documents are told."""

    slot: ClaimSlot
    lead: Pooled
    claim: Statement
    counter: Statement
    """The other side: with it, and what else is needed, a document refutes the claim."""
    lies: frozenset[Statement]
    temporal: bool
    """Whether claim and other side hold for a time each."""
    parts: tuple[DocumentPlan, ...]
    """Documents that support or contradict the claim."""
    beside: tuple[DocumentPlan, ...]
    """Documents that do neither, the hardest first of each kind."""

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All of them."""
        return tuple(plan.draft for plan in (*self.parts, *self.beside))


@dataclass(frozen=True)
class Planner:
    """What planning needs to know."""

    drafting: Drafting

    def planned(self, lead: Pooled, slot: ClaimSlot) -> PlannedItem | Unmade:
        """The documents that a slot asks for, of a conflict."""
        lot = f"{self.drafting.salt}|{lead.conflict.id}|{slot.kind}"
        core = lead.conflict.candidate.statements
        sides = self._sides(core, slot, lot)
        if isinstance(sides, Unmade):
            return sides
        claim, counter = sides
        around = self.drafting.around
        if any(map(around.hidden, (e for s in core for e in s.entities))):
            return Unmade("a document would be about something that was cleaned away")
        told = {ends(s) for s in core}
        lies = {core[-1]}
        times: list[Statement] = []
        moving = {claim.relation, counter.relation} <= self.drafting.moving
        if moving and id_number(f"{lot}|temporal") % 4:
            claim, counter, *times = self._timed(claim, counter, lot)
            lies = {claim, counter, *times}
        support = tuple(s for s in core if s not in sides)
        refuting = (counter, *support)

        def plan(label: DocumentLabel, way: str, topic: str, *passages: Sequence[Statement]) -> DocumentPlan:
            share = Share(topic, tuple(map(tuple, passages)) or ((),))
            whole, also = self.drafting.draft(lead, share, slot.length), told | set(map(ends, share.statements))
            return DocumentPlan(label, way, whole.without(s for s in whole.fill if ends(s) in also))

        def supporting() -> Iterator[DocumentPlan]:
            others = () if times else self._harmless(claim)
            turned = next((s for way, s, _ in others if way == OTHER_WORDS), None)
            following = self._following(claim)
            for n in range(slot.supports):
                drawn = id_number(f"{lot}|support|{n}")
                with_support = support if drawn % 2 and hang_together((claim, *support)) else ()
                if following and drawn % 5 < 3:
                    yield plan("supports", FOLLOWS, claim.subject, following)
                elif turned and drawn % 3 == 0 and not around.hidden(turned.subject):
                    if claim in lies:
                        lies.add(turned)
                    yield plan("supports", OTHER_WORDS, turned.subject, (turned, *with_support))
                else:
                    yield plan("supports", TOLD, self._topic(claim, n), (claim, *with_support))

        parts = [
            *supporting(),
            *(plan("contradicts", REFUTES, self._topic(counter, n), refuting) for n in range(slot.contradicts)),
        ]
        parts += (plan("mixed", BOTH, claim.subject, (claim,), refuting) for _ in range(slot.mixed))
        ways = dict.fromkeys(self._beside(claim, counter, support, times))
        beside = [plan("irrelevant", way, topic, *passages) for way, topic, passages in ways]
        beside += [p for p in beside if p.way == SAME_SUBJECT] * (_SAME - 1)
        lies.update(s for p in beside if p.way == WIDER_PLACE and claim in lies for s in p.draft.share.statements)
        drawn = [id_number(f"{lot}|{p.way}|{p.draft.share.topic}|{len(p.draft.share.statements)}") for p in beside]
        order = sorted(range(len(beside)), key=lambda n: (beside[n].way != ANOTHER_TIME, drawn[n]))
        beside = [beside[n] for n in order]
        dealt = _dealt([*parts, *_varied(beside)])
        return PlannedItem(
            slot,
            lead,
            claim,
            counter,
            frozenset(lies),
            bool(times),
            tuple(dealt[: len(parts)]),
            tuple(dealt[len(parts) :]),
        )

    def _sides(self, core: tuple[Statement, ...], slot: ClaimSlot, lot: str) -> tuple[Statement, Statement] | Unmade:
        """Which statement of a conflict is the claim and which the other side: one of them is what is made up."""
        made, true = core[-1], sorted(core[:-1], key=lambda s: (s != core[0], id_number(f"{lot}|{s.id}")))
        if made.negated:
            return Unmade("it is a plain denial")
        if self.leaves_open(made) or all(map(self.leaves_open, true)):
            return Unmade("alone, its claim would leave open of whom it speaks")
        pairs = [(made, s) for s in true] + [(s, made) for s in true]
        pairs.sort(key=lambda pair: ((pair[0] == made) != slot.made, true.index(pair[pair[0] == made])))
        for claim, counter in pairs:
            rest = [s for s in core if s != claim]
            if not (self.leaves_open(claim) or self.leaves_open(counter)) and (
                not slot.contradicts or hang_together(rest)
            ):
                return claim, counter
        return Unmade("a document would tell unrelated things")

    def _following(self, claim: Statement) -> tuple[Statement, ...]:
        """Two dates of its subject from which a claim follows, if the graph knows them."""
        ontology = self.drafting.filler.ontology
        if all(a.relation != claim.relation or a.through for a in ontology.spans):
            return ()
        own = [s for s in self.drafting.around.about(claim.subject) if s.subject == claim.subject]
        points = [[s for s in own if ontology.dates.get(s.relation) == point][:1] for point in ("start", "end")]
        dates = tuple(s for some in points for s in some)
        return dates if judge_claim(claim, dates, self.drafting.rules).label == "supports" else ()

    def _topic(self, told: Statement, n: int) -> str:
        """What a document is about that tells a statement: its subject or, of every second, its other end."""
        other = told.object
        free = isinstance(other, str) and not self.drafting.around.hidden(other)
        return str(other) if n % 2 and free else told.subject

    def _timed(self, claim: Statement, counter: Statement, lot: str) -> list[Statement]:
        """Claim and other side for times that meet, and the other side for the times before and after them."""
        dates = self.drafting.filler.ontology.dates
        began = [
            int(s.object.value[:4])
            for s in self.drafting.around.about(claim.subject)
            if s.subject == claim.subject and dates.get(s.relation) == "start" and isinstance(s.object, Literal)
        ]
        drawn = id_number(f"{lot}|times")
        before = max([_FIRST_YEAR, *(year for year in began if year < _LAST_YEAR)]) + drawn % 5
        start = before + 3 + drawn // 5 % 9
        end = start + 5 + drawn // 45 % 12
        shift = drawn // 540 % 3

        def at(statement: Statement, first: int, last: int) -> Statement:
            return replace(statement, valid_from=str(first), valid_to=str(last))

        return [
            at(claim, start, end),
            at(counter, start + shift, end + shift),
            at(counter, end, end + 4 + drawn % 7),
            at(counter, before, start),
        ]

    def leaves_open(self, claim: Statement) -> bool:
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
        self, claim: Statement, counter: Statement, support: tuple[Statement, ...], times: Sequence[Statement]
    ) -> Iterator[tuple[str, str, tuple[tuple[Statement, ...], ...]]]:
        """What documents that say nothing of the claim may be about, and tell."""
        around = self.drafting.around
        yield from ((ANOTHER_TIME, s.subject, ((s,),)) for s in times)
        for way, statement, more in self._harmless(claim) if not times else ():
            if way == WIDER_PLACE and claim.relation not in self.drafting.placing:
                continue
            if way in _BESIDE and not any(map(around.hidden, statement.entities)):
                yield way, statement.subject, ((*more, statement),)
        if support and hang_together(support):
            yield PART, support[0].subject, (support,)
        yield SAME_SUBJECT, claim.subject, ()
        for way, value in ((SAME_VALUE, claim.object), (OTHER_VALUE, counter.object)):
            if not isinstance(value, Literal) and value != claim.subject:
                yield way, value, ()
        shown = dict.fromkeys(e for s in (claim, counter, *support) for e in s.entities)
        near = [e for e in Company(around, self.drafting.linking, ()).near(shown) if not around.hidden(e)]
        yield from ((NEAR, e, ()) for e in near[:_NEAR])


def _varied(plans: Iterable[DocumentPlan]) -> list[DocumentPlan]:
    """One of each way first, then the others."""
    seen: dict[str, int] = {}
    order = []
    for n, each in enumerate(plans):
        order.append((seen.setdefault(each.way, 0), n, each))
        seen[each.way] += 1
    return [each for *_, each in sorted(order, key=lambda o: o[:2])]


def _dealt(plans: Sequence[DocumentPlan]) -> list[DocumentPlan]:
    """Documents about one thing tell different things of it first, and what others tell where that is too little."""
    found = []
    for n, plan in enumerate(plans):
        topic, fill = plan.draft.share.topic, plan.draft.fill
        alike = [p for p in plans if p.draft.share.topic == topic]
        place = sum(p.draft.share.topic == topic for p in plans[:n])
        own = fill[place :: len(alike)]
        found.append(
            DocumentPlan(plan.label, plan.way, Draft(plan.draft.share, (*own, *(s for s in fill if s not in own))))
        )
    return found
