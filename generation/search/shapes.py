"""Shapes: patterns of axioms with one statement perturbed, each for all relations that the axioms treat alike.

What would contradict itself is unfolded from the axioms (:mod:`contragraph.reasoning.unfold.patterns`) and from bounds
of dates (:mod:`contragraph.reasoning.unfold.dates`). Of each pattern one leaf is perturbed and the others are true.
Patterns that differ in their relations alone are one shape, so that one query serves birth, death and burial. Where
the true leaves do not hang together, or do not say what stands in place of what, the shape links them: places of one
level by a border, values of one relation by another subject that has something rare in common with this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import permutations

from contragraph.cypher.matching import Edge, Matching
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.rules.horn import Atom
from contragraph.reasoning.rules.ruleset import NOT, rules_of
from contragraph.reasoning.unfold.dates import Cycle, cycles
from contragraph.reasoning.unfold.patterns import MAX_LEAVES, Pattern, Spelling, Unfolding, unfold

_LONGEST = 4
"""Statements of a contradiction by rules: longer chains only say the same again. Those of dates go on to five."""
_LONGEST_OF_PLACES = 2
Relations = tuple[Spelling, ...]
"""The relations of the leaves of a shape in one of its patterns."""

Pairs = tuple[tuple[int, int], ...]
Structure = tuple[tuple[tuple[int, int, bool], ...], Pairs, Pairs, tuple[bool, ...]]
"""A pattern without its relations: the ends of its leaves and which end in literals, pairs that must be two, pairs that
must be of one level, and which leaves have the relation of the perturbed one."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A statement of a shape: its ends are variables."""

    first: int
    second: int
    literal: bool = False


@dataclass(frozen=True)
class Shape:
    """A pattern of which the last leaf is perturbed."""

    name: str
    leaves: tuple[Leaf, ...]
    combinations: tuple[Relations, ...]
    """For each pattern the relations of its leaves, with which the perturbed one is made as well."""
    levels: tuple[tuple[int, int], ...]
    """Pairs of things that must be of one level."""
    distinct: tuple[tuple[int, int], ...]
    link: str
    """What joins the true leaves: empty, ``border``, or ``cousin``."""
    matching: Matching
    together: Mapping[str, tuple[str, ...]]
    """The relations that true leaves may have together, as the query takes them."""
    denies: bool = False
    """Whether what is perturbed denies a true fact, instead of saying something else."""

    @property
    def hops(self) -> int:
        """The number of steps of its conflicts."""
        return len(self.leaves) - 1

    @property
    def perturbed(self) -> Leaf:
        """The leaf that is made up."""
        return self.leaves[-1]

    @property
    def made(self) -> tuple[str, ...]:
        """The relations of perturbed statements."""
        return tuple(sorted({c[-1].relation for c in self.combinations}))


@dataclass(frozen=True)
class BoundPattern:
    """A pattern whose leaves are relations of the graph, with the place of the perturbed one."""

    leaves: tuple[Atom, ...]
    literals: frozenset[int]
    distinct: tuple[tuple[int, int], ...]
    levels: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RelationVocabulary:
    """What shapes need to know of a graph's relations."""

    statable: frozenset[str]
    """Relations of the graph that texts may state, with facts."""
    single: frozenset[str]
    """Relations of which a thing has one value."""
    sole: frozenset[str]
    """Relations of which a value has one subject."""
    borders: tuple[str, ...]
    """Relations between neighbours."""
    levels: frozenset[str]
    """The classes that are levels of places."""
    modifiers: frozenset[str]
    """Relations that mostly support: containment, borders, classes."""
    places: frozenset[str] = frozenset()
    """Those of them that say where places lie; they are perturbed where a contradiction is about places alone."""
    untold: frozenset[str] = frozenset()
    """Relations that texts leave out: none is perturbed, since only lies would be told with it."""


