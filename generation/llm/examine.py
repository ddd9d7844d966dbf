"""The examination of a proposal: proven, refuted with the reason in words, or not to be decided.

The prover judges, and the filters of the search without a model hold here. A model's own reason is kept for people and
counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from contragraph.generation.llm.question import Offer, PromptWords, rule_in_words
from contragraph.generation.llm.reading import ReadProposal
from contragraph.generation.llm.values import off_by_too_much
from contragraph.generation.search.admitting import admitted
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.values import DEFAULT
from contragraph.generation.search.view import View
from contragraph.graph.model import Literal, Statement
from contragraph.reasoning.prover.judge import Outcome, judge

SHAPE = "proposed"
"""In place of the name of a shape: a model found it."""
_CONSISTENT = "no contradiction"
_WITHOUT = "the made-up statement contradicts true ones without the statement"
_SEVERAL = "several contradictions at once"
_LENGTH = "the conflict is shorter or longer than was asked for"
_FAR = "a value that is off by more than sources are"
_SUPPORTS = "a relation that is never made up"
_FINDINGS = {
    _WITHOUT: "Your triplets contradict each other even without the statement. Give compatible ones.",
    _SEVERAL: "Your triplets and the statement contradict each other in several ways. Give fewer facts.",
    _FAR: "The made-up value is too far from the true one to be believed. Make a smaller error.",
    _SUPPORTS: "Nothing may be made up with this relation. Choose another one.",
}


@dataclass(frozen=True, slots=True)
class ProposalVerdict:
    """What the examination found."""

    conflict: ProvenConflict | None = None
    filter: str = ""
    """Which filter refused it."""
    reason: str = ""
    """Why it is not accepted."""
    finding: str = ""
    """The same for the model."""
    undecided: bool = False
    """Whether a person should look at it."""


def refused(reason: str, finding: str = "", filter_: str = "proposal") -> ProposalVerdict:
    """The verdict on a proposal that is refuted."""
    told = finding or _FINDINGS.get(reason) or f"{reason[:1].upper()}{reason[1:]}."
    return ProposalVerdict(filter=filter_, reason=reason, finding=told)


@dataclass(frozen=True)
class Examiner:
    """What examining needs besides the proposals."""

    grounds: Grounds
    words: PromptWords
    strict: bool = False

    def examine(self, read: ReadProposal, offer: Offer, view: View) -> ProposalVerdict:
        """Whether a made-up statement and some facts are exactly one conflict with the seed, of the kind asked for."""
        made, grounds = read.made, self.grounds
        if made is None:
            return refused(read.reason, read.finding)
        if made.relation in grounds.modifiers:
            return refused(_SUPPORTS)
        spoken = {r for axiom in grounds.ontology.every for r in axiom.relations} | {*grounds.ontology.dates}
        for relation in (made.relation, offer.seed.relation):
            if relation not in spoken:
                reason = f'no axiom speaks of "{self.words.relation(relation)}"'
                return ProposalVerdict(reason=reason, finding=reason, undecided=True)
        true = (offer.seed, *read.facts)
        truth = _truth(made, true, view)
        original = truth if truth in true else offer.seed
        if isinstance(made.object, Literal):
            assert truth is not None and isinstance(truth.object, Literal)  # noqa: PT018 - reading has seen to it
            if off_by_too_much(made.object, truth.object, grounds.errors.get(made.relation, DEFAULT)):
                return refused(_FAR)
        known = partial(grounds.background, view=view)
        support = tuple(s for s in true if s != original)
        return self._judged(Candidate(SHAPE, original, made, support, truth), known, offer, view)

    def _judged(
        self, said: Candidate, known: Callable[[Iterable[str]], tuple[Statement, ...]], offer: Offer, view: View
    ) -> ProposalVerdict:
        """The verdict on statements; facts that no step of the proof uses are dropped."""
        sides = (said.original, *said.support), (*said.support, said.perturbed)
        told = replace(said, background=known(e for s in said.statements for e in s.entities))
        judgement = judge(*sides, self.grounds.rules, background=told.background)
        if judgement.outcome is Outcome.UNDECIDED:
            return ProposalVerdict(reason=judgement.outcome.value, finding=judgement.outcome.value, undecided=True)
        if judgement.outcome is Outcome.CONSISTENT:
            return refused(_CONSISTENT, self._rules(offer))
        if judgement.outcome is Outcome.PERTURBED_INCONSISTENT:
            return refused(_WITHOUT)
        if judgement.outcome is not Outcome.PROVEN:
            return refused(judgement.outcome.value)
        masks = [mask for masks in judgement.groups for mask in masks]
        if len(masks) > 1:
            return refused(_SEVERAL)
        core = judgement.pair.members(masks[0])
        support = tuple(s for s in said.support if s in core)
        if bool(support) != offer.multi:
            return refused(_LENGTH, _length(len(support) + 1, multi=offer.multi))
        return self._admitted(replace(told, support=support), view)

    def _admitted(self, candidate: Candidate, view: View) -> ProposalVerdict:
        """The verdict on statements that are one minimal conflict: what filters say, and the proof for itself."""
        outcome = admitted(candidate, self.grounds, self.grounds.setting(view), strict=self.strict)
        if not isinstance(outcome, ProvenConflict):
            return refused(outcome.reason, _finding(outcome.reason, view), outcome.filter)
        return ProposalVerdict(outcome)

    def _rules(self, offer: Offer) -> str:
        """That nothing contradicts, with what would."""
        shortest = min((rule_in_words(rule, self.words) for rule in offer.rules), key=lambda rule: (len(rule), rule))
        return (
            "Your triplets are compatible with the statement. This would be a contradiction, where different letters "
            f"are different things or values: {shortest}."
        )


def _truth(made: Statement, true: Iterable[Statement], view: View) -> Statement | None:
    """The true fact in whose place a made-up statement stands."""
    same = [s for s in true if (s.subject, s.relation) == (made.subject, made.relation)]
    known = view.of(made.subject, [made.relation])
    return same[0] if same else known[0] if len(known) == 1 else None


def _finding(reason: str, view: View) -> str:
    """What a filter says, with names in place of ids."""
    said = re.sub(
        r"\b\w+:\w+\b", lambda found: f'"{view.label(found[0])}"' if view.label(found[0]) else found[0], reason
    )
    return f"The made-up triplet is not accepted: {said}. Choose another thing, or another relation."


def _length(hops: int, *, multi: bool) -> str:
    if multi:
        return (
            f"The contradiction takes {hops} step, for the made-up triplet contradicts the statement by itself. It "
            "must do so only together with one to three of the facts."
        )
    return f"The contradiction takes {hops} steps. It must take one: the made-up triplet alone against the statement."
