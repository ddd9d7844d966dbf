"""What ``generate`` prints of quotas: a mark for each, and what the marks mean."""

from __future__ import annotations

import pytest

from contragraph.app.shown.quota_table import FEW, KEPT, LEGEND, MISSED, tell_quotas
from contragraph.generation.pool.quotas import QuotaResult


def table(capsys: pytest.CaptureFixture[str], quotas: list[QuotaResult]) -> tuple[list[str], str, str]:
    tell_quotas(quotas)
    said = capsys.readouterr()
    lines = said.out.splitlines()
    blank = lines.index("")
    return lines[1:blank], "\n".join(lines[blank + 1 :]), said.err


def test_marks_tell_what_is_kept_missed_and_too_few_to_tell(capsys: pytest.CaptureFixture[str]) -> None:
    quotas = [
        QuotaResult("replacement", "at most 1%", "perturbed statements have one made-up object", 1, 300, True, 4),
        QuotaResult("relation", "at most 20%", "conflicts have the seed relation P36", 2, 4, True, 0, few=True),
        QuotaResult("dated", "at least 25%", "conflicts are by dates, ages or numbers", 3, 1200, False, 0),
    ]
    rows, legend, missed = table(capsys, quotas)
    assert [row.split()[:2] for row in rows] == [[KEPT, "replacement"], [FEW, "relation"], [MISSED, "dated"]]
    assert "0.2%" in rows[2]
    assert "3 of 1,200" in rows[2]
    assert all(f"{sign} {said}" in legend for sign, said in LEGEND.items())
    assert "--quota NAME=SHARE" in legend
    assert missed == "The quota dated is missed: 3 conflicts are by dates, ages or numbers; at least 25%.\n"


def test_the_legend_has_only_the_marks_that_stand_there(capsys: pytest.CaptureFixture[str]) -> None:
    _, legend, missed = table(
        capsys, [QuotaResult("denial", "at most 2%", "perturbed statements deny", 0, 40, True, 0)]
    )
    assert legend.startswith(f"{KEPT} kept. ")
    assert missed == ""
    tell_quotas([])
    assert capsys.readouterr().out == "(none)\n"
