"""How DBpedia writes its ids, and what its readers know of its relations, classes and titles (its ``loading.toml``)."""

from __future__ import annotations

from contragraph.kgs import kg_of

GRAPH = kg_of("dbpedia")
"""What is known of DBpedia."""
ONTOLOGY, PROPERTY, RESOURCE = "dbo:", "dbp:", "dbr:"
"""How ids begin: mapped relations and classes, raw infobox properties, things. Files of old and new releases are told,
and what they hold is sorted, by this alone."""


def role(name: str) -> tuple[str, ...]:
    """The relations that have a role in loading."""
    return GRAPH.loading.role(name)


def of_class(name: str) -> str:
    """The one class that is called so in loading."""
    (found,) = GRAPH.loading.classes(name)
    return found


def patterns(name: str) -> tuple[str, ...]:
    """The patterns of ids that are called so."""
    return tuple(map(_with_states, GRAPH.loading.table("patterns")[name]))


def titles() -> tuple[tuple[str, str], ...]:
    """Patterns of ids, each with the class of what is called so; of several that fit the last holds."""
    return tuple((_with_states(pattern), told) for pattern, (told,) in GRAPH.loading.table("titles").items())


def _with_states(pattern: str) -> str:
    return pattern.replace("{states}", "|".join(GRAPH.loading.table("names")["states"]))
