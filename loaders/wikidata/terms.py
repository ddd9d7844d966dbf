"""How Wikidata writes its ids, and what its readers know of its items and properties (its ``loading.toml``)."""

from __future__ import annotations

from contragraph.kgs import kg_of

GRAPH = kg_of("wikidata")
"""What is known of Wikidata."""
ITEM, PROPERTY = "wd:Q", "wdt:P"
"""How ids begin: in all layouts the rest is a number, which tables have in its place."""


def number_of(relation: str) -> int:
    """The number of a property."""
    return int(relation.removeprefix(PROPERTY))


INSTANCE_OF, SUBCLASS_OF = (number_of(GRAPH.role(name)[0]) for name in ("instance_of", "subclass_of"))
OF_PEOPLE = tuple(map(number_of, GRAPH.loading.role("of_people")))
"""What only people have."""
HUMAN = GRAPH.classes("human")[0]
