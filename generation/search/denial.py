"""The plain denial: one true fact, and that it is not so.

It is the rare kind: a quota bounds it, and a search asks for it once.
"""

from __future__ import annotations

from collections.abc import Collection

from contragraph.cypher.matching import Edge, Matching
from contragraph.generation.search.shapes import Leaf, Shape
from contragraph.reasoning.unfold.patterns import Spelling

DENIED = "denied"
"""The role of relations that may be denied, in the folder of a graph."""


def denial(relations: Collection[str]) -> tuple[Shape, ...]:
    """The shape of denials of some relations; none where there are no relations."""
    if not relations:
        return ()
    told = tuple(sorted(relations))
    leaf = Leaf(0, 1)
    matching = Matching((Edge(0, 1, told),), subject=0, denied=(0, 1))
    combinations = tuple((Spelling(r, flip=False),) * 2 for r in told)
    return (Shape("1-denial", (leaf, leaf), combinations, (), (), "", matching, {">": told}, denies=True),)
