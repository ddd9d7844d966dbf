"""Paths: on both engines what brute force finds, in the same order; bounds, limits, and what goes wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contragraph.graph.errors import InputError
from contragraph.graph.paths import links as paths_links
from contragraph.graph.paths import search as paths_search
from contragraph.graph.paths.search import find_paths
from contragraph.graph.paths.wanted import MOST_HOPS, Wanted
from contragraph.graph.store import GraphStore
from tests.path_oracle import Oracle, Triple, named_paths
from tests.staged_kgs import stage

RELATIONS = [f"wdt:P{number}" for number in range(1, 7)]
CLASSES = ["wd:Q9001", "wd:Q9002", "wd:Q9003"]
HIDDEN = [f"wd:Q{number}" for number in (4, 11, 23)]
NODES = 36
EVERYTHING = 10**9


def tangle(seed: int = 3) -> list[Triple]:
    """A random multigraph: hubs, parallel facts, facts in both directions, loops, classes, a lonely pair."""
    dice = random.Random(seed)
    nodes = [f"wd:Q{number}" for number in range(NODES)]
    triples = set()
    for _ in range(170):
        one = nodes[min(dice.randrange(NODES), dice.randrange(NODES))]
        triples.add((one, RELATIONS[int(dice.random() ** 2 * 6)], dice.choice(nodes)))
    for one in nodes[::2]:
        triples.add((one, "wdt:P31", dice.choice(CLASSES)))
    triples |= {("wd:Q1", "wdt:P1", "wd:Q1"), ("wd:Q800", "wdt:P1", "wd:Q801"), ("wd:Q801", "wdt:P2", "wd:Q800")}
    return sorted(triples)


def oracle_of(triples: list[Triple], hidden: list[str]) -> Oracle:
    degree = Counter(end for s, _, o in triples for end in (s, o))
    types = {each: frozenset(o for s, r, o in triples if s == each and r == "wdt:P31") for each in degree}
    return Oracle(triples, degree, types, frozenset(hidden))


TANGLE = tangle()
ORACLE = oracle_of(TANGLE, HIDDEN)
ENDS = sorted({end for s, _, o in TANGLE for end in (s, o)}, key=lambda end: int(end[4:]))


@pytest.fixture
def tangled(store: GraphStore, tmp_path: Path) -> GraphStore:
    store.load(stage(tmp_path / "tangle", "tangle", TANGLE, hidden=HIDDEN))
    return store


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str | None, Wanted]:
    start = draw(st.sampled_from(ENDS))
    target = draw(st.none() | st.sampled_from([each for each in ENDS if each != start]))
    least = draw(st.sampled_from([1, 1, 1, 2, 3]))
    relations = tuple(draw(st.just([]) | st.just([]) | st.lists(st.sampled_from(RELATIONS), unique=True, max_size=3)))
    return (
        start,
        target,
        Wanted(
            min_hops=least,
            max_hops=draw(st.integers(max(least, 2), 4 if target else 3)),
            direction=draw(st.sampled_from(["any", "any", "out", "in"])),
            relations=relations,
            but=not relations or draw(st.booleans()),
            classes=tuple(
                draw(st.just([]) | st.just([]) | st.lists(st.sampled_from(CLASSES), unique=True, min_size=2))
            ),
            degree=draw(st.none() | st.none() | st.integers(4, 12)),
            hidden=draw(st.booleans()),
        ),
    )


def test_all_paths_are_those_of_brute_force_in_their_order(
    tangled: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the first few alone; with a small reading at first, so that reading goes on in rounds."""
    found = []

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(questions(), st.sampled_from([1, 5, 40, 20_000]), st.integers(1, 8))
    def check(question: tuple[str, str | None, Wanted], at_first: int, few: int) -> None:
        monkeypatch.setattr(paths_search, "FIRST_FACTS", at_first)
        start, target, wanted = question
        expected = ORACLE.paths(start, target, wanted)
        got = find_paths(tangled, "tangle", start, target, wanted, limit=EVERYTHING)
        assert got.complete
        assert named_paths(got.paths) == expected
        best = find_paths(tangled, "tangle", start, target, wanted, limit=few)
        assert named_paths(best.paths) == expected[:few]
        found.append(len(expected))

    check()
    assert sum(found) > 2000
    assert sum(map(bool, found)) > 50


def test_a_set_is_read_as_one_or_one_by_one_alike(tangled: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(one, other) for one in ENDS[:8] for other in ENDS[20:24]]
    answers = []
    for share in (0, 10**9):
        monkeypatch.setattr(paths_links, "FACTS_FOR_A_SCAN", share)
        answers.append([find_paths(tangled, "tangle", *pair, Wanted(), limit=50) for pair in pairs])
    assert answers[0] == answers[1]


