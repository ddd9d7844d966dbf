"""Styles: other sentences, the same statements."""

from __future__ import annotations

from typing import get_args

import pytest

from contragraph.generation.verbalise import STYLES, render
from contragraph.generation.verbalise.styles import Style
from contragraph.graph.errors import InputError
from tests.verbal import BORN, LEXICON, bodies, fact

FACTS = [fact("Q1", "P106", "Q3"), fact("Q1", "P19", "Q2"), fact("Q1", "P551", "Q2"), fact("Q1", "P102", "Q4")]
FACTS += [fact("Q4", "P159", "Q2"), fact("Q4", "P740", "Q2")]


def test_each_style_states_everything_in_its_own_way() -> None:
    texts = {style: bodies(FACTS, BORN, style=style) for style in get_args(Style)}
    assert texts.keys() == STYLES.keys()
    assert len({tuple(found) for found in texts.values()}) == len(STYLES) == 4
    stops = {style: sorted(b.count(". ") for b in found) for style, found in texts.items()}
    assert stops["news"][len(stops["news"]) // 2] < stops["short"][0]


def test_short_sentences_have_one_predicate_and_no_asides() -> None:
    for body in bodies(FACTS, BORN, style="short"):
        assert "," not in body
        assert " which " not in body
        assert body.count(".") == len(FACTS)


def test_news_lead_with_who_it_is_about_in_apposition() -> None:
    leads = {body.split(". ")[0] for body in bodies(FACTS, BORN, style="news")}
    assert any(lead.startswith("Hans Lukaschek, a lawyer, ") for lead in leads)
    assert any(lead.startswith("Hans Lukaschek was a lawyer born in Wrocław") for lead in leads)


def test_the_default_is_encyclopedic_and_the_text_names_its_style() -> None:
    plain = render(FACTS, BORN, LEXICON, {}, seed="x", variant=0)
    named = render(FACTS, BORN, LEXICON, {}, seed="x", variant=0, style="encyclopedic")
    assert plain == named
    assert plain.style == "encyclopedic"
    assert render(FACTS, BORN, LEXICON, {}, seed="x", variant=0, style="short").style == "short"


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(InputError, match="no style 'sung' of texts; take one of encyclopedic, short, news"):
        render(FACTS, BORN, LEXICON, {}, seed="x", variant=0, style="sung")  # type: ignore[arg-type]
