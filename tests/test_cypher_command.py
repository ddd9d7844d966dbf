"""``contragraph cypher`` on the command line: what it refuses, how it prints, and that nothing is lost."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from contragraph.app.terminal.output import TABLE_ROWS
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph, world
from tests.staged_kgs import HOSTILE, geography, stage

LABELS = {
    "wd:Q0": HOSTILE,
    "wd:Q1": "\x1b[31mred\x1b[0m\x07 [bold]markup[/bold] <script>alert('x')</script>",
    "wd:Q2": "\u0627\u0644\u0642\u0627\u0647\u0631\u0629",
    "wd:Q3": "x" * 10_000,
    "wd:Q4": 'two\nlines\u2028and\ttabs, "quotes"; commas',
    "wd:Q5": "=cmd()|'x'!A1",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose labels try what labels may."""
    folder = tmp_path_factory.mktemp("hostile")
    with open_store(f"ladybug:{folder / 'contragraph.lbug'}", create=True) as store:
        store.load(stage(folder / "kg", "kg", geography(), labels=LABELS))
    return folder


QUERY = "MATCH (e:Entity) WHERE e.id IN $ids RETURN e.id AS id, e.label AS label ORDER BY id"
IDS = ("--param", f"ids={json.dumps(sorted(LABELS))}")


def test_labels_come_through_json_and_csv_whole(hostile: Path) -> None:
    listed = contragraph("cypher", "query", QUERY, *IDS, "--format", "json", cwd=hostile)
    assert {row["id"]: row["label"] for row in json.loads(listed.out)} == LABELS
    assert listed.out == json.dumps(json.loads(listed.out), ensure_ascii=False, indent=2) + "\n"
    table = contragraph("cypher", "query", QUERY, *IDS, "--format", "csv", cwd=hostile)
    assert {row["id"]: row["label"] for row in csv.DictReader(io.StringIO(table.out, newline=""))} == LABELS


def test_labels_do_nothing_to_a_terminal(hostile: Path) -> None:
    table = contragraph("cypher", "query", QUERY, *IDS, cwd=hostile)
    lines = table.out.splitlines()
    assert len(lines) == 7
    assert not {c for c in table.out if ord(c) < 32 and c != "\n"}
    assert "\u202e" not in table.out
    assert "[bold]markup[/bold]" in lines[2]
    assert r"\x1b[31mred" in lines[2]
    assert "\u0627\u0644\u0642" in lines[3]
    assert lines[4].endswith("x…")
    assert r"two\nlines\u2028and\ttabs" in lines[5]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("MATCH (n RETURN n", ["line: 1"]),
        ("MATCH (a:Entity)\nMATCH (b:Entity)\nRETRUN a", ["line: 3", "RETRUN"]),
        ("MATCH (n:Entity) RETURN nothing.id", ["nothing"]),
        ("CREATE (:Entity {id: 'x'})", ["read-only"]),
        ("MATCH (n:Entity) RETURN n.id; MATCH (n:Entity) DETACH DELETE n", ["read-only"]),
        ("MATCH (n:Entity) WHERE n.degree > $least RETURN n.id", ["$least has no value", "--param least="]),
        ("COPY (MATCH (e:Entity) RETURN e.id) TO 'out.csv'", ["COPY reaches beyond the store"]),
        ("RETURN 1 AS x; /* 'y' */ profile export database 'out'", ["EXPORT reaches beyond the store"]),
        ("  \n", ["The query is empty"]),
    ],
)
def test_what_is_refused(hostile: Path, query: str, words: list[str]) -> None:
    before = sorted(hostile.iterdir())
    refused = contragraph("cypher", "query", query, cwd=hostile)
    assert refused.code == 2
    assert refused.out == ""
    assert len(refused.err.splitlines()) == 1
    for word in words:
        assert word in refused.err
    assert sorted(hostile.iterdir()) == before


