"""One run over several graphs of a store: shares of the plan, one folder, killed and resumed, proven again."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.types import CONTROL, parse_plan
from contragraph.generation.pool.source import Listed
from contragraph.generation.run.making import Settings, generate, make
from contragraph.generation.run.searches import prepared, shared_out
from contragraph.generation.settings.ratio import Ratio
from contragraph.graph.doctor.audit import audit
from contragraph.graph.stores.open import open_store
from tests.linked import linked_graphs
from tests.made import lines_of

PLAN = "1-single-hop=3,2-single-hop=2"
SETTINGS = Settings(parse_plan(PLAN), 7, controls=Ratio(1, 1))


pytestmark = pytest.mark.xdist_group("linked")  # both graphs are loaded once


class StoppedError(Exception):
    """The run was killed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset of two graphs made at once, and one that was stopped in the second graph."""
    folder = tmp_path_factory.mktemp("several")

    def stop(what: str, done: int, of: int) -> None:
        if what == "pairs" and done > of * 3 // 4:
            raise StoppedError

    with linked_graphs(folder) as both:
        with pytest.raises(StoppedError):
            generate(both.store, folder / "stopped", SETTINGS, kg="all", progress=stop)
        for name in ("stopped", "whole"):
            report = generate(both.store, folder / name, SETTINGS, kg="all", resume=name == "stopped")
            assert not report.shortfalls
            assert report.made == {**SETTINGS.plan, CONTROL: 5}
        alone = Settings(parse_plan("1-single-hop=3"), 7)
        (first, _), second = prepared(both.store, alone, "all")
        make(both.store, folder / "alone", alone, (first, lambda _: Listed(())), second)
    return folder


def test_each_graph_has_its_share_and_all_is_proven_again(folder: Path) -> None:
    pairs = lines_of(folder / "whole")
    made = Counter((p["kg"], p["type"]) for p in pairs)
    for kg, share in zip(("dbpedia", "wikidata5m"), shared_out(SETTINGS.plan, 2), strict=True):
        assert {t: n for (of, t), n in made.items() if of == kg} == {
            **{str(t): n for t, n in share.items()},
            str(CONTROL): sum(share.values()),
        }
    by_id = {p["id"]: p for p in pairs}
    for control in (p for p in pairs if p["type"] == str(CONTROL)):
        assert by_id[control["provenance"]["control"]["of"]]["kg"] == control["kg"]
    assert check(folder / "whole").faults == []
    manifest = json.loads((folder / "whole" / "manifest.json").read_text("utf-8"))
    assert manifest["settings"]["kg"] == "all"
    assert sorted(manifest["settings"]["kgs"]) == ["dbpedia", "wikidata5m"]


def test_a_run_that_was_stopped_goes_on_with_the_same_bytes(folder: Path) -> None:
    whole = sorted(p.name for p in (folder / "whole").iterdir())
    assert whole == sorted(p.name for p in (folder / "stopped").iterdir())
    for name in whole:
        assert (folder / "whole" / name).read_bytes() == (folder / "stopped" / name).read_bytes()


def test_what_a_graph_cannot_make_the_next_one_makes(folder: Path) -> None:
    assert [p["kg"] for p in lines_of(folder / "alone")] == ["wikidata5m"] * 3
    assert check(folder / "alone").faults == []


def test_the_store_is_sound_afterwards(folder: Path) -> None:
    with open_store(f"ladybug:{folder / 'store.lbug'}", read_only=True) as store:
        assert audit(store) == []


def test_shares_are_even_and_the_rest_goes_round() -> None:
    plan = parse_plan("1-single-hop=4,2-single-hop=4,1-multi-hop=2")
    shares = shared_out(plan, 3)
    assert {t: sum(s.get(t, 0) for s in shares) for t in plan} == dict(plan)
    assert [sum(s.values()) for s in shares] == [3, 3, 4]
