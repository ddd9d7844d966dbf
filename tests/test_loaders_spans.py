"""Spans worked out of dates: held against counting every day that the dates may mean, one by one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.graph.model import Literal
from contragraph.loaders.report import LoadReport
from contragraph.loaders.spans import spans, with_spans
from contragraph.loaders.staging import NODES, StagedGraph
from contragraph.loaders.wikidata.wikidata5m import read_wikidata5m
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, SpanAxiom
from contragraph.reasoning.values.days import interval
from tests.test_loaders_wikidata5m import release

START, END, FATHER = "wdt:P569", "wdt:P570", "wdt:P22"
AXIOMS = Ontology(
    (),
    labels={"cg:lifespan": "lifespan"},
    dates={START: "start", END: "end"},
    spans=(
        SpanAxiom("cg:ax_life", "cg:lifespan", None, "subjectStart", "subjectEnd", "strict"),
        SpanAxiom("cg:ax_father", "cg:ageOfFather", Role(FATHER), "objectStart", "subjectStart", "strict"),
        SpanAxiom("cg:ax_child", "cg:ageAtBirth", Role(FATHER, inverse=True), "subjectStart", "objectStart", "strict"),
    ),
)


def graph(dates: list[tuple[str, str, str]], fathers: list[tuple[str, str]]) -> StagedGraph:
    """A graph of people with these dates (person, relation, value) and fathers (child, father)."""
    ids = sorted({each for each, _, _ in dates} | {each for pair in fathers for each in pair})
    relations = [FATHER, START, END]
    kinds = {4: "xsd:gYear", 7: "xsd:gYearMonth"}
    literals = {(value, kinds.get(len(value), "xsd:date")) for _, _, value in dates}
    nodes = sorted((Literal(*each).id, *each, each[0]) for each in literals)
    place = {value: number for number, (_, value, _, _) in enumerate(nodes)}
    number = {each: place for place, each in enumerate(ids)}

    def indices(rows: set[tuple[int, int, int]]) -> pl.DataFrame:
        schema = dict.fromkeys(("subject", "relation", "object"), pl.UInt32)
        return pl.DataFrame(sorted(rows), schema=schema, orient="row")

    return StagedGraph(
        "people",
        pl.DataFrame({"id": ids}),
        pl.DataFrame({"id": relations, "label": relations, "facts": [1, 1, 1]}),
        indices({(number[a], 0, number[b]) for a, b in fathers}),
        literals=pl.DataFrame(nodes, schema=NODES, orient="row"),
        literal_facts=indices({(number[each], relations.index(r), place[value]) for each, r, value in dates}),
    )


def told(found: StagedGraph, ontology: Ontology = AXIOMS) -> set[tuple[str, str, int]]:
    rows = spans(found, ontology)
    return set(zip(found.entities["id"].gather(rows["subject"]), rows["relation"], rows["years"]))


@pytest.mark.parametrize(
    ("born", "died", "years"),
    [
        ("1930-02-15", "1996-02-14", 65),
        ("1930-02-15", "1996-02-15", 66),
        ("1930-02", "1996-03-01", 66),
        ("1930-02", "1996-02-10", None),
        ("1930", "1996-12-31", 66),
        ("1930", "1996", None),
        ("1930-05-05", "1930-05-05", 0),
        ("1930-05-05", "1930-05-04", None),
        ("1891-02-15", "1962-02-24", None),  # the birthday may be 13 days later or earlier in the other calendar
        ("1891-02-15", "1962-03-24", 71),
        ("1930-13-05", "1996-02-15", None),
    ],
)
def test_ages_are_told_where_every_day_gives_the_same(born: str, died: str, years: int | None) -> None:
    found = told(graph([("wd:Q1", START, born), ("wd:Q1", END, died)], []))
    assert found == (set() if years is None else {("wd:Q1", "cg:lifespan", years)})


def test_a_point_with_two_values_gives_none() -> None:
    dates = [("wd:Q1", START, "1930-02-15"), ("wd:Q1", START, "1930"), ("wd:Q1", END, "1996-06-01")]
    assert told(graph(dates, [])) == set()


def test_spans_go_through_the_only_object_either_way() -> None:
    dates = [("wd:Q1", START, "1930-05-05"), ("wd:Q2", START, "1955-05-04"), ("wd:Q3", START, "1960-05-05")]
    assert told(graph(dates, [("wd:Q2", "wd:Q1")])) == {
        ("wd:Q2", "cg:ageOfFather", 24),
        ("wd:Q1", "cg:ageAtBirth", 24),
    }
    two_children = told(graph(dates, [("wd:Q2", "wd:Q1"), ("wd:Q3", "wd:Q1")]))
    assert two_children == {("wd:Q2", "cg:ageOfFather", 24), ("wd:Q3", "cg:ageOfFather", 30)}
    assert told(graph(dates, [("wd:Q3", "wd:Q2"), ("wd:Q3", "wd:Q1")])) == {
        ("wd:Q2", "cg:ageAtBirth", 5),
        ("wd:Q1", "cg:ageAtBirth", 30),
    }


def test_an_object_that_the_axioms_imply_counts_as_well() -> None:
    dates = [("wd:Q1", START, "1930-05-05"), ("wd:Q2", START, "1955-05-04"), ("wd:Q3", START, "1920-01-05")]
    found = graph(dates, [("wd:Q2", "wd:Q1"), ("wd:Q1", "wd:Q3")])
    alone = {("wd:Q2", "cg:ageOfFather", 24), ("wd:Q3", "cg:ageAtBirth", 10)}
    assert told(found) == alone | {("wd:Q1", "cg:ageOfFather", 10), ("wd:Q1", "cg:ageAtBirth", 24)}
    both_ways = Axiom("cg:ax_both", Kind.SYMMETRIC, (Role(FATHER),), "strict")
    assert told(found, replace(AXIOMS, axioms=(both_ways,))) == alone


def test_axioms_that_count_differently_under_one_name_tell_nothing() -> None:
    both = (
        *AXIOMS.spans,
        SpanAxiom("cg:ax_more", "cg:lifespan", Role(FATHER), "objectStart", "subjectStart", "strict"),
    )
    dates = [("wd:Q1", START, "1930-05-05"), ("wd:Q2", START, "1955-06-04"), ("wd:Q2", END, "2001-07-01")]
    found = told(graph(dates, [("wd:Q2", "wd:Q1")]), replace(AXIOMS, spans=both))
    assert {row for row in found if row[1] == "cg:lifespan"} == set()


DAYS = st.dates(date(1890, 1, 1), date(1960, 12, 31)).map(str)
GIVEN = st.tuples(DAYS, st.sampled_from((4, 7, 10))).map(lambda pair: pair[0][: pair[1]])


@settings(max_examples=150, deadline=None)
@given(GIVEN, GIVEN)
def test_against_every_day(born: str, died: str) -> None:
    origin = date(1, 1, 1)
    one, other = interval(born), interval(died)
    assert one is not None
    assert other is not None
    numbers = set()
    starts, finishes = (sorted({a, b, *range(a, b + 1, 9)}) for a, b in (one, other))
    for start in (origin + timedelta(n) for n in starts):
        for end in (origin + timedelta(n) for n in finishes):
            numbers.add(end.year - start.year - ((end.month, end.day) < (start.month, start.day)))
    (number,) = numbers if len(numbers) == 1 else (-1,)
    found = told(graph([("wd:Q1", START, born), ("wd:Q1", END, died)], []))
    assert found == ({("wd:Q1", "cg:lifespan", number)} if number >= 0 else set())


def test_loading_derives_what_the_folder_of_the_graph_says(tmp_path: Path) -> None:
    claims = tmp_path / "claims.tsv"
    rows = (
        "Q1\tP569\t^1930-02-15T00:00:00Z/11",
        "Q1\tP570\t^1996-06-24T00:00:00Z/11",
        "Q2\tP569\t^1935-04-01T00:00:00Z/11",
    )
    claims.write_text("node1\tlabel\tnode2\n" + "".join(f"{row}\n" for row in rows), "utf-8")
    found, report = read_wikidata5m(replace(release(tmp_path / "in"), claims=(claims,)))
    ids, relations = found.entities["id"], found.relations["id"]
    assert relations.is_sorted()
    assert found.literals["id"].is_sorted()
    values = found.literals["value"]
    facts = {(ids[s], relations[r], values[o]) for s, r, o in found.literal_facts.iter_rows()}
    assert facts == {
        ("wd:Q1", "wdt:P569", "1930-02-15"),
        ("wd:Q1", "wdt:P570", "1996-06-24"),
        ("wd:Q2", "wdt:P569", "1935-04-01"),
        ("wd:Q1", "cg:lifespan", "66"),
        ("wd:Q1", "cg:yearsOlderThanSpouse", "5"),
    }
    assert {(ids[s], relations[r], ids[o]) for s, r, o in found.facts.iter_rows()} == {
        ("wd:Q1", "wdt:P31", "wd:Q5"),
        ("wd:Q2", "wdt:P31", "wd:Q5"),
        ("wd:Q1", "wdt:P26", "wd:Q2"),
    }
    assert (report.facts, report.literal_facts, report.spans, report.relations) == (8, 5, 2, relations.len())
    assert dict(found.relations.select("id", "facts").iter_rows())["cg:lifespan"] == 1


def test_a_graph_whose_dates_nobody_knows_has_no_spans(tmp_path: Path) -> None:
    _, report = read_wikidata5m(release(tmp_path / "in"))
    found = graph([("ex:a", START, "1930")], [])
    found.relations = found.relations.with_columns(pl.Series("id", ["ex:a", "ex:b", "ex:c"]))
    assert with_spans(found, report) == (found, report)
    assert isinstance(report, LoadReport)
