"""Types of pairs and plans: how many pairs of which type, and the numbers of the MAGIC paper that this system keeps.

Plan (its Table 2), caps of a subgraph (section 3.1) and types. The seed relations and their domains (Table 6) stand
in the ontology of each KG.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from contragraph.graph.errors import InputError

MAX_EDGES = 15
"""Statements on the original side, at most."""
MIN_EDGES = 5
"""Statements on the original side, at least."""
MAX_DEGREE = 5
"""Statements of the original side that touch one entity, at most; both directions count, a self-loop twice."""
MAX_CONFLICTS = 4


@dataclass(frozen=True, slots=True, order=True)
class PairType:
    """How many conflicts a pair holds, and whether each takes one step or several."""

    conflicts: int
    multi: bool

    def __str__(self) -> str:
        if not self.conflicts:
            return "0-conflict"
        return f"{self.conflicts}-{'multi' if self.multi else 'single'}-hop"

    def admits(self, hops: tuple[int, ...]) -> bool:
        """Whether conflicts with these hops make a pair of this type."""
        if len(hops) != self.conflicts:
            return False
        return all(h >= 2 for h in hops) if self.multi else all(h == 1 for h in hops)


CONTROL = PairType(0, False)
"""Pairs without any conflict, beside which models that always find one are measured."""
PAIR_TYPES = tuple(PairType(n, multi) for multi in (False, True) for n in range(1, MAX_CONFLICTS + 1))
_COUNTS = {False: (208, 154, 80, 50), True: (300, 158, 80, 50)}
MAGIC_PLAN = {t: _COUNTS[t.multi][t.conflicts - 1] for t in PAIR_TYPES}
"""How many pairs of each type the paper has: 1,080 in all."""

_TYPE = re.compile(rf"([1-{MAX_CONFLICTS}])-(single|multi)-hop")
_PLANS: Mapping[str, Mapping[PairType, int]] = {
    "magic": MAGIC_PLAN,
    "small": dict.fromkeys(PAIR_TYPES, 2),
}


def parse_type(text: str) -> PairType:
    """Read ``2-multi-hop``.

    Raises:
        InputError: if it is no type.
    """
    if text.strip() == str(CONTROL):
        return CONTROL
    match = _TYPE.fullmatch(text.strip())
    if match is None:
        known = ", ".join(map(str, PAIR_TYPES))
        raise InputError(f"'{text}' is not a type of pair; the types are {known}.")
    return PairType(int(match[1]), match[2] == "multi")


def parse_plan(text: str) -> dict[PairType, int]:
    """Read ``magic``, ``small`` or ``1-single-hop=20,2-multi-hop=5``.

    Raises:
        InputError: if it is none of these, names a type twice, or asks for nothing.
    """
    if text in _PLANS:
        return dict(_PLANS[text])
    plan: dict[PairType, int] = {}
    for part in text.split(","):
        name, equals, count = part.partition("=")
        if not equals or not count.strip().isdigit():
            raise InputError(
                f"'{part}' in the plan is not TYPE=COUNT; write for example 1-single-hop=20,2-multi-hop=5, or magic."
            )
        pair_type = parse_type(name)
        if pair_type == CONTROL:
            raise InputError("Pairs without conflicts stand beside others; ask for them with --controls 1:1.")
        if pair_type in plan:
            raise InputError(f"The plan names {pair_type} twice; give each type one count.")
        plan[pair_type] = int(count)
    if not any(plan.values()):
        raise InputError("The plan asks for no pairs; give at least one type a count above 0.")
    return {t: plan[t] for t in PAIR_TYPES if plan.get(t)}


def plan_of(told: Mapping[PairType, int] | Mapping[str, int] | str) -> dict[PairType, int]:
    """A plan as text, with types as text, or as it is.

    Raises:
        InputError: if it cannot be read, or a count is no whole number of at least 0.
    """
    if isinstance(told, str):
        return parse_plan(told)
    plan: dict[PairType, int] = {}
    for name, count in told.items():
        pair_type = parse_type(name) if isinstance(name, str) else name
        if not isinstance(pair_type, PairType) or not isinstance(count, int) or count < 0:
            raise InputError(
                f"The plan has {name!r}: {count!r}; it goes from types to whole numbers, as {{'1-single-hop': 20}}."
            )
        plan[pair_type] = count
    if any(isinstance(name, str) for name in told):
        return {t: plan[t] for t in PAIR_TYPES if plan.get(t)}
    return plan


def format_plan(plan: Mapping[PairType, int]) -> str:
    """The plan as it may be given on the command line."""
    return ",".join(f"{t}={n}" for t, n in plan.items())
