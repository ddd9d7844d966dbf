"""Prompts: files with a version and named slots, those that ship or a user's own.

A file begins with ``version: N`` between two lines of dashes. Lines ``## system``, ``## user`` and ``## assistant``
begin the messages. ``{{ name }}`` is a slot. What is put into a slot is data: it is never searched for slots again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, cast

from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash
from contragraph.llm import Message

_HEAD = re.compile(r"---\s*\nversion:\s*(\w[\w.-]*)\s*\n---\s*\n")
_TURN = re.compile(r"^## (system|user|assistant)[ \t]*$", re.MULTILINE)
_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: messages with slots."""

    name: str
    version: str
    turns: tuple[tuple[Role, str], ...]
    own: bool = False
    """Whether a user wrote it."""

    @property
    def id(self) -> str:
        """Name and version, as records have them; of a user's own prompt with a hash of what it says."""
        return f"{self.name}/{self.version}" + (f"+{content_hash(self.turns)[:8]}" if self.own else "")

    @property
    def slots(self) -> frozenset[str]:
        """The names of its slots."""
        return frozenset(name for _, text in self.turns for name in _SLOT.findall(text))

    def render(self, **slots: str) -> tuple[Message, ...]:
        """The messages with all slots filled.

        Raises:
            KeyError: if a slot is not given, which is a fault of the caller.
        """
        return tuple(Message(role, _SLOT.sub(lambda found: slots[found[1]], text)) for role, text in self.turns)


_HOME = "contragraph.generation.llm"


def load_prompt(name: str, folder: Path | None = None, home: str = _HOME) -> Prompt:
    """A prompt that ships with the package ``home``, or the one of that name in a user's folder if there is one.

    Raises:
        InputError: for a file that cannot be read, has no version or no message, or lacks a slot or has one too many.
    """
    shipped = _shipped(name, home)
    path = folder / f"{name}.md" if folder is not None else None
    if path is None or not path.exists():
        return shipped
    try:
        prompt = _parsed(name, path.read_text("utf-8"), str(path), own=True)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The prompt {path} cannot be read: {error}.") from None
    for missing in sorted(shipped.slots - prompt.slots):
        raise InputError(f"The prompt {path} lacks the slot {{{{ {missing} }}}}; write it where it belongs.")
    for unknown in sorted(prompt.slots - shipped.slots):
        known = ", ".join(sorted(shipped.slots))
        raise InputError(f"The prompt {path} has the unknown slot {{{{ {unknown} }}}}; the slots are {known}.")
    return prompt


def check_folder(folder: Path | None) -> None:
    """See that a user's folder of prompts is one, with prompts that we know.

    Raises:
        InputError: if it is no folder, or holds no prompt of a known name.
    """
    if folder is None:
        return
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}; give --prompts a folder with prompt files.")
    known = shipped_prompts()
    if not any((folder / f"{name}.md").exists() for name in known):
        raise InputError(f"{folder} holds no prompt; name the files {', '.join(f'{n}.md' for n in known)}.")
    for name in known:
        load_prompt(name, folder)


def shipped_prompts() -> list[str]:
    """The names of the prompts that ship, sorted."""
    found = files(_HOME).joinpath("prompts").iterdir()
    return sorted(f.name.removesuffix(".md") for f in found if f.name.endswith(".md"))


@cache
def _shipped(name: str, home: str) -> Prompt:
    text = files(home).joinpath(f"prompts/{name}.md").read_text("utf-8")
    return _parsed(name, text, f"prompts/{name}.md", own=False)


def _parsed(name: str, text: str, where: str, *, own: bool) -> Prompt:
    head = _HEAD.match(text)
    if head is None:
        raise InputError(f"The prompt {where} must begin with its version: a line 'version: 1' between lines of '---'.")
    parts = _TURN.split(text[head.end() :])
    turns = tuple((cast(Role, role), body.strip()) for role, body in zip(parts[1::2], parts[2::2], strict=True))
    if parts[0].strip() or not turns or turns[-1][0] != "user":
        raise InputError(
            f"The prompt {where} must consist of messages that begin with '## system' or '## user', a user's last."
        )
    return Prompt(name, head[1], turns, own)
