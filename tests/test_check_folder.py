"""``check`` and the folder: changed, missing and broken files, and what the prover cannot decide."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.records.codec import to_line
from contragraph.graph.errors import InputError
from contragraph.graph.model import Conflict, Instance, MinimalSet, Sentence, Side, Statement, Text
from contragraph.ontology.turtle import format_ontology
from tests.cli import contragraph
from tests.forge import faults, forged, reseal, rewrite
from tests.made import dataset, lines_of, ontology
from tests.recheck import digest
from tests.test_prover_limit import hostile


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the small dataset."""
    return Path(shutil.copytree(dataset(), tmp_path / "dataset"))


def test_a_faithful_copy_is_no_forgery(folder: Path) -> None:
    lines = [forged(line, lambda _: None) for line in lines_of(folder)]
    assert lines == lines_of(folder)
    rewrite(folder, lines)
    assert faults(folder) == {}


@pytest.mark.parametrize("name", ["original", "perturbed"])
def test_a_changed_version_id_is_found(folder: Path, name: str) -> None:
    lines = lines_of(folder)
    lines[3]["contexts"][name]["version"] = "0" * 16
    body = {k: v for k, v in lines[3].items() if k != "id"}
    lines[3]["id"] = digest("instance", body)
    rewrite(folder, lines)
    assert faults(folder) == {f"instance {lines[3]['id']}": [f"the {name} side does not give its version id"]}


def test_a_changed_line_does_not_fit_its_id(folder: Path) -> None:
    lines = lines_of(folder)
    lines[5]["provenance"]["generator"] = "llm"
    rewrite(folder, lines)
    (said,) = faults(folder)[f"instance {lines[5]['id']}"]
    assert "the line was changed" in said


def test_an_instance_twice(folder: Path) -> None:
    lines = lines_of(folder)
    rewrite(folder, [*lines, lines[2]])
    found = faults(folder)
    assert found.pop(f"instance {lines[2]['id']}") == ["is there twice"]
    assert "but the file holds" in found.pop("manifest.json")[0]
    assert found == {}


def test_lines_in_another_order(folder: Path) -> None:
    path = folder / "instances.jsonl"
    path.write_text("\n".join(reversed(path.read_text("utf-8").splitlines())) + "\n", "utf-8")
    found = faults(folder)
    assert list(found) == ["instances.jsonl"]
    assert "was changed" in found["instances.jsonl"][0]


