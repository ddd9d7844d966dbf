"""Quotas: what a dataset as a whole must look like, so that no single trick carries it.

Upper quotas refuse a conflict when its kind has had its share of the plan. Lower ones keep places free: a conflict of
another kind is refused when only so many places are left as the kinds that are short still need. A lower quota that
nothing can meet (a graph without dates) is waived, and said to be missed. Each refusal has the quota's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from math import ceil, floor
from typing import Any

from contragraph.dataset.types import PairType, parse_type
from contragraph.generation.pool.conflicts import Cell, Pooled
from contragraph.generation.settings.shares import QuotaShares
from contragraph.graph.model import Literal, Statement

HOPS = (2, 3, 4)
"""Numbers of steps of which there must be some."""
MOST_LONG = 2
"""Conflicts of a pair, at most, of which each may be long."""
PARITY = 4
"""True statements of a relation for each perturbed one, those apart in whose place it stands."""
_UNTOLD = 3
"""True statements that every relation is taken to have beside those that were told."""
_UNKNOWN = 3
"""How often a thing is made up that is told truthfully nowhere: what stands in lies only gives them away."""
ENOUGH = 20
"""Conflicts, from which on a share of them means something."""


@dataclass
class Parity:
    """How often each relation was perturbed, and told truthfully."""

    made: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)
    """How often each thing was told truthfully of another."""

    def note(self, made: Iterable[Statement], told: Iterable[Statement]) -> None:
        """Count the statements of a finished pair."""
        self.made.update(s.relation for s in made)
        for statement in told:
            self.told[statement.relation] += 1
            self.things[statement.object_id] += 1

    def become(self, other: Parity) -> None:
        """Count as another did."""
        self.made, self.told, self.things = other.made.copy(), other.told.copy(), other.things.copy()

    def missing(self, relation: str) -> int:
        """How many true statements of a relation should be told still."""
        return max(0, PARITY * self.made[relation] - self._apart(relation))

    def share(self, relation: str) -> int:
        """How often it is perturbed for a hundred times that it is told: what is seldom told is seldom wrong."""
        return 100 * self.made[relation] // (self._apart(relation) + _UNTOLD)

    def _apart(self, relation: str) -> int:
        """How often it was told truthfully, where it was not perturbed."""
        return max(0, self.told[relation] - self.made[relation])


@dataclass(frozen=True, slots=True)
class QuotaResult:
    """What came of a quota: ``count`` of ``total``, the largest share for an upper one, the smallest for a lower."""

    name: str
    bound: str
    what: str
    count: int
    total: int
    holds: bool
    refused: int
    """Conflicts that it refused."""
    few: bool = False
    """Whether it holds only since of so few conflicts a share means nothing."""

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {name: value for name, value in asdict(self).items() if name != "few"}


class QuotaLedger:
    """What the pairs of a run have used so far, and what they may still use."""

    def __init__(self, shares: QuotaShares, plan: Mapping[PairType, int], enough: int = ENOUGH) -> None:
        """Of fewer conflicts than ``enough`` a share says nothing; of a plan that is one of many these are fewer."""
        self.shares, self._enough = shares, enough
        self.parity = Parity()
        self._planned = {t: n * t.conflicts for t, n in plan.items()}
        self._all = sum(self._planned.values())
        self._multi = sum(n for t, n in self._planned.items() if t.multi)
        self.planned = {True: self._multi, False: self._all - self._multi}
        """Conflicts that the plan asks for: multi-hop and single-hop."""
        self._of_type: Counter[PairType] = Counter()
        self._relations: Counter[tuple[PairType, str]] = Counter()
        self._hops: Counter[int] = Counter()
        self._each = min(ceil(shares.hops * self._multi), self._multi // len(HOPS))
        """How many conflicts of each number of hops there shall be; of fewer than all numbers none is demanded."""
        self.short_of_hops = dict.fromkeys(HOPS, self._each)
        """How many conflicts of each number of hops are missing still."""
        self._replacements: Counter[str] = Counter()
        self._dated = 0
        self._denials: Counter[PairType] = Counter()
        self._taken: set[int] = set()
        self._made: set[str] = set()
        self.refused: Counter[str] = Counter()
        self.waived: set[str] = set()

    # -- taking ------------------------------------------------------------------------------------------

    def take(self, pooled: Pooled, pair_type: PairType) -> None:
        """Note that a pair of the type uses the conflict."""
        self._count(pooled, pair_type, 1)
        self._taken.add(pooled.number)
        self._made.add(pooled.made_id)

    def give_back(self, pooled: Pooled, pair_type: PairType) -> None:
        """Note that it does not, after all."""
        self._count(pooled, pair_type, -1)
        self._taken.remove(pooled.number)
        self._made.remove(pooled.made_id)

    def add(self, other: QuotaLedger) -> None:
        """Take over what the ledger of another graph of the same run has used."""
        self._of_type.update(other._of_type)
        self._relations.update(other._relations)
        self._hops.update(other._hops)
        self._replacements.update(other._replacements)
        self.refused.update(other.refused)
        self._dated += other._dated
        self._denials.update(other._denials)

    def _count(self, pooled: Pooled, pair_type: PairType, by: int) -> None:
        cell = pooled.cell
        self._of_type[pair_type] += by
        self._relations[pair_type, cell.relation] += by
        self._replacements[pooled.replacement] += by
        self._dated += by * cell.dated
        self._denials[pair_type] += by * cell.denial
        if pair_type.multi:
            self._hops[cell.hops] += by
            self.short_of_hops = {h: max(0, self._each - self._hops[h]) for h in HOPS}

    # -- asking ------------------------------------------------------------------------------------------

    def used(self, pooled: Pooled) -> bool:
        """Whether a pair has the conflict, or the same perturbed statement."""
        return pooled.number in self._taken or pooled.made_id in self._made

    def refuses(self, pooled: Pooled, pair_type: PairType) -> str:
        """The quota that the conflict would break; empty if it may be taken."""
        most = self._most(self.shares.replacement, self._all)
        if self.shares.replacement < 1 and not isinstance(pooled.made.object, Literal):
            most = min(most, _UNKNOWN + self.parity.things[pooled.replacement])
        if self._replacements[pooled.replacement] >= most:
            return "replacement"
        return self.refuses_cell(pooled.cell, pair_type)

    def refuses_cell(self, cell: Cell, pair_type: PairType) -> str:
        """The quota that any conflict of a cell would break; empty if none."""
        if cell.denial:
            most = 0 if pair_type.multi else floor(self.shares.denial * self._planned[pair_type] + 1e-9)
            if self._denials[pair_type] >= most:
                return "denial"
        if self._relations[pair_type, cell.relation] >= self._most(self.shares.relation, self._planned[pair_type]):
            return "relation"
        if pair_type.multi and "hops" not in self.waived:
            left = self._multi - self._hops.total()
            if left <= sum(n for h, n in self.short_of_hops.items() if h != cell.hops):
                return "hops"
        if not cell.dated and self.short_of_dated >= self._all - self._of_type.total() > 0:
            return "dated"
        return ""

    @property
    def short_of_dated(self) -> int:
        """How many conflicts by dates, ages or numbers are missing still; none where they are not demanded."""
        return 0 if "dated" in self.waived else max(0, ceil(self.shares.dated * self._all) - self._dated)

    def preference(self, cell: Cell, pair_type: PairType) -> tuple[int, int, int, int]:
        """What is to be taken first is smallest: relations that are mostly told truthfully, then hops that are short.

        A text has no room for many long conflicts: pairs of three and four take short ones, whatever their relation.
        """
        many = pair_type.multi and pair_type.conflicts > MOST_LONG
        short = self.short_of_hops.get(cell.hops, 0) if pair_type.multi and not many else 0
        undated = int(not cell.dated and self.short_of_dated > 0)
        return (cell.hops if many else 0, self.parity.share(cell.relation), -short, undated)

    def full(self, pair_type: PairType) -> tuple[str, ...]:
        """The seed relations that have had their share of a type."""
        most = self._most(self.shares.relation, self._planned[pair_type])
        return tuple(sorted(r for (t, r), n in self._relations.items() if t == pair_type and n >= most))

    # -- the account -------------------------------------------------------------------------------------

    @property
    def relations(self) -> Counter[str]:
        """How many conflicts have each seed relation."""
        found: Counter[str] = Counter()
        for (_, relation), count in self._relations.items():
            found[relation] += count
        return +found

    def measured(self) -> list[QuotaResult]:
        """What came of each quota in the dataset as it is."""
        shares, total = self.shares, self._of_type.total()
        kept = []

        def most(name: str, share: float, what: str, count: int, of: int) -> None:
            holds = count <= self._most(share, of)
            few = holds and count > share * of
            kept.append(QuotaResult(name, f"at most {share:.0%}", what, count, of, holds, self.refused[name], few))

        def least(name: str, share: float, what: str, count: int, of: int) -> None:
            holds = count >= share * of or of < self._enough
            few = holds and count < share * of
            kept.append(QuotaResult(name, f"at least {share:.0%}", what, count, of, holds, self.refused[name], few))

        if not total:
            return []
        _, often = _top(self._replacements)
        most("replacement", shares.replacement, "perturbed statements have one made-up object", often, total)
        shared = [(n / self._of_type[t], n, t, r) for (t, r), n in self._relations.items() if n]
        _, n, t, r = max(shared, key=lambda s: (s[0], s[1], str(s[2]), s[3]))
        most("relation", shares.relation, f"conflicts of {t} have the seed relation {r}", n, self._of_type[t])
        if multi := self._hops.total():
            fewest = min(HOPS, key=lambda h: (self._hops[h], h))
            least("hops", shares.hops, f"multi-hop conflicts have {fewest} hops", self._hops[fewest], multi)
        least("dated", shares.dated, "conflicts are by dates, ages or numbers", self._dated, total)
        most("denial", shares.denial, "perturbed statements deny", self._denials.total(), total)
        return kept

    def _most(self, share: float, total: int) -> int:
        """How many of a total an upper quota allows: one at least, and of few as many as of enough."""
        return max(1, floor(share * max(total, self._enough) + 1e-9))

    # -- of a part that was made elsewhere ---------------------------------------------------------------

    def as_json(self) -> dict[str, object]:
        """What was used so far, as a file keeps it."""
        return {
            "types": {str(t): n for t, n in sorted(self._of_type.items())},
            "relations": [[str(t), r, n] for (t, r), n in sorted(self._relations.items())],
            "hops": {str(h): n for h, n in sorted(self._hops.items())},
            "replacements": dict(sorted(self._replacements.items())),
            "dated": self._dated,
            "denials": {str(t): n for t, n in sorted(self._denials.items())},
            "refused": dict(sorted(self.refused.items())),
        }

    def take_over(self, told: Mapping[str, Any]) -> None:
        """Count what a file says was used."""
        self._of_type.update({parse_type(t): n for t, n in told["types"].items()})
        self._relations.update({(parse_type(t), r): n for t, r, n in told["relations"]})
        self._hops.update({int(h): n for h, n in told["hops"].items()})
        self._replacements.update(told["replacements"])
        self._dated += told["dated"]
        self._denials.update({parse_type(t): n for t, n in told["denials"].items()})
        self.refused.update(told["refused"])


def _top(counts: Counter[str]) -> tuple[str, int]:
    """The most frequent of some names, the first by name of several."""
    return max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))
