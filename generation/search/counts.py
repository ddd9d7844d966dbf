"""What is counted of the whole graph once, so that filters ask of statistics and not of lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import exp

from contragraph.cypher import Row, Value
from contragraph.generation.search.labels import words
from contragraph.graph.model import RANK_LIMIT
from contragraph.graph.store import GraphStore

TELLING = 6.0
"""A word is telling where it is rarer than this (inverse document frequency over all labels)."""
_KNOWN = 20
"""A name belongs to somebody where a bearer has so many facts."""
_MANY = 1_000_000
"""Facts of the relations that are perturbed from which on the facts of a sample of things are counted."""
_SAMPLE = 50_000
"""Facts whose subjects are the sample, about."""


@dataclass(frozen=True)
class GraphStatistics:
    """Statistics of a graph."""

    kinds: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    """Which share of a relation's facts holds between things of two kinds: (relation, subject's, object's)."""
    class_words: frozenset[str] = frozenset()
    """Words that name classes of things, and so say nothing of one of them."""
    words: frozenset[str] = frozenset()
    """Words of so many labels that they tell nothing."""
    bearers: Mapping[str, int] = field(default_factory=dict)
    """The facts of the best-known bearer of each name that several things bear."""
    decades: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """How many facts of a relation join things that began so many decades apart (the object's less the subject's)."""
    first_ends: Mapping[str, str] = field(default_factory=dict)
    """When the first of those died to whom an award was given."""

    def tail(self, relation: str, decades: int) -> tuple[float, int]:
        """Which share of a relation's facts joins things at least so far apart in this direction, and of how many."""
        found = self.decades.get(relation, {})
        total = sum(found.values())
        before = sum(n for apart, n in found.items() if apart <= decades)
        after = sum(n for apart, n in found.items() if apart >= decades)
        return (min(before, after) / total if total else 1.0), total


def counted(
    store: GraphStore,
    relations: Collection[str],
    roles: Mapping[str, Collection[str]],
    dates: Mapping[str, str],
    entities: int,
    facts: int,
) -> GraphStatistics:
    """Count what filters ask: ``relations`` are those that are perturbed, ``dates`` say of what each is the date.

    The graph has so many ``entities``, and ``facts`` of these relations. Of a large graph kinds, decades and words are
    counted in the facts of a sample of things.
    """
    made: list[Value] = [*sorted(relations)]
    starts: list[Value] = [*sorted(r for r, moment in dates.items() if moment == "start")]
    ends: list[Value] = [*sorted(r for r, moment in dates.items() if moment == "end")]
    awards: list[Value] = [*sorted(roles.get("award", ()))]
    sample: list[Value] = _sample(store, made, facts) if facts >= _MANY else []

    def rows(name: str, **params: Value) -> Iterator[Row]:
        """The rows of a query about the whole graph, or of its like about the sample."""
        return store.each(f"{name}_of", ids=sample, **params) if sample else store.each(name, **params)

    kinds, classes = _kinds(rows("search.kinds", relations=made)) if made else ({}, frozenset[str]())
    least = max(2, round((len(sample) or entities) * exp(-TELLING)))
    labels = (entity.label for entity in store.entities(sorted(classes)).values())
    return GraphStatistics(
        kinds,
        frozenset(word for label in labels for word in words(label)),
        frozenset(str(row["word"]) for row in rows("search.words", least=least)),
        {str(row["label"]): int(str(row["degree"])) for row in store.each("search.bearers", least=_KNOWN)},
        _decades(rows("search.decades", relations=made, dates=starts)) if made and starts else {},
        {str(row["id"]): str(row["first"]) for row in store.each("search.first_ends", relations=awards, dates=ends)}
        if awards and ends
        else {},
    )


def _sample(store: GraphStore, relations: list[Value], facts: int) -> list[Value]:
    """The things that the first of so many facts are about."""
    until = RANK_LIMIT * _SAMPLE // facts
    rows = store.each("search.subjects", relations=relations, **{"from": 0, "until": until, "width": until})
    return [str(row["id"]) for row in rows]


def _kinds(rows: Iterable[Row]) -> tuple[dict[tuple[str, str, str], float], frozenset[str]]:
    """Which share of a relation's facts holds between which kinds, and the kinds."""
    totals: Counter[str] = Counter()
    counts: dict[tuple[str, str, str], int] = {}
    for row in rows:
        relation, facts = str(row["relation"]), int(str(row["facts"]))
        totals[relation] += facts
        counts[relation, str(row["subject"] or ""), str(row["object"] or "")] = facts
    kinds = frozenset(kind for _, *ends in counts for kind in ends if kind)
    return {key: count / totals[key[0]] for key, count in counts.items()}, kinds


def _decades(rows: Iterable[Row]) -> dict[str, dict[int, int]]:
    """How many facts of each relation join things that began so many decades apart."""
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for row in rows:
        one, other = str(row["subject"]), str(row["object"])
        if one.isdigit() and other.isdigit():  # not before the common era
            found[str(row["relation"])][int(other) - int(one)] += int(str(row["facts"]))
    return {relation: dict(sorted(some.items())) for relation, some in sorted(found.items())}
