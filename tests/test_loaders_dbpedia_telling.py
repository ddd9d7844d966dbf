"""What the rest of an entity's facts tells of its kind."""

from __future__ import annotations

import polars as pl

from contragraph.loaders.dbpedia.telling import against_votes, stray_credits, telling_ends

Fact = tuple[str, str, str]
FITS = pl.DataFrame(
    [
        ("Person", "Person"),
        ("Group", "Group"),
        ("Place", "Place"),
        ("Group", "Body"),
        ("Firm", "Body"),
        ("Firm", "Firm"),
    ],
    schema=["kind", "told"],
    orient="row",
)
TOLD = pl.DataFrame(
    [
        ("bornIn subject", "Person"),
        ("studiedAt subject", "Person"),
        ("hasMember subject", "Group"),
        ("star object", "Person"),
    ],
    schema=["end", "told"],
    orient="row",
)


def stood(end: str, **kinds: int) -> list[tuple[str, str | None]]:
    return [(end, None if kind == "none" else kind) for kind, count in kinds.items() for _ in range(count)]


def told_of(*rows: tuple[str, str | None], said: dict[str, str] | None = None) -> dict[str, str]:
    frame = pl.DataFrame(rows, schema={"end": pl.String, "kind": pl.String}, orient="row")
    return dict(telling_ends(frame, FITS, said or {}).iter_rows())


def against(facts: list[Fact], **classes: str) -> set[Fact]:
    spoken = pl.DataFrame(facts, schema=["subject", "relation", "object"], orient="row")
    ends = pl.concat(
        spoken.select(id=side, end=pl.concat_str("relation", pl.lit(f" {side}"))) for side in ("subject", "object")
    )
    given = pl.DataFrame(list(classes.items()), schema={"id": pl.String, "kind": pl.String}, orient="row")
    return set(against_votes(spoken, ends, given, TOLD, FITS).iter_rows())


def test_an_end_tells_a_kind_if_hardly_anything_else_stands_there() -> None:
    assert told_of(*stood("a subject", Person=19, Place=1)) == {"a subject": "Person"}
    assert told_of(*stood("a subject", Person=17, Place=3)) == {}


def test_an_end_tells_what_the_ontology_says_of_it_if_most_facts_or_the_most_agree() -> None:
    assert told_of(*stood("a subject", Group=7, Firm=6, Person=7), said={"a subject": "Body"}) == {"a subject": "Body"}
    assert told_of(*stood("a subject", Group=9, Person=6, Place=5), said={"a subject": "Group"}) == {
        "a subject": "Group"
    }
    assert told_of(*stood("a subject", Group=6, Person=9, Place=5), said={"a subject": "Group"}) == {}


def test_an_end_tells_nothing_where_few_things_have_a_class() -> None:
    assert told_of(*stood("a subject", Person=11)) == {}
    assert told_of(*stood("a subject", Person=12, none=30)) == {}
    assert told_of(*stood("a subject", Person=12, none=12)) == {"a subject": "Person"}


def test_a_fact_that_speaks_against_all_others_is_set_aside() -> None:
    life = [("ann", "bornIn", "rome"), ("ann", "studiedAt", "yale"), ("film", "star", "ann")]
    odd = ("ann", "hasMember", "bob")
    assert against([*life, odd]) == {odd}
    assert against([*life, ("ann", "likes", "bob")]) == set()


def test_what_is_two_things_keeps_what_its_class_is_told_by() -> None:
    band = [("duo", "hasMember", "ann"), ("duo", "likes", "jazz")]
    life = [("duo", "bornIn", place) for place in ("rome", "bern", "oslo")]
    assert against([*band, *life], duo="Group") == {band[1], *life}


def test_what_is_two_things_alike_keeps_nothing() -> None:
    band = [("duo", "hasMember", person) for person in ("ann", "bob", "eve")]
    life = [("duo", "bornIn", place) for place in ("rome", "bern", "oslo")]
    assert against([*band, *life, ("duo", "likes", "jazz")]) == {*band, *life, ("duo", "likes", "jazz")}


def test_a_credit_in_the_wrong_field_is_set_aside_unless_the_person_makes_music() -> None:
    cast = [(f"film{i}", "dbo:starring", actor) for i in range(4) for actor in ("ann", "bob")]
    scores = [("film9", "dbo:musicComposer", actor) for actor in ("ann", "bob")]
    life = [("bob", "dbo:recordLabel", "acme"), ("film1", "dbo:musicComposer", "eve")]
    spoken = pl.DataFrame([*cast, *scores, *life], schema=["subject", "relation", "object"], orient="row")
    assert stray_credits(spoken).rows() == [("film9", "dbo:musicComposer", "ann")]


def test_links_that_go_astray_outweigh_nothing() -> None:
    film = [("film", "star", f"actor{i}") for i in range(40)]
    stray = ("film", "star", "band")
    assert against([*film, stray, ("band", "hasMember", "ann")]) == {stray}
