"""Articles and short names that classes, descriptions and other names tell."""

from __future__ import annotations

import pytest

from contragraph.generation.verbalise.articled import given_to_many
from contragraph.generation.verbalise.names import names_of
from contragraph.generation.verbalise.persons import surname
from contragraph.graph.model import Entity, Statement

HUMAN, BAND, FOOTBALL_TEAM, CURRENCY, ORDER = "wd:Q5", "wd:Q215380", "wd:Q17156793", "wd:Q8142", "wd:Q193622"


@pytest.mark.parametrize(
    ("relation", "label", "description", "others", "kind", "said"),
    [
        ("P127", "Doria Does", "National Football League franchise in Doria", (), FOOTBALL_TEAM, "the Doria Does"),
        ("P54", "Doria Roes", "American soccer team", (), "", "the Doria Roes"),
        ("P463", "Roers", "American rock band", ("The Roers",), BAND, "the Roers"),
        ("P463", "Roers", "American rock band", (), BAND, "Roers"),
        ("P38", "Dorian doe", "currency of Doria", (), CURRENCY, "the Dorian doe"),
        ("P166", "Doe", "honor of Doria", (), ORDER, "the Doe"),
        ("P166", "Doe Award", "", ("Doe Awards",), "", "a Doe Award"),
        ("P166", "Doe Award", "", (), "", "the Doe Award"),
        ("P1038", "Doe family", "family", (), "wd:Q8436", "the Doe family"),
        ("P264", "Virgin Doe", "record label", (), "", "Virgin Doe"),
        ("P706", "Sierra Doe", "mountain range in Doria", (), "", "the Sierra Doe"),
    ],
)
def test_a_name_has_the_article_that_the_graph_tells(
    relation: str, label: str, description: str, others: tuple[str, ...], kind: str, said: str
) -> None:
    thing = Entity("wd:Q2", label, description, others, (kind,) if kind else ())
    ends = {"wd:Q1": Entity("wd:Q1", "Ann Doe"), "wd:Q2": thing}
    assert names_of([Statement("wd:Q1", f"wdt:{relation}", "wd:Q2")], ends)["wd:Q2"].said == said


def test_an_award_of_which_the_graph_knows_many_facts_is_given_to_many() -> None:
    assert given_to_many(Entity("wd:Q1", "Roe Award", degree=60))
    assert not given_to_many(Entity("wd:Q1", "Roe Award for Best Doe", degree=60))
    assert not given_to_many(Entity("wd:Q1", "Roe Lifetime Achievement Award", degree=60))


@pytest.mark.parametrize(
    ("label", "description", "others", "last"),
    [
        ("Mario Vargas Doe", "Peruvian writer", (), ""),
        ("Danger Doe", "American musician", ("Danger Doe (musician)",), ""),
        ("Danger Doe", "American writer", ("Danger Doe (writer)",), "Doe"),
        ("Mary Washington", "American actress", (), ""),
        ("Mary Doe", "American actress", (), "Doe"),
    ],
)
def test_a_last_name_stands_alone_only_where_it_means_the_person(
    label: str, description: str, others: tuple[str, ...], last: str
) -> None:
    assert surname(label, Entity("wd:Q1", label, description, others, (HUMAN,))) == last
