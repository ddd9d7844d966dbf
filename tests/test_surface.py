"""The surface benchmark finds what was planted and nothing where nothing is; its features are what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from benchmarks.__main__ import main as all_benchmarks
from benchmarks.surface import learners, main, scores, weights
from benchmarks.surface_features import FAMILIES, Row, features, of_pair, rows
from benchmarks.surface_task import found, task
from benchmarks.surface_words import phrases, tell_tales, word_scores
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import ContextRecord
from contragraph.graph.model import content_hash
from tests.cli import contragraph, world
from tests.made import dataset as every_type
from tests.made import few_axioms

PLAN = "1-single-hop=48,2-single-hop=8"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small generated dataset from the sample, by few axioms: only its texts matter."""
    folder = tmp_path_factory.mktemp("surface")
    store = folder / "contragraph.lbug"
    store.write_bytes((world() / "contragraph.lbug").read_bytes())
    result = contragraph("generate", "--plan", PLAN, "--ontology", few_axioms(folder), "--out", "dataset", cwd=folder)
    assert result.code in (0, 1), result.err  # the sample may fall short of a plan
    return folder / "dataset"


def _plain(context: ContextRecord, name: str) -> tuple[str, list[str]]:
    return name, [context.text[s.start : s.end].strip() for s in context.sentences]


def _texts(dataset: Path) -> Iterator[tuple[str, list[str]]]:
    """The sentences of the texts without lies."""
    for _, record in read_instances(dataset):
        yield _plain(record.contexts.original, record.id)


def _marked(dataset: Path, planted: str, lot: int = 0) -> list[Row]:
    """Texts without lies, one sentence of each chosen by a hash; it begins with the planted words."""
    made: list[Row] = []
    for name, texts in _texts(dataset):
        chosen = int(content_hash("chosen", name, lot), 16) % len(texts)
        said = [planted + text if n == chosen else text for n, text in enumerate(texts)]
        made += [
            Row(name, "1-single-hop", text, seen, frozenset(("made up",) if n == chosen else ()))
            for n, (text, seen) in enumerate(zip(said, features(said, texts)))
        ]
    return made


LOTS = 8
"""Of single ones one in twenty is beyond its margin, whatever the dataset."""


@pytest.mark.parametrize("learner", list(learners()))
def test_a_planted_giveaway_is_found(dataset: Path, learner: str) -> None:
    work = task(_marked(dataset, "ZZZ only "), "made up")
    assert len(work.groups) >= 50
    told = found(work, scores(work, FAMILIES["all"], learner))
    assert told.found > 0.95
    assert told.above - told.margin > 0.5
    weighed = weights(work, ("'only'", "commas", "first"), learner)
    assert next(iter(weighed)) == "'only'"
    # Place and length do not see the word: the two letters more change little.
    assert found(work, scores(work, FAMILIES["words that restrict or deny"], learner)).found > 0.95


def test_a_planted_place_is_found_by_position_alone(dataset: Path) -> None:
    moved = [
        replace(row, targets=frozenset(("made up",) if row.features["first"] else ())) for row in _marked(dataset, "")
    ]
    work = task(moved, "made up")
    assert found(work, scores(work, FAMILIES["position and length"], "logistic regression")).found > 0.95
    assert found(work, scores(work, FAMILIES["words that restrict or deny"], "logistic regression")).found < 0.6


@pytest.mark.parametrize("learner", list(learners()))
def test_where_nothing_is_planted_nothing_is_found(dataset: Path, learner: str) -> None:
    """A sentence chosen by a hash looks like any other: in the mean of many lots nothing is found."""
    works = [task(_marked(dataset, "", lot), "made up") for lot in range(LOTS)]
    told = [found(work, scores(work, FAMILIES["all"], learner)) for work in works]
    assert abs(fmean(each.above for each in told)) < fmean(each.margin for each in told) / LOTS**0.5 + 0.05


def test_chance_is_the_share_of_conflicting_sentences_and_ties_count_in_part() -> None:
    def pair(name: str, flags: Sequence[bool]) -> list[Row]:
        texts = ["One is here."] * len(flags)
        return [
            Row(name, "1-single-hop", text, seen, frozenset(("made up",) if flag else ()))
            for text, seen, flag in zip(texts, features(texts, texts), flags)
        ]

    known = [row for n in range(5) for row in pair(f"p{n}", [True, False, False, False])]
    nothing_to_choose = [*pair("all", [True, True]), *pair("none", [False, False])]
    work = task([*known, *nothing_to_choose], "made up")
    assert (len(work.groups), work.left_out) == (5, 2)
    told = found(work, np.zeros(len(work.rows)))
    assert (told.chance, told.found) == (0.25, 0.25)
    assert found(work, work.positive.astype(np.float64)).found == 1.0


def test_phrases_that_stand_in_lies_alone_are_listed(dataset: Path) -> None:
    work = task(_marked(dataset, "It keeps zzz away from Rome. "), "made up")
    assert tell_tales("Phrases", work).rows[0] == ("keeps zzz away", f"{len(work.groups)}", "0")
    assert found(work, word_scores(work)).found > 0.95
    one, two, three = {"keeps", "the", "old"}, {"keeps the", "the old"}, {"keeps the old"}
    assert phrases("Rome keeps the old, McRae.") == one | two | three


def test_targets_are_what_the_dataset_declares() -> None:
    for _, record in read_instances(every_type()):
        made = {s.id for s in record.contexts.perturbed.statements if s.source == "made"}
        declared = {statement for conflict in record.conflicts for statement in conflict.perturbed}
        sentences = of_pair(record)
        assert any("made up" in row.targets for row in sentences)
        for row, span in zip(sentences, record.contexts.perturbed.sentences, strict=True):
            assert ("declared" in row.targets) == bool(declared & set(span.statements))
            assert ("made up" in row.targets) == bool(declared & made & set(span.statements))
            assert row.text in record.contexts.perturbed.text
            assert set(FAMILIES["all"]) <= set(row.features)


def test_features_of_a_sentence() -> None:
    first, second = features(["It never met A, B (1990) or the sea.", "Rome fell."], ["Rome fell down at last."])
    assert first["words"] == 9
    assert first["commas"] == first["parentheses"] == first["'never'"] == first["'or'"] == first["'the'"] == 1
    assert first["digits"] == 4
    assert first["capitals"] == 3
    assert first["begins with a pronoun"]
    assert not second["begins with a pronoun"]
    assert (first["place from the start"], second["place from the end"], second["last"]) == (0, 0, True)
    assert second["words beside the nearest sentence of the other side"] == 3
    assert second["rank by words, 0 to 1"] == 0
    assert first["rank by words, 0 to 1"] == 1


def test_the_command_prints_all_tables(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(dataset)]) == 0
    told = capsys.readouterr().out
    for title in ("Where the conflict is, by the surface", "By type: made up", "What gives it away: declared"):
        assert f"## {title}" in told
    assert f"| {len({row.pair for row in rows(dataset)}):,} |" in told or "left out" in told


def test_wrong_use_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "holds no dataset" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        all_benchmarks(["--only", "surface"])
    assert "--dataset" in capsys.readouterr().err
