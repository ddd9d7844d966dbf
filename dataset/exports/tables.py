"""Pairs, sets and facts as typed nested tables: the Arrow schema is made of the records of their lines, key by key.

Some places of a record hold one of two things, which a typed table cannot. There a struct has a field for each: an
object is ``id`` and ``label`` of an entity, or ``value``, ``datatype`` and ``label`` of a literal; a premise is the id
of a ``statement`` or the number of a ``step``. What is not the case is null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, TypeGuard, Union, cast, get_args, get_origin

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from contragraph.dataset.folder.content import Content, R
from contragraph.dataset.records.bank import WRITTEN
from contragraph.dataset.records.codec import dump
from contragraph.graph.errors import InputError

Row = dict[str, object]
_PLAIN: dict[object, pa.DataType] = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
_PREMISE: dict[object, str] = {str: "statement", int: "step"}


def schema(record: type[BaseModel]) -> pa.Schema:
    """The schema of a table of records."""
    return pa.schema(list(_type(record)))


def to_row(line: str, record: type[BaseModel]) -> Row:
    """A line that spells a record as a row.

    Raises:
        InputError: if it has a key that the schema does not know; nothing is left out in silence.
    """
    return cast("Row", _pack(json.loads(line), record))


def to_line(row: Row, record: type[BaseModel]) -> str:
    """The line that a row was made of."""
    return dump(_unpack(row, record))


def read_parquet(path: Path, content: Content[R]) -> Iterator[tuple[str, R]]:
    """Lines and records of an exported Parquet file, streaming.

    Raises:
        InputError: if the file is missing or damaged, or holds another table.
    """
    try:
        with pq.ParquetFile(path) as file:
            if file.schema_arrow.names != schema(content.record).names:
                raise InputError(f"{path} is not a table of {content}: its columns are others.")
            for batch in file.iter_batches(batch_size=64):
                for row in batch.to_pylist():
                    line = to_line(row, content.record)
                    yield line, content.parse(line, str(path))
    except (pa.ArrowException, OSError) as error:
        reason = str(error).strip().splitlines()[0].rstrip(".")
        raise InputError(f"{path} cannot be read as Parquet, it is missing or damaged: {reason}.") from None


# -- types -----------------------------------------------------------------------------------------------


def _alternatives(kind: object) -> tuple[object, ...]:
    """The alternatives of a type, without None."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(each for each in get_args(kind) if each is not NoneType)
    return (kind,)


def _is_model(kind: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a record by their keys in JSON."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _type(kind: object) -> pa.DataType:
    either = _alternatives(kind)
    if set(either) == set(_PREMISE):
        return pa.struct([(name, _PLAIN[part]) for part, name in _PREMISE.items()])
    if len(either) > 1:  # an entity or a literal, a statement or a bound
        fields: dict[str, pa.DataType] = {}
        for part in either:
            fields |= {f.name: f.type for f in _type(part)} if _is_model(part) else {"id": pa.string()}
        return pa.struct(list(fields.items()))
    (one,) = either
    if get_origin(one) is tuple:
        return pa.list_(_type(get_args(one)[0]))
    if get_origin(one) is Literal:
        return pa.string()
    if _is_model(one):
        return pa.struct([(name, _type(field.annotation)) for name, field in _fields(one).items()])
    return _PLAIN[one]


# -- values ----------------------------------------------------------------------------------------------


def _member(value: Mapping[str, object], either: Iterable[object]) -> type[BaseModel]:
    """Which of several records an object of JSON is: the one all of whose keys it has, and that has most of its."""
    models = (kind for kind in either if _is_model(kind))
    able = (m for m in models if all(name in value or not f.is_required() for name, f in _fields(m).items()))
    return min(able, key=lambda m: len({*value} - {*_fields(m)}))


def _pack(value: object, kind: object) -> object:
    """A value of JSON as Arrow takes it."""
    if value is None:
        return None
    either = _alternatives(kind)
    if set(either) == set(_PREMISE):
        return {_PREMISE[type(value)]: value}
    if len(either) > 1:
        return _pack(value, _member(value, either)) if isinstance(value, dict) else {"id": value}
    (one,) = either
    if isinstance(value, list):
        part = get_args(one)[0]
        return [_pack(each, part) for each in value]
    if not (_is_model(one) and isinstance(value, dict)):
        return value
    if unknown := sorted(set(value) - set(_fields(one))):
        raise InputError(f"The lines have a key {unknown[0]!r} that has no place in a table; export them as jsonl.")
    return {name: _pack(value.get(name), field.annotation) for name, field in _fields(one).items()}


def _unpack(value: object, kind: object) -> object:
    """A value of Arrow as it was in JSON."""
    if value is None:
        return None
    either = _alternatives(kind)
    (one, *others) = either
    if isinstance(value, list):
        part = get_args(one)[0]
        return [_unpack(each, part) for each in value]
    if not isinstance(value, dict):
        return value
    if set(either) == set(_PREMISE):
        return value["step"] if value["statement"] is None else value["statement"]
    if others:
        given = {name: each for name, each in value.items() if each is not None}
        return given["id"] if set(given) == {"id"} else _unpack(given, _member(given, either))
    assert _is_model(one)  # nothing else is a struct
    return {
        name: _unpack(value.get(name), field.annotation)
        for name, field in _fields(one).items()
        if value.get(name) is not None or field.is_required() or field.json_schema_extra == WRITTEN
    }