def test_a_path_repeats_nothing_and_its_facts_join(tangled: GraphStore) -> None:
    facts = set(TANGLE)
    for path in find_paths(tangled, "tangle", "wd:Q0", None, Wanted(2, 3), limit=200).paths:
        assert len(set(path.entities)) == len(path.entities) == path.hops + 1
        for (one, other), fact in zip(pairwise(path.entities), path.facts, strict=True):
            assert {one, other} == {fact.subject, fact.object}
            assert (fact.subject, fact.relation, fact.object) in facts


def test_what_is_found_in_time_is_the_best(tangled: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that jumps ahead at some look stops the search there; what came is the beginning of the answer."""
    whole = find_paths(tangled, "tangle", "wd:Q0", "wd:Q5", Wanted(), limit=EVERYTHING)
    monkeypatch.setattr(paths_search, "FIRST_FACTS", 40)
    monkeypatch.setattr(paths_search, "LOOK_AT_CLOCK", 1)
    lengths = set()
    for last in range(1, 400, 7):
        ticks: Iterator[int] = iter(range(10**6))
        monkeypatch.setattr("time.monotonic", lambda ticks=ticks: next(ticks))
        some = find_paths(tangled, "tangle", "wd:Q0", "wd:Q5", Wanted(), limit=EVERYTHING, seconds=last)
        assert some.paths == whole.paths[: len(some.paths)]
        assert some.complete == (some.paths == whole.paths)
        lengths.add(len(some.paths))
        if some.complete:
            break
    assert len(lengths) > 3
    assert {0, len(whole.paths)} <= lengths


def test_hidden_ends_that_are_named_are_used(tangled: GraphStore) -> None:
    assert find_paths(tangled, "tangle", HIDDEN[0], "wd:Q0", Wanted(), limit=1).paths
    for path in find_paths(tangled, "tangle", HIDDEN[0], "wd:Q0", Wanted(), limit=500).paths:
        assert not set(path.entities[1:]).intersection(HIDDEN)


def test_wrong_questions_are_refused(tangled: GraphStore) -> None:
    with pytest.raises(InputError, match=r"Both ends of the path are wd:Q1"):
        find_paths(tangled, "tangle", "wd:Q1", "wd:Q1", Wanted())
    with pytest.raises(InputError, match=f"1 to {MOST_HOPS} hops, not 9"):
        Wanted(max_hops=9)
    with pytest.raises(InputError, match="at least 3 and at most 2 hops"):
        Wanted(min_hops=3, max_hops=2)
    with pytest.raises(InputError, match="cannot run 'sideways'"):
        Wanted(direction="sideways")
    with pytest.raises(InputError, match="There is no entity wd:Q77 in tangle"):
        find_paths(tangled, "tangle", "wd:Q1", "wd:Q77", Wanted())
    with pytest.raises(InputError, match="There is no entity wd:Q1 in elsewhere"):
        find_paths(tangled, "elsewhere", "wd:Q1", "wd:Q2", Wanted())
    assert find_paths(tangled, "tangle", "wd:Q1", "wd:Q2", Wanted(relations=("wdt:P999",), but=False)).paths == ()


def test_ids_with_odd_characters_are_values(store: GraphStore, tmp_path: Path) -> None:
    odd = "wd:Q'\"`]} RETURN 1 //"
    store.load(stage(tmp_path / "odd", "odd", [("wd:Q1", "wdt:P1", odd), (odd, "wdt:P1'x", "wd:Q2")]))
    (path,) = find_paths(store, "odd", "wd:Q1", "wd:Q2", Wanted(relations=("wdt:P1", "wdt:P1'x"), but=False)).paths
    assert path.entities == ("wd:Q1", odd, "wd:Q2")


def test_what_was_made_of_a_graph_is_no_part_of_its_paths(store: GraphStore, tmp_path: Path) -> None:
    """Statements of a pair in the store lead to entities too."""
    from contragraph.graph.model.origin import Run
    from tests.staged_kgs import AXIOMS, geography, instance

    store.load(stage(tmp_path / "geo", "geo", geography()))
    before = find_paths(store, "geo", "wd:Q1", "wd:Q5", Wanted(), limit=50)
    run = Run(7, "{}", "geo", "snap")
    store.write_run(run)
    store.write_instances(run, [("i1", instance(1))], AXIOMS)
    assert find_paths(store, "geo", "wd:Q1", "wd:Q5", Wanted(), limit=50) == before
    assert before.paths
