"""From memory or from the evidence: figures of answers that were written by hand, and whole runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import bootstrap

from contragraph.evaluation.memory.ask import MemoryPlan
from contragraph.evaluation.memory.conditions import BOTH, chosen
from contragraph.evaluation.memory.items import open_memory
from contragraph.evaluation.memory.records import MemoryItem, MemoryScore
from contragraph.evaluation.memory.released import item_of
from contragraph.evaluation.memory.result import Memorization, memorization_of
from contragraph.evaluation.memory.run import measured
from tests.asking import gateway
from tests.memory_rows import Choose, bank, biased, by_hand, row, telling, writing, written
from tests.scripted_server import Reply, Request, scripted

Array = NDArray[np.float64]
PLAN = MemoryPlan(chosen("misinformation"), options="as-given")
"""The least that gives a memorisation ratio."""


def measure(folder: Path, choose: Choose, plan: MemoryPlan, facts: int = 12) -> Memorization:
    path = written(folder / "CB_qa.jsonl", [row(n) for n in range(facts)])
    with scripted(writing(choose)) as server, gateway(folder, server.url) as opened:
        return measured(path, opened, plan)


def shown(found: Memorization, name: str) -> dict[str, float | None]:
    return {figure: value.value for figure, value in found.figures[name].items()}


# -- figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turning", ["as-given", "rotate"])
def test_figures_are_those_of_answers_written_by_hand(tmp_path: Path, turning: str) -> None:
    found = measure(tmp_path, by_hand, replace(PLAN, options=turning))  # type: ignore[arg-type]
    assert (found.asked, found.what.closed, found.what.default, found.known) == (12, 11, 11, 10)
    figures = shown(found, "misinformation")
    assert [figures[name] for name in ("OAR", "CAR", "UAR", "other", "M_R")] == [0.4, 0.3, 0.2, 0.1, 0.5714]
    assert found.mr["misinformation"].value == round(4 / 7, 4)
    low, high = found.mr["misinformation"].interval or (1, 0)
    assert low < 4 / 7 < high
    assert (found.what.by, figures["margin"]) == ("letters", None)
    assert found.what.answers == (34 if turning == "as-given" else 4 * 34)


def test_nothing_over_nothing_is_no_ratio(tmp_path: Path) -> None:
    """Nobody is followed: there is no M_R, and that is not 0."""
    found = measure(tmp_path, lambda n, texts: "o" if texts in ((), ("TRUE",)) else "u", PLAN)
    figures = shown(found, "misinformation")
    assert (found.known, figures["M_R"], figures["OAR"], figures["CAR"], figures["UAR"]) == (12, None, 0.0, 0.0, 1.0)


def test_of_what_is_not_known_nothing_is_measured(tmp_path: Path) -> None:
    found = measure(tmp_path, lambda n, texts: "o" if texts else "r", PLAN)
    assert (found.known, found.mr, found.what.closed, found.what.default) == (0, {}, 0, 12)
    assert found.what.answers == 24  # and nothing more was asked


def test_the_order_of_the_texts_is_asked_both_ways(tmp_path: Path) -> None:
    """A model that believes the last text: of both orders one keeps to memory always, one never."""

    def last(number: int, texts: tuple[str, ...]) -> str:
        return "o" if not texts or texts[-1] == "TRUE" else "r"

    found = measure(tmp_path, last, MemoryPlan(chosen("default+temporal"), BOTH, "as-given"))
    assert found.mr["default+temporal, truth-first"].value == 0.0
    assert found.mr["default+temporal, truth-last"].value == 1.0


def test_a_description_is_part_of_the_question(tmp_path: Path) -> None:
    path = written(tmp_path / "CB_qa.jsonl", [row(0)])
    with scripted(writing(lambda n, texts: "o")) as server, gateway(tmp_path, server.url) as opened:
        found = measured(path, opened, MemoryPlan(options="as-given"))
    asked = [str(r["messages"][-1]["content"]) for r in server.requests]
    assert sum("from 10 April, 2028 to 21 July, 2036." in a.partition("Question:")[2] for a in asked) == 2
    assert sum("“Velmo 0” in this question means: a velmo of the hills." in a for a in asked) == 2
    assert [*found.mr] == [g.name for g in found.groups]
    # All conditions that need no bank: twelve, as in the paper.
    assert len(asked) == 12


ROLES = {"o": "original", "r": "replacement", "x": "other", "u": "uncertain", "-": "unreadable"}


def chosen_by(said: Sequence[Sequence[str]]) -> Memorization:
    """Figures of what was chosen of each fact without text, with the fact's, and with misinformation."""
    items: dict[str, MemoryItem] = {}
    scores = []
    for number, choices in enumerate(said):
        item = item_of(row(number))
        assert isinstance(item, MemoryItem)
        items[item.id] = item
        for condition, choice in zip(("closed", "default", "misinformation"), choices):
            scores.append(
                MemoryScore(
                    item=item.id, condition=condition, order="", model="m", said=ROLES[choice], shares=(0.0,) * 4,
                    claim="" if condition != "misinformation" else condition, letters=(), by="letters", tie=False,
                    asked=1, unread=int(choice == "-"),
                )
            )  # fmt: skip
    return memorization_of(items, scores, "m")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from("oorxu-")] * 3), min_size=1, max_size=30))
