"""Structured answers: the schema that goes into a request, and the object found in what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Literal

from pydantic import BaseModel, ValidationError

Mode = Literal["schema", "object", "plain"]
"""How a server is asked for an object: by its schema, as any JSON, or in words alone."""
NAMED = frozenset({"properties", "$defs"})
"""Keys of a schema whose keys are names."""
LEFT_OUT = frozenset({"default", "title"})
STARTS = 64
"""Places in a text at which an object is looked for."""
SHOWN = 4_000
"""Characters of a wrong answer that are shown to the model again."""


@cache
def schema(shape: type[BaseModel]) -> dict[str, object]:
    """The JSON schema of a shape, strict: every key is required, no other is allowed."""
    return _strict(shape.model_json_schema())


def _strict(part: Mapping[str, object]) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, value in part.items():
        if key in NAMED and isinstance(value, dict):
            made[key] = {name: _strict(each) for name, each in value.items()}
        elif isinstance(value, dict):
            made[key] = _strict(value)
        elif isinstance(value, list):
            made[key] = [_strict(each) if isinstance(each, dict) else each for each in value]
        elif key not in LEFT_OUT:
            made[key] = value
    named = made.get("properties")
    if isinstance(named, dict):
        made["required"] = list(named)
        made["additionalProperties"] = False
    return made


@cache
def response_format(shape: type[BaseModel], mode: Mode) -> dict[str, object] | None:
    """What a request says about the form of its answer."""
    match mode:
        case "schema":
            return {
                "type": "json_schema",
                "json_schema": {"name": shape.__name__, "schema": schema(shape), "strict": True},
            }
        case "object":
            return {"type": "json_object"}
        case "plain":
            return None


@cache
def in_words(shape: type[BaseModel]) -> str:
    """The same for servers that take no schema."""
    return (
        "Answer with one JSON object and nothing else. It has to fit this JSON schema:\n"
        f"{json.dumps(schema(shape), ensure_ascii=False)}"
    )


def read_object(shape: type[BaseModel], text: str) -> tuple[BaseModel | None, str]:
    """The object in a text, which may have prose or a fence around it; else None and what is wrong."""
    problem = "there is no JSON object in it"
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    for _ in range(STARTS):
        if at < 0:
            break
        try:
            found, end = decoder.raw_decode(text, at)
        except RecursionError:
            return None, "it is nested too deep"
        except ValueError as error:
            if at == text.find("{"):
                problem = f"it is no complete JSON: {error}"
            at = text.find("{", at + 1)
            continue
        try:
            return shape.model_validate(found), ""
        except ValidationError as error:
            problem = _told(error)
        at = text.find("{", end)
    return None, problem


def _told(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[:3]
    return "; ".join(f"{'.'.join(map(str, e['loc'])) or 'the object'}: {e['msg']}" for e in first)


def correction(problem: str) -> str:
    """What is said to the model when its answer is not of the shape."""
    return f"This cannot be used: {problem}. Answer again, with the corrected JSON object and nothing else."
