"""Splits share no entity, have their shares, and depend on nothing but pairs, shares and seed."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.exporting import copied, measured
from contragraph.dataset.exports.splits import parse_shares, split_entities
from contragraph.graph.errors import InputError
from tests.exporting import copies, exported, hard_dataset
from tests.made import Line, lines_of
from tests.strategies import deterministic

Pairs = dict[str, frozenset[str]]


def entities(line: Line) -> frozenset[str]:
    """Every entity that a pair speaks of, taken from the JSON."""
    nodes = (n for c in line["contexts"].values() for s in c["statements"] for n in (s["subject"], s["object"]))
    return frozenset(node["id"] for node in nodes if "id" in node)


def overlap(split: dict[str, str], pairs: Pairs) -> set[str]:
    """Entities that occur in two splits."""
    at: dict[str, set[str]] = {}
    for pair, name in split.items():
        for entity in pairs[pair]:
            at.setdefault(entity, set()).add(name)
    return {entity for entity, names in at.items() if len(names) > 1}


PAIRS = st.lists(st.frozensets(st.integers(0, 30).map(str), min_size=1, max_size=6), max_size=40).map(
    lambda sets: {f"p{n}": entities for n, entities in enumerate(sets)}
)


@deterministic(200)
@given(PAIRS, st.sampled_from(["80/10/10", "34/33/33", "10/80/10", "50/50", "99/1"]), st.integers(0, 3))
def test_no_entity_is_in_two_splits(pairs: Pairs, shares: str, seed: int) -> None:
    split = split_entities(pairs.items(), parse_shares(shares), seed)
    assert set(split) <= set(pairs)
    assert set(split.values()) <= set(parse_shares(shares).names)
    assert overlap(split, pairs) == set()


@deterministic(50)
@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_pairs_does_not_matter(pairs: Pairs, shuffler: random.Random) -> None:
    listed = list(pairs.items())
    shuffler.shuffle(listed)
    shares = parse_shares("80/10/10")
    assert split_entities(listed, shares, 7) == split_entities(pairs.items(), shares, 7)


def test_nothing_is_left_out_where_pairs_share_nothing() -> None:
    pairs = {f"p{n}": frozenset({f"e{n}", f"f{n}"}) for n in range(1000)}
    counts = Counter(split_entities(pairs.items(), parse_shares("80/10/10"), 7).values())
    assert counts == {"train": 800, "dev": 100, "test": 100}
    other = split_entities(pairs.items(), parse_shares("80/10/10"), 8)
    assert other != split_entities(pairs.items(), parse_shares("80/10/10"), 7)


def test_a_hub_costs_no_more_than_its_pairs() -> None:
    """Half of the pairs hang on one hub: they stay together, and the others make the smaller splits."""
    pairs = {f"p{n}": frozenset({f"e{n}"} | ({"hub"} if n % 2 else set())) for n in range(400)}
    split = split_entities(pairs.items(), parse_shares("80/10/10"), 7)
    assert len(split) == 400
    assert Counter(split.values()) == {"train": 320, "dev": 40, "test": 40}
    assert {split[f"p{n}"] for n in range(1, 400, 2)} == {"train"}


@pytest.mark.data
def test_real_pairs_keep_the_promise_and_the_shares(data_folder: Path) -> None:
    """The statements around a seed as the shared facts have them: one giant component, as real pairs have."""
    around: dict[str, set[str]] = {}
    with gzip.open(data_folder / "wikidata" / "wikidata5m_format_triples.txt.gz", "rt", encoding="utf-8") as file:
        for line in islice(file, 60_000):
            subject, _, thing = line.rstrip("\n").split("\t")
            around.setdefault(subject, {subject}).add(thing)
    pairs = {s: frozenset(sorted(found)[:12]) for s, found in sorted(around.items())[:1000]}
    split = split_entities(pairs.items(), parse_shares("80/10/10"), 7)
    assert overlap(split, pairs) == set()
    counts = Counter(split.values())
    for name, percent in (("train", 80), ("dev", 10), ("test", 10)):
        assert abs(counts[name] / len(split) - percent / 100) < 0.03


@pytest.mark.parametrize("text", ["", "80", "80/20/10", "0/50/50", "-10/60/50", "8O/10/10", "25/25/25/25", "٨٠/١٠/١٠"])
def test_shares_that_cannot_be(text: str) -> None:
    with pytest.raises(InputError, match="80/10/10"):
        parse_shares(text)


# -- in exports ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["jsonl", "rag"])
def test_written_splits_share_no_entity(tmp_path: Path, name: str) -> None:
    many = copies(tmp_path / "many", 4)
    done = exported(name, tmp_path / "out", source=many, shares="60/20/20")
    pairs = {line["id"]: line for line in lines_of(many)}
    at: dict[str, set[str]] = {}
    written = 0
    for split in ("train", "dev", "test"):
        lines = [json.loads(t) for t in (tmp_path / f"out/{split}.jsonl").read_text("utf-8").split("\n") if t]
        assert lines
        held = [line if name == "jsonl" else pairs[p["pair"]] for line in lines for p in line.get("passages", [{}])]
        written += len({line["id"] for line in held})
        for line in held:
            for entity in entities(line):
                at.setdefault(entity, set()).add(split)
    assert {entity for entity, splits in at.items() if len(splits) > 1} == set()
    assert f"{64 - written} of 64 pairs left out" in done.notes[0]


def test_too_few_pairs_for_a_split(tmp_path: Path) -> None:
    """One pair cannot be split; nothing is left behind."""
    from tests.forge import rewrite

    one = copies(tmp_path / "one", 1)
    rewrite(one, lines_of(one)[:1])
    with pytest.raises(InputError, match="leaves pairs for"):
        exported("jsonl", tmp_path / "out", source=one, shares="80/10/10")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["one"]


def test_hard_dataset_is_accepted_by_the_reader() -> None:
    """The pairs that these tests export are instances by the contract's reader, hard as they are."""
    from contragraph.dataset.records.pairs import read_instances

    assert [r.id for _, r in read_instances(hard_dataset())] == [line["id"] for line in lines_of(hard_dataset())]


def test_the_benchmark_measures_an_export(tmp_path: Path) -> None:
    """Nothing is timed here: it runs, on the copies that it makes."""
    copied(hard_dataset(), tmp_path / "many", 40)
    told = measured("jsonl", tmp_path / "many", "60/20/20")
    assert "MB on disk" in told
    assert "of 40 pairs left out" in told
