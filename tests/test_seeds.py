"""The order of seeds: relations take turns, rare ones are used up, hopeless ones are given up."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.types import PairType
from contragraph.generation.quotas import Quotas
from contragraph.generation.rounds import FRUITLESS_TRIES, Seeds, State
from contragraph.graph import open_store
from contragraph.graph.model import Order, Statement
from tests.made import small_kg
from tests.staged_kgs import geography
from tests.strategies import deterministic

SINGLE = PairType(1, multi=False)


def seeds_of(counts: dict[str, int]) -> Seeds:
    by_relation = {
        r: tuple((s.id, s) for s in (Statement(f"wd:Q{i}", r, f"wd:Q{i + 1000}") for i in range(n)))
        for r, n in counts.items()
    }
    return Seeds(by_relation)


@deterministic(40)
@given(
    st.dictionaries(st.sampled_from([f"wdt:P{i}" for i in range(8)]), st.integers(1, 40), min_size=2),
    st.integers(1, 90),
)
def test_relations_share_evenly_and_rare_ones_are_used_up(counts: dict[str, int], wanted: int) -> None:
    """Where every seed gives a pair: a relation has less than another only if it ran dry, but for its lead."""
    seeds, state = seeds_of(counts), State()
    while state.count(SINGLE) < wanted:
        chosen = seeds.next(SINGLE, state, wanted - state.count(SINGLE))
        if not chosen:
            break
        assert len(set(chosen)) == len(chosen)
        for seed in chosen[: wanted - state.count(SINGLE)]:
            assert seed.id not in state.taken
            state.record_kept(SINGLE, seed.relation, [(seed.id, seed.relation, (), 1, 0)])
            state.record_tried(SINGLE, ((seed.relation, seed.id),))
    kept = {r: state.kept[SINGLE, r] for r in counts}
    assert sum(kept.values()) == min(wanted, sum(counts.values()))
    most = max(kept.values())
    assert all(n >= min(counts[r], most - 4) for r, n in kept.items()), kept


def test_a_relation_without_success_is_given_up() -> None:
    seeds, state = seeds_of({"wdt:P1": 1000}), State()
    tried = 0
    while chosen := seeds.next(SINGLE, state, 10):
        state.record_tried(SINGLE, tuple((s.relation, s.id) for s in chosen))
        tried += len(chosen)
    assert FRUITLESS_TRIES <= tried <= FRUITLESS_TRIES + 8


def test_where_seeds_are_ample_hopeless_relations_wait_until_there_is_nothing_else() -> None:
    """One relation yields pairs of one conflict and none of two, the other none at all: the first has all turns of two
    that it is worth, then both are as patiently tried as anywhere."""
    seeds = Seeds(seeds_of({"wdt:P1": 2000, "wdt:P2": 2000}).by_relation, ample=True)
    state = State()
    one, two = (PairType(n, multi=True) for n in (1, 2))
    for n in range(30):
        for seed in seeds.next(one, state, 100):
            if seed.relation == "wdt:P1" and n < 2:
                state.record_kept(one, seed.relation, [(seed.id, seed.relation, (), 2, 0)])
            state.record_tried(one, ((seed.relation, seed.id),))
    tries: list[str] = []
    while chosen := seeds.next(two, state, 100):
        tries += [s.relation for s in chosen]
        state.record_tried(two, tuple((s.relation, s.id) for s in chosen))
    alone = next(n for n, relation in enumerate(tries) if relation == "wdt:P2")
    assert 0 < alone < FRUITLESS_TRIES
    assert min(tries.count("wdt:P1"), tries.count("wdt:P2")) >= FRUITLESS_TRIES


def test_hops_that_a_relation_never_yielded_are_given_up_where_seeds_are_ample() -> None:
    state, pairs = State(), PairType(1, multi=True)
    state.record_kept(pairs, "wdt:P1", [("kept", "wdt:P1", (), 3, 0)])
    state.record_kept(SINGLE, "wdt:P2", [("alone", "wdt:P2", (), 1, 0)])
    for relation in ("wdt:P1", "wdt:P2"):
        state.record_tried(pairs, tuple((relation, f"{relation} {n}") for n in range(119)))
    assert not state.usage(pairs, 10, Quotas(), ample=True).barren
    for relation in ("wdt:P1", "wdt:P2"):
        state.record_tried(pairs, ((relation, f"{relation} 119"),))
    assert state.usage(pairs, 10, Quotas(), ample=True).barren == {("wdt:P1", 2), ("wdt:P1", 4)}
    assert not state.usage(pairs, 10, Quotas()).barren


def test_where_seeds_are_ample_relations_with_scarce_hops_come_first_with_more_seeds() -> None:
    relations = {f"wdt:P{n}": 100 for n in range(1, 6)}
    pairs = PairType(1, multi=True)
    state = State()
    for n in range(5):
        state.record_kept(pairs, "wdt:P3", [(f"kept {n}", "wdt:P3", (), 4, 0)])

    def waves(ample: bool, scarce: tuple[int, ...]) -> list[str]:
        seeds = Seeds(seeds_of(relations).by_relation, ample)
        return [s.relation for s in seeds.next(pairs, state, 100, scarce_hops=scarce)]

    assert waves(True, ()) == waves(True, (2,))
    assert "wdt:P3" not in waves(True, ()), "it has more pairs than the others"
    longed_for = waves(True, (4,))
    assert longed_for[:16] == ["wdt:P3"] * 16
    assert set(longed_for) == set(relations)
    assert waves(False, (4,)) == waves(False, ())


def test_seeds_come_from_the_store_in_seeded_order(tmp_path: Path) -> None:
    relations = {"wdt:P36": "Geography", "wdt:P47": "Geography", "wdt:P999": "General"}
    with small_kg(tmp_path, geography(8), hidden=["wd:Q0"]):
        pass
    with open_store(f"ladybug:{tmp_path / 'tiny.lbug'}") as store:
        first, second = (Seeds.of(store, "tiny", relations, Order.of_seed(n)) for n in (1, 2))
    assert set(first.by_relation) == {"wdt:P36", "wdt:P47"}
    assert len(first.by_relation["wdt:P36"]) == 7
    assert set(first.by_relation["wdt:P47"]) == set(second.by_relation["wdt:P47"])
    assert first.by_relation["wdt:P47"] != second.by_relation["wdt:P47"]
    for seeds in first.by_relation.values():
        assert not any("wd:Q0" in statement.entities for _, statement in seeds)
