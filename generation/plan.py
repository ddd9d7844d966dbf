"""The plan of a dataset: how many pairs of which type."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contragraph.generation.paper import CONTROL, MAGIC_PLAN, MAX_CONFLICTS, PAIR_TYPES, PairType
from contragraph.graph.errors import InputError

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


def format_plan(plan: Mapping[PairType, int]) -> str:
    """The plan as it may be given on the command line."""
    return ",".join(f"{t}={n}" for t, n in plan.items())
