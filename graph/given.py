"""What callers of the Python API give: paths as texts or as paths, and calls whose faults are one plain sentence."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, wraps
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from contragraph.graph.errors import InputError

AnyPath = str | PathLike[str]
"""A path as a text or as a ``Path``; ``~`` at the beginning of a text is the home folder."""
P = ParamSpec("P")
R = TypeVar("R")
_SHOWN = 40
"""Characters of a value that a message shows, at most."""
_KINDS: Mapping[object, tuple[str, str]] = {
    str: ("a text", "texts"),
    bool: ("True or False", "truth values"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    NoneType: ("None", "None"),
    Any: ("anything", "things"),
    object: ("anything", "things"),
}
"""What types are called: one, and several."""


def path_of(given: AnyPath) -> Path:
    """The path that a caller gives.

    Raises:
        InputError: if it is none, or an empty text.
    """
    if not isinstance(given, (str, PathLike)):
        raise InputError(f"A path is a text such as 'dataset' or a Path, not {_shown(given)}.")
    if given == "":
        raise InputError("An empty text is no path; give the name of a file or folder, or '.' for the current one.")
    path = Path(given)
    return path.expanduser() if isinstance(given, str) and path.parts[:1] == ("~",) else path


def maybe_path(given: AnyPath | None) -> Path | None:
    """The path that a caller gives, if one is given.

    Raises:
        InputError: if it is none.
    """
    return None if given is None else path_of(given)


def paths_of(given: AnyPath | Iterable[AnyPath]) -> list[Path]:
    """The paths that a caller gives, of which one may stand alone.

    Raises:
        InputError: if one of them is none.
    """
    if isinstance(given, (str, PathLike)):
        return [path_of(given)]
    return [path_of(each) for each in given]


# -- calls -------------------------------------------------------------------------------------------------


def forgiving(call: Callable[P, R], name: str) -> Callable[P, R]:
    """The function, with arguments held against its signature first; messages have the name that callers know.

    What is missing, unknown or of another type raises an ``InputError`` that names it; types that only a type checker
    knows are not looked at.
    """
    known = _Signature(call, name)

    @wraps(call)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        known.demand(args, kwargs)
        return call(*args, **kwargs)

    return checked


def made_forgiving(kind: type[R]) -> type[R]:
    """The class, made with arguments that are held against its signature; lists stand for tuples."""
    init: Callable[..., None] = kind.__init__
    known = _Signature(init, kind.__name__)

    @wraps(init)
    def checked(self: object, *args: object, **kwargs: object) -> None:
        bound = known.demand((self, *args), kwargs)
        for name, value in bound.arguments.items():
            if get_origin(known.hint(name)) is tuple and not isinstance(value, tuple):
                bound.arguments[name] = tuple(value)
        init(*bound.args, **bound.kwargs)

    kind.__init__ = checked  # type: ignore[method-assign]
    return kind


class _Signature:
    """What a call takes. Nothing of it is worked out before the first call: types may be known later only."""

    def __init__(self, call: Callable[..., object], name: str) -> None:
        self._call = call
        self._name = name
        self._hints: dict[str, object] = {}

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self._call)

    @property
    def _names(self) -> list[str]:
        return [name for name in self._signature.parameters if name != "self"]

    def hint(self, name: str) -> object:
        """The type of a parameter; ``object`` where it is not known at run time."""
        if name not in self._hints:
            told = self._signature.parameters[name].annotation
            place = vars(sys.modules[self._call.__module__])
            try:
                found = get_type_hints(SimpleNamespace(__annotations__={name: told}), place)[name]
            except NameError:
                found = object
            self._hints[name] = object if told is inspect.Parameter.empty else found
        return self._hints[name]

    def demand(self, args: Sequence[object], kwargs: Mapping[str, object]) -> inspect.BoundArguments:
        """The arguments by their names.

        Raises:
            InputError: if they are not those that the call takes.
        """
        for name in kwargs:
            if name not in self._signature.parameters:
                near = get_close_matches(name, self._names, 1)
                meant = f"did you mean {near[0]!r}?" if near else f"it takes {', '.join(self._names)}."
                raise InputError(f"{self._name} takes no {name!r}; {meant}")
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise InputError(f"{self._name}: {error}; it takes {', '.join(self._names)}.") from None
        for name, value in bound.arguments.items():
            hint = self.hint(name)
            if name != "self" and not _fits(value, hint):
                alone = isinstance(value, str) and any(map(_is_list, _one_of(hint)))
                shown = f"one text; put it into a list: [{_cut(repr(value))}]" if alone else _shown(value)
                raise InputError(f"{self._name}: {name} must be {_said(hint)}, not {shown}.")
        return bound


def _one_of(hint: object) -> tuple[object, ...]:
    """The alternatives of a type."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _is_list(hint: object) -> bool:
    """Whether a type is one of several values in a row."""
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Iterable) and not issubclass(origin, Mapping)


