"""A real Neo4j server for tests and the demo, from Maven Central: no Docker, no mocked driver.

``python tests/neo4j_server.py run -- COMMAND`` starts one, runs the command with ``NEO4J_URI``,
``NEO4J_USERNAME``, ``NEO4J_PASSWORD`` and ``CONTRAGRAPH_STORE`` set, and stops it. Needs Java 17 and Maven;
the jars are kept in ``.neo4j/`` beside the repository's files, the data in a temporary folder.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POM = Path(__file__).with_name("neo4j") / "pom.xml"
LIBRARY = ROOT / ".neo4j" / "lib"
START_SECONDS = 600
OPENED = (
    "java.base/java.nio",
    "java.base/java.io",
    "java.base/sun.nio.ch",
    "java.base/java.util.concurrent",
)
"""Packages that Neo4j reaches into by reflection."""
SMALL = ("-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote")
"""Nothing is collected beside the work, and classes of released jars are not verified again: a start takes a sixth
less."""
SHORT_LIVED = "-XX:TieredStopAtLevel=1"
"""For servers that live for a minute or two: the time that Java takes to compile well would never come back."""


def missing() -> str | None:
    """What keeps this machine from starting a server, or None."""
    for tool in ("java", "mvn"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    found = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
    version = found.partition('version "')[2].partition(".")[0].partition('"')[0]
    if not version.isdecimal() or int(version) < 17:
        return f"Java 17 or newer is needed, not {version or 'an unknown one'}"
    return None


def fetch_jars() -> Path:
    """The folder of the server's jars, fetched once; a half-fetched folder is never left in its place."""
    stamp = LIBRARY / "pom.xml"
    if stamp.is_file() and stamp.read_bytes() == POM.read_bytes():
        return LIBRARY
    LIBRARY.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=LIBRARY.parent) as folder:
        target = Path(folder) / "lib"
        command = ["mvn", "-q", "-B", "-f", str(POM), "dependency:copy-dependencies"]
        command += [f"-DoutputDirectory={target}", "-DincludeScope=runtime"]
        subprocess.run(command, check=True, stdout=sys.stderr)
        shutil.copy(POM, target / "pom.xml")
        shutil.rmtree(LIBRARY, ignore_errors=True)
        target.rename(LIBRARY)
    return LIBRARY


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _configure(home: Path, port: int) -> None:
    for name in ("conf", "data", "logs", "import", "plugins", "run", "licenses"):
        (home / name).mkdir(parents=True)
    settings = {
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "dbms.usage_report.enabled": "false",
        "db.logs.query.enabled": "OFF",
        "db.checkpoint.interval.time": "2s",  # else a server that was killed would do all its work again
        "server.memory.heap.initial_size": "512m",
        "server.memory.heap.max_size": "1g",
        "server.memory.pagecache.size": "256m",
    }
    lines = [f"{name}={value}\n" for name, value in settings.items()]
    (home / "conf" / "neo4j.conf").write_text("".join(lines), encoding="utf-8")


class Server:
    """A server on a free loopback port, whose data outlives its process."""

    def __init__(self, home: Path, *, lasting: bool) -> None:
        self.port, self.password = _free_port(), secrets.token_hex(12)
        self._home, self._log = home, home / "logs" / "console.log"
        _configure(home, self.port)
        self._places = {**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
        self._flags = [f"--add-opens={package}=ALL-UNNAMED" for package in OPENED]
        self._lasting, self._classes = lasting, ["-cp", f"{fetch_jars()}/*"]
        self._admin("dbms", "set-initial-password", self.password)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What points to the server."""
        address = f"bolt://127.0.0.1:{self.port}"
        return {
            "NEO4J_URI": address,
            "NEO4J_USERNAME": "neo4j",
            "NEO4J_PASSWORD": self.password,
            "CONTRAGRAPH_STORE": address,
        }

    def fill(self, bundle: Path) -> None:
        """Put what Neo4j's own admin tool imports from a folder into the database, before the first start."""
        self._admin("database", "import", "full", "neo4j", "@import.args", cwd=bundle)

    def _admin(self, *arguments: str, cwd: Path | None = None) -> None:
        """Run Neo4j's admin tool."""
        tool = ["java", *self._flags, "-Xmx600m", "-Dfile.encoding=UTF-8", *SMALL, SHORT_LIVED, *self._classes]
        tool += ["org.neo4j.cli.AdminTool", *arguments]
        done = subprocess.run(tool, env=self._places, cwd=cwd, capture_output=True, text=True, check=False)
        if done.returncode:
            what = " ".join(arguments[:2])
            raise RuntimeError(f"the admin tool failed at {what}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")

    def start(self) -> None:
        """Start it, for the first time or again, and wait until it listens."""
        flags = [*self._flags, "-Xmx1g", "-Dio.netty.tryReflectionSetAccessible=true", "-Dlog4j2.disable.jmx=true"]
        flags += ["-Dfile.encoding=UTF-8", *SMALL, *([] if self._lasting else [SHORT_LIVED]), *self._classes]
        command = ["java", *flags, "org.neo4j.server.CommunityEntryPoint"]
        command += [f"--home-dir={self._home}", f"--config-dir={self._home}/conf"]
        with self._log.open("wb") as console:
            self._process = subprocess.Popen(command, env=self._places, stdout=console, stderr=console)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the Neo4j server did not start:\n{self._log.read_text(errors='replace')[-2000:]}")

    def kill(self) -> None:
        """End it as a power cut does; ``start`` brings it back with what it had written down."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def running(bundle: Path | None = None, *, lasting: bool = False) -> Iterator[Server]:
    """A server that is started and in the end killed, with its data in a temporary folder.

    Its database holds what was imported from the folder ``bundle``, if that is given. One that is not ``lasting``
    starts and warms up in half of the time, and gives a lower speed to long work.
    """
    home = Path(tempfile.mkdtemp(prefix="contragraph-neo4j-"))
    try:
        made = Server(home, lasting=lasting)
        if bundle is not None:
            made.fill(bundle)
        try:
            made.start()
            yield made
        finally:
            made.kill()  # to close a database that is then deleted takes seconds
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def server(bundle: Path | None = None, *, lasting: bool = False) -> Iterator[dict[str, str]]:
    """As ``running``; yields the environment that points to the server."""
    with running(bundle, lasting=lasting) as made:
        yield made.environment


def main(arguments: list[str]) -> int:
    """``run -- COMMAND``: the exit code of the command; ``fetch``: get the jars only."""
    problem = missing()
    if problem:
        print(f"Cannot start Neo4j: {problem}.", file=sys.stderr)
        return 3
    if arguments == ["fetch"]:
        fetch_jars()
        return 0
    if len(arguments) < 3 or arguments[:2] != ["run", "--"]:
        print("Use: neo4j_server.py run -- COMMAND…, or neo4j_server.py fetch", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server ends with us
    with server(lasting=True) as environment:
        return subprocess.run(arguments[2:], env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
