"""A wave of sets: proven pairs of texts, each told anew as a set of documents, and proven again as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.dataset.sets import LENGTHS, LONGEST
from contragraph.dataset.types import PairType
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler
from contragraph.generation.assembly.pairs import Selection
from contragraph.generation.assembly.pool import Pooled, ends
from contragraph.generation.assembly.proof import Proven
from contragraph.generation.assembly.telling import GENERAL
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.search.candidate import Candidate
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.slots import MULTI, SINGLE, Slot, places
from contragraph.generation.sets.spread import Share, spread
from contragraph.generation.sets.telling import Draft, Teller, Told, disputed_words
from contragraph.graph.model import Statement, id_number, unique
from contragraph.graph.sets import NONE, Across, ContextSet, Document, Role
from contragraph.reasoning.background import needed_background
from contragraph.reasoning.rules import RuleSet
from contragraph.reasoning.sets import judge_sets

_TRIES = 4
"""How often fill that contradicts something is left out before a set is given up."""
_BESIDE = {"1-50": 0, "51-100": 2, "101-150": 4, "151-200": 8}
"""Things beside the one that a document is about of which it may tell something, the longer it shall be."""
_SHARED = 6
"""Of what fills a document one in so many may stand in another about the same thing as well."""
_DRAFTED = 3
"""Documents that are drafted for each that is wanted beside the conflict: some are too short."""

Known = Callable[[Iterable[str]], Mapping[str, tuple[Statement, ...]]]
"""What every reader knows of the classes of some things."""


@dataclass(frozen=True, slots=True)
class Unmade:
    """Why a pair became no set."""

    reason: str


@dataclass(frozen=True)
class Planned:
    """A set before its documents are told."""

    slot: Slot
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
class Setter:
    """What making sets of the pairs of one wave needs to know; what other waves read or told is not seen.

    So a run that goes on with a wave makes of it what one makes that was never stopped.
    """

    filler: Filler
    teller: Teller
    rules: RuleSet
    ways: Ways
    known: Known
    linking: frozenset[str]
    documents: int
    salt: str
    strangers: Sequence[Pooled]
    """Conflicts about whose topics documents of other sets may be."""
    _far: dict[str, Draft] = field(default_factory=dict)
    """Documents about those topics."""
    _told: dict[tuple[str, str], Told | None] = field(default_factory=dict)
    """Such documents in words, by topic and length."""

    @property
    def around(self) -> Around:
        """What the graph knows around things."""
        return self.filler.around

    def made(self, pairs: Sequence[Proven], slots: Sequence[Slot]) -> Iterator[ContextSet | Unmade]:
        """For each pair the set that a slot asks for, or why it gave none."""
        leads = [pair.chosen.lead for pair in pairs]
        self._read(leads)
        planned = [self._planned(lead, slot) for lead, slot in zip(leads, slots, strict=True)]
        for lead in self.strangers:
            topic = lead.original.subject
            if topic not in self._far:
                self._far[topic] = self._draft(lead, Share(topic, ((),)), LONGEST)
        some = [each for each in planned if isinstance(each, Planned)]
        self.around.read_grammar(
            e for d in (*(d for p in some for d in p.drafts), *self._far.values()) for e in d.entities
        )
        known = self.known(e for p in some if p.slot.kind == NONE for d in p.parts for e in d.entities)
        company = Company(self.around, self.linking, sorted(self._far))
        for pair, each in zip(pairs, planned, strict=True):
            yield each if isinstance(each, Unmade) else self._set(pair, each, company, known)

    # -- planning ----------------------------------------------------------------------------------------

    def _read(self, leads: Sequence[Pooled]) -> None:
        """The facts of all that the conflicts of a wave speak of, and of what belongs with that."""
        around = self.around
        around.read(e for lead in (*leads, *self.strangers) for e in lead.entities)
        around.read(place for lead in leads for place in self.ways.places(lead.original))
        truths = (lead.conflict.candidate.truth for lead in leads)
        around.read(e for truth in truths if truth is not None for e in truth.entities)
        near = {e for lead in leads for e in Company(around, self.linking, ()).near(lead.entities)}
        around.read(near)

    def _planned(self, lead: Pooled, slot: Slot) -> Planned | Unmade:
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
            whole = self._draft(lead, share, slot.length)
            return whole.without(s for s in whole.fill if ends(s) in told)

        near = Company(self.around, self.linking, ()).near(things)
        wanted = _DRAFTED * (self.documents - len(shares)) // 2
        free = [e for e in near if e not in topics][:wanted]
        others = [draft(Share(e, ((),))) for e in free]
        # Often two documents are about one thing, as those of a conflict are: else that alone would tell them.
        others.sort(key=lambda d: -len(d.fill))
        twice = others[: id_number(f"{self.salt}|{lead.conflict.id}|twice") % 3 > 0]
        return Planned(slot, lead, candidate, _dealt([*map(draft, shares)]), _dealt([*twice, *others]))

    def _draft(self, lead: Pooled, share: Share, length: str) -> Draft:
        """What a document may tell besides: what one would tell of its topic, then of what belongs with it."""
        beside = self.around.belonging(share.topic, self.linking, _BESIDE[length])
        chosen = Selection(_type_of(lead), lead, [lead], [share.topic, *beside])
        fill = self.filler.candidates(chosen)
        first = [s for s in fill if share.topic in s.entities]
        return Draft(share, (*first, *(s for s in fill if share.topic not in s.entities)))

    # -- telling and proving -----------------------------------------------------------------------------

    def _set(
        self, pair: Proven, planned: Planned, company: Company, known: Mapping[str, tuple[Statement, ...]]
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
        for length in _from(slot.length):
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
        planned: Planned,
        main: Sequence[Told],
        near: Iterable[Draft],
        company: Company,
        length: str,
        withheld: frozenset[str],
        lot: str,
    ) -> list[tuple[Role, Told]] | None:
        """So many other documents that the set is complete, half of them near where there is enough to tell."""
        wanted = self.documents - len(main)
        found: list[tuple[Role, Told]] = []
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
            other = self._distractor(topic, length)
            if other and things.isdisjoint(e for s in other.statements for e in s.entities):
                found.append(("distractor", other))
        return found if len(found) == wanted else None

    def _distractor(self, topic: str, length: str) -> Told | None:
        """A document about something else, the same in all sets that have it."""
        if (topic, length) not in self._told:
            self._told[topic, length] = self.teller.told(self._far[topic], length, lot=f"{self.salt}|{topic}")
        return self._told[topic, length]

    def _placed(
        self, main: Sequence[Told], others: Sequence[tuple[Role, Told]], slot: Slot, lot: str
    ) -> list[tuple[Role, Told]]:
        """All documents in their order."""
        at = places(self.documents, len(main), slot.position, lot)
        rest = iter(sorted(others, key=lambda other: id_number(f"{lot}|{other[1].text.id}")))
        placed = dict(zip(at, main, strict=True))
        return [("conflict", placed[n]) if n in placed else next(rest) for n in range(self.documents)]

    def _finished(
        self,
        pair: Proven,
        planned: Planned,
        documents: Sequence[tuple[Role, Told]],
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
        entities = sorted({e for _, t in documents for s in t.statements for e in s.entities})
        labels = dict(self.around.labels(entities))
        steps = (step.conclusion for c in found for m in c.minimal for step in m.proof)
        relations = {s.relation for _, t in documents for s in t.statements} | {s.relation for s in needed}
        relations |= {step.relation for step in steps if isinstance(step, Statement)}
        labels |= {r: telling.labels.get(r, r) for r in relations}
        known = self.around.labels(e for s in needed for e in s.entities)
        labels |= {e: known.get(e) or e for s in needed for e in s.entities if e not in labels}
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

    def _true(self, planned: Planned) -> bool:
        """Whether what stands in the place of the made-up statement is a fact as the graph has it."""
        made = planned.candidate.perturbed
        return planned.slot.kind == NONE and made in self.around.about(made.subject)


def _dealt(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Documents about one thing tell different things of it: the facts are dealt out, and few told twice."""
    found = []
    for n, draft in enumerate(drafts):
        alike = [other for other in drafts if other.share.topic == draft.share.topic]
        place = sum(other.share.topic == draft.share.topic for other in drafts[:n])
        own = draft.fill[place :: len(alike)]
        others = [s for s in draft.fill if s not in own]
        found.append(Draft(draft.share, (*own, *others[: len(own) // _SHARED])))
    return tuple(found)


def _type_of(lead: Pooled) -> PairType:
    """The type of a pair that holds this conflict alone."""
    return MULTI if lead.cell.hops > 1 else SINGLE


def _from(length: str) -> list[str]:
    """A bin of lengths and the shorter ones, the longest first."""
    names = list(LENGTHS)
    return names[names.index(length) :: -1]
