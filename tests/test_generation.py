"""The pieces of the generator: plans, caps, readings, the order of seeds, folders, journals, lines."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.records.codec import line_hash, parse_line, to_instance, to_line
from contragraph.dataset.types import PAIR_TYPES, PairType, format_plan, parse_plan, parse_type
from contragraph.graph.errors import InputError
from tests.made import dataset
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
