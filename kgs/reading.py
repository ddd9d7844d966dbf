"""Reading a folder of a graph: ``graph.toml`` and what else of it is TOML, checked on the way in.

``filters.toml``, ``axioms.toml``, ``grammar.toml`` and ``loading.toml`` may be missing.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from contragraph.graph.errors import InputError
from contragraph.kgs.kg import ErrorSize, Kg, Terms
from contragraph.ontology.namespaces import is_iri

GRAPH = "graph.toml"
"""What every folder of a graph has."""
_FILTERS, SWITCHES, _GRAMMAR, _LOADING = "filters.toml", "axioms.toml", "grammar.toml", "loading.toml"
_TEXTS = ("name", "label", "licence", "attribution")
_LISTS = ("roles", "levels", "classes")
_NAMES = ("prefixes", "levels_except", "moments", "object_moments", "domains")
_TABLES = (*_LISTS, *_NAMES, "error", "quotas")
_ERROR = {"most", "small", "share", "least", "percent"}


def read_kg(folder: Path, reference: Kg | None = None, *, own: bool = False) -> Kg:
    """The knowledge graph that a folder describes; ``reference`` is the one that it is aligned with.

    ``own``: it is the folder of a user.

    Raises:
        InputError: its ``graph.toml`` is missing, or it or ``filters.toml`` is not as it should be.
    """
    path = folder / GRAPH
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
        filters=_toml(filters) if (filters := folder / _FILTERS).exists() else {},
        reference=reference,
        quotas={k: _share(path, f"[quotas] {k}", v) for k, v in parts["quotas"].items()},
        off=_switched_off(switches) if (switches := folder / SWITCHES).exists() else frozenset(),
        own=own,
        grammar=_terms(folder / _GRAMMAR),
        loading=_terms(folder / _LOADING),
    )


def _terms(path: Path) -> Terms:
    """The terms of a file: tables with a text, or several, for each name; those of roles and classes are ids."""
    tables = {name: _table(path, name, table) for name, table in (_toml(path) if path.exists() else {}).items()}
    checks = {"roles": _ids, "classes": _ids}
    return Terms(
        {
            name: {k: checks.get(name, _texts)(path, f"[{name}] {k}", v) for k, v in table.items()}
            for name, table in tables.items()
        }
    )


def _texts(path: Path, where: str, value: object) -> tuple[str, ...]:
    some = [value] if isinstance(value, str) else value
    if not isinstance(some, list) or not some:
        raise _bad(path, f"{where} must be a text or a list of texts")
    return tuple(_text(path, where, each) for each in some)


def _switched_off(path: Path) -> frozenset[str]:
    """The axioms that are off: each line of the file is the id of one, with "on" or "off"."""
    found = set()
    for axiom, switch in _toml(path).items():
        if switch not in ("on", "off"):
            raise _bad(path, f'{axiom} must be "on" or "off", not {switch!r}')
        if switch == "off":
            found.add(axiom)
    return frozenset(found)


def _share(path: Path, where: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _bad(path, f"{where} must be a share between 0 and 1, as in relation = 0.3")
    return float(value)


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
    wanted = "{ most = 10, small = 5, share = 0.5 }, with least = 2 or percent = true where they are wanted"
    if not isinstance(value, dict) or not {"most", "small", "share"} <= set(value) <= _ERROR:
        raise _bad(path, f"{where} must be like {wanted}")
    most, small, share, least = value["most"], value["small"], value["share"], value.get("least", 1)
    whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (most, small, least))
    if not whole or not 1 <= least <= small <= most or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise _bad(path, f"{where} must be like {wanted}: 1 <= least <= small <= most, and a share between 0 and 1")
    if not isinstance(percent := value.get("percent", False), bool):
        raise _bad(path, f"{where} must be like {wanted}: percent is true or false")
    return ErrorSize(most, small, float(share), least, percent)
