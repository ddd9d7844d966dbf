"""Template texts: every statement stated once where the alignment says, in sentences that read well."""

from __future__ import annotations

import gzip
import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.generation.verbalise import render
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Statement, Text
from contragraph.ontology.lexicon import Lexicon, read_lexicon
from tests.verbal import BORN, CURIE, GEO, KIN, LEXICON, bodies, check, entity, fact, world_of

HOSTILE = (
    "Apple Inc.", "Sammy Davis Jr.", "Who's Afraid?", "Help!", "Crosby, Stills & Nash", 'The "Thing"', "<b>bold</b>",
    "line\nbreak", "{s} [be] {o}", "snake_case_name", "eBay", "ice cream", "Kingston (New York)", "a.b. c. d.",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen", "«Œuvre»", "ǆ", "%s %d", "…",
    "Mr. X, Ph.D.", "rock and roll", "''", "I", "not", "only", "1936 Summer Olympics",
)  # fmt: skip


TYPES = ("wd:Q5", "wd:Q515", "wd:Q215380", "wd:Q11424", "wd:Q9999999")


RELATIONS = (*sorted(LEXICON.entries), "wdt:P99991", "wdt:P99992", "cg:oddRelation")


RELATION_LABELS = {
    "wdt:P99991": "odd {label} [of",
    "wdt:P99992": "influenced by",
    "cg:oddRelation": "has never met any",
}


labels = st.one_of(st.sampled_from(HOSTILE), st.text(min_size=1, max_size=30)).filter(
    lambda t: bool(t.replace("_", " ").split()) and not CURIE.search(t)
)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[Statement], dict[str, Entity]]:
    ids = [f"wd:Q{900000 + i}" for i in range(draw(st.integers(1, 7)))]
    entities = {
        i: Entity(i, draw(labels), draw(st.sampled_from(["", "English poet (1815–1852)", "a thing"])),
                  types=tuple(draw(st.lists(st.sampled_from(TYPES), max_size=2))))
        for i in ids
    }  # fmt: skip
    ends = st.one_of(st.sampled_from(ids), st.builds(Literal, labels, st.just("xsd:string"), st.just("")))
    statement = st.builds(
        Statement, st.sampled_from(ids), st.sampled_from(RELATIONS), ends, st.booleans(),
        valid_from=st.sampled_from([None, None, "1990"]),
    )  # fmt: skip
    return draw(st.lists(statement, min_size=1, max_size=16)), entities


@settings(max_examples=400, deadline=None)
@given(world=worlds(), seed=st.text(max_size=4), variant=st.integers(0, 3))
def test_every_statement_is_stated_once_where_the_alignment_says(
    world: tuple[list[Statement], dict[str, Entity]], seed: str, variant: int
) -> None:
    statements, entities = world
    text = render(statements, entities, LEXICON, RELATION_LABELS, seed=seed, variant=variant)
    check(text, statements, entities)
    again = render(statements, dict(reversed(entities.items())), LEXICON, RELATION_LABELS, seed=seed, variant=variant)
    assert again == text


def test_the_wordings_of_a_county_seat() -> None:
    assert bodies([fact("Q2", "P36", "Q1")], GEO) == {
        "Ulster County has Kingston as its county seat.",
        "Kingston is the county seat of Ulster County.",
        "Kingston serves as the county seat of Ulster County.",
        "The county seat of Ulster County is Kingston.",
    }


def test_denied_statements_say_so() -> None:
    denied = bodies([fact("Q2", "P36", "Q1", negated=True)], GEO)
    assert "Kingston is not the county seat of Ulster County." in denied
    assert all(re.search(r"\bnot\b", body) for body in denied)


def test_what_is_said_of_one_subject_is_joined() -> None:
    found = bodies([fact("Q2", "P47", "Q3"), fact("Q2", "P47", "Q5x")], GEO)
    lists = re.compile(r"(?:Sullivan County and Orange County|Orange County and Sullivan County)")
    assert any(lists.search(body) and body.count(".") == 1 for body in found)


def test_denied_statements_have_a_sentence_of_their_own() -> None:
    statements = [fact("Q2", "P47", "Q3", negated=True), fact("Q2", "P47", "Q5x", negated=True)]
    statements += [fact("Q2", "P190", "Q1"), fact("Q2", "P17", "Q4")]
    for body in bodies(statements, GEO):
        assert not re.search(r"Sullivan County (?:and|or) Orange County|Orange County (?:and|or) Sullivan County", body)
        assert not re.search(r" not [^.]* and | and [^.]* not ", body), body


