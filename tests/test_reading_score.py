"""The figures of a reading against examples worked out by hand, and agreement against published ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.annotation.agreement import reading_agreements
from contragraph.annotation.answers import ReaderFinding, ReaderJudgement, record_findings, record_judgements
from contragraph.annotation.score import figures, outcomes
from contragraph.evaluation.named import parse_conflict, spell_conflict
from contragraph.evaluation.sheets import ReadingFolder
from contragraph.evaluation.statistics import Proportion, Unit, alpha, bootstrap_interval, kappa
from tests.readings import by_hand, conflict, numbers

TWO = {"A": 4, "B": 4}


def find(reading: ReadingFolder, reader: str, answers: dict[str, list[str]], english: str = "fine") -> None:
    placed = numbers(reading)
    findings = [
        ReaderFinding.model_validate(
            {
                "pair": placed[pair],
                "verdict": "conflict" if named else "none",
                "conflicts": tuple(named),
                "english": {"A": "fine", "B": english},
            }
        )
        for pair, named in answers.items()
    ]
    record_findings(reading, reader, [("here", f) for f in findings])


def judge(reading: ReadingFolder, reader: str, answers: dict[str, tuple[list[str], dict[str, str]]]) -> None:
    placed = numbers(reading)
    judgements = [
        ReaderJudgement.model_validate({"pair": placed[pair], "declared": tuple(declared), "undeclared": undeclared})
        for pair, (declared, undeclared) in answers.items()
    ]
    record_judgements(reading, reader, [("here", j) for j in judgements])


def told(reading: ReadingFolder, by: str = "hop") -> dict[tuple[str, str, str], tuple[int, int]]:
    found = figures(outcomes(reading), "type" if by == "type" else "hop")
    return {(f.reader, f.group, f.measure): (f.share.count, f.share.of) for f in found}


def test_sentences_are_named_in_one_spelling() -> None:
    for words in ("b2-a3+A1", "A3 + B2 - a01", "A1-A3-B2-B2"):
        assert spell_conflict(parse_conflict(words, TWO)) == "A1+A3-B2"
    assert spell_conflict(parse_conflict("A4-A2", TWO)) == "A2+A4"


def test_a_worked_example(tmp_path: Path) -> None:
    """Four pairs. p1: found, one sentence of three missing. p2: one of two conflicts found and localised, one judged
    silly, and one more that nobody declared. p3: nothing found. p4: all found, by the second of two minimal sets.
    """
    single = conflict([("original", "A1"), ("perturbed", "B2")])
    multi = conflict([("original", "A1"), ("perturbed", "B2"), ("shared", "A3 B3")])
    either = conflict(
        [("original", "A1"), ("perturbed", "B2"), ("perturbed", "B3 B4"), ("shared", "A2 B1")], [[0, 1, 3], [0, 2]]
    )
    other = conflict([("original", "A4"), ("perturbed", "B4")])
    pairs = [
        ("1-multi-hop", [multi]),
        ("2-single-hop", [single, other]),
        ("1-single-hop", [single]),
        ("1-multi-hop", [either]),
    ]
    reading = by_hand(tmp_path, pairs)
    find(reading, "ada", {"p1": ["A1-B2"], "p2": ["A1+A2-B2", "A3-B3"], "p3": [], "p4": ["A1-B4"]}, "wrong")
    judged = {
        "p1": (["real"], {}),
        "p2": (["real", "silly"], {"A3-B3": "real"}),
        "p3": (["none"], {}),
        "p4": (["debatable"], {}),
    }
    judge(reading, "ada", {k: judged[k] for k in judged})
    expected = {
        "ID": ((3, 4), (1, 2), (2, 2)),
        "LOC": ((1, 4), (0, 2), (1, 2)),
        "all conflicts found": ((2, 4), (0, 2), (2, 2)),
        "pair real": ((1, 4), (0, 2), (1, 2)),
        "pair debatable": ((1, 4), (0, 2), (1, 2)),
        "pair silly": ((1, 4), (1, 2), (0, 2)),
        "pair none": ((1, 4), (1, 2), (0, 2)),
        "undeclared conflict": ((1, 4), (1, 2), (0, 2)),
        "conflicts found": ((3, 5), (1, 3), (2, 2)),
        "conflicts localised": ((2, 5), (1, 3), (1, 2)),
        "named sentences right": ((6, 9), (2, 5), (4, 4)),
        "conflict real": ((2, 5), (1, 3), (1, 2)),
        "conflict debatable": ((1, 5), (0, 3), (1, 2)),
        "conflict silly": ((1, 5), (1, 3), (0, 2)),
        "conflict none": ((1, 5), (1, 3), (0, 2)),
        "English fine": ((4, 8), (2, 4), (2, 4)),
        "English clumsy": ((0, 8), (0, 4), (0, 4)),
        "English wrong": ((4, 8), (2, 4), (2, 4)),
    }
    assert told(reading) == {
        ("all", group, measure): columns[column]
        for column, group in enumerate(("all", "single-hop", "multi-hop"))
        for measure, columns in expected.items()
    }
    assert told(reading, "type")["all", "1-single-hop", "pair none"] == (1, 1)


@pytest.mark.parametrize(
    ("named", "found", "localised"),
    [
        (["A1-B2+B3"], True, True),
        (["A1+A3-B2"], True, True),  # what is shared may be named in either text
        (["A1-B3", "A1-B2"], True, True),  # two found conflicts may add up to one
        (["A1-B2", "A3-B4"], True, False),  # but one that does not match adds nothing
        (["A1-B2"], True, False),
        (["A1-B3"], True, False),  # against the shared statement in the perturbed text
        (["A3-B2"], False, False),  # the original statement is not named
        (["A1+A3"], False, False),
        (["B2+B3"], False, False),
        (["A2-B4"], False, False),
    ],
)
def test_what_is_found_and_what_is_localised(tmp_path: Path, named: list[str], found: bool, localised: bool) -> None:
    reading = by_hand(
        tmp_path, [("1-multi-hop", [conflict([("original", "A1"), ("perturbed", "B2"), ("shared", "A3 B3")])])]
    )
    find(reading, "ada", {"p1": named})
    (outcome,) = outcomes(reading)
    assert (outcome.matched, outcome.localised) == ((found,), (localised,))


def test_what_is_not_judged_is_not_counted(tmp_path: Path) -> None:
    """Pairs without a judgement count for ID and LOC, and not for what judges say."""
    single = conflict([("original", "A1"), ("perturbed", "B2")])
    reading = by_hand(tmp_path, [("1-single-hop", [single])] * 3)
    find(reading, "ada", {"p1": ["A1-B2"], "p2": ["A1-B1"]})
    judge(reading, "ada", {"p1": (["real"], {})})
    counted = told(reading)
    assert counted["all", "all", "ID"] == (1, 2)
    assert counted["all", "all", "pair real"] == (1, 1)
    assert counted["all", "all", "undeclared conflict"] == (0, 1)


def test_intervals_are_those_of_wilson() -> None:
    """Worked out by hand from the formula with z = 1.959964."""
    assert Proportion(1, 2).interval == (0.0945, 0.9055)
    assert Proportion(8, 10).interval == (0.4902, 0.9433)
    assert Proportion(0, 10).interval == (0.0, 0.2775)
    assert Proportion(0, 0).interval is None


# -- agreement ------------------------------------------------------------------------------------------------


def units(*columns: str) -> list[Unit]:
    """Units from one string of digits for each reader; a dot where a reader says nothing."""
    rows = zip(*columns, strict=True)
    named = ([(f"r{n}", int(c)) for n, c in enumerate(row) if c != "."] for row in rows)
    return [tuple(unit) for unit in named if len(unit) > 1]


def test_cohens_kappa() -> None:
    """20 both yes, 15 both no, 5 and 10 apart: observed 0.7, by chance 0.5, so 0.4."""
    assert kappa(units("1" * 25 + "0" * 25, "1" * 20 + "0" * 5 + "1" * 10 + "0" * 15)) == pytest.approx(0.4)
    assert kappa(units("0101", "1010")) == pytest.approx(-1)
    assert kappa(units("1111", "1111")) is None


def test_krippendorffs_alpha() -> None:
    """The example of four observers and twelve units that Krippendorff prints: nominal 0.743, interval 0.849."""
    values = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    assert alpha(units(*values)) == pytest.approx(0.743, abs=5e-4)
    assert alpha(units(*values), ordered=True) == pytest.approx(0.849, abs=5e-4)
    assert alpha(units("22", "22")) is None


def test_agreement_of_three_readers_over_what_they_share(tmp_path: Path) -> None:
    single = conflict([("original", "A1"), ("perturbed", "B2")])
    reading = by_hand(tmp_path, [("1-single-hop", [single])] * 6)
    for reader, words in (("ada", "rrrsss"), ("bob", "rrsss."), ("eve", "....rr")):
        given = {f"p{n}": w for n, w in enumerate(words, start=1) if w != "."}
        find(reading, reader, {pair: [] for pair in given})
        judge(reading, reader, {pair: (["real" if w == "r" else "silly"], {}) for pair, w in given.items()})
    found = {(a.question, a.readers): a for a in reading_agreements(outcomes(reading))}
    two = found["the pair (worst conflict)", ("ada", "bob")]
    # Over p1 to p5: 4 of 5 the same; by chance 0.6 · 0.4 + 0.4 · 0.6 = 0.48.
    assert (two.units, two.same) == (5, 0.8)
    assert two.kappa == pytest.approx((0.8 - 0.48) / 0.52, abs=1e-4)
    assert two.kappa is not None
    assert two.kappa_interval is not None
    assert -1 <= two.kappa_interval[0] < two.kappa < two.kappa_interval[1] <= 1
    three = found["the pair (worst conflict)", ("ada", "bob", "eve")]
    assert (three.units, three.kappa) == (6, None)
    assert found["a declared conflict found", ("ada", "bob")].alpha is None
    assert ("the pair (worst conflict)", ("bob", "eve")) in found
    assert found["the pair (worst conflict)", ("bob", "eve")].alpha_interval is None


def test_the_bootstrap_is_seeded() -> None:
    some = units("1010110010", "1010100011")
    assert bootstrap_interval(some, kappa) == bootstrap_interval(some, kappa)
    assert bootstrap_interval(some[:1], kappa) is None
