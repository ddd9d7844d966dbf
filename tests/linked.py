"""Two graphs of the same things in one store: the sample, and a DBpedia that tells some births otherwise."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import polars as pl

from contragraph.graph.model import Literal, Statement
from contragraph.graph.store import GraphStore, Staging
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.raw import RawTables
from tests.made import sample_world

BORN_IN, BORN_ON = "wdt:P19", "wdt:P569"
FACTS = """
MATCH (s:Entity)-[f]->(o:Entity) WHERE f.relation IS NOT NULL
RETURN s.id AS subject, f.relation AS relation, o.id AS object
"""
VALUES = """
MATCH (s:Entity)-[f]->(o:Literal) WHERE f.relation IS NOT NULL
RETURN s.id AS subject, f.relation AS relation, o.value AS value, o.datatype AS datatype
"""


@dataclass(frozen=True)
class Linked:
    """A store with two graphs, and what the second says otherwise: by the statement of the first."""

    store: GraphStore
    moved: dict[Statement, Statement]


@contextmanager
def linked_graphs(folder: Path) -> Iterator[Linked]:
    """Both graphs in a store of a folder; all their things are linked."""
    made, moved = _loaded()
    shutil.copy(made, folder / "store.lbug")
    with open_store(f"ladybug:{folder / 'store.lbug'}") as store:
        yield Linked(store, moved)


@cache
def _loaded() -> tuple[Path, dict[Statement, Statement]]:
    """The store, made once in each process, and what is told otherwise."""
    folder = Path(mkdtemp(prefix="contragraph-linked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(sample_world() / "loaded.lbug", folder / "store.lbug")
    with open_store(f"ladybug:{folder / 'store.lbug'}") as store:
        facts = [Statement(str(row["subject"]), str(row["relation"]), str(row["object"])) for row in store.query(FACTS)]
        for row in store.query(VALUES):
            subject, relation, value, datatype = map(str, row.values())
            facts.append(Statement(subject, relation, Literal(value, datatype)))
        facts.sort(key=lambda s: s.sort_key)
        moved = _otherwise(facts)
        store.load(_dbpedia(folder, store, [moved.get(s, s) for s in facts]))
        ends = sorted({e for s in facts for e in s.entities})
        theirs = store.entities(map(_name, ends))
        linked = [e for e in ends if _name(e) in theirs]
        store.add_links(pl.DataFrame({"source": [_name(e) for e in linked], "target": linked}))
    return folder / "store.lbug", moved


def _name(entity: str) -> str:
    return entity.replace("wd:", "dbr:")


def _otherwise(facts: list[Statement]) -> dict[Statement, Statement]:
    """Of every tenth birth another place or, of others, another year."""
    births = [s for s in facts if s.relation == BORN_IN][::10]
    moved = {s: replace(s, object=o.object) for s, o in zip(births, [*births[1:], births[0]], strict=True)}
    for date in [s for s in facts if s.relation == BORN_ON][5::10]:
        assert isinstance(date.object, Literal)
        year, *rest = date.object.value.split("-")
        moved[date] = replace(date, object=Literal("-".join([f"{int(year) - 3}", *rest]), date.object.datatype))
    return {s: o for s, o in moved.items() if s.object != o.object}


def _dbpedia(folder: Path, store: GraphStore, facts: list[Statement]) -> Staging:
    """Facts that DBpedia has relations for, as its loader would stage them, with classes for people and towns."""
    known = kg_of("dbpedia")
    lens = known.lens(known.alignment.exact)
    has = {role.relation for role in lens.exact.values()}
    said = [lens.own.statement(s) for s in facts if s.relation in has]
    entities = store.entities({e for s in said for e in s.entities})
    rows = [(_name(s.subject), s.relation, _name(s.object)) for s in said if isinstance(s.object, str)]
    rows += [(_name(e), "rdf:type", "dbo:City") for e, entity in entities.items() if entity.level == "cg:Settlement"]
    rows += [(_name(e), "rdf:type", "dbo:Person") for e, entity in entities.items() if "wd:Q5" in entity.types]
    values = [
        (_name(s.subject), s.relation, s.object.value, s.object.datatype) for s in said if isinstance(s.object, Literal)
    ]
    names = [(_name(e), entity.label) for e, entity in entities.items()]
    raw = RawTables(folder / "raw")
    with raw.writing("facts", "1") as out:
        out.add("facts", pl.DataFrame(rows, schema=["subject", "relation", "object"], orient="row"))
        columns = ["subject", "relation", "value", "datatype"]
        out.add("literal_facts", pl.DataFrame(values, schema=columns, orient="row"))
        out.add("names", pl.DataFrame(names, schema=["id", "name"], orient="row"))
    return assemble(raw, folder / "staged", KgSettings("dbpedia"))[0]
