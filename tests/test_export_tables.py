"""The exports as JSON lines, Parquet and Hugging Face folder, read by the readers of their own ecosystems."""

from __future__ import annotations

import json
import logging
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from contragraph.dataset.exports.tables import read_parquet
from contragraph.dataset.folder.content import PAIR_CONTENT
from contragraph.dataset.folder.licences import licence_of
from contragraph.graph.errors import InputError
from tests.cli import environment
from tests.exporting import exported, hard_dataset
from tests.forge import rewrite
from tests.made import lines_of

LATER = ("against", "models", "fallback", "control")
"""Keys of the provenance that only some pairs have."""
CONCLUDED = ("subject", "relation", "object", "negated", "from", "to", "days")


def as_table(value: object, key: str = "") -> object:
    """JSON as a typed table holds it, written anew from the description of the format."""
    if key == "premises" and isinstance(value, list):
        return [{"statement": None, "step": p} if isinstance(p, int) else {"statement": p, "step": None} for p in value]
    if key == "object" and value is not None:
        entity = value if isinstance(value, dict) else {"id": value}
        return {name: entity.get(name) for name in ("id", "label", "value", "datatype")}
    if isinstance(value, dict) and "source" in value:
        value = {**value, "valid": value.get("valid")}  # when it holds; null where it holds always
    if key == "conclusion" and isinstance(value, dict):
        value = {**dict.fromkeys(CONCLUDED), **value}  # a statement, or a bound of two dates
    if isinstance(value, dict) and "provenance" in value:
        value = {"background": None, "glosses": None, **value}
    if key == "provenance" and isinstance(value, dict):
        value = {**dict.fromkeys(LATER), **value}  # null where a pair has none
    if isinstance(value, dict):
        return {name: as_table(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [as_table(each) for each in value]
    return value


# -- JSON lines and Parquet ------------------------------------------------------------------------------


def test_json_lines_are_those_of_the_dataset(tmp_path: Path) -> None:
    done = exported("jsonl", tmp_path / "out")
    assert [(f.file, f.count) for f in done.files] == [("train.jsonl", 16)]
    assert (tmp_path / "out/train.jsonl").read_bytes() == (hard_dataset() / "instances.jsonl").read_bytes()
    assert "CC0 1.0" in (tmp_path / "out/README.md").read_text("utf-8")


def test_parquet_holds_every_field(tmp_path: Path) -> None:
    """pyarrow reads each value; our own reader gives the lines back byte by byte."""
    exported("parquet", tmp_path / "out")
    path = tmp_path / "out/train.parquet"
    rows = pq.read_table(path).to_pylist()
    for row, line in zip(rows, lines_of(hard_dataset()), strict=True):
        assert row == as_table(line)
    parsed = [(json.loads(line), record.id) for line, record in read_parquet(path, PAIR_CONTENT)]
    assert parsed == [(line, line["id"]) for line in lines_of(hard_dataset())]
    about = {k.decode(): v.decode() for k, v in pq.read_schema(path).metadata.items()}
    assert about["license"] == "cc0-1.0"


def test_exports_are_the_same_bytes_again(tmp_path: Path) -> None:
    for name in ("parquet", "hf", "csv", "pandas", "rdf", "rag", "neo4j"):
        for out in ("one", "two"):
            exported(name, tmp_path / name / out)
        one, two = (
            {p.relative_to(f): p.read_bytes() for p in f.rglob("*") if p.is_file()}
            for f in (tmp_path / name / "one", tmp_path / name / "two")
        )
        assert one == two, name


def test_a_damaged_parquet_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    exported("parquet", tmp_path / "out")
    path = tmp_path / "out/train.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="missing or damaged"):
        list(read_parquet(path, PAIR_CONTENT))
    path.write_bytes(whole[:1000] + bytes(2000) + whole[3000:])
    with pytest.raises(InputError, match="missing or damaged"):
        list(read_parquet(path, PAIR_CONTENT))
    with pytest.raises(InputError, match="missing or damaged"):
        list(read_parquet(tmp_path / "nothing.parquet", PAIR_CONTENT))
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(InputError, match="columns are others"):
        list(read_parquet(path, PAIR_CONTENT))


# -- Hugging Face and Croissant --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("hf") / "out"
    exported("hf", out, shares="60/20/20")
    return out


def test_datasets_opens_the_folder_offline(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY", "HF_HUB_DISABLE_PROGRESS_BARS"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import datasets

        datasets.disable_progress_bars()
        loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["train", "dev", "test"]
    lines = {line["id"]: line for line in lines_of(hard_dataset())}
    seen = [row["id"] for split in loaded.values() for row in split]
    assert len(seen) == len(set(seen))
    for split in loaded.values():
        assert len(split)
        for row in split:
            assert row == as_table(lines[row["id"]])


def test_the_card_says_what_the_hub_needs(folder: Path) -> None:
    from huggingface_hub import DatasetCard

    data = DatasetCard.load(folder / "README.md").data.to_dict()
    assert data["license"] == "cc0-1.0"
    assert [f["split"] for f in data["configs"][0]["data_files"]] == ["train", "dev", "test"]
    assert all((folder / f["path"]).is_file() for f in data["configs"][0]["data_files"])


def test_croissant_is_valid_and_its_records_can_be_read(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import mlcroissant

        logging.getLogger("absl").setLevel(logging.ERROR)
        described = mlcroissant.Dataset(folder / "croissant.json")
        issues = described.metadata.ctx.issues
        found = {split: list(described.records(split)) for split in ("train", "dev", "test")}
    assert not issues.errors
    assert [w for w in issues.warnings if "datePublished" not in w] == []  # no clock: the same bytes on every day
    lines = {line["id"]: line for line in lines_of(hard_dataset())}
    seen = set()
    for split, records in found.items():
        for record in records:
            line = lines[record[f"{split}/id"].decode()]
            seen.add(line["id"])
            for name in ("type", "kg"):
                assert record[f"{split}/{name}"].decode() == line[name]
            for name in ("relations", "domains"):
                assert [each.decode() for each in record[f"{split}/{name}"]] == line[name]
            for name in ("original", "perturbed"):
                assert record[f"{split}/{name}"].decode() == line["contexts"][name]["text"]
    assert seen == {
        row["id"]
        for name in found
        for row in pq.read_table(folder / f"data/{name}-00000-of-00001.parquet", columns=["id"]).to_pylist()
    }


def test_the_readers_in_the_documents_work(tmp_path: Path) -> None:
    """The Python blocks of the page of formats, on exports of the names that they use."""
    shares = {"hf": "60/20/20"}
    for name in ("hf", "rdf", "rag", "csv"):
        exported(name, tmp_path / f"dataset-{name}", shares=shares.get(name, ""), passages=5)
    page = Path(__file__).resolve().parent.parent / "docs" / "formats.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    offline = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home"), "HF_DATASETS_CACHE": str(tmp_path / "cache")}
    code = "\n".join(blocks)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(**offline),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 4


# -- licences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "code", "name"),
    [
        ("wdt:P36", "cc0-1.0", "CC0 1.0"),
        ("dbo:capital", "cc-by-sa-4.0", "CC BY-SA 4.0"),
        ("yago:hasCapital", "cc-by-4.0", "CC BY 4.0"),
        ("ex:capital", "other", "See the licence"),
    ],
)
def test_every_card_has_the_licence_of_the_graph(tmp_path: Path, relation: str, code: str, name: str) -> None:
    folder = tmp_path / "dataset"
    shutil.copytree(hard_dataset(), folder)
    rewrite(folder, [{**line, "relations": [relation]} for line in lines_of(folder)])
    formats = ["jsonl", "parquet", "hf", "rag", "neo4j", "rdf"] if relation == "wdt:P36" else ["hf", "rdf"]
    formats = [each for each in formats if each != "rdf" or code != "other"]
    for each in formats:
        exported(each, tmp_path / each, source=folder)
        card = (tmp_path / each / "README.md").read_text("utf-8")
        assert f'license: "{code}"' in card
        assert name in card.partition("## Licence")[2]
    described = json.loads((tmp_path / "hf/croissant.json").read_text("utf-8"))
    assert described["license"] == (licence_of([relation]).url or "other")
    if code != "other":
        url = f"<http://purl.org/dc/terms/license> <{licence_of([relation]).url}>"
        assert url in (tmp_path / "rdf/dataset.nq").read_text("utf-8")