def test_a_wrong_count_in_the_manifest(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["counts"]["1-multi-hop"] = 3
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    found = faults(folder)
    assert list(found) == ["manifest.json"]
    assert "'1-multi-hop': 3" in found["manifest.json"][0]


@pytest.mark.parametrize("name", ["README.md", "rejected.jsonl"])
def test_a_file_that_is_missing(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert faults(folder) == {name: ["is missing"]}


@pytest.mark.parametrize("name", ["instances.jsonl", "manifest.json", "ontology.ttl"])
def test_without_its_core_a_folder_is_no_dataset(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=str(folder)):
        check(folder)


def broken(data: bytes) -> Iterator[tuple[str, bytes, str]]:
    yield "cut", data[:-200], "line 16 is not an instance"
    yield "blank", data.replace(b"\n", b"\n\n", 1), "line 2 is not an instance"
    yield "bytes", data.replace(b"hop", b"h\xffp", 1), "not UTF-8"
    yield "list", b"[]\n" + data, "line 1 is not an instance"
    yield "text for a number", data.replace(b'"hops": 1', b'"hops": "1"', 1), "hops"
    yield "missing key", data.replace(b'"negated": false', b'"negate": false', 1), "negated"


@pytest.mark.parametrize("kind", ["cut", "blank", "bytes", "list", "text for a number", "missing key"])
def test_what_is_no_instance_is_refused_with_its_place(folder: Path, kind: str) -> None:
    path = folder / "instances.jsonl"
    data, said = next((d, s) for k, d, s in broken(path.read_bytes()) if k == kind)
    assert data != path.read_bytes()
    path.write_bytes(data)
    with pytest.raises(InputError, match=said):
        check(folder)


@pytest.mark.parametrize("text", ["", "[]", "{", "\udcff"])
def test_a_broken_manifest_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=r"manifest\.json"):
        check(folder)


# -- the work limit ----------------------------------------------------------------------------------------


def test_what_the_prover_cannot_decide_is_not_accepted(folder: Path) -> None:
    """Thirty statements in which everything leads to everything: true or not, nobody has proven it."""
    statements, given = hostile(1)
    axioms = [replace(a, id=f"cg:ax_{i}") for i, a in enumerate(given)]
    names = sorted({e for s in statements for e in s.entities} | {s.relation for s in statements})
    labels = tuple((n, f"Thing {n.partition(':')[2]}") for n in names)
    first = [s for s in statements if s.relation != "wdt:P3"]
    second = [s for s in statements if s.relation == "wdt:P3"]
    left, right = told("original", first, dict(labels)), told("perturbed", second, dict(labels))
    ids = (first[0].id, second[0].id)
    conflict = Conflict(1, "strict", ids[:1], ids[1:], (), (MinimalSet(ids, (), ()),))
    pair = Instance(
        "1-single-hop",
        "tiny",
        (first[0].relation,),
        (),
        left,
        right,
        (conflict,),
        ids[:1],
        "llm",
        "llm",
        "r",
        labels,
    )
    rewrite(folder, [*lines_of(folder), json.loads(to_line(pair)[1])])
    said = format_ontology(ontology(*axioms, domains={}))
    (folder / "ontology.ttl").write_text(said, "utf-8")
    found = faults(folder)
    assert "the prover says: undecided within the work limit" in found[f"instance {to_line(pair)[0]}"]


def told(name: str, statements: list[Statement], labels: dict[str, str]) -> Side:
    """A side that says its statements one by one."""
    body, sentences = "", []
    for s in statements:
        said = f"{labels[s.subject]} goes with {labels[str(s.object)]}. "
        sentences.append(Sentence(len(body), len(body) + len(said), (s.id,)))
        body += said
    made = frozenset() if name == "original" else frozenset({statements[0].id})
    return Side(
        "original" if name == "original" else "perturbed", tuple(statements), made, Text(body, tuple(sentences))
    )


FILES = ("manifest.json", "instances.jsonl", "ontology.ttl", "rejected.jsonl", "README.md")


@pytest.mark.parametrize(("command", "name"), [*(("check", name) for name in FILES), ("serve", "instances.jsonl")])
def test_a_pipe_in_place_of_a_file_is_refused(folder: Path, command: str, name: str) -> None:
    """Who read it would wait for ever."""
    (folder / name).unlink()
    os.mkfifo(folder / name)
    done = contragraph(command, folder, cwd=folder)
    assert done.code in (1, 2)
    assert re.search(rf"{re.escape(name)}(?: in it)?:? is no file", done.out + done.err)


@pytest.mark.parametrize("name", ["instances.jsonl", "README.md"])
def test_no_pages_of_changed_files(folder: Path, name: str) -> None:
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    done = contragraph("serve", folder, cwd=folder)
    assert done.code == 2
    assert f"{name} was changed after it was made" in done.err


def test_what_says_a_thing_twice_is_refused(folder: Path) -> None:
    """Of two values for one key this reader takes the last, and others the first."""
    (line, *others) = (folder / "instances.jsonl").read_text("utf-8").split("\n")
    (folder / "instances.jsonl").write_text("\n".join(['{"type": "4-multi-hop", ' + line[1:], *others]), "utf-8")
    reseal(folder, "instances.jsonl")
    (said,) = faults(folder).values()
    assert said == ["it has the key 'type' twice"]
    manifest = (folder / "manifest.json").read_text("utf-8")
    (folder / "manifest.json").write_text('{"settings": {}, ' + manifest.lstrip()[1:], "utf-8")
    with pytest.raises(InputError, match="it has the key 'settings' twice"):
        check(folder)
