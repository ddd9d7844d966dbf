"""Processes that are killed: forked from one that has imported everything and opened nothing, and how far they are."""

from __future__ import annotations

import os
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

from contragraph.dataset.files.folder import INSTANCES, JOURNAL

FILES = 10**6
"""A mark in the course of a run after those of its waves: its files are written and the store is next."""


def forked(work: Callable[[], object]) -> int:
    """The id of a process that does this and ends with 0, or with 1 after an error or a false answer."""
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none of ours hold a lock
        child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = 0 if work() is not False else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def done(work: Callable[[], object]) -> bool:
    """Whether a process that does this came to a good end."""
    return os.waitpid(forked(work), 0)[1] == 0


def worked(process: int) -> float:
    """The seconds of processor time that a process has taken in all its threads."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def lines(folder: Path) -> int:
    """The waves that the journal of a run holds."""
    journal = folder / JOURNAL
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def reached(folder: Path) -> int:
    """How far a run has come: -1 before it has a folder, then the waves in its journal, and after all waves FILES."""
    if (folder / INSTANCES).exists():
        return FILES
    return lines(folder) if folder.exists() else -1


def ended(child: int) -> bool:
    """Whether a process has ended; it still waits to be asked how."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
