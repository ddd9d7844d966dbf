"""Claims beside Wikidata5M: dates, quantities and times of facts, all kinds of bad lines; both engines alike."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Order
from contragraph.graph.store import GraphStore
from contragraph.loaders import times_and_quantities as why
from contragraph.loaders.rdf.files import stage_rdf
from contragraph.loaders.report import LoadReport
from contragraph.loaders.wikidata.claims import BACKWARDS, BAD_ID, NO_UNIT, NOT_IN_GRAPH
from contragraph.loaders.wikidata.wikidata5m import stage_wikidata5m
from contragraph.ontology.units import datatypes_of_items, unit_of
from contragraph.reasoning.values.terms import different, normal
from tests.test_loaders_wikidata5m import release

HEAD = "node1\tlabel\tnode2\tid\n"
TIMED = "head\trelation\ttail\tstart\tend\tsplit\n"


def loaded(folder: Path, *texts: str) -> tuple[set[tuple[str, ...]], set[tuple[str | None, ...]], LoadReport]:
    """Facts about values, facts between entities with their times, and the report of a small release with claims."""
    paths = []
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        paths.append(folder / f"claims{number}.tsv")
        paths[-1].write_text(text, "utf-8")
    staging, report = stage_wikidata5m(replace(release(folder / "in"), claims=tuple(paths)), folder / "out")
    values = pl.read_parquet(staging.table("literals")).rename({"id": "object"})
    told = pl.read_parquet(staging.table("literal_facts")).join(values, on="object")
    facts = pl.read_parquet(staging.table("facts"))
    columns = [name for name in ("subject", "relation", "object", "valid_from", "valid_to") if name in facts.columns]
    return (
        set(told.select("subject", "relation", "value", "datatype").iter_rows()),
        set(facts.select(columns).iter_rows()),
        report,
    )


def edges(*values: str, relation: str = "P569") -> str:
    """A KGTK file that gives one entity these values."""
    return HEAD + "".join(f"Q1\t{relation}\t{value}\tx\n" for value in values)


@pytest.mark.parametrize(
    ("given", "value", "datatype"),
    [
        ("^1891-02-15T00:00:00Z/11", "1891-02-15", "xsd:date"),
        ("^1891-02-15T13:30:00Z/14", "1891-02-15", "xsd:date"),
        ("^+1891-02-00T00:00:00Z/10", "1891-02", "xsd:gYearMonth"),
        ("^1891-01-01T00:00:00Z/9", "1891", "xsd:gYear"),
        ("^0087-00-00T00:00:00Z/9", "0087", "xsd:gYear"),
        ("+33787", "33787", "xsd:integer"),
        ("-0.50", "-0.5", "xsd:decimal"),
        ("1.2E3", "1200", "xsd:integer"),
        ("+007.0", "7", "xsd:integer"),
        ("+267667[+267666,+267668]Q712226", "267667", "cg:squareKilometre"),
        ("+20Q11229", "20", "cg:percent"),
    ],
)
def test_values_are_literals_of_what_is_known(tmp_path: Path, given: str, value: str, datatype: str) -> None:
    told, _, report = loaded(tmp_path, edges(given))
    assert told == {("wd:Q1", "wdt:P569", value, datatype)}
    assert (report.facts, report.literal_facts, report.timed_facts, report.duplicates) == (4, 1, 0, 0)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("^1891-02-15", why.NO_PRECISION),
        ("^1891-02-15T00:00:00Z", why.NO_PRECISION),
        ("^1891/02/15", why.UNREADABLE),
        ("^1891-02-15T00:00:00Z/15", why.UNREADABLE),
        ("^1891-02-15T24:00:00Z/11", why.HOUR),
        ("^0000-01-01T00:00:00Z/9", why.ANCIENT),
        ("^-0044-03-15T00:00:00Z/11", why.ANCIENT),
        ("^12000-01-01T00:00:00Z/9", why.FAR),
        ("^1890-01-01T00:00:00Z/8", why.COARSE),
        ("^1801-01-01T00:00:00Z/7", why.COARSE),
        ("^1891-02-30T00:00:00Z/11", why.NO_DAY),
        ("^1891-13-00T00:00:00Z/10", why.NO_DAY),
        ("'Ada'@en", why.NOTHING),
        ("Q5", why.NOTHING),
        ("@51.5/0.1", why.NOTHING),
        ("", why.NOTHING),
        ("+12 or so", why.NO_NUMBER),
        ("+12Q712226Q11573", why.UNITS),
        ("+12Q5", why.UNKNOWN_UNIT),
    ],
)
def test_what_is_left_out_is_counted(tmp_path: Path, given: str, reason: str) -> None:
    told, _, report = loaded(tmp_path, edges("^1900-01-01T00:00:00Z/9", given))
    assert told == {("wd:Q1", "wdt:P569", "1900", "xsd:gYear")}
    assert report.files[-1].dropped == {reason: 1}
    assert report.files[-1].first_lines == {reason: [3]}
    assert (report.files[-1].lines, report.files[-1].kept) == (2, 1)


def test_all_values_are_kept_and_strange_entities_are_not(tmp_path: Path) -> None:
    text = edges("^1891-02-15T00:00:00Z/11", "^1892-01-01T00:00:00Z/9", "^1891-02-15T00:00:00Z/11")
    text += "Q77\tP569\t^1900-01-01T00:00:00Z/9\tx\nQ2\tX9\t+5\tx\nQ2\tP569\r\nQ2\tP1971\t+5\tx\r\n"
    told, _, report = loaded(tmp_path, text)
    assert told == {
        ("wd:Q1", "wdt:P569", "1891-02-15", "xsd:date"),
        ("wd:Q1", "wdt:P569", "1892", "xsd:gYear"),
        ("wd:Q2", "wdt:P1971", "5", "xsd:integer"),
    }
    assert report.files[-1].first_lines == {NOT_IN_GRAPH: [5], BAD_ID: [6], "not 4 columns": [7]}
    assert report.duplicates == 1


def test_relations_of_claims_have_their_labels(tmp_path: Path) -> None:
    _, _, report = loaded(tmp_path, edges("+5", relation="P1082") + "Q1\tP99999999\t+5\tx\n")
    relations = pl.read_parquet(tmp_path / "out" / "relations.parquet")
    assert dict(relations.select("id", "label").iter_rows()) == {
        "wdt:P1082": "population",
        "wdt:P26": "spouse",
        "wdt:P31": "instance of",
        "wdt:P99999999": "P99999999",
    }
    assert report.unlabelled_relations == ("wdt:P99999999",)


def test_a_bare_number_is_left_out_where_others_have_a_unit(tmp_path: Path) -> None:
    told, _, report = loaded(tmp_path, edges("+5Q11573", "+6Q11573", "+7", relation="P2048"))
    assert {value for _, _, value, _ in told} == {"5", "6"}
    assert report.files[-1].first_lines == {NO_UNIT: [4]}


def test_dates_of_unknown_calendars_are_left_out(tmp_path: Path) -> None:
    rows = [("Q2", "Q1985727"), ("Q1", "http://www.wikidata.org/entity/Q1985786"), ("Q5", "Q12345"), ("Q1", "")]
    text = "node1\tlabel\tnode2\tnode2;calendar\n"
    text += "".join(f"{item}\tP569\t^19{n}0-01-01T00:00:00Z/9\t{kind}\n" for n, (item, kind) in enumerate(rows))
    told, _, report = loaded(tmp_path, text)
    assert {value for _, _, value, _ in told} == {"1900", "1910", "1930"}
    assert report.files[-1].first_lines == {why.CALENDAR: [4]}


def test_timed_facts_replace_those_without_time(tmp_path: Path) -> None:
    text = TIMED + "".join(
        f"{line}\ttrain\n"
        for line in (
            "Q1\tP26\tQ2\t1926-##-##\t1929-05-##",
            "Q1\tP26\tQ2\t1935-05-06\t####-##-##",
            "Q2\tP26\tQ1\t####-##-##\t99-##-##",
            "Q2\tP31\tQ5\t####-##-##\t####-##-##",
            "Q1\tP26\tQ2\t1950-##-##\t1949-##-##",
            "Q1\tP26\tQ2\t1950-13-##\t####-##-##",
            "Q1\tP26\tQ2\t0000-##-##\t####-##-##",
            "Q1\tP26\tQ2\tsoon\t####-##-##",
            "Q1\tP26\tQ9\t1926-##-##\t1929-##-##",
        )
    )
    _, facts, report = loaded(tmp_path, text, edges("+5"))
    assert facts == {
        ("wd:Q1", "wdt:P26", "wd:Q2", "1926", "1929-05"),
        ("wd:Q1", "wdt:P26", "wd:Q2", "1935-05-06", None),
        ("wd:Q2", "wdt:P26", "wd:Q1", None, "0099"),
        ("wd:Q1", "wdt:P31", "wd:Q5", None, None),
        ("wd:Q2", "wdt:P31", "wd:Q5", None, None),
    }
    assert report.files[-2].first_lines == {
        BACKWARDS: [6],
        why.NO_DAY: [7],
        why.ANCIENT: [8],
        why.UNREADABLE: [9],
        NOT_IN_GRAPH: [10],
    }
    assert (report.facts, report.timed_facts, report.literal_facts, report.duplicates) == (6, 3, 1, 2)


def test_another_layout_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for text in ("a\tb\tc\n1\t2\t3\n", '{"claims": []}\n'):
        with pytest.raises(InputError, match=r"is no file of claims: its first line must name the columns"):
            loaded(tmp_path, text)
    with pytest.raises(InputError, match=r"claims0\.tsv is empty"):
        loaded(tmp_path, "")
    with pytest.raises(InputError, match="There is no file"):
        stage_wikidata5m(replace(release(tmp_path / "b"), claims=(tmp_path / "none",)), tmp_path / "out")


def test_a_graph_without_claims_is_as_it_was(tmp_path: Path) -> None:
    files = release(tmp_path / "in")
    plain, _ = stage_wikidata5m(files, tmp_path / "plain")
    claims = tmp_path / "claims.tsv"
    claims.write_text(HEAD + "Q77\tP569\t+5\tx\n", "utf-8")
    other, _ = stage_wikidata5m(replace(files, claims=(claims,)), tmp_path / "other")
    assert other.snapshot == plain.snapshot


def test_both_engines_tell_the_same_claims(store: GraphStore, tmp_path: Path) -> None:
    claims = tmp_path / "claims.tsv"
    dead = "Q1\tP570\t^1962-06-24T00:00:00Z/11\tx\n"
    claims.write_text(edges("^1891-02-15T00:00:00Z/11") + "Q1\tP2048\t+2Q11573\tx\n" + dead, "utf-8")
    timed = tmp_path / "timed.tsv"
    timed.write_text(TIMED + "Q1\tP26\tQ2\t1926-##-##\t1929-##-##\ttrain\n", "utf-8")
    staging, _ = stage_wikidata5m(replace(release(tmp_path / "in"), claims=(claims, timed)), tmp_path / "out")
    info = store.load(staging)
    assert (info.facts, info.relations) == (7, 6)
    known = store.facts(["wd:Q1"], "out", Order.of_seed(7), 100, hidden=True)["wd:Q1"]
    assert {(fact.relation, fact.object, fact.valid_from, fact.valid_to) for fact in known} == {
        ("wdt:P31", "wd:Q5", None, None),
        ("wdt:P26", "wd:Q2", "1926", "1929"),
        ("wdt:P569", Literal("1891-02-15", "xsd:date"), None, None),
        ("wdt:P570", Literal("1962-06-24", "xsd:date"), None, None),
        ("wdt:P2048", Literal("2", "cg:metre"), None, None),
        ("cg:lifespan", Literal("71", "xsd:integer"), None, None),
    }


def test_units_of_items_are_compared() -> None:
    kinds = datatypes_of_items()
    kilometre, metre = kinds["wd:Q828224"], kinds["wd:Q11573"]
    assert not different(normal(Literal("1", kilometre)), normal(Literal("1000", metre)))
    assert different(normal(Literal("1", kilometre)), normal(Literal("7", metre)))
    assert all(unit_of(kind) is not None for kind in kinds.values())


@pytest.mark.data
def test_the_shared_claims(data_folder: Path, tmp_path: Path) -> None:
    folder = data_folder / "wikidata"
    names = ("claims.time.kgtk.tsv.gz", "claims.quantity.kgtk.tsv.gz", "wikidata12k_timed_facts.tsv.gz")
    paths = tuple(folder / name for name in names)
    files = replace(
        release(tmp_path / "in"),
        triples=(folder / "wikidata5m_format_triples.txt.gz",),
        entities=folder / "wikidata5m_format_entity.txt.gz",
        relations=folder / "wikidata5m_format_relation.txt",
        claims=paths,
    )
    staging, report = stage_wikidata5m(files, tmp_path / "out")
    assert [(tally.kept, sum(tally.dropped.values())) for tally in report.files[-3:]] == [
        (36_724, 738),
        (105_394, 267),
        (6_223, 34_398),
    ]
    assert (report.literal_facts - report.spans, report.spans, report.timed_facts) == (140_454, 4_328, 6_223)
    # A naive reader of days, against the columns.
    values = pl.read_parquet(staging.table("literals")).rename({"id": "object"})
    told = pl.read_parquet(staging.table("literal_facts")).join(values, on="object")
    days = set(told.filter(pl.col("datatype") == "xsd:date").select("subject", "relation", "value").iter_rows())
    expected = set()
    for line in gzip.decompress(paths[0].read_bytes()).decode().splitlines():
        if found := re.match(r"(Q\d+)\t(P\d+)\t\^(\d{4}-\d\d-\d\d)T00:00:00Z/11\t", line):
            expected.add((f"wd:{found[1]}", f"wdt:{found[2]}", found[3]))
    assert days == expected


def moment(text: str) -> str:
    """A date as a truthy dump writes it."""
    return f'"{text}T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'


def test_a_truthy_dump_gives_the_same_literals_as_claims(tmp_path: Path) -> None:
    given = {
        "P569": moment("1891-02-15"),
        "P570": moment("1962-01-01"),
        "P571": moment("1900-05-01"),
        "P577": moment("-0043-03-15"),
        "P1082": '"+33787"^^<http://www.w3.org/2001/XMLSchema#decimal>',
        "P2046": '"+44"^^<http://www.w3.org/2001/XMLSchema#decimal>',
    }
    ns = "http://www.wikidata.org/"
    lines = [f"<{ns}entity/Q1> <{ns}prop/direct/{key}> {value} ." for key, value in given.items()]
    lines.append(f"<{ns}entity/Q1> <{ns}prop/direct/P26> <{ns}entity/Q2> .")
    lines.append(f"<{ns}entity/Q1> <http://example.org/seen> {moment('1891-01-01')} .")
    path = tmp_path / "truthy.nt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    staging, report = stage_rdf([path], tmp_path / "out")
    values = pl.read_parquet(staging.table("literals")).rename({"id": "object"})
    told = pl.read_parquet(staging.table("literal_facts")).join(values, on="object")
    assert set(told.select("relation", "value", "datatype").iter_rows()) == {
        ("wdt:P569", "1891-02-15", "xsd:date"),
        ("wdt:P570", "1962", "xsd:gYear"),
        ("wdt:P571", "1900-05", "xsd:gYearMonth"),
        ("wdt:P1082", "33787", "xsd:integer"),
        ("http://example.org/seen", "1891-01-01T00:00:00Z", "xsd:dateTime"),
    }
    assert report.files[0].first_lines == {why.ANCIENT: [4], "quantity whose unit is not told": [6]}
