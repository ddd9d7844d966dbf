"""Bad axioms, bad labels and graphs without classes, as a user meets them on the command line."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from contragraph.graph.stores.open import open_store
from contragraph.ontology.turtle import read_ontology
from contragraph.samples import sample_files
from tests.cli import contragraph, world
from tests.made import dataset, lines_of, sample_world
from tests.test_cli_bad_input import assert_one_sentence

HEAD = """@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix cg: <https://w3id.org/contragraph#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
wdt:P47 a owl:ObjectProperty ; rdfs:label "borders" ; cg:statable true ; cg:seed true ; cg:domain "Geography" .
wdt:P131 a owl:ObjectProperty ; rdfs:label "located in" ; cg:statable true .
"""


def axiom(name: str, source: str, predicate: str, target: str, strength: str | None = "strict") -> str:
    """An axiom as a plain triple with its annotation."""
    said = f' ; cg:strength "{strength}"' if strength else ""
    return (
        f"{source} {predicate} {target} .\n"
        f"cg:ax_{name} a owl:Axiom ; owl:annotatedSource {source} ; owl:annotatedProperty {predicate} ;"
        f" owl:annotatedTarget {target}{said} .\n"
    )


def characteristics(*kinds: str) -> str:
    return "".join(axiom(kind, "wdt:P47", "rdf:type", f"owl:{kind}Property") for kind in kinds)


UNREADABLE = {
    "no strength": (
        HEAD + axiom("f", "wdt:P47", "rdf:type", "owl:FunctionalProperty", None),
        ["cg:ax_f", "owl:FunctionalProperty (wdt:P47)", '"strict" or "typical"', "it has none"],
    ),
    "open list": (HEAD + "wdt:P47 owl:propertyDisjointWith ( wdt:P131 .\n", ["line 8", "( wdt:P131 ."]),
}
REFUTING = {
    "borders nothing": (
        HEAD + characteristics("Symmetric", "Transitive", "Irreflexive"),
        ["cg:ax_Irreflexive", "cg:ax_Symmetric", "cg:ax_Transitive", "Smallest example: wdt:P47(a, b)."],
    ),
    "two steps and one value": (
        HEAD + characteristics("Transitive", "Functional"),
        ["cg:ax_Functional", "cg:ax_Transitive", "Smallest example: wdt:P47(a, b), wdt:P47(b, c)."],
    ),
}


@pytest.mark.parametrize("fault", UNREADABLE)
def test_an_ontology_that_cannot_be_read(fault: str, tmp_path: Path) -> None:
    """Which axiom or which line is told, in one sentence."""
    text, words = UNREADABLE[fault]
    (tmp_path / "mine.ttl").write_text(text)
    assert_one_sentence(contragraph("ontology", "lint", "mine.ttl", cwd=tmp_path), 2, "mine.ttl", *words)


@pytest.mark.parametrize("fault", REFUTING)
def test_an_ontology_that_refutes_what_should_be_possible(fault: str, tmp_path: Path) -> None:
    """The lint says which axioms do it, and the fewest statements that show it."""
    text, words = REFUTING[fault]
    (tmp_path / "mine.ttl").write_text(text)
    result = contragraph("ontology", "lint", "mine.ttl", "--errors", "--format", "json", cwd=tmp_path)
    assert result.code == 1, result.err
    findings = [row["finding"] for row in json.loads(result.out)]
    assert any(all(word in finding for word in words) for finding in findings), findings


@pytest.mark.parametrize(
    ("text", "words"),
    [UNREADABLE["open list"], REFUTING["borders nothing"]],
    ids=["open list", "borders nothing"],
)
def test_no_run_with_a_broken_ontology(text: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.ttl").write_text(text)
    given = ("--plan", "1-single-hop=1", "--out", tmp_path / "x", "--ontology", tmp_path / "mine.ttl")
    result = contragraph("generate", *given, cwd=world())
    assert result.code == 2, result
    assert "Traceback" not in result.err
    assert len(result.err.strip().splitlines()) == 1, result.err
    assert "mine.ttl" in result.err
    assert "refutes what should be possible" in result.err or words[0] in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.ttl"]


def test_a_run_with_an_ontology_of_ones_own(tmp_path: Path) -> None:
    """Proofs rest on its axioms alone, and what it says is among the settings of the run."""
    parents = {"father": "wdt:P22", "mother": "wdt:P25"}
    (tmp_path / "mine.ttl").write_text(
        HEAD
        + "".join(
            f'{relation} a owl:ObjectProperty ; rdfs:label "{name}" ; cg:statable true .\n'
            + f'{relation} cg:seed true ; cg:domain "Human" .\n'
            + axiom(name, relation, "rdf:type", "owl:FunctionalProperty")
            for name, relation in parents.items()
        )
    )
    assert contragraph("ontology", "lint", "mine.ttl", "--errors", cwd=tmp_path).code == 0
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "contragraph.lbug")
    options = ("--plan", "1-single-hop=2", "--ontology", "mine.ttl", "--distractors", "0")
    made = contragraph("generate", "--out", "x", *options, cwd=tmp_path)
    assert made.code == 0, made.err
    assert contragraph("check", "x", cwd=tmp_path).code == 0
    instances = lines_of(tmp_path / "x")
    used = {a for i in instances for c in i["conflicts"] for one in c["minimal"] for a in one["axioms"]}
    kept = {a.id for a in read_ontology(tmp_path / "x" / "ontology.ttl").axioms}
    assert len(instances) == 2
    assert used
    assert used <= kept <= {f"cg:ax_{name}" for name in parents}
    said, shipped = (json.loads((place / "manifest.json").read_text()) for place in (tmp_path / "x", dataset()))
    assert said["settings"]["ontology"] != shipped["settings"]["ontology"]


ENTITIES = """Q1\tFrance
Q2\t<i>Paris</i>
Q3\t\tSpain
Q4\t東京\tTokyo
Q5\t月島
Q6\t<br>
Q7\tfred &amp; co
Q8\tjean batmale
"""
FACTS = "Q1\tP36\tQ2\nQ1\tP47\tQ3\nQ4\tP47\tQ5\nQ5\tP47\tQ6\nQ6\tP36\tQ7\nQ8\tP551\tQ2\n"


def test_labels_that_are_empty_foreign_or_marked_up(tmp_path: Path) -> None:
    """An alias stands for what cannot be used; where there is none the entity is hidden; all of it is counted."""
    people = "".join(f"Q{n}\tJean Dupont{n}\n" for n in range(20, 50))
    (tmp_path / "facts.txt").write_text(FACTS + "".join(f"Q{n}\tP551\tQ2\n" for n in range(20, 50)))
    (tmp_path / "names.txt").write_text(ENTITIES + people)
    (tmp_path / "relations.txt").write_text("P36\tcapital\nP47\tshares border with\nP551\tresidence\n")
    result = contragraph(
        *("load", "wikidata5m", "--triples", "facts.txt", "--entities", "names.txt", "--relations", "relations.txt"),
        *("--hubs", "0", "--report", "report.json", "--format", "json"),
        cwd=tmp_path,
    )
    assert result.code == 0, result.err
    report = json.loads((tmp_path / "report.json").read_text())
    counts = {repair["rule"]: repair["count"] for repair in report["repairs"]}
    assert counts["markup removed"] == 3
    assert counts["empty label: the next name stands for it"] == 1
    assert counts["name in small letters: spelled as its words are in other labels"] == 1
    assert report["hidden_counts"] == {"no entry in the entity file": 1, "no name in Latin letters": 1}
    assert report["files"][1]["dropped"] == {"no name but markup": 1}
    assert report["untyped"] == report["entities"]
    shown = json.loads(result.out)
    assert any("no classes (P31)" in row["remark"] for row in shown)
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}", read_only=True) as store:
        entities = store.entities([f"wd:Q{n}" for n in range(1, 9)])
    labels = [entities[f"wd:Q{n}"].label for n in range(1, 9)]
    assert labels == ["France", "Paris", "Spain", "Tokyo", "月島", "Q6", "fred & co", "Jean Batmale"]
    assert [n for n in range(1, 9) if entities[f"wd:Q{n}"].hidden] == [5, 6]


def test_a_graph_without_classes(tmp_path: Path) -> None:
    """The sample without P31 and P279: replacements are chosen by the relation alone, and what is made is proven."""
    source = sample_files()
    packed = (source / "wikidata5m_all_triplet.txt.gz").read_bytes()
    lines = [x for x in gzip.decompress(packed).decode().splitlines() if x.split("\t")[1] not in ("P31", "P279")]
    (tmp_path / "facts.txt").write_text("\n".join(lines) + "\n")
    loaded = contragraph(
        *("load", "wikidata5m", source, "--triples", "facts.txt", "--report", "report.json", "--format", "json"),
        cwd=tmp_path,
    )
    assert loaded.code == 0, loaded.err
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["untyped"] == report["entities"] > 5_000
    assert any("no classes (P31)" in row["remark"] for row in json.loads(loaded.out))
    plan = "1-single-hop=1,1-multi-hop=1"
    made = contragraph("generate", "--plan", plan, "--out", "x", cwd=tmp_path)
    assert made.code == 0, made.err
    assert contragraph("check", "x", cwd=tmp_path).code == 0
