"""A wave of sets: proven pairs of texts, each told anew as a set of documents, and proven again as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contragraph.generation.assembly.proof import Proven
from contragraph.generation.assembly.telling import GENERAL
from contragraph.generation.pool.conflicts import Pooled, ends
from contragraph.generation.search.candidate import Candidate
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.drafting import Drafting, Unmade, dealt, shorter
from contragraph.generation.sets.slots import SetSlot, places
from contragraph.generation.sets.spread import Share, spread
from contragraph.generation.sets.telling import Draft, ToldDocument, disputed_words
from contragraph.graph.model import Statement, id_number, unique
from contragraph.graph.model.sets import NONE, Across, ContextSet, Document, Role
from contragraph.reasoning.prover.background import needed_background
from contragraph.reasoning.prover.sets import judge_sets

_TRIES = 4
"""How often fill that contradicts something is left out before a set is given up."""
_DRAFTED = 3
"""Documents that are drafted for each that is wanted beside the conflict: some are too short."""


@dataclass(frozen=True)
class PlannedSet:
    """A set before its documents are told."""

    slot: SetSlot
    lead: Pooled
    candidate: Candidate
    """What its documents tell: the conflict, or what is harmless in its place."""
    parts: tuple[Draft, ...]
    """The documents of the conflict."""
    near: tuple[Draft, ...]
    """Documents about what belongs with its things."""

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All of them."""
        return (*self.parts, *self.near)


