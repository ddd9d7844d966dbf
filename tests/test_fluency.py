"""Figures of texts against texts counted by hand, and LanguageTool itself against planted errors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import languagetool
from benchmarks.fluency import main
from benchmarks.fluency_corpora import Document, webnlg, wikicontradict
from benchmarks.fluency_faults import rate, verdict
from benchmarks.fluency_page import BEGIN, END, PAGE, filled
from benchmarks.fluency_statistics import moving_variety, repeated_openings, statistics
from benchmarks.languagetool.checker import Checked, Match, check
from benchmarks.measure import Table
from contragraph.graph.errors import InputError
from tests.cli import world

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def jars() -> Iterator[None]:
    """LanguageTool, fetched before; a run on a fresh machine may not leave these tests out.

    Java compiles as little as it can, which takes longer than a few texts do.
    """
    problem = languagetool.missing()
    if problem:
        if os.environ.get("CI") == "true":
            pytest.fail(f"NO TESTS WITH LANGUAGETOOL RUN: {problem}")
        pytest.skip(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        yield


# -- figures -------------------------------------------------------------------------------------------------


def test_moving_variety_is_counted_window_by_window() -> None:
    assert moving_variety(["a", "b", "A", "c"], window=3) == [2 / 3, 1.0]
    assert moving_variety(["a", "b"], window=3) == []
    assert moving_variety(["same"] * 4, window=2) == [0.5] * 3


def test_openings_repeat_by_their_first_two_words() -> None:
    sentences = [["Rome", "is", "old"], ["rome", "is", "big"], ["Rome", "was", "small"], ["Rome", "is", "far"]]
    assert repeated_openings(sentences) == 2


def test_statistics_of_two_texts_counted_by_hand() -> None:
    found = statistics([["It fell.", "Rome's sea-wall has three gates.", "It fell again."], ["One two three four."]])
    assert (found.texts, found.sentences, found.words_a_text, found.sentences_a_text) == (2, 4, 7.0, 2.0)
    # Lengths 2, 5, 3, 4: apostrophes and hyphens do not divide words.
    assert (found.mean, found.median, found.lower, found.upper) == (3.5, 3.5, 2.75, 4.25)
    assert found.deviation == pytest.approx(1.25**0.5)
    assert (found.pronouns, found.repeated) == (0.5, 0.25)
    assert (found.variety, found.variety_texts) == (None, 0)
    varied = statistics([[" ".join(f"word{n}" for n in range(60))], [" ".join(["word"] * 60), "End."]])
    assert varied.variety == pytest.approx((1.0 + (11 * 0.02 + 0.04) / 12) / 2)
    with pytest.raises(ValueError, match="fewer than two"):
        statistics([["Alone."]])


# -- what counts as a fault ------------------------------------------------------------------------------------


def _match(start: int, end: int, issue: str = "grammar", category: str = "GRAMMAR") -> Match:
    return Match("RULE", category, issue, "said", start, end)


def test_matches_within_labels_and_matters_of_style_are_counted_apart() -> None:
    document = Document("Jay Z met the Jay Z Band.", "1", ("jay z (rapper)", "Berlin"))
    assert verdict(_match(0, 5), document) == "name"
    assert verdict(_match(14, 19), document) == "name"
    assert verdict(_match(0, 9), document) == "fault"  # reaches beyond the label: our own word
    assert verdict(_match(6, 9), document) == "fault"
    assert verdict(_match(6, 9, issue="style"), document) == "style"
    assert verdict(_match(6, 9, category="MULTITOKEN_SPELLING"), document) == "name"
    assert verdict(_match(0, 5), Document(document.text, "1")) == "fault"


def test_rates_are_in_a_hundred_sentences_with_an_interval_over_groups() -> None:
    documents = [Document("Text.", str(n // 2)) for n in range(200)]
    checked = [Checked("Text.", ("Text.",) * 5, (_match(0, 1),) * (n % 10 == 0)) for n in range(200)]
    found = rate(documents, checked, frozenset(("fault",)))
    assert (found.count, found.per_hundred) == (20, 2.0)
    assert 0.8 < found.low < 2.0 < found.high < 3.2
    assert rate(documents, checked, frozenset(("style",))).high == 0.0


# -- the corpora -----------------------------------------------------------------------------------------------


@pytest.mark.data
def test_texts_to_compare_with_are_read_from_the_shared_data(data_folder: Path) -> None:
    human = webnlg(data_folder)
    assert len(human.documents) == 705
    assert all(document.labels for document in human.documents)
    assert sum(any(label in d.text for label in d.labels) for d in human.documents) > 690
    wiki = wikicontradict(data_folder)
    assert len({document.text for document in wiki.documents}) == len(wiki.documents) == 199


# -- LanguageTool itself ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("jars")
def test_planted_errors_are_found_and_correct_sentences_are_not() -> None:
    wrong, right, names, both = check(
        (
            "He go to school.",
            "He goes to school.",
            "Xybrt Qwzkl was born in Ljubljana.",
            "𝄞 is a sign. It is a umbrella. She goes home.",
        )
    )
    assert [(m.rule, wrong.text[m.start : m.end]) for m in wrong.matches] == [("HE_VERB_AGR", "go")]
    assert right.matches == names.matches == ()
    assert [both.text[m.start : m.end] for m in both.matches] == ["a"]  # code points, not Java's units
    assert both.sentences == ("𝄞 is a sign.", "It is a umbrella.", "She goes home.")


@pytest.mark.usefixtures("jars")
def test_the_command_prints_all_tables(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONTRAGRAPH_DATA", raising=False)
    assert main([str(world() / "dataset")]) == 0
    told = capsys.readouterr().out
    for title in ("Faults that a grammar checker finds", "How the sentences are built", "Rules of LanguageTool: ours"):
        assert f"## {title}" in told


def test_without_jars_the_command_says_how_to_get_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CONTRAGRAPH_DATA", raising=False)
    assert main([str(world() / "dataset")]) == 3
    assert "python -m benchmarks.languagetool fetch" in capsys.readouterr().err
    folder = languagetool.library()
    assert folder.is_relative_to(tmp_path)
    folder.mkdir(parents=True)
    (folder / "language-en-6.6.jar").write_bytes(b"altered")
    problem = languagetool.missing()
    assert problem is not None
    assert "is not the pinned jar" in problem


def test_wrong_use_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "holds no dataset" in capsys.readouterr().err
    command = [sys.executable, "-m", "benchmarks.languagetool"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Use: python -m benchmarks.languagetool fetch" in done.stderr


# -- the page --------------------------------------------------------------------------------------------------


def test_figures_take_the_place_of_older_ones_and_leave_the_prose() -> None:
    table = Table("Title", ("a", "b"), (("x", "1"),))
    page = f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n"
    once = filled(page, [table], "3 pairs.")
    assert once.startswith(f"Before.\n{BEGIN}\n\n3 pairs.\n\n### Title")
    assert once.endswith(f"| x | 1 |\n\n{END}\nAfter.\n")
    assert "old" not in once
    assert filled(once, [table], "3 pairs.") == once
    with pytest.raises(InputError, match="has no place"):
        filled("Prose alone.", [table], "")
    assert filled(PAGE.read_text("utf-8"), [], "") != ""
