"""Times of what happens once become dates of the things that it happens to."""

from __future__ import annotations

import polars as pl

from contragraph.loaders.raw import TABLES
from contragraph.loaders.yago.moments import split_moments

BIRTH = {"yago:wasBornIn": "yago:wasBornOnDate"}


def _facts(*rows: tuple[str, str, str, str | None, str | None]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=TABLES["facts"], orient="row")


def test_the_time_of_a_birth_is_the_date_of_birth() -> None:
    facts = _facts(
        ("yago:Ada", "yago:wasBornIn", "yago:London", "1815-12-10", "1815-12-10"),
        ("yago:Ada", "yago:isMarriedTo", "yago:William", "1835", "1835"),
        ("yago:Bob", "yago:wasBornIn", "yago:Paris", "1815-12", "1815-12"),
        ("yago:Cid", "yago:wasBornIn", "yago:Paris", "1815", "1815"),
    )
    kept, dated = split_moments(facts, BIRTH, {})
    assert kept.rows()[0] == ("yago:Ada", "yago:wasBornIn", "yago:London", None, None)
    assert kept.rows()[1] == facts.rows()[1]
    assert dated.rows() == [
        ("yago:Ada", "yago:wasBornOnDate", "1815-12-10", "xsd:date"),
        ("yago:Bob", "yago:wasBornOnDate", "1815-12", "xsd:gYearMonth"),
        ("yago:Cid", "yago:wasBornOnDate", "1815", "xsd:gYear"),
    ]


def test_the_time_at_which_a_work_was_made_is_a_date_of_the_work() -> None:
    facts = _facts(
        ("yago:Ada", "yago:created", "yago:Notes", "1843", "1843"),
        ("yago:Luigi", "yago:created", "yago:Notes", "1843", "1843"),
        ("yago:Bob", "yago:created", "yago:Series", "1995", "1999"),
    )
    kept, dated = split_moments(facts, BIRTH, {"yago:created": "yago:wasCreatedOnDate"})
    assert [row[3:] for row in kept.rows()] == [(None, None), (None, None), ("1995", "1999")]
    assert dated.rows() == [("yago:Notes", "yago:wasCreatedOnDate", "1843", "xsd:gYear")]


def test_what_is_no_moment_keeps_its_time() -> None:
    rows = (
        ("yago:Ada", "yago:wasBornIn", "yago:London", "1815", "1816"),
        ("yago:Bob", "yago:wasBornIn", "yago:Paris", "1815", None),
        ("yago:Eva", "yago:wasBornIn", "yago:Rome", "-0063", "-0063"),
        ("yago:Cid", "yago:wasBornIn", "yago:Paris", None, None),
    )
    kept, dated = split_moments(_facts(*rows), BIRTH, {})
    assert kept.rows() == list(rows)
    assert dated.is_empty()


def test_without_moments_nothing_changes() -> None:
    facts = _facts(("yago:Ada", "yago:wasBornIn", "yago:London", "1815-12-10", "1815-12-10"))
    kept, dated = split_moments(facts, {}, {})
    assert kept.equals(facts)
    assert dated.is_empty()
