"""The lexicon: what ships is well formed and complete, what is broken is refused by name."""

from __future__ import annotations

import gzip
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Statement
from contragraph.kgs import kg_of
from contragraph.ontology.lexicon import fallback, read_lexicon
from contragraph.ontology.lexicon import say as read_out
from contragraph.ontology.phrase import parse_phrase

SEEDS = [
    f"P{n}"
    for n in (
        22, 25, 551, 634, 937, 1038, 1066, 1344, 1399, 737, 36, 47, 150, 189, 197, 421, 1336, 3179, 1382, 2789,
        127, 463, 807, 1001, 2652, 144, 155, 178, 264, 287, 279, 460, 461, 1889, 828, 1478, 1479, 1537, 1542,
        361, 527, 1011, 2283, 3094, 4330,
    )
]  # fmt: skip
NAMES = {"s": "Ann", "o": "Bob", "s's": "Ann's", "o's": "Bob's", "a o": "a bob", "bare o": "Bob"}


def say(text: str, *, many: bool = False, past: bool = False, plural: bool = False, negated: bool = False) -> str:
    return parse_phrase(text).say(NAMES, many=many, past=past, plural=plural, negated=negated)


@pytest.mark.parametrize(
    ("text", "positive", "negative"),
    [
        ("[borders/border] {o}", "borders Bob", "does not border Bob"),
        ("[studied/study] at {o}", "studied at Bob", "did not study at Bob"),
        ("[has] lived in {o}", "has lived in Bob", "has not lived in Bob"),
        ("[has/have] {o} as capital", "has Bob as capital", "does not have Bob as capital"),
        ("The father of {s} [was] {o}", "The father of Ann was Bob", "The father of Ann was not Bob"),
    ],
)
def test_verbs_are_negated_by_their_kind(text: str, positive: str, negative: str) -> None:
    assert say(text) == positive
    assert say(text, negated=True) == negative


def test_verbs_agree_in_tense_and_number() -> None:
    assert say("[be] {a o}", past=True) == "was a bob"
    assert say("[be] {a o}", plural=True) == "are a bob"
    assert say("[speaks/spoke/speak] {o}", past=True) == "spoke Bob"
    assert say("[speaks/spoke/speak] {o}", plural=True, negated=True) == "do not speak Bob"
    assert say("[has lived/lived/live] in {o}", plural=True, negated=True) == "have not lived in Bob"
    assert say("[has lived/lived/live] in {o}", past=True, negated=True) == "did not live in Bob"
    assert say("[has been/was/be] in {o}", past=True, negated=True) == "was not in Bob"
    assert say("[has/have] {o} as {a label|labels}", many=True) == "has Bob as labels"


def test_names_with_braces_are_not_read_as_slots() -> None:
    assert parse_phrase("[is] {o}").say({"o": "{s} [be]"}) == "is {s} [be]"


@pytest.mark.parametrize("relation", SEEDS)
def test_every_seed_relation_has_several_wordings(relation: str) -> None:
    entry = kg_of("wikidata").lexicon.entries[f"wdt:{relation}"]
    ways = {p.text for p in (*entry.said_of_subject, *entry.said_of_object, *entry.clauses)}
    assert len(ways) >= 3
    assert entry.said_of_subject


def test_any_statement_can_be_read_out() -> None:
    lexicon = kg_of("wikidata").lexicon
    labels = {"wd:Q1": "Ann", "wd:Q2": "Bob", "wdt:P99999": "influenced by"}
    for relation in (*lexicon.entries, "wdt:P99999", "cg:unheardOf"):
        for negated in (False, True):
            said = read_out(Statement("wd:Q1", relation, "wd:Q2", negated), labels, lexicon)
            assert "Ann" in said
            assert "Bob" in said
            assert not re.search(r"[{}\[\]|]", said)
    assert read_out(Statement("wd:Q1", "wdt:P36", "wd:Q2"), labels, lexicon) == "Ann has Bob as its capital"


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("influenced by", "is influenced by Bob"),
        ("patron saint", "has Bob as patron saint"),
        ("has cause", "has Bob as cause"),
        ("", "has Bob as p99"),
        ("odd {o} [label]|", "has Bob as odd o label"),
    ],
)
def test_any_label_makes_a_wording(label: str, said: str) -> None:
    assert fallback("wdt:P99", label).said_of_subject[0].say(NAMES) == said


