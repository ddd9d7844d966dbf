"""People who are two under one name."""

from __future__ import annotations

import polars as pl

from contragraph.loaders.dbpedia.lives import two_lives

Fact = tuple[str, str, str]
LYING = [("dbr:Nijmegen", "dbo:country", "dbr:Netherlands"), ("dbr:Chicago", "dbo:isPartOf", "dbr:Illinois")]


def doubled(*facts: Fact, players: tuple[str, ...] = ()) -> tuple[list[Fact], list[str]]:
    rows = pl.DataFrame([*LYING, *facts], schema=["subject", "relation", "object"], orient="row")
    types = pl.DataFrame(
        {"subject": players, "object": ["dbo:MusicalArtist"] * len(players)},
        schema={"subject": pl.String, "object": pl.String},
    )
    alien, two = two_lives(rows, types)
    return [(s, r, o) for s, r, o in alien.iter_rows()], two["id"].to_list()


def born(person: str, *places: str) -> list[Fact]:
    return [(f"dbr:{person}", "dbo:birthPlace", f"dbr:{place}") for place in places]


def test_who_was_born_in_two_towns_is_two() -> None:
    assert doubled(*born("Kiernan", "Nijmegen", "Chicago", "Illinois")) == ([], ["dbr:Kiernan"])


def test_one_birth_is_told_at_all_levels() -> None:
    assert doubled(*born("Kiernan", "Chicago", "Illinois"), *born("Ann", "Lima,_Ohio", "Ohio")) == ([], [])


def test_states_of_old_speak_against_no_town() -> None:
    assert doubled(*born("Albert", "Ulm", "German_Empire")) == ([], [])


def test_places_that_many_share_lie_in_one_another() -> None:
    lives = [fact for i in range(3) for fact in born(f"P{i}", "Victoria", "Melbourne")]
    assert doubled(*lives) == ([], [])
    assert doubled(*lives[:4]) == ([], ["dbr:P0", "dbr:P1"])


def test_a_town_lies_in_one_country() -> None:
    lying = [("dbr:Peshawar", "dbo:country", f"dbr:{land}") for land in ("Germany", "Pakistan")]
    film = [("dbr:Babel", "dbo:country", f"dbr:{land}") for land in ("Mexico", "France")]
    assert doubled(*lying, *film, *born("Raj", "Peshawar")) == ([], ["dbr:Peshawar"])


def acts_and_plays(films: int, bands: int) -> list[Fact]:
    acting = [(f"dbr:Film{i}", "dbo:starring", "dbr:Gabriel") for i in range(films)]
    return [*acting, *(("dbr:Gabriel", "dbo:associatedBand", f"dbr:Band{i}") for i in range(bands))]


def test_the_smaller_trade_of_an_actor_is_somebody_elses() -> None:
    facts = acts_and_plays(4, 1)
    assert doubled(*facts) == ([facts[-1]], [])
    assert doubled(*acts_and_plays(1, 4))[0] == [facts[0]]
    assert doubled(*facts, players=("dbr:Gabriel",)) == ([], [])


def test_who_has_two_trades_alike_is_two() -> None:
    assert doubled(*acts_and_plays(3, 3)) == ([], ["dbr:Gabriel"])


def test_a_marriage_is_told_of_both_where_most_are() -> None:
    pairs = [(f"dbr:A{i}", f"dbr:B{i}") for i in range(4)]
    told = [(one, "dbo:spouse", other) for a, b in pairs for one, other in ((a, b), (b, a))]
    alone = ("dbr:Kim", "dbo:spouse", "dbr:Robert")
    assert doubled(*told, alone) == ([alone], [])
    assert doubled(alone) == ([], [])
