"""Facts dated outside a life, and ties of people who never met, are not told."""

from __future__ import annotations

import pytest

from contragraph.generation.rules.lives import life_of, within_lives
from contragraph.graph.model import Entity, Statement

SCHOOL = Entity("yago:Sorbonne", "Sorbonne")


def person(name: str, life: str) -> Entity:
    return Entity(f"yago:{name}", name, description=life)


CURIE = person("Marie Curie", "(1867–1934)")
NOBODY = person("Edward Mulcahy", "")
LOCKE, RUSSELL = person("John Locke", "(1632–1704)"), person("Bertrand Russell", "(1872–1970)")


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("(1867–1934)", (1867, 1934)),
        ("(born 1938)", (1938, 2038)),
        ("(died 1916)", (1816, 1916)),
        ("French physicist", None),
        ("", None),
    ],
)
def test_years_of_descriptions(text: str, life: tuple[int, int] | None) -> None:
    assert life_of(person("X", text)) == life


@pytest.mark.parametrize(
    ("relation", "one", "other", "since", "until", "told"),
    [
        ("wdt:P108", CURIE, SCHOOL, "2017-03", None, False),
        ("wdt:P108", CURIE, SCHOOL, "1906", "1934", True),
        ("wdt:P108", CURIE, SCHOOL, None, None, True),
        ("wdt:P166", CURIE, SCHOOL, "1860", "1860", False),
        ("wdt:P166", CURIE, SCHOOL, "1903", "1911", False),
        ("yago:graduatedFrom", CURIE, SCHOOL, "1891", "1894", False),
        ("yago:graduatedFrom", CURIE, SCHOOL, "1894", "1894", True),
        ("yago:graduatedFrom", CURIE, SCHOOL, "1870", "1870", False),
        ("yago:isAffiliatedTo", NOBODY, SCHOOL, "1909", None, False),
        ("yago:isAffiliatedTo", NOBODY, SCHOOL, "1909", "1917", True),
        ("yago:isAffiliatedTo", NOBODY, SCHOOL, "1999", None, False),
        ("wdt:P737", LOCKE, RUSSELL, None, None, False),
        ("wdt:P737", RUSSELL, LOCKE, None, None, True),
        ("wdt:P26", LOCKE, RUSSELL, "1700", None, False),
        ("wdt:P26", CURIE, RUSSELL, "1895", "1906", True),
        ("wdt:P26", CURIE, RUSSELL, None, None, False),
        ("wdt:P40", RUSSELL, CURIE, None, None, False),
        ("wdt:P40", CURIE, person("Irène", "(1897–1956)"), None, None, True),
    ],
)
def test_facts_of_lives(
    relation: str, one: Entity, other: Entity, since: str | None, until: str | None, *, told: bool
) -> None:
    assert within_lives(Statement(one.id, relation, other.id, False, since, until), one, other) is told