def test_relations_of_our_own_in_old_datasets_are_said_by_their_label() -> None:
    entry = fallback("cg:neverMet", "has no friend who is a")
    assert entry.said_of_subject[0].say(NAMES) == "has no friend who is a bob"
    assert entry.not_clauses[0].say(NAMES) == "It is not true that Ann has no friend who is a bob"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('["wdt:P1"]\ns = ["[is] {x}"]', "unknown slot {x}"),
        ('["wdt:P1"]\ns = ["[is] here"]', "lacks the slot {o}"),
        ('["wdt:P1"]\ns = ["[is] {o} of {s}"]', "must name {o}"),
        ('["wdt:P1"]\ns = ["near {o}"]', "0 verbs"),
        ('["wdt:P1"]\ns = ["[borders] {o}"]', "base form"),
        ('["wdt:P1"]\ns = ["[a//b] {o}"]', "empty form"),
        ('["wdt:P1"]\ns = ["[is] {o} {"]', "unpaired"),
        ('["wdt:P1"]\ns = ["To {o} [is]"]', "must begin with its verb"),
        ('["wdt:P1"]\ns = ["[is] {o}"]\nfull = ["[is] {o} {s}"]', "must not begin"),
        ('["wdt:P1"]\ns = "x"', "list of phrases"),
        ('["wdt:P1"]\no = ["[is] {s}"]', "at least one phrase"),
        ('["wdt:P1"]\nsay = []', "unknown key 'say'"),
        ("P1 = 3", "a table named by a relation"),
        ('["wdt:P1"]\ns = ["[is] {o}"]\n["wdt:P1"]\ns = ["[is] {o}"]', "twice"),
    ],
)
def test_a_broken_lexicon_is_refused_with_file_and_entry(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError) as error:
        read_lexicon(path)
    assert complaint in str(error.value)
    assert "words.toml" in str(error.value)
    assert "wdt:P1" in str(error.value) or "P1 " in str(error.value) or "twice" in str(error.value)


def test_a_phrase_with_a_missing_slot_is_refused_in_one_plain_sentence(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('["wdt:P36"]\ns = ["[has/have] a capital"]', encoding="utf-8")
    with pytest.raises(OntologyError) as error:
        read_lexicon(path)
    assert str(error.value) == (
        f"In the entry wdt:P36 of the lexicon {path}: the phrase '[has/have] a capital' under 's' "
        "lacks the slot {o}; add it where the name belongs."
    )


def test_a_missing_lexicon_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match="cannot be read"):
        read_lexicon(tmp_path / "none.toml")


@pytest.mark.data
def test_the_lexicon_covers_nearly_all_real_facts() -> None:
    data = os.environ.get("CONTRAGRAPH_DATA")
    if not data:
        pytest.skip("CONTRAGRAPH_DATA is not set: no shared real facts to count")
    with gzip.open(Path(data) / "wikidata" / "wikidata5m_format_triples.txt.gz", "rt", encoding="utf-8") as lines:
        counts = Counter(line.split("\t")[1] for line in lines)
    known = kg_of("wikidata").lexicon.entries
    assert sum(relation.startswith("wdt:") for relation in known) >= 200
    covered = sum(n for relation, n in counts.items() if f"wdt:{relation}" in known)
    assert covered / counts.total() >= 0.99
    frequent = [r for r, _ in counts.most_common() if r not in SEEDS][:120]
    assert [r for r in frequent if f"wdt:{r}" not in known] == []
