"""Pairs that contain no contradiction, made in the way of those that do.

A control is cut out of the graph as a conflicting pair is: a seed, a lie about it, true supports, a subgraph around
them. Then each lie gives way to a harmless cousin (:mod:`.controls_swap`). So both kinds of pairs have the same words,
lengths and shapes, and what tells them apart is what is said of whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from contragraph.dataset.types import CONTROL, MIN_EDGES
from contragraph.generation.build import (
    Draft,
    Rejection,
    Task,
    compatible,
    drafted,
    first_hops,
    further_seeds,
    grow,
    hops_to_try,
    include,
    perturbed_side,
    unfit,
)
from contragraph.generation.controls_direct import said_directly, said_of_tied
from contragraph.generation.controls_sound import Mover, Swap
from contragraph.generation.controls_swap import harmless
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking
from contragraph.generation.perturb import Proposal, propose
from contragraph.generation.ranking import SAME_FAMILY
from contragraph.generation.rules.standing import known_kinds, places_apart, telling
from contragraph.graph.model import Control, Statement, content_hash
from contragraph.reasoning.judge import Outcome, judge
from contragraph.reasoning.prover import minimal_conflicts

_LIES = 3
"""Kinds of lies that are tried for one seed."""
_OF_TIED = 0.7
"""How often lies of one step are looked for among what true facts of the pair tie together."""
_MANY = 3
"""Lies of a pair, from which on some may be said directly, where those that the search finds cannot be moved."""


def build_control(task: Task, mover: Mover) -> Asking[Draft | Rejection]:
    """A control in the shape of the task's type around its seed, or the reason why there is none."""
    proposer = mover.proposer
    random = Random(content_hash(task.salt, str(CONTROL), str(task.type), task.seed.id))
    why = yield from unfit(task.seed, proposer)
    if why:
        return Rejection(CONTROL, task.seed, why)
    subgraph, added = Subgraph(), list[Statement]()
    proposals: list[Proposal] = []
    swaps: list[Swap] = []
    spare: list[Statement] = []
    found = yield from _turned(task.seed, task, subgraph, added, spare, proposals, mover, random)
    if found is None:
        return Rejection(CONTROL, task.seed, "no lie of a kind that is wanted could be made harmless")
    proposals.append(found[0])
    swaps.append(found[1])
    for seed in further_seeds(task, subgraph, proposer):
        if len(proposals) == task.type.conflicts:
            break
        if any(seed in p.statements for p in proposals) or (yield from unfit(seed, proposer)):
            continue
        found = yield from _turned(seed, task, subgraph, added, spare, proposals, mover, random)
        if found is not None:
            proposals.append(found[0])
            swaps.append(found[1])
    if len(proposals) < task.type.conflicts:
        return Rejection(CONTROL, task.seed, f"only {len(proposals)} of {task.type.conflicts} lies were made harmless")
    return (yield from _judged(task, subgraph, added, spare, proposals, swaps, mover))


def _turned(
    seed: Statement,
    task: Task,
    subgraph: Subgraph,
    added: list[Statement],
    spare: list[Statement],
    proposals: Sequence[Proposal],
    mover: Mover,
    random: Random,
) -> Asking[tuple[Proposal, Swap] | None]:
    """A lie about a seed that fits beside those that are there, and its harmless cousin; None if there is none.

    ``spare`` takes up what the search brought into the subgraph beyond what a conflict would have.
    """
    proposer = mover.proposer
    here = tuple(p.family for p in proposals)
    grown = bool(proposals)
    if not task.type.multi and random.random() < _OF_TIED:
        if not grown:
            ends = yield from proposer.knowledge.entities(seed.entities)
            if not all(subgraph.name(e.id, e.label) for e in ends) or not subgraph.add(seed):
                return None
            yield from grow(task, subgraph, proposer, random)
            grown = True
        originals = {seed, *(p.original for p in proposals)}
        beside = [s for s in subgraph.statements if s not in originals]
        found = yield from said_of_tied(seed, beside, replace(task.usage, here=here), mover, random)
        if found is not None and compatible(found[0], list(proposals)):
            return found
    for _ in range(_LIES):
        usage = replace(task.usage, here=here)
        hops = hops_to_try(task.type, usage, random) if proposals else first_hops(task, random)
        proposal = yield from propose(seed, hops, proposer, usage, random)
        if proposal is None or not compatible(proposal, list(proposals)):
            break
        before, size = list(added), len(subgraph.statements)
        if (yield from include(proposal, subgraph, added, proposer, random)):
            if not grown:
                yield from grow(task, subgraph, proposer, random)
                grown, size = True, len(subgraph.statements)
            originals = {proposal.original, *(p.original for p in proposals)}
            beside = [s for s in subgraph.statements if s not in originals]
            swap = yield from harmless(proposal, subgraph, added, beside, task.type.multi, mover, random)
            if swap is not None:
                if swap.anchor == subgraph.statements[-1] and len(subgraph.statements) > size:
                    spare += [s for s in beside if s not in spare][-1:]
                return proposal, swap
        added[:] = before
        spare += [s for s in subgraph.statements[size:] if s not in spare]
        here = (*here, *[proposal.family] * SAME_FAMILY)
    if not proposals or not task.type.multi or task.type.conflicts < _MANY:
        return None
    usage = replace(task.usage, here=tuple(p.family for p in proposals))
    originals = {seed, *(p.original for p in proposals)}
    beside = [s for s in subgraph.statements if s not in originals]
    if seed not in subgraph or any(seed in p.statements for p in proposals):
        return None
    return (yield from said_directly(seed, subgraph, added, beside, usage, mover, random))


