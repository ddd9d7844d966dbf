"""Quotas: caps that no wave can break, shares that are counted as they are, names that are checked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.types import MAGIC_PLAN, PairType
from contragraph.generation.build import Draft
from contragraph.generation.perturb import Proposal
from contragraph.generation.quotas import EXCLUSIVE, Quotas, Tally, counted_as, parse_quotas
from contragraph.generation.rounds import conflicts_of
from contragraph.graph.errors import InputError
from contragraph.graph.model import Conflict, Statement
from tests.made import dataset, lines_of

SINGLE, MULTI = PairType(2, multi=False), PairType(1, multi=True)
KINDS = ("cg:only", "cg:sole", "cg:neverIn", "wdt:P36", "negation")


@given(st.lists(st.lists(st.sampled_from(KINDS), min_size=2, max_size=2), max_size=60), st.integers(4, 30))
def test_no_order_of_pairs_breaks_a_cap(pairs: list[list[str]], wanted: int) -> None:
    """Pairs are taken while the allowance admits them; recounted by hand, no cap is broken."""
    tally, quotas = Tally(), Quotas()
    for families in pairs:
        if tally.allowance(SINGLE, wanted, quotas).admits(families):
            for name in families:
                tally.add(SINGLE, name, 1, made=1, shared=0)
    counts = Counter({name: n for (_, name), n in tally.families.items()})
    total = 2 * wanted
    assert all(n <= -(-total // 4) for n in counts.values())
    assert counts["cg:only"] + counts["cg:sole"] <= -(-total * 2 // 5)
    assert counts["negation"] <= total // 10


def test_a_pair_that_brings_two_of_a_kind_needs_room_for_two() -> None:
    tally = Tally()
    for _ in range(4):
        tally.add(SINGLE, "cg:neverIn", 1, made=1, shared=0)
    allowance = tally.allowance(SINGLE, 10, Quotas())  # five of 20 may be of one kind
    assert allowance.admits(["cg:neverIn", "cg:only"])
    assert not allowance.admits(["cg:neverIn", "cg:neverIn"])
    assert allowance.of("cg:neverIn") == 1
    assert allowance.of("cg:neverIn", ["cg:neverIn"]) == 0


def test_shares_are_counted_as_they_are() -> None:
    tally = Tally()
    for hops, made, shared in ((2, 1, 0), (2, 1, 2), (3, 2, 0), (4, 1, 1)):
        tally.add(MULTI, f"cg:x{hops}{made}{shared}", hops, made=made, shared=shared)
    found = {(q.name, q.kind): (q.count, q.total) for q in tally.measured(Quotas())}
    assert found["one-lie", "multi-hop conflicts: of one lie"] == (3, 4)
    assert found["shared", "multi-hop conflicts: with a shared statement"] == (2, 4)
    assert found["hops", "multi-hop conflicts: of 2 hops"] == (2, 4)
    assert found["hops", "multi-hop conflicts: of 4 hops"] == (1, 4)


def test_a_missed_lower_bound_is_said_of_many_conflicts_only() -> None:
    tally = Tally()
    for n in range(520):
        tally.add(MULTI, f"cg:x{n}", 2, made=1, shared=0)
        held = {q.name: q.holds for q in tally.measured(Quotas()) if q.kind.endswith(("shared statement", "one lie"))}
        assert held["one-lie"]
        assert held["shared"] == (n + 1 < 500)


def test_the_caps_of_the_papers_plan_are_whole_numbers() -> None:
    for pair_type, pairs in MAGIC_PLAN.items():
        assert Quotas().caps(pair_type, pairs)[None] * 4 == pairs * pair_type.conflicts


def test_hops_are_counted_as_they_were_proven() -> None:
    """A conflict that was looked for with four hops has three if another fact of the pair shortens the way."""
    seed, made, *others = (Statement(f"wd:A{n}", "wdt:P17", f"wd:B{n}") for n in range(5))
    proposal = Proposal(seed, made, tuple(others), "strict", ("cg:ax",), 0.0)
    conflict = Conflict(3, "strict", (seed.id,), (made.id,), (), ())
    draft = Draft(MULTI, (seed, others[0]), (made, *others), frozenset({made.id}), (conflict,), (proposal,), ())
    assert [(original, hops, shared) for original, _, _, hops, shared in conflicts_of(draft)] == [(seed.id, 3, 1)]


def test_odd_lies_are_counted_together() -> None:
    tally = Tally()
    for relation in ("cg:noneLived_P1038", "cg:liesOutside", "cg:noneLived_P737", "wdt:P47"):
        tally.add(MULTI, counted_as(relation), 2, made=1, shared=0)
    (odd,) = (q for q in tally.measured(Quotas()) if q.name == "odd")
    assert (odd.count, odd.total, odd.bound) == (2, 4, "at most 0.5%")
    left = tally.allowance(MULTI, 100, Quotas(odd=0.03))
    assert left.of("cg:noneLived_P1038") == left.of("cg:rivalOf") == 3 * MULTI.conflicts - 2
    assert left.of("cg:noneLived") > 3 * MULTI.conflicts


def test_quotas_are_read_by_name() -> None:
    assert parse_quotas(["family=0.2", "one-lie=1"]) == Quotas(family=0.2, one_lie=1.0)
    for wrong in ("famly=0.2", "family=2", "family=", "family"):
        with pytest.raises(InputError, match=r"quota"):
            parse_quotas([wrong])


def test_the_manifest_keeps_what_the_instances_say() -> None:
    """Counted again from the lines alone, for the kinds of lies of each type and the hops."""
    manifest = json.loads(Path(dataset() / "manifest.json").read_text("utf-8"))
    families: dict[str, Counter[str]] = {}
    hops: Counter[int] = Counter()
    for line in lines_of(dataset()):
        made = {
            s["id"]: counted_as(s["relation"]["id"])
            for s in line["contexts"]["perturbed"]["statements"]
            if s["source"] == "made"
        }
        for conflict in line["conflicts"]:
            families.setdefault(line["type"], Counter()).update(made[i] for i in conflict["perturbed"] if i in made)
            if "multi" in line["type"]:
                hops[conflict["hops"]] += 1
    found = {(q["quota"], q["kind"]): q["count"] for q in manifest["quotas"]}
    for name, counts in families.items():
        if "single" in name:
            exclusive = sum(counts[f] for f in EXCLUSIVE)
            assert found["exclusive", f"conflicts of {name}: by exclusive forms"] == exclusive
        (most,) = (n for (quota, kind), n in found.items() if quota == "family" and f" {name}:" in kind)
        assert most == max(counts.values())
    for number in (2, 3, 4):
        assert found["hops", f"multi-hop conflicts: of {number} hops"] == hops[number]
