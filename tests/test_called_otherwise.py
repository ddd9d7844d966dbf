"""Entities that English calls otherwise than the graph, and labels that no text can use."""

from __future__ import annotations

import pytest

from contragraph.generation.rules.called_otherwise import better_name, is_called_otherwise
from contragraph.generation.rules.mangled import is_mangled
from contragraph.graph.model import Entity

HUMAN, COMPANY, MUSIC_GENRE = "wd:Q5", "wd:Q4830453", "wd:Q188451"


@pytest.mark.parametrize(
    ("label", "others", "description", "types", "name"),
    [
        ("Roe University of Doria", ("University of Doria, Roe",), "", (), "University of Doria, Roe"),
        (
            "Roe",
            ("UD Roe", "University of Doria, Roe"),
            "public university in Roe, Doria",
            (),
            "University of Doria, Roe",
        ),
        ("Capital of Doria", ("Roe", "Roe, Doria", "Roe City", "Roe Township"), "city in Doria", (), "Roe"),
        ("Dark Man Q", ("DMQ", "DMQ (rapper)"), "American rapper", (HUMAN,), "DMQ"),
        ("Dark Man Q", ("DMQ", "DMQ (film)"), "American rapper", (HUMAN,), "Dark Man Q"),
        ("Ackadacka", ("AC/QC", "AC-QC", "ACQC"), "rock band", (), "AC/QC"),
        ("Doe and Roe Industries", ("DRI", "DRI Group", "DRI Music"), "", (COMPANY,), "DRI"),
        ("Doe and Roe Industries", ("DRI",), "", (COMPANY,), "Doe and Roe Industries"),
        ("q-funk", (), "", (MUSIC_GENRE,), "Q-funk"),
        ("Doria football Federation", (), "", (), "Doria Football Federation"),
        ("Venice", ("Venice, Roe",), "district of Roe, United States", (), "Venice, Roe"),
        ("Venice", ("Venice, Italy",), "city in Italy", (), "Venice"),
        ("Roe-ku", ("Roe",), "special ward of Tokyo", (), "Roe"),
        ("Digital Video Disc", ("DVD",), "", (), "DVD"),
        ("Digital Video Disc", (), "", (), "Digital Video Disc"),
        ("Prince of Roe", ("Bob, Prince of Roe",), "", (HUMAN,), "Bob, Prince of Roe"),
    ],
)
def test_a_better_name_is_taken_from_the_others(
    label: str, others: tuple[str, ...], description: str, types: tuple[str, ...], name: str
) -> None:
    entity = Entity("wd:Q1", label, description, others, types)
    assert (better_name(entity) or label) == name
    assert is_called_otherwise(entity) == (label != name)


@pytest.mark.parametrize(
    ("label", "others", "mangled"),
    [
        ("West Roe DORIA Rep", (), True),
        ("History of Roe", (), True),
        ("history of art", (), False),
        ("Verein zur Förderung der Doe", (), True),
        ("Verein zur Förderung der Doe", ("Doe Research Network",), True),
        ("Roe Association", (), False),
    ],
)
def test_labels_that_are_no_names_are_not_told(label: str, others: tuple[str, ...], mangled: bool) -> None:
    entity = Entity("wd:Q1", label, "", others)
    assert is_mangled(entity) == mangled
