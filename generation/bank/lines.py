"""Lines: a fact, its claims with proofs and texts, and its question, as one line of a bank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from contragraph.dataset.records.bank import Cause, ClaimKind, Status
from contragraph.dataset.records.codec import statement_json, with_id
from contragraph.generation.assembly.telling import GENERAL
from contragraph.generation.bank.choosing import ReplacementChooser, lot
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.planning import NOBODY
from contragraph.generation.bank.proving import Proofs, ValueProof
from contragraph.generation.bank.questions import Asker
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.telling import ClaimTeller, ClaimText, ClaimToTell
from contragraph.generation.bank.times import disjoint, future, overlapping, times_of, within
from contragraph.generation.verbalise import Name
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Literal, Object, Statement, Text, content_hash
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.values.times import is_timed

_BOTH = 0b11
_REPLACEMENTS = 4
"""Values that are tried for a fact before it is given up."""
_YEAR = re.compile(r"\d{4}")
_BEARERS = 3
"""Subjects that are tried for a control."""


@dataclass
class DraftClaim:
    """A claim before it is a line's."""

    cause: Cause
    kind: ClaimKind
    status: Status
    statement: Statement
    proof: ValueProof | None = None
    evidence: list[ClaimText] = field(default_factory=list)
    beside: tuple[Statement, ...] = ()
    gloss: str = ""
    text: Text | None = None
    """A sentence that tells it alone."""
    source: str = "made"

    @property
    def control(self) -> bool:
        """Whether it is a harmless claim beside others."""
        return self.kind == "control"


@dataclass(frozen=True, slots=True)
class BankLine:
    """A line with what it counts."""

    line: str
    relation: str
    relations: frozenset[str]
    """Of all that is stated, and of the background."""
    counts: Counter[str]


class NoLineError(Exception):
    """Why a fact gives no line."""


