"""Facts of DBpedia that cannot be, and common nouns among its titles."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from contragraph.loaders.dbpedia.nouns import nouns
from contragraph.loaders.dbpedia.sense import add_doubted, doubted, kinds_of_classes
from contragraph.loaders.raw import RawTables

SCHEMA = pl.DataFrame(
    [
        *(("dbo:Film", "rdfs:subClassOf", "dbo:Work"), ("dbo:Work", "rdf:type", "owl:Class")),
        *(("dbo:Actor", "rdfs:subClassOf", "dbo:Person"), ("dbo:Person", "rdfs:subClassOf", "dbo:Animal")),
        *(("dbo:City", "rdfs:subClassOf", "dbo:Place"), ("dbo:Tower", "rdfs:subClassOf", "dbo:ArchitecturalStructure")),
        *(("dbo:Band", "rdfs:subClassOf", "dbo:Group"), ("dbo:Group", "rdfs:subClassOf", "dbo:Organisation")),
        *(("dbo:Place", "rdf:type", "owl:Class"), ("dbo:Planet", "rdf:type", "owl:Class")),
        *(("dbo:starring", "rdfs:domain", "dbo:Work"), ("dbo:starring", "rdfs:range", "dbo:Actor")),
        *(("dbo:birthPlace", "rdfs:domain", "dbo:Person"), ("dbo:birthPlace", "rdfs:range", "dbo:Place")),
    ],
    schema=["subject", "relation", "object"],
    orient="row",
)
Fact = tuple[str, str, str]


def kb(films: int = 20) -> list[Fact]:
    """Films with actors who were born in cities; all have classes."""
    facts: list[Fact] = []
    for i in range(films):
        facts += [(f"dbr:Film{i}", "rdf:type", "dbo:Film"), (f"dbr:Actor{i}", "rdf:type", "dbo:Actor")]
        facts += [(f"dbr:City{i}", "rdf:type", "dbo:City"), (f"dbr:Film{i}", "dbo:starring", f"dbr:Actor{i}")]
        facts += [(f"dbr:Actor{i}", "dbo:birthPlace", f"dbr:City{i}")]
        facts += [(f"dbr:City{i}", "dbo:timeZone", "dbr:Eastern_Time")]
    return facts


def set_aside(*more: Fact) -> tuple[list[Fact], list[str]]:
    rows = pl.DataFrame([*kb(), *more], schema=["subject", "relation", "object"], orient="row")
    found, mixed = doubted(rows.lazy(), SCHEMA)
    return [(s, r, o) for s, r, o in found.iter_rows()], mixed["id"].to_list()


def test_kinds_are_the_classes_that_have_no_member_in_common() -> None:
    kinds = kinds_of_classes(SCHEMA)
    assert kinds["dbo:Actor"] == "dbo:Person"
    assert kinds["dbo:Band"] == "dbo:Group"
    assert kinds["dbo:Tower"] == "dbo:Place"
    assert kinds["dbo:Planet"] == "dbo:Planet"


def test_facts_that_can_be_stay() -> None:
    assert set_aside() == ([], [])


def test_a_film_that_was_born_is_set_aside() -> None:
    odd = ("dbr:Film1", "dbo:birthPlace", "dbr:City1")
    assert set_aside(odd) == ([odd], [])


def test_a_person_as_a_time_zone_is_set_aside_although_no_ontology_says_what_zones_are() -> None:
    odd = ("dbr:City1", "dbo:timeZone", "dbr:Actor3")
    assert set_aside(odd) == ([odd], [])


def test_what_has_no_class_is_what_stands_where_it_stands() -> None:
    here = [("dbr:Film1", "dbo:starring", "dbr:Star"), ("dbr:Star", "dbo:birthPlace", "dbr:City1")]
    odd = ("dbr:Star", "dbo:starring", "dbr:Actor1")
    assert set_aside(*here, odd) == ([odd], [])


def test_what_is_two_things_is_left_out_unless_its_class_tells_which() -> None:
    film = [("dbr:Mix", "dbo:starring", f"dbr:Actor{i}") for i in range(5)]
    person = [("dbr:Mix", "dbo:birthPlace", f"dbr:City{i}") for i in range(4)]
    found, mixed = set_aside(*film, *person)
    assert set(found) == {*film, *person}
    assert mixed == ["dbr:Mix"]
    found, mixed = set_aside(*film, *person, ("dbr:Mix", "rdf:type", "dbo:Film"))
    assert (set(found), mixed) == (set(person), [])


def test_places_inside_each_other_and_things_of_themselves_are_set_aside() -> None:
    ways = [("dbr:City1", "dbo:isPartOf", "dbr:City2"), ("dbr:City2", "dbo:isPartOf", "dbr:City1")]
    itself = ("dbr:Actor1", "dbo:spouse", "dbr:Actor1")
    assert set(set_aside(*ways, itself)[0]) == {*ways, itself}


def test_what_lies_in_two_states_is_two_things() -> None:
    two = [("dbr:City1", "dbo:isPartOf", f"dbr:{state}") for state in ("Ohio", "Utah")]
    assert set(set_aside(*two, ("dbr:City2", "dbo:isPartOf", "dbr:Ohio"))[0]) == set(two)


def test_nothing_is_set_aside_without_an_ontology(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    with raw.writing("facts", "1") as out:
        out.add("facts", pl.DataFrame([("dbr:Film1", "dbo:birthPlace", "dbr:City1")], schema=FACT, orient="row"))
    add_doubted(raw)
    assert raw.facts().collect().height == 1


def test_doubted_facts_are_not_among_the_facts(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    rows = [*kb(), ("dbr:Film1", "dbo:birthPlace", "dbr:City1")]
    with raw.writing("facts", "1") as out:
        out.add("facts", pl.DataFrame(rows, schema=FACT, orient="row"))
        out.add("schema", SCHEMA)
    add_doubted(raw)
    told = raw.facts().select(*FACT).collect().rows()
    assert rows[-1] not in told
    assert len(told) == len(kb())


FACT = ["subject", "relation", "object"]


def test_common_nouns_are_spelled_small(tmp_path: Path) -> None:
    raw = RawTables(tmp_path)
    genres = ["Hip_hop_music", "Latin_jazz", "Contemporary_R&B", "Oi!", "Rock_(music)", "G-funk"]
    rows = [("dbr:Ada", "dbo:genre", f"dbr:{name}") for name in genres]
    rows += [("dbr:Ada", "dbo:birthPlace", "dbr:Reading"), ("dbr:Bob", "dbo:birthPlace", "dbr:Reading")]
    rows += [("dbr:Ada", "dbo:genre", "dbr:Reading")]  # mostly a place
    with raw.writing("facts", "1") as out:
        out.add("facts", pl.DataFrame(rows, schema=FACT, orient="row"))
    assert nouns(raw).rows() == [("dbr:Hip_hop_music", "hip hop music"), ("dbr:Rock_(music)", "rock (music)")]