def test_parameters_of_any_query(hostile: Path) -> None:
    query = "MATCH (e:Entity) WHERE e.id IN $ids AND e.degree >= $least RETURN count(*) AS n"
    given = ("--param", 'ids=["wd:Q1", "wd:Q2"]', "--param", "least=1", "--format", "csv")
    counted = contragraph("cypher", "query", query, *given, cwd=hostile)
    assert counted.out == "n\n2\n"
    wrong = contragraph("cypher", "query", query, "--param", "ids=[1,", "--param", "least=1", cwd=hostile)
    assert (wrong.code, "no list in JSON" in wrong.err) == (2, True)


def test_a_table_is_cut_and_says_so_and_csv_has_all() -> None:
    query = "MATCH (e:Entity) RETURN e.id AS id"
    table = contragraph("cypher", "query", query, cwd=world())
    assert len(table.out.splitlines()) == TABLE_ROWS + 1
    assert "There are more than 1,000 rows" in table.err
    whole = contragraph("cypher", "query", query, "--format", "csv", cwd=world())
    (entities,) = json.loads(
        contragraph("cypher", "query", "MATCH (e:Entity) RETURN count(*) AS n", "--format", "json", cwd=world()).out
    )
    assert len(set(whole.out.splitlines()[1:])) == entities["n"] > TABLE_ROWS
    assert whole.err == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cookbook.conflict"], ["did you mean", "cookbook.conflicts"]),
        (["cookbook.conflicts_of_relation"], ["needs the parameter relation (relation)"]),
        (["cookbook.conflicts_of_relation", "--param", "relation=captial"], ["did you mean", "wdt:P36 “capital”"]),
        (["cookbook.conflicts_around_entity", "--param", "entity=Moscwo"], ["did you mean", "wd:Q649 “Moscow”"]),
        (["cookbook.namesakes", "--param", "limit=many"], ["limit of cookbook.namesakes", "type int"]),
        (["cookbook.namesakes", "--param", "limit=-1"], ["limit of cookbook.namesakes", "0 or more"]),
        (["cookbook.graph_of_proof"], ["for neo4j only", "cypher show cookbook.graph_of_proof"]),
        (["cookbook.namesakes", "--param", "x=1"], ["has no parameter x"]),
    ],
)
def test_wrong_names_and_parameters(arguments: list[str], words: list[str]) -> None:
    wrong = contragraph("cypher", "run", *arguments, cwd=world())
    assert wrong.code == 2
    assert len(wrong.err.splitlines()) == 1
    for word in words:
        assert word in wrong.err


def test_a_label_does_for_an_id() -> None:
    by_id = contragraph("cypher", "run", "cookbook.made_statements", "--param", "relation=wdt:P36", cwd=world())
    by_label = contragraph("cypher", "run", "cookbook.made_statements", "--param", "relation=Capital", cwd=world())
    assert (by_id.code, by_id.out) == (0, by_label.out)


def test_show_prints_what_can_be_pasted() -> None:
    shown = contragraph("cypher", "show", "cookbook.namesakes", "--param", "limit=3", "--for", "ladybug", cwd=world())
    assert "$" not in shown.out
    pasted = contragraph("cypher", "query", shown.out, cwd=world())
    run = contragraph("cypher", "run", "cookbook.namesakes", "--param", "limit=3", cwd=world())
    assert pasted.out == run.out
    quoted = contragraph("cypher", "show", "kg.find", "--param", "name=o'brien\\ $limit", cwd=world())
    assert "'o\\'brien\\\\ $limit'" in quoted.out
    assert quoted.out.rstrip().endswith("LIMIT $limit;")
    assert contragraph("cypher", "show", "cookbook.namesakes", "--param", "x=1", cwd=world()).code == 2


def test_list_takes_the_beginning_of_a_name() -> None:
    listed = json.loads(contragraph("cypher", "list", "cookbook.", "--format", "json", cwd=world()).out)
    assert len(listed) > 25
    assert all(row["name"].startswith("cookbook.") for row in listed)
    assert contragraph("cypher", "list", "nothing", "--format", "json", cwd=world()).out == "[]\n"