def test_sentences_end_with_one_mark() -> None:
    names = world_of(entity("Q1", "Apple Inc.", "Q4830453"), entity("Q2", "Help!", "Q482994"))
    for body in bodies([fact("Q2", "P178", "Q1")], names):
        assert not re.search(r"[.!?]\.", body)
        assert body[-1] in ".!"


def test_texts_of_a_pair_differ_all_over() -> None:
    statements = [
        fact("Q2", "P36", "Q1"), fact("Q2", "P47", "Q3"), fact("Q3", "P47", "Q5x"), fact("Q2", "P17", "Q4"),
        fact("Q3", "P17", "Q4"), fact("Q5x", "P17", "Q4"), fact("Q1", "P131", "Q2"), fact("Q1", "P190", "Q3"),
    ]  # fmt: skip
    for seed in range(20):
        first, second = (render(statements, GEO, LEXICON, {}, seed=str(seed), variant=v) for v in (0, 1))
        ours, theirs = ({text.body[s.start : s.end].strip() for s in text.sentences} for text in (first, second))
        assert len(ours & theirs) <= 1


def test_entities_without_label_are_refused() -> None:
    with pytest.raises(InputError, match="wd:Q1 has no label"):
        render(
            [fact("Q1", "P36", "Q2")], world_of(entity("Q1", " _ "), entity("Q2", "x")), LEXICON, {}, seed="", variant=0
        )
    with pytest.raises(InputError, match="wd:Q1 has no label"):
        render([fact("Q1", "P36", "Q1")], {}, LEXICON, {}, seed="", variant=0)


def test_no_statements_make_an_empty_text() -> None:
    assert render([], {}, LEXICON, {}, seed="", variant=0) == Text("", ())


def test_dates_are_written_out() -> None:
    born = Statement("wd:Q2", "wdt:P571", Literal("1683-11-01", "xsd:date"))
    text = render([born], GEO, LEXICON, {"wdt:P571": "inception"}, seed="", variant=0)
    assert text.body == "Ulster County was founded on 1 November 1683."


@pytest.mark.data
def test_texts_of_real_neighbourhoods_keep_the_rules() -> None:
    data = os.environ.get("CONTRAGRAPH_DATA")
    if not data:
        pytest.skip("CONTRAGRAPH_DATA is not set: no shared real facts to put into words")
    folder = Path(data) / "wikidata"
    with gzip.open(folder / "wikidata5m_format_entity.txt.gz", "rt", encoding="utf-8") as lines:
        known = {f"wd:{p[0]}": Entity(f"wd:{p[0]}", p[1]) for p in (line.rstrip("\n").split("\t") for line in lines)}
    with gzip.open(folder / "wikidata5m_format_triples.txt.gz", "rt", encoding="utf-8") as lines:
        facts = [Statement(f"wd:{s}", f"wdt:{r}", f"wd:{o}") for s, r, o in (line.split() for line in lines)]
    by_end: dict[str, list[Statement]] = {}
    for one in facts:
        by_end.setdefault(one.subject, []).append(one)
    draw = random.Random(5)
    for _ in range(300):
        start = draw.choice(facts)
        around = [*by_end[start.subject], *by_end.get(start.object_id, ())]
        chosen = [s for s in draw.sample(around, min(12, len(around))) if known.keys() >= set(s.entities)]
        things = {e: known[e] for s in chosen for e in s.entities}
        for variant in (0, 1):
            check(render(chosen, things, LEXICON, {}, seed="x", variant=variant), chosen, things)


def test_what_a_person_is_may_stand_in_apposition() -> None:
    facts = [fact("Q1", "P106", "Q3"), fact("Q1", "P19", "Q2"), fact("Q1", "P69", "Q6")]
    found = bodies(facts, BORN)
    assert any(b.startswith("Hans Lukaschek, a lawyer born in Wrocław, ") for b in found)


