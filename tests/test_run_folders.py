"""The folder of a run: made whole, in use or left alone, gone on with; and the journal beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.dataset.files.folder import (
    JOURNAL,
    append_journal,
    prepare,
    publish,
    read_journal,
    working_folder,
    write_lines,
    write_text,
)
from contragraph.graph.errors import InputError
from tests.strategies import deterministic

SETTINGS: dict[str, object] = {"seed": 7}


def finished(out: Path, settings: dict[str, object]) -> None:
    work = prepare(out, settings, resume=False, overwrite=out.exists())
    assert work is not None
    append_journal(work, {"a": 1})
    publish(work, out)


def test_a_new_folder_is_made_when_all_is_done(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    work = prepare(out, SETTINGS, resume=False, overwrite=False)
    assert work == working_folder(out)
    assert not out.exists()
    append_journal(work, {"a": 1})
    publish(work, out)
    assert {p.name for p in out.parent.rglob("*")} == {"out", "manifest.json"}


@pytest.mark.parametrize(
    ("present", "options", "said"),
    [
        ("finished", {}, "holds a dataset"),
        ("finished", {"resume": True, "other": True}, "other settings"),
        ("strange", {}, "no dataset"),
        ("strange", {"overwrite": True}, "no dataset"),
        ("strange", {"resume": True}, "no dataset"),
        ("file", {"overwrite": True}, "is a file"),
        ("unfinished", {}, "unfinished run"),
        ("unfinished", {"resume": True, "other": True}, "other settings"),
        ("nothing", {"resume": True, "overwrite": True}, "exclude each other"),
    ],
)
def test_a_folder_in_use_is_refused_and_left_alone(
    tmp_path: Path, present: str, options: dict[str, bool], said: str
) -> None:
    out = tmp_path / "out"
    if present == "finished":
        finished(out, SETTINGS)
    elif present == "strange":
        out.mkdir()
        (out / "thesis.txt").write_text("x", "utf-8")
    elif present == "file":
        out.write_text("x", "utf-8")
    elif present == "unfinished":
        prepare(out, SETTINGS, resume=False, overwrite=False)
    before = sorted(tmp_path.rglob("*"))
    settings: dict[str, object] = {"seed": 8} if options.get("other") else SETTINGS
    with pytest.raises(InputError, match=said):
        prepare(out, settings, resume=options.get("resume", False), overwrite=options.get("overwrite", False))
    assert sorted(tmp_path.rglob("*")) == before


def test_what_may_go_on_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert prepare(out, SETTINGS, resume=True, overwrite=False) == working_folder(out)
    append_journal(working_folder(out), {"a": 1})
    assert prepare(out, SETTINGS, resume=True, overwrite=False) == working_folder(out)
    assert list(read_journal(working_folder(out))) == [{"a": 1}]
    assert prepare(out, SETTINGS, resume=False, overwrite=True) == working_folder(out)
    assert list(read_journal(working_folder(out))) == []
    publish(working_folder(out), out)
    assert prepare(out, SETTINGS, resume=True, overwrite=False) is None


def test_overwriting_keeps_the_old_dataset_until_the_new_one_is_done(tmp_path: Path) -> None:
    out = tmp_path / "out"
    finished(out, SETTINGS)
    write_text(out / "old.txt", "x")
    work = prepare(out, {"seed": 8}, resume=False, overwrite=True)
    assert work is not None
    assert (out / "old.txt").exists()
    publish(work, out)
    assert [p.name for p in out.iterdir()] == ["manifest.json"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@deterministic(20)
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3), max_size=5), st.data())
def test_a_journal_gives_back_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, object]], data: st.DataObject
) -> None:
    work = tmp_path_factory.mktemp("journal")
    for entry in entries:
        append_journal(work, entry)
    raw = (work / JOURNAL).read_bytes() if entries else b""
    cut = data.draw(st.integers(0, len(raw)))
    (work / JOURNAL).write_bytes(raw[:cut])
    whole = raw[:cut].count(b"\n")
    assert list(read_journal(work)) == entries[:whole]
    append_journal(work, {"next": "ä\n"})
    assert list(read_journal(work)) == [*entries[:whole], {"next": "ä\n"}]


def test_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    write_lines(path, ["old"])

    def broken() -> Iterator[str]:
        yield "new"
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        write_lines(path, broken())
    assert path.read_text("utf-8") == "old\n"


def test_a_run_killed_before_it_noted_its_settings_is_resumed(tmp_path: Path) -> None:
    work = working_folder(tmp_path / "out")
    work.mkdir()
    (work / "manifest.json.tmp").write_text('{"sett', "utf-8")
    assert prepare(tmp_path / "out", {"seed": 1}, resume=True, overwrite=False) == work
    assert [p.name for p in work.iterdir()] == ["manifest.json"]
