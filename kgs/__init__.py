"""What is known of each knowledge graph, as data: one folder for each, read into a :class:`Kg`.

A folder holds ``graph.toml`` (roles, levels, classes, domains), ``ontology.ttl`` (axioms), ``lexicon.toml`` (how its
relations are said), ``texts.toml`` (what texts tell of a thing, in which order), ``alignment.ttl`` (which of its
relations are which of Wikidata's), ``filters.toml`` (thresholds of filters), ``grammar.toml`` (what wording must know
of its relations and classes) and ``loading.toml`` (what the readers of its files must); only the first is needed. A
user's own graph is the same kind of folder anywhere (:func:`read_kg`). No id of a graph stands in Python.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from contragraph.graph.errors import InputError
from contragraph.kgs import reading
from contragraph.kgs.kg import ErrorSize, Kg
from contragraph.ontology.lexicon import Lexicon

_PLACES = "CONTRAGRAPH_KGS"
"""The variable that names folders of graphs of one's own, or folders that hold such."""
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
    return reading.read_kg(folder, kg_of(REFERENCE), own=True)


def chosen(name: str | None) -> str | None:
    """The name of the graph that somebody chose by name or by the folder of what is known of it.

    The folder is known from then on, as those are in the current directory and in the folders that the variable
    ``CONTRAGRAPH_KGS`` names.

    Raises:
        InputError: the folder is not as it should be.
    """
    if name is None or not (Path(name) / reading.GRAPH).is_file():
        return name
    return use_kg(Path(name)).name


def use_kg(folder: Path) -> Kg:
    """What a folder says, known from now on in this process and in those that it starts.

    Raises:
        InputError: the folder is not as it should be.
    """
    kg, place = read_kg(folder), str(folder.resolve())
    before = [each for each in os.environ.get(_PLACES, "").split(os.pathsep) if each and each != place]
    os.environ[_PLACES] = os.pathsep.join([place, *before])
    _own_kg.cache_clear()
    return kg


def named_kg(name: str) -> Kg:
    """The knowledge graph of a name, or of a folder: one's own first, then those that ship.

    Raises:
        InputError: there is none of that name.
    """
    called = chosen(name) or name
    return next((kg for kg in own_kgs() if kg.name == called), None) or kg_of(called)


def own_kgs() -> list[Kg]:
    """The users' own graphs that are known: those that ``use_kg`` was given last first, then by place and name.

    A folder that cannot be read is passed over; it is refused where it is named.
    """
    found: dict[Path, Kg] = {}
    for place in (*filter(None, os.environ.get(_PLACES, "").split(os.pathsep)), "."):
        root = Path(place).resolve()
        for folder in (root, *(_within(root, root.stat().st_mtime_ns) if root.is_dir() else ())):
            if folder in found or not (folder / reading.GRAPH).is_file():
                continue
            if (kg := _own_kg(folder, *_marks(folder))) is not None:
                found[folder] = kg
    return list(found.values())


@cache
def _within(folder: Path, changed: int) -> tuple[Path, ...]:
    """The folders in a folder that was last changed at some time."""
    del changed
    return tuple(sorted(each for each in folder.iterdir() if each.is_dir()))


def _marks(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells whether a file of a folder was changed."""
    files = sorted(each for each in folder.iterdir() if each.suffix in (".toml", ".ttl"))
    return tuple((each.name, (state := each.stat()).st_size, state.st_mtime_ns) for each in files)


@cache
def _own_kg(folder: Path, *marks: tuple[str, int, int]) -> Kg | None:
    del marks
    try:
        return read_kg(folder)
    except InputError:
        return None


def kgs_of(relations: Iterable[str]) -> list[Kg]:
    """The known graphs that have relations with these prefixes, or of one's own these relations, sorted by name."""
    every = frozenset(relations)
    prefixes = {relation.partition(":")[0] for relation in every}
    shipped = [kg for name in shipped_kgs() if not prefixes.isdisjoint((kg := kg_of(name)).prefixes)]
    return sorted([*shipped, *(kg for kg in own_kgs() if every & _relations(kg))], key=lambda kg: kg.name)


def kg_like(relations: Iterable[str], name: str | None = None) -> Kg | None:
    """The known graph whose roles and seeds know most of these relations, one's own first; None where none has any.

    One of one's own that has this ``name``, and any of the relations, comes before all.
    """
    given = frozenset(relations)
    if (named := next((kg for kg in own_kgs() if kg.name == name), None)) and given & _relations(named):
        return named

    def known(kg: Kg) -> int:
        return len(given & _relations(kg))

    best = max((*own_kgs(), *(kg_of(name) for name in shipped_kgs())), key=known, default=None)
    return best if best is not None and known(best) else None


def _relations(kg: Kg) -> frozenset[str]:
    """The relations that the roles and seeds of a graph name; of one's own without those that any RDF has."""
    found = frozenset((*kg.domains, *(r for some in kg.roles.values() for r in some)))
    return frozenset(r for r in found if not r.startswith(("rdf:", "rdfs:"))) if kg.own else found


def kg_behind(name: str, relations: Iterable[str]) -> Kg:
    """What is known of a loaded graph of this name that has these relations.

    Raises:
        InputError: nothing is known of a graph with such relations.
    """
    known = kg_like(relations)
    if known is None:
        raise InputError(
            f"Nothing is known of graphs like {name}: no folder of kgs/ has its relations. Make one with"
            " contragraph kg new, or name it with --kg DIR."
        )
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
    for kg in (*(kg for kg in own_kgs() if relation in _relations(kg)), *map(kg_of, (REFERENCE, *shipped_kgs()))):
        if label := kg.ontology.labels.get(relation):
            return label
    return None


__all__ = [
    "REFERENCE",
    "ErrorSize",
    "Kg",
    "chosen",
    "kg_behind",
    "kg_like",
    "kg_of",
    "kgs_of",
    "label_of",
    "lexicon_for",
    "named_kg",
    "own_kgs",
    "read_kg",
    "shipped_kgs",
    "use_kg",
]
