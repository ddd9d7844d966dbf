"""Finding entities and relations by what a person types: on both engines, with typing errors."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.graph.lookup.index import fold
from contragraph.graph.lookup.resolve import resolve_entity, resolve_relation
from contragraph.graph.lookup.search import Hit, find_names
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.staged_kgs import HOSTILE, Triple, stage

LABELS = {
    "wd:Q1": "Martin Heidegger",
    "wd:Q2": "Moscow",
    "wd:Q3": "Moscow",
    "wd:Q4": "Lima",
    "wd:Q5": "New York City",
    "wd:Q6": "Göteborg",
    "wd:Q7": "moscow",
    "wd:Q8": "Newport",
    "wd:Q9": "東京",
    "wd:Q10": HOSTILE,
    "wd:Q11": "x" * 10_000,
    "wd:Q12": "Moscow Time",
    "wd:Q13": "!!!",
    "wd:Q14": "United States of America",
    "wd:Q15": "the states",
}
ALIASES = {
    "wd:Q1": ["Heidegger", "Heidegger, Martin"],
    "wd:Q5": ["New York", "NYC"],
    "wd:Q6": ["Gothenburg"],
    "wd:Q14": ["United States", "The States"],
}


def facts() -> list[Triple]:
    """Of two entities called Moscow, the second has more facts."""
    several = [("wd:Q3", "wdt:P47", f"wd:Q{i}") for i in (4, 5, 6)]
    return [*several, ("wd:Q2", "wdt:P36", "wd:Q1"), ("wd:Q14", "wdt:P1376", "wd:Q1"), ("dbr:A", "dbo:b", "wd:Q1")]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def people(store: GraphStore, tmp_path: Path) -> GraphStore:
    store.load(stage(tmp_path / "kg", "kg", facts(), labels=LABELS, aliases=ALIASES, hidden=["wd:Q14"]))
    return store


def found(store: GraphStore, text: str, limit: int = 20) -> list[tuple[str, str, str]]:
    return [(hit.entity.id, hit.name, hit.how) for hit in find_names(store, text, limit)]


def test_ways_in_which_a_name_fits(people: GraphStore) -> None:
    assert found(people, "Moscow") == [
        ("wd:Q3", "Moscow", "exact"),
        ("wd:Q2", "Moscow", "exact"),
        ("wd:Q7", "moscow", "exact"),
        ("wd:Q12", "Moscow Time", "prefix"),
    ]
    assert found(people, "Moskow", 3) == [
        (f"wd:Q{i}", m, "similar") for i, m in ((3, "Moscow"), (2, "Moscow"), (7, "moscow"))
    ]
    assert found(people, "mosc")[0] == ("wd:Q3", "Moscow", "prefix")
    assert found(people, "Martin, HEIDEGGER")[0] == ("wd:Q1", "Martin Heidegger", "same words")
    assert found(people, "Heideger Matrin")[0] == ("wd:Q1", "Martin Heidegger", "similar")
    assert found(people, "heidegger")[0] == ("wd:Q1", "Heidegger", "exact")
    assert found(people, "lmia") == [("wd:Q4", "Lima", "similar")]
    assert found(people, "newyork")[0] == ("wd:Q5", "New York", "same words")
    assert found(people, "city york")[0] == ("wd:Q5", "New York City", "words")
    assert found(people, "goteborg") == [("wd:Q6", "Göteborg", "same words")]
    assert found(people, "東京") == [("wd:Q9", "東京", "exact")]
    assert found(people, "Newyork City of dreams") == []
    for nobody in ("", "  ", "xqzzt", "\0", "%_*\"'", "a" * 9_999):
        assert found(people, nobody) == []
    assert found(people, "!!!") == [("wd:Q13", "!!!", "exact")]
    assert found(people, HOSTILE)[0][0] == "wd:Q10"
    assert found(people, "x" * 10_000)[0][0] == "wd:Q11"


def test_what_is_much_less_like_it_than_the_likest_is_left_out(store: GraphStore, tmp_path: Path) -> None:
    """Where a name is right, others of near words are noise; a long name that holds the word is none."""
    labels = {
        "wd:Q1": "Moscow",
        "wd:Q2": "Jonathan Mostow",
        "wd:Q3": "Moscow Oblast",
        "wd:Q4": "Leigh Morrow",
        "wd:Q5": "Albert Einstein",
        "wd:Q6": "Albert Finney",
        "wd:Q7": "Angela Kinsey",
        "wd:Q8": "University of Albert Einstein",
    }
    triples = [(a, "wdt:P1", "wd:Q1") for a in labels if a != "wd:Q1"]
    store.load(stage(tmp_path / "kg", "kg", triples, labels=labels))
    assert [its[0] for its in found(store, "moscow")] == ["wd:Q1", "wd:Q3"]
    assert [its[0] for its in found(store, "Moskow")] == ["wd:Q1", "wd:Q3", "wd:Q2"], "Mostow is as near"
    assert [its[0] for its in found(store, "Alber Einstien")] == ["wd:Q5", "wd:Q8"]
    assert [its[0] for its in found(store, "Einstien")] == ["wd:Q5", "wd:Q8"]
    assert found(store, "Angela Merkle") == []


def test_an_alias_is_said_and_the_best_name_counts(people: GraphStore) -> None:
    (hit,) = find_names(people, "nyc", 1)
    assert (hit.entity.label, hit.name, hit.alias, hit.similarity) == ("New York City", "NYC", True, 100)
    both = find_names(people, "the states")
    assert [(h.entity.id, h.alias, h.entity.hidden) for h in both[:2]] == [
        ("wd:Q14", True, True),
        ("wd:Q15", False, False),
    ]


def test_the_index_is_kept_and_made_again_for_another_graph(people: GraphStore, tmp_path: Path, cache: Path) -> None:
    assert found(people, "Lima")
    (path,) = [*tmp_path.glob("*.names"), *cache.rglob("*.names")]
    before = path.stat().st_mtime_ns
    assert found(people, "lima")
    assert path.stat().st_mtime_ns == before
    people.load(stage(tmp_path / "more", "kg", [("wd:Q1", "wdt:P36", "wd:Q70")], labels={"wd:Q70": "Quito"}))
    assert found(people, "qiuto") == [("wd:Q70", "Quito", "similar")]
    assert found(people, "Lima") == []
    assert not [*tmp_path.glob("*.tmp"), *cache.rglob("*.tmp")]


def test_a_damaged_index_is_made_again(people: GraphStore, tmp_path: Path, cache: Path) -> None:
    assert found(people, "Lima")
    (path,) = [*tmp_path.glob("*.names"), *cache.rglob("*.names")]
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    assert found(people, "lmia") == [("wd:Q4", "Lima", "similar")]
    with sqlite3.connect(path) as index:
        assert index.execute("SELECT count(*) FROM entity").fetchone()[0] == len(LABELS) + 1
    index.close()


def test_what_a_killed_process_left_of_the_index_is_removed(people: GraphStore, tmp_path: Path, cache: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert found(people, "Lima")
    (path,) = [*tmp_path.glob("*.names"), *cache.rglob("*.names")]
    path.write_bytes(b"damaged")
    left = path.with_name(f"{path.name}.{ended.pid}.tmp")
    left.write_bytes(b"half")
    mine = path.with_name(f"{path.name}.{os.getppid()}.tmp")
    mine.write_bytes(b"of a process that runs")
    assert found(people, "Lima")
    assert not left.exists()
    assert mine.exists()


def test_without_a_place_for_a_file_the_index_is_in_memory(tmp_path: Path) -> None:
    address = f"ladybug:{tmp_path / 'store.lbug'}"
    with open_store(address, create=True) as store:
        store.load(stage(tmp_path / "kg", "kg", facts(), labels=LABELS, aliases=ALIASES))
        (tmp_path / "store.lbug.names").mkdir()
        assert found(store, "lmia") == [("wd:Q4", "Lima", "similar")]


def test_an_entity_by_id_label_or_alias(people: GraphStore) -> None:
    for name in ("wd:Q4", "Q4", "q4", "Lima", "LIMA", " lima "):
        assert resolve_entity(people, name).id == "wd:Q4"
    assert resolve_entity(people, "dbr:A").id == "dbr:A"
    assert resolve_entity(people, "NYC").id == "wd:Q5"
    assert resolve_entity(people, "moscow").id == "wd:Q7", "spelled so, there is one"
    assert resolve_entity(people, "United States").id == "wd:Q14", "hidden, but nothing else has the name"
    assert resolve_entity(people, "The States").id == "wd:Q15", "a label goes before an alias, and what is not hidden"
    assert resolve_entity(people, "Lima", kg="kg").id == "wd:Q4"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Moscow", ["any of 2", "wd:Q3 “Moscow”, 3 facts; wd:Q2 “Moscow”, 1 facts"]),
        ("Lmia", ["No entity is called 'Lmia'", "wd:Q4 “Lima”"]),
        ("Q99", ["No entity is called 'Q99'"]),
        ("xqzzt", ["none is spelled like it"]),
        ("", ["empty"]),
    ],
)
def test_an_unknown_or_ambiguous_entity_offers_candidates(people: GraphStore, name: str, words: list[str]) -> None:
    with pytest.raises(InputError) as error:
        resolve_entity(people, name)
    for word in words:
        assert word in str(error.value)
    with pytest.raises(InputError):
        resolve_entity(people, "Lima", kg="another")


def test_a_relation_by_id_or_label(people: GraphStore) -> None:
    for name in ("wdt:P36", "P36", "p36", " wdt:P36"):
        assert resolve_relation(people, name).id == "wdt:P36"
    assert resolve_relation(people, "DBO:B").id == "dbo:b"
    with pytest.raises(InputError, match=r"did you mean one of these: wdt:P1376 .*1 facts"):
        resolve_relation(people, "wdtP1376")
    with pytest.raises(InputError, match="none is spelled like it"):
        resolve_relation(people, "qqqq")


def test_folding() -> None:
    assert fold("  Łódź — Straße,  №1!") == "lodz strasse no1"
    assert fold("ΑΘΉΝΑ") == "αθηνα"
    assert fold("AC/DC_2") == "ac dc 2"


@pytest.mark.neo4j
def test_both_engines_find_alike(tmp_path: Path, neo4j_address: str) -> None:
    draw = random.Random(5)
    syllables = ["ber", "lin", "mos", "kau", "new", "york", "al", "bert", "ein", "stein", "ö", "ß", "京"]
    labels, aliases = {}, {}
    for number in range(400):
        words = ["".join(draw.choices(syllables, k=draw.randint(1, 3))) for _ in range(draw.randint(1, 3))]
        labels[f"wd:Q{number}"] = " ".join(words).title()
        aliases[f"wd:Q{number}"] = [" ".join(reversed(words))] * draw.randint(0, 2)
    triples = [(f"wd:Q{draw.randrange(400)}", "wdt:P1", f"wd:Q{draw.randrange(400)}") for _ in range(900)]
    staging = stage(tmp_path / "kg", "kg", sorted(set(triples)), labels=labels, aliases=aliases)
    queries = [
        *draw.sample(sorted(labels.values()), 30),
        *("".join(draw.sample(w, len(w))) for w in ("berlin", "york al")),
    ]
    queries += [q[1:] for q in queries] + [q[:2] + q[3:2:-1] + q[4:] for q in queries]
    answers: list[list[list[Hit]]] = []
    for place in (f"ladybug:{tmp_path / 'store.lbug'}", neo4j_address):
        with open_store(place, create=True) as each:
            each.load(staging)
            answers.append([find_names(each, query) for query in queries])
    assert answers[0] == answers[1]
    assert sum(map(bool, answers[0])) > 60
