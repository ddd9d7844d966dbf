"""Queries that are compiled: patterns of facts as Cypher, for each engine in its own dialect.

A :class:`Matching` says which facts are wanted between which things, and which of the things must be alike. It knows
nothing of what the facts are for. Relations come in as parameters, or as relationship types that were checked against
an allow-list; all else stands here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from contragraph.cypher import CypherError, Engine

_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,127}")
PLACE = 2147483647
"""Ranks lie below this prime (``graph.model.RANK_LIMIT``)."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Facts between two things: ``forwards`` from the first to the second, ``backwards`` from the second to the first.

    Both are relations; an edge may have both. One that has neither is any fact from the first to the second. Of a
    ``literal`` edge the second end is a literal.
    """

    first: int
    second: int
    forwards: tuple[str, ...] = ()
    backwards: tuple[str, ...] = ()
    literal: bool = False
    single: bool = False
    """Whether the first must have only this second by the relation."""
    few: bool = False
    """Whether the object must have few subjects by the relation (``$few``)."""
    sole: bool = False
    """Whether the second must have only this first by the relation."""


@dataclass(frozen=True, slots=True)
class Matching:
    """A conjunction of edges; things are numbers, and the first edge is the one whose rank orders the rows.

    The relations of the first ``leaves`` edges must be allowed together (``$together0_012``: a list for each way in
    which edges are turned, and for the edges that it speaks of).
    """

    edges: tuple[Edge, ...]
    levels: tuple[tuple[int, int], ...] = ()
    """Pairs of things that must be of one level."""
    kinds: tuple[tuple[int, int], ...] = ()
    """Pairs of things that must be of one kind."""
    same: tuple[tuple[int, int], ...] = ()
    """Pairs of edges that must be of one relation."""
    distinct: tuple[tuple[int, int], ...] = ()
    """Pairs of things that must be two."""
    leaves: int = 1
    subject: int | None = None
    """The thing of which something would be made up, where it is one: it has not too many facts, nor too few."""
    denied: tuple[int, ...] = ()
    """The things of which, or with which, something would be made up: they are less well known than others may be."""
    anchor: int | None = None
    """The thing that is one of those among which rows are wanted; None for the first thing of the first edge."""

    @property
    def ways(self) -> tuple[tuple[bool, ...], ...]:
        """In which ways the edges may be read: of each whether it is turned. Each is a branch of the query."""
        of_edges = ([False] * bool(e.forwards or not e.backwards) + [True] * bool(e.backwards) for e in self.edges)
        return tuple(product(*of_edges))

    @property
    def sequence(self) -> tuple[int, ...]:
        """The edges in an order in which each hangs together with those before it, from the anchor on."""
        first = next(n for n in range(len(self.edges)) if self.anchor is None or self.anchor in self._ends(n))
        order, reached = [first], self._ends(first)
        while len(order) < len(self.edges):
            left = [n for n in range(len(self.edges)) if n not in order]
            number = next((n for n in left if reached & self._ends(n)), left[0])
            order.append(number)
            reached |= self._ends(number)
        return tuple(order)

    @property
    def checked(self) -> dict[int, list[tuple[int, ...]]]:
        """After which edges of the sequence the relations of which leaves are checked together.

        Of all in the end; of any two before: in whatever order an engine joins, what cannot become a row is left soon.
        """
        found: dict[int, list[tuple[int, ...]]] = {}
        matched: list[int] = []
        for number in self.sequence:
            if number < self.leaves:
                found[number] = [(min(other, number), max(other, number)) for other in matched]
                matched.append(number)
                if len(matched) == self.leaves > 2:
                    found[number].append(tuple(range(self.leaves)))
        return found

    def _ends(self, number: int) -> set[int]:
        return {self.edges[number].first, self.edges[number].second}

    @property
    def things(self) -> tuple[int, ...]:
        """The things that are entities, in order."""
        return tuple(sorted({end for e in self.edges for end in ((e.first,) if e.literal else (e.first, e.second))}))

    @property
    def literals(self) -> tuple[int, ...]:
        """The things that are literals, in order."""
        return tuple(sorted({e.second for e in self.edges if e.literal}))

    @property
    def columns(self) -> tuple[str, ...]:
        """What a row has, in order."""
        return (
            "place",
            *(f"v{thing}" for thing in self.things),
            *(f"{name}{thing}" for thing in self.literals for name in ("v", "t")),
            *(f"r{number}" for number in range(len(self.edges))),
            *(f"turned{number}" for number in range(len(self.edges))),
        )


def compiled(
    matching: Matching, engine: Engine, types: Mapping[str, str] | None = None, *, among: bool = False
) -> list[str]:
    """The texts of the query, one for each way in which edges may be read; together they give its rows.

    Rows are in seeded order, from facts whose place lies between ``$from`` and ``$until``; with ``among`` only those
    whose anchor is in the list ``$among`` of ids.

    Parameters are ``a``, ``b`` (the seeded order), ``from``, ``until``, ``degree`` (facts of a thing at most), ``few``,
    ``about`` and ``least`` (of the subject), ``known`` and ``denied`` (prominence at most),
    ``limit``, and for each edge ``forwards0``, ``backwards0`` with its relations. ``types`` give the relationship type
    of each relation, for Neo4j.

    :raises CypherError: for a relationship type that is no plain name
    """
    return [_branch(matching, number, engine, types or {}, among=among) for number in range(len(matching.ways))]


def parameters(matching: Matching, together: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The relations of each edge, as the query takes them, and which of the first edges may have together.

    ``together`` has these joined by a bar, for each way in which edges are read ("<" where one is turned, else ">").
    """
    found: dict[str, list[str]] = {}
    for number, turned in enumerate(matching.ways):
        way = "".join("<" if back else ">" for back in turned[: matching.leaves])
        allowed = [one.split("|") for one in together.get(way, ())]
        for edges in chain.from_iterable(matching.checked.values()):
            some = dict.fromkeys("|".join(relations[edge] for edge in edges) for relations in allowed)
            found[_together(number, edges)] = list(some) or [""]  # the engine cannot tell the type of an empty list
    for number, edge in enumerate(matching.edges):
        if edge.forwards:
            found[f"forwards{number}"] = list(edge.forwards)
        if edge.backwards:
            found[f"backwards{number}"] = list(edge.backwards)
    return found


