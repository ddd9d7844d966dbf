"""Controls hold no contradiction, look like the pairs beside them, and are the same however a run goes."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from contragraph.dataset.check import check
from contragraph.dataset.folder import JOURNAL, MANIFEST, working_folder
from contragraph.dataset.types import parse_plan
from contragraph.generation.build import Draft, Task
from contragraph.generation.controls import build_control
from contragraph.generation.controls_rounds import parse_ratio
from contragraph.generation.controls_sound import BEARING, OF_MEMBERS, YOUNGER, Mover
from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.prepared import prepare_run
from contragraph.generation.ranking import Usage
from contragraph.generation.run import Settings, generate, instances
from contragraph.graph import open_store
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore
from tests.cli import contragraph
from tests.controlled import PAIRS, controlled
from tests.forge import faults, forged, rewrite
from tests.made import Line, lines_of, sample_world
from tests.oracle import contradictory
from tests.recheck import axioms_of, spelled

pytestmark = pytest.mark.xdist_group("controls")  # with those on their surface: the dataset is made once
SMALL = Settings(parse_plan("1-single-hop=2,1-multi-hop=1"), controls=parse_ratio("1:1"))


@pytest.fixture
def folder() -> Path:
    return controlled()


@pytest.fixture
def store(folder: Path) -> Iterator[GraphStore]:
    with open_store(f"ladybug:{folder / 'contragraph.lbug'}") as opened:
        yield opened


def two_kinds(dataset: Path) -> tuple[dict[str, Line], list[Line]]:
    """The pairs with conflicts by id, and the controls."""
    lines = lines_of(dataset)
    return {x["id"]: x for x in lines if x["conflicts"]}, [x for x in lines if not x["conflicts"]]


def sides(line: Line) -> tuple[dict[str, Line], dict[str, Line]]:
    contexts = line["contexts"]
    one, other = ({s["id"]: s for s in contexts[name]["statements"]} for name in ("original", "perturbed"))
    return one, other


def test_every_pair_has_a_control_of_its_shape(folder: Path) -> None:
    pairs, controls = two_kinds(folder / "dataset")
    assert len(controls) == len(pairs) == PAIRS
    assert {c["provenance"]["control"]["of"] for c in controls} == pairs.keys()
    manifest = json.loads((folder / "dataset" / MANIFEST).read_text("utf-8"))
    assert manifest["counts"]["0-conflict"] == PAIRS
    assert manifest["settings"]["controls"] == "1:1"
    taken = {s for p in pairs.values() for s in p["provenance"]["seed_statements"]}
    for control in controls:
        assert (control["type"], control["conflicts"]) == ("0-conflict", [])
        seeds = set(control["provenance"]["seed_statements"])
        assert taken.isdisjoint(seeds)
        taken |= seeds
        like = pairs[control["provenance"]["control"]["of"]]
        (one, other), (its_one, its_other) = sides(control), sides(like)
        # As many statements are taken away, and something new is said for each.
        assert one.keys() - other.keys() == seeds
        assert len(seeds) == len(its_one.keys() - its_other.keys()) == len(like["conflicts"])
        assert len(other.keys() - one.keys()) >= len(seeds)
        assert control["provenance"]["control"]["kind"].count(" + ") == len(seeds) - 1


def test_lies_of_controls_are_of_the_kinds_of_conflicts(folder: Path) -> None:
    """Most are; where the sample has no seed left for a kind, others come."""
    counts: list[Counter[str]] = []
    for lines in (two_kinds(folder / "dataset")[0].values(), two_kinds(folder / "dataset")[1]):
        told = (s for line in lines for i, s in sides(line)[1].items() if i not in sides(line)[0])
        counts.append(Counter(s["relation"]["id"].partition("_")[0] for s in told if s["source"] == "made"))
    assert (counts[0] & counts[1]).total() >= 0.4 * counts[0].total()


def test_nothing_in_a_control_contradicts_anything_word_by_word(folder: Path) -> None:
    """By what the axioms mean, read without rules and without the prover."""
    axioms = axioms_of(folder / "dataset" / "ontology.ttl")
    pairs, controls = two_kinds(folder / "dataset")
    unions = [
        [[spelled(s) for s in {**one, **other}.values()] for one, other in map(sides, some)]
        for some in (pairs.values(), controls)
    ]
    assert all(contradictory(union, axioms) for union in unions[0])
    assert not any(contradictory(union, axioms) for union in unions[1])


def controls_of(store: GraphStore, settings: Settings, seeds_each: int) -> list[Draft]:
    """Controls of the first shape of a plan, of some seeds of each relation, before any is chosen."""
    begun = prepare_run(store, settings).parts[0].begin(store)
    mover, (shape, *_) = Mover(begun.proposer), settings.plan
    seeds = [seed for some in begun.seeds.by_relation.values() for _, seed in some[:seeds_each]]
    tasks = [Task(shape, seed, begun.salt, (), Usage(Counter())) for seed in seeds]
    built = run_in_lock_step([build_control(task, mover) for task in tasks], mover.knowledge)
    return [draft for draft in built if isinstance(draft, Draft) and draft.control]


def test_lies_that_are_said_directly_contradict_nothing(folder: Path, store: GraphStore) -> None:
    """In pairs of many steps, where too few of the lies that the search finds can be moved."""
    axioms = axioms_of(folder / "dataset" / "ontology.ttl")
    settings = Settings(parse_plan("4-multi-hop=1"), controls=parse_ratio("1:1"))
    found = [d for d in controls_of(store, settings, 6) if d.control and "another lie" in d.control.kind]
    assert found
    for draft in found:
        assert not contradictory([*draft.original, *draft.perturbed], axioms)
        taken = {e for s in draft.original if s not in draft.perturbed for e in s.entities}
        told = {e for s in draft.perturbed for e in s.entities}
        assert taken & told


def test_lies_of_ties_speak_of_two_things_that_both_sides_join(store: GraphStore) -> None:
    """And are of no kind that readers hold against what joins them."""
    found = [d for d in controls_of(store, SMALL, 8) if d.control and d.control.kind == "of a tie"]
    assert found
    for draft in found:
        (said,) = (s for s in draft.perturbed if s.id in draft.made)
        joined = [s for s in draft.original if s in draft.perturbed and set(s.entities) == set(said.entities)]
        assert joined
        assert said.relation not in OF_MEMBERS
        assert said.relation not in YOUNGER or said.subject in {s.subject for s in joined}
        assert not any(said.relation in BEARING.get(s.relation, ()) for s in joined)


def test_what_was_not_chosen_is_named(folder: Path) -> None:
    rejected = [json.loads(line) for line in (folder / "dataset" / "rejected.jsonl").read_text("utf-8").splitlines()]
    others = [r for r in rejected if r["reason"] == "others look more like the conflicting pairs"]
    assert {r["type"] for r in others} == {"0-conflict"}
    # What is left over beside pairs of one type may be a control of another.
    assert len({r["seed_statement"]["id"] for r in others}) > PAIRS / 2


def test_check_accepts_controls_and_refuses_false_ones(folder: Path, tmp_path: Path) -> None:
    assert check(folder / "dataset").accepted
    copy = tmp_path / "copy"
    shutil.copytree(folder / "dataset", copy)
    lines = lines_of(copy)
    pairs, (control, *_) = two_kinds(copy)
    pair = next(iter(pairs.values()))

    def called_a_control(line: Line) -> None:
        line["type"], line["conflicts"] = "0-conflict", []

    false = forged(pair, called_a_control)
    lost = forged(control, lambda line: line["provenance"]["control"].update(of="0" * 16))
    rewrite(copy, [*lines, false, lost])
    found = faults(copy)
    assert found[f"instance {false['id']}"] == [
        "it is called 0-conflict, but the prover says: proven",
        "it is called 0-conflict, but does not say of which pair",
    ]
    assert found[f"instance {lost['id']}"] == ["is a control of a pair that does not stand before it"]
    assert found.keys() == {f"instance {false['id']}", f"instance {lost['id']}", "manifest.json"}


def test_the_store_holds_controls_without_conflicts(folder: Path, store: GraphStore) -> None:
    _, controls = two_kinds(folder / "dataset")
    rows = list(store.query("MATCH (i:Instance) WHERE i.type = '0-conflict' RETURN i.id AS id"))
    assert sorted(str(row["id"]) for row in rows) == sorted(c["id"] for c in controls)
    held = store.query("MATCH (i:Instance)-[:HAS]->(c:Conflict) WHERE i.type = '0-conflict' RETURN count(c) AS n")
    assert [row["n"] for row in held] == [0]


def test_pairs_with_conflicts_are_those_of_a_run_without_controls(folder: Path, store: GraphStore) -> None:
    alone = [i.original.text for i in instances(store, Settings(SMALL.plan))]
    both = list(instances(store, SMALL))
    assert [i.original.text for i in both if i.conflicts] == alone
    assert [i.control is None for i in both] == [True] * len(alone) + [False] * len(alone)


def test_a_run_that_was_stopped_anywhere_gives_the_same_bytes(store: GraphStore, tmp_path: Path) -> None:
    whole, again = tmp_path / "whole", tmp_path / "again"
    journal = working_folder(whole) / JOURNAL
    kept: list[bytes] = []

    def keep(what: str, done: int, of: int) -> None:
        del what, done, of
        if journal.exists():
            kept[:] = journal.read_bytes().splitlines(keepends=True)

    generate(store, whole, SMALL, progress=keep)
    controls = next(n for n, line in enumerate(kept) if b'"shape"' in line)
    for stop in (controls - 1, controls + 1):
        work = working_folder(again)
        shutil.rmtree(again, ignore_errors=True)
        work.mkdir()
        settings = json.loads((whole / MANIFEST).read_text("utf-8"))["settings"]
        (work / MANIFEST).write_text(json.dumps({"settings": settings}), "utf-8")
        (work / JOURNAL).write_bytes(b"".join(kept[:stop]))
        generate(store, again, SMALL, resume=True)
        assert {p.name: p.read_bytes() for p in again.iterdir()} == {p.name: p.read_bytes() for p in whole.iterdir()}


@pytest.mark.neo4j
def test_both_engines_give_the_same_controls(neo4j_sample: str, tmp_path: Path) -> None:
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}") as store:
        generate(store, tmp_path / "ladybug", SMALL)
    with open_store(neo4j_sample) as other:
        generate(other, tmp_path / "neo4j", SMALL, in_memory=0)
    one, two = ((tmp_path / name / "instances.jsonl").read_bytes() for name in ("ladybug", "neo4j"))
    assert one == two


def test_show_and_magic_layout(folder: Path) -> None:
    _, (control, *_) = two_kinds(folder / "dataset")
    shown = contragraph("show", "dataset", control["id"], cwd=folder)
    assert shown.code == 0, shown.err
    assert "no conflicts about" in shown.out
    assert f"a control of pair {control['provenance']['control']['of']}" in shown.out
    exported = contragraph("export", "dataset", "--to", "magic", "--out", "magic", cwd=folder)
    assert exported.code == 0, exported.err
    written = json.loads((folder / "magic" / "no-conflict" / "0-conflict.json").read_text("utf-8"))
    assert len(written) == PAIRS
    (first,) = [w for w in written if w["id"] == control["id"]]
    one, other = sides(control)
    assert len(first["subgraph"]) == len(one.keys() & other.keys())
    assert first["original_triplet"]
    assert first["perturb_triplet"]


@pytest.mark.parametrize("text", ["", "1", "1:0", "0:1", "1:x", "-1:1", "1:1:1", "half"])
def test_a_ratio_that_is_none(text: str) -> None:
    with pytest.raises(InputError, match="no ratio"):
        parse_ratio(text)


def test_ratios() -> None:
    assert [parse_ratio(text).of(5) for text in ("1:1", "1:2", "2:1")] == [5, 2, 10]
    with pytest.raises(InputError, match="--controls"):
        parse_plan("0-conflict=5")


def test_wrong_use_is_said(folder: Path) -> None:
    both = ("--generator", "natural", "--kg", "a", "--against", "b", "--controls", "1:1")
    for arguments, said in (((*both,), "symbolic alone"), (("--controls", "1/1"), "no ratio")):
        result = contragraph("generate", *arguments, "--out", "never", cwd=folder)
        assert result.code == 2
        assert said in result.err
        assert not (folder / "never").exists()
