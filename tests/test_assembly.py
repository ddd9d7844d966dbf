"""Assembly by itself: the pool's order, quotas, limits of sides, and what goes together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.types import PairType
from contragraph.generation.assembly.sides import MOST_OF_ONE, MOST_STATEMENTS, Sides
from contragraph.generation.pool.compatible import compatible
from contragraph.generation.pool.conflicts import Pool, Pooled
from contragraph.generation.pool.leads import leads
from contragraph.generation.pool.quotas import HOPS, QuotaLedger
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.settings.shares import QuotaShares
from contragraph.graph.model import Literal, Statement

THINGS = [f"x:{name}" for name in "abcdefgh"]
RELATIONS = ["x:born", "x:died", "x:father"]


def conflict(
    original: Statement, made: Statement, support: Sequence[Statement] = (), truth: Statement | None = None
) -> ProvenConflict:
    candidate = Candidate("shape", original, made, tuple(support), truth)
    return ProvenConflict(candidate, 1 + len(support), "strict", ())


@st.composite
def conflicts(draw: st.DrawFn) -> ProvenConflict:
    subject, relation = draw(st.sampled_from(THINGS)), draw(st.sampled_from(RELATIONS))
    values: list[str | Literal] = [*THINGS, *(Literal(str(year), "xsd:gYear") for year in range(1900, 1904))]
    true, made = draw(st.lists(st.sampled_from(values), min_size=2, max_size=2, unique=True))
    more = st.builds(Statement, st.sampled_from(THINGS), st.just("x:in"), st.sampled_from(THINGS))
    support = draw(st.lists(more, max_size=3, unique=True))
    return conflict(
        Statement(subject, relation, true), Statement(subject, relation, made, draw(st.booleans())), support
    )


def pooled(*some: ProvenConflict) -> list[Pooled]:
    pool = Pool("salt")
    pool.add(some)
    return pool.everything


@given(st.lists(conflicts(), max_size=30), st.randoms(use_true_random=False))
def test_a_pool_finds_the_same_in_the_same_order_however_it_was_filled(
    found: list[ProvenConflict], random: Random
) -> None:
    one, other = Pool("salt"), Pool("salt")
    assert one.add(found) == len({c.id for c in found}) == len(one)
    assert one.add(found) == 0
    shuffled = random.sample(found, len(found))
    for some in (shuffled[::2], shuffled[1::2]):
        other.add(some)
    for topic in THINGS:
        assert [p.conflict.id for p in one.at(topic)] == [p.conflict.id for p in other.at(topic)]
        assert {p.conflict.id for p in one.at(topic)} == {c.id for c in found if topic in c.candidate.original.entities}
        assert one.knows(topic) == any(one.at(topic))
    cells = {c: [p.conflict.id for p in some] for c, some in one.cells().items()}
    assert cells == {c: [p.conflict.id for p in some] for c, some in other.cells().items()}
    assert sum(map(len, cells.values())) == len(one)


PLANS = st.dictionaries(
    st.builds(PairType, st.integers(1, 4), st.booleans()), st.integers(1, 40), min_size=1, max_size=4
)
SHARES = st.builds(
    QuotaShares,
    *(st.sampled_from(some) for some in ((0.01, 0.2), (0.2, 0.5), (0.0, 0.15), (0.0, 0.25, 0.6), (0.0, 0.05))),
)


@given(PLANS, SHARES, st.lists(conflicts(), max_size=60))
def test_quotas_hold_whatever_is_taken(
    plan: dict[PairType, int], shares: QuotaShares, found: list[ProvenConflict]
) -> None:
    pool = Pool("salt")
    pool.add(found)
    ledger = QuotaLedger(shares, plan)
    taken: list[tuple[PairType, Pooled]] = []
    for pair_type, pairs in plan.items():
        for lead in leads(pool, ledger, pair_type, (), lambda lead: (1, 0)):
            assert (lead.cell.hops > 1) == pair_type.multi
            if sum(t == pair_type for t, _ in taken) == pairs * pair_type.conflicts:
                break
            ledger.take(lead, pair_type)
            taken.append((pair_type, lead))
    planned = sum(n * t.conflicts for t, n in plan.items())
    multi = sum(n * t.conflicts for t, n in plan.items() if t.multi)
    assert len({p.number for _, p in taken}) == len({p.made.id for _, p in taken}) == len(taken)
    often = Counter(p.replacement for _, p in taken)
    assert max(often.values(), default=0) <= max(1, floor(shares.replacement * max(planned, 20) + 1e-9))
    assert sum(p.cell.denial for _, p in taken) <= shares.denial * planned
    assert not any(p.cell.denial for t, p in taken if t.multi)
    for (pair_type, _), count in Counter((t, p.cell.relation) for t, p in taken).items():
        total = plan[pair_type] * pair_type.conflicts
        assert count <= max(1, floor(shares.relation * max(total, 20) + 1e-9))
    # What is left of the plan has room for what is missing still of each lower quota.
    hops = Counter(p.cell.hops for t, p in taken if t.multi)
    if shares.hops * 3 <= 1 - 3 / max(multi, 1):
        assert sum(ledger.short_of_hops[h] for h in HOPS) <= multi - hops.total()
    assert ledger.short_of_dated <= planned - len(taken)
    for kept in ledger.measured():
        share, upper = getattr(shares, kept.name), kept.bound.startswith("at most")
        within = kept.count <= share * kept.total if upper else kept.count >= share * kept.total
        assert kept.few is (kept.holds and not within)
        assert kept.holds or not within


@given(PLANS, st.lists(conflicts(), min_size=1, max_size=20))
def test_what_is_given_back_was_never_taken(plan: dict[PairType, int], found: list[ProvenConflict]) -> None:
    pair_type = next(iter(plan))
    used, fresh = QuotaLedger(QuotaShares(), plan), QuotaLedger(QuotaShares(), plan)
    some = list({p.made.id: p for p in pooled(*found)}.values())
    for p in some:
        used.take(p, pair_type)
    for p in some:
        used.give_back(p, pair_type)
    assert used.relations == fresh.relations == Counter()
    for p in some:
        assert not used.used(p)
        assert used.refuses(p, pair_type) == fresh.refuses(p, pair_type)
        assert used.preference(p.cell, pair_type) == fresh.preference(p.cell, pair_type)


STATEMENTS = st.builds(
    Statement,
    st.sampled_from(THINGS[:4]),
    st.sampled_from(["x:p", "x:q"]),
    st.one_of(st.sampled_from(THINGS[:4]), st.builds(Literal, st.sampled_from(["1", "2"]), st.just("xsd:integer"))),
)


@given(st.lists(st.tuples(st.lists(STATEMENTS, max_size=3), st.lists(STATEMENTS, max_size=3)), max_size=15))
def test_sides_never_pass_their_limits(steps: list[tuple[list[Statement], list[Statement]]]) -> None:
    sides = Sides()
    for original, perturbed in steps:
        before = sides.original, sides.perturbed
        if not sides.add(original, perturbed):
            assert (sides.original, sides.perturbed) == before
        for side, wanted in ((sides.original, original), (sides.perturbed, perturbed)):
            assert len(side) == len(set(side)) <= MOST_STATEMENTS
            degrees = Counter(e for s in side for e in s.entities)
            assert max(degrees.values(), default=0) <= MOST_OF_ONE
            if (sides.original, sides.perturbed) != before:
                assert set(wanted) <= set(side)


def test_a_loop_counts_twice_and_a_value_is_no_thing() -> None:
    sides = Sides()
    loops = [Statement("x:a", f"x:p{n}", "x:a") for n in range(3)]
    assert sides.add(loops[:2], ())
    assert not sides.add(loops[2:], ())
    value = Statement("x:a", "x:born", Literal("1900", "xsd:gYear"))
    assert sides.add([value], ())
    assert not sides.add([Statement("x:a", "x:p", "x:b")], ())


def test_what_goes_together() -> None:
    town = Statement("x:a", "x:born", "x:town")
    other = Statement("x:b", "x:born", "x:town")
    shared = Statement("x:town", "x:in", "x:county")
    one = conflict(town, Statement("x:a", "x:born", "x:north"), [shared])
    two = conflict(other, Statement("x:b", "x:born", "x:south"), [shared])
    first, second = pooled(one, two)
    assert compatible(first, [second])
    assert compatible(second, [first])

    def against(*rest: ProvenConflict) -> list[bool]:
        return [compatible(p, [first]) for p in pooled(one, *rest)[1:]]

    assert against(conflict(other, Statement("x:b", "x:born", "x:north"), [shared])) == [False]  # one made-up object
    again = conflict(Statement("x:a", "x:aged", "x:9"), Statement("x:a", "x:born", "x:south"))
    assert against(again) == [False]  # two perturbed statements of one subject and relation
    leaning = conflict(other, Statement("x:b", "x:born", "x:south"), [town])
    assert against(leaning) == [False]  # an original of the one supports the other
    turned = conflict(other, Statement("x:b", "x:born", "x:south"), [Statement("x:north", "x:birthplaceOf", "x:a")])
    assert against(turned) == [False]  # it tells what the other makes up, in other words
    truth = conflict(other, Statement("x:b", "x:born", "x:south"), [], truth=shared)
    assert against(truth) == [False]  # it withholds what the other needs
    border = Statement("x:county", "x:borders", "x:east")
    wide = conflict(town, Statement("x:a", "x:born", "x:north"), [shared, border])
    both = conflict(other, Statement("x:b", "x:born", "x:south"), [shared, border])
    assert [compatible(p, [q]) for q, p in [tuple(pooled(wide, both))]] == [False]  # they share two truths
