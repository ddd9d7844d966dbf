"""The examination of a proposal: proven, refuted with the reason in words, or not to be decided.

The prover judges, and the rules that hold for symbolic proposals hold here: what is made up must not be true in the
graph, readers must be able to believe it, and the graph must keep the axioms of the proof around its things. A model's
own reason is kept for people and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.generation.knowledge import Asking
from contragraph.generation.llm.offer import Offer
from contragraph.generation.llm.question import Words
from contragraph.generation.llm.reading import Read
from contragraph.generation.other_values import fits_as_value
from contragraph.generation.perturb import Proposal, Proposer, proven_alone, stands
from contragraph.generation.quotas import family
from contragraph.generation.ranking import Usage
from contragraph.generation.rules.admitted import TRUE, WRONG_KIND, fault
from contragraph.generation.rules.believable import never_said
from contragraph.graph.model import Literal, Statement
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.unfold import Pattern

_ENOUGH = "the dataset has enough lies of this kind"
_UNSAID = "a relation that no lie is told with"
_CONSISTENT = "no contradiction"
_ITSELF = "the made-up statement contradicts true ones without the statement"
_SEVERAL = "several contradictions at once"
_LENGTH = "the conflict is shorter or longer than the type allows"
_AXIOMS = "the proof needs an axiom that is not granted"
_STANDS = "the graph breaks the axiom for these things, or readers see it in fewer steps"
_NO_AXIOM = "no axiom speaks of {}"
_LIMIT = "undecided within the work limit"
_FINDINGS = {
    TRUE: "The made-up triplet is true, or may be true, in the knowledge graph. Choose another thing.",
    WRONG_KIND: "One end of the made-up triplet is of a kind that such a relation never has. Choose another thing.",
    _ENOUGH: "There are enough contradictions of this kind already. Choose another relation.",
    _UNSAID: "Nothing may be made up with this relation. Choose another one.",
    _ITSELF: "Your triplets contradict each other even without the statement. Give compatible ones.",
    _SEVERAL: "Your triplets and the statement contradict each other in several ways. Give fewer facts.",
    _AXIOMS: "The contradiction rests on a rule with too many exceptions. Choose another relation.",
    _STANDS: "For these very things the graph breaks the rule that the contradiction rests on, or any reader would see "
    "it in fewer steps. Choose other things.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the examination found."""

    proposal: Proposal | None = None
    reason: str = ""
    """Why it is not accepted; one of a fixed few, so that they can be counted."""
    finding: str = ""
    """The same with particulars, for the model."""
    undecided: bool = False
    """Whether a person should look at it."""


def refused(reason: str, finding: str = "") -> Verdict:
    """The verdict on a proposal that is refuted."""
    return Verdict(reason=reason, finding=finding or _FINDINGS.get(reason) or f"{reason[:1].upper()}{reason[1:]}.")


def examine(
    proposed: Read, offer: Offer, multi: bool, usage: Usage, proposer: Proposer, words: Words
) -> Asking[Verdict]:
    """Whether a made-up statement and some facts are exactly one conflict with the seed, of the kind asked for."""
    seed, made = offer.seed, proposed.made
    if made is None:
        return refused(proposed.reason, proposed.finding)
    if made.relation in proposer.untold or never_said(seed, made.relation, len(proposed.facts)):
        return refused(_UNSAID)
    if usage.blocked(family(made)):
        return refused(_ENOUGH)
    for relation in (made.relation, seed.relation):
        if not proposer.unfolding.by_relation.get(relation):
            reason = _NO_AXIOM.format(f'"{words.relation(relation)}"')
            return Verdict(reason=reason, finding=reason, undecided=True)
    statements = (seed, made, *proposed.facts)
    verdict = minimal_conflicts(statements, proposer.rules)
    if not verdict.decided:
        return Verdict(reason=_LIMIT, finding=_LIMIT, undecided=True)
    if not verdict.minimal:
        return refused(_CONSISTENT, _say_consistent(made, offer, proposer, words))
    if any(not mask & 1 for mask in verdict.minimal):
        return refused(_ITSELF)
    if len(verdict.minimal) > 1:
        return refused(_SEVERAL)
    # Facts that no step of the proof uses are not told.
    core = tuple(s for i, s in enumerate(statements) if verdict.minimal[0] >> i & 1)
    if made not in core:
        return refused(_ITSELF)
    if (len(core) > 2) != multi:
        return refused(_LENGTH, _say_length(len(core) - 1, multi))
    return (yield from _admitted(core, proposer))


def _admitted(core: tuple[Statement, ...], proposer: Proposer) -> Asking[Verdict]:
    """The verdict on statements that are one minimal conflict."""
    seed, made, *supports = core
    proposal = proven_alone(core, 0.0, proposer)
    if proposal is None:
        return refused(_AXIOMS)
    if isinstance(made.object, Literal):
        if not (yield from fits_as_value(made, (seed, *supports), proposer.rules, proposer.knowledge)):
            return refused(TRUE)
    else:
        reason = yield from fault(seed, made, supports, _different(seed, made, supports), proposer)
        if reason:
            return refused(reason)
    if not (yield from stands(proposal, proposer)):
        return refused(_STANDS)
    return Verdict(proposal)


def _different(seed: Statement, made: Statement, supports: Sequence[Statement]) -> list[tuple[str, str]]:
    """The things of the made-up statement that must not lie within those of the seed: what no statement joins."""
    joined = {frozenset(s.entities) for s in (seed, made, *supports)}
    return [
        (one, other)
        for one in made.entities
        for other in seed.entities
        if one != other and other not in made.entities and frozenset((one, other)) not in joined
    ]


def _say_length(hops: int, multi: bool) -> str:
    if multi:
        return (
            f"The contradiction takes {hops} step, for the made-up triplet contradicts the statement by itself. It "
            "must do so only together with one to three of the facts."
        )
    return f"The contradiction takes {hops} steps. It must take one: the made-up triplet alone against the statement."


def _say_consistent(made: Statement, offer: Offer, proposer: Proposer, words: Words) -> str:
    """That nothing contradicts, with what would: the shortest pattern in which both relations stand."""
    uses = proposer.unfolding.by_relation.get(offer.seed.relation, ())
    told = [_rule(pattern, leaf, offer.seed.relation, made.relation, proposer, words) for pattern, leaf, _ in uses]
    rules = [rule for rule in told if rule]
    if not rules:
        return (
            f'No known rule makes "{words.relation(made.relation)}" contradict the statement. Relations that can are '
            'under "relations".'
        )
    shortest = min(rules, key=lambda rule: (len(rule), rule))
    return (
        "Your triplets are compatible with the statement. This would be a contradiction, where different letters are "
        f"different things: {'; '.join(shortest)}."
    )


def _rule(
    pattern: Pattern, leaf: int, seed: str, made: str, proposer: Proposer, words: Words
) -> tuple[str, ...] | None:
    """A pattern as triplets over letters, its leaf said by the seed's relation; None where the other is not in it."""
    clauses = []
    has_made = False
    for place, atom in enumerate(pattern.leaves):
        spelled = {s.relation: s for s in reversed(proposer.unfolding.spellings.get(atom.relation, ()))}
        wanted = seed if place == leaf else made
        has_made |= place != leaf and made in spelled
        said = spelled.get(wanted) or next(iter(spelled.values()), None)
        if said is None:
            return None
        ends = (atom.second, atom.first) if said.flip else (atom.first, atom.second)
        one, other = (chr(ord("A") + end) if isinstance(end, int) else end for end in ends)
        clauses.append(f'{one} "{words.relation(said.relation)}" {other}')
    return tuple(clauses) if has_made else None
