"""Cycles of bounds whose days sum to more than 0: whether there is one, the shortest, and all minimal sets of them.

The sets are found as the prover finds its own: paths are worked off by the size of the set of statements that they
need, and one that needs no fewer statements than another and is no longer leads nowhere that the other does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contragraph.reasoning.rules.bounds import BoundEdge

Weighted = tuple[str, str, int, int]
"""An edge as a search needs it: from, to, days, and the set (mask) of statements that it follows from."""


def keep_minimal(masks: list[int], new: int) -> bool:
    """Add a mask to an antichain; False if one in it is contained in the new one."""
    for mask in masks:
        if mask & new == mask:
            return False
    masks[:] = [mask for mask in masks if mask & new != new]
    masks.append(new)
    return True


def has_solution(edges: Iterable[tuple[str, str, int]]) -> bool:
    """Whether days can be given to all points: whether no cycle sums to more than 0."""
    longest = {(earlier, later): days for earlier, later, days in sorted(edges)}  # of several the last, the largest
    number: dict[str, int] = {}
    for pair in longest:
        for name in pair:
            number.setdefault(name, len(number))
    bounds = [(number[earlier], number[later], days) for (earlier, later), days in longest.items()]
    return _settled(len(number), bounds, most=0) is not None


def _settled(points: int, bounds: Sequence[tuple[int, int, int]], most: int) -> tuple[list[int], list[int]] | None:
    """Days for all points that keep all bounds but some, and the places of those; None for more than ``most``.

    Bellman and Ford: each point is moved behind those that it comes after. Where that runs round a cycle, the bounds
    cannot all be kept, and the first one of the cycle is given up.
    """
    days_of = [0] * points
    moved_by = [-1] * points
    given_up: dict[int, None] = {}
    moved = True
    while moved:
        moved = False
        for place, (earlier, later, days) in enumerate(bounds):
            if days_of[earlier] + days > days_of[later] and place not in given_up:
                days_of[later] = days_of[earlier] + days
                moved_by[later] = place
                moved = True
        while moved and (cycle := _running(moved_by, bounds)):
            if len(given_up) == most:
                return None
            given_up[min(cycle)] = None
            moved_by[bounds[min(cycle)][1]] = -1
    return days_of, list(given_up)


def _running(moved_by: Sequence[int], bounds: Sequence[tuple[int, int, int]]) -> list[int]:
    """Bounds that moved each other round a cycle, as their places; none if there are none."""
    state = [0] * len(moved_by)
    for start in range(len(moved_by)):
        here, path = start, []
        while moved_by[here] >= 0 and not state[here]:
            state[here] = start + 1
            path.append(moved_by[here])
            here = bounds[moved_by[here]][0]
        if path and moved_by[here] >= 0 and state[here] == start + 1:
            ends = [bounds[place][1] for place in path]
            return path[ends.index(here) :]
    return []


@dataclass(frozen=True, slots=True)
class Cycles:
    """The minimal sets of all cycles as masks; where not ``decided``, those of at most ``size`` statements are sure."""

    minimal: list[int]
    decided: bool
    size: int
    work: int


def _bounds(edges: Iterable[Weighted]) -> tuple[int, list[tuple[int, int, int]], list[int]]:
    """The number of points, and the bounds between them with their sets, without points that no cycle can touch."""
    best: defaultdict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for earlier, later, days, mask in edges:
        kept = best[earlier, later]
        if not any(m & mask == m and d >= days for m, d in kept):
            kept[:] = [(m, d) for m, d in kept if not (m & mask == mask and d <= days)]
            kept.append((mask, days))
    pairs = {pair for pair in best if pair[0] != pair[1]}
    size = -1
    while size != len(pairs):
        size = len(pairs)
        through = {earlier for earlier, _ in pairs} & {later for _, later in pairs}
        pairs = {pair for pair in pairs if pair[0] in through and pair[1] in through}
    number = {name: i for i, name in enumerate(sorted({earlier for earlier, _ in pairs}))}
    bounds: list[tuple[int, int, int]] = []
    masks: list[int] = []
    for earlier, later in sorted(pairs):
        for mask, days in best[earlier, later]:
            bounds.append((number[earlier], number[later], days))
            masks.append(mask)
    return len(number), bounds, masks


def minimal_cycles(edges: Sequence[Weighted], known: Sequence[int], most: int, limit: int) -> Cycles:
    """The smallest sets of statements whose bounds close a cycle of more than 0 days.

    Days are given to the points that keep all bounds but a few. Every cycle of more than 0 days has one of these few,
    and from each the ways back to it are followed, as long as what the cycle lacks can still be gained.

    Args:
        edges: what the statements give.
        known: sets that contradict themselves for another reason; they are in the answer, where they are smallest.
        most: the number of statements.
        limit: steps after which the search is given up.
    """
    minimal = list(known)
    for earlier, later, days, mask in edges:
        if earlier == later and days > 0:
            keep_minimal(minimal, mask)
    points, bounds, masks = _bounds(edges)
    settled = _settled(points, bounds, most=len(bounds))
    assert settled is not None
    days_of, given_up = settled
    work = len(edges)
    if not given_up:
        return Cycles(minimal, True, most, work)
    # What a bound asks beyond the days given: 0 at most for those that are kept, and the same sum round any cycle.
    lacks = [days + days_of[one] - days_of[other] for one, other, days in bounds]
    onward: list[list[tuple[int, int, int, int]]] = [[] for _ in range(points)]
    for place, (one, other, _) in enumerate(bounds):
        onward[one].append((other, lacks[place], masks[place], place))
    broken = sorted((place for place in given_up if lacks[place] > 0), key=lambda place: (-lacks[place], place))
    turn = {place: i for i, place in enumerate(broken)}
    gains = [sum(lacks[place] for place in broken[i + 1 :]) for i in range(len(broken))]
    labels: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    queues: list[list[tuple[int, int, int, int, int]]] = [[] for _ in range(most + 1)]
    for i, place in enumerate(broken):
        there, mask = bounds[place][1], masks[place]
        labels[i, there].append((mask, lacks[place]))
        queues[mask.bit_count()].append((i, there, mask, lacks[place], 1 << there))
    for size, queue in enumerate(queues):
        for i, here, mask, length, seen in queue:  # grows while it is worked off
            if (mask, length) not in labels[i, here] or any(c & mask == c for c in minimal):
                continue
            home, gain = bounds[broken[i]][0], gains[i]
            for there, days, more, place in onward[here]:
                total = length + days
                if total + gain <= 0 or seen >> there & 1 or turn.get(place, i + 1) <= i:
                    continue
                work += 1
                union = mask | more
                if any(c & union == c for c in minimal):
                    continue
                if there == home:
                    if total > 0:
                        keep_minimal(minimal, union)
                    continue
                kept = labels[i, there]
                work += len(kept) // 8
                if any(m & union == m and d >= total for m, d in kept):
                    continue
                kept[:] = [(m, d) for m, d in kept if not (m & union == union and d <= total)]
                kept.append((union, total))
                queues[union.bit_count()].append((i, there, union, total, seen | 1 << there))
            if work > limit:
                return Cycles(minimal, False, size, work)
    return Cycles(minimal, True, most, work)


def shortest_cycle(edges: Sequence[BoundEdge]) -> list[BoundEdge] | None:
    """Of the cycles that sum to more than 0 days one of fewest bounds, then of most days; None if there is none.

    It begins at its first point by name, so that it depends on the bounds alone.
    """
    best: dict[tuple[str, str], BoundEdge] = {}
    for edge in sorted(edges, key=_order):
        best.setdefault((edge.bound.earlier, edge.bound.later), edge)
    onward: defaultdict[str, list[BoundEdge]] = defaultdict(list)
    for edge in best.values():
        onward[edge.bound.earlier].append(edge)
    roots = sorted(onward)
    walks: dict[str, Mapping[str, tuple[int, tuple[BoundEdge, ...]]]] = {root: {root: (0, ())} for root in roots}
    for _ in range(len(roots)):
        closed: tuple[int, list[BoundEdge]] | None = None
        for root in roots:
            longer: dict[str, tuple[int, tuple[BoundEdge, ...]]] = {}
            for here, (days, path) in walks[root].items():
                for edge in onward.get(here, ()):
                    total, there = days + edge.bound.days, edge.bound.later
                    if there >= root and (there not in longer or total > longer[there][0]):
                        longer[there] = (total, (*path, edge))
            days, path = longer.pop(root, (0, ()))
            if days > 0 and (closed is None or days > closed[0]):
                closed = days, list(path)
            walks[root] = longer
        if closed is not None:
            return closed[1]
    return None


def _order(edge: BoundEdge) -> tuple[object, ...]:
    """Of two bounds between two points the larger comes first, then the one that needs no axiom."""
    bound = edge.bound
    return bound.earlier, bound.later, -bound.days, edge.axiom or "", _spelled(edge)


def _spelled(edge: BoundEdge) -> list[str]:
    return [str(part) for premise in edge.premises for part in premise]
