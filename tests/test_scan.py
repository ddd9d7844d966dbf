"""Contradictions between documents: folders, traces, what is compared, and the pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contragraph.documents.clash import read
from contragraph.documents.documents import NamedText, plain, read_documents
from contragraph.documents.extract import extract
from contragraph.documents.index import FEW, MANY, comparable
from contragraph.documents.scan import MANY as PARTED
from contragraph.documents.scan import scan
from contragraph.documents.sentences import sentences
from contragraph.graph.errors import InputError
from tests.cli import contragraph, world

NOTES = {
    "mill.txt": "The Old Mill of Tarn was built in 1820 by Anna Roth. It has two wheels.",
    "sub/mill.md": "# Mills\n\nThe *Old Mill of Tarn* was built in 1920 by Anna Roth.",
    "ridge.html": "<head><title>x</title><style>b{}</style></head><body><p>Tarn Ridge is 900 m high.</p></body>",
    "other.txt": "Beru is a town of ceramics. Its market is on Mondays.",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in NOTES.items():
        path = tmp_path / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "notes"


def test_a_folder_is_read_with_its_subfolders(folder: Path) -> None:
    (folder / "picture.png").write_bytes(b"\x89PNG")
    (folder / "latin.txt").write_bytes("Caf\xe9".encode("latin-1"))
    (folder / "blank.txt").write_text(" \n")
    collection = read_documents(folder)
    assert [d.name for d in collection.documents] == ["mill.txt", "other.txt", "ridge.html", "sub/mill.md"]
    assert collection.documents[2].text == "Tarn Ridge is 900 m high."
    assert len(collection.faults) == 3
    assert plain("<p>a &amp; b</p><script>x</script>", ".html") == "a & b"


def test_a_name_that_ends_with_a_point_may_end_a_sentence() -> None:
    told = "Ann Lee is a sister of Bo Lee Jr. Bo Lee Jr. died in 1999. He saw Bo Lee Jr. National Park of Acme Inc."
    assert [s.body for s in sentences(told)] == [
        "Ann Lee is a sister of Bo Lee Jr.",
        "Bo Lee Jr. died in 1999.",
        "He saw Bo Lee Jr. National Park of Acme Inc.",
    ]
    told = "Eve is a daughter of Sean Penn. Ryan is an actress. Penn lives in Erie, Penn. He is from Lima, Calif. City."
    assert [s.body for s in sentences(told)] == [
        "Eve is a daughter of Sean Penn.",
        "Ryan is an actress.",
        "Penn lives in Erie, Penn.",
        "He is from Lima, Calif. City.",
    ]


def test_a_subject_stands_before_its_apposition() -> None:
    (said,) = extract("Sean Parr, an actor, writer and director, was born on 17 August 1953.").said
    assert (said.subject.text, said.object.text) == ("Sean Parr", "17 August 1953")


def test_what_is_no_collection_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a folder nor"):
        read_documents(tmp_path / "absent")
    with pytest.raises(InputError, match="there must be two"):
        read_documents(tmp_path)


def test_the_command_says_which_documents_where_and_why(folder: Path, tmp_path: Path) -> None:
    done = contragraph("scan", "notes", "--format", "json", "--html", "found.html", cwd=tmp_path)
    assert done.code == 0, done.err
    (row,) = json.loads(done.out)
    assert (row["first"], row["second"], row["cause"]) == ("mill.txt", "sub/mill.md", "time")
    assert row["says"] == "The Old Mill of Tarn was built in 1820 by Anna Roth."
    assert "1920" in row["but"]
    assert "pairs were skipped" in done.err
    page = (tmp_path / "found.html").read_text()
    assert "<mark" in page
    assert "src=" not in page
    assert contragraph("scan", "absent", cwd=tmp_path).code == 2


def test_one_process_finds_what_two_find(tmp_path: Path) -> None:
    """Of so many documents that two processes share them."""

    def passage(year: int) -> str:
        return f"The Old Mill of Tarn was built in {year} by Anna Roth. It has two wheels."

    years = range(1700, 1700 + PARTED // 2)
    lines = [json.dumps({"question": f"Q{n}", "passages": [passage(n), passage(n + n % 2 * 100)]}) for n in years]
    (tmp_path / "trace.jsonl").write_text("\n".join(lines))
    both = [contragraph("scan", "trace.jsonl", "--jobs", jobs, "--format", "json", cwd=tmp_path) for jobs in "12"]
    assert both[0].out == both[1].out
    assert both[0].err == both[1].err
    assert len(json.loads(both[0].out)) == len(lines) // 2


def test_passages_are_compared_within_their_question(tmp_path: Path) -> None:
    rows = [
        {"question": "When?", "passages": [NOTES["mill.txt"], {"id": "p2", "text": NOTES["sub/mill.md"][9:]}]},
        {"question": "Who?", "contexts": [NOTES["other.txt"], NOTES["mill.txt"]]},
        {"question": "Why?"},
    ]
    path = tmp_path / "trace.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n{half")
    collection = read_documents(path)
    assert len(collection.faults) == 2
    found = scan(collection.documents)
    names = [(found.documents[c.first].name, found.documents[c.second].name) for c in found.found]
    assert names == [("question 1, passage 1", "question 1, p2")]
    assert found.compared + found.skipped == 2


def test_sentences_that_speak_of_the_same_are_compared() -> None:
    """Few are all compared; of many, those that a frequent name joins need a further word in common."""
    lines = [read(f"Europe has Lake Tarn{n // 2} and Mount Zim{n}.").lines for n in range(60)]
    few = comparable(lines, [""] * 60)
    assert len(few) == 60 * 59 // 2
    assert comparable(lines, [str(n // 2) for n in range(60)]).keys() == {(n, n + 1) for n in range(0, 60, 2)}
    crowd = [*lines, *([read("Berlin has a market.").lines[0]] * FEW for _ in range(1))]
    many = comparable(crowd, [""] * 61)
    assert MANY < 60
    assert set(many) == {(n, n + 1) for n in range(0, 60, 2)}


def test_planted_contradictions_are_found_and_true_neighbours_are_not() -> None:
    """Texts of our own pairs: both sides of each, among true texts of the same graph.

    Who has the texts alone does not know of which level a place is, so that pairs whose proof takes such facts for
    granted may stay unseen; and of five others one may, whose words have another reading that contradicts nothing.
    """
    lines = [json.loads(line) for line in (world() / "dataset" / "instances.jsonl").read_text().splitlines()]
    documents = [
        NamedText(f"{n}-{side}", line["contexts"][side]["text"])
        for n, line in enumerate(lines)
        for side in ("original", "perturbed")
    ]
    found = scan(documents, workers=1)
    named = {(found.documents[c.first].name, found.documents[c.second].name) for c in found.found}
    told = [n for n, line in enumerate(lines) if not line.get("background")]
    assert len(told) >= 5
    unseen = {(f"{n}-original", f"{n}-perturbed") for n in told} - named
    assert len(unseen) <= len(told) // 5, unseen
    assert not [pair for pair in named if all(name.endswith("original") for name in pair)]
