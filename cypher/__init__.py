"""Every Cypher query of the project, one ``.cypher`` file each, with a loader that checks them.

A file starts with a header of ``//`` comments, then the query::

    // name: kg.relations
    // doc: All relations of a KG with their fact counts.
    // params: kg: string
    // returns: id, label, kg, facts
    // mode: read
    // engines: both

A parameter may have a default, ``limit: int = 20``; one with nothing behind the equals sign is the empty text, which
queries take as "any".

``{{name}}`` in a query stands for a label or relationship type, which Cypher cannot take as a parameter: it is
listed under ``names`` and filled by :meth:`Query.fill` through an allow-list. A query that differs per engine
is two files of one name, ``facts_out.ladybug.cypher`` and ``facts_out.neo4j.cypher``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, cast, get_args

__all__ = ["NAMES", "CypherError", "Engine", "Given", "Mode", "Query", "Row", "Value", "bare", "get", "names", "parse"]

Engine = Literal["ladybug", "neo4j"]
Mode = Literal["read", "write", "schema"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
Value = str | int | float | bool | None | list["Value"] | dict[str, "Value"]
"""What a query takes and returns."""
Row = dict[str, Value]
"""A row of a query: values by the names of columns."""
Given = str | int | float | bool | list[str]
"""What a person gives for a parameter."""
NAMES = ("entity", "relation")
"""Types of parameters that are ids; on the command line a label does as well."""
TYPES = ("string", "int", "float", "bool", "strings", "rows", *NAMES)
"""Types of parameters: ``strings`` is a list of strings, ``rows`` a list of maps (or a table to copy)."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,127}")
_HEADER = re.compile(r"//\s*(name|doc|params|names|returns|mode|engines)\s*:\s*(.*?)\s*$")
_QUIET = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`|//[^\n]*|/\*.*?\*/", re.DOTALL)
"""What a parameter or placeholder cannot stand in: strings, quoted names, comments."""


class CypherError(ValueError):
    """A query is unknown or malformed, or was given wrong parameters; the text is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Query:
    """One named query as it stands in its file."""

    name: str
    doc: str
    text: str
    mode: Mode
    engines: tuple[Engine, ...]
    params: Mapping[str, str] = field(default_factory=dict)
    """Parameter names with their types."""
    defaults: Mapping[str, Given] = field(default_factory=dict)
    """Values of parameters that need not be given."""
    names: tuple[str, ...] = ()
    """Placeholders for labels and relationship types."""
    returns: tuple[str, ...] = ()

    def fill(self, **names: str) -> str:
        """The text with labels or relationship types in place of its placeholders.

        :raises CypherError: if names are missing or superfluous, or one is not a plain identifier.
        """
        if set(names) != set(self.names):
            raise CypherError(f"Query {self.name} takes the names {_listed(self.names)}, not {_listed(names)}.")
        text = self.text
        for key, value in names.items():
            if not _IDENTIFIER.fullmatch(value):
                raise CypherError(f"Query {self.name}: {value[:80]!r} is not a plain name for {key}.")
            text = text.replace("{{" + key + "}}", value)
        return text

    def check(self, params: Mapping[str, object]) -> None:
        """Compare given parameters with the declared ones.

        :raises CypherError: if one without default is missing, or one is superfluous or of another type.
        """
        if missing := [p for p in self.params if p not in params and p not in self.defaults]:
            raise CypherError(f"Query {self.name} needs the parameter {missing[0]} ({self.params[missing[0]]}).")
        for name, value in params.items():
            kind = self.params.get(name)
            if kind is None:
                raise CypherError(f"Query {self.name} has no parameter {name}; it takes {_listed(self.params)}.")
            if not _fits(value, kind):
                raise CypherError(f"Query {self.name}: parameter {name} must be of type {kind}.")

    def signature(self) -> str:
        """Its parameters as a person reads them: ``relation: relation = any, limit: int = 20``."""
        said = {name: _said(value) for name, value in self.defaults.items()}
        return ", ".join(
            f"{name}: {kind}" + (f" = {said[name]}" if name in said else "") for name, kind in self.params.items()
        )

    def inline(self, params: Mapping[str, Given]) -> str:
        """The text with given values and defaults in place of its parameters, to paste it into another program."""
        values = {**self.defaults, **params}

        def spelled(match: re.Match[str]) -> str:
            name = match["name"]
            return match[0] if name not in values else _literal(values[name])

        return re.sub(rf"{_QUIET.pattern}|\$(?P<name>\w+)", spelled, self.text, flags=re.DOTALL)

    def statements(self) -> list[str]:
        """The statements of the text; only schema files have several, each ended by ``;``."""
        return [part.strip() for part in re.split(r";\s*(?:\n|$)", self.text) if part.strip()]


def _literal(value: Given) -> str:
    """A value as Cypher spells it."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _said(value: Given) -> str:
    return ",".join(value) if isinstance(value, list) else str(value) or "any"


def _listed(items: Mapping[str, str] | tuple[str, ...]) -> str:
    return ", ".join(items) or "none"


def _fits(value: object, kind: str) -> bool:
    if kind == "strings":
        return isinstance(value, list) and all(isinstance(v, str) for v in value)
    if kind == "rows":
        return isinstance(value, list) and all(isinstance(v, dict) for v in value)
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "float":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, bool if kind == "bool" else str)


def parse(value: str, kind: str) -> Given:
    """A parameter as a person types it (lists separated by commas), as a value of its declared type.

    :raises CypherError: if the text does not spell such a value.
    """
    if kind == "string" or kind in NAMES:
        return value
    if kind == "strings":
        return [part.strip() for part in value.split(",") if part.strip()]
    if kind == "bool" and value.lower() in ("true", "false"):
        return value.lower() == "true"
    try:
        if kind == "int":
            return int(value)
        if kind == "float":
            return float(value)
    except ValueError:
        pass
    raise CypherError(f"{value!r} is not a value of type {kind}.")


def get(name: str, engine: Engine) -> Query:
    """The query of that name for an engine.

    :raises CypherError: if there is none.
    """
    query = _catalogue().get((name, engine))
    if query is None:
        raise CypherError(f"There is no query named {name} for {engine}; `contragraph cypher list` shows all.")
    return query


def names(engine: Engine) -> list[str]:
    """The names of all queries for an engine, sorted."""
    return sorted(name for name, its in _catalogue() if its == engine)


@cache
def _catalogue() -> dict[tuple[str, Engine], Query]:
    found: dict[tuple[str, Engine], Query] = {}
    for path, source in _sources(files(__name__), ""):
        query = read(path, source.read_text(encoding="utf-8"))
        for engine in query.engines:
            if (query.name, engine) in found:
                raise CypherError(f"{path}: a second query named {query.name} for {engine}.")
            found[query.name, engine] = query
    return found


def _sources(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from _sources(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".cypher"):
            yield prefix + entry.name, entry


def read(path: str, source: str) -> Query:
    """The query in a file's text; the path (inside the room) must agree with its name and engine.

    :raises CypherError: if the header is incomplete or does not agree with the text.
    """
    header: dict[str, str] = {}
    lines = source.splitlines()
    while lines and lines[0].startswith("//"):
        if match := _HEADER.match(lines[0]):
            if match[1] in header:
                raise CypherError(f"{path}: {match[1]} stands twice in the header.")
            header[match[1]] = match[2]
        elif "doc" in header:
            header["doc"] += " " + lines[0].lstrip("/ ")
        lines.pop(0)
    for key in ("name", "doc", "mode", "engines"):
        if not header.get(key):
            raise CypherError(f"{path}: the header lacks {key}.")
    if header["mode"] not in get_args(Mode):
        raise CypherError(f"{path}: the mode must be one of {', '.join(get_args(Mode))}.")
    if header["engines"] not in ("both", *ENGINES):
        raise CypherError(f"{path}: engines must be both, ladybug or neo4j.")
    engines = ENGINES if header["engines"] == "both" else (cast("Engine", header["engines"]),)
    suffix = "" if len(engines) > 1 else f".{engines[0]}"
    if path not in {header["name"].replace(".", "/") + s + ".cypher" for s in (suffix, "")}:
        raise CypherError(f"{path}: its name {header['name']} and engines belong to another file name.")
    params, defaults = _params(path, header.get("params", ""))
    query = Query(
        name=header["name"],
        doc=header["doc"],
        text="\n".join(lines).strip(),
        mode=cast("Mode", header["mode"]),
        engines=engines,
        params=params,
        defaults=defaults,
        names=_split(header.get("names", "")),
        returns=_split(header.get("returns", "")),
    )
    _agree(path, query)
    return query


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _params(path: str, text: str) -> tuple[dict[str, str], dict[str, Given]]:
    params, defaults = {}, {}
    for part in _split(text):
        spelled, has_default, default = (piece.strip() for piece in part.partition("="))
        name, _, kind = (piece.strip() for piece in spelled.partition(":"))
        if kind not in TYPES or not _IDENTIFIER.fullmatch(name):
            raise CypherError(f"{path}: the parameter {part!r} must be `name: type` with a type of {', '.join(TYPES)}.")
        params[name] = kind
        if has_default:
            try:
                defaults[name] = parse(default, kind)
            except CypherError as error:
                raise CypherError(f"{path}: the default of {name}: {error}") from None
    return params, defaults


def bare(text: str) -> str:
    """A query without what stands in strings, quoted names and comments."""
    return _QUIET.sub(" ", text)


def _agree(path: str, query: Query) -> None:
    text = bare(query.text)
    if not text.strip():
        raise CypherError(f"{path}: there is no query below the header.")
    if set(re.findall(r"\$(\w+)", text)) != set(query.params):
        raise CypherError(f"{path}: the parameters of the header are not those of the query.")
    if set(re.findall(r"\{\{(\w+)\}\}", query.text)) != set(query.names):
        raise CypherError(f"{path}: the names of the header are not the placeholders of the query.")
    if query.mode == "read" and not query.returns:
        raise CypherError(f"{path}: a reading query must say what it returns.")
