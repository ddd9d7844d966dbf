"""The graph reader: statements read back from template texts alone, and what the prover makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from contragraph.evaluation.detect.baselines import NAMES, baseline_of, replies
from contragraph.evaluation.detect.graph_reader import Reader, read_pair, reader_of
from contragraph.evaluation.detect.items import open_dataset
from contragraph.evaluation.detect.match import score
from contragraph.evaluation.detect.records import Item, Reply, Score
from contragraph.graph.errors import InputError
from contragraph.kgs import kg_of
from contragraph.ontology.turtle import read_ontology
from tests.made import dataset


@cache
def reader() -> Reader:
    return reader_of(kg_of("wikidata").ontology)


def said(*sentences: str) -> set[tuple[str, str, str]]:
    """The claims of a text as (subject, relation, object), each in every meaning that it may have."""
    read = read_pair((sentences, ()), reader().phrases)
    assert not read.unread
    found = set()
    for told in read.told:
        for reading in told.claim.readings:
            ends = told.claim.ends if reading.forward else told.claim.ends[::-1]
            found.add((ends[0], ("not " if reading.negated else "") + reading.relation, ends[1]))
    return found


@pytest.mark.parametrize(
    ("sentences", "claims"),
    [
        (["The capital of France is Paris."], [("france", "wdt:P36", "paris")]),
        (["France has Paris as its capital."], [("france", "wdt:P36", "paris")]),
        (
            ["Kent has Maidstone as its county seat and borders both Essex and Surrey."],
            [("kent", "wdt:P36", "maidstone"), ("kent", "wdt:P47", "essex"), ("kent", "wdt:P47", "surrey")],
        ),
        (
            ["Ada Byron, a writer born in London, was influenced by Mary Somerville.", "She died in Marylebone."],
            [
                ("ada byron", "wdt:P106", "writer"),
                ("ada byron", "wdt:P19", "london"),
                ("ada byron", "wdt:P737", "mary somerville"),
                ("ada byron", "wdt:P20", "marylebone"),
            ],
        ),
        (
            ["Ann Lee was born in Ulm and educated at Yale.", "Lee was a pianist."],
            [("ann lee", "wdt:P19", "ulm"), ("ann lee", "wdt:P69", "yale"), ("ann lee", "wdt:P106", "pianist")],
        ),
        (
            ["Mali, like Niger and Chad, is a member of the African Union."],
            [(land, "wdt:P463", "african union") for land in ("mali", "niger", "chad")],
        ),
        (
            ["Oslo is a city that lies in Norway, which borders Sweden."],
            [("oslo", "wdt:P31", "city"), ("oslo", "wdt:P131", "norway"), ("norway", "wdt:P47", "sweden")],
        ),
        (
            ["Ontario County is a county of New York.", "The county does not border Quebec."],
            [("ontario county", "wdt:P31", "county of new york"), ("ontario county", "not wdt:P47", "quebec")],
        ),
        (
            ["Ann Lee was a member of the Academy of Arts and Sciences."],
            [("ann lee", "wdt:P463", "academy of arts and sciences")],
        ),
    ],
)
def test_sentences_are_read_back(sentences: list[str], claims: list[tuple[str, str, str]]) -> None:
    found = said(*sentences)
    assert set(claims) <= found
    assert {frozenset((a, b)) for a, _, b in found} == {frozenset((a, b)) for a, _, b in claims}


def test_what_is_no_such_sentence_is_left_unread() -> None:
    read = read_pair((["Perhaps.", "Whatever may come, let it come quickly!"], []), reader().phrases)
    assert read.told == []
    assert read.unread == [(0, 0), (0, 1)]


def test_conflicts_are_proven_and_their_sentences_named() -> None:
    one = ["Ulm lies in Baden.", "Baden lies in Germany.", "Bo Ek was born in Ulm."]
    other = ["Germany lies in Ulm.", "Baden is in Germany.", "Bo Ek was a poet."]
    found = reader().conflicts((one, other))
    assert [f.sentences for f in found] == [((0, 0), (0, 1), (1, 0), (1, 1))]
    assert reader().conflicts((one, other[1:])) == []
    assert reader().conflicts((one, one)) == []


SEEN, FOUND = 0.6, 0.45
"""The least share of pairs and of conflicts that it finds: it reads names, places and years, few dates and ages."""


@cache
def items() -> tuple[Item, ...]:
    return open_dataset(dataset()).items


def scored(told: Iterable[Reply]) -> list[Score]:
    by_id = {item.id: item for item in items()}
    return [score(by_id[reply.item], reply) for reply in told]


def test_it_reads_a_dataset_and_finds_what_is_declared() -> None:
    own = reader_of(read_ontology(dataset() / "ontology.ttl"))
    blind = [item.model_copy(update={"conflicts": (), "relations": (), "domains": ()}) for item in items()]
    told = list(replies(blind, ["graph-reader"], own))
    assert told == list(replies(items(), ["graph-reader"], own)), "what is declared must not be looked at"
    scores = scored(told)
    assert sum(s.said == "conflict" for s in scores) >= SEEN * len(items())
    declared = sum(len(item.conflicts) for item in items())
    assert sum(sum(s.localised or ()) for s in scores) >= FOUND * declared
    assert all(s.matched == s.reported for s in scores)
    assert not any(own.conflicts((item.sentences[n],) * 2) for item in items() for n in (0, 1))


def test_simple_baselines_answer_like_models() -> None:
    scores = scored(replies(items(), ["always", "never", "overlap", "negation"]))
    by_model = {name: [s.said for s in scores if s.model == f"baseline:{name}"] for name in NAMES}
    assert set(by_model["always"]) == {"conflict"}
    assert set(by_model["never"]) == {"none"}
    assert set(by_model["overlap"]) == {"conflict", "none"}
    assert set(by_model["negation"]) == {"none"}, "no denial gives a pair away"
    assert not any(s.said == "unreadable" or s.stray for s in scores)


def test_a_baseline_that_cannot_be_had_is_refused() -> None:
    with pytest.raises(InputError, match="There is no baseline 'guess'; take some of always, never"):
        baseline_of("guess")
    with pytest.raises(InputError, match="needs the ontology of a dataset made by contragraph generate"):
        baseline_of("graph-reader")
