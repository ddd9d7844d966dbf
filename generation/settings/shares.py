"""Shares: how much of a dataset one kind of conflict may be at most, or must be at least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace

from contragraph.graph.errors import InputError


@dataclass(frozen=True, slots=True)
class QuotaShares:
    """The shares that a dataset must keep, each between 0 and 1."""

    replacement: float = 0.01
    """One made-up object among the perturbed statements, at most."""
    relation: float = 0.2
    """One seed relation among the conflicts of a type, at most."""
    hops: float = 0.15
    """Conflicts of 2, of 3, and of 4 hops among the multi-hop conflicts, each at least."""
    dated: float = 0.25
    """Conflicts by dates, ages or numbers among all, at least."""
    denial: float = 0.02
    """Plain denials among the conflicts of a type, at most, and single-hop alone: readers know them at once."""

    def as_json(self) -> dict[str, float]:
        """The shares by name."""
        return asdict(self)

    def or_those(self, others: Mapping[str, float]) -> QuotaShares:
        """The same with others, by name, in place of the usual ones."""
        usual = QuotaShares()
        return replace(self, **{n: share for n, share in others.items() if getattr(self, n) == getattr(usual, n)})


FREE = QuotaShares(1.0, 1.0, 0.0, 0.0, 1.0)
"""Shares that any dataset keeps."""


def shares_of(others: Mapping[str, float]) -> QuotaShares:
    """The usual shares with others, by name.

    Raises:
        InputError: for an unknown name, or a share that is none.
    """
    return parse_shares(f"{name}={share}" for name, share in others.items())


def parse_shares(texts: Iterable[str]) -> QuotaShares:
    """Read ``relation=0.3`` and the like over the defaults.

    Raises:
        InputError: for an unknown name, or a share that is none.
    """
    shares = QuotaShares()
    known = tuple(f.name for f in fields(QuotaShares))
    for text in texts:
        name, _, told = text.partition("=")
        if name not in known:
            raise InputError(f"'{name}' is no quota; the quotas are {', '.join(known)}.")
        try:
            value = float(told)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            raise InputError(f"The quota {name} is '{told}'; give a share between 0 and 1, for example {name}=0.25.")
        shares = replace(shares, **{name: value})
    return shares
