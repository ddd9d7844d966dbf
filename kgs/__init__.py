"""What is known of each knowledge graph, as data: one folder for each, read into a :class:`Kg`.

A folder holds ``graph.toml`` (roles, levels, classes, domains), ``ontology.ttl`` (axioms), ``lexicon.toml`` (how its
relations are said) and ``filters.toml`` (thresholds of filters); only the first is needed. A user's own graph is the
same kind of folder anywhere (:func:`read_kg`). No id of a graph stands in Python.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from contragraph.graph.errors import InputError
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon, lexicon_of, load_lexicon, shipped_lexicons
from contragraph.ontology.namespaces import is_iri

_GRAPH, _ONTOLOGY, _LEXICON, _FILTERS = "graph.toml", "ontology.ttl", "lexicon.toml", "filters.toml"
_TEXTS = ("name", "label", "licence", "attribution")
_LISTS = ("roles", "levels", "classes")
_NAMES = ("prefixes", "levels_except", "moments", "object_moments", "domains")
_TABLES = (*_LISTS, *_NAMES, "error")


@dataclass(frozen=True, slots=True)
class ErrorSize:
    """How far a made-up date may lie from the true one: ``most`` years, in a ``share`` of cases at most ``small``."""

    most: int
    small: int
    share: float


@dataclass(frozen=True)
class Kg:
    """A knowledge graph.

    ``roles`` maps what a relation does ("located_in") to the relations that do it; ``levels`` the levels of places,
    finest first, to their classes: a thing is of the first level that one of its classes reaches by the role
    ``subclass_of``, but for those of ``levels_except`` (id to reason), which have none. ``moments`` maps a relation of
    what happens once to that of the date which it gives its subject (a birth to the date of birth): the time of such a
    fact is loaded as that date; ``object_moments`` the like for a date of its object. ``domains`` maps seed relations to their domain, ``errors`` relations of dates to the
    size of made-up errors.
    """

    folder: Path
    name: str
    label: str = ""
    licence: str = ""
    attribution: str = ""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    levels_except: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moments: Mapping[str, str] = field(default_factory=dict)
    object_moments: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, ErrorSize] = field(default_factory=dict)

    def role(self, name: str) -> tuple[str, ...]:
        """The relations of a role, in the file's order; empty where the graph has none."""
        return self.roles.get(name, ())

    def classes(self, name: str) -> tuple[str, ...]:
        """The classes that are called so in the file, in its order; empty where the graph has none."""
        return self.kinds.get(name, ())

    @property
    def seeds(self) -> tuple[str, ...]:
        """The seed relations, in the file's order: those of the paper first."""
        return tuple(self.domains)

    @cached_property
    def ontology(self) -> Ontology:
        """The axioms of the graph; empty where its folder has none.

        Raises:
            OntologyError: the file says something that is no axiom of ours.
        """
        from contragraph.ontology.turtle import read_ontology  # rdflib takes long to import

        path = self.folder / _ONTOLOGY
        return read_ontology(path) if path.exists() else Ontology(())

    @cached_property
    def lexicon(self) -> Lexicon:
        """How the graph's relations are said: the lexicon that ships for it, with what its folder adds or replaces.

        Raises:
            OntologyError: an entry is not well formed.
        """
        base = lexicon_of(self.name if self.name in shipped_lexicons() else "wikidata")
        path = self.folder / _LEXICON
        if not path.exists():
            return base
        own = load_lexicon(path)
        return Lexicon({**base.entries, **own.entries}, base.events | own.events)

    @cached_property
    def filters(self) -> Mapping[str, Any]:
        """The thresholds of filters by the filter's name; empty where the folder has none.

        Raises:
            InputError: the file cannot be read or is no TOML.
        """
        path = self.folder / _FILTERS
        return _toml(path) if path.exists() else {}


def shipped_kgs() -> list[str]:
    """The names of the knowledge graphs whose folders ship, sorted."""
    return sorted(f.name for f in files(__name__).iterdir() if (f / _GRAPH).is_file())


@cache
def kg_of(name: str) -> Kg:
    """The knowledge graph that ships under a name.

    Raises:
        InputError: there is none of that name.
    """
    if name not in (known := shipped_kgs()):
        raise InputError(f"there is no knowledge graph named {name!r}; known are {', '.join(known)}")
    with as_file(files(__name__) / name) as folder:
        return read_kg(folder)


