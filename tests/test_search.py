"""The search for affirmative conflicts: made-up values, counts of a graph, filters, and what comes out proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters import FILTERS
from contragraph.generation.search.grounds import Grounds, grounds
from contragraph.generation.search.searching import ENOUGH, Batch, Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.generation.search.team import Team
from contragraph.generation.search.values import DEFAULT, LATEST, shifted, variants
from contragraph.graph.errors import StoreGoneError
from contragraph.graph.model import Literal, Order, Statement
from contragraph.graph.store import GraphStore, Window
from contragraph.graph.stores.open import open_store
from contragraph.kgs import ErrorSize, kg_of
from contragraph.loaders.properties import PlaceLevels, entity_properties, fact_counts
from contragraph.reasoning.prover.judge import Outcome, judge
from tests.cli import contragraph
from tests.made import sample_world

# -- values -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "by", "wanted"),
    [
        ("1891-02-15", 3, "1894-02-15"),
        ("1904-02-29", 1, "1905-02-28"),
        ("1904-02-29", 4, "1908-02-29"),
        ("1891-02", -10, "1881-02"),
        ("0005", -4, "0001"),
        ("0005", -5, None),
        ("2020", LATEST, None),
        ("-0044", 1, None),
    ],
)
def test_a_date_moves_by_whole_years(value: str, by: int, wanted: str | None) -> None:
    kind = {4: "xsd:gYear", 5: "xsd:gYear", 7: "xsd:gYearMonth", 10: "xsd:date"}[len(value)]
    moved = shifted(Literal(value, kind), by)
    assert (moved.value if moved else None) == wanted


@given(st.integers(1000, 2000), st.integers(1, 40), st.floats(0, 1), st.integers())
def test_errors_keep_to_their_size(year: int, most: int, share: float, salt: int) -> None:
    size = ErrorSize(most, max(1, most // 3), share)
    truth = Literal(str(year), "xsd:gYear")
    found = variants("x:born", truth, {"x:born": size}, salt)
    assert found == variants("x:born", truth, {"x:born": size}, salt)
    assert found
    assert all(1 <= abs(int(v.value) - year) <= most for v in found)
    assert all(abs(int(v.value) - year) <= DEFAULT.most for v in variants("x:other", truth, {}, salt))


# -- counts -----------------------------------------------------------------------------------------------

facts_of = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2), st.integers(0, 6)), unique=True, max_size=40)


@given(facts_of)
def test_numbers_of_values_are_counted(rows: list[tuple[int, int, int]]) -> None:
    rows = sorted(rows)
    schema = {name: pl.UInt32() for name in ("subject", "relation", "object")}
    found = fact_counts(pl.DataFrame(rows, schema=schema, orient="row"))
    objects, subjects = Counter((s, r) for s, r, _ in rows), Counter((r, o) for _, r, o in rows)
    assert found["objects"].to_list() == [objects[s, r] for s, r, _ in rows]
    assert found["subjects"].to_list() == [subjects[r, o] for _, r, o in rows]


def test_levels_kinds_and_prominence() -> None:
    ids = ["a:city", "a:county", "a:district", "a:lonely", "a:one", "a:two"]
    types = [[], [], [], [], ["a:city"], ["a:county", "a:city"]]
    entities = pl.DataFrame(
        {"id": ids, "types": types, "degree": [9, 9, 9, 0, 3, 5]}, schema_overrides={"types": pl.List(pl.String())}
    )
    relations = pl.DataFrame({"id": ["a:sub"]})
    below = pl.DataFrame({"subject": [1], "relation": [0], "object": [2]}).cast(pl.UInt32)
    levels = PlaceLevels({"a:Town": ("a:city",), "a:County": ("a:district",)}, ("a:sub",), ("a:two",))
    found = entity_properties(entities, below, relations, levels)
    assert found["level"].to_list() == ["", "", "", "", "a:Town", ""]
    assert found["kind"].to_list() == ["", "", "", "", "a:city", "a:city"]
    assert found["prominence"].to_list()[4:] == [0, 0]


# -- the search -----------------------------------------------------------------------------------------------


ROWS = 500
"""Of each pattern, a fifth of what a run asks for at once."""


@cache
def found_in_sample() -> tuple[Grounds, list[Batch]]:
    """A small window of every pattern on the sample."""
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        known = grounds(store, store.kgs()[0].kg, kg_of("wikidata"))
        return known, searched(store, known, known.shapes)


def searched(
    store: GraphStore, known: Grounds, shapes: Sequence[Shape], without: frozenset[str] = frozenset()
) -> list[Batch]:
    searcher = Searcher(store, known, Order.of_seed(11), 11, without=without)
    return searcher.found([(shape, searcher.window(shape, 0, ROWS)) for shape in shapes])


def proven(batches: list[Batch]) -> Iterator[ProvenConflict]:
    return (conflict for batch in batches for conflict in batch.proven)


def test_what_is_found_is_proven_again_from_its_statements_alone() -> None:
    known, batches = found_in_sample()
    seen = Counter[int]()
    for batch in batches:
        for conflict in batch.proven[::2]:
            candidate = conflict.candidate
            sides = (candidate.original, *candidate.support), (*candidate.support, candidate.perturbed)
            judgement = judge(*sides, known.rules, background=candidate.background)
            assert judgement.outcome is Outcome.PROVEN
            assert judgement.hops == (conflict.hops,) == (batch.shape.hops,)
            assert candidate.perturbed.negated == batch.shape.denies
            seen[conflict.hops] += 1
    assert min(seen[1], seen[2]) > 20


def test_what_is_made_up_is_not_in_the_graph() -> None:
    _, batches = found_in_sample()
    perturbed = [c.candidate.perturbed for c in proven(batches)]
    made = [s for s in perturbed if isinstance(s.object, str) and not s.negated]
    true = [c.candidate.original for c in proven(batches) if isinstance(c.candidate.original.object, str)]
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        assert store.existing([(s.subject, s.relation, str(s.object)) for s in made]) == set()
        assert len(store.existing([(s.subject, s.relation, str(s.object)) for s in true])) == len(set(true))


def test_every_refusal_names_a_filter_and_the_same_search_gives_the_same() -> None:
    known, batches = found_in_sample()
    names = Counter(refusal.filter for batch in batches for refusal in batch.refused)
    assert set(names) <= {*FILTERS, "proof", "unbroken", "strict"}
    assert all(FILTERS[name].doc.endswith(".") for name in FILTERS)
    assert {"true", "kind", "shared-word"} <= set(names)
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        some, again = (searched(store, known, known.shapes[::12]) for _ in range(2))
        assert some == again
        shapes = [b.shape for b in batches if any(refusal.filter == "shared-word" for refusal in b.refused)][:2]
        more = list(proven(searched(store, known, shapes, frozenset(("shared-word",)))))
    assert {c.id for c in more} - {c.id for c in proven(batches)}


def test_several_processes_find_the_same() -> None:
    known, _ = found_in_sample()
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        searcher = Searcher(store, known, Order.of_seed(11), 11)
        asked = [(shape, searcher.window(shape, 0, ROWS)) for shape in known.shapes[::24]]
        alone = Team(searcher, 1).found(asked)
        with closing(Team(searcher, 2)) as team:
            assert team.found(asked) == alone
    assert list(proven(alone))


def test_what_ends_another_process_is_said_as_if_it_were_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the server of the store has gone away, which that process may meet first."""

    def opened() -> GraphStore:
        raise StoreGoneError("It went away.")

    known, _ = found_in_sample()
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        monkeypatch.setattr(store, "opener", lambda: opened)
        searcher = Searcher(store, known, Order.of_seed(11), 11)
        asked = [(shape, searcher.window(shape, 0, ROWS)) for shape in known.shapes[::24]]
        with closing(Team(searcher, 2)) as team, pytest.raises(StoreGoneError, match=r"^It went away\.$"):
            team.found(asked)


