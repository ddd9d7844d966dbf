"""Runs in which models propose and tell: proven, repeatable, stopped at any point without loss, honest in the end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.files.folder import MANIFEST, REVIEW, working_folder
from contragraph.dataset.types import parse_plan
from contragraph.generation.run.making import generate
from contragraph.generation.settings import Settings
from contragraph.graph.errors import InputError
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph
from tests.llm_runs import Made, answering, contents, dated_sample, finished, killed
from tests.local_model import NAME
from tests.made import few_axioms, lines_of, sample_world
from tests.scripted_server import Reply, Request, ScriptedServer, scripted
from tests.teller import Teller

PLAN = "1-single-hop=1,1-multi-hop=1"
STEP = "1-single-hop=3"
"""What is stopped and asked again: what a conflict of several steps may rest on takes seconds to look up, each time."""


@dataclass(frozen=True)
class World:
    """A dataset that models made without a break, and how to make it again."""

    made: Made
    server: ScriptedServer
    calls: int

    def another(self, name: str) -> Made:
        """The same in another folder, with a cache of its own."""
        folder = self.made.out.parent
        return replace(self.made, out=folder / name, cache=folder / f"{name}.sqlite")


@contextmanager
def asked(folder: Path, plan: str, *, axioms: Path | None = None, controls: str | None = None) -> Iterator[World]:
    """Pairs of a plan, proposed and told by models, from the sample."""
    address = dated_sample(folder)
    with answering(address, Teller()) as server:
        made = Made(address, folder / "whole", folder / "whole.sqlite", server.url, plan, "llm", tries=16)
        made = replace(made, axioms=axioms, controls=controls)
        report = made.run()
        assert not report.shortfalls, report.shortfalls
        yield World(made, server, len(server.requests))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Pairs of one step and of several, with controls."""
    with asked(tmp_path_factory.mktemp("asked"), PLAN, controls="1:1") as found:
        yield found


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Pairs of one step alone, by few axioms."""
    folder = tmp_path_factory.mktemp("steps")
    with asked(folder, STEP, axioms=few_axioms(folder)) as found:
        yield found


def test_both_types_come_out_proven(world: World) -> None:
    found = check(world.made.out)
    assert found.accepted, found
    lines = [line for line in lines_of(world.made.out) if line["conflicts"]]
    assert Counter(line["type"] for line in lines) == {str(t): n for t, n in parse_plan(PLAN).items()}
    for line in lines:
        provenance = line["provenance"]
        assert provenance["generator"] == "llm"
        assert {"perturb"} <= {m["step"] for m in provenance["models"]} <= {"perturb", "verbalise", "verify"}
        assert {m["model"] for m in provenance["models"]} == {"openai/stand-in"}
        assert len(provenance["seed_statements"]) == len(line["conflicts"])


def test_the_manifest_says_what_was_asked_and_what_came_of_it(world: World) -> None:
    manifest = json.loads((world.made.out / MANIFEST).read_text("utf-8"))
    asked, told = manifest["asked"], manifest["told"]
    lines = lines_of(world.made.out)
    assert asked["accepted"] >= sum(len(line["conflicts"]) for line in lines)
    assert asked["questions"] + told["answers"] <= world.calls
    assert 0 < told["told"] <= told["sides"] == 2 * len(lines)
    assert told["all"]["conflict_statements"]["stated"] == told["all"]["conflict_statements"]["of"]
    models = manifest["settings"]["models"]
    assert set(models) == {"perturb", "verbalise", "verify", "tries"}
    assert models["perturb"]["prompt"] == "perturb/1, perturb-again/1"
    assert world.server.url not in json.dumps(manifest)
    assert REVIEW in manifest["files"]
    for line in (world.made.out / "rejected.jsonl").read_text("utf-8").splitlines():
        rejected = json.loads(line)
        assert rejected["reason"]
        assert "proposed" not in rejected or rejected["model"] == "openai/stand-in"


def test_no_question_is_asked_twice_in_a_run_or_in_the_next_one(steps: World) -> None:
    assert steps.calls == steps.made.answers
    before = len(steps.server.requests)
    again = replace(steps.made, out=steps.made.out.with_name("again"))
    again.run()
    assert len(steps.server.requests) == before
    assert contents(again.out) == contents(steps.made.out)


def test_controls_are_told_by_the_model_as_the_pairs_are(world: World) -> None:
    lines = lines_of(world.made.out)
    assert {line["type"] for line in lines[2:]} == {"0-conflict"}
    assert len(lines) <= 4
    assert {line["provenance"]["verbaliser"] for line in lines} == {"llm"}


def test_a_run_that_is_killed_goes_on_by_itself_to_the_same_bytes(steps: World) -> None:
    broken, server = steps.another("broken"), steps.server
    before = len(server.requests)
    kill = killed(broken, server, steps.calls // 2, 0.02)
    assert kill.alive
    assert working_folder(broken.out).exists()
    assert not broken.out.exists()
    kept, calls = broken.answers, len(server.requests)
    assert finished(broken)
    assert contents(broken.out) == contents(steps.made.out)
    assert len(server.requests) - calls == broken.answers - kept  # no answer that was kept is asked for again
    assert len(server.requests) - before == broken.answers + kill.lost


def test_a_model_that_proves_nothing_ends_the_run_within_its_bounds(world: World, tmp_path: Path) -> None:
    def answer(request: Request, nth: int) -> Reply:
        del request, nth
        return Reply('{"triplets": [{"subject": "I", "relation": "seat of the moon", "object": "X"}], "reason": ""}')

    with scripted(answer) as server:
        plan = "1-single-hop=1,1-multi-hop=1"
        hopeless = Made(world.made.address, tmp_path / "none", tmp_path / "c.sqlite", server.url, plan, tries=3)
        report = hopeless.run()
    assert {str(s.type): s.made for s in report.shortfalls} == {"1-single-hop": 0, "1-multi-hop": 0}
    assert report.asked["seeds"] == 3 + 3
    assert report.asked["questions"] == 2 * report.asked["seeds"]
    assert report.asked["rejected"] == {"a relation that is not known": 6}
    assert report.asked["review"] == len((tmp_path / "none" / REVIEW).read_text("utf-8").splitlines()) == 12
    assert check(tmp_path / "none").accepted


def test_settings_that_ask_a_model_need_one(tmp_path: Path) -> None:
    settings = Settings(parse_plan("small"), generator="llm")
    sample = f"ladybug:{sample_world() / 'contragraph.lbug'}"
    with open_store(sample, read_only=True) as store, pytest.raises(InputError, match="--model"):
        generate(store, tmp_path / "out", settings)


# -- the command line ------------------------------------------------------------------------------------------


def test_a_dry_run_asks_nothing_and_says_what_it_would_take(world: World, tmp_path: Path) -> None:
    config = tmp_path / "models.toml"
    config.write_text(
        f'model = "openai/stand-in"\napi_base = "{world.server.url}"\nprice_in = 1.0\nprice_out = 2.0\n', "utf-8"
    )
    before = len(world.server.requests)
    options = ["--generator", "llm", "--verbaliser", "llm", "--models", str(config), "--plan", "1-single-hop=10"]
    options += ["--controls", "1:2", "--ontology", str(few_axioms(tmp_path))]
    cache = ["--cache", str(tmp_path / "c.sqlite"), "--store", world.made.address]
    found = contragraph("generate", *options, *cache, "--out", str(tmp_path / "out"), "--dry-run", cwd=tmp_path)
    assert found.code == 0, found.err
    assert "perturb    10 to 160" in found.out
    assert "verbalise  30 to 90" in found.out
    assert "Nothing was asked." in found.out
    assert len(world.server.requests) == before
    assert not (tmp_path / "out").exists()
    assert not working_folder(tmp_path / "out").exists()


def test_a_real_small_model_ends_with_an_honest_report(local_model: str, tmp_path: Path) -> None:
    config = tmp_path / "models.toml"
    config.write_text(
        f'model = "{NAME}"\napi_base = "{local_model}"\ntemperature = 0.0\nmax_tokens = 40\n[limits]\nin_flight = 1\n',
        "utf-8",
    )
    dated_sample(tmp_path, "contragraph.lbug")
    options = ["--generator", "llm", "--verbaliser", "llm", "--models", "models.toml", "--cache", "answers.sqlite"]
    plan = ["--plan", "1-single-hop=1", "--tries", "1", "--out", "real", "--ontology", str(few_axioms(tmp_path))]
    found = contragraph("generate", *options, *plan, cwd=tmp_path)
    assert found.code in (0, 1), found.err
    made = len(lines_of(tmp_path / "real"))
    assert found.code == (0 if made else 1)
    if not made:
        assert "Too few of 1-single-hop: 0 of 1" in found.err
    assert "Of the model's proposals" in found.out
    assert check(tmp_path / "real").accepted
