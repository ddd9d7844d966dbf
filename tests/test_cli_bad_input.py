"""Bad input: one plain sentence, the right exit code, no traceback, nothing half-written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from contragraph.graph.stores.open import open_store
from tests.cli import Result, contragraph, world


def assert_one_sentence(result: Result, code: int, *words: str) -> None:
    assert result.code == code, result
    said = result.err.strip()
    assert len(said.splitlines()) == 1, said
    assert said[-1] in ".!?…", said
    assert "Traceback" not in result.err
    for word in words:
        assert word in said, said


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A tiny release: three facts, plain files."""
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "wikidata5m_all_triplet.txt").write_text("Q1\tP36\tQ2\nQ1\tP47\tQ3\nQ3\tP36\tQ2\n")
    (folder / "wikidata5m_entity.txt").write_text("Q1\tFrance\nQ2\tParis\nQ3\tSpain\n")
    (folder / "wikidata5m_relation.txt").write_text("P36\tcapital\nP47\tshares border with\n")
    return folder


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["load", "wikidata5m"], ["--triples"]),
        (["load", "wikidata5m", "nowhere"], ["nowhere"]),
        (["load", "wikidata5m", "."], ["wikidata5m_all_triplet.txt"]),
        (["load", "wikidata5m", "--triples", "no.txt", "--entities", "e.txt", "--relations", "r.txt"], ["no.txt"]),
        (["load", "freebase"], ["freebase"]),
        (["generate"], ["--out"]),
        (["generate", "--out", "x", "--plan", "many"], ["many"]),
        (["generate", "--out", "x", "--plan", "5-single-hop=1"], ["5-single-hop"]),
        (["generate", "--out", "x", "--plan", "1-single-hop=0"], ["plan"]),
        (["generate", "--out", "x", "--plan", "1-single-hop=1,1-single-hop=2"], ["twice"]),
        (["generate", "--out", "x", "--seed", "seven"], ["seven"]),
        (["generate", "--out", "x", "--store", "ladybug:none.lbug"], ["none.lbug"]),
        (["generate", "--out", "x", "--store", "mysql://here"], ["mysql"]),
        (["find", "x", "--store", "bolt://127.0.0.1:7687"], ["NEO4J_PASSWORD"]),
        (["find", "x", "--store", "bolt://neo4j:geheim@127.0.0.1"], ["NEO4J_PASSWORD"]),
        (["check", "nowhere"], ["nowhere"]),
        (["check", "."], ["manifest.json"]),
        (["show", "nowhere", "1"], ["nowhere"]),
        (["export", "nowhere", "--to", "magic", "--out", "y"], ["nowhere"]),
        (["export", "nowhere", "--to", "xls", "--out", "y"], ["xls"]),
        (["cypher", "query"], ["TEXT"]),
        (["cypher", "run", "x", "--param", "novalue"], ["novalue"]),
        (["ontology", "lint", "nowhere.ttl"], ["nowhere.ttl"]),
        (["nonsense"], ["nonsense"]),
        (["info", "--nonsense"], ["--nonsense"]),
    ],
    ids=" ".join,
)
def test_without_a_store(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    """Nothing is there: every command says what it misses."""
    result = contragraph(*arguments, cwd=tmp_path)
    assert_one_sentence(result, 2, *words)
    assert "geheim" not in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["generate", "--out", "x", "--kg", "dbpedia"], ["dbpedia", "wikidata5m"]),
        (["generate", "--out", "dataset"], ["not empty", "--overwrite"]),
        (["generate", "--out", "dataset", "--resume"], ["other settings"]),
        (["generate", "--out", "dataset", "--resume", "--overwrite"], ["exclude"]),
        (["generate", "--out", "contragraph.lbug"], ["is a file"]),
        (["show", "dataset", "999"], ["999"]),
        (["show", "dataset", "zz"], ["zz"]),
        (["show", "dataset", ""], ["begins with"]),
        (["show", "dataset", "1", "--type", "0-conflict"], ["0-conflict"]),
        (["export", "dataset", "--to", "magic", "--out", "dataset"], ["exists"]),
        (["cypher", "run", "no.such"], ["no.such"]),
        (["cypher", "run", "explore.hubs", "--param", "kg=wikidata5m"], ["limit"]),
        (["cypher", "run", "explore.hubs", "--param", "kg=x", "--param", "limit=many"], ["many"]),
        (["cypher", "run", "explore.runs", "--param", "k=v"], ["k"]),
        (["cypher", "query", "MATCH (e:Entity RETURN e"], ["query"]),
        (["cypher", "query", "MATCH (e:Entity) DETACH DELETE e"], ["read"]),
    ],
    ids=" ".join,
)
def test_with_a_store(arguments: list[str], words: list[str]) -> None:
    """The store and the dataset are as they were after each refusal."""
    folder = world()
    before = {p.name: p.stat().st_mtime_ns for p in (folder / "dataset").iterdir()}
    assert_one_sentence(contragraph(*arguments, cwd=folder), 2, *words)
    assert {p.name: p.stat().st_mtime_ns for p in (folder / "dataset").iterdir()} == before
    assert sorted(p.name for p in folder.iterdir() if ".lbug" not in p.name) == ["dataset"]