@lru_cache(maxsize=8)
def shapes(ontology: Ontology, vocabulary: RelationVocabulary) -> tuple[Shape, ...]:
    """All shapes of an ontology, by name; those of the last few are kept.

    Raises:
        CypherError: never for a relation that the graph has.
    """
    classes = frozenset(str(a.terms[1]) for a in ontology.axioms if a.kind is Kind.AT_MOST_ONE)
    unfolding = unfold(rules_of(ontology), vocabulary.statable, levels=classes, max_leaves=_LONGEST)
    raw = [
        *_of_rules(unfolding, ontology.data, vocabulary.levels),
        *_of_dates(cycles(ontology, vocabulary.statable, MAX_LEAVES)),
    ]
    found: dict[Structure, dict[Relations, None]] = {}
    for pattern in raw:
        for place, leaf in enumerate(pattern.leaves):
            modifier = leaf.relation in vocabulary.modifiers and not _of_places(pattern, vocabulary)
            if modifier or leaf.relation in vocabulary.untold:
                continue
            structure, relations = _canonical(pattern, place)
            found.setdefault(structure, {})[relations] = None
    made = (
        _shape(structure, tuple(sorted(combos)), vocabulary, by_border=by_border)
        for structure, combos in found.items()
        for by_border in (True, False)
    )
    return tuple(sorted({s.name: s for s in made if s}.values(), key=lambda s: (s.hops, s.name)))


def _of_places(pattern: BoundPattern, vocabulary: RelationVocabulary) -> bool:
    """Whether a contradiction is about where places lie and nothing else: then that may be perturbed as well.

    One true fact beside the original is enough: longer chains of places read as riddles.
    """
    return len(pattern.leaves) <= _LONGEST_OF_PLACES and all(
        leaf.relation in vocabulary.places for leaf in pattern.leaves
    )


def _of_rules(unfolding: Unfolding, data: Collection[str], places: Collection[str]) -> Iterable[BoundPattern]:
    """The patterns of rules, each predicate in all its spellings."""
    for pattern in unfolding.patterns:
        if any(a.relation.startswith(NOT) or isinstance(a.second, str) for a in pattern.leaves) or pattern.later:
            continue
        yield from _spelled(pattern, unfolding, data, places)


def _spelled(
    pattern: Pattern, unfolding: Unfolding, data: Collection[str], places: Collection[str]
) -> Iterable[BoundPattern]:
    every: list[tuple[Atom, ...]] = [()]
    for leaf in pattern.leaves:
        spelled = [
            Atom(s.relation, leaf.second, leaf.first) if s.flip else Atom(s.relation, leaf.first, leaf.second)
            for s in unfolding.spellings.get(leaf.relation, ())
        ]
        every = [(*before, atom) for before in every for atom in spelled]
    levels: dict[str, list[int]] = {}
    for variable, kind in pattern.classes:
        if kind not in places:
            continue
        levels.setdefault(kind, []).append(variable)
    pairs = tuple((some[0], other) for some in levels.values() for other in some[1:])
    if any(_alike(pattern, *pair) for pair in pairs):
        return
    for leaves in every:
        literals = frozenset(a.second for a in leaves if a.relation in data and isinstance(a.second, int))
        if len(set(leaves)) == len(leaves):
            yield BoundPattern(leaves, literals, pattern.distinct, pairs)


def _alike(pattern: Pattern, one: int, other: int) -> bool:
    """Whether two places are reached by chains of the same length: then two on the way are of one level as well.

    To a reader such a contradiction has one step, whatever the proof takes.
    """
    steps: dict[int, int] = {}
    for start in {int(a.first) for a in pattern.leaves} - {int(a.second) for a in pattern.leaves}:
        steps[start] = 0
    for _ in pattern.leaves:
        for leaf in pattern.leaves:
            if leaf.first in steps:
                steps.setdefault(int(leaf.second), steps[int(leaf.first)] + 1)
    return steps.get(one, 0) == steps.get(other, 0) > 1


def _of_dates(found: Iterable[Cycle]) -> Iterable[BoundPattern]:
    for cycle in found:
        yield BoundPattern(cycle.leaves, cycle.literals, (), ())


