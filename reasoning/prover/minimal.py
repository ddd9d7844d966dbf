"""The prover: forward chaining in which every derived fact carries the minimal sets of statements that prove it.

A set of statements is a bit mask over the input. A fact keeps an antichain of masks (no mask contains another);
the masks of ⊥ at the fixpoint are exactly the minimal conflicts: the method of assumption-based truth maintenance
(de Kleer 1986) for Horn rules. Background statements have the empty mask: they support without being counted.

Smaller sets are worked off first. A conclusion's set contains those of its premises, so a set whose turn has come is
final: nothing smaller can follow any more, and what was found before the work limit is right.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contragraph.graph.model import Statement
from contragraph.reasoning.prover.cycles import Weighted, keep_minimal, minimal_cycles
from contragraph.reasoning.prover.facts import FactBase, Ground, firings, ground, relevant, started
from contragraph.reasoning.rules.ruleset import RuleSet
from contragraph.reasoning.values.times import moments

DEFAULT_LIMIT = 400_000
"""Work (see :class:`Verdict`) after which the prover gives up and says that it is undecided."""
_COMPARISONS = 16
"""Comparisons of sets that count as one unit of work."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The minimal conflicts as bit masks over the statements, smallest first.

    ``decided`` is False past the limit; then ``minimal`` are those that were certain by then. ``work`` counts fired
    joins, the sets that they united, and (less) the comparisons of sets.
    """

    minimal: tuple[int, ...]
    decided: bool
    work: int


def minimal_conflicts(
    statements: Sequence[Statement],
    rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
    limit: int = DEFAULT_LIMIT,
) -> Verdict:
    """All minimal sets of the statements that contradict themselves under the rules.

    Bit i of a mask stands for ``statements[i]``. ``background`` statements may be used by any proof and are not
    counted. If a proof needs the background alone, the only minimal conflict is the empty set (mask 0).

    Statements with a time contradict each other only where they surely hold at one moment (:mod:`.times`): each of
    the largest sets that do is proven by itself.

    Once nothing more follows, the bounds that the facts give are searched for cycles of more than 0 days
    (:mod:`.cycles`).
    """
    everything = [*background, *statements]
    masks = [0] * len(background) + [1 << i for i in range(len(statements))]
    minimal: list[int] = []
    decided, work = True, 0
    for places in moments(everything, rules.events):
        given = [(ground(everything[i]), masks[i]) for i in places]
        found = _minimal(given, len(statements), rules, limit - work)
        for mask in found.minimal:
            keep_minimal(minimal, mask)
        decided, work = decided and found.decided, work + found.work
    return Verdict(_certain(minimal, len(statements)), decided, work)


def _minimal(given: Sequence[tuple[Ground, int]], most: int, rules: RuleSet, limit: int) -> Verdict:
    """The minimal conflicts of atoms that hold at one moment, each with the set that states it."""
    triggers = relevant(rules, (atom for atom, _ in given))
    facts = FactBase()
    labels: dict[Ground, list[int]] = {}
    worked_off: dict[Ground, list[int]] = {}
    conflicts: list[int] = []
    queues: list[deque[tuple[Ground, int]]] = [deque() for _ in range(most + 1)]
    for atom, mask in given:
        if atom[0] in triggers and keep_minimal(labels.setdefault(atom, []), mask):
            queues[mask.bit_count()].append((atom, mask))

    work = 0
    for size, queue in enumerate(queues):
        while queue:
            atom, mask = queue.popleft()
            if mask not in labels[atom] or any(c & mask == c for c in conflicts):
                continue
            if facts.add(atom):
                worked_off[atom] = [mask]
            else:
                worked_off[atom].append(mask)
            for join in started(triggers, atom):
                for premises, derived in firings(join, atom, facts):
                    if derived == atom or (derived is not None and derived[0] not in triggers):
                        continue
                    supports = [mask]
                    work += 1
                    for premise in premises[1:]:
                        others = worked_off[premise]
                        work += len(supports) * len(others) - 1
                        if work > limit:
                            return _with_bounds(conflicts, (size, most), rules, worked_off, (work, limit))
                        supports = [s | m for s in supports for m in others]
                    if derived is None:
                        for support in supports:
                            keep_minimal(conflicts, support)
                        work += len(supports) * len(conflicts) // _COMPARISONS
                        continue
                    masks = labels.setdefault(derived, [])
                    for support in supports:
                        if not any(c & support == c for c in conflicts) and keep_minimal(masks, support):
                            queues[support.bit_count()].append((derived, support))
                    work += len(supports) * (len(conflicts) + len(masks)) // _COMPARISONS
                    if work > limit:
                        return _with_bounds(conflicts, (size, most), rules, worked_off, (work, limit))
    return _with_bounds(conflicts, (most, most), rules, worked_off, (work, limit))


def _with_bounds(
    conflicts: list[int],
    sizes: tuple[int, int],
    rules: RuleSet,
    facts: Mapping[Ground, list[int]],
    spent: tuple[int, int],
) -> Verdict:
    """The verdict of the rules, with the conflicts of bounds.

    ``sizes``: up to which size the sets of the facts are known, and the largest; ``spent``: the work and its limit.
    """
    work, limit = spent
    size, most = sizes
    decided = work <= limit
    edges = rules.bounds.edges(facts) if rules.bounds else []
    if not edges:
        return Verdict(_certain(conflicts, size), decided, work)
    weighted: list[Weighted] = []
    for edge in edges:
        supports = [0]
        for premise in edge.premises:
            supports = [support | mask for support in supports for mask in facts[premise]]
        bound = edge.bound
        weighted += [(bound.earlier, bound.later, bound.days, support) for support in supports]
    # What the rules left of the limit is for the bounds; where they left nothing, a little finds the smallest.
    found = minimal_cycles(weighted, conflicts, most, max(limit - work, limit // 10))
    return Verdict(_certain(found.minimal, min(size, found.size)), decided and found.decided, work + found.work)


def _certain(masks: list[int], size: int) -> tuple[int, ...]:
    """The conflicts of at most ``size`` statements, in order."""
    return tuple(sorted((m for m in masks if m.bit_count() <= size), key=lambda m: (m.bit_count(), m)))
