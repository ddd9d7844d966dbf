"""The stable rank of a base fact, from which each seed computes its own order of facts."""

from __future__ import annotations

from contragraph.graph.model import RANK_LIMIT, id_number

RANK_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
RANK_MIXER = 0xBF58476D1CE4E5B9
"""Odd constants of the mixing; :mod:`contragraph.graph.loading.ranks` computes it for whole columns."""


def timed_object(object_id: str, valid_from: str | None, valid_to: str | None) -> str:
    """What is hashed for the object of a fact: its id, and the time of validity if there is one."""
    return "\x1f".join((object_id, valid_from or "", valid_to or "")) if valid_from or valid_to else object_id


def fact_rank(
    subject: str, relation: str, object_id: str, valid_from: str | None = None, valid_to: str | None = None
) -> int:
    """The stable rank of a base fact, from which each seed computes its own order.

    The numbers of the three ids are mixed in 64-bit arithmetic, so that millions of facts need one hash for
    each id and not one for each fact. Facts that differ by their time of validity alone have different ranks.
    """
    ids = (subject, relation, timed_object(object_id, valid_from, valid_to))
    mixed = sum(id_number(part) * factor for part, factor in zip(ids, RANK_FACTORS)) % 2**64
    mixed = (mixed ^ mixed >> 32) * RANK_MIXER % 2**64
    return (mixed ^ mixed >> 29) % RANK_LIMIT
