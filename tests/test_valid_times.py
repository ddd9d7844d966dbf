"""Times of validity of base facts: from staged tables through both engines, and into stores of the layout before."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from contragraph.graph.errors import StoreLayoutError
from contragraph.graph.model import Fact, Literal, Order
from contragraph.graph.store import LAYOUT_VERSION, GraphStore, Staging
from contragraph.graph.stores.open import open_store
from tests.fact_ranks import fact_rank
from tests.staged_kgs import geography, stage
from tests.stores import write

LATER = (
    *("HOLDS", "COMPARES", "READS", "CLAIMS", "FINDS", "SHOWS", "STANDS_IN", "TELLS", "ACROSS"),
    *("MAKES", "SUPPORTED_BY", "CONTRADICTED_BY", "HAS_CLAIM", "EVIDENCED_BY", "CONTRADICTS", "ASKS", "OPTION"),
    *("Dataset", "Item", "Passage", "Line", "Claim", "Clash", "Evidence", "ContextSet", "Response"),
    *("BankFact", "Question"),
)
"""Tables of layouts 7, 9, 10 and 11, those of relationships first."""

ORDER = Order.of_seed(7)
YEAR = Literal("81000", "xsd:integer", "81000")
Timed = tuple[str, str, str, str | None, str | None]
TIMES: list[Timed] = [("wd:Q0", "wdt:P6", "wd:Q1000", "1949", "1963"), ("wd:Q0", "wdt:P6", "wd:Q1000", "2001-05", None)]


def timed(folder: Path) -> Staging:
    """A small KG in which one had the same office twice, and a number holds for a year."""
    staging = stage(folder, "geo", geography(4), literals=[("wd:Q0", "wdt:P1082", YEAR)])
    with_times(staging.table("facts"), TIMES)
    with_times(staging.table("literal_facts"), [("wd:Q0", "wdt:P1082", YEAR.id, "1990", "1990")])
    relations = pl.read_parquet(staging.table("relations"))
    more = pl.DataFrame({"id": ["wdt:P6"], "label": ["head"], "kg": ["geo"], "facts": [2]})
    pl.concat([relations, more]).write_parquet(staging.table("relations"))
    return staging


def with_times(path: Path, facts: list[Timed]) -> None:
    """Add facts that have a time, in place of those that say the same without one."""
    triples = {fact[:3] for fact in facts}
    rows: list[tuple[object, ...]] = [
        (s, o, r, rank, None, None)
        for s, o, r, rank in pl.read_parquet(path).select("subject", "object", "relation", "rank").iter_rows()
        if (s, r, o) not in triples
    ]
    rows += [(s, o, r, fact_rank(s, r, o, a, b), a, b) for s, r, o, a, b in facts]
    schema = dict.fromkeys(("subject", "object", "relation", "rank", "valid_from", "valid_to"), pl.String)
    pl.DataFrame(rows, schema=schema | {"rank": pl.Int64}, orient="row").write_parquet(path)


def told(facts: list[Fact]) -> set[tuple[str, str, str | None, str | None]]:
    return {(f.relation, f.statement.object_id, f.statement.valid_from, f.statement.valid_to) for f in facts}


def expected() -> set[tuple[str, str, str | None, str | None]]:
    return {(r, o, a, b) for _, r, o, a, b in TIMES} | {("wdt:P1082", YEAR.id, "1990", "1990")}


def held(store: GraphStore) -> set[tuple[str, str, str | None, str | None]]:
    """The facts with a time of the one entity that has any, asked for in every way."""
    every = store.facts(["wd:Q0"], "out", ORDER, 100)["wd:Q0"]
    found = {fact for fact in told(every) if fact[2]}
    assert {fact for fact in told(store.facts(["wd:Q1000"], "in", ORDER, 100)["wd:Q1000"]) if fact[2]} <= found
    seeds = store.seeds("geo", "wdt:P6", ORDER, 9)
    assert told(seeds) == {fact for fact in found if fact[0] == "wdt:P6"}
    return found


def test_facts_keep_their_times(store: GraphStore, tmp_path: Path) -> None:
    store.load(timed(tmp_path / "geo"))
    assert held(store) == expected()
    one, other = (fact.statement for fact in store.seeds("geo", "wdt:P6", ORDER, 9))
    assert one.id != other.id
    # Another KG that is loaded later leaves them as they are.
    store.load(stage(tmp_path / "more", "more", [("wd:Q90001", "wdt:P1", "wd:Q90002")]))
    assert held(store) == expected()


def test_a_store_of_layout_2_takes_times(address: str, tmp_path: Path) -> None:
    with open_store(address, create=True) as store:
        store.load(stage(tmp_path / "old", "geo", geography(4)))
        before = store.facts(["wd:Q0"], "out", ORDER, 100)
    back: list[tuple[str, dict[str, object]]] = [("MATCH (s:Store) SET s.layout = 2", {})]
    if address.startswith("ladybug:"):
        undone = ("ALTER TABLE FACT DROP valid_from", "ALTER TABLE FACT DROP valid_to", "ALTER TABLE Kg DROP shared")
        counted = (
            *(f"ALTER TABLE FACT DROP {column}" for column in ("objects", "subjects")),
            *(f"ALTER TABLE Entity DROP {column}" for column in ("level", "kind", "prominence")),
        )
        reviewed = ("ALTER TABLE Review DROP number", "ALTER TABLE Review DROP criteria")
        bounds = (
            *(f"ALTER TABLE Derivation DROP {column}" for column in ("earlier", "later", "days")),
            *("DROP TABLE PREMISE", "CREATE REL TABLE PREMISE(FROM Derivation TO Statement)"),
            *("DROP TABLE MADE_BY", "CREATE REL TABLE MADE_BY(FROM Instance TO Run)"),
            *("DROP TABLE STATES", "CREATE REL TABLE STATES(FROM Sentence TO Statement, position INT64)"),
            *("DROP TABLE HAS", "CREATE REL TABLE HAS(FROM Instance TO Conflict, FROM Text TO Sentence)"),
        )
        dropped = [f"DROP TABLE {name}" for name in ("SAME_AS", "BACKGROUND", *LATER)]
        back += [(statement, {}) for statement in (*undone, *counted, *reviewed, *bounds, *dropped)]
    write(address, *back)
    with pytest.raises(StoreLayoutError, match=f"has layout 2, this version needs {LAYOUT_VERSION}"):
        open_store(address, read_only=True)
    with open_store(address) as store:
        assert store.facts(["wd:Q0"], "out", ORDER, 100) == before
        store.load(timed(tmp_path / "geo"))
        assert held(store) == expected()
