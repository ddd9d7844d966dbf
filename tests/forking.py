"""Commands in processes of their own that need not start anew: forked from one that has imported everything.

``python -m tests.forking`` is that one: it reads a command a line, forks, and says how the command ended. It has opened
no store and done no work, so that a command finds the same as in a new process, but for the half second that its
imports and the reading of the ontologies take. What only some commands import, for seconds, it imports before the first
of them: the client of models, the rules that cut English into words.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 900
"""A command, or an answer of a server, that takes longer has failed; machines may be slow, and have other work."""
LATE = ("jinja2", "ladybug", "neo4j", "numpy", "pandas", "polars", "pyarrow", "pyoxigraph", "rdflib")
"""Libraries that commands import when they use them, or that LadybugDB imports itself."""
UNUSED = {"contragraph.app.__main__", "contragraph.evaluation.pairs.inspect_task"}
"""Modules that run something when they are imported, or that only other programs import, as they do all adapters."""
ASKING = {"--model", "--models"}
"""Options of commands that import the client of models."""
READING = {"classify", "regenerate", "scan", "score", "validate"}
"""Commands that read English without a model."""


@cache
def _server() -> subprocess.Popen[bytes]:
    """The process that forks; it ends with this one."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.forking"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    atexit.register(_end, server)
    return server


def _end(server: subprocess.Popen[bytes]) -> None:
    with server:
        assert server.stdin
        server.stdin.close()


def forked(arguments: Sequence[str], cwd: Path, environ: Mapping[str, str]) -> tuple[int, str, str]:
    """Run ``contragraph`` with these arguments in that folder and environment: its exit code, stdout and stderr."""
    server = _server()
    assert server.stdin
    assert server.stdout
    with tempfile.TemporaryDirectory(prefix="contragraph-said-") as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        request = [list(arguments), str(cwd), dict(environ), str(out), str(err)]
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        try:
            if not select.select([server.stdout], [], [], SECONDS)[0]:
                raise TimeoutError(f"contragraph {' '.join(arguments)} took more than {SECONDS} seconds")
        except BaseException:  # of the limit of a test as well: its answer would be taken for that of the next command
            os.killpg(server.pid, signal.SIGKILL)
            _server.cache_clear()
            raise
        code = int(server.stdout.readline())
        return code, out.read_text("utf-8"), err.read_text("utf-8")


# -- the process that forks ------------------------------------------------------------------------------------


def prepare() -> None:
    """Import what commands import, and read what ships and never changes: what may be forked then opened nothing."""
    import contragraph
    from contragraph.kgs import kg_of, shipped_kgs

    for name in (*LATE, *(m.name for m in walk_packages(contragraph.__path__, "contragraph."))):
        if name not in UNUSED and not name.startswith("contragraph.adapters."):
            import_module(name)
    for name in shipped_kgs():
        assert kg_of(name).ontology
        assert kg_of(name).lexicon
    gc.collect()
    gc.freeze()  # else each child would copy all of it when it first collects


def _prepare_for(arguments: Sequence[str]) -> None:
    """Import what takes a command like this one seconds.

    Later commands have it too: that it costs them nothing elsewhere is for tests that start processes anew.
    """
    if ASKING.intersection(arguments):
        _client()
    if READING.intersection(arguments[:1]):
        _language()


@cache
def _client() -> None:
    from contragraph.llm import provider

    provider.library()
    gc.freeze()


@cache
def _language() -> None:
    from contragraph.documents import language

    assert language.tokens("It is so.")
    gc.freeze()


def _become(arguments: list[str], cwd: str, environ: dict[str, str], out: str, err: str) -> None:
    """Be the process of one command: its folder, its environment, its streams."""
    os.chdir(cwd)
    kept = {name: value for name, value in os.environ.items() if name.startswith("LITELLM_")}  # set as it is imported
    os.environ.clear()
    os.environ.update(kept | environ)
    tempfile.tempdir = None  # to be looked up again
    for path, stream in ((out, 1), (err, 2)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(file, stream)
        os.close(file)
    sys.argv = ["contragraph", *arguments]


def _work() -> int:
    """Do what the command line does; the exit code."""
    from contragraph.app.cli import main

    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def started(request: Sequence[Any]) -> int:
    """The id of a process, forked from this one, that does a command: its arguments, folder, environment, streams.

    What ``prepare`` does comes before it, and nothing that opens a store or starts a thread.
    """
    _prepare_for(request[0])
    at_work = [path.read_text("utf-8") for path in Path("/proc/self/task").glob("*/comm")]
    assert "polars-0\n" not in at_work, "polars was at work here, and a forked process would wait for its threads"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none of ours hold a lock
        child = os.fork()
    if not child:
        _become(*request)
        code = _work()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # to take all modules apart again would take longer than most commands
    return child


def _serve() -> None:
    """Fork for each command until there are no more."""
    commands, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    prepare()
    while line := commands.readline():
        _, status = os.waitpid(started(json.loads(line)), 0)
        answers.write(b"%d\n" % os.waitstatus_to_exitcode(status))
        answers.flush()


if __name__ == "__main__":
    _serve()