def _together(way: int, edges: tuple[int, ...]) -> str:
    """The name of the parameter that has what these edges may be together."""
    return f"together{way}_{''.join(map(str, edges))}"


def _branch(matching: Matching, way: int, engine: Engine, types: Mapping[str, str], *, among: bool) -> str:
    turned, lines = matching.ways[way], []
    named: set[int] = set()
    if among:
        anchor = matching.edges[0].first if matching.anchor is None else matching.anchor
        named.add(anchor)
        lines += ["UNWIND $among AS among", f"MATCH (n{anchor}:Entity {{id: among}})"]
        lines += ["WHERE " + " AND ".join(_of_thing(anchor, matching)), "WITH *"]
    matched: set[int] = set()
    for number in matching.sequence:
        edge, back = matching.edges[number], turned[number]
        relations = edge.backwards if back else edge.forwards
        kind = ":FACT" if engine == "ladybug" else _types(relations, types) if relations else ""
        new = {edge.first, edge.second} - named
        one, other = f"n{edge.first}", f"n{edge.second}"
        one += ":Entity" if edge.first in new else ""
        other += (":Literal" if edge.literal else ":Entity") if edge.second in new else ""
        arrow = f"<-[f{number}{kind}]-" if back else f"-[f{number}{kind}]->"
        follows = (among or number > 0) and engine == "ladybug"
        lines.append(f"{'OPTIONAL ' if follows else ''}MATCH ({one}){arrow}({other})")
        things = sorted(new - {edge.second} if edge.literal else new)
        conditions = [*_of_edge(edge, number, back=back)]
        conditions += [c for thing in things for c in _of_thing(thing, matching)]
        matched.add(number)
        for edges in matching.checked.get(number, ()):
            joined = " + '|' + ".join(f"f{each}.relation" for each in edges)
            conditions.append(f"({joined}) IN ${_together(way, edges)}")
        lines.append("WHERE " + " AND ".join(conditions))
        named |= new
        # LadybugDB loses rows where one part of a query joins three edges or more, and where equal values join them:
        # each edge is a part of its own, and what must be equal is asked behind it. It reads all facts to join them
        # with those that were found, unless the edge is optional: then it follows what was found.
        alike = [f"f{number}.relation IS NOT NULL"] if follows else []
        alike += _alike(matching, number, matched, new, named)
        if len(matching.edges) > 1:
            lines.append("WITH *")
        if alike:
            lines += (["WITH *"] if len(matching.edges) == 1 else []) + ["WHERE " + " AND ".join(alike)]
    columns = [
        "(f0.rank * $a + $b) % 2147483647 AS place",
        *(f"n{thing}.id AS v{thing}" for thing in matching.things),
        *(f"n{t}.value AS v{t}, n{t}.datatype AS t{t}" for t in matching.literals),
        *(f"f{number}.relation AS r{number}" for number in range(len(turned))),
        *(f"{str(back).lower()} AS turned{number}" for number, back in enumerate(turned)),
    ]
    lines.append("RETURN " + ", ".join(columns))
    order = ["place", *(f"v{thing}" for thing in matching.things), *(f"v{t}" for t in matching.literals)]
    order += [f"r{number}" for number in range(len(turned))]
    lines.append(f"ORDER BY {', '.join(order)}")
    lines.append("LIMIT $limit")
    return "\n".join(lines)


