"""Places of a soak: a folder with a store in it or on a server, what both hold, and commands that are run there.

Whatever opens a store or starts a thread is done in a process that is forked for it, so that this one stays as it was
when it had imported everything, and can fork again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cli import environment
from tests.crashes import ended, forked, worked
from tests.forking import started
from tests.scripted_server import Reply, Request, scripted
from tests.stores import everything

STORE = "contragraph.lbug"
"""The name of an embedded store in its folder."""
_POLL = 0.002
_FACTS = (
    "MATCH (s:Entity)-[f]->(o) WHERE f.rank IS NOT NULL RETURN f.relation AS r, f.rank AS rank, s.id AS s, o.id AS o"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A folder in which commands are run, and what of the environment says where the store is."""

    folder: Path
    server: Mapping[str, str]
    """The address and credentials of a Neo4j server; empty where the store is a file in the folder."""

    @property
    def environ(self) -> dict[str, str]:
        """The environment of a command."""
        return environment(**self.server)

    @property
    def address(self) -> str:
        """The store's."""
        return self.server.get("CONTRAGRAPH_STORE", f"ladybug:{self.folder / STORE}")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, below zero after a signal that it did not hear; and what it took."""

    code: int
    err: str
    work: float
    """Seconds of a processor."""
    clock: float
    """Seconds that went by."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop a command, and how: after so many seconds of work, or of the clock."""

    sign: signal.Signals
    after: float
    clock: bool


def run(place: Place, words: Sequence[str], stop: Stop | None = None) -> Ended:
    """Run a command in a place, and stop it there if it has not ended by then."""
    with _passing("said") as said:
        out, err = said / "out", said / "err"
        err.touch()
        begun = time.monotonic()
        child = started([list(words), str(place.folder), place.environ, str(out), str(err)])
        while stop and not ended(child):
            if (time.monotonic() - begun if stop.clock else worked(child)) >= stop.after:
                os.kill(child, stop.sign)
                break
            time.sleep(_POLL)
        _, status, usage = os.wait4(child, 0)
        work = usage.ru_utime + usage.ru_stime
        return Ended(os.waitstatus_to_exitcode(status), err.read_text("utf-8"), work, time.monotonic() - begun)


def told(work: Callable[[], object]) -> object:
    """What a process that does this gives back, as JSON.

    :raises RuntimeError: if it came to no good end
    """
    with _passing("told") as folder:
        path = folder / "told"
        child = forked(lambda: path.write_text(json.dumps(work()), "utf-8"))
        if os.waitpid(child, 0)[1]:
            raise RuntimeError("what was to be looked at could not be looked at; the reason stands above")
        return json.loads(path.read_text("utf-8"))


@contextmanager
def _passing(name: str) -> Iterator[Path]:
    """A folder until the end; not one that Python would remove as well at the end of each command that is forked."""
    folder = Path(tempfile.mkdtemp(prefix=f"contragraph-{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# -- what a place holds ----------------------------------------------------------------------------------------


def held(place: Place) -> dict[str, str]:
    """A hash of each file of a place, and of each kind of thing in its store, by name."""
    found = told(lambda: content(place))
    assert isinstance(found, dict)
    return found


def content(place: Place) -> dict[str, str]:
    """The same, by this process."""
    os.environ.update(place.server)
    files = {}
    for path in sorted(place.folder.rglob("*")):
        name = str(path.relative_to(place.folder))
        if path.is_dir():
            files[name + "/"] = "a folder"
        elif name.endswith(".lock"):
            files[name] = "a lock"  # who opened the store last stands in it
        elif name == STORE:
            files[name] = "a store"
        else:
            files[name] = _hash_of(path)
    if not place.server and STORE not in files:
        return files
    with open_store(place.address, read_only=True) as store:
        return files | {f"store: {name}": digest for name, digest in _stored(store).items()}


def _hash_of(path: Path) -> str:
    content = path.read_bytes()
    if content.startswith(b"SQLite format 3\0"):  # its pages lie as they were written
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
            rows = ((name, row) for (name,) in file.execute(tables) for row in file.execute(f'SELECT * FROM "{name}"'))
            return _hashed(map(repr, rows))
    return hashlib.sha256(content).hexdigest()


def _stored(store: GraphStore) -> dict[str, str]:
    entities = (dict(_values(row["n"])) for row in store.query("MATCH (n:Entity) RETURN n"))
    return {
        "entities": _hashed(json.dumps(entity, sort_keys=True) for entity in entities),
        "facts": _hashed(repr(sorted(row.items())) for row in store.query(_FACTS)),
        "all else": _hashed(everything(store)),
    }


def _values(node: object) -> Iterator[tuple[str, object]]:
    assert isinstance(node, Mapping)
    return ((k, v) for k, v in node.items() if not k.startswith("_") and v is not None)


def _hashed(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def differences(found: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    """What of a place is not as it should be, in words."""
    said = [f"{name} is left over" for name in sorted(found.keys() - wanted.keys())]
    said += [f"{name} is missing" for name in sorted(wanted.keys() - found.keys())]
    return said + [f"{name} differs" for name in sorted(found.keys() & wanted.keys()) if found[name] != wanted[name]]


# -- servers ---------------------------------------------------------------------------------------------------


@contextmanager
def model_server() -> Iterator[str]:
    """The address of a model in a process of its own, which finds a contradiction in every second text."""

    def answer(request: Request, nth: int) -> Reply:
        del nth
        question = str(request["messages"][-1]["content"])
        return Reply("Answer: yes" if hashlib.sha256(question.encode()).digest()[0] % 2 else "Answer: no", wait=0.02)

    def serve() -> None:
        with scripted(answer) as server:
            (folder / "new").write_text(server.url, "utf-8")
            (folder / "new").rename(folder / "url")
            while os.getppid() == parent:
                time.sleep(0.2)

    parent = os.getpid()
    with _passing("model") as folder:
        child = forked(serve)
        try:
            while not (url := folder / "url").exists():
                if ended(child):
                    raise RuntimeError("the server of the model did not start")
                time.sleep(0.01)
            yield url.read_text("utf-8")
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
