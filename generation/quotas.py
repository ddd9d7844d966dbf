"""Quotas: what a dataset as a whole must look like, so that no single trick carries it.

Each quota is a share of conflicts. Upper ones are caps that the search heeds while it fills the plan, type by type;
lower ones steer what is tried first. All are counted in the end, printed, and kept in the manifest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from math import ceil, floor

from contragraph.dataset.types import PairType
from contragraph.generation.odd import ODD
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement

EXCLUSIVE = frozenset({"cg:only", "cg:sole"})
"""Kinds of lies that are exclusive forms: of a relation, and of its inverse."""
NEGATION = "negation"
HOPS = (2, 3, 4)
_ENOUGH = 20
"""Conflicts, from which on shares of them mean something."""
_MANY = 500
"""Conflicts, from which on a lower bound is held against a dataset."""
_MARGIN = 1.2
"""A lower quota is steered to where the share is below this many times the quota."""


def family(made: Statement) -> str:
    """The kind of lie that a made-up statement is.

    An auxiliary relation without the KG relation that it is of (``cg:only`` for ``cg:only_P36``), whole if it is
    :data:`~contragraph.generation.odd.ODD`; a relation of the KG itself, or ``negation``.
    """
    if made.negated:
        return NEGATION
    return counted_as(made.relation)


def counted_as(relation: str) -> str:
    """The kind of lie that a statement of the relation would count as."""
    return relation if relation in ODD else family_of(relation)


@cache
def family_of(relation: str) -> str:
    """An auxiliary relation without the KG relation that it is of, or the relation itself."""
    return relation.partition("_")[0] if relation.startswith("cg:") else relation


@dataclass(frozen=True, slots=True)
class Quotas:
    """The shares that a dataset must keep, each between 0 and 1."""

    one_lie: float = 0.6
    """Multi-hop conflicts of exactly one made-up statement and true facts, at least."""
    shared: float = 0.3
    """Multi-hop conflicts that use a shared statement, at least."""
    exclusive: float = 0.4
    """Exclusive forms among the conflicts of a single-hop type, at most."""
    negation: float = 0.1
    """Plain negations among the conflicts of a type, at most."""
    family: float = 0.25
    """One kind of lie among the conflicts of a type, at most."""
    odd: float = 0.005
    """Kinds of lies that readers find odd among the conflicts of a type, at most."""
    hops: float = 0.1
    """Conflicts of 2, of 3, and of 4 hops among multi-hop conflicts, each at least."""

    def caps(self, pair_type: PairType, pairs: int) -> Mapping[frozenset[str] | None, int]:
        """How many conflicts of a type may be of some kinds of lies; None stands for any single kind."""
        total = pairs * pair_type.conflicts
        caps: dict[frozenset[str] | None, int] = {
            None: ceil(self.family * total),
            frozenset({NEGATION}): floor(self.negation * total),
            ODD: floor(self.odd * total),
        }
        if not pair_type.multi:
            caps[EXCLUSIVE] = ceil(self.exclusive * total)
        return caps

    def as_json(self) -> dict[str, float]:
        """The quotas by name."""
        return asdict(self)


def parse_quotas(texts: Iterable[str]) -> Quotas:
    """Read ``family=0.2`` and the like over the defaults.

    Raises:
        InputError: for an unknown name, or a share that is none.
    """
    quotas = Quotas()
    known = {f.name.replace("_", "-"): f.name for f in fields(Quotas)}
    for text in texts:
        name, _, share = text.partition("=")
        if name not in known:
            raise InputError(f"'{name}' is no quota; the quotas are {', '.join(known)}.")
        try:
            value = float(share)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            raise InputError(f"The quota {name} is '{share}'; give a share between 0 and 1, for example {name}=0.25.")
        quotas = replace(quotas, **{known[name]: value})
    return quotas


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many more conflicts of which kinds of lies a type may take."""

    left: Mapping[frozenset[str] | None, int]
    counts: Mapping[str, int]

    def of(self, name: str, here: Iterable[str] = ()) -> int:
        """How many more of a kind of lie there may be, if the pair in the making has these already."""
        present = tuple(here)
        alone = self.left[None] - self.counts.get(name, 0) - present.count(name)
        groups = [
            cap - sum(self.counts.get(f, 0) + present.count(f) for f in some)
            for some, cap in self.left.items()
            if some is not None and name in some
        ]
        return min([alone, *groups])

    def admits(self, families: Iterable[str]) -> bool:
        """Whether a pair with conflicts of these kinds may be taken."""
        some = list(families)
        return all(self.of(name, some) >= 0 for name in some)