def _canonical(pattern: BoundPattern, perturbed: int) -> tuple[Structure, Relations]:
    """The structure of a pattern without its relations, and these in the order of its leaves (perturbed: last)."""
    names: dict[int, int] = {}
    leaves = pattern.leaves
    ends = tuple(
        (names.setdefault(int(a.first), len(names)), names.setdefault(int(a.second), len(names))) for a in leaves
    )
    alike = tuple(leaf.relation == leaves[perturbed].relation for leaf in leaves)
    literals = frozenset(names[end] for end in pattern.literals)
    distinct, levels = (_renamed(pairs, names) for pairs in (pattern.distinct, pattern.levels))
    structure, ways = _ways(ends, literals, distinct, levels, alike, perturbed)
    least = min([(leaves[place].relation, turned) for place, turned in way] for way in ways)
    return structure, tuple(_spelling(*each) for each in least)


_spelling = cache(Spelling)
"""Some 20,000 patterns have a few hundred spellings."""


@cache
def _ways(
    ends: Pairs, literals: frozenset[int], distinct: Pairs, levels: Pairs, alike: tuple[bool, ...], perturbed: int
) -> tuple[Structure, tuple[tuple[tuple[int, bool], ...], ...]]:
    """The least structure of leaves by their ends, and the orders that give it.

    An order is the place of each leaf with whether it is read backwards. ``alike``: which leaves have the relation of
    the perturbed one.
    """
    others = [place for place in range(len(ends)) if place != perturbed]
    free = not (set(ends[perturbed]) - literals <= {end for place in others for end in ends[place]})
    found: dict[Structure, list[tuple[tuple[int, bool], ...]]] = {}
    for order in permutations(others):
        names: dict[int, int] = {}
        leaves: list[tuple[int, int, bool]] = []
        way: list[tuple[int, bool]] = []
        for place in (*order, perturbed):
            one, other = ends[place]
            # Leaves are read from the variable that is known: so that a relation and its inverse are one shape.
            turned = other in names and (one not in names or names[other] < names[one])
            first, second = (names.setdefault(end, len(names)) for end in ((other, one) if turned else (one, other)))
            leaves.append((first, second, other in literals))
            way.append((place, turned))
        same = tuple(free and alike[place] for place in order)
        structure = (tuple(leaves), _renamed(distinct, names), _renamed(levels, names), same)
        found.setdefault(structure, []).append(tuple(way))
    least = min(found)
    return least, tuple(found[least])


def _renamed(pairs: Pairs, names: Mapping[int, int]) -> Pairs:
    """Pairs of variables by their new names, in order."""
    found = ((names[x], names[y]) for x, y in pairs)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def _shape(
    structure: Structure, combos: tuple[Relations, ...], vocabulary: RelationVocabulary, *, by_border: bool
) -> Shape | None:
    """The shape of a structure; None where its true leaves cannot be joined, by a border of places or otherwise."""
    ends, distinct, levels, same = structure
    leaves = tuple(Leaf(*each) for each in ends)
    if not _told_together(leaves, same):
        return None
    edges = [_edge(leaf, place, combos, vocabulary) for place, leaf in enumerate(leaves[:-1])]
    bound = {end for leaf in leaves[:-1] for end in (leaf.first, leaf.second)}
    joined = _reached(edges, edges[0].first)
    made = leaves[-1]
    wanted = {made.first} if made.literal else {made.first, made.second}
    link = ""
    kinds: tuple[tuple[int, int], ...] = ()
    equal: tuple[tuple[int, int], ...] = ()
    if not (wanted <= bound <= joined):
        if levels and vocabulary.borders and by_border:
            (one, other), link = levels[0], "border"
            edges.append(Edge(one, other, vocabulary.borders, vocabulary.borders))
        elif True in same and not made.literal and made.first in bound:
            place = same.index(True)
            truth = leaves[place]
            if made.first not in (truth.first, truth.second) or made.second in bound:
                return None
            link = "cousin"
            top = max(bound | {made.second}) + 1
            edges += _cousin(made, truth, top, _relations(place, combos))
            replaced = truth.second if truth.first == made.first else truth.first
            kinds = () if levels else ((replaced, made.second),)
            kinds = (*kinds, (made.first, top + 1))
            equal = ((len(edges) - 3, len(edges) - 2), (place, len(edges) - 1))
            distinct = (*distinct, (made.first, top + 1), (replaced, made.second))
        if not wanted <= {e for edge in edges for e in (edge.first, edge.second)} or not _all_joined(edges):
            return None
    text = repr((structure, link)).encode()
    what = _what(made, levels, link)
    name = f"{len(leaves) - 1}-{what}-{hashlib.sha256(text).hexdigest()[:4]}"
    matching = Matching(
        tuple(edges),
        levels,
        kinds,
        equal,
        tuple(dict.fromkeys(distinct)),
        len(leaves) - 1,
        None if any(combo[-1].flip for combo in combos) else made.first,
        tuple(sorted({made.first} if made.literal else {made.first, made.second})),
    )
    matching = _without_unmatched(matching)
    return Shape(name, leaves, combos, levels, distinct, link, matching, _together(combos))


