"""Localisation by computation: against answers of known quality, and against five sets scored by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal, cast

import pytest

from contragraph.evaluation.answers.answered import Label, Quote
from contragraph.evaluation.answers.match import locate, score
from contragraph.evaluation.pairs.items import open_dataset
from contragraph.evaluation.records import Item, PairReply
from contragraph.evaluation.statistics import kappa
from tests.detect_answers import QUALITIES, Known, as_expected, compared, differing, judged, scored
from tests.made import dataset

HERE = Path(__file__).parent / "data"
Measure = Literal["localised", "paired"]


@cache
def pairs() -> tuple[Item, ...]:
    """Real pairs of all types, which the scores by hand are about."""
    lines = (HERE / "gold_pairs.jsonl").read_text("utf-8").splitlines()
    return tuple(Item.model_validate_json(line) for line in lines)


@pytest.mark.parametrize("quality", QUALITIES.values(), ids=QUALITIES)
def test_answers_of_known_quality_get_the_score_that_they_must(quality: Callable[[Item], Known]) -> None:
    for item in (*pairs(), *open_dataset(dataset()).items):
        must, got = scored(item, quality(item))
        assert as_expected(must, got), (item.id, must, got)


BY_HAND: list[tuple[str, str, list[int], list[int] | None]] = [
    ("gold_answers", "localised", [53], None),
    ("gold_answers_2", "localised", [], None),
    # Scored by the shorter rule of ``paired``: a sentence on each side, whatever supports them.
    ("gold_answers_3", "paired", [98, 116, 132, 134, 136, 148, 150], [98]),
    # Scored by a rule for each measure.
    ("gold_answers_4", "localised", [182], []),
    ("gold_answers_5", "localised", [258], [258]),
    ("gold_answers_6", "localised", [], []),
    ("gold_answers_7", "localised paired", [334, 358], [347, 358]),
]
"""Each set with the measures that must agree, and what is scored differently: docs/evaluate.md explains these."""


@pytest.mark.parametrize(("name", "measures", "localised", "paired"), BY_HAND, ids=[each[0] for each in BY_HAND])
def test_agrees_with_the_scores_by_hand(
    name: str, measures: str, localised: list[int], paired: list[int] | None
) -> None:
    answers = judged(name)
    for measure in measures.split():
        assert all((kappa(units) or 0) >= 0.9 for units in compared(answers, cast("Measure", measure)))
    assert differing(answers, "localised") == localised
    assert paired is None or differing(answers, "paired") == paired


TEXTS = (
    (
        "Bonn lies on the Rhine, has twelve bridges, and was founded by Drusus.",
        "It was the capital of West Germany.",
        "The Rhine flows into the North Sea.",
        "Bonn has 330,000 inhabitants.",
    ),
    (
        "Bonn lies on the Elbe.",
        "It was never the capital of West Germany.",
        "The Rhine flows into the North Sea.",
        "Bonn has 30,000 inhabitants.",
        "Élodie Müller, born in Bonn, wrote “The Bridge”.",
        "Anna Cole was the only niece of Johanna Ludwig.",
    ),
)


@pytest.mark.parametrize(
    ("words", "label", "found"),
    [
        ("Bonn lies on the Elbe.", "B", "B1"),
        ("bonn LIES on the elbe", "B", "B1"),
        ("Bonn lies on the Elbe.", "A", "B1"),
        ("Bonn lies on the Elbe.", None, "B1"),
        ("has twelve bridges", "A", "A1"),
        ("Bonn … was founded by Drusus.", "A", "A1"),
        ("Bonn ... has twelve [...] founded by Drusus", "A", "A1"),
        ("Bonn was founded by Drusus.", "A", "A1"),
        ("Drusus founded Bonn", "A", "A1"),
        ("The Rhine flows into the North Sea.", "A", "A3"),
        ("The Rhine flows into the North Sea.", "B", "B3"),
        ("The Rhine flows into the North Sea.", None, "A3 B3"),
        ("It was the capital of West Germany.", "A", "A2"),
        ("Bonn was the capital of West Germany.", "A", "A2"),
        ("Bonn has never been the capital of West Germany.", "B", "B2"),
        ("It was never the capital of West Germany. Bonn has 30,000 inhabitants.", "B", "B2 B4"),
        ("Bonn was never the capital of West Germany, and Bonn has 30,000 inhabitants.", "B", "B2 B4"),
        ("Elodie Muller, born in Bonn, wrote 'The Bridge'", "B", "B5"),
        ("Bonn has 330 000 inhabitants.", "A", "A4"),
        ("Bonn has 99,000 inhabitants.", "A", ""),
        ("Anna Cole was Johanna Ludwig's only niece.", "B", "B6"),
        ("Anna Col was the only niece of Johana Ludwig.", "B", "B6"),
        ("Élodie Cole was the only niece of Johanna Ludwig.", "B", ""),
        ("Bonn lies on the Danube.", "A", ""),
        ("Cologne was founded by Agrippina.", "A", ""),
        ("Bonn", "A", ""),
        ("", "A", ""),
    ],
)
def test_quotes_are_found(words: str, label: Label | None, found: str) -> None:
    assert locate(Quote(words, label), TEXTS) == frozenset(found.split())


def test_an_initial_ends_no_sentence_of_a_quote() -> None:
    told = ("It was founded when Lyndon B. Johnson was 57 years old.", "He fought in World War I.")
    other = ("It was founded by Lyndon B. Johnson.", "He was a teacher.")
    one = Quote("It had been founded when Lyndon B. Johnson had been 57 years old", "A")
    assert locate(one, (told, other)) == {"A1"}
    both = Quote("He was in World War I. It was founded when Lyndon B. Johnson was 57 years old.", "A")
    assert locate(both, (told, other)) == {"A1", "A2"}


@pytest.mark.parametrize(
    ("words", "sentence", "found"),
    [
        ("Plato was a student of Aristotle", "Aristotle was a student of Plato.", False),
        ("plato was the student of aristotle", "Aristotle was a student of Plato.", False),
        ("The student of Aristotle was Plato", "Aristotle was a student of Plato.", False),
        ("Plato was a student of Aristotle", "Aristotle was a student of Plato, and was born in Stagira.", False),
        ("Aristotle never taught Plato.", "Plato never taught Aristotle.", False),
        ("Drusus was founded by Bonn.", "Bonn was founded by Drusus.", False),
        # The same said in another order.
        ("A student of Plato was Aristotle", "Aristotle was a student of Plato.", True),
        ("The county seat of Pima County is Tucson", "Tucson is the county seat of Pima County.", True),
        ("Ries worked in Linz and was born in Bonn", "Ries was born in Bonn and worked in Linz.", True),
        ("Sweden borders Norway", "Norway borders Sweden.", True),
        (
            "Renzo Rossellini was a sibling of Roberto Rossellini",
            "Roberto Rossellini was a sibling of Renzo Rossellini.",
            True,
        ),
        ("In Bonn, Ries was born", "Ries was born in Bonn.", True),
        ("Rome, Pisa and Bonn are members of ORCID", "Bonn, Rome, and Pisa are members of ORCID.", True),
        ("Plato and Aristotle were friends of Speusippus", "Aristotle and Plato were friends of Speusippus.", True),
        ("Never was Plato a student of Aristotle", "Plato was never a student of Aristotle.", True),
        ("Drusus founded Bonn", "Bonn was founded by Drusus.", True),
    ],
)
def test_names_may_not_be_exchanged(words: str, sentence: str, found: bool) -> None:
    texts = ((sentence,), ("Nothing of this is told here.",))
    assert (locate(Quote(words, "A"), texts) == {"A1"}) == found


def test_word_for_word_names_are_in_their_places() -> None:
    texts = (("Aristotle was a student of Plato.",), ("Plato was a student of Aristotle.",))
    assert locate(Quote("Plato was a student of Aristotle", "A"), texts) == {"B1"}


@pytest.mark.parametrize(("label", "number", "found"), [("B", 5, "B5"), ("A", 5, ""), ("A", 0, ""), (None, 2, "")])
def test_numbers_name_sentences_that_are_there(label: Label | None, number: int, found: str) -> None:
    assert locate(Quote("", label, number), TEXTS) == frozenset(found.split())


def test_words_go_before_a_number() -> None:
    assert locate(Quote("Bonn lies on the Elbe.", "B", 2), TEXTS) == {"B1"}
    assert locate(Quote("something else altogether", "B", 2), TEXTS) == {"B2"}


def test_scripts_without_blanks() -> None:
    texts = (("柏林是德国的首都。", "它位于施普雷河畔。"), ("柏林不是德国的首都。",))
    assert locate(Quote("柏林是德国的首都", "A"), texts) == {"A1"}
    assert locate(Quote("位于施普雷河畔", "A"), texts) == {"A2"}


def _reply(item: Item, text: str, prompt: str = "steps") -> PairReply:
    return PairReply.model_validate(
        {
            **{"item": item.id, "model": "m", "prompt": prompt, "variant": "plain", "order": "ab", "attempt": 1},
            **{"text": text, "failure": None, "made_by": {}},
        }
    )


def test_what_is_not_asked_or_not_known_is_not_scored() -> None:
    item = pairs()[0]
    assert score(item, _reply(item, "Answer: yes", "binary")).localised is None
    unknown = [s.model_copy(update={"sentences": None}) for s in item.conflicts[0].statements]
    foreign = item.model_copy(
        update={"conflicts": (item.conflicts[0].model_copy(update={"statements": tuple(unknown)}),)}
    )
    got = score(foreign, _reply(item, "Answer: yes"))
    assert (got.said, got.localised, got.paired) == ("conflict", None, None)


def test_both_texts_whole_localise_nothing() -> None:
    for item in pairs():
        dump = "\n".join(f'Sentence {t}: "{s}"' for t, part in zip("AB", item.sentences) for s in part)
        got = score(item, _reply(item, f"Answer: yes\nConflict 1:\n{dump}"))
        assert got.localised is not None
        sizes = len(item.sentences[0]) + len(item.sentences[1])
        if sizes > 12:
            assert not any(got.localised), item.id


NAMED = [  # answers without a layout that was foreseen, to the pair of Dukes County, with the sentences they name
    "Pairs: (A6, A5; B2) and (A2, A3; B6)",
    "A6+A5 ⟷ B2\nA2+A3 ⟷ B6",
    '{"contradiction": "yes", "pairs": ["A6, A5 vs B2", "A2, A3 vs B6"]}',
    "conflicts:\n  - a: [A6, A5]\n    b: [B2]\n  - a: [A2, A3]\n    b: [B6]",
    "Contradiction 1\n  Text A (sentence 6): Dukes borders Barnstable County\n"
    "  Text A (sentence 5): it lies on the Atlantic\n"
    "  Text B (2): Dukes has no neighbour on the Atlantic Ocean\n\nContradiction 2\n"
    "  Text A (2, 3): Taunton is the seat\n"
    "  Text B (6): Norfolk County has no neighbor with Taunton as its seat",
    "Yes.\n1. Sentences 6 and 5 of the first text against the 2nd sentence of the second text.\n"
    "2. Sentences 2 and 3 of text A against sentence 6 of text B.",
]


@pytest.mark.parametrize("text", NAMED, ids=[t[:24] for t in NAMED])
def test_layouts_that_nobody_foresaw(text: str) -> None:
    lines = (HERE / "gold_pairs_6.jsonl").read_text("utf-8").splitlines()
    item = next(i for i in map(Item.model_validate_json, lines) if i.id == "1f4212e6c53c988a")
    assert score(item, _reply(item, text)).found == (("A5", "A6", "B2"), ("A2", "A3", "B6"))


@pytest.mark.parametrize(
    ("words", "about", "found"),
    [
        ("it never served as the capital of West Germany", "Bonn lies on the Rhine", "B2"),
        ("the town of Bonn was the capital of West Germany", "", "A2"),
        ("Bonn is not situated on the Elbe", "", ""),
        ("West Germany was never governed from Bonn", "", "B2"),
        ("Cole had no aunt but Johanna Ludwig, being her only niece", "", "B6"),
        ("Müller comes from Bonn by birth", "", "B5"),
        ("Ludwig lies on the Elbe", "", ""),
        ("he wrote music", "", ""),
    ],
)
def test_what_is_told_in_other_words(words: str, about: str, found: str) -> None:
    assert locate(Quote(words, None, about=about), TEXTS) == frozenset(found.split())
