"""``versions`` and ``runs`` as a user types them, on a copy of the sample's store."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from contragraph.graph.doctor.audit import audit
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.cli import Result, contragraph
from tests.made import dataset, lines_of, sample_world
from tests.stores import everything
from tests.test_cli_bad_input import assert_one_sentence


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that holds the sample and a run, for all tests of this module."""
    folder = tmp_path_factory.mktemp("versions")
    shutil.copy(sample_world() / "contragraph.lbug", folder / "contragraph.lbug")
    return folder


def ran(place: Path, *arguments: str | Path) -> Result:
    result = contragraph(*arguments, cwd=place)
    assert result.code == 0, result.err
    return result


def test_diff_is_what_the_dataset_declares(place: Path) -> None:
    """What is declared to go goes, what is made up comes as declared; the words give both texts."""
    for line in lines_of(dataset())[::5]:
        versions = [line["contexts"][side]["version"] for side in ("original", "perturbed")]
        rows = json.loads(ran(place, "versions", "diff", *versions, "--format", "json").out)
        for change, role in (("removed", "original"), ("added", "perturbed")):
            found = {r["id"] for r in rows if r["what"] == "statement" and r["change"] == change}
            assert found >= {s for conflict in line["conflicts"] for s in conflict[role]}
        made = {s["id"] for s in line["contexts"]["perturbed"]["statements"] if s["source"] == "made"}
        assert made == {r["id"] for r in rows if r["what"] == "statement" and r.get("source") == "made"}
        for side, other in (("original", "added"), ("perturbed", "removed")):
            said = "".join(r["text"] for r in rows if r["what"] == "text" and r["change"] != other)
            assert said == line["contexts"][side]["text"]


def test_log_show_and_diff_can_be_read(place: Path) -> None:
    line = lines_of(dataset())[0]
    original, perturbed = (line["contexts"][side] for side in ("original", "perturbed"))
    tree = ran(place, "versions", "log", line["id"][:12]).out.splitlines()
    assert tree[0] == f"pair {line['id']}"
    assert [words.split()[1:4] for words in tree[1:4]] == [
        ["0", "base", words.split()[3]] if number == 0 else [str(number), kind, its]
        for number, (kind, its, words) in enumerate(
            [("base", "", tree[1]), ("original", original["version"], ""), ("perturbed", perturbed["version"], "")]
        )
    ]
    rows = json.loads(ran(place, "versions", "log", line["id"], "--format", "json").out)
    assert [(r["number"], r["kind"]) for r in rows] == [(0, "base"), (1, "original"), (2, "perturbed")]
    shown = ran(place, "versions", "show", original["version"][:12]).out
    listed = list(
        csv.DictReader(io.StringIO(ran(place, "versions", "show", original["version"], "--format", "csv").out))
    )
    for statement in original["statements"]:
        thing = statement["object"]
        value = thing["label"] if "id" in thing else thing["value"]
        words = f"{statement['subject']['label']} | {statement['relation']['label']} | {value}"
        assert f"{statement['id']} {words}  (true, sentence " in shown
    assert [r["id"] for r in listed if r["what"] == "statement"] == [s["id"] for s in original["statements"]]
    for sentence in original["sentences"]:
        assert original["text"][sentence["start"] : sentence["end"]].strip() in shown
    assert [r["text"] for r in listed if r["what"] == "sentence"] == [
        original["text"][s["start"] : s["end"]].strip() for s in original["sentences"]
    ]
    differ = ran(place, "versions", "diff", original["version"], perturbed["version"]).out
    assert differ.startswith("- ")
    assert "\n+ " in differ


def test_a_history_is_continued(place: Path) -> None:
    line = lines_of(dataset())[1]
    its = line["contexts"]["original"]
    (place / "text.txt").write_text(its["text"] + "\nNothing more is known.\n", "utf-8")
    made = ran(place, "versions", "edit", its["version"], "--text", "text.txt")
    edited = made.out.split()[0]
    assert (made.out, made.err) == (f"{edited} is version 3, made from {its['version']}.\n", "")
    triple = next(s for s in its["statements"] if "id" in s["object"])
    words = f"{triple['subject']['id']}|not {triple['relation']['id']}|{triple['object']['id']}"
    further = ran(place, "versions", "edit", edited, "--drop", triple["id"][:10], "--add", words)
    assert "It has no text" in further.err
    rows = json.loads(ran(place, "versions", "diff", edited, further.out.split()[0], "--format", "json").out)
    said = {r["change"]: r for r in rows if r["what"] == "statement"}
    assert (said["removed"]["id"], said["removed"]["negated"], said["removed"]["source"]) == (triple["id"], False, "kg")
    assert (said["added"]["negated"], said["added"]["source"]) == (True, "made")
    back = ran(place, "versions", "restore", its["version"])
    assert back.out.split()[3:] == ["5,", "made", "from", f"{further.out.split()[0]}."]
    again = ran(
        place, "versions", "edit", further.out.split()[0], "--add", "|".join(words.replace("not ", "").split("|"))
    )
    assert "version 6" in again.out
    ran(place, "versions", "review", edited, "--reviewer", "ada", "--verdict", "real", "--reason", "[well] said")
    tree = ran(place, "versions", "log", line["id"]).out
    assert "ada: real — [well] said" in tree
    assert ran(place, "doctor").out.startswith("All is well")