def test_verbs_of_beginning_and_end_fit_what_they_are_said_of(tmp_path: Path) -> None:
    file = tmp_path / "lexicon.toml"
    file.write_text(
        '["wdt:P1"]\ns = ["[ended/end] before {o began}"]\n'
        '["wdt:P2"]\nfull = ["{end of s} [preceded/precede] {start of o}"]'
    )
    lexicon = Lexicon(read_lexicon(file))

    def said(subject: str, relation: str, thing: str) -> str:
        return render([fact(subject, relation, thing)], BORN, lexicon, {}, seed="", variant=0).body

    assert said("Q4", "P1", "Q1") == "Atlantic Records ended before Hans Lukaschek was born."
    assert said("Q1", "P1", "Q4") == "Hans Lukaschek ended before Atlantic Records was founded."
    assert said("Q4", "P2", "Q1") == "The dissolution of Atlantic Records preceded the birth of Hans Lukaschek."
    assert said("Q1", "P2", "Q4") == "The death of Hans Lukaschek preceded the founding of Atlantic Records."
    assert said("Q1", "P2", "Q6") == "The death of Hans Lukaschek preceded the beginning of Something Odd."


def test_the_text_begins_with_what_most_is_said_about() -> None:
    facts = [fact("Q2", "P47", "Q3"), fact("Q2", "P36", "Q1"), fact("Q2", "P17", "Q4"), fact("Q5x", "P17", "Q4")]
    for seed in range(12):
        text = render(facts, GEO, LEXICON, {}, seed=str(seed), variant=0)
        first = text.body[text.sentences[0].start : text.sentences[0].end]
        assert "Ulster County" in first


def test_the_verb_has_is_not_said_twice_of_two_things() -> None:
    facts = [fact("Q2", "P36", "Q1"), fact("Q2", "P37", "Q3")]
    found = bodies(facts, GEO)
    assert any("has Kingston as its county seat and Sullivan County as an official language" in body for body in found)
    assert not any(re.search(r"\bhas [^.,]* and has ", body) for body in found)


def test_two_of_which_the_same_is_true_may_share_a_verb() -> None:
    found = bodies([fact("Q3", "P131", "Q2"), fact("Q5x", "P131", "Q2"), fact("Q1", "P36", "Q4")], GEO)
    assert any(re.search(r"County and \w+ County both lie in Ulster County", body) for body in found)


def test_what_happened_in_the_place_just_spoken_of_happened_there() -> None:
    people = world_of(
        entity("Q2", "Aachen", "Q515"), entity("Q3", "Ann Arbour", "Q5"), entity("Q4", "Bob Berg", "Q5"),
        entity("Q5", "Acme", "Q4830453"), entity("Q6", "Ulm", "Q515"),
    )  # fmt: skip
    facts = [fact("Q5", "P159", "Q2"), fact("Q2", "P138", "Q3"), fact("Q4", "P20", "Q2")]
    assert any("Bob Berg died there." in body for body in bodies(facts, people))
    twin = [*facts, fact("Q2", "P190", "Q6")]
    for body in bodies(twin, people):
        before = re.split(r"\. |, while |, and ", body.split(" died there")[0])[-2:]
        assert " died there" not in body or not any("Ulm" in sentence for sentence in before), "two places are named"


def test_what_has_nothing_to_do_with_each_other_stands_in_sentences_of_its_own() -> None:
    kin_and_war = [fact("Q1", "P3373", "Q2"), fact("Q1", "P607", "Q6y")]
    for body in bodies(kin_and_war, KIN):
        assert body.count(".") == 2, body
    lives = [fact("Q1", "P19", "Q3"), fact("Q1", "P551", "Q3")]
    assert any(body.count(".") == 1 for body in bodies(lives, KIN))


def test_a_class_that_another_one_names_is_not_named_twice() -> None:
    found = bodies([fact("Q11", "P31", "Q9"), fact("Q11", "P31", "Q10")], KIN)
    assert found == {"Acme is a public company."}


def test_it_stands_for_no_place_after_its_neighbour() -> None:
    facts = [fact("Q2", "P47", "Q3"), fact("Q2", "P36", "Q1"), fact("Q2", "P190", "Q5x"), fact("Q2", "P17", "Q4")]
    towns = {key: replace(one, types=("wd:Q515",)) for key, one in GEO.items()}
    texts = bodies(facts, towns)
    assert not any(re.search(r"Sullivan County\. It\b", body) for body in texts)
    assert any(re.search(r"county seat\. It is twinned", body) for body in texts)
