"""Harmless lies of the kinds that controls lack, said of the subject of a seed without a conflict to start from.

Few seeds have so many lies of several steps that can all be moved (:mod:`.controls_swap`). The last lies of a pair may
therefore be said directly: by a relation that could contradict the seed, of one of its things and of something else,
which a true fact brings in as a support would.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from contragraph.generation.controls_sound import YOUNGER, Mover, Swap, of_values
from contragraph.generation.controls_swap import anchored, first, new_facts
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking
from contragraph.generation.perturb import Proposal
from contragraph.generation.quotas import counted_as
from contragraph.generation.ranking import Usage
from contragraph.generation.rules.believable import is_kind
from contragraph.generation.rules.plausible import is_class, readable
from contragraph.graph.model import Entity, Statement
from contragraph.reasoning.ends import End

_KINDS, _CLASSES, _NAMES, _TRIED = 5, 12, 8, 20
"""Kinds of lies, classes that one may speak of, names whose facts bring in others, and lies that are looked at."""
_NEW = 0.5
"""How often what a lie says something of besides is new, and named on the perturbed side alone."""

Other = tuple[Statement | None, Entity, bool]
"""Something that a lie may speak of, with the fact that names it and whether the perturbed side alone has that."""


def said_directly(
    seed: Statement,
    subgraph: Subgraph,
    added: list[Statement],
    beside: Sequence[Statement],
    usage: Usage,
    mover: Mover,
    random: Random,
) -> Asking[tuple[Proposal, Swap] | None]:
    """A harmless lie in place of a seed, of a kind of which the controls have few; None if there is none.

    Both things of the seed go on being named.
    """
    knowledge, signatures = mover.knowledge, mover.proposer.signatures
    named = {e for s in beside for e in s.entities}
    relations = [r for r in mover.against(seed.relation) if not usage.blocked(counted_as(r))]
    if not relations or not named.issuperset(seed.entities):
        return None
    lacking = [usage.allowance.of(counted_as(r), usage.here) ** 2 for r in relations]
    chosen = dict.fromkeys(random.choices(relations, weights=lacking, k=_KINDS))
    others = yield from _others(seed, subgraph, beside, mover, random)
    options: list[Swap] = []
    for subject in (yield from knowledge.entities(seed.entities)):
        if subject.id in knowledge.hidden or (yield from is_class(subject.id, knowledge)):
            continue
        for relation in chosen:
            if not (yield from signatures.fits(subject, End(relation, True), knowledge)):
                continue
            some = (yield from _classes(relation, mover)) if is_kind(relation) else others
            for anchor, other, alone in some:
                if other.id in seed.entities or (yield from _misfit(other, relation, mover)):
                    continue
                if anchor and of_values(relation) and not set(anchor.entities).isdisjoint(seed.entities):
                    continue
                options.append(Swap(Statement(subject.id, relation, other.id), "another lie", anchor, alone=alone))
    random.shuffle(options)
    for option in options[:_TRIED]:
        proposal = Proposal(seed, option.said, (), "typical", (), 0.0)
        found = yield from first([option], proposal, mover, 1)
        found = yield from anchored(found, subgraph, added, mover)
        if found is not None:
            return proposal, found
    return None


def said_of_tied(
    seed: Statement, beside: Sequence[Statement], usage: Usage, mover: Mover, random: Random
) -> Asking[tuple[Proposal, Swap] | None]:
    """A harmless lie in place of a seed about two things of another fact, on which the lie does not bear.

    The same two things stand together on both sides, as in a conflict of one step. Both things of the seed go on being
    named. None if there is none.
    """
    knowledge, signatures = mover.knowledge, mover.proposer.signatures
    named = {e for s in beside for e in s.entities}
    if not named.issuperset(seed.entities):
        return None
    options: list[tuple[float, Swap]] = []
    for fact in beside:
        relations = [r for r in mover.tied(fact.relation) if not usage.blocked(counted_as(r))]
        ends = yield from knowledge.entities(fact.entities if relations else ())
        if len(ends) < 2 or any(e.id in knowledge.hidden for e in ends):
            continue
        for relation in relations:
            for one, other in (ends, ends[::-1]):
                if relation in YOUNGER and one.id != fact.subject:
                    continue
                if not (yield from signatures.fits(one, End(relation, True), knowledge)):
                    continue
                if not (yield from signatures.fits(other, End(relation, False), knowledge)):
                    continue
                # The kinds that are lacking most come first, mostly.
                lacking = usage.allowance.of(counted_as(relation), usage.here)
                said = Statement(one.id, relation, other.id)
                options.append((random.random() ** (1 / lacking), Swap(said, "of a tie", fact)))
    for _, option in sorted(options, key=lambda some: (-some[0], some[1].said.sort_key))[:_TRIED]:
        proposal = Proposal(seed, option.said, (), "typical", (), 0.0)
        if (yield from first([option], proposal, mover, 1)) is not None:
            return proposal, option
    return None


def _misfit(other: Entity, relation: str, mover: Mover) -> Asking[bool]:
    """Whether something is of the wrong kind to be spoken of by a relation, or a class where things are."""
    if not is_kind(relation) and (yield from is_class(other.id, mover.knowledge)):
        return True
    return not (yield from mover.proposer.signatures.fits(other, End(relation, False), mover.knowledge))


def _others(
    seed: Statement, subgraph: Subgraph, beside: Sequence[Statement], mover: Mover, random: Random
) -> Asking[list[Other]]:
    """What a lie may speak of besides: things of the pair, or new ones with facts that name them."""
    names = [e for e in dict.fromkeys(e for s in beside for e in s.entities) if e not in mover.knowledge.hidden]
    random.shuffle(names)
    if random.random() < _NEW:
        names.sort(key=lambda name: name not in seed.entities)
        near = yield from new_facts(names[:_NAMES], subgraph, mover, random)
        return [(fact, other, True) for fact, other in near]
    known = yield from mover.knowledge.entities(names)
    return [(next(s for s in beside if e.id in s.entities), e, False) for e in known]


def _classes(relation: str, mover: Mover) -> Asking[list[Other]]:
    """The classes of which most things are at the other end of what a lie is about."""
    found: list[Other] = []
    for end in mover.proposer.signatures.like.get(End(relation, True), ()):
        _, counts = yield from mover.proposer.signatures.profile(End(end.relation, not end.subject), mover.knowledge)
        common = sorted(counts, key=lambda name: (-counts[name], name))[:_CLASSES]
        known = yield from mover.knowledge.entities(common)
        found += [(None, e, False) for e in known if e.id not in mover.knowledge.hidden and readable(e.label)]
    return found