def test_unreachable_server(tmp_path: Path) -> None:
    """Nothing listens there: something outside failed, and the password is not told."""
    result = contragraph("info", "--store", "bolt://127.0.0.1:9", cwd=tmp_path, NEO4J_PASSWORD="geheim")
    assert_one_sentence(result, 3, "127.0.0.1:9")
    assert "geheim" not in result.out + result.err


def test_locked_store(tmp_path: Path) -> None:
    """A second writer is refused while the first is at work, and may write afterwards."""
    store = Path(shutil.copytree(world(), tmp_path / "copy"))
    with open_store(f"ladybug:{store / 'contragraph.lbug'}"):
        refused = contragraph("generate", "--plan", "1-single-hop=1", "--out", "x", cwd=store)
    assert_one_sentence(refused, 3, "contragraph.lbug")
    assert not (store / "x").exists()
    assert contragraph("info", cwd=store).code == 0


def test_no_database_file(tmp_path: Path) -> None:
    """A file that is something else is neither opened nor overwritten."""
    (tmp_path / "contragraph.lbug").write_text("something else\n" * 100)
    result = contragraph("load", "sample", cwd=tmp_path)
    assert_one_sentence(result, result.code, "contragraph.lbug")
    assert result.code in (2, 3)
    assert (tmp_path / "contragraph.lbug").read_text() == "something else\n" * 100


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("wikidata5m_all_triplet.txt", b"Q1\tP36\nQ1 P36 Q2\n", ["wikidata5m_all_triplet.txt"]),
        ("wikidata5m_entity.txt", b"", ["wikidata5m_entity.txt"]),
    ],
)
def test_unusable_files(name: str, content: bytes, words: list[str], sample: Path, tmp_path: Path) -> None:
    """A file without a line that can be read is refused, and no store is left with half a graph."""
    (sample / name).write_bytes(content)
    assert_one_sentence(contragraph("load", "wikidata5m", sample, cwd=tmp_path), 2, *words)
    if (tmp_path / "contragraph.lbug").exists():
        held = contragraph("cypher", "run", "kg.kgs", "--format", "json", cwd=tmp_path)
        assert held.code == 0
        assert json.loads(held.out) == []


def test_malformed_lines_are_counted(sample: Path, tmp_path: Path) -> None:
    """Single bad lines do not stop a load: they are counted, with the numbers of the first ones."""
    triples = sample / "wikidata5m_all_triplet.txt"
    triples.write_bytes(triples.read_bytes() + b"Q1\tP36\nQ1\tP47\tQ3\n\xff\xff\tP36\tQ2\n")
    result = contragraph("load", "wikidata5m", sample, "--format", "json", "--report", "all.json", cwd=tmp_path)
    assert result.code == 0, result.err
    remarks = [row["remark"] for row in json.loads(result.out)]
    assert any("line 4" in remark for remark in remarks), remarks
    assert any("line 6" in remark for remark in remarks), remarks
    assert any("1 duplicates" in remark for remark in remarks), remarks
    assert json.loads((tmp_path / "all.json").read_text())["facts"] == 3


def test_too_small_a_graph(sample: Path, tmp_path: Path) -> None:
    """A plan that cannot be met: a complete folder with what there is, the reason, and exit code 1."""
    assert contragraph("load", "wikidata5m", sample, cwd=tmp_path).code == 0
    result = contragraph("generate", "--plan", "1-multi-hop=2", "--out", "few", cwd=tmp_path)
    assert result.code == 1, result.err
    assert "0 of 2" in result.err
    assert "Traceback" not in result.err
    manifest = json.loads((tmp_path / "few" / "manifest.json").read_text())
    assert manifest["shortfalls"][0]["made"] == 0
    assert sorted(p.name for p in (tmp_path / "few").iterdir()) == sorted([*manifest["files"], "manifest.json"])
    assert contragraph("check", "few", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("evalaute dataset", "did you mean evaluate or validate?"),
        ("gen --plan small", "did you mean generate?"),
        ("cypher lst", "did you mean list?"),
        ("runs lsit", "did you mean list?"),
        ("ontology adit", "did you mean audit?"),
        ("load wikdata5m", "did you mean wikidata5m or wikidata?"),
        ("SHOW dataset", "did you mean show?"),
    ],
)
def test_an_unknown_command_is_answered_with_what_was_meant(words: str, meant: str, tmp_path: Path) -> None:
    done = contragraph(*words.split(), cwd=tmp_path)
    assert_one_sentence(done, 2, "There is no command", meant, "--help")


def test_where_nothing_is_like_it_nothing_is_suggested(tmp_path: Path) -> None:
    done = contragraph("xyzzy", cwd=tmp_path)
    assert_one_sentence(done, 2, "There is no command 'xyzzy'; see contragraph --help")
