"""The arithmetic of ConflictScore: every rule for what the paper leaves open, and what a model is asked and says."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from contragraph.documents.judges.apart import Apart
from contragraph.documents.judges.base import JudgeQuestion, Label, PassageJudgement, Snippet
from contragraph.documents.judges.modelled import OVERLAP, WINDOW, looked_up, parts_of, windows
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.compare import agreement, means
from contragraph.documents.score.copies import sources_of
from contragraph.documents.score.decompose import distinct, sentence_claims
from contragraph.documents.score.metric import NO_CLAIMS, ConflictScore, ResponseClaim, score_of
from contragraph.documents.score.run import parse_variant
from contragraph.documents.score.stated import stated
from contragraph.graph.errors import InputError

LETTERS: dict[str, Label | None] = {
    "S": "supports",
    "C": "contradicts",
    "I": "irrelevant",
    "M": "mixed",
    "?": None,
}
TEXTS = ("Ann lives in Tarn.", "Bob was born in 1920.", "Rain is wet.", "The mill burned down.", "Zim has a port.")


def scored(*rows: str, texts: Sequence[str] = TEXTS, weights: Sequence[float] | None = None) -> ConflictScore:
    """The score of claims with these labels, a letter for each document."""
    size = len(rows[0]) if rows else 2
    counts: Sequence[float | None] = weights or [None] * size
    documents = [ContextDocument(text, weight=w) for text, w in zip(texts[:size], counts)]
    labels = [[PassageJudgement(LETTERS[letter], 1.0, "model") for letter in row] for row in rows]
    return score_of("r", documents, [ResponseClaim(f"Claim {n}") for n in range(len(rows))], labels)


# -- the metric ----------------------------------------------------------------------------------------------


def test_conflicted_claims_and_the_mean_share_of_contradicting_documents() -> None:
    score = scored("SCI", "SSI", "SCC", "III")
    assert (score.cs_c, score.conflicted) == (0.5, 2)
    assert score.cs_r == pytest.approx((1 / 2 + 0 + 2 / 3) / 3)
    assert score.coverage == 0.75
    assert score.claims[2].supporting == (1,)
    assert score.claims[2].contradicting == (2, 3)


def test_a_claim_without_relevant_documents_is_in_no_mean_of_ratios() -> None:
    score = scored("SC", "II")
    assert (score.cs_r, score.cs_r_zero, score.uncovered) == (0.5, 0.25, 1)
    nothing = scored("II")
    assert (nothing.cs_c, nothing.cs_r, nothing.cs_r_zero, nothing.balance) == (0.0, None, 0.0, None)


def test_without_claims_scores_are_null_and_never_0() -> None:
    score = scored()
    assert (score.cs_c, score.cs_r, score.cs_r_zero, score.coverage, score.cs_c_interval) == (None,) * 5
    assert score.reason == NO_CLAIMS


def test_without_documents_there_is_no_score_and_with_one_it_is_0() -> None:
    with pytest.raises(InputError, match="no documents"):
        score_of("r", [], [ResponseClaim("c")], [[]])
    for letter in "SCM":
        one = scored(letter)
        assert one.cs_c == 0.0
        assert one.cs_c_interval == (0.0, 0.0)
        assert any("one document" in note for note in one.notes)
    assert scored("?").cs_c_interval == (0.0, 0.0)
    assert not scored("SC").notes


def test_a_claim_that_is_only_contradicted_is_refuted_and_not_conflicted() -> None:
    score = scored("CC", "CI", "SI")
    assert (score.cs_c, score.refuted, score.supported) == (0.0, 2, 1)
    assert [claim.ratio for claim in score.claims] == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("row", "least", "most"),
    [
        ("SI?", 0.0, 1.0),  # the third may contradict
        ("CI?", 0.0, 1.0),
        ("SC?", 1.0, 1.0),
        ("II?", 0.0, 0.0),  # one document is not enough
        ("I??", 0.0, 1.0),
        ("MI?", 0.0, 1.0),
    ],
)
def test_what_cannot_be_read_makes_an_interval(row: str, least: float, most: float) -> None:
    score = scored(row)
    assert score.cs_c == least
    assert score.cs_c_interval == (least, most)
    assert score.unlabelled == row.count("?")
    assert score.uncovered == 0


def test_the_intervals_hold_every_reading() -> None:
    """Each way to read what could not be read gives scores within the intervals, and their ends are reached."""
    rows = ("S?", "?C", "I?")
    free = scored(*rows)
    assert free.cs_c_interval is not None
    assert free.cs_r_interval is not None
    seen = []
    for a in "SCIM":
        for b in "SCIM":
            for c in "SCIM":
                score = scored(*(row.replace("?", letter) for row, letter in zip(rows, (a, b, c))))
                assert score.cs_c is not None
                assert score.cs_r is not None
                seen.append((score.cs_c, score.cs_r))
    assert (min(c for c, _ in seen), max(c for c, _ in seen)) == free.cs_c_interval
    assert min(r for _, r in seen) == pytest.approx(free.cs_r_interval[0])
    assert max(r for _, r in seen) == pytest.approx(free.cs_r_interval[1])


def test_a_document_that_says_both_is_counted_and_makes_no_conflict_alone() -> None:
    alone, beside = scored("MII"), scored("MSI")
    assert (alone.cs_c, alone.local_inconsistency, alone.cs_r) == (0.0, 1, 0.5)
    assert (beside.cs_c, beside.local_inconsistency) == (1.0, 1)
    assert (alone.supported, alone.refuted) == (0, 0)


def test_claims_that_are_the_same_are_one() -> None:
    claims = distinct(
        [
            ResponseClaim("Ann lives in Tarn."),
            ResponseClaim("ANN lives  in Tarn"),
            ResponseClaim("…"),
            ResponseClaim("Ann left -5."),
        ]
    )
    assert [c.text for c in claims] == ["Ann lives in Tarn.", "Ann left -5."]
    assert (
        len(
            distinct(
                [
                    ResponseClaim("It is -5."),
                    ResponseClaim("It is 5."),
                    ResponseClaim("It is 1.5."),
                    ResponseClaim("It is 15."),
                ]
            )
        )
        == 4
    )


def test_near_copies_have_one_vote_of_the_sources_and_all_in_the_ratio() -> None:
    story = "The mill of Tarn was built by Anna Roth in the spring of that year, as old letters of the town tell us."
    texts = (story, f"{story} Read on.", story.upper(), "The mill of Tarn was built by somebody else.")
    assert sources_of(texts) == (1, 1, 1, 4)
    score = scored("CCCS", texts=texts)
    assert (score.cs_r, score.cs_r_sources) == (0.75, 0.5)
    split = scored("CSSS", texts=texts)  # near-copies that differ in what they say of a claim
    assert split.cs_r_sources == pytest.approx(1 / 3)


def test_a_tie_is_conflicted_with_a_ratio_of_a_half() -> None:
    score = scored("SC")
    assert (score.cs_c, score.cs_r, score.balance) == (1.0, 0.5, 1.0)


def test_balance_is_symmetric_where_the_ratio_is_not() -> None:
    one, other = scored("SCCCC"), scored("CSSSS")
    assert (one.cs_r, other.cs_r) == (0.8, 0.2)
    assert one.balance == other.balance == pytest.approx(0.4)


def test_weights_of_documents() -> None:
    score = scored("SC", weights=(3.0, 1.0))
    assert (score.cs_r, score.cs_r_weighted) == (0.5, 0.25)
    assert scored("CI", weights=(0.0, 1.0)).cs_r_weighted is None
    for wrong in (-1.0, math.nan):
        with pytest.raises(InputError, match="below 0"):
            scored("SC", weights=(1.0, wrong))


def test_stray_labels_are_those_of_a_model_without_words_of_the_document() -> None:
    held = PassageJudgement("supports", 0.9, "model", (Snippet(0, 3, "Ann"),))
    rows = [[held, PassageJudgement("contradicts", 0.9, "model"), PassageJudgement("supports", 1.0, "proof")]]
    documents = [ContextDocument(text) for text in TEXTS[:3]]
    assert score_of("r", documents, [ResponseClaim("c")], rows).stray == 1


def test_means_over_responses_leave_out_those_without_a_score() -> None:
    its = means([scored("SC"), scored("SS"), scored()])
    assert (its["cs_c"], its["cs_c_of"], its["responses"], its["without_score"]) == (0.5, 2, 3, 1)
    assert its["cs_c_interval"] == (0.0, 1.0)
    assert means([scored("SC")])["cs_c_interval"] is None


def test_kappa_of_two_variants_counts_shared_labels_alone() -> None:
    assert agreement([scored("SCI", "SSC")], [scored("SCI", "SSC")]) == (1.0, 6)
    assert agreement([scored("SC?")], [scored("CSI")]) == (-1.0, 2)
    assert agreement([scored("SS")], [scored("SS")]) == (None, 2)
    assert agreement([scored()], [scored("SS")]) == (None, 0)


# -- both sides ----------------------------------------------------------------------------------------------


def said(label: Label, *span: int) -> PassageJudgement:
    return PassageJudgement(label, 0.9, "model", (Snippet(span[0], span[1], "x"),) if span else ())


def acknowledged(*rows: Sequence[PassageJudgement]) -> float | None:
    claims = [ResponseClaim(f"Claim {n}") for n in range(len(rows))]
    score = score_of("r", [ContextDocument(t) for t in TEXTS[: len(rows[0])]], claims, rows)
    found = stated(score.claims)
    return sum(found) / len(found) if found else None


def test_a_conflict_is_acknowledged_where_the_response_states_both_sides() -> None:
    one_side = [said("supports", 0, 9), said("contradicts", 5, 9)]
    other_side = [said("contradicts", 0, 9), said("supports", 5, 9)]
    unrelated = [said("irrelevant"), said("supports", 20, 30)]
    assert acknowledged(one_side) == 0.0
    assert acknowledged(one_side, unrelated) == 0.0
    assert acknowledged(one_side, other_side) == 1.0  # one conflict, seen from both sides
    assert acknowledged(unrelated) is None


def test_without_words_of_the_documents_the_other_side_must_contradict() -> None:
    one_side = [said("supports"), said("contradicts")]
    assert acknowledged(one_side, [said("irrelevant"), said("supports")]) == 0.0
    assert acknowledged(one_side, [said("contradicts"), said("supports")]) == 1.0


# -- words of documents ----------------------------------------------------------------------------------------


def test_words_are_looked_up_in_the_document() -> None:
    text = "Ann lives in Tarn.  She\nmoved there in 1920. Bob has never been to Tarn at all."
    assert looked_up("moved there in 1920", text) == (Snippet(24, 43, "moved there in 1920"),)
    assert [s.text for s in looked_up('"she moved there"', text)] == ["She\nmoved there"]
    assert [s.text for s in looked_up("Ann lives … been to Tarn", text)] == ["Ann lives", "been to Tarn"]
    assert [s.text for s in looked_up("Bob has never been in Tarn at all", text)] == [
        "Bob has never been to Tarn at all."
    ]
    assert looked_up("The moon is made of green cheese", text) == ()
    assert looked_up("", text) == ()


def test_long_documents_are_read_in_windows_that_overlap() -> None:
    text = "word " * 20_000
    parts = list(windows(text))
    assert len(parts) > 4
    for start, part in parts:
        assert text[start : start + len(part)] == part
        assert len(part) <= WINDOW
    for (a, part), (b, _) in itertools.pairwise(parts):
        assert b == a + len(part) - OVERLAP
    assert parts[-1][0] + len(parts[-1][1]) == len(text)
    assert next(iter(windows("x" * (2 * WINDOW)))) == (0, "x" * WINDOW)
    assert list(windows("")) == [(0, "")]


def test_questions_of_many_documents_keep_a_claim_together() -> None:
    asked = [JudgeQuestion(claim, f"{text} " * 10) for claim in ("one", "two") for text in TEXTS]
    assert [part.places for part in parts_of(asked, together=True)] == [
        tuple((n, 0) for n in range(5)),
        tuple((n, 0) for n in range(5, 10)),
    ]
    assert len(list(parts_of(asked))) == 10
    mixed = [JudgeQuestion("one", "short"), JudgeQuestion("one", "x" * (WINDOW + 1)), JudgeQuestion("one", "short")]
    assert sorted(part.places for part in parts_of(mixed, together=True)) == [
        ((0, 0), (2, 0)), ((1, 0),), ((1, WINDOW - OVERLAP),)
    ]  # fmt: skip


def test_what_lies_apart_is_irrelevant_without_a_model() -> None:
    def apart(claim: str, passage: str, topic: str = "") -> bool:
        return Apart().judge([JudgeQuestion(claim, passage, passage_topic=topic)])[0] is not None

    assert apart("Ada Byron was born in 1815.", "The mill burned down when it was dry.")
    assert not apart("Ada Byron was born in 1815.", "Byron died young.")
    assert not apart("Ada Byron was born in 1815.", "She died young.", topic="Ada Byron")
    assert not apart("Eating meat harms the climate.", "Meat is said to harm nobody.")
    assert apart("Eating meat harms the climate.", "Violins are built of maple.")


@pytest.mark.parametrize(
    ("said", "meant"), [("full", "full"), ("salient", "salient:3"), ("salient:12", "salient:12"), (" whole ", "whole")]
)
def test_variants_are_named(said: str, meant: str) -> None:
    assert str(parse_variant(said)) == meant


@pytest.mark.parametrize("wrong", ["", "half", "salient:", "salient:0", "salient:x", "full:2"])
def test_other_variants_are_refused(wrong: str) -> None:
    with pytest.raises(InputError, match=r"variant|salient"):
        parse_variant(wrong)


def test_sentences_are_claims_where_no_model_is_asked() -> None:
    text = "Ann lives in Tarn. Does she? Bob was born in 1920."
    assert [c.text for c in sentence_claims(text)] == ["Ann lives in Tarn.", "Bob was born in 1920."]
    assert [text[slice(*c.span)] for c in sentence_claims(text) if c.span] == [
        "Ann lives in Tarn.",
        "Bob was born in 1920.",
    ]
    assert sentence_claims("") == ()
