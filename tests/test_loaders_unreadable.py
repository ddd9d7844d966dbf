"""One file of a folder that cannot be read is named by its path, as a file of the graph that it was read for."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import contragraph, environment
from tests.forking import SECONDS
from tests.test_cli_bad_input import assert_one_sentence

DBR, DBO = "http://dbpedia.org/resource/", "http://dbpedia.org/ontology/"
YAGO, LABEL = "http://yago-knowledge.org/resource/", "http://www.w3.org/2000/01/rdf-schema#label"


def facts(things: str, relation: str) -> str:
    """Triples between things."""
    return "".join(f"<{things}A{n}> <{relation}> <{things}B{n % 5}> .\n" for n in range(50))


def names(things: str) -> str:
    """Names of the things."""
    return "".join(f'<{things}A{n}> <{LABEL}> "Thing {n}"@en .\n' for n in range(50))


FOLDERS = {
    "dbpedia": {
        "mappingbased-objects_lang=en.ttl": facts(DBR, f"{DBO}birthPlace"),
        "labels_lang=en.ttl": names(DBR),
    },
    "yago": {"yago-facts.ttl": facts(YAGO, "http://schema.org/birthPlace"), "yago-labels.nt": names(YAGO)},
    "rdf": {"a.nt": facts("http://e/", "http://e/knows"), "b.nt": names("http://e/")},
    "wikidata5m": {
        "wikidata5m_all_triplet.txt": "".join(f"Q{n + 1}\tP19\tQ{100 + n % 5}\n" for n in range(50)),
        "wikidata5m_entity.txt": "".join(f"Q{n}\tThing {n}\n" for n in range(1, 120)),
        "wikidata5m_relation.txt": "P19\tplace of birth\n",
    },
}
"""Of each graph a folder of files, the second of which is spoilt."""


@pytest.fixture(params=FOLDERS)
def graph(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """The kind of a graph, and its second file."""
    (tmp_path / "folder").mkdir()
    for name, text in FOLDERS[request.param].items():
        (tmp_path / "folder" / name).write_text(text, "utf-8")
    return request.param, tmp_path / "folder" / list(FOLDERS[request.param])[1]


def refused(graph: tuple[str, Path], *words: str) -> str:
    """What is said of the folder, in one sentence that holds these words."""
    kind, file = graph
    ended = contragraph("load", kind, file.parent.name, cwd=file.parent.parent)
    assert_one_sentence(ended, 2, *words)
    return ended.err


def test_a_broken_packed_file(graph: tuple[str, Path]) -> None:
    _, file = graph
    packed = file.with_name(f"{file.name}.gz")
    packed.write_bytes(gzip.compress(file.read_bytes())[:-30])
    file.unlink()
    refused(graph, f"folder/{packed.name} is cut short or damaged")
    packed.write_bytes(b"\x1f\x8b" + bytes(300))
    refused(graph, f"folder/{packed.name} is damaged or no gzip file")


def test_a_file_that_is_not_utf_8(graph: tuple[str, Path]) -> None:
    kind, file = graph
    file.write_bytes(file.read_bytes().replace(b"Thing", b"Th\xefng"))
    said = refused(graph, file.name, "not UTF-8")
    assert ("Wikidata5M" in said) == (kind == "wikidata5m")
    assert ("YAGO" in said) == (kind == "yago")
    assert "--form" not in said


def test_turtle_that_begins_as_triples_has_a_form_where_there_is_that_option(tmp_path: Path) -> None:
    for kind, told in (("rdf", True), ("dbpedia", False)):
        (tmp_path / "labels_en.ttl").write_text(names(DBR) * 20 + "@prefix e: <http://e/> .\n", "utf-8")
        ended = contragraph("load", kind, "labels_en.ttl", cwd=tmp_path)
        assert_one_sentence(ended, 2, "labels_en.ttl cannot be read")
        assert ("--form" in ended.err) is told


@pytest.mark.parametrize("what", ["folder", "link to nothing"])
def test_what_stands_in_the_place_of_a_file_is_not_passed_over(graph: tuple[str, Path], what: str) -> None:
    _, file = graph
    file.unlink()
    if what == "folder":
        file.mkdir()
        refused(graph, f"folder/{file.name} cannot be read (Is a directory)")
        return
    file.symlink_to("nowhere")
    refused(graph, f"There is no file folder/{file.name}")


def test_a_folder_beside_the_packed_file_that_it_came_from_is_passed_over(graph: tuple[str, Path]) -> None:
    kind, file = graph
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
    file.unlink()
    file.mkdir()
    (file.parent / "notes").mkdir()
    assert contragraph("load", kind, "folder", cwd=file.parent.parent).code == 0


def test_a_file_that_may_not_be_read(graph: tuple[str, Path]) -> None:
    """Root may read all; without the powers that let it, it is like anybody."""
    kind, file = graph
    file.chmod(0)
    powerless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    command = [*powerless, sys.executable, "-m", "contragraph.app", "load", kind, "folder"]
    try:
        ended = subprocess.run(
            command,
            cwd=file.parent.parent,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    except FileNotFoundError:
        pytest.skip("setpriv is not installed: nothing is unreadable for root")
    assert ended.returncode == 2
    assert f"folder/{file.name} cannot be read (Permission denied)" in ended.stderr