def kg_like(relations: Iterable[str]) -> Kg | None:
    """The knowledge graph that ships whose roles and seeds know most of these relations; None where none knows any."""
    given = frozenset(relations)

    def known(kg: Kg) -> int:
        return len(given & {*kg.domains, *(r for some in kg.roles.values() for r in some)})

    best = max((kg_of(name) for name in shipped_kgs()), key=known, default=None)
    return best if best is not None and known(best) else None


def read_kg(folder: Path) -> Kg:
    """The knowledge graph that a folder describes.

    Raises:
        InputError: its ``graph.toml`` is missing or not as it should be; names the file and what is wrong.
    """
    path = folder / _GRAPH
    tables = _toml(path)
    for key in tables:
        if key not in (*_TEXTS, *_TABLES):
            raise _bad(path, f"unknown key {key!r}; known are {', '.join((*_TEXTS, *_TABLES))}")
    texts = {key: tables.get(key, "") for key in _TEXTS}
    for key, value in texts.items():
        if not isinstance(value, str) or (key == "name" and not value):
            raise _bad(path, f'{key} must be a text, as in {key} = "wikidata"')
    parts = {key: _table(path, key, tables.get(key, {})) for key in _TABLES}
    names = {key: {k: _text(path, f"[{key}] {k}", v) for k, v in parts[key].items()} for key in _NAMES}
    lists = {key: {k: _ids(path, f"[{key}] {k}", v) for k, v in parts[key].items()} for key in _LISTS}
    errors = {k: _error(path, f"[error] {k}", v) for k, v in parts["error"].items()}
    for key in ("levels_except", "moments", "object_moments", "domains"):
        for each in names[key]:
            _id(path, f"[{key}]", each)
    for key in ("moments", "object_moments"):
        for each in names[key].values():
            _id(path, f"[{key}]", each)
    for each in (*errors, *lists["levels"]):
        _id(path, "[error]" if each in errors else "[levels]", each)
    return Kg(
        folder,
        **texts,
        prefixes=names["prefixes"],
        roles=lists["roles"],
        levels=lists["levels"],
        levels_except=names["levels_except"],
        kinds=lists["classes"],
        moments=names["moments"],
        object_moments=names["object_moments"],
        domains=names["domains"],
        errors=errors,
    )


def _bad(path: Path, what: str) -> InputError:
    return InputError(f"{path}: {what}")


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _bad(path, f"no valid TOML: {error}") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def _table(path: Path, name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _bad(path, f"{name} must be a table, headed [{name}]")
    return value


def _text(path: Path, where: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise _bad(path, f"{where} must be a text that is not empty")
    return value


def _id(path: Path, where: str, value: object) -> str:
    if not isinstance(value, str) or not (is_iri(value) or (":" in value and all(value.split(":", 1)))):
        raise _bad(path, f"{where}: {value!r} is no id; write a CURIE such as wdt:P31")
    return value


def _ids(path: Path, where: str, value: object) -> tuple[str, ...]:
    some = [value] if isinstance(value, str) else value
    if not isinstance(some, list) or not some:
        raise _bad(path, f"{where} must be an id or a list of ids")
    ids = tuple(_id(path, where, each) for each in some)
    if len(set(ids)) < len(ids):
        twice = next(each for each in ids if ids.count(each) > 1)
        raise _bad(path, f"{where} names {twice} twice")
    return ids


def _error(path: Path, where: str, value: object) -> ErrorSize:
    wanted = "{ most = 10, small = 5, share = 0.5 }"
    if not isinstance(value, dict) or set(value) != {"most", "small", "share"}:
        raise _bad(path, f"{where} must be like {wanted}")
    most, small, share = value["most"], value["small"], value["share"]
    whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (most, small))
    if not whole or not 1 <= small <= most or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise _bad(path, f"{where} must be like {wanted}: 1 <= small <= most, and a share between 0 and 1")
    return ErrorSize(most, small, float(share))


__all__ = ["ErrorSize", "Kg", "kg_like", "kg_of", "read_kg", "shipped_kgs"]
