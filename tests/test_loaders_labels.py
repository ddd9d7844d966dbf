"""The best label: by hand on names as they are, and measured against clean labels of real entities."""

import gzip
import os
import random
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.loaders.obvious import obvious
from contragraph.loaders.wikidata.labels import best_labels, winners

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "number": pl.UInt32,
    "names": pl.List(pl.String),
    "text": pl.String,
}
CLEAN = ("kgtk_arnold", "fb15k_entity2wikidata", "codex_types")


def chosen(rows: list[tuple[int, list[str], str | None]]) -> dict[int, str]:
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    return dict(zip(frame["number"], best_labels(frame)))


@pytest.mark.parametrize(
    ("names", "text", "label"),
    [
        (["p:ca", "Canada", "CAN", "🇨🇦"], None, "Canada"),
        (["🌍", "Earth", "Sol 3"], None, "Earth"),
        (["usa", "US", "United States of America"], None, "United States of America"),
        (["ada lovelace", "Ada Lovelace", "Lady Lovelace"], None, "Ada Lovelace"),
        (["Lady Lovelace", "Ada Lovelace"], "Ada Lovelace was an English writer.", "Ada Lovelace"),
        (["Paris (France)", "Paris"], None, "Paris"),
        (["Москва", "Moscow"], None, "Moscow"),
        (["'' The Graduate ''", "The Graduate"], None, "The Graduate"),
        (["human", "people", "Huamn"], "common name of Homo sapiens", "human"),
        (["mary allen wilkes"], "Mary Allen Wilkes is a lawyer.", "Mary Allen Wilkes"),
        (["ada lovelace"], "Ada Lovelace (born 1815) was a writer.", "Ada Lovelace"),
        (["common name"], "Common name of a thing.", "common name"),
        (["NATO"], None, "NATO"),
        (["♁"], None, "♁"),
    ],
)
def test_rules(names: list[str], text: str | None, label: str) -> None:
    assert chosen([(1, names, text)]) == {1: label}


def test_every_entity_gets_one_of_its_names() -> None:
    rows: list[tuple[int, list[str], str | None]] = [
        (number, [f"Name {number}", f"n{number}"], None) for number in range(100)
    ]
    assert chosen(rows) == {number: f"Name {number}" for number in range(100)}


def table(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


@pytest.mark.data
@pytest.mark.skipif("CONTRAGRAPH_DATA" not in os.environ, reason="CONTRAGRAPH_DATA is not set")
def test_accuracy_on_real_names() -> None:
    """Names as they stand (the first is right), and in random order, as in the released file."""
    data = Path(os.environ["CONTRAGRAPH_DATA"]) / "wikidata"
    truth = {row[0]: row[1] for row in table(data / "entity_label_source.tsv.gz") if row[2] in CLEAN}
    texts = {row[0]: row[1] for row in table(data / "wikidata5m_format_text.txt.gz")}
    names = {
        row[0]: list(dict.fromkeys(row[1:]))
        for row in table(data / "wikidata5m_format_entity.txt.gz")
        if row[0] in truth and len(row) > 2
    }
    generator = random.Random(7)
    shuffled = {key: generator.sample(listed, len(listed)) for key, listed in names.items()}

    def accuracy(named: dict[str, list[str]], written: dict[str, str]) -> float:
        result = chosen([(int(key[1:]), listed, written.get(key)) for key, listed in named.items()])
        return sum(result[int(key[1:])] == truth[key] for key in named) / len(named)

    first = sum(listed[0] == truth[key] for key, listed in shuffled.items()) / len(shuffled)
    paragraphs = {key: f"{truth[key]} is {texts.get(key, 'a thing')}." for key in names}
    figures = {
        "in order": accuracy(names, texts),
        "shuffled, first": first,
        "shuffled": accuracy(shuffled, texts),
        "shuffled, with paragraphs": accuracy(shuffled, paragraphs),
    }
    print(figures)
    assert figures["in order"] > 0.97
    assert figures["shuffled"] > first + 0.09
    assert figures["shuffled, with paragraphs"] > 0.9


WORDS = st.sampled_from(["Paris", "paris", "PARIS", "New", "York", "new", "the", "A", "b", "St.", "Éa", "東京", "ab"])
NAMES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=4)


@st.composite
def entities(draw: st.DrawFn) -> tuple[list[str], str | None]:
    """Two or more names, some of them the same but for capitals, and often a text that begins with one."""
    drawn = draw(NAMES)
    names = list(dict.fromkeys([*drawn, *draw(st.permutations([drawn[0].title(), drawn[0].lower()]))]))
    begins = draw(st.sampled_from([*names, "Some"]))
    return draw(st.permutations(names)), draw(st.sampled_from([None, begins, f"{begins} is a town", f"{begins} York"]))


@settings(max_examples=150, deadline=None)
@given(st.lists(entities(), min_size=1, max_size=8))
def test_obvious_names_are_those_with_most_points(given: list[tuple[list[str], str | None]]) -> None:
    frame = pl.DataFrame(
        {"number": range(len(given)), "names": [n for n, _ in given], "text": [t for _, t in given]},
        schema={"number": pl.UInt32, "names": pl.List(pl.String), "text": pl.String},
    ).filter(pl.col("names").list.len() > 1)
    if frame.height:
        told = frame.with_columns(obvious(frame).alias("place"), winners(frame).alias("won")).drop_nulls("place")
        assert told["place"].to_list() == told["won"].to_list()


def test_what_is_obvious() -> None:
    names = ["ada lovelace", "Ada Lovelace", "Lovelace, Ada", "A.L."]
    frame = pl.DataFrame({"names": [names] * 3, "text": ["Ada Lovelace was a writer.", "Ada Lovelace", "She was one."]})
    assert obvious(frame).to_list() == [1, None, None]
