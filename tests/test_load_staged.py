"""Staged tables that are handed over: loaded from their folder, or written as files for Neo4j's own import."""

from __future__ import annotations

from pathlib import Path

from contragraph.graph.engines.neo4j.bulk import ARGUMENTS, SCHEMA
from contragraph.graph.loading.staged import NOTE, find_staging
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph
from tests.staged_kgs import geography, stage
from tests.test_loaders_wikidata5m import release


def files(folder: Path) -> list[str]:
    """The arguments that name the files of a small release."""
    given = release(folder)
    parts = {"triples": given.triples[0], "entities": given.entities, "relations": given.relations}
    return [text for name, path in parts.items() for text in (f"--{name}", str(path))]


def test_a_staged_folder_is_loaded_by_itself(tmp_path: Path) -> None:
    done = contragraph("load", "wikidata5m", *files(tmp_path / "in"), "--work", "work", cwd=tmp_path)
    assert done.code == 0, done.err
    staging = find_staging(tmp_path / "work" / "staging")
    again = contragraph("load", "staged", "work/staging", "--store", "ladybug:other.lbug", cwd=tmp_path)
    assert again.code == 0, again.err
    assert f"Loaded 3 facts as 'wikidata5m' (snapshot {staging.snapshot}) into ladybug:other.lbug." in again.out
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as one, open_store(again_address(tmp_path)) as other:
        assert one.kgs() == other.kgs()
        assert one.relations("wikidata5m") == other.relations("wikidata5m")


def again_address(folder: Path) -> str:
    return f"ladybug:{folder / 'other.lbug'}"


def test_files_for_an_import_instead_of_a_store(tmp_path: Path) -> None:
    done = contragraph("load", "wikidata5m", *files(tmp_path / "in"), "--store", "import:for-neo4j", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "neo4j-admin database import full neo4j @import.args" in done.out
    assert {path.name for path in (tmp_path / "for-neo4j").iterdir()} >= {ARGUMENTS, SCHEMA, "Entity.csv", "facts.csv"}
    assert not (tmp_path / "contragraph.lbug").exists()
    refused = contragraph("load", "wikidata5m", *files(tmp_path / "in"), "--store", "import:for-neo4j", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "is there already" in refused.err


def test_folders_that_hold_no_staged_graph(tmp_path: Path) -> None:
    assert contragraph("load", "staged", "nowhere", cwd=tmp_path).code == 2
    staging = stage(tmp_path / "kg", "kg", geography(2))
    (staging.folder / NOTE).write_text('{"kg": "kg"')
    refused = contragraph("load", "staged", "kg", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "holds no staged graph" in refused.err
    (staging.folder / NOTE).write_text('{"kg": "other", "snapshot": "x"}')
    refused = contragraph("load", "staged", "kg", cwd=tmp_path)
    assert refused.code == 2
    assert "are of the KG kg, not other" in refused.err
    (staging.folder / NOTE).write_text('{"kg": "kg", "snapshot": "x"}')
    staging.table("facts").write_bytes(staging.table("facts").read_bytes()[:100])
    refused = contragraph("load", "staged", "kg", cwd=tmp_path)
    assert refused.code == 2
    assert "stage the KG again" in refused.err
