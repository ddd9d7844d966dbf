"""From memory or from the evidence: the command, folders of results, runs that are stopped, the public function."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import contragraph as cg
from contragraph.app.runs.formats import writer
from contragraph.dataset.exports.job import Options, export
from contragraph.dataset.records.bank import read_bank
from contragraph.evaluation.memory.ask import MemoryPlan, questions
from contragraph.evaluation.memory.conditions import BOTH, CONDITIONS, chosen
from contragraph.evaluation.memory.items import open_memory
from contragraph.evaluation.memory.run import evaluate_memory, measured
from contragraph.graph.errors import InputError
from tests.asking import gateway
from tests.cli import contragraph
from tests.local_model import NAME
from tests.made import bank as made_bank
from tests.memory_rows import bank, by_hand, row, writing, written
from tests.scripted_server import Reply, Request, scripted
from tests.test_memory import PLAN

# -- the command, and the folder ------------------------------------------------------------------------------------


def test_the_command_with_a_real_model(local_model: str, tmp_path: Path) -> None:
    """Its answers are poor; that its probabilities are real, and the line runs to an honest end, is the point."""
    path = written(tmp_path / "CB_qa.parquet", [row(n) for n in range(3)])
    model = ("--model", NAME, "--api-base", local_model, "--cache", "answers.sqlite")
    given: list[str | Path] = ["evaluate", path, *model, "--out", "out"]
    more = ["--conditions", "misinformation", "--options", "as-given"]
    done = contragraph(*given, *more, "--format", "json", cwd=tmp_path)
    assert done.code == 0, done.err
    figures = json.loads((tmp_path / "out/figures.json").read_text("utf-8"))[NAME]
    assert (figures["asked"], figures["read_by"], figures["unreadable_answers"]) == (3, "probabilities", 0)
    replies = [json.loads(line) for line in (tmp_path / "out/answers.jsonl").read_text("utf-8").splitlines()]
    assert len(replies) == 6 + figures["known"]
    for reply in replies:
        assert [letter for letter, _ in reply["likely"]] == ["A", "B", "C", "D"]
        assert 0 < sum(math.exp(value) for _, value in reply["likely"]) < 1.001
        assert reply["failure"] is None
    again = contragraph(*given, *more, "--format", "json", cwd=tmp_path)
    assert (again.out, again.err.split(" to models")[0]) == (done.out, "0 calls")


def test_another_model_adds_to_the_folder_and_another_dataset_does_not(tmp_path: Path) -> None:
    path, out = written(tmp_path / "CB_qa.jsonl", [row(n) for n in range(12)]), tmp_path / "out"
    other = written(tmp_path / "other.jsonl", [row(n) for n in range(3)])
    turned = replace(PLAN, options="rotate")
    with scripted(writing(by_hand)) as server, gateway(tmp_path, server.url) as opened:
        evaluate_memory(path, out, turned, gateway=opened, model="one")
        found = evaluate_memory(path, out, PLAN, gateway=opened, model="two")
        assert {m: (f.known, f.mr["misinformation"].value, f.what.answers) for m, f in found.measured.items()} == {
            "one": (10, 0.5714, 4 * 34),
            "two": (10, 0.5714, 34),
        }
        before = {f: f.read_bytes() for f in out.rglob("*") if f.is_file()}
        again = evaluate_memory(path, out, PLAN)
        assert again.measured.keys() == found.measured.keys()
        assert {f: f.read_bytes() for f in out.rglob("*") if f.is_file()} == before
        with pytest.raises(InputError, match="another dataset"):
            evaluate_memory(other, out, PLAN, gateway=opened, model="one")
        asked = len(server.requests)
        # Of the options as given alone: the other orders stay in the folder, and count no more.
        fewer = evaluate_memory(path, out, replace(PLAN, sample=2), gateway=opened, model="one")
        assert (len(server.requests), fewer.measured["one"].what.answers) == (asked, 34)
    page = (out / "report.html").read_text("utf-8")
    assert "From memory or from the evidence" in page
    assert "the known facts" in page
    (out / "answers.jsonl").write_text("", "utf-8")
    with pytest.raises(InputError, match="was changed"):
        evaluate_memory(path, out, PLAN)


def test_an_option_stays_in_its_line(tmp_path: Path) -> None:
    """What stands in an option cannot pass for another one."""
    options = ["Trusk\nB. Brond", "Brond", "Quarl", "uncertain"]
    path = written(tmp_path / "CB_qa.jsonl", [row(0, options=options)])
    ((_, ask), *_) = questions(open_memory(path).drawn, ["closed"], PLAN, "m")
    assert ask.messages[-1].content.splitlines()[1:3] == ["A. Trusk B. Brond", "B. Brond"]


def test_a_dry_run_counts_what_would_be_asked(tmp_path: Path) -> None:
    path = written(tmp_path / "CB_qa.json", [row(n) for n in range(3)])
    options = ("--model", "openai/gpt-4o-mini", "--order", "both", "--dry-run", "--out", "out")
    told: list[str | Path] = ["evaluate", path, *options]
    done = contragraph(*told, cwd=tmp_path, OPENAI_API_KEY="none")
    assert done.code == 0, done.err
    # Closed, the fact, five alone, and five with the fact in two orders; each in four orders of its options.
    assert done.out.startswith(f"{3 * 4 * (2 + 5 + 10)} calls")
    assert "at most $0." in done.out
    assert not (tmp_path / "out").exists()
    with scripted(writing(lambda n, texts: "o")) as server, gateway(tmp_path, server.url) as opened:
        measured(path, opened, MemoryPlan(orders=BOTH))
    assert len(server.requests) == 3 * 4 * 17


def test_the_public_function(tmp_path: Path) -> None:
    path = written(tmp_path / "CB_qa.jsonl", [row(n) for n in range(12)])
    with scripted(writing(by_hand)) as server, gateway(tmp_path, server.url) as opened:
        found = cg.memorization(path, opened, conditions="misinformation", options="as-given")
    assert (found.known, found.mr["misinformation"].value) == (10, 0.5714)
    with pytest.raises(InputError, match="no condition 'fiction'"):
        cg.memorization(path, conditions="fiction")
    with pytest.raises(InputError, match="No model is named"):
        cg.memorization(path)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--conditions", "fiction"], "There is no condition 'fiction'"),
        (["--order", "sideways"], "There is no order 'sideways'"),
        (["--baseline", "always"], "not for a bank of facts"),
        (["--known"], "not for a bank of facts"),
        (["--dry-run"], "needs a model"),
        ([], "name a model"),
    ],
)
def test_wrong_use(arguments: list[str], why: str, tmp_path: Path) -> None:
    path = written(tmp_path / "CB_qa.jsonl", [row(0)])
    done = contragraph("evaluate", path, *arguments, "--out", "out", cwd=tmp_path)
    assert (done.code, why in done.err) == (2, True), done.err
    assert not (tmp_path / "out").exists()


def test_every_condition_is_asked_somewhere(tmp_path: Path) -> None:
    """Of rows and of a bank together all conditions are asked, temporal and semantic controls aside."""
    items = (*open_memory(bank(tmp_path / "bank", 1)).drawn,)
    asked = {about.condition for about, _ in questions(items, [*CONDITIONS], MemoryPlan(), "m")}
    missing = {*CONDITIONS} - asked
    assert missing == {f"{prefix}{cause}_control" for prefix in ("", "default+") for cause in ("temporal", "semantic")}


# -- a bank that was made -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("careful", [True, False])
def test_a_reader_of_a_real_bank(tmp_path: Path, careful: bool) -> None:
    """It believes whatever text speaks of the subject; or, careless, any text with one of the options in it.

    Every text of a fact or a claim has its value, so all of them are believed; controls mislead the careless alone.
    """
    every = [fact for _, fact in read_bank(made_bank())]
    facts = {(fact.question.text, *sorted(option.text for option in fact.question.options)): fact for fact in every}

    def answer(request: Request, nth: int) -> Reply:
        texts, _, asked = str(request["messages"][-1]["content"]).rpartition("Question: ")
        letters = {text: letter for letter, text in re.findall(r"^([A-D])\. (.+)$", asked, re.MULTILINE)}
        fact = facts[asked.splitlines()[0], *sorted(letters)]
        offered = {option.role: option.text for option in fact.question.options}
        roles = {role: letters[text] for role, text in offered.items()}
        read = texts if not careful or fact.subject.label in texts else ""
        return Reply(roles["replacement" if offered["replacement"] in read else "original"])

    names = "misinformation,default+misinformation,misinformation_control,semantic"
    with scripted(answer) as server, gateway(tmp_path, server.url) as opened:
        found = measured(made_bank(), opened, MemoryPlan(chosen(names), BOTH, "as-given"))
    assert found.known == found.asked == len(facts) == len(every)
    for name in ("misinformation", "semantic", *(f"default+misinformation, {order}" for order in BOTH)):
        assert (found.mr[name].value, found.car[name].value) == (0.0, 1.0)
    rate = found.false_conflicts["misinformation_control"].value
    assert rate == 1.0 if not careful else rate is not None and rate < 0.1
    claims = [claim for fact in every for claim in fact.claims]
    for name, control in (("misinformation", False), ("misinformation_control", True)):
        (group,) = (g for g in found.groups if g.name == name)
        assert group.answers == sum(c.cause == "misinformation" and c.control is control for c in claims)


def test_a_real_bank_goes_out_and_comes_back(tmp_path: Path) -> None:
    export(made_bank(), tmp_path / "rows", writer("conflictbank"), Options())
    read, own = open_memory(tmp_path / "rows"), open_memory(made_bank())
    assert (read.faulty, own.faulty) == (0, 0)
    assert [(i.question, i.options) for i in read.drawn] == [(i.question, i.options) for i in own.drawn]
    for line in (tmp_path / "rows/CB_qa.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        assert told["object"] in told["default_evidence"]
        assert {told["object"], told["replaced_object"]} <= {*told["options"]}
        assert told["options"]["ABCD".index(told["replace_option"])] == told["replaced_object"]
    export(made_bank(), tmp_path / "corpus", writer("pretrain"), Options(ratio="1:1"))
    sums = Counter[str]()
    for line in (tmp_path / "corpus/train.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        sums[told["side"]] += len(told["text"].split())
    assert sums["default"] == sums["conflict"] > 500
