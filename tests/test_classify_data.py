"""Figures of classify on the shared halves of ECON and WikiContradict, and on sixty items that were read by hand."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest

from contragraph.documents.classify import Classified, classify
from contragraph.documents.gold import compare_gold
from contragraph.documents.readers import read_corpus

DATA = os.environ.get("CONTRAGRAPH_DATA")
GOLD = Path(__file__).with_name("data") / "classify_gold.jsonl"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(DATA is None, reason="CONTRAGRAPH_DATA is not set"),
]
FILES = {"econ": "econ/econ_168_merged.jsonl", "wikicontradict": "wikicontradict/wiki_contradict_half.jsonl.gz"}


@cache
def classified(name: str) -> list[Classified]:
    corpus = read_corpus(Path(str(DATA)) / "conflicts" / FILES[name], name)
    assert corpus.layout == name
    return [classify(name, pair) for pair in corpus.pairs]


def test_the_figures_of_the_document_hold() -> None:
    """Above the majority where the document says so; below it where it says so."""
    several, _ = compare_gold("econ", classified("econ"))
    assert (several.accuracy.of, several.majority.count) == (168, 118)
    assert several.accuracy.count > 0.72 * 168
    (form,) = compare_gold("wikicontradict", classified("wikicontradict"))
    assert (form.accuracy.of, form.majority.count) == (127, 80)
    assert form.accuracy.count > 0.45 * 127


def found_in(name: str) -> tuple[int, int, int]:
    """Of those read by hand: items with the conflict's sentences found, with anything found, and all."""
    gold = {g["texts"]: g for g in map(json.loads, GOLD.read_text().splitlines()) if g["dataset"] == name}
    items = {item.pair.key: item for item in classified(name) if item.pair.key in gold}
    hits = some = 0
    for key, item in items.items():
        wanted = {tuple(pair) for conflict in gold[key]["conflicts"] for pair in conflict}
        said = {(b.clash.first.sentence, b.clash.second.sentence) for b in item.conflicts}
        hits += bool(wanted & said)
        some += bool(said)
    return hits, some, len(items)


def test_the_sentences_that_people_name_are_found() -> None:
    hits, some, read = found_in("econ")
    assert read == 30
    assert hits >= 16
    assert some - hits <= 2
    hits, some, read = found_in("wikicontradict")
    assert read == 30  # of 32 lines; two share their texts with others: they ask another question of them
    assert hits >= 13
    assert some - hits <= 3
