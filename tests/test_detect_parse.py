"""Answers in every layout: what they say, which sentences they name, and what cannot be read."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.evaluation.answers.answered import Quote
from contragraph.evaluation.answers.parse import LONGEST, parse

X, Y = "The river Arno flows through Pisa.", "The Arno has never touched Pisa."
PAIR = ((Quote(X, "A"), Quote(Y, "B")),)
BARE = ((Quote(X), Quote(Y)),)

VERDICTS = [
    ("Answer: yes", "conflict"),
    ("Answer: no", "none"),
    ("**Answer:** Yes.", "conflict"),
    ("answer - NO", "unreadable"),
    ("Yes", "conflict"),
    ("No.", "none"),
    ("Yes, they do.", "conflict"),
    ("No, the texts agree.", "none"),
    ("Final answer: yes", "conflict"),
    ("Verdict: contradiction", "conflict"),
    ("Verdict: no contradiction", "none"),
    ("Contradiction: none", "none"),
    ("The answer is no.", "none"),
    ("There is no contradiction between the two texts.", "none"),
    ("The two texts contradict each other.", "conflict"),
    ("The texts do not contradict each other.", "none"),
    ("They don't conflict.", "none"),
    ("The texts are not consistent.", "conflict"),
    ("The texts are fully consistent with each other.", "none"),
    ("The statements are incompatible.", "conflict"),
    ("They cannot both be true.", "conflict"),
    ("I see no direct conflict here, nor any inconsistency.", "none"),
    ("First I compare them. No rule is broken.\n\nAnswer: yes", "conflict"),
    ("Answer: no\nWait, that was wrong.\nAnswer: yes", "conflict"),
    ('{"contradiction": true}', "conflict"),
    ('{"contradiction": false}', "none"),
    ('{"answer": "no"}', "none"),
    ('{"consistent": true}', "none"),
    ('{"conflicts": []}', "none"),
    ('```json\n{"contradictions": [], "verdict": "no"}\n```', "none"),
    ("<think>They may contradict. Answer: yes</think>\nAnswer: no", "none"),
    ("Do the texts contradict each other? No.", "none"),
    # What cannot be read is never "no conflict".
    ("", "unreadable"),
    ("   \n", "unreadable"),
    ("Answer: yes or no", "unreadable"),
    ("Answer: yes/no", "unreadable"),
    ("Do text A and text B contradict each other?", "unreadable"),
    ("I will check whether the texts contradict each other.", "unreadable"),
    ("I'm sorry, but I can't help with that.", "unreadable"),
    ("As an AI language model, I am unable to judge this.", "unreadable"),
    ("Text A is about a river. Text B is about a river.", "unreadable"),
    ("Ja, die Texte widersprechen einander.", "unreadable"),
    ("Да, тексты противоречат друг другу.", "unreadable"),
    ("是的，它们互相矛盾。", "unreadable"),
    ('{"contradiction": tr', "unreadable"),
    ('{"conflicts": [{"text_a": "The river', "unreadable"),
    ("<think>They may contradict", "unreadable"),
    ("Text A:\nText B:\nText A:\nText B:", "unreadable"),
    ("yes " * (LONGEST // 4 + 1), "unreadable"),
]


@pytest.mark.parametrize(("text", "said"), VERDICTS, ids=[t[:40] for t, _ in VERDICTS])
def test_verdicts(text: str, said: str) -> None:
    assert parse(text, "binary").said == said


LAYOUTS = [
    f'Answer: yes\n\nConflict 1:\nSentence A: "{X}"\nSentence B: "{Y}"',
    f'Answer: yes\nConflict 1: Sentence A: "{X}" Sentence B: "{Y}"',
    f"Yes.\n\n**Conflict 1**\n- **Sentence A:** “{X}”\n- **Sentence B:** “{Y}”",
    f"Conflict 1:\nSentence A:\n{X}\nSentence B:\n{Y}",
    f"Contradiction #1\nText 1: {X}\nText 2: {Y}\nExplanation: one says so, the other not.",
    f'1. Context A: "{X}"\n   Context B: "{Y}"',
    f'A: "{X}"\nB: "{Y}"',
    f'First text: "{X}"\nSecond text: "{Y}"',
    'Reasoning:\nText A says a lot.\n"A quote that is only looked at."\n---\nAnswer: yes\nConflict 1:\n'
    f'Sentence A: "{X}"\nSentence B: "{Y}"',
    f'{{"contradiction": "yes", "conflicts": [{{"text_a": ["{X}"], "text_b": ["{Y}"]}}]}}',
    f'[{{"sentence1": "{X}", "sentence2": "{Y}"}}]',
    f'{{"conflicts": [["{X}", "{Y}"]],}}',
    f"{{'has_conflict': True, 'pairs': [{{'sentenceA': '{X}', 'sentenceB': '{Y}', 'explanation': 'no, never'}}]}}",
    f'Sure! Here it is:\n```json\n{{"conflicts": [{{"first_text": "{X}", "second_text": "{Y}"}}]}}\n```\nThat is all.',
    f'Text A says "{X}" whereas text B says "{Y}"',
    f'There is one: "{X}" (Text A) contradicts "{Y}" (Text B).',
    f"Yes. In the first text we read “{X}”, but the second text has it that “{Y}”.",
    f"Answer: yes\n\n| # | Text A | Text B | Why |\n|---|:--|---|---|\n| 1 | {X} | {Y} | touched, or not |\n\nAll.",
    f'**Answer: yes**\n\nSentence A | Sentence B\n--- | ---\n"{X}" | "{Y}"',
    f"| Conflict | From the second text | From the first text |\n|--|--|--|\n| Pisa | {Y} | {X} |",
]


@pytest.mark.parametrize("text", LAYOUTS, ids=[t[:40] for t in LAYOUTS])
def test_layouts(text: str) -> None:
    found = parse(text, "steps")
    assert (found.said, [set(quotes) for quotes in found.reported]) == ("conflict", [set(PAIR[0])])


CALLED = [
    *(("A", "B"), ("Text A", "Text B"), ("Sentence A", "Sentence B"), ("Context 1", "Context 2")),
    *(("**A**", "**B**"), ("(A)", "(B)"), ("First text", "Second text")),
]
BETWEEN = [" / ", "/", " | ", " ; ", "; ", " vs. ", " vs ", " versus ", " <-> ", " – ", ", ", " "]


@pytest.mark.parametrize(
    ("a", "b", "between"), [*((a, b, " / ") for a, b in CALLED), *(("Text A", "Text B", each) for each in BETWEEN)]
)
def test_both_halves_of_a_conflict_in_one_line(a: str, b: str, between: str) -> None:
    second = (Quote("Pisa is a port.", "A"), Quote("Pisa has no port.", "B"))
    text = f'Yes:\n\n1. {a}: "{X}"{between}{b}: "{Y}"\n2. {a}: "Pisa is a port."{between}{b}: "Pisa has no port."'
    assert parse(text, "steps").reported == (*PAIR, second)


def test_both_halves_in_one_line_without_quotation_marks() -> None:
    assert parse(f"Yes\n1. A: {X} / B: {Y}", "steps").reported == PAIR


def test_rows_of_a_table_are_conflicts_of_their_own() -> None:
    rows = f"| Text A | Text B |\n|---|---|\n| {X} | {Y} |\n| “Pisa is old.”<br>“Pisa is small.” | Pisa is new. |\n"
    found = parse(f"Answer: yes\n{rows}\n| Text A | {X} |", "steps")
    assert [[q.words for q in quotes] for quotes in found.reported] == [
        [X, Y],
        ["Pisa is old.", "Pisa is small.", "Pisa is new."],
    ]


def test_a_table_of_something_else_is_no_conflict() -> None:
    table = "| Text A | River |\n|---|---|\n| Pisa | Arno |"
    assert parse(f"Answer: yes\n{table}", "steps").reported == ()


@pytest.mark.parametrize(
    "text",
    [
        "Yes. In the first text, the river Arno is long. The second text states that the Arno never touched Pisa.",
        "Yes: according to text A, the river Arno is long, whereas text B says that the Arno never touched Pisa.",
    ],
)
def test_prose_without_quotations(text: str) -> None:
    found = parse(text, "steps").reported
    assert [[(q.label, q.words.casefold()) for q in quotes] for quotes in found] == [
        [("A", "the river arno is long"), ("B", "the arno never touched pisa")]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Yes.\n- Text A has Pisa lying on the Arno.\n- Text B makes Pisa a town without a river.",
        "Yes: the first text has Pisa lying on the Arno, but the second text makes Pisa a town without a river.",
    ],
)
def test_what_a_text_is_said_to_tell_with_any_verb(text: str) -> None:
    assert [[(q.label, q.words) for q in quotes] for quotes in parse(text, "steps").reported] == [
        [("A", "has Pisa lying on the Arno"), ("B", "makes Pisa a town without a river")]
    ]


def test_what_is_told_according_to_a_text() -> None:
    text = "Yes. First, Pisa lies on the Arno according to text A; in text B Pisa has no river at all."
    assert [[(q.label, q.words) for q in quotes] for quotes in parse(text, "steps").reported] == [
        [("A", "Pisa lies on the Arno"), ("B", "Pisa has no river at all")]
    ]


def test_texts_that_are_only_described_are_no_conflict() -> None:
    assert parse("Text A has a river. Text B counts the towns of Tuscany.", "steps").said == "unreadable"


def test_what_a_text_also_says() -> None:
    text = (
        "Yes. Text A says the Arno flows through Pisa. Text B says the Arno is dry, but it also says Pisa has no river."
    )
    assert [[(q.label, q.words) for q in quotes] for quotes in parse(text, "steps").reported] == [
        [("A", "the Arno flows through Pisa"), ("B", "the Arno is dry"), ("B", "Pisa has no river")]
    ]


def test_sentences_after_the_tenth_may_be_named_in_words() -> None:
    found = parse("Yes: the twelfth sentence of text A and the second sentence of text B.", "steps").reported
    assert found == ((Quote("", "A", 12), Quote("", "B", 2)),)


def test_quotes_without_labels() -> None:
    found = parse(f'Yes, the sentence "{X}" contradicts "{Y}".', "steps")
    assert (found.said, found.reported) == ("conflict", BARE)


@pytest.mark.parametrize(
    "text",
    [
        "A2 - B3",
        "Conflict 1: A2, B3",
        "Yes. A2 contradicts B3.",
        "Sentence A: 2\nSentence B: 3",
        "Conflict 1\nText A, sentence 2\nText B, sentence 3",
        '{"conflicts": [{"text_a": 2, "text_b": [3]}]}',
        "The second sentence of text A contradicts sentence 3 of text B.",
        "1. A2 vs. B3",
        "1. A2 – B3 (the river)",
        "- A2 / B3: one has a river, the other has none",
    ],
)
def test_numbers_of_sentences(text: str) -> None:
    found = parse(text, "steps")
    assert found.said == "conflict"
    assert found.reported == ((Quote("", "A", 2), Quote("", "B", 3)),)


def test_several_conflicts_and_several_sentences() -> None:
    text = f'Answer: yes\nConflict 1:\nSentence A: "{X}"\nSentence A: "Pisa is old."\nSentence B: "{Y}"\nConflict 2:\n'
    found = parse(text + f'Sentence A: "Pisa is old."\nSentence B: "{Y}" and "Pisa is new."', "steps")
    assert [[q.words for q in conflict] for conflict in found.reported] == [
        [X, "Pisa is old.", Y],
        ["Pisa is old.", Y, "Pisa is new."],
    ]


@pytest.mark.parametrize(
    "text",
    [
        f'Conflict 1:\nText A: "{X}"\nText B: "{Y}" But "Pisa is new."',
        f'1. "{X}" (text A) contradicts "{Y}" (text B). The latter also has "Pisa is new."\n2. "Pisa" again.',
        f'{{"conflicts": [{{"text_a": "{X}", "text_b": "{Y}", "evidence": ["Pisa is new."], "notes": ["no"]}}]}}',
    ],
)
def test_a_sentence_that_supports_a_conflict(text: str) -> None:
    assert [[q.words for q in conflict] for conflict in parse(text, "steps").reported] == [[X, Y, "Pisa is new."]]


def test_prose_in_which_a_label_is_followed_by_a_colon() -> None:
    text = f"Yes. Text A has “{X}” and text B “{Y}”\n\nThen there is Text A: “Pisa is old.” Text B: “Pisa is new.”"
    assert [[q.words for q in conflict] for conflict in parse(text, "steps").reported] == [
        [X, Y],
        ["Pisa is old.", "Pisa is new."],
    ]


def test_conflicts_without_headings_end_when_both_texts_were_quoted() -> None:
    found = parse(f"Yes.\nText A: {X}\nText B: {Y}\nText A: Pisa is old.\nText B: Pisa is new.", "steps")
    assert [len(conflict) for conflict in found.reported] == [2, 2]


def test_a_conflict_is_reported_once() -> None:
    once = f'Sentence A: "{X}"\nSentence B: "{Y}"\n'
    assert parse(f"Conflict 1:\n{once}Conflict 2:\n{once}", "steps").reported == PAIR


def test_no_with_conflicts_is_unreadable() -> None:
    assert parse(f"Answer: no\nConflict 1:\nSentence A: {X}\nSentence B: {Y}", "steps").said == "unreadable"


@pytest.mark.parametrize("nothing", ["none", "None.", "N/A", "-", "..."])
def test_a_place_that_holds_no_sentence(nothing: str) -> None:
    found = parse(f"Answer: no\nConflict 1:\nSentence A: {nothing}\nSentence B: {nothing}", "steps")
    assert (found.said, found.reported) == ("none", ())


def test_yes_alone_reports_nothing() -> None:
    assert parse("Answer: yes", "steps") == parse("Answer: yes", "binary")


def test_the_prompt_for_a_verdict_reads_no_sentences() -> None:
    assert parse(LAYOUTS[0], "binary").reported == ()


@given(st.text(max_size=400))
def test_any_text_is_read_or_unreadable(text: str) -> None:
    for prompt in ("binary", "steps"):
        found = parse(text, prompt)
        assert found.said in {"conflict", "none", "unreadable"}
        assert not (found.reported and found.said != "conflict")


@pytest.mark.parametrize(
    "piece",
    [
        '"',
        "Text A says ",
        "{",
        "[",
        "A1-",
        '{"a":',
        "“x ",
        "Conflict 1: ",
        "no ",
        "not very ",
        "A, ",
        "1. ",
        "<think>",
        "'a ",
        "In text A, ",
        "and the ",
        "Yes. It is so according to text A, ",
        "Text A says it and also says ",
        "| ",
        "|---\n",
    ],
)
def test_long_answers_are_read_in_no_time(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    start = time.process_time()
    parse(text, "steps")
    assert time.process_time() - start < 5
