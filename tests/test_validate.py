"""Contexts of one's own: how traces are read, what proof, rules and a model find in them, and bad input."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import contragraph as cg
from contragraph.dataset.records.sets import read_sets
from contragraph.documents.passages import ContextDocument, documents_of
from contragraph.documents.traces import Context, read_traces
from contragraph.documents.validate import validate_context
from contragraph.graph.errors import InputError
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.rules.ruleset import rules_of
from tests import local_model as small
from tests.cli import contragraph
from tests.made import sets
from tests.scripted_server import Reply, Request, scripted

BORN, DIED, AGED = (
    "Ada Byron was born on 10 December 1815.",
    "Ada Byron died on 27 November 1852.",
    "Ada Byron died at the age of 50.",
)
OTHER_DAY = "Ada Byron was born on 3 May 1820."
BUILT = "The Old Mill of Tarn was built in 1820 by Anna Roth."
MILL = f"{BUILT} Visitors like it a lot, they say."
LATER = "They tell that the Old Mill of Tarn was built in 1920 by Anna Roth."
CONTEXTS: dict[str, list[Any]] = {
    "self": [f"{BORN} {OTHER_DAY}", MILL],
    "pair": [{"id": "a", "text": BORN}, MILL, {"title": "Byron", "text": OTHER_DAY}],
    "conditional": [AGED, BORN, MILL, DIED],
    "none": [BORN, DIED, MILL],
}


def trace(path: Path, contexts: Mapping[str, Sequence[object]] = CONTEXTS) -> Path:
    """A trace with these contexts; their names are their ids."""
    rows = ({"id": name, "question": "Who?", "documents": documents} for name, documents in contexts.items())
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def found_in(*documents: object) -> list[tuple[str, tuple[int, ...]]]:
    return [(f.by, f.documents) for f in cg.validate(documents).findings]  # type: ignore[arg-type]


# -- what is found -------------------------------------------------------------------------------------------


def test_planted_contradictions_are_proven_in_just_their_documents() -> None:
    """Not all: what rests on the levels of places is in no text. Where nothing is planted nothing is proven."""
    right = dict.fromkeys(("self", "pair", "conditional"), 0)
    wrong = []
    for _, record in read_sets(sets()):
        context = Context(record.id, tuple(ContextDocument(d.text, title=d.title) for d in record.documents))
        proven = {f.documents for f in validate_context(context).findings if f.by == "proof"}
        gold = {tuple(n + 1 for n in c.documents) for c in record.conflicts}
        if gold & proven:
            right[record.type] += 1
        wrong += [(record.id, named) for named in proven - gold]
    assert min(right.values()) >= 1
    assert sum(right.values()) >= 6
    assert len(wrong) <= 1, wrong


@pytest.mark.parametrize(
    ("documents", "taken"),
    [
        ([BORN, DIED, AGED], (1, 2, 3)),
        ([MILL, BORN, OTHER_DAY], (2, 3)),
        ([MILL, f"{BORN} {OTHER_DAY}", DIED], (2,)),
        ([f"{BORN} {DIED}", MILL, AGED], (1, 3)),
    ],
)
def test_a_proof_takes_so_many_documents_as_it_needs(documents: list[str], taken: tuple[int, ...]) -> None:
    """The proof is verified step by step, and the prover of sets says the same of the statements."""
    validation = cg.validate(documents)
    (finding,) = validation.findings
    assert (finding.by, finding.documents, validation.documents) == ("proof", taken, taken)
    assert validation.conflict
    assert validation.type == {1: "self", 2: "pair", 3: "conditional"}[len(taken)]
    proof = finding.proof
    assert proof is not None
    assert verify(proof.minimal, proof.statements, rules_of(cg.load_ontology())) is None
    told = [[s for s, q in zip(proof.statements, proof.told) if q.document == n] for n in range(1, len(documents) + 1)]
    assert [tuple(n + 1 for n in c.documents) for c in cg.prove_sets(told).conflicts] == [taken]
    for quote in finding.sentences:
        assert documents[quote.document - 1][quote.start : quote.end] == quote.text
    assert {q.document for q in finding.sentences} == {*taken}


@pytest.mark.parametrize(
    "documents",
    [
        ["Caroline Kennedy is a daughter of Jacqueline Onassis and John Kennedy."],
        ["Lynn Redgrave was the daughter of Rachel Kempson.", "The father of Lynn Redgrave was Michael Redgrave."],
        ["Ada Byron was born in 1815.", BORN],
        ["Trinidad lies in Trinidad and Tobago and has an area of 4,768 km²."],
    ],
)
def test_words_that_leave_another_meaning_prove_nothing(documents: list[str]) -> None:
    assert found_in(*documents) == []


def test_what_a_span_counts_from_says_how_two_belong_together() -> None:
    """The daughter of Ann may be that of a father called so, but not where Ann is named as her mother."""
    dates = ("Ann Lee was born on 1 May 1900.", "Eve Lee was born on 1 May 1950.", "Eve Lee is a daughter of Ann Lee.")
    assert found_in(*dates, "Eve Lee was born when her mother was 20 years old.") == []
    (found,) = cg.validate([*dates, "Eve Lee was born when Ann Lee was 20 years old."]).findings
    assert (found.by, found.type) == ("proof", "k4")


def test_rules_compare_what_is_in_no_words_of_the_lexicon() -> None:
    (finding,) = cg.validate([MILL, BORN, LATER]).findings
    assert (finding.by, finding.cause, finding.documents, finding.proof) == ("rule", "time", (1, 3), None)
    assert [q.text for q in finding.sentences] == [BUILT, LATER]
    (own,) = cg.validate([f"{MILL} {LATER}"]).findings
    assert (own.by, own.type) == ("rule", "self")
    assert cg.validate([MILL, LATER], least=1.0).findings == ()


def test_every_meaning_of_a_k() -> None:
    (finding,) = cg.validate([BORN, DIED, AGED]).findings
    assert (finding.k, finding.type, finding.ids) == (3, "conditional", ("", "", ""))
    assert cg.validate([BORN]).type == "none"
    several = cg.validate([f"{BORN} {OTHER_DAY}", "Ann Lee was born in 1900.", "Ann Lee was born in 1910."])
    assert (several.type, several.types, several.documents) == ("self", ("self", "pair"), (1, 2, 3))


# -- what is read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        {"documents": [BORN, {"id": "b", "title": "T", "text": DIED}]},
        {"retrieved_contexts": [{"page_content": BORN}, {"text": DIED, "metadata": {"id": "b", "title": "T"}}]},
        {"ctxs": [{"text": BORN, "score": 1}, {"id": "b", "title": "T", "text": DIED}]},
        {"source_nodes": [{"node": {"text": BORN}}, {"node": {"id": "b", "text": DIED, "title": "T"}}]},
        {"hits": [{"_source": {"text": BORN}}, {"_id": "b", "_source": {"title": "T", "text": DIED}}]},
        {"contexts": [[BORN], {"id": "b", "title": "T", "text": [DIED]}]},
    ],
)  # fmt: skip
def test_documents_are_found_by_the_usual_names(row: object) -> None:
    assert documents_of(row) == (ContextDocument(BORN), ContextDocument(DIED, "b", "T"))


def test_titles_with_sentences_and_maps_are_documents() -> None:
    assert documents_of({"context": [["T", [BORN, DIED]]]}) == (ContextDocument(f"{BORN} {DIED}", title="T"),)
    assert documents_of({"contexts": {"x": {"text": BORN}, "y": DIED}}) == (
        ContextDocument(BORN, "x"),
        ContextDocument(DIED, "y"),
    )
    assert documents_of({"documents": "no list"}) is None
    assert documents_of({"question": "Who?"}) is None


def test_every_kind_of_file_is_a_trace(tmp_path: Path) -> None:
    for name, held in {
        "one.json": {"question": "Who?", "documents": [BORN, DIED]},
        "list.json": [{"documents": [BORN, DIED]}, {"passages": [DIED]}],
        "within.json": {"model": "m", "rows": [{"documents": [BORN, DIED]}]},
        "texts.json": [BORN, DIED],
    }.items():
        (tmp_path / name).write_text(json.dumps(held), "utf-8")
        contexts = read_traces([tmp_path / name]).contexts
        assert [d.text for d in contexts[0].documents] == [BORN, DIED], name
        assert len(contexts) == 1 + (name == "list.json")
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(BORN)
    (notes / "b.md").write_text(f"# Ada\n\n*{DIED[:9]}*{DIED[9:]}")
    (folder,) = read_traces([notes]).contexts
    assert (folder.id, [d.id for d in folder.documents]) == ("notes", ["a.txt", "b.md"])
    both, other = read_traces([notes / "a.txt", tmp_path / "texts.json", notes / "b.md"]).contexts
    assert [d.text for d in both.documents] == [d.text for d in folder.documents]
    assert [d.text for d in other.documents] == [BORN, DIED]
    assert len(read_traces([sets()]).contexts) == sum(1 for _ in read_sets(sets()))


# -- what is said of it --------------------------------------------------------------------------------------


def test_the_command_names_documents_sentences_and_proof(tmp_path: Path) -> None:
    done = contragraph("validate", trace(tmp_path / "trace.jsonl"), cwd=tmp_path)
    assert done.code == 0, done.err
    assert "context pair: pair · 3 documents" in done.out
    assert "Documents 1 (a) and 3 (Byron) contradict each other. (by proof, strict" in done.out
    assert f"▶ [3] {OTHER_DAY}" in done.out
    assert "3 May 1820  (document 3)" in done.out
    assert "context none: nothing found · 3 documents" in done.out
    assert "3 of 4 contexts contradict themselves (3 by proof); 0 calls to models, " in done.err


def test_json_csv_and_files_say_the_same(tmp_path: Path) -> None:
    path = trace(tmp_path / "trace.jsonl")
    told = contragraph("validate", path, "--format", "json", "--out", "out", "--html", "page.html", cwd=tmp_path)
    listed = json.loads(told.out)
    assert [(row["context"], row["type"]) for row in listed] == [(name, name) for name in CONTEXTS]
    (finding,) = listed[2]["findings"]
    assert finding["documents"] == [{"number": n, "id": ""} for n in (1, 2, 4)]
    assert (finding["k"], finding["by"]) == (3, "proof")
    assert [s["document"] for s in finding["proof"]["statements"]] == [2, 1, 4] or len(
        finding["proof"]["statements"]
    ) == 3
    lines = (tmp_path / "out" / "contexts.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == listed
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page == (tmp_path / "out" / "index.html").read_text("utf-8")
    assert page.count("<mark") == sum(len(f["sentences"]) for row in listed for f in row["findings"])
    assert "src=" not in page
    rows = list(csv.DictReader(io.StringIO(contragraph("validate", path, "--format", "csv", cwd=tmp_path).out)))
    assert [(row["context"], row["documents"]) for row in rows] == [
        ("self", "[1]"), ("pair", "[1, 3]"), ("conditional", "[1, 2, 4]")
    ]  # fmt: skip
    again = contragraph("validate", path, "--out", "again", cwd=tmp_path)
    assert again.code == 0
    for name in ("contexts.jsonl", "index.html"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()
    assert contragraph("validate", path, "--out", "out", cwd=tmp_path).code == 2


@pytest.mark.parametrize("kind", ["self", "pair", "conditional", "any"])
def test_fail_on_ends_with_1_where_it_is_found(tmp_path: Path, kind: str) -> None:
    for name, documents in CONTEXTS.items():
        path = trace(tmp_path / f"{name}.jsonl", {name: documents})
        code = contragraph("validate", path, "--fail-on", kind, cwd=tmp_path).code
        assert code == (name in (kind, "none") or kind == "any") * (name != "none"), name


# -- bad input -----------------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_named_and_never_passes(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    rows = [
        {"documents": [BORN, f"{DIED} \ud800"]},
        {"question": "Who?"},
        {"documents": ["", " "]},
        {"documents": []},
        7,
    ]
    path.write_bytes("\n".join(map(json.dumps, rows)).encode() + b'\n{"documents": [\n\xff\n' + b"[" * 100_000)
    done = contragraph("validate", path, cwd=tmp_path)
    assert done.code == 0, done.err
    faults = {
        2: "no list of documents",
        3: "no document with text",
        4: "no document with text",
        5: "no list of documents",
    }
    for number, what in (faults | dict.fromkeys((6, 7, 8), "is not JSON")).items():
        assert any(f"line {number} " in line and what in line for line in done.err.splitlines()), (number, done.err)
    assert "0 of 1 contexts contradict themselves; 0 calls" in done.err
    assert "7 things were left out" in done.err
    gate = contragraph("validate", path, "--fail-on", "any", cwd=tmp_path)
    assert (gate.code, "does not pass" in gate.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "held", "said"),
    [
        ("empty.jsonl", "", "no context"),
        ("none.jsonl", '{"question": "Who?"}', "no list of documents"),
        ("half.json", '{"documents": [', "is not JSON"),
        ("number.json", "7", "neither documents nor a list"),
        ("table.xlsx", "x", "of no known kind"),
        ("absent.jsonl", None, "There is no file"),
    ],
)
def test_a_trace_without_contexts_is_refused(tmp_path: Path, name: str, held: str | None, said: str) -> None:
    if held is not None:
        (tmp_path / name).write_text(held)
    done = contragraph("validate", name, cwd=tmp_path)
    assert (done.code, said in done.err, done.err.count("\n")) == (2, True, 1), done.err


def test_documents_without_text_and_copies_keep_their_numbers() -> None:
    validation = cg.validate(["", BORN, f" {BORN}\n", OTHER_DAY])
    assert [f.documents for f in validation.findings] == [(2, 4)]
    assert validation.size == 4
    assert validation.notes == (
        "document 1 has no text",
        "document 3 has the same text as document 2, which stands for both",
    )
    assert "there is only one text: it can only contradict itself" in cg.validate([BORN, BORN]).notes
    with pytest.raises(InputError, match="None of the documents has a text"):
        cg.validate(["", {"title": "T"}])


def test_two_hundred_documents() -> None:
    others = [f"Town{n} is a city in Land{n}." for n in range(197)]
    validation = cg.validate([BORN, *others[:100], DIED, *others[100:], AGED])
    assert (validation.size, [f.documents for f in validation.findings]) == (200, [(1, 102, 200)])


# -- a model -------------------------------------------------------------------------------------------------


def model(url: str, *more: str) -> tuple[str, ...]:
    return ("--model", "openai/known", "--api-base", url, "--cache", "answers.sqlite", *more)


def told(**contradictions: list[dict[str, object]]) -> Callable[[Request, int], Reply]:
    """A model that says these of the contexts in which a word stands."""

    def answered(request: Request, _: int) -> Reply:
        asked = request["messages"][-1]["content"]
        said = next((some for word, some in contradictions.items() if word in asked), [])
        return Reply(json.dumps({"contradictions": said}))

    return answered


def test_a_model_is_asked_once_of_each_context(tmp_path: Path) -> None:
    contexts = {"x": [BORN, OTHER_DAY, "Tarn is dry."], "y": ["Zim is wet all year."], "z": ["Beru burns."]}
    path = trace(tmp_path / "trace.jsonl", contexts)
    known = told(
        Tarn=[
            {"documents": [2, 1], "sentences": [BORN], "cause": "time", "why": "Two days."},
            {"documents": [3, 1], "sentences": ["TARN  is dry"], "cause": "moon", "why": "So\nit is."},
            {"documents": [9], "sentences": [], "cause": "time", "why": "No such document."},
        ],
        Zim=[{"documents": [1], "sentences": ["It never said so."], "cause": "negation", "why": "w"}],
    )
    with scripted(known) as server:
        done = contragraph("validate", path, "--format", "json", *model(server.url), cwd=tmp_path, OPENAI_API_KEY="n")
        assert done.code == 0, done.err
        assert (server.answered, len(server.counts)) == (3, 3)
        again = contragraph("validate", path, "--format", "json", *model(server.url), cwd=tmp_path, OPENAI_API_KEY="n")
        assert (again.out, server.answered) == (done.out, 3)
    x, y, z = json.loads(done.out)
    assert [(f["by"], f["cause"], [d["number"] for d in f["documents"]]) for f in x["findings"]] == [
        ("proof", "axiom", [1, 2]), ("model", "other", [1, 3])
    ]  # fmt: skip
    assert [(q["document"], q["text"]) for q in x["findings"][1]["sentences"]] == [(3, "Tarn is dry.")]
    assert x["findings"][1]["why"] == "So it is."
    assert x["notes"] == ["1 contradictions of the model name no document, or one that is not there"]
    assert [(f["by"], f["sentences"]) for f in y["findings"]] == [("model", [])]
    assert (z["findings"], z["conflict"]) == ([], False)
    assert "3 calls to models" in done.err


def test_a_model_that_says_nothing_usable_is_noted(tmp_path: Path) -> None:
    path = trace(tmp_path / "trace.jsonl", {"x": [BORN, DIED]})
    with scripted(lambda _, __: Reply("I think that all is well.")) as server:
        done = contragraph("validate", path, *model(server.url), cwd=tmp_path, OPENAI_API_KEY="none")
        assert done.code == 0, done.err
        assert "the model gave no answer that can be used" in done.out
        dry = contragraph("validate", path, *model(server.url, "--dry-run"), cwd=tmp_path, OPENAI_API_KEY="none")
        assert dry.out.startswith("1 calls, about ")
        before = server.answered
        off = contragraph("validate", path, *model(server.url, "--offline"), cwd=tmp_path, OPENAI_API_KEY="none")
        assert (off.code, server.answered, "0 calls to models" in off.err) == (0, before, True)
    assert contragraph("validate", path, "--dry-run", cwd=tmp_path).code == 2


def test_python_asks_a_model_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said = [{"documents": [1, 2], "sentences": [BUILT], "cause": "value", "why": "Two builders."}]
    with scripted(told(Tarn=said)) as server:
        asked = cg.validate([MILL, "Bo Lee built it."], model="openai/known", api_base=server.url)
    assert [(f.by, f.type, f.why) for f in asked.findings] == [("model", "pair", "Two builders.")]


def test_a_real_small_model(local_model: str, tmp_path: Path) -> None:
    """Its answers are poor; whatever it says, what it names is there."""
    path = trace(tmp_path / "trace.jsonl", {"x": [BORN, OTHER_DAY]})
    asked = ("--model", small.NAME, "--api-base", local_model, "--cache", "answers.sqlite", "--format", "json")
    (tmp_path / "models.toml").write_text("temperature = 0.0\nmax_tokens = 64\n")
    done = contragraph("validate", path, *asked, "--models", "models.toml", cwd=tmp_path, OPENAI_API_KEY="none")
    assert done.code == 0, done.err
    (row,) = json.loads(done.out)
    assert row["findings"][0]["by"] == "proof"
    for finding in row["findings"]:
        assert {d["number"] for d in finding["documents"]} <= {1, 2}
        assert all(q["text"] in (BORN, OTHER_DAY) for q in finding["sentences"])
