"""When facts of YAGO hold: notes about facts, columns of timed collections, and dates with unknown parts."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.loaders.yago.times import dates, ordered, periods
from tests.yago_files import BASE, FACTS, PREFIXES, facts_of, identified, n_triples, staged, turtle_45

SCHEMA, XSD = "http://schema.org/", "http://www.w3.org/2001/XMLSchema#"
ABOUT = [
    ("Ada", "isMarriedTo", "William", "startDate", '"1835"', "gYear"),
    ("Ada", "isMarriedTo", "William", "endDate", '"1852-11-27"', "date"),
    ("Nobody", "wasBornIn", "London", "startDate", '"1999"', "gYear"),
]
NOTES = {
    "yagoMetaFacts.tsv": """<id_9>\t<id_0>\t<occursSince>\t"1835-##-##"^^xsd:date\t1835
<id_8>\t<id_0>\t<occursUntil>\t"1852-11-27"^^xsd:date\t1852
<id_7>\t<id_1>\t<placedIn>\t<England>\t
<id_6>\t<id_77>\t<occursSince>\t"1999-##-##"^^xsd:date\t
""",
    "yago-meta.ttl": PREFIXES
    + "".join(
        f"<<\tyago:{s}\tyago:{r}\tyago:{o}\t>>\ts:{note}\t{date}^^xsd:{kind}\t.\n"
        for s, r, o, note, date, kind in ABOUT
    )
    + "<<\tyago:Ada\tyago:wasBornIn\tyago:London\t>>\ts:location\tyago:England\t.\n",
    "yago-wd-annotated-facts.ntx": "".join(
        f"<< <{BASE}{s}> <{BASE}{r}> <{BASE}{o}> >> <{SCHEMA}{note}> {date}^^<{XSD}{kind}> .\n"
        for s, r, o, note, date, kind in ABOUT
    )
    + f"<< <{BASE}Ada> <{BASE}wasBornIn> <{BASE}London> >> <{SCHEMA}location> <{BASE}England> .\n",
}


@pytest.mark.parametrize(
    ("name", "text", "notes"),
    [
        ("yagoFacts.tsv", identified(), "yagoMetaFacts.tsv"),
        ("yago-facts.ttl", turtle_45(), "yago-meta.ttl"),
        ("yago-wd-facts.nt", n_triples(), "yago-wd-annotated-facts.ntx"),
    ],
)
def test_notes_give_facts_their_times(tmp_path: Path, name: str, text: str, notes: str) -> None:
    staging, report = staged(tmp_path, (name, text), (notes, NOTES[notes]))
    found = facts_of(staging)
    assert ("yago:Ada", "yago:isMarriedTo", "yago:William", "1835", "1852-11-27") in found
    assert ("yago:Ada", "yago:wasBornIn", "yago:London", None, None) in found
    assert len(found) == len(FACTS)
    assert report.files[1].dropped == {"note on a fact other than its time": 1}
    (times,) = [tally for tally in report.files if tally.file == "times of facts"]
    assert times.dropped == {"about facts that were not read": 1}


def test_times_in_columns(tmp_path: Path) -> None:
    text = (
        "subject\trelation\tobject\tstart\tend\tsplit\n"
        "A\tplaysFor\tB\t1998-##-##\t2003-05-##\ttrain\n"
        "A\tplaysFor\tC\t####-##-##\t####-##-##\ttrain\n"
        "A\tplaysFor\tD\t360-##-##\t-405-##-##\ttrain\n"
        "A\tplaysFor\tE\t2003-##-##\t1998-##-##\ttrain\n"
    )
    found = facts_of(staged(tmp_path, ("timed.tsv", text))[0])
    times = {str(row[2])[5:]: row[3:] for row in found}
    assert times == {"B": ("1998", "2003-05"), "C": (None, None), "D": (None, "-0405"), "E": (None, None)}


def test_times_after_each_fact(tmp_path: Path) -> None:
    text = (
        '<A>\t<playsFor>\t<B>\t<occursSince>\t"1998-##-##"\n'
        '<A>\t<playsFor>\t<B>\t<occursUntil>\t"2003-##-##"\n'
        "<A>\t<playsFor>\t<C>\n"
    )
    found = facts_of(staged(tmp_path, ("yago15k_train.txt", text))[0])
    assert ("yago:A", "yago:playsFor", "yago:C", None, None) in found
    assert ("yago:A", "yago:playsFor", "yago:B", "1998", "2003") in found


DAYS = st.integers(1000, 2100).map(str)


@given(st.lists(st.tuples(DAYS, DAYS), max_size=6))
def test_periods_that_do_not_overlap_are_found_again(pairs: list[tuple[str, str]]) -> None:
    edges = sorted({year for pair in pairs for year in pair})
    spans = list(zip(edges[::2], edges[1::2]))
    assert periods([a for a, _ in spans], [b for _, b in spans]) == spans


@given(st.lists(DAYS, max_size=5), st.lists(DAYS, max_size=5))
def test_no_period_ends_before_it_begins_and_no_beginning_is_lost(starts: list[str], ends: list[str]) -> None:
    found = periods(starts, ends)
    assert [a for a, _ in found if a] == sorted(set(starts))
    assert all(a <= b for a, b in found if a and b)
    assert {b for _, b in found if b} <= set(ends)


def test_dates() -> None:
    given_ = ["1998-05-03T00:00:00Z", "1998-##-05", "195#-##-##", "-0044-03-15", "-405-##-##", "360", "x", "1998-13-01"]
    frame = pl.DataFrame({"text": given_}).select(dates(pl.col("text")))
    expected = ["1998-05-03", "1998", None, "-0044-03-15", "-0405", None, None, "1998"]
    assert frame.to_series().to_list() == expected
    order = pl.DataFrame({"a": ["1998", "1998-05", None], "b": ["1997-12", "1998", "1990"]})
    assert order.select(ordered(pl.col("a"), pl.col("b"))).to_series().to_list() == [False, True, True]