def test_what_a_new_text_does_not_say_is_named(place: Path) -> None:
    line = lines_of(dataset())[2]
    its = line["contexts"]["original"]
    first = its["sentences"][0]
    (place / "short.txt").write_text(its["text"][first["start"] : first["end"]], "utf-8")
    made = ran(place, "versions", "edit", its["version"], "--text", "short.txt")
    lost = [s for s in its["statements"] if s["id"] not in first["statements"]]
    named = [words.rpartition("(")[2].rstrip(").") for words in made.err.splitlines()]
    assert set(named) <= {s["id"] for s in lost}
    assert named
    assert all(words.startswith("No sentence was found that states: ") for words in made.err.splitlines())
    ran(place, "versions", "restore", its["version"])


def nodes(store: GraphStore) -> Counter[str]:
    """How many nodes of each kind a store holds."""
    return Counter(json.loads(line)[1] for line in everything(store) if line.startswith('["node"'))


def test_runs_are_moved_and_deleted(place: Path, tmp_path: Path) -> None:
    (run,) = json.loads(ran(place, "runs", "list", "--format", "json").out)
    assert (run["instances"], run["state"]) == (16, "finished")
    ran(place, "runs", "dump", run["id"][:6], "run")
    open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}", create=True).close()
    ran(tmp_path, "runs", "load", place / "run")
    ran(tmp_path, "runs", "dump", run["id"], "again")
    for path in (place / "run").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name
    ran(tmp_path, "load", "sample")
    assert ran(tmp_path, "doctor").out.startswith("All is well")
    here, there = (open_store(f"ladybug:{folder / 'contragraph.lbug'}", read_only=True) for folder in (place, tmp_path))
    with here, there:
        assert everything(here) == everything(there)
    assert_one_sentence(contragraph("runs", "delete", run["id"], cwd=tmp_path), 2, "needs --yes")
    assert "deleted: " in ran(tmp_path, "runs", "delete", run["id"][:5], "--yes").out
    assert json.loads(ran(tmp_path, "runs", "list", "--format", "json").out) == []
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as there:
        assert audit(there) == []
        with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as loaded:
            assert nodes(there) == nodes(loaded)


@pytest.mark.neo4j
def test_a_run_moves_to_the_other_engine(place: Path, tmp_path: Path, neo4j_address: str) -> None:
    from contragraph.graph.stores.transfer import dump_run, load_run

    with open_store(f"ladybug:{place / 'contragraph.lbug'}", read_only=True) as here:
        run = str(here.run("explore.runs")[0]["id"])
        counts = dump_run(here, run, tmp_path / "here")
        with open_store(neo4j_address, create=True) as there:
            assert load_run(there, tmp_path / "here") == counts
            load_run(there, tmp_path / "here")
            assert dump_run(there, run, tmp_path / "there") == counts
            assert [f.check for f in audit(there)] == []
    for path in (tmp_path / "here").iterdir():
        assert path.read_bytes() == (tmp_path / "there" / path.name).read_bytes(), path.name


def test_bad_input_is_one_sentence(place: Path, tmp_path: Path) -> None:
    first, second = (line["contexts"]["original"]["version"] for line in lines_of(dataset())[3:5])
    (tmp_path / "no.bin").write_bytes(b"\xff\xfe\xff")
    (place / "damaged").mkdir()
    run = json.loads(ran(place, "runs", "list", "--format", "json").out)[0]["id"]
    ran(place, "runs", "dump", run, "dumped")
    shutil.copytree(place / "dumped", place / "torn")
    (place / "torn" / "Text.parquet").write_bytes(b"PAR1")
    for arguments, words in (
        (("versions", "log", "zz"), ("There is no pair 'zz'",)),
        (("versions", "show", "zz"), ("There is no version 'zz'",)),
        (("versions", "diff", first, second), ("name two versions of one pair",)),
        (("versions", "restore", first, "--onto", second), ("name two versions of one pair",)),
        (("versions", "restore", first), ("nothing to restore it over",)),
        (("versions", "edit", first), ("Nothing to change",)),
        (("versions", "edit", first, "--text", "nowhere.txt"), ("There is no file nowhere.txt",)),
        (("versions", "edit", first, "--text", str(tmp_path / "no.bin")), ("no text file in UTF-8",)),
        (("versions", "edit", first, "--drop", "zz"), ("no statement 'zz'",)),
        (("versions", "edit", first, "--add", "a|b"), ("is no statement",)),
        (("versions", "edit", first, "--add", "wd:Q0|wdt:P36|wd:Q1"), ("wd:Q0",)),
        (("versions", "review", "zz", "--reviewer", "ada", "--verdict", "real"), ("There is no version 'zz'",)),
        (("runs", "delete", "zz", "--yes"), ("There is no run 'zz'",)),
        (("runs", "dump", run, "damaged"), ("exists already",)),
        (("runs", "dump", run, "no/such/place"), ("There is no folder",)),
        (("runs", "load", "damaged"), ("holds no dump",)),
        (("runs", "load", "torn"), ("Text.parquet is missing or not what was dumped",)),
    ):
        assert_one_sentence(contragraph(*arguments, cwd=place), 2, *words)