def test_a_large_graph_is_searched_in_parts_and_all_patterns_look_at_the_same_things(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("contragraph.generation.search.searching.LARGE", 1)
    monkeypatch.setattr("contragraph.generation.search.searching.PART", 2_000)
    known, _ = found_in_sample()
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        searcher = Searcher(store, known, Order.of_seed(11), 11)
        assert searcher.parts > 1
        seen = 0
        for shape in known.shapes[::16]:
            whole = store.match(shape.matching, shape.together, searcher.order, Window(1_000_000))
            every = {tuple(row.values()) for row in whole}
            starts: list[int] = []
            start: int | None = 0
            while start is not None and len(starts) < 3 * searcher.parts:
                starts.append(start)
                window = searcher.window(shape, start, rows=1_000_000)
                rows = searcher.rows(shape, window)
                assert every.issuperset(tuple(row.values()) for row in rows)
                start = searcher.later(window, rows)
                seen += len(rows)
            assert start is None
            assert starts == sorted(starts)
        (first,) = {tuple(searcher.subjects(0)) for _ in range(2)}
        one, other = known.shapes[0], known.shapes[1]
        for shape in (one, other):
            anchors = {
                row[f"v{shape.matching.edges[0].first}"] for row in searcher.rows(shape, searcher.window(shape, 0))
            }
            assert anchors <= set(first)
    assert seen > 100


def test_in_a_large_graph_a_sample_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = found_in_sample()
    monkeypatch.setattr("contragraph.generation.search.counts._MANY", 1)
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        monkeypatch.setattr("contragraph.generation.search.counts._SAMPLE", 5_000)
        some = grounds(store, "wikidata5m", kg_of("wikidata")).counts
        monkeypatch.setattr("contragraph.generation.search.counts._SAMPLE", 10**6)
        every = grounds(store, "wikidata5m", kg_of("wikidata")).counts
    assert 0 < len(some.kinds) < len(every.kinds)
    kinds, decades = whole.counts.kinds, whole.counts.decades
    assert set(every.kinds) <= set(kinds)
    # Hubs are not in the sample.
    assert sum(share == pytest.approx(kinds[key], abs=0.02) for key, share in every.kinds.items()) > 0.98 * len(kinds)
    assert any(every.decades.get(relation) == some for relation, some in decades.items())
    totals = [sum(n for some in each.values() for n in some.values()) for each in (every.decades, decades)]
    assert 0.9 * totals[1] < totals[0] < totals[1]
    assert len(every.words & whole.counts.words) > len(whole.counts.words) / 4


def test_the_perturbed_side_of_a_conflict_can_be_told_in_one_piece() -> None:
    _, batches = found_in_sample()
    for conflict in proven(batches):
        perturbed, left = {*conflict.candidate.perturbed.entities}, list(conflict.candidate.support)
        while joined := [s for s in left if not perturbed.isdisjoint(s.entities)]:
            perturbed.update(e for s in joined for e in s.entities)
            left = [s for s in left if s not in joined]
        assert not left, conflict


def test_one_subject_and_relation_is_perturbed_a_few_times_in_a_window() -> None:
    _, batches = found_in_sample()
    most = Counter[tuple[str, str, str]]()
    for batch in batches:
        made = (c.candidate.perturbed for c in batch.proven if isinstance(c.candidate.perturbed.object, str))
        most.update((batch.shape.name, s.subject, s.relation) for s in made)
    assert max(most.values()) == ENOUGH


def test_a_candidate_lists_original_support_and_perturbed_in_order() -> None:
    one, two, made = (Statement("x:a", "x:r", f"x:{n}") for n in "bcd")
    assert Candidate("s", one, made, (two,)).statements == (one, two, made)


def test_a_graph_of_which_nothing_is_known_is_refused(tmp_path: object) -> None:
    del tmp_path
    wrong = contragraph("patterns", "list", "--kg", "nothing", cwd=sample_world())
    assert wrong.code == 2
    assert "nothing" in wrong.err