def _judged(
    task: Task,
    subgraph: Subgraph,
    added: list[Statement],
    spare: Sequence[Statement],
    proposals: Sequence[Proposal],
    swaps: Sequence[Swap],
    mover: Mover,
) -> Asking[Draft | Rejection]:
    """The pair if neither the judge nor readers would find a contradiction, once fill that interferes is dropped."""
    proposer, knowledge = mover.proposer, mover.knowledge
    told = [replace(p, made=s.said) for p, s in zip(proposals, swaps, strict=True)]
    said = {s.said for s in swaps}
    if len(said) < len(swaps) or not said.isdisjoint(subgraph.statements) or not said.isdisjoint(added):
        return Rejection(CONTROL, task.seed, "it would say one thing twice")
    core = {s for p in told for s in p.statements} | {s.anchor for s in swaps if s.anchor}
    original = [s for s in subgraph.statements if s in core or s not in spare]
    added = [s for s in added if s not in subgraph.statements]
    axioms = tuple(sorted({a for p in proposals for a in p.axioms}))
    for _ in range(3):
        perturbed = perturbed_side(original, added, told)
        doubtful = yield from _doubtful(original, perturbed, axioms, mover)
        doubtful |= yield from telling(perturbed, [p.statements for p in told], knowledge)
        if not doubtful:
            break
        if doubtful & core:
            return Rejection(CONTROL, task.seed, "readers would find a contradiction")
        original = [s for s in original if s not in doubtful]
    least = MIN_EDGES
    if task.distractors is not None:
        filling = [s for s in original if s not in core]
        original = [s for s in original if s not in filling[task.distractors :]]
        least = len(core.intersection(original)) + task.distractors
    if len(original) < least:
        return Rejection(CONTROL, task.seed, "too few facts around the seed")
    perturbed = perturbed_side(original, added, told)
    outcome = judge(original, perturbed, proposer.rules).outcome
    if outcome is not Outcome.CONSISTENT:
        return Rejection(CONTROL, task.seed, outcome.value)
    draft = yield from drafted(CONTROL, original, perturbed, (), told, proposer)
    made = draft.made - {s.said.id for s in swaps if s.true}
    return replace(draft, made=made, control=Control("", " + ".join(s.kind for s in swaps)))


def _doubtful(
    original: Sequence[Statement], perturbed: Sequence[Statement], axioms: tuple[str, ...], mover: Mover
) -> Asking[set[Statement]]:
    """Statements that what readers know of the things named would set against each other; all, if that is undecided."""
    proposer, knowledge = mover.proposer, mover.knowledge
    union = list(dict.fromkeys([*original, *perturbed]))
    names = list(dict.fromkeys(e for s in union for e in s.entities))
    apart = yield from places_apart(names, proposer.containment, knowledge)
    kinds = yield from known_kinds(names, knowledge)
    found: set[Statement] = set()
    for background, rules in ((apart, proposer.rules), (kinds, proposer.relevant(axioms)[0])):
        known = set(background)
        spoken = [s for s in union if s not in known]
        verdict = minimal_conflicts(spoken, rules, background=background)
        if not verdict.decided:
            return set(union)
        for mask in verdict.minimal:
            clash = {s for i, s in enumerate(spoken) if mask >> i & 1}
            fill = clash - {s for s in clash if s in perturbed and s not in original}
            found |= fill or clash
    return found