def _fits(value: object, hint: object) -> bool:
    """Whether a value is of a type, as far as that can be seen without using it up."""
    if len(either := _one_of(hint)) > 1:
        return any(_fits(value, each) for each in either)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return any(value is each or (type(value) is type(each) and value == each) for each in inside)
    if origin is None:
        return _is(value, hint)
    if not isinstance(origin, type) or issubclass(origin, type):
        return True
    if issubclass(origin, Mapping):
        return isinstance(value, Mapping)
    if not issubclass(origin, Iterable):
        return isinstance(value, origin)
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return False
    if issubclass(origin, (Sequence, tuple)):
        # Not only lists: a column of a table has an order, too.
        if isinstance(value, (set, frozenset)) or not isinstance(value, Collection):
            return False
        return all(_fits(each, inside[0]) or get_origin(inside[0]) is Literal for each in value)
    return not isinstance(value, (list, tuple)) or all(_fits(each, inside[0]) for each in value)


def _is(value: object, hint: object) -> bool:
    """Whether a value is of a type without parts."""
    if hint is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if not isinstance(hint, type):
        return True
    if getattr(hint, "_is_protocol", False):
        asked = [name for name, part in vars(hint).items() if inspect.isfunction(part)]
        return callable(value) if "__call__" in asked else all(hasattr(type(value), n) for n in asked if n[0] != "_")
    return isinstance(value, hint)


# -- words -------------------------------------------------------------------------------------------------


def _said(hint: object, *, many: bool = False) -> str:
    """A type in words: of one value, or of many."""
    either = _one_of(hint)
    if str in either and any(get_origin(each) is PathLike for each in either):
        rest = [_said(each, many=many) for each in either if each is not str and get_origin(each) is not PathLike]
        return " or ".join(["paths" if many else "a path (a text or a Path)", *rest])
    if len(either) > 1:
        return " or ".join(dict.fromkeys(_said(each, many=many) for each in either))
    origin, inside = get_origin(hint), get_args(hint)
    if hint in _KINDS:
        return _KINDS[hint][many]
    if origin is Literal:
        return " or ".join(repr(each) for each in inside)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "mappings" if many else "a mapping"
    if _is_list(hint):
        return f"{'lists' if many else 'a list'} of {_said(inside[0], many=True)}"
    if origin is not None or not isinstance(hint, type):
        return "functions" if many else "a function"
    return f"{hint.__name__} objects" if many else f"{'an' if hint.__name__[0] in 'AEIOU' else 'a'} {hint.__name__}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _shown(value: object) -> str:
    """A value as a sentence has it."""
    if isinstance(value, (bool, NoneType, str, bytes)):
        return _cut(repr(value))
    if isinstance(value, Real):
        return f"the number {value}"
    if isinstance(value, (list, tuple, set, frozenset)):
        shown = "; ".join(dict.fromkeys(f"{_shown(each)}" for each in _some(value)))
        return f"a {type(value).__name__} with {shown}" if shown else f"an empty {type(value).__name__}"
    return f"the class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}"


def _some(values: Iterable[object]) -> Iterator[object]:
    for number, value in enumerate(values):
        if number == 2:
            return
        yield value
