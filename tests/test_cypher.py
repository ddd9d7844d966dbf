"""Every query file: well formed, no Cypher elsewhere, and accepted by the engines it names."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from contragraph import cypher
from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.stores.open import open_store
from contragraph.graph.tables.schema import MADE, NODES

ROOT = Path(__file__).resolve().parent.parent
LABELS = {"table": "Statement", "source": "Statement", "target": "Entity", "label": "Entity", "type": "P36"}
HEADER = "// name: a.b\n// doc: d\n// params: x: int\n// returns: y\n// mode: read\n// engines: both\n"


def test_every_file_is_loaded() -> None:
    files = {p.name.split(".")[0] for p in (ROOT / "cypher").rglob("*.cypher")}
    known = {name.rpartition(".")[2] for engine in cypher.ENGINES for name in cypher.names(engine)}
    assert files == known


@pytest.mark.parametrize(
    ("path", "source", "message"),
    [
        ("a/b.cypher", "RETURN 1", "lacks name"),
        ("a/c.cypher", HEADER + "RETURN $x AS y", "another file name"),
        ("a/b.neo4j.cypher", HEADER + "RETURN $x AS y", "another file name"),
        ("a/b.cypher", HEADER + "RETURN $z AS y", "parameters of the header"),
        ("a/b.cypher", HEADER + "RETURN '$x' AS y", "parameters of the header"),
        ("a/b.cypher", HEADER + "MATCH (n:{{label}}) RETURN $x AS y", "names of the header"),
        ("a/b.cypher", HEADER, "no query"),
        ("a/b.cypher", HEADER.replace("int", "number") + "RETURN $x AS y", "name: type"),
        ("a/b.cypher", HEADER.replace("int", "int = few") + "RETURN $x AS y", "the default of x: 'few'"),
        ("a/b.cypher", HEADER.replace("read", "peek") + "RETURN $x AS y", "mode must be"),
        ("a/b.cypher", HEADER.replace("both", "oracle") + "RETURN $x AS y", "engines must be"),
        ("a/b.cypher", HEADER.replace("// returns: y\n", "") + "RETURN $x AS y", "what it returns"),
    ],
)
def test_malformed_files_are_refused(path: str, source: str, message: str) -> None:
    with pytest.raises(cypher.CypherError, match=message):
        cypher.read(path, source)


def test_names_are_filled_through_an_allow_list() -> None:
    query = cypher.get("kg.seeds", "neo4j")
    assert "[f:P36]" in query.fill(type="P36")
    for odd in ("P36`", "P36]->() //", "", "1P", "P 3", "P\n", "ſ" * 3):
        with pytest.raises(cypher.CypherError, match="not a plain name"):
            query.fill(type=odd)
    with pytest.raises(cypher.CypherError, match="takes the names type"):
        query.fill()


def test_typed_parameters_are_parsed() -> None:
    assert cypher.parse("7", "int") == 7
    assert cypher.parse("a, b", "strings") == ["a", "b"]
    assert cypher.parse("True", "bool") is True
    assert cypher.parse("7", "string") == "7"
    for text, kind in (("x", "int"), ("maybe", "bool"), ("1", "rows")):
        with pytest.raises(cypher.CypherError, match="is not a value of type"):
            cypher.parse(text, kind)


def test_parameters_may_have_defaults() -> None:
    header = HEADER.replace("x: int", "x: int = 3, y: relation =, z: strings = a")
    query = cypher.read("a/b.cypher", header + "RETURN $x AS y, $y, $z")
    assert query.params == {"x": "int", "y": "relation", "z": "strings"}
    assert query.defaults == {"x": 3, "y": "", "z": ["a"]}
    assert query.signature() == "x: int = 3, y: relation = any, z: strings = a"
    query.check({"y": "wdt:P36"})
    with pytest.raises(cypher.CypherError, match="parameter x must be of type int"):
        query.check({"x": "3"})


@pytest.fixture(scope="module")
def empty() -> Iterator[LadybugFile]:
    with tempfile.TemporaryDirectory() as folder:
        file = LadybugFile(Path(folder) / "empty.lbug")
        file.create_schema()
        yield file
        file.close()


def test_tables_agree_with_the_schema(empty: LadybugFile) -> None:
    for label, columns in NODES.items():
        found = empty.fetch(f"CALL table_info('{label}') RETURN *", {})
        assert [row["name"] for row in found] == list(columns)
    for kind in MADE:
        found = empty.fetch(f"CALL table_info('{kind.type}') RETURN *", {})
        assert [row["name"] for row in found] == list(kind.columns)
        ends = empty.fetch(f"CALL show_connection('{kind.type}') RETURN *", {})
        assert [kind.source, kind.target] in [list(row.values())[:2] for row in ends]


def _example(kind: str) -> object:
    rows = [{"id": "x", "subject": "x", "relation": "x", "object": "x", "source": "x"}]
    return {
        "entity": "x",
        "relation": "x",
        "string": "x",
        "int": 1,
        "float": 1.0,
        "bool": True,
        "strings": ["x"],
        "rows": rows,
    }[kind]


@pytest.mark.parametrize("name", cypher.names("ladybug"))
def test_ladybug_explains_every_query(name: str, empty: LadybugFile) -> None:
    query = cypher.get(name, "ladybug")
    if query.mode == "schema" or name.startswith("store.copy"):
        pytest.skip("run by every test of the embedded store; schema and copies cannot be explained")
    params = {key: _example(kind) for key, kind in query.params.items()}
    target = {**LABELS, "type": "FACT", "table": "ADDS", "source": "Version", "target": "Statement"}
    if name == "store.dump_facts":
        target["target"] = "Literal"
    if name == "store.dump_labels":
        target |= {"table": "SUPPORTED_BY", "source": "Claim", "target": "Passage"}
    if name == "store.dump_options":
        target |= {"table": "OPTION", "source": "Question", "target": "Entity"}
    if name == "store.dump_contradictions":
        target |= {"table": "CONTRADICTS", "source": "Claim", "target": "Claim"}
    if "nodes" in name or name == "store.dump_ids":
        target["table"] = "Entity"
    assert empty.fetch("EXPLAIN " + query.fill(**{n: target[n] for n in query.names}), params)


@pytest.mark.neo4j
def test_neo4j_explains_every_query(neo4j_address: str) -> None:
    from contragraph.graph.engines.neo4j.store import Neo4jStore

    with open_store(neo4j_address, create=True) as store:
        assert isinstance(store, Neo4jStore)
        for name in cypher.names("neo4j"):
            query = cypher.get(name, "neo4j")
            text = query.fill(**{n: LABELS[n] for n in query.names})
            params = {key: _example(kind) for key, kind in query.params.items()}
            for statement in [text] if query.mode != "schema" else query.statements():
                store.send("EXPLAIN " + statement, params)
