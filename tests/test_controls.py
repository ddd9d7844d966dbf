"""Pairs without any contradiction beside those with one: true on both sides, of the same shape, told alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contragraph.app.pages.site import open_site, render
from contragraph.dataset.check.check import check
from contragraph.generation.settings.ratio import parse_ratio
from contragraph.graph.errors import InputError
from tests.made import mixed
from tests.pages import empty_headings


def pairs(folder: Path) -> list[dict[str, Any]]:
    """The pairs of a dataset."""
    return [json.loads(line) for line in (folder / "instances.jsonl").read_text(encoding="utf-8").splitlines()]


def test_there_are_as_many_as_asked_for_and_all_is_proven_again() -> None:
    types = [pair["type"] for pair in pairs(mixed())]
    assert types.count("0-conflict") == 7
    assert len(types) == 14
    assert not check(mixed()).faults


def test_a_control_has_no_conflict_and_is_of_a_pair() -> None:
    every = pairs(mixed())
    conflicting = {pair["id"] for pair in every if pair["type"] != "0-conflict"}
    for pair in (p for p in every if p["type"] == "0-conflict"):
        assert pair["conflicts"] == []
        assert pair["provenance"]["control"]["of"] in conflicting
        assert pair["contexts"]["original"]["text"] != pair["contexts"]["perturbed"]["text"]


def test_a_control_tells_anew_of_what_its_pair_is_about() -> None:
    """The same seed statements, so the same things and relations; nothing that the pair makes up."""
    every = {pair["id"]: pair for pair in pairs(mixed())}
    for control in (pair for pair in every.values() if pair["type"] == "0-conflict"):
        of = every[control["provenance"]["control"]["of"]]
        assert set(control["provenance"]["seed_statements"]) == set(of["provenance"]["seed_statements"])
        lies = {s["id"] for s in of["contexts"]["perturbed"]["statements"] if s["source"] == "made"}
        assert lies
        assert lies.isdisjoint(s["id"] for c in control["contexts"].values() for s in c["statements"])


def test_a_control_looks_like_a_pair() -> None:
    sizes = {
        kind: [
            len(c["statements"])
            for p in pairs(mixed())
            if (p["type"] == "0-conflict") == kind
            for c in p["contexts"].values()
        ]
        for kind in (False, True)
    }
    assert max(sizes[True]) <= 15
    assert abs(sum(sizes[True]) - sum(sizes[False])) < sum(sizes[False]) / 2


def test_ratios_are_read() -> None:
    assert parse_ratio("1:2").of(5) == 2
    with pytest.raises(InputError, match="no ratio"):
        parse_ratio("1:0")


def test_the_page_of_a_control_says_what_it_is() -> None:
    """No heading of conflicts or proofs without any; the start counts controls apart."""
    site = open_site(mixed())
    numbers = {pair["id"]: number for number, pair in enumerate(pairs(mixed()), start=1)}
    for pair in pairs(mixed()):
        page = (render(site, f"pair/{pair['id']}.html") or b"").decode()
        assert empty_headings(page) == []
        if pair["type"] == "0-conflict":
            assert "Why they contradict" not in page
            assert "made up" not in page.partition('id="graph"')[2].partition('id="versions"')[0]
            its = pair["provenance"]["control"]
            link = f'<a href="../pair/{its["of"]}.html">pair {numbers[its["of"]]}</a>'
            assert f"This pair is a control of {link}: " in page
    start = (render(site, "index.html") or b"").decode()
    assert "14 pairs of short texts: 7 that contradict each other, in 10 places, and 7 controls that do not." in start
    assert start.index(">One of them<") < start.index(">What there is<")
    assert "<mark" in start.partition(">One of them<")[2].partition(">What there is<")[0]
    titles = [row.title for row in site.index.rows if not row.conflicts]
    assert all(title.startswith("No conflict; about ") for title in titles)
