"""Persons and bands of DBpedia, which the domains of its relations do not keep apart."""

import polars as pl

from contragraph.loaders.dbpedia.players import settle_players

KINDS = {
    "dbo:Band": "dbo:Group",
    "dbo:MusicalArtist": "dbo:Person",
    "dbo:Person": "dbo:Person",
    "dbo:Animal": "dbo:Species",
}
KINDS |= {"dbo:Animal": "dbo:Species", "dbo:RecordLabel": "dbo:Company", "dbo:Film": "dbo:Work"}


def classes(found: dict[str, list[str]], facts: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    table = pl.DataFrame(
        [(each, name) for each, names in found.items() for name in names], schema=["id", "class"], orient="row"
    )
    rows = pl.LazyFrame(facts, schema=["subject", "relation", "object"], orient="row")
    return settle_players(table, rows, KINDS).rows()


def test_who_was_born_is_a_person_and_what_has_members_a_band() -> None:
    both = ["dbo:Band", "dbo:MusicalArtist"]
    found = {"dbr:Lou_Reed": both, "dbr:Megadeth": both, "dbr:Styx_(band)": both, "dbr:Moby": both, "dbr:Odd": both}
    facts = [
        ("dbr:Lou_Reed", "dbo:birthPlace", "dbr:Brooklyn"),
        ("dbr:Megadeth", "dbo:formerBandMember", "dbr:Chris_Poland"),
        ("dbr:Styx_(band)", "dbo:occupation", "dbr:Musician"),
        ("dbr:Odd", "dbo:bandMember", "dbr:Moby"),
        ("dbr:Odd", "dbo:spouse", "dbr:Somebody"),
    ]
    assert classes(found, facts) == [
        ("dbr:Lou_Reed", "dbo:MusicalArtist"),
        ("dbr:Megadeth", "dbo:Band"),
        ("dbr:Moby", "dbo:MusicalArtist"),
        ("dbr:Odd", "dbo:Agent"),
        ("dbr:Styx_(band)", "dbo:Band"),
    ]


def test_without_a_sign_of_either_the_kind_is_open() -> None:
    assert classes({"dbr:X": ["dbo:Band", "dbo:MusicalArtist"]}, []) == [("dbr:X", "dbo:Agent")]


def test_a_person_is_no_animal_and_no_label_and_films_stay_films() -> None:
    found = {"dbr:Ann": ["dbo:Animal"], "dbr:Lewis_Gilbert": ["dbo:RecordLabel"], "dbr:Alien": ["dbo:Film"]}
    facts = [("dbr:Ann", "dbo:birthPlace", "dbr:Rome"), ("dbr:Lewis_Gilbert", "dbo:spouse", "dbr:Hylda")]
    assert classes(found, facts) == [("dbr:Alien", "dbo:Film"), ("dbr:Ann", "dbo:Person")]
