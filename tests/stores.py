"""Stores of both engines as tests need them: written to behind the program's back, and read out whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contragraph.dataset.files.reading import read_manifest
from contragraph.dataset.folder.bank_rows import bank_rows
from contragraph.dataset.records.bank import holds_bank, read_bank
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.sets import holds_sets, read_sets, to_set
from contragraph.graph.engines.address import parse_address
from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.engines.neo4j.store import Neo4jStore
from contragraph.graph.model.origin import Run
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.ontology.turtle import read_ontology

LAYOUT_1 = Path(__file__).with_name("layout_1")
"""Schema of both engines and rows of two pairs of the sample, as version 0.1 wrote them into a store of layout 1."""


def write(address: str, *statements: tuple[str, Mapping[str, object]]) -> None:
    """Send statements with their parameters that write to a store which nobody has open."""
    if address.startswith("ladybug:"):
        file = LadybugFile(parse_address(address).path)
        for text, params in statements:
            file.fetch(text, params)
        file.do("store.checkpoint")
        file.close()
        return
    with open_store(address) as store:
        assert isinstance(store, Neo4jStore)
        for text, params in statements:
            store.send(text, params)


def write_dataset(store: GraphStore, folder: Path) -> None:
    """Write a dataset of pairs, sets or facts of a bank into a store as ``generate`` does in its end."""
    manifest = read_manifest(folder)
    settings = manifest["settings"]
    assert isinstance(settings, dict)
    chosen = {k: v for k, v in settings.items() if k not in ("kg", "kg_snapshot")}
    run = Run(settings["seed"], json.dumps(chosen, sort_keys=True), settings["kg"], settings["kg_snapshot"])
    assert run.id == manifest["run"]
    axioms = read_ontology(folder / "ontology.ttl").stored()
    store.write_run(run)
    if holds_bank(folder):
        store.write(bank_rows(run, [fact for _, fact in read_bank(folder)], axioms))
    elif holds_sets(folder):
        store.write_sets(run, [(r.id, to_set(r)) for _, r in read_sets(folder)], axioms)
    else:
        store.write_instances(run, [(r.id, to_instance(r)) for _, r in read_instances(folder)], axioms)
    store.finish_run(run.id)


def everything(store: GraphStore) -> list[str]:
    """All nodes and relationships that were made, in an order of their own, as JSON."""
    label, kind = ("label(n)", "label(r)") if store.engine == "ladybug" else ("head(labels(n))", "type(r)")
    nodes = store.query(f"MATCH (n) WHERE {label} <> 'Entity' RETURN {label} AS label, n")
    joins = store.query(
        f"MATCH (x)-[r]->(y) WHERE r.rank IS NULL RETURN x.id AS a, {kind} AS kind, y.id AS b, r AS r"
        if store.engine == "ladybug"
        else f"MATCH (x)-[r]->(y) WHERE r.rank IS NULL RETURN x.id AS a, {kind} AS kind, y.id AS b, properties(r) AS r"
    )
    found = [["node", row["label"], _plain(row["n"])] for row in nodes]
    found += [["join", row["a"], row["kind"], row["b"], _plain(row["r"])] for row in joins]
    return sorted(json.dumps(each, sort_keys=True, ensure_ascii=False) for each in found)


def content(store: GraphStore, kg: str) -> tuple[list[str], list[str]]:
    """The entities of a graph with all that is told of them, and the facts between them."""
    ids = (str(row["id"]) for row in store.query("MATCH (e:Entity) WHERE e.kg = $kg RETURN e.id AS id", kg=kg))
    facts = store.query(
        "MATCH (s:Entity)-[f]->(o:Entity) WHERE s.kg = $kg AND f.rank IS NOT NULL"
        " RETURN s.id AS s, f.relation AS r, o.id AS o, f.rank AS rank",
        kg=kg,
    )
    links = sorted(repr(sorted(row.items())) for row in facts)
    return sorted(map(repr, store.entities(ids).values())), links


def _plain(values: object) -> dict[str, Any]:
    assert isinstance(values, Mapping)
    return {key: value for key, value in values.items() if not key.startswith("_") and value is not None}


def frozen() -> dict[str, Any]:
    """The rows of the store of layout 1."""
    rows: dict[str, Any] = json.loads((LAYOUT_1 / "rows.json").read_text("utf-8"))
    return rows


def make_layout_1(address: str) -> None:
    """Make a store of layout 1 with the frozen schema and rows."""
    engine = "ladybug" if address.startswith("ladybug:") else "neo4j"
    schema = (LAYOUT_1 / f"{engine}.cypher").read_text("utf-8")
    statements = [part.strip() for part in schema.split(";\n") if part.strip()]
    rows = frozen()
    if engine == "ladybug":
        file = LadybugFile(parse_address(address).path)
        for statement in statements:
            file.fetch(statement, {})
        for label, nodes in rows["nodes"].items():
            for node in nodes:
                given = {k: v for k, v in node.items() if v not in (None, [])}
                file.fetch(f"CREATE (:{label} {{{', '.join(f'{k}: ${k}' for k in given)}}})", given)
        for its in rows["relationships"]:
            for row in its["rows"]:
                values = {k: v for k, v in row.items() if k not in ("source", "target")}
                ends = f"MATCH (x:{its['source']} {{id: $x}}) MATCH (y:{its['target']} {{id: $y}})"
                its_values = ", ".join(f"{k}: ${k}" for k in values)
                text = f"{ends} CREATE (x)-[:{its['type']} {{{its_values}}}]->(y)"
                file.fetch(text, {"x": row["source"], "y": row["target"], **values})
        file.do("store.checkpoint")
        file.close()
        return
    import neo4j

    parsed = parse_address(address)
    with neo4j.GraphDatabase.driver(parsed.text, auth=(parsed.username, parsed.password)) as driver:
        for statement in statements:
            driver.execute_query(statement, database_=parsed.database)
        for label, nodes in rows["nodes"].items():
            text = f"UNWIND $rows AS row CREATE (n:{label}) SET n = row"
            driver.execute_query(text, rows=nodes, database_=parsed.database)
        for its in rows["relationships"]:
            text = (
                f"UNWIND $rows AS row MATCH (x:{its['source']} {{id: row.source}}) "
                f"MATCH (y:{its['target']} {{id: row.target}}) CREATE (x)-[r:{its['type']}]->(y) "
                "SET r.position = row.position"
            )
            driver.execute_query(text, rows=its["rows"], database_=parsed.database)
