"""Exports of damaged datasets, onto things that exist, and with options that do not fit: one sentence, nothing left."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from contragraph.app.runs.formats import FORMATS
from contragraph.dataset.exports.job import Options, WrittenFile, export
from contragraph.graph.errors import InputError
from tests.cli import Result, contragraph
from tests.exporting import copies, exported, hard_dataset
from tests.forge import reseal


def copied(folder: Path) -> Path:
    shutil.copytree(hard_dataset(), folder)
    return folder


def cut(folder: Path) -> None:
    path = folder / "instances.jsonl"
    path.write_bytes(path.read_bytes()[:5000])


def cut_and_sealed(folder: Path) -> None:
    cut(folder)
    reseal(folder, "instances.jsonl")


def no_utf8(folder: Path) -> None:
    path = folder / "instances.jsonl"
    path.write_bytes(path.read_bytes().replace(b"capital", b"c\xffpital").replace(b"the", b"t\xffe", 1))
    reseal(folder, "instances.jsonl")


def no_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def odd_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("[1]", "utf-8")


def manifest_without_files(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "files": 3}), "utf-8")


def no_ontology(folder: Path) -> None:
    (folder / "ontology.ttl").unlink()


DAMAGES: dict[Callable[[Path], None], str] = {
    cut: "instances.jsonl is not the file that manifest.json names",
    cut_and_sealed: "line 1 is not an instance",
    no_utf8: "not UTF-8",
    no_manifest: "manifest.json",
    odd_manifest: "not a manifest",
    manifest_without_files: "lacks files or counts",
    no_ontology: "ontology.ttl is not the file",
}


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *zip(("magic", "jsonl", "parquet", "hf", "rdf", "rag", "neo4j"), DAMAGES, strict=True),
        *((name, cut_and_sealed) for name in ("magic", "parquet", "hf", "rdf", "rag", "neo4j")),
    ],
)
def test_damaged_datasets(tmp_path: Path, name: str, damage: Callable[[Path], None]) -> None:
    folder = copied(tmp_path / "dataset")
    damage(folder)
    with pytest.raises(InputError, match=DAMAGES[damage]):
        exported(name, tmp_path / "out", source=folder)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["dataset"]


def test_an_ontology_without_an_axiom(tmp_path: Path) -> None:
    folder = copied(tmp_path / "dataset")
    text = (folder / "ontology.ttl").read_text("utf-8").split("\n\n")
    (folder / "ontology.ttl").write_text("\n\n".join(b for b in text if "owl:Axiom" not in b), "utf-8")
    reseal(folder, "ontology.ttl")
    with pytest.raises(InputError, match=r"lacks the axiom 'cg:ax_\w+', which a proof names"):
        exported("neo4j", tmp_path / "out", source=folder)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["dataset"]


def test_keys_that_a_table_does_not_know(tmp_path: Path) -> None:
    """A later version may add keys; a table without a place for them is refused, JSON lines take them."""
    folder = copied(tmp_path / "dataset")
    path = folder / "instances.jsonl"
    lines = [json.loads(text) for text in path.read_text("utf-8").split("\n") if text]
    lines[3]["contexts"]["original"]["statements"][0]["mood"] = "sure"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    reseal(folder, "instances.jsonl")
    with pytest.raises(InputError, match="key 'mood' that has no place in a table; export them as jsonl"):
        exported("parquet", tmp_path / "out", source=folder)
    exported("jsonl", tmp_path / "lines", source=folder)
    assert (tmp_path / "lines/train.jsonl").read_bytes() == path.read_bytes()


def test_what_exists_is_never_touched(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "folder", "link"):
        with pytest.raises(InputError, match="exists; choose a new folder"):
            exported("jsonl", tmp_path / name)
    assert (tmp_path / "file").read_text("utf-8") == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder", "link"]


def test_a_failure_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    def half(job: object) -> list[WrittenFile]:
        (job.work / "begun").write_text("x")  # type: ignore[attr-defined]
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        export(hard_dataset(), tmp_path / "deep" / "out", half, Options())
    assert list(tmp_path.rglob("*")) == [tmp_path / "deep"]


def test_an_export_that_was_killed_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "out.exporting").mkdir()
    (tmp_path / "out.exporting" / "half").write_text("x", "utf-8")
    exported("jsonl", tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["README.md", "train.jsonl"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


# -- on the command line ---------------------------------------------------------------------------------


def run(*arguments: str | Path, cwd: Path, **changes: str) -> Result:
    return contragraph("export", hard_dataset(), *arguments, cwd=cwd, **changes)


def test_options_that_do_not_fit(tmp_path: Path) -> None:
    for arguments, words in (
        (
            ("--to", "magic", "--split", "80/10/10"),
            "agic has no splits; --split goes with beir, csv, hf, hotpotqa, jsonl, pandas, parquet, rag",
        ),
        (("--to", "jsonl", "--split", "80/20/10"), "is no split; give 80/10/10"),
        (("--to", "rag", "--passages", "1"), "passages"),
        (("--to", "xlsx"), "xlsx"),
    ):
        result = run(*arguments, "--out", "out", cwd=tmp_path)
        assert result.code == 2
        assert words in result.err
        assert result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_list_of_files_and_what_was_left_out(tmp_path: Path) -> None:
    """The same bytes under another hash seed; rows on stdout, the note on stderr."""
    many = copies(tmp_path / "many", 3)
    outs = []
    for seed in ("1", "2"):
        arguments = ("export", many, "--to", "rag", "--split", "60/20/20", "--out", seed, "--format", "json")
        result = contragraph(*arguments, cwd=tmp_path, PYTHONHASHSEED=seed)
        assert result.code == 0, result.err
        assert "no entity is in two splits" in result.err
        outs.append({p.name: p.read_bytes() for p in (tmp_path / seed).iterdir()})
        rows = json.loads(result.out)
        assert [row["file"] for row in rows] == ["train.jsonl", "dev.jsonl", "test.jsonl", "corpus.jsonl"]
        for row in rows:
            assert outs[-1][row["file"]].count(b"\n") == row["count"]
    assert outs[0] == outs[1]


def test_every_format_is_documented() -> None:
    """Each format is named in the help and in the page of formats."""
    page = (Path(__file__).resolve().parent.parent / "docs" / "formats.md").read_text("utf-8")
    for name in FORMATS:
        assert f"--to {name}" in page, name