class Liner:
    """What makes the lines of one shard."""

    def __init__(self, known: Knowledge, settings: BankSettings) -> None:
        self.known, self.settings = known, settings
        self.proofs = Proofs(known)
        self.chooser = ReplacementChooser(known, settings.seed)
        self.teller = ClaimTeller(known, settings.seed)
        self.asker = Asker(self.chooser)

    def made(self, at: int, other: int, cause: Cause) -> BankLine | str:
        """The line of a fact, or why there is none; ``other`` is the fact of a namesake, if it is there for that."""
        fact = self.known.snapshot.statement(at)
        try:
            return self._made(fact, None if other == NOBODY else other, cause)
        except NoLineError as why:
            return str(why)

    def _made(self, fact: Statement, other: int | None, cause: Cause) -> BankLine:
        if not self.chooser.usable(fact.subject) or not self.chooser.usable(fact.object):
            raise NoLineError("its things have no name that a text can use")
        subject, thing = (self.known.said(x).casefold() for x in (fact.subject, fact.object))
        if subject in thing or thing in subject:
            raise NoLineError("one of its names contains the other")
        known = self._times_known(fact)
        beside = tuple(self.chooser.beside(fact, (fact.object,), "beside"))
        if len(beside) < 2:
            raise NoLineError("too little is known of its subject")
        why = "nothing could stand in for its object"
        for drawn, replacement in self._replacements(fact, other):
            claims = list(self._claims(fact, replacement, drawn, other, known, beside))
            if any(c.cause == cause and not c.control for c in claims):
                try:
                    return self._line(fact, replacement, claims)
                except NoLineError as reason:
                    why = str(reason)
                    continue
            why = f"no claim of the cause {cause} is proven"
        raise NoLineError(why)

    def _times_known(self, fact: Statement) -> list[tuple[str | None, str | None]]:
        """The times of all values of the relation that the graph has of the subject."""
        values = [s for s in self.known.facts(fact.subject) if s.relation == fact.relation]
        times = [times_of(s) for s in values]
        if len({s.object for s in values}) > 1:
            if not all(is_timed(s, self.known.rules.events) for s in values):
                raise NoLineError("it has another value at an unknown time")
            if any(self.proofs.of(fact, s) for s in values if s.object != fact.object):
                raise NoLineError("the graph has two values at one time")
        return times

    def _replacements(self, fact: Statement, other: int | None) -> Iterator[tuple[int, Object]]:
        if other is not None:
            thing = self.known.snapshot.object_of(other)
            if self.chooser.usable(thing):
                yield other, thing
            return
        values = {s.object for s in self.known.facts(fact.subject) if s.relation == fact.relation}
        some = (
            pair
            for pair in self.chooser.replacement(fact)
            if pair[1] not in values
            and (not isinstance(pair[1], str) or within(times_of(fact), [self.known.years(pair[1])]))
        )
        for _, pair in zip(range(_REPLACEMENTS), some, strict=False):
            yield pair

    # -- claims ------------------------------------------------------------------------------------------

    def _claims(
        self,
        fact: Statement,
        replacement: Object,
        drawn: int,
        other: int | None,
        known: Sequence[tuple[str | None, str | None]],
        beside: tuple[Statement, ...],
    ) -> Iterator[DraftClaim]:
        """The claims against a fact whose status is proven, controls behind those that they stand beside."""
        causes, settings = self.settings.causes, self.settings
        own = tuple(s for s in beside if s.object != replacement)
        yield DraftClaim("default", "true", "true", fact, beside=own, source="kg")
        if "misinformation" in causes:
            lie = replace(fact, object=replacement)
            if proof := self.proofs.of(fact, lie):
                yield DraftClaim("misinformation", "plain", "proven", lie, proof, beside=own)
                yield from self._control("misinformation", fact, drawn)
        timed = is_timed(fact, self.known.rules.events)
        if "temporal" in causes and timed:
            lives = [
                self.known.years(e) for e in (fact.subject, *([replacement] if isinstance(replacement, str) else []))
            ]
            for lie in overlapping(fact, replacement, lives):
                if proof := self.proofs.of(fact, lie):
                    yield DraftClaim("temporal", "overlap", "proven", lie, proof, beside=own)
                    yield from self._control("temporal", fact, drawn)
                    break
            if later := disjoint(fact, replacement, known, lives):
                yield DraftClaim("temporal", "update", "consistent", later, beside=own)
        if "temporal" in causes and settings.allow_unproven and fact.relation not in self.known.rules.events:
            yield DraftClaim("temporal", "future", "unproven", future(fact, replacement), beside=own)
        if "semantic" in causes and other is not None:
            yield from self._namesake(fact, other)

    def _namesake(self, fact: Statement, other: int) -> Iterator[DraftClaim]:
        """What is true of a namesake, and would contradict the fact if both were one."""
        its = self.known.snapshot.statement(other)
        descriptions = [self._described(e, (fact.object, its.object)) for e in (fact.subject, its.subject)]
        if not all(descriptions) or descriptions[0].casefold() == descriptions[1].casefold():
            return
        if proof := self.proofs.of(fact, replace(its, subject=fact.subject)):
            beside = tuple(self.chooser.beside(its, (fact.object,), "beside"))
            yield DraftClaim("semantic", "namesake", "proven", its, proof, beside=beside, source="kg")
            yield from self._control("semantic", fact, other, its.subject)

    def _control(self, cause: Cause, fact: Statement, drawn: int, but: str = "") -> Iterator[DraftClaim]:
        """The replacement, said truly of another subject."""
        ratio = self.settings.controls
        if ratio is None or lot(self.settings.seed, "control", cause, fact.id) % ratio.pairs >= ratio.controls:
            return
        tried = 0
        for its in self.chooser.bearers(fact, drawn, cause):
            if its.subject == but or (cause == "temporal") != is_timed(its, self.known.rules.events):
                continue
            tried += 1
            beside = tuple(self.chooser.beside(its, (fact.object,), "beside"))
            if len(beside) >= 2:
                yield DraftClaim(cause, "control", "consistent", its, beside=beside, source="kg")
                return
            if tried == _BEARERS:
                return

    # -- the line ----------------------------------------------------------------------------------------

    def _line(self, fact: Statement, replacement: Object, claims: Sequence[DraftClaim]) -> BankLine:
        others = self.chooser.others(fact, replacement, 1)
        if not others:
            raise NoLineError("there is nothing else to choose from")
        own = [s for c in claims if c.statement.subject == fact.subject for s in (c.statement, *c.beside)]
        named = self.teller.named(tuple(dict.fromkeys(own)))
        kept = []
        for claim in claims:
            if self._told(fact, replacement, claim, claims[0], named):
                kept.append(claim)
            elif not claim.control and claim.kind != "update":  # these may be missing
                raise NoLineError("no text of a claim was good enough")
        ids = {id(c): content_hash("claim", c.cause, c.kind, c.statement.id) for c in kept}
        values = (fact.object, replacement)
        updates = [(ids[id(c)], c.statement) for c in kept if c.kind == "update"]
        namesakes = [
            (ids[id(c)], self._described(fact.subject, values), self._described(c.statement.subject, values))
            for c in kept
            if c.kind == "namesake"
        ]
        question = self.asker.question(fact, replacement, others, updates, namesakes)
        if question is None:
            raise NoLineError("two options of its question read alike")
        pool = dict.fromkeys(s for c in kept for e in c.evidence for s in e.statements if s != c.statement)
        background = dict.fromkeys(s for c in kept if c.proof for s in c.proof.background)
        labels = self._labels([*(c.statement for c in kept), *pool, *background], kept)
        domains = self.known.ontology.domains
        glosses = {c.statement.subject: c.gloss for c in kept if c.gloss}
        body = {
            "kg": self.known.snapshot.kg,
            "relation": {"id": fact.relation, "label": labels[fact.relation]},
            "domain": domains.get(fact.relation, GENERAL),
            "subject": self._thing(fact.subject, values),
            "object": self._thing(fact.object, ()),
            "replacement": self._thing(replacement, ()),
            "claims": [self._claim(c, ids[id(c)], fact, values, labels) for c in kept],
            "question": question,
            "degree": self.known.entity(fact.subject).degree,
            **({"facts": [statement_json(s, "kg", labels) for s in map(in_words, pool)]} if pool else {}),
            **({"background": [statement_json(s, "kg", labels) for s in background]} if background else {}),
            **({"glosses": [{"id": e, "text": g} for e, g in sorted(glosses.items())]} if glosses else {}),
        }
        counts = Counter(f"{c.cause} {c.kind}" for c in kept)
        counts["texts"] = sum(len(c.evidence) for c in kept)
        told = frozenset(s.relation for s in (*(c.statement for c in kept), *pool, *background))
        return BankLine(with_id("bank", body)[1], fact.relation, told, counts)

    def _told(
        self, fact: Statement, replacement: Object, claim: DraftClaim, default: DraftClaim, named: Mapping[str, Name]
    ) -> bool:
        """Whether a claim has a good text of each style, which say of the fact just what they should.

        ``named``: what texts about the subject of the fact call things.
        """
        claim.beside = self._harmless(fact, claim)
        unsaid: tuple[Object, ...] = () if claim.kind == "true" else (fact.object,)
        unsaid = (replacement,) if claim.kind == "true" else unsaid
        disputed = [x for x in (fact.subject, fact.object, replacement) if isinstance(x, str)]
        if not is_timed(claim.statement, self.known.rules.events):
            claim.gloss = self.teller.gloss(claim.statement.subject, disputed)
        own = claim.statement.subject == fact.subject
        swap = self.teller.swap(fact, claim.statement, named) if own and claim is not default else None
        models = {e.style: e for e in default.evidence}
        named = named if own else self.teller.named((claim.statement, *claim.beside))
        told = ClaimToTell(claim.statement, claim.beside, named, unsaid, claim.gloss, swap, models)
        for style in self.settings.styles:
            made = self.teller.evidence(told, style)
            if isinstance(made, str):
                return False
            claim.evidence.append(made)
        claim.text = self.teller.sentence(told, default.text)
        return True

    def _harmless(self, fact: Statement, claim: DraftClaim) -> tuple[Statement, ...]:
        """What is told beside a claim, without what would make the text contradict itself, or the fact by itself."""
        same = claim.statement == fact
        given = (fact,) if same else (fact, claim.statement)
        background = claim.proof.background if claim.proof else ()
        verdict = minimal_conflicts(
            (*given, *claim.beside), self.known.rules, background=tuple(dict.fromkeys(background))
        )
        wanted = {_BOTH} if claim.status == "proven" and claim.kind != "namesake" else set()
        odd = [m for m in verdict.minimal if m not in wanted]
        if claim.kind == "future":
            odd = [m for m in odd if m != _BOTH]
        elif not verdict.decided or any(m >> len(given) == 0 for m in odd):
            return ()
        return tuple(s for n, s in enumerate(claim.beside, len(given)) if not any(m >> n & 1 for m in odd))

    def _described(self, thing: str, disputed: Sequence[Object]) -> str:
        """What a thing is in a few words, without the values that claims dispute."""
        said = (self.known.said(o) for o in disputed)
        return self.known.description(thing, *(w for each in said for w in (each, *_YEAR.findall(each))))

    def _thing(self, thing: Object, disputed: Sequence[Object]) -> dict[str, str]:
        if isinstance(thing, Literal):
            said = self.known.said(thing)
            return {"id": thing.id, "label": said, "value": thing.value, "datatype": thing.datatype}
        label = self.known.entity(thing).label
        return {"id": thing, "label": label, "description": self._described(thing, disputed)}

    def _claim(
        self, claim: DraftClaim, name: str, fact: Statement, values: Sequence[Object], labels: dict[str, str]
    ) -> dict[str, Any]:
        stated = statement_json(in_words(claim.statement), "kg" if claim.source == "kg" else "made", labels)
        proof = claim.proof
        other = claim.statement.subject != fact.subject
        return {
            "id": name,
            "cause": claim.cause,
            "kind": claim.kind,
            "control": claim.control,
            "status": claim.status,
            "text": claim.text.body.strip() if claim.text else "",
            "statement": stated,
            "conflicts": [proof.minimal] if proof else [],
            "hops": len(proof.minimal["statements"]) - 1 if proof else None,
            "strength": proof.strength if proof else None,
            **({"subject": self._thing(claim.statement.subject, values)} if other else {}),
            "evidence": [e.as_json() for e in claim.evidence],
        }

    def _labels(self, statements: Sequence[Statement], claims: Sequence[DraftClaim]) -> dict[str, str]:
        """What things and relations are called, of all that statements and proofs name."""
        found = {e: self.known.entity(e).label or e for s in statements for e in s.entities}
        steps = (step["conclusion"] or {} for c in claims if c.proof for step in c.proof.minimal["proof"])
        relations = {s.relation for s in statements} | {step["relation"] for step in steps if "relation" in step}
        return found | {r: self.known.labels.get(r, r) for r in relations}
