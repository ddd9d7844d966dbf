"""The graph reader: statements read back from template texts alone, and what the prover makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from contragraph.evaluation.answers.match import score
from contragraph.evaluation.baselines import PAIR_BASELINES, replies
from contragraph.evaluation.graph_reader.reader import GraphReader, read_pair, reader_of
from contragraph.evaluation.pairs.items import open_dataset
from contragraph.evaluation.records import Item, PairReply, PairScore
from contragraph.graph.errors import InputError
from contragraph.kgs import kg_of
from contragraph.ontology.turtle import read_ontology
from tests.cli import contragraph
from tests.made import dataset, lines_of


@cache
def reader() -> GraphReader:
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
        (
            ["Ada Byron (10 December 1815 – 27 November 1852) was a writer born in London."],
            [
                ("ada byron", "wdt:P569", "10 december 1815"),
                ("ada byron", "wdt:P570", "27 november 1852"),
                ("ada byron", "wdt:P106", "writer"),
                ("ada byron", "wdt:P19", "london"),
            ],
        ),
        (
            ["Bo Ek (1815–1852), a poet, was a son of Al Ek.", "He lived to the age of 36."],
            [
                ("bo ek", "wdt:P569", "1815"),
                ("bo ek", "wdt:P570", "1852"),
                ("bo ek", "wdt:P106", "poet"),
                ("bo ek", "wdt:P22", "al ek"),
                ("bo ek", "cg:lifespan", "36"),
            ],
        ),
        (
            ["Bo Ek died at the age of 66 on 3 May 1950."],
            [("bo ek", "cg:lifespan", "66"), ("bo ek", "wdt:P570", "3 may 1950")],
        ),
        (
            ["Bo Ek was born on 3 May 1950 in Ulm.", "He was born when his father was 39 years old."],
            [("bo ek", "wdt:P569", "3 may 1950"), ("bo ek", "wdt:P19", "ulm"), ("bo ek", "cg:ageOfFather", "39")],
        ),
        (
            ["Bo Ek was born in 1950 when Al Ek was 39 and was 22 at the end of the Korean War."],
            [
                ("bo ek", "wdt:P569", "1950"),
                ("bo ek", "cg:ageOfFather", "39"),
                ("bo ek", "cg:ageAtEndOfWar", "22"),
            ],
        ),
        (
            ["Acme is a company founded 53 years after its parent organization and dissolved in 1990."],
            [("acme", "wdt:P31", "company"), ("acme", "cg:yearsAfterParent", "53"), ("acme", "wdt:P576", "1990")],
        ),
        (
            ["Ghost is a series that began on 9 July 2001, ran for 12 years, and was created by Ann Lee."],
            [
                ("ghost", "wdt:P31", "series"),
                ("ghost", "wdt:P580", "9 july 2001"),
                ("ghost", "cg:lifespan", "12"),
                ("ghost", "wdt:P170", "ann lee"),
            ],
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


def test_a_time_behind_a_predicate_is_when_it_was_so() -> None:
    read = read_pair((["Ann Lee was a member of the Rotary Club from 1990 to 1994."], ()), reader().phrases)
    assert {(t.claim.other, t.claim.start, t.claim.end) for t in read.told} == {("rotary club", "1990", "1994")}


def test_an_age_is_that_of_the_one_it_is_counted_from() -> None:
    """The same words tell the age of a father, a mother or a parent."""
    one = ["Bo Ek's father was Al Ek.", "Bo Ek's mother was Ida Ek.", "Bo Ek was born when Al Ek was 39."]
    other = ["Bo Ek was born in 1950.", "Ida Ek was born in 1930.", "Al Ek was born in 1920."]
    assert [f.sentences for f in reader().conflicts((one, other))] == [((0, 0), (0, 2), (1, 0), (1, 2))]
    assert reader().conflicts((one, [*other[:2], "Al Ek was born in 1910."])) == []
    # "The son of" is said of either parent.
    assert reader().conflicts((["Bo Ek is the son of Al Ek.", *one[1:]], other[:2])) == []


SEEN, FOUND = 0.8, 0.75
"""The least share of pairs and of conflicts that it finds: who has the texts alone knows no levels of places."""
TOLD = 0.9
"""The least share of conflicts that it finds in pairs whose proofs take nothing for granted."""


@cache
def items() -> tuple[Item, ...]:
    return open_dataset(dataset()).items


def scored(told: Iterable[PairReply]) -> list[PairScore]:
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
    plain = {line["id"] for line in lines_of(dataset()) if not line.get("background")}
    found = [hit for s in scores if s.item in plain for hit in s.localised or ()]
    assert sum(found) >= TOLD * len(found) > 0
    assert all(s.matched == s.reported for s in scores)
    assert not any(own.conflicts((item.sentences[n],) * 2) for item in items() for n in (0, 1))


def test_simple_baselines_answer_like_models() -> None:
    scores = scored(replies(items(), ["always", "never", "overlap", "negation"]))
    by_model = {name: [s.said for s in scores if s.model == f"baseline:{name}"] for name in PAIR_BASELINES}
    assert set(by_model["always"]) == {"conflict"}
    assert set(by_model["never"]) == {"none"}
    assert set(by_model["overlap"]) == {"conflict", "none"}
    assert set(by_model["negation"]) == {"none"}, "no denial gives a pair away"
    assert not any(s.said == "unreadable" or s.stray for s in scores)


def test_every_baseline_is_named_where_one_is_asked_for(tmp_path: Path) -> None:
    told = " ".join(contragraph("evaluate", "--help", cwd=tmp_path).out.split())
    assert f"Of pairs: {', '.join(PAIR_BASELINES)}; of sets: " in told


def test_a_baseline_that_cannot_be_had_is_refused() -> None:
    with pytest.raises(InputError, match="There is no baseline 'guess'; take one of always, never"):
        list(replies(items(), ["guess"]))
    with pytest.raises(InputError, match="needs the ontology of a dataset made by contragraph generate"):
        list(replies(items(), ["graph-reader"]))
