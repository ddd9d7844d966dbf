"""Raw tables and what is assembled from them: times, redirects, names, values, and what a kill leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.exceptions import ColumnNotFoundError

from contragraph.graph.errors import StoreError
from contragraph.graph.model import Literal
from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.raw import GROUP_ROWS, RawTables, fingerprint
from contragraph.loaders.report import LoadReport
from tests.fact_ranks import fact_rank

FACTS = [
    ("dbr:Bonn", "dbo:country", "dbr:Germany"),
    ("dbr:Bonn", "dbo:country", "dbr:Germany"),
    ("dbr:Germany", "dbo:capital", "dbr:BRD_capital"),
    ("dbr:Bonn", "rdf:type", "dbo:City"),
    ("dbr:Bonn", "rdf:type", "dbo:Settlement"),
    ("dbr:Paris_(disambiguation)", "dbo:country", "dbr:Germany"),
    ("dbr:Germany", "dbo:neighbour", "dbr:S%C3%A3o_Tom%C3%A9"),
]
TIMED = [
    ("dbr:Germany", "dbo:capital", "dbr:Bonn", "1949-05-23", "1990-10-03"),
    ("dbr:Germany", "dbo:leader", "dbr:Ada", None, "1990"),
    ("dbr:Germany", "dbo:leader", "dbr:Ada", "2001", "2005"),
]
VALUES = [
    ("dbr:Bonn", "dbo:population", "330000", "xsd:integer"),
    ("dbr:Bonn", "dbo:population", "330000", "xsd:integer"),
    ("dbr:Ada", "dbo:birthDate", "1950-02-01", "xsd:date"),
]
NAMES = [
    ("dbr:Germany", "Deutschland", 0, "de"),
    ("dbr:Germany", "Germany", 0, "en"),
    ("dbr:Germany", "BRD", 1, None),
    ("dbr:Nowhere", "Nowhere", 0, "en"),
]
SETTINGS = KgSettings("dbpedia", Cleaning(hubs=0))
REDIRECTS = [("dbr:BRD_capital", "dbr:Capital_2"), ("dbr:Capital_2", "dbr:Bonn")]


def frame(rows: list[Any], *columns: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=list(columns), orient="row", infer_schema_length=None)


def fill(raw: RawTables) -> None:
    """Two sources of a small KG."""
    with raw.writing("facts.nt", "1") as out:
        out.tally.lines = out.tally.kept = len(FACTS)
        out.add("facts", frame(FACTS, "subject", "relation", "object"))
        out.add("facts", frame(TIMED, "subject", "relation", "object", "valid_from", "valid_to"))
        out.add("literal_facts", frame(VALUES, "subject", "relation", "value", "datatype"))
    with raw.writing("names.nt", "1") as out:
        out.tally.drop("bad line", 7)
        out.add("names", frame(NAMES, "id", "name", "position", "language"))
        out.add("descriptions", frame([("dbr:Bonn", "Bonn  is a\ncity.")], "id", "text"))
        out.add("relation_names", frame([("dbo:country", "country")], "id", "label"))
        out.add("redirects", frame(REDIRECTS, "id", "target"))
        out.add("left_out", frame([("dbr:Paris_(disambiguation)",)], "id"))


def made(folder: Path) -> tuple[Staging, LoadReport]:
    raw = RawTables(folder / "raw")
    fill(raw)
    return assemble(raw, folder / "staging", SETTINGS)


def test_facts_with_times_redirects_and_what_is_left_out(tmp_path: Path) -> None:
    staging, report = made(tmp_path)
    rows = pl.read_parquet(staging.table("facts")).select(
        "subject", "relation", "object", "valid_from", "valid_to", "rank"
    )
    found = [row[:5] for row in rows.iter_rows()]
    assert found == [
        ("dbr:Bonn", "dbo:country", "dbr:Germany", None, None),
        ("dbr:Bonn", "rdf:type", "dbo:City", None, None),
        ("dbr:Bonn", "rdf:type", "dbo:Settlement", None, None),
        # The one without a time came by a redirect from a redirect, and is the same as the one with it.
        ("dbr:Germany", "dbo:capital", "dbr:Bonn", "1949-05-23", "1990-10-03"),
        ("dbr:Germany", "dbo:leader", "dbr:Ada", None, "1990"),
        ("dbr:Germany", "dbo:leader", "dbr:Ada", "2001", "2005"),
        ("dbr:Germany", "dbo:neighbour", "dbr:S%C3%A3o_Tom%C3%A9", None, None),
    ]
    assert rows["rank"].to_list() == [fact_rank(*row) for row in found]
    assert rows["rank"].n_unique() == rows.height
    counted = {repair.rule.partition(":")[0]: repair.count for repair in report.repairs}
    assert counted["redirected id"] == 1
    assert counted["id that stands for no entity (a disambiguation, say)"] == 1
    assert (report.facts, report.duplicates) == (9, 3)
    assert report.files[1].dropped == {"bad line": 1}


def test_values(tmp_path: Path) -> None:
    staging, _ = made(tmp_path)
    nodes = {row["id"]: row for row in pl.read_parquet(staging.table("literals")).to_dicts()}
    number, date = Literal("330000", "xsd:integer"), Literal("1950-02-01", "xsd:date")
    assert set(nodes) == {number.id, date.id}
    assert nodes[date.id]["value"] == "1950-02-01"
    facts = pl.read_parquet(staging.table("literal_facts")).select("subject", "relation", "object", "rank").rows()
    assert facts == [
        ("dbr:Ada", "dbo:birthDate", date.id, fact_rank("dbr:Ada", "dbo:birthDate", date.id)),
        ("dbr:Bonn", "dbo:population", number.id, fact_rank("dbr:Bonn", "dbo:population", number.id)),
    ]


def test_names_classes_and_degrees(tmp_path: Path) -> None:
    staging, report = made(tmp_path)
    entities = {row["id"]: row for row in pl.read_parquet(staging.table("entities")).to_dicts()}
    assert list(entities) == sorted(entities)
    germany, bonn = entities["dbr:Germany"], entities["dbr:Bonn"]
    assert (germany["label"], germany["aliases"]) == ("Germany", ["BRD", "Deutschland"])
    assert (bonn["label"], bonn["description"]) == ("Bonn", "Bonn is a city.")
    assert bonn["types"] == ["dbo:City", "dbo:Settlement"]
    assert entities["dbr:S%C3%A3o_Tom%C3%A9"]["label"] == "São Tomé"
    assert (germany["degree"], entities["dbr:Ada"]["degree"]) == (5, 2)
    assert "dbr:Paris_(disambiguation)" not in entities
    relations = dict(pl.read_parquet(staging.table("relations")).select("id", "label").iter_rows())
    assert relations["dbo:country"] == "country"
    assert relations["dbo:birthDate"] == "birth date"
    assert report.unused_entities == 1


def test_an_id_that_is_no_name_is_hidden(tmp_path: Path) -> None:
    raw = RawTables(tmp_path / "raw")
    with raw.writing("a", "1") as out:
        rows = [("x:Q123", "x:knows", "x:Ada"), ("x:Ada", "x:knows", "x:!!")]
        out.add("facts", frame(rows, "subject", "relation", "object"))
    _, report = assemble(raw, tmp_path / "staging", KgSettings("x", Cleaning(hubs=0)))
    assert {item.id for item in report.hidden} == {"x:Q123", "x:!!"}


def test_the_same_tables_whatever_the_order(tmp_path: Path) -> None:
    one, _ = made(tmp_path / "one")
    raw = RawTables(tmp_path / "two" / "raw")
    with raw.writing("facts.nt", "1") as out:
        for row in reversed(FACTS):
            out.add("facts", frame([row], "subject", "relation", "object"))
    fill(raw)
    two, _ = assemble(raw, tmp_path / "two" / "staging", KgSettings("dbpedia", Cleaning(hubs=0)))
    assert one.snapshot == two.snapshot
    for path in sorted(one.folder.iterdir()):
        assert path.read_bytes() == (two.folder / path.name).read_bytes()


def test_a_source_that_was_finished_is_not_read_again(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    assert not raw.finished("facts.nt", "1")
    with pytest.raises(ColumnNotFoundError), raw.writing("facts.nt", "1") as out:
        out.add("facts", frame(FACTS, "subject", "relation", "thing"))
    assert not list(tmp_path.iterdir())
    fill(raw)
    again = RawTables(tmp_path)
    assert again.scan("facts").collect().height == 0
    assert again.finished("facts.nt", "1")
    assert not again.finished("names.nt", "2")
    assert again.scan("facts").collect().height == len(FACTS) + len(TIMED)
    assert again.tallies()[0].lines == len(FACTS)
    assert not again.files("names")


def test_a_half_written_note_counts_as_nothing(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    fill(raw)
    for note in tmp_path.glob("*/source.json"):
        note.write_text(json.dumps({"source": 1})[:-3])
    assert not RawTables(tmp_path).finished("facts.nt", "1")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    raw = RawTables(tmp_path / "file" / "raw")
    with pytest.raises(StoreError, match="cannot be written"), raw.writing("a", "1") as out:
        out.add("facts", frame(FACTS, "subject", "relation", "object"))


def test_fingerprints_tell_files_apart(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("one")
    first = fingerprint(path, "en")
    assert re.fullmatch("[0-9a-f]{16}", first)
    assert fingerprint(path, "de") != first
    path.write_text("other")
    assert fingerprint(path, "en") != first


def test_redirects_in_a_circle_are_left_as_they_are(tmp_path: Path) -> None:
    raw = RawTables(tmp_path / "raw")
    with raw.writing("a", "1") as out:
        out.add("facts", frame([("x:A", "x:r", "x:B")], "subject", "relation", "object"))
        out.add("redirects", frame([("x:A", "x:C"), ("x:C", "x:A")], "id", "target"))
    staging, report = assemble(raw, tmp_path / "staging", KgSettings("x", Cleaning(hubs=0)))
    assert pl.read_parquet(staging.table("facts")).select("subject", "object").rows() == [("x:A", "x:B")]
    assert [repair.count for repair in report.repairs if "circle" in repair.rule] == [1]


def test_a_table_that_ends_with_a_whole_group_is_written(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    with raw.writing("big", "1") as out:
        out.add("left_out", pl.DataFrame({"id": pl.int_range(GROUP_ROWS, eager=True).cast(pl.String)}))
    assert raw.scan("left_out").collect().height == GROUP_ROWS
