"""Reading datasets of others, statements by rules, clashes, and the command that counts them."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import polars as pl
import pytest

from contragraph.documents import language
from contragraph.documents.clash import clashes, read, read_extracted
from contragraph.documents.classify import classify, distribution, type_of
from contragraph.documents.extract import extract
from contragraph.documents.gold import compare_gold
from contragraph.documents.modelled import extract_with_model
from contragraph.documents.proven import TextProver
from contragraph.documents.readers import read_corpus
from contragraph.documents.records import TextPair
from contragraph.graph.errors import InputError
from contragraph.llm import open_gateway, read_config
from tests.cli import contragraph, world
from tests.memory_rows import row as released
from tests.memory_rows import written
from tests.scripted_server import Reply, Request, scripted

# -- reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "words", "low"),
    [
        ("He was born on 8 December 1967.", "time", "8 December 1967", 19671208),
        ("She died on Feb 12, 1804, in Riga.", "time", "Feb 12, 1804", 18040212),
        ("It was built in March 1814.", "time", "March 1814", 18140301),
        ("Trade grew in the 1890s.", "time", "1890s", 18900000),
        ("The king ruled c. 2500 BC.", "time", "2500 BC", -25000000),
        ("The film cost $207 million.", "number", "$207 million", 207e6),
        ("It has twenty-five wings.", "number", "twenty-five", 25),
        ("The bridge is 2.25 km long.", "number", "2.25", 2250),
        ("The school was founded in Frankfurt am Main.", "name", "Frankfurt am Main", 0),
        ("They played 'Good King Wenceslas' twice.", "name", "Good King Wenceslas", 0),
    ],
)
def test_mentions_are_read_with_their_values(text: str, kind: str, words: str, low: float) -> None:
    found = [m for m in extract(text).mentions[0] if m.kind == kind]
    assert [(m.text, m.low) for m in found] == [(words, low)]
    assert text[found[0].start : found[0].end].strip("'") == words


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("Michael Reid represents the 10th district.", "Michael Reid | repres | 10th"),
        ("Anna Roth did not attend Yale University.", "Anna Roth | not attend | Yale University"),
        ("Anna Roth (born 10 May 1998) sings. She lives in Bern.", "Anna Roth | born | 10 May 1998"),
        ("Anna Roth sings. She lives in Bern.", "Anna Roth | live in | Bern"),
    ],
)
def test_statements_are_read_in_free_words(text: str, spelled: str) -> None:
    assert spelled in [said.spelled for said in extract(text).said]


@pytest.mark.parametrize(
    ("one", "other", "cause"),
    [
        ("Marina Baker was born on 8 December 1967.", "Marina Baker was born on 12 August 1967.", "time"),
        ("The estate covers 20 acres.", "The estate covers 20.5 acres.", "number"),
        ("The game was featured in two episodes.", "The game was featured in 50 episodes.", "number"),
        ("Anna Roth attended Yale University.", "Anna Roth did not attend Yale University.", "negation"),
        ("Megan Park plays Grace Bowman in the series.", "Anna Roth plays Grace Bowman in the series.", "identity"),
        ("The club plays its home games at Tata Stadium.", "The club plays its home games at Munda Stadium.", "value"),
    ],
)
def test_what_differs_clashes_by_its_kind(one: str, other: str, cause: str) -> None:
    """Both ways round, with the very words as evidence."""
    for a, b in ((one, other), (other, one)):
        (found,) = clashes(read(a), read(b, number=1))
        assert found.cause == cause
        assert found.first.words != "" != found.second.words
        assert a[found.first.start : found.first.end]
        assert b[found.second.start : found.second.end]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marina Baker was born on 8 December 1967.", "Marina Baker was born in 1967."),
        ("The road is 10 miles long.", "The road is 16.09 km long."),
        ("Anna Roth attended Yale University.", "Anna Roth attended Yale University in Connecticut."),
        ("The mill was built in 1820.", "Berlin has 3 million inhabitants."),
        ("Not only rice but wheat is grown there.", "Rice is grown there."),
    ],
)
def test_what_agrees_does_not_clash(one: str, other: str) -> None:
    assert clashes(read(one), read(other, number=1)) == []


def test_each_thing_that_differs_is_one_conflict() -> None:
    first = "The War Doctor was succeeded by the 9th Doctor. The 9th Doctor was featured in 13 episodes."
    second = "The War Doctor was succeeded by the 8th Doctor. The 9th Doctor was featured in 50 episodes."
    item = classify("made", TextPair("1", (first, second)))
    assert item.type == "2-single-hop"
    assert {(b.clash.first.sentence, b.clash.second.sentence) for b in item.conflicts} == {(0, 0), (1, 1)}
    assert type_of(5, {2, 3}) == "4-multi-hop"
    assert type_of(2, {1, 2}) == "mixed hops"
    assert type_of(0, set()) == "none found"


def test_odd_texts_are_read_as_far_as_they_go() -> None:
    """Another script, emptiness, and a megabyte: a note each, and no failure."""
    assert "no text" in extract(" \n?\n").notes[0]
    assert "English" in extract("Москва является столицей России. " * 6).notes[0]
    big = extract("The mill was built in 1820. " * 40_000)
    assert len(big.sentences) == 2_000
    assert "40,000" in big.notes[0]
    (found,) = clashes(read("1955 年に東京で生まれた。"), read("1956 年に東京で生まれた。", number=1))
    assert (found.cause, found.first.words, found.second.words) == ("time", "1955", "1956")


def test_without_the_library_one_sentence_names_the_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    language._language.cache_clear()
    language.tokens.cache_clear()
    with pytest.raises(InputError, match=r"pip install 'contragraph\[nlp\]'"):
        extract("The mill was built in 1820.")


# -- datasets ----------------------------------------------------------------------------------------------------

ECON: list[dict[str, object]] = [
    {
        "question": "q",
        "e1": ["A", False, "Anna Roth won the Tarn Cup."],
        "e2": ["B", False, "Bea Lind won the Tarn Cup."],
    },
    {
        "question": "q",
        "e1": ["Yes", ["one", "two"], "It was built in 1820."],
        "e2": ["No", ["one", "three"], "It was built in 1920."],
        "types": ["Temporal"],
    },
]
WIKI = {
    "question": "q",
    "context1": "It is 5 km long.",
    "context2": "It is 6 km long.",
    "contradiction_type": "Explicit",
}


def test_every_layout_is_known(tmp_path: Path) -> None:
    def read(name: str, text: str | bytes) -> tuple[str, int]:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        corpus = read_corpus(path)
        return corpus.layout, len(corpus.pairs)

    assert read("e.json", json.dumps(ECON)) == ("econ", 2)
    assert read("e.jsonl", "\n".join(json.dumps({**row, "instance_id": "7", "kind": "answer"}) for row in ECON))[1] == 2
    assert read("w.jsonl.gz", gzip.compress((json.dumps(WIKI) + "\n").encode())) == ("wikicontradict", 1)
    assert read("t.csv", "id,text1,text2\n1,It is red.,It is blue.\n") == ("generic", 1)
    assert read("l.jsonl", json.dumps({"passages": ["It is red.", {"text": "It is blue."}]})) == ("generic", 1)
    stances = [{"search_query": "q", "text_window": f"It is {n}.", "stance": "yes"} for n in range(3)]
    pl.DataFrame(stances).write_parquet(tmp_path / "c.parquet")
    assert (read_corpus(tmp_path / "c.parquet").layout, len(read_corpus(tmp_path / "c.parquet").pairs)) == (
        "conflictingqa",
        1,
    )
    gold = dict(read_corpus(tmp_path / "e.json").pairs[1].gold)
    assert gold == {"kind": "factoid", "count": "1", "types": "Temporal"}


def test_bad_input_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    rows = [{"id": 1, "text1": "It is red.", "text2": "It is blue."}, {"id": 1, "text1": "a b", "text2": "a c"}]
    path.write_text(
        "\n".join(json.dumps(row) for row in [*rows, {"id": 2, "text1": "x", "text2": " "}, {"id": 3, "text1": "x"}])
    )
    corpus = read_corpus(path)
    assert [pair.id for pair in corpus.pairs] == ["1", "1#2"]
    assert any("item 2 has one text" in fault for fault in corpus.faults)
    assert any("item 4 has no text2" in fault for fault in corpus.faults)
    assert any("stand several times (1)" in fault for fault in corpus.faults)
    path.write_text('{"left": "x", "right": "y"}')
    with pytest.raises(InputError, match="it has left, right: name them with --texts"):
        read_corpus(path)
    assert len(read_corpus(path, columns=("left", "right")).pairs) == 1
    with pytest.raises(InputError, match="no column middle"):
        read_corpus(path, columns=("left", "middle"))
    path.write_text("{broken")
    with pytest.raises(InputError, match="line 1"):
        read_corpus(path)
    with pytest.raises(InputError, match="no file"):
        read_corpus(tmp_path / "absent.jsonl")
    for name in ("t.xml", "empty.jsonl"):
        (tmp_path / name).write_text("")
        with pytest.raises(InputError):
            read_corpus(tmp_path / name)


def test_gold_is_compared_with_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "e.json").write_text(json.dumps(ECON))
    corpus = read_corpus(tmp_path / "e.json")
    items = [classify("e", pair) for pair in corpus.pairs]
    several, count = compare_gold("e", items)
    assert several.confusion == (("one", "one", 1), ("several", "one", 1))
    assert several.accuracy.share == several.majority.share == 0.5
    assert count.confusion == (("1", "1", 2),)
    shares = {(s.what, s.value): s.share.count for s in distribution("e", items)}
    assert shares["type", "1-single-hop"] + shares.get(("type", "1-multi-hop"), 0) == 2


# -- the command ---------------------------------------------------------------------------------------------------


def test_rows_of_conflictbank_are_read_by_cause(tmp_path: Path) -> None:
    """Made-up words prove nothing; of texts in words of the lexicon the prover says which contradict each other."""
    born = {"default_evidence": "Jason Robards was born on 26 July 1922.", "temporal_conflict_evidence": ""}
    born |= {"misinformation_conflict_evidence_evidence": "Jason Robards was born on 26 July 1923."}
    born |= {"semantic_conflict_evidence": "Jason Robards was an actor."}
    rows = [released(0), released(1, **born), released(2, options=["one"])]
    corpus = read_corpus(written(tmp_path / "CB_qa.jsonl", rows))
    assert corpus.layout == "conflictbank"
    assert corpus.faults == ("item 3 has no list of 2 to 10 options",)
    causes = [dict(pair.gold)["released as"] for pair in corpus.pairs]
    assert causes == ["misinformation", "temporal", "semantic", "misinformation", "semantic"]
    assert corpus.pairs[0].texts == (rows[0]["default_evidence"], rows[0]["misinformation_conflict_evidence_evidence"])
    prover = TextProver("wikidata")
    found = [classify("CB_qa", pair, prover=prover) for pair in corpus.pairs]
    proven = {each.question.split()[2].rstrip(","): each.confusion for each in compare_gold("CB_qa", found)}
    assert {cause: sum(n for *_, n in its) for cause, its in proven.items()} == {
        "misinformation": 2,
        "temporal": 1,
        "semantic": 2,
    }
    assert ("proven", "proven", 1) in proven["misinformation"]
    assert all(said != "proven" for cause in ("temporal", "semantic") for _, said, _ in proven[cause])


def test_the_command_classifies_our_own_dataset_with_proofs(tmp_path: Path) -> None:
    """Texts in words that the lexicon knows: where the reader reads all of a pair, the prover finds its type."""
    done = contragraph(
        "classify", world() / "dataset", "--gold", "--out", "kinds", "--format", "json", "--name", "ours", cwd=tmp_path
    )
    assert done.code == 0, done.err
    items = [json.loads(line) for line in (tmp_path / "kinds" / "items.jsonl").read_text().splitlines()]
    given = [json.loads(line) for line in (world() / "dataset" / "instances.jsonl").read_text().splitlines()]
    assert [item["id"] for item in items] == [line["id"] for line in given]
    agreed = sum(item["type"] == line["type"] for item, line in zip(items, given, strict=True))
    assert agreed >= len(given) // 3
    page = (tmp_path / "kinds" / "index.html").read_text()
    assert "<svg" in page
    assert all((tmp_path / "kinds" / "items" / f"{n:05}.html").exists() for n in range(1, len(items) + 1))
    again = contragraph("classify", world() / "dataset", "--out", "kinds", cwd=tmp_path)
    assert again.code == 2
    assert "kinds holds files already" in again.err


def test_a_page_shows_what_texts_say_and_runs_nothing(tmp_path: Path) -> None:
    row = {
        "text1": "<script>alert(1)</script> was built in 1820.",
        "text2": "<script>alert(1)</script> was built in 1920.",
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(row))
    done = contragraph("classify", "t.jsonl", "--out", "o", cwd=tmp_path)
    assert done.code == 0, done.err
    page = (tmp_path / "o" / "items" / "00001.html").read_text()
    assert "<script>" not in page
    assert "1920" in page


# -- with a model ----------------------------------------------------------------------------------------------------


def _answer(request: Request, nth: int) -> Reply:
    """Statements of sentences like "X verb Y."; one text gets no usable answer."""
    del nth
    asked = [m["content"] for m in request["messages"] if m["content"].startswith('{"sentences"')]
    said = json.loads(asked[-1])
    statements = []
    for sentence in said["sentences"]:
        words = sentence["text"].rstrip(".").split()
        if words[0] == "Bad":
            return Reply("no statements here")
        statements.append(
            {"sentence": sentence["sentence"], "subject": words[0], "relation": words[1], "object": words[-1]}
        )
    return Reply(
        json.dumps({"statements": [*statements, {"sentence": 99, "subject": "a", "relation": "b", "object": "c"}]})
    )


def test_a_model_reads_statements_that_rules_cannot(tmp_path: Path) -> None:
    texts = ["Qorl zims Beru.", "Qorl zims Tavi.", "Bad Qorl."]
    with scripted(_answer) as server:
        config = read_config(None, "openai/reader", server.url)
        with open_gateway(config, cache=tmp_path / "cache.sqlite") as gateway:
            texts_read = extract_with_model(texts, gateway)
    assert [said.spelled for said in texts_read[0].said] == ["Qorl | zims | Beru"]
    assert "no sentence of the text" in texts_read[0].notes[0]
    assert (texts_read[0].modelled, texts_read[2].modelled) == (True, False)
    assert "no statements" in texts_read[2].notes[-1]
    found = clashes(read_extracted(texts_read[0]), read_extracted(texts_read[1]))
    assert [(c.cause, c.first.words, c.second.words) for c in found] == [("value", "Beru", "Tavi")]
