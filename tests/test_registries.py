"""What is registered by name: the command line offers just that."""

from __future__ import annotations

import click
import pytest

from contragraph.app.commands.classify import command as classify
from contragraph.app.commands.generate import command as generate
from contragraph.documents.judges.registry import JUDGES
from contragraph.documents.judges.standing import offline_judges
from contragraph.documents.readers import READERS
from contragraph.generation.run.proposers import PROPOSERS
from contragraph.generation.run.verbalisers import VERBALISERS
from contragraph.graph.errors import InputError
from contragraph.graph.registry import first_line


@pytest.mark.parametrize(("option", "registered"), [("generator", PROPOSERS), ("verbaliser", VERBALISERS)])
def test_options_offer_what_is_registered(option: str, registered: dict[str, object]) -> None:
    found = next(p for p in generate.params if p.name == option)
    assert isinstance(found.type, click.Choice)
    assert {*found.type.choices} == registered.keys()


def test_help_names_each_layout() -> None:
    said = classify.get_help(click.Context(classify))
    assert all(f"  {name} " in said for name in READERS)


def test_the_strongest_judge_stands_first() -> None:
    assert [judge.by for judge in offline_judges()] == ["proof", "rules"]
    assert all(first_line(entry) for entry in JUDGES.values())


def test_an_unknown_verbaliser_is_named_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match=r"nobody.*template"):
        VERBALISERS.named("nobody")
