"""Which model answers which step, with what settings and within what limits: a TOML file, or options alone.

Settings at the top of the file hold for all steps, a table ``[steps.NAME]`` changes them for one. Keys of providers are
never in the file: ``key = "env:NAME"`` names the variable that holds one.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, get_args
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from rapidfuzz import fuzz, process

from contragraph.graph.errors import InputError, ModelError
from contragraph.graph.model import content_hash
from contragraph.graph.secrets import remember_secret
from contragraph.llm.asking import Step

STEPS: tuple[str, ...] = get_args(Step)
COLD = frozenset({"decompose", "label", "choose"})
"""Steps that are asked with temperature 0 where none is given and the model takes one: they measure."""
BRIEF = {"choose": 16}
"""Steps whose answers are a letter: the tokens that they may have where ``max_tokens`` is not given."""
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Name = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class _Part(BaseModel):
    """A table of the file: no other keys, no other types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Changes(_Part):
    """Settings as a file gives them: what is not given is None."""

    model: Name | None = None
    api_base: Name | None = None
    key: Annotated[str, StringConstraints(pattern=r"^env:\w+$")] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    reasoning_effort: Name | None = None
    timeout: Seconds | None = None
    price_in: Price | None = None
    price_out: Price | None = None


class Limits(_Part):
    """How much may happen at once, and how long anything may take (seconds)."""

    in_flight: Annotated[int, Field(ge=1, le=1_000)] = 32
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = None
    tries: Annotated[int, Field(ge=1, le=100)] = 8
    """Requests for one answer at most."""
    patience: Seconds = 900
    """For one answer, with all retries and waits."""
    first_wait: Annotated[float, Field(gt=0, le=60)] = 0.5
    longest_wait: Seconds = 120
    max_cost: Price | None = None


class _File(Changes):
    """The whole file."""

    cache: Name | None = None
    limits: Limits = Limits()
    steps: dict[str, Changes] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StepSettings:
    """What holds for one step. Prices are USD for a million tokens; None leaves a setting to the provider."""

    model: str
    api_base: str | None = None
    key: str | None = None
    """The name of the variable in the environment that holds the key."""
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 2048
    seed: int = 7
    reasoning_effort: str | None = None
    timeout: float = 120
    price_in: float | None = None
    price_out: float | None = None
    wishes: frozenset[str] = frozenset({"seed"})
    """Settings that are left out for a model that does not take them; any other is an error then."""

    @property
    def sampling(self) -> dict[str, str | int | float]:
        """What decides about an answer beside model and messages, without what is left to the provider."""
        named = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "reasoning_effort": self.reasoning_effort,
        }
        return {name: value for name, value in named.items() if value is not None}

    @property
    def hash(self) -> str:
        """The content hash of what decides about answers; addresses, keys, prices and times do not."""
        return content_hash("settings", self.model, self.sampling)

    def secret(self) -> str | None:
        """The key, from the environment; None where none is named. From here on it is hidden in all messages.

        :raises ModelError: if the variable is not set
        """
        if self.key is None:
            return None
        value = os.environ.get(self.key, "").strip()
        if not value:
            raise ModelError(f"The variable {self.key}, which is to hold the key for {self.model}, is not set; set it.")
        remember_secret(value)
        return value


@dataclass(frozen=True, slots=True)
class ModelsConfig:
    """The settings of each step, the limits, and where answers are cached (None: the user's own cache)."""

    default: StepSettings
    steps: dict[str, StepSettings] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    cache: Path | None = None

    def settings(self, step: str) -> StepSettings:
        """What holds for a step.

        :raises InputError: if there is no such step
        """
        if step not in STEPS:
            raise InputError(f"There is no step {step!r} that asks models{_nearest(step, STEPS)}.")
        found = self.steps.get(step, self.default)
        if step in COLD and found.temperature is None:
            return replace(found, temperature=0.0, wishes=found.wishes | {"temperature"})
        return found


def read_config(path: Path | None, model: str | None = None, api_base: str | None = None) -> ModelsConfig:
    """The config of a file, of a model named on the command line, or of both: a name given here holds for all steps.

    :raises InputError: if the file cannot be read or says what it cannot, or no model is named
    """
    read = _read(path) if path else _File()
    given = {k: v for k, v in {"model": model, "api_base": api_base}.items() if v is not None}
    common = {**_given(read), **given}
    where = f"{path} names no model" if path else "No model is named"
    steps = {step: {**common, **_given(changes), **given} for step, changes in read.steps.items()}
    for step, values in steps.items():
        if "model" not in values:
            raise InputError(f'{where} for the step {step}; give --model, or model = "PROVIDER/NAME" in the file.')
    if "model" not in common and set(steps) != set(STEPS):
        raise InputError(f'{where}; give --model PROVIDER/NAME, or --models FILE with model = "PROVIDER/NAME" in it.')
    for values in (common, *steps.values()):
        _check_address(values.get("api_base"))
    for step, most in BRIEF.items():
        steps[step] = {"max_tokens": most, **steps.get(step, common)}
    default = StepSettings(**common) if "model" in common else StepSettings(**steps[STEPS[0]])
    cache = path.parent / read.cache if path and read.cache else None
    return ModelsConfig(default, {s: StepSettings(**v) for s, v in steps.items()}, read.limits, cache)


def _given(changes: Changes) -> dict[str, Any]:
    """The settings that are given; a key as the name of its variable."""
    values = {name: getattr(changes, name) for name in Changes.model_fields}
    if values["key"]:
        values["key"] = values["key"].removeprefix("env:")
    return {name: value for name, value in values.items() if value is not None}


def _check_address(address: str | None) -> None:
    if address is None:
        return
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InputError(f"{address!r} is no address of a server; give one such as http://127.0.0.1:8080/v1.")
    if parts.username or parts.password:
        raise InputError('The address of a server may hold no user name or password; name a key with key = "env:NAME".')


def _read(path: Path) -> _File:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no config file {path}; docs/models.md shows one.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no TOML: {error}.") from None
    steps = table.get("steps", {})
    for step in steps if isinstance(steps, dict) else ():
        if step not in STEPS:
            raise InputError(f"{path}: there is no step {step!r}{_nearest(step, STEPS)}.")
    try:
        return _File.model_validate(table)
    except ValidationError as error:
        raise InputError(f"{path}: {_problem(error)}") from None


def _problem(error: ValidationError) -> str:
    """The first thing that is wrong in a file, in a sentence that never shows a value of ``key``."""
    first = error.errors(include_url=False)[0]
    *table, name = (str(part) for part in first["loc"])
    place = f" in [{'.'.join(table)}]" if table else ""
    if first["type"] == "extra_forbidden":
        fields = {"limits": Limits.model_fields, "steps": Changes.model_fields}.get(table[0] if table else "")
        return f"there is no key {name!r}{place}{_nearest(name, fields or _File.model_fields)}."
    if name == "key":
        return (
            f'key{place} names a variable that holds a key, as in key = "env:OPENAI_API_KEY"; keys stay out of files.'
        )
    said = first["msg"].removeprefix("Input ").removeprefix("should").strip()
    return f"{name}{place} should {said}, not {first['input']!r}."


def _nearest(name: str, known: Iterable[str]) -> str:
    """Which of the known names is meant, if one is near; else all of them."""
    names = list(known)
    found = process.extractOne(name, names, scorer=fuzz.ratio, score_cutoff=60)
    return f"; did you mean {found[0]!r}?".rstrip("?") if found else f"; known are {', '.join(names)}"
