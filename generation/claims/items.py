"""Items: a claim and documents in words, each with a label that is proven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from contragraph.dataset.records.codec import statement_json, text_json, with_id
from contragraph.dataset.records.proven_claims import CONFLICT, proofs_json
from contragraph.generation.assembly.proof import Proven
from contragraph.generation.assembly.telling import GENERAL
from contragraph.generation.claims.planning import ANOTHER_TIME, STRANGER, DocumentPlan, PlannedItem, Planner
from contragraph.generation.claims.slots import ClaimSlot
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.drafting import Drafting, Unmade, shorter
from contragraph.generation.sets.telling import Draft, ToldDocument, disputed_words
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Statement, id_number
from contragraph.reasoning.prover.claims import ClaimVerdict, but_for_times, judge_claim, timeless
from contragraph.reasoning.prover.minimal import minimal_conflicts

_TRIES = 4
"""How often fill that says something of the claim is left out before a document is given up."""
_STRANGERS = 4
"""Documents about other things are tried until so many have failed."""
Background = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class MadeItem:
    """An item as a line of ``claims.jsonl``."""

    type: str
    line: tuple[str, str]
    """Its id and its line."""


@dataclass(frozen=True)
class LabelledDocument:
    """A document in words, with what the prover says of the claim and it."""

    plan: DocumentPlan
    told: ToldDocument
    verdict: ClaimVerdict

    @property
    def tells(self) -> frozenset[Statement]:
        """What it states, in whatever order."""
        return frozenset(self.told.statements)


@dataclass(frozen=True)
class ClaimSetter(Drafting):
    """What makes the items of the pairs of one wave."""

    def made(self, pairs: Sequence[Proven], slots: Sequence[ClaimSlot]) -> Iterator[MadeItem | Unmade]:
        """For each pair the item that a slot asks for, or why it gave none."""
        leads = [pair.chosen.lead for pair in pairs]
        self.read(leads)
        self.around.read(place for lead in leads for place in self.ways.places(lead.made))
        planner = Planner(self)
        planned = [planner.planned(lead, slot) for lead, slot in zip(leads, slots, strict=True)]
        self.draft_strangers()
        some = [each for each in planned if isinstance(each, PlannedItem)]
        self.read_grammar(d for p in some for d in p.drafts)
        known = self.known(e for p in some for d in p.drafts for e in d.entities)
        company = self.company()
        for pair, each in zip(pairs, planned, strict=True):
            yield each if isinstance(each, Unmade) else self._item(pair, each, company, known)

    def _item(
        self, pair: Proven, planned: PlannedItem, company: Company, known: Mapping[str, Background]
    ) -> MadeItem | Unmade:
        slot, lead = planned.slot, planned.lead
        lot = f"{self.salt}|{lead.conflict.id}|{slot.kind}"
        core = frozenset(lead.conflict.candidate.statements)
        withheld = disputed_words(core, self.around.labels(e for s in core for e in s.entities))
        things = {e for d in planned.drafts for e in d.entities}
        background = tuple(
            sorted({*pair.background, *(s for e in things for s in known.get(e, ()))}, key=lambda s: s.sort_key)
        )
        for length in shorter(slot.length):
            found: list[LabelledDocument] = []
            for n, plan in enumerate((*planned.parts, *planned.beside)):
                if len(found) == self.documents:
                    break
                labelled = self._labelled(plan, planned.claim, length, withheld, background, f"{lot}|{n}")
                if labelled is not None and labelled.tells not in {each.tells for each in found}:
                    found.append(labelled)
                elif n < len(planned.parts):
                    break
            else:
                found += self._strangers(planned, found, company, length, background, lot)
            if len(found) == self.documents:
                return self._finished(planned, found, background, lot)
        return Unmade("too little is known of what its documents are about")

    def _labelled(
        self,
        plan: DocumentPlan,
        claim: Statement,
        length: str,
        withheld: frozenset[str],
        background: Background,
        lot: str,
    ) -> LabelledDocument | None:
        """A document that says of the claim just what it is to say; fill that says more is left out."""
        draft, own = plan.draft, {claim, *plan.draft.share.statements}
        # "A city in Kern County from 1926 to 1933" would say that it was a city then.
        bare = frozenset() if timeless(claim) == claim else frozenset([claim.subject])
        for _ in range(_TRIES):
            told = self.teller.told(draft, length, withheld, lot, bare=bare)
            if told is None:
                return None
            verdict = judge_claim(claim, told.statements, self.rules, background=background)
            proofs = (*verdict.supports, *verdict.contradicts)
            members = {i for minimal, _ in proofs for i in minimal.statements} | self._clashing(told, background)
            odd = {s for s in told.statements if s.id in members} - own
            if not odd:
                fits = verdict.decided and verdict.label == plan.label
                return LabelledDocument(plan, told, verdict) if fits else None
            draft = draft.without(odd)
        return None

    def _clashing(self, told: ToldDocument, background: Background) -> set[str]:
        """What takes part in a contradiction of a document with itself."""
        found = minimal_conflicts(told.statements, self.rules, background=background)
        return {s.id for mask in found.minimal for n, s in enumerate(told.statements) if mask >> n & 1}

    def _strangers(
        self,
        planned: PlannedItem,
        found: Sequence[LabelledDocument],
        company: Company,
        length: str,
        background: Background,
        lot: str,
    ) -> list[LabelledDocument]:
        """Documents about other things, where too few about its own can be told."""
        wanted, strangers, failed = self.documents - len(found), list[LabelledDocument](), 0
        things = {e for each in found for s in each.told.statements for e in s.entities}
        for topic in company.far(lot, things):
            if len(strangers) == wanted or failed == _STRANGERS:
                break
            told = self.distractor(topic, length)
            if told is None or not things.isdisjoint(e for s in told.statements for e in s.entities):
                failed += told is not None
                continue
            verdict = judge_claim(planned.claim, told.statements, self.rules, background=background)
            if verdict.label == "irrelevant" and verdict.decided:
                strangers.append(
                    LabelledDocument(DocumentPlan("irrelevant", STRANGER, Draft(told.share, ())), told, verdict)
                )
        return strangers

    # -- the line ----------------------------------------------------------------------------------------

    def _finished(
        self, planned: PlannedItem, found: Sequence[LabelledDocument], background: Background, lot: str
    ) -> MadeItem | Unmade:
        telling, slot = self.teller.telling, planned.slot
        ordered = sorted(found, key=lambda each: id_number(f"{lot}|{each.told.text.id}"))
        claim, counter = in_words(planned.claim), in_words(planned.counter)
        others = [("counterclaim", counter)]
        own = {planned.claim, planned.counter, *planned.lead.conflict.candidate.support, *planned.lies}
        about = (s for each in ordered for s in each.told.statements if claim.subject in s.entities)
        disputed = {planned.claim.relation, planned.counter.relation}
        plain = (s for s in about if s not in own and s.relation not in disputed and timeless(s) == s)
        fill = [s for s in plain if not Planner(self).leaves_open(s)]
        if fill:
            others.append(("beside", min(fill, key=lambda s: id_number(f"{lot}|beside|{s.id}"))))
        verdicts = {
            role: [judge_claim(s, each.told.statements, self.rules, background=background) for each in ordered]
            for role, s in others
        }
        if not all(v.decided for some in verdicts.values() for v in some):
            return Unmade("the prover could not decide")
        every = [*(each.verdict for each in ordered), *(v for some in verdicts.values() for v in some)]
        later = (each.told.statements for each in ordered if each.plan.way == ANOTHER_TIME)
        supposed = [m for said in later for m, _ in but_for_times(claim, said, self.rules, background=background)]
        minimal = [*supposed, *(m for v in every for m, _ in (*v.supports, *v.contradicts))]
        premises = {p for m in minimal for step in m.proof for p in step.premises}
        needed = tuple(s for s in background if s.id in premises)
        told = [*(s for each in ordered for s in each.told.statements), claim, counter]
        labels = telling.named(told, needed, minimal)
        against = [m for each in ordered for m, _ in each.verdict.contradicts]
        relation = planned.claim.relation
        glosses = {e: gloss for each in ordered for e, gloss in each.told.glosses.items()}

        def stated(s: Statement) -> dict[str, object]:
            return statement_json(s, "made" if s in planned.lies else "kg", labels)

        body = {
            "split": "proven",
            "type": slot.kind,
            "kind": "temporal" if supposed else "contradiction",
            "kg": telling.kg,
            "relations": [relation],
            "domains": [telling.ontology.domains.get(relation, GENERAL)],
            "claim": self.teller.sentence(claim, lot),
            "question": "",
            "statement": stated(claim),
            "documents": [
                {
                    "id": f"d{n}",
                    "title": labels[each.told.share.topic],
                    "label": each.plan.label,
                    "way": each.plan.way,
                    "statements": [stated(s) for s in each.told.statements],
                    **text_json(each.told.text),
                    "proofs": _proofs(each.verdict),
                }
                for n, each in enumerate(ordered, start=1)
            ],
            "conflict": slot.kind == CONFLICT,
            "hops": min(len(m.statements) for m in against) - 1 if against else None,
            "others": [
                {
                    "role": role,
                    "text": self.teller.sentence(s, lot),
                    "statement": stated(s),
                    "labels": [v.label for v in verdicts[role]],
                    "proofs": [_proofs(v) for v in verdicts[role]],
                }
                for role, s in others
            ],
            **({"background": [statement_json(s, "kg", labels) for s in needed]} if needed else {}),
            **({"glosses": [{"id": i, "text": text} for i, text in sorted(glosses.items())]} if glosses else {}),
            "provenance": {
                "seed_statements": [planned.lead.original.id],
                "generator": telling.generator,
                "verbaliser": "template",
                "run": telling.run,
            },
        }
        return MadeItem(slot.kind, with_id("claim", body))


def _proofs(verdict: ClaimVerdict) -> dict[str, object]:
    return proofs_json(tuple(m for m, _ in verdict.supports), tuple(m for m, _ in verdict.contradicts))
