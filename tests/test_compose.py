"""The files for Neo4j users: the compose file, the read-only user, the style and the saved queries of the Browser."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from contragraph import cypher
from contragraph.graph.stores.open import open_store
from contragraph.graph.tables.schema import MADE, NODES
from tests.cli import environment

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "browser"


def compose(**changes: str) -> subprocess.CompletedProcess[str]:
    """What ``docker compose config`` says of the file, or the older program of its own; neither needs an engine."""
    for program in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(program[0]) is None:
            continue
        if subprocess.run([*program, "version"], capture_output=True, check=False).returncode == 0:
            command = [*program, "--file", str(ROOT / "docker-compose.yml"), "config"]
            return subprocess.run(command, env=environment(**changes), capture_output=True, text=True, check=False)
    pytest.skip("COMPOSE FILE NOT CHECKED: neither docker compose nor docker-compose is installed")


def test_docker_accepts_the_compose_file() -> None:
    accepted = compose(NEO4J_PASSWORD="eight or more")
    assert accepted.returncode == 0, accepted.stderr
    assert "127.0.0.1" in accepted.stdout
    assert "0.0.0.0" not in accepted.stdout


def test_docker_demands_a_password() -> None:
    refused = compose()
    assert refused.returncode != 0
    assert "set NEO4J_PASSWORD" in refused.stderr


def test_ports_are_open_on_this_machine_alone() -> None:
    """As the file spells it, where docker cannot be asked."""
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    ports = re.findall(r'^ +- "([^"]*:\d+)"$', text, re.MULTILINE)
    assert len(ports) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert "${NEO4J_PASSWORD:?" in text


def test_the_compose_test_says_what_it_needs(tmp_path: Path) -> None:
    """Without Docker it ends at once, with one sentence."""
    script = FOLDER / "compose-test.sh"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
    (tmp_path / "docker").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "docker").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run([script], env=environment(PATH=path), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "Docker with its compose plugin is needed.\n"


def test_the_style_knows_every_kind_that_people_look_at() -> None:
    text = (FOLDER / "style.grass").read_text("utf-8")
    assert text.count("{") - text.count('"{') == text.count("}") - text.count('}"')
    styled = set(re.findall(r"^node\.(\w+) \{", text, re.MULTILINE))
    assert styled <= set(NODES)
    assert set(NODES) - styled == {"Store", "Kg"}
    for label, body in re.findall(r"^node\.(\w+) \{(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        (caption,) = re.findall(r'caption: "\{(\w+)\}"', body)
        assert caption in NODES[label], label
    related = set(re.findall(r"^relationship\.(\w+) \{", text, re.MULTILINE))
    assert related <= {kind.type for kind in MADE}


def test_every_query_of_the_cookbook_is_saved_for_the_browser() -> None:
    with (FOLDER / "saved-queries.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in cypher.names("neo4j") if name.startswith("cookbook.")]
    assert [f"cookbook.{row['name'].replace(' ', '_')}" for row in rows] == names
    for name, row in zip(names, rows, strict=True):
        query = cypher.get(name, "neo4j")
        wanted = set(query.params) - set(query.defaults)
        assert set(re.findall(r"\$(\w+)", cypher.bare(row["query"]))) == wanted
        assert set(re.findall(r":param (\w+) =>", row["query"])) == wanted


@pytest.mark.neo4j
def test_neo4j_accepts_the_saved_queries_and_the_pictures(neo4j_address: str) -> None:
    """Neo4j explains what the Browser would run; Community Edition knows no roles, as the recipe says."""
    from contragraph.graph.engines.neo4j.store import Neo4jStore
    from contragraph.graph.errors import StoreError

    with open_store(neo4j_address, create=True) as store, (FOLDER / "saved-queries.csv").open(encoding="utf-8") as file:
        assert isinstance(store, Neo4jStore)
        for row in csv.DictReader(file):
            params = dict.fromkeys(re.findall(r":param (\w+) =>", row["query"]), "x")
            store.send("EXPLAIN " + row["query"], params)
        first, *_ = [s for s in (FOLDER / "reader.cypher").read_text("utf-8").split(";") if "CREATE ROLE" in s]
        with pytest.raises(StoreError, match=r"(?i)unsupported|enterprise|not available|not supported"):
            store.send(first, {})
