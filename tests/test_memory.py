"""From memory or from the evidence: rows read, choices read, and figures of answers that were written by hand."""

from __future__ import annotations

from pathlib import Path

from contragraph.evaluation.memory.ask import MemoryPlan
from contragraph.evaluation.memory.conditions import chosen
from contragraph.evaluation.memory.run import memorization
from tests.asking import gateway
from tests.memory_rows import row, writing, written
from tests.scripted_server import scripted

PLAN = MemoryPlan(chosen("misinformation"), options="as-given")


def answers(number: int, texts: tuple[str, ...]) -> str:
    """Facts 0 to 9 are known, 10 is not believed with its text, 11 is not known; then 4 o, 3 r, 2 u, 1 x."""
    if texts == ():
        return "o" if number != 11 else "x"
    if texts == ("TRUE",):
        return "o" if number != 10 else "r"
    return "oooorrruux"[number]


def test_figures_are_those_of_answers_written_by_hand(tmp_path: Path) -> None:
    path = written(tmp_path / "CB_qa.parquet", [row(n) for n in range(12)])
    with scripted(writing(answers)) as server, gateway(tmp_path, server.url) as opened:
        found = memorization(path, opened, PLAN)
    assert (found.asked, found.what.closed, found.what.default, found.known) == (12, 11, 11, 10)
    figures = found.figures["misinformation"]
    assert [figures[name].value for name in ("OAR", "CAR", "UAR", "other", "M_R")] == [0.4, 0.3, 0.2, 0.1, 0.5714]
    assert found.mr["misinformation"].value == round(4 / 7, 4)
    low, high = found.mr["misinformation"].interval or (1, 0)
    assert low < 4 / 7 < high
    assert server.answered == 12 * 2 + 10
