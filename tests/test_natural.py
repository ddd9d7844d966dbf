"""Disagreements of two linked graphs: what is behind them, and the pairs that they become."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.generation.linking.agreement import agreement
from contragraph.generation.linking.places import Places
from contragraph.generation.run.making import Settings, generate
from contragraph.generation.search.view import View
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Statement
from tests.cli import contragraph
from tests.linked import BORN_IN, BORN_ON, Linked, linked_graphs
from tests.made import lines_of

pytestmark = pytest.mark.xdist_group("linked")  # both graphs are loaded once


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Linked]:
    """The sample, and a DBpedia that says the same but for some births; all things are linked."""
    with linked_graphs(tmp_path_factory.mktemp("natural")) as both:
        yield both


def test_agreement_counts_what_was_moved(world: Linked) -> None:
    _, rows = agreement(world.store, "wikidata5m", "dbpedia")
    by_relation = {r.relation: r for r in rows}
    for relation, other in ((BORN_IN, "dbo:birthPlace"), (BORN_ON, "dbo:birthDate")):
        row = by_relation[relation]
        assert row.other == other
        assert 0 < row.differ <= sum(s.relation == relation for s in world.moved)
        assert row.only_one == row.only_other == row.unlinked == 0
    others = [r for r in rows if r.relation.startswith("wdt:") and r.relation not in (BORN_IN, BORN_ON)]
    assert len(others) > 20
    assert all((r.differ, r.same_name, r.unlinked, r.only_one, r.only_other) == (0, 0, 0, 0, 0) for r in others)


@pytest.mark.parametrize(("kg", "against"), [("wikidata5m", "dbpedia"), ("dbpedia", "wikidata5m")])
def test_disagreements_become_proven_pairs(world: Linked, kg: str, against: str, tmp_path: Path) -> None:
    settings = Settings({}, generator="natural", against=against)
    report = generate(world.store, tmp_path / "one", settings, kg=kg)
    made = lines_of(tmp_path / "one")
    assert len(made) == sum(report.made.values()) > 3
    assert not report.shortfalls
    assert check(tmp_path / "one").faults == []
    relations = set()
    for pair in made:
        source = pair["provenance"]["against"]
        assert (pair["provenance"]["generator"], source["kg"]) == ("natural", against)
        here = {s["id"]: s for c in pair["contexts"].values() for s in c["statements"]}
        told = {t["id"]: t for t in source["statements"]}
        assert len(told) == len(pair["conflicts"])
        for conflict in pair["conflicts"]:
            (original,), (perturbed,) = conflict["original"], conflict["perturbed"]
            assert (here[original]["source"], here[perturbed]["source"]) == ("kg", "made")
            ends = here[original]["subject"]["id"], told[perturbed]["subject"]
            assert ends[0].partition(":")[2] == ends[1].partition(":")[2]
            assert told[perturbed]["relation"] != here[perturbed]["relation"]["id"]
            relations.add(here[original]["relation"]["id"])
            if kg == "wikidata5m" and here[original]["relation"]["id"] == BORN_IN:
                true = Statement(ends[0], BORN_IN, here[original]["object"]["id"])
                assert world.moved[true].object == here[perturbed]["object"]["id"]
    assert len(relations) == 2  # places and dates
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text("utf-8"))
    rows = agreement(world.store, kg, against)[1]
    for relation, causes in manifest["disagreements"].items():
        row = next(r for r in rows if r.relation == relation)
        assert sum(causes.values()) == row.differ + row.unlinked
    if kg == "wikidata5m":
        return
    generate(world.store, tmp_path / "two", settings, kg=kg)
    for name in ("instances.jsonl", "rejected.jsonl", "ontology.ttl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_places_contradict_each_other_only_on_one_level() -> None:
    """What is of one level, by whichever graph tells, lies apart, unless a graph says otherwise."""

    def town(name: str, level: str = "cg:Settlement") -> Entity:
        return Entity(name, name, types=("schema:Place",), level=level)

    one = View({n: town(n, "") for n in ("y:Bern", "y:Muri", "y:Zug", "y:Uri")} | {"y:Film": Entity("y:Film", "")}, {})
    other = View(
        {n: town(n) for n in ("d:Bern", "d:Muri", "d:Zug")} | {"d:Uri": town("d:Uri", "cg:Region")},
        {},
        {"d:Muri": frozenset(("d:Bern",))},
    )
    twins = {n: frozenset((n, n.replace("y:", "d:"))) for n in ("y:Bern", "y:Muri", "y:Zug", "y:Uri")}
    known = Places([one, other], twins, frozenset(("schema:Place",)))
    assert not known.may_nest("y:Bern", "y:Zug")
    assert known.may_nest("y:Bern", "y:Muri")
    assert known.may_nest("y:Muri", "y:Bern")
    assert known.may_nest("y:Bern", "y:Uri")
    assert Places([one], twins, known.classes).may_nest("y:Bern", "y:Zug")
    assert not known.may_nest("y:Film", "y:Other")


def test_what_is_not_linked_is_refused(world: Linked, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no knowledge graph 'yago'"):
        generate(world.store, tmp_path / "none", Settings({}, generator="natural", against="yago"), kg="wikidata5m")


def test_the_command_asks_for_both_graphs(tmp_path: Path) -> None:
    alone = contragraph("generate", "--generator", "natural", "--out", "d", cwd=tmp_path)
    assert (alone.code, alone.out) == (2, "")
    assert "--against" in alone.err
