"""Reading Wikidata5M: the sample end to end, every kind of bad input, and a naive reader to agree with."""

import bz2
import gzip
import io
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.graph.errors import InputError, StoreError
from contragraph.loaders import lines as loaders_lines
from contragraph.loaders.cleaning import HUBS, INTERNAL, SYMBOLS, UNLABELLED, Cleaning
from contragraph.loaders.wikidata.wikidata5m import LoadSettings, Wikidata5mFiles, released_files, stage_wikidata5m
from contragraph.samples import sample_files

TRIPLES = "Q1\tP31\tQ5\nQ2\tP31\tQ5\nQ1\tP26\tQ2\n"
ENTITIES = "Q1\tAda Lovelace\tlady lovelace\nQ2\tWilliam King\nQ5\thuman\n"
RELATIONS = "P31\tinstance of\tis a\nP26\tspouse\n"
TEXTS = "Q1\tEnglish mathematician\n"


def release(folder: Path, **changes: bytes | str | None) -> Wikidata5mFiles:
    """A small release in a folder; ``changes`` replace the content of a file, None leaves the file out."""
    contents: dict[str, bytes | str | None] = {
        "triples": TRIPLES,
        "entities": ENTITIES,
        "relations": RELATIONS,
        "texts": TEXTS,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (contents | changes).items():
        if content is not None:
            data = content.encode() if isinstance(content, str) else content
            (folder / f"{name}.txt").write_bytes(data)
    paths = {name: folder / f"{name}.txt" for name in contents}
    return Wikidata5mFiles((paths["triples"],), paths["entities"], paths["relations"], paths["texts"])


def facts(folder: Path) -> set[tuple[str, str, str]]:
    frame = pl.read_parquet(folder / "facts.parquet").select("subject", "relation", "object")
    return set(frame.iter_rows())


def test_sample_end_to_end(tmp_path: Path) -> None:
    staging, report = stage_wikidata5m(released_files(sample_files()), tmp_path / "staging")
    packed = (sample_files() / "wikidata5m_all_triplet.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode().splitlines()
    expected = {(f"wd:{s}", f"wdt:{p}", f"wd:{o}") for s, p, o in (line.split("\t") for line in lines)}
    assert facts(tmp_path / "staging") == expected
    told = pl.read_parquet(staging.table("literal_facts"))
    assert (report.facts, report.literal_facts) == (len(expected) + told.height, told.height)
    assert (report.duplicates, report.dropped) == (2, 44)
    assert told.filter(pl.col("relation").str.starts_with("cg:")).height == report.spans == 637
    assert report.unlabelled == 0
    assert report.unlabelled_relations == ()

    entities = pl.read_parquet(staging.table("entities"))
    degree = Counter(end for s, _, o in expected for end in (s, o))
    assert dict(entities.select("id", "degree").iter_rows()) == degree
    types: dict[str, list[str]] = {}
    for s, p, o in expected:
        if p == "wdt:P31":
            types.setdefault(s, []).append(o)
    for identifier, listed in entities.select("id", "types").iter_rows():
        assert listed == sorted(types.get(identifier, []))
    hubs = sorted(degree, key=lambda key: (-degree[key], key))[:30]
    hidden = set(entities.filter("hidden")["id"])
    assert set(hubs) <= hidden
    assert {item.id for item in report.hidden} == hidden
    assert report.hidden_counts[HUBS] == 30

    relations = pl.read_parquet(staging.table("relations"))
    counts = Counter(p for _, p, _ in expected) + Counter(told["relation"])
    assert dict(relations.select("id", "facts").iter_rows()) == counts
    labels = dict(relations.select("id", "label").iter_rows())
    assert labels["wdt:P36"] == "capital"
    labels = dict(entities.select("id", "label").iter_rows())
    assert (labels["wd:Q16"], labels["wd:Q142"], labels["wd:Q5"]) == ("Canada", "France", "human")


def test_same_snapshot_whatever_the_line_order(tmp_path: Path) -> None:
    forwards, _ = stage_wikidata5m(release(tmp_path / "a"), tmp_path / "one")
    backwards = "".join(reversed(TRIPLES.splitlines(keepends=True)))
    other, _ = stage_wikidata5m(release(tmp_path / "b", triples=backwards), tmp_path / "two")
    changed, _ = stage_wikidata5m(release(tmp_path / "c", triples="Q1\tP31\tQ5\n"), tmp_path / "three")
    assert forwards.snapshot == other.snapshot != changed.snapshot


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_bad_lines_are_counted_with_their_numbers(tmp_path: Path, ending: str) -> None:
    lines = [
        "Q1\tP31\tQ5",
        "Q1\tP31",
        "Q1\tP26\tQ2\textra",
        "",
        "Q1\tP31\t",
        "R1\tP31\tQ5",
        "Q1\tP31\tQ5",
        "Q01\tP31\tQ5",
    ]
    data = ending.join(lines).encode() + ending.encode() + b"Q1\tP31\tQ\xff5\n" + b"Q2\tP31\tQ5"
    _, report = stage_wikidata5m(release(tmp_path / "in", triples=data), tmp_path / "out")
    tally = report.files[0]
    assert tally.first_lines == {
        "not 3 columns": [2, 3],
        "empty line": [4],
        "empty field": [5],
        "bad id": [6, 8],
        "not UTF-8": [9],
    }
    assert (tally.lines, tally.kept, report.duplicates, report.facts) == (10, 3, 1, 2)
    assert facts(tmp_path / "out") == {("wd:Q1", "wdt:P31", "wd:Q5"), ("wd:Q2", "wdt:P31", "wd:Q5")}


def test_only_the_first_line_numbers_are_kept(tmp_path: Path) -> None:
    _, report = stage_wikidata5m(release(tmp_path / "in", triples="x\n" * 100 + TRIPLES), tmp_path / "out")
    assert report.files[0].dropped == {"not 3 columns": 100}
    assert report.files[0].first_lines == {"not 3 columns": [1, 2, 3, 4, 5]}


def test_entities_without_names_are_kept_hidden(tmp_path: Path) -> None:
    files = release(tmp_path / "in", entities="Q1\tAda\nQ1\tEve\nQ9\tNobody\nQ2\t\nQ5\n", relations="P31\tis a\n")
    staging, report = stage_wikidata5m(files, tmp_path / "out", LoadSettings(cleaning=Cleaning(hubs=0)))
    entities = {row["id"]: row for row in pl.read_parquet(staging.table("entities")).to_dicts()}
    assert {key: row["label"] for key, row in entities.items()} == {"wd:Q1": "Ada", "wd:Q2": "Q2", "wd:Q5": "Q5"}
    assert [key for key, row in sorted(entities.items()) if row["hidden"]] == ["wd:Q2", "wd:Q5"]
    assert report.hidden_counts == {UNLABELLED: 2}
    assert (report.unlabelled, report.unused_entities) == (2, 1)
    assert report.unlabelled_relations == ("wdt:P26",)
    assert report.files[1].first_lines == {
        "repeated id": [2],
        "empty field": [4],
        "not 2 columns or more": [5],
    }


def test_cleaning_is_a_setting(tmp_path: Path) -> None:
    triples = "Q1\tP31\tQ5\nQ2\tP31\tQ4167410\nQ3\tP31\tQ5\nQ3\tP1\tQ3\n"
    entities = "Q1\t♁\nQ2\tMercury\nQ3\tH₂O\nQ5\thuman\nQ4167410\tdisambiguation page\n"
    files = release(tmp_path / "in", triples=triples, entities=entities)
    _, report = stage_wikidata5m(files, tmp_path / "a", LoadSettings(cleaning=Cleaning(hubs=1)))
    # The loop counts twice, so Q3 has the highest degree.
    assert [(item.id, item.reason) for item in report.hidden] == [
        ("wd:Q1", SYMBOLS),
        ("wd:Q2", INTERNAL),
        ("wd:Q3", HUBS),
    ]
    nothing = Cleaning(hubs=0, symbols=False, internal=False)
    _, report = stage_wikidata5m(files, tmp_path / "b", LoadSettings(kg="other", cleaning=nothing))
    assert report.hidden == ()
    assert pl.read_parquet(tmp_path / "b" / "entities.parquet")["kg"].unique().to_list() == ["other"]


def truncated(content: str) -> bytes:
    packed = gzip.compress((content * 500).encode())
    return packed[: len(packed) // 2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"triples": None}, "There is no file"),
        ({"triples": b""}, "is empty"),
        ({"entities": b""}, "is empty"),
        ({"relations": b""}, "is empty"),
        ({"texts": b""}, "is empty"),
        ({"triples": "a b c\nd e f\n"}, r"No line of triples.txt can be read: not 3 columns \(2\)"),
        ({"triples": b"\xff\xfe\n\xff\n"}, r"not UTF-8 \(2\)"),
        ({"entities": "Ada\nEve\n"}, "No line of entities.txt"),
        ({"triples": truncated(TRIPLES)}, "cut short"),
    ],
)
def test_unusable_files(tmp_path: Path, change: dict[str, bytes | str | None], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        stage_wikidata5m(release(tmp_path / "in", **change), tmp_path / "out")
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.glob("out*"))


def test_gzip_that_is_none_and_folder_for_a_file(tmp_path: Path) -> None:
    files = release(tmp_path)
    fake = tmp_path / "triples.txt.gz"
    fake.write_text(TRIPLES)
    with pytest.raises(InputError, match="no gzip file"):
        stage_wikidata5m(Wikidata5mFiles((fake,), files.entities, files.relations), tmp_path / "out")
    with pytest.raises(InputError, match="cannot be read"):
        stage_wikidata5m(Wikidata5mFiles((tmp_path,), files.entities, files.relations), tmp_path / "out")
    with pytest.raises(InputError, match="name at least one"):
        stage_wikidata5m(Wikidata5mFiles((), files.entities, files.relations), tmp_path / "out")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_unreadable_file(tmp_path: Path) -> None:
    files = release(tmp_path)
    files.entities.chmod(0)
    with pytest.raises(InputError, match="cannot be read"):
        stage_wikidata5m(files, tmp_path / "out")


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be written"):
        stage_wikidata5m(release(tmp_path / "in"), tmp_path / "file" / "staging")


def test_released_layout_is_found(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        released_files(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"wikidata5m_all_triplet.txt or .*_train.txt, no wikidata5m_entity.txt"):
        released_files(tmp_path)
    for name in ("entity.txt.gz", "relation.txt", "transductive_train.txt", "transductive_valid.txt.gz"):
        (tmp_path / f"wikidata5m_{name}").touch()
    found = released_files(tmp_path)
    assert [path.name for path in found.triples] == [
        "wikidata5m_transductive_train.txt",
        "wikidata5m_transductive_valid.txt.gz",
    ]
    assert (found.entities.name, found.texts) == ("wikidata5m_entity.txt.gz", None)
    for part in ("train", "valid"):
        (tmp_path / f"wikidata5m_inductive_{part}.txt.bz2").touch()
    assert [path.name for path in released_files(tmp_path).triples] == [path.name for path in found.triples]
    for path in found.triples:
        path.unlink()
    assert [path.name for path in released_files(tmp_path).triples] == [
        "wikidata5m_inductive_train.txt.bz2",
        "wikidata5m_inductive_valid.txt.bz2",
    ]
    (tmp_path / "wikidata5m_all_triplet.txt.gz").touch()
    assert [path.name for path in released_files(tmp_path).triples] == ["wikidata5m_all_triplet.txt.gz"]


def test_several_files_packed_or_not_give_the_same(tmp_path: Path) -> None:
    whole = release(tmp_path)
    first, second = tmp_path / "first.txt.bz2", tmp_path / "second.txt.gz"
    first.write_bytes(bz2.compress(2 * TRIPLES[:10].encode()))
    second.write_bytes(gzip.compress(TRIPLES[10:].encode()))
    parts = Wikidata5mFiles((first, second), whole.entities, whole.relations, whole.texts)
    one, _ = stage_wikidata5m(whole, tmp_path / "one")
    two, report = stage_wikidata5m(parts, tmp_path / "two")
    assert one.snapshot == two.snapshot
    assert report.duplicates == 1


def test_long_texts_are_cut_to_a_sentence(tmp_path: Path) -> None:
    text = "Ada Lovelace was an English mathematician and writer of note. She wrote. " + "More words. " * 50
    stage_wikidata5m(release(tmp_path / "in", texts=f"Q1\t{text}\nQ2\t{'word ' * 100}\n"), tmp_path / "out")
    entities = pl.read_parquet(tmp_path / "out" / "entities.parquet")
    described = dict(entities.select("id", "description").iter_rows())
    assert described["wd:Q1"] == "Ada Lovelace was an English mathematician and writer of note."
    assert described["wd:Q2"].endswith("word …")
    assert len(described["wd:Q2"]) <= 302


def test_blocks_of_any_size_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are worked on several at a time; their order must not be seen, in tables or in what was dropped where."""
    triples = "".join(f"Q{n}\tP31\tQ{n % 7 + 1}\nbad {n}\n" for n in range(1, 200)) + "Q1\tP31\t\n"
    names = "".join(f"Q{n}\tname {n}\t[[Name {n}]]\nQ{n % 5 + 1}\tagain\nQ{n}\n" for n in range(1, 200))
    files = release(tmp_path / "in", triples=triples, entities=names, texts=names)
    _, whole = stage_wikidata5m(files, tmp_path / "whole")
    monkeypatch.setattr(loaders_lines, "BLOCK_BYTES", 500)
    _, parts = stage_wikidata5m(files, tmp_path / "parts")
    assert whole == parts
    assert whole.files[0].first_lines["not 3 columns"] == [2, 4, 6, 8, 10]
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "parts" / path.name).read_bytes()


def test_pieces_without_a_bad_line_are_read_as_the_others_are(tmp_path: Path) -> None:
    """Good lines are read at once; a bad one among them has each looked at. Both ways accept the same."""
    good = "Q1\tP31\tQ999999999\nQ1\tP31\tQ999999999\nQ42\tP999999999\tQ1\nQ7\tP1\tQ7\n"
    for number, bad in enumerate(("", "bad\n")):
        stage_wikidata5m(release(tmp_path / f"in{number}", triples=good + bad), tmp_path / f"out{number}")
    assert facts(tmp_path / "out0") == facts(tmp_path / "out1") != set()
    odd = ("Q01\tP1\tQ2", "Q1\tP1\tQ1000000000", "+1\tP1\tQ2", "P1\tQ1\tQ2", "Q1\tP1\tQ2\t", "QQ1\tP1\tQ2")
    for number, line in enumerate(odd):
        _, report = stage_wikidata5m(release(tmp_path / f"odd{number}", triples=good + line + "\n"), tmp_path / "odd")
        assert (report.files[0].lines, report.files[0].kept) == (5, 4), line


def test_report_as_json_and_table(tmp_path: Path) -> None:
    from rich.console import Console

    _, report = stage_wikidata5m(release(tmp_path / "in", triples=TRIPLES + "bad\n"), tmp_path / "out")
    content = json.loads(report.as_json())
    assert content["files"][0]["dropped"] == {"not 3 columns": 1}
    assert content["snapshot"] == report.snapshot
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(report.table())
    assert "not 3 columns: line 4" in console.export_text()


def test_progress_reaches_the_end_of_each_file(tmp_path: Path) -> None:
    seen: dict[str, tuple[int, int]] = {}

    def note(stage: str, done: int, total: int) -> None:
        assert done >= seen.get(stage, (0, 0))[0]
        seen[stage] = (done, total)

    stage_wikidata5m(released_files(sample_files()), tmp_path / "out", progress=note)
    assert len(seen) == 7
    assert all(done == total for done, total in seen.values())


IDS = st.sampled_from(["Q1", "Q2", "Q30", "Q4", "Q", "", "q1", "P1", " Q1", "Q12345678901"])
LINES = st.one_of(
    st.tuples(IDS, st.sampled_from(["P1", "P22", "p", ""]), IDS).map("\t".join),
    st.lists(st.text("Q1P\t é", max_size=5), max_size=5).map("\t".join),
)


def naive(lines: list[bytes], good: Callable[[str], bool]) -> set[tuple[str, ...]]:
    """The facts as the simplest program would read them."""
    found: set[tuple[str, ...]] = set()
    for line in lines:
        try:
            columns = line.decode().split("\t")
        except UnicodeDecodeError:
            continue
        if len(columns) == 3 and good(columns[0]) and good(columns[2]) and good("Q" + columns[1][1:]):
            if columns[1][0] != "P":
                continue
            found.add((f"wd:{columns[0]}", f"wdt:{columns[1]}", f"wd:{columns[2]}"))
    return found


def is_item(text: str) -> bool:
    digits = text[1:]
    return text[:1] == "Q" and digits.isascii() and digits.isdigit() and digits[0] != "0" and len(digits) < 10


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(LINES.map(str.encode), st.just(b"Q1\tP1\t\xff")), max_size=30))
def test_agrees_with_a_naive_reader(lines: list[bytes]) -> None:
    lines = [b"Q7\tP1\tQ7", *lines]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = release(folder / "in", triples=b"\n".join(lines) + b"\n")
        staging, report = stage_wikidata5m(files, folder / "out")
        expected = naive(lines, is_item)
        assert facts(folder / "out") == expected
        tally = report.files[0]
        assert tally.lines == len(lines) == tally.kept + sum(tally.dropped.values())
        assert tally.kept == len(expected) + report.duplicates
        degree = Counter(end for s, _, o in expected for end in (s, o))
        entities = pl.read_parquet(staging.table("entities"))
        assert dict(entities.select("id", "degree").iter_rows()) == degree
