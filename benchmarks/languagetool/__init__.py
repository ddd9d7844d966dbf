"""LanguageTool, a grammar checker, from Maven Central: its jars are fetched once, by an explicit command.

``python -m benchmarks.languagetool fetch`` needs Maven and brings 63 MB into the user's cache folder
(``$XDG_CACHE_HOME``, else ``~/.cache``), where each jar is held against its pinned SHA-256 sum. Checking needs
Java 17 and no network.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "6.6"
POM = Path(__file__).with_name("pom.xml")
SUMS = Path(__file__).with_name("jars.sha256")
FETCH = "python -m benchmarks.languagetool fetch"


def library() -> Path:
    """The folder where the jars belong."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "contragraph" / f"languagetool-{VERSION}"


def pinned() -> dict[str, str]:
    """The SHA-256 sum of each jar by its name."""
    pairs = (line.split() for line in SUMS.read_text("ascii").splitlines())
    return {name: digest for digest, name in pairs}


def missing() -> str | None:
    """What keeps LanguageTool from running here, in one sentence, or None."""
    if shutil.which("java") is None:
        return "Java 17 or newer is not installed."
    if not library().is_dir():
        return f"LanguageTool {VERSION} is not on this machine; get its jars with: {FETCH}"
    wrong = _unlike(library())
    if wrong:
        return f"{library() / wrong} is not the pinned jar of LanguageTool {VERSION}; get it again with: {FETCH}"
    return None


def _unlike(folder: Path) -> str | None:
    """The first jar that is missing, foreign or altered, or None."""
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.jar"))}
    wrong = sorted(found.items() ^ pinned().items())
    return wrong[0][0] if wrong else None


def fetch() -> Path:
    """The folder of the jars, fetched if they are not there; nothing half-fetched is left in its place.

    Raises:
        OSError: if Maven is not installed, cannot fetch, or brings other jars than the pinned ones.
    """
    target = library()
    if target.is_dir() and _unlike(target) is None:
        return target
    if shutil.which("mvn") is None:
        raise OSError("Maven (mvn) is not installed; it fetches the jars of LanguageTool.")
    print(f"Fetching LanguageTool {VERSION} (63 MB) from Maven Central into {target}.", file=sys.stderr)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        jars = Path(folder) / "jars"
        command = ["mvn", "-q", "-B", "--strict-checksums", "-f", str(POM), "dependency:copy-dependencies"]
        command += [f"-DoutputDirectory={jars}", "-DincludeScope=runtime"]
        if subprocess.run(command, check=False, stdout=sys.stderr).returncode:
            raise OSError(f"Maven could not fetch LanguageTool {VERSION}; its own message stands above.")
        wrong = _unlike(jars)
        if wrong:
            raise OSError(f"Maven brought a {wrong} that is not the pinned one; nothing was installed.")
        shutil.rmtree(target, ignore_errors=True)
        jars.rename(target)
    return target
