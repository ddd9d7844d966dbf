"""The ranks of base facts one by one, which those of whole columns must equal."""

from __future__ import annotations

from contragraph.graph.loading.ranks import RANK_FACTORS, RANK_MIXER, timed_object
from contragraph.graph.model import RANK_LIMIT, id_number


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
