"""What proves or refutes a statement: on both engines exactly what the prover says of the whole graph."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from contragraph.generation import routes
from contragraph.generation.routes import find_routes
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.graph.store import GraphStore
from contragraph.kgs import kg_of
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet, compile_rules
from tests.staged_kgs import Triple, stage

ONTOLOGY = kg_of("wikidata").ontology
RULES = compile_rules(ONTOLOGY.axioms)
THINGS = [f"wd:Q{number}" for number in range(1, 8)]
PLACES = ("wdt:P131", "wdt:P150", "wdt:P47", "wdt:P36", "wdt:P30", "wdt:P17", "wdt:P361", "wdt:P527")
PARTS = ("wdt:P131", "wdt:P150", "wdt:P361", "wdt:P527")
"""Relations of which the ontology denies much, and of which it concludes much."""
EVERY = 10_000


def muddle(relations: Sequence[str], facts: int = 20) -> list[Triple]:
    """A few things, and what might be said of them: much of it cannot be true together."""
    dice = random.Random(5)
    found: set[Triple] = set()
    while len(found) < facts:
        one, other = dice.sample(THINGS, 2)
        found.add((one, dice.choice(relations), other))
    return sorted(found)


def by_prover(claim: Statement, facts: list[Statement], rules: RuleSet) -> set[frozenset[Statement]]:
    """All smallest sets of facts that contradict a claim."""
    verdict = minimal_conflicts([claim, *facts], rules)
    assert verdict.decided
    sets = (frozenset(f for i, f in enumerate(facts, start=1) if mask >> i & 1) for mask in verdict.minimal if mask & 1)
    return {some for some in sets if len(some) <= routes.MOST_FACTS}


def asked(
    facts: list[Statement], proves: bool, relations: Sequence[str]
) -> list[tuple[Statement, set[frozenset[Statement]]]]:
    """Statements with all answers by the prover: two without any, then some with ever more."""
    statements = [Statement(one, r, other) for r in relations for one, other in permutations(THINGS, 2)]
    random.Random(11).shuffle(statements)
    told = [(s, by_prover(replace(s, negated=proves), facts, RULES)) for s in statements[:80]]
    told.sort(key=lambda each: len(each[1]))
    some = [each for each in told if each[1]]
    assert len(some[-1][1]) > 1
    return [*told[:2], *some[:: len(some) // 4 or 1], some[-1]]


@pytest.mark.parametrize(("proves", "relations"), [(False, PLACES), (True, PARTS)])
def test_all_ways_are_those_of_the_prover(
    store: GraphStore, tmp_path: Path, proves: bool, relations: Sequence[str]
) -> None:
    triples = muddle(relations)
    store.load(stage(tmp_path / "muddle", "muddle", triples))
    facts = [Statement(*triple) for triple in triples]
    for statement, expected in asked(facts, proves, relations):
        claim = replace(statement, negated=proves)
        found = find_routes(store, "muddle", statement, ONTOLOGY, proves=proves, limit=EVERY)
        assert found.complete
        assert {frozenset(route.facts) for route in found.found} == expected
        order = [(len(r.facts), r.strength != "strict") for r in found.found]
        assert order == sorted(order)
        for route in found.found:
            assert verify(route.proof, [claim, *route.facts], RULES) is None
    few = find_routes(store, "muddle", statement, ONTOLOGY, proves=proves, limit=2)
    assert few.found == found.found[:2]


def test_time_that_is_up_leaves_what_was_found(
    store: GraphStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.load(stage(tmp_path / "muddle", "muddle", muddle(PLACES, 40)))
    statement = Statement("wd:Q1", "wdt:P131", "wd:Q4")
    whole = find_routes(store, "muddle", statement, ONTOLOGY, proves=False, limit=EVERY)
    sizes = set()
    for last in (0, 2, 5, 50, 10**6):
        ticks = iter(range(10**7))
        monkeypatch.setattr("time.monotonic", lambda ticks=ticks: next(ticks))
        some = find_routes(store, "muddle", statement, ONTOLOGY, proves=False, limit=EVERY, seconds=last)
        assert set(some.found) <= set(whole.found)
        sizes.add(len(some.found))
    assert some == whole
    assert len(sizes) > 1


def test_too_long_proofs_are_refused(store: GraphStore) -> None:
    with pytest.raises(InputError, match="1 to 4 facts, not 7"):
        find_routes(store, "x", Statement("a", "b", "c"), ONTOLOGY, proves=True, most_facts=7)