def _told_together(leaves: tuple[Leaf, ...], same: tuple[bool, ...]) -> bool:
    """Whether the perturbed side can tell its statements as one: they hang together without some original.

    The original is what the perturbed leaf stands in place of, where that is among the leaves.
    """
    originals = [place for place, alike in enumerate(same) if alike] or range(len(leaves) - 1)
    return any(_hang_together([leaf for n, leaf in enumerate(leaves) if n != place]) for place in originals)


def _hang_together(leaves: list[Leaf]) -> bool:
    reached = {leaves[-1].first, leaves[-1].second}
    for _ in leaves:
        reached |= {e for leaf in leaves if {leaf.first, leaf.second} & reached for e in (leaf.first, leaf.second)}
    return all(leaf.first in reached for leaf in leaves)


def _cousin(made: Leaf, truth: Leaf, top: int, relations: tuple[tuple[str, ...], tuple[str, ...]]) -> list[Edge]:
    """What leads to a replacement: another thing with something in common, and what holds of that in the same way.

    A subject has an object in common with another; an object (a film, of which somebody is the director) a subject.
    """
    forwards, backwards = relations
    if truth.first == made.first:
        return [Edge(made.first, top, few=True), Edge(top + 1, top), Edge(top + 1, made.second, forwards, backwards)]
    return [Edge(top, made.first), Edge(top, top + 1), Edge(top + 1, made.second, backwards, forwards)]


def _without_unmatched(matching: Matching) -> Matching:
    """The matching with the conditions alone that speak of things in its edges."""
    there = set(matching.things)

    def kept(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple(p for p in pairs if there.issuperset(p))

    return replace(matching, levels=kept(matching.levels), kinds=kept(matching.kinds), distinct=kept(matching.distinct))


def _edge(leaf: Leaf, place: int, combos: tuple[Relations, ...], vocabulary: RelationVocabulary) -> Edge:
    forwards, backwards = _relations(place, combos)
    single = leaf.literal or {*forwards, *backwards} <= vocabulary.single
    sole = not single and {*forwards, *backwards} <= vocabulary.sole
    return Edge(leaf.first, leaf.second, forwards, backwards, literal=leaf.literal, single=single, sole=sole)


def _relations(place: int, combos: tuple[Relations, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The relations of a leaf that are read forwards, and those read backwards."""
    spelled = sorted({combo[place] for combo in combos})
    return tuple(s.relation for s in spelled if not s.flip), tuple(s.relation for s in spelled if s.flip)


def _together(combos: tuple[Relations, ...]) -> dict[str, tuple[str, ...]]:
    """The allowed combinations of the true leaves, by which of them are read backwards."""
    found: dict[str, dict[str, None]] = {}
    for combo in combos:
        turned = "".join("<" if s.flip else ">" for s in combo[:-1])
        found.setdefault(turned, {})["|".join(s.relation for s in combo[:-1])] = None
    return {turned: tuple(sorted(some)) for turned, some in sorted(found.items())}


def _what(made: Leaf, levels: tuple[tuple[int, int], ...], link: str) -> str:
    """What is perturbed, in a word: part of a shape's name."""
    if made.literal:
        return "value"
    if levels:
        return "level"
    return "other" if link == "cousin" else "relation"


def _reached(edges: list[Edge], start: int) -> set[int]:
    reached = {start}
    while True:
        more = {e for edge in edges if {edge.first, edge.second} & reached for e in (edge.first, edge.second)} - reached
        if not more:
            return reached
        reached |= more


def _all_joined(edges: list[Edge]) -> bool:
    return _reached(edges, edges[0].first) >= {e for edge in edges for e in (edge.first, edge.second)}
