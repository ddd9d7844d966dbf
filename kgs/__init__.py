"""What is known of each knowledge graph, as data: one folder for each, read into a :class:`Kg`.

A folder holds ``graph.toml`` (roles, levels, classes, domains), ``ontology.ttl`` (axioms), ``lexicon.toml`` (how its
relations are said), ``texts.toml`` (what texts tell of a thing, in which order), ``alignment.ttl`` (which of its
relations are which of Wikidata's) and ``filters.toml`` (thresholds of filters); only the first is needed. A user's own
graph is the same kind of folder anywhere (:func:`read_kg`). No id of a graph stands in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from contragraph.graph.errors import InputError
from contragraph.kgs import reading
from contragraph.kgs.kg import ErrorSize, Kg
from contragraph.ontology.lexicon import Lexicon

REFERENCE = "wikidata"
"""The graph with which the others are aligned, and in whose relations texts are worded."""


def shipped_kgs() -> list[str]:
    """The names of the knowledge graphs whose folders ship, sorted."""
    return sorted(f.name for f in files(__name__).iterdir() if (f / reading.GRAPH).is_file())


@cache
def kg_of(name: str) -> Kg:
    """The knowledge graph that ships under a name.

    Raises:
        InputError: there is none of that name.
    """
    if name not in (known := shipped_kgs()):
        raise InputError(f"there is no knowledge graph named {name!r}; known are {', '.join(known)}")
    with as_file(files(__name__) / name) as folder:
        return reading.read_kg(folder, None if name == REFERENCE else kg_of(REFERENCE))


def read_kg(folder: Path) -> Kg:
    """The knowledge graph that a folder describes, anywhere on disk.

    Raises:
        InputError: its ``graph.toml`` is missing, or it or ``filters.toml`` is not as it should be.
    """
    return reading.read_kg(folder, kg_of(REFERENCE))


def kgs_of(relations: Iterable[str]) -> list[Kg]:
    """The knowledge graphs that ship and have relations with these prefixes, sorted by name."""
    prefixes = {relation.partition(":")[0] for relation in relations}
    return [kg for name in shipped_kgs() if not prefixes.isdisjoint((kg := kg_of(name)).prefixes)]


def kg_like(relations: Iterable[str]) -> Kg | None:
    """The knowledge graph that ships whose roles and seeds know most of these relations; None where none knows any."""
    given = frozenset(relations)

    def known(kg: Kg) -> int:
        return len(given & {*kg.domains, *(r for some in kg.roles.values() for r in some)})

    best = max((kg_of(name) for name in shipped_kgs()), key=known, default=None)
    return best if best is not None and known(best) else None


def kg_behind(name: str, relations: Iterable[str]) -> Kg:
    """What is known of a loaded graph of this name that has these relations.

    Raises:
        InputError: nothing is known of a graph with such relations.
    """
    known = kg_like(relations)
    if known is None:
        raise InputError(f"Nothing is known of graphs like {name}: no folder of kgs/ has its relations.")
    return known


def lexicon_for(relations: Iterable[str]) -> Lexicon:
    """The words for relations by the names that they have, whichever graphs they are of."""
    some = kgs_of(relations) or [kg_of(REFERENCE)]
    if len(some) == 1:
        return some[0].lexicon
    entries = {relation: entry for kg in some for relation, entry in kg.lexicon.entries.items()}
    return Lexicon({**entries, **kg_of(REFERENCE).lexicon.entries})


def label_of(relation: str) -> str | None:
    """The label of a relation in the ontology of a graph that ships; None if none has it."""
    for name in (REFERENCE, *shipped_kgs()):
        if label := kg_of(name).ontology.labels.get(relation):
            return label
    return None


__all__ = [
    "REFERENCE",
    "ErrorSize",
    "Kg",
    "kg_behind",
    "kg_like",
    "kg_of",
    "kgs_of",
    "label_of",
    "lexicon_for",
    "read_kg",
    "shipped_kgs",
]