def test_figures_are_those_of_counting(said: list[tuple[str, str, str]]) -> None:
    """Whatever was said without text, with the fact's, and with the lie: figures are counts over the known facts."""
    found = chosen_by(said)
    lies = [lie for closed, default, lie in said if closed == default == "o"]
    assert found.known == len(lies)
    if not lies:
        assert found.groups == ()
        return
    figures, o, r = shown(found, "misinformation"), lies.count("o"), lies.count("r")
    assert figures["M_R"] == (round(o / (o + r), 4) if o + r else None)
    for name, letter in (("OAR", "o"), ("CAR", "r"), ("UAR", "u"), ("other", "x"), ("unreadable", "-")):
        assert figures[name] == round(lies.count(letter) / len(lies), 4)


def test_intervals_are_those_of_a_bootstrap_of_somebody_else() -> None:
    """Also of a ratio whose denominator is drawn too."""

    def ratio(o: Array, r: Array, axis: int = -1) -> Array:
        return np.asarray(o.sum(axis=axis) / (o.sum(axis=axis) + r.sum(axis=axis)))

    lies = "oorrrxu" * 12
    sides = tuple(np.array([float(lie == side) for lie in lies]) for side in "or")
    rng = np.random.default_rng(1)
    theirs = bootstrap(sides, ratio, paired=True, vectorized=True, method="percentile", n_resamples=4000, rng=rng)
    ours = chosen_by([("o", "o", lie) for lie in lies]).mr["misinformation"].interval
    assert ours is not None
    assert np.allclose(ours, theirs.confidence_interval, atol=0.02)


