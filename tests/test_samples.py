"""The sample that ships: its size, its content, and that the script makes these very bytes."""

import gzip
import os
import re
from pathlib import Path

import pytest

from contragraph.samples import sample_files
from contragraph.samples.make import LEFT_OUT, SEEDS, lines, make

ABSENT = {"P197", "P1011", "P3094", "P4330"}
NAMES = [f"wikidata5m_{part}.txt.gz" for part in ("all_triplet", "entity", "relation", "text", "claims")]


def triples() -> list[tuple[str, ...]]:
    content = gzip.decompress((sample_files() / NAMES[0]).read_bytes()).decode()
    return [tuple(line.split("\t")) for line in content.splitlines()]


def test_size() -> None:
    assert sorted(path.name for path in sample_files().iterdir()) == sorted(NAMES)
    assert sum(path.stat().st_size for path in sample_files().iterdir()) < 3_000_000
    assert 20_000 <= len(triples()) <= 60_000


def test_sorted_without_repeats_and_with_all_seed_relations() -> None:
    facts = triples()
    keys = [tuple(int(part[1:]) for part in fact) for fact in facts]
    assert keys == sorted(set(keys))
    relations = {fact[1] for fact in facts}
    assert set(SEEDS) - relations == ABSENT
    assert not relations & set(LEFT_OUT)


def test_every_entity_and_relation_has_a_name() -> None:
    facts = triples()
    names = lines(sample_files() / NAMES[1])
    assert set(names) == {end for fact in facts for end in (fact[0], fact[2])}
    assert all(re.match(r"[^\t]+", name) for name in names.values())
    assert set(lines(sample_files() / NAMES[2])) == {fact[1] for fact in facts}
    assert set(lines(sample_files() / NAMES[3])) <= set(names)


def test_most_entities_have_a_class() -> None:
    facts = triples()
    typed = {fact[0] for fact in facts if fact[1] in ("P31", "P279")}
    entities = {end for fact in facts for end in (fact[0], fact[2])}
    assert len(typed) > 0.85 * len(entities)


def test_claims_are_about_entities_of_the_sample() -> None:
    first, *rows = gzip.decompress((sample_files() / NAMES[4]).read_bytes()).decode().splitlines()
    assert first == "node1\tlabel\tnode2"
    claims = [tuple(row.split("\t")) for row in rows]
    keys = [(int(item[1:]), int(relation[1:]), value) for item, relation, value in claims]
    assert keys == sorted(set(keys))
    assert {item for item, _, _ in claims} <= {end for fact in triples() for end in (fact[0], fact[2])}
    assert 5_000 < sum(value.startswith("^") for _, _, value in claims) < 6_000


@pytest.mark.data
@pytest.mark.skipif("CONTRAGRAPH_DATA" not in os.environ, reason="CONTRAGRAPH_DATA is not set")
def test_the_script_makes_the_sample(tmp_path: Path) -> None:
    make(Path(os.environ["CONTRAGRAPH_DATA"]), tmp_path)
    for name in NAMES:
        made, shipped = (folder / name for folder in (tmp_path, sample_files()))
        assert gzip.decompress(made.read_bytes()) == gzip.decompress(shipped.read_bytes())
        assert made.read_bytes()[:10] == shipped.read_bytes()[:10]