UNLIMITED = Allowance({None: 1 << 30}, {})


@dataclass(frozen=True, slots=True)
class Quota:
    """What came of one quota: how many conflicts, of how many, against the share allowed or asked for."""

    name: str
    least: bool
    share: float
    count: int
    total: int
    kind: str

    @property
    def holds(self) -> bool:
        """Whether the count keeps to the share, to the nearest whole conflict.

        Of a few conflicts a share says nothing, so that a lower bound is held against a good many only.
        """
        if self.least:
            return self.total < _MANY or self.count >= floor(self.share * self.total)
        return self.count <= ceil(self.share * self.total)

    @property
    def bound(self) -> str:
        """The bound in words."""
        return f"{'at least' if self.least else 'at most'} {100 * self.share:g}%"

    @property
    def what(self) -> str:
        """What was counted, in words."""
        return f"of {self.total} {self.kind}"

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {
            "quota": self.name,
            "bound": self.bound,
            "count": self.count,
            "of": self.total,
            "kind": self.kind,
            "holds": self.holds,
        }


@dataclass
class Tally:
    """Conflicts counted by what the quotas speak of."""

    families: Counter[tuple[PairType, str]] = field(default_factory=Counter)
    hops: Counter[int] = field(default_factory=Counter)
    """Multi-hop conflicts by hops."""
    one_lie: int = 0
    shared: int = 0

    def add(self, pair_type: PairType, name: str, hops: int, *, made: int, shared: int) -> None:
        """Count one conflict with its kind of lie, made-up statements and shared statements."""
        self.families[pair_type, name] += 1
        if pair_type.multi:
            self.hops[hops] += 1
            self.one_lie += made == 1
            self.shared += shared > 0

    def of_type(self, pair_type: PairType) -> dict[str, int]:
        """Conflicts of a type by kind of lie."""
        return {name: n for (t, name), n in self.families.items() if t == pair_type}

    def allowance(self, pair_type: PairType, pairs: int, quotas: Quotas) -> Allowance:
        """What a type of which so many pairs are planned may still take."""
        return Allowance(quotas.caps(pair_type, pairs), self.of_type(pair_type))

    def scarce_hops(self, quotas: Quotas) -> tuple[int, ...]:
        """Numbers of hops that are near to, or below, their quota; to be tried first."""
        total = self.hops.total()
        return tuple(h for h in HOPS if total >= _ENOUGH and self.hops[h] < _MARGIN * quotas.hops * total)

    def measured(self, quotas: Quotas) -> list[Quota]:
        """Every quota with what came of it; for those that hold per type the worst type."""
        multi = self.hops.total()
        found = [
            Quota("one-lie", True, quotas.one_lie, self.one_lie, multi, "multi-hop conflicts: of one lie"),
            Quota("shared", True, quotas.shared, self.shared, multi, "multi-hop conflicts: with a shared statement"),
        ]
        found += [
            Quota("hops", True, quotas.hops, self.hops[h], multi, f"multi-hop conflicts: of {h} hops") for h in HOPS
        ]
        types = sorted({t for t, _ in self.families})
        for pair_type in types:
            counts = self.of_type(pair_type)
            total = sum(counts.values())
            name, most = max(counts.items(), key=lambda item: (item[1], item[0]))
            found.append(Quota("family", False, quotas.family, most, total, f"conflicts of {pair_type}: by {name}"))
            if not pair_type.multi:
                exclusive = sum(counts.get(f, 0) for f in EXCLUSIVE)
                what = f"conflicts of {pair_type}: by exclusive forms"
                found.append(Quota("exclusive", False, quotas.exclusive, exclusive, total, what))
        negated = sum(n for (_, name), n in self.families.items() if name == NEGATION)
        everything = self.families.total()
        found.append(Quota("negation", False, quotas.negation, negated, everything, "conflicts: by negation"))
        odd = sum(n for (_, name), n in self.families.items() if name in ODD)
        found.append(Quota("odd", False, quotas.odd, odd, everything, "conflicts: of kinds that readers find odd"))
        return [q for q in found if q.total]
