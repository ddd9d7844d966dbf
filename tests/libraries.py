"""ragas, deepeval and TruLens, which the development tools do not have: in a folder of their own in the user's cache.

pip puts what ``adapters.txt`` pins there once, 100 MB, without what the libraries ask for besides. A process that finds
the folder on its ``PYTHONPATH`` has the rest from the virtual environment.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PINNED = Path(__file__).with_name("adapters.txt")


def folder() -> Path:
    """Where they belong, for this list and this version of Python."""
    place = os.environ.get("XDG_CACHE_HOME")
    digest = hashlib.sha256(PINNED.read_bytes()).hexdigest()[:12]
    name = f"adapters-{digest}-py{sys.version_info.major}{sys.version_info.minor}"
    return (Path(place) if place else Path.home() / ".cache") / "contragraph" / name


def fetch() -> Path:
    """The folder, filled if it is not there; nothing half-fetched is left in its place.

    Raises:
        OSError: if pip cannot bring them.
    """
    target = folder()
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as place:
        new = Path(place) / "libraries"
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--no-deps", "--target", str(new)]
        done = subprocess.run([*command, "-r", str(PINNED)], check=False, capture_output=True, text=True)
        if done.returncode:
            raise OSError(f"pip could not bring what {PINNED.name} lists: {done.stderr.strip()}")
        new.rename(target)
    return target