def _types(relations: tuple[str, ...], types: Mapping[str, str]) -> str:
    names = list(dict.fromkeys(types[r] for r in relations))
    for name in names:
        if not _TYPE.fullmatch(name):
            raise CypherError(f"{name[:80]!r} is no plain name of a relationship type.")
    return ":" + "|".join(names)


def _of_edge(edge: Edge, number: int, *, back: bool) -> list[str]:
    """What must hold of the facts of an edge; those of the first lie in the window."""
    place = "(f0.rank * $a + $b) % 2147483647"
    found = [f"{place} >= $from", f"{place} < $until"] if number == 0 else []
    if edge.forwards or edge.backwards:
        found.append(f"f{number}.relation IN ${'backwards' if back else 'forwards'}{number}")
    else:
        found.append(f"f{number}.relation IS NOT NULL")
    if edge.single:
        found.append(f"f{number}.{'subjects' if back else 'objects'} = 1")
    if edge.sole:
        found.append(f"f{number}.{'objects' if back else 'subjects'} = 1")
    if edge.few:
        found.append(f"f{number}.subjects <= $few")
    return found


def _of_thing(thing: int, matching: Matching) -> list[str]:
    """What must hold of a thing: of places prominence says little, unless something would be made up of them."""
    node = f"n{thing}"
    known = f"{node}.prominence <= {'$denied' if thing in matching.denied else '$known'}"
    found = [f"NOT {node}.hidden", f"{node}.degree <= {'$about' if thing == matching.subject else '$degree'}"]
    if thing == matching.subject:
        return [*found, f"{node}.degree >= $least", known]
    return [*found, f"({node}.level <> '' OR {node}.kind = '' OR {known})"]


def _alike(matching: Matching, number: int, matched: set[int], new: set[int], named: set[int]) -> list[str]:
    """What must hold between things and edges of which the last has just been named."""

    def due(pairs: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        return [pair for pair in pairs if named.issuperset(pair) and new.intersection(pair)]

    found = [f"n{x}.level = n{y}.level AND n{x}.level <> ''" for x, y in due(matching.levels)]
    found += [f"n{x}.kind = n{y}.kind AND n{x}.kind <> ''" for x, y in due(matching.kinds)]
    found += [f"f{x}.relation = f{y}.relation" for x, y in matching.same if number in (x, y) and {x, y} <= matched]
    return found + [f"n{x}.id <> n{y}.id" for x, y in due(matching.distinct)]
