"""Commands and what they print, as pages of the documents show them: run in a folder of their own, on the sample."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from contragraph.app.cli import cli
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store

WIDTH = 150
"""Longer lines are cut in a page."""
RUNS = (
    "contragraph load sample",
    "contragraph generate --plan small --seed 7 --out dataset",
    "contragraph generate --plan 1-single-hop=25,1-multi-hop=10 --seed 8 --out second",
    "contragraph generate --plan 1-single-hop=10 --seed 9 --out third",
)
"""What the store of the pages holds."""


@dataclass(frozen=True, slots=True)
class World:
    """A folder with a store in which commands are run."""

    folder: Path

    def run(self, command: str) -> str:
        """What a command prints; one that fails is an error."""
        program, *arguments = shlex.split(command)
        assert program == "contragraph", command
        # Settings of the person who makes the page must not show in it.
        hidden = {name: None for name in os.environ if name.startswith(("CONTRAGRAPH_", "NEO4J_"))}
        with chdir(self.folder):
            done = CliRunner().invoke(cli, arguments, env=hidden, catch_exceptions=False)
        assert done.exit_code == 0, f"{command}: {done.output}"
        return done.stdout

    def open(self) -> GraphStore:
        """The store, for reading."""
        return open_store(f"ladybug:{self.folder / 'contragraph.lbug'}", read_only=True)


@contextmanager
def world(begun: Path | None = None) -> Iterator[World]:
    """A folder with the sample and three runs in its store, gone afterwards.

    The first two commands are left out where a folder that they were ``begun`` in is given.
    """
    with tempfile.TemporaryDirectory(prefix="contragraph-pages-") as folder:
        made = World(Path(folder))
        if begun is not None:
            shutil.copy(begun / "contragraph.lbug", made.folder)
            shutil.copytree(begun / "dataset", made.folder / "dataset")
        for command in RUNS[2:] if begun is not None else RUNS:
            made.run(command)
        yield made


def shown(output: str, lines: int) -> str:
    """Output as a page has it: its first lines, long ones cut."""
    given = output.rstrip("\n").split("\n")
    cut = [line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in given[:lines]]
    return "\n".join(cut + (["…"] if len(given) > lines else []))


def spelled(name: str, params: Mapping[str, object]) -> str:
    """The command that runs a named query."""
    given = (f"--param {shlex.quote(f'{key}={value}')}" for key, value in params.items())
    return " ".join([f"contragraph cypher run {name}", *given])
