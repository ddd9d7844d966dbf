"""The judge by language inference, with a small real model made here: labels, snippets, and what is no such model."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pytest

from benchmarks.claims_bias import named
from contragraph.documents.judges.base import JudgeQuestion, PassageJudgement, cascade
from contragraph.graph.errors import InputError
from tests import inference
from tests.inference import DEEDS, NAMES, PLACES, Told, make_model, sentence

pytest.importorskip("onnxruntime", reason="no model can run: pip install 'contragraph[nli]'")

CLAIM: Told = ("Ada", "was born", "Lyon")
SAYS = {"entailment": "supports", "contradiction": "contradicts", "neutral": "irrelevant"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("model"))


def judged(model: Path, passage: str, topic: str = "") -> PassageJudgement:
    answer = named(f"nli:NliJudge={model}").judge([JudgeQuestion(sentence(CLAIM), passage, passage_topic=topic)])[0]
    assert answer is not None
    return answer


def test_each_sentence_has_the_label_that_the_model_learnt(model: Path) -> None:
    world = [*product(NAMES, DEEDS, PLACES)]
    questions = [JudgeQuestion(sentence(claim), sentence(passage)) for claim in world for passage in world]
    answers = cascade([named(f"nli:NliJudge={model}")], questions)
    wanted = [SAYS[inference.label(passage, claim)] for claim in world for passage in world]
    assert [answer.label for answer in answers] == wanted
    assert {answer.by for answer in answers} == {"nli"}
    assert all(0.5 <= answer.score <= 1 for answer in answers)


@pytest.mark.parametrize(
    ("told", "label", "snippets"),
    [
        ([("Bo", "was born", "Rome"), CLAIM], "supports", [1]),
        ([("Ada", "was born", "Oslo"), ("Bo", "died", "Rome")], "contradicts", [0]),
        ([("Bo", "was born", "Lyon"), ("Cy", "died", "Oslo")], "irrelevant", []),
        ([CLAIM, ("Bo", "died", "Rome"), ("Ada", "was born", "Oslo")], "mixed", [0, 2]),
    ],
)
def test_what_a_passage_says_rests_on_its_clearest_sentence(
    model: Path, told: list[Told], label: str, snippets: list[int]
) -> None:
    passage = " ".join(map(sentence, told))
    found = judged(model, passage)
    assert found.label == label
    assert [s.text for s in found.snippets] == [sentence(told[n]) for n in snippets]
    assert all(passage[s.start : s.end] == s.text for s in found.snippets)


def test_the_topic_says_of_whom_a_passage_speaks(model: Path) -> None:
    assert judged(model, "She was born in Lyon.", "Ada").label == "supports"
    assert judged(model, "She was born in Lyon.", "Bo").label == "irrelevant"
    assert judged(model, "").label == "irrelevant"


def test_answers_do_not_depend_on_what_is_asked_beside(model: Path) -> None:
    """Texts of many lengths in one batch are filled up, and one that is too long is cut."""
    judge = named(f"nli:NliJudge={model}")
    long = " and ".join([*NAMES, *PLACES] * 40)
    passages = [
        sentence(CLAIM),
        long,
        "Ada",
        f"{sentence(CLAIM)} {long}",
        *map(sentence, product(NAMES, DEEDS, PLACES)),
    ]
    questions = [JudgeQuestion(sentence(CLAIM), passage) for passage in passages]
    together = judge.judge(questions)
    for question, answer in zip(questions, together, strict=True):
        alone = judge.judge([question])[0]
        assert alone is not None
        assert answer is not None
        assert (alone.label, alone.snippets) == (answer.label, answer.snippets)
        assert alone.score == pytest.approx(answer.score, abs=1e-5)
    assert judge.judge([]) == []


def test_models_with_their_labels_in_another_order(tmp_path: Path, model: Path) -> None:
    """The names say what an output means, not its place: renamed, the same model says the opposite."""
    other = make_model(tmp_path / "other", ("ENTAILMENT", "Contradict", "neutral"))
    assert judged(other, sentence(CLAIM)).label == "contradicts"
    assert judged(model, sentence(CLAIM)).label == "supports"


def test_what_is_no_model_of_inference(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = {
        "nowhere": "There is no folder nowhere",
        "../x/y": "There is no folder ../x/y",
        str(tmp_path): "there is no config.json in it",
        str(make_model(tmp_path / "feelings", ("good", "bad", "neutral"))): "it has the labels good, bad, neutral",
    }
    for given, what in cases.items():
        with pytest.raises(InputError) as caught:
            named(f"nli:NliJudge={given}")
        assert what in str(caught.value)
    (tmp_path / "feelings" / "config.json").write_text("[", "utf-8")
    with pytest.raises(InputError, match="is no JSON object"):
        named(f"nli:NliJudge={tmp_path / 'feelings'}")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(InputError, match=r"needs the package onnxruntime: pip install 'contragraph\[nli\]'"):
        named(f"nli:NliJudge={model}")


def test_nothing_is_fetched_where_the_hub_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(InputError, match="The model someone/something could not be fetched"):
        named("nli:NliJudge=someone/something")


def test_the_files_are_those_that_hubs_keep(model: Path) -> None:
    assert {path.name for path in model.iterdir()} == {"config.json", "model.onnx", "tokenizer.json"}
    assert json.loads((model / "config.json").read_text("utf-8"))["id2label"]["1"] == "entailment"
