"""Where tests write: in memory where there is plenty, since stores wait for the disk at every step."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
WANTED = 8_000_000_000
"""Bytes that must be free in that folder; a whole run takes a quarter of them, Chromium some as well."""
SPARE = 12_000_000_000
"""Bytes of memory that must be to spare on the machine."""


def scratch() -> Path | None:
    """A new folder in memory for all temporary files of this process and those that it starts.

    None where memory is scarce, or where the user names a place by ``TMPDIR``, which is kept.
    """
    if "TMPDIR" in os.environ or not _room():
        return None
    folder = Path(tempfile.mkdtemp(prefix="contragraph-tests-", dir=MEMORY))
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None  # to be looked up again
    return folder


def leave(folder: Path) -> None:
    """Remove such a folder."""
    del os.environ["TMPDIR"]
    tempfile.tempdir = None
    shutil.rmtree(folder, ignore_errors=True)


def _room() -> bool:
    try:
        lines = Path("/proc/meminfo").read_text("utf-8").splitlines()
        spare = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
        return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > WANTED and spare > SPARE
    except (OSError, StopIteration):
        return False