@dataclass(frozen=True)
class SetMaker(Drafting):
    """What makes the sets of the pairs of one wave."""

    def made(self, pairs: Sequence[Proven], slots: Sequence[SetSlot]) -> Iterator[ContextSet | Unmade]:
        """For each pair the set that a slot asks for, or why it gave none."""
        leads = [pair.chosen.lead for pair in pairs]
        self.read(leads)
        planned = [self._planned(lead, slot) for lead, slot in zip(leads, slots, strict=True)]
        self.draft_strangers()
        some = [each for each in planned if isinstance(each, PlannedSet)]
        self.read_grammar(d for p in some for d in p.drafts)
        known = self.known(e for p in some if p.slot.kind == NONE for d in p.parts for e in d.entities)
        company = self.company()
        for pair, each in zip(pairs, planned, strict=True):
            yield each if isinstance(each, Unmade) else self._set(pair, each, company, known)

    # -- planning ----------------------------------------------------------------------------------------

    def _planned(self, lead: Pooled, slot: SetSlot) -> PlannedSet | Unmade:
        candidate = lead.conflict.candidate
        if slot.kind == NONE:
            ways = self.ways.of(lead.conflict) if candidate.support else self.ways.beside(candidate.original)
            harmless = [h.candidate for h in ways]
            if not harmless:
                return Unmade("nothing harmless could stand in the place of what is made up")
            candidate = harmless[id_number(f"{self.salt}|{lead.conflict.id}|harmless") % len(harmless)]
        shares = spread(candidate, slot.shape)
        if shares is None:
            return Unmade("a document would tell unrelated things")
        topics, core = [share.topic for share in shares], [s for share in shares for s in share.statements]
        things = [*topics, *(e for s in core for e in s.entities)]
        if any(map(self.around.hidden, things)):
            return Unmade("a document would be about something that was cleaned away")
        told = frozenset(map(ends, core))

        def draft(share: Share) -> Draft:
            whole = self.draft(lead, share, slot.length)
            return whole.without(s for s in whole.fill if ends(s) in told)

        near = Company(self.around, self.linking, ()).near(things)
        wanted = _DRAFTED * (self.documents - len(shares)) // 2
        free = [e for e in near if e not in topics][:wanted]
        others = [draft(Share(e, ((),))) for e in free]
        # Often two documents are about one thing, as those of a conflict are: else that alone would tell them.
        others.sort(key=lambda d: -len(d.fill))
        twice = others[: id_number(f"{self.salt}|{lead.conflict.id}|twice") % 3 > 0]
        return PlannedSet(slot, lead, candidate, dealt([*map(draft, shares)]), dealt([*twice, *others]))

    # -- telling and proving -----------------------------------------------------------------------------

    def _set(
        self, pair: Proven, planned: PlannedSet, company: Company, known: Mapping[str, tuple[Statement, ...]]
    ) -> ContextSet | Unmade:
        slot, lot = planned.slot, f"{self.salt}|{planned.lead.conflict.id}|{planned.slot.kind}|{planned.slot.shape}"
        core = frozenset(s for d in planned.parts for s in d.share.statements)
        conflict = frozenset(planned.lead.conflict.candidate.statements) | core
        labels = self.around.labels(e for s in conflict for e in s.entities)
        withheld = disputed_words(conflict, labels)
        background = tuple(
            sorted(
                {
                    *(pair.background),
                    *(s for d in planned.parts if slot.kind == NONE for e in d.entities for s in known.get(e, ())),
                },
                key=lambda s: s.sort_key,
            )
        )
        for length in shorter(slot.length):
            parts, near = planned.parts, planned.near
            for _ in range(_TRIES):
                told = [self.teller.told(d, length, withheld, f"{lot}|{n}") for n, d in enumerate(parts)]
                main = [t for t in told if t is not None]
                if len(main) < len(parts):
                    break
                others = self._company(planned, main, near, company, length, withheld, lot)
                if others is None:
                    break
                documents = self._placed(main, others, slot, lot)
                verdict = judge_sets([t.statements for _, t in documents], self.rules, background=background)
                if not verdict.decided:
                    return Unmade("the prover could not decide")
                members = {i for c in verdict.conflicts for m in c.minimal for i in m.statements}
                odd = {s for _, t in documents for s in t.statements if s.id in members} - core
                if not odd:
                    return self._finished(pair, planned, documents, verdict.conflicts, background, length)
                parts, near = tuple(d.without(odd) for d in parts), tuple(d.without(odd) for d in near)
        return Unmade("too little is known of what its documents are about")

    def _company(
        self,
        planned: PlannedSet,
        main: Sequence[ToldDocument],
        near: Iterable[Draft],
        company: Company,
        length: str,
        withheld: frozenset[str],
        lot: str,
    ) -> list[tuple[Role, ToldDocument]] | None:
        """So many other documents that the set is complete, half of them near where there is enough to tell."""
        wanted = self.documents - len(main)
        found: list[tuple[Role, ToldDocument]] = []
        for n, draft in enumerate(near):
            if len(found) < (wanted + 1) // 2 and (
                told := self.teller.told(draft, length, withheld, f"{lot}|near|{n}")
            ):
                found.append(("topic", told))
        things = {e for t in main for s in t.statements for e in s.entities}
        things.update(e for s in planned.lead.conflict.candidate.statements for e in s.entities)
        topics = {t.share.topic for _, t in found}
        for topic in company.far(lot, topics):
            if len(found) == wanted:
                break
            other = self.distractor(topic, length)
            if other and things.isdisjoint(e for s in other.statements for e in s.entities):
                found.append(("distractor", other))
        return found if len(found) == wanted else None

    def _placed(
        self, main: Sequence[ToldDocument], others: Sequence[tuple[Role, ToldDocument]], slot: SetSlot, lot: str
    ) -> list[tuple[Role, ToldDocument]]:
        """All documents in their order."""
        at = places(self.documents, len(main), slot.position, lot)
        rest = iter(sorted(others, key=lambda other: id_number(f"{lot}|{other[1].text.id}")))
        placed = dict(zip(at, main, strict=True))
        return [("conflict", placed[n]) if n in placed else next(rest) for n in range(self.documents)]

    def _finished(
        self,
        pair: Proven,
        planned: PlannedSet,
        documents: Sequence[tuple[Role, ToldDocument]],
        found: tuple[Across, ...],
        background: tuple[Statement, ...],
        length: str,
    ) -> ContextSet | Unmade:
        slot, candidate, telling = planned.slot, planned.candidate, self.teller.telling
        conflicting = tuple(n for n, (role, _) in enumerate(documents) if role == "conflict")
        expected = [] if slot.kind == NONE else [conflicting]
        if [c.documents for c in found] != expected:
            return Unmade("the documents contradict each other in another way")
        made = candidate.perturbed
        lies = frozenset[str]() if self._true(planned) else frozenset([made.id])
        seed = candidate.original
        needed = needed_background(found, background)
        told = [s for _, t in documents for s in t.statements]
        labels = telling.named(told, needed, (m for c in found for m in c.minimal))
        glosses = {e: gloss for _, t in documents for e, gloss in t.glosses.items()}
        teller = next(t for _, t in documents if any(s.id == made.id for s in t.statements))
        place = next(n for n, sentence in enumerate(teller.text.sentences) if made.id in sentence.statements)
        return ContextSet(
            type=slot.kind,
            shape=slot.shape,
            kg=telling.kg,
            relations=(seed.relation,),
            domains=unique([telling.ontology.domains.get(seed.relation, GENERAL)]),
            documents=tuple(
                Document(labels[t.share.topic], role, t.statements, lies & {s.id for s in t.statements}, t.text)
                for role, t in documents
            ),
            conflicts=found,
            position=slot.position,
            length=length,
            importance="most" if 2 * place < len(teller.text.sentences) else "least",
            seed_statements=(seed.id,),
            generator=telling.generator,
            verbaliser="template",
            run=telling.run,
            labels=tuple(sorted(labels.items())),
            background=needed,
            glosses=tuple(sorted(glosses.items())),
        )

    def _true(self, planned: PlannedSet) -> bool:
        """Whether what stands in the place of the made-up statement is a fact as the graph has it."""
        made = planned.candidate.perturbed
        return planned.slot.kind == NONE and made in self.around.about(made.subject)