def test_intervals_of_very_many_facts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn together or one by one."""
    said = [("o", "o", lie) for lie in "oorrrxu" * 40]
    one = chosen_by(said).figures["misinformation"]
    monkeypatch.setattr("contragraph.evaluation.memory.measures.MANY", 100)
    together = chosen_by(said).figures["misinformation"]
    for name in ("M_R", "OAR", "CAR", "UAR"):
        assert one[name].value == together[name].value
        assert np.allclose(one[name].interval or (), together[name].interval or (), atol=0.02)
    assert one != together


# -- a bank of our own ----------------------------------------------------------------------------------------------


def test_a_bank_is_asked_about_each_of_its_claims(tmp_path: Path) -> None:
    """Controls, two temporal claims of a fact, and questions whose answer another time, or another thing, changes."""

    def believes(number: int, texts: tuple[str, ...]) -> str:
        if not texts or texts == ("TRUE",):
            return "o"
        return "u" if "CONTROL" in texts and number < 2 else "o" if "CONTROL" in texts else "r"

    path = bank(tmp_path / "bank", 8)
    with scripted(writing(believes)) as server, gateway(tmp_path, server.url) as opened:
        found = measured(path, opened, MemoryPlan(options="as-given"))
    assert found.known == 8
    by_name = {group.name: group for group in found.groups}
    assert (by_name["temporal"].answers, len(by_name["temporal"].ids)) == (16, 8)
    assert found.false_conflicts["misinformation_control"].value == 0.25
    assert found.false_conflicts["default+misinformation_control, truth-first"].value == 0.25
    assert "misinformation_control" not in found.mr
    assert "temporal_control" not in by_name  # the bank has none
    # In 2020 the object is right, in 2030 the replacement is.
    assert shown(found, "temporal_description")["right"] == 0.5
    assert shown(found, "semantic_description")["right"] == 1.0
    parts = {(p.breakdown, p.part, p.group.name) for p in found.parts}
    assert {("hops", "1", "misinformation"), ("hops", "2", "misinformation")} <= parts
    assert {("kind", "overlap", "temporal"), ("status", "consistent", "temporal")} <= parts
    assert {part for name, part, of in parts if (name, of) == ("degree", "semantic")} == {
        "1: up to 4", "2: over 4, up to 6", "3: over 6, up to 8", "4: over 8"
    }  # fmt: skip
    assert {part for name, part, _ in parts if name == "relation"} == {"drellied", "drellied by"}


def test_a_fact_that_cannot_be_asked_about_is_left_out(tmp_path: Path) -> None:
    def without(number: int) -> Mapping[str, object]:
        return {"claims": []} if number < 0 else {"degree": 1} if number else {"question": {"text": "?", "options": [
            {"id": "", "text": "a", "role": "other"}, {"id": "", "text": "b", "role": "uncertain"}]}}  # fmt: skip

    found = open_memory(bank(tmp_path / "bank", 3, without))
    assert (found.total, found.faulty) == (2, 1)
    assert found.left_out == {"line 1": "has no option, or several, for its object or its replacement"}


# -- probabilities --------------------------------------------------------------------------------------------------


def told(
    folder: Path, choose: Callable[[int, tuple[str, ...], dict[str, str]], Mapping[str, float]], turning: str
) -> Memorization:
    path = written(folder / "CB_qa.jsonl", [row(n) for n in range(8)])
    with scripted(telling(choose)) as server, gateway(folder, server.url) as opened:
        return measured(path, opened, replace(PLAN, options=turning))  # type: ignore[arg-type]


def test_turning_the_options_takes_a_bias_for_letters_away(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    one = told(tmp_path / "one", biased, "as-given")
    # Of eight facts the object stands at A twice, and only there is it found.
    assert (one.what.closed, one.known) == (2, 2)
    all_orders = told(tmp_path, biased, "rotate")
    assert (all_orders.what.closed, all_orders.known) == (8, 8)
    assert all_orders.car["misinformation"].value == 1.0
    assert all_orders.mr["misinformation"].value == 0.0
    assert all_orders.what.by == "probabilities"
    letters = all_orders.what.letters
    assert letters[0] > 2 * max(letters[1:])
    assert (all_orders.figures["misinformation"]["margin"].value or 0) < 0


def test_a_letter_that_is_not_told_of_is_the_least_likely_and_ties_are_counted(tmp_path: Path) -> None:
    """Tokens are spelled in several ways; of two letters as likely as each other the first of the row counts."""

    def spelled(number: int, texts: tuple[str, ...], options: dict[str, str]) -> Mapping[str, float]:
        truth = next(letter for letter, text in options.items() if text.startswith("Trusk"))
        lie = next(letter for letter, text in options.items() if text.startswith("Brond"))
        if "MISINFORMATION" in texts:
            return {"The": -0.1, truth: -3.0, lie: -3.0}
        return {lie: math.log(0.4), truth: math.log(0.3), f" {truth}": math.log(0.2)}

    found = told(tmp_path, spelled, "as-given")
    assert found.known == 8  # 0.3 and 0.2 are more than 0.4
    figures = shown(found, "misinformation")
    assert (figures["ties"], figures["margin"], figures["other"]) == (1.0, 0.0, 0.0)
    first = sum(r["options"].index(r["object"]) < r["options"].index(r["replaced_object"]) for r in map(row, range(8)))
    assert figures["OAR"] == first / 8


def test_a_server_that_refuses_probabilities_is_read_by_its_letters(tmp_path: Path) -> None:
    answer = writing(by_hand)

    def refusing(request: Request, nth: int) -> Reply:
        if request.get("logprobs"):
            return Reply("logprobs is not supported by this model", status=400)
        return answer(request, nth)

    path = written(tmp_path / "CB_qa.jsonl", [row(n) for n in range(12)])
    with scripted(refusing) as server, gateway(tmp_path, server.url, limits="in_flight = 2") as opened:
        found = measured(path, opened, PLAN)
    assert found.mr["misinformation"].value == round(4 / 7, 4)
    assert found.what.by == "letters"
    assert sum(bool(r.get("logprobs")) for r in server.requests) <= 2


def test_what_cannot_be_read_is_counted_apart(tmp_path: Path) -> None:
    said = {0: "I would rather not.", 1: "A or B", 2: ""}
    found = measure(tmp_path, lambda n, t: by_hand(n, t) if "MISINFORMATION" not in t else said.get(n, "r"), PLAN)
    figures = shown(found, "misinformation")
    assert (figures["unreadable"], figures["CAR"], figures["M_R"]) == (0.3, 0.7, 0.0)
    assert found.what.unread == 3
