"""The registry of filters, and what each of them is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.implications import Implications
from contragraph.generation.search.view import View


@dataclass(frozen=True)
class Setting:
    """What filters look at besides the candidate: one for a run and a batch of candidates."""

    view: View
    implications: Implications
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The relations and classes that play a role in this graph."""
    limits: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Thresholds by filter and name, as ``filters.toml`` of the graph has them."""
    kinds: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    """Which share of a relation's facts holds between things of two kinds: (relation, subject's, object's)."""
    common: frozenset[str] = frozenset()
    """Words that name classes of things, and so say nothing of one of them."""

    def limit(self, name: str, key: str, default: float) -> float:
        """A threshold of a filter."""
        return self.limits.get(name, {}).get(key, default)


Check = Callable[[Candidate, Setting], str]
"""Why a candidate is refused; empty where it is not."""


@dataclass(frozen=True)
class Filter:
    """A registered filter."""

    name: str
    doc: str
    """The principle, in one line."""
    check: Check


FILTERS: dict[str, Filter] = {}
"""All filters by name, in the order in which they run."""


def register(name: str) -> Callable[[Check], Check]:
    """Register a filter under a name; the first line of its docstring says what it is for."""

    def keep(check: Check) -> Check:
        doc = (check.__doc__ or "").partition("\n")[0]
        FILTERS[name] = Filter(name, doc, check)
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
    wanted = FILTERS if only is None else {name: FILTERS[name] for name in only}
    for name, each in wanted.items():
        if name not in without and (reason := each.check(candidate, setting)):
            return Refusal(candidate, name, reason)
    return None
