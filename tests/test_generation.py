"""The pieces of the generator: plans, caps, readings, the order of seeds, folders, journals, lines."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.codec import line_hash, parse_line, to_instance, to_line
from contragraph.dataset.types import PAIR_TYPES, PairType, format_plan, parse_plan, parse_type
from contragraph.generation.extract import Subgraph
from contragraph.generation.plans import Join, Reading, Readings, readings
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Kind
from contragraph.reasoning import compile_rules
from contragraph.reasoning.unfold import unfold
from tests.made import dataset
from tests.staged_kgs import Triple
from tests.strategies import deterministic

# -- plans ------------------------------------------------------------------------------------------------


@deterministic(60)
@given(st.dictionaries(st.sampled_from(PAIR_TYPES), st.integers(1, 999), min_size=1))
def test_a_plan_is_read_as_it_is_written(plan: dict[PairType, int]) -> None:
    assert parse_plan(format_plan(plan)) == plan
    assert list(parse_plan(format_plan(plan))) == sorted(plan, key=lambda t: (t.multi, t.conflicts))


def test_the_plan_of_the_paper() -> None:
    counts = {str(t): n for t, n in parse_plan("magic").items()}
    assert sum(counts.values()) == 1080
    assert [counts[f"{n}-single-hop"] for n in range(1, 5)] == [208, 154, 80, 50]
    assert [counts[f"{n}-multi-hop"] for n in range(1, 5)] == [300, 158, 80, 50]


@pytest.mark.parametrize(
    "text",
    ["", "1-single-hop", "5-single-hop=1", "1-single-hop=-1", "1-single-hop=x", "0-conflict=3", "1-single-hop=0"],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_plan(text)


def test_a_type_named_twice_is_refused() -> None:
    with pytest.raises(InputError, match="1-single-hop twice"):
        parse_plan("1-single-hop=1,1-single-hop=2")


@deterministic(60)
@given(st.sampled_from(PAIR_TYPES), st.lists(st.integers(1, 4), max_size=5))
def test_a_type_admits_its_hops_only(pair_type: PairType, hops: list[int]) -> None:
    assert parse_type(str(pair_type)) == pair_type
    wanted = len(hops) == pair_type.conflicts and all((h > 1) == pair_type.multi for h in hops)
    assert pair_type.admits(tuple(hops)) == wanted


# -- caps of a subgraph ----------------------------------------------------------------------------------------

NODES = st.sampled_from([f"wd:Q{i}" for i in range(9)])


@deterministic(60)
@given(st.lists(st.tuples(NODES, st.sampled_from(["wdt:P1", "wdt:P2"]), NODES), max_size=60))
def test_a_subgraph_keeps_its_caps_whatever_is_added(triples: list[Triple]) -> None:
    subgraph = Subgraph()
    for statement in (Statement(*t) for t in triples):
        before = list(subgraph.statements)
        admitted = subgraph.admits(statement)
        assert subgraph.add(statement) == admitted
        assert subgraph.statements == [*before, statement][: len(before) + admitted]
        if not admitted:
            joined = {frozenset(s.entities) for s in before}
            degree = Counter(e for s in before for e in s.entities)
            full = len(before) == 15 or any(degree[e] == 5 for e in statement.entities)
            assert full or frozenset(statement.entities) in joined or len(set(statement.entities)) == 1
    degree = Counter(e for s in subgraph.statements for e in s.entities)
    assert len(subgraph.statements) <= 15
    assert max(degree.values(), default=0) <= 5
    assert not any(s.subject == s.object for s in subgraph.statements)
    assert len({frozenset(s.entities) for s in subgraph.statements}) == len(subgraph.statements)


@deterministic(60)
@given(
    st.lists(st.tuples(NODES, st.sampled_from(["Paris", "paris", "Paris (Texas)", "Lyon", "Lyon (2)"])), max_size=20)
)
def test_no_two_entities_of_a_subgraph_have_one_name(named: list[tuple[str, str]]) -> None:
    subgraph = Subgraph()
    taken: dict[str, str] = {}
    for entity, label in named:
        name = label.partition(" (")[0].lower()
        assert subgraph.name(entity, label) == (taken.get(name, entity) == entity)
        taken.setdefault(name, entity)


# -- readings -----------------------------------------------------------------------------------------------


def terms(reading: Reading, leaf: int) -> set[int]:
    atom = reading.pattern.leaves[leaf]
    return {t for t in (atom.first, atom.second) if isinstance(t, int)}


def starts_at_known(reading: Reading, join: Join, bound: set[int]) -> bool:
    """Whether a join goes from an end that is known to the other end of its leaf, and says what it knows of that."""
    atom = reading.pattern.leaves[join.leaf]
    ends = (join.known, join.other) if join.at_first else (join.other, join.known)
    known, closed = (isinstance(term, str) or term in bound for term in (join.known, join.other))
    return (join.predicate, *ends) == (atom.relation, atom.first, atom.second) and known and join.closed == closed


def test_every_join_starts_at_something_bound() -> None:
    """Each true leaf has a bound end when its turn comes, and at the end everything is bound."""
    ontology = load_ontology()
    unfolding = unfold(compile_rules(ontology.axioms), ontology.statable)
    seen = 0
    for relation in sorted(ontology.domains):
        for pattern, seed, flip in unfolding.by_relation.get(relation, ())[::7]:
            for reading in readings(pattern, seed, flip):
                seen += 1
                leaves = [join.leaf for join in (*reading.before, *reading.after)]
                assert {seed, reading.made, *leaves} == set(range(len(pattern.leaves)))
                assert len(leaves) == len(pattern.leaves) - 2
                bound = terms(reading, seed)
                for join in reading.before:
                    assert starts_at_known(reading, join, bound)
                    bound |= terms(reading, join.leaf)
                free = terms(reading, reading.made) - bound
                assert free == ({reading.free} if reading.free is not None else set())
                bound |= free
                for join in reading.after:
                    assert starts_at_known(reading, join, bound)
                    bound |= terms(reading, join.leaf)
                assert pattern.variables <= bound
    assert seen > 1000


def test_readings_are_found_by_their_first_step() -> None:
    ontology = load_ontology()
    table = Readings(unfold(compile_rules(ontology.axioms), ontology.statable))
    found = table.of("wdt:P36", 2)
    assert sum(map(len, found.values())) > 10
    for step, some in found.items():
        for reading in some:
            assert reading.first == step
            assert reading.pattern.hops == 2
            if step is not None:
                end, predicate, _ = step
                assert reading.before[0].predicate == predicate
                assert end in ("subject", "object")


def test_relations_that_have_many_values_in_fact_are_not_functional() -> None:
    """22 % of time zones and 40 % of record labels have company; such relations get exclusive forms."""
    axioms = load_ontology().axioms
    functional = [a for a in axioms if a.kind in (Kind.FUNCTIONAL, Kind.INVERSE_FUNCTIONAL)]
    assert functional
    for axiom in functional:
        assert axiom.facts is not None
        assert axiom.violations is not None
        assert axiom.violations <= 0.1 * axiom.facts, axiom.id
    exclusive = {a.roles[1].relation for a in axioms if a.kind is Kind.EXCLUSIVE_FORM}
    assert {"wdt:P264", "wdt:P127", "wdt:P421", "wdt:P178"} <= exclusive - {a.roles[0].relation for a in functional}


# -- lines ------------------------------------------------------------------------------------------------


def test_a_line_is_read_back_as_what_it_was_written_from() -> None:
    for line in (dataset() / "instances.jsonl").read_text("utf-8").splitlines():
        record = parse_line(line, "here")
        instance = to_instance(record)
        assert to_line(instance) == (record.id, line)
        assert line_hash(line) == record.id
        assert to_instance(parse_line(to_line(instance)[1], "here")) == instance


def test_unknown_keys_are_kept_out_of_the_way_and_count_for_the_id() -> None:
    line = json.loads((dataset() / "instances.jsonl").read_text("utf-8").splitlines()[0])
    line["later"] = {"valid": None}
    text = json.dumps(line)
    assert to_instance(parse_line(text, "here")).type == line["type"]
    assert line_hash(text) != line["id"]


def test_sentences_stand_in_order_in_the_record() -> None:
    for line in (dataset() / "instances.jsonl").read_text("utf-8").splitlines():
        for side in to_instance(parse_line(line, "here")).sides:
            assert all(a.end <= b.start for a, b in pairwise(side.text.sentences))
