"""A graph of one's own: the tutorial from file to pairs, on both engines; and what is said where something is wrong."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

import contragraph as cg
from contragraph.graph.errors import InputError
from contragraph.kgs import read_kg
from contragraph.loaders.tables.files import read_any, read_even, read_tables, stripped
from contragraph.samples import example_files
from tests import cli
from tests.test_house import ROOT, blocks, run_line

PAGE = ROOT / "docs" / "your-own-graph.md"
ODD = re.compile(r"\bis (?:reports|works|hangs|studied)\b|\b(?:was|were|is) died\b|\burn:|https?:|\s[.,]|\b(\w+) \1\b")
"""English that is none, and ids in a text."""


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which every command of the page was run."""
    folder = tmp_path_factory.mktemp("tutorial")
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    for block in blocks(PAGE, "console"):
        for line in block.splitlines():
            done = run_line(line.removeprefix("$ "), folder, path)
            assert done.code == 0, f"{line}\n{done.err}"
    return folder


def pairs(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "instances.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["company", "paintings"])
def test_twenty_pairs_are_accepted_and_read_well(tutorial: Path, name: str) -> None:
    found = pairs(tutorial / name)
    assert len(found) == 20
    assert cg.check(tutorial / name).accepted
    for pair in found:
        for side in ("original", "perturbed"):
            text = pair["contexts"][side]["text"]
            assert not ODD.search(text), text
            assert text[0].isupper()
            assert text.endswith(".")


def test_what_is_told_of_the_company_stands_in_its_file(tutorial: Path) -> None:
    """Read by rdflib: each true statement is a triple, none that is made up is, and each original has one value."""
    graph = rdflib.Graph().parse(tutorial / "company.ttl")
    triples = {(str(s), str(p), str(o)) for s, p, o in graph}
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for s, p, o in triples:
        values[s, p].add(o)
    for pair in pairs(tutorial / "company"):
        every = {}
        for side in pair["contexts"].values():
            for statement in side["statements"]:
                thing = statement["object"]
                key = (statement["subject"]["id"], statement["relation"]["id"], thing.get("id") or thing["value"])
                every[statement["id"]] = key
                assert (key in triples) == (statement["source"] == "kg"), key
        for conflict in pair["conflicts"]:
            (made,) = (every[each] for each in conflict["perturbed"])
            assert len(values[made[:2]]) == 1, "what is made up stands in the place of the one value"
            assert conflict["hops"] == len({*conflict["original"], *conflict["perturbed"], *conflict["shared"]}) - 1
            if conflict["hops"] == 1:
                (true,) = (every[each] for each in conflict["original"])
                assert true[:2] == made[:2]


def test_words_are_changed_in_one_place(tutorial: Path) -> None:
    """The page mends the article of rooms."""
    text = " ".join(side["text"] for pair in pairs(tutorial / "paintings") for side in pair["contexts"].values())
    assert "hangs in the " in text
    assert not re.search(r"hangs in [A-Z]", text)


def test_a_relation_and_an_axiom_more_make_pairs(tutorial: Path) -> None:
    proofs = [json.dumps(conflict["minimal"]) for pair in pairs(tutorial / "mentors") for conflict in pair["conflicts"]]
    assert any("cg:ax_functional_mentors" in proof for proof in proofs)


def test_commands_about_a_graph_know_its_folder(tutorial: Path) -> None:
    store = "ladybug:company.lbug"
    for words in (
        ("patterns", "list", "--store", store),
        ("ontology", "audit", "--kg", "acme", "--store", store),
        ("ontology", "lint", "--kg", "acme", "--errors"),
        ("paths", "Emil Thorsen", "Denmark", "--store", store),
    ):
        done = cli.contragraph(*words, cwd=tutorial)
        assert done.code == 0, done.err
    rows = cli.contragraph("ontology", "audit", "--kg", "acme", "--store", store, "--format", "json", cwd=tutorial)
    told = {axiom.id: axiom for axiom in read_kg(tutorial / "acme").ontology.every}
    counted = [row for row in json.loads(rows.out) if row["violations"] is not None]
    assert len(counted) > 20
    for row in counted:
        assert (row["facts"], row["violations"]) == (told[row["axiom"]].facts, told[row["axiom"]].violations), row


def test_nothing_is_hidden_in_a_small_graph(tutorial: Path) -> None:
    done = cli.contragraph("info", "--store", "ladybug:company.lbug", "--format", "json", cwd=tutorial)
    assert "69 entities (0 hidden)" in done.out


def test_both_engines_make_the_same(store: cg.GraphStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The public API: folder, tables, pairs; the bytes are those of the embedded store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONTRAGRAPH_KGS", "")
    files = sorted(example_files("museum"), reverse=True)
    cg.new_kg(Path("museum"), files)
    plan = cg.Settings(cg.parse_plan("1-single-hop=3,1-multi-hop=1"))
    assert cg.load_table(store, files, kg="museum").hidden == 0
    assert not cg.generate(store, Path("one"), plan, kg="museum").shortfalls
    if store.engine == "neo4j":
        with cg.open_store("ladybug:two.lbug", create=True) as other:
            cg.load_table(other, files, kg="museum")
            cg.generate(other, Path("two"), plan, kg="museum")
        assert Path("one/instances.jsonl").read_bytes() == Path("two/instances.jsonl").read_bytes()
    assert cg.check(Path("one")).accepted


# -- what is wrong -----------------------------------------------------------------------------------------------


@pytest.fixture
def broken(tutorial: Path, tmp_path: Path) -> Path:
    """A copy of the company's folder and store, to break."""
    shutil.copytree(tutorial / "acme", tmp_path / "acme")
    shutil.copy(tutorial / "company.lbug", tmp_path)
    return tmp_path


def made(folder: Path) -> cli.Result:
    words = shlex.split("generate --kg acme --plan 1-single-hop=1 --store ladybug:company.lbug --out out")
    return cli.contragraph(*words, cwd=folder)


def changed(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


def test_without_axioms_nothing_can_be_contradicted(broken: Path) -> None:
    changed(broken / "acme" / "axioms.toml", '= "on"', '= "off"')
    done = made(broken)
    assert done.code == 2
    assert "Nothing can be contradicted in acme" in done.err


def test_an_unknown_relation_is_refused_with_the_nearest(broken: Path) -> None:
    changed(broken / "acme" / "ontology.ttl", "hr#worksAt", "hr#workAt")
    done = made(broken)
    assert done.code == 2
    assert "speaks of https://data.fjordmark.example/hr#workAt" in done.err
    assert "the nearest is https://data.fjordmark.example/hr#worksAt" in done.err


def test_an_unknown_switch_is_refused_with_the_nearest(broken: Path) -> None:
    changed(broken / "acme" / "axioms.toml", '"cg:ax_functional_worksAt" = "on"', '"cg:ax_functional_workAt" = "off"')
    done = made(broken)
    assert done.code == 2
    assert "the nearest is cg:ax_functional_worksAt" in done.err


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("axioms.toml", '= "on"', '= "yes"', 'must be "on" or "off"'),
        ("graph.toml", "relation = 0.2", "relation = 2", "must be a share between 0 and 1"),
        ("graph.toml", "relation = 0.2", "relatoin = 0.2", "relatoin is no quota"),
        ("lexicon.toml", "[works/worked/work] at {o}", "works at {o}", "instead of one"),
    ],
)
def test_what_is_wrong_in_a_folder_is_named(broken: Path, file: str, before: str, after: str, message: str) -> None:
    changed(broken / "acme" / file, before, after)
    done = made(broken)
    assert done.code == 2
    assert message in done.err


def test_a_quota_that_refuses_is_named(broken: Path) -> None:
    words = shlex.split("generate --kg acme --plan 1-single-hop=30 --quota relation=0.01 --quota replacement=0.5")
    done = cli.contragraph(*words, "--store", "ladybug:company.lbug", "--out", "out", cwd=broken)
    assert done.code == 1
    assert "refused by quota relation" in done.err


def test_a_folder_is_not_replaced_unasked(broken: Path) -> None:
    (broken / "data.nt").write_text("<http://a.example/x> <http://a.example/r> <http://a.example/y> .\n", "utf-8")
    for extra, code in (((), 2), (("--overwrite",), 0)):
        assert cli.contragraph("kg", "new", "acme", "--from", "data.nt", *extra, cwd=broken).code == code


TABLES = [
    ("id,name\na,A\na,B\n", "source,target\na,a\n", "twice"),
    ("id,name\na,A\n", "source,target\na,b\n", "which no table of nodes has"),
    ("name\nA\n", "source,target\na,a\n", "has no column 'id'"),
    ("id,id\na,b\n", "source,target\na,a\n", "name every column once"),
    ("id,name\n", "source,target\na,a\n", "empty or has a header alone"),
    ("id,name\na,A,x\n", "source,target\na,a\n", "has 3 cells"),
    ('id,name\na,"A\n', "source,target\na,a\n", "no row of a table"),
]


@pytest.mark.parametrize(("nodes", "edges", "message"), TABLES)
def test_bad_tables_are_refused(nodes: str, edges: str, message: str, tmp_path: Path) -> None:
    for name, text in (("nodes.csv", nodes), ("edges.csv", edges)):
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        read_tables([tmp_path / "nodes.csv", tmp_path / "edges.csv"])


def test_tables_are_told_by_their_headers(tmp_path: Path) -> None:
    """Neo4j's own headers, tabs, columns that join, and a relation that is the name of the file."""
    (tmp_path / "people.tsv").write_text(
        "personId:ID\tname\tboss\tsince_year\na\tAnn\t\t1990\nb\tBob\ta\t1991\n", "utf-8"
    )
    (tmp_path / "LIKES.csv").write_text(":START_ID;:END_ID;since\na;b;2001\n", "utf-8")
    graph = read_tables([tmp_path / "people.tsv", tmp_path / "LIKES.csv"])
    assert graph.things.rows() == [("a", "Ann", ""), ("b", "Bob", "")]
    assert graph.classes.rows() == [("a", "people"), ("b", "people")]
    assert graph.values.rows() == [("a", "since_year", "1990"), ("b", "since_year", "1991")]
    assert graph.edges.rows() == [("b", "boss", "a", None, None), ("a", "LIKES", "b", "2001", None)]


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], include_characters="\n\t"), max_size=6)


@given(st.integers(1, 3).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1)))
def test_a_table_is_the_same_read_at_once_and_with_care(rows: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([[f"c{n}" for n in range(len(rows[0]))], *rows])
        told = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
        if not told:
            return
        at_once, with_care = read_even(path, ",", [f"c{n}" for n in range(len(rows[0]))]), read_any(path, ",")
        assert at_once is not None
        for frame in (at_once, with_care):
            assert [list(row) for row in stripped(frame).rows()] == told


def test_short_rows_are_filled_up(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,name,born\n\na,Ann\nb,Bob,1990\n", "utf-8-sig")
    graph = read_tables([tmp_path / "nodes.csv"])
    assert graph.things["label"].to_list() == ["Ann", "Bob"]
    assert graph.values.rows() == [("b", "born", "1990")]


def test_the_python_of_the_page_is_python() -> None:
    code = [block for block in blocks(PAGE, "text") if block.startswith("import contragraph")]
    assert len(code) == 1
    done = subprocess.run([sys.executable, "-c", f"compile({code[0]!r}, 'page', 'exec')"], check=False)
    assert done.returncode == 0
