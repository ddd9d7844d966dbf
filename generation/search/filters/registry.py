"""The registry of filters, and what each of them is given.

A filter is a function that says why something is refused, or nothing. It looks at a candidate before its proof, or at
the conflict after it. Its thresholds have defaults here and values of a graph in that graph's ``filters.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.counts import GraphStatistics
from contragraph.generation.search.implications import Implications
from contragraph.generation.search.view import View
from contragraph.graph.errors import InputError
from contragraph.graph.registry import Registry, first_line

Stage = Literal["candidate", "conflict"]
Threshold = float | bool | tuple[str, ...]
"""A number, whether something is asked at all, or words and ids."""


@dataclass(frozen=True)
class Setting:
    """What filters look at besides the candidate: one for a run and a batch of candidates."""

    view: View
    implications: Implications
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The relations and classes that play a role in this graph."""
    limits: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Thresholds by filter and name, as ``filters.toml`` of the graph has them."""
    counts: GraphStatistics = field(default_factory=GraphStatistics)
    """Statistics of the whole graph."""
    single: frozenset[str] = frozenset()
    """Relations of which a thing has one value."""
    classes: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)
    """The classes of things that were asked for, with those above them."""

    def number(self, name: str, key: str) -> float:
        """A threshold of a filter that is a number."""
        value = self._limit(name, key)
        assert isinstance(value, int | float), f"{name}.{key} is no number"
        return float(value)

    def ids(self, name: str, key: str) -> tuple[str, ...]:
        """A threshold of a filter that is a list of words or ids."""
        value = self._limit(name, key)
        assert isinstance(value, list | tuple), f"{name}.{key} is no list"
        return tuple(map(str, value))

    def _limit(self, name: str, key: str) -> object:
        return self.limits.get(name, {}).get(key, FILTERS[name].thresholds[key])

    def role(self, *names: str) -> frozenset[str]:
        """The relations of some roles."""
        return frozenset(r for name in names for r in self.roles.get(name, ()))

    @cached_property
    def starts(self) -> frozenset[str]:
        """The relations that say when something began."""
        return frozenset(r for r, moment in self.implications.ontology.dates.items() if moment == "start")

    @cached_property
    def spans(self) -> Mapping[str, str]:
        """The relations that tell numbers of years, each with the one that says which other thing is meant, if any."""
        return {s.relation: s.through.relation if s.through else "" for s in self.implications.ontology.spans}


CandidateCheck = Callable[[Candidate, Setting], str]
"""Why a candidate is refused; empty where it is not."""
ConflictCheck = Callable[[ProvenConflict, Setting], str]
"""The same of a proven conflict."""


@dataclass(frozen=True)
class Filter:
    """A registered filter; it checks candidates or conflicts."""

    name: str
    doc: str
    """The principle, in one line."""
    thresholds: Mapping[str, Threshold]
    """Its thresholds with their defaults."""
    of_candidate: CandidateCheck | None = None
    of_conflict: ConflictCheck | None = None

    @property
    def stage(self) -> Stage:
        """When it looks: before the proof, or after it."""
        return "candidate" if self.of_candidate else "conflict"


FILTERS: Registry[Filter] = Registry("filter")
"""All filters by name, in the order in which they run."""


def register(name: str, **thresholds: Threshold) -> Callable[[CandidateCheck], CandidateCheck]:
    """Register a filter of candidates; the first line of its docstring says what it is for."""

    def keep(check: CandidateCheck) -> CandidateCheck:
        FILTERS.put(name, Filter(name, first_line(check), thresholds, of_candidate=check))
        return check

    return keep


def register_proven(name: str, **thresholds: Threshold) -> Callable[[ConflictCheck], ConflictCheck]:
    """Register a filter of proven conflicts, which knows the axioms of the proof."""

    def keep(check: ConflictCheck) -> ConflictCheck:
        FILTERS.put(name, Filter(name, first_line(check), thresholds, of_conflict=check))
        return check

    return keep


@dataclass(frozen=True, slots=True)
class Refusal:
    """A candidate that a filter refused, and why."""

    candidate: Candidate
    filter: str
    reason: str


def refusal(
    candidate: Candidate, setting: Setting, *, without: Collection[str] = (), only: Iterable[str] | None = None
) -> Refusal | None:
    """The first filter that refuses a candidate; None if all let it pass. ``without`` are switched off."""
    wanted = FILTERS.values() if only is None else [FILTERS[name] for name in only]
    for each in wanted:
        if each.of_candidate and each.name not in without and (reason := each.of_candidate(candidate, setting)):
            return Refusal(candidate, each.name, reason)
    return None


def refusal_of_proven(conflict: ProvenConflict, setting: Setting, *, without: Collection[str] = ()) -> Refusal | None:
    """The first filter that refuses a proven conflict; None if all let it pass."""
    for each in FILTERS.values():
        if each.of_conflict and each.name not in without and (reason := each.of_conflict(conflict, setting)):
            return Refusal(conflict.candidate, each.name, reason)
    return None


def known_thresholds(limits: Mapping[str, Mapping[str, object]], where: str) -> None:
    """See that every threshold of a graph is read by a filter.

    Raises:
        InputError: one is not; names it and what there is.
    """
    for name, some in limits.items():
        if name not in FILTERS:
            raise InputError(f"{where}: there is no filter {name}; known are {', '.join(FILTERS)}.")
        for key in some if FILTERS[name].thresholds else ():
            if key not in FILTERS[name].thresholds:
                has = ", ".join(FILTERS[name].thresholds)
                raise InputError(f"{where}: the filter {name} has no threshold {key}; it has {has}.")
