"""Moving a run from one store to another, whatever the engines: a folder of Parquet tables, one for each kind of node
and relationship.

The folder has everything that was made for the run, with edits and reviews, but no facts: the graph is loaded into the
other store by itself. Equal runs give equal bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contragraph.cypher import Value
from contragraph.graph.engines.base import CypherStore
from contragraph.graph.errors import InputError
from contragraph.graph.store import LAYOUT_VERSION, GraphStore
from contragraph.graph.tables.rows import Rows, option_rows
from contragraph.graph.tables.schema import MADE, NODES, RelationshipKind, node_table

MANIFEST = "manifest.json"
FORMAT = "contragraph run"
SAME_LAYOUTS = range(2, LAYOUT_VERSION + 1)
"""Layouts in which what was made is written alike: after layout 2 only KGs changed, what joins them, reviews got
further properties, and what others' texts say, sets of documents and banks came in beside it."""
_MOVED = tuple(kind for kind in MADE if kind.target != "Entity")
"""What is dumped. Statements and questions are joined with entities anew: those come with the graph, and may
not be there yet."""
_BACKWARDS = ("RENDERS", "JUDGES", "ACROSS")
"""Relationships whose target leads to their source, not the other way round."""


def run_rows(store: GraphStore, run: str) -> Rows:
    """Everything that was made for a run.

    :raises InputError: if there is no such run.
    """
    assert isinstance(store, CypherStore)
    if not store._rows("made.nodes_of", {"label": "Run"}, ids=[run]):
        raise InputError(f"There is no run '{run}' in {store.address}; `contragraph runs list` shows all.")
    joins = {kind: {(a, b): values for a, b, values in _joins(store, kind)} for kind in _MOVED}
    reached: dict[str, set[str]] = {"Run": {run}, "Instance": set(store.instance_ids(run))}
    reached["ContextSet"] = {str(row["id"]) for row in store._rows("made.set_ids", run=run)}
    reached["BankFact"] = {str(row["id"]) for row in store._rows("made.bank_fact_ids", run=run)}
    while True:
        before = sum(map(len, reached.values()))
        for kind, pairs in joins.items():
            if kind.type == "MADE_BY":
                continue
            known, new, at = (kind.target, kind.source, 1) if kind.type in _BACKWARDS else (kind.source, kind.target, 0)
            there = reached.get(known, set())
            reached.setdefault(new, set()).update(ends[1 - at] for ends in pairs if ends[at] in there)
        if sum(map(len, reached.values())) == before:
            break
    rows = Rows()
    for label, ids in sorted(reached.items()):
        found = (row["n"] for row in store._rows("made.nodes_of", {"label": label}, ids=sorted(ids)))
        nodes = {node["id"]: {name: node.get(name) for name in NODES[label]} for node in found}
        rows.nodes[label] = dict(sorted(nodes.items()))
    for kind, pairs in joins.items():
        ends = (reached.get(kind.source, set()), reached.get(kind.target, set()))
        rows.joins[kind] = {(a, b): pairs[a, b] for a, b in sorted(pairs) if a in ends[0] and b in ends[1]}
    return rows


def _joins(store: CypherStore, kind: RelationshipKind) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for row in store._rows(kind.dump, {"table": kind.type, "source": kind.source, "target": kind.target}):
        values = {name: row[name] for name in ("position", "role", "conflict") if name in row}
        yield row["source"], row["target"], values | ({"source": row["stated_as"]} if "stated_as" in row else {})


def dump_run(store: GraphStore, run: str, out: Path) -> dict[str, int]:
    """Write a run into a new folder; the number of nodes of each label.

    :raises InputError: if there is no such run, or the folder is there already.
    """
    import pyarrow.parquet as pq

    if out.exists():
        raise InputError(f"{out} exists already: give a folder that does not.")
    if not out.absolute().parent.is_dir():
        raise InputError(f"There is no folder {out.absolute().parent}: make it, or give another path.")
    rows = run_rows(store, run)
    work = out.with_name(out.name + ".partial")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        for label, nodes in rows.nodes.items():
            pq.write_table(node_table(label, list(nodes.values())), work / f"{label}.parquet")
        for kind, pairs in rows.joins.items():
            table = kind.table([{"from": a, "to": b, **values} for (a, b), values in pairs.items()])
            pq.write_table(table, work / _file(kind))
        counts = {label: len(nodes) for label, nodes in rows.nodes.items() if nodes}
        files = {path.name: _digest(path) for path in sorted(work.iterdir())}
        manifest = {"format": FORMAT, "layout": LAYOUT_VERSION, "run": run, "nodes": counts, "files": files}
        (work / MANIFEST).write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n", "utf-8")
        work.rename(out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return counts


def _file(kind: RelationshipKind) -> str:
    return f"{kind.source}-{kind.type}-{kind.target}.parquet"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def load_run(store: GraphStore, folder: Path) -> dict[str, int]:
    """Bring a run that was dumped into a store, in one transaction; the number of nodes of each label.

    What is there already stays as it is. Statements are joined with the entities that the store has; those of a graph
    that is loaded later are joined then.

    :raises InputError: if the folder is no such dump, of another layout, or damaged.
    """
    manifest = _manifest(folder)
    rows = Rows()
    for label in NODES:
        if f"{label}.parquet" in manifest["files"]:
            rows.nodes[label] = {row["id"]: row for row in _read(folder / f"{label}.parquet")}
    for kind in _MOVED:
        if _file(kind) in manifest["files"]:
            rows.joins[kind] = {(row.pop("from"), row.pop("to")): row for row in _read(folder / _file(kind))}
    for its, node in rows.nodes.get("Statement", {}).items():
        rows.join("SUBJECT", "Statement", "Entity", its, str(node["subject"]))
        if not str(node["object"]).startswith("lit:"):
            rows.join("OBJECT", "Statement", "Entity", its, str(node["object"]))
    for its, node in rows.nodes.get("Question", {}).items():
        option_rows(rows, its, _strings(node["offers"]), _strings(node["roles"]))
    store.write(rows)
    return dict(manifest["nodes"])


def _strings(value: Value) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _manifest(folder: Path) -> Mapping[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
        kind, layout, files = manifest["format"], manifest["layout"], dict(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{folder} holds no dump of a run: make one with `contragraph runs dump`.") from None
    if kind != FORMAT:
        raise InputError(f"{folder} holds no dump of a run: make one with `contragraph runs dump`.")
    if layout not in SAME_LAYOUTS:
        raise InputError(f"{folder} has layout {layout}, this version needs {LAYOUT_VERSION}: dump the run again.")
    for name, digest in files.items():
        path = folder / name
        if not path.is_file() or path.parent != folder or _digest(path) != digest:
            raise InputError(f"{path} is missing or not what was dumped: copy the folder again.")
    return manifest


def _read(path: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found
