"""What wording knows of relations and classes, in those of the reference graph (its ``grammar.toml``)."""

from __future__ import annotations

from functools import cache

from contragraph.kgs import REFERENCE, kg_of, shipped_kgs

GRAPH = kg_of(REFERENCE)
"""The graph in whose relations and classes texts are worded."""
INSTANCE_OF, SUBCLASS_OF, CITIZENSHIP, SEX = (
    GRAPH.role(name)[0] for name in ("instance_of", "subclass_of", "citizenship", "sex")
)


def relations(role: str) -> frozenset[str]:
    """The relations that have a role in grammar."""
    return frozenset(GRAPH.grammar.role(role))


def classes(name: str) -> frozenset[str]:
    """The classes that are called so in grammar."""
    return frozenset(GRAPH.grammar.classes(name))


@cache
def of_no_kind() -> frozenset[str]:
    """The classes, of any graph that ships, of which things are of no one kind."""
    return frozenset(c for name in shipped_kgs() for c in kg_of(name).grammar.table("classes").get("of_no_kind", ()))


@cache
def prefixes_of_classes() -> tuple[str, ...]:
    """How ids of classes begin in graphs that ship, where that tells a class."""
    found = (kg_of(name).grammar.table("prefixes").get("of_classes", ()) for name in shipped_kgs())
    return tuple(f"{prefix}:" for some in found for prefix in some)
