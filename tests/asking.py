"""Gateways of tests: questions, answers and configs in a line each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from contragraph.llm import Ask, Gateway, Message, ModelsConfig, open_gateway, read_config


class City(BaseModel):
    """A shape."""

    name: str
    people: int = 0


LYON = json.dumps({"name": "Lyon", "people": 5})


def ask(text: str, shape: type[BaseModel] | None = None, attempt: int = 0, step: str = "perturb") -> Ask:
    """A question."""
    return Ask(step, "test/1", (Message("user", text),), shape, attempt)


def config(folder: Path, url: str, more: str = "", limits: str = "") -> ModelsConfig:
    """The config for a server at an address, with short waits."""
    path = folder / "models.toml"
    path.write_text(
        f'model = "openai/scripted"\napi_base = "{url}"\n{more}\n[limits]\nfirst_wait = 0.01\n{limits}\n', "utf-8"
    )
    return read_config(path)


@contextmanager
def gateway(
    folder: Path, url: str, more: str = "", limits: str = "", max_cost: float | None = None
) -> Iterator[Gateway]:
    """A gateway to a server at an address, with a cache in the folder."""
    with open_gateway(config(folder, url, more, limits), cache=folder / "cache.sqlite", max_cost=max_cost) as opened:
        yield opened
